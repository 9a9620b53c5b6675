"""Carries out appointments: posts them, pings once, and opens their tables in time.

All that a user must know is stored before Discord is asked for it, so a stop at any moment loses
nothing, and a new message carries a nonce, by which Discord takes it once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import Any, Final

import discord

from bot.appointments import appointment as stages
from bot.appointments.appointment import AT_ONCE, LATE, PLANNED, RETRY, Appointment
from bot.board.boards import Boards
from bot.board.requests import NOT_DONE, Requests, once
from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import NONCE_KNOWN, THREAD_NAME
from bot.discord.permissions import EVENTS, lacking
from bot.discord.rest import Json, Rest, body
from bot.errors import kind_of
from bot.events import Events
from bot.hosting.capacity import make_room
from bot.hosting.retention import Presence
from bot.hosting.scheduler import Later, Scheduler
from bot.hosting.servers import Servers
from bot.hosting.service import TableService
from bot.pages.appointment import appointment_page, ping_page
from bot.pages.layout import Content
from bot.store.data import PostedMessage
from bot.store.errors import ChannelTaken, Outdated, Repeated
from bot.store.store import Store
from bot.tables.lobby import several
from bot.tables.refusals import Refused
from bot.tables.table import PageKey
from bot.words import Catalogue, catalogue

SEATS_KEPT: Final = 600.0
"""Seconds for which the seats of those who come are kept."""
EVENT_LASTS: Final = 2 * 3600
"""Seconds until Discord's event ends."""
PAGE: Final = PageKey("appointment", 0)

Change = Callable[[Appointment], Appointment]

_log = logging.getLogger(__name__)


