"""Symbol -> callable: the one route to any C function, bundled, custom or emulated.

A signature (from the headers) gives the C type, the backend gives the address, `ffi.cast` makes the callable, which
is kept as an attribute of `lib`.  The backend is chosen on first use: nothing is opened before that.
"""
from __future__ import annotations

import os
import threading

from . import _abi
from ._declarations import PHASE1 as PHASE1
from ._declarations import PHASE2 as PHASE2
from ._declarations import add_signatures as add_signatures
from ._declarations import constant as constant
from ._declarations import function_names as function_names
from ._declarations import near as near
from ._declarations import nearest
from ._declarations import operator_names as operator_names
from ._declarations import operator_parameters as operator_parameters
from ._declarations import release_of as release_of
from ._declarations import signature as signature
from ._exceptions import LibraryNotFoundError, UnsupportedError

TYPE_CHECKING = False                          # `typing` would double the time of a star import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Backend(Protocol):
        """Whoever provides the addresses: the vendor's libraries or the emulator."""

        name: str

        @property
        def epoch(self) -> int:
            """Changes when everything that was made before is gone (the emulator's reset)."""

        def describe(self) -> str:
            """What it is, with versions and paths, for error texts."""

        def address(self, function: str, signature: str) -> int:
            """The address of a C function, 0 if there is none."""

        def guard(self, pointer: Any) -> Any:
            """The callable to hand out for a bound pointer: mostly the pointer itself."""

        def share(self, address: int, nbytes: int, device: int) -> Callable[[], None] | None:
            """Let a device use host memory where it is: gives what ends that, or None if the backend cannot."""

ffi = _abi.ffi
CHOICES = ("cann", "emulator", "auto")

_lock = threading.RLock()
_backend: Backend | None = None
_chosen: str | None = None
_last_thread: int | None = None                # the only one that may still call C
_listeners: list[Callable[[], None]] = []


# -- the backend
def use_backend(name: str) -> None:
    """Choose the backend of this process, "cann", "emulator" or "auto", before its first use.

    Overrides PYACL_BACKEND.  Raises ValueError for another name, RuntimeError if another backend is in use already.
    """
    global _chosen
    if name not in CHOICES:
        raise ValueError(f"backend {name!r}: choose one of {', '.join(CHOICES)}")
    with _lock:
        if _backend is not None and name not in (_backend.name, "auto"):
            raise RuntimeError(f"this process already uses the backend {_backend.name!r}: call use_backend({name!r}) "
                               "before the first use of pyacl, or set PYACL_BACKEND")
        _chosen = name


def backend() -> str:
    """"cann" or "emulator": what this process uses.  Opens it on first use (see `use_backend`).

    Raises LibraryNotFoundError if CANN is wanted and not found.
    """
    return current().name


def current() -> Backend:
    """The backend, opened on first use."""
    global _backend
    if _backend is None:
        with _lock:
            if _backend is None:
                _backend = _open(_chosen or os.environ.get("PYACL_BACKEND") or "cann")
    return _backend


def _open(name: str) -> Backend:
    if name not in CHOICES:
        raise ValueError(f"PYACL_BACKEND={name!r}: one of {', '.join(CHOICES)}")
    if name != "emulator":
        from . import _libraries
        try:
            found = _libraries.open_cann()
            rebind()                           # custom operators may have other parameters than was thought before
            return found
        except LibraryNotFoundError:
            if name == "cann":
                raise
    from . import emulator
    from .emulator._provider import provider
    emulator._listeners.append(rebind)
    return provider


