"""The example in the README runs as it is."""

import doctest
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def test_the_example_does_what_it_says() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 6
    assert result.failed == 0


def test_the_example_is_ten_lines_long() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith((">>>", "...")) for line in lines) <= 10
