"""Handles in and out as integers: those of ctypes, of the official `acl` module, of anything that calls the C API.

    python -m pyacl run examples/interchange_handles.py

`acl.rt.create_stream` and `acl.rt.malloc` of the official module hand out plain integers, as made here by `capi`.
"""
import ctypes

import numpy as np

import pyacl
from pyacl import capi


def created_elsewhere() -> tuple[int, int]:
    """A stream and 32 bytes of device memory, as integers."""
    stream, memory = capi.ffi.new("aclrtStream *"), capi.ffi.new("void **")
    assert capi.aclrtCreateStream(stream) == 0
    assert capi.aclrtMalloc(memory, 32, capi.ACL_MEM_MALLOC_HUGE_FIRST) == 0
    return int(capi.ffi.cast("uintptr_t", stream[0])), int(capi.ffi.cast("uintptr_t", memory[0]))


with pyacl.Device(0):
    stream_handle, address = created_elsewhere()
    stream = pyacl.Stream.from_handle(stream_handle)                          # borrowed: never destroyed
    buffer = pyacl.DeviceBuffer.from_handle(ctypes.c_void_p(address), 32)     # a c_void_p is as good as an integer
    with pyacl.Tensor((8,), "float32", buffer=buffer) as x, pyacl.Tensor.from_numpy(np.arange(8.0)) as double:
        pyacl.aclnn.cast(double, "float32", x, stream=stream)
        stream.synchronize()
        print(x.numpy().tolist())
        print(isinstance(x.handle, int), isinstance(stream.handle, int))      # and out as integers
    stream.close()
    assert capi.aclrtDestroyStream(capi.ffi.cast("aclrtStream", stream_handle)) == 0
    assert capi.aclrtFree(capi.ffi.cast("void *", address)) == 0
