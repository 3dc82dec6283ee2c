"""Executors: phase 1 of an operator, to be launched later, once or many times."""
from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from . import _lib
from ._buffers import handle_pointer
from ._context import thread, using
from ._handle import SLOTS, Handle, close_after, refuse_after_fork
from ._launch import Arguments, convert, describe, phase1, phase2, place, used_on
from ._primary import Primary
from ._reclaim import Lane, Progress
from ._signature import Parameter, parameters
from .errors import AclError, check, failure
from .memory import DeviceBuffer
from .stream import Stream
from .tensor import Tensor

if TYPE_CHECKING:
    from ._buffers import HandleLike

ffi, lib = _lib.ffi, _lib.lib
NULL = ffi.NULL
_NEVER = object()          # a queue that no stream has
_NONE = (_NEVER, 0, None)


class Executor(Handle):
    """What phase 1 of an operator made (`pyacl.aclnn.<op>.prepare(...)`).

    c_name          the operator in C
    workspace_size  bytes of workspace that a launch needs
    repeatable      whether it may be launched again

    A one-shot executor is consumed by its first launch, whatever that returns.  A repeatable one may be launched again
    and again, on any stream of its device and with other addresses (`rebind`), until it is closed.  Both keep their
    arguments alive.
    """

    _kind = "executor"
    __slots__ = (*SLOTS, "_arguments", "_blocks", "_lane", "_order", "_primary", "_shown", "_usual", "c_name",
                 "repeatable", "workspace_size")

    c_name: str
    workspace_size: int
    repeatable: bool
    _arguments: Arguments
    _order: list[Parameter]
    _shown: tuple[Any, ...]
    _primary: Primary
    _lane: Lane
    _blocks: dict[Progress, DeviceBuffer]      # workspaces of a repeatable one, one for each stream
    _usual: tuple[Any, int, Any]               # of the latest launch: its queue, its context, the call of phase 2

    def __init__(self) -> None:
        raise TypeError("an Executor comes from pyacl.aclnn.<operator>.prepare(...), or Executor.from_handle(...)")

    @classmethod
    def _new(cls, c_name: str, order: list[Parameter], repeatable: bool) -> Executor:
        self = cls.__new__(cls)
        self.c_name, self._order, self.repeatable = c_name, order, repeatable
        self._lane, self._blocks = Lane(), dict[Progress, DeviceBuffer]()
        self._usual = _NONE
        self._arguments, self._shown = Arguments(), ()
        self._cdata = self._finalizer = self._owner = None
        return self

    @classmethod
    def _prepare(cls, c_name: str, order: list[Parameter], arguments: tuple[Any, ...], repeatable: bool) -> Executor:
        refuse_after_fork()
        self = cls._new(c_name, order, repeatable)
        if repeatable:                          # the addresses of its tensors will change: they must be its own
            arguments = tuple(_alias(a) if isinstance(a, Tensor) else a for a in arguments)
        call = convert(order, arguments)
        self._arguments, self._shown = call, arguments
        try:
            stream = place(call.tensors, None, lambda: describe(order, arguments))
            self._primary = stream._primary
            with using(stream._context):
                self.workspace_size, executor = phase1(c_name, order, arguments, call)
                self._own(executor, _release, call, self._lane, stream._primary)
                if repeatable:
                    self._make_repeatable()
        except BaseException as error:
            close_after(self.close, error)
            self._drop_arguments()
            raise
        for tensor in call.tensors:
            tensor._used[self._lane] = 1
        return self

    def _make_repeatable(self) -> None:
        code = lib.aclSetAclOpExecutorRepeatable(self._cdata)
        if code:
            raise failure(code, "aclSetAclOpExecutorRepeatable", arguments=describe(self._order, self._shown),
                          doing=f"making {self.c_name} repeatable (not all operators can be; and not one with the "
                          "same arguments that ran before in this thread, unless DISABLE_L2_CACHE is set)")

    @classmethod
    def from_handle(cls, handle: HandleLike, *, c_name: str, workspace_size: int, owner: Any = None,
                    repeatable: bool = False, device: Any = None) -> Executor:
        """Wrap an aclOpExecutor that phase 1 of `c_name` made elsewhere; it is never destroyed here.

        handle          the aclOpExecutor as an integer or C pointer; NULL is a ValueError
        c_name          of the operator, such as "aclnnAdd"
        workspace_size  in bytes, as phase 1 said
        owner           kept alive as long as this object is
        repeatable      whether aclSetAclOpExecutorRepeatable was called; a one-shot one is consumed by its first
                        launch, as in C
        device          where it runs; None: the current device
        """
        from .device import context_of
        self = cls._new(c_name, parameters(c_name), repeatable)
        self.workspace_size = workspace_size
        self._primary = context_of(device)[1]
        self._borrow(handle_pointer("aclOpExecutor *", handle, null=False), owner)
        return self

    def launch(self, stream: Stream | None = None) -> None:
        """Phase 2: queue the operator on a stream; None is the default stream of its device.

        Raises ValueError if the executor is closed or consumed, or the stream is of another device; AclError if C
        refuses.
        """
        queue, serial, run = self._usual
        try:                                    # mostly: the same stream, the same thread
            if stream._cdata is not queue or thread.bound != serial:         # type: ignore[union-attr]
                run = None
        except AttributeError:                  # no stream given, or a thread that is new here
            run = None
        if run is None:
            return self._launch(stream)
        code = run()
        if code:
            raise self._failed(code)

    def _launch(self, stream: Stream | None) -> None:
        executor = self._cdata
        if executor is None:
            raise ValueError(f"this executor of {self.c_name} is closed, or was consumed by its launch: prepare "
                             "another, or prepare it with repeatable=True")
        target = place(self._arguments.tensors, stream, lambda: describe(self._order, self._shown))
        if target._primary is not self._primary:
            raise ValueError(f"an executor of device {self._primary.index} cannot run on a stream of device "
                             f"{target._context.index}")
        with using(target._context):
            if self.repeatable:
                code = self._launch_repeatable(executor, target)
            else:
                self._consume()
                try:
                    code = phase2(self.c_name, self.workspace_size, executor, target)
                    used_on(self._arguments.tensors, target._progress, self.c_name)
                finally:
                    self._arguments.destroy()
        if code:
            raise self._failed(code)

    def _launch_repeatable(self, executor: Any, target: Stream) -> int:
        progress = target._progress
        if self.workspace_size and progress not in self._blocks:
            self._blocks[progress] = DeviceBuffer(self.workspace_size, device=self._primary.index)
        block = self._blocks[progress]._pointer if self.workspace_size else NULL
        run = partial(getattr(lib, self.c_name), block, self.workspace_size, executor, target._cdata)
        code = int(run())
        if self._lane.progress is not progress:
            self._lane.move(progress)
        if self.workspace_size:
            self._blocks[progress]._used[self._lane] = 1
        progress.recent.append(self.c_name)
        # A default stream has no handle of its own to recognise it by.
        self._usual = (target._cdata or _NEVER, target._context.serial, run)
        return code

    def _failed(self, code: int) -> AclError:
        return failure(code, self.c_name, arguments=describe(self._order, self._shown))

    def _consume(self) -> None:
        """Phase 2 takes a one-shot executor whatever it returns (N-P2-4): from here on it must not be destroyed."""
        self._cdata = None
        if self._finalizer is not None:
            self._finalizer.cancel()
            self._finalizer = None
        self._settle()

    def _settle(self) -> None:
        """The buffers exchange the lane for what it was: streams and tickets."""
        self._lane.end()
        for tensor in self._arguments.tensors:
            self._lane.leave(tensor._used)
        for block in self._blocks.values():
            self._lane.leave(block._used)
            block.close()
        self._blocks.clear()

    def rebind(self, /, **tensors: Tensor | DeviceBuffer | int) -> None:
        """Give parameters other memory before the next launch: `executor.rebind(self=x, out=y)`.

        tensors  by the names of the parameters.  A tensor must have the shape, strides, offset and dtype of the one
                 given to `prepare`; a DeviceBuffer or an address is the storage base.  Shapes and scalars stay as they
                 were (N-REP-5)

        Raises ValueError for a one-shot executor, TypeError for what is no tensor parameter.
        """
        executor = self._pointer_or_raise()
        if not self.repeatable:
            raise ValueError("only a repeatable executor can be given other addresses")
        names = [p.name for p in self._order]
        for name, new in tensors.items():
            if name not in names or not isinstance(self._shown[names.index(name)], Tensor):
                raise TypeError(f"{self.c_name} has no tensor {name!r}{_lib.near(name, names)}")
            own: Tensor = self._shown[names.index(name)]
            position = sum(isinstance(a, Tensor) for a in self._shown[:names.index(name)])
            buffer = _storage_of(own, new, name, self._primary)
            with using(self._primary.context):
                check(lib.aclSetTensorAddr(executor, position, own._h, buffer._pointer), "aclSetTensorAddr",
                      arguments=describe(self._order, self._shown))
                self._lane.leave(own._used)
                own._buffer, own._used = buffer, buffer._used
                for tensor in self._arguments.tensors:          # some may share a buffer
                    tensor._used[self._lane] = 1
        self._primary.reclaimer.collect()

    def _let_go(self) -> None:
        self._primary = None  # type: ignore[assignment]
        self._drop_arguments()

    def _drop_arguments(self) -> None:
        self._arguments.destroy()
        if self.repeatable:                     # these tensors are its own
            for tensor in self._shown:
                if isinstance(tensor, Tensor):
                    tensor.close()
        self._arguments, self._shown = Arguments(), ()

    def close(self) -> None:
        """Destroy the executor (aclDestroyAclOpExecutor); launches that are queued run on."""
        if self._cdata is None:
            return
        self._usual = _NONE
        self._settle()
        self._primary.reclaimer.collect()
        Handle.close(self)

    def __repr__(self) -> str:
        state = "consumed or closed" if self._cdata is None else f"{self.workspace_size} bytes of workspace"
        return f"<pyacl.Executor of {self.c_name}, {state}>"


