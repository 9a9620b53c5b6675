"""Which ways of showing a picture this Discord supports, and the parts of messages with pictures.

A picture is uploaded once, with its message. Edits keep it: they name its file. Discord documents
that for embeds alone, so what it does here is observed and remembered. Where it refuses such an
edit, or drops the picture, boards are written in words and the picture is a message of its own
above them; where that is refused as well, the board has no picture.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from typing import Any, Final, Literal, Protocol

import discord

from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import (
    ARCHIVED,
    MISSING_ACCESS,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.discord.rest import Json, Upload, body
from bot.errors import report
from bot.pages.layout import ATTACHED, GALLERY, Component, Content, Picture
from bot.store.data import Attached
from bot.store.store import Store

FACT: Final = "pictures"
"""The name under which the store keeps what Discord supports."""
Way = Literal["edits", "rides", "above"]
"""A picture is kept by an edit of its message, or by an inline update (stored as "rides"), or it
stands above the board."""

WAYS: Final = ("edits", "rides", "above")
WAY_RETRY_INTERVAL: Final = 7 * 24 * 3600.0
"""Seconds until an unsupported way is tried again: Discord may have learned it."""
FILES_RETRY_INTERVAL: Final = 300.0
"""Seconds until files are tried again in a channel that took none: a permission may be back."""

NOT_THE_FILE: Final = frozenset(
    {UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, MISSING_ACCESS, ARCHIVED, TOO_MANY_OLD_EDITS}
)
"""Refusals that have nothing to do with a file."""

_log = logging.getLogger(__name__)


class Studio(Protocol):
    """Paints pictures, each once."""

    async def picture(self, picture: Picture) -> bytes:
        """Return the file of this picture."""
        ...


class PictureSupport:
    """Remembers which ways of showing pictures Discord supports, and paints them for uploads."""

    def __init__(self, store: Store, studio: Studio, now: Callable[[], float]) -> None:
        self._store = store
        self._studio = studio
        self._now = now
        self._seen: dict[str, tuple[bool, float]] = {}
        """By way: whether Discord was seen to support it, and when; the others are unknown."""
        self._without_files: dict[int, float] = {}
        """Channels that took words and no files, and when."""

    async def open(self) -> None:
        """Read what earlier processes have seen."""
        told = (await self._store.fact(FACT) or "").split()
        for word in told:  # damaged entries are found out anew
            way, _, at = word[1:].partition("@")
            if way in WAYS and at.isdecimal():
                self._seen[way] = word[0] == "+", float(at)

    def takes(self, way: Way) -> bool | None:
        """Return whether Discord supports a way; None: unknown, or due to be tried again."""
        taken, at = self._seen.get(way, (None, 0.0))
        return None if taken is False and not self._within(WAY_RETRY_INTERVAL, at) else taken

    async def note(self, way: Way, *, taken: bool) -> None:
        """Store that Discord was seen to support a way, or not to."""
        if self.takes(way) is taken:
            return
        self._seen[way] = taken, self._now()
        if not taken:
            _log.warning("Discord does not keep pictures (%s): they are shown in another way", way)
        signs = [
            f"{'+' if it else '-'}{known}@{at:.0f}"
            for known, (it, at) in sorted(self._seen.items())
        ]
        await self._store.note(FACT, " ".join(signs))

    def takes_files(self, channel: int) -> bool:
        """Return whether a file may be sent to this channel, as far as was seen."""
        at = self._without_files.get(channel)
        if at is None or self._within(FILES_RETRY_INTERVAL, at):
            return at is None
        del self._without_files[channel]
        return True

    def note_without_files(self, channel: int) -> None:
        """Remember that this channel took words, and not the same with a file."""
        lately = {
            it: at
            for it, at in self._without_files.items()
            if self._within(FILES_RETRY_INTERVAL, at)
        }
        self._without_files = lately | {channel: self._now()}

    def _within(self, seconds: float, at: float) -> bool:
        # absolute: the clock may have been set back since
        return abs(self._now() - at) < seconds

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
    return tuple(_with_address(content.components, f"{ATTACHED}{attached.name}"))


def below(content: Content) -> Content:
    """Return a message without its picture, which stands above it."""
    return replace(content, components=tuple(_without(content.components)), picture=None)


def alone(content: Content) -> tuple[Component, ...]:
    """Return the picture of a message without the rest."""
    return tuple(it for it in _every(content.components) if it["type"] == GALLERY)


def attached(message: Json, picture: Picture) -> Attached | None:
    """Return the picture that a message shows, read from Discord's answer; None: it shows none."""
    for component in _every(message.get("components") or ()):
        for item in component.get("items", ()) if component.get("type") == GALLERY else ():
            media: Mapping[str, Any] = item.get("media") or {}
            if _file_of(media) == picture.name:
                return Attached(_number(media), picture.name, picture.occasion)
    return None


def shows(message: Json, picture: Attached) -> bool:
    """Return whether a message, read from Discord's answer, still shows this picture."""
    return any(
        _file_of(item.get("media") or {}) == picture.name
        for component in _every(message.get("components") or ())
        if component.get("type") == GALLERY
        for item in component.get("items", ())
    )


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


def _every(components: Any) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _every(component.get("components", ()))


def _with_address(components: Any, address: str) -> Iterator[Component]:
    for component in components:
        made = copy(component)
        if component["type"] == GALLERY:
            made["items"] = [{**item, "media": {"url": address}} for item in component["items"]]
        elif "components" in component:
            made["components"] = [*_with_address(component["components"], address)]
        yield made


def _without(components: Any) -> Iterator[Component]:
    for component in components:
        if component["type"] == GALLERY:
            continue
        if "components" in component:
            yield {**component, "components": [*_without(component["components"])]}
        else:
            yield component
