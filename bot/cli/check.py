"""``python -m bot check``: whether the bot could start, one line for each requirement.

With a file: whether that is a copy of a database on which a bot could run.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
import discord

from bot import console, log
from bot.cli.failure import why_not
from bot.discord import limits, permissions
from bot.discord.circuit_breaker import pause_after
from bot.discord.names import plain_name
from bot.errors import report
from bot.settings import Settings, SettingsError, cautions, load
from bot.store.address import Address
from bot.store.backends import maintenance_at
from bot.store.errors import DatabaseBroken, StoreError
from bot.store.integrity import sentences
from bot.store.maintenance import Inspection

MAX_SERVERS: Final = 200
"""Servers that are checked for permissions, at most."""
INCONCLUSIVE: Final = (aiohttp.ClientError, OSError, discord.HTTPException, KeyError)
"""Errors of a request to Discord that prove no fault of the bot. discord.py raises `KeyError` where
Discord blocks this machine."""
_LOGIN_TIMEOUT: Final = 2 * limits.EDIT_TIMEOUT
"""Seconds for all requests to Discord together."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    well: bool
    what: str

    def __str__(self) -> str:
        return (console.OK if self.well else console.FAULT).format(what=self.what)


async def check(file: Path | None = None) -> int:
    """Check everything, print the findings, and return the exit code."""
    log.start("ERROR")  # libraries warn about features that the bot does not use
    well = True
    try:
        async for finding in findings() if file is None else findings_in(file):
            print(finding, flush=True)
            well = well and finding.well
    except Exception as error:  # the last door, as in `bot.cli.main`
        report(console.UNEXPECTED, error)
        return 1
    return 0 if well else 1


async def findings() -> AsyncIterator[Finding]:
    """Check settings, database and Discord, in this order; each needs the one before."""
    try:
        settings = load()
    except SettingsError as error:
        for fault in error.faults:
            yield Finding(False, fault)
        yield Finding(False, console.UNTRIED)
        return
    yield Finding(True, console.SETTINGS_OK)
    for caution in cautions(settings):
        yield Finding(True, console.CAUTION.format(what=caution))
    for finding in await _database(settings.database):
        yield finding
    for finding in await _discord(settings):
        yield finding


async def findings_in(file: Path) -> AsyncIterator[Finding]:
    """Check that this copy is intact, without changing it."""
    copy = maintenance_at(Address.of_file(file))
    try:
        found = await asyncio.to_thread(copy.inspect_copy)
    except StoreError as error:
        yield Finding(False, why_not(error, file, {DatabaseBroken: console.COPY_BROKEN}))
        return
    for finding in _about(found, file, console.COPY_OK):
        yield finding


def remedy(error: Exception, database: Address) -> str | None:
    """Return what to do about an error that ends the bot, in one line; None if unknown."""
    match error:
        case StoreError():
            return why_not(error, database)
        case discord.LoginFailure() | discord.ConnectionClosed(code=limits.AUTHENTICATION_FAILED):
            return console.LOGIN_REFUSED
        case discord.PrivilegedIntentsRequired():
            return console.BAD_INTENTS
        case discord.ConnectionClosed(code=code) if code in limits.BAD_INTENTS:
            return console.BAD_INTENTS
        case discord.ConnectionClosed(code=limits.TOO_FEW_SHARDS):
            return console.TOO_FEW_SHARDS
        case discord.ConnectionClosed(code=code):
            return console.CLOSED.format(code=code)
        case _ if (pause := pause_after(error)) is not None:
            return console.SHUT_OUT.format(seconds=pause)
        case discord.HTTPException() | discord.GatewayNotFound():
            return console.REFUSED.format(why=_on_one_line(error))
        case aiohttp.ClientError() | ConnectionError() | TimeoutError():
            return console.UNREACHABLE.format(why=_on_one_line(error))
        case _:
            return None


def _on_one_line(error: Exception) -> str:
    return log.redact(" ".join(str(error).split())) or type(error).__name__


async def _database(database: Address) -> list[Finding]:
    """Read all of the database, without making or changing a file.

    The check may run as another user than the bot, who could not open files made here.
    """
    try:
        found = await asyncio.to_thread(maintenance_at(database).inspect)
    except StoreError as error:
        return [Finding(False, why_not(error, database))]
    if found is None:
        place = database if database.server else database.file.resolve()
        words = console.NO_DATABASE_YET.format(path=place)
        return [Finding(True, console.CAUTION.format(what=words))]
    if found.is_played_on:
        return _about(found, database, console.DATABASE_PLAYED_ON)
    words = console.DATABASE_OLDER if found.migrations else console.DATABASE_OK
    return _about(found, database, words)


def _about(found: Inspection, path: object, words: str) -> list[Finding]:
    """Return a finding for each damage, a handful at most, or that there is none."""
    lines = [console.DAMAGED.format(path=path, what=it) for it in sentences(found.damages)]
    faults = [Finding(False, line) for line in lines]
    well = words.format(path=path, holdings=found.holdings, count=found.migrations)
    return faults or [Finding(True, well)]


async def _discord(settings: Settings) -> list[Finding]:
    """Check the token and the permissions. An unreachable Discord is not a fault."""
    if settings.token is None:
        return [Finding(True, console.LOGIN_UNSET)]
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(_LOGIN_TIMEOUT), client:
            await client.login(settings.token.get_secret_value())
            return [*_application(client), *_servers(client, await _guilds(client))]
    except discord.LoginFailure:
        return [Finding(False, console.LOGIN_REFUSED)]
    except INCONCLUSIVE as error:
        pause = pause_after(error)
        if isinstance(error, KeyError) and pause is None:
            raise
        why = _on_one_line(error) if pause is None else console.SHUT_OUT.format(seconds=pause)
        return [Finding(True, console.LOGIN_UNTRIED.format(why=why))]


def _application(client: discord.Client) -> Iterator[Finding]:
    name = plain_name(client.user.name) if client.user else ""
    yield Finding(True, console.LOGIN_OK.format(name=name))
    if client.application and client.application.interactions_endpoint_url:
        yield Finding(False, console.ENDPOINT_SET)


async def _guilds(client: discord.Client) -> list[tuple[str, discord.Permissions]]:
    """Return the names of the bot's servers, each with the bot's permissions in it."""
    # discord.py has no public way to these permissions without a connection to the gateway.
    found = await client.http.get_guilds(MAX_SERVERS, with_counts=False)
    given = [(guild["name"], guild.get("permissions", "0")) for guild in found]
    return [(name, discord.Permissions(int(bits))) for name, bits in given]


def _servers(
    client: discord.Client, guilds: list[tuple[str, discord.Permissions]]
) -> Iterator[Finding]:
    invite = permissions.invite(client.application_id or 0)
    if not guilds:
        yield Finding(True, console.NO_SERVERS.format(invite=invite))
        return
    lacks = [(name, permissions.lacking(given, permissions.NEEDED)) for name, given in guilds]
    for name, lacking in lacks:
        if lacking:
            said = ", ".join(lacking)
            words = console.LACKS.format(name=plain_name(name), permissions=said, invite=invite)
            yield Finding(False, words)
    if not any(lacking for _, lacking in lacks):
        yield Finding(True, console.PERMISSIONS_OK.format(servers=len(guilds)))
