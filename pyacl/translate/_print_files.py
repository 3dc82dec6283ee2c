"""Printing: files, through <cstdio>, <fstream> and POSIX.  A file is Python's, opened for bytes, or None."""
from __future__ import annotations

from ._formats import quoted
from ._precedence import ATOM, COMPARE, POSTFIX, PRODUCT, Printed
from ._print_conversions import Conversions
from ._tree import (
    Binary,
    Call,
    Cast,
    Construct,
    Expression,
    Member,
    Name,
    Number,
    Symbol,
    Text,
    Unary,
    UntranslatedError,
)
from ._types import CType

WHENCE = {"beg": "", "end": ", 2", "cur": ", 1", "SEEK_SET": "", "SEEK_END": ", 2", "SEEK_CUR": ", 1"}
# Functions of POSIX and <cstdio> that give 0 or -1, and the function of `os` that raises instead.
CALLS_ON_PATHS = {"mkdir": "mkdir", "rmdir": "rmdir", "remove": "remove", "unlink": "unlink", "rename": "rename",
                  "chmod": "chmod"}
# Methods of a file that ask whether it could be opened, and the answer of one that could.
TESTS = {"is_open": True, "good": True, "fail": False, "bad": False}


class Files(Conversions):
    for_effect: Expression | None               # the expression that stands as a statement

    def memory(self, expression: Expression) -> str:
        raise NotImplementedError               # StdCalls has it

    def formatted(self, format_: Expression, arguments: list[Expression], line: int) -> list[str]:
        raise NotImplementedError               # Output has it

    # -- <fstream>
    def opened(self, type_: CType, items: list[Expression]) -> str:
        """A file of <fstream> from its constructor's arguments."""
        if not items:
            return "None"
        flags = {word for item in items[1:] for word in names_in(item).split()}
        self.helpers.add("open_file")
        at_end = ", at_end=True" if "ate" in flags else ""
        return f'open_file({self.string(items[0])}, "{_mode(type_.name, flags)}"{at_end})'

    def file_method(self, call: Call, owner: Expression, text: str, name: str) -> Printed:
        arguments = call.arguments
        if name in TESTS:
            return f"{text} is {'not ' if TESTS[name] else ''}None", COMPARE
        if name == "open":
            return f"{text} = {self.opened(owner.type, arguments)}", 0
        if name == "rdbuf":
            return text, POSTFIX
        if name in ("write", "read", "sgetn", "sputn"):
            method = "write" if name in ("write", "sputn") else "readinto"
            counted = isinstance(owner, (Name, Member)) and owner.variable is not None and owner.variable.counted
            moved = f"{text}.{method}({self._bytes_at(*arguments)})"
            return (f"{_plain(text)}_count = {moved}", 0) if counted and method == "readinto" else (moved, ATOM)
        if name == "gcount":
            return f"{_plain(text)}_count", ATOM
        if name in ("tellg", "tellp"):
            return f"{text}.tell()", ATOM
        if name in ("seekg", "seekp", "pubseekoff", "pubseekpos"):
            moves = name != "pubseekpos" and len(arguments) > 1
            return f"{text}.seek({self.text(arguments[0])}{WHENCE[names_in(arguments[1])] if moves else ''})", ATOM
        if name in ("close", "flush"):
            return f"{text}.{name}()", ATOM
        if name == "clear":
            return "", ATOM                                # Python's file has no state that would stick
        raise UntranslatedError(f"method {name} of a file", call.line)

    def content(self, iterator: Construct) -> str:
        """`std::istreambuf_iterator<char>(file)`: all that is left in the file, as bytes."""
        return f"{self.text(iterator.arguments[0], POSTFIX)}.read()"

    def refused_open(self, expression: Expression) -> str:
        """`!file.is_open()` and the like as a condition."""
        if (isinstance(expression, Call) and isinstance(expression.function, Member)
                and expression.function.owner.type.kind == "file" and expression.function.name in TESTS):
            opposite = "" if TESTS[expression.function.name] else "not "
            return f"{self.text(expression.function.owner, POSTFIX)} is {opposite}None"
        return ""

    def asked(self, call: Expression) -> str:
        """`access(...)` and `stat(...)`, which give 0 for yes, as a condition."""
        if not isinstance(call, Call) or not isinstance(call.function, Symbol) or call.function.type.name != "std":
            return ""
        if call.function.name == "access":
            self.imports.add("os")
            path, mode = call.arguments
            return f"os.access({self.string(path)}, {self.text(mode)})"
        if call.function.name == "stat":
            path, status = call.arguments
            target = status.operand if isinstance(status, Unary) else None
            if not isinstance(target, Name):
                raise UntranslatedError("stat into what is no variable", call.line)
            self.helpers.add("file_status")
            return f"({target.variable.name} := file_status({self.string(path)}))"
        return ""

    def whole_read(self, expression: Expression) -> str:
        """`file.read(memory, size)` as a condition: whether all came."""
        if (isinstance(expression, Call) and isinstance(expression.function, Member)
                and expression.function.owner.type.kind == "file" and expression.function.name == "read"):
            return f"{self.text(expression)} == {self.text(expression.arguments[1], COMPARE + 1)}"
        return ""

    def _bytes_at(self, pointer: Expression, size: Expression) -> str:
        """Host memory of some size as a buffer."""
        memory = self.memory(pointer)
        inner = pointer
        while isinstance(inner, Cast):
            inner = inner.operand
        if isinstance(inner, Call) and isinstance(inner.function, Member):
            if inner.function.owner.type.kind == "string":
                return f"{memory}[:{self.text(size)}]"
            return f'memoryview({memory}).cast("B")[:{self.text(size)}]'
        if isinstance(inner, Text) or inner.type.kind == "string":
            return f"{memory}[:{self.text(size)}]"
        return f"ffi.buffer({memory}, {self.text(size)})"

    # -- what is read word by word and line by line
    def _std_getline(self, call: Call) -> str:
        """`std::getline(file, line)`: the line, or None at the end."""
        source, target = call.arguments[:2]
        end = f", {self.string(call.arguments[2])}" if len(call.arguments) > 2 else ""
        self.helpers.add("read_line")
        read = f"read_line({self.text(source)}{end})"
        if not self.in_condition:
            return f'{self.text(target)} = {read} or ""'
        if not isinstance(target, Name):
            raise UntranslatedError("getline into what is no variable", call.line)
        return f"({self.text(target)} := {read}) is not None"

    def read_words(self, binary: Binary) -> list[str]:
        """`file >> a >> b` as assignments."""
        source, targets = self._extracted(binary)
        return [f"{self.text(t)} = {self._read_value(source, t)}" for t in targets]

    def words_read(self, binary: Binary) -> str:
        """`file >> a >> b` as a condition."""
        source, targets = self._extracted(binary)
        if not self.in_condition or not all(isinstance(t, Name) for t in targets):
            raise UntranslatedError("input inside an expression", binary.line)
        return " and ".join(f"({self.text(t)} := {self._read_value(source, t)}) is not None" for t in targets)

    def _extracted(self, binary: Binary) -> tuple[str, list[Expression]]:
        """The stream of `stream >> a >> b`, and what it goes to."""
        targets: list[Expression] = []
        source: Expression = binary
        while isinstance(source, Binary) and source.operator == ">>":
            targets.insert(0, source.right)
            source = source.left
        return self.text(source), targets

    def _read_value(self, source: str, target: Expression) -> str:
        if target.type.kind != "string" and (target.type.kind not in ("int", "float") or target.type.bits == 8):
            raise UntranslatedError(f"input of a {target.type.name or target.type.kind}", target.line)
        single = target.type.kind == "float" and target.type.bits == 32
        kind = self.dtype(target.type) if single else {"string": "str"}.get(target.type.kind, target.type.kind)
        self.helpers.add("read_value")
        return f"read_value({source}, {kind})"

    # -- <cstdio>
    def _std_fopen(self, call: Call) -> str:
        path, mode = call.arguments
        if not isinstance(mode, Text):
            raise UntranslatedError("fopen with a mode that is no literal", call.line)
        self.helpers.add("open_file")
        kind = f"{mode.value[:1]}{'+' if '+' in mode.value else ''}b"
        return f'open_file({self.string(path)}, "{kind}")'

    def _std_fclose(self, call: Call) -> str:
        return f"{self.text(call.arguments[0])}.close()"

    def _std_fseek(self, call: Call) -> str:
        file, offset, whence = call.arguments
        return f"{self.text(file)}.seek({self.text(offset)}{WHENCE[names_in(whence)]})"

    def _std_rewind(self, call: Call) -> str:
        return f"{self.text(call.arguments[0])}.seek(0)"

    def _std_ftell(self, call: Call) -> str:
        return f"{self.text(call.arguments[0])}.tell()"

    def _std_fread(self, call: Call) -> str:
        """The elements that were read; a size of one byte divides nothing."""
        return self._moved(call, "readinto")

    def _std_fwrite(self, call: Call) -> str:
        return self._moved(call, "write")

    def _moved(self, call: Call, method: str) -> str:
        pointer, size, count, file = call.arguments
        one = next((n for n, a in enumerate((size, count)) if isinstance(a, Number) and a.value == 1), None)
        if one is None:
            total: Expression = Binary(count.type, call.line, "*", count, size)
        else:
            total = count if one == 0 else size
        moved = f"{self.text(file)}.{method}({self._bytes_at(pointer, total)})"
        if call is self.for_effect or one == 0:
            return moved
        return f"{moved} // {self.text(size, PRODUCT + 1)}"

    def _std_fgets(self, call: Call) -> str:
        target, size, file = call.arguments
        self.helpers.add("read_into")
        return f"read_into({self.text(target)}, {self.text(size)}, {self.text(file)})"

    def _std_fputs(self, call: Call) -> str:
        text, file = call.arguments
        if not isinstance(file, Symbol):
            return f"{self.text(file)}.write({self.text(text)})"
        target = ""
        if file.name == "stderr":
            self.imports.add("sys")
            target = "file=sys.stderr"
        if isinstance(text, Text) and text.value.endswith("\n"):
            return f"print({', '.join(filter(None, [quoted(text.value[:-1]) if text.value[:-1] else '', target]))})"
        return f"print({self.string(text)}, end=''{', ' if target else ''}{target})".replace("''", '""')

    def _std_putchar(self, call: Call) -> str:
        value = call.arguments[0]
        if isinstance(value, Number) and value.value == 10:
            return "print()"
        return f'print({self.string(value)}, end="")'

    # -- POSIX
    def _std_open(self, call: Call) -> str:
        self.helpers.add("open_descriptor")
        path, *rest = call.arguments
        return f"open_descriptor({', '.join([self.string(path), *(self.text(a) for a in rest)])})"

    def _std_close(self, call: Call) -> str:
        self.imports.add("os")
        return f"os.close({self.text(call.arguments[0])})"

    def _std_write(self, call: Call) -> str:
        self.imports.add("os")
        descriptor, pointer, size = call.arguments
        return f"os.write({self.text(descriptor)}, {self._bytes_at(pointer, size)})"

    def _std_read(self, call: Call) -> str:
        self.imports.add("os")
        descriptor, pointer, size = call.arguments
        return f"os.readv({self.text(descriptor)}, [{self._bytes_at(pointer, size)}])"

    def _std_access(self, call: Call) -> str:
        return f"(0 if {self.asked(call)} else -1)"

    _std_stat = _std_access

    def _std_getpid(self, call: Call) -> str:
        self.imports.add("os")
        return "os.getpid()"

    def file_type(self, call: Call, name: str) -> str:
        """`S_ISREG(mode)` and the like."""
        self.imports.add("stat")
        return f"stat.{name}({self.text(call.arguments[0])})"

    def on_path(self, call: Call, name: str) -> str:
        """`mkdir(path, mode)` and the like: 0, or -1 where Python raises."""
        texts = [self.string(a) if a.type.is_chars or a.type.kind == "string" else self.text(a)
                 for a in call.arguments]
        self.helpers.add("attempt")
        self.imports.add("os")
        return f"attempt(os.{CALLS_ON_PATHS[name]}, {', '.join(texts)})"


def _mode(kind: str, flags: set[str]) -> str:
    """Python's mode for a class of <fstream> and the flags it is opened with."""
    if "app" in flags:
        return "ab"
    if kind == "rb" or kind == "wb":
        return "r+b" if {"in", "out"} <= flags and "trunc" not in flags else kind
    if "out" in flags and "in" not in flags:
        return "wb"
    return "w+b" if "trunc" in flags else "rb" if flags & {"in", "out"} == {"in"} else "r+b"


def names_in(expression: Expression) -> str:
    """The names in an expression of flags."""
    if isinstance(expression, Binary):
        return f"{names_in(expression.left)} {names_in(expression.right)}"
    return expression.name if isinstance(expression, Symbol) else ""


def _plain(text: str) -> str:
    return text.rpartition(".")[2].rstrip("_")

