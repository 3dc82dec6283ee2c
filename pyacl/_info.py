"""What `python -m pyacl info` tells: the facts about this installation as a dictionary, and as text for people."""
from __future__ import annotations

import importlib.metadata
import os
import platform
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import _abi, _lib, _search, errors
from .errors import LibraryNotFoundError

ENVIRONMENT_PREFIXES = ("PYACL_", "ASCEND_", "ACL_")
ENVIRONMENT_NAMES = ("LD_LIBRARY_PATH", "LD_PRELOAD", "TOOLCHAIN_HOME")
COMPILER_MODULES = ("attrs", "cffi", "decorator", "numpy", "psutil", "scipy")   # CANN's operator compiler imports them
DRIVER_INFO = "/etc/ascend_install.info"               # the driver's installer writes it: where it put things
VERSION_LINE = r"^(?:Version|version|package_version)=(\S+)"
ALREADY_INITIALISED = _abi.CONSTANTS["ACL_ERROR_REPEAT_INITIALIZE"]


def choose_backend(wanted: str) -> tuple[Any, str]:
    """Open a backend; for "auto" also the reason why it is not CANN.  Raises what `pyacl.backend` raises."""
    if wanted != "auto":
        _lib.use_backend(wanted)
        return _lib.current(), ""
    _lib.use_backend("cann")
    try:
        return _lib.current(), ""
    except LibraryNotFoundError as error:
        _lib.use_backend("emulator")
        return _lib.current(), str(error).splitlines()[0]


def collect(devices: bool) -> dict[str, Any]:
    """The facts; `healthy` is True if a backend opens and nothing is odd.

    devices  also open the runtime and ask each device for its name, memory and health
    """
    from . import __version__
    facts: dict[str, Any] = {
        "pyacl": __version__, "python": platform.python_version(), "machine": platform.machine(),
        "wanted": os.environ.get("PYACL_BACKEND") or "cann", "backend": None, "description": "", "error": "",
        "versions": _versions(), "libraries": [], "missing": {}, "devices": [], "modules": {},
        "device_nodes": sorted(str(path) for path in Path("/dev").glob("davinci[0-9]*")),
        "environment": {name: value for name, value in sorted(os.environ.items())
                        if name.startswith(ENVIRONMENT_PREFIXES) or name in ENVIRONMENT_NAMES},
    }
    try:
        backend, why = choose_backend(facts["wanted"])
    except LibraryNotFoundError as error:
        facts["error"] = str(error)
    else:
        facts.update(backend=backend.name, description=backend.describe() + (f"; {why}" if why else ""))
        if backend.name == "cann":
            _add_cann(facts, backend)
        else:
            facts["emulator"] = _emulator()
        facts["missing"] = _missing(backend)
        facts["versions"]["runtime API"] = _runtime_version()
        if devices:
            facts["devices"] = _devices()
    facts["odd"] = [{"what": what, "fix": fix} for what, fix in _oddities(facts)]
    facts["healthy"] = not facts["error"] and not facts["odd"]
    return facts


def _versions() -> dict[str, str]:
    """Releases of driver and firmware, "" where no file tells."""
    found = {"driver": "", "firmware": ""}
    own = _search.read_match(Path(DRIVER_INFO), r"^Driver_Install_Path_Param=(\S+)")
    for base in [*([Path(own)] if own else []), *_search.Context().root_folders()]:
        for part in found:
            found[part] = found[part] or _search.read_match(base / part / "version.info", VERSION_LINE)
    return found


def _add_cann(facts: dict[str, Any], backend: Any) -> None:
    backend.open_all()
    facts["description"] = backend.describe()
    facts["root"] = str(backend.installation.root)
    facts["libraries"] = [{"name": one.name, "path": one.path, "found_via": one.found_via, "version": one.version}
                          for one in backend.libraries()]
    facts["unopened"] = backend.faults
    facts["versions"] = {"CANN": backend.installation.version, **facts["versions"]}
    facts["modules"] = {name: _module_version(name) for name in COMPILER_MODULES}


