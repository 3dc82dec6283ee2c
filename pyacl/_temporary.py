"""C objects that live for one launch, made the quick way: from plain Python values, which is nearly always.

What is not plain (a NumPy number, a number beyond the type, another class) raises TypeError or OverflowError: then the
general route of `_launch`, which knows all cases and names the parameter, takes the call.
"""
from __future__ import annotations

from typing import Any

from . import _lib
from ._descriptor import destroy, failed, refused
from ._encode import BOOL, DOUBLE, FLOAT, INT64, RANGES
from .descriptors import WIDE, bool_array_handle, float_array_handle
from .dtypes import dtype_name
from .tensor import Tensor, c_array, c_arrays

ffi, lib = _lib.ffi, _lib.lib
LARGEST = 2.0**128 - 2.0**104              # of float32
_TENSORS = ffi.typeof("aclTensor *[]")
_SLOT_TYPES = {code: ffi.typeof(f"{dtype_name(code)}_t *") for code in RANGES} | {
    FLOAT: ffi.typeof("float *"), DOUBLE: ffi.typeof("double *"), BOOL: ffi.typeof("bool *")}
_slots: dict[int, list[Any]] = {code: [] for code in _SLOT_TYPES}      # free memory for a value; C copies it at once

Made = tuple[str, Any, Any, Any]           # kind, C's destroy function, handle, what was made before (None: nothing)


def scalar(value: Any, beside: int) -> Any:
    """An aclScalar of a bool, int or float, beside a tensor of an `aclDataType` (see `descriptors.scalar_dtype`)."""
    kind = value.__class__
    if kind is float:
        if beside in WIDE:
            code = DOUBLE
        elif -LARGEST <= value <= LARGEST:
            code = FLOAT
        else:
            raise TypeError
    elif kind is int:
        code = INT64
        if beside in RANGES:
            low, high = RANGES[beside]
            if low <= value <= high:
                code = beside
    elif kind is bool:
        code = BOOL
    else:
        raise TypeError
    free = _slots[code]
    slot = free.pop() if free else ffi.new(_SLOT_TYPES[code])
    slot[0] = value
    handle = lib.aclCreateScalar(slot, code)
    free.append(slot)
    if not handle:
        raise refused("aclCreateScalar", f"{dtype_name(code)} of {value!r}")
    return handle


def int_array(values: Any) -> Any:
    """An aclIntArray of a list or tuple of ints."""
    if values.__class__ is list:
        values = tuple(values)
    elif values.__class__ is not tuple:
        raise TypeError
    for value in values:
        if value.__class__ is not int:     # True and 1.0 would find the entry of 1
            raise TypeError
    try:
        elements = c_arrays[values]
    except KeyError:
        elements = c_array(values)
    handle = lib.aclCreateIntArray(elements, len(values))
    if not handle:
        raise refused("aclCreateIntArray", repr(values))
    return handle


def tensor_list(tensors: tuple[Any, ...]) -> Any:
    """An aclTensorList with an aclTensor of its own for each tensor; until it exists they are destroyed here."""
    elements = []
    try:
        for tensor in tensors:
            if tensor.__class__ is not Tensor:
                raise TypeError
            elements.append(tensor._create())
        handle = lib.aclCreateTensorList(ffi.new(_TENSORS, elements) if elements else ffi.NULL, len(elements))
        if not handle:
            raise refused("aclCreateTensorList", repr(tensors))
        return handle
    except BaseException:
        for element in elements:
            destroy("Tensor", element)
        raise


def release(made: Made | None) -> None:
    """Destroy what was made for a launch."""
    while made is not None:
        kind, function, handle, made = made
        code = function(handle)
        if code:
            failed(code, "aclDestroy" + kind)


# Kind of parameter -> (class that may be passed instead, function that makes one, further arguments of it).
MAKERS = {
    "tensor list": ("TensorList", tensor_list, ""),
    "scalar": ("Scalar", scalar, ", leading._code"),
    "int array": ("IntArray", int_array, ""),
    "float array": ("FloatArray", float_array_handle, ""),
    "bool array": ("BoolArray", bool_array_handle, ""),
}
