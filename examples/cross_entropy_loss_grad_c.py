"""The C++ example of aclnnCrossEntropyLossGrad, line for line: every call, name, check and printed line is the page\'s.

    python -m pyacl run examples/cross_entropy_loss_grad_c.py

What differs is the language alone: an out parameter is `ffi.new("type *")` and read with [0], a std::vector is a NumPy
array or a list, and CHECK_RET, which cannot return from its caller here, gives the condition back.
"""
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from pyacl.capi import *


def CHECK_RET(cond: bool, message: str = "", *args: object) -> bool:
    if not cond:
        LOG_PRINT(message, *args)
    return cond


def LOG_PRINT(message: str, *args: object) -> None:
    print(message % args, end="")


def GetShapeSize(shape: list[int]) -> int:
    return math.prod(shape)


def Init(deviceId: int, stream: Any) -> int:
    # Boilerplate for resource initialization.
    ret = aclInit(NULL)
    if not CHECK_RET(ret == ACL_SUCCESS, "aclInit failed. ERROR: %d\n", ret):
        return ret
    ret = aclrtSetDevice(deviceId)
    if not CHECK_RET(ret == ACL_SUCCESS, "aclrtSetDevice failed. ERROR: %d\n", ret):
        return ret
    ret = aclrtCreateStream(stream)
    if not CHECK_RET(ret == ACL_SUCCESS, "aclrtCreateStream failed. ERROR: %d\n", ret):
        return ret
    return 0


def CreateAclTensor(hostData: npt.NDArray[np.float32], shape: list[int], deviceAddr: Any, dataType: int,
                    tensor: Any) -> int:
    size = GetShapeSize(shape) * hostData.itemsize
    # Call aclrtMalloc to apply for device-side memory.
    ret = aclrtMalloc(deviceAddr, size, ACL_MEM_MALLOC_HUGE_FIRST)
    if not CHECK_RET(ret == ACL_SUCCESS, "aclrtMalloc failed. ERROR: %d\n", ret):
        return ret

    # Call aclrtMemcpy to copy host-side data to device-side memory.
    ret = aclrtMemcpy(deviceAddr[0], size, hostData, size, ACL_MEMCPY_HOST_TO_DEVICE)
    if not CHECK_RET(ret == ACL_SUCCESS, "aclrtMemcpy failed. ERROR: %d\n", ret):
        return ret

    # Calculate the strides of a contiguous tensor.
    strides = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = shape[i + 1] * strides[i + 1]

    # Call the aclCreateTensor API to create an aclTensor.
    tensor[0] = aclCreateTensor(shape, len(shape), dataType, strides, 0, ACL_FORMAT_ND,
                                shape, len(shape), deviceAddr[0])
    return 0


