"""Several shards: who may identify and when, what each session hears, and one token for all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.e2e.wire.people import Person
from tests.e2e.wire.plain import PlainBot, plain_bot
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel, User, new_id

SHARDS = 4


@pytest.fixture
async def several(discord: Discord) -> Discord:
    """It asks for four shards, and has a guild with a channel on each."""
    discord.gateway.shards = SHARDS
    for shard in range(SHARDS):
        discord.add_channel(discord.add_guild(f"guild-{shard}", shard=shard), "table")
    return discord


@pytest.fixture
async def bots(several: Discord) -> AsyncIterator[list[PlainBot]]:
    """As many bots of a few lines, none of them connected yet."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(plain_bot(several)) for _ in range(SHARDS)]


def someone(discord: Discord, shard: int) -> Person:
    """Somebody in the guild of this shard."""
    (channel,) = [it for it in discord.world.channels.values() if _shard(it) == shard]
    return Person(discord, User(new_id(), "Ann"), channel)


def _shard(channel: Channel) -> int:
    return (channel.guild.id >> 22) % SHARDS


async def test_each_session_hears_of_its_own_guilds_alone(
    several: Discord, bots: list[PlainBot]
) -> None:
    for shard, bot in enumerate(bots):
        await bot.connects(shard=(shard, SHARDS))
    for shard, bot in enumerate(bots):
        (guild,) = await bot.hears("GUILD_CREATE")
        assert (guild["name"], bot.events("READY")[0]["shard"]) == (f"guild-{shard}", [shard, 4])
        click = await _runs(several, shard)
        (heard,) = await bot.hears("INTERACTION_CREATE")
        assert heard["id"] == click
    await several.gateway.tell("USER_UPDATE", {"id": "1"})
    await bots[0].hears("USER_UPDATE")
    assert [len(it.events("USER_UPDATE")) for it in bots] == [1, 0, 0, 0]
    assert [len(it.events("INTERACTION_CREATE")) for it in bots] == [1, 1, 1, 1]


async def _runs(discord: Discord, shard: int) -> str:
    """Somebody there runs the command; the id of that."""
    if not discord.world.commands[None]:
        discord.world.commands[None] = [
            {"id": "1", "name": "celestia", "type": 1, "options": [], "description": ""}
        ]
    return str((await someone(discord, shard).running().begin()).id)


@pytest.mark.parametrize(
    ("shard", "code"),
    [((4, 4), 4010), ((-1, 4), 4010), (None, 4011), ((0, 1), 4011), ((1, 2), 4011), ((7, 8), None)],
)
async def test_a_wrong_shard_and_too_few_of_them_are_refused(
    bots: list[PlainBot], shard: tuple[int, int] | None, code: int | None
) -> None:
    await bots[0].connects(shard=shard)
    assert bots[0].code == code
    assert len(bots[0].events("READY")) == (code is None)


async def test_two_in_one_bucket_wait_and_those_of_others_do_not(
    several: Discord, bots: list[PlainBot]
) -> None:
    identifies = several.gateway.identifies
    identifies.max_concurrency, identifies.pause = 2, 0.3
    await bots[0].connects(shard=(0, SHARDS))
    await bots[1].connects(shard=(1, SHARDS))
    await bots[2].connects(shard=(2, SHARDS))
    assert [it["d"] for it in bots[2].ops(9)] == [False]
    await asyncio.sleep(identifies.pause)
    await bots[2].connects(shard=(2, SHARDS))
    assert several.gateway.heard() == {0, 1, 2}
    assert (identifies.taken, identifies.early) == (4, 1)


async def test_discord_tells_how_many_sessions_may_still_begin(
    several: Discord, bots: list[PlainBot]
) -> None:
    several.gateway.identifies.max_concurrency = 16
    bot = bots[0]
    told = (await bot.asks("GET", "/gateway/bot")).payload
    assert (told["shards"], told["session_start_limit"]["remaining"]) == (SHARDS, 1000)
    await bot.connects(shard=(0, SHARDS))
    await several.gateway.close()
    await bot.connects(resume=True)
    limit = (await bot.asks("GET", "/gateway/bot")).payload["session_start_limit"]
    assert (limit["total"], limit["remaining"], limit["max_concurrency"]) == (1000, 999, 16)
    assert 86_300_000 < limit["reset_after"] <= 86_400_000


async def test_too_many_sessions_in_a_day_end_them_all(
    several: Discord, bots: list[PlainBot]
) -> None:
    several.gateway.identifies.total = 2
    for shard in range(3):
        await bots[shard].connects(shard=(shard, SHARDS))
    for bot in bots[:3]:
        await bot.until(lambda bot=bot: bot.code is not None)
    assert [it.code for it in bots[:3]] == [4004] * 3
    assert not several.gateway.heard()


async def test_a_shard_that_two_have_tells_both_and_each_is_resumed(
    several: Discord, bots: list[PlainBot]
) -> None:
    old, new = bots[:2]
    other = await several.entrance()
    at = several.gateway.address_at(int(other.rpartition(":")[2]))
    await old.connects(shard=(1, SHARDS))
    await new.connects(shard=(1, SHARDS), address=at)
    await _runs(several, 1)
    heard = [(await it.hears("INTERACTION_CREATE"))[0]["id"] for it in (old, new)]
    assert heard[0] == heard[1]
    assert new.events("READY")[0]["resume_gateway_url"] == at
    several.gateway.reset()
    await several.until(lambda: not several.gateway.connections)
    missed = await _runs(several, 1)
    for bot in (new, old):
        await bot.connects(resume=True)
        assert [it["id"] for it in await bot.hears("INTERACTION_CREATE", 2)][1] == missed
    assert several.gateway.resumed == 2


async def test_a_session_is_resumed_though_another_one_has_begun_meanwhile(
    several: Discord, bots: list[PlainBot]
) -> None:
    old, new = bots[:2]
    await old.connects(shard=(1, SHARDS))
    await old.closes()
    await new.connects(shard=(1, SHARDS))
    await old.connects(resume=True)
    assert old.events("RESUMED")
    assert several.gateway.connections == 2


async def test_it_is_known_who_has_which_shard_and_since_when(
    several: Discord, bots: list[PlainBot]
) -> None:
    ports = []
    for shard, bot in enumerate(bots[:2]):
        ports.append(int((await several.entrance()).rpartition(":")[2]))
        address = several.gateway.address_at(ports[-1])
        await bot.connects(shard=(shard, SHARDS), address=address)
    assert [several.gateway.by(port) for port in ports] == [[0], [1]]
    await bots[0].closes()
    await several.until(lambda: several.gateway.heard() == {1})
    turns = [(it.what, it.shard, it.entrance) for it in several.gateway.turns]
    expected = [("identified", 0, ports[0]), ("identified", 1, ports[1]), ("gone", 0, ports[0])]
    assert turns == expected


async def test_fifty_requests_a_second_are_for_all_processes_together(
    several: Discord, bots: list[PlainBot]
) -> None:
    several.limited = True
    asked = [bot.asks("GET", "/users/@me") for bot in bots for _ in range(15)]
    told = await asyncio.gather(*asked)
    refused = [it for it in told if it.status == 429]
    assert len(refused) == 10
    assert all(it.payload["global"] for it in refused)
