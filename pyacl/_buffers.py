"""Host memory at the border: NumPy arrays and other buffers as C pointers, checked before any C call."""
from __future__ import annotations

from . import _abi
from ._c_function import CFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Callable
    from typing import Any, SupportsIndex

    HandleLike = SupportsIndex | ctypes.c_void_p | ctypes._Pointer[Any]     # and pointers of cffi, which have no type

    Converter = Callable[[Any], Any]

ffi = _abi.ffi
CData = ffi.CData
BYTES = ffi.typeof("char[]")


def pointer_to(buffer: Any, *, writable: bool, what: str) -> Any:
    """A `char *` cdata over the memory of a buffer, which it keeps alive.

    Raises TypeError for what is no buffer or is read-only although C writes there, ValueError for memory that is not
    contiguous.
    """
    try:
        return ffi.from_buffer(BYTES, buffer, require_writable=writable)
    except BufferError:
        raise TypeError(f"{what}: C writes here, but this {type(buffer).__name__} is read-only") from None
    except TypeError:
        address = " (an address is ctypes.c_void_p(address))" if isinstance(buffer, int) else ""
        raise TypeError(f"{what}: expected a C pointer, a NumPy array or another buffer, not "
                        f"{type(buffer).__name__}{address}") from None
    except ValueError as error:
        if writable and ("not writable" in str(error) or "read-only" in str(error)):
            raise TypeError(f"{what}: C writes here, but this {type(buffer).__name__} is read-only") from None
        raise ValueError(f"{what}: the memory must be contiguous (numpy.ascontiguousarray makes it so)") from None


def c_pointer(value: Any) -> Any:
    """A pointer of C as one of cffi: of cffi, or of ctypes (a c_void_p, a POINTER(...)); None for anything else.

    A ctypes pointer is a buffer, too: of its own eight bytes, which nobody means.
    """
    if isinstance(value, CData):
        return value
    if hasattr(value, "_b_base_"):
        import ctypes
        if isinstance(value, (ctypes.c_void_p, ctypes.c_char_p, ctypes._Pointer)):
            return ffi.cast("void *", ctypes.cast(value, ctypes.c_void_p).value or 0)
    return None


def handle_pointer(c_type: str, handle: HandleLike, *, null: bool = True) -> Any:
    """A handle of somebody else as a C pointer: an integer, a pointer of ctypes (c_void_p) or of cffi.

    Raises TypeError for anything else, ValueError for what is no address, and for NULL if that is none (`null`).
    """
    pointer = ffi.cast(c_type, handle if isinstance(handle, CData) else _address(handle))
    if not (pointer or null):
        raise ValueError(f"handle {handle!r}: NULL is no {'memory' if c_type == 'void *' else c_type.rstrip(' *')}")
    return pointer


def _address(handle: Any) -> int:
    kind = type(handle).__name__
    if hasattr(handle, "_b_base_"):                        # of ctypes
        import ctypes
        try:
            handle = ctypes.cast(handle, ctypes.c_void_p).value or 0
        except ctypes.ArgumentError:
            handle = None                                  # a number, a struct
    if isinstance(handle, bool) or not hasattr(handle, "__index__"):
        raise TypeError(f"a handle is an address: an int, a ctypes.c_void_p or a C pointer, not {kind}")
    number = int(handle.__index__())
    if not 0 <= number < 1 << 64:
        raise ValueError(f"handle {number:#x}: no address")
    return number


def _host_memory(what: str, *, writable: bool) -> Converter:
    def convert(value: Any) -> Any:
        pointer = c_pointer(value)
        return pointer_to(value, writable=writable, what=what) if pointer is None else pointer
    return convert


def _elements(what: str, ctype: str, formats: str) -> Converter:
    """Elements of one C type: a list or tuple goes to cffi as it is, a buffer must hold that very type."""
    size = ffi.sizeof(ctype)

    def convert(value: Any) -> Any:
        pointer = c_pointer(value)
        if pointer is not None:
            return value if pointer is value else ffi.cast(f"{ctype} *", pointer)
        if isinstance(value, (list, tuple)):
            return value
        try:
            view = memoryview(value)
        except TypeError:
            raise TypeError(f"{what}: expected a list, a {ctype} pointer or an array of {ctype}, not "
                            f"{type(value).__name__}") from None
        if view.itemsize != size or view.format.lstrip("@=<") not in formats:
            raise TypeError(f"{what}: expected elements of {ctype}, not of format {view.format!r}")
        return ffi.cast(f"{ctype} *", pointer_to(value, writable=False, what=what))
    return convert


# The few functions whose parameters are host memory: index of the parameter -> what it may also be.
_COPY = {0: _host_memory("dst", writable=True), 2: _host_memory("src", writable=False)}
HOST_MEMORY: dict[str, dict[int, Converter]] = {
    "aclrtMemcpy": _COPY,
    "aclrtMemcpyAsync": _COPY,
    "aclrtMemcpyAsyncWithCondition": _COPY,
    "aclrtMemcpy2d": _COPY,
    "aclrtMemcpy2dAsync": _COPY,
    "aclrtMemset": {0: _host_memory("devPtr", writable=True)},
    "aclrtHostRegister": {0: _host_memory("ptr", writable=True)},
    "aclrtHostRegisterV2": {0: _host_memory("ptr", writable=True)},
    "aclrtHostUnregister": {0: _host_memory("ptr", writable=False)},
    "aclCreateScalar": {0: _host_memory("value", writable=False)},
    "aclCreateIntArray": {0: _elements("value", "int64_t", "lq")},
    "aclCreateFloatArray": {0: _elements("value", "float", "f")},
    "aclCreateBoolArray": {0: _elements("value", "bool", "?")},
}


class HostFunction(CFunction):
    # One of the few functions above: a callable that also takes buffers.  `pointer` is the raw cffi pointer, `int(f)`
    # its address, so that `ffi.cast("uintptr_t", f)` works as for the others.

    __slots__ = ("_converters", "pointer")
    __doc__ = CFunction.__doc__              # what help shows of the C function

    def __init__(self, name: str, pointer: Callable[..., Any], converters: dict[int, Converter]) -> None:
        super().__init__(name)
        self.pointer, self._converters = pointer, converters

    def __call__(self, *arguments: Any) -> Any:
        converted = list(arguments)
        for index, convert in self._converters.items():
            if index < len(converted):
                converted[index] = convert(converted[index])     # alive until the call has returned
        return self.pointer(*converted)

    def __int__(self) -> int:
        return int(ffi.cast("uintptr_t", self.pointer))


def adapt(function: str, raw: Callable[..., Any]) -> Callable[..., Any]:
    """The raw pointer, or for one of the few above a callable that also takes buffers."""
    converters = HOST_MEMORY.get(function)
    return raw if converters is None else HostFunction(function, raw, converters)
