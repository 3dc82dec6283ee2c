"""Sets of data types that many pages list, and lists that differ between parts.

A list is a set, or a mapping from the generation of a part (`profile.soc.generation`) to its set, with `OTHERS` for the
rest; `checks.supported` reads both, and drops BF16 where the part has none.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping

from ..nnop.dtypes import (
    BF16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
)

Kinds = Collection[int] | Mapping[str, Collection[int]]
OTHERS = ""
BEFORE_910B = ("910", "310P")
BEFORE_950 = (*BEFORE_910B, "910B", "910_93")

FLOATS = frozenset((FLOAT, FLOAT16, BF16))
REALS = FLOATS | {DOUBLE}
REALS_WITHOUT_BF16 = REALS - {BF16}
COMPLEX = frozenset((COMPLEX64, COMPLEX128))
NUMBERS = REALS | COMPLEX                          # real or complex, not whole
WHOLE = frozenset((INT8, INT16, INT32, INT64, UINT8))
LOGICAL = WHOLE | {BOOL}
ORDERED = REALS | LOGICAL                           # all but complex numbers and the larger unsigned ones
ANY = ORDERED | COMPLEX
UNSIGNED = frozenset((UINT16, UINT32, UINT64))


def only_on(generation: str, listed: Collection[int], elsewhere: Collection[int]) -> dict[str, Collection[int]]:
    """A list for one generation, and another for all others."""
    return {generation: listed, OTHERS: elsewhere}


def before_910b(listed: Collection[int], newer: Collection[int]) -> dict[str, Collection[int]]:
    """A list for the 910 and the 310P, and another for all newer parts."""
    return {"910": listed, "310P": listed, OTHERS: newer}
