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
from functools import cached_property, lru_cache
from pathlib import Path

from . import _declarations, _elf, _search
from ._exceptions import LibraryNotFoundError
from ._search import Context, Installation

# In the order in which a symbol is looked for.  Only the first is needed; each is opened when a symbol is not in those
# before it.  Releases since 8.5 have the operators in several libraries, which must not be mixed with the one library
# of the releases before; that one comes before those of the oldest releases, which hold copies of its symbols.
RUNTIME_LIBRARIES = (_search.RUNTIME, "libacl_rt.so", "libnnopbase.so", "libacl_mdl.so", "libacl_op_executor.so",
                     "libacl_op_compiler.so", "libacl_tdt_channel.so", "libacl_tdt_queue.so", "libmsprofiler.so",
                     "libacl_cblas.so", "libacl_retr.so", "libacl_dvpp.so")
OPERATOR_LIBRARIES = ("libopapi_math.so", "libopapi_nn.so", "libopapi_cv.so", "libopapi_transformer.so", "libopapi.so",
                      "libaclnn_math.so", "libaclnn_ops_infer.so", "libaclnn_ops_train.so", "libaclnn_rand.so")
OPERATOR_NAMES = ("libopapi", "libaclnn_")                 # how libraries of operators begin, later ones too
# Library -> the one whose symbols it uses without naming it as a need.
UNNAMED_NEEDS = {"libop_common.so": "liboptiling.so"}
DRIVER_LIBRARY = "libascend_hal.so"
# What set_env.sh sets and CANN itself reads, relative to the installation.
ENVIRONMENT = {"ASCEND_HOME_PATH": "", "ASCEND_OPP_PATH": "opp", "ASCEND_AICPU_PATH": ""}
MISSING_SYMBOL = re.compile(r"^(.+?): undefined symbol")


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


_dladdr = getattr(ctypes.CDLL(None), "dladdr", None)


def file_of(address: int) -> str:
    """The file that an address belongs to, "" if the loader does not tell."""
    info = _SymbolInfo()
    if _dladdr is None or not _dladdr(ctypes.c_void_p(address), ctypes.byref(info)):
        return ""
    return _real_path(info.file) if info.file else ""


@lru_cache(maxsize=256)
def _real_path(path: bytes) -> str:
    return os.path.realpath(os.fsdecode(path))


# -- opening
class _Opener:
    """Opens libraries by absolute path, and before them what they need, wherever the installation or the driver has it.

    The loader by itself would look in LD_LIBRARY_PATH first, where another release or a stub may be.
    """

    def __init__(self, folders: list[Path], machine: str) -> None:
        self.folders = folders
        self.machine = machine

    def locate(self, name: str) -> str:
        """Absolute path of a library, "" if nobody has it.

        What is loaded already comes first, but not for operators: custom packages carry libraries of the same name.
        """
        mapped = [path for path in _search.mapped_files() if Path(path).name == name and not _search.is_stub(path)]
        own = self._own(name)
        paths = own + mapped if name.startswith(OPERATOR_NAMES) else mapped + own
        return next(iter(paths), "")

    def operator_libraries(self) -> list[str]:
        """Names in the order of the catalogue; one that it lacks counts as one of the several of new releases."""
        there = {path.name for folder in self.folders for path in folder.glob("libopapi_*.so")}
        known = list(OPERATOR_LIBRARIES)
        single = known.index("libopapi.so")
        return [*known[:single], *sorted(there.difference(known)), *known[single:]]

    def _own(self, name: str) -> list[str]:
        """The files of a name in the installation, those for this machine first."""
        paths = [str(path) for folder in self.folders if os.path.isfile(path := folder / name)]
        return sorted((path for path in paths if not _search.is_stub(path)),
                      key=lambda path: bool(_elf.fault(path, self.machine)))

    def open(self, path: str, mode: int = os.RTLD_LOCAL, opened: frozenset[str] = frozenset()) -> ctypes.CDLL:
        """Raises OSError with the loader's first words."""
        why = _elf.fault(path, self.machine) if os.path.isabs(path) else ""
        if why:
            raise OSError(f"{path}: {why}")
        opened |= {Path(path).name}
        first: OSError | None = None                       # of the needs: why the whole cannot be opened
        for name in _elf.needs(path):
            needed = "" if name in opened or _search.loaded_as(name) else next(iter(self._own(name)), "")
            if needed:
                try:
                    self.open(needed, opened=opened)
                except OSError as error:
                    first = first or error
        try:
            return ctypes.CDLL(path, mode=mode | os.RTLD_NOW)
        except OSError as error:
            symbol = MISSING_SYMBOL.match(str(error))
            name = UNNAMED_NEEDS.get(Path(symbol[1]).name, "") if symbol else ""
            provider = self.locate(name) if name and name not in opened else ""
            if not provider:
                raise first or error from None
            self.open(provider, os.RTLD_GLOBAL, opened)
            return self.open(path, mode, opened | {name})


