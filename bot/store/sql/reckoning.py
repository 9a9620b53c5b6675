"""Takes people out of the results, and makes all standings anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.results.ratings import Rating
from bot.results.result import GameResult
from bot.results.standing import EVERYWHERE
from bot.store.sql import results
from bot.store.sql.ladders import ladders_of, step_off
from bot.store.sql.past_games import Seated, seats_of
from bot.store.sql.session import Session

_FORGET: Final = (
    "UPDATE results SET user_id = NULL WHERE user_id = ?",
    "DELETE FROM standings WHERE user_id = ?",
    "DELETE FROM colours WHERE user_id = ?",
    "DELETE FROM rivals WHERE user_id = ?",
    "DELETE FROM rivals WHERE other_id = ?",
    "DELETE FROM ratings WHERE user_id = ?",
    "DELETE FROM people WHERE user_id = ?",
    "DELETE FROM leavers WHERE user_id = ?",
)


async def forget(db: Session, user: int) -> None:
    """Take a person out of all results; those of the others stay as they are."""
    await db.take_turns()
    for guild, ladder in await ladders_of(db, user):
        await step_off(db, guild, ladder, user)
    for sql in _FORGET:
        await db.do(sql, user)


async def reckon_anew(db: Session) -> int:
    """Make all standings and ratings anew from the results, in the order of the games; how many.

    Whoever is forgotten counts as an opponent who was as good as was known then.
    """
    await db.take_turns()
    kept = await _kept(db)
    for table in ("standings", "rivals", "colours", "ratings", "rungs", "results", "games"):
        await db.do(f"DELETE FROM {table}")  # noqa: S608 - our own names
    for number, (game, ended, strangers) in enumerate(sorted(kept, key=lambda it: it[1]), 1):
        await results.add(db, number, game, ended, strangers)
    return len(kept)


_Kept = tuple[GameResult, float, Mapping[int, Mapping[int, Rating]]]


async def _kept(db: Session) -> list[_Kept]:
    kept: list[_Kept] = []
    games = await db.rows(
        "SELECT number, table_id, guild, ending, ladder, options, journeys, legs, ended"
        " FROM games ORDER BY ended, number"
    )
    for number, table, guild, ending, ladder, options, journeys, legs, ended in games:
        seats = await seats_of(db, number)
        facts = (table, guild, ending, ladder, options, journeys, legs)
        game = GameResult(*facts, seats=tuple([it.result for it in seats]))
        kept.append((game, ended, _strangers(guild, seats)))
    return kept


def _strangers(guild: int, seats: Iterable[Seated]) -> Mapping[int, Mapping[int, Rating]]:
    """How good those were taken to be who are forgotten."""
    found: dict[int, dict[int, Rating]] = {guild: {}, EVERYWHERE: {}}
    for it in seats:
        if it.result.user is not None or not it.result.person:
            continue
        for where, prior in ((guild, it.here), (EVERYWHERE, it.everywhere)):
            if prior is not None:
                found[where][it.result.seat] = prior
    return found
