"""Printing: statements, one method for each kind."""
from __future__ import annotations

from ._effects import stepped_and_used, within
from ._layout import STEP, indented
from ._precedence import POSTFIX, SUM
from ._print_switch import Switches
from ._ranges import is_mixed, is_unsigned
from ._source import Places
from ._tree import (
    Assign,
    Binary,
    Block,
    Braces,
    Call,
    Cast,
    Comment,
    Conditional,
    Construct,
    Declare,
    Do,
    Expression,
    Fold,
    If,
    Index,
    Jump,
    Label,
    Lambda,
    Member,
    Name,
    Number,
    Program,
    Return,
    Statement,
    Struct,
    Symbol,
    Throw,
    Try,
    Unary,
    Untranslated,
    UntranslatedError,
    comment_lines,
)
from ._types import BOOL, INT, CType
from ._values import kept, text_kind
from ._walk import changed

# Functions whose failure a program should see; the rest releases something.
WORTH_CHECKING = ("aclInit", "aclrtMalloc", "aclrtMemcpy", "aclrtSetDevice", "aclrtCreate", "aclrtSynchronize", "aclnn")


class StatementPrinter(Switches):
    def __init__(self, program: Program, places: Places) -> None:
        super().__init__(program)
        self.places = places
        self.for_effect = None
        self.untranslated: list[tuple[int, str]] = []
        self.steps: list[list[Expression]] = []
        self.untils: list[str] = []
        self.retried: set[str] = set()                     # labels at the head of a loop that is open
        self.scope, self.scopes = "scope", 0               # of what is open: the innermost, and how many
        self.labels: list[str] = []
        self.defined: set[str] = set()         # classes that stand in the program already

    # -- bodies
    def body(self, statements: list[Statement], first: bool = True) -> list[str]:
        """The lines of a body, not indented; never empty."""
        lines = self._statements(statements)
        if not any(line.strip() and not line.lstrip().startswith("#") for line in lines):
            lines.append("pass")
        while lines and not lines[0]:
            lines.pop(0)
        return lines

    def _statements(self, statements: list[Statement]) -> list[str]:
        lines: list[str] = []
        for number, statement in enumerate(statements):
            if self._opens(statement):
                self.imports.add("ExitStack")
                outer, self.scope = self.scope, f"scope{self.scopes + 1}" if self.scopes else "scope"
                self.scopes += 1
                rest = self._each(statements[number:], [])
                opened, self.scope, self.scopes = self.scope, outer, self.scopes - 1
                return [*lines, *([""] if statement.blank and lines else []), f"with ExitStack() as {opened}:",
                        *indented(rest)]
            self._each([statement], lines)
        return lines

    def _opens(self, statement: Statement) -> bool:
        try:
            return self.owns(statement)
        except UntranslatedError:
            return False                       # is reported where it is printed

    def _each(self, statements: list[Statement], lines: list[str]) -> list[str]:
        """The lines so far, with those of more statements behind them."""
        for statement in statements:
            printed = self.statement(statement)
            if not printed:
                continue
            nested = printed[0].startswith("def ") and not "".join(lines[-1:]).startswith("#")
            if (statement.blank or nested) and lines and lines[-1]:
                lines.append("")
            if statement.trailing and printed:
                printed = ([f"{printed[0]}  # {statement.trailing}"] if len(printed) == 1
                           and len(printed[0]) + len(statement.trailing) < 100 and "\n" not in printed[0]
                           else [f"# {statement.trailing}", *printed])
            lines += printed
        return lines

    def statement(self, statement: Statement) -> list[str]:
        """The lines of a statement; what cannot be translated raises where it stands, with the C++ above it."""
        outer_hoisted, outer_after = self.hoisted, self.after
        self.hoisted, self.after = [], []
        busy, self.busy = self.busy, stepped_and_used(statement)
        try:
            printer = getattr(self, "_s_" + type(statement).__name__.lower(), None)
            if printer is None:
                raise UntranslatedError(type(statement).__name__)
            lines: list[str] = printer(statement)
            return [*self.hoisted, *lines, *self.after]
        except UntranslatedError as error:
            return self.refused(error.line or statement.line, error.construct, "")
        except (AssertionError, AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError) as error:
            # A combination that nobody thought of is reported like any construct without a translation.
            return self.refused(statement.line, f"{type(statement).__name__.lower()} ({error})", "")
        finally:
            self.hoisted, self.after, self.busy = outer_hoisted, outer_after, busy

    def refused(self, line: int, construct: str, text: str) -> list[str]:
        construct = " ".join(construct.split())
        self.untranslated.append((line, construct))
        source = text or self.places.text(line)
        name, number = self.places.of(line)
        message = f"{name}:{number}: not translated: {construct}".replace("\\", "\\\\").replace('"', "'")
        return [*(f"# {part.rstrip()}" for part in source.split("\n")), f'raise NotImplementedError("{message}")']

    def _s_untranslated(self, statement: Untranslated) -> list[str]:
        return self.refused(statement.line, statement.construct, statement.text)

    def _s_comment(self, comment: Comment) -> list[str]:
        return [f"# {line}".rstrip() for line in comment_lines(comment.text)]

    def _s_block(self, block: Block) -> list[str]:
        return [*self._statements(block.body), *self._closed(block.body)]

    def _closed(self, statements: list[Statement]) -> list[str]:
        """Files that are written to and close only because their block ends."""
        return [f"{s.variable.name}.close()" for s in statements
                if isinstance(s, Declare) and s.variable.type.name in ("wb", "r+b") and not s.variable.type.reference
                and s.value is not None and not s.variable.closed]

    # -- expressions for their effect
    def _s_do(self, do: Do) -> list[str]:
        expression = do.expression
        if isinstance(expression, Assign):
            return [self._assignment(expression)]
        if isinstance(expression, Unary) and expression.operator in ("++", "--", "post++", "post--"):
            return [self._pointer_step(expression)]
        if isinstance(expression, Unary) and expression.operator == "delete":
            operand = expression.operand
            owned = operand.type.element if operand.type.of else operand.type
            if self.has_destructor(owned):
                return [f"{self.text(operand)}.close()"]
            return []                                     # Python's memory frees itself
        if isinstance(expression, (Binary, Fold)) and expression.type.kind in ("stream", "stringstream", "file"):
            if expression.operator == "<<":
                printed = self.streamed(expression)
                return [printed] if printed else []
            return self.read_words(expression) if isinstance(expression, Binary) else []
        if isinstance(expression, Call):
            expression = self.by_format(expression) or expression
        effect = _effect(expression, do.line)
        if isinstance(effect, If):
            return self._s_if(effect)
        if isinstance(expression, Call) and isinstance(expression.function, Symbol) and expression.function.name in (
                "for_each", "copy") and (loop := self.loop_of(expression)) is not None:
            return self.statement(loop)
        if isinstance(expression, Call) and isinstance(expression.function, Symbol) and worth_checking(expression):
            self.note(expression.line, f"nobody checks the result of {expression.function.name}")
        inner = getattr(expression, "operand", None)
        if isinstance(expression.type, CType) and expression.type.kind == "void" and isinstance(
                inner, Name):
            return []                                     # (void)argument;
        self.for_effect = expression
        self.refuse_temporaries(expression)
        text = self.text(expression) + self.ended(expression)
        return [text] if text and not text.isidentifier() else []

    def _pointer_step(self, unary: Unary) -> str:
        return self.step(unary)

    def _assignment(self, assign: Assign) -> str:
        target, value, operator = assign.target, assign.value, assign.operator
        if (entry := self._entry_of_tuple(target)) is not None:
            return self._entry_assigned(*entry, assign)
        if isinstance(target, Call) and isinstance(target.function, Symbol) and target.function.name == "tie":
            return f"{', '.join(self.text(a) for a in target.arguments)} = {self.text(value)}"
        if isinstance(value, Assign):
            self.hoisted.append(self._assignment(value))
            value = value.target
        if isinstance(value, Lambda):
            lines = self.lambda_function(value, self.text(target))
            self.hoisted += lines[:-1]
            return lines[-1]
        if isinstance(target, Unary) and target.operator == "*" and target.operand.type.is_chars:
            target = Index(target.type, target.line, owner=target.operand, index=Number(INT, value=0, text="0"))
        if isinstance(target, Index) and target.type.name == "char" and target.owner.type.kind in ("pointer", "array"):
            place = f"{self.text(target.owner)}[{self.text(target.index)}]"
            return f"{place} = bytes([{self.text(value)} & 0xFF])"
        if isinstance(target, Index) and target.owner.type.kind == "string" and operator == "=":
            text, at = self.text(target.owner, POSTFIX), self.integer(target.index, SUM)
            return f"{text} = {text}[:{at}] + {self.string(value)} + {text}[{at} + 1:]"
        if not (isinstance(target, (Name, Member, Index)) or (isinstance(target, Unary) and target.operator == "*")
                or (isinstance(target, Call) and isinstance(target.function, Member))):
            raise UntranslatedError("assignment to what is no place", assign.line)
        if isinstance(target, Call) and target.callee is not None and target.type.kind != "struct":
            raise UntranslatedError("assignment to the reference that a method gives", assign.line)
        if operator != "=" and self.effects.disturbs(value, target):
            raise UntranslatedError("assignment of a value that changes its place", assign.line)
        if isinstance(target, Index) and any(isinstance(e, Call) for e in within(value)) and self.effects.disturbs(
                value, target.index):
            raise UntranslatedError("an index that the assigned value changes", assign.line)
        if isinstance(target, Unary) and target.type.kind == "string":
            raise UntranslatedError("a string that is changed through a pointer", assign.line)
        place = self.text(target)
        type_ = target.type
        if operator == "=":
            self.refuse_new_value(target, value)
        if operator == "=" and type_.kind == "struct" and self.program.method_of(type_.name, "operator=") is not None:
            return f"{place}.assign({self.text(value)})"
        if operator != "=" and type_.kind == "struct":
            return f"{place} {operator} {self.text(value)}"
        if operator == "=" and type_.kind in ("struct", "vector") and _is_alias(target):
            return self._assign_through(place, target, value)
        if operator == "=":
            if isinstance(value, Braces) and type_.kind == "vector":
                return f"{place} = {self._vector_for(target, value)}"
            if type_.kind == "vector" and isinstance(value, Construct):
                return f"{place} = {self._vector_for(target, value)}"
            if isinstance(value, Braces):
                return f"{place} = {self.construct(type_, value.items, True)}"
            if type_.is_chars and isinstance(target, Name) and text_kind(target) == "pointer":
                return f"{place} = {self.chars(value)}"
            return f"{place} = {self.converted(value, type_)}"
        narrow = type_.kind == "int" and type_.bits < 32                        # C computes in int and cuts
        combined = Binary(INT if narrow else type_, assign.line, operator[:-1], target, value)
        if type_.kind == "string":
            return f"{place} += {self.string(value)}"
        if type_.kind == "pointer":
            return f"{place} {operator} {self.integer(value)}"
        plain = (type_.kind == "float" and type_.bits == 64) or (
            type_.is_integer and not narrow and value.type.is_integer and operator not in ("/=", "%=")
            and not (self.facts.leaves(combined) if is_unsigned(type_) else is_mixed(target)))
        if type_.is_integer and value.type.kind == "float":
            combined.type = value.type
            return f"{place} = {self.converted(combined, type_)}"
        if plain or type_.kind in ("unknown", "template", "complex"):
            text = self._operand(value, type_, 0) if type_.kind == "float" else self.integer(value)
            return f"{place} {operator} {text}"
        return f"{place} = {self.converted(combined, type_)}"

    def _entry_of_tuple(self, target: Expression) -> tuple[Expression, int] | None:
        """The tuple and the index, if `pair.first` or `std::get<1>(tuple)` is assigned to."""
        if isinstance(target, Member) and target.owner.type.kind == "pair" and target.name in ("first", "second"):
            keyed = isinstance(target.owner, Name) and target.owner.variable in self.entries
            return None if keyed else (target.owner, int(target.name == "second"))
        if isinstance(target, Call) and isinstance(target.function, Symbol) and target.function.name == "get":
            return target.arguments[0], int(target.template[0].name)
        return None

    def _entry_assigned(self, owner: Expression, index: int, assign: Assign) -> str:
        """A tuple of Python does not change: a new one takes its place."""
        target, text, value = assign.target, self.text(owner, 12), assign.value
        if assign.operator != "=":
            value = Binary(target.type, assign.line, assign.operator[:-1], target, value)
        items = [f"{text}[{n}]" for n in range(max(len(owner.type.of), index + 1))]
        items[index] = self.converted(value, target.type)
        return f"{text} = ({', '.join(items)})"

    def _assign_through(self, place: str, target: Expression, value: Expression) -> str:
        """Assign to what a reference or pointer stands for, which keeps its identity."""
        if target.type.kind == "vector":
            text = self._vector_for(target, value) if isinstance(value, (Braces, Construct)) else self.text(value)
            return self.assigned(target, place, text)[0]
        text = self.construct(target.type, value.items, True) if isinstance(value, Braces) else self.text(value)
        return f"vars({place}).update(vars({text}))"

    def _vector_for(self, target: Expression, value: Expression) -> str:
        kind = kept(target)
        if isinstance(value, Braces):
            return self.vector(target.type, value.items, True, kind)
        assert isinstance(value, Construct)
        return self.vector(target.type, value.arguments, value.braces, kind)

    # -- control
    def _s_if(self, branch: If) -> list[str]:
        condition = self.tested(branch.condition)
        if self.after:                                    # what a call in the condition wrote
            self.hoisted += [f"result = {condition}", *self.after]
            condition, self.after = "result", []
        yes = [s for s in branch.yes if not (isinstance(s, Block) and not s.body)]
        known = self.facts.holding(branch.condition, changed(yes))
        lines = [f"if {condition}:", *indented([*self.body(yes), *self._closed(yes)])]
        self.facts.back_to(known)
        return lines + self._else(branch.no)

    def _else(self, no: list[Statement]) -> list[str]:
        if not no:
            return []
        if len(no) == 1 and isinstance(no[0], If) and not no[0].blank:
            inner = self.statement(no[0])
            if inner[0].startswith("if "):
                return ["el" + inner[0], *inner[1:]]
        body = self.body(no)
        return ["else:", *indented(body)]

    def _s_return(self, statement: Return) -> list[str]:
        lines = self._returned(statement)
        if self.after:                                    # `return x++`: the old value is what is given back
            lines = [f"result = {lines[0].removeprefix('return ')}", *self.after, "return result"]
            self.after = []
        return lines

    def _returned(self, statement: Return) -> list[str]:
        value = statement.value
        function = self.function
        if function is not None and function.kind == "text" and value is not None:
            written = [self.streamed(value)] if isinstance(value, Binary) else []
            return [*written, f"return {function.parameters[0].name}.getvalue()"]
        if value is None:
            return ["return"]
        result = function.result if function is not None else CType("unknown")
        if isinstance(value, Braces):
            return [f"return {self.construct(result, value.items, True)}"]
        if isinstance(value, Cast) and function is not None and function.gives_pointer_to(result.element.name):
            return [f"return {self.pointer(value.operand, 0)}"]
        if result.is_chars and function is not None and any(text_kind(v) == "pointer" for v in function.resulting):
            return [f"return {self.chars(value)}"]
        if result.kind in ("vector", "struct", "string", "auto", "unknown") and not (
                result.kind == "string" and value.type.is_chars):
            if isinstance(value, Construct) and value.type.kind == "vector" and result.kind == "vector":
                return [f"return {self.construct(result, value.arguments, value.braces)}"]
            if result.kind == "vector" and value.type.kind == "vector" and not (
                    function is not None and function.gives_reference):
                from ._values import kept_by_type
                wanted, now = kept_by_type(result), kept(value)
                if wanted != now:
                    text = self.text(value)
                    return [f"return np.array({text}, dtype={self.dtype(result.element)})" if wanted == "array"
                            else f"return {text}.tolist()"]
            return [f"return {self.text(value)}"]
        if function is not None and function.name == "__bool__":
            return [f"return bool({self.text(value)})"]
        if result.kind == "template" and isinstance(value, Binary) and function is not None and any(
                kind.kind == "int" and (kind.bits < 32 or not kind.signed) for kind in function.instances.get(
                    result.name, [])):
            self.helpers.add("cut")
            return [f"return cut({self.text(value)}, {self.dtype(result)})"]
        return [f"return {self.converted(value, result)}"]

    def _s_jump(self, jump: Jump) -> list[str]:
        if jump.kind == "goto" and jump.label in self.retried:
            return ["continue"]
        if jump.kind == "goto":
            if jump.label not in self.labels:
                raise UntranslatedError(f"goto {jump.label}, which leads into a block or out of a loop", jump.line)
            return [f"raise {jump.label}"]
        if jump.kind == "continue" and self.untils and self.untils[-1]:
            return ["break"] if self.untils[-1] == "False" else [f"if {self.untils[-1]}:", f"{STEP}continue", "break"]
        if jump.kind == "continue" and self.steps and self.steps[-1]:
            return [*self._each([Do(jump.line, expression=e) for e in self.steps[-1]], []), "continue"]
        return [jump.kind]

    def _s_label(self, label: Label) -> list[str]:
        return []

    def _s_try(self, statement: Try) -> list[str]:
        if statement.caught.count("Thrown") > 1:
            raise UntranslatedError("several types that are no exceptions, caught apart", statement.line)
        lines = ["try:", *indented(self.body(statement.body))]
        for (name, body), caught in zip(statement.handlers, statement.caught, strict=True):
            if caught == "...":
                caught = "(Exception, Thrown)" if self.program.throws_values else "Exception"
            if "Thrown" in caught:
                self.helpers.add("Thrown")
            lines += [f"except {caught}{' as ' + name if name else ''}:", *indented(self.body(body))]
        return lines

    def _s_throw(self, throw: Throw) -> list[str]:
        if throw.value is None:
            return [f"raise {throw.kind}()" if throw.kind else "raise"]
        if throw.kind == "Thrown":
            self.helpers.add("Thrown")
            return [f"raise Thrown({self.text(throw.value)})"]
        if not throw.kind:
            return [f"raise {self.text(throw.value)}"]
        return [f"raise {throw.kind}({self.string(throw.value)})"]

    def _s_struct(self, struct: Struct) -> list[str]:
        raise UntranslatedError("struct inside a function", struct.line)