class Cann:
    """The vendor's libraries as a backend of `pyacl._lib` (see `_lib.Backend`)."""

    name = "cann"
    epoch = 0                                              # what was made stays: CANN is never closed

    def __init__(self, installation: Installation, opener: _Opener, runtime: Loaded, loaded_before: list[str]) -> None:
        self.installation = installation
        self._loaded_before = frozenset(loaded_before)     # by somebody else
        self.opener = opener
        self.faults: dict[str, str] = {}                   # library -> why it could not be opened
        self.custom: list[Loaded] = []                     # libraries of custom operators
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
        names = [*RUNTIME_LIBRARIES, *self._operators]
        return [*self._before, *(one for name in names if (one := self._open.get(name)) is not None), *self._after]

    @cached_property
    def _operators(self) -> list[str]:
        return self.opener.operator_libraries()

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
        with self._lock:                                   # `add` empties it
            if operator not in self._homes:
                self._homes[operator] = next((one for one in self._candidates(operator, operator=True)
                                              if both_phases(one, operator)), None)
            return self._homes[operator]

    def add(self, library: Loaded, prefer: bool) -> None:
        """Ask a library of custom operators for symbols: before CANN and before earlier ones, or after them."""
        with self._lock:
            for libraries in (self.custom, self._before, self._after):
                libraries[:] = [one for one in libraries if one.path != library.path]
            self.custom.append(library)
            if prefer:
                self._before.insert(0, library)
            else:
                self._after.append(library)
            self._homes.clear()

    def open_all(self) -> None:
        """Open every library of the catalogue that is there."""
        for name in [*RUNTIME_LIBRARIES, *self._operators]:
            self._library(name)

    def _candidates(self, function: str, operator: bool = False) -> Iterator[Loaded]:
        """Libraries to ask for a symbol, opened one by one as they are asked."""
        names = [*(() if operator else RUNTIME_LIBRARIES),
                 *(self._operators if operator or function.startswith("aclnn") else ())]
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
        found_via = (_search.LOADED if os.path.realpath(path) in self._loaded_before else
                     f"beside {_search.RUNTIME}" if beside else f"in {root}")
        try:
            handle = self.opener.open(path)
        except OSError as error:
            self.faults[name] = str(error)
            return None
        version = _search.read_version(root, self.opener.machine)
        return Loaded(name, path, found_via, version or self.installation.version, handle)


def both_phases(library: Loaded, operator: str) -> bool:
    """Whether a library itself has both phases of an operator, rather than one that it needs."""
    phases = library.address(operator + _declarations.PHASE1), library.address(operator)
    return all(phases) and file_of(phases[0]) == file_of(phases[1])


