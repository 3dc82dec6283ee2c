"""Opening CANN: the catalogue of its libraries, and the backend that takes addresses from them.

Libraries are opened by absolute path, RTLD_LOCAL, and never closed.  What another user of this process has loaded is
used as it is: the same file, never a second copy.  Opening calls no function of CANN.
"""
from __future__ import annotations

import ctypes
import os
import platform
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import _declarations, _search
from ._exceptions import LibraryNotFoundError
from ._search import Context, CustomPackage, Installation

# In the order in which a symbol is looked for.  Only the first is needed; each is opened when a symbol is not in those
# before it.  Releases since 8.5 have the operators in several libraries, which must not be mixed with the one library
# of the releases before; that one comes before those of the oldest releases, which hold copies of its symbols.
RUNTIME_LIBRARIES = (_search.RUNTIME, "libacl_rt.so", "libnnopbase.so", "libacl_mdl.so", "libacl_op_executor.so",
                     "libacl_op_compiler.so", "libacl_tdt_channel.so", "libacl_tdt_queue.so", "libmsprofiler.so",
                     "libacl_cblas.so", "libacl_retr.so", "libacl_dvpp.so")
OPERATOR_LIBRARIES = ("libopapi_math.so", "libopapi_nn.so", "libopapi_cv.so", "libopapi_transformer.so", "libopapi.so",
                      "libaclnn_math.so", "libaclnn_ops_infer.so", "libaclnn_ops_train.so", "libaclnn_rand.so")
# Library -> the one whose symbols it uses without naming it as a need.
UNNAMED_NEEDS = {"libop_common.so": "liboptiling.so"}
DRIVER_LIBRARY = "libascend_hal.so"
# What set_env.sh sets and CANN itself reads, relative to the installation.
ENVIRONMENT = {"ASCEND_HOME_PATH": "", "ASCEND_OPP_PATH": "opp", "ASCEND_AICPU_PATH": ""}
LOAD_LIBRARY = "load_library"
MISSING_FILE = re.compile(r"^(.+?): cannot open shared object file")
MISSING_SYMBOL = re.compile(r"^(.+?): undefined symbol")

WHAT_TO_DO = """\
What to do:
  if CANN is installed: set PYACL_CANN_HOME to the folder above its lib64, or source its set_env.sh
  if it is not: install the CANN toolkit (https://www.hiascend.com/cann), the operator package and the NPU driver
  without an NPU: PYACL_BACKEND=emulator computes on the CPU (`python -m pyacl run SCRIPT` chooses by itself)"""
NO_DRIVER = """\
What to do:
  install the NPU driver and firmware; `npu-smi info` must list the devices
  in a container: mount /usr/local/Ascend/driver of the host and pass /dev/davinci0, /dev/davinci_manager, ...
  without an NPU: PYACL_BACKEND=emulator computes on the CPU (`python -m pyacl run SCRIPT` chooses by itself)"""


@dataclass(frozen=True)
class Loaded:
    """A library that is open: its path, how it was found, the release it belongs to ("" if no file tells)."""

    name: str
    path: str
    found_via: str
    version: str
    handle: ctypes.CDLL

    def address(self, symbol: str) -> int:
        """Address of a symbol in this library or one that it needs, 0 if there is none."""
        try:
            function = self.handle[symbol]
        except AttributeError:
            return 0
        return ctypes.cast(function, ctypes.c_void_p).value or 0


class _SymbolInfo(ctypes.Structure):
    _fields_ = (("file", ctypes.c_char_p), ("base", ctypes.c_void_p), ("name", ctypes.c_char_p),
                ("address", ctypes.c_void_p))


def file_of(address: int) -> str:
    """The file that an address belongs to, "" if the loader does not tell."""
    info = _SymbolInfo()
    dladdr = getattr(ctypes.CDLL(None), "dladdr", None)
    if dladdr is None or not dladdr(ctypes.c_void_p(address), ctypes.byref(info)):
        return ""
    return os.path.realpath(info.file.decode()) if info.file else ""


# -- opening
class _Opener:
    """Opens libraries by absolute path, and what they need first, wherever the installation or the driver has it."""

    def __init__(self, folders: list[Path], machine: str) -> None:
        self.folders = folders
        self.machine = machine

    def locate(self, name: str) -> str:
        """Absolute path of a library, "" if nobody has it.

        What is loaded already comes first, but not for operators: custom packages carry libraries of the same name.
        """
        mapped = [path for path in _search.mapped_files() if Path(path).name == name]
        own = [str(folder / name) for folder in self.folders if (folder / name).is_file()]
        paths = own + mapped if name in OPERATOR_LIBRARIES else mapped + own
        return next((path for path in paths if not _search.is_stub(path)), "")

    def open(self, path: str, mode: int = os.RTLD_LOCAL, opened: set[str] | None = None) -> ctypes.CDLL:
        """Raises OSError with the loader's words for what could not be mended."""
        fault = _search.elf_fault(path, self.machine) if os.path.isabs(path) else ""
        if fault:
            raise OSError(f"{path}: {fault}")
        opened = {Path(path).name} if opened is None else opened | {Path(path).name}
        while True:
            try:
                return ctypes.CDLL(path, mode=mode | os.RTLD_NOW)
            except OSError as error:
                name, needed_mode = self._missing(str(error))
                needed = self.locate(name) if name and name not in opened else ""
                if not needed:
                    raise
                opened.add(name)
                self.open(needed, needed_mode, opened)

    def _missing(self, complaint: str) -> tuple[str, int]:
        """The library that the loader misses, and how it is to be opened; "" if opening one does not help."""
        file, symbol = MISSING_FILE.match(complaint), MISSING_SYMBOL.match(complaint)
        if file:
            return Path(file[1]).name, os.RTLD_LOCAL
        return UNNAMED_NEEDS.get(Path(symbol[1]).name, "") if symbol else "", os.RTLD_GLOBAL


