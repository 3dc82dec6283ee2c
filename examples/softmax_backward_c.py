"""The C++ example of aclnnSoftmaxBackward, line for line: every call, name, check and printed line is the page\'s.

    python -m pyacl run examples/softmax_backward_c.py

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
    # Copy the host-side data to the device-side memory by calling aclrtMemcpy.
    ret = aclrtMemcpy(deviceAddr[0], size, hostData, size, ACL_MEMCPY_HOST_TO_DEVICE)
    if not CHECK_RET(ret == ACL_SUCCESS, "aclrtMemcpy failed. ERROR: %d\n", ret):
        return ret

    # Calculate the strides of a contiguous tensor.
    strides = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = shape[i + 1] * strides[i + 1]

    # Create an aclTensor by calling the aclCreateTensor API.
    tensor[0] = aclCreateTensor(shape, len(shape), dataType, strides, 0, ACL_FORMAT_ND,
                                shape, len(shape), deviceAddr[0])
    return 0


def main() -> int:
    # 1. (Boilerplate) Initialize the device/stream. Refer to the ACL API manual.
    # Set the deviceId based on your actual device.
    deviceId = 0
    stream = ffi.new("aclrtStream *")
    ret = Init(deviceId, stream)
    if not CHECK_RET(ret == ACL_SUCCESS, "Init acl failed. ERROR: %d\n", ret):
        return ret

    # 2. Construct the input and output. Customize the construction based on the API.
    gradOutputShape = [4, 2]
    outputShape = [4, 2]
    outShape = [4, 2]
    gradOutputDeviceAddr = ffi.new("void **")
    outputDeviceAddr = ffi.new("void **")
    outDeviceAddr = ffi.new("void **")
    gradOutput = ffi.new("aclTensor **")
    output = ffi.new("aclTensor **")
    out = ffi.new("aclTensor **")
    gradOutputHostData = np.array([0, 1, 2, 3, 4, 5, 6, 7], dtype=np.float32)
    outputHostData = np.array([1, 1, 1, 2, 2, 2, 3, 3], dtype=np.float32)
    outHostData = np.array([0, 0, 0, 0, 0, 0, 0, 0], dtype=np.float32)
    # Create the gradOutput aclTensor.
    ret = CreateAclTensor(gradOutputHostData, gradOutputShape, gradOutputDeviceAddr, ACL_FLOAT, gradOutput)
    if not CHECK_RET(ret == ACL_SUCCESS):
        return ret
    # Create the output aclTensor.
    ret = CreateAclTensor(outputHostData, outputShape, outputDeviceAddr, ACL_FLOAT, output)
    if not CHECK_RET(ret == ACL_SUCCESS):
        return ret
    # Create the out aclTensor.
    ret = CreateAclTensor(outHostData, outShape, outDeviceAddr, ACL_FLOAT, out)
    if not CHECK_RET(ret == ACL_SUCCESS):
        return ret

    # 3. Call the CANN operator library API. Replace with the specific API name.
    workspaceSize = ffi.new("uint64_t *", 0)
    executor = ffi.new("aclOpExecutor **")
    dim = 0
    # Call the first-phase API of aclnnSoftmaxBackward.
    ret = aclnnSoftmaxBackwardGetWorkspaceSize(gradOutput[0], output[0], dim, out[0], workspaceSize, executor)
    if not CHECK_RET(ret == ACL_SUCCESS, "aclnnSoftmaxBackwardGetWorkspaceSize failed. ERROR: %d\n", ret):
        return ret
    # Apply for device memory based on the workspaceSize calculated by the first-phase API.
    workspaceAddr = ffi.new("void **")
    if workspaceSize[0] > 0:
        ret = aclrtMalloc(workspaceAddr, workspaceSize[0], ACL_MEM_MALLOC_HUGE_FIRST)
        if not CHECK_RET(ret == ACL_SUCCESS, "allocate workspace failed. ERROR: %d\n", ret):
            return ret
    # Call the second-phase API of aclnnSoftmaxBackward.
    ret = aclnnSoftmaxBackward(workspaceAddr[0], workspaceSize[0], executor[0], stream[0])
    if not CHECK_RET(ret == ACL_SUCCESS, "aclnnSoftmaxBackward failed. ERROR: %d\n", ret):
        return ret

    # 4. (Boilerplate) Synchronously wait for the task execution to complete.
    ret = aclrtSynchronizeStream(stream[0])
    if not CHECK_RET(ret == ACL_SUCCESS, "aclrtSynchronizeStream failed. ERROR: %d\n", ret):
        return ret

    # 5. Obtain the output value and copy the result from the device memory to the host memory. Modify this based on
    # the specific API definition.
    size = GetShapeSize(outShape)
    resultData = np.zeros(size, dtype=np.float32)
    ret = aclrtMemcpy(resultData, resultData.size * resultData.itemsize, outDeviceAddr[0],
                      size * resultData.itemsize, ACL_MEMCPY_DEVICE_TO_HOST)
    if not CHECK_RET(ret == ACL_SUCCESS, "copy result from device to host failed. ERROR: %d\n", ret):
        return ret
    for i in range(size):
        LOG_PRINT("result[%ld] is: %f\n", i, resultData[i])

    # 6. Release aclTensor and aclScalar. Modify based on the specific API definition.
    aclDestroyTensor(gradOutput[0])
    aclDestroyTensor(output[0])
    aclDestroyTensor(out[0])

    # 7. Release device resources.
    aclrtFree(gradOutputDeviceAddr[0])
    aclrtFree(outputDeviceAddr[0])
    aclrtFree(outDeviceAddr[0])
    if workspaceSize[0] > 0:
        aclrtFree(workspaceAddr[0])
    aclrtDestroyStream(stream[0])
    aclrtResetDevice(deviceId)
    aclFinalize()

    return 0


if __name__ == "__main__":
    raise SystemExit(main())
