"""Where CANN may be: the places as data, the search as ordered steps.  Reads files and opens no library.

A step is a function from the context to the installations it knows of, best first, each with how it was found.  Why a
place gave nothing goes to `Context.tried`, which becomes the text of the error.
"""
from __future__ import annotations

import ctypes
import os
import platform
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from . import _elf

RUNTIME = "libascendcl.so"
HOME_VARIABLE = "PYACL_CANN_HOME"
CUSTOM_VARIABLE = "ASCEND_CUSTOM_OPP_PATH"
LOADED = "already loaded in this process"
# Other libraries that show which CANN a process has loaded, should the runtime itself not be among them.
PARTS = ("libacl_rt.so", "libruntime.so", "libnnopbase.so", "libopapi")
ROOTS = ("/usr/local/Ascend", "~/Ascend", "/opt/Ascend", "/opt")
# Installations below a root.  Of several, the newest wins; of equally new ones, the first of this list.
LAYOUTS = ("ascend-toolkit/latest", "ascend-toolkit/*", "cann", "cann-*", "latest", "[0-9]*.*", "nnae/latest", "nnae/*",
           "nnrt/latest", "nnrt/*")
# Folders with libraries below an installation; {machine} is this machine first, then the other one.
LIBRARY_FOLDERS = ("lib64", "{machine}-linux/lib64", "runtime/lib64", "acllib/lib64", "fwkacllib/lib64",
                   "{machine}-linux/acllib/lib64", "{machine}-linux/runtime/lib64", ".")
OPERATOR_FOLDERS = ("opp/lib64", "opp/built-in/op_impl/ai_core/tbe/op_api/lib/linux/{machine}")
# Folders that libraries name as a need without saying where it is.
TILING_FOLDERS = ("opp/built-in/op_impl/ai_core/tbe/op_tiling/lib/linux/{machine}",
                  "opp/built-in/op_impl/ai_core/tbe/op_tiling")
DRIVER_FOLDERS = ("driver/lib64/driver", "driver/lib64/common", "driver/lib64")
DRIVER_INFO = "/etc/ascend_install.info"                  # the driver's installer writes it: where it put things
LOADER_CACHE = "/etc/ld.so.cache"
STUB_FOLDERS = frozenset({"devlib", "stub"})              # for linking only: every function in them does nothing
# Files that tell the release, with the line that has it; the first hit counts.
VERSION_FILES = (
    ("version.cfg", r"^(?:toolkit|runtime)_running_version=\[[^:\]]*:(?:CANN-)?([^\]]+)\]"),
    *((folder + f"ascend_{package}_install.info", r"^version=(\S+)")
      for package in ("toolkit", "nnae", "nnrt") for folder in ("{machine}-linux/", "")),
    ("share/info/runtime/version.info", r"^Version=(\S+)"),
    ("compiler/version.info", r"^version_dir=(\S+)"),
    ("opp/version.info", r"^version_dir=(\S+)"),
    ("runtime/version.info", r"^version_dir=(\S+)"),
    ("compiler/version.info", r"^Version=(\S+)"),
    ("opp/version.info", r"^Version=(\S+)"),
    ("runtime/version.info", r"^Version=(\S+)"),
    ("version.info", r"^[Vv]ersion=(\S+)"),
)
FOLDER_VERSION = re.compile(r"^(?:cann-)?(\d+\.\d+\S*)$")
STAGES = {"alpha": -3, "beta": -2, "rc": -1}


