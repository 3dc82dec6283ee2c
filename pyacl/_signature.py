"""What the C signature of an operator says about each parameter."""
from __future__ import annotations

import re
from dataclasses import dataclass

from . import _abi, _declarations
from ._c_function import identifier

# C type (without const) -> kind of parameter.
KINDS = {
    "aclTensor *": "tensor", "aclTensorList *": "tensor list", "aclScalar *": "scalar",
    "aclScalarList *": "scalar list", "aclIntArray *": "int array", "aclFloatArray *": "float array",
    "aclBoolArray *": "bool array", "char *": "text", "bool": "bool", "double": "float", "float": "float",
    "aclDataType": "dtype", "aclFormat": "int",
    **dict.fromkeys(("int", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
                     "size_t", "short", "unsigned int", "unsigned", "long", "unsigned long", "long long",
                     "unsigned long long"), "int"),
}
# Kind -> what a Python caller passes, for help and error texts.
ACCEPTS = {
    "tensor": "a pyacl.Tensor", "tensor list": "a list of pyacl.Tensor", "scalar": "a number or a pyacl.Scalar",
    "scalar list": "a list of numbers", "int array": "a list of ints", "float array": "a list of numbers",
    "bool array": "a list of bools", "text": "a str", "bool": "a bool", "float": "a number", "dtype": "a data type",
    "int": "an int", "pointer": "a C pointer",
}


def snake(name: str) -> str:
    """`gradOutput` -> `grad_output`, `AddRmsNormV2` -> `add_rms_norm_v2`."""
    split = r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Z][a-z0-9])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Z])(?=V[0-9])"
    return re.sub(split, "_", name).lower()


def python_name(c_name: str) -> str:
    """The snake_case name of a C parameter."""
    return identifier(snake(c_name))


@dataclass(frozen=True)
class Parameter:
    """One parameter of an operator's phase 1."""

    name: str          # snake_case
    c_name: str
    c_type: str
    kind: str          # a key of ACCEPTS
    nullable: bool     # None is NULL

    @property
    def accepts(self) -> str:
        return ACCEPTS[self.kind] + (" or None" if self.nullable else "")


def parameters(operator: str) -> list[Parameter]:
    """The parameters of an operator, by its C name, without workspace size and executor."""
    text = _declarations.operator_parameters(operator)
    if text is None:
        raise AttributeError(f"no header declares the operator {operator!r}")
    nullable = _abi.NULLABLE.get(operator, "").split()
    found: list[Parameter] = []
    for declaration in filter(None, _declarations.split(text)):
        c_type, c_name = _declarations.declarator(declaration)
        kind = KINDS.get(c_type.removeprefix("const "), "pointer")
        name = python_name(c_name)
        while any(p.name == name for p in found) or name in ("stream", "repeatable"):
            name += "_"
        optional = "*" in c_type and (c_name.endswith("Optional") or c_name in nullable)
        found.append(Parameter(name, c_name, c_type, kind, optional))
    return found
