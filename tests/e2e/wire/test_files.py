"""The wire makes of files what Discord does, and what it might do where nobody knows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from tests.e2e.wire import replies
from tests.e2e.wire.asked import Asked
from tests.e2e.wire.files import Kept, Unwelcome
from tests.e2e.wire.people import Answer, Person
from tests.e2e.wire.plain import ROW, PlainBot, Told
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel

Json = dict[str, Any]

LAYOUT = 1 << 15
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\3\xe8\0\0\2\xbc and so on"
"""It says that it is 1000 wide and 700 high."""
NAME = "board-1a2b3c4d5e.png"
TEXT: Json = {"type": 10, "content": "hello"}
SILENCE = 6


def gallery(name: str = NAME) -> Json:
    item = {"media": {"url": f"attachment://{name}"}, "description": "a ship"}
    return {"type": 12, "items": [item]}


BOARD: list[Json] = [gallery(), TEXT, ROW]


@dataclass
class Hung:
    """A message with a picture, and its path."""

    bot: PlainBot
    path: str
    message: Json
    media: Json
    """Discord's description of the picture."""

    async def edits(self, **body: Any) -> Told:
        return await self.bot.asks("PATCH", self.path, body)

    async def clicked(self, person: Person) -> Answer:
        return await person.pressing("Go").begin()


@pytest.fixture
async def hung(bot: PlainBot, channel: Channel) -> Hung:
    told = await hang(bot, channel)
    path = f"/channels/{channel.id}/messages/{told.payload['id']}"
    media = told.payload["components"][0]["items"][0]["media"]
    return Hung(bot, path, told.payload, media)


async def hang(bot: PlainBot, channel: Channel, board: list[Json] = BOARD) -> Told:
    body = {"components": board, "flags": LAYOUT, "attachments": [{"id": 0, "filename": NAME}]}
    return await bot.asks("POST", f"/channels/{channel.id}/messages", body, file=(NAME, PNG))


@pytest.fixture(autouse=True)
def _believable(discord: Discord) -> Iterator[None]:
    """Check the wire's answers against Discord's document."""
    asked: list[Asked] = discord.requests
    yield
    assert not replies.faults(asked)


def shown(payload: Json) -> list[str]:
    """The pictures that a message shows."""
    galleries = [part for part in payload["components"] if part["type"] == 12]
    return [item["media"]["url"] for part in galleries for item in part["items"]]


def files(discord: Discord, channel: Channel) -> list[str]:
    (message,) = discord.messages_in(channel)
    return [*discord.files_of(message)]


# --- what is documented --------------------------------------------------------------------------


async def test_a_picture_is_told_of_where_it_is_shown(hung: Hung) -> None:
    assert hung.message["attachments"] == []
    assert (hung.media["width"], hung.media["height"]) == (1000, 700)
    assert hung.media["id"] == hung.media["attachment_id"]
    assert hung.media["content_type"] == "image/png"
    async with aiohttp.ClientSession() as session, session.get(hung.media["url"]) as response:
        assert await response.read() == PNG


async def test_an_edit_without_a_list_keeps_the_picture(
    hung: Hung, discord: Discord, channel: Channel
) -> None:
    told = await hung.edits(components=BOARD)
    assert shown(told.payload) == [hung.media["url"]]
    assert told.payload["attachments"] == []
    await hung.edits(components=[TEXT])
    assert files(discord, channel) == [NAME]


async def test_a_list_names_all_that_stay(hung: Hung, discord: Discord, channel: Channel) -> None:
    kept = [{"id": hung.media["attachment_id"]}]
    assert shown((await hung.edits(components=BOARD, attachments=kept)).payload)
    assert (await hung.edits(components=BOARD, attachments=[])).code == 50035
    assert files(discord, channel) == [NAME]
    assert (await hung.edits(components=[TEXT], attachments=[])).status == 200
    assert files(discord, channel) == []


async def test_no_file_is_shown_that_is_not_there(hung: Hung) -> None:
    told = await hung.edits(components=[gallery("other.png"), TEXT])
    assert (told.status, told.code) == (400, 50035)
    assert "other.png" in told.payload["errors"]["_errors"][0]["message"]


async def test_an_answer_without_a_list_loses_the_picture(
    hung: Hung, discord: Discord, channel: Channel, ann: Person
) -> None:
    told = await hung.bot.updates(await hung.clicked(ann), components=[TEXT, ROW])
    assert told.payload["resource"]["type"] == 7
    assert files(discord, channel) == []


async def test_an_answer_that_lists_the_picture_keeps_it(
    hung: Hung, discord: Discord, channel: Channel, ann: Person
) -> None:
    kept = [{"id": hung.media["attachment_id"]}]
    clicked = await hung.clicked(ann)
    assert (await hung.bot.updates(clicked, components=BOARD)).code == 50035  # it is gone by then
    told = await hung.bot.updates(clicked, components=BOARD, attachments=kept)
    message = told.payload["resource"]["message"]
    assert shown(message) == [hung.media["url"]]
    assert told.payload["interaction"]["response_message_id"] == hung.message["id"]
    assert message == discord.messages_in(channel)[0].payload