def _module_version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _emulator() -> dict[str, Any]:
    from . import emulator
    from .emulator._world import world
    profile = world().profile
    return {"profile": profile.release, "soc": profile.soc.name, "devices": profile.devices, "memory": profile.memory,
            "mode": "strict" if profile.strict else "faithful", "operators": len(emulator.operators())}


def _missing(backend: Any) -> dict[str, list[str]]:
    """Header, or "operators", -> what the backend does not export."""
    missing: dict[str, list[str]] = {}
    for header, names in _abi.HEADERS.items():
        group = "operators" if header.startswith("aclnnop/") else header
        for name in names.split():
            phases = (name, name + _lib.PHASE1) if name in _abi.OPERATORS else (name,)
            if not all(backend.address(phase, _lib.signature(phase)) for phase in phases):
                missing.setdefault(group, []).append(name)
    return missing


def _runtime_version() -> str:
    """What the library itself says; needs no device."""
    if not _lib.has_function("aclrtGetVersion"):
        return ""
    numbers = [_lib.ffi.new("int32_t *") for _ in range(3)]
    return "" if _lib.lib.aclrtGetVersion(*numbers) else ".".join(str(number[0]) for number in numbers)


def _devices() -> list[dict[str, Any]]:
    """Name, memory in bytes and health of each device; a device that fails says why."""
    lib, ffi = _lib.lib, _lib.ffi
    started = lib.aclInit(ffi.NULL)
    if started not in (0, ALREADY_INITIALISED):
        return [{"error": str(errors.failure(started, "aclInit"))}]
    try:
        count = ffi.new("uint32_t *")
        code = lib.aclrtGetDeviceCount(count)
        if code:
            return [{"error": str(errors.failure(code, "aclrtGetDeviceCount"))}]
        return [_device(index) for index in range(count[0])]
    finally:
        if started != ALREADY_INITIALISED:
            lib.aclFinalize()


def _device(index: int) -> dict[str, Any]:
    lib, ffi = _lib.lib, _lib.ffi
    code = lib.aclrtSetDevice(index)
    if code:
        return {"id": index, "error": str(errors.failure(code, "aclrtSetDevice"))}
    try:
        name = lib.aclrtGetSocName()
        found: dict[str, Any] = {"id": index, "name": ffi.string(name).decode() if name else ""}
        free, total = ffi.new("size_t *"), ffi.new("size_t *")
        if not lib.aclrtGetMemInfo(_abi.CONSTANTS["ACL_HBM_MEM"], free, total):
            found.update(free=free[0], total=total[0])
        if _lib.has_function("aclrtQueryDeviceStatus"):
            status = ffi.new("aclrtDeviceStatus *")
            if not lib.aclrtQueryDeviceStatus(index, status):
                names = ffi.typeof("aclrtDeviceStatus").elements
                found["health"] = names.get(int(status[0]), "unknown").removeprefix("ACL_RT_DEVICE_STATUS_").lower()
        return found
    finally:
        lib.aclrtResetDevice(index)


