"""What a tensor keeps of the launches that it came first in: the right objects, not too many, no longer than itself."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import pyacl
from pyacl import Tensor, _kept, aclnn, emulator
from pyacl.emulator._handles import address
from pyacl.emulator._world import world
from pyacl.emulator.nnop.meta import Scalar as MetaScalar

FLOAT, INT32, INT64, DOUBLE, BOOL = 0, 3, 9, 11, 12          # aclDataType
pytestmark = pytest.mark.usefixtures("strict_device")


def live(kind: str) -> int:
    return emulator.report().live_by_kind.get(kind, 0)


def ones(*shape: int, dtype: Any = np.float32) -> Tensor:
    return Tensor.from_numpy(np.ones(shape, dtype))


def read(scalar: Any) -> tuple[int, bytes]:
    """(aclDataType, the bytes) of an aclScalar, as the emulator has it."""
    found = world().handles.get(address(scalar), MetaScalar)
    assert found is not None
    return found.dtype, found.raw


def test_a_number_that_comes_again_is_the_same_scalar() -> None:
    with ones(2) as x, ones(2) as out, pyacl.Stream() as stream:
        for number in (2, 2.5, True, 2, 2.5, True):
            aclnn.add(x, x, number, out, stream=stream)
            stream.synchronize()
            assert out.numpy().tolist() == [1 + float(number)] * 2
        assert live("scalar") == 3
    assert live("scalar") == 0


@pytest.mark.parametrize("numbers", [(1, 1.0, True), (True, 1.0, 1), (0.0, 0, False), (1.0, True, 1)])
def test_equal_numbers_of_other_classes_are_other_scalars(numbers: tuple[Any, ...]) -> None:
    codes = {int: INT64, float: FLOAT, bool: BOOL}
    with ones(2) as x:
        for _ in range(2):
            assert [read(_kept.scalar(number, x))[0] for number in numbers] == [codes[type(n)] for n in numbers]


def test_the_sign_of_zero_is_kept() -> None:
    with ones(2) as x:
        for number in (0.0, -0.0, 0.0, -0.0):
            assert read(_kept.scalar(number, x)) == (FLOAT, np.float32(number).tobytes())
        assert live("scalar") == 2


def test_numbers_take_their_type_from_the_tensor() -> None:
    with ones(2, dtype=np.float64) as wide, ones(2, dtype=np.int32) as whole:
        assert read(_kept.scalar(0.1, wide)) == (DOUBLE, np.float64(0.1).tobytes())
        assert read(_kept.scalar(7, whole)) == (INT32, np.int32(7).tobytes())
        assert read(_kept.scalar(2**40, whole)) == (INT64, np.int64(2**40).tobytes())


def test_infinities_and_not_a_number_are_scalars_too() -> None:
    with ones(2) as x:
        for number in (math.inf, -math.inf, math.nan):
            assert read(_kept.scalar(number, x)) == (FLOAT, np.float32(number).tobytes())


@pytest.mark.parametrize(("kind", "values"), [
    ("int array", [1, True]), ("int array", (1.0, 2.0)), ("bool array", [True, 1]), ("float array", [1.0, 2]),
    ("float array", [1.0, -0.0]), ("int array", "12"), ("scalar", "1"), ("scalar", np.float32(1)), ("scalar", 1e39),
])
def test_what_is_not_plain_is_left_to_the_general_route(kind: str, values: Any) -> None:
    """`[1, True]` must not find the array of `[1, 1]`, which is refused or another one there."""
    with ones(2) as x:
        plain = {"int array": (1, 1), "bool array": (True, True), "float array": (1.0, 2.0), "scalar": 1.0}[kind]
        _, make = _kept.MAKERS[kind]
        assert make(plain, x) is make(plain, x)
        with pytest.raises(TypeError):
            make(values, x)


def test_lists_of_ints_are_kept_by_value() -> None:
    with ones(2, 3) as x, Tensor.empty((3, 2), "float32") as out, pyacl.Stream() as stream:
        for _ in range(3):
            aclnn.permute(x, [1, 0], out, stream=stream)
            aclnn.permute(x, (1, 0), out, stream=stream)
        assert live("int array") == 1
        stream.synchronize()
    assert live("int array") == 0


def test_a_tensor_keeps_the_latest_only() -> None:
    with ones(2) as x, ones(2) as out, pyacl.Stream() as stream:
        for number in range(3 * _kept.KEPT):
            aclnn.add(x, x, number, out, stream=stream)
        assert live("scalar") == _kept.KEPT
        first = x._kept[3 * _kept.KEPT - 1, int]
        aclnn.add(x, x, 3 * _kept.KEPT - 1, out, stream=stream)
        assert x._kept[3 * _kept.KEPT - 1, int] is first
        stream.synchronize()
        assert out.numpy().tolist() == [3 * _kept.KEPT] * 2


def test_a_list_of_tensors_is_kept_by_its_tensors() -> None:
    with ones(2) as x, ones(2) as y, Tensor.empty((4,), "float32") as out, pyacl.Stream() as stream:
        for _ in range(3):
            aclnn.cat([x, y], 0, out, stream=stream)
        assert live("tensor list") == 1
        aclnn.cat([x, x], 0, out, stream=stream)
        aclnn.cat([y, x], 0, out, stream=stream)
        assert live("tensor list") == 3
        stream.synchronize()
    assert (live("tensor list"), live("tensor")) == (0, 0)


def test_a_list_never_shows_a_tensor_that_is_gone() -> None:
    """Descriptors and memory get the addresses of those before: the list must be another one all the same."""
    with ones(2) as x, Tensor.empty((4,), "float32") as out, pyacl.Stream() as stream:
        for number in range(20):
            with Tensor.from_numpy(np.full(2, number, np.float32)) as y:
                aclnn.cat([x, y], 0, out, stream=stream)
                stream.synchronize()
                assert out.numpy().tolist() == [1, 1, number, number]
        assert live("tensor list") <= _kept.KEPT


def test_a_closed_tensor_in_a_list_is_refused() -> None:
    with ones(2) as x, Tensor.empty((4,), "float32") as out, pyacl.Stream() as stream:
        y = ones(2)
        aclnn.cat([x, y], 0, out, stream=stream)
        y.close()
        with pytest.raises(ValueError, match="closed"):
            aclnn.cat([x, y], 0, out, stream=stream)
        stream.synchronize()


def test_an_empty_list_and_an_operator_without_tensors_go_the_general_way() -> None:
    with Tensor.empty((0,), "float32") as out, pyacl.Stream() as stream:
        with pytest.raises(pyacl.AclError, match="aclnnCat"):
            aclnn.cat([], 0, out, stream=stream)
        aclnn.inplace_zero(out, stream=stream)
        stream.synchronize()
