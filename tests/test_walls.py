"""Who may import whom: ``cogs -> bot -> players -> engine``, never back."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WALLS = ("cogs", "bot", "players", "engine")
"""Each may import those behind it."""
GUESTS = {"engine": set[str](), "players": {"rich"}}
"""What may come from outside; the other packages may bring what they like."""


def imported(source: str) -> set[str]:
    """The packages that a module imports by name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                found |= {name.name.partition(".")[0] for name in names}
            case ast.ImportFrom(str(module), level=0):
                found.add(module.partition(".")[0])
            case _:
                pass
    return found


def modules() -> list[Path]:
    return [file for wall in WALLS for file in sorted((ROOT / wall).rglob("*.py"))]


@pytest.mark.parametrize("file", modules(), ids=lambda file: str(file.relative_to(ROOT)))
def test_nobody_imports_through_a_wall(file: Path) -> None:
    package = file.relative_to(ROOT).parts[0]
    names = imported(file.read_text("utf-8")) - set(sys.stdlib_module_names)
    behind = set(WALLS[WALLS.index(package) :])
    assert names & set(WALLS) <= behind
    if package in GUESTS:
        assert names - behind <= GUESTS[package]


def test_all_rooms_are_looked_into() -> None:
    seen = {file.relative_to(ROOT).parts[0] for file in modules()}
    assert {"engine", "players"} <= seen
    assert seen == {wall for wall in WALLS if (ROOT / wall).is_dir()}


def test_imports_are_found_wherever_they_stand() -> None:
    source = "import os.path, rich\nfrom bot.store import x\ndef f():\n    import cogs.play as p"
    assert imported(source) == {"os", "rich", "bot", "cogs"}


STORED = (*sorted((ROOT / "bot/store").glob("*.py")), *sorted((ROOT / "bot/tables").glob("*.py")))


@pytest.mark.parametrize("file", [*STORED, ROOT / "bot/wholeness.py"], ids=lambda file: file.stem)
def test_what_is_stored_is_known_without_the_host(file: Path) -> None:
    assert "from bot.hosting" not in file.read_text("utf-8")
