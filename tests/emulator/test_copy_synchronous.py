"""Synchronous copies and fills: order of checks, bytes that arrive, two dimensions, batches."""
from __future__ import annotations

import threading
from typing import Any

import pytest
from memorykit import D2D, D2H, DEFAULT, H2D, H2H, NULL, at, content, ffi, fill, ids, malloc, malloc_host, number, start

from pyacl import capi, emulator

DIGITS = bytes(range(16))
SIZE_MAX = 2**64 - 1


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


def last_error() -> int:
    return int(capi.aclrtGetLastError(0))


def bare(call: Any) -> int:
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(call()))
    thread.start()
    thread.join()
    return codes[0]


# -- one block
@pytest.mark.parametrize(("arguments", "code", "last"), [
    (("null", 0, "null", 0, 99), 0, 0),
    (("null", 16, "host", 16, 1), 100000, 0),
    (("block", 16, "null", 16, 1), 100000, 0),
    (("block", 16, "host", 16, 99), 100000, 0),
    (("block", 16, "host", 16, 6), 100000, 0),
    (("block", 16, "host", 16, 7), 100000, 0),
    (("block", 0, "host", 16, 99), 100000, 0),
    (("block", 0, "host", 16, 1), 107000, 107000),
    (("block", 8, "host", 16, 1), 107000, 107000),
    (("block", 8, "block", 16, 3), 107000, 107000),
    (("block", 16, "block", 16, 3), 0, 0),
    (("block", 16, "host", 16, 5), 0, 0)])
def test_r_cpy_2_order_of_checks(arguments: tuple[Any, ...], code: int, last: int) -> None:
    """R-CPY-1, R-CPY-2, R-ABI-6"""
    places = {"null": NULL, "host": ffi.new("char[16]"), "block": malloc(64)}
    real = [places.get(value, value) for value in arguments]
    assert (capi.aclrtMemcpy(*real), last_error()) == (code, last)


def test_r_cpy_2_the_context_is_looked_for_last() -> None:
    block, host = malloc(64), ffi.new("char[16]")
    assert bare(lambda: capi.aclrtMemcpy(block, 8, host, 16, 1)) == 107000
    assert bare(lambda: capi.aclrtMemcpy(block, 16, host, 16, 1)) == 107002
    assert bare(lambda: capi.aclrtMemcpy(block, 16, block, 16, 3)) == 0


def test_r_cpy_2_the_older_release_refuses_copies_of_no_bytes() -> None:
    """R-CPY-2, section 10: 107000 from the runtime layer, after the first layer's checks."""
    start(profile="8.1.RC1")
    block, host = malloc(64), ffi.new("char[16]")
    assert capi.aclrtMemcpy(block, 16, host, 0, 1) == 107000
    assert capi.aclrtMemcpy(NULL, 16, host, 0, 1) == 100000


@pytest.mark.parametrize("kind", [H2D, D2H, D2D, DEFAULT])
def test_r_cpy_3_the_direction_follows_the_addresses(kind: int) -> None:
    """R-CPY-3, S-KIND: a wrong kind works and is reported, DEFAULT is never wrong."""
    first, second, out = malloc(64), malloc(64), bytearray(16)
    assert capi.aclrtMemcpy(first, 64, DIGITS, 16, kind) == 0
    assert capi.aclrtMemcpy(second, 64, first, 16, kind) == 0
    assert capi.aclrtMemcpy(out, 16, second, 16, kind) == 0
    assert out == DIGITS
    assert ids() == ["S-KIND"] * (0 if kind == DEFAULT else 2)


def test_r_cpy_1_host_to_host() -> None:
    out = bytearray(16)
    assert capi.aclrtMemcpy(out, 16, DIGITS, 16, H2H) == 0
    assert out == DIGITS
    assert capi.aclrtMemcpy(out, 8, DIGITS, 16, H2H) == 107000
    assert ids() == []


def test_r_cpy_5_parts_of_blocks() -> None:
    block = malloc(64)
    fill(block, DIGITS)
    assert capi.aclrtMemcpy(at(block, 4), 60, DIGITS, 3, H2D) == 0
    assert content(block, 8) == bytes([0, 1, 2, 3, 0, 1, 2, 7])


