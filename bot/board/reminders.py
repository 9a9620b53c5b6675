"""Reminds users of their pending decisions at slow tables, by their own settings.

A reminder is stored before it is posted, and posted with a nonce, so a stop at any moment loses
none and doubles none. There is one for each person; it is taken back when it is answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord

from bot.board.open_tables import OpenTables
from bot.board.requests import NOT_DONE, Requests, once
from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import NONCE_KNOWN
from bot.discord.rest import Rest, body
from bot.errors import kind_of
from bot.events import Events
from bot.hosting.scheduler import Later, Scheduler
from bot.hosting.service import TableService
from bot.pages.games import TURN
from bot.pages.layout import Content
from bot.pages.leg import answered
from bot.pages.reminders import reminder_page
from bot.reminders.reminder import PRIVATE, REFUSED, Wait
from bot.store.reminders import Reminded
from bot.store.store import Store
from bot.tables.refusals import Refused
from bot.words import catalogue

_log = logging.getLogger(__name__)


class Reminders:
    """Posts a user's reminder when it is due, and deletes it when its decisions are made."""

    def __init__(
        self,
        store: Store,
        rest: Rest,
        requests: Requests,
        service: TableService,
        tables: OpenTables,
        attend_soon: Callable[[], None],
    ) -> None:
        """``attend_soon``: some tables are due now."""
        self._store: Final = store
        self._rest: Final = rest
        self._requests: Final = requests
        self._service: Final = service
        self._tables: Final = tables
        self._attend_soon: Final = attend_soon
        # a reminder is bound to the clock on the wall: nobody gets seconds back
        self.scheduler: Final = Scheduler(
            store.reminders, self.attend, service.now, Events(), kind="person to remind"
        )

    async def forget(self, user: int) -> None:
        """Take a user's reminder back, before the user is forgotten."""
        async with self._lock(user):
            known = await self._store.reminders.of(user)
            if known is not None:
                with suppress(*NOT_DONE):
                    await self._take_back(known)

    async def tell_tables(self, user: int) -> None:
        """Have the games of a user see that the user is away or back."""
        await self._store.reminders.tell_tables(user, self._service.now())
        self._attend_soon()

    async def attend(self, user: str) -> None:
        """Post or delete a user's reminder, if that is due; raise `Later` while Discord fails."""
        async with self._lock(int(user)):
            known = await self._store.reminders.of(int(user))
            try:
                if known is not None:
                    await self._attend(known)
            except NOT_DONE as fault:
                raise Later from fault

    def _lock(self, user: int) -> asyncio.Lock:
        return self._service.lock(f"reminders of {user}")

    async def _attend(self, known: Reminded) -> None:
        if not known.is_answered and self._can_post(known):
            await self._post(known)
            await self._store.reminders.wait(known)
            return
        now = self._service.now()
        is_away = known.away is not None and known.away > now
        if known.away is not None:
            await self.tell_tables(known.user)
            if not is_away:
                await self._store.reminders.note_told(known)
                known = replace(known, away=None)
        tell = [] if is_away else known.wishes.to_tell(known.waits, known.sent, now)
        if tell or known.is_answered:
            await self._take_back(known)
        if not tell:
            await self._store.reminders.wait(known)
            return
        channel = await self._channel(known, tell)
        begun = await self._store.reminders.begin(known, tell, channel, now)
        if begun is not None and channel:
            await self._post(begun)
        if begun is not None:
            await self._store.reminders.wait(begun)

    def _can_post(self, known: Reminded) -> bool:
        """Return whether to post a reminder that may be posted: Discord still knows its nonce."""
        return known.is_pending and self._service.now() - known.begun <= NONCE_KNOWN

    # --- where ---------------------------------------------------------------------------------

    async def _channel(self, known: Reminded, tell: Sequence[Wait]) -> int:
        """Return the channel for a reminder; 0: there is none."""
        if known.wishes.place == PRIVATE:
            try:
                open_private = self._rest.private_channel
                return await self._requests.request(lambda: open_private(known.user))
            except discord.HTTPException as refused:
                if is_passing(refused):
                    raise
                await self._note_refusal(known)
        return await self._table_channel(tell)

    async def _table_channel(self, waits: Sequence[Wait]) -> int:
        """Return the channel of the table that has waited for longest."""
        for wait in waits:
            with suppress(Refused):
                return (await self._service.peek(wait.table)).stored.channel
        return 0

    async def _note_refusal(self, known: Reminded) -> None:
        """Store that Discord delivers no direct messages to a user; the table gets reminders."""
        _log.info("somebody takes no direct messages, and is reminded at the table")
        wishes = replace(known.wishes, place=REFUSED)
        await self._store.reminders.set_wishes(known.user, wishes, self._service.now())

    # --- messages ------------------------------------------------------------------------------

    async def _post(self, known: Reminded) -> None:
        """Post the reminder that was begun; where it is refused, at the table instead."""
        try:
            message = await self._posted(known)
        except discord.HTTPException as refused:
            if is_passing(refused):
                raise
            if known.wishes.place != PRIVATE:
                _log.info("a reminder is not posted: %s", kind_of(refused))
                await self._store.reminders.end(known)
                return
            await self._note_refusal(known)
            channel = await self._table_channel(known.told)
            await self._store.reminders.move(known, channel)
            moved = await self._store.reminders.of(known.user)
            if moved is not None and channel:
                await self._post(moved)
            return
        if message:
            await self._store.reminders.note_posted(known, message)
        else:
            await self._store.reminders.end(known)

    async def _posted(self, known: Reminded) -> int:
        """Post a reminder unless Discord has it already; return its number, 0 for none."""
        page = await self._page(known)
        return 0 if page is None else await self._once(known, page)

    async def _once(self, known: Reminded, page: Content) -> int:
        """Post this unless Discord has the reminder already; return its number."""
        message = body(page.components, pings=page.mentions)
        named_once = message | once(f"reminder {known.user} {known.number}")
        return int((await self._requests.post(known.channel, named_once))["id"])

    async def _page(self, known: Reminded) -> Content | None:
        """Return the content of a reminder; None if no decision is pending any more."""
        waiting = [it for it in await self._tables.of(known.user) if it.kind == TURN]
        guild, language = 0, known.wishes.language
        if known.wishes.place != PRIVATE:
            for wait in known.told:
                with suppress(Refused):
                    state = await self._service.peek(wait.table)
                    if state.stored.channel == known.channel:
                        guild, language = state.stored.guild, state.table.language
        if not any(guild in (0, it.guild) for it in waiting):
            return None
        return reminder_page(known.user, waiting, catalogue(language), known.wishes, guild)

    async def _take_back(self, known: Reminded) -> None:
        """Delete the last reminder, unless that is done."""
        message = known.message
        try:
            if self._can_post(known):  # only Discord knows whether it was, under which number
                message = await self._once(known, answered(catalogue(known.wishes.language)))
            if message is not None:
                await self._requests.delete(known.channel, message)
        except discord.HTTPException as refused:
            if is_passing(refused):
                raise
        if known.channel:
            await self._store.reminders.end(known)
