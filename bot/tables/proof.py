"""What proves that nobody chose the deal: what the lobby shows of it, the record after the game."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Final

from bot.tables.table import Table
from engine import Record
from engine.deal import JOIN, LEAVE, Deal
from engine.moves import parse
from engine.records import LEFT, MODERATOR, NOBODY, OVER, SHORT, broken_off_by

KNOWN: Final = 2000
"""So many tables are remembered with what is shown of their deals again and again."""
FILE: Final = "celestia-{id}.json"
REPLAY: Final = "celestia-{id}.html"
"""Files of a game that is over: its record, and its replay."""


def deal_of(table: Table) -> Deal:
    """All that the deal of this table comes from, or would come from if it began now."""
    options = table.options
    if options.characters is not None:
        options = replace(options, characters=None)
    if table.game is None:
        options = replace(options, first_captain=None if table.captain_by_lot else table.host)
    chosen = tuple([chair.colour for chair in table.chairs])
    return Deal(
        secret=table.secret,
        seats=len(table.chairs),
        options=options,
        chosen=chosen if any(chosen) else (),
        course=tuple(table.course),
        start=table.start,
    )


def promise_of(table: Table) -> str:
    """The hash of the secret, which was shown before anybody joined."""
    return _promise(table.secret)


@lru_cache(KNOWN)
def _promise(secret: str) -> str:
    return sha256(bytes.fromhex(secret)).hexdigest()


def digest_of(table: Table) -> str:
    """The first digits of what the lobby has come to so far."""
    return _digest(deal_of(table))[:SHORT]


@lru_cache(KNOWN)
def _digest(deal: Deal) -> str:
    return deal.digest


def came_and_went(table: Table) -> tuple[int, int]:
    """How often people have sat down in the lobby, and how often they have got up."""
    went = sum(event.startswith(f"{LEAVE} ") for event in table.course)
    return table.course.count(JOIN), went


def record(table: Table) -> Record | None:
    """The record of a table that is closed, from its whole log; None if no game began."""
    if table.game is None or table.open:
        return None
    moves = [(seat, parse(move)) for seat, move in table.made]
    return Record.of(deal_of(table), table.game, moves, _ending(table))


def _ending(table: Table) -> str:
    """How the game ended, or who broke it off."""
    if table.stage == "over":
        return OVER
    if table.stage == "expired":
        return NOBODY
    if table.cancelled_by_moderator:
        return MODERATOR
    return LEFT if table.cancelled_by is None else broken_off_by(table.cancelled_by)
