"""The tables of operators as a whole."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from harness import machine

from pyacl import _abi, emulator
from pyacl.emulator import ops
from pyacl.emulator.ops.__main__ import table, with_table
from pyacl.emulator.ops._index import FAMILY_NAMES
from pyacl.emulator.ops._to_come import family


def test_every_name_is_an_operator_and_in_one_table() -> None:
    names = [name for names in ops.names_by_family().values() for name in names]
    assert len(names) == len(set(names))
    assert set(names) <= set(_abi.OPERATORS)
    assert set(names) == emulator.operators()


def test_the_index_is_up_to_date() -> None:
    """Else run `python -m pyacl.emulator.ops`."""
    assert {name: names.split() for name, names in FAMILY_NAMES.items()} == {
        name: sorted(names) for name, names in ops.names_by_family().items()}


def test_the_readme_counts_them() -> None:
    """Else run `python -m pyacl.emulator.ops README.md`."""
    readme = Path(__file__).parent.parent.parent / "README.md"
    if not readme.exists():
        pytest.skip("only the package is here")
    text = readme.read_text()
    assert table() in text
    assert with_table(text) == text
    assert f"{len(emulator.operators())} operators compute" in text


def test_one_operator_imports_its_own_family_only() -> None:
    code = ("import sys\nfrom pyacl.emulator.ops import row_of\nassert row_of('aclnnCast') is not None\n"
            "print(*sorted(name.rpartition('.')[2] for name in sys.modules if name.startswith('pyacl.emulator.ops.')))")
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    loaded = done.stdout.split()
    assert "conversion" in loaded
    assert "losses" not in loaded
    assert "arithmetic" not in loaded


def test_an_operator_that_the_index_does_not_know_is_found() -> None:
    assert ops.row_of("aclnnNoSuchOperator") is None
    for name in ("aclnnAdd", "aclnnSoftmaxBackward"):
        assert ops.row_of(name) is ops.catalogue()[name]


def test_what_does_not_compute_yet_says_its_family() -> None:
    npu = machine()
    tensor = npu.empty((2,), np.float32)
    assert npu.prepare("aclnnTopk", tensor, 1, 0, True, True, tensor, tensor)[0] == 561003
    message = npu.message()
    for word in ("aclnnTopk", "sort and search", "python -m pyacl ops"):
        assert word in message


def test_what_computes_is_not_to_come() -> None:
    assert not [operator for operator in emulator.operators() if family(operator)]
    assert all(family(operator) or operator not in _abi.OPERATORS for operator in ("aclnnSort", "aclnnConvolution"))
