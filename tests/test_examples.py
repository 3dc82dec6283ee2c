"""The examples print the numbers of the operators' pages, nothing else, and leave nothing behind."""
from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
from conftest import Python

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("*.py"))
FAULTY = "cross_entropy_loss_grad_c.py"                 # the page's own fault, kept
# The results that the two pages print; the second to four decimals.
SOFTMAX = [-28, -37, -26, -70, -48, -66, -66, -93]
CROSS_ENTROPY = [-0.0091, 0.0409, 0.0409, -0.0091, 0.0409, 0.0409]
C_STYLE = [("softmax_backward_c.py", SOFTMAX, 1e-6), ("cross_entropy_loss_grad_c.py", CROSS_ENTROPY, 5e-5)]

# Runs a script in this process and says afterwards what the emulator has seen, behind a line of its own.
WITH_REPORT = """
import gc, runpy, sys
from pyacl import emulator
try:
    runpy.run_path({script!r}, run_name="__main__")
except SystemExit as done:
    assert not done.code, done.code
gc.collect()
print("report:", emulator.report().live, [finding.id for finding in emulator.report().findings])
"""


def report_of(python: Python, script: str, **environment: str) -> tuple[list[str], str]:
    """Lines that a script prints, and the report behind them; it may print nothing on stderr."""
    done = python("-c", WITH_REPORT.format(script=str(EXAMPLES / script)), environment=environment)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    return lines[:-1], lines[-1]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d*)?(?:e-?\d+)?", text)]


@pytest.mark.parametrize(("script", "expected", "tolerance"), C_STYLE)
def test_c_style(python: Python, script: str, expected: list[float], tolerance: float) -> None:
    done = python(str(EXAMPLES / script))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    found = [re.fullmatch(r"result\[(\d+)\] is: (-?\d+\.\d{6})", line) for line in lines]
    assert all(found), lines
    assert [int(hit[1]) for hit in found if hit] == list(range(len(expected)))
    assert [float(hit[2]) for hit in found if hit] == pytest.approx(expected, abs=tolerance)


def test_c_style_prints_the_line_of_the_page(python: Python) -> None:
    assert python(str(EXAMPLES / "softmax_backward_c.py")).stdout.splitlines()[0] == "result[0] is: -28.000000"


def test_objects_in_two_types(python: Python) -> None:
    done = python(str(EXAMPLES / "softmax_backward.py"))
    assert (done.returncode, done.stderr) == (0, "")
    wide, narrow = done.stdout.splitlines()
    assert wide.startswith("float32 ")
    assert narrow.startswith("bfloat16 ")
    for line in (wide, narrow):                          # integers below 256: exact in bfloat16, too
        assert numbers(line.split(" ", 1)[1]) == SOFTMAX


def test_objects(python: Python) -> None:
    done = python(str(EXAMPLES / "cross_entropy_loss_grad.py"))
    assert (done.returncode, done.stderr) == (0, "")
    assert numbers(done.stdout) == pytest.approx(CROSS_ENTROPY, abs=1e-6)


