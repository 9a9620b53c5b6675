"""Which ways of showing a picture work, and the parts of messages with pictures.

A picture is uploaded once, with its message. Edits keep it: they name its file. Discord documents
that for embeds alone, so what it does is observed. Where it refuses such an edit, or drops the
picture, boards are written in words and the picture is a message of its own above them; where that
is refused as well, the board has no picture.

A refusal holds for its channel, for minutes. Only servers that agree make it a fact about Discord,
which is tried again soon. Nothing of this is stored: it would outlive its cause, and a copy of the
database that is brought back would know what was true of another time.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple

import discord

from bot.discord.circuit_breaker import is_passing
from bot.discord.controls import every
from bot.discord.limits import (
    ARCHIVED,
    MISSING_ACCESS,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.discord.rest import Json, Upload, body
from bot.errors import report
from bot.lru import Lru
from bot.pages.layout import ATTACHED, GALLERY, Component, Content, Picture
from bot.pictures.studio import Studio
from bot.store.data import Attached

Way = Literal["edits", "rides", "above"]
"""A picture is kept by an edit of its message, or by an inline update, or it stands above the
board."""

WAY_RETRY_INTERVAL: Final = 300.0
"""Seconds until a way that a channel refused is tried there again."""
DISCORD_RETRY_INTERVAL: Final = 600.0
"""Seconds until a way that Discord does not support is tried again."""
WAY_CHECK_INTERVAL: Final = 3600.0
"""Seconds until a channel that supported a way is observed again."""
AGREEING_SERVERS: Final = 3
"""Servers that refuse a way, while none takes it, before Discord counts as not supporting it."""
MAX_CHANNELS: Final = 10_000
"""Ways of channels, and pictures on messages, that are remembered."""
FILES_RETRY_INTERVAL: Final = 300.0
"""Seconds until files are tried again in a channel that took none: a permission may be back."""

NOT_THE_FILE: Final = frozenset(
    {UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, MISSING_ACCESS, ARCHIVED, TOO_MANY_OLD_EDITS}
)
"""Refusals that have nothing to do with a file."""

_log = logging.getLogger(__name__)


class Place(NamedTuple):
    """Where a message stands."""

    guild: int
    channel: int


class PictureSupport:
    """Remembers which ways of showing pictures work where, and paints them for uploads."""

    def __init__(self, studio: Studio, clock: Callable[[], float] = time.monotonic) -> None:
        self._studio = studio
        self._clock = clock
        self._works: Lru[tuple[Way, int], bool] = Lru(MAX_CHANNELS, WAY_CHECK_INTERVAL, clock)
        """Ways that were seen to work, by way and channel."""
        self._fails: Lru[tuple[Way, int], bool] = Lru(MAX_CHANNELS, WAY_RETRY_INTERVAL, clock)
        """Ways that were seen not to work."""
        self._refused: dict[Way, Lru[int, bool]] = {}
        """By way: the servers that refused it lately, and since it worked anywhere."""
        self._unsupported: Lru[Way, bool] = Lru(MAX_CHANNELS, DISCORD_RETRY_INTERVAL, clock)
        """Ways that several servers refused."""
        self._present: Lru[int, str] = Lru(MAX_CHANNELS)
        """By message: the picture that this process has seen on it."""
        self._without_files: Lru[int, bool] = Lru(MAX_CHANNELS, FILES_RETRY_INTERVAL, clock)
        """Channels that took words and no files."""

    def takes(self, way: Way, channel: int) -> bool | None:
        """Return whether a way works in a channel; None: unknown, or due to be tried again."""
        if (way, channel) in self._works:
            return True
        return False if (way, channel) in self._fails or way in self._unsupported else None

    def note(self, way: Way, place: Place, *, taken: bool) -> None:
        """Remember that a way was seen to work in a channel, or not to."""
        if taken:
            self._works[way, place.channel] = True
            self._fails.pop((way, place.channel))
            self._refused.pop(way, None)
            self._unsupported.pop(way)
            return
        if self.takes(way, place.channel) is not False:
            _log.warning("a channel keeps no pictures (%s): they are shown in another way", way)
        self._fails[way, place.channel] = True
        self._works.pop((way, place.channel))
        servers = Lru[int, bool](AGREEING_SERVERS, DISCORD_RETRY_INTERVAL, self._clock)
        servers = self._refused.setdefault(way, servers)
        servers[place.guild] = True
        if sum(it in servers for it in servers) >= AGREEING_SERVERS:
            _log.warning("Discord does not keep pictures (%s), as several servers agree", way)
            self._unsupported[way] = True

    def note_present(self, message: int, picture: Attached | None) -> None:
        """Remember that this process has seen a picture on a message; None: it has none."""
        self._present.pop(message)
        if picture is not None:
            self._present[message] = picture.name

    def is_present(self, message: int, picture: Attached | None) -> bool:
        """Return whether this process has seen this picture on the message.

        One that is only stored may have been replaced since: its refusal says nothing.
        """
        return picture is not None and self._present.get(message) == picture.name

    def takes_files(self, channel: int) -> bool:
        """Return whether a file may be sent to this channel, as far as was seen."""
        return channel not in self._without_files

    def note_without_files(self, channel: int) -> None:
        """Remember that this channel took words, and not the same with a file."""
        self._without_files[channel] = True

    async def upload(self, picture: Picture) -> Upload | None:
        """Return a picture as a file; None if it cannot be painted, and words must do."""
        try:
            return Upload(picture.name, await self._studio.picture(picture))
        except Exception as fault:  # the game goes on without its picture
            report("a picture cannot be painted", fault)
            return None


def may_be_the_file(refused: discord.HTTPException) -> bool:
    """Return whether Discord may take the message without its file."""
    return not is_passing(refused) and refused.code not in NOT_THE_FILE


def keeping(content: Content, attached: Attached) -> tuple[Component, ...]:
    """Return the parts of a message with the picture that is attached to it already."""
    media = {"url": f"{ATTACHED}{attached.name}"}

    def named(gallery: Component) -> list[Component]:
        return [{**gallery, "items": [{**item, "media": media} for item in gallery["items"]]}]

    return _with_galleries(content.components, named)


def below(content: Content) -> Content:
    """Return a message without its picture, which stands above it."""
    return replace(
        content, components=_with_galleries(content.components, lambda _: []), picture=None
    )


def alone(content: Content) -> tuple[Component, ...]:
    """Return the picture of a message without the rest."""
    return tuple(it for it in every(content.components) if it["type"] == GALLERY)


def attached(message: Json, picture: Picture) -> Attached | None:
    """Return the picture that a message shows, read from Discord's answer; None: it shows none."""
    for media in _media_in(message):
        if _file_of(media) == picture.name:
            return Attached(_number(media), picture.name, picture.occasion)
    return None


