"""The real store: each kind of database in turn, unless a test is about one of them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.postgres.store import PostgresStore
from bot.store.sql.schema import migrations
from bot.store.store import Store
from tests.bot.conftest import Clock
from tests.bot.store.kinds import KINDS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "celestia.db"


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """The bot's migrations, in a folder to which a test can add more."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for step in migrations():
        (folder / step.name).write_text(step.sql, "utf-8")
    return folder


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
async def store(kind: str, request: pytest.FixtureRequest, clock: Clock) -> AsyncIterator[Store]:
    async with KINDS[kind](request, clock) as store:
        yield store


@pytest.fixture
async def twin(store: PostgresStore, kind: str, clock: Clock) -> AsyncIterator[PostgresStore]:
    """Another process on the same server's database."""
    twin = PostgresStore(store._connections._server, clock=clock)
    await twin.open()
    yield twin
    await twin.close()
