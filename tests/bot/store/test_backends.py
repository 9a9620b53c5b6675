"""Addresses of databases, and the kind of database that is loaded for one."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store.address import SCHEMES, SQLITE, Address, parse_address
from bot.store.backends import maintenance_at, store_at
from tests.bot.store.changes import change, version_of
from tests.postgresql.fresh import empty
from tests.postgresql.server import Server

ROOT = Path(__file__).parents[3]


def test_a_backend_is_loaded_when_it_is_used() -> None:
    script = (
        "import sys, bot.client, bot.settings, bot.cli.check, bot.cli.backup\n"
        "print([it for it in sys.modules if 'sqlite' in it or 'postgres' in it or 'asyncpg' in it])"
    )
    done = subprocess.run(  # noqa: S603 - our own modules
        (sys.executable, "-c", script), cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_each_backend_has_a_store_and_its_maintenance(
    scheme: str, tmp_path: Path, postgresql: Server
) -> None:
    async with empty(postgresql) as server:
        place = tmp_path / "celestia.db"
        address = Address.of_file(place) if scheme == SQLITE else Address.of_server(server)
        assert address.scheme == scheme
        assert await asyncio.to_thread(maintenance_at(address).inspect) is None
        store = store_at(address, lambda: 5.0)
        await store.open()
        await store.commit(change(stage="over"))
        assert await version_of(store) == 1
        await store.close()
        found = await asyncio.to_thread(maintenance_at(address).inspect)
        assert found
        assert (tuple(found.damages), found.holdings.tables, found.migrations) == ((), 1, 0)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://ann:secret@example.org:5433/games", "postgresql:games"),
        ("postgres://host/games", "postgresql:games"),
        ("PostgreSQL:///games?host=/run/postgresql", "postgresql:games"),
    ],
)
def test_the_address_of_a_server_is_shown_without_its_password(text: str, shown: str) -> None:
    address = parse_address(text)
    assert f"{address}" == shown
    assert "secret" not in repr(address)
    assert address.server == text


@pytest.mark.parametrize("password", ["sec@ret", "sec/ret", "sec#ret", "@secret", "se@c@ret"])
def test_a_password_that_must_be_encoded_is_refused_and_not_shown(password: str) -> None:
    with pytest.raises(ValueError, match="write %40 for @") as refused:
        parse_address(f"postgresql://ann:{password}@example.org/games")
    assert "ret" not in f"{refused.value}".partition("password")[0]
    assert parse_address("postgresql://ann:sec%40ret@example.org/games").file.name == "games"


@pytest.mark.parametrize("text", ["postgresql://ann:secret@example.org", "postgresql:///"])
def test_an_address_that_names_no_database_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="names no database") as refused:
        parse_address(text)
    assert "secret" not in f"{refused.value}"
