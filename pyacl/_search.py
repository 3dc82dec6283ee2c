"""Where CANN may be: the places as data, the search as ordered steps.  Reads files and opens no library.

A step is a function from the context to the installations it knows of, best first, each with how it was found.  Why a
place gave nothing goes to `Context.tried`, which becomes the text of the error.
"""
from __future__ import annotations

import os
import platform
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

RUNTIME = "libascendcl.so"
LOADED = "already loaded in this process"
MACHINES = {"x86_64": 62, "aarch64": 183}                 # machine -> its number in an ELF header
ROOTS = ("/usr/local/Ascend", "~/Ascend", "/opt/Ascend", "/opt")
# Installations below a root.  Of several, the newest wins; of equally new ones, the first of this list.
LAYOUTS = ("ascend-toolkit/latest", "ascend-toolkit/*", "cann", "cann-*", "latest", "nnae/latest", "nnae/*",
           "nnrt/latest", "nnrt/*")
# Folders with libraries below an installation; {machine} is this machine first, then the other one.
LIBRARY_FOLDERS = ("lib64", "{machine}-linux/lib64", "runtime/lib64", "acllib/lib64", "fwkacllib/lib64", ".")
OPERATOR_FOLDERS = ("opp/lib64", "opp/built-in/op_impl/ai_core/tbe/op_api/lib/linux/{machine}")
# Folders that libraries name as a need without saying where it is.
TILING_FOLDERS = ("opp/built-in/op_impl/ai_core/tbe/op_tiling/lib/linux/{machine}",
                  "opp/built-in/op_impl/ai_core/tbe/op_tiling")