def test_r_cpy_5_what_runs_over_a_block_is_reported_and_does_no_harm() -> None:
    """R-CPY-5, S-OOB: the call succeeds; bytes past the block, spare ones included, stay where they are."""
    block = malloc(16)                                     # 64 bytes with what rounding adds
    data = bytes(range(200))
    assert capi.aclrtMemcpy(block, SIZE_MAX, data, 200, H2D) == 0
    out = bytearray(b"." * 200)
    assert capi.aclrtMemcpy(out, 200, block, 200, D2H) == 0
    assert out == data[:64] + b"." * 136
    assert ids() == ["S-OOB", "S-OOB"]


def test_r_cap_2_synchronous_calls_while_capturing() -> None:
    """R-CAP-2: 107030."""
    block, host, queue, model = malloc(64), ffi.new("char[16]"), ffi.new("aclrtStream *"), ffi.new("aclmdlRI *")
    assert capi.aclrtCreateStream(queue) == 0
    assert capi.aclmdlRICaptureBegin(queue[0], 0) == 0
    assert capi.aclrtMemcpy(block, 16, host, 16, H2D) == capi.aclrtMemset(block, 16, 0, 16) == 107030
    assert capi.aclmdlRICaptureEnd(queue[0], model) == 0
    assert capi.aclrtMemcpy(block, 16, host, 16, H2D) == 0
    assert capi.aclmdlRIDestroy(model[0]) == 0


# -- fills
def test_r_cpy_6_memset() -> None:
    block = malloc(64)
    assert capi.aclrtMemset(NULL, 0, 0, 0) == 0
    assert capi.aclrtMemset(NULL, 16, 0, 16) == 100000
    assert bare(lambda: capi.aclrtMemset(block, 16, 0, 16)) == 107002
    assert capi.aclrtMemset(block, 8, 0, 16) == 107000
    assert capi.aclrtMemset(block, 16, 511, 16) == 0
    assert content(block, 16) == b"\xff" * 16
    assert capi.aclrtMemset(block, 16, 0x1234, 2) == 0
    assert content(block, 4) == b"\x34\x34\xff\xff"


def test_r_cpy_7_memset_of_words() -> None:
    block, pinned = malloc(64), malloc_host(64)
    assert capi.aclrtMemsetD32(NULL, 64, 1, 1) == 100000
    assert capi.aclrtMemsetD32(at(block, 2), 62, 1, 1) == 100000
    assert capi.aclrtMemsetD32(block, 15, 1, 4) == 100000
    assert capi.aclrtMemsetD32(ffi.new("char[64]"), 64, 1, 4) == 100000
    assert capi.aclrtMemsetD32(block, 16, 0x01020304, 4) == 0
    assert content(block, 20) == b"\x04\x03\x02\x01" * 4 + bytes(4)
    assert capi.aclrtMemsetD32(pinned, 64, 7, 2) == 0
    assert ffi.buffer(pinned, 8)[:] == b"\x07\0\0\0" * 2


# -- two dimensions
def test_r_cpy_8_two_dimensions() -> None:
    """R-CPY-8: rows of `width` bytes, `pitch` apart; gaps stay as they are."""
    block, host = malloc(256), bytes(range(64))
    assert capi.aclrtMemcpy2d(block, 8, host, 16, 4, 3, H2D) == 0
    assert content(block, 24) == b"".join(host[16 * row:16 * row + 4] + bytes(4) for row in range(3))
    out = bytearray(b"." * 12)
    assert capi.aclrtMemcpy2d(out, 4, block, 8, 4, 3, D2H) == 0
    assert out == host[0:4] + host[16:20] + host[32:36]
    assert ids() == []


@pytest.mark.parametrize(("change", "code", "last"), [
    ({"width": 0, "dst": NULL}, 0, 0), ({"height": 0}, 0, 0), ({"dst": NULL}, 100000, 0), ({"src": NULL}, 100000, 0),
    ({"dpitch": 4}, 100000, 0), ({"spitch": 4}, 100000, 0), ({"kind": H2H}, 100000, 0), ({"kind": 99}, 100000, 0),
    ({"dpitch": 6_000_000, "spitch": 6_000_000, "width": 5_000_001}, 107000, 107000),
    ({"height": 5 * 1024 * 1024 + 1}, 107000, 107000), ({"kind": D2D}, 207000, 207000)])
