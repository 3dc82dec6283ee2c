"""`python -m pyacl translate`: what comes out of a sample, and that it says what the compiled program says.

Expected values are C++'s own: the programs in `samples` are compiled and run beside their translations.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytest.importorskip("tree_sitter", reason="tree-sitter is not installed (extra `translate`)")
pytest.importorskip("tree_sitter_cpp", reason="the C++ grammar is not installed (extra `translate`)")

from pyacl.__main__ import main
from pyacl.translate import translate
from pyacl.translate._check import first_difference, libraries, run_compiled, run_translated
from pyacl.translate._layout import laid_out
from pyacl.translate._preprocessor import Preprocessor
from pyacl.translate._source import program_of

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.cpp"))
COMPILER = shutil.which("g++") or shutil.which("clang++")
START = "#include <cstdio>\n#include <vector>\n#include <cstdint>\n#include \"acl/acl.h\"\n"


def translated(body: str, before: str = "") -> str:
    """The lines of main for a body in C++."""
    result = translate(f"{START}{before}int main()\n{{\n{textwrap.indent(body, '    ')}\n    return 0;\n}}\n")
    assert not result.untranslated
    text = result.program.partition("def main() -> int:\n")[2].partition("\n    return 0\n")[0]
    return textwrap.dedent(text)


@pytest.fixture(scope="session")
def cann() -> Path:
    if COMPILER is None or not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("no C++ compiler here")
    return libraries()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_comes_through_whole_and_prints_what_the_compiled_one_prints(
        sample: Path, cann: Path, tmp_path: Path) -> None:
    result = translate(sample.read_text(), sample.name, path=sample)
    assert result.untranslated == []
    binary, script = tmp_path / "program", tmp_path / "program.py"
    assert COMPILER is not None
    subprocess.run([COMPILER, "-std=c++17", "-w", "-I", cann / "include", "-I", sample.parent / "inc", "-o", binary,
                    sample, *result.sources, "-L", cann / "lib64",
                    "-lascendcl", "-lnnopbase", "-lopapi", "-lpthread"], check=True)
    script.write_text(result.program)
    assert first_difference(run_compiled(binary, cann), run_translated(script, cann)) == ""


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_no_line_is_longer_than_120_columns(sample: Path) -> None:
    program = translate(sample.read_text(), sample.name, path=sample).program
    assert [line for line in program.split("\n") if len(line) > 120] == []


def test_an_out_parameter_is_memory_that_c_writes() -> None:
    assert translated("void *address = nullptr;\naclrtMalloc(&address, 64, ACL_MEM_MALLOC_HUGE_FIRST);\n"
                      "aclrtFree(address);") == (
        'address = ffi.new("void **")\naclrtMalloc(address, 64, ACL_MEM_MALLOC_HUGE_FIRST)\naclrtFree(address[0])')


def test_the_host_type_of_a_vector_stays_whatever_its_tensor_says() -> None:
    assert translated("std::vector<float> target = {0, 1};\nprintf(\"%zu\\n\", target.size());") == (
        'target = np.array([0, 1], dtype=np.float32)\nprint("%u" % len(target))')


def test_a_counting_loop_is_a_range_and_one_whose_bound_moves_is_not() -> None:
    assert translated("std::vector<int64_t> v;\nfor (int i = 0; i < 3; i++) {\n    v.push_back(i);\n}").endswith(
        "for i in range(3):\n    v.append(i)")
    assert "while i < len(v):" in translated(
        "std::vector<int64_t> v = {1};\nfor (size_t i = 0; i < v.size(); i++) {\n    if (i < 3) v.push_back(i);\n}")


def test_comments_stay_where_they_are() -> None:
    assert translated("// one\nint a = 1;  // two\n/* three */\na = 2;\nprintf(\"%d\", a);") == (
        '# one\na = 1  # two\n# three\na = 2\nprint("%d" % a, end="")')


def test_a_chain_of_branches_and_a_default_that_does_nothing() -> None:
    chain = "if (x == 1) {\n    x = 2;\n} else if (x == 2) {\n    x = 3;\n} else {\n    x = 4;\n}"
    assert translated(f"int x = 3;\n{chain}") == (
        "x = 3\nif x == 1:\n    x = 2\nelif x == 2:\n    x = 3\nelse:\n    x = 4")
    switch = "switch (x) {\n    case 1:\n        x = 2;\n        break;\n    default:\n        break;\n}"
    assert translated(f"int x = 3;\n{switch}") == "x = 3\nif x == 1:\n    x = 2"


def test_a_function_inside_a_function_stands_apart() -> None:
    assert translated("int a = 1;\nauto twice = [](int x) { return 2 * x; };\na = twice(a);") == (
        "a = 1\n\ndef twice(x: int) -> int:\n    return 2 * x\n\na = twice(a)")


@pytest.mark.parametrize(("c", "python"), [
    ("int a = 5;\nint x = ((a >> 1) & 3) | (a << 2) | (a + 1);", "a = 5\nx = ((a >> 1) & 3) | (a << 2) | (a + 1)"),
    ("int a = 5;\nif (a == 1 || (a > 2 && (a & 1))) a = 0;", "a = 5\nif a == 1 or (a > 2 and (a & 1)):\n    a = 0"),
    ("int a = 5;\nif ((a & 1) == 1 && !(a & 2)) a = 0;", "a = 5\nif (a & 1) == 1 and not (a & 2):\n    a = 0"),
    ("int a = 5;\nprintf(\"%d %s\\n\", a, (a == 5) ? \"yes\" : \"no\");",
     'a = 5\nprint("%d %s" % (a, "yes" if a == 5 else "no"))'),
    ("int a = 5;\nprintf(\"%s\\n\", a ? \"yes\" : \"no\");", 'a = 5\nprint("%s" % ("yes" if a else "no"))'),
])
def test_parentheses_stand_where_a_reader_needs_them(c: str, python: str) -> None:
    assert translated(c) == python


@pytest.mark.parametrize(("c", "python"), [
    ("int x = -7 / 2;", "x = divide(-7, 2)"),
    ("size_t n = 9;\nsize_t x = n / 2;", "n = 9\nx = n // 2"),
    ("uint32_t n = 9;\nn = n * 5;", "n = 9\nn = (n * 5) & 0xFFFFFFFF"),
    ("float x = 0.1f;", "x = np.float32(0.1)"),
    ("float x = 0.5f;", "x = 0.5"),
    ("double x = 0.1;", "x = 0.1"),
    ("int8_t x = static_cast<int8_t>(200);", "x = -56"),
])
def test_numbers_are_those_of_c(c: str, python: str) -> None:
    assert translated(c) == python


def test_a_jump_at_the_end_of_a_single_pass_is_a_note_and_parentheses_stand_where_they_are_needed() -> None:
    text = translated("std::vector<float> v(3);\ndo { if (v.empty()) { v[0] = 1; break; } } while (0);\n"
                      "int64_t n = v.size() < 9 ? static_cast<int64_t>(v.size()) : (v[0] > 0 ? 1 : 2);")
    assert text.split("\n", 1)[1] == (
        "if len(v) == 0:\n    v[0] = 1.0\nn = len(v) if len(v) < 9 else (1 if v[0] > 0 else 2)")
    result = translate("int main()\n{\n    do {\n        break;\n    } while (0);\n    return 0;\n}\n")
    assert [(note.line, note.text.split()[0]) for note in result.notes] == [(4, "break")]


def test_what_has_no_translation_is_listed_and_raises_where_it_stands(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample, output = tmp_path / "odd.cpp", tmp_path / "odd.py"
    sample.write_text(f"{START}int main()\n{{\n    printf(\"before\\n\");\n    asm(\"nop\");\n    return 0;\n}}\n")
    assert main(["translate", str(sample), "-o", str(output)]) == 2
    assert "odd.cpp:8: not translated:" in capsys.readouterr().err
    assert '# asm("nop");' in output.read_text()
    done = subprocess.run([sys.executable, output], capture_output=True, text=True, check=False,
                          env={"PYACL_BACKEND": "emulator", "PYTHONPATH": str(Path(__file__).parents[2])})
    assert done.stdout == "before\n"
    assert "NotImplementedError: odd.cpp:8: not translated:" in done.stderr


@pytest.mark.parametrize("program", [
    "#include <memory>\nstruct T { ~T() { puts(\"\"); } };\nint main() { auto a = std::make_shared<T>(); auto b = a; }",
    "#include <memory>\nstruct T { ~T() { puts(\"\"); } };\nint main() { std::unique_ptr<T> a(new T()); a = nullptr; }",
    "struct T { ~T() { puts(\"\"); } };\nvoid F(T t) {}\nint main() { T t; F(t); }",
    "#include <string>\nvoid F(std::string& s) { s += \"x\"; }\nint main() { std::string s; F(s); }",
    "namespace a { int F() { return 1; } }\nnamespace b { int F() { return 2; } }\nint main() { return b::F(); }",
    "int main() { int n = 1; auto f = [n]() mutable { return ++n; }; f(); return f(); }",
    "template <typename T> T F(T t) { static T sum = 0; return sum += t; }\nint main() { return F(1) + F(2.0); }",
    "int g;\nint F() { return ++g; }\nint main() { int a[9] = {0}; a[g] = F(); return a[0]; }",
    "int main() { printf(\"%a\", 1.5); printf(\"%#o\", 8); }",
])
def test_what_python_would_do_otherwise_is_reported(program: str) -> None:
    assert translate(START + program).untranslated


def test_a_name_that_no_header_declares_is_not_guessed() -> None:
    result = translate(f"{START}int main()\n{{\n    aclrtNoSuchFunction(1);\n    return 0;\n}}\n")
    assert [(r.line, "aclrtNoSuchFunction" in r.text) for r in result.untranslated] == [(7, True)]


def test_a_custom_operator_is_called_by_its_name_and_comes_from_its_package(tmp_path: Path) -> None:
    result = translate(START + textwrap.dedent("""\
        #include "aclnn_mine.h"
        int main()
        {
            aclTensor *x = nullptr;
            uint64_t size = 0;
            aclOpExecutor *executor = nullptr;
            printf("before\\n");
            if (aclnnMineGetWorkspaceSize(x, 2, 0.5, nullptr, &size, &executor) != ACL_SUCCESS) {
                return 1;
            }
            return aclnnMine(nullptr, size, executor, nullptr);
        }
        """))
    assert result.untranslated == []
    assert [(n.line, "package" in n.text) for n in result.notes if "aclnnMine " in n.text] == [(12, True)]
    assert "if capi.aclnnMineGetWorkspaceSize(x, 2, 0.5, NULL, size, executor) != ACL_SUCCESS:" in result.program
    header, script = tmp_path / "aclnn_mine.h", tmp_path / "mine.py"
    header.write_text("aclnnStatus aclnnMineGetWorkspaceSize(const aclTensor *x, int64_t n, double f, aclTensor *out, "
                      "uint64_t *workspaceSize, aclOpExecutor **executor);\n")
    script.write_text(result.program)
    run = [sys.executable, "-c", f"import pyacl, runpy; pyacl.load_headers({str(header)!r}); "
           f"runpy.run_path({str(script)!r}, run_name='__main__')"]
    done = subprocess.run(run, capture_output=True, text=True, check=False,
                          env={"PYACL_BACKEND": "emulator", "PYTHONPATH": str(Path(__file__).parents[2])})
    assert (done.stdout, done.returncode) == ("before\n", 1)      # called; the emulator computes no such operator


def test_a_page_gives_its_example() -> None:
    page = "# aclnnX\n\n## Example\n\n```Cpp\n#include <cstdio>\nint main()\n{\n    return 0;\n}\n```\n\nmore\n"
    assert program_of(page) == ("#include <cstdio>\nint main()\n{\n    return 0;\n}", 5)
    unclosed = "# T\n\n  ```Cpp\n  int main()\n  {\n  }\n\n<!-- other -->\n  ```cpp\n  int other();\n  ```\n"
    assert program_of(unclosed)[1] == 3
    assert program_of(unclosed)[0].split() == ["int", "main()", "{", "}"]
    plain = "aclnnX\n\nExample\n\nFor reference.\n\n#include <cstdio>\nint main() {\n  return 0;\n}\nSee also\n"
    assert program_of(plain) == ("#include <cstdio>\nint main() {\n  return 0;\n}", 6)
    assert [(n.line, n.text[:15]) for n in translate(f"{page}\n{page}{plain}").notes] == [(21, "another example"),
                                                                                         (35, "another example")]
    assert not translate("int other();\nint main()\n{\n    return 0;\n}\n").notes
    with pytest.raises(ValueError, match="no example"):
        program_of("# Title\n\n```\ntext\n```\n")


def test_macros_keep_the_numbers_of_lines() -> None:
    text = "#define TWICE(x, y) \\\n  f(x); \\\n  y\nTWICE(1,\n  return 2);\nend\n#if 0\nno\n#else\nyes\n#endif\n"
    lines = Preprocessor(text, "a.cpp").text.split("\n")
    assert lines[3] == "f(1); return 2"
    assert lines[5] == "end"
    assert (lines[7], lines[9]) == ("", "yes")


def test_what_a_sample_includes_is_read_where_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "common").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "common" / "base.h").write_text("// Licence\n#pragma once\nconst int BASE = 40;\nint odd(int n);\n")
    (tmp_path / "common" / "base.cpp").write_text('#include "base.h"\n\nint odd(int n)\n{\n    asm("nop");\n'
                                                  "    return n;\n}\n")
    (tmp_path / "elsewhere" / "more.h").write_text('#include "base.h"\nint sum(int n)\n{\n    return BASE + n;\n}\n')
    sample, output = tmp_path / "app" / "main.cpp", tmp_path / "main.py"
    sample.write_text('#include <cstdio>\n#include "acl/acl.h"\n#include "base.h"\n#include "more.h"\n'
                      'int main()\n{\n    printf("%d line %d\\n", sum(2), __LINE__);\n    return 0;\n}\n')
    assert main(["translate", str(sample), "-I", str(tmp_path / "elsewhere"), "-o", str(output)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("base.cpp:5: not translated: ")
    assert said.count("\n") == 1
    assert output.read_text().count("BASE = 40") == 1
    assert "Licence" not in output.read_text()
    assert run_translated(output) == (0, "42 line 7\n")


def test_a_macro_argument_over_several_lines_becomes_one_line_of_text() -> None:
    text = '#define SHOW(x) puts(#x)\nSHOW(f(1,\n       2));\n'
    assert Preprocessor(text, "a.cpp").text.split("\n")[1] == 'puts("f(1, 2)")'


def test_hccl_is_declared_by_the_program_itself(cann: Path, tmp_path: Path) -> None:
    stub = tmp_path / "hccl.c"                      # HCCL as far as the program asks for it
    stub.write_text('int HcclCommInitAll(unsigned n, int *devices, void **comms) { for (unsigned i = 0; i < n; i++) '
                    'comms[i] = devices + i; return 0; }\nint HcclGetRankId(void *comm, unsigned *rank) '
                    "{ *rank = *(int *)comm; return 0; }\n")
    assert COMPILER is not None
    subprocess.run([COMPILER, "-x", "c", "-shared", "-fPIC", "-o", tmp_path / "libhccl.so", stub], check=True)
    result = translate('#include <cstdio>\n#include "hccl/hccl.h"\nstruct Args {\n    HcclComm comm;\n};\n'
                       "int main()\n{\n    int32_t devices[2] = {7, 8};\n    HcclComm comms[2];\n"
                       "    auto ret = HcclCommInitAll(2, devices, comms);\n    Args args;\n    args.comm = comms[1];\n"
                       "    uint32_t rank = 0;\n    ret = HcclGetRankId(args.comm, &rank);\n"
                       '    printf("%d %u\\n", ret == HCCL_SUCCESS, rank);\n    return 0;\n}\n')
    assert result.untranslated == []
    script = tmp_path / "ranks.py"
    script.write_text(result.program)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False,
                          env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path), "PYACL_BACKEND": "emulator"})
    assert (done.stdout, done.stderr) == ("1 8\n", "")


def test_a_comment_stays_at_the_member_or_function_that_it_is_about() -> None:
    program = translate(f"""// Licence

