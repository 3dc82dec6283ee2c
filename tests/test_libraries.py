"""Discovery and opening of CANN on fake trees; each case in a fresh process with a clean environment."""
from __future__ import annotations

import os
from pathlib import Path

import pytest
from fake_cann import MACHINE, ask, both, error_of, library, needs_compiler, toolkit, wrong_machine

from pyacl import _search

REPORT = """
backend = _lib.current()
backend.open_all()
answer = {"describe": backend.describe(), "root": str(backend.installation.root),
          "libraries": {one.name: [one.path, one.found_via, one.version] for one in backend.libraries()},
          "calls": {name: call(name) for name in ("aclrtSetDevice", "aclCreateTensor", "aclnnAddGetWorkspaceSize",
                                                  "aclnnAdd", "aclnnMulGetWorkspaceSize", "aclnnMul")}}
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    (folder / "Ascend").mkdir(parents=True)
    return folder


# -- nothing there
def test_nothing_lists_every_place_and_what_to_do(home: Path) -> None:
    text = error_of("pyacl.backend()", home)
    assert text.startswith("no CANN was found\n")
    for place in ("already loaded in this process: no", "PYACL_CANN_HOME: not set", "ASCEND_HOME_PATH: not set",
                  "ASCEND_TOOLKIT_HOME: not set", "the loader: libascendcl.so: cannot open shared object file",
                  f"{home}/Ascend: no libascendcl.so"):
        assert place in text
    for advice in ("PYACL_CANN_HOME", "set_env.sh", "PYACL_BACKEND=emulator"):
        assert advice in text.partition("What to do")[2]


def test_a_wrong_home_is_named(home: Path) -> None:
    assert "ASCEND_HOME_PATH=/no/such/cann: no such folder" in error_of("pyacl.backend()", home,
                                                                       ASCEND_HOME_PATH="/no/such/cann")


def test_auto_takes_the_emulator_without_cann(home: Path) -> None:
    assert ask("answer = pyacl.backend()", home, PYACL_BACKEND="auto") == "emulator"


def test_nothing_is_opened_before_first_use(home: Path) -> None:
    assert ask("import pyacl.capi, pyacl.errors; answer = 'pyacl._libraries' in sys.modules", home) is False


@needs_compiler
def test_opening_calls_nothing(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann")
    library(root / "lib64" / "libascendcl.so", {"aclrtSetDevice": 1},
            source="extern void _exit(int);\nint aclInit(const char *path) { _exit(9); return 0; }\n"
                   "int aclrtMalloc(void) { return aclInit(0); }\n")
    assert ask("backend = _lib.current(); backend.open_all(); pyacl.lib.aclInit\n"
               "answer = pyacl.has_function('aclInit')", home) is True


# -- layouts
@needs_compiler
@pytest.mark.parametrize("layout", ["ascend-toolkit/latest", "ascend-toolkit/8.1.RC1", "cann", "cann-8.5.0", "latest",
                                    "nnrt/8.1.RC1", "nnae/latest"])
@pytest.mark.parametrize("folder", ["lib64", f"{MACHINE}-linux/lib64"])
def test_layouts(home: Path, layout: str, folder: str) -> None:
    root = toolkit(home / "Ascend" / layout, version="8.1.RC1", folder=folder)
    answer = ask(REPORT, home)
    assert answer["root"] == str(root)
    libraries = answer["libraries"]
    assert libraries["libascendcl.so"] == [f"{root}/{folder}/libascendcl.so", f"{home}/Ascend", "8.1.RC1"]
    assert libraries["libopapi.so"] == [f"{root}/{folder}/libopapi.so", "beside libascendcl.so", "8.1.RC1"]
    assert answer["calls"] == {"aclrtSetDevice": 101, "aclCreateTensor": 110, "aclnnAddGetWorkspaceSize": 120,
                               "aclnnAdd": 121, "aclnnMulGetWorkspaceSize": 120, "aclnnMul": 121}
    assert answer["describe"] == f"CANN 8.1.RC1 in {root}, found via {home}/Ascend"


@needs_compiler
def test_split_operator_libraries_come_before_the_single_one(home: Path) -> None:
    """N-GEN-2: the per-repository libraries, then libopapi.so."""
    toolkit(home / "Ascend" / "cann-9.1.0", operators={
        "libopapi.so": both(10, "aclnnAdd", "aclnnMul", "aclnnSub"), "libopapi_math.so": both(20, "aclnnAdd"),
        "libopapi_nn.so": both(30, "aclnnRelu"), "libopapi_transformer.so": both(40, "aclnnMul")})
    answer = ask("answer = [call(n) for n in ('aclnnAdd', 'aclnnRelu', 'aclnnMul', 'aclnnSub', 'aclnnDiv')]\n"
                 "answer.append(_lib.current().installation.version)", home)
    assert answer == [21, 31, 41, 11, None, "9.1.0"]       # the version from the folder's name: no file has it


@needs_compiler
def test_old_names_come_last(home: Path) -> None:
    toolkit(home / "Ascend" / "ascend-toolkit" / "7.0.0", operators={
        "libopapi.so": both(10, "aclnnAdd"), "libaclnn_math.so": both(20, "aclnnAdd", "aclnnMul"),
        "libaclnn_ops_infer.so": both(30, "aclnnRelu")})
    assert ask("answer = [call(n) for n in ('aclnnAdd', 'aclnnMul', 'aclnnRelu')]", home) == [11, 21, 31]


@needs_compiler
def test_both_phases_come_from_one_file(home: Path) -> None:
    toolkit(home / "Ascend" / "cann", operators={
        "libopapi_math.so": {"aclnnAddGetWorkspaceSize": 1, "aclnnMul": 2},       # half of each operator
        "libopapi.so": both(10, "aclnnAdd")})
    names = ["aclnnAddGetWorkspaceSize", "aclnnAdd", "aclnnMul"]
    assert ask(f"answer = [call(n) for n in {names}]", home) == [10, 11, None]


@needs_compiler
def test_operator_libraries_are_opened_on_demand(home: Path) -> None:
    toolkit(home / "Ascend" / "cann", operators={"libopapi_math.so": both(1, "aclnnAdd"),
                                                 "libopapi.so": both(10, "aclnnMul")})
    names = ["libopapi_math.so", "libopapi.so"]
    assert ask(f"call('aclnnAdd'); answer = [len(mapped(n)) for n in {names}]", home) == [1, 0]


@needs_compiler
def test_a_missing_function_is_unsupported_with_the_version(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann", version="8.1.RC1")
    text = ask("try:\n    pyacl.lib.aclrtCreateStream(pyacl.ffi.NULL)\nexcept pyacl.UnsupportedError as e:\n"
               "    answer = str(e)", home)
    assert "aclrtCreateStream" in text
    assert f"CANN 8.1.RC1 in {root}" in text


# -- which of several
@needs_compiler
def test_newest_of_two_versions(home: Path) -> None:
    toolkit(home / "Ascend" / "ascend-toolkit" / "8.0.RC3", version="8.0.RC3", mark=100)
    newest = toolkit(home / "Ascend" / "ascend-toolkit" / "8.1.RC1", version="8.1.RC1", mark=200)
    assert ask("answer = [_lib.current().installation.version, call('aclrtSetDevice')]", home) == ["8.1.RC1", 201]
    (home / "Ascend" / "ascend-toolkit" / "latest").symlink_to(newest)
    assert ask("answer = call('aclrtSetDevice')", home) == 201


@pytest.mark.parametrize(("older", "newer"), [
    ("8.0.RC3", "8.0.0"), ("8.0.RC1", "8.0.RC2"), ("8.0.0", "8.1.RC1"), ("8.5.0.alpha001", "8.5.0"), ("8.5.0", "9.1"),
    ("9.1", "10.0"), ("", "7.0")])
def test_order_of_releases(older: str, newer: str) -> None:
    assert _search.version_key(older) < _search.version_key(newer)


@needs_compiler
def test_order_of_steps(home: Path, tmp_path: Path) -> None:
    trees = {name: toolkit(tmp_path / name, mark=mark) for name, mark in
             (("own", 100), ("home", 200), ("toolkit", 300), ("loader", 400))}
    toolkit(home / "Ascend" / "cann", version="9.9", mark=500)
    variables = {"PYACL_CANN_HOME": str(trees["own"]), "ASCEND_HOME_PATH": str(trees["home"]),
                 "ASCEND_TOOLKIT_HOME": str(trees["toolkit"]), "LD_LIBRARY_PATH": str(trees["loader"] / "lib64")}
    answers = []
    for variable in [*variables, ""]:
        code = "answer = [call('aclrtSetDevice'), _lib.current().installation.found_via]"
        answers.append(ask(code, home, **variables))
        variables.pop(variable, None)
    assert answers == [[101, f"PYACL_CANN_HOME={trees['own']}"], [201, f"ASCEND_HOME_PATH={trees['home']}"],
                       [301, f"ASCEND_TOOLKIT_HOME={trees['toolkit']}"], [401, "LD_LIBRARY_PATH"],
                       [501, f"{home}/Ascend"]]


@needs_compiler
def test_a_named_home_without_cann_takes_no_other(home: Path, tmp_path: Path) -> None:
    toolkit(home / "Ascend" / "cann")
    text = error_of("pyacl.backend()", home, PYACL_CANN_HOME=str(tmp_path))
    assert f"PYACL_CANN_HOME={tmp_path}: no libascendcl.so" in text


@needs_compiler
@pytest.mark.parametrize("stub", ["devlib", "runtime/lib64/stub", f"{MACHINE}-linux/devlib/linux/{MACHINE}"])
def test_stub_folders_never(home: Path, tmp_path: Path, stub: str) -> None:
    root = tmp_path / "sdk"
    library(root / stub / "libascendcl.so", {"aclInit": 1})
    text = error_of("pyacl.backend()", home, ASCEND_HOME_PATH=str(root), LD_LIBRARY_PATH=str(root / stub))
    assert f"LD_LIBRARY_PATH: {root / stub}/libascendcl.so is a stub for linking" in text
    (root / "lib64").mkdir()
    (root / "lib64" / "libascendcl.so").symlink_to(root / stub / "libascendcl.so")
    assert "no CANN was found" in error_of("pyacl.backend()", home, ASCEND_HOME_PATH=str(root))


@needs_compiler
def test_environment_that_cann_reads_is_set_and_kept(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann")
    (root / "opp").mkdir()
    code = "pyacl.backend(); answer = [os.environ.get(n) for n in ('ASCEND_HOME_PATH', 'ASCEND_OPP_PATH')]"
    assert ask(code, home) == [str(root), str(root / "opp")]
    assert ask(code, home, ASCEND_OPP_PATH="/mine") == [str(root), "/mine"]


# -- present, but unusable
@needs_compiler
def test_toolkit_without_driver(home: Path, tmp_path: Path) -> None:
    hal = library(tmp_path / "driver" / "libascend_hal.so", {"halGetDeviceInfo": 1})
    root = toolkit(home / "Ascend" / "cann", version="8.1.RC1", needs=(hal,))
    text = error_of("pyacl.backend()", home)
    assert text.startswith(f"CANN 8.1.RC1 in {root} is there, but the NPU driver is not")
    assert "libascend_hal.so: cannot open shared object file: No such file or directory" in text
    assert "npu-smi info" in text


@needs_compiler
def test_driver_is_found_beside_the_toolkit(home: Path) -> None:
    common = library(home / "Ascend" / "driver" / "lib64" / "common" / "libc_sec.so", {"memcpy_s": 1})
    hal = library(home / "Ascend" / "driver" / "lib64" / "driver" / "libascend_hal.so", {"halInit": 1}, needs=(common,))
    toolkit(home / "Ascend" / "ascend-toolkit" / "latest", needs=(hal,))
    answer = ask("answer = [call('aclrtSetDevice'), mapped('libascend_hal.so'), mapped('libc_sec.so')]", home)
    assert answer == [101, [str(hal)], [str(common)]]


@needs_compiler
def test_a_stub_of_the_driver_is_no_driver(home: Path) -> None:
    root = home / "Ascend" / "cann"
    stub = library(root / "devlib" / "libascend_hal.so", {"halInit": 1})
    toolkit(root, needs=(stub,))
    text = error_of("pyacl.backend()", home, LD_LIBRARY_PATH=str(stub.parent))
    assert "the NPU driver is not" in text
    assert f"the loader took {stub}, a stub" in text


@needs_compiler
def test_wrong_machine_is_named_and_the_next_is_taken(home: Path) -> None:
    newest = toolkit(home / "Ascend" / "ascend-toolkit" / "8.2.RC1", version="8.2.RC1")
    file = wrong_machine(newest / "lib64" / "libascendcl.so")
    text = error_of("pyacl.backend()", home)
    assert text.startswith(f"CANN 8.2.RC1 in {newest} was found, but cannot be loaded")
    other = "x86_64" if MACHINE == "aarch64" else "aarch64"
    assert f"{file}: built for {other}, this process is {MACHINE}" in text
    toolkit(home / "Ascend" / "ascend-toolkit" / "8.1.RC1", version="8.1.RC1", mark=200)
    answer = ask("answer = [call('aclrtSetDevice'), _lib.current().describe()]", home)
    assert answer[0] == 201
    assert f"built for {other}" in answer[1]               # the one that was passed over is reported


@pytest.mark.parametrize(("content", "reason"), [
    (b"not a library", "not a shared library"), (b"", "not a shared library"),
    (b"\x7fELF\x01\x01" + bytes(12) + b"\x03\x00", "32-bit"),
])
def test_a_file_that_is_no_library(home: Path, content: bytes, reason: str) -> None:
    folder = home / "Ascend" / "cann" / "lib64"
    folder.mkdir(parents=True)
    (folder / "libascendcl.so").write_bytes(content)
    text = error_of("pyacl.backend()", home)
    assert "was found, but cannot be loaded" in text
    assert reason in text


@needs_compiler
def test_the_loaders_words_are_kept(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann")
    library(root / "lib64" / "libascendcl.so", {"aclInit": 1}, undefined=("nowhere_defined",))
    assert "undefined symbol: nowhere_defined" in error_of("pyacl.backend()", home)


@needs_compiler
def test_a_broken_operator_library_leaves_the_rest_usable(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann", operators={"libopapi_math.so": both(1, "aclnnAdd"),
                                                        "libopapi_nn.so": both(10, "aclnnRelu")})
    wrong_machine(root / "lib64" / "libopapi_math.so")
    answer = ask("answer = [call('aclnnAdd'), call('aclnnRelu'), _lib.current().describe()]", home)
    assert answer[:2] == [None, 11]
    assert "libopapi_math.so cannot be opened" in answer[2]


@needs_compiler
def test_tiling_library_is_opened_where_linking_forgot_it(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann")
    tiling = root / "opp/built-in/op_impl/ai_core/tbe/op_tiling/lib/linux" / MACHINE
    library(tiling / "liboptiling.so", {"ge_tiling": 1})
    common = library(root / "lib64" / "libop_common.so", {"op_common": 1}, undefined=("ge_tiling",))
    library(root / "lib64" / "libopapi.so", both(10, "aclnnAdd"), needs=(common,))
    assert ask("answer = [call('aclnnAdd'), len(mapped('liboptiling.so'))]", home) == [11, 1]


@needs_compiler
def test_libraries_that_need_each_other_end_in_the_loaders_words(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann")
    first = library(root / "lib64" / "libfirst.so", {"first": 1})
    second = library(root / "lib64" / "libsecond.so", {"second": 1}, needs=(first,))
    library(first, {"first": 1}, needs=(second,))
    library(root / "lib64" / "libascendcl.so", {"aclInit": 1}, needs=(first,))
    assert "cannot open shared object file" in error_of("pyacl.backend()", home)


@needs_compiler
def test_two_releases_are_never_mixed(home: Path) -> None:
    """Parts of the newest one are loaded before it fails: the older one would then run with those parts."""
    hal = library(home / "build" / "libascend_hal.so", {"halInit": 1})
    newest = home / "Ascend" / "ascend-toolkit" / "8.2.RC1"
    common = library(newest / "lib64" / "libruntime_common.so", {"common": 1})
    toolkit(newest, version="8.2.RC1", needs=(common, hal))
    toolkit(home / "Ascend" / "ascend-toolkit" / "8.1.RC1", version="8.1.RC1")
    text = error_of("pyacl.backend()", home)
    assert text.startswith(f"CANN 8.2.RC1 in {newest} is there, but the NPU driver is not")


# -- beside another user of the same libraries
@needs_compiler
def test_already_loaded_under_another_path(home: Path) -> None:
    real = toolkit(home / "elsewhere" / "8.1.RC1", version="8.1.RC1", mark=700)
    (home / "Ascend" / "ascend-toolkit").mkdir()
    (home / "Ascend" / "ascend-toolkit" / "latest").symlink_to(real)
    toolkit(home / "Ascend" / "cann-9.1.0", version="9.1.0", mark=800)
    answer = ask(f"""
