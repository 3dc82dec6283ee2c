"""The README and the pages of the documentation: what they show runs, and no page is lost."""
from __future__ import annotations

import gc
import re
import runpy
import textwrap
import types
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Python

import pyacl
from pyacl import Tensor, capi, emulator, errors

ROOT = Path(__file__).parent.parent
DOCS = ROOT / ".docs"
PAGES = sorted(path.name for path in (DOCS / "pages").glob("*.md"))
TEXTS = {"README.md": (ROOT / "README.md").read_text(),
         **{page: (DOCS / "pages" / page).read_text() for page in PAGES}}


def programs(page: str) -> list[str]:
    return [textwrap.dedent(code) for code in re.findall(r"```python\n(.*?)```", TEXTS[page], re.DOTALL)]


def rows(page: str, head: str) -> list[tuple[str, ...]]:
    """The cells of a table."""
    lines = TEXTS[page].partition(f"{head}\n")[2].splitlines()[1:]
    table = lines[:next((i for i, line in enumerate(lines) if not line.startswith("|")), len(lines))]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table]


def test_every_page_is_in_the_navigation() -> None:
    navigation = (DOCS / "mkdocs.yml").read_text().partition("nav:\n")[2]
    assert sorted(re.findall(r"- (\S+\.md)", navigation)) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_pages(page: str) -> None:
    assert set(re.findall(r"\]\((\S+\.md)\)", TEXTS[page])) <= set(PAGES)


@pytest.mark.parametrize("page", TEXTS)
def test_files_and_commands_that_are_named_are_there(page: str) -> None:
    text = TEXTS[page]
    for path in re.findall(r"\b(?:examples|tests)/[\w/*.]*\w\*?\.py", text):
        assert list(ROOT.glob(path)), path
    commands = set(re.findall(r"-m pyacl (?:emulator )?([a-z]+)", text))
    assert commands <= {"info", "ops", "run", "translate", "build"}
    environments = (ROOT / "tox.ini").read_text()
    for name in re.findall(r"`tox -e (\w+)`", text):
        assert f"[testenv:{name}]" in environments


# -- the programs
def foreign() -> types.SimpleNamespace:
    """What a tensor of torch_npu has, over memory of the emulator."""
    made = pyacl.DeviceBuffer(64)
    made.set(0)
    storage = types.SimpleNamespace(data_ptr=lambda: made.handle, nbytes=lambda: 64)
    return types.SimpleNamespace(device=types.SimpleNamespace(type="npu", index=0), untyped_storage=lambda: storage,
                                 storage_offset=lambda: 0, shape=(2, 3), stride=lambda: (3, 1), dtype="bfloat16",
                                 owner=made)


@pytest.fixture
def names() -> Iterator[dict[str, Any]]:
    """What the programs of the pages presuppose."""
    emulator.configure()
    with ExitStack() as stack, pyacl.Device(0), pyacl.Stream() as stream, pyacl.DeviceBuffer(64) as memory:
        x, y, out, grad, output = (Tensor.from_numpy(np.ones((2, 3), np.float32)) for _ in range(5))
        torch_stream = types.SimpleNamespace(npu_stream=stream.handle)
        yield {
            "np": np, "pyacl": pyacl, "ctypes": __import__("ctypes"), "stack": stack,
            "x": x, "y": y, "out": out, "grad": grad, "output": output, "tensor": x, "stream": stream,
            "batches": [np.zeros((2, 3), np.float32)] * 2, "shape": (2, 3), "dtype": "float32",
            "torch": types.SimpleNamespace(npu=types.SimpleNamespace(current_stream=lambda: torch_stream)),
            "acl": types.SimpleNamespace(rt=types.SimpleNamespace(create_stream=lambda: (stream.handle, 0))),
            "t": foreign(), "other": np.ones(3, np.float32), "address": memory.handle, "nbytes": 64,
            "whoever_owns_it": memory, "some_c_library": types.SimpleNamespace(run=lambda *handles: None),
            "framework": types.SimpleNamespace(from_dlpack=Tensor.from_dlpack)}
    emulator.configure()
    pyacl.memory.installed.clear()
    gc.collect()


