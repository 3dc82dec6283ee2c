"""Kernels from binaries cannot run here: what the first layers refuse is refused alike, the rest is unsupported."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from memorykit import NULL, UNTOUCHED, ffi, number, start, stream

from pyacl import capi

UNSUPPORTED = 200001


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


def cell() -> Any:
    return ffi.new("aclrtBinHandle *", ffi.cast("aclrtBinHandle", UNTOUCHED))


def test_r_abi_3_null_handles_are_refused_by_the_first_layer() -> None:
    """R-ABI-3, R-ABI-6: 100000, which is not kept as last error."""
    queue, out = stream(), cell()
    assert capi.aclrtLaunchKernel(NULL, 1, NULL, 0, queue) == 100000
    assert capi.aclrtBinaryLoadFromData(NULL, 0, NULL, out) == 100000
    assert capi.aclrtBinaryUnLoad(NULL) == 100000
    assert capi.aclrtDestroyBinary(NULL) == 100000
    assert capi.aclrtBinaryGetFunction(NULL, b"kernel", ffi.new("aclrtFuncHandle *")) == 100000
    assert capi.aclrtCreateBinary(NULL, 0) == NULL
    assert number(out[0]) == UNTOUCHED
    assert capi.aclrtGetLastError(0) == 0


def test_a_binary_that_is_not_there_is_found_out_by_the_second_layer(tmp_path: Path) -> None:
    out, binary = cell(), tmp_path / "kernel.o"
    assert capi.aclrtBinaryLoadFromFile(NULL, NULL, out) == 100000
    assert number(out[0]) == UNTOUCHED
    assert capi.aclrtBinaryLoadFromFile(str(binary).encode(), NULL, out) == 107000
    assert out[0] == NULL
    assert capi.aclrtGetLastError(0) == 107000
    binary.write_bytes(b"\x7fELF")
    assert capi.aclrtBinaryLoadFromFile(str(binary).encode(), NULL, out) == UNSUPPORTED


def test_a_kernel_cannot_be_launched() -> None:
    """The message says why."""
    handle = ffi.cast("aclrtFuncHandle", 64)
    assert capi.aclrtLaunchKernel(handle, 1, NULL, 0, stream()) == UNSUPPORTED
    assert b"aclrtLaunchKernel is not emulated" in ffi.string(capi.aclGetRecentErrMsg())


@pytest.mark.parametrize("function", ["aclrtAllocBuf", "aclrtGetSymbolAddress", "aclrtSetLabel", "aclmdlRITaskGetType",
                                      "aclrtSnapShotCallbackRegister", "aclrtDeviceGetUuid", "aclmdlSetDump"])
def test_r_abi_3_what_is_not_emulated_refuses_null_first(function: str) -> None:
    """R-ABI-3, R-ABI-6: 100000, silent as last error, before the answer that it is not emulated."""
    call = getattr(capi, function)
    assert call(*[NULL if kind.kind in ("pointer", "function") else 0 for kind in ffi.typeof(call).args]) == 100000
    assert capi.aclrtGetLastError(0) == 0
    assert b"(EH0008)" in ffi.string(capi.aclGetRecentErrMsg())


def test_what_is_not_emulated_counts_nothing() -> None:
    """A size or count says 0: a code would be taken for a number."""
    assert capi.aclmdlGetNumInputs(NULL) == 0