other = ctypes.CDLL({str(home / "Ascend/ascend-toolkit/latest/lib64/libascendcl.so")!r})
backend = _lib.current()
answer = [call("aclrtSetDevice"), call("aclnnAdd"), backend.installation.found_via, backend.installation.version,
          mapped("libascendcl.so"), mapped("libopapi.so"),
          ctypes.cast(other.aclInit, ctypes.c_void_p).value == backend.address("aclInit", "")]
""", home)
    assert answer == [701, 721, "already loaded in this process", "8.1.RC1", [str(real / "lib64/libascendcl.so")],
                      [str(real / "lib64/libopapi.so")], True]


@needs_compiler
def test_a_loaded_runtime_without_operators_takes_them_from_the_next_installation(home: Path, tmp_path: Path) -> None:
    alone = library(tmp_path / "alone" / "libascendcl.so", {"aclInit": 900, "aclrtSetDevice": 901})
    root = toolkit(home / "Ascend" / "cann", version="8.1.RC1")
    answer = ask(f"""
ctypes.CDLL({str(alone)!r})
answer = [call("aclrtSetDevice"), call("aclnnAdd"), mapped("libascendcl.so"), mapped("libopapi.so"),
          {{one.name: one.found_via for one in _lib.current().libraries()}}["libopapi.so"]]
