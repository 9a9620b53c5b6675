"""The wire keeps Discord's promises, and breaks them when it is told to."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from tests.e2e.wire.door import API
from tests.e2e.wire.people import Act, Answer, Person, at_once
from tests.e2e.wire.plain import GUILDS, PlainBot, plain_bot
from tests.e2e.wire.refusals import REFUSALS
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel, User, new_id

EPHEMERAL, LAYOUT = 1 << 6, 1 << 15
SAY, PROMISE, SILENCE, UPDATE = 4, 5, 6, 7
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "celestia:t:1:-:say:go"}
ROW = {"type": 1, "components": [BUTTON]}
COMMAND = {"name": "celestia", "description": "a game", "options": []}


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    discord = Discord()
    discord.limited = False
    await discord.start()
    yield discord
    await discord.stop()
    assert not discord.breakdowns


@pytest.fixture
def channel(discord: Discord) -> Channel:
    return discord.add_channel(discord.add_guild("Celestia"), "table")


@pytest.fixture
def ann(discord: Discord, channel: Channel) -> Person:
    return Person(discord, User(new_id(), "Ann", "fr"), channel)


@pytest.fixture
def bob(discord: Discord, channel: Channel) -> Person:
    return Person(discord, User(new_id(), "Bob"), channel)


@pytest.fixture
async def bot(discord: Discord, channel: Channel) -> AsyncIterator[PlainBot]:
    async with plain_bot(discord) as bot:
        path = f"/applications/{discord.world.bot.id}/commands"
        await bot.asks("PUT", path, [COMMAND])
        yield bot


@pytest.fixture
async def run(ann: Person, bot: PlainBot) -> Answer:
    """Ann has just run the command."""
    return await ann.running().begin()


async def posted(bot: PlainBot, channel: Channel, **body: Any) -> str:
    """A message that the bot has posted, by its path."""
    path = f"/channels/{channel.id}/messages"
    told = await bot.asks("POST", path, {"content": "hello"} | body)
    return f"{path}/{told.payload['id']}"


# --- answers -------------------------------------------------------------------------------------


async def test_an_answer_in_time_is_shown(run: Answer, bot: PlainBot) -> None:
    told = await bot.answers(run, SAY, content="hello")
    assert told.status == 204
    assert (run.acknowledged, run.kind, run.text) == (True, "message", "hello")
    assert run.after is not None
    assert run.after < 1


async def test_an_answer_after_the_time_is_refused(
    discord: Discord, run: Answer, bot: PlainBot
) -> None:
    discord.ack_within = 0.02
    assert (await run.comes()).failed
    assert (await bot.answers(run, SAY, content="hello")).code == 10062
    assert not run.shown


async def test_an_interaction_is_answered_once(run: Answer, bot: PlainBot) -> None:
    await bot.answers(run, SAY, content="hello")
    told = await bot.answers(run, SAY, content="hello again")
    assert (told.status, told.code) == (400, 40060)
    assert run.text == "hello"


async def test_a_token_lives_for_a_while_and_only_once_answered(
    discord: Discord, run: Answer, bot: PlainBot
) -> None:
    assert (await bot.follows(run, content="more")).code == 10015
    await bot.answers(run, SAY, content="hello")
    assert (await bot.follows(run, content="more")).status == 200
    discord.token_life = 0.0
    assert (await bot.follows(run, content="yet more")).code == 50027
    assert run.text == "hello\nmore"


async def test_what_is_private_is_seen_by_one(
    run: Answer, bot: PlainBot, ann: Person, bob: Person
) -> None:
    await bot.answers(run, SAY, content="psst", flags=EPHEMERAL)
    (shown,) = ann.sees
    assert shown.private
    assert run.private
    assert not bob.sees
    path = f"/channels/{shown.channel}/messages/{shown.id}"
    assert (await bot.asks("GET", path)).code == 10008


async def test_what_was_promised_to_all_is_told_to_all(
    run: Answer, bot: PlainBot, bob: Person
) -> None:
    await bot.answers(run, PROMISE)
    assert not run.shown
    await bot.follows(run, content="psst", flags=EPHEMERAL)
    assert [shown.text for shown in bob.sees] == ["psst"]
    await bot.follows(run, content="psst again", flags=EPHEMERAL)
    assert run.text == "psst\npsst again"
    assert len(bob.sees) == 1


async def test_a_button_changes_its_message(
    bot: PlainBot, channel: Channel, ann: Person, bob: Person
) -> None:
    await posted(bot, channel, components=[ROW])
    pressed, silent = await ann.pressing("Go").begin(), await bob.pressing("Go").begin()
    await bot.answers(pressed, UPDATE, content="gone", components=[])
    await bot.answers(silent, SILENCE)
    assert (pressed.kind, pressed.text) == ("update", "gone")
    assert (silent.kind, silent.shown) == ("deferred_update", ())


# --- people --------------------------------------------------------------------------------------


async def test_a_kept_button_is_pressed_whatever_became_of_it(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    await bot.connects()
    await posted(bot, channel, components=[ROW])
    shown = discord.board_in(channel)
    (button,) = shown.buttons
    await discord.removes(shown)
    pressed = await ann.pressing(replace(button, custom_id="another")).begin()
    (event,) = await bot.hears("INTERACTION_CREATE")
    assert event["message"] == shown.payload
    assert event["data"]["custom_id"] == "another"
    assert event["locale"] == "fr"
    assert (await bot.answers(pressed, UPDATE, content="late")).code == 10008


async def test_nobody_presses_what_they_do_not_see(
    run: Answer, bot: PlainBot, ann: Person, bob: Person
) -> None:
    await bot.answers(run, SAY, content="psst", flags=EPHEMERAL, components=[ROW])
    (button,) = run.shown[0].buttons
    assert isinstance(ann.pressing(button), Act)
    with pytest.raises(AssertionError, match="sees no button"):
        bob.pressing("Go")
    with pytest.raises(AssertionError, match="cannot see"):
        bob.pressing(button)


async def test_commands_are_those_that_were_registered(bot: PlainBot, ann: Person) -> None:
    with pytest.raises(AssertionError, match="not registered"):
        ann.running("dance")
    with pytest.raises(AssertionError, match="no option"):
        ann.running(boxes="all")


async def test_interactions_of_many_are_under_way_at_once(
    discord: Discord, bot: PlainBot, ann: Person, bob: Person
) -> None:
    discord.twice = True
    discord.ack_within = 0.05
    await bot.connects()
    begun = time.monotonic()
    answers = await at_once(*[person.running() for person in [ann, bob] * 20])
    assert time.monotonic() - begun < 1
    assert all(answer.failed for answer in answers)
    events = await bot.hears("INTERACTION_CREATE", 80)
    assert len({event["id"] for event in events}) == 40


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"content": "x" * 2001}, "2001"),
        ({"content": "x", "colour": "red"}, "colour"),
        ({"components": [{"type": 1, "components": [BUTTON, BUTTON]}]}, "twice"),
    ],
)
async def test_requests_are_judged(
    discord: Discord, bot: PlainBot, channel: Channel, body: dict[str, Any], why: str
) -> None:
    told = await bot.asks("POST", f"/channels/{channel.id}/messages", body)
    assert (told.status, told.code) == (400, 50035)
    assert any(why in violation for violation in discord.violations)
    assert not discord.messages_in(channel)


async def test_what_cannot_be_asked_is_a_violation(discord: Discord, bot: PlainBot) -> None:
    assert (await bot.asks("GET", "/nothing")).status == 400
    discord.judged = False
    assert (await bot.asks("GET", "/nothing")).status == 404
    assert len(discord.violations) == 2


async def test_the_token_counts(discord: Discord, bot: PlainBot) -> None:
    address = f"{discord.url}{API}/users/@me"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        assert response.status == 401
    await bot.connects(token="wrong")  # noqa: S106
    assert bot.code == 4004


async def test_an_empty_message_is_none(bot: PlainBot, channel: Channel) -> None:
    told = await bot.asks("POST", f"/channels/{channel.id}/messages", {"content": ""})
    assert told.code == 50006


async def test_a_channel_that_cannot_be_reached(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    message = await posted(bot, channel)
    path, codes = f"/channels/{channel.id}/messages", []
    for change in (
        discord.forbids(channel, "send_messages"),
        discord.forbids(channel, "view_channel"),
        discord.deletes(channel),
    ):
        await change
        codes.append((await bot.asks("POST", path, {"content": "x"})).code)
        codes.append((await bot.asks("PATCH", message, {"content": "x"})).code)
    # who may not write may still edit what was written
    assert codes == [50013, 0, 50001, 50001, 10003, 10003]


async def test_who_was_thrown_out_has_no_access(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    await bot.connects()
    message = await posted(bot, channel)
    await discord.kicks(channel.guild)
    assert (await bot.asks("PATCH", message, {"content": "x"})).code == 50001
    await ann.running().begin()
    await discord.invites(channel.guild)
    assert (await bot.asks("PATCH", message, {"content": "x"})).status == 200
    await bot.hears("GUILD_CREATE", 2)
    assert bot.events("GUILD_DELETE") == [{"id": str(channel.guild.id)}]
    assert not bot.events("INTERACTION_CREATE")


async def test_a_thread_sleeps_and_wakes(discord: Discord, bot: PlainBot, channel: Channel) -> None:
    body = {"name": "story", "type": 11}
    told = await bot.asks("POST", f"/channels/{channel.id}/threads", body)
    (thread,) = discord.threads_in(channel)
    assert told.payload["id"] == str(thread.id)
    message = await posted(bot, thread)
    await discord.archives(thread, locked=True)
    assert (await bot.asks("PATCH", message, {"content": "x"})).code == 50083
    path = f"/channels/{thread.id}/messages"
    assert (await bot.asks("POST", path, {"content": "x"})).code == 50083
    await discord.archives(thread)
    assert (await bot.asks("POST", path, {"content": "x"})).status == 200
    assert not thread.archived
    assert (await bot.asks("PATCH", message, {"content": "x"})).status == 200


# --- messages ------------------------------------------------------------------------------------


async def test_a_message_with_the_same_nonce_is_the_same(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    first = await posted(bot, channel, nonce="once", enforce_nonce=True)
    assert await posted(bot, channel, nonce="once", enforce_nonce=True) == first
    assert await posted(bot, channel, nonce="twice", enforce_nonce=True) != first
    assert await posted(bot, channel, nonce="once") != first
    assert len(discord.messages_in(channel)) == 3


async def test_files_come_with_a_message(discord: Discord, bot: PlainBot, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    show = [{"type": 13, "file": {"url": "attachment://a.txt"}}]
    body = {"components": show, "flags": LAYOUT, "attachments": [{"id": 0, "filename": "a.txt"}]}
    told = await bot.asks("POST", path, body, file=("a.txt", b"hello"))
    address = told.payload["components"][0]["file"]["url"]
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        assert await response.read() == b"hello"
    (shown,) = discord.messages_in(channel)
    assert discord.files_of(shown) == {"a.txt": b"hello"}
    assert not shown.files
    body = {"components": [{"type": 10, "content": "no more"}], "attachments": []}
    await bot.asks("PATCH", f"{path}/{shown.id}", body)
    (shown,) = discord.messages_in(channel)
    assert not discord.files_of(shown)


async def test_a_file_that_no_component_shows_is_attached(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    path = f"/channels/{channel.id}/messages"
    body = {"content": "see", "attachments": [{"id": 0, "filename": "a.txt"}]}
    told = await bot.asks("POST", path, body, file=("a.txt", b"hello"))
    await bot.asks("PATCH", f"{path}/{told.payload['id']}", {"content": "look"})
    (shown,) = discord.messages_in(channel)
    assert (shown.text, shown.files) == ("look", ["a.txt"])


async def test_only_those_are_told_who_may_be(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person, bob: Person
) -> None:
    content = f"{ann.mention} {bob.mention}"
    allowed = {"parse": [], "users": [str(bob.id)]}
    await posted(bot, channel, content=content, allowed_mentions=allowed)
    await posted(bot, channel, content=content)
    first, second = discord.messages_in(channel)
    assert (first.pinged, second.pinged) == ([bob.id], [ann.id, bob.id])


# --- limits and faults ---------------------------------------------------------------------------


async def test_five_in_five_seconds(discord: Discord, bot: PlainBot, channel: Channel) -> None:
    discord.limited = True
    message = await posted(bot, channel)
    path = f"/channels/{channel.id}/messages"
    told = [await bot.asks("POST", path, {"content": "x"}) for _ in range(5)]
    assert [it.status for it in told] == [200] * 4 + [429]
    assert [it.headers["X-RateLimit-Remaining"] for it in told] == ["3", "2", "1", "0", "0"]
    assert 4 < told[-1].payload["retry_after"] <= 5
    assert told[-1].headers["Via"]
    assert (await bot.asks("PATCH", message, {"content": "x"})).status == 200


FAULTS: dict[str, tuple[dict[str, Any], int, int]] = {
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
    assert told == status
    assert len(injected.hits) == 1
    assert len(discord.messages_in(channel)) == done
    assert (await bot.asks("POST", path, {"content": "x"})).status == 200


@pytest.mark.parametrize("name", REFUSALS)
async def test_a_fault_with_a_code_says_what_discord_says(
    discord: Discord, bot: PlainBot, name: str
) -> None:
    status, code, said = REFUSALS[name]
    discord.fault("GET", "/users", status=status, code=code, via=False, retry_after=2.5)
    told = await bot.asks("GET", "/users/@me")
    assert (told.status, told.code) == (status, code)
    assert told.payload["message"] == said or not code
    assert "Via" not in told.headers
    assert told.headers["Retry-After"] == "3"


async def test_a_request_is_held_until_it_is_released(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    held = discord.fault("POST", "/messages", held=True, after=True)
    posting = asyncio.create_task(posted(bot, channel))
    await discord.until(lambda: discord.messages_in(channel))
    await discord.settled(0.02)
    assert not posting.done()
    held.release()
    await posting


async def test_everything_is_down(discord: Discord, bot: PlainBot, channel: Channel) -> None:
    await bot.connects()
    await discord.goes_down()
    assert (await bot.asks("GET", "/users/@me")).status == 503
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await bot.connects()
    await discord.comes_back()
    assert (await bot.asks("GET", "/users/@me")).status == 200
    await bot.connects(resume=True)
    assert bot.events("RESUMED")


# --- the gateway ---------------------------------------------------------------------------------


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
    await posted(bot, channel, components=[ROW])
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
