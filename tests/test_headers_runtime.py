"""`load_headers`: headers as vendors ship them, read with pcpp and without it; each case in a fresh process."""
from __future__ import annotations

import concurrent.futures
import importlib.util
from pathlib import Path
from typing import Any

import pytest
from fake_cann import PROJECT, ask

from pyacl import _headers

WITHOUT_PCPP = "sys.modules['pcpp'] = None\n"
readers = pytest.mark.parametrize("prologue", [
    pytest.param("", id="pcpp", marks=pytest.mark.skipif(importlib.util.find_spec("pcpp") is None,
                                                         reason="pcpp is not installed (extra `headers`)")),
    pytest.param(WITHOUT_PCPP, id="small reader")])

OPERATOR = """\
/**
 * Copyright (c) Example Co., Ltd. 2025. All rights reserved.
 * A comment with a declaration in it: aclnnStatus aclnnNotThis(void *workspace);
 */
#ifndef OP_API_INC_LEVEL2_ACLNN_FANCY_H_
#define OP_API_INC_LEVEL2_ACLNN_FANCY_H_

#include "aclnn/aclnn_base.h"
#include <cstdint>

#ifndef ACLNN_API
#define ACLNN_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief first phase; @domain aclnn_ops_infer
 * @param [in] x: a tensor, "quoted; text"
 */
ACLNN_API aclnnStatus aclnnFancyGetWorkspaceSize(const aclTensor* x, const aclTensor *weightOptional,
                                                 const aclIntArray* dims, double eps, bool keepDim, // a note; (here)
                                                 const char* mode, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);

/* @brief second phase */
ACLNN_API aclnnStatus aclnnFancy(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 const aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif  // OP_API_INC_LEVEL2_ACLNN_FANCY_H_
"""
PARAMETERS = ("const aclTensor *x, const aclTensor *weightOptional, const aclIntArray *dims, double eps, bool keepDim, "
              "const char *mode, aclTensor *out")


def load(folder: Path, prologue: str, answer: str = "added") -> Any:
    return ask(f"{prologue}added = pyacl.load_headers({str(folder)!r})\nanswer = {answer}", folder.parent)


def failing(path: Path, prologue: str = WITHOUT_PCPP) -> list[str]:
    """Class and text of the error, and what was added all the same."""
    found: list[str] = ask(f"{prologue}before = set(_lib.function_names())\ntry:\n"
                           f"    pyacl.load_headers({str(path)!r})\nexcept Exception as error:\n"
                           "    added = set(_lib.function_names()) - before\n"
                           "    answer = [type(error).__name__, str(error), *added]", path.parent)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "include"
    path.mkdir()
    return path


@readers
def test_a_real_operator_header(folder: Path, prologue: str) -> None:
    (folder / "aclnn_fancy.h").write_text(OPERATOR)
    assert load(folder / "aclnn_fancy.h", prologue, "[added, _lib.operator_parameters('aclnnFancy')]") == [
        ["aclnnFancy"], PARAMETERS]


@readers
def test_generated_style_with_attributes_on_their_own_line(folder: Path, prologue: str) -> None:
    (folder / "aclnn_gen.h").write_text("""
/*
 * calution: this file was generated automaticlly donot change it.
*/
#ifdef __cplusplus
extern "C" {
#endif
/* funtion: aclnnGenGetWorkspaceSize
 * parameters :
 * x : dynamic
 */
__attribute__((visibility("default")))
aclnnStatus aclnnGenGetWorkspaceSize(
    const aclTensorList *x,
    int64_t axis,
    const aclTensor *out,
    uint64_t *workspaceSize,
    aclOpExecutor **executor);

__attribute__((visibility("default")))
aclnnStatus aclnnGen(
    void *workspace,
    uint64_t workspaceSize,
    aclOpExecutor *executor,
    aclrtStream stream);
#ifdef __cplusplus
}
#endif
""")
    assert load(folder, prologue, "[added, _lib.signature('aclnnGenGetWorkspaceSize')]") == [
        ["aclnnGen"], "aclnnStatus(const aclTensorList *x, int64_t axis, const aclTensor *out, "
        "uint64_t *workspaceSize, aclOpExecutor **executor)"]