# -- what is odd
def _oddities(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is not as it should be, each with the one thing that mends it."""
    for entry in os.environ.get("LD_LIBRARY_PATH", "").split(":"):
        stub = Path(entry).absolute() / _search.RUNTIME if entry else None
        if stub and stub.is_file() and _search.is_stub(stub):
            yield f"LD_LIBRARY_PATH has the stub folder {entry}, which is for linking only", _path_without(entry)
    for device in facts["devices"]:
        if "error" in device:
            yield f"device {device.get('id', '')}: {device['error']}", "npu-smi info"
    if facts["backend"] != "cann":
        return
    for name, why in facts["unopened"].items():
        yield f"{name} cannot be opened: {why}", "install the CANN packages of one release for this machine"
    paths = {one["name"]: one["path"] for one in facts["libraries"]}
    if not any(name.startswith(("libopapi", "libaclnn")) for name in paths):
        yield "no operator library is installed", "install the operator package of this CANN release"
    for path in _search.mapped_files():
        if os.path.realpath(paths.get(Path(path).name, path)) != path:
            yield f"another {Path(path).name} is loaded too: {path}", _path_without(str(Path(path).parent))
    if not facts["device_nodes"]:
        yield "there is no /dev/davinci*", "npu-smi info (in a container: pass the devices with --device)"
    home, root = os.environ.get("ASCEND_HOME_PATH", ""), facts["root"]
    if home and os.path.realpath(home) != os.path.realpath(root):
        yield f"ASCEND_HOME_PATH={home} is not what is loaded: {root}", f"export ASCEND_HOME_PATH={root}"
    modules = [name for name, version in facts["modules"].items() if not version]
    if modules:
        yield f"CANN's operator compiler may miss {', '.join(modules)}", f"pip install {' '.join(modules)}"
    numpy = facts["modules"]["numpy"]
    if numpy and int(numpy.partition(".")[0]) >= 2:
        yield f"CANN's operator compiler may not take NumPy {numpy} (500001 from the first operator)", (
            "pip install 'numpy<2'")


def _path_without(folder: str) -> str:
    """The command that takes a folder out of LD_LIBRARY_PATH."""
    entries = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    left = [entry for entry in entries if entry and os.path.realpath(entry) != os.path.realpath(folder)]
    return f"export LD_LIBRARY_PATH={shlex.quote(':'.join(left))}"


# -- text
def text(facts: dict[str, Any]) -> str:
    """The facts for people."""
    lines = [f"pyacl {facts['pyacl']}, Python {facts['python']}, {facts['machine']}"]
    if facts["error"]:
        lines += [f"backend: none (wanted: {facts['wanted']})", *_indent(facts["error"])]
    else:
        lines.append(f"backend: {facts['backend']} (wanted: {facts['wanted']})")
        lines += _indent(facts["description"])
    lines += _table("libraries", [(one["name"], one["version"], one["path"], one["found_via"])
                                  for one in facts["libraries"]])
    lines += _table("emulated machine", [(name, str(value)) for name, value in facts.get("emulator", {}).items()])
    lines += _table("versions", [(name, value) for name, value in facts["versions"].items() if value])
    lines += _table("Python modules of CANN's compiler", [(name, value or "missing")
                                                          for name, value in facts["modules"].items()])
    missing = facts["missing"]
    if missing:
        total = sum(map(len, missing.values()))
        lines += _table(f"missing symbols ({total})", [(group, str(len(names)), _some(names))
                                                      for group, names in sorted(missing.items())])
    elif facts["backend"]:
        lines.append("missing symbols: none")
    lines += _table("devices", [_device_row(device) for device in facts["devices"]])
    if not facts["devices"]:
        nodes = ", ".join(facts["device_nodes"]) or "none"
        lines.append(f"device nodes: {nodes} (--devices asks the runtime)")
    lines += _table("environment", list(facts["environment"].items()))
    for one in facts["odd"]:
        lines += [f"odd: {one['what']}", f"  fix: {one['fix']}"]
    lines.append("healthy" if facts["healthy"] else "not healthy")
    return "\n".join(lines)


def _indent(words: str) -> list[str]:
    return [f"  {line}" for line in words.split("\n")]


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def _device_row(device: dict[str, Any]) -> tuple[str, ...]:
    if "error" in device:
        return str(device.get("id", "")), device["error"]
    memory = f"{device['free'] >> 20} of {device['total'] >> 20} MiB free" if "total" in device else ""
    return str(device["id"]), device["name"], memory, device.get("health", "")


def _table(title: str, rows: list[tuple[str, ...]]) -> list[str]:
    """A title, and rows in columns below it; nothing for no rows."""
    if not rows:
        return []
    return [f"{title}:", *("  " + line for line in columns(rows))]


def columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
