"""What a program does, between its C++ and its Python: typed expressions, statements, functions."""
from __future__ import annotations

from dataclasses import dataclass, field

from ._types import UNKNOWN, CType


class UntranslatedError(Exception):
    """A construct that has no translation.  `construct` names it, `line` is where it stands (0: where it was met)."""

    def __init__(self, construct: str, line: int = 0) -> None:
        super().__init__(construct)
        self.construct = construct
        self.line = line


@dataclass(eq=False)
class Variable:
    """A variable, parameter or field, with what the reader learns of its use."""

    name: str                               # its Python name
    type: CType
    c_name: str = ""
    role: str = "local"                     # local, parameter, global, field
    address_taken: bool = False             # lives in memory: `ffi.new("type *")`, read with [0]
    is_data: bool = False                   # a vector whose memory goes to C: an array, never a list
    grows: bool = False                     # a vector with push_back and the like: a list
    inner_grows: bool = False               # a vector or map of vectors that grow
    elements_addressed: bool = False        # `&v[i]` of a vector of pointers
    is_constant: bool = False
    is_static: bool = False                 # of a function
    assigned: list[Expression] = field(default_factory=list)
    elements: list[Expression] = field(default_factory=list)         # what a vector's elements become
    lent: list[Variable] = field(default_factory=list)  # references by which functions write to it
    over: Expression | None = None          # of a loop over the elements of something: what it goes over
    scope: int = 0
    used: bool = False
    length: Expression | None = None        # of a C array
    most: int | None = None                 # the largest value that its loop gives it
    function: Function | None = None
    text_kind: str = ""                     # of a C string: "bytes" or "pointer"
    counted: bool = False                   # a file that is asked for its gcount()
    defaulted: bool = False                 # a map whose operator[] makes values
    closed: bool = False                    # a file that the program closes itself
    moved: bool = False                     # a smart pointer whose object goes elsewhere
    called: bool = False                    # a parameter of any type that the function calls
    pointed: bool = False                   # a parameter `std::vector<T> *`, which may be None

    @property
    def is_reference(self) -> bool:
        """A `T &` that Python cannot pass by itself: it is handed over as the place where the value lies."""
        return self.type.reference and not self.type.const and not self.type.by_object and not self.called and (
            self.type.kind not in ("array", "abi"))


@dataclass(eq=False)
class Expression:
    type: CType = UNKNOWN
    line: int = 0


@dataclass(eq=False)
class Name(Expression):
    variable: Variable = None  # type: ignore[assignment]


@dataclass(eq=False)
class Symbol(Expression):
    """A function, constant or type by name that is no variable."""

    name: str = ""


@dataclass(eq=False)
class Number(Expression):
    value: float | int | bool | None = None     # None is nullptr
    text: str = ""


@dataclass(eq=False)
class Text(Expression):
    value: str = ""


@dataclass(eq=False)
class Unary(Expression):
    operator: str = ""                          # - + ! ~ * & ++ -- (and post++ post--)
    operand: Expression = None  # type: ignore[assignment]


@dataclass(eq=False)
class Binary(Expression):
    operator: str = ""
    left: Expression = None  # type: ignore[assignment]
    right: Expression = None  # type: ignore[assignment]


@dataclass(eq=False)
class Assign(Expression):
    operator: str = "="
    target: Expression = None  # type: ignore[assignment]
    value: Expression = None  # type: ignore[assignment]


@dataclass(eq=False)
class Conditional(Expression):
    condition: Expression = None  # type: ignore[assignment]
    yes: Expression = None  # type: ignore[assignment]
    no: Expression = None  # type: ignore[assignment]


@dataclass(eq=False)
class Call(Expression):
    function: Expression = None  # type: ignore[assignment]
    arguments: list[Expression] = field(default_factory=list)
    template: list[CType] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)      # behind argument number
    callee: Function | None = None                              # of the sample


@dataclass(eq=False)
class Member(Expression):
    owner: Expression = None  # type: ignore[assignment]
    name: str = ""
    variable: Variable | None = None


@dataclass(eq=False)
class Index(Expression):
    owner: Expression = None  # type: ignore[assignment]
    index: Expression = None  # type: ignore[assignment]


@dataclass(eq=False)
class TraitMember(Expression):
    """`Name<key>::member`."""

    trait: str = ""
    key: CType = UNKNOWN
    member: str = ""


@dataclass(eq=False)
class Cast(Expression):
    operand: Expression = None  # type: ignore[assignment]


@dataclass(eq=False)
class SizeOf(Expression):
    operand: Expression | CType = UNKNOWN


@dataclass(eq=False)
class Braces(Expression):
    items: list[Expression] = field(default_factory=list)


@dataclass(eq=False)
class Construct(Expression):
    arguments: list[Expression] = field(default_factory=list)
    braces: bool = False


@dataclass(eq=False)
class Lambda(Expression):
    function: Function = None  # type: ignore[assignment]


