"""Host-side descriptors (aclTensor, aclScalar, arrays, lists): made by C, destroyed once nothing in Python holds them.

The owned handle is cdata with C's destroy function as its destructor.  So whoever is in the middle of a launch keeps
the descriptor it passed, whatever is closed meanwhile.  Nothing is destroyed at the end of the process, in a forked
child, or after the emulated machine that made it is gone.
"""
from __future__ import annotations

import atexit
import ctypes
import os
import warnings
from collections.abc import Callable
from functools import lru_cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from . import _lib
from ._buffers import handle_pointer
from ._handle import address
from ._layout import CACHED, Shape
from .errors import AclError, AclWarning, check, failure, recent_message

if TYPE_CHECKING:
    from ._buffers import HandleLike

ffi, lib = _lib.ffi, _lib.lib
_gc = ffi.gc
D = TypeVar("D", bound="Descriptor")
_INT64S = ffi.typeof("int64_t[]")
c_arrays: dict[Shape, Any] = {}         # dims or strides -> the same as int64_t[], of those seen before


def c_array(values: Shape) -> Any:
    """Dims or strides as int64_t[], to be found in `c_arrays` the next time."""
    if len(c_arrays) >= CACHED:
        c_arrays.clear()
    array = c_arrays[values] = ffi.new(_INT64S, values or (0,))
    return array


class _Era:
    """The time in which descriptors may be destroyed: of one emulated machine, in one process, before its end."""

    def __init__(self) -> None:
        self.lasts = True
        self.epoch = 0
        self.destructors: dict[str, Callable[[Any], None]] = {}

    def end(self) -> None:
        """Destroy nothing more."""
        self.lasts = False

    def destructor(self, kind: str) -> Callable[[Any], None]:
        """What destroys a descriptor of a kind, once its last reference is gone."""
        function = f"aclDestroy{kind}"
        destroy, self.epoch = getattr(lib, function), _lib.current().epoch

        def destructor(handle: Any) -> None:
            if self.lasts:
                code = destroy(handle)
                if code:
                    warnings.warn(str(failure(code, function)), AclWarning, stacklevel=2)
        self.destructors[kind] = destructor
        return destructor


_era = _Era()


def _rebound() -> None:
    global _era
    if _era.destructors and _era.epoch != _lib.current().epoch:
        _era.end()
        _era = _Era()
    _era.destructors.clear()


_lib.on_rebind(_rebound)
atexit.register(lambda: _era.end())                # after the import of _handle, hence before its exit function
os.register_at_fork(after_in_child=lambda: _era.end())


def own(handle: Any, kind: str) -> Any:
    """The same handle, which is now destroyed (by `aclDestroy<kind>`) together with the last reference to it."""
    return _gc(handle, _era.destructors.get(kind) or _era.destructor(kind))


def destroy(kind: str, handle: Any) -> None:
    """Destroy a descriptor that nothing owns; nobody waits for that, so a failure is an AclWarning."""
    function = f"aclDestroy{kind}"
    code = getattr(lib, function)(handle)
    if code:
        warnings.warn(str(failure(code, function)), AclWarning, stacklevel=2)


def refused(function: str, arguments: str) -> AclError:
    """The exception for a create function that returned NULL, with the vendor's text."""
    detail = recent_message()
    text = f"{function} returned NULL\n  {arguments}" + (f"\n  CANN says: {detail}" if detail else "")
    return AclError(text, function=function, detail=detail)


class Descriptor:
    """Base of scalars, arrays and lists: `.handle`, `.closed`, `.close()`, and a context manager."""

    _kind: str
    __slots__ = ("__weakref__", "_h", "_owner")

    _h: Any                     # the typed handle; None once closed
    _owner: Any

    @classmethod
    def from_handle(cls: type[D], handle: HandleLike, *, owner: Any = None) -> D:
        """Stand for a handle of somebody else, which is never destroyed; `owner` is kept alive."""
        self = cls.__new__(cls)
        self._h, self._owner = borrowed(handle, cls._kind), owner
        return self

    def _descriptor(self) -> Any:
        """The typed handle; ValueError once closed."""
        if self._h is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._h

    @property
    def handle(self) -> int:
        """The C handle as an integer.  Raises ValueError once closed."""
        return address(self._descriptor())

    @property
    def closed(self) -> bool:
        """Whether the object was closed."""
        return self._h is None

    def close(self) -> None:
        """Destroy the descriptor, at the latest when the launches that use it right now have returned."""
        self._h = self._owner = None

    def __enter__(self: D) -> D:
        self._descriptor()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


def borrowed(handle: Any, kind: str) -> Any:
    """A handle given as an integer or a C pointer, typed; ValueError for NULL."""
    return handle_pointer(f"acl{kind} *", handle, null=False)


# -- reading a tensor of somebody else
class TensorFacts(NamedTuple):
    """What C tells of an aclTensor; strides and offset in elements, `data` the address of the storage."""

    dtype: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    format: int
    storage: tuple[int, ...]
    data: int


def read_tensor(tensor: Any) -> TensorFacts:
    """Ask C for all that it tells of an aclTensor."""
    return TensorFacts(
        dtype=int(_get("aclGetDataType", tensor, "aclDataType *")),
        shape=_get_dims("aclGetViewShape", tensor), strides=_get_dims("aclGetViewStrides", tensor),
        offset=int(_get("aclGetViewOffset", tensor, "int64_t *")),
        format=int(_get("aclGetFormat", tensor, "aclFormat *")),
        storage=_get_dims("aclGetStorageShape", tensor), data=address(_get("aclGetRawTensorAddr", tensor, "void **")))


def _get(function: str, tensor: Any, out_type: str) -> Any:
    out = ffi.new(out_type)
    check(getattr(lib, function)(tensor, out), function)
    return out[0]


def _get_dims(function: str, tensor: Any) -> tuple[int, ...]:
    values, count = ffi.new("int64_t **"), ffi.new("uint64_t *")
    check(getattr(lib, function)(tensor, values, count), function)
    try:
        return tuple(ffi.unpack(values[0], count[0])) if count[0] else ()
    finally:
        _delete_array()(address(values[0]))


@lru_cache(maxsize=1)
def _delete_array() -> Any:
    """C++'s `operator delete[]`, which frees what those getters allocate (N-TEN-13); no ACL library exports one."""
    for name in (None, "libstdc++.so.6"):
        try:
            delete = ctypes.CDLL(name)._ZdaPv
        except (OSError, AttributeError):
            continue
        delete.argtypes, delete.restype = [ctypes.c_void_p], None
        return delete
    return lambda pointer: None                       # no C++ runtime found: the few bytes are lost