def _alias(tensor: Tensor) -> Tensor:
    """The same view with a descriptor of its own."""
    tensor._open_buffer()
    alias = Tensor.__new__(Tensor)
    for name in ("_buffer", "_code", "_format", "_offset", "_shape", "_storage", "_strides", "_used"):
        setattr(alias, name, getattr(tensor, name))
    alias._owns, alias._h, alias._kept = False, None, None
    return alias


def _storage_of(own: Tensor, new: Tensor | DeviceBuffer | int, name: str, primary: Primary) -> DeviceBuffer:
    """The memory that a parameter is to use from now on; ValueError or TypeError if it does not fit."""
    needed = own._buffer.nbytes  # type: ignore[union-attr]     # it may be closed: that may be why it is exchanged
    if isinstance(new, Tensor):
        for what in ("_shape", "_strides", "_offset", "_code", "_format"):
            if getattr(new, what) != getattr(own, what):
                raise ValueError(f"{name}: shape, strides, offset, dtype and format are fixed by prepare\n"
                                 f"  prepared: {own!r}\n  given:    {new!r}")
        buffer = new.buffer
    elif isinstance(new, DeviceBuffer):
        buffer = new
    else:
        buffer = DeviceBuffer.from_handle(new, needed, device=primary.index)
    if buffer.nbytes < needed:
        raise ValueError(f"{name}: the memory given has {buffer.nbytes} bytes, {needed} are needed")
    if buffer._primary is not primary:
        raise ValueError(f"{name}: the memory given is on device {buffer._primary.index}, the executor on device "
                         f"{primary.index}")
    return buffer


def _release(executor: Any, arguments: Arguments, lane: Lane, primary: Primary) -> None:
    lane.end()
    try:
        check(lib.aclDestroyAclOpExecutor(executor), "aclDestroyAclOpExecutor")
    finally:
        arguments.destroy()