@readers
def test_functions_types_and_what_is_no_export(folder: Path, prologue: str) -> None:
    (folder / "acl_more.h").write_text("""
#pragma once
#if defined(_MSC_VER)
#define ACL_FUNC_VISIBILITY __declspec(dllexport)
#else
#define ACL_FUNC_VISIBILITY __attribute__((visibility("default")))
#endif
#define MAX_SIZE 8
extern "C"
{
typedef struct moreConfig { int32_t level; void (*callback)(void *); } moreConfig;
typedef enum { MORE_A = 0, MORE_B } moreKind;
static inline int moreHelper(int a) { return a + 1; }
static const int32_t MORE_CONSTANT = 3;
extern int moreVariable;
ACL_FUNC_VISIBILITY aclError moreSet(uint32_t deviceId, const int64_t sizes[MAX_SIZE], size_t count);
ACL_FUNC_VISIBILITY ACL_DEPRECATED_MESSAGE("use moreSet") const char *moreName(void);
extern ACL_FUNC_VISIBILITY aclrtStream moreStream();
aclError moreCallback(void (*function)(void *userData), void *userData);
aclError moreExtern(int32_t externFlag);
#if 0
aclError moreNever(int a);
#endif
}
""")
    names = ["moreCallback", "moreExtern", "moreName", "moreSet", "moreStream"]
    assert load(folder, prologue, "[added, *map(_lib.signature, added)]") == [
        names, "aclError(void (*function)(void *userData), void *userData)", "aclError(int32_t externFlag)",
        "const char *(void)", load(folder, prologue, "_lib.signature('moreSet')"), "aclrtStream(void)"]
    assert ask(f"{prologue}pyacl.load_headers({str(folder)!r})\nt = pyacl.ffi.typeof\n"
               "answer = t('aclError(*)(uint32_t, const int64_t *, size_t)') == "
               "t('aclError(*)(' + _lib.signature('moreSet').partition('(')[2])", folder) is True


UNTRIMMED = """\
/**
 * 版权所有; 一个真实的头文件
 */
#pragma once
#include <cstdint>
#include <memory>
#include "aclnn/opdev/common_types.h"

#ifdef __cplusplus
#include <vector>
extern "C" {
#endif

#define MAX_RANK 8
#define API_VERSION (100 + 2)
#define WIDE_STATUS aclnnStatus
#ifndef API_EXPORT
#if defined(_MSC_VER) || !defined(__GNUC__)
#define API_EXPORT __declspec(dllexport)
#else
#define API_EXPORT __attribute__((visibility("default")))
#endif
#endif

typedef aclnnStatus realStatus;
typedef struct realConfig realConfig;
typedef enum tagRealMode {
    REAL_MODE_A = 0,   // 模式A; 默认值
    REAL_MODE_B,
} RealMode;
enum class RealKind : int32_t { X = 3, Y };
struct RealOpaque { RealKind kind; std::vector<int> values; };
typedef int32_t (*RealCallback)(void *userData);
using RealSize = uint64_t;
static const int32_t REAL_CONST[] = {5, 6};
constexpr int64_t REAL_LIMIT = 6;

/**
 * @brief aclnnWhole的第一段接口, 计算workspace大小: y = x * alpha
 */
API_EXPORT aclnnStatus aclnnWholeGetWorkspaceSize(const aclTensor *x, RealMode mode, const realConfig *config,
    RealKind kind, RealOpaque *opaque, RealCallback call, const int64_t shape[MAX_RANK], char *layout,
    unsigned int flags, RealSize size, struct realOther *other, const aclTensorList *, aclTensor *out,
    uint64_t *workspaceSize, aclOpExecutor **executor);
API_EXPORT aclnnStatus aclnnWhole(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

__attribute__((visibility("default"), deprecated("use aclnnWholeV2(x, n)"))) realStatus
aclnnBareGetWorkspaceSize(const aclTensor* x, std::int64_t n = 3, const char *text = "a,b)", aclTensor* out = nullptr,
                          uint64_t* workspaceSize = nullptr, aclOpExecutor** executor = nullptr);
[[nodiscard]] WIDE_STATUS aclnnBare(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    const aclrtStream stream) noexcept;

inline aclnnStatus realHelper(const aclTensor *x) { if (x) { return 1; } return 0; }
struct realConfig *realMake();
#ifdef __cplusplus
}
namespace real {
template <typename T> class Holder { public: T get(); private: T t; };
aclnnStatus aclnnInnerGetWorkspaceSize(const std::string &x);
}
#endif
"""


