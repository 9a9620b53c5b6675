"""Finds the table that a command means in its channel."""

from __future__ import annotations

from typing import Final

from bot.board.messages import NEEDS_PEOPLE
from bot.hosting.reader import TableState
from bot.tables.refusals import Refused
from cogs.click import Click

LOST: Final = frozenset(NEEDS_PEOPLE.values())
"""Reasons that make a table's channel unusable, so that its players may go on in another one."""

LOBBIES: Final = 20
"""Closed tables that are searched for the last one at which a game began."""


async def here(click: Click) -> str:
    """Return the open table of this channel, or else one at which the user sits."""
    table = await click.bot.store.open_table_in(click.channel)
    if table is not None:
        return table
    mine = await click.bot.store.open_tables_of(click.user, click.guild)
    if not mine:
        raise Refused("no_table_here")
    return mine[0]


async def seated_here(click: Click) -> TableState | None:
    """Return the table for a user who types and sits at a game there, else None."""
    click.table = await here(click)
    state = await click.glance()
    return None if state.seat is None or state.table.game is None else state


async def of_channel(click: Click) -> str:
    """Return the open table of this channel, for commands that must not reach another one."""
    table = await click.bot.store.open_table_in(click.channel)
    if table is None:
        raise Refused("no_table_here")
    return table


async def to_show(click: Click) -> str:
    """Return the table here, or the last one of this channel if its end is not shown yet.

    Where no table is open, a table of the user that has lost its channel comes first: it can be
    shown in no other way, and a board cannot be requested from an unrelated channel.
    """
    store = click.bot.store
    if await store.open_table_in(click.channel) is None:
        mine = await store.open_tables_of(click.user, click.guild)
        lost = [table for table in mine if click.bot.boards.reason(table) in LOST]
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
    """Return the table here, or else the last finished game of this channel.

    A command shows then what a button below the end of the game shows.
    """
    try:
        return await here(click)
    except Refused:
        last = await click.bot.store.last_table_in(click.channel)
        if last is None or not await _was_played(click, last):
            raise
        return last


async def last_played(click: Click) -> str:
    """Return the last finished game of this channel, even if another table is open there."""
    for table in await click.bot.store.closed_tables_in(click.channel, LOBBIES):
        if await _was_played(click, table):
            return table
    return await of_channel(click)


async def last_of_channel(click: Click) -> str:
    """Return the last table of this channel, open or not."""
    last = await click.bot.store.last_table_in(click.channel)
    if last is None:
        raise Refused("no_table_here")
    return last


async def _was_played(click: Click, table: str) -> bool:
    """Return whether cards were dealt at this table and it can be read."""
    try:
        return (await click.bot.service.look(table, click.guild)).table.game is not None
    except Refused:
        return False
