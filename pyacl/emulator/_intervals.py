"""A set of byte positions as sorted, disjoint ranges: which bytes of a block have been written."""
from __future__ import annotations

from bisect import bisect_left, bisect_right


class Intervals:
    """Half-open ranges [first, end); ranges that touch are one."""

    __slots__ = ("ends", "firsts")

    def __init__(self) -> None:
        self.firsts: list[int] = []
        self.ends: list[int] = []

    def add(self, first: int, end: int) -> None:
        if first >= end:
            return
        low = bisect_left(self.ends, first)            # ranges [low, high) overlap or touch the new one
        high = bisect_right(self.firsts, end)
        if low < high:
            first, end = min(first, self.firsts[low]), max(end, self.ends[high - 1])
        self.firsts[low:high] = [first]
        self.ends[low:high] = [end]

    def covers(self, first: int, end: int) -> bool:
        """Whether every position of [first, end) is in the set."""
        place = bisect_right(self.firsts, first) - 1
        return first >= end or (place >= 0 and self.ends[place] >= end)
