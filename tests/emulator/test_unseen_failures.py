"""S-ERRDROP: a creation failed, nobody looked at its code, and what it should have made is used; and no more."""
from __future__ import annotations

from typing import Any

import pytest
from memorykit import NULL, ffi, finding, ids, malloc, start

from pyacl import capi, emulator


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="strict", memory=1 << 20)


def failed_malloc() -> Any:
    block = ffi.new("void **")
    assert capi.aclrtMalloc(block, 1 << 30, 0) == 207001
    return block[0]


def test_s_errdrop_memory_that_was_never_allocated() -> None:
    """S-ERRDROP, R-MEM-1: the copy raises and names the allocation."""
    block = failed_malloc()
    with finding("S-ERRDROP", "aclrtMemcpy") as caught:
        capi.aclrtMemcpy(block, 64, bytes(64), 64, capi.ACL_MEMCPY_HOST_TO_DEVICE)
    assert "aclrtMalloc returned 207001" in caught.value.finding.message


def test_s_errdrop_a_descriptor_that_was_never_made() -> None:
    """S-ERRDROP, N-SCA-2: create functions have no code, just NULL."""
    assert capi.aclCreateScalar(ffi.new("float *", 1.0), capi.ACL_COMPLEX32) == NULL
    with finding("S-ERRDROP", "aclnnAddGetWorkspaceSize") as caught:
        capi.aclnnAddGetWorkspaceSize(NULL, NULL, NULL, NULL, ffi.new("uint64_t *"), ffi.new("aclOpExecutor **"))
    assert "aclCreateScalar returned NULL" in caught.value.finding.message


def test_s_errdrop_the_second_phase_after_a_refused_first_one() -> None:
    """S-ERRDROP, N-P1-4: the executor was not written."""
    size, executor = ffi.new("uint64_t *"), ffi.new("aclOpExecutor **")
    assert capi.aclnnAddGetWorkspaceSize(NULL, NULL, NULL, NULL, size, executor) == 161001
    with finding("S-ERRDROP", "aclnnAdd"):
        capi.aclnnAdd(NULL, size[0], executor[0], NULL)


@pytest.mark.parametrize("ask", [lambda: capi.aclGetRecentErrMsg(), lambda: capi.aclrtGetLastError(0),
                                 lambda: capi.aclrtPeekAtLastError(0), lambda: capi.aclrtFree(malloc(64))])
def test_no_s_errdrop_once_the_failure_was_seen(ask: Any) -> None:
    """S-ERRDROP: asking for the error ends it, and so does a creation that goes well."""
    block = failed_malloc()
    ask()
    assert capi.aclrtMemcpy(block, 64, bytes(64), 64, capi.ACL_MEMCPY_HOST_TO_DEVICE) == 100000
    assert ids() == []


def test_no_s_errdrop_for_releasing_what_was_never_made() -> None:
    """S-ERRDROP: a tidy error path frees all it knows, and other refusals have other reasons."""
    assert capi.aclrtFree(failed_malloc()) == 100000
    assert capi.aclrtDestroyStream(NULL) == 100000
    assert capi.aclrtSetDevice(99) == 107001
    assert ids() == []


def test_s_errdrop_after_an_injected_fault() -> None:
    """S-ERRDROP with `emulator.fail`."""
    emulator.fail("aclrtCreateEvent", 207007)
    event = ffi.new("aclrtEvent *")
    assert capi.aclrtCreateEvent(event) == 207007
    with finding("S-ERRDROP", "aclrtRecordEvent"):
        capi.aclrtRecordEvent(event[0], NULL)
