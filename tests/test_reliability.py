"""What docs/reliability.md promises is tested where it says so."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reliability.md"
NAMED = re.compile(r"`((?:tests/)[\w/]+\.py)(?:::(\w+))?`")
FAULTS = 26


def rows() -> list[str]:
    """The lines of all its tables but their heads."""
    lines = PAGE.read_text("utf-8").splitlines()
    return [line for line in lines if line.startswith("| ") and not line.startswith("| #")]


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))


def test_every_fault_has_its_row() -> None:
    numbers = [int(found[1]) for row in rows() if (found := re.match(r"\| (\d+) \|", row))]
    assert numbers == list(range(1, FAULTS + 1))


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.split("|")[2].strip()[:40])
def test_every_row_names_a_test_that_is_there(row: str) -> None:
    named = NAMED.findall(row)
    assert named or "later" in row, row
    for file, test in named:
        assert (ROOT / file).is_file(), file
        assert not test or test in functions_of(file), f"{file}::{test}"
