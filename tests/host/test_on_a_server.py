"""Games by clicks on PostgreSQL; `make twice` runs all other tests there."""

from collections.abc import AsyncIterator

import pytest

from bot.hosting.reader import TableState
from bot.store.address import Address
from bot.store.postgres.store import PostgresStore
from tests.bot.store.kinds import database
from tests.host.driver import begin, dealt
from tests.host.ground import Room
from tests.postgresql.server import Server


@pytest.fixture
async def place(postgresql: Server) -> AsyncIterator[Address]:
    async with database(postgresql) as url:
        yield Address.of_server(url)


async def test_a_game_goes_on_after_restarts_and_is_counted(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    assert isinstance(room.bot.store, PostgresStore)
    with dealt(room, 3):
        driver = await begin(ann, bob, seed=3, goal=25, variant="crew")
        await room.restart()
        before = await table(room)
        await room.restart()
        assert (await table(room)).stored == before.stored
        await driver.play()
    for person in (ann, bob):
        (past,) = await room.bot.store.results.games_of(person.id, ann.actor.guild.id, 5)
        assert past.ending == "over"
    assert "**1 game" in (await ann.runs("stats")).shown[-1].text


async def table(room: Room) -> TableState:
    name = await room.bot.store.last_table_in(room.channel.id)
    assert name is not None
    return await room.bot.service.look(name)
