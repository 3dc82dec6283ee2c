"""Descriptors: tensors, scalars, arrays and lists."""
from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls

from pyacl import capi, emulator

ffi, NULL = capi.ffi, capi.NULL
FLOAT, INT32, ND = capi.ACL_FLOAT, capi.ACL_INT32, capi.ACL_FORMAT_ND
LOST = -2 ** 63


def create(shape: Any, strides: Any = NULL, offset: int = 0, storage: Any = None, data: Any = NULL,
           dtype: int = FLOAT, format: int = ND) -> Any:
    storage = shape if storage is None else storage
    return capi.aclCreateTensor(list(shape), len(shape), dtype, strides, offset, format, list(storage), len(storage),
                                data)


def numbers(getter: str, tensor: Any) -> list[int]:
    values, count = ffi.new("int64_t **"), ffi.new("uint64_t *")
    assert getattr(capi, getter)(tensor, values, count) == 0
    found = list(values[0][0:count[0]])
    free = ctypes.CDLL(None).free
    free.argtypes = [ctypes.c_void_p]
    free(int(ffi.cast("uintptr_t", values[0])))               # what delete[] does (N-TEN-13)
    return found


def number(getter: str, item: Any, ctype: str = "int64_t *") -> int:
    cell = ffi.new(ctype)
    assert getattr(capi, getter)(item, cell) == 0
    return int(cell[0])


def findings() -> list[str]:
    return [finding.id for finding in emulator.report().findings]


def test_only_null_dims_with_a_count_are_refused() -> None:
    """N-TEN-1, N-GEN-4."""
    assert capi.aclCreateTensor(NULL, 1, FLOAT, NULL, 0, ND, [1], 1, NULL) == NULL
    assert capi.aclCreateTensor([1], 1, FLOAT, NULL, 0, ND, NULL, 1, NULL) == NULL
    assert create([2], dtype=-7, format=999, offset=1000) != NULL


def test_contiguous_strides_are_computed() -> None:
    """N-TEN-2, N-TEN-7."""
    assert numbers("aclGetViewStrides", create([2, 3, 4])) == [12, 4, 1]
    assert numbers("aclGetViewStrides", create([2, 0, 4])) == [0, 4, 1]
    assert numbers("aclGetViewStrides", create([2, 3], [7, 2])) == [7, 2]


def test_arrays_are_copied() -> None:
    """N-TEN-3."""
    dims = ffi.new("int64_t[]", [4, 2])
    tensor = capi.aclCreateTensor(dims, 2, FLOAT, NULL, 0, ND, dims, 2, NULL)
    dims[0] = 99
    assert numbers("aclGetViewShape", tensor) == numbers("aclGetStorageShape", tensor) == [4, 2]


def test_zero_dims() -> None:
    """N-TEN-6: one element, no strides."""
    tensor = capi.aclCreateTensor(NULL, 0, FLOAT, NULL, 0, ND, NULL, 0, NULL)
    assert numbers("aclGetViewShape", tensor) == numbers("aclGetViewStrides", tensor) == []


def test_dims_from_25_on_are_lost() -> None:
    """N-TEN-8: they read back as -2**63, and spoil computed strides; given strides survive."""
    emulator.configure(mode="faithful")
    tensor = create([1] * 25 + [5])
    assert numbers("aclGetViewShape", tensor) == [1] * 25 + [LOST]
    assert numbers("aclGetViewStrides", tensor) == [LOST] * 25 + [1]
    assert numbers("aclGetViewStrides", create([1] * 26, list(range(26)))) == list(range(26))
    assert set(findings()) == {"A-STRIDE"}


