"""The bot knows no kind of database by name, and loads only the one it uses."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.address import Address
from bot.store.backends import BACKENDS, maintenance_at, store_at
from tests.bot.store.changes import change, version_of

ROOT = Path(__file__).parents[3]
BACKEND = Path("bot/store/sqlite")
REGISTRY = Path("bot/store/backends.py")


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def of_sqlite(file: Path) -> set[str]:
    ours = ("sqlite3", "aiosqlite", "bot.store.sqlite")
    return {name for name in imported(ROOT / file) if f"{name}.".startswith(ours)}


def modules() -> list[Path]:
    """All modules of the bot outside SQLite's own folder."""
    found = [file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py")]
    return [file for file in (it.relative_to(ROOT) for it in found) if BACKEND not in file.parents]


def test_nothing_outside_its_folder_knows_of_sqlite() -> None:
    knowing = {file for file in modules() if of_sqlite(file)}
    assert knowing == {REGISTRY}
    assert of_sqlite(BACKEND / "store.py")  # what is looked for is found


def test_a_backend_is_loaded_when_it_is_used() -> None:
    script = (
        "import sys, bot.client, bot.settings, bot.cli.check, bot.cli.backup\n"
        "print([it for it in sys.modules if 'sqlite' in it])"
    )
    done = subprocess.run(  # noqa: S603 - our own modules
        (sys.executable, "-c", script), cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("scheme", BACKENDS)
async def test_each_backend_has_a_store_and_its_maintenance(scheme: str, tmp_path: Path) -> None:
    address = Address(scheme, tmp_path / "celestia.db")
    assert maintenance_at(address).inspect() is None
    store = store_at(address, lambda: 5.0)
    await store.open()
    await store.commit(change(stage="over"))
    assert await version_of(store) == 1
    await store.close()
    found = maintenance_at(address).inspect()
    assert found
    assert (found.damages, found.holdings.tables, found.migrations) == ((), 1, 0)