@readers
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_an_untrimmed_header_with_types_of_its_own(folder: Path, prologue: str, ends: str) -> None:
    """An enum is an int, a struct behind a pointer void, a typedef what it stands for; C++ beside it is passed over."""
    (folder / "real.h").write_bytes(b"\xef\xbb\xbf" + UNTRIMMED.replace("\n", ends).encode())
    names = ["aclnnWhole", "aclnnBare"]
    assert load(folder, prologue, f"[added, *map(_lib.operator_parameters, {names}), _lib.signature('realMake')]") == [
        ["aclnnBare", "aclnnWhole", "realMake"],
        "const aclTensor *x, int mode, const void *config, int kind, void *opaque, int32_t (*call)(void *userData), "
        "const int64_t *shape, char *layout, unsigned int flags, uint64_t size, void *other, "
        "const aclTensorList *arg11, aclTensor *out",
        "const aclTensor *x, int64_t n, const char *text, aclTensor *out", "void *(void)"]
    shown = ask(f"{prologue}import inspect\npyacl.load_headers({str(folder)!r})\n"
                "answer = str(inspect.signature(pyacl.aclnn.whole))", folder)
    assert shown == ("(x, mode, config, kind, opaque, call, shape, layout, flags, size, other, arg11, out, *, "
                     "stream=None)")


@readers
def test_types_of_another_header_of_the_folder(folder: Path, prologue: str) -> None:
    (folder / "aclnn_fancy.h").write_text(OPERATOR.replace("double eps", "FancyMode eps"))
    (folder / "z_types.h").write_text("typedef enum { FANCY_A } FancyMode;\n")
    assert load(folder, prologue, "_lib.operator_parameters('aclnnFancy')") == PARAMETERS.replace("double", "int")


@readers
def test_half_a_pair_and_another_tail_are_functions(folder: Path, prologue: str) -> None:
    (folder / "odd.h").write_text("""
aclnnStatus aclnnHalfGetWorkspaceSize(const aclTensor *x, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnOddGetWorkspaceSize(const aclTensor *x, uint64_t *workspaceSize);
aclnnStatus aclnnOdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
""")
    assert load(folder, prologue, "[added, _lib.operator_parameters('aclnnOdd')]") == [
        ["aclnnHalfGetWorkspaceSize", "aclnnOdd", "aclnnOddGetWorkspaceSize"], None]


@readers
def test_what_is_declared_already_stays(folder: Path, prologue: str) -> None:
    (folder / "aclnn_fancy.h").write_text(OPERATOR)
    (folder / "aclnn_abs.h").write_text(OPERATOR.replace("aclnnFancy", "aclnnAbs"))
    (folder / "sub").mkdir()
    (folder / "sub" / "aclnn_other.h").write_text(OPERATOR.replace("aclnnFancy", "aclnnOther"))
    assert load(folder, prologue, "[added, _lib.operator_parameters('aclnnAbs')]") == [
        ["aclnnFancy", "aclnnOther"], "const aclTensor *self, aclTensor *out"]


