"""What a fake that is more lenient than Discord would hide: it refuses, loses and tells alike."""

import asyncio
from typing import Any

import aiohttp
import pytest

from tests.e2e.wire.people import Act, Answer, Person
from tests.e2e.wire.plain import BUTTON, ROW, PlainBot
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel, User, new_id
from tests.host.judge import WITHOUT

Json = dict[str, Any]

EPHEMERAL, LAYOUT = 1 << 6, 1 << 15
SAY, PROMISE, SILENCE, UPDATE = 4, 5, 6, 7
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\3\xe8\0\0\2\xbc and so on"
NAME = "board-1a2b3c4d5e.png"
TEXT: Json = {"type": 10, "content": "hello"}


# --- requests ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"content": "x" * 2001}, "2001"),
        pytest.param(
            *({"content": "x", "colour": "red"}, "colour"),
            marks=pytest.mark.skipif(bool(WITHOUT), reason=WITHOUT),
        ),
        ({"components": [{"type": 1, "components": [BUTTON, BUTTON]}]}, "twice"),
    ],
)
async def test_requests_are_judged(
    discord: Discord, bot: PlainBot, channel: Channel, body: Json, why: str
) -> None:
    told = await bot.asks("POST", f"/channels/{channel.id}/messages", body)
    assert (told.status, told.code) == (400, 50035)
    assert any(why in violation for violation in discord.violations)
    assert not discord.messages_in(channel)


