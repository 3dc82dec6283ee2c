"""`python -m pyacl emulator build DIR`: the emulator as a folder like CANN's, for programs in C and C++.

The library holds one function of generated C for each function of the headers, with its exact signature; what is
common to them is `c/native.c`.  Functions of HCCL, which is not emulated, only say so and fail: programs that use it
compile.
"""
from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from .. import _abi, _c_function, _declarations, _libraries, _search
from .._header_reader import declarations

PACKAGE = Path(__file__).parent.parent
C_PARTS = Path(__file__).parent / "c"
INCLUDE = C_PARTS / "include"                              # headers that only C programs have use for
ADDITIONS = C_PARTS / "additions"                          # what CANN's headers have beside declarations of C
LIBRARY = _search.RUNTIME
# Other names of the one library: what programs for older and newer releases are linked with.
LINKS = (*(name for name in (*_libraries.RUNTIME_LIBRARIES, *_libraries.OPERATOR_LIBRARIES)
           if name.startswith(("libacl_", "libnnopbase", "libmsprofiler", "libopapi"))), "libhccl.so")
# Other places in which builds look, as in a CANN for this machine.
FOLDERS = {f"{platform.machine()}-linux/{name}": target
           for name, target in (("include", "include"), ("lib64", "lib64"), ("devlib", "lib64"))}
SOURCE = "src/libascendcl.c"
FINGERPRINT = "src/fingerprint"                            # written last
COMPILERS = ("cc", "gcc", "clang")
SYSTEM_HEADERS = ("dlfcn.h", "link.h", "pthread.h", "semaphore.h", "signal.h", "stdarg.h", "stdio.h", "stdlib.h",
                  "string.h", "unistd.h", "wchar.h")
FLAGS = ("-std=gnu11", "-O1", "-foptimize-sibling-calls", "-fPIC", "-shared", "-Wall", "-Wextra",
         "-Wno-unused-const-variable", "-Wno-unused-parameter", f"-Wl,-soname,{LIBRARY}", "-Wl,-z,nodelete",
         "-Wl,--as-needed", "-ldl", "-lpthread")
# Handles are distinct types in pyacl's headers, so that Python can tell them apart; CANN's are all `void *`, and
# programs convert them into each other.
HANDLE = re.compile(r"^typedef struct \w+ \*(\w+);$", re.M)
# What the functions of HCCL give, by their type: never a success.
NO_HCCL = {"HcclResult": "HCCL_E_NOT_SUPPORT", "uint32_t": "0", "const char *": '"HCCL is not emulated"'}
# The constructor of dim3 in C++: what is left out is 1.
DIM3_END = "} dim3;"
DIM3_CONSTRUCTOR = """\
#ifdef __cplusplus
    constexpr dim3(uint32_t x_ = 1U, uint32_t y_ = 1U, uint32_t z_ = 1U) : x(x_), y(y_), z(z_) {}
#endif
"""
END = "\n#endif\n"
SET_ENV = """\
# Source this file: programs that use CANN then find the emulator.
export ASCEND_HOME_PATH={folder}
export ASCEND_TOOLKIT_HOME="$ASCEND_HOME_PATH"
case ":${{LD_LIBRARY_PATH:-}}:" in
    *":$ASCEND_HOME_PATH/lib64:"*) ;;
    *) export LD_LIBRARY_PATH="$ASCEND_HOME_PATH/lib64${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}" ;;
esac
"""
HOW_TO = """\
The emulator is in {folder}.  To compile and run a program with it:
  . {folder}/set_env.sh
  g++ PROGRAM.cpp -I {folder}/include -L {folder}/lib64 -lascendcl -lnnopbase -lopapi
  ./a.out"""


class BuildError(RuntimeError):
    """The folder cannot be built; the text says what is missing."""


def build(folder: Path) -> None:
    """Write `lib64`, `include` and `set_env.sh` into a folder; the last step of each library is a rename.

    Raises BuildError without a C compiler, for a folder that holds another CANN or one that cannot be written.
    """
    folder = folder.absolute()
    compiler = _compiler()
    if (folder / "lib64" / LIBRARY).exists() and not (folder / SOURCE).exists():
        raise BuildError(f"{folder} holds another {LIBRARY}: choose a folder of its own for the emulator")
    try:
        _write(folder, compiler)
    except OSError as error:
        raise BuildError(f"{folder} cannot be written: {error.strerror}: {error.filename}") from error


def _write(folder: Path, compiler: list[str]) -> None:
    _write_headers(folder / "include")
    (folder / "src").mkdir(exist_ok=True)
    (folder / SOURCE).write_text(source())
    (folder / "lib64").mkdir(exist_ok=True)
    _compile(compiler, folder)
    links = {f"lib64/{name}": LIBRARY for name in LINKS} | {name: f"../{target}" for name, target in FOLDERS.items()}
    for name, target in links.items():
        link = folder / name
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    (folder / "version.info").write_text(f"Version={_newest()}\n")
    (folder / "set_env.sh").write_text(SET_ENV.format(folder=shlex.quote(str(folder))))
    (folder / FINGERPRINT).write_text(_fingerprint())


