"""What the stubs accept and refuse: read by mypy (`tox -e types`), never run.

Each `type: ignore` is an error that must be found: mypy --strict complains about one that is not needed.
"""
from typing import Any

import numpy as np
from typing_extensions import assert_type

import pyacl
from pyacl import aclnn, capi
from pyacl.capi import *


def c_names(address: Any) -> None:
    code: int = ACL_FLOAT16 + 1
    assert_type(capi.aclrtSetDevice(code), int)
    assert_type(aclGetRecentErrMsg()[0], Any)
    aclrtSetDevice("0")  # type: ignore[arg-type]
    aclrtSetDevice()  # type: ignore[call-arg]
    aclrtSetDevice(deviceId=0)  # type: ignore[call-arg]  # cffi takes no keywords
    aclrtMemcpy(address, 8, np.zeros(2), 8, ACL_MEMCPY_HOST_TO_DEVICE)
    aclrtMemcpy(bytearray(8), 8, address, 8, ACL_MEMCPY_DEVICE_TO_HOST)
    aclrtMemcpy(8, 8, address, 8, ACL_MEMCPY_DEVICE_TO_HOST)  # type: ignore[arg-type]
    tensor = aclCreateTensor([4, 2], 2, ACL_FLOAT, [2, 1], 0, ACL_FORMAT_ND, [4, 2], 2, address)
    aclDestroyTensor(tensor)
    aclDestroyTensor(0x1000)  # type: ignore[arg-type]
    aclCreateTensor("4", 2, ACL_FLOAT, [2, 1], 0, ACL_FORMAT_ND, [4, 2], 2, address)  # type: ignore[arg-type]
    capi.aclrtMaloc  # type: ignore[attr-defined]


def operators(x: pyacl.Tensor, out: pyacl.Tensor, stream: pyacl.Stream) -> None:
    assert_type(aclnn.softmax_backward(x, x, 0, out, stream=stream), None)
    aclnn.softmax_backward(grad_output=x, output=x, dim=0, out=out)
    assert_type(aclnn.softmax_backward.prepare(x, x, 0, out, repeatable=True), pyacl.Executor)
    assert_type(aclnn.softmax_backward.c_name, str)
    aclnn.add(x, x, 1, out)
    aclnn.add(x, x, np.float32(1), out)
    aclnn.abs(self=x, out=out)
    aclnn.permute(x, [1, 0], out)
    aclnn.permute(x, np.array([1, 0]), out)
    aclnn.cat([x, x], 0, out)
    aclnn.cross_entropy_loss_grad(x, x, x, None, None, None, "mean", -100, 0.0, 0.0, out)
    aclnn.softmax_backward(x, None, 0, out)  # type: ignore[arg-type]
    aclnn.softmax_backward(x, x, "0", out)  # type: ignore[arg-type]
    aclnn.softmax_backward(x, x, out)  # type: ignore[call-arg,arg-type]
    aclnn.softmax_backward(x, x, 0, out, 5)  # type: ignore[misc,arg-type]
    aclnn.softmax_backward(x, x, 0, out, dims=0)  # type: ignore[call-arg]
    aclnn.softmax_bakward  # type: ignore[attr-defined]