def test_dlpack_shares_memory(python: Python) -> None:
    """x + 10 * y, by add's definition; and the device type of Ascend in dlpack.h."""
    done = python(str(EXAMPLES / "interchange_dlpack.py"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["(21, 0)", "[[10.0, 11.0, 12.0], [13.0, 14.0, 15.0]]"]


def test_numpy_and_pinned_memory(python: Python) -> None:
    """Halves of 0 .. 5; their sum is 7.5, and 1 for each of the six; the transposed."""
    done = python(str(EXAMPLES / "interchange_numpy.py"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["[[0.0, 0.5, 1.0], [1.5, 2.0, 2.5]]", "13.5",
                                        "[[0.0, 1.5], [0.5, 2.0], [1.0, 2.5]]"]


def test_torch_tensors_are_used_where_they_are(python: Python) -> None:
    done = python(str(EXAMPLES / "interchange_torch.py"))
    assert (done.returncode, done.stderr) == (0, "")
    torch = importlib.util.find_spec("torch")
    assert done.stdout == ("[[-0.0, -2.0], [-4.0, -6.0]]\n" if torch else "skipped: torch is not installed\n")


def test_handles_of_others(python: Python) -> None:
    done = python(str(EXAMPLES / "interchange_handles.py"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [str([float(i) for i in range(8)]), "True True"]


def test_the_pool_serves_a_hundred_steps_with_two_blocks(python: Python) -> None:
    done = python(str(EXAMPLES / "memory_pool.py"))
    assert (done.returncode, done.stderr) == (0, "")
    largest, statistics = done.stdout.splitlines()
    assert largest == "1.0"
    assert "in_use=0" in statistics
    assert "mallocs=2)" in statistics


def test_tox_runs_each_example() -> None:
    assert sorted(re.findall(r"examples/(\w+\.py)", (ROOT / "tox.ini").read_text())) == SCRIPTS


@pytest.mark.parametrize("script", [script for script in SCRIPTS if script != FAULTY])
def test_nothing_is_left_and_nothing_was_misused(python: Python, script: str) -> None:
    assert report_of(python, script, PYACL_EMULATOR_MODE="strict")[1] == "report: 0 []"


def test_the_fault_of_the_page_is_a_finding(python: Python) -> None:
    """The page copies 8 bytes of float under an int64 tensor of 16: recorded, and nothing is left."""
    lines, report = report_of(python, FAULTY)
    assert len(lines) == 6
    live, findings = re.fullmatch(r"report: (\d+) (\[.*\])", report).groups()  # type: ignore[union-attr]
    assert live == "0"
    assert findings != "[]"


def test_the_fault_of_the_page_raises_in_strict_mode(python: Python) -> None:
    done = python(str(EXAMPLES / FAULTY), environment={"PYACL_EMULATOR_MODE": "strict"})
    assert done.returncode != 0
    assert "FindingError" in done.stderr
    assert "result[" not in done.stdout


@pytest.mark.parametrize("script", SCRIPTS)
def test_run_finds_a_backend_and_says_which(python: Python, script: str) -> None:
    """`python -m pyacl run` takes the emulator where there is no CANN, and prints the script's lines alone."""
    plain = python(str(EXAMPLES / script))
    done = python("-m", "pyacl", "run", f"examples/{script}", environment={"PYACL_BACKEND": "emulator"})
    assert (done.returncode, done.stdout) == (0, plain.stdout)
    assert "emulator" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_programs_in_the_readme(python: Python) -> None:
    """The whole one, and the same with the prepared launches in place of the plain call."""
    text = (EXAMPLES.parent / "README.md").read_text()
    program, prepared, *_ = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    plain_call = re.search(r"    pyacl\.aclnn.*\n    stream\.synchronize\(\)\n", program)
    assert plain_call is not None
    for code in (program, program.replace(plain_call[0], prepared)):
        done = python("-c", code)
        assert (done.returncode, done.stderr) == (0, "")
        assert numbers(done.stdout) == SOFTMAX


# -- on hardware
@pytest.mark.npu
@pytest.mark.parametrize(("script", "expected", "tolerance"), C_STYLE)
def test_c_style_on_a_device(python: Python, script: str, expected: list[float], tolerance: float) -> None:
    done = python(str(EXAMPLES / script), environment={"PYACL_BACKEND": "cann"})
    assert done.returncode == 0, done.stderr
    found = [float(value) for value in re.findall(r"is: (-?\d+\.\d+)", done.stdout)]
    assert found == pytest.approx(expected, abs=tolerance)


@pytest.mark.npu
@pytest.mark.parametrize(("script", "expected"), [("softmax_backward.py", SOFTMAX * 2),
                                                  ("cross_entropy_loss_grad.py", CROSS_ENTROPY)])
def test_objects_on_a_device(python: Python, script: str, expected: list[float]) -> None:
    done = python(str(EXAMPLES / script), environment={"PYACL_BACKEND": "cann"})
    assert done.returncode == 0, done.stderr
    assert numbers(re.sub("float32|bfloat16", "", done.stdout)) == pytest.approx(expected, abs=1e-4)