class Appointments:
    """Does for each appointment what is due, one thing at a time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        rest: Rest,
        requests: Requests,
        service: TableService,
        servers: Servers,
        boards: Boards,
        presence: Presence,
        tables_per_server: int,
    ) -> None:
        self._client: Final = client
        self._store: Final = store
        self._rest: Final = rest
        self._requests: Final = requests
        self._service: Final = service
        self._servers: Final = servers
        self._boards: Final = boards
        self._presence: Final = presence
        self._tables_per_server: Final = tables_per_server
        self._now: Final = service.now
        # players get back the seconds that the bot was held up; a time of day stays what it is
        self.scheduler: Final = Scheduler(
            store.appointments, self.attend, service.now, Events(), kind="appointment"
        )

    async def add(self, made: Appointment) -> None:
        """Store a new appointment and post it."""
        if not await self._store.appointments.add(made):
            raise Refused("too_many_appointments")
        await self._attend_at_once(made.id)

    async def change(self, name: str, guild: int, change: Change) -> None:
        """Change an appointment of this server, and show that."""
        async with self._service.lock(f"appointment {name}"):
            known = await self._store.appointments.of(name)
            if known is None or known.guild != guild:
                raise Refused("appointment_over")
            await self._changed(known, change)
        await self._attend_at_once(name)

    async def forget(self, user: int) -> None:
        """Take a user out of all appointments to come, and off their messages."""
        for name in await self._store.appointments.naming(user):
            known = await self._store.appointments.of(name)
            if known is not None:
                await self.change(name, known.guild, lambda it: it.without(user))

    async def _attend_at_once(self, name: str) -> None:
        with suppress(Later):
            await self.attend(name)
        self.scheduler.wake_by(await self._store.appointments.next_due())

    async def attend(self, name: str) -> None:
        """Do all that is due for one appointment; raise `Later` while Discord takes nothing."""
        async with self._service.lock(f"appointment {name}"):
            known = await self._store.appointments.of(name)
            if known is None:
                return
            try:
                await self._attend(known)
            except NOT_DONE as fault:
                raise Later from fault

    async def _attend(self, known: Appointment) -> None:
        guild = self._client.get_guild(known.guild)
        if (guild is None or guild.unavailable) and not self._presence.is_removed(known.guild):
            raise Later  # neither its language is known, nor what the bot may do there
        now = self._now()
        if known.stage == PLANNED and now >= known.at:
            if now >= (known.try_at or known.at):
                known = await self._open(known)
        elif known.stage == PLANNED and known.remind_at is not None and now >= known.remind_at:
            known = await self._changed(known, Appointment.reminding)
        known = await self._shown(known)
        known = await self._pinged(known)
        await self._event_told(known)
        if known.stage != PLANNED and now >= known.due > AT_ONCE:
            await self._store.appointments.delete(known.id)

    async def _changed(self, known: Appointment, change: Change) -> Appointment:
        """Store a change, on top of what another process has changed meanwhile."""
        while True:
            changed = change(known)
            if changed is known:
                return known
            changed = replace(changed, version=known.version + 1)
            if await self._store.appointments.change(changed):
                return changed
            read = await self._store.appointments.of(known.id)
            if read is None:
                raise Refused("appointment_over")
            known = read

    async def _noted(self, known: Appointment, **values: Any) -> Appointment:
        return await self._changed(known, lambda it: replace(it, **values))

    def _locale(self, known: Appointment) -> discord.Locale | None:
        guild = self._client.get_guild(known.guild)
        return guild.preferred_locale if guild else None

    async def _say(self, known: Appointment) -> Catalogue:
        return catalogue(await self._servers.language_of(known.guild, self._locale(known)))

    # --- the message ---------------------------------------------------------------------------

    async def _shown(self, known: Appointment) -> Appointment:
        """Post the message of an appointment, or show in it what has changed."""
        if known.is_shown or (known.message is None and self._now() < (known.try_at or 0.0)):
            return known
        content = appointment_page(known, await self._say(known))
        message = known.message
        try:
            if message is None:
                message = await self._post(known, content, "page")
            else:
                posted = PostedMessage(PAGE, known.channel, message)
                await self._requests.edit(posted, body(content.components))
        except discord.HTTPException as refused:
            if is_passing(refused):
                raise
            # somebody has deleted it, or taken the bot's permission: the table opens nevertheless
            _log.info("appointment %s is not shown: %s", known.id, kind_of(refused))
        waits = None if known.message is None else known.try_at
        return await self._noted(known, message=message, is_shown=True, try_at=waits)

    async def _pinged(self, known: Appointment) -> Appointment:
        """Post the ping that waits, once."""
        if not known.ping:
            return known
        now = self._now()
        if not known.pinged_from:
            known = await self._noted(known, pinged_from=now)
        # a later one could be a second one, since Discord has forgotten the nonce of the first
        if now - known.pinged_from <= NONCE_KNOWN and known.to_ping:
            content = ping_page(known, await self._say(known))
            try:
                await self._post(known, content, f"ping {known.pings}")
            except discord.HTTPException as refused:
                if is_passing(refused):
                    raise
                _log.info("appointment %s pings nobody: %s", known.id, kind_of(refused))
        return await self._noted(known, ping="")

    async def _post(self, known: Appointment, content: Content, what: str) -> int:
        message = body(content.components, pings=content.mentions)
        told = await self._requests.post(known.channel, message | once(f"{known.id} {what}"))
        return int(told["id"])

    # --- the table -----------------------------------------------------------------------------

    async def _open(self, known: Appointment) -> Appointment:
        """Open the table with the seats of those who come, or note why there is none."""
        late = self._now() > known.at + LATE
        if not known.coming:
            return await self._ended(known, stages.EMPTY)
        if await self._store.table(known.id) is None:
            if late or self._presence.is_removed(known.guild):
                return await self._ended(known, stages.FAILED)
            try:
                await self._open_table(known)
            except Refused as refused:  # too many tables, until one of them ends
                _log.info("appointment %s cannot be opened: %s", known.id, refused.code)
                return await self._noted(known, try_at=self._now() + RETRY)
        until = known.at + SEATS_KEPT
        for user in known.coming:
            if user != known.opener and until > self._now():
                await self._store.invitations.invite(known.id, user, until, 0)
        await self._boards.repaint([known.id])
        self._boards.deliver(known.id, awaited=False)
        return await self._ended(known, stages.OPENED)

    async def _open_table(self, known: Appointment) -> None:
        """Open the table in the channel, or in a thread of it if that has a table already."""
        server, host = known.guild, known.opener
        settings = several(known.settings)
        locale = self._locale(known)
        table = await self._servers.new_table(host, server, locale, 0, settings)
        table.id = known.id
        async with self._service.lock(table.id), self._service.lock(f"server {server}"):
            await make_room(self._service, table, host, server, self._tables_per_server)
            channel = known.channel
            if await self._store.open_table_in(channel):
                channel = await self._thread(known)
            try:
                await self._service.open(table, host, server, channel, None)
            except (ChannelTaken, Repeated, Outdated):
                if await self._store.table(table.id) is None:
                    raise Refused("channel_taken") from None

    async def _thread(self, known: Appointment) -> int:
        """Return a new thread of the channel."""
        channel, say = self._client.get_channel(known.channel), await self._say(known)
        if not isinstance(channel, discord.TextChannel):
            raise Refused("channel_taken")
        name = say("thread-name-nobody")[:THREAD_NAME]
        kind = discord.ChannelType.public_thread
        try:
            made = await self._requests.request(lambda: channel.create_thread(name=name, type=kind))
        except NOT_DONE as fault:
            _log.warning("no thread was opened: %s", kind_of(fault))
            raise Refused("thread_refused") from None
        return made.id

    async def _ended(self, known: Appointment, stage: str) -> Appointment:
        """Note how it went, and make the one of next week."""
        following = known.next_week(_id_after(known.id))
        if following is not None:
            await self._store.appointments.add(following)
        return await self._changed(known, lambda it: it.ended(stage))

    # --- Discord's event -----------------------------------------------------------------------

    async def _event_told(self, known: Appointment) -> None:
        """Keep Discord's event for it up to date, where the bot may make events."""
        if known.message is None or (known.event is None and known.stage != PLANNED):
            return
        try:
            if known.stage == PLANNED and known.event_at != known.at:
                await self._noted(known, event=await self._event(known), event_at=known.at)
            elif known.stage != PLANNED and known.event is not None:
                if known.stage == stages.OPENED:
                    begun: Json = {"status": discord.EventStatus.active.value}
                    await self._edit_event(known, begun)
                else:
                    delete = partial(self._rest.delete_event, known.guild, known.event)
                    await self._requests.request(delete)
                await self._noted(known, event=None)
        except discord.HTTPException as refused:
            if is_passing(refused):
                raise
            _log.info("the event of appointment %s is not kept: %s", known.id, kind_of(refused))
            await self._noted(known, event=None, event_at=known.at)

    async def _event(self, known: Appointment) -> int | None:
        """Make Discord's event, or move it; return None where the bot may not."""
        guild = self._client.get_guild(known.guild)
        if guild is None or len(lacking(guild.me.guild_permissions, EVENTS)) == len(EVENTS):
            return None
        start, end = [
            datetime.fromtimestamp(it, UTC).isoformat() for it in (known.at, known.at + EVENT_LASTS)
        ]
        when: Json = {"scheduled_start_time": start, "scheduled_end_time": end}
        if known.event is not None:
            await self._edit_event(known, when)
            return known.event
        # the link is its mark: an event that was made just before a stop is found again by it
        listed = await self._requests.request(partial(self._rest.events, known.guild))
        for told in listed:
            place: Json = told.get("entity_metadata") or {}
            if place.get("location") == known.link:
                return int(told["id"])
        say = await self._say(known)
        made: Json = {
            "name": say("appointment-event"),
            "description": say("appointment-event-about"),
            "privacy_level": discord.PrivacyLevel.guild_only.value,
            "entity_type": discord.EntityType.external.value,
            "entity_metadata": {"location": known.link},
        }
        make = partial(self._rest.make_event, known.guild, made | when)
        return int((await self._requests.request(make))["id"])

    async def _edit_event(self, known: Appointment, changes: Json) -> None:
        event = known.event or 0
        await self._requests.request(partial(self._rest.edit_event, known.guild, event, changes))


def _id_after(name: str) -> str:
    """Return the name of the appointment that follows this one."""
    return sha256(f"after {name}".encode()).hexdigest()[: len(name)]
