"""Printing: the short form with Device, Stream and Tensor, for a program that follows the usual pattern."""
from __future__ import annotations

from .. import _lib
from .._signature import python_name as snake_name
from ._layout import indented, laid_out
from ._print_calls import SIZES
from ._print_program import ProgramPrinter
from ._tree import (
    Assign,
    Block,
    Call,
    Comment,
    Declare,
    Do,
    Expression,
    For,
    Function,
    If,
    Member,
    Name,
    Number,
    Return,
    Statement,
    Symbol,
    Text,
    Unary,
    Variable,
)
from ._values import kept
from ._walk import changed, expressions, inner, parts

DTYPES = {"ACL_FLOAT": "np.float32", "ACL_FLOAT16": "np.float16", "ACL_INT8": "np.int8", "ACL_INT32": "np.int32",
          "ACL_UINT8": "np.uint8", "ACL_INT16": "np.int16", "ACL_UINT16": "np.uint16", "ACL_UINT32": "np.uint32",
          "ACL_INT64": "np.int64", "ACL_UINT64": "np.uint64", "ACL_DOUBLE": "np.float64", "ACL_BOOL": "np.bool_",
          "ACL_BF16": "ml_dtypes.bfloat16"}
RELEASES = ("aclDestroy", "aclrtFree", "aclrtDestroy", "aclrtReset", "aclFinalize")
LEFT_OUT = ("left out: the checks of return codes, the workspace, the strides and the releases, which the objects do; "
            "comments")


class PatternError(ValueError):
    """The program does not follow the pattern that the short form can say."""


