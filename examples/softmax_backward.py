"""aclnnSoftmaxBackward through the objects, with the numbers of its page, in float32 and in bfloat16.

    python -m pyacl run examples/softmax_backward.py
"""
import ml_dtypes
import numpy as np

import pyacl

grad_output = [[0, 1], [2, 3], [4, 5], [6, 7]]
output = [[1, 1], [1, 2], [2, 2], [3, 3]]

with pyacl.Device(0), pyacl.Stream() as stream:
    for dtype in (np.float32, ml_dtypes.bfloat16):
        with (
            pyacl.Tensor.from_numpy(np.array(grad_output, dtype)) as grad,
            pyacl.Tensor.from_numpy(np.array(output, dtype)) as forward,
            pyacl.Tensor.empty((4, 2), dtype) as out,
        ):
            pyacl.aclnn.softmax_backward(grad, forward, 0, out, stream=stream)
            stream.synchronize()
            print(dtype.__name__, out.numpy().ravel())
