"""The command line: `python -m pyacl info | ops | run | translate | emulator build` (also installed as `pyacl`)."""
from __future__ import annotations

import argparse
import atexit
import fnmatch
import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

from . import _abi, _lib
from ._info import choose_backend, collect, columns, text
from .errors import LibraryNotFoundError

OK, NOT_HEALTHY, USAGE = 0, 1, 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pyacl", description="Look at this machine's CANN, list operators, run a script, translate a C or C++ "
        "sample to Python, build the emulator for programs in C and C++.",
        epilog="PYACL_BACKEND chooses what `info` and `ops` look at: cann (default), emulator or auto.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    info = commands.add_parser("info", help="what is installed, how it was found, what is odd",
                               description="Show the backend, its libraries and how each was found, versions, missing "
                               "symbols, devices and environment. The exit code is 0 if all is well and 1 if not.")
    info.add_argument("--json", action="store_true", help="print JSON instead of text")
    info.add_argument("--devices", action="store_true",
                      help="open the runtime and ask every device for name, memory and health")

    ops = commands.add_parser("ops", help="list the operators",
                              description="List operators: Python name (in pyacl.aclnn), C name, header, whether the "
                              "backend has it, whether the emulator computes it. Needs no CANN.")
    ops.add_argument("pattern", nargs="?", default="", metavar="PATTERN",
                     help="part of a Python or C name, or a pattern with * and ?; upper and lower case are the same")

    run = commands.add_parser("run", help="run a Python script on CANN, or on the emulator where there is none",
                              description="Run a script as `python SCRIPT` would. The backend is CANN if there is one, "
                              "else the emulator; a line on stderr says which.")
    run.add_argument("--backend", choices=_lib.CHOICES, help="the backend, instead of PYACL_BACKEND or auto")
    run.add_argument("--strict", action="store_true",
                     help="use the emulator in strict mode: a misuse raises at the guilty call, findings are listed at "
                     "the end, and the exit code is 1 if there are errors among them; may also stand right behind "
                     "SCRIPT")
    run.add_argument("script", metavar="SCRIPT", help="the script")
    run.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGS",
                     help="arguments of the script; a --strict that is the first of them is this command's")

    emulator = commands.add_parser("emulator", help="build the emulator as C libraries, for programs in C and C++",
                                   description="The emulator for programs in C and C++.")
    build = emulator.add_subparsers(dest="action", required=True, metavar="action").add_parser(
        "build", help="write lib64, include and set_env.sh into a folder (needs a C compiler)",
        description="Build the emulator as shared libraries with the names of CANN's, with headers for C and C++. "
        "Programs that were compiled for CANN run with them unchanged. CC chooses the compiler.")
    build.add_argument("folder", metavar="DIR", type=Path, help="the folder, which is made if it is not there")

    from .translate import _command
    _command.add_parser(commands)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Entry point; gives the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    commands = {"info": _info, "ops": _ops, "run": _run, "emulator": _emulator, "translate": _translate}
    try:
        return commands[options.command](options)
    except BrokenPipeError:                                # `pyacl ops | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _translate(options: argparse.Namespace) -> int:
    from .translate import _command
    return _command.run(options)


def _complain(command: str, words: object) -> int:
    print(f"pyacl {command}: {words}", file=sys.stderr)
    return USAGE


# -- info
def _info(options: argparse.Namespace) -> int:
    try:
        facts = collect(options.devices)
    except ValueError as error:                            # a variable with a value that does not exist
        return _complain("info", error)
    print(json.dumps(facts, indent=2) if options.json else text(facts))
    return OK if facts["healthy"] else NOT_HEALTHY


