"""Every aclnn operator by its snake_case name: `pyacl.aclnn.softmax_backward` is aclnnSoftmaxBackward.

    pyacl.aclnn.softmax_backward(grad, output, 0, out, stream=stream)     # both phases; queued on the stream
    executor = pyacl.aclnn.softmax_backward.prepare(grad, output, 0, out) # phase 1 only

Arguments go by position or by the snake_case of the C parameter names, and are converted by the C signature: tensors,
numbers for `aclScalar`, lists for arrays and lists, str for `char *`, None for an optional pointer.  `stream=None` is
the default stream of the tensors' device.  Outputs are arguments, as in C: the caller makes them in the right shape.

Errors: TypeError, ValueError or OverflowError that name the parameter, before any C call; UnsupportedError if the
loaded CANN lacks the operator; AclError with all arguments and the vendor's text if C refuses.

Each operator has `c_name`, `signature` (the C parameters), `header`, and `prepare(..., repeatable=False)`.
"""
from __future__ import annotations

import builtins
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from . import _lib
from ._declarations import header_of, release_of
from ._signature import Parameter, parameters, snake

if TYPE_CHECKING:
    from .executor import Executor

_namespaces: dict[str, dict[str, Any]] = {}        # of the operators in use: C name -> globals of its launcher
_table: dict[str, str] = {}                        # snake_case -> C name


def _names() -> dict[str, str]:
    """Python name -> C name of every operator that the headers declare."""
    known = _lib.operator_names()
    if len(_table) != len(known):
        for c_name in known:
            _table[_python_name(c_name)] = c_name
    return _table


def _c_name(name: str) -> str | None:
    """The C name of an operator: mostly the obvious one, which saves making the whole table."""
    obvious = "aclnn" + "".join(word[:1].upper() + word[1:] for word in name.split("_"))
    if _lib.operator_parameters(obvious) is not None and _python_name(obvious) == name:
        return obvious
    return _names().get(name)


def _python_name(c_name: str) -> str:
    return snake(c_name.removeprefix("aclnn").removeprefix("acl"))


def _documentation(c_name: str, header: str, known: list[Parameter]) -> str:
    rows = "\n".join(f"    {p.name}: {p.accepts}   ({p.c_type} {p.c_name})" for p in known)
    origin = "; ".join(filter(None, (header, release_of(c_name))))
    return (f"{c_name}{f'   ({origin})' if origin else ''}\n\nParameters:\n{rows}\n"
            "    stream: a pyacl.Stream, or None for the default stream of the tensors' device\n\n"
            f"C: aclnnStatus {c_name}{_lib.PHASE1}({_lib.operator_parameters(c_name)}, uint64_t *workspaceSize, "
            f"aclOpExecutor **executor)\n   aclnnStatus {c_name}(void *workspace, uint64_t workspaceSize, "
            "aclOpExecutor *executor, aclrtStream stream)")


_finish: Callable[[dict[str, Any]], Executor]


def _prepare_template(*, repeatable: bool = False) -> Executor:
    """Phase 1 only: an Executor with `workspace_size`, `launch(stream)` and `close()`.

    The arguments are those of the operator.
    repeatable  keep it for many launches (aclSetAclOpExecutorRepeatable); else the first launch consumes it
    """
    return _finish(locals())  # noqa: F821 - a global of each operator's function


def _prepare(name: str, c_name: str, known: list[Parameter]) -> Any:
    """`prepare` of an operator: the function above with the operator's parameters.

    To compile one for each operator would be a tenth of its first use, for what few programs call.
    """
    def finish(arguments: dict[str, Any]) -> Executor:
        from .executor import Executor
        repeatable = arguments.pop("repeatable")
        return Executor._prepare(c_name, known, tuple(arguments[p.name] for p in known), repeatable)
    names = (*(p.name for p in known), "repeatable")
    code = _prepare_template.__code__.replace(co_argcount=len(known), co_nlocals=len(names), co_varnames=names)
    prepare = FunctionType(code, {"_finish": finish, "__builtins__": builtins}, "prepare")
    prepare.__kwdefaults__ = {"repeatable": False}
    prepare.__module__, prepare.__qualname__, prepare.__doc__ = __name__, f"{name}.prepare", _prepare_template.__doc__
    return prepare


def _operator(name: str, c_name: str) -> Any:
    from ._launch import compile_launcher
    known = parameters(c_name)
    function, namespace = compile_launcher(name, c_name, known)
    _namespaces[c_name] = namespace
    function.__module__ = __name__
    function.prepare = _prepare(name, c_name, known)
    function.c_name = c_name
    function.signature = _lib.operator_parameters(c_name)
    function.header = header_of(c_name)
    function.__doc__ = _documentation(c_name, function.header, known)
    return function


def _near(name: str, names: list[str]) -> str:
    """The nearest names in words, else a few that hold this one (`masked_fill` -> `inplace_masked_fill_tensor`)."""
    holding = [one for one in names if name in one][:3]
    return _lib.near(name, names) or (f"; there is {', '.join(holding)}" if holding else "")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    c_name = _c_name(name)
    if c_name is None:
        python_name = _python_name(name)
        near = (f": it is called {python_name} here" if _names().get(python_name) == name else
                _near(name, list(_names())))
        raise AttributeError(f"there is no operator {name!r}{near} "
                             "(python -m pyacl ops lists all; load_headers adds newer ones)")
    function = globals()[name] = _operator(name, c_name)
    return function


def __dir__() -> list[str]:
    return sorted(_names())


def _rebind() -> None:
    from ._launch import bind
    for c_name, namespace in list(_namespaces.items()):    # another thread may use a new operator meanwhile
        bind(namespace, c_name)
        function = globals().get(_python_name(c_name))
        if function is not None and function.signature != _lib.operator_parameters(c_name):
            del globals()[_python_name(c_name)]            # another library's now: made again on next use


_lib.on_rebind(_rebind)