SHOWN = [(page, index) for page in TEXTS for index, code in enumerate(programs(page)) if "def test_" not in code]


@pytest.mark.filterwarnings("ignore::ResourceWarning")           # pages show what is shown, not how all is closed
@pytest.mark.parametrize(("page", "index"), SHOWN)
def test_programs_run(names: dict[str, Any], page: str, index: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = programs(page)[index]
    if "emulator.configure" in code:                              # starts a fresh machine
        code = code.replace('pyacl.use_backend("emulator")', "")
    exec(compile(code, page, "exec"), names)


def test_the_first_program_runs(python: Python) -> None:
    """relu of 0 .. 7 is itself."""
    done = python("-c", programs("index.md")[0])
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"\d", done.stdout.replace(".", "")) == list("01234567")


SCALE = """
import pyacl
def scale(x, factor):
    pyacl.aclnn.muls(x, factor, x)
"""


def test_the_tests_that_are_shown_pass(python: Python, tmp_path: Path) -> None:
    (tmp_path / "my_package.py").write_text(SCALE)
    for page in ("README.md", "testing.md"):
        shown, = (code for code in programs(page) if "def test_" in code)
        name = f"test_{page.partition('.')[0].lower()}.py"
        (tmp_path / name).write_text(f"import numpy as np\nimport pytest\nimport pyacl\nimport my_package\n{shown}")
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pyacl.pytest_plugin", "--rootdir",
                  str(tmp_path), str(tmp_path), "-c", "/dev/null")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 passed" in done.stdout                              # 2 and one for each release, twice


# -- the tables
def test_the_lines_of_the_readme_are_a_program() -> None:
    emulator.configure(mode="strict")
    names: dict[str, Any] = {name: getattr(capi, name) for name in dir(capi)}
    host = np.arange(8, dtype=np.float32)
    names |= {"size": 32, "host": host, "shape": [4, 2], "strides": [2, 1]}
    for _, code in rows("README.md", "| C | Python |"):
        code = code.strip("`")
        if "GetWorkspaceSize" in code:
            names |= {"grad": names["x"], "out": names["x"], "size": capi.ffi.new("uint64_t *"),
                      "executor": capi.ffi.new("aclOpExecutor **"), "workspace": capi.NULL}
        exec(code, names)
        assert names["ret"] == 0 if "ret" in names else True, code
    assert capi.aclrtSynchronizeStream(names["stream"][0]) == 0
    emulator.configure()


def test_the_forms_of_c_to_python(names: dict[str, Any]) -> None:
    known = {**{name: getattr(capi, name) for name in dir(capi)}, "np": np, "n": 32}
    for _, cell in rows("c-to-python.md", "| C | Python |"):
        for code in re.findall(r"`([^`]*)`", cell):
            if code.startswith("@"):
                code += "\ndef call(argument): ..."
            if "aclGetRecentErrMsg" in code:
                assert capi.aclrtSetDevice(99) != 0               # there is no text without a failure
            exec(code, known)
    assert capi.aclrtFree(known["addr"][0]) == 0


def test_the_table_of_errors_has_every_code() -> None:
    table = runpy.run_path(str(DOCS / "tables.py"))["errors"]()
    for code in errors.MEANINGS:
        assert f"| {code} |" in table
    assert "| 107002 | `ACL_ERROR_RT_CONTEXT_NULL` | `AclError` | this thread has no current context |" in table
    assert "| 207001 | `ACL_ERROR_RT_MEMORY_ALLOCATION` | `AclMemoryError` |" in table


def test_the_findings_that_are_explained_are_those_that_there_are() -> None:
    source = "".join(path.read_text() for path in (ROOT / "pyacl" / "emulator").rglob("*.py"))
    known = set(re.findall(r'"([SA]-[A-Z]+(?:-[A-Z]+)?)"', source))
    assert len(known) > 30
    assert known == set(re.findall(r"`([SA]-[A-Z]+(?:-[A-Z]+)?)`", TEXTS["emulator.md"]))
