"""NumPy and pinned memory: what fills a HostBuffer goes to the device on a stream, and a tensor is an array when asked.

    python -m pyacl run examples/interchange_numpy.py
"""
import numpy as np

import pyacl

with (
    pyacl.Device(0),
    pyacl.Stream() as stream,
    pyacl.HostBuffer(6 * 4) as pinned,
    pyacl.Tensor.empty((2, 3), "float32") as x,
):
    view = np.frombuffer(memoryview(pinned), np.float32)    # the pinned memory itself, by the buffer protocol
    view[:] = np.arange(6)
    x.buffer.write(pinned, stream=stream)                   # asynchronous: pinned memory needs no staging
    pyacl.aclnn.muls(x, 0.5, x, stream=stream)
    print(np.asarray(x).tolist())                           # waits for the work on x, and copies to the host
    print(np.add(x, 1).sum())                               # so NumPy's functions take tensors
    filled = np.zeros((3, 2), np.float32)
    x.T.numpy(out=filled)                                   # or into an array that is there, in any layout
    print(filled.tolist())