""", home)
    assert answer == [901, 121, [str(alone)], [str(root / "lib64/libopapi.so")], f"in {root}"]


@needs_compiler
def test_libraries_are_local(home: Path) -> None:
    """Nothing of CANN becomes visible to other libraries of the process."""
    toolkit(home / "Ascend" / "cann")
    assert ask("call('aclnnAdd')\nanswer = hasattr(ctypes.CDLL(None), 'aclnnAdd')", home) is False


@needs_compiler
def test_a_vendors_library_of_the_same_name_is_not_taken_for_canns(home: Path, tmp_path: Path) -> None:
    """A package that carries its own libopapi.so, loaded by somebody else before (an operator then fails oddly)."""
    vendor = library(tmp_path / "vendor" / "libopapi.so", both(900, "aclnnAdd"))
    root = toolkit(home / "Ascend" / "cann")
    answer = ask(f"ctypes.CDLL({str(vendor)!r}, mode=ctypes.RTLD_GLOBAL)\n"
                 "answer = [call('aclnnAdd'), mapped('libopapi.so')]", home)
    assert answer == [121, sorted([str(vendor), str(root / "lib64" / "libopapi.so")])]


# -- custom operators
@pytest.fixture
def custom(tmp_path: Path) -> Path:
    """A vendor's package: an operator of its own, and one with the name of CANN's."""
    package = tmp_path / "vendors" / "mine"
    library(package / "op_api" / "lib" / "libcust_opapi.so", both(1000, "aclnnMyOwn", "aclnnAdd"))
    include = package / "op_api" / "include"
    include.mkdir()
    (include / "aclnn_my_own.h").write_text("""\
