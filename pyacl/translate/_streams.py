"""What manipulators make of output streams: `std::fixed` in one function holds in all that run after it."""
from __future__ import annotations

from dataclasses import dataclass, field

from ._effects import all_within
from ._tree import (
    Binary,
    Block,
    Call,
    Conditional,
    Construct,
    Declare,
    Expression,
    Fold,
    For,
    ForEach,
    Function,
    If,
    Jump,
    Label,
    Lambda,
    Member,
    Name,
    Number,
    Program,
    Return,
    Statement,
    Switch,
    Symbol,
    Throw,
    Try,
    Variable,
    While,
)
from ._types import CType
from ._walk import expressions, gotos, parts

DEFAULTS: dict[str, object] = {"precision": 6, "style": "g", "base": "", "words": False, "fill": " ", "left": False,
                               "plus": False, "upper": False, "prefix": False, "width": 0}
# Manipulator -> what it sets.
MANIPULATORS: dict[str, tuple[str, object]] = {
    "fixed": ("style", "f"), "scientific": ("style", "e"), "defaultfloat": ("style", "g"),
    "hex": ("base", "x"), "dec": ("base", ""), "oct": ("base", "o"),
    **{f"{no}{name}": (what, not no) for no in ("", "no") for name, what in (
        ("boolalpha", "words"), ("showpos", "plus"), ("uppercase", "upper"), ("showbase", "prefix"))},
    "left": ("left", True), "right": ("left", False),
}
WITH_VALUE = {"setprecision": "precision", "setw": "width", "setfill": "fill",
              "precision": "precision", "width": "width", "fill": "fill"}            # manipulators and methods
UNSET = {"fixed": "defaultfloat", "scientific": "defaultfloat", "floatfield": "defaultfloat", "hex": "dec",
         **{name: f"no{name}" for name in ("boolalpha", "showpos", "uppercase", "showbase")}}
NOTHING = ("endl", "ends", "flush")
STREAMS = ("stream", "stringstream", "file")
UNKNOWN = object()                             # a setting that is now one, now another

State = dict[tuple[object, str], object]       # of each stream: what differs from the defaults
Ways = list[State]
Keys = set[tuple[object, str]]


@dataclass
class Output:
    """`stream << item << item`, and what runs in it one after the other."""

    stream: Expression
    items: list[Expression] = field(default_factory=list)


def output(expression: Expression) -> Output | None:
    """An expression as output to a stream."""
    if not (isinstance(expression, (Binary, Fold)) and expression.operator == "<<" and (
            expression.type.kind in STREAMS)):
        return None
    found = Output(expression)
    while isinstance(found.stream, Binary) and found.stream.operator == "<<":
        found.items.insert(0, found.stream.right)
        found.stream = found.stream.left
    if isinstance(found.stream, Fold) and found.stream.start is not None:
        found.items.insert(0, found.stream)
        found.stream = found.stream.start
    return found


def key_of(stream: Expression) -> object:
    """What stands for a stream: every `std::ostream &` is std::cout."""
    if isinstance(stream, Symbol):
        return "cerr" if stream.name in ("cerr", "clog") else "cout"
    if isinstance(stream, (Name, Member)) and stream.variable is not None:
        return stream.variable if stream.type.name != "ostream" else "cout"
    return stream


def setting(item: Expression) -> tuple[str, object] | None:
    """What a manipulator sets; None if it sets nothing, or is none of those known."""
    if isinstance(item, Symbol):
        return MANIPULATORS.get(item.name)
    if not (isinstance(item, Call) and isinstance(item.function, Symbol) and item.function.name in WITH_VALUE
            and item.arguments):
        return None
    what, value = WITH_VALUE[item.function.name], item.arguments[0]
    if isinstance(value, Number) and isinstance(value.value, int):
        return what, chr(value.value) if what == "fill" else int(value.value)
    return (what, value) if what != "fill" else None


def settings_of(call: Expression) -> list[tuple[str, object]] | None:
    """What `std::cout.precision(3)` and the like set; None if the call is none of them."""
    if not (isinstance(call, Call) and isinstance(call.function, Member) and call.function.owner.type.kind in STREAMS):
        return None
    name, arguments = call.function.name, call.arguments
    flag = arguments[0].name if arguments and isinstance(arguments[0], Symbol) else ""
    if name in ("precision", "width", "fill") and arguments:
        found = setting(Call(call.type, call.line, Symbol(name=name), arguments))
        return [found] if found else []
    if name in ("setf", "unsetf") and (flag if name == "setf" else UNSET.get(flag)) in MANIPULATORS:
        return [MANIPULATORS[flag if name == "setf" else UNSET[flag]]]
    return None