def shows(message: Json, picture: Attached) -> bool:
    """Return whether a message, read from Discord's answer, still shows this picture."""
    return picture.name in map(_file_of, _media_in(message))


def fits(content: Content, picture: Attached | None) -> bool:
    """Return whether the attached picture still shows the right roll."""
    wanted = content.picture
    if wanted is None or picture is None:
        return wanted is None and picture is None
    return wanted.occasion == picture.occasion


def inline(content: Content, picture: Attached | None) -> Json:
    """Return a board as an update response, which must name all files that stay."""
    if picture is None:
        return body(content.components) | {"attachments": []}
    return body(keeping(content, picture)) | {"attachments": [{"id": f"{picture.id}"}]}


def _file_of(media: Mapping[str, Any]) -> str:
    """Return the name at the end of an address, without Discord's signature behind it."""
    return f"{media.get('url') or ''}".partition("?")[0].rpartition("/")[2]


def _number(media: Mapping[str, Any]) -> int:
    """Return Discord's id of the file, which also stands in its address before the name."""
    told = f"{media.get('attachment_id') or ''}"
    path = f"{media.get('url') or ''}".partition("?")[0].split("/")
    number = told or (path[-2] if len(path) > 1 else "")
    return int(number) if number.isdecimal() else 0


def _media_in(message: Json) -> list[Mapping[str, Any]]:
    """Return the pictures that a message shows, as Discord describes them."""
    galleries = [it for it in every(message.get("components")) if it.get("type") == GALLERY]
    return [item.get("media") or {} for it in galleries for item in it.get("items", ())]


def _with_galleries(
    components: Sequence[Component], change: Callable[[Component], list[Component]]
) -> tuple[Component, ...]:
    """Return the parts of a message with other ones in place of its galleries."""
    made: list[Component] = []
    for it in components:
        if it["type"] == GALLERY:
            made += change(it)
        elif "components" in it:
            made.append({**it, "components": [*_with_galleries(it["components"], change)]})
        else:
            made.append(it)
    return tuple(made)
