"""Rules for the sources that no linter checks."""

import re
import subprocess
import sys
from typing import Final

from tests.meta.sources import PACKAGES, ROOT, texts

NAME: Final = 79
HOSTS: Final = frozenset(
    {
        *("127.0.0.1", "discord.com", "evil.example", "games.example", "example.com"),
        *("github.com", "pypi.org", "registry.npmjs.org"),
        *("scripts.sil.org", "www.w3.org"),  # a licence, and the name of SVG
    }
)
"""The hosts that may be named."""

TEST: Final = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
SILENCED: Final = re.compile(r"#\s*(?:type|pyright): ignore(?:\[[^]]*\])?(?P<reason>.*)")
OWN_MACHINE: Final = re.compile(r"(?<![\w.~}\])])/(?:home|root|Users|work\w*)/|\b[A-Z]:\\")
LEFT_OVER: Final = re.compile(r"\b(?:TODO|FIXME|XXX)\b|^(?:<<<<<<<|>>>>>>>) ", re.MULTILINE)
HERE: Final = "tests/meta/test_lint.py"
"""This file, which contains the patterns."""


def test_the_names_of_tests_are_short() -> None:
    found = [
        f"{name}: {test}"
        for name, text in texts().items()
        if name.startswith("tests/")
        for test in TEST.findall(text)
        if len(test) > NAME
    ]
    assert found == []


def test_no_type_checker_is_silenced_without_a_reason() -> None:
    found = [
        f"{name}: {silenced[0]}"
        for name, text in texts().items()
        if name.endswith(".py")
        for silenced in SILENCED.finditer(text)
        if not re.search(r"\w", silenced["reason"])
    ]
    assert found == []


def test_nothing_is_left_for_later() -> None:
    """Shipped code has no ``NotImplementedError``, and no file has a note of unfinished work."""
    shipped = {name: text for name, text in texts().items() if name.split("/")[0] in PACKAGES}
    unfinished = [name for name, text in shipped.items() if "NotImplementedError" in text]
    notes = [name for name, text in texts().items() if name != HERE and LEFT_OVER.search(text)]
    assert unfinished + notes == []


def test_nothing_points_at_somebody_s_own_machine() -> None:
    found = [
        f"{name}: {it}"
        for name, text in texts().items()
        if name != HERE
        for it in (
            *OWN_MACHINE.findall(text),
            *(set(re.findall(r"https?://([\w-]+(?:\.[\w-]+)+)", text)) - HOSTS),
        )
    ]
    assert found == []


def test_no_code_is_dead() -> None:
    """pyproject.toml lists the paths, and the names that frameworks call."""
    found = subprocess.run(
        [sys.executable, "-m", "vulture"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (found.stdout + found.stderr).splitlines() == []
