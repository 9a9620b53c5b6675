"""Opens pages in the process that owns the table: here, or through the mail between processes.

A browser reaches any process. One that does not own the table forwards the messages of the page to
the owner, and those of the owner to the page. If the owner is gone, the page receives nothing more
and connects again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final

from bot.background import Background
from bot.live.commands import Hello
from bot.live.links import LiveLinks
from bot.live.pages import Line, LivePages, Visit, refusal
from bot.shards.mail import Mail
from bot.store.leases import Share

TO_OWNER, TO_PAGE = "page", "frame"
"""The kinds of messages: of a page to the owner of its table, and back."""
SILENCE: Final = 20.0
"""Seconds after which a forwarded page that sends nothing is gone."""


class Doors:
    """Opens pages at tables of this process and of others."""

    def __init__(
        self, pages: LivePages, links: LiveLinks, mail: Mail, share: Callable[[], Share]
    ) -> None:
        self._pages: Final = pages
        self._links: Final = links
        self._mail: Final = mail
        self._share: Final = share
        self._forwarded: Final[dict[str, Line]] = {}
        """Pages that are open here, at tables of other processes, by numbers of this process."""
        self._visitors: Final[dict[str, asyncio.Queue[str | None]]] = {}
        """Messages received from pages that are open in other processes, by page; None: closed."""
        self._serving: Final = Background("a page of another process")
        mail.on(TO_OWNER, self._from_page)
        mail.on(TO_PAGE, self._from_owner)

    async def open(self, hello: Hello, line: Line) -> Visit:
        """Open a page for the reader of its link, or raise why not."""
        guild = await self._links.guild_of(hello.link)
        if not self._mail.has_others or guild is None or self._share().has(guild):
            return await self._pages.open(hello, line)
        number = token_hex(8)
        self._forwarded[number] = line
        opened = {"guild": guild, "hello": hello.model_dump()}
        self._mail.post(TO_OWNER, {"number": number, **opened})
        return _Forwarded(self, number)

    def send(self, number: str, text: str) -> None:
        """Forward a message of a page to the owner of its table."""
        self._mail.post(TO_OWNER, {"number": number, "text": text})

    def forget(self, number: str) -> None:
        """Forget a forwarded page, whose connection is gone."""
        if self._forwarded.pop(number, None) is not None:
            self._mail.post(TO_OWNER, {"number": number, "gone": True})

    def _from_owner(self, data: Any) -> None:
        line = self._forwarded.get(data["number"])
        if line is None:
            return
        if "text" in data:
            line.send(data["text"])
        else:
            line.end()

    def _from_page(self, data: Any) -> None:
        number = data["number"]
        if "hello" in data:
            if self._share().has(data["guild"]):
                heard = self._visitors[number] = asyncio.Queue[str | None]()
                hello = Hello.model_validate(data["hello"])
                self._serving.begin(self._serve(number, hello, heard))
        elif number in self._visitors:
            self._visitors[number].put_nowait(data.get("text"))

    async def _serve(self, number: str, hello: Hello, heard: asyncio.Queue[str | None]) -> None:
        """Carry out what a page of another process sends, until it is gone."""
        line = _MailLine(self._mail, number)
        try:
            visit = await self._pages.open(hello, line)
            try:
                while (text := await asyncio.wait_for(heard.get(), SILENCE)) is not None:
                    await visit.received(text)
            finally:
                visit.close()
        except TimeoutError:
            pass
        except Exception as fault:
            line.send(refusal(hello.language, fault))
        finally:
            line.end()
            del self._visitors[number]

    async def close(self) -> None:
        """Forget all pages of other processes."""
        await self._serving.close()


@dataclass(frozen=True, slots=True)
class _Forwarded:
    """A page that is open here, at a table of another process."""

    doors: Doors
    number: str

    async def received(self, text: str) -> None:
        self.doors.send(self.number, text)

    def close(self) -> None:
        self.doors.forget(self.number)


@dataclass(frozen=True, slots=True)
class _MailLine:
    """The connection to a page that is open in another process."""

    mail: Mail
    number: str

    def send(self, text: str) -> None:
        self.mail.post(TO_PAGE, {"number": self.number, "text": text})

    def end(self) -> None:
        self.mail.post(TO_PAGE, {"number": self.number})
