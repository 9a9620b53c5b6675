"""Files, links and modules that documents name exist, and the example runs."""

import doctest
import re
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import Final

from bot.cli.main import COMMANDS
from tests.meta.sources import ROOT, texts

HISTORY: Final = "CHANGELOG.md"
"""It names files of its own time."""
SUFFIXES: Final = ("py", "md", "toml", "ftl", "json", "yml", "lock", "sql", "txt", "png")
FENCED: Final = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
MARKED: Final = re.compile(r"`([^`\n]+)`")
PATH: Final = re.compile(rf"(?:[\w.-]+/)*(?:[\w.-]+/|[\w-]+\.(?:{'|'.join(SUFFIXES)}))")
LINK: Final = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
RUN: Final = re.compile(r"python -m ([\w.]+)")
OTHERS: Final = frozenset({"pip", "venv"})
"""Python's own modules."""
TO_FILL_IN: Final = "NNNN"


def pages() -> dict[str, str]:
    """The documents about the present project."""
    return {name: it for name, it in texts().items() if name.endswith(".md") and name != HISTORY}


def named(text: str) -> set[str]:
    """Return the paths in backticks: files, and folders, which end with a slash."""
    marked = MARKED.findall(FENCED.sub("", text))
    words = [word.partition("::")[0] for mark in marked for word in mark.split()]
    return {word for word in words if PATH.fullmatch(word) and TO_FILL_IN not in word}


def is_there(path: str, known: frozenset[str]) -> bool:
    """Return whether a path of the project ends like this."""
    return f"/{path.strip('/')}" in known


def endings() -> frozenset[str]:
    """Return all endings of the project's paths, by which documents may name them."""
    found = set[str]()
    for name in texts():
        for path in (PurePosixPath(name), *PurePosixPath(name).parents):
            found |= {"/" + "/".join(path.parts[start:]) for start in range(len(path.parts))}
    return frozenset(found)


def test_every_path_that_a_document_names_is_there() -> None:
    known = endings()
    found = {name: named(text) for name, text in pages().items()}
    assert sum(map(len, found.values())) > 20
    assert [
        f"{name}: {path}"
        for name, paths in found.items()
        for path in sorted(paths)
        if not is_there(path, known) and not (ROOT / path).exists()
    ] == []


def test_every_link_between_documents_leads_somewhere() -> None:
    assert [
        f"{name}: {link}"
        for name, text in pages().items()
        for link in LINK.findall(text)
        if not (ROOT / name).parent.joinpath(link).exists()
    ] == []


def test_every_module_that_a_document_runs_is_there() -> None:
    assert [
        f"{name}: {module}"
        for name, text in pages().items()
        for module in sorted(set(RUN.findall(text)) - OTHERS)
        if find_spec(module) is None
    ] == []


def test_every_command_of_the_operator_s_guide_is_one() -> None:
    guide = (ROOT / "docs/operating.md").read_text("utf-8")
    named = set(re.findall(r"(?:python -m bot|(?:^|`)celestia) ([a-z]+)", guide, re.MULTILINE))
    assert {"check", "backup", "restore", "move", "top"} <= named <= {*COMMANDS}


def test_every_decision_stands_in_its_list() -> None:
    folder = ROOT / "docs/decisions"
    listed = LINK.findall((folder / "README.md").read_text("utf-8"))
    files = sorted(file.name for file in folder.glob("[0-9]*.md"))
    assert [link for link in listed if link in files] == files
    assert [int(name[:4]) for name in files] == [*range(1, len(files) + 1)]


def test_the_example_of_the_README_runs_and_is_ten_lines_long() -> None:
    readme = ROOT / "README.md"
    result = doctest.testfile(f"{readme}", module_relative=False)
    assert (result.attempted >= 6, result.failed) == (True, 0)
    lines = readme.read_text("utf-8").splitlines()
    assert sum(line.startswith((">>>", "...")) for line in lines) <= 10
