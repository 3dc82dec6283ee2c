"""Single statements that no other module is about."""
from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from aclnn_calls import Calls

from pyacl import _abi, capi, emulator
from pyacl.capi import NULL, ffi
from pyacl.emulator.nnop.decode import parameters

INNER, INVALID = 561103, 161002


@pytest.fixture
def npu() -> Calls:
    emulator.configure(mode="faithful")
    return Calls()


def test_r_mem_6_allocation_does_not_wait(npu: Calls) -> None:
    """R-MEM-6: blocks come and go while a stream is held up."""
    gate = threading.Event()
    hold = ffi.callback("void(void *)", lambda data: gate.wait(10) and None)
    assert capi.aclrtLaunchHostFunc(npu.stream, hold, NULL) == 0
    block = ffi.new("void **")
    before = time.monotonic()
    for _ in range(10):
        assert capi.aclrtMalloc(block, 64, 0) == 0
        assert capi.aclrtFree(block[0]) == 0
    assert time.monotonic() - before < 5
    status = ffi.new("aclrtStreamStatus *")
    assert capi.aclrtStreamQuery(npu.stream, status) == 0
    assert status[0] == capi.ACL_STREAM_STATUS_NOT_READY
    gate.set()
    assert npu.synchronize() == 0


@pytest.mark.parametrize(("strides", "offset", "code"), [([-1], 3, 0), ([-1], 2, INNER), ([-1], 4, INNER)])
def test_negative_strides_are_counted(npu: Calls, strides: list[int], offset: int, code: int) -> None:
    """N-VIEW-7: the span of a gathered view with negative strides must lie within the storage."""
    base = np.array([1, 2, 3, 4], np.float32)
    x = npu.describe(npu.memory(base), base, (4,), strides, offset)
    out = npu.empty((4,), np.float32)
    assert npu.prepare("aclnnNeg", x, out)[0] == code
    assert [finding.id for finding in emulator.report().findings][:1] == ["A-STRIDE"]
    if code == 0:
        assert npu.run("aclnnNeg", x, out) == 0
        assert npu.read(out).tolist() == [-4, -3, -2, -1]


def test_what_the_checks_miss_the_copy_to_the_output_finds(npu: Calls) -> None:
    """N-CST-6: 561103 for a data type, a shape, and for strides at a gather."""
    x, out = npu.tensor(np.array([[1, 2], [3, 4]], np.float32)), npu.empty((2, 2), np.int32)
    assert npu.prepare("aclnnCast", x, capi.ACL_FLOAT16, out)[0] == INNER
    order = capi.aclCreateIntArray([1, 0], 2)
    assert npu.prepare("aclnnPermute", x, order, npu.empty((4,), np.float32))[0] == INNER
    base = np.zeros(4, np.float32)
    gaps = npu.describe(npu.memory(base), base, (2, 2), [4, 1])
    assert npu.prepare("aclnnPermute", gaps, order, npu.empty((2, 2), np.float32))[0] == INNER


def test_small_integers_have_narrow_types() -> None:
    """N-ARG-6: of the same names everywhere."""
    widths: dict[str, set[str]] = {"cubeMathType": set(), "keepDim": set(), "alignCorners": set()}
    for operator in _abi.OPERATORS:
        for parameter in parameters(operator):
            if parameter.name in widths:
                widths[parameter.name].add(parameter.ctype)
    assert widths == {"cubeMathType": {"int8_t"}, "keepDim": {"bool"}, "alignCorners": {"bool"}}


@pytest.mark.parametrize("profile", ["8.1.RC1", "9.1"])
def test_older_versions_stay_exported(profile: str) -> None:
    """N-ARG-7: where there is a V2 of an operator that computes, the first one is there too."""
    emulator.configure(profile=profile)
    names = emulator.operators()
    newer = {name for name in names if name.endswith("V2") and name[:-2] in _abi.OPERATORS}
    assert {"aclnnGeluV2", "aclnnMaxV2", "aclnnCumsumV2"} <= newer
    for name in newer:
        if getattr(capi, name, None) is not None:
            assert callable(getattr(capi, name[:-2]))


@pytest.mark.parametrize(("chosen", "code"), [(-1, INVALID), (0, 0), (4, 0), (5, INVALID), (127, INVALID)])
def test_cube_math_types_outside_the_list_are_refused(npu: Calls, chosen: int, code: int) -> None:
    """N-CUB-1."""
    x = npu.tensor(np.array([[1, 2], [3, 4]], np.float32))
    assert npu.prepare("aclnnMm", x, x, npu.empty((2, 2), np.float32), chosen)[0] == code


@pytest.mark.parametrize("chosen", range(5))
def test_cube_math_types_round_the_operands(npu: Calls, chosen: int) -> None:
    """N-CUB-3: float32 as it is for 0 and 4; about 11 bits of it, or float16, for the others."""
    exact = 1 + 2.0 ** -20
    x, one = npu.tensor(np.array([[exact]], np.float32)), npu.tensor(np.array([[1]], np.float32))
    out = npu.empty((1, 1), np.float32)
    assert npu.run("aclnnMm", x, one, out, chosen) == 0
    assert npu.read(out)[0, 0] == (exact if chosen in (0, 4) else 1)


def test_the_option_of_a_context_does_not_reach_the_first_phase(npu: Calls) -> None:
    """N-DET-3: only the option of the process makes another signature; a known signature cannot be repeatable."""
    x, out = npu.tensor(np.array([1], np.float32)), npu.empty((1,), np.float32)

    def can_repeat() -> bool:
        code, _, executor = npu.prepare("aclnnNeg", x, out)
        assert code == 0
        answer = capi.aclSetAclOpExecutorRepeatable(executor)
        assert capi.aclDestroyAclOpExecutor(executor) == 0
        return bool(answer == 0)
    assert npu.run("aclnnNeg", x, out) == 0
    assert not can_repeat()
    assert capi.aclrtCtxSetSysParamOpt(capi.ACL_OPT_DETERMINISTIC, 1) == 0
    assert not can_repeat()
    assert capi.aclrtSetSysParamOpt(capi.ACL_OPT_DETERMINISTIC, 1) == 0
    assert can_repeat()
