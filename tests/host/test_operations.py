"""The metrics of a game by clicks are complete."""

import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.store.address import Address
from tests.bot.operations.scraping import Asked, Scrape
from tests.host.driver import begin, dealt
from tests.host.ground import Room, maker


@pytest.fixture
def make_bot(place: Address) -> Callable[[], discord.Client]:
    """Makes bots with metrics on a free port."""
    return maker(place, operations="0")


@pytest.fixture
async def asked(room: Room) -> AsyncIterator[Asked]:
    operations = room.bot.operations
    # a connection that stays open would be work of the bot that never ends
    once = aiohttp.TCPConnector(force_close=True)
    address = f"http://127.0.0.1:{operations.port}"
    async with aiohttp.ClientSession(address, connector=once) as session:
        yield Asked(operations, session)


async def test_a_whole_game_adds_up(room: Room, asked: Asked) -> None:
    ann, bob = room.join("Ann"), room.join("Zoé", locale="fr")
    with dealt(room, 3):
        driver = await begin(ann, bob, seed=3, computers=1, goal=25)
        early = await asked.scrape()
        await driver.play()
    assert (early("games_begun_total"), early("games_ended_total")) == (1, 0)
    scrape = await asked.scrape()
    clicks = len(room.env.backend.interactions)
    assert clicks > 30
    assert scrape("clicks_total") == scrape("answers_total") == clicks
    assert scrape("answer_seconds_count") == clicks
    ways = [scrape("answers_total", outcome=way) for way in ("sent", "promised")]
    assert sum(ways) == clicks
    assert scrape("commands_total") == len(await room.bot.store.log(driver.table))
    assert scrape("commands_total", by="bot") > 0
    assert scrape("commit_seconds_count") > scrape("commands_total", by="people")
    assert scrape("commit_failures_total") == 0
    assert (scrape("games_begun_total"), scrape("games_ended_total", how="over")) == (1, 1)
    assert 0 < scrape("board_seconds_count") <= scrape("commit_seconds_count")
    assert scrape("boards_waiting") == scrape("boards_waiting_seconds") == 0
    assert (scrape("connected"), scrape("store_up"), scrape("shard_up")) == (1, 1, 1)
    assert_tells_of_nobody(scrape, room, driver.table)


def assert_tells_of_nobody(scrape: Scrape, room: Room, table: str) -> None:
    """Check that no label contains data of this game."""
    backend: Any = room.env.backend
    ids = {*backend.users, *backend.guilds, *backend.channels, *backend.interactions}
    secrets, names = {*map(str, ids), table}, {"ann", "zoé"}
    assert len(ids) > 30
    values = [value for _, value in scrape.labels]
    assert values
    assert not [value for value in values if any(secret in value for secret in secrets)]
    assert not [value for value in values if names & {*re.split(r"\W|_", value.lower())}]