def load_library(path: str | os.PathLike[str], *, prefer: bool = False) -> list[str]:
    """Open a custom operator library for this process; it is never closed.

    path    absolute path of the library, such as ".../op_api/lib/libcust_opapi.so"
    prefer  True: its operators take the place of CANN's of the same name; False: CANN's stay

    Headers beside it (`op_api/include/*.h`, else `../include/aclnn*.h`) are read as `load_headers` does; an operator
    that this library runs has the parameters of its own header.  Returns the names that they add.
    Raises ValueError for a relative path; when all is done, ValueError also for signatures that cannot be used;
    FileNotFoundError, OSError with the loader's words if it cannot be opened, LibraryNotFoundError without CANN, and
    UnsupportedError on the emulator.
    """
    from . import _custom, _libraries
    package = _custom.custom_package(path)
    provider = current()
    if not isinstance(provider, _libraries.Cann):
        raise UnsupportedError(f"load_library({str(path)!r}): a custom operator library runs on CANN, this process "
                               f"uses the {provider.describe()}")
    try:
        return _custom.add(provider, package, prefer)
    finally:
        rebind()


def on_rebind(listener: Callable[[], None]) -> None:
    """Call `listener` whenever symbols may resolve differently, so that nobody keeps a stale callable."""
    _listeners.append(listener)


def rebind() -> None:
    """Forget all bound functions: each is bound again on its next use."""
    lib.__dict__.clear()
    for listener in _listeners:
        listener()


# -- binding
def _pointer(function: str, text: str, address: int) -> Any:
    result, _, parameters = text.partition("(")
    return ffi.cast(f"{result}(*)({parameters}", address)


def _bind(function: str) -> Any:
    text = signature(function)
    if text is None:
        raise AttributeError(f"no header declares {function!r}{near(function, function_names())}")
    provider = current()
    address = provider.address(function, text)
    if not address:
        return _missing(function)
    callable_ = provider.guard(_pointer(function, text, address))
    return callable_ if _last_thread is None else _for_last_thread(callable_)


def stop_other_threads() -> None:
    """At exit: any other thread that calls C again stops there for good; it would use what is being torn down."""
    global _last_thread
    _last_thread = threading.get_ident()
    rebind()


def _for_last_thread(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        if threading.get_ident() != _last_thread:
            threading.Event().wait()           # raising would unwind it, and release what the end releases anyway
        return function(*arguments)
    return call


def _missing(function: str) -> Callable[..., Any]:
    """Stands for a symbol that the library lacks: importing and looking at it is fine, calling it is not."""
    def missing(*arguments: Any) -> Any:
        raise UnsupportedError(missing_text(function))
    missing.__name__ = missing.__qualname__ = function
    return missing


def missing_text(function: str) -> str:
    """Why a symbol is missing: which release has it, which one is loaded, which near names that one has."""
    loaded = current().describe()
    operator = function.removesuffix(PHASE1)
    if operator_parameters(operator) is None:
        has = [name for name in nearest(function, list(_abi.FUNCTIONS), 8) if has_function(name)]
    else:
        has = [name for name in nearest(operator, operator_names(), 8) if has_op(name)]
    others = f"; near names that it has: {', '.join(has[:3])}" if has else ""
    release = release_of(function)
    reason = f"{release}; what is loaded lacks it" if release else "is not exported by what is loaded"
    return f"{function} {reason}: {loaded}{others}"


def has_function(name: str) -> bool:
    """Whether the loaded CANN (or the emulated release) exports a C function that the headers declare."""
    text = signature(name)
    return text is not None and bool(current().address(name, text))


def has_op(name: str) -> bool:
    """Whether both phases of an operator, named as in C ("aclnnAdd"), are there."""
    return operator_parameters(name) is not None and has_function(name) and has_function(name + PHASE1)


def library_of(name: str) -> str:
    """The file in which a C function or operator ("aclnnAdd") is called, "" if there is none and on the emulator."""
    from . import _libraries
    provider, text = current(), signature(name)
    if text is None or not isinstance(provider, _libraries.Cann):
        return ""
    return _libraries.file_of(provider.address(name, text))


class Library:
    """The C functions as attributes: raw cffi function pointers, each bound on first access.

    `lib.aclrtMalloc` returns what C returns; nothing is checked or converted.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        function = _bind(name)
        self.__dict__[name] = function
        return function

    def __dir__(self) -> list[str]:
        return sorted(function_names())


lib = Library()
