"""The two phases that every operator has (N-P1, N-WS, N-P2, N-LIFE)."""
from __future__ import annotations

import weakref
from typing import Any

from ... import _abi
from .._registry import Implementation, Refusal
from .._world import World, world
from . import cache
from .advice import advise
from .decode import decode, signature
from .executor import Executor, find_executor
from .launch import launch
from .plan import broadcasts_too_much

NULL_POINTER, TOO_SMALL, RUNTIME_ERROR, NO_KERNEL = 161001, 161002, 361001, 561003
KERNEL_ERRORS = 507             # thousands of the codes that a synchronise gives for a failed kernel
DETERMINISTIC, STRONG_CONSISTENCY = 0, 2             # aclSysParamOpt


def phase_of(function: str) -> Implementation | None:
    """The implementation of `<operator>GetWorkspaceSize` or of `<operator>`; None for what is no operator."""
    operator = function.removesuffix("GetWorkspaceSize")
    if operator not in _abi.OPERATORS:
        return None
    return _second(operator) if operator == function else _first(operator)


def _not_yet(operator: str) -> str:
    from ..ops._to_come import family
    known = family(operator)
    return (f"{operator}{f', of the family {known},' if known else ''} does not compute on the emulator yet "
            "(python -m pyacl ops lists what does)")


def _first(operator: str) -> Implementation:
    function = operator + "GetWorkspaceSize"

    def prepare(*arguments: Any) -> int:
        from ..ops import Call, row_of
        *values, size, executor = arguments
        if not size or not executor:                                     # N-P1-1: before anything else
            raise _refuse(NULL_POINTER, f"{'executor' if size else 'workspaceSize'} is NULL")
        row = row_of(operator)
        if row is None:
            raise Refusal(NO_KERNEL, _not_yet(operator), token="EZ9999", layer="aclnn")
        machine = world()
        decoded = decode(operator, values, function)
        plan = row.plan(Call(operator, decoded, machine.profile))
        if broadcasts_too_much(plan.inputs, plan.outputs):
            machine.find("A-SHAPE", function, "a device refuses to broadcast these types along so many axes (N-SHP-5); "
                         "here it computes")
        advise(machine, function, decoded)
        signatures = cache.of_this_thread()
        key = None
        if plan.cacheable and not plan.generated:
            key = (operator, *_options(function), *signature(decoded))
            if cache.key_bytes(key) > cache.MAX_KEY_BYTES:               # N-CACHE-2
                key = None
        made = machine.handles.add(Executor(operator, decoded, plan, key, signatures))
        size[0] = plan.workspace                                         # N-P1-4: only on success
        executor[0] = made.cdata
        return 0
    return prepare


def _options(function: str) -> tuple[int, ...]:
    """What of the thread's settings is part of a signature: determinism (N-DET-2, N-DET-4), cores (N-CACHE-1)."""
    from ..runtime.context import context_or_none
    from ..runtime.limits import CUBE, VECTOR, Limits, thread_cores
    machine = world()
    options = machine.part(Limits).options
    level = options.get(DETERMINISTIC, 0)
    context = context_or_none(machine)
    if context is None:
        return (level,)
    if not level and context.options.get(DETERMINISTIC) and context not in machine.part(Advised).contexts:
        machine.part(Advised).contexts.add(context)
        machine.find("A-DET", function, "determinism is switched on for the context only; operators read the option "
                     "of the process (aclrtSetSysParamOpt)", handle=context.handle, severity="warning")
    if level == 1 and options.get(STRONG_CONSISTENCY, 0) == 1:
        level = 2
    return (level, *(thread_cores(machine, context.device, kind) for kind in (CUBE, VECTOR)))


class Advised:
    """Contexts whose users were told that their determinism has no effect (N-DET-3)."""

    def __init__(self, machine: World) -> None:
        self.contexts: weakref.WeakSet[Any] = weakref.WeakSet()


def _second(operator: str) -> Implementation:
    def run(workspace: Any, size: int, executor: Any, stream: Any) -> int:
        if not executor:                                                 # N-P2-1
            raise _refuse(NULL_POINTER, "executor is NULL")
        machine = world()
        fault = machine.fault(operator) if machine.faults else 0
        if fault and fault // 1000 != KERNEL_ERRORS:
            raise Refusal(fault, f"{fault} injected by emulator.fail", token="EE9999", layer="aclnn")
        made = find_executor(executor, operator)
        if made.operator != operator:
            machine.find("A-EXEC-REUSE", operator, f"the executor is one of {made.operator}", handle=made.handle,
                         created=made.created)
        plan = made.plan
        if size and not workspace:                                       # N-WS-6: even a repeatable one is gone
            if not plan.generated:
                machine.handles.remove(made)
            raise _refuse(NULL_POINTER, f"workspace is NULL, its size is {size}")
        if plan.generated and size < plan.workspace:                     # N-WS-5, N-P2-4
            raise _refuse(TOO_SMALL, f"workspace of {size} bytes, {plan.workspace} are needed")
        try:
            launch(machine, made, operator, workspace, size, stream, fault)
            if made.key is not None and not made.repeatable:             # N-CACHE-3: only an ordinary run counts
                made.signatures.add(made.key)
        except Refusal as refusal:                                       # N-P2-3
            if refusal.layer == "runtime":
                machine.thread.last_error = refusal.code
            raise Refusal(RUNTIME_ERROR, f"{refusal.code}: {refusal.text}", token="EZ9903", layer="aclnn") from None
        finally:
            if not made.repeatable:                                      # N-P2-4: whatever the result
                machine.handles.remove(made)
        return 0
    return run


def _refuse(code: int, text: str) -> Refusal:
    return Refusal(code, text, token="EZ1001", layer="aclnn")
