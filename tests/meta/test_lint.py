"""Rules for the sources that no linter checks."""

import ast
import re
import subprocess
import sys
from typing import Final

from tests.meta.sources import CODE, PACKAGES, ROOT, place, python_files, texts, tree_of

NAME: Final = 79
HOSTS: Final = frozenset(
    {
        *("127.0.0.1", "discord.com", "evil.example", "games.example", "example.com"),
        *("github.com", "pypi.org"),
        *("scripts.sil.org", "www.w3.org"),  # a licence, and the name of SVG
    }
)
"""The hosts that may be named."""

SILENCED: Final = re.compile(r"#\s*(?:type|pyright): ignore(?:\[[^]]*\])?(?P<reason>.*)")
OWN_MACHINE: Final = re.compile(r"(?<![\w.~}\])])/(?:home|root|Users|work\w*)/|\b[A-Z]:\\")
LEFT_OVER: Final = re.compile(r"\b(?:TODO|FIXME|XXX)\b|^(?:<<<<<<<|>>>>>>>) ", re.MULTILINE)
HERE: Final = "tests/meta/test_lint.py"
"""This file, which contains the patterns."""


def test_the_names_of_tests_are_short() -> None:
    found = [
        f"{place(file)}: {node.name}"
        for file in python_files("tests")
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and len(node.name) > NAME
    ]
    assert found == []


def test_no_type_checker_is_silenced_without_a_reason() -> None:
    found = [
        f"{place(file)}:{number}"
        for file in python_files(*CODE)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if (silenced := SILENCED.search(line)) and not re.search(r"\w", silenced["reason"])
    ]
    assert found == []


def test_nothing_is_left_for_later() -> None:
    """Shipped code has no ``NotImplementedError``, and no file has a note of unfinished work."""
    unfinished = [
        place(file)
        for file in python_files(*PACKAGES)
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Name) and node.id == "NotImplementedError"
    ]
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
