"""Icons of our own: the art on small emojis, which belong to the bot's application.

Each is uploaded once, under the name of what it shows and a hash of its content, so that a changed
one is another. Where Discord does not have it yet, or will not, the sign of Unicode stands in.
Outdated ones stay: older messages show them, and Discord keeps two thousand.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Protocol, TypeVar

import discord

from bot.board.messages import without_text
from bot.board.painter import RETRY_AFTER
from bot.board.requests import NOT_DONE, UNREACHABLE
from bot.discord.circuit_breaker import is_passing
from bot.errors import report
from bot.words.emoji import UPLOADED_ICONS

FOLDER: Final = Path(__file__).parents[1] / "pictures" / "icons"
HASH: Final = 6
"""Digits of the hash in a name, which may have 32 characters in all."""

_log: Final = logging.getLogger(__name__)
_T = TypeVar("_T")


class Emoji(Protocol):
    """An emoji that Discord has."""

    name: str
    id: int


class Application(Protocol):
    """Where emojis are kept: the client."""

    async def wait_until_ready(self) -> None: ...
    async def fetch_application_emojis(self) -> Sequence[Emoji]: ...
    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji: ...


class Request(Protocol):
    """Asks Discord for something, unless it takes too long or we are shut out."""

    async def __call__(self, call: Callable[[], Awaitable[_T]]) -> _T: ...


class Icons:
    """Brings the icons to Discord, one after another, while everything else goes on."""

    def __init__(self, application: Application, request: Request, folder: Path = FOLDER) -> None:
        self._application = application
        self._request = request
        self._folder = folder
        self._bringing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Bring them as soon as Discord has welcomed us; once is enough."""
        if self._bringing is None:
            self._bringing = asyncio.create_task(self.bring(), name="icons")

    async def close(self) -> None:
        """What is not there yet comes with the next start."""
        if self._bringing is not None:
            self._bringing.cancel()
            await asyncio.wait({self._bringing})

    async def bring(self) -> None:
        """Upload what is missing, and use what is there. Whatever fails, signs stand in for it."""
        try:
            icons = await asyncio.to_thread(_read, self._folder)
            if icons:
                await self._application.wait_until_ready()
                await self._upload(icons)
        except NOT_DONE as fault:
            _log.warning("icons are missing at Discord (%s): signs stand in", without_text(fault))
        except Exception as fault:
            report("the icons", fault)

    async def _upload(self, icons: dict[str, tuple[str, bytes]]) -> None:
        listed = await self._ask(self._application.fetch_application_emojis)
        known = {emoji.name: written(emoji) for emoji in listed}
        UPLOADED_ICONS.update(
            {key: known[name] for key, (name, _) in icons.items() if name in known}
        )
        missing = {key: icon for key, icon in icons.items() if key not in UPLOADED_ICONS}
        for key, (name, image) in missing.items():
            UPLOADED_ICONS[key] = written(await self._brought(name, image))
        if missing:
            _log.info("icons uploaded: %s", len(missing))

    async def _brought(self, name: str, image: bytes) -> Emoji:
        """Upload it, unless it is there by now: by another process, or by a try whose answer was
        lost."""
        try:
            return await self._ask(partial(self._create, name, image))
        except discord.HTTPException:
            listed = await self._ask(self._application.fetch_application_emojis)
            there = next((it for it in listed if it.name == name), None)
            if there is None:
                raise
            return there

    async def _create(self, name: str, image: bytes) -> Emoji:
        return await self._application.create_application_emoji(name=name, image=image)

    async def _ask(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Ask for this, and again if time alone may help: nobody waits for it."""
        for pause in RETRY_AFTER:
            try:
                return await self._request(call)
            except discord.RateLimited as fault:
                await asyncio.sleep(fault.retry_after)
            except discord.HTTPException as fault:
                if not is_passing(fault):
                    raise
                await asyncio.sleep(pause)
            except UNREACHABLE:
                await asyncio.sleep(pause)
        return await self._request(call)


def written(emoji: Emoji) -> str:
    """An emoji as texts and controls have it."""
    return f"<:{emoji.name}:{emoji.id}>"


def _read(folder: Path) -> dict[str, tuple[str, bytes]]:
    """The icons in a folder: the name and the image of each, by what it shows."""
    images = {file.stem: file.read_bytes() for file in sorted(folder.glob("*.png"))}
    return {key: (_name(key, image), image) for key, image in images.items()}


def _name(key: str, image: bytes) -> str:
    return f"{key}_{hashlib.sha256(image).hexdigest()[:HASH]}"
