"""Uploads the art as small emojis, which belong to the bot's application.

Each is uploaded once, under the name of what it shows and a hash of its content, so that a changed
icon is a new one. Until Discord has it, the sign of Unicode stands in. Outdated icons stay: older
messages show them, and Discord keeps two thousand.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import discord

from bot.board.requests import NOT_DONE, UNREACHABLE, Requests
from bot.discord.circuit_breaker import is_passing
from bot.errors import kind_of, report
from bot.retry import RETRY_DELAYS
from bot.words.emoji import UPLOADED_ICONS

FOLDER: Final = Path(__file__).parents[1] / "pictures" / "icons"
HASH: Final = 6
"""Digits of the hash in a name, which may have 32 characters in total."""

_log: Final = logging.getLogger(__name__)
_T = TypeVar("_T")


class Icons:
    """Uploads the icons one after another, while everything else goes on."""

    def __init__(
        self, application: discord.Client, requests: Requests, folder: Path = FOLDER
    ) -> None:
        self._application = application
        self._requests = requests
        self._folder = folder
        self._uploading: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Upload them once the bot is connected; a second call does nothing."""
        if self._uploading is None:
            self._uploading = asyncio.create_task(self.upload(), name="icons")

    async def close(self) -> None:
        """Stop; the next start uploads the rest."""
        if self._uploading is not None:
            self._uploading.cancel()
            await asyncio.wait({self._uploading})

    async def upload(self) -> None:
        """Upload missing icons, and use those that are there; signs stand in for the others."""
        try:
            icons = await asyncio.to_thread(_read, self._folder)
            if icons:
                await self._application.wait_until_ready()
                await self._upload_missing(icons)
        except NOT_DONE as fault:
            _log.warning("icons are missing at Discord (%s): signs stand in", kind_of(fault))
        except Exception as fault:
            report("the icons", fault)

    async def _upload_missing(self, icons: dict[str, tuple[str, bytes]]) -> None:
        listed = await self._ask(self._application.fetch_application_emojis)
        known = {emoji.name: written(emoji) for emoji in listed}
        UPLOADED_ICONS.update(
            {key: known[name] for key, (name, _) in icons.items() if name in known}
        )
        missing = {key: icon for key, icon in icons.items() if key not in UPLOADED_ICONS}
        for key, (name, image) in missing.items():
            UPLOADED_ICONS[key] = written(await self._uploaded(name, image))
        if missing:
            _log.info("icons uploaded: %s", len(missing))

    async def _uploaded(self, name: str, image: bytes) -> discord.Emoji:
        """Upload an icon, unless another process or an unconfirmed try has uploaded it."""
        try:
            create = self._application.create_application_emoji
            return await self._ask(partial(create, name=name, image=image))
        except discord.HTTPException:
            listed = await self._ask(self._application.fetch_application_emojis)
            there = next((it for it in listed if it.name == name), None)
            if there is None:
                raise
            return there

    async def _ask(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Send a request, and retry it while time alone may help: nobody waits for it."""
        for pause in RETRY_DELAYS:
            try:
                return await self._requests.request(call, spare=True)
            except discord.RateLimited as fault:
                await asyncio.sleep(fault.retry_after)
            except discord.HTTPException as fault:
                if not is_passing(fault):
                    raise
                await asyncio.sleep(pause)
            except UNREACHABLE:
                await asyncio.sleep(pause)
        return await self._requests.request(call, spare=True)


def written(emoji: discord.Emoji) -> str:
    """Return an emoji as texts and controls write it."""
    return f"<:{emoji.name}:{emoji.id}>"


def _read(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Return the icons in a folder, name and image, by what they show."""
    images = {file.stem: file.read_bytes() for file in sorted(folder.glob("*.png"))}
    return {key: (_name(key, image), image) for key, image in images.items()}


def _name(key: str, image: bytes) -> str:
    return f"{key}_{hashlib.sha256(image).hexdigest()[:HASH]}"
