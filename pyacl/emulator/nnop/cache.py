"""The operator cache: signatures that ran before in a thread (N-CACHE)."""
from __future__ import annotations

import os
from typing import Any

from .._world import world

DEFAULT_LIMIT, MAX_LIMIT, DROPPED = 10_000, 10_000_000, 30
MAX_KEY_BYTES = 8 << 10                        # N-CACHE-2


class Signatures:
    """The signatures that ran in one thread, the oldest first."""

    def __init__(self) -> None:
        self.known: dict[Any, None] = {}
        self.limit = _limit()

    def __contains__(self, key: object) -> bool:
        return key in self.known

    def add(self, key: Any) -> None:
        if key in self.known or not self.limit:
            return
        if len(self.known) >= self.limit:                              # N-CACHE-4
            for oldest in list(self.known)[:DROPPED]:
                del self.known[oldest]
        self.known[key] = None


def _limit() -> int:
    """Entries that the environment allows; 0 turns the cache off."""
    if "DISABLE_L2_CACHE" in os.environ:
        return 0
    text = os.environ.get("ACLNN_CACHE_LIMIT", "")
    return min(int(text), MAX_LIMIT) if text.isdigit() else DEFAULT_LIMIT


def of_this_thread() -> Signatures:
    return world().thread.part(Signatures)


def key_bytes(value: Any) -> int:
    """About how long the library's key for this would be."""
    if isinstance(value, tuple):
        return sum(map(key_bytes, value))
    return len(value) if isinstance(value, (str, bytes)) else 8
