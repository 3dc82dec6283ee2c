"""What is odd about an installation, each with the one command that mends it."""
from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import _libraries, _search

HOMES = (_search.HOME_VARIABLE, "ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")
CUSTOM = _search.CUSTOM_VARIABLE
OPERATOR_PACKAGES_SINCE = "8.5"        # before, the operator libraries came with the toolkit
# CANN's installation guides want numpy<2 for 8.1 to 8.5, and any NumPy for 9.0 (500001 from the first operator else).
NUMPY_2_SINCE = "9.0"
COMPILER_FOLDERS = ("compiler", "python/site-packages/te", "python/site-packages/tbe")
IN_A_CONTAINER = ("/.dockerenv", "/run/.containerenv")
CONTAINER = ("docker run -it --device=/dev/davinci0 --device=/dev/davinci_manager --device=/dev/devmm_svm "
             "--device=/dev/hisi_hdc -v /usr/local/Ascend/driver:/usr/local/Ascend/driver ascendai/cann:latest bash")


def oddities(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is not as it should be in the facts of `_info.collect`, each with the command."""
    if facts["wanted"] != "emulator":
        yield from _stub_folders()
    for device in facts["devices"]:
        if "error" in device:
            yield f"device {device.get('id', '')}: {device['error']}", "npu-smi info"
    if facts["backend"] == "cann":
        for check in (_unopened, _operator_libraries, _second_copies, _device_nodes, _variables, _modules):
            yield from check(facts)


def _stub_folders() -> Iterator[tuple[str, str]]:
    for entry in _entries("LD_LIBRARY_PATH"):
        stub = Path(entry).absolute() / _search.RUNTIME
        if os.path.isfile(stub) and _search.is_stub(stub):
            yield f"LD_LIBRARY_PATH has the stub folder {entry}, which is for linking only", _without(
                "LD_LIBRARY_PATH", entry)


def _unopened(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, why in facts["unopened"].items():
        if os.path.basename(name) == _search.RUNTIME and os.path.isabs(name):
            yield f"{name} was passed over: {why}", f"export {_search.HOME_VARIABLE}={shlex.quote(facts['root'])}"
        elif os.path.isabs(name):
            yield f"custom operators of {name} cannot be used: {why}", _without_package(name, facts)
        else:
            yield f"{name} cannot be opened: {why}", _install(facts)


def _without_package(library: str, facts: dict[str, Any]) -> str:
    """Leave a custom package out, where it was named."""
    folder = Path(library).parents[2]
    if any(os.path.realpath(entry) == os.path.realpath(folder) for entry in _entries(CUSTOM)):
        return _without(CUSTOM, str(folder))
    config = folder.parent / "config.ini"
    return f"sed -i '/load_priority/s/\\b{folder.name}\\b,\\?//' {shlex.quote(str(config))}"


def _operator_libraries(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if not any(one["name"].startswith(_libraries.OPERATOR_NAMES) for one in facts["libraries"]):
        fix = _install(facts)
        if _search.version_key(_release(facts)) >= _search.version_key(OPERATOR_PACKAGES_SINCE):
            fix = fix.replace("Ascend-cann-toolkit_", "Ascend-cann-*-ops_")
        yield "no operator library is installed", fix


def _install(facts: dict[str, Any]) -> str:
    """Install the toolkit of this release again, from the file that its download page has."""
    return _libraries.INSTALL.format(version=_release(facts) or "*", machine=facts["machine"])


def _release(facts: dict[str, Any]) -> str:
    release: str = facts["versions"]["CANN"] or facts["versions"]["library"]
    return release


def _second_copies(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    paths = {one["name"]: one["path"] for one in facts["libraries"]}
    for path in _search.mapped_files():
        if os.path.realpath(paths.get(Path(path).name, path)) != path:
            folder = os.path.dirname(path)
            by_path = any(os.path.realpath(entry) == folder for entry in _entries("LD_LIBRARY_PATH"))
            preloaded = any(os.path.realpath(entry) == path for entry in _entries("LD_PRELOAD"))
            yield f"another {Path(path).name} is loaded too: {path}", (
                _without("LD_LIBRARY_PATH", folder) if by_path else "unset LD_PRELOAD" if preloaded else
                f"export LD_LIBRARY_PATH={shlex.quote(os.path.dirname(paths[Path(path).name]))}")


def _device_nodes(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Only where the driver is in use: a CANN without it, such as the emulator built for C, needs no device."""
    if not any(Path(path).name == _libraries.DRIVER_LIBRARY for path in _search.mapped_files()):
        return
    if not facts["device_nodes"]:
        container = any(map(os.path.exists, IN_A_CONTAINER))
        yield "there is no /dev/davinci*", CONTAINER if container else "npu-smi info"
    closed = [node for node in facts["device_nodes"] if not os.access(node, os.R_OK | os.W_OK)]
    if closed:
        yield f"this user may not open {', '.join(closed)}", 'sudo usermod -aG HwHiAiUser "$USER"'


def _variables(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Variables that name another CANN than the one that is used, or nothing."""
    root, runtime = facts["root"], os.path.realpath(facts["libraries"][0]["path"])
    for name in HOMES:
        value = facts["environment"].get(name, "")
        found = _search.below(Path(os.path.expanduser(value)).absolute()) if value else []
        if value and all(os.path.realpath(one.runtime) != runtime for one in found):
            yield f"{name}={value} is not what is loaded: {root}", f"export {name}={shlex.quote(root)}"
    operators, own = facts["environment"].get("ASCEND_OPP_PATH", ""), os.path.join(root, "opp")
    if operators and os.path.isdir(own) and os.path.realpath(operators) != os.path.realpath(own):
        yield f"ASCEND_OPP_PATH={operators} is not of what is loaded: {own}", (
            f"export ASCEND_OPP_PATH={shlex.quote(own)}")
    for entry in _entries(CUSTOM):
        if not os.path.isdir(entry):
            yield f"{CUSTOM} names {entry}, which is no folder", _without(CUSTOM, entry)


def _modules(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Only where CANN's operator compiler is: a run-time package, or the emulator built for C, does without."""
    if not any(os.path.isdir(os.path.join(facts["root"], folder)) for folder in COMPILER_FOLDERS):
        return
    missing = [name for name, version in facts["modules"].items() if not version]
    if missing:
        yield f"CANN's operator compiler may miss {', '.join(missing)}", f"pip install {' '.join(missing)}"
    numpy, release = facts["modules"]["numpy"], _release(facts)
    if numpy and release and _search.version_key(numpy) >= (2,) and (
            _search.version_key(release) < _search.version_key(NUMPY_2_SINCE + ".alpha")):
        yield f"the operator compiler of CANN {release} does not take NumPy {numpy}", "pip install 'numpy<2'"


def _entries(variable: str) -> list[str]:
    return [entry for entry in os.environ.get(variable, "").split(":") if entry]


def _without(variable: str, folder: str) -> str:
    """The command that takes a folder out of a variable."""
    left = [entry for entry in _entries(variable) if os.path.realpath(entry) != os.path.realpath(folder)]
    return f"export {variable}={shlex.quote(':'.join(left))}" if left else f"unset {variable}"