# -- ops
def _ops(options: argparse.Namespace) -> int:
    from . import emulator
    from .aclnn import _names
    names = {name: c_name for name, c_name in sorted(_names().items())
             if _matches(options.pattern, name) or _matches(options.pattern, c_name)}
    if not names:
        return _complain("ops", f"no operator matches {options.pattern!r}{_lib.near(options.pattern, list(_names()))}")
    try:
        backend = _lib.current().describe()
    except LibraryNotFoundError:
        backend = ""
    except ValueError as error:
        return _complain("ops", error)
    headers = {name: header for header, words in _abi.HEADERS.items() for name in words.split()}
    has = {c_name: _lib.has_op(c_name) for c_name in names.values()} if backend else {}
    computes = emulator.operators()
    rows: list[tuple[str, ...]] = [("operator", "C name", "header", "backend", "emulator")]
    rows += [(name, c_name, headers.get(c_name, ""), _yes(has.get(c_name)), _yes(c_name in computes))
             for name, c_name in names.items()]
    print("\n".join(columns(rows)))
    there = f"{sum(has.values())} exported by {backend}" if backend else "no CANN to compare with"
    print(f"{len(names)} operators; {there}; {sum(c_name in computes for c_name in names.values())} computed by the "
          "emulator")
    return OK


def _matches(pattern: str, name: str) -> bool:
    pattern, name = pattern.lower(), name.lower()
    return fnmatch.fnmatchcase(name, pattern) if any(sign in pattern for sign in "*?[") else pattern in name


def _yes(value: bool | None) -> str:
    return "-" if value is None else "yes" if value else "no"


# -- run
def _run(options: argparse.Namespace) -> int:
    if not os.path.exists(options.script):
        return _complain("run", f"there is no script {options.script!r}")
    if options.arguments[:1] == ["--strict"]:
        options.strict = True
        del options.arguments[0]
    wanted = options.backend or os.environ.get("PYACL_BACKEND") or "auto"
    if options.strict:
        if wanted == "cann":
            return _complain("run", "--strict is a mode of the emulator: leave out the backend cann")
        wanted = "emulator"
        os.environ["PYACL_EMULATOR_MODE"] = "strict"
    try:
        backend, why = choose_backend(wanted)
    except LibraryNotFoundError as error:
        print(f"pyacl run: {error}", file=sys.stderr)
        return NOT_HEALTHY
    except ValueError as error:
        return _complain("run", error)
    os.environ["PYACL_BACKEND"] = backend.name             # for processes that the script starts
    print(f"pyacl run: {backend.describe()}" + (f"; {why}" if why else ""), file=sys.stderr)
    return _execute_strictly(options) if options.strict else _execute(options.script, options.arguments)


def _execute_strictly(options: argparse.Namespace) -> int:
    """Run a script; what the emulator found is listed when the script has released what it releases at its exit."""
    ended = {"code": 1}

    def finish() -> None:
        from . import emulator
        if not ended["code"]:                              # one that fails need not tidy up
            emulator.check_exit()
        if _print_findings() and not ended["code"]:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(1)                                    # nothing else can change an exit code this late
    atexit.register(finish)                                # registered first, so it runs last
    ended["code"] = _execute(options.script, options.arguments)
    return ended["code"]


def _execute(script: str, arguments: list[str]) -> int:
    """Run a script as Python itself does; an exception is shown without the frames of this module."""
    sys.argv = [script, *arguments]
    if not getattr(sys.flags, "safe_path", False):         # Python 3.11 has -P
        sys.path[0] = script if os.path.isdir(script) else os.path.dirname(os.path.realpath(script))
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as stop:
        return _exit_code(stop.code)
    except Exception as error:
        trace, ours = error.__traceback__, (__file__, runpy.run_path.__code__.co_filename)
        while trace is not None and trace.tb_frame.f_code.co_filename in ours:
            trace = trace.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        return 1
    return OK


def _exit_code(code: Any) -> int:
    """What Python makes of the argument of sys.exit."""
    if code is None or isinstance(code, int):
        return int(code or 0)
    print(code, file=sys.stderr)
    return 1


def _print_findings() -> int:
    """List the findings on stderr; gives the number of errors among them."""
    from . import emulator
    findings = emulator.report().findings
    print(f"pyacl run: findings: {len(findings)}", *map(str, findings), sep="\n  ", file=sys.stderr)
    return sum(finding.severity == "error" for finding in findings)


# -- emulator
def _emulator(options: argparse.Namespace) -> int:
    from .emulator import _build
    try:
        _build.build(options.folder)
    except _build.BuildError as error:
        print(f"pyacl emulator build: {error}", file=sys.stderr)
        return NOT_HEALTHY
    print(_build.how_to(options.folder))
    return OK


if __name__ == "__main__":
    sys.exit(main())
