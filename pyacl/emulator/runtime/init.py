"""aclInit and aclFinalize: the counter, the configuration file, and the callbacks around them."""
from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterator
from typing import Any

from ... import _abi
from .._registry import Refusal, c_function
from .._world import MESSAGES_KEPT, World, world
from .context import Devices, device_of, invalid, null, open_context
from .limits import Limits, stack_size
from .remains import report_remains

ffi = _abi.ffi

DEPTH = 10                             # levels of nesting that a configuration may have (R-INIT-6)
OTHER = _abi.CONSTANTS["ACL_REG_TYPE_OTHER"]
# Types of registered callbacks that run, in order (R-INIT-12): the rest belongs to libraries that are not here.
AT_INIT, AT_INIT_WITH_FILE, AT_FINALIZE = (0, 6, OTHER), (0, 1, 6, OTHER), (3, 0, 6, OTHER)
Registration = tuple[int, Any, Any]    # type, function, user data


class Process:
    """What aclInit keeps for the process."""

    def __init__(self, machine: World) -> None:
        self.lock = threading.RLock()
        self.references = 0
        self.finalized = False
        self.config: bytes | None = None           # of the first successful init; b"" for none (R-INIT-7)
        self.at_init: list[Registration] = []
        self.at_finalize: list[Registration] = []


@c_function("aclInit")
def init(path: Any) -> int:
    machine = world()
    process = machine.part(Process)
    with process.lock:
        if process.references:
            process.references += 1
            return 100002                          # R-INIT-2: harmless, and without a message
        name = ffi.string(path) if path else b""
        content = _read(name) if name else b""
        if process.config is not None and content != process.config:
            raise invalid("the configuration differs from that of the first aclInit", "EH0004")
        settings = _parse(content)
        mode = settings.get("err_msg_mode", "0")
        if mode not in ("0", "1"):
            raise invalid(f"err_msg_mode {json.dumps(mode)}: \"0\" or \"1\"", "EH0009")
        machine.shared_messages = deque(maxlen=MESSAGES_KEPT) if mode == "1" else None
        text = ffi.from_buffer(content + b"\0")
        for kind in AT_INIT_WITH_FILE if name else AT_INIT:
            if kind == 6:
                _apply(machine, settings)
            for _, function, data in [each for each in process.at_init if each[0] == kind]:
                code: int = function(text, len(content), data)
                if code:
                    raise Refusal(code, "an init callback failed", token="EH9999", layer="acl")
        process.references, process.finalized, process.config = 1, False, content
    return 0


def _read(path: bytes) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Refusal(100003, f"{path.decode(errors='replace')}: {error.strerror}", token="EH0003",
                      layer="acl") from None


def _parse(content: bytes) -> dict[str, Any]:
    """The settings of a configuration; 100006 for what is no JSON object or nests too deeply (R-INIT-6)."""
    if not content:
        return {}
    try:
        settings = json.loads(content)
    except (ValueError, RecursionError):
        settings = None
    if not isinstance(settings, dict) or max(_depths(settings)) > DEPTH:
        raise Refusal(100006, f"the configuration is no JSON object of at most {DEPTH} levels", token="EH0004",
                      layer="acl")
    return settings


def _depths(value: Any) -> Iterator[int]:
    """How deep objects are nested below a value, and how deep arrays."""
    for kind in (dict, list):
        level, depth = [value], 0
        while level:
            nested = [each for each in level if isinstance(each, (dict, list))]
            depth += any(isinstance(each, kind) for each in nested)
            level = [inner for each in nested for inner in (each.values() if isinstance(each, dict) else each)]
        yield depth


def _apply(machine: World, settings: dict[str, Any]) -> None:
    """Stack size and default device (R-INIT-8)."""
    size = _within(settings, "StackSize", "aicore_stack_size")
    if isinstance(size, int):
        machine.part(Limits).stack = stack_size(size)
    chosen = _within(settings, "defaultDevice", "default_device")
    if chosen is not None:
        if not isinstance(chosen, str) or not (chosen.isascii() and chosen.isdigit()):
            raise Refusal(500001, f"default_device {json.dumps(chosen)}: a number in quotes", token="EH9999",
                          layer="acl")
        device = device_of(machine, int(chosen))
        if device.default_context is None:
            device.default_context = open_context(machine, device, default=True)
        machine.part(Devices).fallback = device


def _within(settings: dict[str, Any], section: str, key: str) -> Any:
    found = settings.get(section)
    return found.get(key) if isinstance(found, dict) else None


# -- the end

def _tear_down(machine: World, process: Process) -> None:
    for kind in AT_FINALIZE:
        for _, function, data in [each for each in process.at_finalize if each[0] == kind]:
            code: int = function(data)
            if code:                               # R-INIT-12: the process stays initialised
                raise Refusal(code, "a finalize callback failed", token="EH9999", layer="acl")
    report_remains(machine, "aclFinalize")
    machine.part(Devices).fallback = None
    process.references, process.finalized = 0, True


@c_function("aclFinalize")
def finalize() -> int:
    """R-INIT-3: one call ends it whatever the counter; R-INIT-4: the very first call succeeds without an init."""
    machine = world()
    process = machine.part(Process)
    with process.lock:
        if process.finalized:
            raise Refusal(100037, "already finalized", token="EH9999", layer="acl")
        _tear_down(machine, process)
    return 0


@c_function("aclFinalizeReference")
def finalize_reference(left: Any) -> int:
    """R-INIT-5: counts down, and ends it at the last reference."""
    machine = world()
    process = machine.part(Process)
    with process.lock:
        try:
            if process.references > 1:
                process.references -= 1
            elif process.references == 1:
                _tear_down(machine, process)
            else:
                raise Refusal(100037, "not initialised", token="EH9999", layer="acl")
        finally:
            if left:
                left[0] = process.references
    return 0


# -- callbacks

def _register(registered: list[Registration], kind: int, function: Any, data: Any) -> None:
    if not function:
        raise null("cbFunc")
    if kind != OTHER and any(each[0] == kind for each in registered):
        raise Refusal(500000, f"a callback of type {kind} is registered already", token="EH9999", layer="acl")
    registered.append((kind, function, data))


def _unregister(registered: list[Registration], kind: int, function: Any) -> int:
    if not function:
        raise null("cbFunc")
    for each in registered:
        if each[0] == kind and each[1] == function:
            registered.remove(each)
            return 0
    raise Refusal(500000, f"no such callback of type {kind} is registered", token="EH9999", layer="acl")


@c_function("aclInitCallbackRegister")
def register_at_init(kind: int, function: Any, data: Any) -> int:
    """R-INIT-12: after aclInit the callback runs at once."""
    process = world().part(Process)
    _register(process.at_init, kind, function, data)
    if process.references:
        content = process.config or b""
        return int(function(ffi.from_buffer(content + b"\0"), len(content), data))
    return 0


@c_function("aclInitCallbackUnRegister")
def unregister_at_init(kind: int, function: Any) -> int:
    return _unregister(world().part(Process).at_init, kind, function)


@c_function("aclFinalizeCallbackRegister")
def register_at_finalize(kind: int, function: Any, data: Any) -> int:
    _register(world().part(Process).at_finalize, kind, function, data)
    return 0


@c_function("aclFinalizeCallbackUnRegister")
def unregister_at_finalize(kind: int, function: Any) -> int:
    return _unregister(world().part(Process).at_finalize, kind, function)
