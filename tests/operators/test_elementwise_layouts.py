"""Every operator of two and three tensors and every comparison, over its types: 0-d and strided tensors give what
contiguous ones give."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from elementwise_pages import PAIRS, SOCS, Page
from harness import Out, argument, machine, repeated, values
from test_elementwise_pages import arguments, home, outputs

from pyacl import emulator

Shape = tuple[int, ...]


def filled(page: Page, part: str, dtype: str, shape: Shape) -> dict[str, Any]:
    """A valid call with random tensors, without 0; the first dim of the inputs repeats."""
    made = arguments(page.operator, part, dtype, shape)
    for seed, (name, value) in enumerate(made.items()):
        if isinstance(value, np.ndarray):
            found = values(value.dtype, value.shape, 1, 5, seed=seed)
            made[name] = repeated(found, "broadcast") if page.outputs is not None else found
    return made


def called(npu: Calls, page: Page, made: dict[str, Any], layout: str, out_layout: str) -> Any:
    """The output; that of an in-place operator is laid out as an output."""
    written = outputs(page.operator)[0]
    cells = {}
    for name, value in made.items():
        if name == written and page.outputs is not None:
            cells[name] = npu.empty(value.shape, value.dtype, out_layout)
        else:
            cells[name] = argument(npu, value, out_layout if name == written else layout)
    assert npu.run(page.operator, *cells.values()) == 0, npu.message()
    return npu.read(cells[written])


@pytest.mark.parametrize("part", SOCS)
def test_layouts(part: str) -> None:
    npu = machine(SOCS[part])
    for page in PAIRS.values():
        if home(page) != part:
            continue
        for dtype in sorted(page.inputs[part]):
            made = filled(page, part, dtype, (3, 4))
            plain = called(npu, page, made, "contiguous", "contiguous")
            for layout, out_layout in (("transposed", "sliced"), ("sliced", "transposed"), ("broadcast", "contiguous")):
                if page.outputs is None and layout == "broadcast":
                    continue
                got = called(npu, page, made, layout, out_layout)
                assert got.tobytes() == plain.tobytes(), (page.operator, dtype, layout)
    assert not emulator.report().findings


@pytest.mark.parametrize("part", SOCS)
def test_0_d(part: str) -> None:
    """As the only element of a vector."""
    npu = machine(SOCS[part])
    for page in PAIRS.values():
        if home(page) != part or page.operator == "aclnnScale":              # has no dim to go along
            continue
        for dtype in sorted(page.inputs[part]):
            made = filled(page, part, dtype, (1,))
            scalars = {name: Out((), value.dtype) if isinstance(value, Out) else
                       value.reshape(()) if isinstance(value, np.ndarray) else value for name, value in made.items()}
            got = called(npu, page, scalars, "contiguous", "contiguous")
            assert got.shape == ()
            assert got.tobytes() == called(npu, page, made, "contiguous", "contiguous").tobytes(), page.operator
    assert not emulator.report().findings
