"""A C function as Python shows it: its declaration for `help` and `repr`, its parameters for `inspect.signature`."""
from __future__ import annotations

import keyword

from . import _declarations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from typing import Any


def parameters(signature: str) -> list[tuple[str, str]]:
    """(name, C type) of the parameters of `result(parameters)`; the `...` of a variadic function is ("...", "")."""
    inside = signature.partition("(")[2][:-1]
    found = [_declarations.declarator(piece) for piece in _declarations.split(inside) if piece not in ("", "void")]
    return [(name, c_type) for c_type, name in found]


def identifier(name: str) -> str:
    """A name as Python takes it: with `_` behind a keyword (`lambda_`)."""
    return f"{name}_" if keyword.iskeyword(name) else name


def declaration(name: str) -> str:
    """`aclError aclrtSetDevice(int32_t deviceId)`."""
    result, _, rest = (_declarations.signature(name) or "(").partition("(")
    return f"{result}{'' if result.endswith('*') else ' '}{name}({rest}"


class CFunction:
    """What is known of a C function by its name."""

    __slots__ = ("__name__",)

    def __init__(self, name: str) -> None:
        self.__name__ = name

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """The declaration, and where it comes from."""
        release = _declarations.release_of(self.__name__)
        return (f"{declaration(self.__name__)}\n\nDeclared in {_declarations.header_of(self.__name__)}"
                f"{f'; {release}' if release else ''}.  Takes and returns what C does, and checks nothing.")

    @property
    def __signature__(self) -> inspect.Signature:
        """By position only, with the C types as annotations."""
        import inspect
        text = _declarations.signature(self.__name__) or "()"
        found = [inspect.Parameter("arguments", inspect.Parameter.VAR_POSITIONAL) if name == "..." else
                 inspect.Parameter(identifier(name), inspect.Parameter.POSITIONAL_ONLY, annotation=c_type)
                 for name, c_type in parameters(text)]
        return inspect.Signature(found, return_annotation=text.partition("(")[0])

    def __repr__(self) -> str:
        return f"<C function {declaration(self.__name__)}>"

    def __reduce__(self) -> Any:
        return _of_capi, (self.__name__,)


def _of_capi(name: str) -> Any:
    """The function that `pyacl.capi` has, for pickle."""
    from . import capi
    return getattr(capi, name)