def is_fresh(folder: Path) -> bool:
    """Whether a folder was built whole, and from what the package is now."""
    try:
        return (folder / FINGERPRINT).read_text() == _fingerprint()
    except FileNotFoundError:
        return False


def _fingerprint() -> str:
    """Changes with whatever goes into the folder; the headers are what `_abi.py` was made from."""
    parts = [Path(_abi.__file__), Path(__file__), *sorted(C_PARTS.rglob("*.[ch]"))]
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()


def how_to(folder: Path) -> str:
    """What to type next."""
    return HOW_TO.format(folder=shlex.quote(str(folder)))


def _newest() -> str:
    """The release of the headers: what is emulated unless PYACL_EMULATOR_PROFILE says otherwise."""
    return max(_abi.SINCE, key=_search.version_key)


def _compiler() -> list[str]:
    """The command of the C compiler."""
    chosen = shlex.split(os.environ.get("CC", ""))
    for name in chosen[:1] or COMPILERS:
        if shutil.which(name):
            return chosen or [name]
    which = f"CC={shlex.join(chosen)} cannot be run" if chosen else \
        f"none of {', '.join(COMPILERS)} is installed, and CC is not set"
    raise BuildError(f"a C compiler is needed: {which}")


def _compile(compiler: list[str], folder: Path) -> None:
    library = folder / "lib64" / LIBRARY
    part = library.with_suffix(f".{os.getpid()}")
    command = [*compiler, "-I", str(folder / "include"), "-o", str(part), str(folder / SOURCE), *FLAGS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{shlex.join(command)} failed:\n{done.stderr}")
    part.replace(library)                              # a process that has the old one open keeps it


# -- headers
def headers_folder() -> Path:
    """The C headers: in the package, or beside it in a checkout."""
    inside = PACKAGE / "headers"
    return inside if inside.is_dir() else PACKAGE.parent / "headers"


def _write_headers(include: Path) -> None:
    for name, path in _headers().items():
        text = HANDLE.sub(r"typedef void *\1;", path.read_text())
        text = text.replace(DIM3_END, DIM3_CONSTRUCTOR + DIM3_END)
        if (ADDITIONS / name).exists():
            text = text.removesuffix(END) + "\n" + (ADDITIONS / name).read_text() + END
        (include / name).parent.mkdir(parents=True, exist_ok=True)
        (include / name).write_text(text)
        if name.startswith("aclnnop/"):                # where releases up to 8.1 and packages of operators have it too
            for other in (include / "aclnnop" / "level2", include):
                other.mkdir(exist_ok=True)
                (other / Path(name).name).write_text(f'#include "{name}"\n')


def _headers() -> dict[str, Path]:
    """Name below `include` -> file."""
    return {str(path.relative_to(root)): path
            for root, parts in ((headers_folder(), ("acl", "aclnn", "aclnnop")),
                                (INCLUDE, ("aclnn", "hccl")))
            for part in parts
            for path in sorted((root / part).rglob("*.h"))}


# -- C text
def source() -> str:
    """The whole library as one C file."""
    names, headers = sorted(_declarations.function_names()), _headers()
    return "".join([
        "#define _GNU_SOURCE\n",
        *(f"#include <{name}>\n" for name in SYSTEM_HEADERS),
        *(f'#include "{name}"\n' for name in headers),
        f"\n#define PYTHON {_literal(sys.executable)}\n#define PACKAGE {_literal(str(PACKAGE.parent))}\n",
        "\nstatic const char *const names[] = {\n", *(f'    "{name}",\n' for name in names), "};\n\n",
        (C_PARTS / "native.c").read_text(),
        *(_function(index, name) for index, name in enumerate(names)),
        *(_refusal(declared.name, declared.text) for name, path in headers.items() if name.startswith("hccl/")
          for declared in declarations({name: path.read_text()}, keep_types=True)),
    ])


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _function(index: int, name: str) -> str:
    """The definition of a C function that jumps through the table.

    Of a variadic function (aclAppLog) the fixed arguments go on: the emulator keeps no log (R-ERR-11).
    """
    signature = _declarations.signature(name)
    assert signature is not None
    result, _, parameters = signature.removesuffix(")").partition("(")
    fixed = parameters.removesuffix(", ...")
    arguments = ", ".join(name for name, _ in _c_function.parameters(signature) if name != "...")
    jump = f"(({result} (*)({fixed}))entry({index}))({arguments});"
    return f"\n{result} {name}({parameters})\n{{\n    {'' if result == 'void' else 'return '}{jump}\n}}\n"


def _refusal(name: str, signature: str) -> str:
    result, _, parameters = signature.partition("(")
    return f"\n{result} {name}({parameters}\n{{\n    no_hccl(__func__);\n    return {NO_HCCL[result]};\n}}\n"