@readers
def test_the_projects_own_headers_are_read_whole(tmp_path: Path, prologue: str) -> None:
    """The reader agrees with the tables that were generated with a C parser: same names, same C types.

    A quarter of the headers, all those of the runtime among them.
    """
    answer = ask(prologue + f"""
from pathlib import Path
from pyacl import _abi
from pyacl._headers import read_headers
headers = [*(h for h in _abi.HEADERS if not h.startswith("aclnnop/")), *list(_abi.HEADERS)[::5]]
declared = {{name for header in headers for name in _abi.HEADERS[header].split()}}
declared |= {{name + _lib.PHASE1 for name in declared if name in _abi.OPERATORS}}
pointer = lambda text: pyacl.ffi.typeof(text.partition("(")[0] + "(*)(" + text.partition("(")[2])
read = {{one.name: one.text for one in read_headers([Path({str(PROJECT / "headers")!r}) / h for h in headers])}}
answer = [len(headers) > 100, sorted(set(read) ^ declared),
          [name for name in read if pointer(read[name]) != pointer(_lib.signature(name))],
          pyacl.load_headers({str(PROJECT / "headers" / "acl")!r})]
""", tmp_path)
    assert answer == [True, [], [], []]


@pytest.mark.skipif(importlib.util.find_spec("pcpp") is None, reason="pcpp is not installed (extra `headers`)")
def test_pcpp_expands_macros_that_declare(folder: Path) -> None:
    (folder / "macros.h").write_text("""
#define UNARY(name) \\
    aclnnStatus name##GetWorkspaceSize(const aclTensor *x, aclTensor *out, uint64_t *workspaceSize, \\
                                       aclOpExecutor **executor); \\
    aclnnStatus name(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
UNARY(aclnnFirst);
UNARY(aclnnSecond);
""")
    assert load(folder, "") == ["aclnnFirst", "aclnnSecond"]


@readers
def test_an_unknown_type_is_named_with_its_place_and_nothing_is_added(folder: Path, prologue: str) -> None:
    path = folder / "unknown.h"
    path.write_text("#pragma once\n/* two\nlines */\naclError fine(int a);\naclError bad(const HcclThing *thing,\n"
                    "             int b);\n")
    kind, text = failing(path, prologue)
    assert kind == "ValueError"
    assert f"{path}:5: bad: unknown type 'HcclThing'" in text
    assert "nothing was added" in text


@readers
def test_types_that_two_headers_define_in_a_circle_are_named(folder: Path, prologue: str) -> None:
    (folder / "a.h").write_text("typedef VendorErr vendorStatus;\naclError first(vendorStatus x);\n")
    (folder / "b.h").write_text("typedef vendorStatus VendorErr;\naclError second(VendorErr x);\n")
    kind, text = failing(folder, prologue)
    assert kind == "ValueError"
    for fault in ("a.h:2: first: unknown type 'vendorStatus'", "b.h:2: second: unknown type 'VendorErr'"):
        assert fault in text


@readers
def test_a_declaration_that_cannot_be_read_is_named(folder: Path, prologue: str) -> None:
    path = folder / "cpp.h"
    path.write_text("\nvoid aclnnCppGetWorkspaceSize(std::vector<int> x) noexcept;\n")
    kind, text = failing(path, prologue)
    assert kind == "ValueError"
    assert f"{path}:2: cannot read void aclnnCppGetWorkspaceSize (" in text


@readers
def test_what_was_read_is_kept_by_content(folder: Path, prologue: str) -> None:
    """The second process does not parse; a changed header is parsed again."""
    path = folder / "aclnn_fancy.h"
    path.write_text(OPERATOR)
    spy = (f"{prologue}from pyacl import _header_reader as reader\nparsed, real = [], reader.declarations\n"
           "reader.declarations = lambda texts: [parsed.append(texts), *real(texts)][1:]\n"
           f"answer = [pyacl.load_headers({str(folder)!r}), len(parsed)]")
    assert ask(spy, folder.parent) == [["aclnnFancy"], 1]
    assert ask(spy, folder.parent) == [["aclnnFancy"], 0]
    path.write_text(OPERATOR.replace("aclnnFancy", "aclnnNew"))
    assert ask(spy, folder.parent) == [["aclnnNew"], 1]


