"""Reading: calls, and what they say about the variables behind their arguments."""
from __future__ import annotations

from .. import _lib
from . import _hccl
from ._read_expressions import CASTS, LENGTHENING, ExpressionReader, data_owner
from ._read_types import STRUCTURES, Node, element_of, entry_of, text_of, usual
from ._std import GROWING, METHOD_TYPES, STD_FUNCTIONS, STD_VALUES
from ._tree import (
    Assign,
    Binary,
    Braces,
    Call,
    Construct,
    Expression,
    Function,
    Index,
    Lambda,
    Member,
    Name,
    Symbol,
    Unary,
    UntranslatedError,
    Variable,
)
from ._types import BOOL, DOUBLE, INT, INT64, NAMED, UINT64, UNKNOWN, CType, parse_c, pointer
from ._values import object_behind, takes_lists

# Class templates that an expression makes objects of.
CONSTRUCTED = ("vector", "owner", "complex", "pair", "map", "set", "content", "output", "functor", "optional",
               "function", "random", "duration", "atomic")
ITERATORS = ("begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend")
UNSEEN = Expression()                          # a value of which nothing is known
# Functions of the C library that take the memory of vectors.
WITH_MEMORY = ("memcpy", "memset", "memmove", "memcpy_s", "memset_s", "memcmp", "fread", "fwrite", "read", "write")


