"""Results as rows: what the transaction in which a game ends adds to all standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.results.ratings import Rating, rated
from bot.results.result import LARGEST, GameResult, SeatResult
from bot.results.standing import ALL_GAMES, EVER, EVERYWHERE, SUMS, Standing, month_of
from bot.store.sql.ladders import clear_idle, put_rating, rating_of
from bot.store.sql.past_games import PRIORS, SEAT_COLUMNS
from bot.store.sql.session import Session, Value

_GAME: Final = """
INSERT INTO games (number, table_id, guild, ended, ending, ladder, options, journeys, legs)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_COLUMNS: Final = ("game", "guild", *SEAT_COLUMNS, *PRIORS)
_SEAT: Final = (
    f"INSERT INTO results ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608 - our own names
)
_ADDED: Final = ", ".join(
    f"{name} = CASE WHEN excluded.{name} > standings.{name}"
    f" THEN excluded.{name} ELSE standings.{name} END"
    if name in LARGEST
    else f"{name} = standings.{name} + excluded.{name}"
    for name in SUMS
)
_STANDING: Final = (
    f"INSERT INTO standings (guild, ladder, period, user_id, {', '.join(SUMS)})"  # noqa: S608 - our own names
    f" VALUES (?, ?, ?, ?, {', '.join('?' * len(SUMS))})"
    f" ON CONFLICT (guild, ladder, period, user_id) DO UPDATE SET {_ADDED}"
)
_RIVAL: Final = """
INSERT INTO rivals (guild, user_id, other_id, games, ahead, behind) VALUES (?, ?, ?, 1, ?, ?)
ON CONFLICT (user_id, guild, other_id) DO UPDATE SET games = rivals.games + 1,
    ahead = rivals.ahead + excluded.ahead, behind = rivals.behind + excluded.behind
"""
_COLOUR: Final = """
INSERT INTO colours (guild, user_id, colour, games) VALUES (?, ?, ?, 1)
ON CONFLICT (user_id, guild, colour) DO UPDATE SET games = colours.games + 1
"""
Ratings = Mapping[int, Rating]
"""By seats."""


async def note_leavers(db: Session, table: str, people: Mapping[int, int]) -> None:
    """Remember that these sat at a table, by their seats."""
    await db.do_all(
        "INSERT INTO leavers (table_id, seat, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(table, seat, user) for seat, user in people.items()],
    )


async def people_of(db: Session, table: str) -> dict[int, int]:
    """Whose the seats of a table are, or were until they left."""
    found: dict[int, int] = {}
    for source in ("leavers", "players"):
        sql = f"SELECT seat, user_id FROM {source} WHERE table_id = ?"  # noqa: S608 - one of two names
        found.update(dict(await db.rows(sql, table)))
    return found


async def keep(db: Session, game: GameResult, now: float) -> None:
    """Keep the result of a game that ends now, with all that follows from it; once."""
    await db.take_turns()
    _, ended = await _last(db)
    await keep_old(db, game, max(now, ended))


async def keep_old(db: Session, game: GameResult, ended: float) -> None:
    """Keep the result of a game that ended then, after all others that are kept."""
    await db.take_turns()
    if await db.row("SELECT 1 FROM games WHERE table_id = ?", game.table):
        return
    number, _ = await _last(db)
    await add(db, number + 1, game.with_users(await people_of(db, game.table)), ended)


async def _last(db: Session) -> tuple[int, float]:
    """The number of the last game, and when it ended."""
    found = await db.row("SELECT number, ended FROM games ORDER BY number DESC LIMIT 1")
    return (found[0], found[1]) if found else (0, 0.0)


async def add(
    db: Session,
    number: int,
    game: GameResult,
    ended: float,
    strangers: Mapping[int, Mapping[int, Rating]] | None = None,
) -> None:
    """Keep this result, and add it to all standings.

    ``strangers`` are the ratings of seats whose people are forgotten, by server.
    """
    before = {
        guild: {**await ratings_before(db, guild, game), **(strangers or {}).get(guild, {})}
        for guild in _places(game)
    }
    facts = (game.table, game.guild, ended, game.ending, game.ladder, game.options)
    await db.do(_GAME, number, *facts, game.journeys, game.legs)
    await db.do_all(_SEAT, [_row(number, game, seat, before) for seat in game.seats])
    if not game.finished:
        return
    people = [seat for seat in game.seats if seat.user is not None]
    for guild in _places(game):
        await _add_to_standings(db, guild, game, people, ended)
        await _rate(db, guild, game, before[guild], ended)


def _places(game: GameResult) -> tuple[int, ...]:
    """Where a game counts: in its server, unless that is forgotten, and everywhere."""
    return (game.guild, EVERYWHERE) if game.guild != EVERYWHERE else (EVERYWHERE,)


def _row(
    number: int, game: GameResult, seat: SeatResult, before: Mapping[int, Ratings]
) -> tuple[Value, ...]:
    priors: list[float | None] = []
    here: Ratings = before[game.guild] if game.guild != EVERYWHERE else {}
    for ratings in (here, before[EVERYWHERE]):
        known = ratings.get(seat.seat)
        priors += [known.mu, known.sigma] if known else [None, None]
    facts = (seat.seat, seat.user, seat.computer, int(seat.person), int(seat.left), seat.rank)
    came_to = (seat.points, seat.treasures, seat.character, *seat.deeds.values())
    return (number, game.guild, *facts, *came_to, *priors)


async def _add_to_standings(
    db: Session, guild: int, game: GameResult, people: Iterable[SeatResult], ended: float
) -> None:
    ladders = {ALL_GAMES, game.ladder}
    keys = sorted((ladder, period) for ladder in ladders for period in (EVER, month_of(ended)))
    # always in the same order, so that two transactions never wait for each other
    ranked = sorted(people, key=lambda seat: seat.user or 0)
    for ladder, period in keys:
        rows = [(guild, ladder, period, seat.user, *Standing.of(seat, game).row) for seat in ranked]
        await db.do_all(_STANDING, rows)
    pairs = [(one, other) for one in ranked for other in ranked if one is not other]
    await db.do_all(_RIVAL, [(guild, *_meeting(one, other)) for one, other in pairs])
    played = [(guild, seat.user, seat.character) for seat in ranked if seat.character]
    await db.do_all(_COLOUR, played)


def _meeting(one: SeatResult, other: SeatResult) -> tuple[int | None, int | None, int, int]:
    """Who met whom, and who came first: whoever left comes behind all who stayed."""
    mine, theirs = (one.left, one.rank), (other.left, other.rank)
    return one.user, other.user, int(mine < theirs), int(mine > theirs)


async def ratings_before(db: Session, guild: int, game: GameResult) -> dict[int, Rating]:
    """How good the people of a game on a ladder are taken to be, by their seats."""
    if not (game.ladder and game.finished):
        return {}
    return {
        seat: await rating_of(db, guild, game.ladder, user) for seat, user in _users(game).items()
    }


async def _rate(db: Session, guild: int, game: GameResult, before: Ratings, ended: float) -> None:
    users, after = _users(game), rated(game, before, ended)
    for seat in sorted(users, key=lambda seat: users[seat]):
        if seat in after:
            await put_rating(db, guild, game.ladder, users[seat], after[seat])
    if after:
        await clear_idle(db, guild, game.ladder, ended)


def _users(game: GameResult) -> dict[int, int]:
    """The people whose names are known, by their seats."""
    return {seat.seat: seat.user for seat in game.seats if seat.user is not None}
