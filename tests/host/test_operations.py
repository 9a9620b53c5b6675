"""The metrics of a game by clicks are complete."""

import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.discord.rate_limit import UserRateLimit
from bot.store.errors import DiskFull
from tests.bot.operations.scraping import Asked, Scrape
from tests.host.driver import begin, dealt
from tests.host.ground import Room, maker, opened


@pytest.fixture
def make_bot(
    make_bot: Callable[[], discord.Client], tmp_path: Path
) -> Callable[[], discord.Client]:
    """Makes bots with metrics on a free port."""
    return maker(tmp_path / "celestia.db", operations="0")


@pytest.fixture
async def asked(room: Room) -> AsyncIterator[Asked]:
    operations = room.bot.operations
    # a connection that stays open would be work of the bot that never ends
    once = aiohttp.TCPConnector(force_close=True)
    address = f"http://127.0.0.1:{operations.port}"
    async with aiohttp.ClientSession(address, connector=once) as session:
        yield Asked(operations, session)


def interactions(room: Room) -> list[Any]:
    """Return the interactions, without autocompletion."""
    return list(room.env.backend.interactions.values())


async def log_of(room: Room) -> int:
    """Return the number of lines in the logs of all tables."""
    store = room.bot.store
    return sum([len(await store.log(table)) for table in await store.names("", 1000)])


async def test_a_whole_game_adds_up(room: Room, asked: Asked) -> None:
    ann, bob = room.join("Ann"), room.join("Zoé", locale="fr")
    with dealt(room, 3):
        driver = await begin(ann, bob, seed=3, computers=1, goal=25)
        early = await asked.scrape()
        await driver.play()
    assert (early("games_begun_total"), early("games_ended_total")) == (1, 0)
    scrape = await asked.scrape()
    clicks = len(interactions(room))
    assert clicks > 30
    assert scrape("clicks_total") == scrape("answers_total") == clicks
    assert scrape("answer_seconds_count") == clicks
    assert (
        scrape("answers_total", outcome="sent") + scrape("answers_total", outcome="promised")
        == clicks
    )
    assert scrape("commands_total") == await log_of(room)
    assert scrape("commands_total", by="bot") > 0
    assert scrape("commit_seconds_count") > scrape("commands_total", by="people")
    assert scrape("commit_failures_total") == 0
    assert (scrape("games_begun_total"), scrape("games_ended_total", how="over")) == (1, 1)
    assert 0 < scrape("board_seconds_count") <= scrape("commit_seconds_count")
    assert scrape("boards_waiting") == scrape("boards_waiting_seconds") == 0
    assert (scrape("connected"), scrape("store_up"), scrape("shard_up")) == (1, 1, 1)
    assert_tells_of_nobody(scrape, room, await room.bot.store.names("", 1000))


def assert_tells_of_nobody(scrape: Scrape, room: Room, tables: list[str]) -> None:
    """Check that no label contains data of this game."""
    backend = room.env.backend
    ids = {*backend.users, *backend.guilds, *backend.channels, *backend.interactions}
    secrets, names = {*map(str, ids), *tables}, {"ann", "zoé"}
    assert len(ids) > 30
    values = [value for _, value in scrape.labels]
    assert values
    assert not [value for value in values if any(secret in value for secret in secrets)]
    assert not [value for value in values if names & {*re.split(r"\W|_", value.lower())}]


async def test_refused_and_too_fast_clicks_are_counted(room: Room, asked: Asked) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")
    await bob.runs("cancel")
    await bob.presses(action="join")
    room.bot.rate_limit = UserRateLimit(lambda: 0.0, burst=1)
    for _ in range(4):
        await bob.runs("log")
    scrape = await asked.scrape()
    assert scrape("clicks_total") == 7
    assert scrape("refusals_total", code="too_fast") == 3
    assert scrape("clicks_total", outcome="done") == 2
    assert scrape("answers_total") == scrape("answers_total", outcome="sent") == 7


async def test_a_store_that_fails_shows_in_health_and_figures(
    room: Room, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")

    async def full(change: object) -> None:
        raise DiskFull()

    with monkeypatch.context() as patch:
        patch.setattr(room.bot.store, "commit", full)
        await bob.presses(action="join")
        assert await asked.health() == (
            503,
            {"status": "failing", "discord": "ok", "store": "full"},
        )
    scrape = await asked.scrape()
    assert scrape("commit_failures_total", code="full") == 1
    assert scrape("clicks_total", outcome="store") == 1
    assert scrape("store_up") == 0
    assert room.forgive()
    await bob.presses(action="join")
    assert (await asked.health())[0] == 200


async def test_nothing_listens_once_the_bot_is_closed(
    make_bot: Callable[[], discord.Client],
) -> None:
    async with opened(make_bot) as room:
        port = room.bot.operations.port
        assert port
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(f"http://127.0.0.1:{port}/health")
    assert json.dumps(room.complaints()) == "[]"
