"""The random numbers of <random>, as g++'s library draws them: a translated program prints what the compiled one does.

The engines are those of the standard.  How a distribution uses them is libstdc++'s own way, so that the numbers are the
same ones, in the same order.
"""
from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import Any, Protocol

import numpy as np

__all__ = ["bernoulli_distribution", "default_random_engine", "mt19937", "mt19937_64", "normal_distribution",
           "random_device", "shuffle", "uniform_int_distribution", "uniform_real_distribution"]


class Engine(Protocol):
    """Gives whole numbers from `lowest` to `highest`, each as likely."""

    lowest: int
    highest: int

    def __call__(self) -> int: ...


class mt19937:  # noqa: N801
    """The Mersenne twister of 32 bits."""

    lowest, highest = 0, 0xFFFFFFFF

    def __init__(self, seed: int = 5489) -> None:
        self.seed(seed)

    def seed(self, seed: int = 5489) -> None:
        self._state = np.random.RandomState(seed & 0xFFFFFFFF)

    def __call__(self) -> int:
        return int(self._state.randint(0, 1 << 32, dtype=np.uint32))

    def discard(self, count: int) -> None:
        for _ in range(count):
            self()


class mt19937_64(mt19937):  # noqa: N801
    """The Mersenne twister of 64 bits."""

    highest = 0xFFFFFFFFFFFFFFFF

    def seed(self, seed: int = 5489) -> None:
        words = [seed & self.highest]
        for n in range(1, 312):
            words.append((6364136223846793005 * (words[-1] ^ words[-1] >> 62) + n) & self.highest)
        self._words, self._at = words, 312

    def __call__(self) -> int:
        if self._at == 312:
            self._twist()
        x = self._words[self._at]
        self._at += 1
        x ^= x >> 29 & 0x5555555555555555
        x ^= x << 17 & 0x71D67FFFEDA60000
        x ^= x << 37 & 0xFFF7EEE000000000
        return (x ^ x >> 43) & self.highest

    def _twist(self) -> None:
        words = self._words
        for n in range(312):
            x = words[n] & 0xFFFFFFFF80000000 | words[(n + 1) % 312] & 0x7FFFFFFF
            words[n] = words[(n + 156) % 312] ^ x >> 1 ^ (0xB5026F5AA96619E9 if x & 1 else 0)
        self._at = 0


class default_random_engine:  # noqa: N801
    """libstdc++'s default: the minimal standard generator of Lewis, Goodman and Miller."""

    lowest, highest = 1, 2147483646

    def __init__(self, seed: int = 1) -> None:
        self.seed(seed)

    def seed(self, seed: int = 1) -> None:
        self._x = seed % 2147483647 or 1

    def __call__(self) -> int:
        self._x = self._x * 16807 % 2147483647
        return self._x

    def discard(self, count: int) -> None:
        for _ in range(count):
            self()


class random_device:  # noqa: N801
    """Numbers of the operating system, other ones in each run."""

    lowest, highest = 0, 0xFFFFFFFF

    def __call__(self) -> int:
        import secrets
        return secrets.randbits(32)


def _fraction(engine: Engine, kind: Any) -> Any:
    """std::generate_canonical: a number of a floating type in [0, 1), from as many draws as its mantissa needs."""
    span = engine.highest - engine.lowest + 1
    bits = (np.finfo(kind).nmant + 1, span.bit_length() - 1)
    total, unit = kind(0), kind(1)
    for _ in range(max(1, (bits[0] + bits[1] - 1) // bits[1])):
        total += kind(engine() - engine.lowest) * unit
        unit = kind(float(unit) * span)
    found = total / unit
    return found if found < 1 else np.nextafter(kind(1), kind(0))


def _plain(drawn: Any) -> Any:
    """A double as Python's float."""
    return float(drawn) if isinstance(drawn, np.float64) else drawn


class uniform_real_distribution:  # noqa: N801
    """Numbers of a floating type in [low, high)."""

    def __init__(self, low: float = 0.0, high: float = 1.0, kind: Any = np.float64) -> None:
        self.kind, self.low, self.high = kind, kind(low), kind(high)

    def __call__(self, engine: Engine) -> Any:
        return _plain(_fraction(engine, self.kind) * (self.high - self.low) + self.low)


class normal_distribution:  # noqa: N801
    """Numbers of a floating type around a mean, drawn two at a time by Marsaglia's polar method."""

    def __init__(self, mean: float = 0.0, deviation: float = 1.0, kind: Any = np.float64) -> None:
        self.kind, self.mean, self.deviation = kind, kind(mean), kind(deviation)
        self._saved: Any = None

    def reset(self) -> None:
        self._saved = None

    def __call__(self, engine: Engine) -> Any:
        kind = self.kind
        if self._saved is not None:
            drawn, self._saved = self._saved, None
            return _plain(drawn * self.deviation + self.mean)
        while True:
            x, y = (kind(2.0 * float(_fraction(engine, kind)) - 1.0) for _ in range(2))
            square = x * x + y * y
            if 0 < square <= 1:
                break
        scale = kind(math.sqrt(kind(-2 * kind(math.log(square)) / square)))
        self._saved = x * scale
        return _plain(y * scale * self.deviation + self.mean)


class uniform_int_distribution:  # noqa: N801
    """Whole numbers from low to high, both included."""

    def __init__(self, low: int = 0, high: int = 2147483647) -> None:
        self.low, self.high = low, high

    def __call__(self, engine: Engine) -> int:
        return self.low + self._drawn(engine, self.high - self.low)

    def _drawn(self, engine: Engine, most: int) -> int:
        given = engine.highest - engine.lowest
        if given == most:
            return engine() - engine.lowest
        if given < most:                                   # a high and a low part
            while True:
                high = (given + 1) * self._drawn(engine, most // (given + 1))
                found = high + engine() - engine.lowest
                if found <= most:
                    return found
        count = most + 1
        if given in (0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF):      # all bits: the high half of a product (Lemire)
            bits = given.bit_length()
            product = engine() * count
            if product & given < count:
                threshold = (given + 1) % count
                while product & given < threshold:
                    product = engine() * count
            return product >> bits
        scale = given // count
        while True:
            found = engine() - engine.lowest
            if found < count * scale:
                return found // scale


class bernoulli_distribution:  # noqa: N801
    """True with a probability."""

    def __init__(self, probability: float = 0.5) -> None:
        self.probability = probability

    def __call__(self, engine: Engine) -> bool:
        return bool(_fraction(engine, np.float64) < self.probability)


def shuffle(values: MutableSequence[Any] | np.ndarray[Any, Any], engine: Engine) -> None:
    """Put values into an order of chance, in place; draws for two places at once where the engine's range allows."""
    count = len(values)
    given = engine.highest - engine.lowest

    def swap(a: int, b: int) -> None:
        values[a], values[b] = values[b], values[a]

    if count and given // count >= count:
        at = 1
        if count % 2 == 0:
            swap(at, uniform_int_distribution(0, 1)(engine))
            at += 1
        while at < count:
            both = uniform_int_distribution(0, (at + 1) * (at + 2) - 1)(engine)
            swap(at, both // (at + 2))
            swap(at + 1, both % (at + 2))
            at += 2
        return
    for at in range(1, count):
        swap(at, uniform_int_distribution(0, at)(engine))