@dataclass
class Context:
    """What the search looks at, and what it tried; tests give their own."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    roots: tuple[str, ...] = field(default_factory=lambda: ROOTS)
    machine: str = field(default_factory=platform.machine)
    mapped: list[str] = field(default_factory=lambda: mapped_files())
    tried: list[str] = field(default_factory=list)

    def root_folders(self) -> list[Path]:
        return [Path(os.path.expanduser(root)) for root in self.roots]      # Path's own fails for a user without a home


@dataclass(frozen=True)
class Installation:
    """One CANN on disk.

    runtime    absolute path of libascendcl.so (its bare name: the loader will find it)
    root       the folder above its library folders
    found_via  the step that found it, in words
    version    its release, "" if no file tells
    """

    runtime: str
    root: Path
    found_via: str
    version: str = ""

    @property
    def located(self) -> bool:
        """Whether the search knows where it is; else the loader will."""
        return os.path.isabs(self.runtime)

    def __str__(self) -> str:
        return f"CANN {self.version or '(unknown version)'} in {self.root}"


# -- files
def mapped_files() -> list[str]:
    """Shared libraries that this process has mapped, in the order of their addresses."""
    try:
        text = os.fsdecode(Path("/proc/self/maps").read_bytes())      # a path is in no particular encoding
    except OSError:
        return []
    paths = (line.split(maxsplit=5)[5] for line in text.split("\n") if "/" in line)
    return [path for path in dict.fromkeys(paths) if ".so" in path and not path.endswith("(deleted)")]


def loaded_as(name: str) -> str:
    """The file of a library that this process has loaded under a soname, whatever the file is called; "" if none.

    Opens nothing: RTLD_NOLOAD.
    """
    try:
        handle = ctypes.CDLL(name, mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:
        return ""
    entry = ctypes.POINTER(_LinkMap)()
    if ctypes.CDLL(None).dlinfo(ctypes.c_void_p(handle._handle), _RTLD_DI_LINKMAP, ctypes.byref(entry)):
        return ""
    return os.path.realpath(os.fsdecode(entry.contents.name))


_RTLD_DI_LINKMAP = 2


class _LinkMap(ctypes.Structure):
    _fields_ = (("address", ctypes.c_void_p), ("name", ctypes.c_char_p))


def is_stub(path: str | Path) -> bool:
    """Whether a library, or what it links to, is one of the stubs that exist for linking only."""
    for form in (path, os.path.realpath(path)):
        for parent in Path(form).parents[:4]:              # .../devlib/linux/x86_64/libascendcl.so is the longest
            if parent.name in STUB_FOLDERS:
                return True
            if parent.name == "lib64":
                break                                      # what is above belongs to the user
    return False


def expand(patterns: tuple[str, ...], machine: str) -> list[str]:
    """Folder names with {machine} filled in, for this machine first and then for the others."""
    machines = [machine, *(other for other in _elf.MACHINES if other != machine)]
    return list(dict.fromkeys(pattern.format(machine=name) for name in machines for pattern in patterns))


def library_folders(root: Path, machine: str) -> list[Path]:
    """Folders of an installation that may hold libraries of it."""
    names = expand(LIBRARY_FOLDERS + OPERATOR_FOLDERS, machine)
    return [root / name for name in names if os.path.isdir(root / name)]


def dependency_folders(root: Path, roots: list[Path], machine: str) -> list[Path]:
    """Folders in which to look for a library that another one needs: the driver's, and those of tiling."""
    real, own = Path(os.path.realpath(root)), driver_home()
    bases = [*([own] if own else []), *root.parents[:2], *real.parents[:2], *roots]
    drivers = [base / name for base in bases for name in DRIVER_FOLDERS]
    tiling = [root / name for name in expand(TILING_FOLDERS, machine)]
    return [folder for folder in dict.fromkeys(drivers + tiling) if os.path.isdir(folder)]


def driver_home() -> Path | None:
    """The folder above `driver` and `firmware` that the driver's installer noted, None if it noted none."""
    found = read_match(Path(DRIVER_INFO), r"^Driver_Install_Path_Param=(\S+)")
    return Path(found) if found else None


def root_of(library: Path, machine: str) -> Path:
    """The installation that a library belongs to; its own folder if it stands in no known layout."""
    known = set(expand(LIBRARY_FOLDERS + OPERATOR_FOLDERS, machine))
    hits = [parent for parent in library.parents[1:12] if str(library.parent.relative_to(parent)) in known]
    return hits[-1] if hits else library.parent


