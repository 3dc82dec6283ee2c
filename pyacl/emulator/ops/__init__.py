"""The operators that compute, as tables.

A family is a module with a `TABLE`: a tuple of rows.  A row says for one formula under which C names it is known
(`names`, its in-place, scalar and V2 twins among them) and how a call becomes a `Plan`: `row.plan(call)` makes the
checks of phase 1 in the order of the documents, each a function of `checks`, and gives the kernel, a function of NumPy
arrays that writes into its outputs.  Everything else is common to all operators: decoding of the C arguments
(`nnop.decode`), executors and caching (`nnop.phases`), memory (`nnop.launch`), and conversions (`nnop.arrays`).

To add an operator:

1. Find its family's module, or write one and name it in `_FAMILIES`.
2. If there is a row class for its kind (`pointwise.Pointwise` for formulas of one element of each tensor and of
   constants), add one line to the `TABLE`: C names, formula, the data types of the page (`kinds` has the usual lists),
   and where the page differs from the default, the rules for types and shapes, constants, and parts without it.
3. Else write a row class: a frozen dataclass with `names` and `plan`.  Take the checks from `checks`, the types from
   `promotion`; refuse with what was expected and what came.
4. Kernels get arrays as they lie in memory, possibly strided, of the tensor's own type.  They compute in
   `arrays.compute_type`, small floats in float32, and end with `out[...] = arrays.convert(result, dtype)`.
   They never touch memory but these arrays; bad data is a `KernelError`.
5. `python -m pyacl.emulator.ops` brings the index up to date, from which one operator finds its family.
"""
from __future__ import annotations

import importlib
from functools import cache

from .call import Call, Row

__all__ = ["Call", "Row", "catalogue", "names_by_family", "row_of"]

_FAMILIES = ("activation_gradients", "activations", "arithmetic", "assignments", "binary", "bitwise", "comparisons",
             "control", "conversion", "creation", "divisions", "folds", "foreach", "fused_matmul", "gated", "grouped",
             "histograms", "joining", "losses", "matmul", "norms", "optimizers", "order_statistics", "parametric",
             "powers", "products", "reductions", "scans", "segments", "shapes", "softmax", "ternary", "training",
             "unary")


def names_by_family() -> dict[str, list[str]]:
    """Family -> the C names that its table serves; imports all families."""
    return {family: [name for row in _table(family) for name in row.names] for family in _FAMILIES}


@cache
def catalogue() -> dict[str, Row]:
    """C name -> row, of every operator that computes; imports all families."""
    rows: dict[str, Row] = {}
    for family in _FAMILIES:
        for row in _table(family):
            for name in row.names:
                if name in rows:
                    raise RuntimeError(f"{name} is in two tables")
                rows[name] = row
    return rows


@cache
def row_of(operator: str) -> Row | None:
    """The row of an operator, None if it does not compute.  Imports only its own family if the index knows it."""
    family = _families().get(operator)
    rows = _table(family) if family in _FAMILIES else ()
    return next((row for row in rows if operator in row.names), None) or catalogue().get(operator)


def _table(family: str | None) -> tuple[Row, ...]:
    table: tuple[Row, ...] = importlib.import_module(f"{__name__}.{family}").TABLE
    return table


@cache
def _families() -> dict[str, str]:
    """C name -> family, from the index."""
    from ._index import FAMILY_NAMES
    return {name: family for family, names in FAMILY_NAMES.items() for name in names.split()}
