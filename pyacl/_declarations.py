"""What the headers declare: signatures and constants by C name, those of headers read at run time included."""
from __future__ import annotations

from . import _abi

PHASE1 = "GetWorkspaceSize"
PHASE2 = "aclnnStatus(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)"
_OUT_PARAMETERS = "uint64_t *workspaceSize, aclOpExecutor **executor"
_extra_operators: dict[str, str] = {}          # what headers at run time added or replaced
_extra_functions: dict[str, str] = {}


def operator_parameters(operator: str) -> str | None:
    """Text of an operator's phase 1 parameters before the two out parameters; None if the headers lack it."""
    found = _extra_operators.get(operator)
    return _abi.OPERATORS.get(operator) if found is None else found


def signature(function: str) -> str | None:
    """`result(parameters)` of a C function, or None if no header declares it."""
    found = _abi.FUNCTIONS.get(function) or _extra_functions.get(function)
    if found is not None:
        return found
    operator = function.removesuffix(PHASE1)
    parameters = operator_parameters(operator)
    if parameters is None:
        return None
    return PHASE2 if operator == function else phase1(parameters)


def phase1(parameters: str) -> str:
    """Signature of a first phase with these parameters before the two out parameters."""
    return f"aclnnStatus({parameters}{', ' if parameters else ''}{_OUT_PARAMETERS})"


def operator_names() -> list[str]:
    """C names of every operator that the headers declare."""
    return list(dict.fromkeys([*_abi.OPERATORS, *_extra_operators]))


def function_names() -> list[str]:
    """Every C function that the headers declare, both phases of each operator included."""
    operators = operator_names()
    return [*_abi.FUNCTIONS, *_extra_functions, *operators, *(name + PHASE1 for name in operators)]


def add_signatures(functions: dict[str, str], operators: dict[str, str]) -> None:
    """More functions (name -> signature) and operators (name -> parameters), as read from headers at run time."""
    _extra_functions.update({k: v for k, v in functions.items() if k not in _abi.FUNCTIONS})
    _extra_operators.update({k: v for k, v in operators.items() if k not in _abi.OPERATORS})


def replace_operators(operators: dict[str, str]) -> None:
    """Other parameters for operators, as the library has them in which they are called now."""
    _extra_operators.update(operators)


def header_of(name: str) -> str:
    """The header that declares a function or operator, as it is included; "" if it was read at run time."""
    # A look for the text first: splitting a thousand lines would be a good part of the first use of an operator.
    operator = name.removesuffix(PHASE1)
    return next((header for header, names in _abi.HEADERS.items() if operator in names and operator in names.split()),
                "")


def release_of(function: str) -> str:
    """In which releases a function exists, in words; "" if in all."""
    for table, words in ((_abi.SINCE, "exists since CANN {}"), (_abi.ONLY_IN, "exists only in CANN {}")):
        for release, names in table.items():
            if function in names and f" {function} " in f" {names} ":          # copied only if need be
                return words.format(release)
    return ""


def constant(name: str) -> int:
    """A C constant or enum member that is an integer."""
    value = _abi.CONSTANTS[name]
    assert isinstance(value, int)
    return value


def near(name: str, names: list[str]) -> str:
    """"; did you mean ...?" with the nearest names, or nothing."""
    found = nearest(name, names)
    return f"; did you mean {', '.join(found)}?" if found else ""


def nearest(name: str, names: list[str], count: int = 3) -> list[str]:
    """The names that are most like a name, the nearest first."""
    import difflib
    return difflib.get_close_matches(name, names, n=count, cutoff=0.75)


def declarator(declaration: str) -> tuple[str, str]:
    """(type, name) of a parameter: `const int64_t *dims` -> ("const int64_t *", "dims"), `uint8_t id[16]` ->
    ("uint8_t [16]", "id"), `void (*call)(int)` -> ("void (*)(int)", "call")."""
    pointer = declaration.find("(*")                       # to a function or to an array
    end = declaration.find(")" if pointer >= 0 else "[", max(pointer, 0))
    head = declaration if end < 0 else declaration[:end]
    name = head.split()[-1].lstrip("(*")
    return (head.removesuffix(name) + declaration[len(head):]).strip(), name


def split(parameters: str) -> list[str]:
    """At the commas outside brackets."""
    parts, depth = [""], 0
    for character in parameters:
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]
