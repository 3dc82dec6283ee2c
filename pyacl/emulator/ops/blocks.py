"""Element-wise work in blocks that fit the cache, so that what a formula needs in between stays small."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

ELEMENTS = 1 << 14


def each(function: Callable[..., Any], inputs: Sequence[Any], outputs: Sequence[Any], dtype: np.dtype[Any]) -> None:
    """Call function(*inputs, *outputs) with one block of all arrays after another, the inputs converted to `dtype`.

    The inputs broadcast to the outputs, or have one shape if there are none.  An output may be an input, since a block
    is read before it is written.
    """
    if [*outputs, *inputs][0].size <= ELEMENTS:
        function(*(values.astype(dtype, copy=False) for values in inputs), *outputs)
        return
    flags: Any = [["readonly"]] * len(inputs) + [["writeonly", "no_broadcast"]] * len(outputs)
    with np.nditer([*inputs, *outputs], ["external_loop", "buffered"], flags, casting="unsafe", buffersize=ELEMENTS,
                   op_dtypes=[dtype] * len(inputs) + [values.dtype for values in outputs]) as blocks:
        for block in blocks:
            function(*(block if isinstance(block, tuple) else (block,)))
