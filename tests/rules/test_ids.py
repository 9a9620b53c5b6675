"""Each rule has a test whose name says so: ``test_B9_...``."""

import re
from pathlib import Path

from tests.rules.ids import IDS


def _named() -> set[str]:
    files = Path(__file__).parent.glob("test_*.py")
    return {
        rule
        for file in files
        for rule in re.findall(r"^def test_([A-Z]\d+)_", file.read_text(), flags=re.MULTILINE)
    }


def test_every_rule_has_a_test() -> None:
    assert sorted(set(IDS) - _named()) == []


def test_no_test_names_a_rule_that_is_not_there() -> None:
    assert sorted(_named() - set(IDS)) == []
