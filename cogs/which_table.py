"""Which table a command means in the channel where somebody gives it."""

from __future__ import annotations

from typing import Final

from bot.board.messages import NEEDS_PEOPLE
from bot.tables.refusals import Refused
from cogs.click import Click

LOST: Final = frozenset(NEEDS_PEOPLE.values())
"""Why a table's channel cannot be used. Then its players may go on in another one."""

LOBBIES: Final = 20
"""So many tables at which no game began may lie before the last one that was played."""


async def here(click: Click) -> str:
    """The open table of this channel, or else the one at which the user sits."""
    table = await click.bot.store.open_table_in(click.channel)
    if table is not None:
        return table
    mine = await click.bot.store.open_tables_of(click.user, click.guild)
    if not mine:
        raise Refused("no_table_here")
    return mine[0]


async def of_channel(click: Click) -> str:
    """The open table of this very channel: nobody joins another one, or ends one, by it."""
    table = await click.bot.store.open_table_in(click.channel)
    if table is None:
        raise Refused("no_table_here")
    return table


async def to_show(click: Click) -> str:
    """The table here, or the last one of this channel if its end could not be shown yet.

    Of the tables at which the user sits, one that has lost its channel comes first: it can be shown
    in no other way, and nobody asks for another one's board in a third channel.
    """
    store = click.bot.store
    if await store.open_table_in(click.channel) is None:
        mine = await store.open_tables_of(click.user, click.guild)
        lost = [table for table in mine if click.bot.painter.blocked.get(table) in LOST]
        if lost:
            return lost[0]
    try:
        return await here(click)
    except Refused:
        last = await store.last_table_in(click.channel)
        if last is None or not await store.pages_to_paint(last):
            raise
        return last


async def to_read(click: Click) -> str:
    """The table here, or else the last game of this channel, which is over.

    A command shows what a button below the end of a game shows.
    """
    try:
        return await here(click)
    except Refused:
        last = await click.bot.store.last_table_in(click.channel)
        if last is None or not await _was_played(click, last):
            raise
        return last


async def last_played(click: Click) -> str:
    """The last game of this channel that is over, whatever goes on there by now."""
    for table in await click.bot.store.closed_tables_in(click.channel, LOBBIES):
        if await _was_played(click, table):
            return table
    return await of_channel(click)


async def last_of_channel(click: Click) -> str:
    """The last table of this channel, open or not."""
    last = await click.bot.store.last_table_in(click.channel)
    if last is None:
        raise Refused("no_table_here")
    return last


async def _was_played(click: Click, table: str) -> bool:
    """Were cards dealt at this table, and can it be read?"""
    try:
        return (await click.bot.service.look(table, click.guild)).table.game is not None
    except Refused:
        return False
