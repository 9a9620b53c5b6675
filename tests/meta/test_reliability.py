"""The tests that docs/reliability.md names exist."""

import ast
import re
from functools import cache

from tests.meta.sources import ROOT

PAGE = ROOT / "docs" / "reliability.md"
NAMED = re.compile(r"`((?:tests/)[\w/]+\.py)(?:::(\w+))?`")
FAULTS = 29


def rows() -> list[str]:
    """Return the rows of all its tables."""
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


def test_every_row_names_tests() -> None:
    assert [row for row in rows() if not NAMED.findall(row) and "later" not in row] == []


def test_the_tests_that_are_named_are_there() -> None:
    named = [pair for row in rows() for pair in NAMED.findall(row)]
    assert [
        f"{file}::{test}"
        for file, test in named
        if not (ROOT / file).is_file() or (test and test not in functions_of(file))
    ] == []
