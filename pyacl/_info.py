"""What `python -m pyacl info` tells: the facts about this installation as a dictionary, and as text for people."""
from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path
from typing import Any

from . import _abi, _lib, _search, errors
from ._oddities import oddities
from .errors import LibraryNotFoundError

ENVIRONMENT_PREFIXES = ("PYACL_", "ASCEND_", "ACL_")
ENVIRONMENT_NAMES = ("LD_LIBRARY_PATH", "LD_PRELOAD", "TOOLCHAIN_HOME")
# What CANN's installation guide wants to be installed for its operator compiler, which runs in this Python.
COMPILER_MODULES = ("absl-py", "attrs", "cffi", "decorator", "numpy", "protobuf", "psutil", "pyyaml", "scipy", "sympy")
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
    """The facts, every key always there (`.docs/pages/installation.md`); healthy: a backend opens, nothing is odd.

    devices  also open the runtime and ask each device for its name, memory and health
    """
    from . import __version__
    facts: dict[str, Any] = {
        "pyacl": __version__, "python": platform.python_version(), "machine": platform.machine(),
        "wanted": os.environ.get("PYACL_BACKEND") or "cann", "backend": None, "description": "", "error": "",
        "root": "", "versions": {"CANN": "", "library": "", "runtime API": "", **_driver_versions()}, "libraries": [],
        "unopened": {}, "custom_packages": [], "missing": {}, "modules": {}, "emulator": {}, "devices": [],
        "device_nodes": sorted(str(path) for path in Path("/dev").glob("davinci[0-9]*")),
        "environment": {name: value for name, value in sorted(os.environ.items())
                        if name.startswith(ENVIRONMENT_PREFIXES) or name in ENVIRONMENT_NAMES},
    }
    try:
        backend, why = choose_backend(facts["wanted"])
    except LibraryNotFoundError as error:
        facts["error"], fix = str(error), error.fix
    else:
        fix = ""
        facts.update(backend=backend.name, description=backend.describe() + (f"; {why}" if why else ""))
        if backend.name == "cann":
            _add_cann(facts, backend)
        else:
            facts["emulator"] = _emulator()
        facts["missing"] = _missing(backend)
        facts["versions"].update({"library": _library_version(), "runtime API": _runtime_version()})
        if devices:
            facts["devices"] = _devices()
    odd = [(facts["error"].splitlines()[0], fix)] if facts["error"] else []
    facts["odd"] = [{"what": what, "fix": fix} for what, fix in [*odd, *oddities(facts)]]
    facts["healthy"] = not facts["odd"]
    return facts


def _driver_versions() -> dict[str, str]:
    """Releases of driver and firmware, "" where no file tells."""
    found = {"driver": "", "firmware": ""}
    own = _search.driver_home()
    for base in [*([own] if own else []), *_search.Context().root_folders()]:
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
    facts["custom_packages"] = [_custom_package(backend, one) for one in backend.custom]
    facts["versions"]["CANN"] = backend.installation.version
    facts["modules"] = {name: _module_version(name) for name in COMPILER_MODULES}


def _custom_package(backend: Any, loaded: Any) -> dict[str, Any]:
    """A package with its operators, and those of them that run in another library, of CANN or of an earlier package."""
    operators = [name for name in _lib.operator_names() if loaded.address(name) and loaded.address(name + _lib.PHASE1)]
    return {"path": loaded.path, "found_via": loaded.found_via, "version": loaded.version, "operators": operators,
            "elsewhere": {name: home.path for name in operators
                          if (home := backend.home(name)) is not None and home is not loaded}}


def _module_version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _emulator() -> dict[str, Any]:
    from .emulator._world import world
    profile = world().profile
    return {"profile": profile.release, "soc": profile.soc.name, "devices": profile.devices, "memory": profile.memory,
            "mode": "strict" if profile.strict else "faithful"}


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


def _library_version() -> str:
    """The release that the library itself tells; needs no device."""
    if not _lib.has_function("aclsysGetCANNVersion"):
        return ""
    found = _lib.ffi.new("aclCANNPackageVersion *")
    code = _lib.lib.aclsysGetCANNVersion(_abi.CONSTANTS["ACL_PKG_NAME_CANN"], found)
    return "" if code else bytes(_lib.ffi.string(found.version)).decode(errors="replace")


def _runtime_version() -> str:
    """The version of the library's functions; needs no device."""
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
    lines += _table("custom operators", [
        (one["path"], one["found_via"], _counted(one["operators"]),
         f"run elsewhere: {_some(list(one['elsewhere']))}" if one["elsewhere"] else "")
        for one in facts["custom_packages"]])
    lines += _table("emulated machine", [(name, f"{value >> 20} MiB" if name == "memory" else str(value))
                                         for name, value in facts["emulator"].items()])
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


def _counted(names: list[str]) -> str:
    return f"{len(names)} operators" + (f" ({_some(names)})" if names else "")


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