@dataclass(eq=False)
class Fold(Expression):
    """`(std::cout << ... << args)`, `(args + ... + 0)`: an operator between all arguments."""

    operator: str = ""
    start: Expression | None = None             # the stream, or the value to start with
    pack: Variable = None  # type: ignore[assignment]


def comment_lines(text: str) -> list[str]:
    """The lines of a C comment without its signs."""
    if text.startswith("//"):
        return [text.lstrip("/").removeprefix("!").removeprefix(" ").rstrip()]
    lines = text.removeprefix("/*").removesuffix("*/").split("\n")
    found = [line.strip().lstrip("*").removeprefix("!").removeprefix(" ").rstrip() for line in lines]
    while found and not found[0]:
        found.pop(0)
    while found and not found[-1]:
        found.pop()
    return found or [""]


# -- statements
@dataclass(eq=False)
class Statement:
    line: int = 0
    blank: bool = False                         # an empty line stood before it
    trailing: str = ""                          # a comment behind it


@dataclass(eq=False)
class Comment(Statement):
    text: str = ""


@dataclass(eq=False)
class Declare(Statement):
    variable: Variable = None  # type: ignore[assignment]
    value: Expression | None = None


@dataclass(eq=False)
class Once(Statement):
    """Where a static variable of a function gets its value, when the function is called for the first time."""

    variable: Variable = None  # type: ignore[assignment]
    value: Expression | None = None


@dataclass(eq=False)
class Unpack(Statement):
    """`auto [a, b] = value;`"""

    variables: list[Variable] = field(default_factory=list)
    value: Expression | None = None
    fields: list[str] = field(default_factory=list)             # of the struct that is unpacked


@dataclass(eq=False)
class Do(Statement):
    """An expression for its effect."""

    expression: Expression = None  # type: ignore[assignment]


@dataclass(eq=False)
class Block(Statement):
    body: list[Statement] = field(default_factory=list)


@dataclass(eq=False)
class If(Statement):
    condition: Expression = None  # type: ignore[assignment]
    yes: list[Statement] = field(default_factory=list)
    no: list[Statement] = field(default_factory=list)
    specialises: bool = False                   # the branch of a template for certain types


@dataclass(eq=False)
class While(Statement):
    condition: Expression | None = None
    body: list[Statement] = field(default_factory=list)
    at_end: bool = False                        # do ... while


@dataclass(eq=False)
class For(Statement):
    first: list[Statement] = field(default_factory=list)
    condition: Expression | None = None
    step: list[Expression] = field(default_factory=list)
    body: list[Statement] = field(default_factory=list)


@dataclass(eq=False)
class ForEach(Statement):
    variable: Variable = None  # type: ignore[assignment]
    over: Expression = None  # type: ignore[assignment]
    unpacked: list[Variable] = field(default_factory=list)      # of `auto [a, b]`
    fields: list[str] = field(default_factory=list)             # of the struct that they unpack
    body: list[Statement] = field(default_factory=list)


@dataclass(eq=False)
class Switch(Statement):
    value: Expression = None  # type: ignore[assignment]
    cases: list[tuple[list[Expression | None], list[Statement]]] = field(default_factory=list)


@dataclass(eq=False)
class Return(Statement):
    value: Expression | None = None


@dataclass(eq=False)
class Jump(Statement):
    kind: str = "break"                         # break, continue, goto
    label: str = ""


@dataclass(eq=False)
class Label(Statement):
    name: str = ""


@dataclass(eq=False)
class Try(Statement):
    body: list[Statement] = field(default_factory=list)
    handlers: list[tuple[str, list[Statement]]] = field(default_factory=list)
    caught: list[str] = field(default_factory=list)             # by each handler: an exception of Python


@dataclass(eq=False)
class Throw(Statement):
    value: Expression | None = None
    kind: str = ""                              # an exception of Python; "" if the value is one, or to throw on


@dataclass(eq=False)
class Untranslated(Statement):
    construct: str = ""
    text: str = ""


