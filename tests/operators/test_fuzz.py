"""Random arguments, valid and not, through every operator that computes: no crash, no write beside an output."""
from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from aclnn_calls import ACL, Calls

from pyacl import _abi, capi, emulator
from pyacl.emulator.nnop.decode import Parameter, parameters

ffi, NULL = capi.ffi, capi.NULL

CALLS = 12                                       # per operator
CODES = {0, 161001, 161002, 561000, 561001, 561002, 561003, 561103}
KERNEL_CODES = {0, 507015}
SHAPES: list[tuple[int, ...]] = [(), (1,), (3,), (2, 3), (3, 2), (1, 3), (2, 1, 3), (0,), (2, 0), (2,) * 5, (1,) * 9]
TYPES = [*ACL.values(), 29, 33, 34, 36, 40, 13, -1, 99]
TEXTS = [b"none", b"mean", b"sum", b"BSND", b"round", b"", b"floor"]


class Fuzz:
    """Makes arguments; keeps what lies beside each tensor's elements, to look at it afterwards."""

    def __init__(self, npu: Calls, rng: random.Random) -> None:
        self.npu, self.rng = npu, rng
        self.guards: list[tuple[Any, np.ndarray[Any, Any], np.ndarray[Any, Any]]] = []
        self.likely: tuple[tuple[int, ...], int] = (rng.choice(SHAPES[:7]), rng.choice([0, 0, 1, 3, 9, 12, 27]))
        self.alive: list[Any] = []

    def tensor(self) -> Any:
        """A tensor in a block of zeros, its elements perhaps with gaps between them."""
        shape, dtype = self.likely if self.rng.random() < 0.8 else (self.rng.choice(SHAPES), self.rng.choice(TYPES))
        step = self.rng.choice([1, 1, 2])
        strides, count = [], 1
        for size in reversed(shape):
            strides.append(count * step)
            count *= max(size, 1)
        strides.reverse()
        item = {1: 2, 27: 2, 0: 4, 3: 4, 9: 8, 11: 8, 10: 8, 16: 8, 17: 16, 7: 2, 6: 2, 8: 4, 33: 4, 13: 16, -1: 16,
                99: 16}.get(dtype, 1)
        offset = self.rng.choice([0, 0, 1])
        elements = count * step + offset
        base = np.zeros(elements * item + 1, np.uint8)
        block = self.npu.memory(base)
        touched = np.zeros(base.size, bool)
        for place in range(count):
            first = (offset + place * step) * item
            touched[first:first + item] = True
        self.guards.append((block, base, touched))
        return capi.aclCreateTensor(list(shape), len(shape), dtype, strides, offset, 2, [elements], 1, block)

    def scalar(self) -> Any:
        value = ffi.new("char[16]", bytes(self.rng.choice([0, 1, 63, 64]) for _ in range(16)))
        return capi.aclCreateScalar(value, self.rng.choice([0, 0, 3, 9, 12, 11, 1, 27, 16, 10]))

    def argument(self, parameter: Parameter) -> Any:
        kind = parameter.kind.__name__ if parameter.kind else ""
        if parameter.pointer and self.rng.random() < (0.4 if "Optional" in parameter.name else 0.03):
            return NULL
        if kind == "Tensor":
            return self.tensor()
        if kind == "Scalar":
            return self.scalar()
        if kind in ("TensorList", "ScalarList"):
            make = self.tensor if kind == "TensorList" else self.scalar
            items = [make() for _ in range(self.rng.choice([0, 1, 2]))]
            return getattr(capi, f"aclCreate{kind}")(items, len(items))
        if kind:
            values = [self.rng.choice([-3, -1, 0, 1, 2]) for _ in range(self.rng.choice([0, 1, 2]))]
            return getattr(capi, f"aclCreate{kind}")([bool(v) for v in values] if kind == "BoolArray" else values,
                                                     len(values))
        if parameter.pointer:
            text = ffi.new("char[]", self.rng.choice(TEXTS))
            self.alive.append(text)
            return text if parameter.ctype == "char" else NULL
        if parameter.ctype in ("double", "float"):
            return self.rng.choice([0.0, 1.0, -1.0, 0.5, 1e30])
        if parameter.ctype == "bool":
            return self.rng.random() < 0.5
        if parameter.ctype == "aclDataType":
            return self.rng.choice([-1, 0, 1, 3, 9, 12, 27])
        value = self.rng.choice([0, 1, -1, 2, -2, 5, 100])
        return abs(value) if parameter.ctype.startswith("uint") else value

    def check(self) -> None:
        for block, base, touched in self.guards:
            seen = np.zeros(base.size, np.uint8)
            assert capi.aclrtMemcpy(ffi.from_buffer(seen), seen.size, block, seen.size,
                                    capi.ACL_MEMCPY_DEVICE_TO_HOST) == 0
            assert not seen[~touched].any(), "written beside the elements of a tensor"


@pytest.mark.parametrize("operator", sorted(emulator.operators()))
def test_random_arguments(operator: str, capfd: pytest.CaptureFixture[str]) -> None:
    emulator.configure(mode="faithful")
    assert operator in _abi.OPERATORS
    npu, rng = Calls(), random.Random(operator)
    for _ in range(CALLS):
        fuzz = Fuzz(npu, rng)
        given = [fuzz.argument(parameter) for parameter in parameters(operator)]
        code, size, executor = npu.prepare(operator, *given)
        assert code in CODES, (code, given)
        if code:
            assert (size, executor) == (77, NULL)
            assert npu.message()
            continue
        assert getattr(capi, operator)(npu.workspace(size), size, executor, npu.stream) == 0
        assert npu.synchronize() in KERNEL_CODES
        fuzz.check()
    assert capfd.readouterr().err == ""
