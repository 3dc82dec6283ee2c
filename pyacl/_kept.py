"""C objects of the plain Python values in a launch (numbers, lists), which a tensor beside them keeps for the next one.

Each tensor keeps the aclScalars, arrays and aclTensorLists of launches that it came first in, as it keeps its own
aclTensor: most values come again and again.  They are destroyed with the tensor, the oldest when it keeps too many, and
none before a launch that uses it has returned.

What is not plain (a NumPy number, a number beyond the type, another class) raises TypeError or OverflowError: then the
general route of `_launch`, which knows all cases and names the parameter, takes the call.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ._descriptor import own
from ._encode import BOOL, DOUBLE, FLOAT, INT64, RANGES
from .descriptors import WIDE, array_handle, scalar_handle, tensor_list_handle
from .tensor import Tensor

KEPT = 32                                  # objects that a tensor keeps
LARGEST = 2.0**128 - 2.0**104              # of float32


def _keep(first: Tensor, key: Any, handle: Any, kind: str) -> Any:
    """Let a tensor own an object, which is found again under `key`."""
    owned, kept = own(handle, kind), first._kept
    if kept is None:
        kept = first._kept = {}
    elif len(kept) >= KEPT:
        with suppress(RuntimeError):                   # another thread changes it just now
            kept.pop(next(iter(kept)), None)
    kept[key] = owned
    return owned


def scalar(value: Any, first: Tensor) -> Any:
    """An aclScalar of a bool, int or float (its data type: see `descriptors.scalar_dtype`)."""
    kind = value.__class__
    try:
        if value or kind is not float:
            return first._kept[value, kind]
        return first._kept[repr(value), kind]          # 0.0 and -0.0 would be the same key
    except (KeyError, TypeError):                      # not yet, or it keeps nothing at all
        pass
    if kind is float:
        if first._code in WIDE:
            code = DOUBLE
        elif LARGEST < abs(value) < math.inf:
            raise TypeError
        else:
            code = FLOAT
    elif kind is int:
        code = INT64
        if first._code in RANGES:
            low, high = RANGES[first._code]
            if low <= value <= high:
                code = first._code
    elif kind is bool:
        code = BOOL
    else:
        raise TypeError
    key = value if value or kind is not float else repr(value)
    return _keep(first, (key, kind), scalar_handle(value, code), "Scalar")


def _array(kind: str, element: type) -> Callable[[Any, Tensor], Any]:
    def array(values: Any, first: Tensor) -> Any:
        if values.__class__ is list:
            values = tuple(values)
        elif values.__class__ is not tuple:
            raise TypeError
        for value in values:
            if value.__class__ is not element:         # True, 1 and 1.0 would be the same key
                raise TypeError
        try:
            return first._kept[values, kind]
        except (KeyError, TypeError):
            pass
        if element is float and 0.0 in values:         # so would 0.0 and -0.0
            raise TypeError
        return _keep(first, (values, kind), array_handle(kind, values), kind)
    return array


def tensor_list(tensors: tuple[Any, ...]) -> Any:
    """The aclTensorList of open tensors, at least one, with descriptors of its own (N-LST-2).

    Its key are the descriptors of the tensors: while it is kept they are, too, and no other tensor can have them.
    """
    first = tensors[0]
    try:
        return first._kept[tuple([tensor._h for tensor in tensors])]
    except (KeyError, TypeError):
        pass
    key = tuple([tensor._descriptor() for tensor in tensors])
    return _keep(first, key, tensor_list_handle(tensors), "TensorList")


# Kind of parameter -> (class that may be passed instead, function that gives one for a value beside a tensor).
MAKERS: dict[str, tuple[str, Callable[[Any, Tensor], Any]]] = {
    "scalar": ("Scalar", scalar),
    "int array": ("IntArray", _array("IntArray", int)),
    "float array": ("FloatArray", _array("FloatArray", float)),
    "bool array": ("BoolArray", _array("BoolArray", bool)),
}