def test_format_and_type_that_have_no_public_name() -> None:
    """N-TEN-14, N-TEN-10, N-DT-1."""
    for dtype in (5, 14, 15, 18, 26, 28, 31, 32, 42):
        assert number("aclGetDataType", create([1], dtype=dtype), "aclDataType *") == capi.ACL_DT_UNDEFINED
    assert number("aclGetDataType", create([1], dtype=capi.ACL_BF16), "aclDataType *") == capi.ACL_BF16
    assert number("aclGetFormat", create([1], format=capi.ACL_FORMAT_FRACTAL_NZ), "aclFormat *") == 29
    assert number("aclGetFormat", create([1], format=5), "aclFormat *") == capi.ACL_FORMAT_UNDEFINED


@pytest.mark.parametrize("getter", ["aclGetViewShape", "aclGetViewStrides", "aclGetStorageShape"])
def test_getters_refuse_null(getter: str) -> None:
    """N-TEN-13: 161001, silently."""
    Calls()                                                   # messages can be asked for in a context only
    tensor, values, count = create([1]), ffi.new("int64_t **"), ffi.new("uint64_t *")
    for arguments in ((NULL, values, count), (tensor, NULL, count), (tensor, values, NULL)):
        assert getattr(capi, getter)(*arguments) == 161001
    assert Calls.message() == ""


def test_raw_address_has_no_offset() -> None:
    """N-TEN-15."""
    block = ffi.new("char[]", 64)
    tensor, cell = create([2], offset=3, storage=[16]), ffi.new("void **")
    assert capi.aclSetRawTensorAddr(NULL, block) == capi.aclGetRawTensorAddr(NULL, cell) == 161001
    assert capi.aclSetRawTensorAddr(tensor, block) == 0
    assert capi.aclGetRawTensorAddr(tensor, cell) == 0
    assert cell[0] == ffi.cast("void *", block)


def test_init_again() -> None:
    """N-TEN-12: NULL dims keep the shape, NULL data the address."""
    block = ffi.new("char[]", 64)
    tensor, cell = create([4, 2], data=block), ffi.new("void **")
    assert capi.aclInitTensor(NULL, NULL, 0, FLOAT, NULL, 0, ND, NULL, 0, NULL) == 161001
    assert capi.aclInitTensor(tensor, NULL, 3, INT32, NULL, 7, ND, NULL, 3, NULL) == 0
    assert numbers("aclGetViewShape", tensor) == numbers("aclGetStorageShape", tensor) == [4, 2]
    assert number("aclGetViewOffset", tensor) == 7
    assert number("aclGetDataType", tensor, "aclDataType *") == INT32
    assert capi.aclGetRawTensorAddr(tensor, cell) == 0
    assert cell[0] == ffi.cast("void *", block)


def test_scalars() -> None:
    """N-SCA-1, N-SCA-2, N-SCA-5: copied from host memory; types without scalars and NULL give NULL."""
    value = ffi.new("char[16]")
    assert capi.aclCreateScalar(NULL, FLOAT) == NULL
    unsupported = (capi.ACL_COMPLEX32, capi.ACL_INT4, capi.ACL_UINT1, capi.ACL_STRING, capi.ACL_DT_UNDEFINED, 42)
    for dtype in unsupported:
        assert capi.aclCreateScalar(value, dtype) == NULL
        assert "EZ1006" in Calls.message()
    for dtype in (0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 16, 17, 27, *range(34, 42)):
        scalar = capi.aclCreateScalar(value, dtype)
        assert scalar != NULL
        assert capi.aclDestroyScalar(scalar) == 0
    assert capi.aclDestroyScalar(NULL) == 0


@pytest.mark.parametrize(("kind", "values"), [("Int", [1, 2, 3]), ("Float", [1.0, 2.0]), ("Bool", [True])])
def test_arrays(kind: str, values: list[Any]) -> None:
    """N-ARR-1, N-ARR-2: NULL or 0 make an empty array, not NULL."""
    create_array, size = getattr(capi, f"aclCreate{kind}Array"), f"aclGet{kind}ArraySize"
    assert number(size, create_array(values, len(values)), "uint64_t *") == len(values)
    assert number(size, create_array(NULL, 5), "uint64_t *") == number(size, create_array(values, 0), "uint64_t *") == 0
    assert getattr(capi, size)(NULL, ffi.new("uint64_t *")) == 161001
    assert getattr(capi, f"aclDestroy{kind}Array")(NULL) == 0


