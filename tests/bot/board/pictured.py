"""Boards with pictures, at a Discord that takes them in as many ways as a test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import discord

from bot.board.picture_support import Place, Way
from bot.board.renderer import RenderedPage
from bot.board.responses import InlineUpdate, Outcome
from bot.discord.controls import every
from bot.discord.rest import Json, Upload
from bot.pages.layout import ATTACHED, GALLERY, Layout
from bot.store.data import Attached, PostedMessage
from bot.tables.table import LEG_PICTURE, PageKey
from tests.bot.board.channels import CHANNEL, LEG_1, OLD, FakeChannels, at_a_store
from tests.bot.discord.refusing import refused
from tests.bot.store.changes import GUILD

FOG = Attached(801, "board-fog1.png", "fog")
"""The picture of a roll, as it lies beside a message."""
PICTURE_1 = PageKey(LEG_PICTURE, 1)
"""The message with the picture of the first leg."""
FILE = 800
"""Discord's number of the first file; the others follow it."""
WAYS: tuple[Way, ...] = get_args(Way)
HOME = Place(GUILD, CHANNEL)
"""Where the table is."""
BAD_FORM = 50035
NO_FILES = 50013


@asynccontextmanager
async def pictured(folder: Path, roll: str = "fog") -> AsyncIterator[Pictured]:
    """Channels at a store in this folder; the board shows this roll, or no picture."""
    async with at_a_store(folder, Pictured) as channels:
        channels.roll = roll
        yield channels


@dataclass(frozen=True)
class Drawing:
    """A picture of a roll; it changes with the version of the table, the roll stays."""

    roll: str
    version: int = 0

    @property
    def name(self) -> str:
        return f"board-{self.roll}{self.version}.png"

    @property
    def occasion(self) -> str:
        return self.roll

    def paint(self) -> bytes:
        return self.name.encode()


class Pictured(FakeChannels):
    """Channels and a renderer whose boards have a picture, if there is a roll."""

    roll = "fog"
    keeps = True
    """An edit that names a file keeps it; False: it is refused."""
    drops = False
    """Such an edit is taken, and the picture is gone."""
    hangs = True
    """A message that is nothing but a picture is taken."""
    files = True
    """Messages with files are taken at all."""
    paints = True
    uploaded = 0

    async def picture(self, picture: Drawing) -> bytes:
        """As the studio does."""
        if not self.paints:
            raise ValueError(picture.name)
        return picture.paint()

    async def render(self, table: str, page: PageKey, *, pictured: bool = True) -> RenderedPage:
        drawn = await super().render(table, page, pictured=pictured)
        if not page.in_story:
            return drawn
        layout = Layout(0).text(f"version {drawn.version}")
        if drawn.is_current and pictured and self.roll:
            layout.picture(Drawing(self.roll, drawn.version), "what it shows")
        elif drawn.is_current and self.roll:
            layout.text("in words")
        return replace(drawn, content=layout.content(), guild=HOME.guild)

    async def post(self, channel: int, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        told = await super().post(channel, message, uploads)
        return told | self._shown(message, uploads)

    async def edit(
        self, channel: int, message: int, changes: Json, uploads: Sequence[Upload] = ()
    ) -> Json:
        told = await super().edit(channel, message, changes, uploads)
        return told | self._shown(changes, uploads)

    async def edit_answer(self, token: str, changes: Json) -> Json:
        await super().edit_answer(token, changes)
        return self._shown(changes, ())

    def _shown(self, message: Json, uploads: Sequence[Upload]) -> Json:
        """The message as Discord tells of it then."""
        wants = [*pictures_of(message)]
        if uploads and not self.files:
            raise refused(NO_FILES, 403)
        if wants and not uploads and not self.keeps:
            raise refused(BAD_FORM)
        if wants and not self.hangs and message["components"][0]["type"] == GALLERY:
            raise refused(BAD_FORM)
        if wants and not uploads and self.drops:
            return {"components": []}
        self.uploaded += len(uploads)
        number = FILE + self.uploaded
        return {"components": [_gallery(name, number) for name in wants]}

    # --- what came of it -----------------------------------------------------------------------

    async def hung(self, page: PageKey = LEG_1) -> Attached | None:
        """The picture that is noted with the message of a page."""
        posted = await self.store.message_of("blue", page)
        return posted.picture if posted else None

    async def stands_with(self, picture: Attached, message: int = OLD) -> None:
        """The first leg is posted, and this process has seen this picture on it."""
        self.pictures.note_present(message, picture)
        await self.stood_with(picture, message)

    async def stood_with(self, picture: Attached, message: int = OLD) -> None:
        """The same, as far as is stored."""
        await self.stands(message=message)
        posted = PostedMessage(LEG_1, CHANNEL, message, picture=picture)
        await self.store.record_post("blue", posted)

    async def changes(self, *pages: PageKey) -> list[Any]:
        """Change the table and have it painted; the requests that this took."""
        before = len(self.requests)
        self.hurry()
        await self.change("blue", *pages)
        await self.calm()
        return self.requests[before:]


def _gallery(name: str, number: int) -> Json:
    url = f"https://example.com/attachments/70/{number}/{name}?ex=1&hm=2"
    return {
        "type": 17,
        "components": [
            {"type": GALLERY, "items": [{"media": {"url": url, "attachment_id": f"{number}"}}]}
        ],
    }


def pictures_of(message: Json) -> list[str]:
    """The names of the pictures that a message wants to show."""
    return [
        item["media"]["url"].removeprefix(ATTACHED)
        for component in every(message["components"])
        if component["type"] == GALLERY
        for item in component["items"]
    ]


def words_of(message: Json) -> str:
    """What can be read in a message."""
    return "\n".join(component.get("content", "") for component in every(message["components"]))


class Press:
    """A press on the board, whose answer may carry it."""

    def __init__(self, channels: Pictured, message: int = OLD) -> None:
        board = channels.boards.reserve("blue", message)
        assert board is not None
        self.board = board
        self.sent: list[Json] = []
        self.fault: Exception | None = None
        self.tells = True
        """Discord says what the message is then."""
        self._channels = channels

    async def update(self, changes: Json, *, told: bool = False) -> Json | None:
        """As an interaction does."""
        self.sent.append(changes)
        if self.fault is not None:
            raise self.fault
        shown = self._channels._shown(changes, ())
        return shown if told and self.tells else None

    async def drawn(self) -> InlineUpdate:
        """Return the update that the answer is to carry."""
        update = await self.board.prepare()
        assert update is not None
        return update

    async def sends(
        self, update: InlineUpdate, outcome: Outcome = Outcome.SENT, code: int = BAD_FORM
    ) -> None:
        """Answer with the board, which ends like this; a refusal has this code."""
        self.tells = self.tells and outcome is Outcome.SENT
        self.fault = refused(code) if outcome is Outcome.REFUSED else None
        interaction: Any = self
        with suppress(discord.HTTPException):
            await update.send(interaction)
        update.outcome = outcome

    async def ends(self) -> None:
        """Release the board, and wait until it is delivered."""
        self.board.release()
        await self._channels.calm()


async def answered(
    channels: Pictured,
    outcome: Outcome = Outcome.SENT,
    message: int = OLD,
    code: int = BAD_FORM,
    tells: bool = True,
) -> list[Json]:
    """Return what a press on this message that changes the table was answered with."""
    press = Press(channels, message)
    press.tells = tells
    await channels.change()
    update = await press.board.prepare()
    if update is not None:
        await press.sends(update, outcome, code)
    await press.ends()
    return press.sent