async def test_a_ping_of_somebody_who_has_done_nothing_is_a_violation(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    stranger = User(new_id(), "Stranger")
    discord.world.users[stranger.id] = stranger
    path, body = f"/channels/{channel.id}/messages", {"content": f"<@{stranger.id}>"}
    quiet: dict[str, Any] = {"allowed_mentions": {"parse": []}}
    await bot.asks("POST", path, body | quiet)
    assert not discord.violations
    await bot.asks("POST", path, body)
    assert len(discord.violations) == 1


async def test_an_unknown_request_is_a_violation(discord: Discord, bot: PlainBot) -> None:
    assert (await bot.asks("GET", "/nothing")).status in (400, 404)
    assert len(discord.violations) == 1


async def test_a_channel_that_cannot_be_reached(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    message = await bot.posts(channel)
    path, codes = f"/channels/{channel.id}/messages", []
    for change in (
        discord.forbids(channel, "send_messages"),
        discord.forbids(channel, "view_channel"),
        discord.deletes(channel),
    ):
        await change
        codes.append((await bot.asks("POST", path, {"content": "x"})).code)
        codes.append((await bot.asks("PATCH", message, {"content": "x"})).code)
    # without the permission to write, old messages can still be edited
    assert codes == [50013, 0, 50001, 50001, 10003, 10003]


async def test_a_kicked_bot_has_no_access(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    await bot.connects()
    message = await bot.posts(channel)
    await discord.kicks(channel.guild)
    assert (await bot.asks("PATCH", message, {"content": "x"})).code == 50001
    await ann.running().begin()
    await discord.invites(channel.guild)
    assert (await bot.asks("PATCH", message, {"content": "x"})).status == 200
    await bot.hears("GUILD_CREATE", 2)
    assert not bot.events("INTERACTION_CREATE")


async def test_a_thread_sleeps_and_wakes(discord: Discord, bot: PlainBot, channel: Channel) -> None:
    thread = discord.add_thread(channel, "story")
    message, path = await bot.posts(thread), f"/channels/{thread.id}/messages"
    await discord.archives(thread, locked=True)
    assert (await bot.asks("PATCH", message, {"content": "x"})).code == 50083
    assert (await bot.asks("POST", path, {"content": "x"})).code == 50083
    await discord.archives(thread)
    assert (await bot.asks("POST", path, {"content": "x"})).status == 200
    assert (await bot.asks("PATCH", message, {"content": "x"})).status == 200


async def test_a_message_with_the_same_nonce_is_the_same(bot: PlainBot, channel: Channel) -> None:
    first = await bot.posts(channel, nonce="once", enforce_nonce=True)
    assert await bot.posts(channel, nonce="once", enforce_nonce=True) == first
    assert await bot.posts(channel, nonce="twice", enforce_nonce=True) != first
    assert await bot.posts(channel, nonce="once") != first


async def test_only_allowed_mentions_ping(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person, bob: Person
) -> None:
    content = f"{ann.mention} {bob.mention}"
    allowed = {"parse": [], "users": [str(bob.id)]}
    await bot.posts(channel, content=content, allowed_mentions=allowed)
    await bot.posts(channel, content=content)
    assert [it.pinged for it in discord.messages_in(channel)] == [[bob.id], [ann.id, bob.id]]


FAULTS: dict[str, tuple[Json, int, int]] = {
    "a status": ({"status": 502}, 502, 0),
    "a status afterwards": ({"status": 500, "after": True}, 500, 1),
    "no connection": ({"drop": True}, 0, 0),
    "no connection afterwards": ({"drop": True, "after": True}, 0, 1),
    "late": ({"delay": 0.01}, 200, 1),
}


@pytest.mark.parametrize("what", FAULTS)
async def test_faults(discord: Discord, bot: PlainBot, channel: Channel, what: str) -> None:
    fault, status, done = FAULTS[what]
    injected = discord.fault("POST", "/messages$", **fault)
    path = f"/channels/{channel.id}/messages"
    try:
        told = (await bot.asks("POST", path, {"content": "x"})).status
    except aiohttp.ClientError:
        told = 0
    assert (told, len(injected.hits), len(discord.messages_in(channel))) == (status, 1, done)
    assert (await bot.asks("POST", path, {"content": "x"})).status == 200


async def test_two_writers_of_one_message_are_noticed(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    message = await bot.posts(channel, components=[ROW])
    silent, updated = [await ann.pressing("Go").begin() for _ in range(2)]
    await bot.answers(silent, SILENCE)
    seconds = (
        bot.asks("PATCH", message, {"content": "a"}),
        bot.edits(silent, content="b"),
        bot.updates(updated, content="c"),
        bot.posts(channel),
    )
    for second in seconds:
        held = discord.fault("PATCH", "", held=True)
        first = asyncio.create_task(bot.asks("PATCH", message, {"content": "first"}))
        await discord.until(lambda held=held: held.hits)
        await second
        held.release()
        await first
    assert [f"{it.message}" in message for it in discord.traffic.meetings] == [True] * 3


# --- answers -------------------------------------------------------------------------------------


async def test_an_answer_after_the_time_is_refused(
    discord: Discord, run: Answer, bot: PlainBot
) -> None:
    discord.ack_within = 0.02
    assert (await run.comes()).failed
    assert (await bot.answers(run, SAY, content="hello")).code == 10062
    assert not run.shown


async def test_an_interaction_is_answered_once(run: Answer, bot: PlainBot) -> None:
    assert (await bot.follows(run, content="too soon")).code == 10015
    await bot.answers(run, SAY, content="hello")
    assert (await bot.answers(run, SAY, content="hello again")).code == 40060
    await bot.follows(run, content="more")
    run.discord.token_life = 0.0
    assert (await bot.follows(run, content="yet more")).code == 50027
    assert run.text == "hello\nmore"


async def test_a_private_answer_is_seen_by_one_and_pressed_by_one(
    run: Answer, bot: PlainBot, ann: Person, bob: Person
) -> None:
    await bot.answers(run, SAY, content="psst", flags=EPHEMERAL, components=[ROW])
    (shown,) = ann.sees
    assert shown.private
    assert not bob.sees
    assert (await bot.asks("GET", f"/channels/{shown.channel}/messages/{shown.id}")).code == 10008
    assert isinstance(ann.pressing(shown.buttons[0]), Act)
    with pytest.raises(AssertionError, match="cannot see"):
        bob.pressing(shown.buttons[0])


async def test_a_public_promise_is_kept_in_public(run: Answer, bot: PlainBot, bob: Person) -> None:
    await bot.answers(run, PROMISE)
    assert not run.shown
    for text in ("psst", "psst again"):
        await bot.follows(run, content=text, flags=EPHEMERAL)
    assert [shown.text for shown in bob.sees] == ["psst"]


# --- files ---------------------------------------------------------------------------------------


def gallery(name: str = NAME) -> Json:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}]}


BOARD: list[Json] = [gallery(), TEXT, ROW]


async def test_an_edit_keeps_the_files_that_it_lists(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    path, kept = await picture(bot, channel)
    assert (await bot.asks("PATCH", path, {"components": BOARD})).status == 200
    assert (await bot.asks("PATCH", path, {"components": [gallery("no.png"), TEXT]})).code == 50035
    listed = {"components": BOARD, "attachments": [kept]}
    assert (await bot.asks("PATCH", path, listed)).status == 200
    assert (await bot.asks("PATCH", path, listed | {"attachments": []})).code == 50035
    assert files(discord, channel) == [NAME]
    assert (await bot.asks("PATCH", path, {"components": [TEXT], "attachments": []})).status == 200
    assert files(discord, channel) == []


async def test_an_update_keeps_only_the_files_that_it_lists(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    _, kept = await picture(bot, channel)
    one, other = [await ann.pressing("Go").begin() for _ in range(2)]
    assert (await bot.updates(one, components=BOARD)).code == 50035  # it is gone by then
    assert (await bot.updates(one, components=BOARD, attachments=[kept])).status == 204
    assert files(discord, channel) == [NAME]
    new: Json = {"components": [gallery("new.png")], "attachments": [{"id": 0}]}
    assert (await bot.edits(one, ("new.png", PNG), **new)).code == 50035
    await bot.updates(other, components=[TEXT, ROW])
    assert files(discord, channel) == []


async def picture(bot: PlainBot, channel: Channel) -> tuple[str, Json]:
    """Post a message with a picture; return its path, and the picture as a list names it."""
    path = f"/channels/{channel.id}/messages"
    body = {"components": BOARD, "flags": LAYOUT, "attachments": [{"id": 0, "filename": NAME}]}
    told = (await bot.asks("POST", path, body, file=(NAME, PNG))).payload
    media = told["components"][0]["items"][0]["media"]
    return f"{path}/{told['id']}", {"id": media["attachment_id"]}


def files(discord: Discord, channel: Channel) -> list[str]:
    (message,) = discord.messages_in(channel)
    return [*discord.files_of(message)]


# --- sessions ------------------------------------------------------------------------------------


async def test_a_resumed_session_hears_of_the_gap(
    discord: Discord, bot: PlainBot, ann: Person
) -> None:
    await bot.connects()
    await bot.hears("GUILD_CREATE")
    discord.gateway.reset()
    await discord.until(lambda: not discord.gateway.connections)
    first = await ann.running().begin()
    await bot.connects(resume=True)
    second = await ann.running().begin()
    events = await bot.hears("INTERACTION_CREATE", 2)
    assert [event["id"] for event in events] == [str(first.id), str(second.id)]
    numbers = [it["s"] for it in bot.heard if it.get("s")]
    assert numbers == [*range(1, len(numbers) + 1)]


async def test_a_lost_session_loses_the_gap(discord: Discord, bot: PlainBot, ann: Person) -> None:
    await bot.connects()
    await discord.gateway.invalidate()
    await bot.until(lambda: bot.ops(9))
    await bot.closes()
    await ann.running().begin()
    await bot.connects(resume=True)
    assert [it["d"] for it in bot.ops(9)] == [False, False]
    await bot.connects()
    assert not bot.events("INTERACTION_CREATE")


async def test_each_shard_hears_of_its_own_guilds(discord: Discord, bot: PlainBot) -> None:
    discord.gateway.shards = 2
    people = [_on_shard(discord, shard) for shard in range(2)]
    await bot.connects(shard=(1, 2))
    acts = [await person.running().begin() for person in people]
    (event,) = await bot.hears("INTERACTION_CREATE")
    assert event["id"] == str(acts[1].id)


def _on_shard(discord: Discord, shard: int) -> Person:
    guild = discord.add_guild("Celestia", shard=shard)
    return Person(discord, User(new_id(), "Ann"), discord.add_channel(guild, "table"))


async def test_an_early_identify_is_refused_and_counted(discord: Discord, bot: PlainBot) -> None:
    discord.gateway.shards, discord.gateway.identifies.pause = 2, 60.0
    for shard in range(2):
        await bot.connects(shard=(shard, 2))
    assert [it["d"] for it in bot.ops(9)] == [False]
    assert discord.gateway.identifies.early == 1
