"""Layout: lines that are too long are broken behind a comma, under the opening bracket."""
from __future__ import annotations

WIDTH = 120
STEP = "    "
OPERATORS = (" and ", " or ", " + ", " - ", " * ", " / ", " // ", " | ")


def laid_out(lines: list[str]) -> list[str]:
    out: list[str] = []
    for line in lines:
        out += _comments_in(line) if "\x00" in line else _broken(line) if len(line) > WIDTH else [line]
    return out


def _comments_in(text: str) -> list[str]:
    """A call whose arguments have comments behind them: one line each."""
    head, *rest = text.split("\n")
    margin = " " * len(head)
    lines = [head]
    for part in rest:
        part = part.lstrip(" ")
        if part.startswith("\x00"):
            argument = part[1:]
            lines.append((lines.pop() if len(lines) == 1 and lines[0] == head else margin) + argument)
        else:
            tail = part.lstrip("\x01")
            code, sign, remark = lines[-1].partition("  # ")
            lines[-1] = code + tail + sign + remark
    return lines


def _broken(line: str) -> list[str]:
    if line.lstrip().startswith("#"):
        return _broken_comment(line)
    out: list[str] = []
    opened: list[int] = []                                 # columns of the brackets that are open where the line starts
    while len(line) > WIDTH:
        place = _place(line, opened)
        if place is None or place[0] <= place[1][-1] + 1:  # no gain: the bracket stands too far right
            halves = _split_string(line)
            if halves is None:
                break
            out.append(halves[0])
            line = halves[1]
            continue
        at, opened = place
        out.append(line[:at].rstrip())
        line = " " * (opened[-1] + 1) + line[at:].lstrip()
    return [*out, line]


def _broken_comment(line: str) -> list[str]:
    indent = line[:len(line) - len(line.lstrip())]
    words = line.strip().split(" ")
    out, current = [], indent + words[0]
    for word in words[1:]:
        if len(current) + 1 + len(word) > WIDTH and len(current) > len(indent) + 2:
            out.append(current)
            current = f"{indent}# {word}"
        else:
            current += " " + word
    return [*out, current]


def _split_string(line: str) -> tuple[str, str] | None:
    """A string that reaches over the width, as two strings behind each other; broken behind a space."""
    quote, start, space, braces = "", 0, 0, 0
    at = len(line) - len(line.lstrip())
    while at < WIDTH - 1:
        sign = line[at]
        if not quote and sign in "\"'":
            quote, space, braces = sign, 0, 0
            start = at - 1 if line[at - 1] in "fb" else at
        elif quote and sign == "\\":
            at += 1
        elif quote and sign == quote:
            quote = ""
        elif quote:
            braces += (sign == "{") - (sign == "}")
            if sign == " " and not braces:
                space = at + 1
        at += 1
    if not quote or space <= start + 2 or "(" not in line[:start]:
        return None
    prefix = line[start] if line[start] != quote else ""
    return line[:space] + quote, " " * start + prefix + quote + line[space:]


def _place(line: str, opened: list[int]) -> tuple[int, list[int]] | None:
    """Where a line is broken, with the brackets that are open there: in the outermost brackets, if that leaves not too
    short a line; behind the last comma within the width, or else before an operator."""
    best: tuple[int, int, list[int]] | None = None         # rank, position, open brackets
    brackets, quote = list(opened), ""
    at = len(line) - len(line.lstrip())
    while at < min(len(line), WIDTH):
        sign = line[at]
        if quote:
            if sign == "\\":
                at += 1
            elif sign == quote:
                quote = ""
        elif sign in "\"'":
            quote = sign
        elif sign in "([{":
            brackets.append(at)
        elif sign in ")]}" and brackets:
            brackets.pop()
        elif brackets and brackets[-1] < 80:
            depth = len(brackets)
            if line.startswith(", ", at):
                if best is None or 2 * depth <= best[0] or at - best[1] > 60:
                    best = (2 * depth, at + 1, list(brackets))
            elif line.startswith(OPERATORS, at) and not _in_subscript(line, brackets[-1]):
                if best is None or 2 * depth + 1 <= best[0]:
                    best = (2 * depth + 1, at, list(brackets))
            elif line.startswith(" % (", at) and best is None:
                best = (2 * depth + 100, at, list(brackets))
        at += 1
    return (best[1], best[2]) if best is not None else None


def _in_subscript(line: str, bracket: int) -> bool:
    """Whether a bracket opens an index, which stays in one piece."""
    return line[bracket] == "[" and bracket > 0 and (line[bracket - 1].isalnum() or line[bracket - 1] in "_])")


def indented(lines: list[str]) -> list[str]:
    return [STEP + line.replace("\n", "\n" + STEP) if line else line for line in lines]
