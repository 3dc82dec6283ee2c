"""Replays recorded scenarios of C calls through `pyacl.capi` on the emulator, and tells where the answers differ.

    python tests/golden/replayer.py [TOPIC or ID]... [--jobs N]

A scenario is `{"id", "topic", "statements", "why", "env", "files", "timeout", "steps"}`: one fresh process, in which
the steps run one after another, each on the thread that it names.  A step is `{"thread", "call", "args", "as", "ret",
"out", "codes"}`: what is called, and what the real library returned, wrote into its out cells, and put into its
message.  `driver` and `driver_out` mark what a substitute driver decided: carried out, but not compared.  `crash` marks
a call in which the real library died.  A scenario may instead hold a table of the codes of a first phase, one row per
call.

Arguments: a number; null; or an object with one of
    out         a new cell of this type, every byte 0x5A or the value `init`; variable `name` gets what it holds after
    var, val    a variable as a pointer (plus `plus` bytes), or as a number
    host        bytes of host memory (a count of bytes `fill`, or hex), aligned to `align`; variable `name` the address
    i64 ... f64 an array; ptrs an array of pointers in variables
    str, file   text, and the path of one of `files`
    bits        a number as a pointer; tid the number of a thread
    callback    a function pointer of `type` that notes its calls and returns `ret`
Calls whose name begins with @ do what no C function does: read and write host memory, sleep, join, list callbacks.
"""
from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import queue
import re
import selectors
import signal
import struct
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyacl
from pyacl import _lib, capi, emulator

HERE = Path(__file__).parent
CELLS = {"ptr": "uintptr_t", "i16": "int16_t", "u16": "uint16_t", "i32": "int32_t", "u32": "uint32_t", "i64": "int64_t",
         "u64": "uint64_t", "size": "size_t", "u8": "uint8_t", "f32": "float", "f64": "double"}
ARRAYS = ("i64", "u64", "i32", "u32", "u8", "f32", "f64", "size")
MESSAGE_CODE = re.compile(r"(?<![A-Za-z0-9])E[A-Z][0-9]{4}(?![0-9])")
SECONDS = 30                                     # for a scenario that names no other time
# The number one as an aclScalar of each type; of types that are not here the first byte is 1.
ONES = {0: struct.pack("<f", 1), 1: b"\0\x3c", 2: b"\1", 3: struct.pack("<i", 1), 4: b"\1", 6: struct.pack("<h", 1),
        7: struct.pack("<H", 1), 8: struct.pack("<I", 1), 9: struct.pack("<q", 1), 10: struct.pack("<Q", 1),
        11: struct.pack("<d", 1), 12: b"\1", 16: struct.pack("<ff", 1, 0), 17: struct.pack("<dd", 1, 0),
        27: b"\x80\x3f"}

ffi = capi.ffi
Scenario = dict[str, Any]
Step = dict[str, Any]


