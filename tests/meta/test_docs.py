"""What the documents name is there, and what they list is whole."""

import re
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import Final

from tests.meta.sources import ROOT, place, python_files, texts
from tests.meta.test_walls import ROOMS

HISTORY: Final = "CHANGELOG.md"
"""It names what was there then."""
SUFFIXES: Final = ("py", "md", "toml", "ftl", "json", "yml", "lock", "sql", "txt", "png")
FENCED: Final = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
MARKED: Final = re.compile(r"`([^`\n]+)`")
PATH: Final = re.compile(rf"(?:[\w.-]+/)*(?:[\w.-]+/|[\w-]+\.(?:{'|'.join(SUFFIXES)}))")
LINK: Final = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
RUN: Final = re.compile(r"python -m ([\w.]+)")
OTHERS: Final = frozenset({"pip", "venv"})
"""Modules of Python's own that somebody is told to run."""
TO_FILL_IN: Final = "NNNN"


def pages() -> dict[str, str]:
    """The documents about the project as it is."""
    return {name: it for name, it in texts().items() if name.endswith(".md") and name != HISTORY}


def named(text: str) -> set[str]:
    """The paths in backticks: files of our kinds, and folders, which end with a slash."""
    marked = MARKED.findall(FENCED.sub("", text))
    words = [word.partition("::")[0] for mark in marked for word in mark.split()]
    return {word for word in words if PATH.fullmatch(word) and TO_FILL_IN not in word}


def is_there(path: str, known: frozenset[str]) -> bool:
    """A file or folder ends so, wherever it lies: documents may name it by its last parts."""
    return f"/{path.strip('/')}" in known


def endings() -> frozenset[str]:
    """Every way to name a file or folder of the project by its last parts."""
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


def planned() -> list[str]:
    """The modules that the plan of the house names, each below its folder."""
    found: list[str] = []
    folder = ""
    for line in FENCED.findall((ROOT / "ARCHITECTURE.md").read_text("utf-8"))[0].splitlines():
        if under := re.match(r"  (\w+\.py) ", line):
            found.append(folder + under[1])
        elif begins := re.match(r"[\w/]+/", line):
            folder = begins[0]
    return found


def test_every_module_of_the_bot_and_its_cogs_is_on_the_plan() -> None:
    files = [place(file) for file in python_files("cogs", "bot") if file.name != "__init__.py"]
    assert sorted(planned()) == sorted(files)


def test_the_rooms_are_listed_in_their_order() -> None:
    table = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("| Room |")[2]
    rows = re.findall(r"^\| (`bot/.*?) \|", table.partition("\n\n")[0], re.MULTILINE)
    named = [it for row in rows for it in re.findall(r"bot/(\w+)", row)]
    assert [f"bot.{room}" for room in named] == [room for room in ROOMS if "__" not in room]


def test_every_decision_stands_in_its_list() -> None:
    folder = ROOT / "docs/decisions"
    listed = LINK.findall((folder / "README.md").read_text("utf-8"))
    files = sorted(file.name for file in folder.glob("[0-9]*.md"))
    assert [link for link in listed if link in files] == files
    assert [int(name[:4]) for name in files] == [*range(1, len(files) + 1)]