def read_match(path: Path, pattern: str) -> str:
    """The group of a pattern in a text file, "" without a file or a hit."""
    try:
        text = path.read_text(errors="replace")
    except OSError:
        return ""
    hit = re.search(pattern, text, re.M)
    return hit[1].strip() if hit else ""


def read_version(root: Path, machine: str, library: Path | None = None) -> str:
    """The release of an installation, such as "8.1.RC1", "" if nothing tells.

    library  a library of it; the folder in which it really is may have the release in its name
    """
    for name, pattern in VERSION_FILES:
        for path in expand((name,), machine):
            version = read_match(root / path, pattern)
            if version:
                return version
    names = [os.path.basename(os.path.realpath(root)), *(
        parent.name for parent in (Path(os.path.realpath(library)).parents[:4] if library else ()))]
    return next((hit[1] for name in names if (hit := FOLDER_VERSION.match(name))), "")


def version_key(version: str) -> tuple[int, ...]:
    """Orders releases: 8.0.RC3 < 8.0.0 < 8.1.RC1 < 8.5.0.alpha001 < 8.5.0."""
    parts = re.findall(r"\d+|[a-z]+", version.lower())
    return (*(int(part) if part.isdigit() else STAGES.get(part, -1) for part in parts), 0)


# -- the steps
def installation_of(runtime: Path, context: Context, found_via: str) -> Installation:
    """The installation that a runtime library belongs to."""
    root = root_of(runtime, context.machine)
    return Installation(str(runtime), root, found_via, read_version(root, context.machine, runtime))


def _newest_first(found: list[Installation]) -> list[Installation]:
    """Each file once, under the first name that leads to it."""
    once: dict[str, Installation] = {}
    for one in found:
        once.setdefault(os.path.realpath(one.runtime), one)
    return sorted(once.values(), key=lambda one: version_key(one.version), reverse=True)


def runtime_of(root: Path, machine: str) -> tuple[Path | None, list[Path]]:
    """The runtime library of an installation, one for this machine before all others; and its stubs."""
    paths = [path for folder in library_folders(root, machine) if os.path.isfile(path := folder / RUNTIME)]
    real = [path for path in paths if not is_stub(path)]
    return (next((path for path in real if not _elf.fault(path, machine)), real[0] if real else None),
            [path for path in paths if path not in real])


def _below(base: Path, context: Context, found_via: str) -> list[Installation]:
    """Installations at a folder or in the layouts below it; why there are none goes to `context.tried`."""
    try:
        os.listdir(base)
    except OSError as error:
        why = {FileNotFoundError: "no such folder", NotADirectoryError: "not a folder",
               PermissionError: "this user may not read it"}.get(type(error), str(error))
        context.tried.append(f"{found_via}: {why}")
        return []
    found, stubs = [], []
    for root in [base, *(path for layout in LAYOUTS for path in sorted(base.glob(layout)) if os.path.isdir(path))]:
        runtime, passed = runtime_of(root, context.machine)
        stubs += passed
        if runtime is not None:
            found.append(installation_of(runtime, context, found_via))
    if not found:
        why = (f"{stubs[0]} is a stub for linking, not the library" if stubs else
               f"no {RUNTIME} in it or in a known layout below")
        context.tried.append(f"{found_via}: {why}")
    return found


def below(base: Path) -> list[Installation]:
    """The installations at a folder or in the known layouts below it."""
    return _below(base, Context(), "")


def already_mapped(context: Context) -> Iterator[Installation]:
    """A framework has loaded CANN: the same file, never a second copy."""
    mapped = [Path(path) for path in context.mapped if not is_stub(path)]
    runtimes = [path for path in mapped if path.name.startswith(RUNTIME)]
    other_name = "" if runtimes else loaded_as(RUNTIME)
    if other_name and not is_stub(other_name):
        runtimes = [Path(other_name)]
    for path in runtimes:
        yield installation_of(path, context, LOADED)
        return
    for part in mapped:
        if part.name.startswith(PARTS):
            runtime, _ = runtime_of(root_of(part, context.machine), context.machine)
            if runtime is not None:
                yield installation_of(runtime, context, f"beside {part.name}, {LOADED}")
                return
    context.tried.append(f"{LOADED}: no")


