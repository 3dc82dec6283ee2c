"""pyacl: a thin Python binding of Huawei's CANN runtime (acl, aclnn) for Ascend NPUs, with a CPU emulator beneath.

Importing it touches no device and opens no library; numpy and ml_dtypes are imported on first need.

    with pyacl.Device(0), pyacl.Stream() as stream:
        x = pyacl.Tensor.from_numpy(array)
        y = pyacl.Tensor.empty(x.shape, x.dtype)
        pyacl.aclnn.relu(x, y, stream=stream)
        y.numpy()

Layers: `pyacl.capi` is every C function under its own name, returning what C returns; the objects above own memory and
handles; `pyacl.aclnn` has every operator by name; `pyacl.emulator` computes on the CPU (PYACL_BACKEND=emulator).
"""
from __future__ import annotations

import importlib

TYPE_CHECKING = False           # as in typing, whose import would be half the cost of this module's
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

# Public name -> module that has it.  Imported on first access (PEP 562).
_HOMES = {
    "Context": "device", "Device": "device",
    "Event": "stream", "Stream": "stream",
    "DeviceBuffer": "memory", "HostBuffer": "memory", "MemoryPool": "pool",
    "Tensor": "tensor",
    "BoolArray": "descriptors", "FloatArray": "descriptors", "IntArray": "descriptors", "Scalar": "descriptors",
    "ScalarList": "descriptors", "TensorList": "descriptors",
    "Executor": "executor",
    "AclArgumentError": "errors", "AclError": "errors", "AclMemoryError": "errors", "AclTimeoutError": "errors",
    "AclWarning": "errors", "LibraryNotFoundError": "errors", "UnsupportedError": "errors",
    "backend": "_lib", "ffi": "_lib", "has_function": "_lib", "has_op": "_lib", "lib": "_lib", "library_of": "_lib",
    "load_library": "_lib", "use_backend": "_lib",
    "load_headers": "_headers",
}
_MODULES = ("aclnn", "capi", "dtypes", "emulator", "errors")
__all__ = [
    "AclArgumentError", "AclError", "AclMemoryError", "AclTimeoutError", "AclWarning", "BoolArray", "Context",
    "Device", "DeviceBuffer", "Event", "Executor", "FloatArray", "HostBuffer", "IntArray", "LibraryNotFoundError",
    "MemoryPool", "Scalar", "ScalarList", "Stream", "Tensor", "TensorList", "UnsupportedError", "aclnn", "backend",
    "capi", "dtypes", "emulator", "errors", "ffi", "has_function", "has_op", "lib", "library_of", "load_headers",
    "load_library", "use_backend",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if TYPE_CHECKING:
    import pyacl.aclnn as aclnn
    import pyacl.capi as capi
    import pyacl.dtypes as dtypes
    import pyacl.emulator as emulator
    import pyacl.errors as errors

    from ._headers import load_headers as load_headers
    from ._lib import backend as backend
    from ._lib import ffi as ffi
    from ._lib import has_function as has_function
    from ._lib import has_op as has_op
    from ._lib import lib as lib
    from ._lib import library_of as library_of
    from ._lib import load_library as load_library
    from ._lib import use_backend as use_backend
    from .descriptors import BoolArray as BoolArray
    from .descriptors import FloatArray as FloatArray
    from .descriptors import IntArray as IntArray
    from .descriptors import Scalar as Scalar
    from .descriptors import ScalarList as ScalarList
    from .descriptors import TensorList as TensorList
    from .device import Context as Context
    from .device import Device as Device
    from .errors import AclArgumentError as AclArgumentError
    from .errors import AclError as AclError
    from .errors import AclMemoryError as AclMemoryError
    from .errors import AclTimeoutError as AclTimeoutError
    from .errors import AclWarning as AclWarning
    from .errors import LibraryNotFoundError as LibraryNotFoundError
    from .errors import UnsupportedError as UnsupportedError
    from .executor import Executor as Executor
    from .memory import DeviceBuffer as DeviceBuffer
    from .memory import HostBuffer as HostBuffer
    from .pool import MemoryPool as MemoryPool
    from .stream import Event as Event
    from .stream import Stream as Stream
    from .tensor import Tensor as Tensor