class Cann:
    """The vendor's libraries as a backend of `pyacl._lib` (see `_lib.Backend`)."""

    name = "cann"
    epoch = 0                                              # what was made stays: CANN is never closed

    def __init__(self, installation: Installation, opener: _Opener, runtime: Loaded) -> None:
        self.installation = installation
        self.opener = opener
        self.faults: dict[str, str] = {}                   # library -> why it could not be opened
        self._lock = threading.RLock()
        self._open: dict[str, Loaded | None] = {runtime.name: runtime}
        self._before: list[Loaded] = []                    # what load_library opened, to be asked before CANN
        self._after: list[Loaded] = []                     # and after it
        self._homes: dict[str, Loaded | None] = {}         # operator -> the library that has both phases

    def describe(self) -> str:
        """Release, folder, how it was found; libraries that could not be opened, with the reason."""
        text = f"{self.installation}, found via {self.installation.found_via}"
        return text + "".join(f"; {name} cannot be opened: {why}" for name, why in self.faults.items())

    def libraries(self) -> list[Loaded]:
        """What is open so far, in the order in which symbols are looked for."""
        names = RUNTIME_LIBRARIES + OPERATOR_LIBRARIES
        return [*self._before, *(one for name in names if (one := self._open.get(name)) is not None), *self._after]

    def address(self, function: str, signature: str) -> int:
        """Address of a C function, 0 if no library has it.  Both phases of an operator come from one file."""
        operator = function.removesuffix(_declarations.PHASE1)
        if _declarations.operator_parameters(operator) is not None:
            home = self.home(operator)
            return home.address(function) if home else 0
        return next(filter(None, (one.address(function) for one in self._candidates(function))), 0)

    def guard(self, pointer: object) -> object:
        return pointer

    def share(self, address: int, nbytes: int, device: int) -> None:
        """A device has memory of its own."""

    def home(self, operator: str) -> Loaded | None:
        """The library that an operator is called in, None if none has both phases."""
        if operator not in self._homes:
            with self._lock:
                self._homes[operator] = next((one for one in self._candidates(operator, operator=True)
                                              if _both_phases(one, operator)), None)
        return self._homes[operator]

    def add(self, loaded: Loaded, prefer: bool) -> None:
        """Ask one more library for symbols, before CANN or after it."""
        with self._lock:
            (self._before if prefer else self._after).append(loaded)
            self._homes.clear()

    def open_all(self) -> None:
        """Open every library of the catalogue that is there."""
        for name in RUNTIME_LIBRARIES + OPERATOR_LIBRARIES:
            self._library(name)

    def _candidates(self, function: str, operator: bool = False) -> Iterator[Loaded]:
        """Libraries to ask for a symbol, opened one by one as they are asked."""
        names = [*(() if operator else RUNTIME_LIBRARIES),
                 *(OPERATOR_LIBRARIES if operator or function.startswith("aclnn") else ())]
        yield from self._before
        for name in names:
            loaded = self._library(name)
            if loaded is not None:
                yield loaded
        yield from self._after

    def _library(self, name: str) -> Loaded | None:
        if name not in self._open:
            with self._lock:
                if name not in self._open:
                    self._open[name] = self._try(name)
        return self._open[name]

    def _try(self, name: str) -> Loaded | None:
        path = self.opener.locate(name)
        if not path:
            return None
        root = _search.root_of(Path(path), self.opener.machine)
        beside = os.path.realpath(root) == os.path.realpath(self.installation.root)
        found_via = (_search.LOADED if os.path.realpath(path) in _search.mapped_files() else
                     f"beside {_search.RUNTIME}" if beside else f"in {root}")
        try:
            handle = self.opener.open(path)
        except OSError as error:
            self.faults[name] = str(error)
            return None
        version = _search.read_version(root, self.opener.machine)
        return Loaded(name, path, found_via, version or self.installation.version, handle)


def _both_phases(library: Loaded, operator: str) -> bool:
    phases = library.address(operator + _declarations.PHASE1), library.address(operator)
    return all(phases) and file_of(phases[0]) == file_of(phases[1])