{START}
// what is run
struct Config {{
    int64_t rows = 2;  // of the matrix
    // as the kernel wants it
    float scale = 0.5f;
}};
class Runner {{
public:
    // of n rows
    explicit Runner(int n);
    /** @brief how many there are */
    int Count() const;
private:
    int n_;  // rows
}};
enum class Kind {{
    A,  // first
    // not the last
    B
}};
// the sum
int Add(int a, int b);
Runner::Runner(int n) : n_(n) {{}}
// counted
int Runner::Count() const
{{
    return n_;
}}
int main()
{{
    return Add(Runner(1).Count(), static_cast<int>(Kind::B));
}}
int Add(int a, int b)
{{
    return a + b;
}}
""").program
    for lines in ("# Licence\n\nimport", "# what is run\n@dataclasses.dataclass\nclass Config:",
                  "    rows: int = 2  # of the matrix\n    # as the kernel wants it\n    scale: float = 0.5",
                  "    # of n rows\n    def __init__(", "        self.n_ = n  # rows",
                  "    # @brief how many there are\n    # counted\n    def Count(",
                  "    A = 0  # first\n    # not the last\n    B = 1", "\n\n\n# the sum\ndef Add("):
        assert lines in program


def test_long_lines_break_under_their_bracket() -> None:
    line = "    x = f(" + ", ".join(f"argument{n}" for n in range(20)) + ")"
    out = laid_out([line])
    assert all(len(part) <= 120 for part in out)
    assert all(part.startswith(" " * 10) and part[10] != " " for part in out[1:])
    assert " ".join(part.strip() for part in out) == line.strip()


def test_an_operator_between_shallow_brackets_breaks_before_a_comma_between_deep_ones() -> None:
    line = "    total = f(first(" + ", ".join(f"argument{n}" for n in range(8)) + f") * {'x' * 30}[row + column])"
    assert laid_out([line])[1].strip().startswith("* xxx")


def test_a_function_of_a_header_may_be_declared_once_more_and_one_without_a_body_is_not_guessed() -> None:
    result = translate(START + textwrap.dedent("""\
        extern "C" aclnnStatus aclnnAbs(void *workspace, uint64_t size, aclOpExecutor *executor, aclrtStream stream);
        extern "C" aclnnStatus aclnnMine(void *workspace, uint64_t size, aclOpExecutor *executor, aclrtStream stream);
        extern "C" void mine_do(uint32_t blocks, void *stream);
        int main()
        {
            aclnnAbs(nullptr, 0, nullptr, nullptr);
            aclnnMine(nullptr, 0, nullptr, nullptr);
            mine_do(8, nullptr);
            return 0;
        }
        """))
    assert "\n    aclnnAbs(NULL, 0, NULL, NULL)\n    capi.aclnnMine(NULL, 0, NULL, NULL)\n" in result.program
    assert [(r.line, "mine_do" in r.text) for r in result.untranslated] == [(12, True)]


def test_the_first_difference_of_two_runs_is_shown() -> None:
    assert first_difference((0, "a\nb\n"), (0, "a\nb\n")) == ""
    assert "line 2" in first_difference((0, "a\nb\n"), (0, "a\nc\n"))
    assert "exit code" in first_difference((0, "a\n"), (1, "a\n"))
    assert first_difference((0, "at 0x55d0c0ffee00\n"), (0, "at 0x7f00c0ffee00\n")) == ""
    assert "line 1" in first_difference((0, "bits 0x3f800000\n"), (0, "bits 0x3f000000\n"))
    assert first_difference((0, "[PID: 7] 2026-01-02-03:04:05 bad\n"), (0, "[PID: 8] 2026-01-02-03:04:06 bad\n")) == ""
    assert "C++ alone prints line 2: b" in first_difference((0, "a\nb"), (0, "a"))


def test_a_missing_file_and_a_text_without_a_program_are_refused(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["translate", str(tmp_path / "none.cpp")]) == 2
    page = tmp_path / "page.md"
    page.write_text("# Title\n\n```\nnothing\n```\n")
    assert main(["translate", str(page)]) == 2
    assert "no example with a main function" in capsys.readouterr().err


def test_an_output_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = tmp_path / "sample.cpp"
    sample.write_text("int main() { return 0; }\n")
    assert main(["translate", str(sample), "-o", str(tmp_path / "none" / "x.py")]) == 2
    assert capsys.readouterr().err == f"pyacl translate: {tmp_path}/none/x.py: No such file or directory\n"


USUAL = START + textwrap.dedent("""\
    #include "aclnnop/aclnn_relu.h"
    int Create(const std::vector<float> &data, const std::vector<int64_t> &shape, void **address, aclDataType type,
               aclTensor **tensor)
    {
        int ret = aclrtMalloc(address, data.size() * 4, ACL_MEM_MALLOC_HUGE_FIRST);
        ret = aclrtMemcpy(*address, data.size() * 4, data.data(), data.size() * 4, ACL_MEMCPY_HOST_TO_DEVICE);
        *tensor = aclCreateTensor(shape.data(), shape.size(), type, nullptr, 0, ACL_FORMAT_ND, shape.data(),
                                  shape.size(), *address);
        return ret;
    }

    int main()
    {
        aclInit(nullptr);
        aclrtSetDevice(0);
        aclrtStream stream;
        aclrtCreateStream(&stream);
        std::vector<int64_t> shape = {2, 2};
        std::vector<float> x = {-1, 2, -3, 4};
        std::vector<float> y = {0, 0, 0, 0};
        void *xAddress = nullptr;
        void *yAddress = nullptr;
        aclTensor *xTensor = nullptr;
        aclTensor *yTensor = nullptr;
        int ret = Create(x, shape, &xAddress, ACL_FLOAT, &xTensor);
        ret = Create(y, shape, &yAddress, DTYPE, &yTensor);
        if (ret != 0) {
            return ret;
        }
        uint64_t workspaceSize = 0;
        aclOpExecutor *executor = nullptr;
        ret = aclnnReluGetWorkspaceSize(xTensor, yTensor, &workspaceSize, &executor);
        ret = aclnnRelu(nullptr, workspaceSize, executor, stream);
        ret = aclrtSynchronizeStream(stream);
        ret = aclrtMemcpy(y.data(), 16, yAddress, 16, ACL_MEMCPY_DEVICE_TO_HOST);
        for (int i = 0; i < 4; i++) {
            printf("%.1f\\n", y[i]);
        }
        aclDestroyTensor(xTensor);
        aclDestroyTensor(yTensor);
        aclrtFree(xAddress);
        aclrtFree(yAddress);
        aclrtDestroyStream(stream);
        aclrtResetDevice(0);
        aclFinalize();
        return 0;
    }
    """)


@pytest.mark.parametrize("style", ["capi", "objects"])
def test_both_styles_print_what_the_operator_gives(style: str, tmp_path: Path) -> None:
    script = tmp_path / "relu.py"
    script.write_text(translate(USUAL.replace("DTYPE", "ACL_FLOAT"), "relu.cpp", style).program)
    assert run_translated(script) == (0, "0.0\n2.0\n0.0\n4.0\n")              # max(x, 0)


def test_the_short_form_is_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match="host data of float under a tensor of ACL_INT64"):
        translate(USUAL.replace("DTYPE", "ACL_INT64"), "relu.cpp", "objects")
    with pytest.raises(ValueError, match="no operator is called"):
        translate(f"{START}int main()\n{{\n    return 0;\n}}\n", "empty.cpp", "objects")


LISTS = (USUAL.replace("DTYPE", "ACL_FLOAT").replace("aclnn_relu.h", "aclnn_cat.h")
         .replace("std::vector<int64_t> shape = {2, 2};",
                  "std::vector<int64_t> shape = {2, 2};\n    std::vector<int64_t> shapeOut = {4, 2};")
         .replace("y = {0, 0, 0, 0};", "y(8, 0);").replace("Create(y, shape,", "Create(y, shapeOut,")
         .replace("    uint64_t workspaceSize", "    std::vector<aclTensor *> both{xTensor, xTensor};\n"
                  "    aclTensorList *list = aclCreateTensorList(both.data(), both.size());\n"
                  "    uint64_t workspaceSize")
         .replace("aclnnReluGetWorkspaceSize(xTensor, ", "aclnnCatGetWorkspaceSize(list, 0, ")
         .replace("aclnnRelu(", "aclnnCat(").replace("y.data(), 16, yAddress, 16", "y.data(), 32, yAddress, 32")
         .replace("i < 4", "i < 8"))


@pytest.mark.parametrize("style", ["capi", "objects"])
def test_lists_of_tensors_in_both_styles(style: str, tmp_path: Path) -> None:
    script = tmp_path / "cat.py"
    translation = translate(LISTS, "cat.cpp", style)
    script.write_text(translation.program)
    assert run_translated(script) == (0, "-1.0\n2.0\n-3.0\n4.0\n" * 2)        # x under x
    assert style == "capi" or "[xTensor, xTensor]" in translation.program


def test_the_short_form_refuses_pointers_that_an_unknown_helper_makes() -> None:
    helper = "int Made(void **address) { return aclrtMalloc(address, 64, ACL_MEM_MALLOC_HUGE_FIRST); }\nint main()"
    source = USUAL.replace("DTYPE", "ACL_FLOAT").replace("int main()", helper).replace(
        "    int ret = Create(x", "    void *other = nullptr;\n    Made(&other);\n    int ret = Create(x")
    with pytest.raises(ValueError, match="other is used outside the pattern"):
        translate(source, "relu.cpp", "objects")