def matter(type_: CType) -> tuple[str, ...]:
    """The settings that show in a value of a type."""
    if type_.kind in ("float", "half"):
        return "precision", "style", "plus", "upper"
    if type_.kind == "bool":
        return "words", "base", "plus", "prefix"
    if type_.is_integer and type_.bits != 8:
        return "base", "plus", "upper", "prefix"
    if type_.is_integer or type_.kind in ("string", "pointer", "array", "struct"):
        return ()
    return "precision", "style", "plus", "upper", "base", "words", "prefix"


def instance_kind(function: Function | None, type_: CType) -> CType | None:
    """The one kind of number that a template of a function is called with, or None."""
    instances = function.instances.get(type_.name, []) if function is not None else []
    if not instances or any(i.kind == "template" for i in instances):
        return None
    if all(i.kind == "float" for i in instances) or all(i.kind == "int" and i.bits > 8 for i in instances):
        return instances[0]
    return None


class StreamFlow:
    """Follows the program through its functions, and keeps what holds where something is put out."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.at: dict[Expression, dict[str, object]] = {}
        self.within: dict[Expression, Function] = {}               # the function that an item stands in
        self.now: list[Function] = []
        self.entry: dict[Function, State] = {}
        self.exit: dict[Function, State] = {}
        self.touched: dict[Function, Keys] = {}
        self.any_time: Keys = set()            # what destructors, lambdas and functions that are passed on change
        self.passed_on: set[Function] = set()
        self.returned: list[Ways] = []
        self.jumped: list[dict[str, Ways]] = []
        self.methods = [m for s in program.structs.values() for m in s.methods]
        functions = [*(f for named in program.functions.values() for f in named), *self.methods]
        self._find_touched(functions)
        self.all_touched = {key for found in self.touched.values() for key in found}
        if not self.all_touched:
            return                             # all is as it is at the start
        anything = dict.fromkeys(self.all_touched, UNKNOWN)
        self.any_time = {key for f in self.touched for key in self.touched[f] if f not in functions or (
            f.kind == "destructor") or f in self.passed_on}
        main = [f for f in functions if f.c_name == "main"]
        destructors = [m for m in self.methods if m.kind == "destructor"]
        for _ in range(2):                     # what a function leaves is known to those before it the second time
            self.at, self.entry = {}, {}
            for function in main:
                self._enter(function, {})
            for function in functions:         # nobody says when it runs
                if function in destructors or function not in self.entry:
                    self._enter(function, anything)

    def settings(self, item: Expression) -> dict[str, object]:
        """What holds for an item of an output."""
        unseen = dict.fromkeys((what for _, what in self.all_touched), UNKNOWN)
        found = self.at.get(item, unseen)
        moving = {what: UNKNOWN for stream, what in self.any_time if stream == found.get("stream")}
        return {**DEFAULTS, **found, **moving}

    @property
    def varies(self) -> bool:
        """Whether what std::cout does with a value shows only when the program runs."""
        if any(what == "prefix" for _, what in self.all_touched):
            return True
        return any(self._must_wait(item) for item, found in self.at.items() if found["stream"] == "cout")

    def _must_wait(self, item: Expression) -> bool:
        settings = self.settings(item)
        type_ = instance_kind(self.within.get(item), item.type) or item.type
        needed = (*matter(type_), *(("fill", "left") if settings["width"] else ()))
        if type_.kind == "template":
            return any(settings[what] != DEFAULTS[what] for what in needed)
        return any(settings[what] is UNKNOWN for what in needed)

    # -- functions
    def _find_touched(self, functions: list[Function]) -> None:
        """The settings that each function or what it calls may change."""
        called: dict[Function, list[Function]] = {}
        waiting = list(functions)
        while waiting:
            function = waiting.pop()
            if function in called:
                continue
            self.touched[function], called[function] = self._touched_by(function.body)
            waiting += called[function]        # lambdas, too
        more = True
        while more:
            more = False
            for function, callees in called.items():
                found = self.touched[function].union(*(self.touched[c] for c in callees))
                more |= found != self.touched[function]
                self.touched[function] = found

    def _touched_by(self, statements: list[Statement]) -> tuple[Keys, list[Function]]:
        """The settings that statements change themselves, and the functions that they call."""
        found: Keys = set()
        callees: list[Function] = []
        for expression in all_within(statements):
            callees += self._callees(expression)
            self.passed_on |= {f for part in parts(expression) if isinstance(part, Symbol) and not (
                isinstance(expression, Call) and part is expression.function) for f in self._callees(part)}
            if (put := output(expression)) is not None:
                items = [setting(item) for item in put.items if item.type.kind == "manipulator"]
                found |= {(key_of(put.stream), item[0]) for item in items if item is not None}
                callees += [f for item in put.items if item.type.kind == "struct"
                            for f in self._text_functions(item.type)]
            for what, _ in settings_of(expression) or ():
                found.add((key_of(expression.function.owner), what))           # type: ignore[attr-defined]
        return found, callees

    def _callees(self, expression: Expression) -> list[Function]:
        """The functions of the sample that an expression itself may run."""
        if isinstance(expression, Call):
            function = expression.function
            if isinstance(function, Lambda):
                return [function.function]
            if isinstance(function, Member):
                return [m for m in self.methods if m.c_name == function.name]
            if isinstance(function, Name):
                return [v.function for v in function.variable.assigned if isinstance(v, Lambda)]
            if isinstance(function, Symbol):
                name = function.name.rpartition(".")[2]
                return [*self.program.functions.get(function.name, []), *(m for m in self.methods if m.name == name)]
        if isinstance(expression, Lambda):
            return [expression.function]
        if isinstance(expression, Symbol) and expression.type.kind == "function":
            return self.program.functions.get(expression.name, [])       # its address: who knows when it is called
        if isinstance(expression, Construct) and expression.type.kind == "struct":
            return [m for m in self.methods if m.kind == "constructor" and m.owner == expression.type.name]
        if isinstance(expression, Binary) and expression.left.type.kind == "struct":
            return [m for m in self.methods if m.c_name == f"operator{expression.operator}"]
        return []

    def _text_functions(self, type_: CType) -> list[Function]:
        names = [s.name for s in self.program.lineage(type_.name)]
        return [f for f in self.program.functions.get("operator<<", [])
                if f.kind == "text" and f.parameters[1].type.name in names]

    def _enter(self, function: Function, state: State) -> None:
        """Follow a function with what holds when it begins, if that is new."""
        known = self.entry.get(function)
        begins = _as_seen_outside(state)
        joined = begins if known is None else _joined([known, begins])
        if known is not None and joined == known:
            return
        self.entry[function] = joined
        self.returned.append([])
        self.jumped.append({})
        self.now.append(function)
        end = self._body(function.body, dict(joined))
        self.now.pop()
        ways = [*self.returned.pop(), *([end] if end is not None else [])]
        self.jumped.pop()
        self.exit[function] = _as_seen_outside(_joined(ways)) if ways else {}

    def _called(self, function: Function, state: State) -> State:
        self._enter(function, state)
        touched = self.touched[function]
        after = self.exit.get(function, {})
        return {**state, **{key: after.get(key, DEFAULTS[key[1]]) for key in touched}}

    # -- statements: each gives what holds behind it, or None if nothing there is reached by it
    def _body(self, statements: list[Statement], state: State | None) -> State | None:
        for statement in statements:
            if isinstance(statement, Label):
                ways = self.jumped[-1].setdefault(statement.name, [])
                back = dict.fromkeys(self.all_touched, UNKNOWN) if _leads_back(statements, statement) else None
                state = back or (_joined([*ways, *([state] if state is not None else [])]) if ways else state)
            if state is None:
                state = {} if isinstance(statement, Label) else None
            if state is not None:
                state = self._statement(statement, state)
        return state

    def _statement(self, statement: Statement, state: State) -> State | None:
        if isinstance(statement, If):
            state = self._expression(statement.condition, state)
            return _either(self._body(statement.yes, state), self._body(statement.no, state))
        if isinstance(statement, (While, For, ForEach)):
            return self._loop(statement, state)
        if isinstance(statement, Switch):
            state = self._expression(statement.value, state)
            ends = [state]
            falls: State | None = None
            self.jumped[-1].setdefault("break", [])
            outer, self.jumped[-1]["break"] = self.jumped[-1]["break"], []
            for _, body in statement.cases:
                falls = self._body(body, _either(falls, state))
            ends += [*self.jumped[-1]["break"], *([falls] if falls is not None else [])]
            self.jumped[-1]["break"] = outer
            return _joined(ends)
        if isinstance(statement, Try):
            end = self._body(statement.body, state)
            touched, callees = self._touched_by(statement.body)
            touched = touched.union(*(self.touched[f] for f in callees))
            broken = {**state, **dict.fromkeys(touched, UNKNOWN)}
            for _, body in statement.handlers:
                end = _either(end, self._body(body, broken))
            return end
        if isinstance(statement, Block):
            return self._body(statement.body, state)
        for expression in expressions(statement):
            state = self._expression(expression, state)
        if isinstance(statement, Declare):
            state = {key: value for key, value in state.items() if key[0] is not statement.variable}
            if statement.variable.type.kind == "struct" and not statement.variable.type.reference:
                for made in self._callees(Construct(statement.variable.type.plain)):
                    state = self._called(made, state)
        if isinstance(statement, Return):
            self.returned[-1].append(state)
            return None
        if isinstance(statement, Jump):
            self.jumped[-1].setdefault(statement.label or statement.kind, []).append(state)
            return None
        return None if isinstance(statement, Throw) else state

    def _loop(self, loop: While | For | ForEach, state: State) -> State | None:
        for statement in getattr(loop, "first", []):
            state = self._statement(statement, state) or state
        condition = getattr(loop, "condition", None) or getattr(loop, "over", None)
        jumped = self.jumped[-1]
        outer = jumped.get("break", []), jumped.get("continue", [])
        while True:
            jumped["break"], jumped["continue"] = [], []
            begins = state if isinstance(loop, While) and loop.at_end else self._asked(condition, state)
            end = self._body(loop.body, begins)
            ends = [*jumped["continue"], *([end] if end is not None else [])]
            for step in getattr(loop, "step", []):
                ends = [self._expression(step, e) for e in ends]
            again = _joined([state, *ends])
            if again == state:
                break
            state = again
        behind = [self._asked(condition, state), *jumped["break"]]
        jumped["break"], jumped["continue"] = outer
        return _joined(behind)

    def _asked(self, condition: Expression | None, state: State) -> State:
        return self._expression(condition, state) if condition is not None else state

    # -- expressions
    def _expression(self, expression: Expression, state: State) -> State:
        if (put := output(expression)) is not None:
            return self._output(put, state)
        if isinstance(expression, Conditional):
            state = self._expression(expression.condition, state)
            return _joined([self._expression(expression.yes, state), self._expression(expression.no, state)])
        if isinstance(expression, Binary) and expression.operator in ("&&", "||"):
            state = self._expression(expression.left, state)
            return _joined([state, self._expression(expression.right, state)])
        if isinstance(expression, (Lambda, Symbol)):                     # runs who knows when
            for function in self._callees(expression):
                self._enter(function, dict.fromkeys(self.all_touched, UNKNOWN))
            return state
        for part in parts(expression):
            if not (isinstance(expression, Call) and part is expression.function and not isinstance(part, Member)):
                state = self._expression(part, state)
        for what, value in settings_of(expression) or ():
            state = {**state, (key_of(expression.function.owner), what): value}        # type: ignore[attr-defined]
        before = state
        ways = [self._called(function, before) for function in self._callees(expression)]
        return _joined(ways) if ways else state

    def _output(self, put: Output, state: State) -> State:
        key = key_of(put.stream)
        if isinstance(put.stream, (Call, Binary)):
            state = self._expression(put.stream, state)
        for item in put.items:
            if item.type.kind == "manipulator":
                if (set_ := setting(item)) is not None:
                    state = {**state, (key, set_[0]): set_[1]}
                continue
            state = self._expression(item, state)
            found: dict[str, object] = {what: value for (stream, what), value in state.items() if stream == key}
            before = self.at.get(item)
            if before is not None:
                found = {what: found.get(what, DEFAULTS[what]) if found.get(what, DEFAULTS[what]) == before.get(
                    what, DEFAULTS[what]) else UNKNOWN for what in {*found, *before} - {"stream"}}
            self.at[item] = {**found, "stream": key}
            self.within[item] = self.now[-1]
            for function in self._text_functions(item.type) if item.type.kind == "struct" else ():
                state = self._called(function, state)
            state = {k: v for k, v in state.items() if k != (key, "width")}
        return state


def _joined(ways: Ways) -> State:
    """What holds where several ways meet."""
    first, *others = ways
    found = dict(first)
    for other in others:
        for key in {*found, *other}:
            one, two = found.get(key, DEFAULTS[key[1]]), other.get(key, DEFAULTS[key[1]])
            found[key] = one if one is two or (one == two and not isinstance(one, Expression)) else UNKNOWN
    return found


def _either(one: State | None, other: State | None) -> State | None:
    ways = [way for way in (one, other) if way is not None]
    return _joined(ways) if ways else None


def _as_seen_outside(state: State) -> State:
    """A state for another function: what variables of this one say is not known there."""
    return {key: UNKNOWN if isinstance(value, Expression) else value for key, value in state.items()
            if not isinstance(key[0], Variable) or key[0].role != "local"}


def _leads_back(statements: list[Statement], label: Label) -> bool:
    return label.name in gotos(statements[statements.index(label):])
