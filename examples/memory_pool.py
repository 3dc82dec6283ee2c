"""Device memory from a pool: temporaries of every step take the same blocks, without a call of CANN.

    python -m pyacl run examples/memory_pool.py
"""
import numpy as np

import pyacl

with pyacl.Device(0), pyacl.Stream() as stream, pyacl.MemoryPool() as pool:
    x = pyacl.Tensor.from_numpy(np.linspace(-1, 1, 1000, dtype=np.float32))
    with pool.on(stream):                                   # in the order of the stream: nothing is waited for
        for _ in range(100):
            y = pyacl.Tensor.empty(x.shape, x.dtype)
            pyacl.aclnn.relu(x, y, stream=stream)
            x.close()
            x = y
    print(x.numpy().max())
    x.close()
    print(pool.statistics())
