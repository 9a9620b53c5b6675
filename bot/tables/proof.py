"""The proof that nobody chose the deal: its hash in the lobby, the record after the game."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Final

from bot.tables.table import Table
from engine import Record
from engine.deal import JOIN, LEAVE, WORD, Deal
from engine.moves import parse
from engine.records import LEFT, MODERATOR, NOBODY, OVER, SHORT, broken_off_by

CAPACITY: Final = 2000
"""Tables whose hashes are cached, because each paint of a lobby shows them."""
FILE: Final = "celestia-{id}.json"
REPLAY: Final = "celestia-{id}.html"
"""Names of the files of a finished game: its record, and its replay."""


def deal_of(table: Table) -> Deal:
    """Return the deal of a table, or the one that it would have if the game began now."""
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
    """Return the hash of the secret, which is shown before anybody joins."""
    return _promise(table.secret)


@lru_cache(CAPACITY)
def _promise(secret: str) -> str:
    return sha256(bytes.fromhex(secret)).hexdigest()


def digest_of(table: Table) -> str:
    """Return the first digits of the hash of the deal, as far as the lobby has come."""
    return _digest(deal_of(table))[:SHORT]


@lru_cache(CAPACITY)
def _digest(deal: Deal) -> str:
    return deal.digest


def lobby_counts(table: Table) -> tuple[int, int, int]:
    """Return how often people have sat down in the lobby, got up, and added a word to the deal."""
    went, words = (
        sum(event.startswith(f"{kind} ") for event in table.course) for kind in (LEAVE, WORD)
    )
    return table.course.count(JOIN), went, words


def record(table: Table) -> Record | None:
    """Return the record of a closed table that was replayed; None if no game began."""
    if table.game is None or table.open:
        return None
    moves = [(seat, parse(move)) for seat, move in table.made]
    return Record.of(deal_of(table), table.game, moves, _ending(table))


def _ending(table: Table) -> str:
    """Return how the game ended, or who broke it off."""
    if table.stage == "over":
        return OVER
    if table.stage == "expired":
        return NOBODY
    if table.cancelled_by_moderator:
        return MODERATOR
    return LEFT if table.cancelled_by is None else broken_off_by(table.cancelled_by)
