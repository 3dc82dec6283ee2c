"""Reading: expressions, each with its C type."""
from __future__ import annotations

from typing import Any

from .. import _abi, _lib
from . import _hccl
from ._read_literals import LiteralReader
from ._read_types import Node, element_of, python_name, text_of, usual
from ._std import STD_FUNCTIONS, STD_VALUES, TYPE_KINDS
from ._tree import (
    Assign,
    Binary,
    Braces,
    Call,
    Cast,
    Conditional,
    Construct,
    Expression,
    Fold,
    Function,
    Index,
    Member,
    Name,
    Number,
    SizeOf,
    Symbol,
    TraitMember,
    Unary,
    UntranslatedError,
    Variable,
)
from ._types import BOOL, INT, INT64, SIZE, STRING, UNKNOWN, VOID, CType, parse_c, pointer
from ._values import object_behind, vector_behind

CASTS = ("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast")
LENGTHENING = ("push_back", "emplace_back", "insert", "pop_back", "erase", "emplace", "push_front", "pop_front", "push",
               "pop")


class ExpressionReader(LiteralReader):
    def __init__(self, parse: Any) -> None:
        super().__init__()
        self._parse = parse
        self.method = ""                        # the struct whose method is being read

    def expression(self, node: Node) -> Expression:
        reader = getattr(self, "_x_" + node.type, None)
        if reader is None or node.is_error or node.is_missing or any(c.is_error for c in node.children):
            raise UntranslatedError(f"{node.type.replace('_', ' ')} `{text_of(node)[:40]}`", self.line_of(node))
        result: Expression = reader(node)
        if not result.line:
            result.line = self.line_of(node)
        return result

    def reparsed(self, text: str, line: int) -> list[Expression]:
        """Arguments that the parser took for parameters, read as what they are."""
        tree = self._parse(f"auto _ = f({text});")
        call = tree.named_children[0].child_by_field_name("declarator").child_by_field_name("value")
        before, self.line = self.line, line
        try:
            return self.arguments(call.child_by_field_name("arguments"))
        finally:
            self.line = before

    def arguments(self, node: Node) -> list[Expression]:
        return [self.expression(a) for a in node.named_children if a.type != "comment"]

    # -- names
    def _x_this(self, node: Node) -> Expression:
        return Symbol(pointer(CType("struct", self.method)), name="self")

    def _x_parameter_pack_expansion(self, node: Node) -> Expression:
        return self.expression(node.child_by_field_name("pattern"))

    def _x_fold_expression(self, node: Node) -> Expression:
        operator = next((c.type for c in node.children if not c.is_named and c.type not in ("(", ")", "...")), "")
        sides = [self.expression(c) for c in node.named_children]
        packs = [s.variable for s in sides if isinstance(s, Name) and s.variable.type.kind == "pack"]
        others = [s for s in sides if not (isinstance(s, Name) and s.variable.type.kind == "pack")]
        if self.function is None or len(packs) != 1 or len(others) > 1 or (
                operator not in ("<<", "+", "*", "&&", "||") or (operator == "<<" and not others)):
            raise UntranslatedError(f"fold expression `{text_of(node)[:40]}`", self.line_of(node))
        self.function.kind = "fold"
        type_ = others[0].type if operator == "<<" else BOOL if operator in ("&&", "||") else UNKNOWN
        return Fold(type_, operator=operator, start=others[0] if others else None, pack=packs[0])

    def _x_identifier(self, node: Node) -> Expression:
        return self.named(text_of(node), self.line_of(node))

    def named(self, name: str, line: int) -> Expression:
        variable = self.find(name)
        if variable is not None:
            if variable.role == "field":
                return self._field_of_self(name, variable)
            variable.used = True
            if variable.role == "global":
                self.globals_used.add(variable)
            return Name(variable.type.plain, line, variable)
        method = self.program.method_of(self.method, name)
        if method is not None:
            if method.kind == "static":
                return Symbol(CType("function", "static"), line, f"{method.owner}.{method.name}")
            return Member(UNKNOWN, line, Symbol(pointer(CType("struct", self.method)), name="self"), name)
        if name in self.functions:
            return Symbol(CType("function"), line, name)
        if name in _abi.CONSTANTS:
            return Symbol(self._constant_type(name), line, name)
        signature = _lib.signature(name)
        if signature is not None:
            return Symbol(CType("function", "abi"), line, name)
        if name in STD_VALUES:
            return Symbol(STD_VALUES[name][1], line, name)
        if name in STD_FUNCTIONS:
            return Symbol(CType("function", "std"), line, name)
        found = self.named_type(name)
        if found is not None:
            return Symbol(CType("type", name, (found,)), line, name)
        if name.startswith("aclnn"):                       # the header of its package is on the machine that has it
            return Symbol(CType("function", "custom"), line, name)
        if name in _hccl.FUNCTIONS:
            return Symbol(CType("function", "hccl"), line, name)
        if name in _hccl.CONSTANTS:
            return Symbol(CType("int", "hccl", bits=32), line, name)
        if name.startswith(("acl", "Hccl", "hccl")):
            raise UntranslatedError(f"{name}, which no header of pyacl declares", line)
        raise UntranslatedError(f"unknown name {name}", line)

    @staticmethod
    def _constant_type(name: str) -> CType:
        value = _abi.CONSTANTS[name]
        return INT if isinstance(value, int) and -(1 << 31) <= value < 1 << 31 else INT64

    def _field_of_self(self, name: str, variable: Variable) -> Expression:
        struct = self.program.structs.get(self.method)
        static = struct is not None and any(v is variable for v, _ in struct.constants)
        owner = Symbol(pointer(CType("struct", self.method)), name=self.method if static else "self")
        return Member(variable.type.plain, owner=owner, name=variable.name, variable=variable)

    def _x_qualified_identifier(self, node: Node) -> Expression:
        scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
        scope_text = text_of(scope) if scope is not None else ""
        if name.type == "qualified_identifier":
            if scope is not None and scope.type == "template_type":
                raise UntranslatedError(f"name {text_of(node)}", self.line_of(node))
            return self.expression(name)
        of_template = scope is not None and scope.type == "template_type" and (
            text_of(scope.child_by_field_name("name")) in self.class_templates)
        if scope is not None and scope.type == "template_type" and not of_template:
            if isinstance(found := self.trait(scope, text_of(name)), TraitMember):
                return found
            return Symbol(self._trait_type(scope, text_of(name)), name=text_of(name), line=self.line_of(node))
        known = self.type(scope) if of_template else next(
            (s[scope_text] for s in reversed(self.types) if scope_text in s), None)
        if known is not None and known.kind in ("enum", "struct"):
            member = text_of(name)
            if known.kind == "enum":
                return Symbol(known, self.line_of(node), f"{known.name}.{python_name(member)}"
                              if known.of else python_name(member))
            struct = self.program.structs.get(known.name)
            constant = next((v for v, _ in struct.constants if v.c_name == member), None) if struct else None
            if constant is not None:
                return Symbol(constant.type, self.line_of(node), f"{known.name}.{constant.name}")
            method = self.program.method_of(known.name, member)
            inherited = struct in self.program.lineage(self.method)[1:]
            if inherited and method is not None and method.kind != "static":                       # Base::Method()
                return Member(UNKNOWN, owner=Symbol(CType("struct", known.name), name="super()"), name=member)
            if method is None and (variable := self.find(member)) is not None and variable.role == "global":
                return self.named(member, self.line_of(node))                                       # of an enum in it
            return Symbol(CType("function", "static"), self.line_of(node), f"{known.name}.{python_name(member)}")
        return self.expression(name)

    def _trait_type(self, scope: Node, name: str) -> CType:
        """`std::numeric_limits<float>::max`, `std::is_same<T, float>::value`."""
        of = self.type(scope)
        return CType("trait", of.kind, of.of)

    def _x_template_function(self, node: Node) -> Expression:
        name = text_of(node.child_by_field_name("name"))
        trait = name.removesuffix("_v")
        if trait != name and (trait == "is_same" or trait in TYPE_KINDS):
            of = [self.type(t) for t in node.child_by_field_name("arguments").named_children]
            return Symbol(CType("trait", trait, tuple(of)), self.line_of(node), "value")
        return self.named(name, self.line_of(node))

    def _type_as_value(self, node: Node) -> Expression:
        found = self.type(node)
        return Symbol(CType("type", found.name, (found,)), self.line_of(node), found.name)

    _x_primitive_type = _x_type_identifier = _x_template_type = _type_as_value
    _x_sized_type_specifier = _x_type_descriptor = _type_as_value

    # -- operators
    def _x_parenthesized_expression(self, node: Node) -> Expression:
        inner = [c for c in node.named_children if c.type != "comment"]
        return self.expression(inner[0])

    def _x_binary_expression(self, node: Node) -> Expression:
        left = self.expression(node.child_by_field_name("left"))
        right = self.expression(node.child_by_field_name("right"))
        sign = text_of(node.child_by_field_name("operator"))
        if left.type.kind == "type" and sign in "-+":                    # `(T)-x`: the parser does not know the type
            return Cast(left.type.element, operand=Unary(right.type, operator=sign, operand=right))
        operator = {"and": "&&", "or": "||", "not_eq": "!="}.get(text_of(node.child_by_field_name("operator")),
                                                                 text_of(node.child_by_field_name("operator")))
        method = self.program.method_of(left.type.name, f"operator{operator}") if left.type.kind == "struct" else None
        free = self._free_operator(operator, left, right) if method is None else None
        if free is not None:
            call = Call(free.result, self.line_of(node), Symbol(CType("function"), name=free.c_name), [left, right])
            call.callee = free
            return call
        if method is not None:
            type_ = method.result
        elif operator in ("==", "!=", "<", ">", "<=", ">=", "&&", "||"):
            type_ = BOOL
        elif left.type.kind == "stream" or right.type.kind == "stream":
            type_ = CType("stream")
        elif left.type.kind in ("file", "stringstream") and operator in ("<<", ">>"):
            type_ = left.type
        elif left.type.kind == "string" or right.type.kind == "string":
            type_ = STRING
        elif left.type.kind == "iterator":
            type_ = INT64 if right.type.kind == "iterator" else left.type
        elif left.type.kind in ("pointer", "array"):
            type_ = INT64 if right.type.kind in ("pointer", "array") else pointer(left.type.element)
        elif right.type.kind in ("pointer", "array"):
            type_ = pointer(right.type.element)
        elif left.type.kind == "clock" and right.type.kind == "clock":
            type_ = CType("duration", "seconds")
        elif operator in ("<<", ">>"):
            type_ = usual(left.type, left.type)
        else:
            type_ = usual(left.type, right.type)
        if operator == ">>" and type_.kind in ("file", "stringstream", "stream") and isinstance(right, Name):
            self._assigned(right, Number(right.type, value=-1))              # any value
        return Binary(type_, operator=operator, left=left, right=right)

    def _free_operator(self, operator: str, left: Expression, right: Expression) -> Function | None:
        """A function of the sample that overloads an operator for such operands."""
        for function in self.functions.get(f"operator{operator}", []):
            kinds = [p.type for p in function.parameters]
            if function.kind != "text" and len(kinds) == 2 and all(
                    (k.kind == o.type.kind and (k.kind != "struct" or k.name == o.type.name)) or (
                        k.is_number and o.type.is_number) for k, o in zip(kinds, (left, right), strict=True)):
                return function
        return None

    @staticmethod
    def _made_on_use(place: Expression) -> None:
        """`map[key]` that is changed where it lies: C++ makes the value if there is none."""
        if isinstance(place, Index) and place.owner.type.kind == "map" and isinstance(
                place.owner, (Name, Member)) and place.owner.variable is not None:
            place.owner.variable.defaulted = True

    def _assigned(self, target: Expression, value: Expression) -> None:
        if isinstance(target, (Name, Member)) and target.variable is not None:
            target.variable.assigned.append(value)
            self._assigned_outside(target)
        elif isinstance(target, Index) and isinstance(target.owner, (Name, Member)) and target.owner.variable:
            target.owner.variable.elements.append(value)

    def _x_unary_expression(self, node: Node) -> Expression:
        operand = self.expression(node.child_by_field_name("argument"))
        operator = text_of(node.child_by_field_name("operator"))
        if operator in ("!", "not"):
            return Unary(BOOL, operator="!", operand=operand)
        type_ = usual(operand.type, operand.type) if operand.type.is_number else operand.type
        if isinstance(operand, Number) and operator == "-" and operand.value is not None:
            text = "-" + operand.text if operand.text and operand.text[0] != "'" else ""
            return Number(type_, value=-operand.value, text=text)
        return Unary(type_, operator=operator, operand=operand)

    def _x_pointer_expression(self, node: Node) -> Expression:
        operand = self.expression(node.child_by_field_name("argument"))
        if text_of(node.child_by_field_name("operator")) == "*":
            method = self.program.method_of(operand.type.name, "operator*") if operand.type.kind == "struct" else None
            if method is not None:
                return Call(method.result, function=Member(UNKNOWN, owner=operand, name="operator*"))
            if isinstance(operand, Name) and operand.variable.pointed:
                return operand
            return Unary(element_of(operand.type), operator="*", operand=operand)
        self._take_address(operand)
        return Unary(pointer(operand.type), operator="&", operand=operand)

    def _take_address(self, operand: Expression) -> None:
        if isinstance(operand, (Name, Member)) and operand.variable is not None:
            if not operand.type.by_object and operand.type.kind not in ("array", "function"):
                operand.variable.address_taken = True
        elif isinstance(operand, Index) and isinstance(operand.owner, (Name, Member)) and operand.owner.variable:
            operand.owner.variable.elements_addressed = True

    def _x_update_expression(self, node: Node) -> Expression:
        operand = self.expression(node.child_by_field_name("argument"))
        operator = text_of(node.child_by_field_name("operator"))
        post = node.children[0].type not in ("++", "--")
        self._made_on_use(operand)
        one = Number(INT, value=1, text="1")
        self._assigned(operand, Binary(operand.type, operator=operator[0], left=operand, right=one))
        return Unary(operand.type, operator=("post" if post else "") + operator, operand=operand)

    def _assigned_outside(self, target: Expression) -> None:
        if isinstance(target, Name) and self.function is not None:
            variable = target.variable
            if variable.role == "global" or (variable.function is not self.function and variable.role != "field"):
                self.function.outer_assigned.append(variable)

    def _x_assignment_expression(self, node: Node) -> Expression:
        target = self.expression(node.child_by_field_name("left"))
        value_node = node.child_by_field_name("right")
        operator = text_of(node.child_by_field_name("operator"))
        value = (self.braces(value_node, target.type) if value_node.type == "initializer_list"
                 else self.expression(value_node))
        if operator != "=":
            self._made_on_use(target)
        self._assigned(target, value if operator == "=" else Binary(target.type, operator=operator[:-1], left=target,
                                                                    right=value))
        return Assign(target.type, operator=operator, target=target, value=value)

    def _x_conditional_expression(self, node: Node) -> Expression:
        condition, yes, no = (self.expression(node.child_by_field_name(f))
                              for f in ("condition", "consequence", "alternative"))
        type_ = usual(yes.type, no.type) if yes.type.is_number and no.type.is_number else (
            no.type if isinstance(yes, Number) and yes.value is None else yes.type)
        return Conditional(type_, condition=condition, yes=yes, no=no)

    def _x_comma_expression(self, node: Node) -> Expression:
        left, right = (self.expression(node.child_by_field_name(f)) for f in ("left", "right"))
        return Binary(right.type, operator=",", left=left, right=right)

    def _x_subscript_expression(self, node: Node) -> Expression:
        owner = self.expression(node.child_by_field_name("argument"))
        self._made_on_use(owner)
        indices = [i for i in node.child_by_field_name("indices").named_children if i.type != "comment"]
        index = self.expression(indices[0])
        method = self.program.method_of(owner.type.name, "operator[]") if owner.type.kind == "struct" else None
        if method is not None:
            return Index(method.result, owner=owner, index=index)
        return Index(element_of(owner.type), owner=owner, index=index)

    def _x_field_expression(self, node: Node) -> Expression:
        owner = self.expression(node.child_by_field_name("argument"))
        name_node = node.child_by_field_name("field")
        if name_node.type == "template_method":
            name_node = name_node.child_by_field_name("name")
        name = text_of(name_node)
        holder = owner.type
        if holder.kind in ("pointer", "owner", "iterator", "optional") and holder.of:
            holder = holder.element
        if holder.kind == "struct" and holder.name in self.program.structs:
            for variable in self.program.fields_of(self.program.structs[holder.name]):
                if variable.c_name == name:
                    variable.used = True
                    return Member(variable.type.plain, owner=owner, name=variable.name, variable=variable)
        if holder.kind == "status":
            return Member(INT64, owner=owner, name=name)
        if holder.kind == "abi":
            return Member(_abi_field(holder, name), owner=owner, name=name)
        if holder.kind == "pair" and name in ("first", "second") and len(holder.of) > 1:
            return Member(holder.of[name == "second"], owner=owner, name=name)
        return Member(UNKNOWN, owner=owner, name=name)

    # -- sizes, casts
    def _x_sizeof_expression(self, node: Node) -> Expression:
        of = node.child_by_field_name("type")
        if of is not None:
            return SizeOf(SIZE, operand=self.type(of))
        value = node.child_by_field_name("value")
        inner = value.named_children[0] if value.type == "parenthesized_expression" else value
        if inner.type in ("identifier", "qualified_identifier") and self.find(text_of(inner)) is None:
            name = text_of(inner).rpartition("::")[2]
            found = self.named_type(name)
            if found is not None:
                return SizeOf(SIZE, operand=found)
        return SizeOf(SIZE, operand=self.expression(inner))

    def _x_cast_expression(self, node: Node) -> Expression:
        type_, operand = self.described(node.child_by_field_name("type")).plain, self.expression(
            node.child_by_field_name("value"))
        if type_.kind == "pointer" and (vector := vector_behind(operand)) is not None and vector.variable:
            vector.variable.is_data = True
        return self.cast(type_, operand)

    def cast(self, type_: CType, operand: Expression) -> Cast:
        """A cast; the class of an object whose bytes it shows, or that it sees in bytes, is C's."""
        if type_.kind == "pointer" and type_.element.is_number:
            self.in_memory(object_behind(operand))
        elif type_.kind == "pointer" and operand.type.of and operand.type.element.is_number:
            self.in_memory(type_.element)
        return Cast(type_, operand=operand)

    def in_memory(self, type_: CType) -> None:
        """C reads or writes the bytes of a struct, or of what it is made of."""
        struct = self.program.structs.get(type_.name)
        if struct is not None and not struct.is_memory:
            struct.is_memory = True
            for variable, _ in struct.fields:
                self.in_memory(variable.type.element if variable.type.of else variable.type)

    def _x_compound_literal_expression(self, node: Node) -> Expression:
        type_ = self.type(node.child_by_field_name("type")).plain
        value = self.braces(node.child_by_field_name("value"), type_)
        return Construct(type_, arguments=value.items, braces=True)

    def _x_initializer_list(self, node: Node) -> Expression:
        return self.braces(node, UNKNOWN)

    def braces(self, node: Node, type_: CType) -> Braces:
        items: list[Expression] = []
        names: dict[int, str] = {}
        for item in node.named_children:
            if item.type == "comment":
                continue
            if item.type == "initializer_list":
                items.append(self.braces(item, element_of(type_)))
            elif item.type == "initializer_pair":
                names[len(items)] = text_of(item.child_by_field_name("designator")).lstrip(".")
                value = item.child_by_field_name("value")
                items.append(self.expression(value))
            else:
                items.append(self.expression(item))
        return Braces(type_, self.line_of(node), self._in_order(type_, items, names) if names else items)

    def _in_order(self, type_: CType, items: list[Expression], names: dict[int, str]) -> list[Expression]:
        """Designated initializers in the order of the fields, with the defaults of those that are left out."""
        struct = self.program.structs.get(type_.name)
        if struct is None:
            raise UntranslatedError(f"designated initializers of {type_.name or type_.kind}")
        given = {name: items[n] for n, name in names.items()}
        ordered: list[Expression] = []
        last = max(n for n, (v, _) in enumerate(struct.fields) if v.c_name in given)
        for variable, default in struct.fields[:last + 1]:
            value = given.get(variable.c_name, default)
            if isinstance(value, Braces):
                value.type = variable.type
            ordered.append(value if value is not None else Braces(variable.type))
        return ordered

    def _x_new_expression(self, node: Node) -> Expression:
        type_ = self.type(node.child_by_field_name("type"))
        length = node.child_by_field_name("declarator")
        if length is not None:
            values = node.child_by_field_name("arguments")
            given = values is not None and values.type == "initializer_list"
            items = self.braces(values, type_).items if given else []
            return Construct(CType("array", of=(type_,)), arguments=[self.expression(length.named_children[0]), *items])
        arguments = node.child_by_field_name("arguments")
        return Construct(CType("new", of=(type_,)), arguments=self.arguments(arguments) if arguments else [])

    def _x_delete_expression(self, node: Node) -> Expression:
        operand = self.expression(node.named_children[-1])
        return Unary(VOID, operator="delete", operand=operand)

    def _x_lambda_expression(self, node: Node) -> Expression:
        raise NotImplementedError                                  # StatementReader has it


def data_owner(expression: Expression) -> Variable | None:
    """The vector of numbers or handles whose `.data()` or `&v[0]` this is."""
    while isinstance(expression, Cast):
        expression = expression.operand
    if isinstance(expression, Binary):
        return data_owner(expression.left)
    owner: Expression | None = None
    if isinstance(expression, Call) and isinstance(expression.function, Member) and expression.function.name == "data":
        owner = expression.function.owner
    elif isinstance(expression, Unary) and expression.operator == "&" and isinstance(expression.operand, Index):
        owner = expression.operand.owner
    if isinstance(owner, (Name, Member)) and owner.type.kind == "vector" and (
            owner.type.element.is_number or owner.type.element.is_handle or owner.type.element.kind == "template"):
        return owner.variable
    return None


def _abi_field(holder: CType, name: str) -> CType:
    from ._types import ffi
    try:
        kind: Any = ffi.typeof(holder.cffi())
        ffi.sizeof(kind)                        # raises for a type without fields, at which cffi itself would abort
        fields = dict(kind.fields or ())
        return parse_c(fields[name].type.cname)
    except (KeyError, ffi.error, AttributeError, ValueError):
        return UNKNOWN
