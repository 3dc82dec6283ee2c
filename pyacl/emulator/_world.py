"""The state of one emulated machine.  `world()` is the current one; `reset()` starts another.

Parts that other modules own hang on it as attributes of their own type; each is created on first use through `part`.
"""
from __future__ import annotations

import itertools
import os
import threading
import weakref
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, TypeVar

from ._handles import HandleTable
from ._profile import Profile, make_profile
from ._registry import Refusal
from ._report import Finding, FindingError, Report, caller

P = TypeVar("P")
Live = tuple[str, str, int]      # kind, where it was created, handle or address

MESSAGES_KEPT = 1000             # entries of the error queue per thread (R-ERR-6)
FINDINGS_KEPT = 10_000           # further ones still raise
STREAM_THREAD = "pyacl-stream"   # name of the emulator's own threads


class ThreadState(threading.local):
    """What the runtime keeps per thread; other modules add their own attributes in `World.part`-like fashion."""

    def __init__(self, users: weakref.WeakSet[threading.Thread]) -> None:
        users.add(threading.current_thread())
        self.messages: deque[tuple[str, str]] = deque(maxlen=MESSAGES_KEPT)      # (token, text)
        self.last_error = 0
        self.context: Any = None                       # what set-device or set-current bound the thread to
        self.pending: list[FindingError] = []          # strict mode: raised by the binding after the call
        self.late: list[FindingError] = []             # the same on a stream's thread: for who waits for the stream
        self.unseen: tuple[str, str] | None = None     # function and result of a creation that failed (see _unseen)
        self.extra: dict[type, Any] = {}

    def part(self, kind: type[P]) -> P:
        """State of another module for this thread, created on first use."""
        if kind not in self.extra:
            self.extra[kind] = kind()
        part: P = self.extra[kind]
        return part


class World:
    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.lock = threading.RLock()
        self.handles = HandleTable()
        self.users: weakref.WeakSet[threading.Thread] = weakref.WeakSet()    # threads that have called in
        self.thread = ThreadState(self.users)
        self.shared_messages: deque[tuple[str, str]] | None = None           # R-ERR-3: err_msg_mode "1"
        self.inherited = False                         # this is the machine of a forked child
        self.findings: list[Finding] = []
        self.faults: dict[str, list[list[int]]] = {}   # function -> [[calls left before it, code]]
        self.pid = os.getpid()
        self.serial = next(_serials)
        self._parts: dict[type, Any] = {}

    def part(self, kind: Callable[[World], P]) -> P:
        """The state of another module (its class is the key), created on first use."""
        found = self._parts.get(kind)                  # type: ignore[call-overload]
        if found is None:
            with self.lock:
                found = self._parts.get(kind)          # type: ignore[call-overload]
                if found is None:
                    found = self._parts[kind] = kind(self)  # type: ignore[index]
        result: P = found
        return result

    def parts(self) -> list[Any]:
        return list(self._parts.values())

    def other_threads(self, idents: set[int]) -> bool:
        """Whether a thread is alive that has called in, is not among these, and is none of the emulator's own."""
        return any(thread.is_alive() and thread.ident not in idents and thread.name != STREAM_THREAD
                   for thread in list(self.users))

    # -- errors
    @property
    def messages(self) -> deque[tuple[str, str]]:
        """The error queue that this thread writes to and reads from (R-ERR-3)."""
        own: deque[tuple[str, str]] = self.thread.messages
        return own if self.shared_messages is None else self.shared_messages

    def note(self, token: str, text: str) -> None:
        """Put an entry in the error queue."""
        if token:
            self.messages.append((token, text))

    def settle(self, function: str, refusal: Refusal) -> int:
        """Do the bookkeeping of a refused call and give its code."""
        self.note(refusal.token, f"{function}: {refusal.text}" if refusal.text else function)
        if refusal.layer == "runtime":
            self.thread.last_error = refusal.code
        if refusal.finding:
            self.find(refusal.finding, function, refusal.text)
        return refusal.code

    def fault(self, function: str) -> int:
        """The code that `emulator.fail` wants this call to return, else 0."""
        with self.lock:
            due = 0
            for entry in list(self.faults.get(function, ())):
                entry[0] -= 1
                if entry[0] == 0:
                    self.faults[function].remove(entry)
                    due = due or entry[1]
            return due

    # -- findings
    def find(self, id: str, function: str, message: str, *, handle: int = 0, created: str = "",
             where: str | None = None, severity: str = "error", raises: bool = True) -> None:
        """Record a finding.  In strict mode an error also raises at the guilty call (`raises=False`: there is none).

        What is found while queued work runs raises when somebody waits for the stream.
        """
        finding = Finding(id, function, message, handle, created, caller() if where is None else where, severity)
        with self.lock:
            if len(self.findings) < FINDINGS_KEPT:
                self.findings.append(finding)
        if self.profile.strict and raises and severity == "error":
            if threading.current_thread().name == STREAM_THREAD:
                self.thread.late[:] = self.thread.late or [FindingError(finding)]      # the first one is raised
            else:
                self.thread.pending.append(FindingError(finding))

    def live(self) -> list[Live]:
        """Handles and blocks that are alive, but for those that come and go by themselves (default streams)."""
        with self.lock:
            found = [(item.kind, item.created, item.handle) for item in self.handles.live.values()
                     if not getattr(item, "hidden", False)]
            for part in self.parts():
                found += getattr(part, "live", list)()
        return found

    def report(self) -> Report:
        kinds = Counter(kind for kind, _, _ in self.live())
        with self.lock:
            return Report(list(self.findings), sum(kinds.values()), dict(kinds))

    def close(self) -> None:
        """End the machine: parts that own threads or memory let go of them."""
        for part in self.parts():
            getattr(part, "close", lambda: None)()


_serials = itertools.count(1)
_current: World | None = None
_guard = threading.Lock()


def environment_profile() -> Profile:
    """The profile that environment variables choose (PYACL_EMULATOR_PROFILE, _SOC, _DEVICES, _MEMORY, _MODE, _SEED)."""
    get = os.environ.get
    seed = get("PYACL_EMULATOR_SEED")
    return make_profile(get("PYACL_EMULATOR_PROFILE", "9.1"), get("PYACL_EMULATOR_SOC", "Ascend910B1"),
                        int(get("PYACL_EMULATOR_DEVICES", "2")), int(get("PYACL_EMULATOR_MEMORY", str(64 << 30))),
                        get("PYACL_EMULATOR_MODE", "faithful"), int(seed) if seed else None, 0.0)


def world() -> World:
    """The current machine, created from the environment on first use."""
    global _current
    if _current is None:
        with _guard:
            if _current is None:
                _current = World(environment_profile())
    return _current


def current() -> World | None:
    """The current machine, None if nothing has used one yet."""
    return _current


def replace(profile: Profile) -> World:
    """End the current machine and start one of this profile."""
    global _current
    with _guard:
        old, _current = _current, World(profile)
    if old is not None:
        old.close()
    return _current


def _start_over_in_child() -> None:
    """A forked child has none of the threads that work for its parent: it gets a machine of its own (R-INIT-14)."""
    global _current, _guard
    _guard = threading.Lock()
    if _current is not None:
        _current = World(_current.profile)
        _current.inherited = True


os.register_at_fork(after_in_child=_start_over_in_child)
