"""The pages of the documentation: what they show runs, and no page is lost."""
from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from conftest import Python

from pyacl import errors

DOCS = Path(__file__).parent.parent / ".docs"
PAGES = sorted(path.name for path in (DOCS / "pages").glob("*.md"))


def programs(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / "pages" / page).read_text(), re.DOTALL)


def test_every_page_is_in_the_navigation() -> None:
    navigation = (DOCS / "mkdocs.yml").read_text().partition("nav:\n")[2]
    assert sorted(re.findall(r"- (\S+\.md)", navigation)) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_pages(page: str) -> None:
    links = re.findall(r"\]\((\S+\.md)\)", (DOCS / "pages" / page).read_text())
    assert set(links) <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_programs_are_python(page: str) -> None:
    for code in programs(page):
        compile(code, page, "exec")


def test_the_first_program_runs(python: Python) -> None:
    """relu of 0 .. 7 is itself."""
    done = python("-c", programs("index.md")[0])
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"\d", done.stdout.replace(".", "")) == list("01234567")


def test_the_tests_of_the_testing_page_pass(python: Python, tmp_path: Path) -> None:
    (tmp_path / "test_page.py").write_text(programs("testing.md")[0])
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pyacl.pytest_plugin", "--rootdir",
                  str(tmp_path), str(tmp_path), "-c", "/dev/null")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout


def test_the_table_of_errors_has_every_code() -> None:
    table = runpy.run_path(str(DOCS / "tables.py"))["errors"]()
    for code in errors.MEANINGS:
        assert f"| {code} |" in table
    assert "| 107002 | `ACL_ERROR_RT_CONTEXT_NULL` | `AclError` | this thread has no current context |" in table
    assert "| 207001 | `ACL_ERROR_RT_MEMORY_ALLOCATION` | `AclMemoryError` |" in table
