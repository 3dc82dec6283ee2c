"""Printing: calls of C functions and of the sample's own, methods, and objects that are made."""
from __future__ import annotations

from dataclasses import replace

from .. import _lib
from .._buffers import HOST_MEMORY
from . import _hccl
from ._precedence import ATOM, CHOICE, COMPARE, OR, POSTFIX, PRODUCT, Printed
from ._print_constructs import DURATIONS, Constructs
from ._print_iterators import BEGINS, ENDS
from ._print_output import is_format
from ._tree import (
    Braces,
    Call,
    Cast,
    Expression,
    Function,
    Index,
    Lambda,
    Member,
    Name,
    Number,
    SizeOf,
    Symbol,
    Text,
    Unary,
    UntranslatedError,
    Variable,
    comment_lines,
)
from ._types import NAMED, CType, parse_c
from ._values import fits, in_memory, kept, kept_as, must_convert, object_behind, text_kind

# Bytes of an element, for the note on host data that is of another size than its tensor says.
SIZES = {"ACL_FLOAT": 4, "ACL_FLOAT16": 2, "ACL_INT8": 1, "ACL_INT32": 4, "ACL_UINT8": 1, "ACL_INT16": 2,
         "ACL_UINT16": 2, "ACL_UINT32": 4, "ACL_INT64": 8, "ACL_UINT64": 8, "ACL_DOUBLE": 8, "ACL_BOOL": 1,
         "ACL_COMPLEX64": 8, "ACL_COMPLEX128": 16, "ACL_BF16": 2}


