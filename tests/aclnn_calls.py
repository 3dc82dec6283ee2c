"""Operators called as a C program calls them, for the tests: tensors from arrays, both phases, results as arrays."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from pyacl import capi

ffi = capi.ffi

ACL = {np.dtype(name): number for name, number in {
    "float32": 0, "float16": 1, "int8": 2, "int32": 3, "uint8": 4, "int16": 6, "uint16": 7, "uint32": 8, "int64": 9,
    "uint64": 10, "float64": 11, "bool": 12, "complex64": 16, "complex128": 17}.items()}
ACL[np.dtype(ml_dtypes.bfloat16)] = 27
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)


@dataclass
class Made:
    """What a tensor was made of; strides and offset count elements."""

    block: Any
    nbytes: int
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    strides: list[int] | None
    offset: int


class Calls:
    """A device with one stream, and everything that was made on it."""

    def __init__(self, device: int = 0) -> None:
        assert capi.aclInit(ffi.NULL) in (0, 100002)
        assert capi.aclrtSetDevice(device) == 0
        self.stream = self._out("aclrtStream *", capi.aclrtCreateStream)
        self.made: dict[Any, Made] = {}

    @staticmethod
    def _out(ctype: str, function: Any, *arguments: Any) -> Any:
        cell = ffi.new(ctype)
        assert function(cell, *arguments) == 0
        return cell[0]

    def memory(self, array: np.ndarray[Any, Any]) -> Any:
        """A device block of exactly the array's bytes, with the array in it."""
        flat = np.ascontiguousarray(array)
        if not flat.nbytes:
            return ffi.NULL
        block = self._out("void **", capi.aclrtMalloc, flat.nbytes, 0)
        assert capi.aclrtMemcpy(block, flat.nbytes, ffi.from_buffer(flat.view(np.uint8).reshape(-1)), flat.nbytes,
                                capi.ACL_MEMCPY_HOST_TO_DEVICE) == 0
        return block

    def tensor(self, array: Any, layout: str = "contiguous") -> Any:
        """An aclTensor with the array's elements, laid out contiguous, transposed or sliced (with gaps)."""
        array = np.asarray(array)
        if layout == "contiguous" or array.ndim == 0:
            base, strides, offset = np.ascontiguousarray(array), None, 0
        elif layout == "transposed":
            base = np.ascontiguousarray(array.T)
            strides, offset = [s // array.itemsize for s in base.T.strides], 0
        else:
            base = np.zeros([size * 2 + 1 for size in array.shape], array.dtype)
            view = base[tuple(slice(1, None, 2) for _ in array.shape)]
            view[...] = array
            strides = [s // array.itemsize for s in view.strides]
            offset = sum(s // array.itemsize for s in base.strides)
        return self.describe(self.memory(base), base, array.shape, strides, offset)

    def describe(self, block: Any, base: np.ndarray[Any, Any], shape: Any, strides: Any = None, offset: int = 0,
                 dtype: int | None = None) -> Any:
        """An aclTensor over a block that holds `base`."""
        number = ACL[base.dtype] if dtype is None else dtype
        tensor = capi.aclCreateTensor(list(shape), len(shape), number, ffi.NULL if strides is None else strides, offset,
                                      capi.ACL_FORMAT_ND, list(base.shape), base.ndim, block)
        assert tensor
        self.made[tensor] = Made(block, base.nbytes, base.dtype, tuple(shape), strides, offset)
        return tensor

    def empty(self, shape: Any, dtype: Any, layout: str = "contiguous") -> Any:
        return self.tensor(np.zeros(shape, dtype), layout)

    def scalar(self, value: Any, dtype: Any) -> Any:
        dtype = np.dtype(dtype)
        raw = np.asarray(value).astype(dtype).tobytes()
        made = capi.aclCreateScalar(ffi.from_buffer(raw), ACL[dtype])
        assert made
        return made

    def read(self, tensor: Any) -> np.ndarray[Any, Any]:
        """The elements of a tensor that `tensor` or `empty` made."""
        made = self.made[tensor]
        if 0 in made.shape:
            return np.zeros(made.shape, made.dtype)
        flat = self.base(tensor).view(made.dtype)
        if made.strides is None:
            return flat.reshape(made.shape)
        size = made.dtype.itemsize
        return np.ndarray(made.shape, made.dtype, flat, made.offset * size, [s * size for s in made.strides]).copy()

    def base(self, tensor: Any) -> np.ndarray[Any, Any]:
        """All bytes of the block behind a tensor."""
        made = self.made[tensor]
        raw = np.zeros(made.nbytes, np.uint8)
        if made.nbytes:
            assert capi.aclrtMemcpy(ffi.from_buffer(raw), made.nbytes, made.block, made.nbytes,
                                    capi.ACL_MEMCPY_DEVICE_TO_HOST) == 0
        return raw

    def prepare(self, operator: str, *arguments: Any) -> tuple[int, int, Any]:
        """Phase 1: its code, the workspace size (77 if untouched) and the executor (NULL if untouched)."""
        size, executor = ffi.new("uint64_t *", 77), ffi.new("aclOpExecutor **")
        code = getattr(capi, operator + "GetWorkspaceSize")(*arguments, size, executor)
        return code, size[0], executor[0]

    def workspace(self, size: int) -> Any:
        return self._out("void **", capi.aclrtMalloc, size, 0) if size else ffi.NULL

    def run(self, operator: str, *arguments: Any) -> int:
        """Both phases and a synchronise; the first code that is not 0."""
        code, size, executor = self.prepare(operator, *arguments)
        if code:
            return code
        block = self.workspace(size)
        code = getattr(capi, operator)(block, size, executor, self.stream) or self.synchronize()
        if size:
            capi.aclrtFree(block)
        return code

    def synchronize(self) -> int:
        code: int = capi.aclrtSynchronizeStream(self.stream)
        return code

    @staticmethod
    def message() -> str:
        """What aclGetRecentErrMsg says."""
        text = capi.aclGetRecentErrMsg()
        return ffi.string(text).decode() if text else ""
