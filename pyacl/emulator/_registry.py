"""The C functions that the emulator implements: C name -> Python function.

An implementation takes the cffi arguments of the C signature, in order, and returns what C returns.  To refuse a call
it raises `Refusal`; the code, the error text and the last-error bookkeeping are then settled in one place.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Implementation = Callable[..., Any]
F = TypeVar("F", bound=Implementation)

IMPLEMENTATIONS: dict[str, Implementation] = {}


class Refusal(Exception):
    """A C function answers with a failing code.

    code     what the function returns
    token    class of the message that `aclGetRecentErrMsg` shows ("EE1003"), "" for no message
    text     the sentence behind the token
    layer    "acl" leaves the thread's last error alone (R-ABI-6), "runtime" sets it, "aclnn" does not
    finding  id of the finding that the refused call is as well, "" for none
    """

    def __init__(self, code: int, text: str = "", *, token: str = "", layer: str = "runtime",
                 finding: str = "") -> None:
        super().__init__(f"{code} {text}")
        self.code, self.text, self.token, self.layer, self.finding = code, text, token, layer, finding


def c_function(*names: str) -> Callable[[F], F]:
    """Register an implementation under its C name (or several names of one function)."""
    def register(implementation: F) -> F:
        for name in names:
            if name in IMPLEMENTATIONS:
                raise RuntimeError(f"{name} is implemented twice")
            IMPLEMENTATIONS[name] = implementation
        return implementation
    return register
