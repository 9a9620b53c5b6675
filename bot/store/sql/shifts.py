"""What a game did to ratings, told from how good its people were taken to be before it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.results.ratings import rated
from bot.results.result import GameResult
from bot.results.standing import Shift
from bot.store.sql.ladders import is_hidden, rating_of
from bot.store.sql.past_games import seats_of
from bot.store.sql.session import Session


async def shifts_by(db: Session, table: str) -> Mapping[int, Shift]:
    """What the game of this table did to the ratings in its server, by the seats of its people."""
    found = await db.row(
        "SELECT number, table_id, guild, ending, ladder, options, journeys, legs, ended"
        " FROM games WHERE table_id = ?",
        table,
    )
    if found is None:
        return {}
    number, *facts, ended = found
    seats = await seats_of(db, number)
    game = GameResult(*facts, seats=tuple([it.result for it in seats]))
    before = {it.result.seat: it.here for it in seats if it.here is not None}
    after = rated(game, before, ended)
    shifts: dict[int, Shift] = {}
    for it in game.seats:
        if it.seat not in after or it.user is None or await is_hidden(db, it.user):
            continue
        now = await rating_of(db, game.guild, game.ladder, it.user)
        shifts[it.seat] = Shift(before[it.seat].shown, after[it.seat].shown, now.provisional)
    return shifts
