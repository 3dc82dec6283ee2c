"""Printing: functions, structs and the whole program."""
from __future__ import annotations

import textwrap

from . import _hccl
from ._effects import changed_within
from ._helpers import HELPERS
from ._layout import STEP, WIDTH, indented, laid_out
from ._print_classes import ClassPrinter
from ._tree import (
    Block,
    Comment,
    Declare,
    Enumeration,
    Function,
    Label,
    Lambda,
    Return,
    Statement,
    Struct,
    Traits,
    UntranslatedError,
    Variable,
)
from ._types import CType
from ._values import in_memory, kept, kept_as, kept_by_type, text_kind
from ._walk import gotos, inner, loops

IMPORTS = {"atexit": "import atexit",
           "copy": "import copy", "dataclasses": "import dataclasses", "enum": "import enum", "io": "import io",
           "math": "import math", "os": "import os", "sys": "import sys", "threading": "import threading",
           "time": "import time", "stat": "import stat", "ExitStack": "from contextlib import ExitStack",
           "cmp_to_key": "from functools import cmp_to_key", "reduce": "from functools import reduce",
           "bisect": "import bisect", "ctypes": "import ctypes", "itertools": "import itertools",
           "defaultdict": "from collections import defaultdict",
           "ThreadPoolExecutor": "from concurrent.futures import ThreadPoolExecutor",
           "SimpleNamespace": "from types import SimpleNamespace", "Any": "from typing import Any"}
THIRD = {"cffi": "import cffi", "ml_dtypes": "import ml_dtypes", "numpy": "import numpy as np",
         "npt": "import numpy.typing as npt"}