# -- CANN
def open_cann(context: Context | None = None) -> Cann:
    """Find CANN and open its runtime library; the others follow when a symbol is looked for in them.

    Sets the environment variables that CANN itself reads (ASCEND_HOME_PATH, ASCEND_OPP_PATH, ASCEND_AICPU_PATH) if
    they are not set.  Raises LibraryNotFoundError, which lists every place that was tried with the reason.
    """
    context = context or Context()
    faults: dict[str, str] = {}
    found: list[Installation] = []
    for installation in _search.installations(context):
        before = set(_search.mapped_files())
        try:
            backend = _open(installation, context)
        except OSError as error:
            context.tried.append(f"{installation.found_via}: {error}")
            if not installation.located:
                continue
            found.append(installation)
            faults[installation.runtime] = str(error)
            home = os.path.realpath(installation.root)
            if any(path.startswith(home + "/") for path in set(_search.mapped_files()) - before):
                break                                      # parts of it are loaded now: never mix two releases
        else:
            backend.faults.update(faults)
            return backend
    raise _not_found(found, context.tried)


def _open(installation: Installation, context: Context) -> Cann:
    opener = _Opener(_folders(installation, context), context.machine)
    handle = opener.open(installation.runtime)
    mapped = _search.mapped_files()
    stub = next((path for path in mapped if Path(path).name == DRIVER_LIBRARY and _search.is_stub(path)), "")
    if stub:
        raise OSError(f"{DRIVER_LIBRARY}: the loader took {stub}, a stub for linking; take its folder out of "
                      "LD_LIBRARY_PATH")
    if not installation.located:                           # the loader found it by name: see where
        path = next((path for path in mapped if Path(path).name.startswith(_search.RUNTIME)), installation.runtime)
        installation = _search.installation_of(Path(path), context, installation.found_via)
        opener.folders = _folders(installation, context)
    if not opener.locate("libnnopbase.so"):                # a runtime by itself: operators from the next installation
        others = (one for one in _search.installations(Context(context.environment, context.roots, context.machine))
                  if one.located and one.root != installation.root)
        opener.folders += next((_folders(one, context) for one in others), [])
    runtime = Loaded(_search.RUNTIME, installation.runtime, installation.found_via, installation.version, handle)
    backend = Cann(installation, opener, runtime)
    for variable, below in ENVIRONMENT.items():
        if (installation.root / below).is_dir():
            os.environ.setdefault(variable, str(installation.root / below))
    for package in _search.custom_packages(installation.root, context):
        add_package(backend, package)
    return backend


def _folders(installation: Installation, context: Context) -> list[Path]:
    """Where the libraries of an installation, and those that they need, may be."""
    root = installation.root
    needs = _search.dependency_folders(root, context.root_folders(), context.machine)
    if not installation.located:
        return needs
    own = [Path(installation.runtime).parent, *_search.library_folders(root, context.machine)]
    return list(dict.fromkeys(own + needs))


def _not_found(found: list[Installation], tried: list[str]) -> LibraryNotFoundError:
    """One message: what is the matter, everything that was tried, what to do."""
    advice = WHAT_TO_DO
    if not found:
        head = "no CANN was found"
    elif any(DRIVER_LIBRARY in line for line in tried):
        head = f"{found[0]} is there, but the NPU driver is not ({DRIVER_LIBRARY} is missing)"
        advice = NO_DRIVER
    else:
        head = f"{found[0]} was found, but cannot be loaded"
    return LibraryNotFoundError("\n".join([head, "Tried:", *(f"  {line}" for line in tried), advice]))


# -- custom operators
def custom_package(path: str | os.PathLike[str]) -> CustomPackage:
    """The package of a custom operator library, checked as far as that goes without opening it."""
    library = Path(path)
    if not library.is_absolute():
        raise ValueError(f"load_library({str(path)!r}): give an absolute path; a bare name could be any library")
    if not library.is_file():
        raise FileNotFoundError(f"load_library({str(path)!r}): no such file")
    fault = _search.elf_fault(library, platform.machine())
    if fault:
        raise OSError(f"load_library({str(path)!r}): {fault}")
    return CustomPackage(str(library), library.parent.parent / "include", LOAD_LIBRARY)


def add_package(backend: Cann, package: CustomPackage, prefer: bool = False) -> list[str]:
    """Open a package's library and read its headers; one that was found by search may fail, which is then reported."""
    name, machine = Path(package.library).name, backend.opener.machine
    try:
        handle = backend.opener.open(package.library)
        version = _search.read_version(package.headers.parent.parent, machine)
        backend.add(Loaded(name, package.library, package.found_via, version, handle), prefer)
        if not any(package.headers.rglob("*.h")):
            return []
        from ._headers import load_headers  # its reader would cost every start of a process
        return load_headers(package.headers)
    except (OSError, ValueError) as error:
        if package.found_via == LOAD_LIBRARY:
            raise
        backend.faults[package.library] = str(error)
        return []