def _is_alias(target: Expression) -> bool:
    if isinstance(target, Unary) and target.operator == "*":
        return True
    return isinstance(target, Name) and target.variable.type.reference


def _effect(expression: Expression, line: int) -> Statement:
    """An expression for its effect; what happens in some cases alone is a branch."""
    if isinstance(expression, Conditional):
        yes, no = ([] if _is_nothing(e) else [_effect(e, line)] for e in (expression.yes, expression.no))
        if yes or not no:
            return If(line, condition=expression.condition, yes=yes, no=no)
        return If(line, condition=_opposite(expression.condition), yes=no)
    if isinstance(expression, Binary) and expression.operator in ("&&", "||"):
        left = expression.left if expression.operator == "&&" else _opposite(expression.left)
        return If(line, condition=left, yes=[_effect(expression.right, line)])
    return Do(line, expression=expression)


def _opposite(condition: Expression) -> Expression:
    if isinstance(condition, Unary) and condition.operator == "!":
        return condition.operand
    return Unary(BOOL, condition.line, "!", condition)


def _is_nothing(expression: Expression) -> bool:
    """`(void)0` and the like."""
    while isinstance(expression, Cast) and expression.type.kind == "void":
        expression = expression.operand
    return isinstance(expression, (Name, Number))


def worth_checking(call: Call) -> bool:
    """Whether a call of the C library gives a result that tells whether the work was done."""
    function = call.function
    return (isinstance(function, Symbol) and function.type.name == "abi"
            and call.type.name in ("aclError", "aclnnStatus") and function.name.startswith(WORTH_CHECKING))