DRIVER_FOLDERS = ("driver/lib64/driver", "driver/lib64/common", "driver/lib64")
STUB_FOLDERS = frozenset({"devlib", "stub"})              # for linking only: every function in them does nothing
# Files that tell the release, with the line that has it; the first hit counts.
VERSION_FILES = (
    ("version.cfg", r"^(?:toolkit|runtime)_running_version=\[[^:\]]*:(?:CANN-)?([^\]]+)\]"),
    ("{machine}-linux/ascend_toolkit_install.info", r"^version=(\S+)"),
    ("share/info/runtime/version.info", r"^Version=(\S+)"),
    ("compiler/version.info", r"^version_dir=(\S+)"),
    ("opp/version.info", r"^version_dir=(\S+)"),
    ("runtime/version.info", r"^version_dir=(\S+)"),
    ("compiler/version.info", r"^Version=(\S+)"),
    ("opp/version.info", r"^Version=(\S+)"),
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
        return [Path(root).expanduser() for root in self.roots]


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
        text = Path("/proc/self/maps").read_text()
    except OSError:
        return []
    paths = (line.split(maxsplit=5)[5] for line in text.splitlines() if line.count("/"))
    return [path for path in dict.fromkeys(paths) if ".so" in path and not path.endswith("(deleted)")]


def is_stub(path: str | Path) -> bool:
    """Whether a library, or what it links to, is one of the stubs that exist for linking only."""
    forms = (path, os.path.realpath(path))                 # .../devlib/linux/x86_64/libascendcl.so is the longest
    return any(STUB_FOLDERS.intersection(Path(form).parts[-5:-1]) for form in forms)


def elf_fault(path: str | Path, machine: str) -> str:
    """Why a file cannot be a library of this machine, "" if it can."""
    try:
        with open(path, "rb") as file:
            head = file.read(20)
    except OSError as error:
        return error.strerror or str(error)
    if len(head) < 20 or head[:4] != b"\x7fELF":
        return "not a shared library (no ELF header)"
    if head[4] != 2:
        return f"built for a 32-bit machine, this process is {machine}"
    number = struct.unpack("<H" if head[5] == 1 else ">H", head[18:20])[0]
    if number != MACHINES.get(machine, number):
        built = next((name for name, value in MACHINES.items() if value == number), f"machine {number}")
        return f"built for {built}, this process is {machine}"
    return ""


def expand(patterns: tuple[str, ...], machine: str) -> list[str]:
    """Folder names with {machine} filled in, for this machine first and then for the others."""
    machines = [machine, *(other for other in MACHINES if other != machine)]
    return list(dict.fromkeys(pattern.format(machine=name) for name in machines for pattern in patterns))


def library_folders(root: Path, machine: str) -> list[Path]:
    """Folders of an installation that may hold libraries of it."""
    names = expand(LIBRARY_FOLDERS + OPERATOR_FOLDERS, machine)
    return [root / name for name in names if (root / name).is_dir()]


def dependency_folders(root: Path, roots: list[Path], machine: str) -> list[Path]:
    """Folders in which to look for a library that another one needs: the driver's, and those of tiling."""
    drivers = [base / name for base in [*root.parents[:2], *root.resolve().parents[:2], *roots]
               for name in DRIVER_FOLDERS]
    tiling = [root / name for name in expand(TILING_FOLDERS, machine)]
    return [folder for folder in dict.fromkeys(drivers + tiling) if folder.is_dir()]


def root_of(library: Path, machine: str) -> Path:
    """The installation that a library belongs to; its own folder if it stands in no known layout."""
    known = set(expand(LIBRARY_FOLDERS, machine))
    hits = [parent for parent in library.parents[1:4] if str(library.parent.relative_to(parent)) in known]
    return hits[-1] if hits else library.parent


def read_match(path: Path, pattern: str) -> str:
    """The group of a pattern in a text file, "" without a file or a hit."""
    try:
        text = path.read_text(errors="replace")
    except OSError:
        return ""
    hit = re.search(pattern, text, re.M)
    return hit[1].strip() if hit else ""


def read_version(root: Path, machine: str) -> str:
    """The release of an installation, such as "8.1.RC1", "" if nothing tells."""
    for name, pattern in VERSION_FILES:
        for path in expand((name,), machine):
            version = read_match(root / path, pattern)
            if version:
                return version
    hit = FOLDER_VERSION.match(root.resolve().name)
    return hit[1] if hit else ""


def version_key(version: str) -> tuple[int, ...]:
    """Orders releases: 8.0.RC3 < 8.0.0 < 8.1.RC1 < 8.5.0.alpha001 < 8.5.0."""
    parts = re.findall(r"\d+|[a-z]+", version.lower())
    return (*(int(part) if part.isdigit() else STAGES.get(part, -1) for part in parts), 0)


# -- the steps
def installation_of(runtime: Path, context: Context, found_via: str) -> Installation:
    """The installation that a runtime library belongs to."""
    root = root_of(runtime, context.machine)
    return Installation(str(runtime), root, found_via, read_version(root, context.machine))


def _newest_first(found: list[Installation]) -> list[Installation]:
    """Each file once, under the first name that leads to it."""
    once: dict[str, Installation] = {}
    for one in found:
        once.setdefault(os.path.realpath(one.runtime), one)
    return sorted(once.values(), key=lambda one: version_key(one.version), reverse=True)


def _below(base: Path, context: Context, found_via: str) -> list[Installation]:
    """Installations at a folder or in the layouts below it; why there are none goes to `context.tried`."""
    if not base.is_dir():
        context.tried.append(f"{found_via}: no such folder")
        return []
    found = []
    for root in [base, *(path for layout in LAYOUTS for path in sorted(base.glob(layout)) if path.is_dir())]:
        runtimes = (folder / RUNTIME for folder in library_folders(root, context.machine))
        runtime = next((path for path in runtimes if path.is_file() and not is_stub(path)), None)
        if runtime is not None:
            found.append(installation_of(runtime, context, found_via))
    if not found:
        context.tried.append(f"{found_via}: no {RUNTIME} in it or in a known layout below")
    return found


def already_mapped(context: Context) -> Iterator[Installation]:
    """A framework has loaded CANN: the same file, never a second copy."""
    for path in context.mapped:
        if Path(path).name.startswith(RUNTIME) and not is_stub(path):
            yield installation_of(Path(path), context, LOADED)
            return
    context.tried.append(f"{LOADED}: no")


def _named_by(variable: str) -> Step:
    """The step that follows an environment variable."""
    def step(context: Context) -> Iterator[Installation]:
        value = context.environment.get(variable, "")
        if value:
            yield from _newest_first(_below(Path(value).expanduser().absolute(), context, f"{variable}={value}"))
        else:
            context.tried.append(f"{variable}: not set")
    return step


def the_loader(context: Context) -> Iterator[Installation]:
    """What the dynamic loader would take: LD_LIBRARY_PATH as it is now, then the loader's own configuration."""
    entries = [entry for entry in context.environment.get("LD_LIBRARY_PATH", "").split(":") if entry]
    paths = [path for entry in entries if (path := Path(entry).absolute() / RUNTIME).is_file()]
    for path in paths:
        if not is_stub(path):
            yield installation_of(path, context, "LD_LIBRARY_PATH")
            return
        context.tried.append(f"LD_LIBRARY_PATH: {path} is a stub for linking, not the library")
    if not paths:                                          # else the loader would take the stub
        yield Installation(RUNTIME, Path(), "the loader")


def standard_roots(context: Context) -> Iterator[Installation]:
    """The usual places: the newest release first, wherever it stands."""
    yield from _newest_first([one for root in context.root_folders() for one in _below(root, context, str(root))])


Step = Callable[[Context], Iterator[Installation]]
NAMED_HOME = _named_by("PYACL_CANN_HOME")
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
        if step is NAMED_HOME and context.environment.get("PYACL_CANN_HOME"):
            return                                         # who names one wants no other


# -- custom operator packages
@dataclass(frozen=True)
class CustomPackage:
    """A custom operator package: its library, its headers, how it was found."""

    library: str
    headers: Path
    found_via: str


def custom_packages(root: Path, context: Context) -> list[CustomPackage]:
    """Custom operator packages in CANN's own order: ASCEND_CUSTOM_OPP_PATH, then what opp/vendors/config.ini lists."""
    variable = "ASCEND_CUSTOM_OPP_PATH"
    places = [(Path(entry), variable) for entry in context.environment.get(variable, "").split(":") if entry]
    opp = Path(context.environment.get("ASCEND_OPP_PATH") or root / "opp")
    config = opp / "vendors" / "config.ini"
    order = read_match(config, r"^\s*load_priority\s*=\s*(.+)$")
    places += [(opp / "vendors" / name.strip(), str(config)) for name in order.split(",") if name.strip()]
    packages: dict[str, CustomPackage] = {}
    for place, found_via in places:
        library = place.absolute() / "op_api" / "lib" / "libcust_opapi.so"
        if library.is_file():
            packages.setdefault(os.path.realpath(library),
                                CustomPackage(str(library), library.parent.parent / "include", found_via))
    return list(packages.values())
