"""Formats: aclFormat codes by name, and which of them say where an element is by strides."""
from __future__ import annotations

from typing import Any

from . import _abi, _declarations
from ._layout import integer

ND = _declarations.constant("ACL_FORMAT_ND")
# "NCHW" -> code (one name of the enum, ACL_FRACTAL_Z_3D, lacks the FORMAT).
FORMATS = {name.removeprefix("ACL_").removeprefix("FORMAT_"): code for name, code in _abi.CONSTANTS.items()
           if isinstance(code, int) and code >= 0 and name.startswith(("ACL_FORMAT_", "ACL_FRACTAL_"))}
FORMAT_NAMES = {code: name for name, code in FORMATS.items()}
# The others are blocked layouts, for which strides mean nothing (N-VIEW-3).
PLAIN = frozenset(FORMATS[name] for name in ("NCHW", "NHWC", "ND", "HWCN", "NDHWC", "NCDHW", "NC", "NCL"))


def format_code(format: Any) -> int:
    """The code of a name ("NCHW", "ACL_FORMAT_NCHW") or code; None is ND.  ValueError for another."""
    if format is None:
        return ND
    code: int | None
    if isinstance(format, str):
        code = FORMATS.get(format.removeprefix("ACL_").removeprefix("FORMAT_"))
    else:
        code = integer(format, "format")
    if code is None or code not in FORMAT_NAMES:
        raise ValueError(f"format {format!r}: one of {', '.join(FORMATS)}")
    return code
