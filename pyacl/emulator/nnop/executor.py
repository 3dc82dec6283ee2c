"""Executors: what a first phase returns, and the functions that work on one (N-REP, N-P2-7)."""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ... import _abi
from .._handles import Object, address
from .._registry import Refusal, c_function
from .._world import world
from . import cache, decode
from .meta import Meta, Tensor, TensorList, misuse
from .plan import Plan

ffi = _abi.ffi

INNER, INNER_NULL, BAD_INDEX = 561000, 561103, 161002


class Executor(Object):
    """An aclOpExecutor, alive from phase 1 until a phase 2 consumes it (N-P1-5, N-P2-4).

    key         its signature, None if the operator cache has no part in it
    cached      a cache hit, which cannot be repeatable (N-REP-3)
    addresses   what was captured in phase 1: on a cache hit (N-LIFE-2), and by a generated operator
    """

    kind = "executor"
    ctype = "aclOpExecutor *"

    def __init__(self, operator: str, arguments: dict[str, Any], plan: Plan, key: Any,
                 signatures: cache.Signatures) -> None:
        super().__init__()
        self.operator, self.arguments, self.plan = operator, arguments, plan
        self.key, self.signatures = key, signatures
        self.cached = key is not None and key in signatures
        self.repeatable = False
        self.thread = threading.current_thread()
        self.descriptors = decode.descriptors(arguments)
        self.versions = {item: item.version for item in self.descriptors}
        captured = self.cached or plan.generated
        self.addresses = {tensor: tensor.data for tensor in (*plan.inputs, *plan.outputs)} if captured else {}

    def data(self, tensor: Tensor) -> int:
        """The address that a run takes for a tensor."""
        return self.addresses.get(tensor, tensor.data)


def find_executor(pointer: Any, function: str) -> Executor:
    """The executor behind a pointer; a stale one is undefined in C, here it is A-EXEC-REUSE and refused (561000)."""
    machine = world()
    found = machine.handles.get(pointer, Executor)
    if found is not None:
        return found
    number = address(pointer)
    was, created = machine.handles.dead.get(number, ("", ""))
    text = "the executor was consumed or destroyed before" if was == Executor.kind else "this is no executor"
    if not machine.handles.is_former(pointer):
        machine.find("A-EXEC-REUSE", function, text, handle=number, created=created)
    raise Refusal(INNER, f"0x{number:x}: {text}", token="EZ9999", layer="aclnn")


def _null(what: str) -> Refusal:
    return Refusal(INNER_NULL, f"{what} is NULL", token="EZ1011", layer="aclnn")


@c_function("aclSetAclOpExecutorRepeatable")
def set_repeatable(pointer: Any) -> int:
    """N-REP-1: NULL -> 561103, not possible -> 561000."""
    if not pointer:
        raise _null("executor")
    executor = find_executor(pointer, "aclSetAclOpExecutorRepeatable")
    if executor.cached:                                                  # N-REP-3, A-CACHE-REP: the code tells
        raise Refusal(INNER, f"{executor.operator} ran before in this thread with the same signature",
                      token="EZ9999", layer="aclnn")
    if not executor.plan.repeatable:                                     # N-REP-2
        raise Refusal(INNER, f"this call of {executor.operator} cannot be repeated", token="EZ9999", layer="aclnn")
    executor.repeatable = True
    return 0


@c_function("aclDestroyAclOpExecutor")
def destroy_executor(pointer: Any) -> int:
    """Works for every executor that was not consumed (N-P2-7); NULL -> 561103 (N-REP-4)."""
    if not pointer:
        raise _null("executor")
    machine = world()
    if machine.handles.is_former(pointer):
        return 0
    machine.handles.remove(find_executor(pointer, "aclDestroyAclOpExecutor"))
    return 0


# -- addresses