def _named_by(variable: str) -> Step:
    """The step that follows an environment variable."""
    def step(context: Context) -> Iterator[Installation]:
        value = context.environment.get(variable, "")
        if value:
            yield from _newest_first(_below(Path(os.path.expanduser(value)).absolute(), context, f"{variable}={value}"))
        else:
            context.tried.append(f"{variable}: not set")
    return step


def the_loader(context: Context) -> Iterator[Installation]:
    """What the dynamic loader would take: LD_LIBRARY_PATH as it is now, then the loader's cache and own folders."""
    entries = [entry for entry in context.environment.get("LD_LIBRARY_PATH", "").split(":") if entry]
    places = [("LD_LIBRARY_PATH", Path(entry).absolute() / RUNTIME) for entry in entries]
    places += [("the loader's cache", path) for path in _in_cache(RUNTIME)]
    places = [(found_via, path) for found_via, path in places if os.path.isfile(path)]
    for found_via, path in places:
        if is_stub(path):
            context.tried.append(f"{found_via}: {path} is a stub for linking, not the library")
        else:
            yield installation_of(path, context, found_via)
    if not places:                                         # else the loader could take the stub
        yield Installation(RUNTIME, Path(), "the loader")


def _in_cache(name: str) -> list[Path]:
    """Where the loader's cache says that a library is: the file ends in a table of NUL-terminated texts."""
    try:
        texts = Path(LOADER_CACHE).read_bytes().split(b"\0")
    except OSError:
        return []
    return [Path(os.fsdecode(text)) for text in texts if text.startswith(b"/") and text.endswith(b"/" + name.encode())]


def standard_roots(context: Context) -> Iterator[Installation]:
    """The usual places: the newest release first, wherever it stands."""
    yield from _newest_first([one for root in context.root_folders() for one in _below(root, context, str(root))])


Step = Callable[[Context], Iterator[Installation]]
NAMED_HOME = _named_by(HOME_VARIABLE)
STEPS: tuple[Step, ...] = (already_mapped, NAMED_HOME, _named_by("ASCEND_HOME_PATH"), _named_by("ASCEND_TOOLKIT_HOME"),
                           the_loader, standard_roots)


def installations(context: Context) -> Iterator[Installation]:
    """Every installation in the order in which to try them, each once."""
    seen: set[str] = set()
    for step in STEPS:
        for found in step(context):
            real = os.path.realpath(found.runtime) if found.located else found.runtime
            if real not in seen:
                seen.add(real)
                yield found
        if step is NAMED_HOME and context.environment.get(HOME_VARIABLE):
            return                                         # who names one wants no other


# -- custom operator packages
@dataclass(frozen=True)
class CustomPackage:
    """A custom operator package: its library, its headers, how it was found."""

    library: str
    headers: Path
    found_via: str


def custom_packages(root: Path, context: Context) -> list[CustomPackage]:
    """Custom operator packages in CANN's own order: the variable's, then what opp/vendors/config.ini lists."""
    named = context.environment.get(CUSTOM_VARIABLE, "").split(":")
    places = [(Path(entry), CUSTOM_VARIABLE) for entry in named if entry]
    opp = Path(context.environment.get("ASCEND_OPP_PATH") or root / "opp")
    config = opp / "vendors" / "config.ini"
    order = read_match(config, r"^\s*load_priority\s*=\s*(.+)$")
    places += [(opp / "vendors" / name.strip(), str(config)) for name in order.split(",") if name.strip()]
    packages: dict[str, CustomPackage] = {}
    for place, found_via in places:
        library = place.absolute() / "op_api" / "lib" / "libcust_opapi.so"
        if os.path.isfile(library):
            packages.setdefault(os.path.realpath(library),
                                CustomPackage(str(library), library.parent.parent / "include", found_via))
    return list(packages.values())