class ObjectsPrinter(ProgramPrinter):
    def short_text(self) -> str:
        """The short form.  Raises PatternError with the reason if the program is not of the usual kind."""
        main = next(iter(self.program.functions.get("main", [])), None)
        if main is None:
            raise PatternError("there is no main")
        self.tensors: dict[Variable, str] = {}              # aclTensor * -> name of the Tensor
        self.memory_of: dict[Variable, str] = {}            # void * -> name of the Tensor that lies there
        self.numbers: dict[Variable, str] = {}              # aclScalar *, aclIntArray * -> what is passed instead
        self.lists: dict[Variable, str] = {}                # vector of aclTensor * -> the list of Tensors
        self.dropped: set[Variable] = set()                 # pointers that objects stand for
        self.lines: list[str] = []
        self.pending = ""                                   # the call of the operator, until phase 2
        self.device = "0"
        self.called = False
        self.function = main
        for statement in _flat(main.body):
            self._take(statement)
        if not self.called:
            raise PatternError("no operator is called")
        printers = [f for fs in self.program.functions.values() for f in fs if f is not main and self._needed(f)]
        before: list[str] = []
        for function in printers:
            before += ["", "", *self.function_lines(function)]
        self.imports |= {"numpy"}
        imports = [line for line in self._imports() if not line.startswith("from pyacl")]
        body = [f"with pyacl.Device({self.device}), pyacl.Stream() as stream:", *indented(self.lines)]
        return "\n".join(laid_out([*imports, "import pyacl", *before, "", *([""] if before else []), *body])) + "\n"

    def _needed(self, function: Function) -> bool:
        return any(f"{function.name}(" in line for line in self.lines)

    def _take(self, statement: Statement) -> None:
        if isinstance(statement, Comment) or (isinstance(statement, Return) and statement.line):
            return
        if isinstance(statement, If):
            self._check(statement)
        elif isinstance(statement, Declare):
            self._declared(statement)
        elif isinstance(statement, Do) and isinstance(statement.expression, Assign):
            assign = statement.expression
            known = isinstance(assign.target, Name) and assign.operator == "="
            target = assign.target.variable if isinstance(assign.target, Name) else None
            if not (known and self._called(target, assign.value, statement.line)):
                self._keep(statement)
        elif isinstance(statement, Do) and isinstance(statement.expression, Call):
            if not self._called(None, statement.expression, statement.line):
                self._keep(statement)
        elif isinstance(statement, (For, Do)):
            self._keep(statement)
        else:
            kind = type(statement).__name__.lower()
            raise PatternError(f"{self._at(statement.line)}: {kind} is not part of the pattern")

    def _check(self, branch: If) -> None:
        """A check of a return code, or the block that allocates or frees the workspace."""
        names = {v.c_name for v in _variables(branch.condition)}
        if not any(n in ("ret", "result", "status") or "workspace" in n.lower() for n in names) and not all(
                v in self.numbers or v in self.tensors for v in _variables(branch.condition)):
            raise PatternError(f"{self._at(branch.line)}: a branch that is no check of a return code")

    def _declared(self, declare: Declare) -> None:
        variable, value = declare.variable, declare.value
        type_ = variable.type
        if value is not None and self._called(variable, value, declare.line):
            return
        if type_.is_handle and not type_.is_chars:
            if value is None or (isinstance(value, Number) and value.value is None):
                self.dropped.add(variable)
                return
        elif type_.kind in ("vector", "array") and type_.element.kind == "pointer" and (
                items := getattr(value, "items", None) or getattr(value, "arguments", None)) and all(
                isinstance(item, Name) and item.variable in self.tensors for item in items):
            self.lists[variable] = f"[{', '.join(self.tensors[item.variable] for item in items)}]"
            return
        elif "workspace" in variable.c_name.lower() or (type_.kind == "enum" and value is None):
            return
        variable.address_taken = False                      # what C writes through is an object here
        self._keep(declare)

    def _keep(self, statement: Statement) -> None:
        touched = {v for e in _all_expressions(statement) for v in _variables(e)} | changed([statement])
        for variable in touched:
            if any(variable in known for known in (self.memory_of, self.tensors, self.numbers, self.lists,
                                                   self.dropped)):
                raise PatternError(f"{self._at(statement.line)}: {variable.c_name} is used outside the pattern")
        if any(isinstance(e, Call) and isinstance(e.function, Symbol) and e.function.type.name == "abi"
               for expression in _all_expressions(statement) for e in _all(expression)):
            raise PatternError(f"{self._at(statement.line)}: a call of the runtime that is not part of the pattern")
        before = len(self.untranslated)
        self.lines += self.statement(statement)
        if len(self.untranslated) > before:
            raise PatternError(f"{self._at(statement.line)}: {self.untranslated[-1][1]}")

    # -- calls
    def _at(self, line: int) -> str:
        name, number = self.places.of(line)
        return f"line {number}" + (f" of {name}" if name != self.places.name else "")

    def _called(self, target: Variable | None, value: Expression, line: int) -> bool:
        """Whether a call is one of the pattern's, and what it adds."""
        if not isinstance(value, Call) or not isinstance(value.function, Symbol):
            return False
        name, arguments = value.function.name, value.arguments
        if name.startswith(RELEASES) or name in ("aclInit", "aclrtCreateStream"):
            return True
        if name == "aclrtSetDevice":
            return True
        if name == "aclrtSynchronizeStream":
            self.lines.append("stream.synchronize()")
            return True
        if name == "aclCreateScalar" and target is not None:
            place = arguments[0]
            if not (isinstance(place, Unary) and isinstance(place.operand, Name)):
                raise PatternError(f"{self._at(line)}: a scalar that is no variable")
            dtype = DTYPES.get(arguments[1].name) if isinstance(arguments[1], Symbol) else None
            if dtype is None:
                raise PatternError(f"{self._at(line)}: a scalar of unknown type")
            self.numbers[target] = f"pyacl.Scalar({place.operand.variable.name}, {dtype})"
            return True
        if name in ("aclCreateIntArray", "aclCreateFloatArray", "aclCreateBoolArray") and target is not None:
            data = arguments[0]
            if isinstance(data, Call) and isinstance(data.function, Member):
                self.numbers[target] = self.text(data.function.owner)
                return True
        if name == "aclCreateTensorList" and target is not None:
            data = arguments[0]
            owner = data.function.owner if isinstance(data, Call) and isinstance(data.function, Member) else data
            if isinstance(owner, Name) and owner.variable in self.lists:
                self.numbers[target] = self.lists[owner.variable]
                return True
        if name == "aclrtMemcpy":
            return self._copied_back(arguments, line)
        if name.endswith("GetWorkspaceSize") and value.function.type.name == "abi":
            self._first_phase(name.removesuffix("GetWorkspaceSize"), arguments[:-2], line)
            return True
        if name.startswith("aclnn") and value.function.type.name == "abi":
            if not self.pending:
                raise PatternError(f"{self._at(line)}: phase 2 without phase 1")
            self.lines.append(self.pending)
            self.pending, self.called = "", True
            return True
        callee = value.callee
        if callee is not None and self._makes_tensor(arguments):
            self._tensor(arguments, line)
            return True
        if callee is not None and _calls(callee.body, "aclrtSetDevice"):
            numbers = [a for a in arguments if a.type.is_integer]
            self.device = self.text(numbers[0]) if numbers else "0"
            if isinstance(numbers[0], Name) and numbers[0].variable.assigned:
                self.device = self.text(numbers[0].variable.assigned[0])
            return True
        return callee is not None and any(_calls(callee.body, release) for release in (
            "aclrtFree", "aclrtResetDevice", "aclDestroyTensor"))

    @staticmethod
    def _makes_tensor(arguments: list[Expression]) -> bool:
        places = [a.operand.type for a in arguments if isinstance(a, Unary) and a.operator == "&"]
        return any(t.kind == "pointer" and t.element.name == "aclTensor" for t in places)

    def _tensor(self, arguments: list[Expression], line: int) -> None:
        vectors = [a for a in arguments if a.type.kind == "vector"]
        kinds = [a.name for a in arguments if isinstance(a, Symbol) and a.name in DTYPES]
        places = [a.operand for a in arguments if isinstance(a, Unary) and isinstance(a.operand, Name)]
        formats = [a.name for a in arguments if isinstance(a, Symbol) and a.name.startswith("ACL_FORMAT_")]
        if len(vectors) != 2 or len(kinds) != 1 or len(places) != 2 or formats not in ([], ["ACL_FORMAT_ND"]):
            raise PatternError(f"{self._at(line)}: a tensor that is made in another way")
        data, shape = vectors if vectors[1].type.element.bits == 64 else vectors[::-1]
        element, dtype = data.type.element, DTYPES[kinds[0]]
        if element.bits // 8 != SIZES[kinds[0]]:
            raise PatternError(f"{self._at(line)}: host data of {element.name} under a tensor of {kinds[0]}, "
                               "whose elements have another size")
        memory, tensor = sorted((p.variable for p in places), key=lambda v: v.type.element.name == "aclTensor")
        view = "" if element.dtype() == dtype else f".view({dtype})"
        if dtype.startswith("ml_"):
            self.imports.add("ml_dtypes")
        text = self.text(data)
        if kept(data) == "list":
            text = f"np.array({text}, {dtype})"
        self.lines.append(f"{tensor.name} = pyacl.Tensor.from_numpy({text}{view}.reshape({self.text(shape)}))")
        self.tensors[tensor] = self.memory_of[memory] = tensor.name

    def _first_phase(self, operator: str, arguments: list[Expression], line: int) -> None:
        signature = _lib.operator_parameters(operator)
        if signature is None:
            raise PatternError(f"{self._at(line)}: {operator} is no operator of pyacl")
        texts = [self._operand_of(a, line) for a in arguments]
        python = snake_name(operator.removeprefix("aclnn"))
        self.pending = f"pyacl.aclnn.{python}({', '.join([*texts, 'stream=stream'])})"

    def _operand_of(self, argument: Expression, line: int) -> str:
        if isinstance(argument, Number) and argument.value is None:
            return "None"
        if isinstance(argument, Text):
            return self.string(argument)
        if isinstance(argument, Name):
            variable = argument.variable
            for known in (self.tensors, self.numbers):
                if variable in known:
                    return known[variable]
            if variable.type.kind == "pointer" and not variable.type.is_chars:
                return "None"                               # a tensor that stays nullptr
            if variable.type.is_chars:
                return self.string(argument)
        if argument.type.kind == "pointer" and not argument.type.is_chars:
            raise PatternError(f"{self._at(line)}: an argument that is made in another way")
        return self.text(argument)

    def _copied_back(self, arguments: list[Expression], line: int) -> bool:
        target, source = arguments[0], arguments[2]
        memory = self.memory_of.get(source.variable) if isinstance(source, Name) else None
        if memory is None or not (isinstance(target, Call) and isinstance(target.function, Member)
                                  and target.function.name == "data"):
            raise PatternError(f"{self._at(line)}: a copy that is not that of a result")
        owner = target.function.owner
        element = owner.type.element.dtype()
        if self.lines and self.lines[-1].startswith(f"{self.text(owner)} = np.zeros("):
            self.lines.pop()                                # what is copied takes its place
        self.lines.append(f"{self.text(owner)} = {memory}.numpy().ravel().view({element})")
        return True


def _flat(statements: list[Statement]) -> list[Statement]:
    found: list[Statement] = []
    for statement in statements:
        found += _flat(statement.body) if isinstance(statement, Block) else [statement]
    return found


def _all(expression: Expression) -> list[Expression]:
    found = [expression]
    for part in parts(expression):
        found += _all(part)
    return found


def _all_expressions(statement: Statement) -> list[Expression]:
    found = expressions(statement)
    for part in inner(statement):
        found += _all_expressions(part)
    return found


def _variables(expression: Expression) -> set[Variable]:
    return {e.variable for e in _all(expression) if isinstance(e, Name)}


def _calls(statements: list[Statement], name: str) -> bool:
    return any(isinstance(e, Call) and isinstance(e.function, Symbol) and e.function.name == name
               for s in statements for x in _all_expressions(s) for e in _all(x))


__all__ = ["LEFT_OUT", "ObjectsPrinter", "PatternError"]
