#!/usr/bin/env python3
"""Write the type stubs `pyacl/capi.pyi` and `pyacl/aclnn.pyi` from the tables of `pyacl/_abi.py`.

    python headers/tools/make_stubs.py            write them
    python headers/tools/make_stubs.py --check    write nothing, fail if a file would change

The names in them come into being at run time; the stubs tell editors and type checkers what they are.
"""
from __future__ import annotations

import keyword
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from pyacl import _abi, _c_function, _lib, aclnn  # noqa: E402
from pyacl._buffers import HOST_MEMORY  # noqa: E402
from pyacl._signature import Parameter as Argument  # noqa: E402
from pyacl._signature import parameters as arguments  # noqa: E402

ffi = _abi.ffi
GENERATED = "# GENERATED from headers/ by headers/tools/make_stubs.py.  Do not edit: `tox -e gen-check` compares.\n"


class Parameter(NamedTuple):
    name: str
    c_type: str
    ctype: Any                   # its cffi type


def parameters(signature: str) -> list[Parameter]:
    """The parameters of `result(parameters)`, without the `...` of a variadic function."""
    types = ffi.typeof(signature.replace("(", "(*)(", 1)).args
    return [Parameter(_c_function.identifier(name), c_type, ctype)
            for (name, c_type), ctype in zip(_c_function.parameters(signature), types, strict=False)]


def scalar(ctype: Any) -> str | None:
    """The Python type of a C number, None for anything else."""
    if ctype.kind == "enum":
        return "int"
    if ctype.kind != "primitive":
        return None
    return {"_Bool": "bool", "float": "float", "double": "float"}.get(ctype.cname, "int")


def accepted(function: str, index: int, parameter: Parameter) -> str:
    """What may be passed for a parameter of a `capi` function."""
    number = scalar(parameter.ctype)
    if number:
        return number
    kinds = ["_CData"]
    if parameter.ctype.kind == "pointer":
        item = parameter.ctype.item
        constant = "const" in parameter.c_type
        if item.cname == "char":
            kinds.append("bytes")
        elif item.kind == "pointer" and constant:
            kinds.append("Sequence[_CData]")
        elif constant and scalar(item):
            kinds.append(f"Sequence[{scalar(item)}]")
    if index in HOST_MEMORY.get(function, {}):
        kinds.append("_HostMemory")
    return " | ".join(kinds)


def returned(ctype: Any) -> str:
    return scalar(ctype) or ("None" if ctype.kind == "void" else "_CData")


CAPI_HEAD = '''\
from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias

from typing_extensions import Buffer

class _CData:
    """A C pointer or struct: cffi's own class (`ffi.CData`)."""
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...
    def __call__(self, *arguments: Any) -> Any: ...

class _Array(Protocol):
    """A NumPy array, which is a Buffer to type checkers from Python 3.12 on only."""
    @property
    def __array_interface__(self) -> Any: ...

_HostMemory: TypeAlias = Buffer | _Array

ffi: Final[Any]
NULL: Final[Any]

'''


def capi() -> str:
    lines = [f"{name}: Final = {value!r}" for name, value in sorted(_abi.CONSTANTS.items())
             if not keyword.iskeyword(name)]
    lines.append("")
    for name in sorted(_lib.function_names()):
        signature = _lib.signature(name) or ""
        taken = [f"{p.name}: {accepted(name, i, p)}" for i, p in enumerate(parameters(signature))]
        rest = ["*arguments: Any"] if signature.endswith("...)") else ["/"] if taken else []
        result = returned(ffi.typeof(signature.replace("(", "(*)(", 1)).result)
        lines.append(f"def {name}({', '.join(taken + rest)}) -> {result}: ...")
    return GENERATED + CAPI_HEAD + "\n".join(lines) + "\n"


ACLNN_HEAD = '''\
import builtins
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from .capi import _CData
from .descriptors import BoolArray, FloatArray, IntArray, Scalar, ScalarList, TensorList
from .executor import Executor
from .stream import Stream
from .tensor import Tensor

_Number: TypeAlias = builtins.complex | np.generic
_Tensor: TypeAlias = Tensor | _CData
_Scalar: TypeAlias = Scalar | _Number | _CData
_TensorList: TypeAlias = TensorList | Sequence[Tensor] | _CData
_ScalarList: TypeAlias = ScalarList | Sequence[_Number] | _CData
_Array: TypeAlias = np.ndarray[Any, Any]
_IntArray: TypeAlias = IntArray | Sequence[int] | _Array | _CData
_FloatArray: TypeAlias = FloatArray | Sequence[float] | _Array | _CData
_BoolArray: TypeAlias = BoolArray | Sequence[bool] | _Array | _CData
_Text: TypeAlias = str | bytes | _CData

class _Operator:
    c_name: str
    signature: str
    header: str

def _names() -> dict[str, str]: ...

'''
# Kind of parameter (`pyacl._signature.ACCEPTS`) -> its type.
TYPES = {"tensor": "_Tensor", "tensor list": "_TensorList", "scalar": "_Scalar", "scalar list": "_ScalarList",
         "int array": "_IntArray", "float array": "_FloatArray", "bool array": "_BoolArray", "text": "_Text",
         "bool": "bool", "float": "float", "int": "int", "dtype": "Any", "pointer": "_CData"}


def operator(name: str, known: list[Argument]) -> str:
    """The class of one operator and the operator.  Its own object is `_`, since `self` is a parameter of many."""
    taken = "".join(f", {p.name}: {TYPES[p.kind]}{' | None' if p.nullable else ''}" for p in known)
    return (f"class _{name}(_Operator):\n"
            f"    def __call__(_, /{taken}, *, stream: Stream | None = None) -> None: ...\n"
            f"    def prepare(_, /{taken}, *, repeatable: bool = False) -> Executor: ...\n"
            f"{name}: _{name}\n")


def operators() -> str:
    names = sorted(aclnn._names().items())
    return GENERATED + ACLNN_HEAD + "\n".join(operator(name, arguments(c_name)) for name, c_name in names)


STUBS: dict[str, Callable[[], str]] = {"capi.pyi": capi, "aclnn.pyi": operators}


def main(options: list[str]) -> int:
    different = 0
    for name, generate in STUBS.items():
        path, text = ROOT / "pyacl" / name, generate()
        if "--check" not in options:
            path.write_text(text)
            print(f"{path}: {len(text)} characters")
        elif not path.exists() or path.read_text() != text:
            print(f"{path} differs from what headers/ say: run python headers/tools/make_stubs.py")
            different = 1
        else:
            print(f"{name} is what headers/ say")
    return different


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
