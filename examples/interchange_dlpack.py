"""DLPack both ways: an operator reads and writes the memory of NumPy arrays, and NumPy looks at a tensor.

    python -m pyacl run examples/interchange_dlpack.py

On the emulator a device shares the memory of the host, so nothing is copied; on CANN `copy=None` copies to the device.
"""
import numpy as np

import pyacl

x, y = np.arange(6, dtype=np.float32).reshape(2, 3), np.ones((2, 3), np.float32)

with (
    pyacl.Device(0),
    pyacl.Stream() as stream,
    pyacl.Tensor.from_dlpack(x) as a,
    pyacl.Tensor.from_dlpack(y) as b,
    pyacl.Tensor.empty((2, 3), "float32") as out,
):
    pyacl.aclnn.add(a, b, 10, out, stream=stream)
    print(out.__dlpack_device__())                  # (21, 0): kDLAscend; out.dlpack(12) for who knows kDLExtDev only
    print(np.from_dlpack(out.dlpack(1)).tolist())   # as memory of the host; waits for the stream
