"""An operator on the memory of torch tensors, on torch's own stream: of the CPU on the emulator.

    python -m pyacl run examples/interchange_torch.py
"""
import importlib
import importlib.util
import sys
from typing import Any

import pyacl

if importlib.util.find_spec("torch") is None:
    print("skipped: torch is not installed")
    sys.exit()
torch: Any = importlib.import_module("torch")
on_npu = pyacl.backend() == "cann" and importlib.util.find_spec("torch_npu") is not None
if on_npu:
    importlib.import_module("torch_npu")

place = "npu:0" if on_npu else "cpu"
x = torch.arange(8, dtype=torch.bfloat16, device=place).reshape(2, 4)
y = torch.zeros(2, 2, dtype=torch.bfloat16, device=place)

with pyacl.Device(0):
    stream = pyacl.Stream.from_handle(torch.npu.current_stream().npu_stream) if on_npu else pyacl.Stream()
    with stream, pyacl.Tensor.from_torch(x[:, ::2]) as view, pyacl.Tensor.from_torch(y) as out:
        pyacl.aclnn.neg(view, out, stream=stream)           # a view, as torch has it: strides and storage offset
        stream.synchronize()
print(y.tolist())