def scenarios() -> list[Scenario]:
    with gzip.open(HERE / "open.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def recorded_signatures() -> dict[str, str]:
    with gzip.open(HERE / "abi.json.gz", "rt", encoding="utf-8") as text:
        signatures: dict[str, str] = json.load(text)
    return signatures


class Player:
    """Plays one scenario in this process; `tell` is called with each difference."""

    def __init__(self, scenario: Scenario, folder: Path, tell: Callable[[str], None]) -> None:
        self.scenario, self.folder, self.tell = scenario, folder, tell
        self.variables: dict[str, Any] = {}
        self.alive: list[Any] = []                                   # cells and callbacks live to the end
        self.calls: defaultdict[str, list[Any]] = defaultdict(list)
        self.names = {threading.get_ident(): "main"}                 # thread ident -> name
        self.workers: dict[str, Worker] = {}

    def play(self, at: Callable[[str], None]) -> None:
        """`at` is told where the scenario is, before each step."""
        for name, text in self.scenario.get("files", {}).items():
            (self.folder / name).write_text(text)
        for name in {step.get("thread", "main") for step in self.scenario.get("steps", ())} - {"main"}:
            worker = self.workers[name] = Worker()
            worker.start()
            self.names[worker.ident or 0] = name
        if "table" in self.scenario:
            self._table(at)
        for number, step in enumerate(self.scenario.get("steps", ())):
            if step.get("crash"):
                return
            label = f"{number} {step['call']}"
            at(label)
            other = self.workers.get(step.get("thread", "main"))
            for difference in other.do(self._step, step) if other else self._step(step):
                self.tell(f"{label}: {difference}")

    # -- one step

    def _step(self, step: Step) -> list[str]:
        try:
            got = self._pseudo(step) if step["call"].startswith("@") else self._call(step)
        except Exception as error:
            return [repr(error)]
        return [] if step.get("driver") else list(_differences(step, got))

    def _call(self, step: Step) -> dict[str, Any]:
        cells: list[Cell] = []
        types = ffi.typeof(getattr(_lib.lib, step["call"])).args
        given = [_as_type(kind, self._argument(value, cells))
                 for kind, value in zip(types, step.get("args", ()), strict=True)]
        returned = getattr(capi, step["call"])(*given)
        got: dict[str, Any] = {"ret": returned}
        if isinstance(returned, ffi.CData):
            value = _address(returned)
            got["ret"] = "nonnull" if value else "null"
            if step["call"] == "aclGetRecentErrMsg":
                text = ffi.string(ffi.cast("char *", value)).decode(errors="replace") if value else ""
                got["codes"] = sorted(set(MESSAGE_CODE.findall(text)))
            returned = value
        if "as" in step:
            self.variables[step["as"]] = returned
        for cell in cells:
            self.variables[cell.name] = cell.cdata[0]
        got["out"] = {cell.name: cell.observed(self.variables) for cell in cells}
        return got

    def _pseudo(self, step: Step) -> dict[str, Any]:
        first, *rest = (self._number(value) for value in step["args"])
        if step["call"] == "@read":
            return {"ret": bytes(ffi.buffer(ffi.cast("char *", first), rest[0])).hex()}
        if step["call"] == "@write":
            data = bytes.fromhex(rest[0])
            ffi.memmove(ffi.cast("char *", first), data, len(data))
        elif step["call"] == "@read_i64":
            return {"ret": list(ffi.cast("int64_t *", first)[0:rest[0]]) if rest[0] else []}
        elif step["call"] == "@read_str":
            return {"ret": ffi.string(ffi.cast("char *", first)).decode()}
        elif step["call"] == "@peek":
            return {"ret": ffi.cast(rest[1] + " *", first + rest[0])[0]}
        elif step["call"] == "@calls":
            return {"ret": list(self.calls[first])}
        elif step["call"] == "@sleep":
            time.sleep(first / 1000)
        elif step["call"] == "@join":
            self.workers[first].finish()
        else:
            raise ValueError(step["call"])
        return {"ret": None}

    def _number(self, value: Any) -> Any:
        """A variable's value, or the value itself."""
        if not isinstance(value, dict):
            return value
        return self.variables[value["var"] if "var" in value else value["val"]] + value.get("plus", 0)

    # -- arguments: numbers, for pointers addresses

    def _keep(self, ctype: str, content: Any = None) -> Any:
        made = ffi.new(ctype) if content is None else ffi.new(ctype, content)
        self.alive.append(made)
        return made

    def _argument(self, value: Any, cells: list[Cell]) -> Any:
        if not isinstance(value, dict):
            return value or 0
        if "var" in value or "val" in value:
            return self._number(value)
        if "out" in value:
            cell = Cell(value, self._keep(CELLS[value["out"]] + " *"))
            cells.append(cell)
            return _address(cell.cdata)
        if "host" in value:
            return self._host(value)
        if "ptrs" in value:
            return _address(self._keep("uintptr_t[]", [self.variables.get(name, 0) for name in value["ptrs"]]))
        if "str" in value or "file" in value:
            text = value["str"] if "str" in value else str(self.folder / value["file"])
            return _address(self._keep("char[]", text.encode()))
        if "callback" in value:
            return self._callback(value)
        if "tid" in value:
            return next(ident for ident, name in self.names.items() if name == value["tid"])
        for kind in ARRAYS:
            if kind in value:
                array = _address(self._keep(CELLS[kind] + "[]", value[kind] or 1))
                if "name" in value:
                    self.variables[value["name"]] = array
                return array
        return value["bits"]

    def _host(self, value: dict[str, Any]) -> int:
        wanted, align = value["host"], value.get("align", 64)
        data = bytes([value.get("fill", 0xA5)]) * wanted if isinstance(wanted, int) else bytes.fromhex(wanted)
        start = -(-_address(self._keep("char[]", len(data) + 2 * align)) // align) * align
        ffi.memmove(ffi.cast("char *", start), data, len(data))
        if "name" in value:
            self.variables[value["name"]] = start
        return int(start)

    def _callback(self, value: dict[str, Any]) -> int:
        name = value["callback"]
        if f"callback {name}" not in self.variables:
            kind = ffi.typeof(value["type"].replace("(", "(*)(", 1))
            answer = None if kind.result.kind == "void" else value.get("ret", 0)

            def note(*arguments: Any) -> Any:
                numbers = [_address(item) if isinstance(item, ffi.CData) else item for item in arguments]
                seen = [number if not isinstance(item, ffi.CData) else "null" if not number else
                        number if number < 4096 else "nonnull" for item, number in zip(arguments, numbers, strict=True)]
                self.calls[name].append([self.names.get(threading.get_ident(), "other"), seen])
                return answer
            made = ffi.callback(kind, note)
            self.alive.append(made)
            self.variables[f"callback {name}"] = _address(made)
        address: int = self.variables[f"callback {name}"]
        return address

    # -- tables: the codes of a first phase by the data types of its arguments

    def _table(self, at: Callable[[str], None]) -> None:
        for step in self.scenario["setup"]:
            at(f"setup {step['call']}")
            self._call(step)
        at("table")
        width = len(self.scenario["columns"])
        for *row, expected in self.scenario["table"]:
            code = self._row(dict(zip(self.scenario["columns"], row, strict=True)))
            if code != expected:
                self.tell(f"row {row[:width]}: returned {code}, expected {expected}")

    def _row(self, columns: dict[str, int]) -> int:
        shape, arguments = self.scenario["shape"], list[Any]()
        for kind, _, what in (text.partition(":") for text in self.scenario["call"]):
            number = columns[what] if what in columns else int(what)
            if kind in ("tensor", "out"):
                arguments.append(capi.aclCreateTensor(shape, len(shape), number, ffi.NULL, 0, capi.ACL_FORMAT_ND, shape,
                                                      len(shape), ffi.NULL))
            elif kind in ("scalar", "const"):
                one = self._keep("char[16]", ONES.get(number, b"\1").ljust(16, b"\0"))
                arguments.append(capi.aclCreateScalar(one, number))
            else:
                arguments.append(number)
        size, executor = ffi.new("uint64_t *"), ffi.new("aclOpExecutor **")
        code: int = getattr(capi, self.scenario["op"] + "GetWorkspaceSize")(*arguments, size, executor)
        if code == 0:
            capi.aclDestroyAclOpExecutor(executor[0])
        else:
            capi.aclGetRecentErrMsg()
        return code


@dataclass
class Cell:
    """An out argument: what it is, where it is, and its bytes before the call."""

    spec: dict[str, Any]
    cdata: Any
    before: bytes = field(init=False)

    def __post_init__(self) -> None:
        raw = ffi.buffer(self.cdata)
        if "init" in self.spec:
            self.cdata[0] = self.spec["init"]
        else:
            raw[:] = b"\x5a" * len(raw)
        self.before = bytes(raw)

    @property
    def name(self) -> str:
        name: str = self.spec["name"]
        return name

    def observed(self, variables: dict[str, Any]) -> Any:
        """The number in it; of a pointer "null", "nonnull", or "=name" of a variable; "unchanged"."""
        pointer, value = self.spec["out"] == "ptr", self.cdata[0]
        if bytes(ffi.buffer(self.cdata)) == self.before and (pointer or "init" not in self.spec):
            return "unchanged"
        if not pointer:
            return value
        same = [name for name in self.spec.get("cmp", ()) if variables.get(name) == value]
        return f"={same[-1]}" if same else "nonnull" if value else "null"


class Worker(threading.Thread):
    """A thread of a scenario, which does nothing but its steps."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._steps: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[list[str]] = queue.SimpleQueue()

    def run(self) -> None:
        while (work := self._steps.get()) is not None:
            function, step = work
            self._answers.put(function(step))

    def do(self, function: Callable[[Step], list[str]], step: Step) -> list[str]:
        self._steps.put((function, step))
        return self._answers.get()

    def finish(self) -> None:
        self._steps.put(None)
        self.join()


def _address(pointer: Any) -> int:
    return int(ffi.cast("uintptr_t", pointer))


def _as_type(kind: Any, value: Any) -> Any:
    """A number as a C argument; integers are reduced modulo the width of their type."""
    if kind.kind in ("pointer", "function"):
        return ffi.cast(kind, value & (2 ** 64 - 1))
    return value if kind.cname in ("float", "double") else int(ffi.cast(kind, value))


def _differences(step: Step, got: dict[str, Any]) -> Iterator[str]:
    if not _same(got["ret"], step.get("ret")):
        yield f"returned {got['ret']}, expected {step.get('ret')}"
    if "codes" in step and got.get("codes") != step["codes"]:
        yield f"the message has the codes {got.get('codes')}, expected {step['codes']}"
    for name, expected in step.get("out", {}).items():
        if name not in step.get("driver_out", ()) and not _same(got["out"].get(name), expected):
            yield f"{name} = {got['out'].get(name)}, expected {expected}"


def _same(got: Any, expected: Any) -> bool:
    if isinstance(expected, float) and isinstance(got, (int, float)):
        return got == expected or math.isclose(got, expected, rel_tol=1e-6)
    return bool(got == expected)


# -- processes

@dataclass
class Run:
    """A scenario that is being played in a child process."""

    scenario: Scenario
    process: int
    deadline: float
    folder: tempfile.TemporaryDirectory[str]
    received: bytes = b""

    def finish(self) -> list[str]:
        """The differences, when the child has closed its pipe."""
        _, status = os.waitpid(self.process, 0)
        self.folder.cleanup()
        *lines, _ = self.received.decode().split("\n")
        found = [line[1:] for line in lines if line.startswith("-")]
        if lines[-1:] != ["end"]:
            place = next((line[1:] for line in reversed(lines) if line.startswith("@")), "the start")
            found.append(f"{place}: the process ended with {os.waitstatus_to_exitcode(status)}")
        return found


def replay(chosen: Iterable[Scenario], jobs: int) -> Iterator[tuple[Scenario, list[str]]]:
    """Play scenarios, `jobs` at a time, and yield each with its differences as it ends.

    Each is a fork of this process, which has loaded the binding but called nothing, and has no other threads.
    """
    pyacl.use_backend("emulator")
    emulator.operators()                                             # loads NumPy and all operators once
    waiting, selector = list(reversed(list(chosen))), selectors.DefaultSelector()
    while waiting or selector.get_map():
        while waiting and len(selector.get_map()) < jobs:
            reader, run = _start(waiting.pop())
            selector.register(reader, selectors.EVENT_READ, run)
        for key, _ in selector.select(timeout=0.2):
            data = os.read(key.fd, 1 << 16)
            key.data.received += data
            if not data:
                selector.unregister(key.fd)
                os.close(key.fd)
                yield key.data.scenario, key.data.finish()
        for key in list(selector.get_map().values()):
            if time.monotonic() > key.data.deadline:
                os.kill(key.data.process, signal.SIGKILL)


def _start(scenario: Scenario) -> tuple[int, Run]:
    folder = tempfile.TemporaryDirectory(prefix="golden")
    reader, writer = os.pipe()
    process = os.fork()
    if process:
        os.close(writer)
        return reader, Run(scenario, process, time.monotonic() + scenario.get("timeout", SECONDS), folder)
    try:
        _child(scenario, Path(folder.name), writer)
    finally:
        os._exit(1)


def _child(scenario: Scenario, folder: Path, writer: int) -> None:
    for name in [name for name in os.environ if name.startswith("ASCEND")]:
        del os.environ[name]
    os.environ.update(scenario.get("env", {}))
    emulator.configure(profile="9.1", soc="Ascend910B1", devices=2, mode="faithful")

    def write(text: str) -> None:
        os.write(writer, text.encode() + b"\n")
    Player(scenario, folder, lambda difference: write("-" + difference.replace("\n", " "))).play(
        lambda place: write("@" + place))
    write("end")
    os._exit(0)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("only", nargs="*", metavar="TOPIC or ID")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    chosen = [scenario for scenario in scenarios()
              if not options.only or {scenario["topic"], scenario["id"]} & set(options.only)]
    passed: Counter[str] = Counter()
    for scenario, differences in replay(chosen, options.jobs):
        passed[scenario["topic"]] += not differences
        for difference in differences:
            print(f"{scenario['id']}: {difference}")
    for topic, total in sorted(Counter(scenario["topic"] for scenario in chosen).items()):
        print(f"{topic:<12} {passed[topic]:4} of {total:4}")
    print(f"{sum(passed.values())} of {len(chosen)} scenarios pass")
    return int(sum(passed.values()) < len(chosen))


if __name__ == "__main__":
    sys.exit(main())
