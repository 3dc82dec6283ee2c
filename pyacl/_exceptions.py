"""The exception classes; `errors` makes them out of return codes."""
from __future__ import annotations


class AclError(RuntimeError):
    """A C function returned a failing code.

    code      the number that C returned
    name      its name, such as "ACL_ERROR_RT_CONTEXT_NULL" ("" if no release names it)
    function  the C function
    detail    the vendor's text of `aclGetRecentErrMsg` ("" if there is none).  CANN puts all failures of the thread
              that nobody has read into one text: the first lines may be of an earlier call through `capi`

    Out of memory is also a MemoryError, a bad argument also a ValueError, a time-out also a TimeoutError.
    """

    code: int
    name: str
    function: str
    detail: str

    def __init__(self, message: str, *, code: int = 0, name: str = "", function: str = "", detail: str = "") -> None:
        super().__init__(message)
        self.code, self.name, self.function, self.detail = code, name, function, detail


class AclMemoryError(AclError, MemoryError):
    """Out of device or host memory (200000, 207001, 207018, 245000)."""


class AclArgumentError(AclError, ValueError):
    """A bad argument (100000, 107000, 107001, 161001, 161002, ...)."""


class AclTimeoutError(AclError, TimeoutError):
    """A wait ran out of time (107019, 507046, 507047, ...)."""


class UnsupportedError(NotImplementedError):
    """The loaded CANN lacks the function or operator; the text names the release that has it."""


class LibraryNotFoundError(OSError):
    """No CANN that can be used: the text says which case it is, lists every place that was tried, and what to do.

    fix  one command that mends it
    """

    fix: str = ""


class AclWarning(UserWarning):
    """A failure that cannot be raised, for example one in a finalizer."""


for _class in (AclError, AclMemoryError, AclArgumentError, AclTimeoutError, UnsupportedError, LibraryNotFoundError,
               AclWarning):
    _class.__module__ = "pyacl.errors"         # where they are public, and how a traceback should show them
