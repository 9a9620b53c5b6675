"""Results as rows: the transaction in which a game ends adds to all standings and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.results.ratings import IDLE, Rating, is_decided, rated
from bot.results.result import DEEDS, LARGEST, GameResult, SeatResult
from bot.results.standing import ALL_GAMES, EVER, EVERYWHERE, SUMS, Standing, month_of
from bot.store.sql import seals
from bot.store.sql.catalogue import DELETE_RESULTS, FORGET_USER
from bot.store.sql.session import Session, Value, insert, statement

RUNG: Final = 25
"""Points of a rating that make one rung of a ladder."""
IDLE_PER_GAME: Final = 20
"""Idle users who are taken off a ladder after one game: more than one game can add."""

SEAT_COLUMNS: Final = (
    "seat",
    "user_id",
    "computer",
    "is_person",
    "has_left",
    "rank",
    "points",
    "treasures",
    "colour",
    "kicked_at",
    "share",
    *DEEDS,
)
PRIORS: Final = (
    *("mu_here", "sigma_here", "mu_everywhere", "sigma_everywhere"),
    *("decided_here", "decided_everywhere"),
)
"""Columns with the ratings before the game, and the seats that do not count as opponents."""
SHOWN_AFTER: Final = "shown_after"
"""The column with the rating that is shown in the server after the game."""
GAME_COLUMNS: Final = (
    "number",
    "table_id",
    "guild",
    "ending",
    "ladder",
    "options",
    "journeys",
    "legs",
    "can_gain",
    "ended",
)
_SAME_NAMES: Final = (
    "seat",
    "computer",
    "rank",
    "points",
    "treasures",
    "kicked_at",
    "share",
    *DEEDS,
)
"""Columns named as in `SeatResult`."""

_SEATS: Final = statement(
    "SELECT {columns} FROM results WHERE game = ? ORDER BY seat",
    columns=(*SEAT_COLUMNS, *PRIORS, SHOWN_AFTER),
)
_GAMES: Final = statement(
    "SELECT {columns} FROM games ORDER BY ended, number", columns=GAME_COLUMNS
)
_GAME_TO_SEAL: Final = statement(
    "SELECT {columns} FROM games WHERE number = ?", columns=GAME_COLUMNS[1:]
)
_SEATS_TO_SEAL: Final = statement(
    "SELECT {columns} FROM results WHERE game = ? ORDER BY seat",
    columns=("guild", *SEAT_COLUMNS, *PRIORS, SHOWN_AFTER),
)
_SEAL: Final = "SELECT seal FROM games WHERE number = ?"
_SET_SEAL: Final = "UPDATE games SET seal = ? WHERE number = ?"
_DELETE_GAME: Final = (
    "DELETE FROM results WHERE game = ?",
    "DELETE FROM games WHERE number = ?",
)
_GAMES_OF: Final = "SELECT DISTINCT game FROM results WHERE user_id = ?"
_LAST: Final = "SELECT number, ended FROM games ORDER BY number DESC LIMIT 1"
_IS_KEPT: Final = "SELECT 1 FROM games WHERE table_id = ?"
_PUT_GAME: Final = insert("games", GAME_COLUMNS)
_PUT_SEAT: Final = insert("results", ("game", "guild", *SEAT_COLUMNS, *PRIORS, SHOWN_AFTER))
_ADD_LARGEST: Final = (
    "{name} = CASE WHEN excluded.{name} > standings.{name}"
    " THEN excluded.{name} ELSE standings.{name} END"
)
_ADD_SUM: Final = "{name} = standings.{name} + excluded.{name}"
_ADD_STANDING: Final = statement(
    "{insert} ON CONFLICT (guild, ladder, period, user_id) DO UPDATE SET {added}",
    insert=insert("standings", ("guild", "ladder", "period", "user_id", *SUMS)),
    added=[statement(_ADD_LARGEST if name in LARGEST else _ADD_SUM, name=name) for name in SUMS],
)
_ADD_RIVAL: Final = """
INSERT INTO rivals (guild, user_id, other_id, games, ahead, behind) VALUES (?, ?, ?, 1, ?, ?)
ON CONFLICT (user_id, guild, other_id) DO UPDATE SET games = rivals.games + 1,
    ahead = rivals.ahead + excluded.ahead, behind = rivals.behind + excluded.behind
