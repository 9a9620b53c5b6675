"""Sessions begin, break, are taken up again and are lost, as Discord has it."""

import pytest

from tests.e2e.wire.people import Person
from tests.e2e.wire.plain import GUILDS, ROW, PlainBot
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel


async def test_a_session_begins_with_its_guilds(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    await bot.connects()
    (guild,) = await bot.hears("GUILD_CREATE")
    (ready,) = bot.events("READY")
    assert ready["guilds"] == [{"id": str(channel.guild.id), "unavailable": True}]
    assert [it["id"] for it in guild["channels"]] == [str(channel.id)]
    assert discord.gateway.connections == discord.gateway.identified == 1


@pytest.mark.parametrize("way", ["close", "reset"])
async def test_what_happens_in_a_gap_is_told_on_resume(
    discord: Discord, bot: PlainBot, ann: Person, way: str
) -> None:
    await bot.connects()
    await bot.hears("GUILD_CREATE")
    if way == "close":
        await discord.gateway.close()
    else:
        discord.gateway.reset()
    await discord.until(lambda: not discord.gateway.connections)
    first = await ann.running().begin()
    await bot.connects(resume=True)
    assert bot.events("RESUMED")
    second = await ann.running().begin()
    events = await bot.hears("INTERACTION_CREATE", 2)
    assert [event["id"] for event in events] == [str(first.id), str(second.id)]
    numbers = [it["s"] for it in bot.heard if it.get("s")]
    assert numbers == [*range(1, len(numbers) + 1)]


async def test_a_session_can_be_lost(discord: Discord, bot: PlainBot, ann: Person) -> None:
    await bot.connects()
    await bot.hears("GUILD_CREATE")
    await discord.gateway.invalidate()
    await bot.until(lambda: bot.ops(9))
    await bot.closes()
    await ann.running().begin()
    await bot.connects(resume=True)
    assert [it["d"] for it in bot.ops(9)] == [False, False]
    await bot.connects()
    assert len(bot.events("READY")) == 2
    assert not bot.events("INTERACTION_CREATE")


async def test_resuming_can_be_refused(discord: Discord, bot: PlainBot) -> None:
    await bot.connects()
    await bot.closes()
    discord.gateway.resumes = False
    await bot.connects(resume=True)
    assert bot.ops(9)


async def test_heartbeats_are_answered_or_not(discord: Discord, bot: PlainBot) -> None:
    await bot.connects()
    await bot.beats()
    await bot.until(lambda: bot.ops(11))
    discord.gateway.acknowledges = False
    await bot.beats()
    await discord.gateway.ask_to_reconnect()
    await bot.until(lambda: bot.ops(7))
    assert len(bot.ops(11)) == 1


async def test_only_what_was_asked_for_is_told(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    await bot.connects(intents=GUILDS)
    await bot.hears("GUILD_CREATE")
    await bot.posts(channel, components=[ROW])
    await discord.removes(discord.board_in(channel))
    thread = discord.add_thread(channel, "story")
    await discord.fails(channel.guild)
    await discord.deletes(thread)
    await discord.deletes(channel)
    (gone,) = await bot.hears("CHANNEL_DELETE")
    assert gone["id"] == str(channel.id)
    assert len(bot.events("THREAD_DELETE")) == 1
    assert bot.events("GUILD_DELETE")[0]["unavailable"] is True
    assert not [it for it in bot.heard if str(it.get("t")).startswith("MESSAGE_")]
