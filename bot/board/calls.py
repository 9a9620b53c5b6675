"""Calls players to a lobby: those who asked for it, seldom, and not longer than it waits.

A call is stored before it is posted, and posted with a nonce; a start goes on with what a stop has
interrupted. Who wants to be called has a role, where the bot may give one, or is on a list.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

import discord

from bot.background import Background
from bot.board.requests import NOT_DONE, Requests, once
from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import NONCE_KNOWN
from bot.discord.permissions import ALL_ROLES, ROLES, lacking
from bot.discord.rest import Json, Rest, body
from bot.errors import kind_of, report
from bot.hosting.reader import TableState
from bot.hosting.servers import Servers
from bot.hosting.service import TableService
from bot.pages.call import call_page, host_page
from bot.pages.views import table_view
from bot.store.calls import HOST, MOST_NAMED, PLAYERS, Call
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.tables.lobby import in_lobby
from bot.tables.refusals import Refused
from bot.tables.table import Table
from bot.words import catalogue

EVERY: Final = 6 * 3600.0
"""Seconds between two calls in a server."""
AWAY: Final = 5 * 60.0
"""Seconds after which the host of a lobby may be away."""

_log = logging.getLogger(__name__)


class Calls:
    """Keeps who is called, posts calls, and takes them back."""

    def __init__(
        self,
        store: Store,
        rest: Rest,
        requests: Requests,
        service: TableService,
        servers: Servers,
        guild: Callable[[int], discord.Guild | None],
    ) -> None:
        self._store: Final = store
        self._rest: Final = rest
        self._requests: Final = requests
        self._service: Final = service
        self._servers: Final = servers
        self._guild: Final = guild
        self._background: Final = Background("calls")

    async def close(self) -> None:
        """Stop; the next start takes back what is left."""
        await self._background.close()

    # --- who is called -------------------------------------------------------------------------

    async def wants(self, guild: int, user: int) -> None:
        """Call this user from now on: by a role, or by name where the bot may give none."""
        known = self._guild(guild)
        if known is None or known.unavailable:
            raise Refused("not_told_now")
        if not lacking(known.me.guild_permissions, ROLES):
            try:
                role = await self._role(known)
                await self._requests.request(partial(self._rest.give_role, guild, user, role))
            except NOT_DONE as fault:
                if not _is_refusal(fault):
                    raise Refused("not_told_now") from None
                _log.info("no role is given in server %s: %s", guild, kind_of(fault))
            else:
                return
        if not await self._store.calls.add_named(guild, user):
            raise Refused("too_many_named", most=MOST_NAMED)

    async def wants_no_more(self, guild: int, user: int) -> None:
        """Call this user no more."""
        await self._store.calls.remove_named(guild, user)
        role = await self._store.calls.role(guild)
        if role:
            try:
                await self._requests.request(partial(self._rest.take_role, guild, user, role))
            except NOT_DONE as fault:
                if not _is_refusal(fault):
                    raise Refused("not_told_now") from None

    async def _role(self, guild: discord.Guild) -> int:
        """Return the role of this server; one that was deleted is made anew."""
        async with self._service.lock(f"role of {guild.id}"):
            role = await self._store.calls.role(guild.id)
            if role and guild.get_role(role) is not None:
                return role
            say = catalogue(await self._servers.language_of(guild.id, guild.preferred_locale))
            name = say("call-role")
            # a stop may have come between the role and the note of it
            found = [it.id for it in guild.roles if it.name == name and not it.managed]
            if found:
                role = found[0]
            else:
                pings = lacking(guild.me.guild_permissions, ALL_ROLES)
                made: Json = {"name": name, "permissions": 0, "mentionable": bool(pings)}
                make = partial(self._rest.make_role, guild.id, made)
                role = int((await self._requests.request(make))["id"])
            await self._store.calls.set_role(guild.id, role)
            return role

    # --- calls ---------------------------------------------------------------------------------

    async def call(self, table: str, guild: int, channel: int) -> None:
        """Call players to this lobby; raise `Refused` where that is not possible now."""
        if not (await self._store.server(guild)).calls:
            raise Refused("calls_are_off")
        async with self._lock(table):
            earlier = (await self._store.calls.of(table)).get(PLAYERS)
            if earlier is not None:
                if not self._can_post(earlier):
                    raise Refused("called_already")
                await self._post(earlier)
                return
            role, named = await self._called(guild)
            if not role and not named:
                raise Refused("nobody_wants_calls")
            now = self._service.now()
            again = await self._store.calls.begin(table, guild, channel, now, EVERY)
            if again is not None:
                raise Refused("called_lately", when=f"<t:{round(again)}:R>")
            await self._post((await self._store.calls.of(table))[PLAYERS])

    async def tell_host(self, table: Table, user: int) -> None:
        """Ping the host once, when the table is full, or somebody comes to one who may be away."""
        host = table.people.get(table.host)
        full = len(table.chairs) == table.places
        waited = self._service.now() - table.opened >= AWAY
        if host in (None, user) or not (full or waited):
            return
        if await self._store.calls.is_quiet_host(host):
            return
        now = self._service.now()
        async with self._lock(table.id):
            if await self._store.calls.begin_for_host(table.id, table.channel, now):
                call = (await self._store.calls.of(table.id))[HOST]
                with suppress(Refused):  # the lobby says it, too
                    await self._post(call)

    async def _called(self, guild: int) -> tuple[int, list[int]]:
        """Return the role and the users that a call pings."""
        known, role = self._guild(guild), await self._store.calls.role(guild)
        # it is unknown in a server of which Discord has not told yet
        there = known is None or known.unavailable or known.get_role(role) is not None
        return role if there else 0, await self._store.calls.named(guild)

    def _lock(self, table: str) -> asyncio.Lock:
        return self._service.lock(f"calls of {table}")

    def _can_post(self, call: Call) -> bool:
        """Return whether a call can be posted, though it may have been: once more is the same."""
        return call.is_pending and self._service.now() - call.begun <= NONCE_KNOWN

    async def _post(self, call: Call) -> None:
        """Post the call, or note that it cannot be posted."""
        state = await self._service.peek(call.table)
        in_lobby(state.table)
        try:
            message = await self._posted(call, state, pings=True)
        except NOT_DONE as fault:
            if _is_refusal(fault):
                await self._store.calls.end(call)
            _log.warning("the call for table %s was not posted: %s", call.table, kind_of(fault))
            raise Refused("not_called") from None
        await self._store.calls.note_posted(call, message)

    async def _posted(self, call: Call, state: TableState, *, pings: bool) -> int:
        """Post the message of a call unless Discord has it already; return its number."""
        shown, say = table_view(state.table), catalogue(state.table.language)
        role = 0
        if call.kind == PLAYERS:
            role, named = await self._called(state.stored.guild)
            content = call_page(shown, say, role, named)
        else:
            content = host_page(shown, say)
        message = body(
            content.components,
            pings=content.mentions if pings else (),
            roles=[role] if role and pings else (),
        )
        named_once = message | once(f"call {call.kind} {call.table}")
        return int((await self._requests.post(call.channel, named_once))["id"])

    def lobby_ended(self, table: str) -> None:
        """Take the call of this table back, in the background."""
        self._background.begin(self._end(table))

    async def _end(self, table: str) -> None:
        try:
            async with self._lock(table):
                for call in (await self._store.calls.of(table)).values():
                    await self._take_back(call, await self._service.peek(table))
        except Refused as refused:
            _log.warning("the call for table %s stays: %s", table, refused.code)
        except StoreError as fault:
            _log.warning("the call for table %s stays: %s", table, fault.code)
        except Exception as fault:
            report("a call for players", fault)

    async def _take_back(self, call: Call, state: TableState) -> None:
        """Delete the message of a call, unless that is done."""
        if call.is_over:
            return
        try:
            message = call.message
            if self._can_post(call):  # only Discord knows whether it was, and under which number
                message = await self._posted(call, state, pings=False)
            if message is not None:
                await self._requests.delete(call.channel, message)
        except NOT_DONE as fault:
            if not _is_refusal(fault):
                _log.warning("the call for table %s stays: %s", call.table, kind_of(fault))
                return
        await self._store.calls.end(call)

    async def resume(self) -> None:
        """Go on with the calls that a stop has interrupted."""
        for table in dict.fromkeys(it.table for it in await self._store.calls.unfinished()):
            try:
                async with self._lock(table):
                    await self._resume(table)
            except Refused as refused:
                _log.info("the call for table %s waits: %s", table, refused.code)

    async def _resume(self, table: str) -> None:
        state = await self._service.peek(table)
        for call in (await self._store.calls.of(table)).values():
            if state.table.stage != "lobby":
                await self._take_back(call, state)
            elif self._can_post(call):
                await self._post(call)
            elif call.is_pending:
                await self._store.calls.end(call)


def _is_refusal(fault: Exception) -> bool:
    """Return whether Discord has refused a request for good."""
    return isinstance(fault, discord.HTTPException) and not is_passing(fault)