"""
_MET: Final = """
SELECT user_id, other_id, games, ahead, behind FROM rivals
WHERE guild = ? AND user_id IN ({marks}) AND other_id IN ({others})
"""
_ADD_COLOUR: Final = """
INSERT INTO colours (guild, user_id, colour, games) VALUES (?, ?, ?, 1)
ON CONFLICT (user_id, guild, colour) DO UPDATE SET games = colours.games + 1
"""
_NOTE_LEAVER: Final = """
INSERT INTO leavers (table_id, seat, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
"""
_LEAVERS: Final = "SELECT seat, user_id FROM leavers WHERE table_id = ?"
_PLAYERS: Final = "SELECT seat, user_id FROM players WHERE table_id = ?"

_RATING: Final = """
SELECT mu, sigma, games, last FROM ratings WHERE guild = ? AND ladder = ? AND user_id = ?
"""
_SET_RATING: Final = """
INSERT INTO ratings (guild, ladder, user_id, mu, sigma, games, last, shown)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (guild, ladder, user_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games, last = excluded.last, shown = excluded.shown
"""
_ADD_TO_RUNG: Final = """
INSERT INTO rungs (guild, ladder, rung, people) VALUES (?, ?, ?, ?)
ON CONFLICT (guild, ladder, rung) DO UPDATE SET people = rungs.people + excluded.people
"""
_SHOWN: Final = "SELECT shown FROM ratings WHERE guild = ? AND ladder = ? AND user_id = ?"
_IDLE: Final = """
SELECT user_id FROM ratings WHERE guild = ? AND ladder = ? AND shown IS NOT NULL
AND last < ? ORDER BY last LIMIT ?
"""
_OFF_LADDER: Final = """
UPDATE ratings SET shown = NULL WHERE guild = ? AND ladder = ? AND user_id = ?
"""
_LADDERS: Final = "SELECT guild, ladder FROM ratings WHERE user_id = ?"
_SET_HIDDEN: Final = """
INSERT INTO people (user_id, is_hidden) VALUES (?, ?)
ON CONFLICT (user_id) DO UPDATE SET is_hidden = excluded.is_hidden
"""
_HIDDEN: Final = "SELECT is_hidden FROM people WHERE user_id = ?"

Ratings = Mapping[int, Rating]
"""By seat."""


class Opponents(NamedTuple):
    """The ratings of a game's people in a server, and which of them are no opponents."""

    ratings: Ratings
    decided: frozenset[frozenset[int]]
    """Pairs of seats that do not count as opponents."""

    def with_forgotten(self, gone: Opponents | None) -> Opponents:
        """Return the same with users who are forgotten."""
        if gone is None:
            return self
        return Opponents({**self.ratings, **gone.ratings}, self.decided | gone.decided)

    def bits_of(self, seat: int) -> int:
        """Return the seats that are no opponents of a seat, as bits."""
        return sum(1 << other for pair in self.decided if seat in pair for other in pair - {seat})


NO_OPPONENTS: Final = Opponents({}, frozenset())


class Seated(NamedTuple):
    """A seat of a game, with the ratings of its user before it if the game is rated."""

    result: SeatResult
    here: Rating | None
    everywhere: Rating | None
    decided_here: int
    """Seats that do not count as opponents, as bits."""
    decided_everywhere: int
    shown_after: int | None
    """The rating that is shown in the server after it, if the game changed it."""

    def before(self, guild: int) -> Rating | None:
        """Return the rating in a server, or over all servers."""
        return self.everywhere if guild == EVERYWHERE else self.here

    def decided(self, guild: int) -> int:
        """Return the seats that do not count as opponents there, as bits."""
        return self.decided_everywhere if guild == EVERYWHERE else self.decided_here


# --- reading --------------------------------------------------------------------------------------


async def seats_of(db: Session, number: int) -> list[Seated]:
    """Return the seats of a game."""
    return [_seat(row) for row in await db.rows(_SEATS, number)]


def _seat(row: tuple[Any, ...]) -> Seated:
    values = dict(zip((*SEAT_COLUMNS, *PRIORS, SHOWN_AFTER), row, strict=True))
    here = _rating(values["mu_here"], values["sigma_here"])
    everywhere = _rating(values["mu_everywhere"], values["sigma_everywhere"])
    seat = SeatResult(
        **{name: values[name] for name in _SAME_NAMES},
        character=values["colour"],
        user=values["user_id"],
        person=bool(values["is_person"]),
        left=bool(values["has_left"]),
    )
    decided = (values["decided_here"], values["decided_everywhere"])
    return Seated(seat, here, everywhere, *decided, values[SHOWN_AFTER])


def _rating(mu: float | None, sigma: float | None) -> Rating | None:
    return None if mu is None or sigma is None else Rating(mu, sigma)


async def read_game(db: Session, row: Sequence[Any]) -> tuple[GameResult, float, Sequence[Seated]]:
    """Return the game of a row of `GAME_COLUMNS`, when it ended, and its seats."""
    number, *facts, ended = row
    seats = await seats_of(db, number)
    return GameResult(*facts, seats=tuple([it.result for it in seats])), ended, seats


async def people_of(db: Session, table: str) -> dict[int, int]:
    """Return the users of a table by seat, leavers included."""
    return dict(await db.rows(_LEAVERS, table)) | dict(await db.rows(_PLAYERS, table))


# --- seals ----------------------------------------------------------------------------------------


async def is_sealed(db: Session, number: int) -> bool:
    """Return whether a game's rows are those that were written. Those of earlier versions have no
    seal until they are computed anew."""
    return await db.row(_SEAL, number) in (("",), (await _sealed(db, number),))


async def seal(db: Session, number: int) -> None:
    """Write the hash of a game's rows."""
    await db.do(_SET_SEAL, await _sealed(db, number), number)


async def _sealed(db: Session, number: int) -> str:
    game = await db.rows(_GAME_TO_SEAL, number)
    seats = await db.rows(_SEATS_TO_SEAL, number)
    return seals.digest("result", *[value for row in (*game, *seats) for value in row])


# --- a game that ends -----------------------------------------------------------------------------


async def note_leavers(db: Session, table: str, people: Mapping[int, int]) -> None:
    """Remember the users who left these seats of a table."""
    await db.do_all(_NOTE_LEAVER, [(table, seat, user) for seat, user in people.items()])


async def keep(db: Session, game: GameResult, now: float) -> None:
    """Store the result of a game that ends now, and all that follows from it; once."""
    await db.lock_globally()
    _, ended = await _last(db)
    await keep_old(db, game, max(now, ended))


async def keep_old(db: Session, game: GameResult, ended: float) -> None:
    """Store the result of a game that ended then, numbered after all stored ones; once."""
    await db.lock_globally()
    if await db.row(_IS_KEPT, game.table):
        return
    number, _ = await _last(db)
    await _add(db, number + 1, game.with_users(await people_of(db, game.table)), ended)


async def replace(db: Session, number: int, game: GameResult, ended: float) -> None:
    """Store a result in place of the one with this number; nothing else is computed anew."""
    await db.lock_globally()
    for sql in _DELETE_GAME:
        await db.do(sql, number)
    seated = game.with_users(await people_of(db, game.table))
    await _put(db, number, seated, ended, dict.fromkeys(places(game), NO_OPPONENTS), {})


async def _last(db: Session) -> tuple[int, float]:
    """Return the number of the last game, and when it ended."""
    found = await db.row(_LAST)
    return (found[0], found[1]) if found else (0, 0.0)


async def _add(
    db: Session,
    number: int,
    game: GameResult,
    ended: float,
    forgotten: Mapping[int, Opponents] | None = None,
) -> None:
    """Store this result, and add it to all standings and ratings.

    ``forgotten`` is about seats whose users are forgotten, by server.
    """
    before = {
        guild: (await _opponents(db, guild, game)).with_forgotten((forgotten or {}).get(guild))
        for guild in places(game)
    }
    after = {
        guild: rated(game, known.ratings, ended, known.decided) for guild, known in before.items()
    }
    await _put(db, number, game, ended, before, after)
    for guild in places(game):
        if game.finished:
            await _add_to_standings(db, guild, game, ended)
        await _put_ratings(db, guild, game, after[guild], ended)


async def _put(
    db: Session,
    number: int,
    game: GameResult,
    ended: float,
    before: Mapping[int, Opponents],
    after: Mapping[int, Ratings],
) -> None:
    facts = (game.table, game.guild, game.ending, game.ladder, game.options)
    length = (game.journeys, game.legs, int(game.can_gain), ended)
    await db.do(_PUT_GAME, number, *facts, *length)
    rows = [_row(number, game, seat, before, after) for seat in game.seats]
    await db.do_all(_PUT_SEAT, rows)
    await seal(db, number)


def places(game: GameResult) -> tuple[int, ...]:
    """Return where a game counts: in its server, unless that is forgotten, and over all."""
    return (game.guild, EVERYWHERE) if game.guild != EVERYWHERE else (EVERYWHERE,)


def _row(
    number: int,
    game: GameResult,
    seat: SeatResult,
    before: Mapping[int, Opponents],
    after: Mapping[int, Ratings],
) -> tuple[Value, ...]:
    priors: list[float | None] = []
    here = before[game.guild] if game.guild != EVERYWHERE else NO_OPPONENTS
    for it in (here, before[EVERYWHERE]):
        known = it.ratings.get(seat.seat)
        priors += [known.mu, known.sigma] if known else [None, None]
    priors += [here.bits_of(seat.seat), before[EVERYWHERE].bits_of(seat.seat)]
    facts = (seat.seat, seat.user, seat.computer, int(seat.person), int(seat.left), seat.rank)
    outcome = (seat.points, seat.treasures, seat.character, seat.kicked_at, seat.share)
    now = after.get(game.guild, {}).get(seat.seat)
    shown = now.shown if now is not None and game.guild != EVERYWHERE else None
    return (number, game.guild, *facts, *outcome, *seat.deeds.values(), *priors, shown)


async def _add_to_standings(db: Session, guild: int, game: GameResult, ended: float) -> None:
    people = [seat for seat in game.seats if seat.user is not None]
    ladders = {ALL_GAMES, game.ladder}
    keys = sorted((ladder, period) for ladder in ladders for period in (EVER, month_of(ended)))
    # Always in the same order, so that two transactions never wait for each other.
    ranked = sorted(people, key=lambda seat: seat.user or 0)
    for ladder, period in keys:
        rows = [(guild, ladder, period, seat.user, *Standing.of(seat, game).row) for seat in ranked]
        await db.do_all(_ADD_STANDING, rows)
    played = [seat for seat in ranked if not seat.kicked_at]
    pairs = [(one, other) for one in played for other in played if one is not other]
    await db.do_all(_ADD_RIVAL, [(guild, *_meeting(one, other)) for one, other in pairs])
    colours = [(guild, seat.user, seat.character) for seat in ranked if seat.character]
    await db.do_all(_ADD_COLOUR, colours)


def _meeting(one: SeatResult, other: SeatResult) -> tuple[int | None, int | None, int, int]:
    """Return two users, and which of them came first: leavers come behind all who stayed."""
    mine, theirs = (one.left, one.rank), (other.left, other.rank)
    return one.user, other.user, int(mine < theirs), int(mine > theirs)


async def _opponents(db: Session, guild: int, game: GameResult) -> Opponents:
    """Return what is known before a game about its users, unless it is not rated."""
    if not game.is_rated:
        return NO_OPPONENTS
    users = _users(game)
    ratings = {seat: await rating_of(db, guild, game.ladder, it) for seat, it in users.items()}
    seats = {user: seat for seat, user in users.items()}
    marks = ["?"] * len(seats)
    met = statement(_MET, marks=marks, others=marks)
    pairs = [
        frozenset((seats[user], seats[other]))
        for user, other, games, ahead, behind in await db.rows(met, guild, *seats, *seats)
        if is_decided(games, ahead, behind)
    ]
    return Opponents(ratings, frozenset(pairs))


async def _put_ratings(
    db: Session, guild: int, game: GameResult, after: Ratings, ended: float
) -> None:
    users = _users(game)
    for seat in sorted(users, key=lambda seat: users[seat]):
        if seat in after:
            await put_rating(db, guild, game.ladder, users[seat], after[seat])
    if after:
        await clear_idle(db, guild, game.ladder, ended)


def _users(game: GameResult) -> dict[int, int]:
    """Return the users who are not forgotten, by seat."""
    return {seat.seat: seat.user for seat in game.seats if seat.user is not None}


# --- users who are forgotten ----------------------------------------------------------------------


_CLEAR_DIRECT: Final = tuple(
    statement(template, everywhere=f"{EVERYWHERE}")
    for template in (
        "UPDATE results SET guild = {everywhere} WHERE game = ? AND guild < 0",
        "UPDATE games SET guild = {everywhere} WHERE number = ? AND guild < 0",
    )
)
"""Forget in whose direct messages a game was played."""


async def forget(db: Session, user: int) -> None:
    """Take a user out of all results; the results of the others stay as they are."""
    await db.lock_globally()
    for guild, ladder in await ladders_of(db, user):
        await leave_rung(db, guild, ladder, user)
    games = [game for (game,) in await db.rows(_GAMES_OF, user)]
    whole = [game for game in games if await is_sealed(db, game)]
    for sql in FORGET_USER:
        await db.do(sql, user)
    for sql in _CLEAR_DIRECT:
        await db.do_all(sql, [(game,) for game in games])
    for game in whole:
        await seal(db, game)


async def recompute(db: Session) -> int:
    """Compute all standings and ratings again, in the order of the games; return how many.

    A forgotten user counts as an opponent of the rating that was known then.
    """
    await db.lock_globally()
    kept = [await read_game(db, row) for row in await db.rows(_GAMES)]
    for sql in DELETE_RESULTS:
        await db.do(sql)
    for number, (game, ended, seats) in enumerate(sorted(kept, key=lambda it: it[1]), 1):
        await _add(db, number, game, ended, _forgotten(game.guild, seats))
    return len(kept)


def _forgotten(guild: int, seats: Iterable[Seated]) -> Mapping[int, Opponents]:
    """Return what was known then about users who are forgotten now, by server."""
    gone = [it for it in seats if it.result.user is None and it.result.person]
    return {where: opponents_then(where, gone) for where in (guild, EVERYWHERE)}


def opponents_then(guild: int, seats: Iterable[Seated]) -> Opponents:
    """Return what was known in a server about these seats before their game."""
    before = {it.result.seat: it.before(guild) for it in seats}
    return Opponents(
        {seat: known for seat, known in before.items() if known is not None},
        _pairs((it.result.seat, it.decided(guild)) for it in seats),
    )


def _pairs(rows: Iterable[tuple[int, int]]) -> frozenset[frozenset[int]]:
    """Return the pairs of each seat and those of its bits."""
    return frozenset(
        [
            frozenset((seat, other))
            for seat, bits in rows
            for other in range(bits.bit_length())
            if bits >> other & 1
        ]
    )


# --- ratings and rungs ----------------------------------------------------------------------------


async def rating_of(db: Session, guild: int, ladder: str, user: int) -> Rating:
    """Return the rating of a user on a ladder, or that of a newcomer."""
    found = await db.row(_RATING, guild, ladder, user)
    return Rating(*found) if found else Rating()


async def put_rating(db: Session, guild: int, ladder: str, user: int, rating: Rating) -> None:
    """Store a rating, and count its user on the right rung."""
    hidden = await is_hidden(db, user)
    shown = None if rating.provisional or hidden else rating.shown
    await leave_rung(db, guild, ladder, user)
    facts = (rating.mu, rating.sigma, rating.games, rating.last, shown)
    await db.do(_SET_RATING, guild, ladder, user, *facts)
    if shown is not None:
        await db.do(_ADD_TO_RUNG, guild, ladder, shown // RUNG, 1)


async def leave_rung(db: Session, guild: int, ladder: str, user: int) -> None:
    """Take a user out of the count of their rung."""
    found = await db.row(_SHOWN, guild, ladder, user)
    if found is not None and found[0] is not None:
        await db.do(_ADD_TO_RUNG, guild, ladder, found[0] // RUNG, -1)


async def clear_idle(db: Session, guild: int, ladder: str, now: float) -> None:
    """Take a few users off a ladder who have not played for long."""
    for (user,) in await db.rows(_IDLE, guild, ladder, now - IDLE, IDLE_PER_GAME):
        await leave_rung(db, guild, ladder, user)
        await db.do(_OFF_LADDER, guild, ladder, user)


async def hide(db: Session, user: int, *, hidden: bool) -> None:
    """Take a user off all ladders, or put them back."""
    await db.lock_globally()
    await db.do(_SET_HIDDEN, user, int(hidden))
    for guild, ladder in await ladders_of(db, user):
        await put_rating(db, guild, ladder, user, await rating_of(db, guild, ladder, user))


async def ladders_of(db: Session, user: int) -> list[tuple[int, str]]:
    """Return server and ladder of each rating of a user."""
    return [(guild, ladder) for guild, ladder in await db.rows(_LADDERS, user)]


async def is_hidden(db: Session, user: int) -> bool:
    """Return whether a user wants to be on no ladder."""
    return await db.row(_HIDDEN, user) == (1,)