class CallPrinter(Constructs):
    def _p_call(self, call: Call) -> Printed:
        if not isinstance(call.function, Lambda):
            call = replace(call, arguments=self.in_order(call.arguments))
        function = call.function
        if isinstance(function, Lambda):
            arguments = self.passed(function.function, call)
            return f"{self.text(function, POSTFIX)}({self._list(call, arguments)})", ATOM
        if isinstance(function, Member):
            return self.method(call, function)
        if isinstance(function, Name):
            return self._called_variable(call, function)
        if isinstance(function, Symbol):
            if function.type.kind == "trait":
                return self._limits(function)
            if function.type.name == "abi":
                signature = _lib.signature(function.name) or ""
                return f"{function.name}({self._list(call, self._abi_arguments(call, function.name, signature))})", ATOM
            if function.type.name == "hccl":
                self.imports.add("cffi")
                self.hccl.add(function.name)
                arguments = self._abi_arguments(call, function.name, _hccl.FUNCTIONS[function.name])
                return f"hccl.{function.name}({self._list(call, arguments)})", ATOM
            if function.type.name == "custom":
                return self._custom(call, function.name), ATOM
            chosen = self._chosen(function.name, call)
            if chosen is not None and chosen.kind == "declared":
                return self._custom(call, function.name), ATOM
            if chosen is not None:
                return self._own(call, chosen, function.name), ATOM
            if function.type.name == "std":
                return self.standard(call, function.name)
        if function.type.kind in ("engine", "random", "lambda", "function"):
            return f"{self.text(function, POSTFIX)}({self._list(call, [self.text(a) for a in call.arguments])})", ATOM
        raise UntranslatedError("call of what is no function", call.line)

    def _list(self, call: Call, arguments: list[str]) -> str:
        """Arguments behind each other; comments behind single ones stay where they are."""
        if not call.comments:
            return ", ".join(arguments)
        lines = []
        for number, argument in enumerate(arguments):
            comma = "," if number < len(arguments) - 1 else ""
            remark = call.comments.get(number)
            lines.append(argument + comma + (f"  # {comment_lines(remark)[0]}" if remark else ""))
        return "\n\x00" + "\n\x00".join(lines) + "\n\x01"

    def _chosen(self, name: str, call: Call) -> Function | None:
        owner, _, method = name.rpartition(".")
        if owner in self.program.structs:
            candidates = [m for m in self.program.structs[owner].methods if m.name == method]
        else:
            candidates = self.program.functions.get(name, [])
        count = len(call.arguments)
        fitting = [f for f in candidates if f.takes(count)]
        if len(fitting) > 1:
            better = [f for f in fitting if all(fits(p.type, a.type) for p, a in zip(f.parameters, call.arguments,
                                                                                      strict=False))]
            fitting = better or fitting
        return next(iter(fitting or candidates), None)

    def _called_variable(self, call: Call, function: Name) -> Printed:
        source = function.variable.assigned[0] if function.variable.assigned else None
        if isinstance(source, Lambda):
            arguments = self.passed(source.function, call)
        else:
            arguments = [self.text(a) for a in call.arguments]
        return f"{function.variable.name}({self._list(call, arguments)})", ATOM

    # -- the C library
    def _abi_arguments(self, call: Call, name: str, signature: str) -> list[str]:
        parameters = [p for p in signature.partition("(")[2].rpartition(")")[0].split(", ") if p and p != "void"]
        host = HOST_MEMORY.get(name, {})
        texts = []
        if (got := len(call.arguments)) != len(parameters) and "..." not in parameters:
            wanted = f"{len(parameters)} argument{'s' if len(parameters) != 1 else ''}"
            self.note(call.line, f"{name} takes {wanted} in pyacl's headers, and not {got}")
        for number, argument in enumerate(call.arguments):
            declared = parameters[number] if number < len(parameters) else "..."
            texts.append(self._abi_argument(argument, declared, number in host, name))
        if "..." in parameters:
            raise UntranslatedError(f"{name}, which takes variable arguments", call.line)
        return texts

    def _custom(self, call: Call, name: str) -> str:
        """A custom operator: pyacl reads its header where the package is installed, after a star import."""
        if not name.startswith("aclnn"):
            raise UntranslatedError(f"{name}, which is declared and nowhere defined", call.line)
        self.imports.add("capi")
        operator = name.removesuffix("GetWorkspaceSize")
        if not any(text.startswith(f"{operator} ") for _, text in self.notes):
            self.note(call.line, f"{operator} is declared by no header of pyacl: the program needs the package of this "
                                 "custom operator")
        arguments = [self._abi_argument(a, a.type.cffi(), False, name) if a.type.kind == "pointer" else self.text(a)
                     for a in call.arguments]
        return f"capi.{name}({self._list(call, arguments)})"

    def _abi_argument(self, argument: Expression, declared: str, host: bool, name: str) -> str:
        stars = declared.count("*")
        if not stars:
            wanted = parse_c(declared.rpartition(" ")[0])
            if wanted.is_number:
                return self.converted(argument, wanted) if must_convert(argument, wanted) else self.text(argument)
            if wanted.kind == "pointer" and isinstance(argument, Number) and not argument.value:
                return "NULL"
            if isinstance(argument, Lambda) or (isinstance(argument, Symbol) and argument.type.kind == "function"):
                c_type = declared.rpartition(" ")[0].removeprefix("const ")
                function = self.text(argument)
                kept_alive = f"{function.rpartition('.')[2]}_callback"   # C calls it after this call has returned
                made = f'{kept_alive} = ffi.callback("{c_type}", {function})'
                if isinstance(argument, Lambda):
                    self.hoisted.append(made)
                elif made not in self.callbacks:
                    self.callbacks.append(made)
                return kept_alive
            if (handle := _other_handle(argument.type, wanted)):
                if argument.type.element.plain == wanted:
                    self.note(argument.line, f"{name} gets the address of the {handle}, and not the {handle}")
                return f'ffi.cast("{handle}", {self.text(argument)})'
            return self.text(argument)
        if isinstance(argument, Number) and not argument.value:
            return "NULL"
        inner = argument
        while isinstance(inner, Cast) and inner.type.kind == "pointer" and not (
                isinstance(inner.operand, Unary) and inner.operand.operator == "&" and not host):
            inner = inner.operand
        if inner.type.is_integer:
            return self.text(argument)
        vector = _data_of(inner)
        if vector is not None:
            return self._host_data(vector, declared, host, name)
        if inner is not argument and not host and declared.startswith(("const void", "void *")) and stars == 1:
            return self.pointer(inner, 0)
        if inner.type.kind == "string":
            return f"{self.text(inner, POSTFIX)}.encode()"
        if object_behind(inner).kind == "struct":
            return self.object_memory(inner) if host else f"ffi.from_buffer({self.object_memory(inner)})"
        if host and isinstance(inner, Unary) and inner.operator == "&" and isinstance(inner.operand, Index):
            owner = inner.operand.owner
            if owner.type.kind == "vector":
                return f"{self.text(owner)}[{self.text(inner.operand.index)}:]"
        text, given = self.text(argument if not host else inner), inner.type.element
        wanted = NAMED.get(declared.removeprefix("const ").partition(" ")[0], given)
        if stars == 1 and given.kind == wanted.kind == "int" and given.name != wanted.name:
            return f'ffi.cast("{wanted.name} *", {text})'      # size_t and uint64_t: one type to C++, two to cffi
        return text

    def _host_data(self, vector: Expression, declared: str, host: bool, name: str) -> str:
        if vector.type.kind == "string":
            return f"{self.text(vector, POSTFIX)}.encode()"
        text, element = self.text(vector), vector.type.element
        if kept(vector) == "array":
            if host:
                return text
            if element.kind == "int" and element.bits == 64 and "void" not in declared:
                return f"{self.text(vector, POSTFIX)}.tolist()"
            if declared.startswith(("const void", "void")):
                return f"ffi.from_buffer({text})"
            return f"ffi.from_buffer({self.named(element, '[]')}, {text})"
        if host and name in ("aclCreateIntArray", "aclCreateFloatArray", "aclCreateBoolArray"):
            return text
        if kept(vector) == "list" and (host or "void *" in declared) and element.is_number:
            if not declared.startswith("const"):
                raise UntranslatedError("memory of a vector that grows, which C writes", vector.line)
            return f"np.array({text}, dtype={self.dtype(element)})"
        if kept(vector) == "list" and "void *" in declared and element.is_handle:
            return self.list_memory(vector, written=not declared.startswith("const"))
        return text

    # -- the sample's own functions
    def _own(self, call: Call, function: Function, name: str) -> str:
        if function.kind == "fold":
            own = [p for p in function.parameters if p.type.kind != "pack"]
            first = self.passed(replace(function, parameters=own), call)
            rest = [self._folded(a) for a in call.arguments[len(own):]]
            return f"{function.name}({self._list(call, [*first, *rest])})"
        if function.kind == "printer":
            if call.arguments and is_format(call.arguments[0]):
                rest = self.formatted(call.arguments[0], call.arguments[1:], call.line)
                return f"{function.name}({', '.join(rest)})"
            raise UntranslatedError("variable arguments", call.line)
        explicit = [self.template_argument(function, t, call) for t in function.explicit_templates()]
        self._note_sizes(function, call)
        printed = name.rpartition(".")[0] + "." + function.name if "." in name else function.name
        arguments = self.passed(function, call)
        if explicit:
            call = Call(call.type, call.line, call.function, call.arguments)
        printed = f"{printed}({self._list(call, explicit + arguments)})"
        if function.gives_pointer_to(function.result.element.name) and call.type.element.kind != "void":
            return f"ffi.cast({self.named(call.type)}, {printed})"
        return printed

    def _folded(self, argument: Expression) -> str:
        """An argument for a template of any number of them, as what shows its type in Python."""
        type_ = argument.type
        if type_.kind == "string" or type_.is_chars or type_.name == "char":
            return self.string(argument)
        if type_.kind in ("bool", "float"):
            return self.text(argument)
        if type_.kind == "int" and type_.bits > 8:
            return self.integer(argument)
        raise UntranslatedError(f"{type_.name or type_.kind} as one of any number of arguments", argument.line)

    def template_argument(self, function: Function, template: str, call: Call) -> str:
        number = function.templates.index(template)
        if number < len(call.template) and call.template[number].kind == "value":
            return call.template[number].name
        if number < len(call.template):
            return self.dtype(call.template[number])
        for parameter, argument in zip(function.parameters, call.arguments, strict=False):
            found = argument.type
            declared = parameter.type
            while declared.of and found.of and declared.kind == found.kind:
                declared, found = declared.element, found.element
            if declared.kind == "template" and declared.name == template:
                return self.dtype(found)
        raise UntranslatedError(f"template parameter {template} that nothing tells", call.line)

    def passed(self, function: Function, call: Call) -> list[str]:
        """The arguments of one of the sample's functions, each as its parameter wants it."""
        bound = dict(zip(function.templates, call.template, strict=False))
        for parameter, argument in zip(function.parameters, call.arguments, strict=False):
            if parameter.type.of and parameter.type.element.kind == "template" and argument.type.of:
                bound.setdefault(parameter.type.element.name, argument.type.element)
        return [self._passed(p, a, bound) for p, a in zip(function.parameters, call.arguments, strict=False)]

    def _passed(self, parameter: Variable, argument: Expression, bound: dict[str, CType]) -> str:
        type_ = parameter.type
        self.refuse_copy(parameter, argument)
        if type_.name == "ostream" and isinstance(argument, Symbol) and argument.name in ("cout", "cerr", "clog"):
            self.imports.add("sys")
            return "sys.stdout" if argument.name == "cout" else "sys.stderr"
        if parameter.is_reference and in_memory(parameter):
            return self.place(argument)[0]
        if isinstance(argument, Braces):
            return self.construct(_instance(type_, bound), argument.items, True)
        if parameter.pointed and isinstance(argument, Number):
            return "None"
        if type_.kind == "vector" and argument.type.kind == "vector":
            text, wanted, is_now = self.text(argument), kept_as(parameter), kept(argument)
            if wanted == is_now:
                return text
            if not type_.const and type_.reference and wanted != is_now:
                raise UntranslatedError(f"{parameter.name}, a list here and an array there", argument.line)
            if wanted == "list":
                return f"{self.text(argument, POSTFIX)}.tolist()" if is_now == "array" else f"list({text})"
            element = argument.type.element
            return f"np.array({text}, dtype={self.dtype(element)})" if wanted == "array" else text
        if type_.kind == "string":
            return self.string(argument, alone=True)
        if type_.is_chars:
            return self._passed_chars(parameter, argument)
        if type_.is_number and argument.type.kind == "template":
            return self.converted(argument, type_)
        if type_.is_number and argument.type.is_number:
            if must_convert(argument, type_):
                return self.converted(argument, type_)
            return self.integer(argument) if type_.is_integer else self.text(argument)
        if type_.kind == "pointer":
            vector = _data_of(argument)
            if vector is not None and kept(vector) == "list" and vector.type.element.is_handle:
                return self.list_memory(vector, written=True)
            return self.converted(argument, type_)
        return self.text(argument)

    def _passed_chars(self, parameter: Variable, argument: Expression) -> str:
        text = self.text(argument)
        if text_kind(argument) == "bytes" and text != "NULL" and text_kind(
                Name(parameter.type, variable=parameter)) == "pointer" and not in_memory(parameter):
            return f'ffi.new("char[]", {text})'
        return text

    def _note_sizes(self, function: Function, call: Call) -> None:
        """A vector whose bytes go under a tensor whose elements have another size."""
        vectors: list[Name] = []                          # since the last type
        for parameter, argument in zip(function.parameters, call.arguments, strict=False):
            name = argument.name if isinstance(argument, Symbol) else ""
            if isinstance(argument, Name) and argument.type.kind == "vector" and (
                    argument.type.element.is_number and parameter.is_data):
                vectors.append(argument)
            if name in SIZES and vectors:
                element = vectors[0].type.element
                have = element.bits // 8 if element.kind != "bool" else 1
                if have and have != SIZES[name]:
                    self.note(call.line, f"{self.text(vectors[0])} holds {element.name or element.kind} of {have} "
                                         f"bytes each under a tensor of {name}, {SIZES[name]} bytes each")
            if name in SIZES:
                vectors = []

    # -- methods
    def method(self, call: Call, member: Member) -> Printed:
        owner, name, arguments = member.owner, member.name, call.arguments
        type_ = owner.type
        if type_.kind in ("pointer", "owner", "iterator") and type_.of and name not in ("get", "reset", "release"):
            type_ = type_.element
        if member.variable is not None and member.variable.type.kind in ("function", "engine", "random"):
            return f"{self.text(member)}({self._list(call, [self.text(a) for a in arguments])})", ATOM
        if type_.kind == "stream":
            return self.stream_method(call, name), ATOM
        if type_.kind == "struct" and type_.name in self.program.structs:
            found = self.program.method_of(type_.name, name)
            if found is None and name == "what" and any(s.exception for s in self.program.lineage(type_.name)):
                return f"str({self._object(owner)}).encode()", POSTFIX
            if found is not None and name.startswith("operator"):
                return f"{self._object(owner)}.{found.name}()", ATOM
            if found is not None:
                return self._own(call, self._overload(found, call), f"{self._object(owner)}.{name}"), ATOM
        self.refuse_shortening(name, type_, call.line)
        text = self._object(owner)
        if type_.kind in ("vector", "string", "map", "set"):
            return self.container_method(call, owner, type_, name, text)
        if type_.kind in ("auto", "template") and name in ("size", "empty"):
            return (f"len({text})", ATOM) if name == "size" else (f"len({text}) == 0", COMPARE)
        if owner.type.kind == "pointer" and name in ("get", "release") and not arguments:
            return text, POSTFIX
        if owner.type.kind == "pointer" and name == "reset":
            return f"{text} = {self.text(arguments[0]) if arguments else 'NULL'}", 0
        if type_.kind == "mutex" and name in ("lock", "unlock"):
            return f"{text}.{'acquire' if name == 'lock' else 'release'}()", ATOM
        if type_.kind == "guard" and name in ("lock", "unlock"):
            return f"{text}.{name}()", ATOM
        if type_.kind == "condition" and name in ("wait", "wait_for"):
            return f"{text}.{name}({', '.join(self.text(a) for a in arguments)})", ATOM
        if type_.kind == "condition" and name in ("notify_one", "notify_all"):
            return "", ATOM                                # a waiting thread looks for itself
        if type_.kind == "pair" and name in ("first", "second"):
            return f"{self.text(member)}({self._list(call, [self.text(a) for a in arguments])})", ATOM
        if type_.kind == "optional":
            return self._optional_method(call, name, text)
        if type_.kind == "array" and (name in BEGINS or name in ENDS):
            return self._p_iterator(call)
        if type_.kind == "array" and name == "size":
            return f"len({text})", ATOM
        if owner.type.kind == "owner" and name in ("get", "reset", "release"):
            return self._owner_method(owner, name, text, arguments)
        if type_.kind == "file":
            return self.file_method(call, owner, text, name)
        if type_.kind == "duration" and name == "count":
            count = f"{text} * {DURATIONS[type_.name]}" if type_.name != "seconds" else text
            return (f"int({count})", ATOM) if not type_.of or type_.element.is_integer else (count, PRODUCT)
        if type_.kind == "thread":
            if name == "join":
                return f"{text}.join()", ATOM
            if name == "joinable":
                return f"{text} is not None", COMPARE
            if name == "get_id":
                return f"{text}.ident", POSTFIX
            if name == "get":
                return f"{text}.result()", ATOM
        if type_.kind in ("complex", "template") and name in ("real", "imag"):
            return f"{text}.{name}", POSTFIX
        if type_.kind == "exception" and name == "what":
            return f"str({text}).encode()", POSTFIX
        if type_.kind == "stringstream" and name == "str":
            if not arguments:
                return f"{text}.getvalue()", ATOM
            self.imports.add("io")
            return f"{text} = {self.construct(type_, arguments, False)}", 0
        if type_.kind == "stringstream" and name == "clear":
            return "", ATOM
        raise UntranslatedError(f"method {name}", call.line)

    def _overload(self, method: Function, call: Call) -> Function:
        """The method of that name and class that takes such arguments."""
        named = [m for m in self.program.structs[method.owner].methods if m.c_name == method.c_name]
        fitting = [m for m in named if len(m.parameters) - len(m.defaults) <= len(call.arguments) <= len(m.parameters)]
        return next(iter(fitting), method)

    def _object(self, owner: Expression) -> str:
        """What a method is called on."""
        return self.dereferenced(owner)[0] if owner.type.kind == "iterator" else self.text(owner, POSTFIX)

    def _optional_method(self, call: Call, name: str, text: str) -> Printed:
        if name == "has_value":
            return f"{text} is not None", COMPARE
        if name == "value":
            return text, POSTFIX
        if name == "value_or":
            if not text.isidentifier():
                self.hoisted.append(f"found = {text}")
                text = "found"
            return f"{text} if {text} is not None else {self.text(call.arguments[0], OR)}", CHOICE
        if name == "reset":
            return f"{text} = None", 0
        raise UntranslatedError(f"method {name} of an optional", call.line)

    def _owner_method(self, owner: Expression, name: str, text: str, arguments: list[Expression]) -> Printed:
        holds_object = owner.type.of and owner.type.element.by_object
        if name == "get" and holds_object:
            return text, POSTFIX
        if name == "reset" and holds_object:
            self.refuse_new_value(owner, owner)
            value = self.text(arguments[0]) if arguments else "None"
            return f"{text} = {value}", 0
        return f"{text}.{name}({', '.join(self.owner_arguments(arguments, text.rpartition('.')[2]))})", ATOM

    def _limits(self, function: Symbol) -> Printed:
        element = function.type.element
        if function.type.name == "limits" and element.is_number:
            self.imports.add("numpy")
            kind = "iinfo" if element.is_integer else "finfo"
            number = "int" if element.is_integer else "float"
            name = {"max": "max", "min": "min" if element.is_integer else "tiny", "lowest": "min",
                    "epsilon": "eps"}.get(function.name)
            if name:
                return f"{number}(np.{kind}({self.dtype(element)}).{name})", ATOM
            if function.name == "infinity":
                return 'float("inf")', ATOM
            if function.name == "quiet_NaN":
                return 'float("nan")', ATOM
        raise UntranslatedError(f"std::{function.type.name}::{function.name}", function.line)