#include "aclnn/acl_meta.h"
__attribute__((visibility("default")))
aclnnStatus aclnnMyOwnGetWorkspaceSize(const aclTensor *x, double factor, const aclTensor *out,
    uint64_t *workspaceSize, aclOpExecutor **executor);
__attribute__((visibility("default")))
aclnnStatus aclnnMyOwn(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
""")
    return package


@needs_compiler
def test_custom_package_by_environment(home: Path, custom: Path) -> None:
    toolkit(home / "Ascend" / "cann")
    answer = ask("pyacl.backend(); answer = [call('aclnnMyOwn'), call('aclnnAdd'), pyacl.has_op('aclnnMyOwn'),"
                 "_lib.operator_parameters('aclnnMyOwn'),"
                 "[[o.path, o.found_via] for o in _lib.current().libraries() if 'cust' in o.name]]",
                 home, ASCEND_CUSTOM_OPP_PATH=str(custom))
    assert answer == [1001, 121, True, "const aclTensor *x, double factor, const aclTensor *out",
                      [[str(custom / "op_api/lib/libcust_opapi.so"), "ASCEND_CUSTOM_OPP_PATH"]]]


@needs_compiler
def test_a_found_package_that_cannot_be_used_is_reported_and_stops_nothing(home: Path, custom: Path) -> None:
    toolkit(home / "Ascend" / "cann")
    header = custom / "op_api" / "include" / "aclnn_my_own.h"
    header.write_text("aclnnStatus aclnnMyOwn(VendorThing thing);\n")
    other = custom.parent / "broken"
    wrong_machine(library(other / "op_api" / "lib" / "libcust_opapi.so", {"f": 1}))
    described = ask("answer = _lib.current().describe() if call('aclnnAdd') == 121 else ''", home,
                    ASCEND_CUSTOM_OPP_PATH=f"{other}:{custom}")
    assert f"{header}:1: aclnnMyOwn: unknown type 'VendorThing'" in described
    assert f"{other}/op_api/lib/libcust_opapi.so cannot be opened" in described


@needs_compiler
def test_vendors_in_the_order_of_their_config(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann")
    vendors = root / "opp" / "vendors"
    for number, vendor in ((1, "first"), (2, "second"), (3, "unlisted")):
        library(vendors / vendor / "op_api/lib/libcust_opapi.so",
                both(number * 1000, "aclnnOfAll", f"aclnnOnly{number}"))
    (vendors / "config.ini").write_text("load_priority=second,first\n")
    names = ["aclnnOfAll", "aclnnOnly1", "aclnnOnly3"]
    answer = ask(f"_lib.add_signatures({{}}, dict.fromkeys({names}, 'const aclTensor *x'))\n"
                 f"answer = [call(name) for name in {names}]", home)
    assert answer == [2001, 1001, None]


@needs_compiler
@pytest.mark.parametrize(("prefer", "add"), [(False, 121), (True, 1001)])
def test_load_library(home: Path, custom: Path, prefer: bool, add: int) -> None:
    toolkit(home / "Ascend" / "cann")
    path = custom / "op_api" / "lib" / "libcust_opapi.so"
    answer = ask(f"before = call('aclnnAdd')\nadded = pyacl.load_library({str(path)!r}, prefer={prefer})\n"
                 "visible = hasattr(ctypes.CDLL(None), 'aclnnMyOwn')\n"
                 "answer = [before, added, call('aclnnMyOwn'), call('aclnnAdd'), visible]", home)
    assert answer == [121, ["aclnnMyOwn"], 1001, add, False]


@needs_compiler
def test_load_library_binds_what_was_missing_before(home: Path, custom: Path) -> None:
    toolkit(home / "Ascend" / "cann")
    path = custom / "op_api" / "lib" / "libcust_opapi.so"
    assert ask(f"pyacl.load_headers({str(custom / 'op_api/include')!r})\nbefore = pyacl.has_op('aclnnMyOwn')\n"
               "missing = type(pyacl.lib.aclnnMyOwn).__name__\n"
               f"pyacl.load_library({str(path)!r})\nanswer = [before, missing, pyacl.has_op('aclnnMyOwn'),"
               "isinstance(pyacl.lib.aclnnMyOwn, pyacl.ffi.CData)]", home) == [False, "function", True, True]


def test_load_library_refuses_what_it_cannot_open(home: Path) -> None:
    broken = home / "broken.so"
    broken.write_text("no ELF")
    paths = ["libcust_opapi.so", "/no/such/lib.so", str(broken)]
    errors = ask(f"answer = []\nfor path in {paths}:\n    try:\n        pyacl.load_library(path)\n"
                 "    except Exception as error:\n        answer.append([type(error).__name__, str(error)])", home)
    assert [kind for kind, _ in errors] == ["ValueError", "FileNotFoundError", "OSError"]
    for (_, text), words in zip(errors, ("absolute path", "/no/such/lib.so", "no ELF header"), strict=True):
        assert words in text


@needs_compiler
def test_load_library_on_the_emulator(home: Path, custom: Path) -> None:
    code = (f"try:\n    pyacl.load_library({str(custom / 'op_api/lib/libcust_opapi.so')!r})\n"
            "except pyacl.UnsupportedError as error:\n    answer = str(error)")
    assert "runs on CANN" in ask(code, home, PYACL_BACKEND="emulator")


# -- versions
@pytest.mark.parametrize(("file", "text", "version"), [
    ("version.cfg", "# version: 1.0\nruntime_running_version=[7.6.0.1.220:8.0.0]\n", "8.0.0"),
    ("version.cfg", "toolkit_running_version=[1.83.T8.0.B128:CANN-1.83]\n", "1.83"),
    (f"{MACHINE}-linux/ascend_toolkit_install.info", "package_name=Ascend-cann-toolkit\nversion=8.5.0\n", "8.5.0"),
    ("share/info/runtime/version.info", "Version=9.1.0\ntimestamp=20260101\n", "9.1.0"),
    ("compiler/version.info", "Version=7.7.0.1.238\nversion_dir=8.2.RC1\n", "8.2.RC1"),
    ("opp/version.info", "Version=7.7.T9.0.B057\nversion_dir=8.1.RC1\n", "8.1.RC1"),
])
def test_versions_from_files(tmp_path: Path, file: str, text: str, version: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(text)
    assert _search.read_version(tmp_path, MACHINE) == version


def test_version_from_the_folder(tmp_path: Path) -> None:
    for name, version in (("cann-8.5.0", "8.5.0"), ("8.1.RC1", "8.1.RC1"), ("latest", "")):
        (tmp_path / name).mkdir()
        assert _search.read_version(tmp_path / name, MACHINE) == version


def test_the_standard_roots() -> None:
    assert {"/usr/local/Ascend", "~/Ascend", "/opt"} <= set(_search.ROOTS)
    assert os.path.expanduser("~/Ascend") in map(str, _search.Context().root_folders())
