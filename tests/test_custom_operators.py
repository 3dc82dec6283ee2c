"""Custom operators beside CANN's on fake trees: whose library runs, with whose parameters; each in a fresh process."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fake_cann import ask, both, library, needs_compiler, toolkit

OPERATOR = """\
// 自定义算子, 由工具生成
#ifdef __cplusplus
extern "C" {{
#endif
__attribute__((visibility("default")))
aclnnStatus {name}GetWorkspaceSize({parameters}, uint64_t *workspaceSize, aclOpExecutor **executor);
__attribute__((visibility("default")))
aclnnStatus {name}(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
#ifdef __cplusplus
}}
#endif
"""
ADD = "const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out"      # as CANN has it
OURS = "const aclTensor *x, int64_t mode, const aclTensor *out"
TELL = """
def tell(name):
    return [call(name), _lib.operator_parameters(name)]
"""


def package(folder: Path, mark: int, **operators: str) -> Path:
    """A package: operators with their parameters, library and headers."""
    library(folder / "op_api" / "lib" / "libcust_opapi.so", both(mark, *operators))
    for name, parameters in operators.items():
        header = folder / "op_api" / "include" / f"{name}.h"
        header.parent.mkdir(exist_ok=True)
        header.write_text(OPERATOR.format(name=name, parameters=parameters))
    return folder


def path(folder: Path) -> str:
    return str(folder / "op_api" / "lib" / "libcust_opapi.so")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    toolkit(folder / "Ascend" / "cann")                    # aclnnAdd 121, aclnnMul 121
    return folder


def tell(code: str, home: Path, **variables: str) -> Any:
    return ask(TELL + code, home, **variables)


@needs_compiler
def test_a_clash_has_the_parameters_of_the_library_that_runs(home: Path, tmp_path: Path) -> None:
    """Called with the parameters of CANN's operator, the package's would read what nobody passed."""
    mine = package(tmp_path / "mine", 1000, aclnnAdd=OURS, aclnnAbs=OURS)
    code = "pyacl.backend()\nanswer = [tell('aclnnAdd'), tell('aclnnAbs')]"
    cann_has_one = [[121, ADD], [1001, OURS]]              # this CANN lacks aclnnAbs
    assert tell(code, home, ASCEND_CUSTOM_OPP_PATH=str(mine)) == cann_has_one
    for prefer, expected in ((False, cann_has_one), (True, [[1001, OURS], [1001, OURS]])):
        load = f"pyacl.load_library({path(mine)!r}, prefer={prefer})\n"
        assert tell(load + code, home) == expected


@needs_compiler
def test_an_operator_that_was_used_before_gets_the_parameters_of_the_preferred_library(home: Path,
                                                                                       tmp_path: Path) -> None:
    mine = package(tmp_path / "mine", 1000, aclnnAdd=OURS)
    answer = tell("old = pyacl.aclnn.add.signature\n"
                  f"pyacl.load_library({path(mine)!r}, prefer=True)\nanswer = [old, pyacl.aclnn.add.signature]", home)
    assert answer == [ADD, OURS]


@needs_compiler
def test_several_packages_in_their_order(home: Path, tmp_path: Path) -> None:
    """ASCEND_CUSTOM_OPP_PATH from left to right, then config.ini; each name with its own parameters."""
    first = package(tmp_path / "first", 1000, aclnnOfBoth=OURS)
    second = package(tmp_path / "second", 2000, aclnnOfBoth=OURS + ", const aclTensor *more", aclnnOfTwo=OURS)
    vendors = home / "Ascend" / "cann" / "opp" / "vendors"
    package(vendors / "third", 3000, aclnnOfTwo=OURS + ", bool more", aclnnOfThree=OURS)
    (vendors / "config.ini").write_text("[general]\nload_priority = third\n")
    code = "pyacl.backend()\nanswer = [tell(n) for n in ('aclnnOfBoth', 'aclnnOfTwo', 'aclnnOfThree')]"
    assert tell(code, home, ASCEND_CUSTOM_OPP_PATH=f"{first}:{tmp_path}/none::{second}") == [
        [1001, OURS], [2001, OURS], [3001, OURS]]


@needs_compiler
def test_of_two_preferred_libraries_the_last_one_wins(home: Path, tmp_path: Path) -> None:
    first = package(tmp_path / "first", 1000, aclnnAdd=OURS)
    second = package(tmp_path / "second", 2000, aclnnAdd=OURS + ", bool more")
    code = "".join(f"pyacl.load_library({path(one)!r}, prefer=True)\n" for one in (first, second))
    assert tell(code + "answer = tell('aclnnAdd')", home) == [2001, OURS + ", bool more"]
    again = f"pyacl.load_library({path(first)!r}, prefer=True)\n"
    assert tell(code + again + "answer = [tell('aclnnAdd'), len(_lib.current().libraries())]", home) == [
        [1001, OURS], 3]                                   # the runtime and each package once


@needs_compiler
def test_a_missing_operator_names_near_ones_that_are_there(home: Path, tmp_path: Path) -> None:
    """aclnnAdds and aclnnAdd are near; only the second is in this CANN."""
    code = ("def text(function):\n    try:\n        getattr(pyacl.lib, function)()\n"
            "    except pyacl.UnsupportedError as error:\n        return str(error)\n"
            "answer = [text('aclnnAdds'), text('aclrtMallocHost')]")
    adds, malloc = ask(code, home)
    assert adds.startswith("aclnnAdds is not exported by what is loaded: CANN (unknown version) in ")
    assert adds.endswith("; near names that it has: aclnnAdd")
    assert malloc.endswith("; near names that it has: aclrtMalloc")


@needs_compiler
def test_the_file_that_won_is_told(home: Path, tmp_path: Path) -> None:
    mine = package(tmp_path / "mine", 1000, aclnnMine=OURS, aclnnAdd=ADD)
    names = ["aclrtMalloc", "aclnnAdd", "aclnnMine", "aclnnAbs", "aclnnNobodys"]
    lib64 = home / "Ascend" / "cann" / "lib64"
    assert tell(f"pyacl.load_library({path(mine)!r})\nanswer = [pyacl.library_of(name) for name in {names}]", home) == [
        str(lib64 / "libascendcl.so"), str(lib64 / "libopapi.so"), path(mine), "", ""]
    assert tell("answer = pyacl.library_of('aclnnAdd')", home, PYACL_BACKEND="emulator") == ""


@needs_compiler
def test_load_library_outside_a_package_reads_operator_headers_only(home: Path, tmp_path: Path) -> None:
    """A library in a folder such as /usr/lib has headers of all the world beside it."""
    file = library(tmp_path / "usr" / "lib" / "libmine.so", both(1000, "aclnnMine"))
    include = tmp_path / "usr" / "include"
    include.mkdir()
    (include / "other.h").write_text("int other(struct strange one);\n")
    (include / "aclnn_mine.h").write_text(OPERATOR.format(name="aclnnMine", parameters=OURS))
    assert tell(f"added = pyacl.load_library({str(file)!r})\nanswer = [added, tell('aclnnMine')]", home) == [
        ["aclnnMine"], [1001, OURS]]


@needs_compiler
def test_one_header_that_cannot_be_used_leaves_the_others(home: Path, tmp_path: Path) -> None:
    mine = package(tmp_path / "mine", 1000, aclnnMine=OURS, aclnnBad="VendorThing x", aclnnWorse="std::map<int, int> x")
    code = "answer = [tell('aclnnMine'), tell('aclnnBad'), _lib.current().describe()]"
    mine_, bad, described = tell(code.replace("[tell", "[pyacl.backend() and tell", 1), home,
                                 ASCEND_CUSTOM_OPP_PATH=str(mine))
    assert mine_ == [1001, OURS]
    assert bad[1] is None
    for fault in ("aclnnBad.h:5: aclnnBadGetWorkspaceSize: unknown type 'VendorThing'",
                  "aclnnWorse.h:5: cannot read "):
        assert fault in described


@needs_compiler
def test_a_header_that_cannot_be_used_is_an_error_and_the_library_stays(home: Path, tmp_path: Path) -> None:
    mine = package(tmp_path / "mine", 1000, aclnnMine="VendorThing x")
    code = (f"try:\n    pyacl.load_library({path(mine)!r})\nexcept ValueError as error:\n    text = str(error)\n"
            f"pyacl.load_headers({str(mine / 'mended.h')!r})\nanswer = [text, tell('aclnnMine')]")
    (mine / "mended.h").write_text(OPERATOR.format(name="aclnnMine", parameters=OURS))
    text, found = tell(code, home)
    assert "unknown type 'VendorThing'" in text
    assert found == [1001, OURS]