def _data_of(expression: Expression) -> Expression | None:
    """The vector whose `.data()` or `&v[0]` this is."""
    if isinstance(expression, Call) and isinstance(expression.function, Member) and expression.function.name in (
            "data", "c_str") and expression.function.owner.type.kind in ("vector", "string"):
        return expression.function.owner
    if isinstance(expression, Unary) and expression.operator == "&" and isinstance(expression.operand, Index):
        index = expression.operand
        if index.owner.type.kind == "vector" and isinstance(index.index, Number) and index.index.value == 0:
            return index.owner
    return None


def _other_handle(given: CType, wanted: CType) -> str:
    """The handle that a parameter wants where it gets another pointer: all are `void *` to C, and types of their own
    in pyacl.  "" where nothing is to be converted."""
    if wanted.kind != "pointer" or not wanted.name or given.kind != "pointer":
        return ""
    return wanted.name if given.plain != wanted and given.element.kind != "void" else ""


def _instance(type_: CType, bound: dict[str, CType]) -> CType:
    """A type of a template with what its parameters stand for in a call."""
    if type_.kind in ("template", "value") and not type_.of:
        return bound.get(type_.name, type_)
    return replace(type_, of=tuple(_instance(t, bound) for t in type_.of))





__all__ = ["CallPrinter", "SizeOf", "Text"]
