"""Kernels from binaries are machine code that nothing here can run; what the first layers refuse is refused alike."""
from __future__ import annotations

import os
from typing import Any

from ... import _abi
from .._registry import Refusal, c_function
from .._unsupported import API_NOT_SUPPORTED, unsupported_text
from .context import null

ffi = _abi.ffi


@c_function("aclrtBinaryLoadFromFile")
def load_from_file(path: Any, options: Any, out: Any) -> int:
    """A file that is not there is found out by the second layer, which has cleared the handle by then."""
    if not path or not out:
        raise null("binPath" if not path else "binHandle")
    name = ffi.string(path)
    if not os.path.isfile(name):
        out[0] = ffi.NULL
        raise Refusal(107000, f"{name.decode(errors='replace')} cannot be opened", token="EE1003")
    raise Refusal(API_NOT_SUPPORTED, unsupported_text("aclrtBinaryLoadFromFile"), token="EH9999", layer="acl")