def test_r_cpy_8_checks(change: dict[str, Any], code: int, last: int) -> None:
    arguments: dict[str, Any] = {"dst": malloc(64), "dpitch": 8, "src": ffi.new("char[64]"), "spitch": 8, "width": 8,
                                 "height": 2, "kind": H2D}
    assert (capi.aclrtMemcpy2d(*(arguments | change).values()), last_error()) == (code, last)


# -- batches
class Batch:
    """Arguments of a batch copy of `count` blocks of 16 bytes each."""

    def __init__(self, count: int, to_device: bool = True) -> None:
        self.blocks = [malloc(16) for _ in range(count)]
        self.hosts = [ffi.new("char[16]", bytes([65 + i]) * 16) for i in range(count)]
        ends = (self.blocks, self.hosts) if to_device else (self.hosts, self.blocks)
        self.targets, self.sources = (ffi.new("void *[]", list(map(self.pointer, end))) for end in ends)
        self.rooms, self.sizes = ffi.new("size_t[]", [16] * count), ffi.new("size_t[]", [16] * count)
        self.attributes, self.indexes = ffi.new("aclrtMemcpyBatchAttr[]", 2), ffi.new("size_t[]", [0, 1])
        for attribute in (self.attributes[0], self.attributes[1]):
            attribute.dstLoc.type, attribute.srcLoc.type = (1, 0) if to_device else (0, 1)
        self.count, self.attribute_count, self.fail = count, 1, ffi.new("size_t *", 77)

    @staticmethod
    def pointer(value: Any) -> Any:
        return ffi.cast("void *", value)

    def run(self) -> tuple[int, int]:
        code = capi.aclrtMemcpyBatch(self.targets, self.rooms, self.sources, self.sizes, self.count, self.attributes,
                                     self.indexes, self.attribute_count, self.fail)
        return code, self.fail[0]


def test_r_cpy_9_a_batch_copies_each_of_its_blocks() -> None:
    """R-CPY-9; a copy of no bytes among them is skipped."""
    there = Batch(3)
    there.sizes[1] = 0
    assert there.run() == (0, SIZE_MAX)
    assert [content(block, 16)[:1] for block in there.blocks] == [b"A", b"\0", b"C"]
    back = Batch(2, to_device=False)
    for block, text in zip(back.blocks, (b"x", b"y"), strict=True):
        fill(block, text * 16)
    assert back.run() == (0, SIZE_MAX)
    assert [host[0] for host in back.hosts] == [b"x", b"y"]


def test_r_cpy_9_checks() -> None:
    def code(**change: Any) -> int:
        batch = Batch(2)
        for name, value in change.items():
            if isinstance(value, tuple):
                getattr(batch, name)[value[0]] = value[1]
            else:
                setattr(batch, name, value)
        return batch.run()[0]
    assert code(count=0) == 100000
    assert code(attribute_count=0) == code(indexes=(0, 1)) == code(attribute_count=2, indexes=(1, 0)) == 107000
    assert code(targets=(1, NULL)) == 107000
    batch = Batch(2)
    batch.attributes[0].rsv[3] = 1
    assert batch.run()[0] == 100000
    batch = Batch(2)
    batch.rooms[1] = 15
    assert batch.run() == (100000, 77)                     # the first layer leaves failIndex alone
    batch = Batch(2)
    batch.sizes[0] = batch.sizes[1] = 0
    assert batch.run() == (0, SIZE_MAX)
    batch = Batch(2)
    batch.attribute_count = 2
    batch.attributes[1].dstLoc.type, batch.attributes[1].srcLoc.type = 0, 1
    assert batch.run()[0] == 107000
    assert capi.aclrtMemcpyBatch(NULL, NULL, NULL, NULL, 1, NULL, NULL, 1, NULL) == 100000


def test_findings_name_the_callers_line_and_the_blocks_origin() -> None:
    """Issue: where it was created, where it was misused."""
    block = malloc(8)
    assert capi.aclrtMemcpy(block, 16, bytes(16), 16, H2D) == 0
    (found,) = emulator.report().findings
    assert (found.id, found.function, found.handle) == ("S-OOB", "aclrtMemcpy", number(block))
    assert "8 bytes" in found.message
    assert __file__ in found.where
    assert "memorykit.py" in found.created