# -- what stands outside functions
@dataclass(eq=False)
class Function(Statement):
    name: str = ""
    c_name: str = ""
    result: CType = UNKNOWN
    parameters: list[Variable] = field(default_factory=list)
    defaults: dict[int, Expression] = field(default_factory=dict)
    body: list[Statement] = field(default_factory=list)
    templates: list[str] = field(default_factory=list)
    owner: str = ""                             # the struct of a method
    kind: str = ""                              # constructor, destructor, static, lambda
    initializers: list[tuple[str, list[Expression]]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    outer_assigned: list[Variable] = field(default_factory=list)
    resulting: list[Expression] = field(default_factory=list)       # what its return statements give
    instances: dict[str, list[CType]] = field(default_factory=dict)  # what its templates are called with
    values: list[str] = field(default_factory=list)                 # templates that are numbers
    gives_reference: bool = False               # its result is a place, not a value
    copies: list[str] = field(default_factory=list)     # of a lambda: what it captures by value ("=" for all but these)
    shares: list[str] = field(default_factory=list)     # and by reference

    @property
    def remarked(self) -> str:
        """The name by which comments belong to it."""
        return f"~{self.c_name}" if self.kind == "destructor" else self.c_name

    def deduced(self, template: str) -> Variable | None:
        """The parameter `std::vector<T>` whose dtype says what T is."""
        for parameter in self.parameters:
            if parameter.type.kind == "vector" and parameter.type.element.name == template and (
                    not parameter.type.element.of):
                return parameter
        return None

    def counted(self, template: str) -> Variable | None:
        """The parameter `std::array<T, N>` whose length says what N is."""
        return next((p for p in self.parameters if p.type.name == f"array {template}"), None)

    def takes(self, count: int) -> bool:
        """Whether it can be called with so many arguments."""
        return len(self.parameters) - len(self.defaults) <= count <= len(self.parameters) or self.kind in (
            "printer", "fold")

    def explicit_templates(self) -> list[str]:
        """The template parameters that a call has to pass, since no array among the arguments tells them."""
        return [t for t in self.templates if self.deduced(t) is None and self.counted(t) is None and not (
            self.gives_pointer_to(t) or self.is_type_of_function(t))]

    def is_type_of_function(self, template: str) -> bool:
        """Whether a template parameter is the type of a function that is passed: nothing but its call depends on it."""
        instances = self.instances.get(template, [])
        return any(p.called and p.type.name == template for p in self.parameters) or (
            bool(instances) and all(i.kind in ("lambda", "function") for i in instances))

    def gives_pointer_to(self, template: str) -> bool:
        """Whether a template parameter only says what the result points to: the caller casts what it gets."""
        return self.result.kind == "pointer" and self.result.element.kind == "template" and (
            self.result.element.name == template and not any(p.type.element.name == template or p.type.name == template
                                                             for p in self.parameters))


@dataclass
class Remarks:
    """The comments on the members of a class, a namespace or an enumeration."""

    above: dict[str, list[Comment]] = field(default_factory=dict)
    behind: dict[str, str] = field(default_factory=dict)
    pending: list[Comment] = field(default_factory=list)       # above a member that is yet to come

    def belong_to(self, member: str) -> None:
        self.above.setdefault(member, []).extend(self.pending)
        self.pending = []


@dataclass(eq=False)
class Struct(Statement):
    name: str = ""
    fields: list[tuple[Variable, Expression | None]] = field(default_factory=list)
    methods: list[Function] = field(default_factory=list)
    constants: list[tuple[Variable, Expression | None]] = field(default_factory=list)
    prototypes: list[Function] = field(default_factory=list)        # methods that are defined outside
    is_union: bool = False
    is_memory: bool = False                     # C reads or writes its bytes
    is_packed: bool = False                     # `__attribute__((packed))`
    alignment: int = 1                          # at least: `alignas(16)`
    bases: list[str] = field(default_factory=list)                   # structs of the sample that it inherits from
    exception: str = ""                                              # or the exception of Python
    templates: list[str] = field(default_factory=list)
    body: list[Statement] = field(default_factory=list)
    remarks: Remarks = field(default_factory=Remarks)


@dataclass(eq=False)
class Traits(Statement):
    """`template <> struct Name<key> { using T = ...; static constexpr ... = ...; }`: what a type or value has."""

    name: str = ""
    key: CType = UNKNOWN
    types: dict[str, CType] = field(default_factory=dict)
    constants: list[tuple[Variable, Expression | None]] = field(default_factory=list)
    first: bool = False


@dataclass(eq=False)
class Enumeration(Statement):
    name: str = ""
    scoped: bool = False
    members: list[tuple[str, Expression | None]] = field(default_factory=list)
    remarks: Remarks = field(default_factory=Remarks)


@dataclass
class Program:
    items: list[Statement] = field(default_factory=list)
    functions: dict[str, list[Function]] = field(default_factory=dict)
    structs: dict[str, Struct] = field(default_factory=dict)
    remarks: Remarks = field(default_factory=Remarks)           # on functions that are declared before they are defined
    traits: dict[str, list[Traits]] = field(default_factory=dict)
    has_main: bool = False
    throws_values: bool = False                 # numbers or texts, which are no exceptions

    def lineage(self, name: str) -> list[Struct]:
        """A struct and those that it inherits from."""
        struct = self.structs.get(name)
        if struct is None:
            return []
        return [struct, *(s for base in struct.bases for s in self.lineage(base))]

    def fields_of(self, struct: Struct) -> list[Variable]:
        """The fields and constants of a struct and of what it inherits from."""
        return [v for s in reversed(self.lineage(struct.name)) for v, _ in [*s.fields, *s.constants]]

    def method_of(self, name: str, method: str) -> Function | None:
        """A method by its name in C++, of a struct or of what it inherits from."""
        for struct in self.lineage(name):
            for function in [*struct.methods, *struct.prototypes]:
                if function.c_name == method and function.kind not in ("constructor", "destructor"):
                    return function
        return None
    notes: list[tuple[int, str]] = field(default_factory=list)      # (line, fault) that show while it is read
