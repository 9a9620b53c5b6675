"""A server that removes the bot is deleted, unless it invites the bot again in time."""

import pytest

from bot.client import Celestia
from bot.hosting import retention
from bot.store.data import ServerSettings
from bot.store.errors import StoreError, Unreachable
from bot.tables.paces import DAY
from tests.bot.store.changes import change
from tests.host.ground import Room
from tests.host.scenes import in_flight, table_of
from tests.host.test_reach import comes, goes


@pytest.fixture(autouse=True)
def _no_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MIN_REST", 0.0)


async def playing(room: Room) -> int:
    """Start a game in a server with settings; return the server."""
    await in_flight(room)
    await room.bot.store.set_server(room.guild.id, ServerSettings("fr"))
    room.bot.availability.connected()
    return room.guild.id


async def a_round(room: Room, days: float) -> None:
    """Run retention this many days later; return what it deletes."""
    going, now = room.bot.retention, room.bot.now()
    object.__setattr__(going, "_now", lambda: now + days * DAY)
    await going.go_round()


async def test_a_server_is_forgotten_a_month_after_it_sent_the_bot_away(room: Room) -> None:
    guild = await playing(room)
    table = (await table_of(room)).id
    await goes(room)
    room.bot.availability.disconnected()  # what is away then is not known to be
    await a_round(room, 0)
    assert await room.bot.store.retention.absences() == {}
    room.bot.availability.connected()
    await a_round(room, 0)
    await a_round(room, 31)
    assert await room.bot.store.table(table) is None
    assert await room.bot.store.server(guild) == ServerSettings()


async def test_a_server_that_has_the_bot_back_is_remembered(room: Room) -> None:
    guild = await playing(room)
    await goes(room)
    await a_round(room, 0)
    assert guild in await room.bot.store.retention.absences()
    await comes(room)
    assert await room.bot.store.retention.absences() == {}
    await goes(room, unavailable=True)  # it still has the bot
    for days in (0, 31, 62):
        await a_round(room, days)
    assert (await table_of(room)).open
    assert await room.bot.store.server(guild) == ServerSettings("fr")


async def test_no_game_goes_while_discord_tells_us_nothing(room: Room) -> None:
    """The clock may be wrong then, although discord.py says that it is ready."""
    await room.bot.store.commit(change("old", stage="playing", guild=room.guild.id))
    await room.bot.store.commit(change("old", 1, stage="expired", guild=room.guild.id))
    room.bot.availability.disconnected()
    assert room.bot.is_ready()
    await a_round(room, 400)
    assert await room.bot.store.table("old")
    room.bot.availability.connected()
    await a_round(room, 400)
    assert await room.bot.store.table("old") is None


async def test_boards_are_painted_again_though_the_store_fails_then(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guild, before = room.bot.get_guild(await playing(room)), room.board.id
    assert guild is not None
    room.env.backend.delete_message(room.channel.id, before)

    async def away(_: int) -> None:
        raise Unreachable()

    monkeypatch.setattr(room.bot.store.retention, "end_absence", away)
    with room.env._bot_scope():
        try:
            await room.bot.on_guild_join(guild)
        except StoreError:
            await Celestia.on_error(room.bot, "on_guild_join")
    await room.settle()
    assert room.board.id > before
    (line,) = [it for it in caplog.records if it.levelname == "WARNING"]
    assert line.getMessage() == "an event (on_guild_join) met the store: unreachable"
