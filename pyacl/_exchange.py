"""Tensors from and for other frameworks, without a copy: the methods of `Tensor` that do it."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeVar

from . import _lib
from ._handle import close_after
from ._primary import Primary
from ._reclaim import Uses
from .device import Context, Device, context_of
from .dtypes import BITS
from .memory import DeviceBuffer, TensorMemory
from .stream import Stream

if TYPE_CHECKING:
    from ._buffers import HandleLike
    from ._dlpack import Foreign

ffi = _lib.ffi
ALIGNMENT = 32                           # bytes, of the storage of a tensor (N-TEN-5)
X = TypeVar("X", bound="Exchange")


class ForeignMemory(TensorMemory):
    """Memory of another library.  It is given back when this is closed and the queued work that uses it has passed."""

    __slots__ = ()

    def __init__(self, base: int, nbytes: int, place: Device | Context | int | None,
                 release: Callable[[], None]) -> None:
        self._cdata = self._finalizer = self._owner = None
        self._used, self.nbytes = {}, nbytes
        self._context, self._primary = context_of(place)
        self._own(ffi.cast("void *", base), _give_back, self._used, self._primary, release)


def _give_back(pointer: Any, used: Uses, primary: Primary, release: Callable[[], None]) -> None:
    primary.reclaimer.release(used, release)


def _memory(given: Foreign, copy: bool | None, device: Device | Context | int | None) -> DeviceBuffer:
    """Memory from the multiple of `ALIGNMENT` at or below the foreign storage on: that very memory, or a copy of it.

    The foreign memory is given back at the latest when the result is closed.
    """
    from ._dlpack import ASCEND, CPU, EXTENSION
    shift, size, (kind, index) = given.base % ALIGNMENT, BITS[given.code], given.device
    release = ExitStack()
    release.callback(given.release)
    try:
        if kind not in (CPU, ASCEND, EXTENSION):
            raise BufferError(f"memory of DLPack's device {given.device}: only Ascend (21, or 12 as before 2026) and "
                              "the host (1) are known here")
        if shift * 8 % size:
            raise BufferError(f"the storage at {given.base:#x} starts inside an element of {size} bits")
        place = device if kind == CPU else index
        base, nbytes = given.base - shift, given.nbytes + shift
        wanted = copy or given.read_only
        if kind == CPU and not wanted and given.nbytes:
            end_sharing = _lib.current().share(base, nbytes, context_of(place)[1].index)
            wanted = end_sharing is None
            if end_sharing is not None:
                release.callback(end_sharing)            # before the release: the last one in goes first
        if wanted and copy is False:
            raise BufferError("copy=False: this memory is read-only" if given.read_only else
                              "copy=False: memory of the host is not memory of the device")
        foreign = ForeignMemory(base, nbytes, place, release.close)
    except BaseException:
        release.close()
        raise
    if not wanted:
        return foreign
    with foreign:
        made = TensorMemory(nbytes, device=place)
        try:
            if kind == CPU:
                made.write(ffi.cast("char *", given.base), given.nbytes, shift)
            else:
                made.copy_from(foreign)
        except BaseException as error:
            close_after(made.close, error)
            raise
        return made


class Exchange:
    """What `Tensor` has for other frameworks."""

    __slots__ = ()

    @classmethod
    def from_dlpack(cls: type[X], source: Any, *, stream: Stream | HandleLike | None = None, copy: bool | None = None,
                    device: Device | Context | int | None = None) -> X:
        """A tensor over the memory of another framework's tensor, which is kept until both are done with it.

        source  an object with `__dlpack__`, or a DLPack capsule
        stream  that will use the memory (a Stream or its handle), told to the other framework, which orders its own
                work before it; None: it orders its work before its default stream; of no matter for memory of the host
        copy    False: never; True: always; None: where it must be, for memory that is read-only or of the host (which
                the emulator uses where it is)
        device  where memory of the host goes; None: the current device

        Raises BufferError for what cannot be exchanged, or not without a copy.
        """
        from ._dlpack import take
        return cls._of_foreign(take(source, stream), copy, device)

    @classmethod
    def from_torch(cls: type[X], source: Any, *, copy: bool | None = None,
                   device: Device | Context | int | None = None) -> X:
        """A tensor over the memory of a torch tensor, on an NPU (torch_npu) or the CPU; torch is not imported.

        It has the shape, strides, data type (bfloat16 too) and storage of the torch tensor, which is kept alive.  Work
        is ordered only by streams: `Stream.from_handle(torch.npu.current_stream().npu_stream)` is torch's own.
        copy and device are those of `from_dlpack`.  Raises TypeError for a tensor that has no plain memory.
        """
        from ._dlpack import of_torch
        return cls._of_foreign(of_torch(source), copy, device)

    @classmethod
    def _of_foreign(cls: type[X], given: Foreign, copy: bool | None, device: Device | Context | int | None) -> X:
        memory = _memory(given, copy, device)
        offset = given.offset + given.base % ALIGNMENT * 8 // BITS[given.code]
        try:
            self: Any = cls(given.shape, given.code, strides=given.strides, offset=offset,  # type: ignore[call-arg]
                            buffer=memory)
        except BaseException as error:
            close_after(memory.close, error)
            raise
        self._owns = True
        return self  # type: ignore[no-any-return]

    # -- for others
    def __dlpack__(self, *, stream: Any = None, max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any:
        """A DLPack capsule of the tensor's memory, for `from_dlpack` of another framework.

        stream       the consumer's aclrtStream, as an integer or another form of handle: it comes after the work queued
                     so far; 0 is its default stream (1, too: CUDA's number); None waits for that work; -1 does neither
        max_version  of DLPack that the consumer knows; None: before 1.0 (NumPy before 2.1 makes no other capsules)
        dl_device    (21, index) is Ascend, (12, index) the same by its name of before; (1, 0) the host, which takes a
                     copy except on the emulator
        copy         True: of a copy; False: never; None: where it must be

        The memory lives until the consumer is done with it, whatever is closed before.  Raises BufferError for what
        cannot be exchanged, ValueError or TypeError for what is no stream or no version.
        """
        return self._exported(stream, max_version, dl_device, copy, None)

    def __dlpack_device__(self) -> tuple[int, int]:
        """(21, index of the device)."""
        return self.dlpack().__dlpack_device__()

    def dlpack(self, device_type: int = 21) -> DLPackView:
        """The tensor for a consumer that knows Ascend by another device type: 12 (kDLExtDev), as until 2026, or 1.

        1 is memory of the host: of the emulator it is the very memory, else a copy.
        """
        return DLPackView(self, device_type)

    def _exported(self, stream: Any, max_version: tuple[int, int] | None, dl_device: tuple[int, int] | None,
                  copy: bool | None, device_type: int | None) -> Any:
        from ._dlpack import ASCEND, export
        return export(self, stream=stream, max_version=max_version,  # type: ignore[arg-type]
                      dl_device=dl_device, copy=copy, device_type=device_type or ASCEND)


class DLPackView:
    """A tensor as an object that DLPack consumers take, with a device type of choice."""

    __slots__ = ("device_type", "tensor")

    def __init__(self, tensor: Any, device_type: int) -> None:
        if device_type not in (1, 12, 21):
            raise ValueError(f"device_type={device_type!r}: 21 (Ascend), 12 (the same, before 2026) or 1 (host)")
        self.tensor, self.device_type = tensor, device_type

    def __dlpack_device__(self) -> tuple[int, int]:
        index = self.tensor.buffer.device.index
        return self.device_type, 0 if self.device_type == 1 else index

    def __dlpack__(self, *, stream: Any = None, max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any:
        """See `Tensor.__dlpack__`."""
        return self.tensor._exported(stream, max_version, dl_device or self.__dlpack_device__(), copy,
                                     self.device_type)


