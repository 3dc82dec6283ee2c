"""Where a program comes from: a source file, or an operator page whose example it takes out."""
from __future__ import annotations

from dataclasses import dataclass, field

FENCES = ("```", "~~~")
STARTS = ("#include", "#define", "//", "/*", "#pragma", "#ifndef", "#ifdef", "#if")


@dataclass
class Places:
    """Where each line of an expanded program stood, and what it said there."""

    name: str                                               # the sample
    offset: int = 0                                         # lines of the page before the program
    where: list[tuple[str, int]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def add(self, name: str, number: int, line: str) -> None:
        self.where.append((name, number))
        self.lines.append(line)

    def of(self, line: int) -> tuple[str, int]:
        """The file and the line in it; line 0 is the sample as a whole."""
        if not 0 < line <= len(self.where):
            return self.name, 0
        name, number = self.where[line - 1]
        return name, number + (self.offset if name == self.name else 0)

    def text(self, line: int) -> str:
        return self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""


def program_of(text: str) -> tuple[str, int]:
    """The C++ program in a text, and how many lines stand before it.

    Raises ValueError if a page holds no program with a `main`.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if any(line.lstrip().startswith(FENCES) for line in lines) and not _looks_like_source(lines):
        return _from_markdown(lines)
    if _looks_like_source(lines):
        return "\n".join(lines), 0
    return _from_plain(lines)


def _looks_like_source(lines: list[str]) -> bool:
    """Source begins with a comment, a directive or code; a page begins with a title."""
    for line in lines:
        word = line.strip()
        if word:
            return word.startswith((*STARTS, "using ", "namespace ", "template", "extern ", "static ", "struct ",
                                    "class ", "int ", "void ")) and not word.startswith("# ")
    return True


def _from_markdown(lines: list[str]) -> tuple[str, int]:
    """The first fenced block with a main function."""
    start = -1
    for number, line in enumerate(lines):
        if not line.lstrip().startswith(FENCES):
            continue
        if start < 0:
            start = number + 1
            continue
        if any(_is_main(block_line) for block_line in lines[start:number]):
            return "\n".join(_dedent(lines[start:number])), start
        start = -1
    raise ValueError("this page has no example with a main function")


def _from_plain(lines: list[str]) -> tuple[str, int]:
    """A page as text: the example starts with its first directive and ends with the brace that closes main."""
    start = next((n for n, line in enumerate(lines) if line.lstrip().startswith("#include")), None)
    if start is None or not any(_is_main(line) for line in lines[start:]):
        raise ValueError("this text holds no C++ program: no #include with a main function behind it")
    main = next(n for n in range(start, len(lines)) if _is_main(lines[n]))
    end = next((n for n in range(main, len(lines)) if lines[n].startswith("}")), len(lines) - 1)
    return "\n".join(lines[start:end + 1]), start


def _is_main(line: str) -> bool:
    before, found, behind = line.partition("main")
    return bool(found) and behind.lstrip().startswith("(") and before.split()[-1:] in (["int"], ["int32_t"], ["void"])


def _dedent(lines: list[str]) -> list[str]:
    filled = [line for line in lines if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    return [line[margin:] for line in lines]
