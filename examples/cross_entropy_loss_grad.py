"""aclnnCrossEntropyLossGrad through the objects, with the numbers of its page.

    python -m pyacl run examples/cross_entropy_loss_grad.py
"""
import numpy as np

import pyacl

with (
    pyacl.Device(0),
    pyacl.Stream() as stream,
    pyacl.Tensor.from_numpy(np.array(0.1, np.float32)) as grad_loss,
    pyacl.Tensor.from_numpy(np.full((2, 3), -0.2, np.float32)) as log_prob,
    pyacl.Tensor.from_numpy(np.array([0, 0], np.int64)) as target,
    pyacl.Tensor.from_numpy(np.ones(3, np.float32)) as weight,
    pyacl.Tensor.empty((2, 3), "float32") as x_grad,
):
    pyacl.aclnn.cross_entropy_loss_grad(
        grad_loss, log_prob, target, weight, None, None, reduction_optional="mean", ignore_index=-100,
        label_smoothing=0.0, lse_square_scale_for_zloss=0.0, out=x_grad, stream=stream)
    stream.synchronize()
    print(x_grad.numpy().round(4))