def _rebind(tensor: Tensor, data: Any, pointer: Any, slots: str, index: int, function: str) -> int:
    """Give a tensor another address, for an executor; the tensor changes even if the executor is NULL (N-REP-7)."""
    tensor.data = address(data)
    tensor.version += 1
    machine = world()
    if not pointer:
        machine.find("A-NULLEXEC", function, "the executor is NULL; the tensor's address was changed all the same",
                     handle=tensor.handle, created=tensor.created, severity="warning")
        raise _null("executor")
    executor = find_executor(pointer, function)
    if executor.repeatable and tensor in executor.versions:
        executor.versions[tensor] = tensor.version
    expected = _slots(executor, slots)
    if executor.plan.generated:
        if index >= len(expected):                                       # only these look at the index
            raise Refusal(BAD_INDEX, f"index {index}: {executor.operator} has {len(expected)} {slots}",
                          token="EZ1001", layer="aclnn")
        executor.addresses[expected[index]] = address(data)
    if tensor in expected and not (index < len(expected) and expected[index] is tensor):
        machine.find("A-INDEX", function, f"index {index} is not the place of this tensor among the {slots}",
                     handle=tensor.handle, created=tensor.created, severity="warning")
    return 0


def _slots(executor: Executor, slots: str) -> list[Tensor]:
    """The tensors among the arguments that an index counts, in order of the parameters."""
    tensors = [item for item in executor.descriptors if isinstance(item, Tensor)]
    outputs = executor.plan.outputs
    if slots == "outputs":
        return [tensor for tensor in tensors if tensor in outputs]
    inputs = [tensor for tensor in tensors if tensor not in outputs or tensor in executor.plan.inputs]
    return inputs if slots == "inputs" else inputs + [tensor for tensor in tensors if tensor not in inputs]


def _item(pointer: Any, kind: type[Meta], function: str) -> Any:
    """The tensor or list whose address is set: NULL -> 561103."""
    if not pointer:
        raise _null(kind.kind)
    item = world().handles.get(pointer, kind)
    if item is None:
        misuse(pointer, kind, function)
        raise Refusal(INNER_NULL, f"0x{address(pointer):x} is no live {kind.kind}", token="EZ1011", layer="aclnn")
    return item


def _setter(name: str, slots: str) -> Callable[..., int]:
    def set_address(executor: Any, index: int, tensor: Any, data: Any) -> int:
        return _rebind(_item(tensor, Tensor, name), data, executor, slots, index, name)
    return set_address


def _list_setter(name: str, slots: str) -> Callable[..., int]:
    def set_address(executor: Any, ir_index: int, index: int, tensors: Any, data: Any) -> int:
        items = _item(tensors, TensorList, name).items
        if index >= len(items):                                          # before the executor (N-REP-7)
            raise Refusal(BAD_INDEX, f"index {index} in a list of {len(items)}", token="EZ1001", layer="aclnn")
        if items[index] is None:                                         # N-REP-8: one of the three crashes in C
            raise _null("list element")
        flat = _slots(find_executor(executor, name), slots) if executor else []
        place = flat.index(items[index]) if items[index] in flat else 0
        return _rebind(items[index], data, executor, slots, place, name)
    return set_address


for _name, _kind in (("Input", "inputs"), ("Output", "outputs"), ("", "tensors")):
    for _prefix in ("acl", "Acl"):                                       # N-REP-6: twins
        _function = f"{_prefix}Set{_name}TensorAddr"
        c_function(_function)(_setter(_function, _kind))
        _function = f"{_prefix}SetDynamic{_name}TensorAddr"
        c_function(_function)(_list_setter(_function, _kind))


# -- aclnn/aclnn_base.h and the rest

@c_function("aclnnInit")
def aclnn_init(path: Any) -> int:
    """Always 0, whatever the file says (N-INI-1, N-INI-2)."""
    return 0


@c_function("aclnnFinalize")
def aclnn_finalize() -> int:
    """Always 0 (N-INI-4)."""
    return 0


@c_function("aclnnReselectStaticKernel")
def reselect_static_kernel() -> int:
    """Clears the operator cache of this thread (N-CACHE-6)."""
    cache.of_this_thread().known.clear()
    return 0


@c_function("aclDumpOpTensors")
def dump_op_tensors(op_type: Any, op_name: Any, tensors: Any, inputs: int, outputs: int, stream: Any) -> int:
    """Checks its arguments (N-INI-6) and writes nothing: dumping is not emulated."""
    for name, value in (("opType", op_type), ("opName", op_name), ("tensors", tensors), ("stream", stream)):
        if not value:
            raise Refusal(161001, f"{name} is NULL", token="EZ1001", layer="aclnn")
    return 0
