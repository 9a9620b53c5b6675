"""The wire keeps Discord's promises to a bot that asks, and breaks them when it is told to."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.e2e.wire.door import API
from tests.e2e.wire.people import Person
from tests.e2e.wire.plain import BUTTON, PlainBot
from tests.e2e.wire.refusals import REFUSALS
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel
from tests.host.judge import WITHOUT

LAYOUT = 1 << 15


# --- what is refused -----------------------------------------------------------------------------


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
    discord: Discord, bot: PlainBot, channel: Channel, body: dict[str, Any], why: str
) -> None:
    told = await bot.asks("POST", f"/channels/{channel.id}/messages", body)
    assert (told.status, told.code) == (400, 50035)
    assert any(why in violation for violation in discord.violations)
    assert not discord.messages_in(channel)


async def test_what_cannot_be_asked_is_a_violation(discord: Discord, bot: PlainBot) -> None:
    assert (await bot.asks("GET", "/nothing")).status in (400, 404)
    assert len(discord.violations) == 1
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
    # who may not write may still edit what was written
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
    assert bot.events("GUILD_DELETE") == [{"id": str(channel.guild.id)}]
    assert not bot.events("INTERACTION_CREATE")


async def test_a_thread_sleeps_and_wakes(discord: Discord, bot: PlainBot, channel: Channel) -> None:
    body = {"name": "story", "type": 11}
    told = await bot.asks("POST", f"/channels/{channel.id}/threads", body)
    (thread,) = discord.threads_in(channel)
    assert told.payload["id"] == str(thread.id)
    message = await bot.posts(thread)
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
    first = await bot.posts(channel, nonce="once", enforce_nonce=True)
    assert await bot.posts(channel, nonce="once", enforce_nonce=True) == first
    assert await bot.posts(channel, nonce="twice", enforce_nonce=True) != first
    assert await bot.posts(channel, nonce="once") != first
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
    await bot.posts(channel, content=content, allowed_mentions=allowed)
    await bot.posts(channel, content=content)
    first, second = discord.messages_in(channel)
    assert (first.pinged, second.pinged) == ([bob.id], [ann.id, bob.id])


# --- limits and faults ---------------------------------------------------------------------------


async def test_a_bucket_lets_five_requests_through(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    discord.limited = True
    message = await bot.posts(channel)
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
    discord.fault("GET", "/users", status=status, code=code, retry_after=2.5)
    told = await bot.asks("GET", "/users/@me")
    assert (told.status, told.code) == (status, code)
    assert told.payload["message"] == said or not code
    assert told.payload["retry_after"] == 2.5
    assert told.headers["Retry-After"] == "3"


async def test_a_fault_can_come_from_before_discord(discord: Discord, bot: PlainBot) -> None:
    discord.fault("GET", "/users", status=429, via=False)
    told = await bot.asks("GET", "/users/@me")
    assert told.status == 429
    assert isinstance(told.payload, str)
    assert "Via" not in told.headers


async def test_a_request_is_held_until_it_is_released(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    held = discord.fault("POST", "/messages", held=True, after=True)
    posting = asyncio.create_task(bot.posts(channel))
    await discord.until(lambda: discord.messages_in(channel))
    await discord.settled(0.02)
    assert not posting.done()
    held.release()
    await posting


async def test_a_request_that_comes_in_pieces_is_noticed(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    held = discord.fault("POST", "/messages", held=True)
    half = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        yield b'{"content": '
        await half.wait()
        yield b'"hello"}'

    posting = asyncio.create_task(bot.asks("POST", f"/channels/{channel.id}/messages", body()))
    await discord.until(lambda: discord.asked("POST", "/messages"))
    half.set()
    await discord.until(lambda: held.hits)
    held.release()
    assert (await posting).status == 200


async def test_discord_can_go_down_and_come_back(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    await bot.connects()
    await discord.goes_down()
    assert (await bot.asks("GET", "/users/@me")).status == 503
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await bot.connects()
    await discord.comes_back()
    assert (await bot.asks("GET", "/users/@me")).status == 200
    await bot.connects(resume=True)
    assert bot.events("RESUMED")