# -- CANN
def open_cann(context: Context | None = None) -> Cann:
    """Find CANN and open its runtime library; the others follow when a symbol is looked for in them.

    Sets the environment variables that CANN itself reads (ASCEND_HOME_PATH, ASCEND_OPP_PATH, ASCEND_AICPU_PATH) if
    they are not set, unless somebody else has loaded CANN.  Raises LibraryNotFoundError, which lists every place that
    was tried with the reason.
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
            own = {os.path.realpath(folder) for folder in _own_folders(installation, context)}
            if any(os.path.dirname(path) in own for path in set(_search.mapped_files()) - before):
                break                                      # parts of it are loaded now: never mix two releases
        else:
            backend.faults.update(faults)
            return backend
    raise _not_found(found, list(faults.values()), context)


def _open(installation: Installation, context: Context) -> Cann:
    opener = _Opener(_folders(installation, context), context.machine)
    before = set(_search.mapped_files())
    handle = opener.open(installation.runtime)
    new = [path for path in _search.mapped_files() if path not in before]
    stub = next((path for path in new if _search.is_stub(path)), "")
    if stub:
        raise OSError(f"{Path(stub).name}: the loader took {stub}, a stub for linking; take its folder out of "
                      "LD_LIBRARY_PATH")
    if not installation.located:                           # the loader found it by name: see where
        path = _search.loaded_as(_search.RUNTIME) or installation.runtime
        installation = _search.installation_of(Path(path), context, installation.found_via)
        opener.folders = _folders(installation, context)
    if not opener.locate("libnnopbase.so"):                # a runtime by itself: operators from the next installation
        others = (one for one in _search.installations(Context(context.environment, context.roots, context.machine))
                  if one.located and one.root != installation.root
                  and installation.version in ("", one.version))           # never mix two releases
        opener.folders += next((_folders(one, context) for one in others), [])
    runtime = Loaded(_search.RUNTIME, installation.runtime, installation.found_via, installation.version, handle)
    backend = Cann(installation, opener, runtime, context.mapped)
    for variable, below in ENVIRONMENT.items():
        if _search.LOADED not in installation.found_via and os.path.isdir(installation.root / below):
            os.environ.setdefault(variable, str(installation.root / below))
    from ._custom import add_found
    add_found(backend, context)
    return backend


def _own_folders(installation: Installation, context: Context) -> list[Path]:
    return [Path(installation.runtime).parent, *_search.library_folders(installation.root, context.machine)]


def _folders(installation: Installation, context: Context) -> list[Path]:
    """Where the libraries of an installation, and those that they need, may be."""
    needs = _search.dependency_folders(installation.root, context.root_folders(), context.machine)
    own = _own_folders(installation, context) if installation.located else []
    return list(dict.fromkeys(own + needs))


# -- why there is none
INSTALL = "bash Ascend-cann-toolkit_{version}_linux-{machine}.run --install"
ON_THE_CPU = "without an NPU: PYACL_BACKEND=emulator computes on the CPU (`python -m pyacl run SCRIPT` chooses itself)"
WITHOUT_CANN = (
    "if CANN is installed: set PYACL_CANN_HOME to the folder above its lib64, or source its set_env.sh",
    "if it is not: install the CANN toolkit (https://www.hiascend.com/cann), the operator package and the NPU driver",
    ON_THE_CPU)
# What the error of an installation has in it -> what is the matter with it, what to do, the one command for that.
CAUSES = (
    (rf"{DRIVER_LIBRARY}: (cannot open|the loader took)",
     f"is there, but the NPU driver is not ({DRIVER_LIBRARY} is missing)",
     ("install the NPU driver and firmware; `npu-smi info` must list the devices",
      "in a container: mount /usr/local/Ascend/driver of the host and pass /dev/davinci0, /dev/davinci_manager, ...",
      ON_THE_CPU),
     "bash Ascend-hdk-*-npu-driver_*_linux-{machine}.run --full"),
    (r"built for ", "was found, but cannot be loaded: it is for another machine",
     ("install the CANN packages for {machine}, or run a Python of the machine that they are for",),
     INSTALL),
    (r"`GLIBCXX_", "was found, but cannot be loaded: it needs a newer libstdc++ than this process has",
     ("in a conda environment: install a newer libstdc++ into it; else use the system's own Python",),
     "conda install -c conda-forge libstdcxx-ng"),
    (r"`GLIBC_", "was found, but cannot be loaded: it needs a newer C library than this system's {glibc}",
     ("use a newer system, a container with CANN in it, or a CANN release that is made for this system",),
     "docker run --rm -it -v /usr/local/Ascend/driver:/usr/local/Ascend/driver ascendai/cann:latest bash"),
    (r"", "was found, but cannot be loaded",
     ("packages of different releases in one place are the usual cause: install the toolkit and the operator package "
      "of one release again",),
     INSTALL),
)


def _not_found(found: list[Installation], faults: list[str], context: Context) -> LibraryNotFoundError:
    """One message: what is the matter, everything that was tried, what to do."""
    named, variable = context.environment.get(_search.HOME_VARIABLE, ""), _search.HOME_VARIABLE
    advice: tuple[str, ...] = WITHOUT_CANN
    head, fix = "", "export PYACL_BACKEND=emulator"
    if found:
        _, head, advice, fix = next(cause for cause in CAUSES if re.search(cause[0], faults[0]))
    elif named:
        advice = (f"set {variable} to the folder above CANN's lib64, or unset it to search the usual places",
                  ON_THE_CPU)
        fix = f"unset {variable}"
    elif any(Path("/dev").glob("davinci[0-9]*")):
        fix = INSTALL
    names = {"machine": context.machine, "version": found[0].version or "*" if found else "*",
             "glibc": " ".join(platform.libc_ver()) or "one"}
    why = next((line for line in context.tried if named and line.startswith(f"{variable}={named}: ")), "")
    head = f"{found[0]} {head.format(**names)}" if found else "no CANN was found" + (f": {why}" if why else "")
    error = LibraryNotFoundError("\n  ".join([head + "\nTried:", *context.tried]) + "\n" + "\n  ".join(
        ["What to do:", *(line.format(**names) for line in advice)]))
    error.fix = fix.format(**names)
    return error
