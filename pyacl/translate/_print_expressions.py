"""Printing: expressions as Python text."""
from __future__ import annotations

from ._effects import Effects
from ._formats import quoted, quoted_bytes
from ._precedence import (
    ATOM,
    BIT_AND,
    BIT_XOR,
    BITWISE,
    CHOICE,
    COMPARE,
    NOT,
    OPERATORS,
    OR,
    POSTFIX,
    PRODUCT,
    SIGN,
    SUM,
    Printed,
    bracketed,
)
from ._ranges import RING, Facts, is_position, is_unsigned, mask, never_negative, turns_large
from ._std import STD_VALUES, TYPE_KINDS
from ._tree import (
    Assign,
    Binary,
    Braces,
    Call,
    Conditional,
    Construct,
    Expression,
    Function,
    Index,
    Lambda,
    Member,
    Name,
    Number,
    Program,
    Symbol,
    Text,
    Unary,
    UntranslatedError,
    Variable,
)
from ._types import INT, CType
from ._values import (
    against_none,
    as_float32,
    float_text,
    in_memory,
    is_float_object,
    kept,
    says_failed,
    text_kind,
)


class ExpressionPrinter:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.function: Function | None = None
        self.imports: set[str] = set()
        self.helpers: set[str] = set()
        self.random: set[str] = set()          # what the program uses of cpp_random
        self.callbacks: list[str] = []         # what makes functions that C calls, once for the whole program
        self.hccl: set[str] = set()            # functions and constants of HCCL that the program needs
        self.aliases: dict[Variable, str] = {}
        self.hoisted: list[str] = []           # lines that must stand before the statement
        self.after: list[str] = []             # lines that must stand behind it
        self.notes: list[tuple[int, str]] = []
        self.in_condition = False
        self.effects = Effects(program)
        self.busy: set[Variable] = set()       # what a statement counts on and uses again
        self.facts = Facts()                   # what the conditions around a statement say of integers
        self.entries: dict[Variable, str] = {}             # of references to the entries of a map: the map
        self.alias_places: dict[Variable, str] = {}        # of references to elements: where the element lies

    def note(self, line: int, text: str) -> None:
        if (line, text) not in self.notes:
            self.notes.append((line, text))

    def text(self, expression: Expression, least: int = 0, exact: bool = True) -> str:
        """The Python text of an expression, in parentheses if it binds less tightly than `least`."""
        printer = getattr(self, "_p_" + type(expression).__name__.lower(), None)
        if printer is None:
            raise UntranslatedError(type(expression).__name__, expression.line)
        if isinstance(expression, (Binary, Unary)):
            text, binds = printer(expression, exact)
        else:
            text, binds = printer(expression)
        return bracketed(text, binds, least)

    # -- leaves
    def _p_number(self, number: Number) -> Printed:
        value = number.value
        if value is None:
            return "NULL", ATOM
        if isinstance(value, bool):
            return str(value), ATOM
        if number.text.startswith("'"):
            return (f"ord({quoted(chr(value))})" if isinstance(value, int) else str(value)), ATOM
        if isinstance(value, float):
            if number.type.bits == 32 and as_float32(value) != value:
                self.imports.add("numpy")
                return f"np.float32({float_text(number, value)})", ATOM
            return float_text(number, value), SIGN if value < 0 else ATOM
        return number.text or str(value), SIGN if value < 0 else ATOM

    def _p_text(self, text: Text) -> Printed:
        return quoted_bytes(text.value), ATOM

    def _p_name(self, name: Name) -> Printed:
        variable = name.variable
        if variable in self.aliases:
            return self.aliases[variable], POSTFIX
        return (f"{variable.name}[0]", POSTFIX) if in_memory(variable) else (variable.name, ATOM)

    def _p_symbol(self, symbol: Symbol) -> Printed:
        if symbol.type.kind == "trait":
            return self._trait(symbol)
        if symbol.name in STD_VALUES and symbol.type.name not in ("abi", "static"):
            text = STD_VALUES[symbol.name][0]
            for module, name in (("np.", "numpy"), ("math.", "math"), ("sys.", "sys"), ("os.", "os"),
                                 ("stat.", "stat")):
                if module in text:
                    self.imports.add(name)
            if not text:
                raise UntranslatedError(symbol.name, symbol.line)
            return text, SIGN if text.startswith("-") else ATOM
        if symbol.type.name == "hccl":
            self.hccl.add(symbol.name)
        if symbol.type.kind == "type":
            return self.dtype(symbol.type.element), ATOM
        if symbol.type.name == "std":
            raise UntranslatedError(f"{symbol.name} as a value", symbol.line)
        functions = self.program.functions.get(symbol.name)
        if functions and symbol.type.kind == "function":
            return functions[0].name, ATOM
        if symbol.name == "None":
            return 'ffi.typeof("aclDataType").relements["None"]', POSTFIX
        return symbol.name, ATOM

    def _trait(self, symbol: Symbol) -> Printed:
        of = symbol.type.of
        if symbol.type.name == "is_same" and len(of) == 2 and symbol.name == "value":
            return f"{self.dtype(of[0])} == {self.dtype(of[1])}", COMPARE
        if symbol.type.name in TYPE_KINDS and len(of) == 1 and symbol.name == "value":
            kinds, dtype = TYPE_KINDS[symbol.type.name], self.dtype(of[0])
            kind = f"{dtype}.kind" if dtype.endswith(".dtype") else f"np.dtype({dtype}).kind"
            return f'{kind} {"in" if len(kinds) > 1 else "=="} "{kinds}"', COMPARE
        raise UntranslatedError(f"std::{symbol.type.name}", symbol.line)

    def dtype(self, type_: CType) -> str:
        raise NotImplementedError               # Places has it

    # -- operators
    def _p_binary(self, binary: Binary, exact: bool) -> Printed:
        operator, left, right = binary.operator, binary.left, binary.right
        if binary.type.kind == "stream" and operator == "<<":
            raise UntranslatedError("output stream inside an expression", binary.line)
        if binary.type.kind == "iterator" or "iterator" in (left.type.kind, right.type.kind):
            return self.iterator_arithmetic(binary)
        if operator in ("==", "!=") and (special := self.string_comparison(binary)):
            return special, COMPARE
        if (fails := says_failed(operator, right)) is not None and (asked := self.asked(left)):
            return f"not {asked}" if fails else asked, NOT if fails else ATOM
        if operator == ",":
            return f"({self.text(left)}, {self.text(right)})[1]", POSTFIX
        if operator == ">>" and binary.type.kind in ("file", "stringstream", "stream"):
            return self.words_read(binary), COMPARE
        sign, binds = OPERATORS[operator]
        if operator in ("&&", "||"):
            text = self.logic(binary)
            if left.type.kind == "bool" and right.type.kind == "bool":
                return text, binds
            return f"bool({text})", ATOM
        if binds == COMPARE and left.type.kind == right.type.kind == "vector" and kept(left) == "array":
            self.imports.add("numpy")
            equal = f"np.array_equal({self.text(left)}, {self.text(right)})"
            return (equal, ATOM) if operator == "==" else (f"not {equal}", NOT)
        if binds == COMPARE:
            if operator in ("==", "!=") and any(isinstance(e, Symbol) and e.name == "self" for e in (left, right)):
                same = "is" if operator == "==" else "is not"
                return f"{self.text(left, COMPARE + 1)} {same} {self.text(right, COMPARE + 1)}", COMPARE
            if operator in ("==", "!=") and (tested := against_none(left, right)) is not None:
                return f"{self.text(tested, COMPARE + 1)} is {'' if operator == '==' else 'not '}None", COMPARE
            return f"{self._compared(left, right)} {sign} {self._compared(right, left)}", binds
        if binary.type.kind == "string":
            left, right = self.in_order([left, right])
            return f"{self.string(left)} + {self.string(right)}", SUM
        if binary.type.kind == "pointer":
            return self._pointer_sum(binary), SUM
        if binary.type.is_integer and left.type.kind in ("pointer", "array"):
            return f"{self.pointer(left, SUM)} - {self.pointer(right, PRODUCT)}", SUM
        if binary.type.is_integer:
            return self._integer(binary, sign, binds, exact)
        text = f"{self._operand(left, binary.type, binds)} {sign} {self._operand(right, binary.type, binds + 1)}"
        if operator == "%":
            raise UntranslatedError("remainder of numbers that are not integers", binary.line)
        if binary.type.kind == "float" and binary.type.bits == 32 and not (
                is_float_object(left) and is_float_object(right)):
            self.imports.add("numpy")
            return f"np.float32({text})", ATOM
        return text, binds

    def _operand(self, expression: Expression, type_: CType, least: int) -> str:
        """An operand of floating arithmetic; beside a Python float NumPy would compute in the smaller type."""
        if type_.kind == "float" and type_.bits == 64 and self._may_be_single(expression):
            return f"float({self.text(expression)})"
        return self.number(expression, least)

    @staticmethod
    def _may_be_single(expression: Expression) -> bool:
        """Whether an expression may print as an np.float32."""
        if expression.type.kind != "float" or expression.type.bits != 32:
            return False
        if isinstance(expression, Number):
            return isinstance(expression.value, (int, float)) and as_float32(expression.value) != expression.value
        return not (isinstance(expression, Name) and in_memory(expression.variable))

    def number(self, expression: Expression, least: int = 0) -> str:
        """An operand of floating arithmetic."""
        if isinstance(expression, Number) and isinstance(expression.value, float):
            value = expression.value if expression.type.bits == 64 else as_float32(expression.value)
            text = float_text(expression, expression.value)
            if value != expression.value:
                self.imports.add("numpy")
                return f"np.float32({text})"
            return f"({text})" if value < 0 and least > SIGN else text
        if expression.type.kind == "half":
            self.imports.add("numpy")
            return f"np.float32({self.text(expression)})"
        if expression.type.is_integer:
            return self.integer(expression, least)
        return self.text(expression, least)

    def integer(self, expression: Expression, least: int = 0, exact: bool = True) -> str:
        """An operand of integer arithmetic, as a Python int: an element of an array would wrap."""
        element = isinstance(expression, Index) and expression.owner.type.kind == "vector" and kept(
            expression.owner) == "array"
        given = isinstance(expression, Call) and expression.callee is not None and (
            expression.callee.result.kind == "template")
        if expression.type.is_integer and (element or given):
            return f"int({self.text(expression)})"
        return self.text(expression, least, exact)

    def _integer(self, binary: Binary, sign: str, binds: int, exact: bool) -> Printed:
        operator, left, right = binary.operator, binary.left, binary.right
        if operator == "/" and (counted := self.array_length(left, right)):
            return counted, ATOM
        if operator in ("/", "%"):
            if never_negative(left) and never_negative(right):
                sign = "//" if operator == "/" else "%"
                return f"{self.in_range(left, binary.type, binds)} {sign} " \
                       f"{self.in_range(right, binary.type, binds + 1)}", binds
            helper = "divide" if operator == "/" else "remainder"
            self.helpers.add(helper)
            return f"{helper}({self.in_range(left, binary.type)}, {self.in_range(right, binary.type)})", ATOM
        ring = operator in RING and is_unsigned(binary.type)          # cut once, when all is computed
        alike = isinstance(left, Binary) and left.operator == operator
        first, second = (binds, binds + 1) if operator not in BITWISE else (binds if alike else SIGN, SIGN)
        text = (f"{self.integer(left, first, not ring)} {sign} "
                f"{self.integer(right, second, not ring or operator == '<<')}")
        if ring and exact and self.facts.leaves(binary):
            return f"({text}) & {mask(binary.type)}", BIT_AND
        return text, binds

    def in_order(self, operands: list[Expression]) -> list[Expression]:
        """What g++ evaluates from right to left; where that shows, it stands before the statement then."""
        effects = self.effects
        acting = [a for a in operands if effects.of(a)]
        apart = {a for a in operands if any(b is not a and (a in acting or effects.disturbs(b, a)) for b in acting)}
        if not apart:
            return operands
        if self.in_condition:
            raise UntranslatedError("arguments whose order shows, in a condition", operands[0].line)
        found = list(operands)
        for number in range(len(operands) - 1, -1, -1):
            operand = operands[number]
            if operand in apart or operand in acting:
                outer, self.after = self.after, []
                name = f"argument{number + 1}"
                text = self.text(operand)
                self.hoisted += [f"{name} = {text}", *self.after]
                self.after = outer
                found[number] = Name(operand.type, operand.line, Variable(
                    name, operand.type.plain, assigned=[operand], grows=kept(operand) == "list",
                    is_data=kept(operand) == "array"))
        return found

    def as_size(self, position: Expression, least: int = 0) -> str:
        """The place of something in a string as a number: npos is the largest one."""
        return bracketed(f"{self.text(position, SIGN)} & {mask(position.type)}", BIT_AND, least)

    def in_range(self, expression: Expression, type_: CType, least: int = 0) -> str:
        """An operand as C converts it: beside an unsigned number a negative one becomes a large one."""
        if is_unsigned(type_) and turns_large(expression, type_):
            return self.converted(expression, type_, least)
        return self.integer(expression, least)

    def _compared(self, expression: Expression, other: Expression) -> str:
        if isinstance(expression, Number) and expression.value is None:
            return "NULL"
        if expression.type.kind == "half" or (other.type.kind == "float" and other.type.bits == 64
                                              and self._may_be_single(expression)):
            return f"float({self.text(expression)})"
        if is_position(expression) and other.type.kind == "int":
            return self.as_size(expression, SUM)
        if is_unsigned(other.type) and expression.type.kind == "int" and (
                expression.type.bits <= other.type.bits >= 32) and turns_large(expression, other.type):
            return self.converted(expression, other.type, SUM)
        return self.text(expression, SUM)

    def _pointer_sum(self, binary: Binary) -> str:
        pointer, offset = binary.left, binary.right
        if pointer.type.kind not in ("pointer", "array"):
            pointer, offset = offset, pointer
        text = self.pointer(pointer)
        if binary.type.element.kind == "void":
            raise UntranslatedError("arithmetic with void *", binary.line)
        return f"{text} {binary.operator} {self.integer(offset, PRODUCT)}"

    def pointer(self, expression: Expression, least: int = SUM) -> str:
        """An expression that is a pointer in C, as a cffi pointer."""
        if (isinstance(expression, Call) and isinstance(expression.function, Member)
                and expression.function.name == "data"):
            owner = expression.function.owner
            if owner.type.kind == "vector" and kept(owner) == "array":
                return f"ffi.from_buffer({self.named(owner.type.element, '[]')}, {self.text(owner)})"
        if isinstance(expression, Unary) and expression.operator == "&" and expression.operand.type.kind == "template":
            return f"ffi.from_buffer({self.place(expression.operand)[0]})"
        return self.text(expression, least)

    def _p_unary(self, unary: Unary, exact: bool) -> Printed:
        operator, operand = unary.operator, unary.operand
        if operator == "!":
            return self.negated(operand)
        if operator == "*":
            if operand.type.kind in ("pointer", "owner") and operand.type.element.by_object:
                return self.text(operand), ATOM
            if isinstance(operand, Symbol) and operand.name == "self":
                return "self", ATOM
            if operand.type.kind == "iterator":
                return self.dereferenced(operand)
            if operand.type.kind == "optional":
                return self.text(operand, POSTFIX), POSTFIX
            text = f"{self.text(operand, POSTFIX)}[0]"
            is_char = operand.type.is_chars and text_kind(operand) == "pointer"
            return (f"ord({text})", ATOM) if is_char else (text, POSTFIX)
        if operator == "&":
            return self.place(operand)
        if operator in ("++", "--"):
            return self._walrus(operand, Binary(operand.type, unary.line, operator[0], operand,
                                                Number(operand.type, value=1, text="1"))), ATOM
        if operator in ("post++", "post--"):
            if self.in_condition or (isinstance(operand, Name) and operand.variable in self.busy):
                # The next value is noted at once, the old one is what counts.
                step, back = ("+", "-") if operator == "post++" else ("-", "+")
                one = Number(operand.type, value=1, text="1")
                old = f"{self._walrus(operand, Binary(operand.type, unary.line, step, operand, one))} {back} 1"
                return (f"({old}) & {mask(operand.type)}", BIT_AND) if is_unsigned(operand.type) and (
                    back == "+") else (old, SUM)
            self.after.append(self.step(unary))
            return self.text(operand), POSTFIX
        if operator == "~" and is_unsigned(unary.type):
            return f"{self.text(operand, BIT_XOR)} ^ {mask(unary.type)}", BIT_XOR
        if operator == "delete":
            raise UntranslatedError("delete inside an expression", unary.line)
        if operator == "-" and is_unsigned(unary.type):
            return f"-{self.integer(operand, SIGN)} & {mask(unary.type)}", BIT_AND
        if unary.type.is_integer:
            return f"{operator}{self.integer(operand, SIGN)}", SIGN
        return f"{operator}{self.number(operand, SIGN)}", SIGN

    def step(self, unary: Unary) -> str:
        """`x++` as a statement."""
        operand, sign = unary.operand, unary.operator.removeprefix("post")[0]
        one = Number(operand.type, value=1, text="1")
        narrow = operand.type.kind == "int" and operand.type.bits < 32          # C computes in int and cuts
        value = Binary(INT if narrow else operand.type, unary.line, sign, operand, one)
        if operand.type.kind == "int" and (narrow or (
                is_unsigned(operand.type) and self.facts.leaves(value))):
            return f"{self.text(operand)} = {self.converted(value, operand.type)}"
        return f"{self.text(operand)} {sign}= 1"

    def _walrus(self, target: Expression, value: Expression) -> str:
        if not isinstance(target, Name) or in_memory(target.variable) or target.variable in self.aliases:
            if not self.in_condition and isinstance(target, (Name, Member)):
                place = self.text(target)
                self.hoisted.append(f"{place} = {self.converted(value, target.type)}")
                return place
            raise UntranslatedError("assignment inside an expression", target.line)
        return f"({target.variable.name} := {self.converted(value, target.type)})"

    def _p_assign(self, assign: Assign) -> Printed:
        value = assign.value
        if assign.operator != "=":
            value = Binary(assign.target.type, assign.line, assign.operator[:-1], assign.target, value)
        return self._walrus(assign.target, value), ATOM

    def _p_conditional(self, conditional: Conditional) -> Printed:
        type_ = conditional.type
        outer, self.in_condition = self.in_condition, True            # what a branch does, it does when it is taken
        known = self.facts.holding(None, set())

        def branch(e: Expression) -> str:
            return (self.converted(e, type_, OR) if type_.is_number else
                    self.string(e) if type_.kind == "string" else
                    self.chars(e) if self.mixed(conditional) else self.text(e, OR))
        try:
            no = branch(conditional.no)
            self.facts.holding(conditional.condition, set())
            yes = branch(conditional.yes)
        finally:
            self.in_condition = outer
            self.facts.back_to(known)
        return f"{yes} if {self.condition(conditional.condition, OR)} else {no}", CHOICE

    def negated(self, operand: Expression) -> Printed:
        raise NotImplementedError               # Conditions has it

    def logic(self, binary: Binary) -> str:
        raise NotImplementedError

    def condition(self, expression: Expression, least: int = 0) -> str:
        raise NotImplementedError

    def string_comparison(self, binary: Binary) -> str:
        raise NotImplementedError

    def dereferenced(self, iterator: Expression) -> Printed:
        raise NotImplementedError               # Iterators has it

    def iterator_arithmetic(self, binary: Binary) -> Printed:
        raise NotImplementedError

    def iterator_member(self, member: Member, iterator: Expression) -> Printed:
        raise NotImplementedError

    def place(self, operand: Expression) -> Printed:
        raise NotImplementedError               # Places has it

    def index(self, expression: Expression) -> str:
        raise NotImplementedError

    def array_length(self, left: Expression, right: Expression) -> str:
        raise NotImplementedError

    def named(self, type_: CType, suffix: str = "") -> str:
        raise NotImplementedError

    def chars(self, expression: Expression) -> str:
        raise NotImplementedError               # Places has it

    def mixed(self, conditional: Conditional) -> bool:
        raise NotImplementedError

    def string(self, expression: Expression, alone: bool = False) -> str:
        raise NotImplementedError

    def words_read(self, binary: Binary) -> str:
        raise NotImplementedError               # Files has it

    def whole_read(self, expression: Expression) -> str:
        raise NotImplementedError

    def refused_open(self, expression: Expression) -> str:
        raise NotImplementedError

    def asked(self, call: Expression) -> str:
        raise NotImplementedError

    def converted(self, expression: Expression, type_: CType, least: int = 0, explicit: bool = False) -> str:
        raise NotImplementedError               # Conversions has it

    def construct(self, type_: CType, items: list[Expression], braces: bool) -> str:
        raise NotImplementedError

    def owner_arguments(self, arguments: list[Expression], owner: str) -> list[str]:
        raise NotImplementedError               # Declarations has it

    def _p_lambda(self, expression: Lambda) -> Printed:
        raise NotImplementedError

    def _p_call(self, call: Call) -> Printed:
        raise NotImplementedError

    def _p_construct(self, construct: Construct) -> Printed:
        raise NotImplementedError

    def _p_braces(self, braces: Braces) -> Printed:
        return self.construct(braces.type, braces.items, True), ATOM