def main() -> int:
    # 1. (Boilerplate) Initialize the device/stream. Refer to the ACL API manual.
    # Set deviceId based on your actual device.
    deviceId = 0
    stream = ffi.new("aclrtStream *")
    ret = Init(deviceId, stream)
    # Handle the check based on your requirements.
    if not CHECK_RET(ret == ACL_SUCCESS, "Init acl failed. ERROR: %d\n", ret):
        return ret

    # 2. Construct the inputs and outputs. Customize the construction based on the API.
    gradLossShape: list[int] = []
    logProbShape = [2, 3]
    targetShape = [2]
    weightShape = [3]
    xGradShape = [2, 3]
    gradLossDeviceAddr = ffi.new("void **")
    logProbDeviceAddr = ffi.new("void **")
    targetDeviceAddr = ffi.new("void **")
    weightDeviceAddr = ffi.new("void **")
    xGradOutDeviceAddr = ffi.new("void **")
    gradLoss = ffi.new("aclTensor **")
    logProb = ffi.new("aclTensor **")
    target = ffi.new("aclTensor **")
    weight = ffi.new("aclTensor **")
    gradZloss = ffi.new("aclTensor **")
    lseForZloss = ffi.new("aclTensor **")
    xGradOut = ffi.new("aclTensor **")
    gradLossHostData = np.array([0.1], dtype=np.float32)
    logProbHostData = np.array([-0.2, -0.2, -0.2, -0.2, -0.2, -0.2], dtype=np.float32)
    # The page has floats here, under a tensor of int64: its device block is half as long as the tensor says.
    targetHostData = np.array([0, 0], dtype=np.float32)
    weightHostData = np.array([1.0, 1.0, 1.0], dtype=np.float32)
    xGradOutHostData = np.array([-0.0091, 0.0409, 0.0409, -0.0091, 0.0409, 0.0409], dtype=np.float32)
    ignoreIndex = -100
    labelSmoothing = 0.0
    lseSquareScaleForZloss = 0.0

    # Create the gradLoss aclTensor.
    ret = CreateAclTensor(gradLossHostData, gradLossShape, gradLossDeviceAddr, ACL_FLOAT, gradLoss)
    if not CHECK_RET(ret == ACL_SUCCESS):
        return ret
    # Create the logProb aclTensor.
    ret = CreateAclTensor(logProbHostData, logProbShape, logProbDeviceAddr, ACL_FLOAT, logProb)
    if not CHECK_RET(ret == ACL_SUCCESS):
        return ret
    # Create the target aclTensor.
    ret = CreateAclTensor(targetHostData, targetShape, targetDeviceAddr, ACL_INT64, target)
    if not CHECK_RET(ret == ACL_SUCCESS):
        return ret
    # Create the weight aclTensor.
    ret = CreateAclTensor(weightHostData, weightShape, weightDeviceAddr, ACL_FLOAT, weight)
    if not CHECK_RET(ret == ACL_SUCCESS):
        return ret
    # Create the xGradOut aclTensor.
    ret = CreateAclTensor(xGradOutHostData, xGradShape, xGradOutDeviceAddr, ACL_FLOAT, xGradOut)
    if not CHECK_RET(ret == ACL_SUCCESS):
        return ret

    workspaceSize = ffi.new("uint64_t *", 0)
    executor = ffi.new("aclOpExecutor **")

    # 3. Call the CANN operator library API. Replace it with the actual API name.
    # Call the first-phase API of aclnnCrossEntropyLossGrad.
    ret = aclnnCrossEntropyLossGradGetWorkspaceSize(gradLoss[0], logProb[0], target[0], weight[0], gradZloss[0],
                                                    lseForZloss[0], b"mean", ignoreIndex, labelSmoothing,
                                                    lseSquareScaleForZloss, xGradOut[0], workspaceSize, executor)
    if not CHECK_RET(ret == ACL_SUCCESS, "aclnnCrossEntropyLossGradGetWorkspaceSize failed. ERROR: %d\n", ret):
        return ret
    # Apply for device memory based on the workspaceSize calculated by the first-phase API.
    workspaceAddr = ffi.new("void **")
    if workspaceSize[0] > 0:
        ret = aclrtMalloc(workspaceAddr, workspaceSize[0], ACL_MEM_MALLOC_HUGE_FIRST)
        if not CHECK_RET(ret == ACL_SUCCESS, "allocate workspace failed. ERROR: %d\n", ret):
            return ret
    # Call the second-phase API of aclnnCrossEntropyLossGrad.
    ret = aclnnCrossEntropyLossGrad(workspaceAddr[0], workspaceSize[0], executor[0], stream[0])
    if not CHECK_RET(ret == ACL_SUCCESS, "aclnnCrossEntropyLossGrad failed. ERROR: %d\n", ret):
        return ret

    # 4. (Boilerplate) Synchronize and wait for task execution to complete.
    ret = aclrtSynchronizeStream(stream[0])
    if not CHECK_RET(ret == ACL_SUCCESS, "aclrtSynchronizeStream failed. ERROR: %d\n", ret):
        return ret

    # 5. Obtain the output value and copy the result from the Device-side memory to the Host side. Modify based on the
    # specific API definition.
    size = GetShapeSize(xGradShape)
    resultData = np.zeros(size, dtype=np.float32)
    ret = aclrtMemcpy(resultData, resultData.size * resultData.itemsize, xGradOutDeviceAddr[0],
                      size * resultData.itemsize, ACL_MEMCPY_DEVICE_TO_HOST)
    if not CHECK_RET(ret == ACL_SUCCESS, "copy result from device to host failed. ERROR: %d\n", ret):
        return ret
    for i in range(size):
        LOG_PRINT("result[%ld] is: %f\n", i, resultData[i])

    # 6. Release aclTensor and aclScalar. Modify based on the specific API definition.
    aclDestroyTensor(gradLoss[0])
    aclDestroyTensor(logProb[0])
    aclDestroyTensor(target[0])
    aclDestroyTensor(weight[0])
    aclDestroyTensor(xGradOut[0])

    # 7. Release Device resources. Modify based on the specific API definition.
    aclrtFree(gradLossDeviceAddr[0])
    aclrtFree(logProbDeviceAddr[0])
    aclrtFree(targetDeviceAddr[0])
    aclrtFree(weightDeviceAddr[0])
    aclrtFree(xGradOutDeviceAddr[0])
    if workspaceSize[0] > 0:
        aclrtFree(workspaceAddr[0])
    aclrtDestroyStream(stream[0])
    aclrtResetDevice(deviceId)
    aclFinalize()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
