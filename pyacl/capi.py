"""Every C function, enum member and constant under its C name, plus `ffi` and `NULL`.

    from pyacl.capi import *

    ret = aclInit(NULL)
    stream = ffi.new("aclrtStream *")
    ret = aclrtCreateStream(stream)

Functions take what cffi takes: bytes for `char *`, lists for `int64_t *`, `ffi.new("void **")` for an out parameter.
The few whose parameters are host memory (copies, scalars, arrays) also take NumPy arrays and other buffers, and refuse
a read-only one as a target; memory of an asynchronous copy must live until the stream has passed, as in C.  They return
what C returns: nothing is checked, nothing is raised, but a function that the library lacks raises `UnsupportedError`.

`capi.f` is the raw cffi function pointer, bound on first access; for those few it is a callable over it, whose
`pointer` is the raw one (`pyacl.lib` has the raw pointers of all).  A star import opens no library: its names bind on
their first call, and `help` and `inspect.signature` show their C declaration, for which a raw pointer has no room.
"""
from __future__ import annotations

from . import _abi, _lib
from ._buffers import adapt
from ._c_function import CFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

ffi = _abi.ffi
NULL = ffi.NULL
globals().update(_abi.CONSTANTS)


class Function(CFunction):
    # A C function by name, as a star import gives it: binds on its first call.
    __slots__ = ("_call",)
    __doc__ = CFunction.__doc__              # what help shows of the C function

    def __init__(self, name: str) -> None:
        self.__name__ = name                 # not by way of super(): a star import makes thousands
        self._call: Any = None

    def __call__(self, *arguments: Any) -> Any:
        call = self._call
        if call is None:
            call = self._call = _bound(self.__name__)
        return call(*arguments)

    def __int__(self) -> int:
        """The address, as of a raw pointer."""
        return int(ffi.cast("uintptr_t", _bound(self.__name__)))


def _bound(name: str) -> Any:
    return adapt(name, getattr(_lib.lib, name))


class _StarNames:
    """`__all__`.  A star import reads it by index and takes each name from the module right after.

    That is what tells it from `capi.f`: the name that was just read is handed out as a `Function`, which opens no
    library; any other access binds at once.
    """

    def __init__(self, names: list[str]) -> None:
        self._names = names
        self.given = ""

    def __getitem__(self, index: int) -> str:
        self.given = ""
        self.given = self._names[index]
        return self.given

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


# "None" is a C constant too (an enum member of one operator header); Python cannot import it, `getattr` can read it.
_star_names = _StarNames(["NULL", "ffi", *(n for n in _abi.CONSTANTS if n != "None"), *_lib.function_names()])
__all__ = _star_names  # type: ignore[misc]
_lazy: dict[str, Function] = {}


def __getattr__(name: str) -> Any:
    if name == _star_names.given:
        function = _lazy.get(name)
        if function is None:
            function = _lazy[name] = Function(name)
        return function
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if _lib.signature(name) is None:
        known = [*_abi.CONSTANTS, *_lib.function_names()]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_lib.near(name, known)}")
    function = globals()[name] = _bound(name)
    return function


def __dir__() -> list[str]:
    return sorted({"NULL", "ffi", *_abi.CONSTANTS, *_lib.function_names()})


def _unbind() -> None:
    for name in _lib.function_names():
        globals().pop(name, None)
    for function in list(_lazy.values()):                  # another thread may name a new one meanwhile
        function._call = None


_lib.on_rebind(_unbind)
