"""What the C preprocessor does to a sample: `#if` branches chosen, macros expanded; every line keeps its number.

A macro that is a constant stays one, a macro that hands its arguments to printf stays a function; what can only be said
in place (`CHECK_RET(cond, return ret)`) is expanded.
"""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .._tokens import Token, tokens
from ._includes import Includes
from ._source import Places
from ._types import NAMED

# A macro parameter may be a word of this many expansions within each other; C forbids recursion, so this is never met.
_MOST = 200
PLACES = ("__LINE__", "__FILE__")


@dataclass
class Macro:
    name: str
    parameters: list[str] | None       # None: object-like
    body: list[Token]
    variadic: str = ""                 # the name of the variable arguments

    @property
    def words(self) -> list[str]:
        return [t.text for t in self.body if t.is_code]


# The conversions of <cinttypes>: `"%" PRId64`.
FORMATS = {name: Macro(name, None, [Token("string", f'"{length}{kind}"')])
           for bits, length in (("8", ""), ("16", ""), ("32", ""), ("64", "l")) for kind in "diuxX"
           for name in [f"PRI{kind}{bits}"]}


class Preprocessor:
    """Expands a sample and what it includes.

    `places` says of each line of `text` where it stood, in the sample or in what is read with it.
    """

    def __init__(self, text: str, name: str, offset: int = 0, includes: Includes | None = None) -> None:
        self.macros: dict[str, Macro] = dict(FORMATS)
        self.places = Places(name, offset)
        self.includes = includes or Includes()
        self.once: set[Path] = set()
        lines = self._directives(text, name, self.includes.sample)
        while (source := self.includes.next_source()) is not None:
            lines += self._included(source)
        self.text = self._expand_lines(lines)

    # -- directives, line by line
    def _directives(self, text: str, name: str, path: Path | None) -> list[str]:
        lines = text.split("\n")
        result: list[str] = []
        active: list[list[bool]] = []              # of each open #if: is this branch taken, was one taken
        in_comment, depth, at = False, 0, 0
        again = self._defined_twice(lines)
        while at < len(lines):
            line, start = lines[at], at
            self.places.add(name, at + 1, line)
            if in_comment or not line.lstrip().startswith("#"):
                on = all(branch[0] for branch in active)
                result.append(line if on else "")
                in_comment = self._ends_in_comment(line, in_comment)
                if on:
                    depth += line.count("{") - line.count("}")
                at += 1
                continue
            while lines[at].endswith("\\") and at + 1 < len(lines):
                at += 1
                self.places.add(name, at + 1, lines[at])
            at += 1
            directive = " ".join(part.rstrip("\\").strip() if len(lines[start:at]) > 1 else part.strip()
                                 for part in lines[start:at])[1:].strip()
            kept = self._directive(directive, active, depth, again)
            result.extend([kept] + [""] * (at - start - 1))
            if all(branch[0] for branch in active):
                result += self._include(directive, path)
        return result

    def _include(self, directive: str, path: Path | None) -> list[str]:
        """The lines of what `#include "name"` names, if it is a file of the sample's."""
        words = [t for t in tokens(directive) if t.is_code]
        names = [t.text for t in words]
        if path is not None and names == ["pragma", "once"]:
            self.once.add(path)
        if names[:3] == ["pragma", "pack", "("]:
            self.places.pragma_pack(names[3:-1])
        if len(words) != 2 or words[0].text != "include" or words[1].kind != "string":
            return []
        found = self.includes.find(words[1].text.strip('"'), path.parent if path else None)
        return self._included(found) if found is not None and found not in self.once else []

    def _included(self, path: Path) -> list[str]:
        text = path.read_text(encoding="utf-8-sig", errors="replace").replace("\r\n", "\n")
        head = 0                                   # its licence and the like say nothing about the program
        for piece in tokens(text):
            if piece.is_code:
                break
            head += piece.text.count("\n")
        lines = self._directives(text, path.name, path)
        return [""] * head + lines[head:]

    @staticmethod
    def _ends_in_comment(line: str, inside: bool) -> bool:
        rest = "/*" + line if inside else line
        last = [t for t in tokens(rest) if t.kind == "comment" and t.text.startswith("/*")]
        return bool(last) and (not last[-1].text.endswith("*/") or len(last[-1].text) < 4) and rest.endswith(
            last[-1].text)

    @staticmethod
    def _defined_twice(lines: list[str]) -> set[str]:
        seen: set[str] = set()
        again: set[str] = set()
        for line in lines:
            words = [t.text for t in tokens(line) if t.is_code]
            if words[:2] in (["#", "define"], ["#", "undef"]) and len(words) > 2:
                (again if words[2] in seen else seen).add(words[2])
        return again

    def _directive(self, text: str, active: list[list[bool]], depth: int, again: set[str]) -> str:
        word, _, rest = text.partition(" ")
        if word.startswith(("if", "elif")) and "(" in word:              # `#if(X)`
            word, _, rest = text.partition("(")
            rest = "(" + rest
        if word in ("if", "ifdef", "ifndef"):
            asked = rest if word == "if" else f"{'!' if word == 'ifndef' else ''}defined({rest.split()[0]})"
            taken = self._condition(asked)
            active.append([taken, taken])
        elif word == "elif" and active:
            taken = not active[-1][1] and self._condition(rest)
            active[-1] = [taken, active[-1][1] or taken]
        elif word == "else" and active:
            active[-1] = [not active[-1][1], True]
        elif word == "endif" and active:
            active.pop()
        elif all(branch[0] for branch in active):
            if word == "define":
                return self._define(rest, depth, again)
            if word == "undef":
                self.macros.pop(rest.strip(), None)
        return ""

    def _condition(self, text: str) -> bool:
        """An `#if` condition; an unknown word is 0, as C says."""
        words = [t.text for t in tokens(text) if t.is_code]
        out: list[str] = []
        at = 0
        while at < len(words):
            word = words[at]
            if word == "defined":
                name = words[at + 2] if words[at + 1:at + 2] == ["("] else words[at + 1]
                at += 4 if words[at + 1:at + 2] == ["("] else 2
                out.append(str(int(name in self.macros or name in ("__cplusplus", "__linux__"))))
                continue
            macro = self.macros.get(word)
            if macro is not None and macro.parameters is None:
                word = "(" + (" ".join(macro.words) or "0") + ")"
            elif word[0].isalpha() or word[0] == "_":
                word = {"true": "1", "__cplusplus": "201703"}.get(word, "0")
            elif word[0].isdigit():
                word = str(int(word.rstrip("uUlL"), 0))
            out.append({"&&": " and ", "||": " or ", "!": " not "}.get(word, word))
            at += 1
        allowed = set("0123456789()<>=!+-*/% andornt")
        expression = "".join(out)
        if not expression or not set(expression) <= allowed:
            return False
        try:
            return bool(eval(expression, {"__builtins__": {}}))    # digits and operators alone
        except (SyntaxError, TypeError, ZeroDivisionError):
            return False

    def _define(self, text: str, depth: int, again: set[str]) -> str:
        """Note a macro; gives the C++ that says the same where a declaration can."""
        pieces = list(tokens(text))
        name, rest = pieces[0].text, pieces[1:]
        parameters: list[str] | None = None
        variadic = ""
        if rest and rest[0].text == "(":
            close = next((n for n, t in enumerate(rest) if t.text == ")"), len(rest) - 1)
            parameters = [t.text for t in rest[1:close] if t.is_code and t.text != ","]
            rest = rest[close + 1:]
            if parameters[-1:] == ["..."]:
                parameters.pop()
                named = len(parameters) > 0 and self._directly_before(pieces, "...", parameters[-1])
                variadic = parameters.pop() if named else "__VA_ARGS__"
        while rest and not rest[-1].is_code:
            rest.pop()
        while rest and not rest[0].is_code:
            rest.pop(0)
        macro = Macro(name, parameters, rest, variadic)
        self.macros[name] = macro
        if name in again or depth > 0:
            return ""
        if parameters is None and self._is_constant(macro):
            body = "".join(t.text for t in rest).rstrip("; ")
            del self.macros[name]
            self.macros["defined " + name] = macro
            return f"const auto {name} = {body};"
        if parameters is not None and (target := self._printer(macro)):
            del self.macros[name]
            self.macros["defined " + name] = macro
            first = parameters[0]
            return (f"template <typename... Args> void {name}(const char* {first}, Args... args) "
                    f"{{ {target}{first}, args...); }}")
        return ""

    @staticmethod
    def _directly_before(pieces: list[Token], sign: str, word: str) -> bool:
        code = [t.text for t in pieces if t.is_code]
        return code[code.index(sign) - 1] == word

    def _is_constant(self, macro: Macro) -> bool:
        words = macro.words
        if not words or (len(words) == 1 and words[0] in NAMED) or (len(words) > 1 and words[-1] in NAMED):
            return False
        if words[0] in ("const", "static", "inline", "do", "if", "return", "{", "unsigned", "std", "extern"):
            return False
        if any(w in (";", "{", "}", "##", "#", "__LINE__", "__FILE__") for w in words[:-1]):
            return False
        known = all(t.kind != "word" or t.text.isupper() or "_" in t.text or t.text in ("true", "false", "aclDataType",
                                                                                         "aclFormat", "nullptr")
                    for t in macro.body)
        return known and any(t.kind in ("number", "string") or t.kind == "word" for t in macro.body)

    @staticmethod
    def _printer(macro: Macro) -> str:
        """`printf(` or `fprintf(stderr, ` if all that a macro does is to print its arguments."""
        words = macro.words
        if words[:2] == ["do", "{"] and words[-4:] == ["while", "(", "0", ")"]:
            words = words[2:-5]
        while words and words[-1] in (";", "}"):
            words = words[:-1]
        if words[:1] == ["{"]:
            words = words[1:]
        first = macro.parameters[0] if macro.parameters else ""
        for start, text in ((["printf", "("], "printf("), (["std", "::", "printf", "("], "printf("),
                            (["fprintf", "(", "stdout", ","], "printf("),
                            (["fprintf", "(", "stderr", ","], "fprintf(stderr, ")):
            tail = words[len(start):]
            if words[:len(start)] == start and tail in ([first, ",", "##", macro.variadic, ")"],
                                                         [first, ",", macro.variadic, ")"]):
                return text if len(macro.parameters or ()) == 1 else ""
        return ""

    # -- macros
    def _expand_lines(self, lines: list[str]) -> str:
        text = "\n".join(lines)
        if not self.macros and not any(word in text for word in PLACES):
            return text
        pieces = list(tokens(text))
        out: list[str] = []
        at, line = 0, 1
        while at < len(pieces):
            piece = pieces[at]
            end = self._invocation_end(pieces, at) if piece.kind == "word" else -1
            if end > 0:
                taken = pieces[at:end]
                self._place = self.places.where[line - 1]
                out.append(_one_line(self._expand(taken, frozenset())))
                newlines = sum(t.text.count("\n") for t in taken)
                out.append("\n" * newlines)
                line += newlines
                at = end
                continue
            line += piece.text.count("\n")
            out.append(piece.text)
            at += 1
        return "".join(out)

    def _invocation_end(self, pieces: list[Token], at: int) -> int:
        """Where the macro call that begins here ends, or -1."""
        word = pieces[at].text
        if word in PLACES:
            return at + 1
        macro = self.macros.get(word)
        if macro is None:
            return -1
        if macro.parameters is None:
            return at + 1
        start = at + 1
        while start < len(pieces) and not pieces[start].is_code:
            start += 1
        if start >= len(pieces) or pieces[start].text != "(":
            return -1
        depth = 0
        for end in range(start, len(pieces)):
            depth += {"(": 1, ")": -1}.get(pieces[end].text, 0)
            if depth == 0:
                return end + 1
        return -1

    def _makes_strings(self, macro: Macro) -> bool:
        """Whether a macro hands its arguments to one that makes strings of them: there, constants are their values."""
        return any(t.text in self.macros and any(b.text == "#" for b in self.macros[t.text].body) for t in macro.body)

    def _expand(self, pieces: list[Token], hidden: frozenset[str], constants: bool = False) -> list[Token]:
        out: list[Token] = []
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            end = -1
            constant = self.macros.get("defined " + piece.text) if constants else None
            if constant is not None and constant.parameters is None:
                out += self._expand(constant.body, hidden | {piece.text}, constants)
                at += 1
                continue
            if piece.kind == "word" and piece.text not in hidden and len(hidden) < _MOST:
                end = self._invocation_end(pieces, at)
            if end < 0:
                out.append(piece)
                at += 1
                continue
            if piece.text == "__LINE__":
                out.append(Token("number", str(self._place[1])))
            elif piece.text == "__FILE__":
                out.append(Token("string", '"' + self._place[0] + '"'))
            else:
                macro = self.macros[piece.text]
                arguments = self._arguments(pieces[at + 1:end]) if macro.parameters is not None else []
                body = self._substitute(macro, arguments, hidden)
                out += self._expand(body, hidden | {piece.text})
            at = end
        return out

    @staticmethod
    def _arguments(pieces: list[Token]) -> list[list[Token]]:
        arguments: list[list[Token]] = [[]]
        depth = 0
        for piece in pieces:
            depth += {"(": 1, ")": -1}.get(piece.text, 0) if piece.kind == "sign" else 0
            if depth == 0 or (depth == 1 and piece.text == "(" and not any(arguments) and len(arguments) == 1):
                continue
            if depth == 1 and piece.text == ",":
                arguments.append([])
            else:
                arguments[-1].append(piece)
        return [_stripped(a) for a in arguments]

    def _substitute(self, macro: Macro, arguments: list[list[Token]], hidden: frozenset[str]) -> list[Token]:
        parameters = macro.parameters or []
        values = dict(zip(parameters, arguments, strict=False))
        for missing in parameters[len(arguments):]:
            values[missing] = []
        if macro.variadic:
            rest: list[Token] = []
            for n, argument in enumerate(arguments[len(parameters):]):
                rest += ([Token("sign", ","), Token("space", " ")] if n else []) + argument
            values[macro.variadic] = rest
        out: list[Token] = []
        body = macro.body
        code = [n for n, t in enumerate(body) if t.is_code]
        skip = -1
        for n, piece in enumerate(body):
            if n <= skip:
                continue
            following = next((m for m in code if m > n), -1)
            before = next((m for m in reversed(code) if m < n), -1)
            if piece.text == "#" and following > 0 and body[following].text in values:
                inner = "".join(t.text if t.is_code else " " for t in values[body[following].text])
                out.append(Token("string", '"' + inner.replace("\\", "\\\\").replace('"', '\\"') + '"'))
                skip = following
            elif piece.text == "##":
                while out and not out[-1].is_code:
                    out.pop()
                right = body[following]
                pasted = values.get(right.text, [right])
                if out and out[-1].text == "," and right.text == macro.variadic:
                    out = [*out, Token("space", " "), *pasted] if pasted else out[:-1]
                elif out and pasted:
                    out[-1] = Token("word", out[-1].text + pasted[0].text)
                    out += pasted[1:]
                else:
                    out += pasted
                skip = following
            elif piece.text in values and piece.kind == "word":
                pasting = "##" in (body[following].text if following > 0 else "",
                                   body[before].text if before >= 0 else "")
                argument = values[piece.text]
                out += argument if pasting else self._expand(argument, hidden, self._makes_strings(macro))
            else:
                out.append(piece)
        return out


def _stripped(pieces: list[Token]) -> list[Token]:
    while pieces and pieces[0].kind == "space":
        pieces = pieces[1:]
    while pieces and pieces[-1].kind == "space":
        pieces = pieces[:-1]
    return pieces


def _one_line(pieces: list[Token]) -> str:
    out = []
    for piece in pieces:
        if piece.kind == "space":
            out.append(" ")
        elif piece.kind == "comment" and piece.text.startswith("//"):
            out.append("/*" + piece.text[2:].replace("*/", "") + " */")
        else:
            out.append(piece.text.replace("\n", " ") if piece.kind == "comment" else piece.text)
    return "".join(out)
