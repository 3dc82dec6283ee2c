"""Custom operators: packages that CANN's own search order names, and libraries that a program asks for."""
from __future__ import annotations

import os
import platform
from pathlib import Path

from . import _declarations, _elf, _search
from ._libraries import Cann, Loaded, both_phases
from ._search import Context, CustomPackage

LOAD_LIBRARY = "load_library"


def add_found(backend: Cann, context: Context) -> None:
    """Open the packages that the environment and the installation name; a fault is reported and stops nothing."""
    for package in _search.custom_packages(backend.installation.root, context):
        try:
            add(backend, package)
        except (OSError, ValueError, ImportError) as error:
            backend.faults[package.library] = str(error)


def custom_package(path: str | os.PathLike[str]) -> CustomPackage:
    """The package of a custom operator library, checked as far as that goes without opening it."""
    library = Path(path)
    if not library.is_absolute():
        raise ValueError(f"load_library({str(path)!r}): give an absolute path; a bare name could be any library")
    if not os.path.isfile(library):
        raise FileNotFoundError(f"load_library({str(path)!r}): no such file")
    fault = _elf.fault(library, platform.machine())
    if fault:
        raise OSError(f"load_library({str(path)!r}): {fault}")
    return CustomPackage(str(library), library.parent.parent / "include", LOAD_LIBRARY)


def _header_files(include: Path) -> list[Path]:
    """The headers of a package; elsewhere, such as in /usr/include, only what is named like an operator's."""
    return sorted(include.rglob("*.h" if include.parent.name == "op_api" else "aclnn*.h"))


def add(backend: Cann, package: CustomPackage, prefer: bool = False) -> list[str]:
    """Open a package's library and read its headers; gives the names that they add.

    An operator that the package runs is called with the signature of the package's own header, even where pyacl knows
    one of the same name: packages carry operators that a later CANN has too, with other parameters.
    """
    name, machine = Path(package.library).name, backend.opener.machine
    handle = backend.opener.open(package.library)
    version = _search.read_version(package.headers.parent.parent, machine)
    loaded = Loaded(name, package.library, package.found_via, version, handle)
    backend.add(loaded, prefer)                            # headers that cannot be read leave the library usable
    files = _header_files(package.headers)
    if not files:
        return []
    from . import _headers  # its parser would cost every start of a process
    declared = _headers.read(files)
    added = _headers.add(declared)
    _declarations.replace_operators({
        operator: parameters for operator, parameters in declared.operators.items()
        if operator not in added and _headers.differs(operator, parameters)
        and both_phases(loaded, operator) and backend.home(operator) is loaded})
    declared.complain("the others of the package were added")
    return added
