"""Tables of the documentation that come from the package itself."""
from __future__ import annotations

from typing import Any

from pyacl.errors import ARGUMENT_CODES, MEANINGS, MEMORY_CODES, TIMEOUT_CODES, code_name

KINDS = ((MEMORY_CODES, "`AclMemoryError`"), (ARGUMENT_CODES, "`AclArgumentError`"),
         (TIMEOUT_CODES, "`AclTimeoutError`"))


def errors() -> str:
    """One row for each code that has a meaning or a class of its own."""
    rows = ["| code | name | raised as | meaning | what to do |", "|---:|---|---|---|---|"]
    for code in sorted(MEANINGS.keys() | MEMORY_CODES | ARGUMENT_CODES | TIMEOUT_CODES):
        kind = next((name for codes, name in KINDS if code in codes), "`AclError`")
        meaning, hint = MEANINGS.get(code, ("", ""))
        name = code_name(code)
        rows.append(f"| {code} | {f'`{name}`' if name else ''} | {kind} | {meaning} | {hint} |")
    return "\n".join(rows)


def on_page_markdown(markdown: str, **_: Any) -> str:
    return markdown.replace("{{ errors }}", errors()) if "{{ errors }}" in markdown else markdown
