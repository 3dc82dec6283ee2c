"""What docstrings list in columns, `name  what it is`, as a list: Markdown would run the lines together."""
from __future__ import annotations

import re
from typing import Any

import griffe

_ROW = re.compile(r"(\w+(?:, \w+)*)  +(\S.*)")


def listed(text: str) -> str:
    lines = list[str]()
    column = 0                                       # of the second column of the row before
    for line in text.split("\n"):
        row = _ROW.fullmatch(line)
        if row is not None:
            lines += [] if column else [""]
            column = row.start(2)
            lines.append(f"- `{row[1]}`: {row[2]}")
        elif column and line.strip() and not line[:column].strip():
            lines[-1] += f" {line.strip()}"
        else:
            column = 0
            lines.append(line)
    return "\n".join(lines)


class Parameters(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = listed(obj.docstring.value)