class CallReader(ExpressionReader):
    # -- calls
    def _x_call_expression(self, node: Node) -> Expression:
        function_node, argument_node = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        template: list[CType] = []
        inner = function_node
        while inner.type == "qualified_identifier":
            inner = inner.child_by_field_name("name")
        if inner.type == "field_expression":
            field = inner.child_by_field_name("field")
            if field.type == "template_method":
                template = [self.type(t) for t in field.child_by_field_name("arguments").named_children]
        if inner.type == "template_function":
            name = text_of(inner.child_by_field_name("name"))
            types = inner.child_by_field_name("arguments")
            if STRUCTURES.get(name) in CONSTRUCTED or name in self.class_templates:
                found = self._template_type(inner)
                return Construct(found, arguments=self.arguments(argument_node))
            if name == "numeric_limits":
                raise UntranslatedError(f"{text_of(node)[:40]}", self.line_of(node))
            template = [self.template_argument(t) for t in types.named_children if t.type != "comment"]
            if name in CASTS:
                return self.cast(template[0].plain, self.arguments(argument_node)[0])
        if inner.type == "template_type":
            return Construct(self.type(inner), arguments=self.arguments(argument_node))
        last = text_of(inner)
        free = function_node.type != "field_expression" and last not in self.functions
        if free and last in (*ITERATORS, "size") and (
                len(arguments := self.arguments(argument_node)) == 1):            # std::begin(x) is x.begin()
            call = Call(UNKNOWN, self.line_of(node), Member(UNKNOWN, owner=arguments[0], name=last))
            call.type = self.result_of(call)
            return call
        both = free and last in STD_VALUES and last in STD_FUNCTIONS                # std::trunc is a function here
        function = self.expression(function_node) if not both else Symbol(CType("function", "std"), name=last)
        if function.type.kind == "type":
            return self._construction(function.type.element, self.arguments(argument_node))
        call = Call(UNKNOWN, self.line_of(node), function, [], template)
        number = 0
        for child in argument_node.named_children:
            if child.type == "comment":
                call.comments[max(number - 1, 0)] = text_of(child)
            else:
                call.arguments.append(self.expression(child))
                number += 1
        if isinstance(function, Member) and function.owner.type.is_number and (
                atomic := self._atomic(function, call.arguments)) is not None:
            return atomic
        call.type = self.result_of(call)
        return call

    def _atomic(self, method: Member, arguments: list[Expression]) -> Expression | None:
        """What a method of std::atomic does, as the operator that says the same."""
        place, name = method.owner, method.name
        if name == "load":
            return place
        operator = {"store": "=", "fetch_add": "+=", "fetch_sub": "-=", "fetch_or": "|=", "fetch_and": "&="}.get(name)
        if operator is None or not arguments:
            return None
        value = arguments[0] if operator == "=" else Binary(place.type, operator=operator[:-1], left=place,
                                                            right=arguments[0])
        self._assigned(place, value)
        return Assign(place.type if operator == "=" else UNKNOWN, operator=operator, target=place, value=arguments[0])

    def _construction(self, type_: CType, arguments: list[Expression]) -> Expression:
        if (type_.is_number or type_.kind in ("pointer", "template")) and len(arguments) == 1:
            return self.cast(type_, arguments[0])
        return Construct(type_, arguments=arguments)

    def result_of(self, call: Call) -> CType:
        function = call.function
        if function.type.kind in ("engine", "random"):
            return _drawn(function.type)
        if isinstance(function, Lambda):
            self._bind(function.function, call)
            return function.function.result
        if isinstance(function, Member):
            return self._method_result(call, function)
        if isinstance(function, Symbol):
            if function.type.kind == "trait" and function.type.of:
                return function.type.element
            if function.type.name == "abi":
                signature = _lib.signature(function.name) or ""
                self._data_passed(call, signature)
                return parse_c(signature.partition("(")[0].strip())
            if function.type.name == "hccl":
                return parse_c(_hccl.FUNCTIONS[function.name].partition(" Hccl")[0])
            if function.type.name == "custom":
                return parse_c("aclnnStatus")
            chosen = self.chosen(function.name, len(call.arguments))
            if chosen is not None:
                self._bind(chosen, call)
                bound = dict(zip(chosen.templates, call.template, strict=False))
                result = self._instantiated(chosen, bound, call)
                for template, type_ in bound.items():
                    chosen.instances.setdefault(template, []).append(type_)
                return result
            if function.name in WITH_MEMORY:
                self._data_passed(call, "(void *, void *, void *, void *)")
            if function.name == "move" and isinstance(call.arguments[0], Name):
                call.arguments[0].variable.moved = True
            target = call.arguments[0] if function.name in ("back_inserter", "inserter") else None
            if isinstance(target, (Name, Member)) and target.variable is not None:
                target.variable.grows = True
            if function.name in STD_FUNCTIONS:
                return self._std_result(function.name, call)
        if isinstance(function, Name):
            function.variable.called = function.variable.type.kind == "template"
            source = function.variable.assigned[0] if function.variable.assigned else None
            if isinstance(source, Lambda):
                self._bind(source.function, call)
                return source.function.result
        return UNKNOWN

    def chosen(self, name: str, count: int) -> Function | None:
        owner, _, method = name.rpartition(".")
        if owner and owner in self.program.structs:
            candidates = [m for m in self.program.structs[owner].methods if m.name == method]
        else:
            candidates = self.functions.get(name, [])
        fitting = [f for f in candidates if f.takes(count)]
        return next(iter(fitting or candidates), None)

    def _bind(self, function: Function, call: Call) -> None:
        """What passing these arguments says about the variables behind them."""
        call.callee = function
        for number, (parameter, argument) in enumerate(zip(function.parameters, call.arguments, strict=False)):
            if parameter.pointed and isinstance(argument, Unary) and argument.operator == "&":
                argument = call.arguments[number] = argument.operand
            if parameter.is_reference:
                self._take_address(argument)
            parameter.assigned.append(argument)
            if parameter.type.kind == "vector" and isinstance(argument, (Name, Member)) and argument.variable:
                by_reference = parameter.type.reference and not parameter.type.const
                if by_reference:
                    argument.variable.lent.append(parameter)
                if (parameter.type.element.kind == "template" and not takes_lists(parameter)) or (
                        parameter.is_data and by_reference):
                    argument.variable.is_data = True
                if parameter.elements_addressed and by_reference:
                    argument.variable.elements_addressed = True
                if parameter.inner_grows and by_reference:
                    argument.variable.inner_grows = True
                if parameter.grows and by_reference:
                    argument.variable.grows = True
            elif parameter.defaulted and isinstance(argument, (Name, Member)) and argument.variable is not None:
                argument.variable.defaulted = True
            elif parameter.type.kind == "pointer" and (vector := data_owner(argument)) is not None:
                vector.is_data = True

    def _data_passed(self, call: Call, signature: str) -> None:
        """A vector whose memory goes to a `void *` is an array; the class of an object whose memory does is C's."""
        parameters = signature.partition("(")[2].split(", ")
        for parameter, argument in zip(parameters, call.arguments, strict=False):
            vector = data_owner(argument)
            if vector is not None and "void *" in parameter:
                vector.is_data = True
            if "void *" in parameter:
                self.in_memory(object_behind(argument))

    @staticmethod
    def _instantiated(function: Function, bound: dict[str, CType], call: Call) -> CType:
        for parameter, argument in zip(function.parameters, call.arguments, strict=False):
            if parameter.type.kind == "template":
                bound.setdefault(parameter.type.name, argument.type)
            elif parameter.type.of and parameter.type.element.kind == "template" and argument.type.of:
                bound.setdefault(parameter.type.element.name, argument.type.element)
        result = function.result
        if result.kind == "template":
            return bound.get(result.name, result)
        if result.of and result.element.kind == "template":
            return CType(result.kind, result.name, (bound.get(result.element.name, result.element),))
        return result

    def _method_result(self, call: Call, member: Member) -> CType:
        owner = member.owner.type
        self._made_on_use(member.owner)
        if owner.kind in ("pointer", "owner", "iterator") and owner.of and not (
                owner.kind == "owner" and member.name in ("get", "reset", "release")):
            owner = owner.element
        holder = member.owner
        if owner.kind == "file":
            self._data_passed(call, "(void *)")
            if isinstance(holder, (Name, Member)) and holder.variable is not None:
                holder.variable.counted |= member.name == "gcount"
                holder.variable.closed |= member.name == "close"
        if member.name == "count" and owner.kind in ("duration", "unknown"):
            return owner.element if owner.of else INT64
        if owner.kind == "vector" and isinstance(holder, (Name, Member)) and holder.variable is not None and (
                member.name in GROWING and call.arguments):
            values = call.arguments[member.name in ("insert", "resize", "assign", "emplace"):]
            holder.variable.elements += [UNSEEN] if member.name == "insert" and len(values) > 1 else values
        handles = owner.of and owner.element.is_handle      # kept in memory, which has one length
        if (isinstance(holder, (Name, Member)) and holder.variable is not None and owner.kind == "vector"
                and (member.name in LENGTHENING or (handles and member.name == "resize"))):
            holder.variable.grows = True
        elif member.name in LENGTHENING and isinstance(holder, Call) and holder.callee is not None and (
                holder.callee.gives_reference):
            for place in holder.callee.resulting:
                if isinstance(place, (Name, Member)) and place.variable is not None:
                    place.variable.grows = True
        elif member.name in LENGTHENING and owner.kind == "vector" and (outer := _root(holder)) is not None:
            outer.inner_grows = True
        if owner.kind == "owner" and member.name in ("release", "reset") and isinstance(holder, Name):
            holder.variable.moved = True
        if owner.kind == "struct" and owner.name in self.program.structs:
            method = self.program.method_of(owner.name, member.name)
            if method is not None:
                self._bind(method, call)
                bound = {**dict(zip(self.program.structs[owner.name].templates, owner.of, strict=False)),
                         **dict(zip(method.templates, call.template, strict=False))}
                return self._instantiated(method, bound, call)
        if member.name == "data" and owner.kind in ("vector", "string"):
            return pointer(element_of(owner))
        if owner.kind == "complex" and member.name in ("real", "imag"):
            return owner.element
        if member.name in ("at", "front", "back", "top"):
            return element_of(owner)
        if member.name == "get" and owner.kind == "owner":
            return pointer(owner.element)
        if member.name == "get" and owner.is_number:                      # of memory that frees itself
            return pointer(owner)
        if member.name in ITERATORS or (member.name in ("find", "erase") and owner.kind in ("map", "set")):
            return CType("iterator", owner.kind, (entry_of(owner),))
        if member.name == "erase" and owner.kind == "vector":
            return CType("iterator", owner.kind, (entry_of(owner),))
        if owner.kind == "optional" and member.name in ("value", "value_or"):
            return owner.element
        return METHOD_TYPES.get(member.name, UNKNOWN)

    def _std_result(self, name: str, call: Call) -> CType:
        result = STD_FUNCTIONS[name]
        if name == "duration_cast" and call.template:
            return call.template[0]
        if isinstance(result, CType):
            return result
        types = [a.type for a in call.arguments]
        if result == "tuple":
            return CType("pair", "tuple", tuple(t.plain for t in types))
        if result == "entry":                                       # std::get<0>(tuple)
            index = call.template[0].name if call.template else ""
            return types[0].of[int(index)] if index.isdigit() and int(index) < len(types[0].of) else UNKNOWN
        if result == "iterator":
            first = types[0] if types else UNKNOWN
            return first if first.kind == "iterator" else CType("iterator", "pointer", (first.element,))
        if result == "template" and call.template and (call.template[0].kind == "array" or call.template[0].is_number):
            held = call.template[0]
            return pointer(held.element if held.kind == "array" else held)
        if result == "template":
            return call.template[0] if call.template else UNKNOWN
        if types and types[0].kind == "complex" and name in ("abs", "real", "imag", "arg", "norm"):
            return types[0].element
        if result == "same":
            if call.template:
                return call.template[0]
            if call.arguments and isinstance(call.arguments[0], Braces) and call.arguments[0].items:
                return call.arguments[0].items[0].type
            return types[0].plain if types else UNKNOWN
        if result == "third":
            return types[2].plain if len(types) > 2 else UNKNOWN
        if result == "last":
            return types[-1].plain if types else UNKNOWN
        if all(t.is_integer for t in types):                       # "floating"
            return DOUBLE
        return usual(types[0], types[-1]) if types else UNKNOWN


def _drawn(source: CType) -> CType:
    """What a random engine or a distribution gives."""
    if source.kind == "engine":
        return NAMED["unsigned int"] if source.name == "random_device" else UINT64
    if source.name == "bernoulli_distribution":
        return BOOL
    return source.element if source.of else INT if source.name == "uniform_int_distribution" else DOUBLE


def _root(place: Expression) -> Variable | None:
    """The container that a vector inside it belongs to."""
    while isinstance(place, (Index, Member)) and getattr(place, "variable", None) is None:
        place = place.owner
    return place.variable if isinstance(place, (Name, Member)) and place.type.kind in ("vector", "map") else None