def test_a_list_destroys_its_elements() -> None:
    """N-LST-1, N-LST-2, N-LST-4."""
    tensors = [create([1]), NULL, create([2])]
    made = capi.aclCreateTensorList(tensors, 3)
    assert number("aclGetTensorListSize", made, "uint64_t *") == 3
    assert capi.aclDestroyTensorList(made) == 0
    assert emulator.report().live == 0
    assert findings() == []
    scalar = capi.aclCreateScalar(ffi.new("float *"), FLOAT)
    scalars = capi.aclCreateScalarList([scalar], 1)
    assert number("aclGetScalarListSize", scalars, "uint64_t *") == 1
    assert capi.aclDestroyScalarList(scalars) == 0
    assert emulator.report().live == 0


def test_element_destroyed_twice() -> None:
    """A-LIST (N-LST-2): destroyed by itself although a list owns it."""
    tensor = create([1])
    made = capi.aclCreateTensorList([tensor], 1)
    assert capi.aclDestroyTensor(tensor) == 0
    assert findings() == ["A-LIST"]
    assert capi.aclDestroyTensorList(made) == 0
    assert emulator.report().live == 0


def test_element_of_two_lists() -> None:
    """A-LIST (N-LST-3)."""
    tensor = create([1])
    capi.aclCreateTensorList([tensor], 1)
    capi.aclCreateTensorList([tensor], 1)
    assert findings() == ["A-LIST"]


def test_destroyed_twice_or_as_another_kind() -> None:
    """A-DBL (N-TEN-16)."""
    tensor = create([1])
    assert capi.aclDestroyTensor(tensor) == 0
    assert findings() == []
    assert capi.aclDestroyTensor(tensor) == 0
    assert findings() == ["A-DBL"]
    scalar = capi.aclCreateScalar(ffi.new("float *"), FLOAT)
    assert capi.aclDestroyTensor(ffi.cast("aclTensor *", scalar)) == 0
    assert findings() == ["A-DBL", "A-DBL"]
    assert "is a scalar, not a tensor" in emulator.report().findings[-1].message


def test_strict_mode_raises_at_the_guilty_call() -> None:
    emulator.configure(mode="strict")
    tensor = create([1])
    capi.aclDestroyTensor(tensor)
    with pytest.raises(emulator.FindingError, match=r"A-DBL.*destroyed before"):
        capi.aclDestroyTensor(tensor)


def test_handles_of_a_former_machine_are_released_silently() -> None:
    tensor = create([1])
    made = capi.aclCreateTensorList([create([1])], 1)
    emulator.reset()
    assert capi.aclDestroyTensor(tensor) == capi.aclDestroyTensorList(made) == 0
    assert findings() == []


def test_negative_numbers_are_a_finding() -> None:
    """A-STRIDE (N-TEN-1): the library takes them."""
    for tensor in (create([-1]), create([2], [-1]), create([2], offset=-1)):
        assert tensor != NULL
    assert findings() == ["A-STRIDE"] * 3


def test_creation_is_safe_for_plain_uses() -> None:
    npu = Calls()
    npu.tensor(np.zeros((3, 4), np.float32), "sliced")
    assert findings() == []


def test_n_arr_1_any_byte_of_a_bool_array_is_taken() -> None:
    """N-ARR-1, N-SCA-3: C code may hand over other bytes than 0 and 1; the array is made all the same."""
    values = ffi.cast("bool *", ffi.new("uint8_t[]", [0, 1, 2, 255]))
    array = capi.aclCreateBoolArray(values, 4)
    count = ffi.new("uint64_t *")
    assert capi.aclGetBoolArraySize(array, count) == 0
    assert count[0] == 4
    assert capi.aclDestroyBoolArray(array) == 0
