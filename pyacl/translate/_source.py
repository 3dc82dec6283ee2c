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
    packs: list[int] = field(default_factory=list)          # the alignment that `#pragma pack` allows at most, or 0
    packing: list[int] = field(default_factory=lambda: [0])

    def add(self, name: str, number: int, line: str) -> None:
        self.where.append((name, number))
        self.lines.append(line)
        self.packs.append(self.packing[-1])

    def pragma_pack(self, words: list[str]) -> None:
        """What stands in `#pragma pack(...)`, for the lines that follow."""
        if "pop" in words:
            self.packing = self.packing[:-1] or [0]
        if "push" in words:
            self.packing.append(self.packing[-1])
        numbers = [int(word) for word in words if word.isdigit()]
        if numbers or not words:
            self.packing[-1] = numbers[-1] if numbers else 0

    def pack(self, line: int) -> int:
        return self.packs[line - 1] if 0 < line <= len(self.packs) else 0

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
    lines = _lines(text)
    if any(line.lstrip().startswith(FENCES) for line in lines) and not _looks_like_source(lines):
        return _from_markdown(lines)
    if _looks_like_source(lines):
        return "\n".join(lines), 0
    return _from_plain(lines)


def other_programs(text: str, source: str, offset: int) -> list[int]:
    """The lines of a page on which the main functions of its other examples stand, behind the first."""
    end = offset + source.count("\n") + 1
    return [number for number, line in enumerate(_lines(text), 1) if number > end and _is_main(line)]


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _looks_like_source(lines: list[str]) -> bool:
    """Source begins with a comment, a directive or code; a page begins with a title."""
    for line in lines:
        word = line.strip()
        if word:
            return word.startswith((*STARTS, "using ", "namespace ", "template", "extern ", "static ", "struct ",
                                    "class ", "int ", "void ")) and not word.startswith("# ")
    return True


def _from_markdown(lines: list[str]) -> tuple[str, int]:
    """The first fenced block with a main function; one that nobody closed ends with the brace that closes main."""
    start = -1
    for number, line in enumerate([*lines, FENCES[0]]):
        if not line.lstrip().startswith(FENCES):
            continue
        opens = bool(line.strip(" \t`~"))                  # only an opening fence names a language
        if start >= 0 and any(_is_main(block_line) for block_line in lines[start:number]):
            block = _dedent(lines[start:number])
            return "\n".join(block[:_end_of_main(block)] if opens or number == len(lines) else block), start
        start = number + 1 if opens or start < 0 else -1
    raise ValueError("this page has no example with a main function")


def _from_plain(lines: list[str]) -> tuple[str, int]:
    """A page as text: the example starts with its first directive and ends with the brace that closes main."""
    start = next((n for n, line in enumerate(lines) if line.lstrip().startswith("#include")), None)
    if start is None or not any(_is_main(line) for line in lines[start:]):
        raise ValueError("this text holds no C++ program: no #include with a main function behind it")
    return "\n".join(lines[start:start + _end_of_main(lines[start:])]), start


def _end_of_main(lines: list[str]) -> int:
    """How many lines there are up to the brace that closes main."""
    main = next(n for n, line in enumerate(lines) if _is_main(line))
    return next((n + 1 for n in range(main, len(lines))
                 if lines[n].lstrip().startswith("}") and _margin(lines[n]) <= _margin(lines[main])), len(lines))


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_main(line: str) -> bool:
    before, found, behind = line.partition("main")
    return bool(found) and behind.lstrip().startswith("(") and before.split()[-1:] in (["int"], ["int32_t"], ["void"])


def _dedent(lines: list[str]) -> list[str]:
    filled = [line for line in lines if line.strip()]
    margin = min(map(_margin, filled), default=0)
    return [line[margin:] for line in lines]
