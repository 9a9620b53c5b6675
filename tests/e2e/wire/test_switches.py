"""The wire counts and limits requests, loses answers, and keeps emojis, as a test wants it to."""

import asyncio
import base64
from typing import Any

import aiohttp
import pytest

from tests.e2e.wire import replies
from tests.e2e.wire.door import API
from tests.e2e.wire.people import Answer, Person
from tests.e2e.wire.plain import ROW, PlainBot, Told
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel

SAY, SILENCE, UPDATE = 4, 6, 7
PNG = b"\x89PNG\r\n\x1a\n and so on"


@pytest.fixture
async def pressed(bot: PlainBot, channel: Channel, ann: Person) -> Answer:
    """Ann has just pressed the button of a board."""
    await bot.posts(channel, components=[ROW])
    return await ann.pressing("Go").begin()


# --- how many ------------------------------------------------------------------------------------


async def test_requests_are_counted_by_the_way_they_come(
    discord: Discord, bot: PlainBot, pressed: Answer
) -> None:
    discord.allowances.taken.clear()
    await bot.answers(pressed, SILENCE)
    await bot.edits(pressed, content="here")
    await bot.follows(pressed, content="and there")
    await bot.asks("GET", "/users/@me")
    assert discord.allowances.taken == {"callback": 1, "webhook": 2, "bot": 1}
    assert [it.signed for it in discord.requests[-4:]] == [True] * 4
    url = f"{discord.url}{API}/webhooks/1/none/messages/@original"
    async with aiohttp.ClientSession() as session, session.get(url):
        assert not discord.requests[-1].signed


async def test_fifty_a_second_by_the_bot_s_token(
    discord: Discord, bot: PlainBot, pressed: Answer
) -> None:
    discord.limited = True
    await asyncio.sleep(1.0)
    told = [await bot.asks("GET", "/users/@me") for _ in range(52)]
    assert [it.status for it in told] == [200] * 50 + [429] * 2
    assert told[-1].payload["global"]
    assert told[-1].headers["X-RateLimit-Global"] == "true"
    assert 0 < told[-1].payload["retry_after"] <= 1
    assert (await bot.answers(pressed, SILENCE)).status == 204  # which has no part in that
    assert (await bot.edits(pressed, content="here")).status == 200
    await asyncio.sleep(told[-1].payload["retry_after"])
    assert (await bot.asks("GET", "/users/@me")).status == 200


async def test_so_many_answers_may_be_enough(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    await bot.posts(channel, components=[ROW])
    most = discord.allowances.most
    most["callback"], most["webhook"] = (2, 60.0), (1, 60.0)
    clicks = [await ann.pressing("Go").begin() for _ in range(3)]
    told = [await bot.answers(it, SILENCE) for it in clicks]
    assert [it.status for it in told] == [204, 204, 429]
    assert 0 < told[-1].payload["retry_after"] <= 60
    assert not told[-1].payload["global"]
    edits = [await bot.edits(clicks[0], content="here") for _ in range(2)]
    assert [it.status for it in edits] == [200, 429]
    del most["callback"]
    assert (await bot.answers(clicks[2], SILENCE)).status == 204


# --- how late ------------------------------------------------------------------------------------


async def test_a_token_can_run_out_early(discord: Discord, bot: PlainBot, pressed: Answer) -> None:
    await bot.answers(pressed, SILENCE)
    discord.token_life = 0.0
    assert (await bot.edits(pressed, content="here")).code == 50027


async def test_only_answers_of_one_type_are_lost(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    await bot.posts(channel, components=[ROW])
    lost = discord.fault("POST", "/callback", kind=UPDATE, drop=True, after=True)
    first, second = [await ann.pressing("Go").begin() for _ in range(2)]
    assert (await bot.answers(first, SILENCE)).status == 204
    with pytest.raises(aiohttp.ClientError):
        await bot.updates(second, content="done")
    assert len(lost.hits) == 1
    (shown,) = discord.messages_in(channel)
    assert shown.text == "done"
    assert (await bot.answers(second, UPDATE, content="again")).code == 40060


# --- at the same time ----------------------------------------------------------------------------


async def meet(discord: Discord, first: Any, second: Any) -> list[Told]:
    """Two requests of which the first is held until the second is done."""
    held = discord.fault("*", "", held=True)
    under_way = asyncio.create_task(first)
    await discord.until(lambda: held.hits)
    told = await second
    held.release()
    return [await under_way, told]


async def test_two_writers_of_one_message_are_noticed(
    discord: Discord, bot: PlainBot, channel: Channel, ann: Person
) -> None:
    message = await bot.posts(channel, components=[ROW])
    clicks = [await ann.pressing("Go").begin() for _ in range(2)]
    await bot.answers(clicks[0], SILENCE)
    ways: list[Any] = [
        lambda: bot.asks("PATCH", message, {"content": "a"}),
        lambda: bot.edits(clicks[0], content="b"),
        lambda: bot.updates(clicks[1], content="c"),
    ]
    for number, way in enumerate(ways):
        await meet(discord, ways[0](), way())
        assert len(discord.traffic.meetings) == number + 1
    await meet(discord, bot.asks("GET", message), ways[0]())
    await meet(discord, ways[0](), bot.posts(channel))
    assert len(discord.traffic.meetings) == 3
    assert f"{discord.traffic.meetings[0].message}" in message


async def test_who_has_given_up_meets_nobody(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    message = await bot.posts(channel)
    held = discord.fault("PATCH", "", held=True)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await bot.asks("PATCH", message, {"content": "a"})
    await asyncio.sleep(0.1)  # until the connection is seen to be closed
    assert len(held.hits) == 1
    await bot.asks("PATCH", message, {"content": "b"})
    held.release()
    assert not discord.traffic.meetings


# --- emojis --------------------------------------------------------------------------------------


def image(data: bytes, kind: str = "png") -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


async def test_emojis_come_and_go(discord: Discord, bot: PlainBot) -> None:
    path = f"/applications/{discord.world.bot.id}/emojis"
    made = await bot.asks("POST", path, {"name": "fog_1a2b3c", "image": image(PNG)})
    assert (made.status, discord.emojis.names) == (201, ["fog_1a2b3c"])
    assert discord.emojis.images == {int(made.payload["id"]): PNG}
    assert (await bot.asks("GET", path)).payload == {"items": [made.payload]}
    assert (await bot.asks("DELETE", f"{path}/{made.payload['id']}")).status == 204
    assert (await bot.asks("DELETE", f"{path}/{made.payload['id']}")).code == 10014
    assert (await bot.asks("GET", path)).payload == {"items": []}
    assert not replies.faults(discord.requests)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("taken", image(PNG)),
        ("bad-name", image(PNG)),
        ("x", image(PNG)),
        ("words", "hello"),
        ("large", image(PNG + bytes(256 << 10))),
    ],
)
async def test_not_every_emoji_is_taken(
    discord: Discord, bot: PlainBot, name: str, data: str
) -> None:
    path = f"/applications/{discord.world.bot.id}/emojis"
    await bot.asks("POST", path, {"name": "taken", "image": image(PNG)})
    assert (await bot.asks("POST", path, {"name": name, "image": data})).code == 50035
    assert discord.emojis.names == ["taken"]


async def test_there_may_be_no_emojis_at_all(discord: Discord, bot: PlainBot) -> None:
    discord.emojis.refused = True
    path = f"/applications/{discord.world.bot.id}/emojis"
    told = [
        await bot.asks("GET", path),
        await bot.asks("POST", path, {"name": "fog", "image": image(PNG)}),
    ]
    assert [(it.status, it.code) for it in told] == [(403, 50001)] * 2