@pytest.mark.parametrize("damage", [b"[[", b"[]", b"null", b"[[1, 2, 3]]", b'[["aclnnFancy"]]', b"\xff", b""])
def test_a_damaged_entry_of_the_cache_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                     damage: bytes) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    header = tmp_path / "aclnn_fancy.h"
    header.write_text(OPERATOR)
    first = _headers.read_headers([header])
    entry, = (tmp_path / "cache" / "pyacl" / "headers").iterdir()
    good = entry.read_bytes()
    entry.write_bytes(damage)
    assert _headers.read_headers([header]) == first
    assert entry.read_bytes() == good


def test_a_home_without_a_place_to_write_is_no_error(folder: Path) -> None:
    (folder / "aclnn_fancy.h").write_text(OPERATOR)
    code = f"answer = pyacl.load_headers({str(folder)!r})"
    assert ask(code, folder, XDG_CACHE_HOME="/proc/no/such/place") == ["aclnnFancy"]


def test_processes_and_threads_that_write_the_cache_at_once(folder: Path) -> None:
    """Each writes a file of its own, and nothing is left of them."""
    for number in range(20):
        (folder / f"aclnn_fancy{number}.h").write_text(OPERATOR.replace("aclnnFancy", f"aclnnFancy{number}"))
    code = (f"import threading\nfrom pyacl import _headers, _header_reader\nfrom pathlib import Path\n"
            f"files = sorted(Path({str(folder)!r}).iterdir())\n"
            "threads = [threading.Thread(target=_headers.read, args=(files,)) for _ in range(4)]\n"
            "[one.start() for one in threads], [one.join() for one in threads]\n"
            "answer = len(_headers.read(files).operators)")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda _: ask(code, folder.parent), range(2))) == [20, 20]
    entry, = (folder.parent / ".cache" / "pyacl" / "headers").iterdir()
    assert entry.suffix == ".json"


def test_without_the_parser_it_says_what_to_install(folder: Path) -> None:
    (folder / "aclnn_fancy.h").write_text(OPERATOR)
    kind, text = failing(folder, "sys.modules['pycparser'] = None\n")
    assert (kind, text) == ("ImportError", "reading C headers needs pycparser: pip install 'pyacl-ascend[headers]'")


def test_without_the_preprocessor_an_error_says_what_would_help(folder: Path) -> None:
    path = folder / "macros.h"
    path.write_text("#define BOTH(name) aclnnStatus name(int a); aclnnStatus name##More(int a)\nBOTH(aclnnX);\n")
    assert "pip install 'pyacl-ascend[headers]'" in failing(path)[1]


def test_missing_path_and_nothing_found(folder: Path) -> None:
    assert failing(folder / "none")[:1] == ["FileNotFoundError"]
    kind, text = failing(folder)
    assert (kind, "no *.h in this folder" in text) == ("ValueError", True)
    (folder / "empty.h").write_text("#define NOTHING 1\n")
    kind, text = failing(folder)
    assert (kind, "no function is declared" in text) == ("ValueError", True)


def test_the_loaded_operator_is_an_operator_of_pyacl(folder: Path) -> None:
    """An added operator is called by name like any other; this CANN (the emulator) lacks it."""
    (folder / "aclnn_fancy.h").write_text(OPERATOR)
    code = f"pyacl.load_headers({str(folder)!r})\nanswer = [pyacl.aclnn.fancy.c_name, 'fancy' in dir(pyacl.aclnn)]"
    assert ask(code, folder, PYACL_BACKEND="emulator") == ["aclnnFancy", True]