class ProgramPrinter(ClassPrinter):
    """Prints a `Program` as a Python file."""

    def program_text(self) -> str:
        items = self.program.items
        main = next(iter(self.program.functions.get("main", [])), None)
        head: list[Comment] = []
        while items and isinstance(items[0], Comment):
            head.append(items[0])
            items = items[1:]
        while head and items and head[-1].line + head[-1].text.count("\n") + 1 == items[0].line:
            items = [head.pop(), *items]                    # it is about what stands right below it
        body: list[str] = []
        previous: Statement | None = None
        for item in items:
            lines = self.top(item)
            if not lines:
                continue
            apart = isinstance(item, (Function, Struct, Enumeration)) or isinstance(previous, (
                Function, Struct, Enumeration))
            if body and isinstance(previous, Comment) and not item.blank:
                apart = False
            elif isinstance(item, Comment) and previous is not None:
                apart = True
            body += ["", ""] if apart and body else [""] if item.blank and body else []
            body += lines
            previous = item
        body += ["", "", *self.callbacks] if self.callbacks else []
        if main is not None:
            arguments = self._main_arguments(main)
            body += ["", "", 'if __name__ == "__main__":', f"    raise SystemExit({main.name}({arguments}))"]
        lines = []
        for statement in head:
            lines += [*self._s_comment(statement), ""]
        helpers = self._helper_lines()
        for word, name in (("np.", "numpy"), ("Any", "Any"), ("threading.", "threading"),
                           ("os.", "os"), ("ctypes.", "ctypes")):
            if any(word in line for line in helpers):
                self.imports.add(name)
        lines += self._imports() + helpers
        return "\n".join(laid_out([*lines, "", "", *body])) + "\n"

    def _main_arguments(self, main: Function) -> str:
        if not main.parameters:
            return ""
        self.imports.add("sys")
        return "len(sys.argv), [argument.encode() for argument in sys.argv]"

    def _imports(self) -> list[str]:
        standard = sorted((IMPORTS[name] for name in self.imports if name in IMPORTS),
                          key=lambda line: (line.startswith("from"), line))
        third = [THIRD[name] for name in THIRD if name in self.imports]
        return [*standard, *([""] if standard and third else []), *third, *([""] if standard or third else []),
                *(["from pyacl import capi"] if "capi" in self.imports else []), "from pyacl.capi import *",
                *self._random_import()]

    def _random_import(self) -> list[str]:
        if not self.random:
            return []
        start, names = "from pyacl.translate.cpp_random import ", ", ".join(sorted(self.random))
        if len(start + names) <= WIDTH:
            return [start + names]
        return [start + "(", *textwrap.wrap(names + ",", WIDTH, initial_indent=STEP, subsequent_indent=STEP), ")"]

    def _helper_lines(self) -> list[str]:
        lines: list[str] = []
        if self.hccl:
            lines += ["", *_hccl.declaration(self.hccl)]
        for name, text in HELPERS.items():
            if name in self.helpers:
                lines += ["", "", *text.strip("\n").split("\n")]
        return lines

    def top(self, item: Statement) -> list[str]:
        if isinstance(item, Function):
            return self.function_lines(item)
        if isinstance(item, Struct) and item.name in self.program.traits:
            return []                           # an empty one, which is there to be specialised
        if isinstance(item, Struct):
            lines = self._guarded(item, self.struct_lines)
            self.defined.add(item.name)
            return lines
        if isinstance(item, Enumeration):
            return self._guarded(item, self.enumeration_lines)
        if isinstance(item, Block):            # what a class template makes
            made: list[str] = []
            for inside in item.body:
                made += [*(["", ""] if made else []), *self.top(inside)]
            return made
        if isinstance(item, Declare) and isinstance(item.value, Lambda):
            return self.lambda_function(item.value, item.variable.name)
        return self.statement(item)

    def _guarded(self, item: Statement, printer: object) -> list[str]:
        try:
            lines: list[str] = printer(item)  # type: ignore[operator]
            return lines
        except UntranslatedError as error:
            return self.refused(error.line or item.line, error.construct, "")

    # -- functions
    def function_lines(self, function: Function, owner: str = "") -> list[str]:
        outer, self.function = self.function, function
        outer_labels, self.labels = self.labels, list(function.labels)
        try:
            self._refuse_text_references(function)
            header = self.header(function, owner)
            body = self.function_body(function)
        except UntranslatedError as error:
            refused = self.refused(error.line or function.line, error.construct, "")
            return [f"def {function.name}(*arguments: object) -> Any:", *indented(refused)]
        finally:
            self.function, self.labels = outer, outer_labels
        lines: list[str] = []
        for label in function.labels:
            if not any(f"raise {label}" in line for line in body):
                continue                                    # leads back alone: a loop
            lines += [f"class {label}(Exception):", f'    """Where `goto {label}` leads."""', "", ""]
        return [*lines, *header, *indented(body)]

    @staticmethod
    def _refuse_text_references(function: Function) -> None:
        """A str of Python does not change, so that a caller would not see what happens to it."""
        texts = [p for p in function.parameters if p.type.kind == "string" and p.type.reference and not p.type.const]
        if texts and (moving := set(texts) & changed_within(function.body)):
            name = next(p.c_name for p in texts if p in moving)
            raise UntranslatedError(f"{name}, a reference to a string that is changed", function.line)

    def header(self, function: Function, owner: str) -> list[str]:
        parameters = ["self"] if owner and function.kind != "static" else []
        parameters += [f"{t}: Any" for t in function.explicit_templates()]   # a type or a number
        for number, parameter in enumerate(function.parameters):
            if function.kind == "text" and number == 0:
                continue
            if parameter.type.kind == "pack":
                parameters.append(f"*{parameter.name}: object")
                continue
            hint = "str" if function.kind == "printer" and number == 0 else self.annotation(parameter)
            text = f"{parameter.name}: {hint}"
            if number in function.defaults:
                default = function.defaults[number]
                if parameter.pointed:
                    parameters.append(f"{parameter.name}: {hint} | None = None")
                    continue
                value = (self.construct(parameter.type, list(getattr(default, "items", [])), True)
                         if type(default).__name__ == "Braces" else self.converted(default, parameter.type.plain))
                text += f" = {value}"
            parameters.append(text)
        if function.explicit_templates():
            self.imports.add("Any")
        result = "str" if function.kind == "text" else self.type_hint(function.result)
        if function.gives_reference and function.result.kind == "vector" and function.resulting:
            result = self._vector_hint(function.result, kept(function.resulting[0]))
        decorator = ["@staticmethod"] if function.kind == "static" and owner else []
        name = function.name
        return [*decorator, f"def {name}({', '.join(parameters)}) -> {result}:"]

    def function_body(self, function: Function) -> list[str]:
        body = self._with_labels(function.body, function.labels)
        first = [f"{p.name} = {self.new(p.type, p.name)}" for p in function.parameters
                 if in_memory(p) and not p.is_reference]
        first += [f"{t} = len({p.name})" for t in function.templates if (p := function.counted(t)) is not None]
        moving = changed_within(function.body)
        first += [f"{p.name} = {self.copied(p.type, p.name, kept_as(p))}" for p in function.parameters
                  if p.type.kind in ("vector", "struct", "map", "set") and not p.type.reference and p in moving]
        assigned = sorted({v.name for v in function.outer_assigned
                           if v.role == "global" and not in_memory(v) and v.name not in [
                               p.name for p in function.parameters]})
        if assigned:
            first.insert(0, f"global {', '.join(assigned)}")
        if function.kind == "text":
            self.imports.add("io")
            first.insert(0, f"{function.parameters[0].name} = io.StringIO()")
        if body == ["pass"] and first:
            body = []
        if function.c_name == "main" and not (function.body and isinstance(function.body[-1], Return)):
            body = [*body, "return 0"] if body != ["pass"] else ["return 0"]
        return first + body

    def _with_labels(self, statements: list[Statement], labels: list[str]) -> list[str]:
        """A body in which `goto` leads forward to labels of its top level."""
        at = next((n for n in range(len(statements) - 1, -1, -1)
                   if isinstance(statements[n], Label) and getattr(statements[n], "name", "") in labels), None)
        if at is None:
            return self.body(statements)
        label = statements[at]
        assert isinstance(label, Label)
        before = self._with_labels(statements[:at], [n for n in labels if n != label.name])
        rest = statements[at + 1:]
        last = max((n for n, s in enumerate(rest) if label.name in gotos([s])), default=None)
        if last is not None:
            return self._retried(label, before if statements[:at] else [], rest, last, label.name in gotos(
                statements[:at]))
        outer, self.labels = self.labels, [n for n in self.labels if n != label.name]
        try:
            behind = self.body(rest) if rest else []
        finally:
            self.labels = outer
        return ["try:", *indented(before), f"except {label.name}:", "    pass", *behind]

    def _retried(self, label: Label, before: list[str], rest: list[Statement], last: int,
                 from_before: bool) -> list[str]:
        """What lies between a label and the last `goto` back to it is a loop."""
        again, behind = rest[:last + 1], rest[last + 1:]
        if from_before or any(label.name in gotos(inner(loop)) for loop in loops(again)):
            raise UntranslatedError(f"goto {label.name}, out of a loop or from both sides", label.line)
        self.retried.add(label.name)
        try:
            loop = self.body(again)
        finally:
            self.retried.discard(label.name)
        return [*before, "while True:", *indented([*loop, "break"]), *(self.body(behind) if behind else [])]

    def lambda_function(self, expression: Lambda, name: str) -> list[str]:
        function = expression.function
        function.name = name
        copied = self.copied_into(function)
        outer, self.function = self.function, function
        try:
            parameters = ", ".join([*(f"{p.name}: {self.annotation(p)}" for p in function.parameters),
                                    *(f"{v.name}: {self.annotation(v)} = {v.name}" for v in copied)])
            body = self.function_body(function)
        finally:
            self.function = outer
        outside = sorted({v.name for v in function.outer_assigned
                          if v.role in ("local", "parameter") and not in_memory(v)})
        if outside:
            body = [f"nonlocal {', '.join(outside)}", *body]
        return [f"def {name}({parameters}) -> {self.type_hint(function.result)}:", *indented(body), ""]

    # -- structs
    def _s_traits(self, traits: Traits) -> list[str]:
        self.imports |= {"SimpleNamespace", "Any"}
        members = [f"{name}={self.dtype(type_)}" for name, type_ in traits.types.items()]
        members += [f"{variable.name}={self._initial(variable, value)}" for variable, value in traits.constants]
        line = f"{traits.name}[{self.trait_key(traits.key)}] = SimpleNamespace({', '.join(members)})"
        return [f"{traits.name}: dict[Any, SimpleNamespace] = {{}}", line] if traits.first else [line]

    # -- annotations
    def annotation(self, variable: Variable) -> str:
        if in_memory(variable) and (variable.role == "field" or variable.is_reference):
            return self.any_hint()
        if variable.type.kind == "vector":
            return self._vector_hint(variable.type, kept_as(variable))
        if variable.type.is_chars and text_kind_of(variable) == "bytes":
            return "bytes"
        return self.type_hint(variable.type)

    def type_hint(self, type_: CType) -> str:
        if type_.kind == "void":
            return "None"
        if type_.is_integer:
            return "bool" if type_.kind == "bool" else "int"
        if type_.kind == "float":
            return "float"
        if type_.kind == "string":
            return "str"
        if type_.kind == "struct" and type_.name in self.program.structs and not self.program.structs[
                type_.name].is_union:
            return type_.name if type_.name in self.defined else f'"{type_.name}"'
        if type_.kind == "vector":
            return self._vector_hint(type_, kept_by_type(type_))
        return self.any_hint()

    def _vector_hint(self, type_: CType, kind: str) -> str:
        if kind == "list":
            return f"list[{self.type_hint(type_.element)}]"
        if kind == "array":
            self.imports |= {"npt"}
            if type_.element.kind == "template":
                return f"npt.NDArray[{self.any_hint()}]"
            dtype = self.dtype(type_.element)
            return f"npt.NDArray[{dtype if dtype.startswith('np.') else self.any_hint()}]"
        return self.any_hint()

    def any_hint(self) -> str:
        self.imports.add("Any")
        return "Any"


def text_kind_of(variable: Variable) -> str:
    from ._tree import Name
    return text_kind(Name(variable.type, variable=variable))