async def test_an_answer_may_keep_what_it_does_not_list(
    hung: Hung, discord: Discord, channel: Channel, ann: Person
) -> None:
    discord.files.answers_keep = True
    told = await hung.bot.updates(await hung.clicked(ann), components=BOARD)
    assert shown(told.payload["resource"]["message"]) == [hung.media["url"]]
    assert files(discord, channel) == [NAME]


@pytest.mark.parametrize("first", [6, 7])
async def test_a_click_s_token_puts_no_new_file_into_a_gallery(
    hung: Hung, discord: Discord, channel: Channel, ann: Person, first: int
) -> None:
    clicked = await hung.clicked(ann)
    data = {"components": [TEXT, ROW], "attachments": [{"id": hung.media["attachment_id"]}]}
    await hung.bot.answers(clicked, first, **(data if first == 7 else {}))
    new: Json = {"components": [gallery("new.png"), TEXT]}
    listed = [{"id": 0, "filename": "new.png"}]
    told = await hung.bot.edits(clicked, ("new.png", PNG), **new, attachments=listed)
    assert (told.status, told.code) == (400, 50035)
    assert files(discord, channel) == [NAME]
    assert shown((await hung.bot.edits(clicked, components=BOARD)).payload) == [hung.media["url"]]


# --- what nobody knows ---------------------------------------------------------------------------

KEPT: dict[Kept, tuple[int, int]] = {"taken": (200, 1), "refused": (400, 1), "lost": (200, 0)}
"""Status of the request, and number of pictures in the message afterwards."""


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("way", ["bot", "webhook"])
async def test_an_edit_shows_a_kept_file(
    hung: Hung, discord: Discord, channel: Channel, ann: Person, kept: Kept, way: str
) -> None:
    discord.files.in_edits = kept
    status, pictures = KEPT[kept]
    if way == "bot":
        told = await hung.edits(components=BOARD)
    else:
        clicked = await hung.clicked(ann)
        await hung.bot.answers(clicked, SILENCE)
        told = await hung.bot.edits(clicked, components=BOARD)
    assert told.status == status
    (message,) = discord.messages_in(channel)
    assert len(shown(message.payload)) == len(files(discord, channel)) == pictures
    assert told.status == 400 or told.payload == message.payload


@pytest.mark.parametrize("kept", KEPT)
async def test_an_answer_shows_a_kept_file(
    hung: Hung, discord: Discord, channel: Channel, ann: Person, kept: Kept
) -> None:
    discord.files.in_answers = kept
    status, pictures = KEPT[kept]
    listed = [{"id": hung.media["attachment_id"]}]
    clicked = await hung.clicked(ann)
    told = await hung.bot.updates(clicked, components=BOARD, attachments=listed)
    assert told.status == status
    assert len(files(discord, channel)) == pictures
    if told.status == 200:
        assert len(shown(told.payload["resource"]["message"])) == pictures
    else:  # the click can still be answered
        assert (await hung.bot.answers(clicked, SILENCE)).status == 204


@pytest.mark.parametrize(("why", "code"), [("missing_permissions", 50013), ("too_large", 40005)])
async def test_a_channel_that_takes_no_uploads_takes_text(
    discord: Discord, bot: PlainBot, channel: Channel, why: Unwelcome, code: int
) -> None:
    discord.files.unwelcome[channel.id] = why
    assert (await hang(bot, channel)).code == code
    assert not discord.messages_in(channel)
    path = f"/channels/{channel.id}/messages"
    told = await bot.asks("POST", path, {"components": [TEXT], "flags": LAYOUT})
    assert told.status == 200
    body = {"components": BOARD, "attachments": [{"id": 0, "filename": NAME}]}
    edited = await bot.asks("PATCH", f"{path}/{told.payload['id']}", body, file=(NAME, PNG))
    assert edited.code == code


async def test_who_may_not_attach_files_may_not_edit_them_in(
    hung: Hung, discord: Discord, channel: Channel
) -> None:
    await discord.forbids(channel, "attach_files")
    body = {"components": BOARD, "attachments": [{"id": 0, "filename": NAME}]}
    edited = await hung.bot.asks("PATCH", hung.path, body, file=(NAME, PNG))
    assert edited.code == 50013
    assert (await hung.edits(components=BOARD)).status == 200


async def test_a_picture_alone_may_be_unwelcome(
    discord: Discord, bot: PlainBot, channel: Channel
) -> None:
    assert (await hang(bot, channel, [gallery()])).status == 200
    discord.files.alone = False
    assert (await hang(bot, channel, [gallery()])).code == 50013
    assert (await hang(bot, channel)).status == 200
