"""Checks results against their hashes, and all that is computed from results against them.

Nothing of this is repaired here: ``python -m bot results`` computes all of it anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isclose
from typing import Any, Final

from bot.results.ratings import Rating, rated
from bot.results.result import LARGEST, GameResult
from bot.results.standing import ALL_GAMES, EVER, EVERYWHERE, SUMS, Standing, month_of
from bot.store.data import Damage
from bot.store.sql.session import Session, statement
from bot.store.sql.standings import (
    GAME_COLUMNS,
    Opponents,
    Seated,
    is_sealed,
    opponents_then,
    places,
    read_game,
)

_NUMBERS: Final = "SELECT number FROM games WHERE number > ? ORDER BY number LIMIT ?"
_WITH_TABLE: Final = """
SELECT number, id, changed FROM games JOIN tables ON id = table_id ORDER BY number
"""
_PEOPLE: Final = """
SELECT user_id FROM results WHERE user_id > ? GROUP BY user_id ORDER BY user_id LIMIT ?
"""
_GAMES_OF: Final = statement(
    "SELECT {columns} FROM games WHERE number IN (SELECT game FROM results WHERE user_id = ?)"
    " ORDER BY number",
    columns=GAME_COLUMNS,
)
_STANDINGS: Final = statement(
    "SELECT guild, ladder, period, {sums} FROM standings WHERE user_id = ?", sums=SUMS
)
_RATINGS: Final = "SELECT guild, ladder, mu, sigma, games FROM ratings WHERE user_id = ?"
_RIVALS: Final = "SELECT guild, other_id, games, ahead, behind FROM rivals WHERE user_id = ?"
_COLOURS: Final = "SELECT guild, colour, games FROM colours WHERE user_id = ?"
BATCH: Final = 100
EVERY_USER: Final = -1
"""Sorts before every user."""


async def damage_in_results(db: Session) -> list[Damage]:
    """Return the games that are not what was written; last, how many people have other sums."""
    found: list[Damage] = []
    last = 0
    while numbers := await games_after(db, last, BATCH):
        broken = [number for number in numbers if not await is_sealed(db, number)]
        found += [Damage("", "result", number) for number in broken]
        last = numbers[-1]
    unlike, user = 0, EVERY_USER
    while users := await people_after(db, user, BATCH):
        unlike += sum([not await sums_follow(db, it) for it in users])
        user = users[-1]
    return [*found, Damage("", "sums", unlike)] if unlike else found


async def broken_games(db: Session) -> list[tuple[int, str, float]]:
    """Return number and table of the games that are not what was written, and when each ended."""
    return [
        (number, table, changed)
        for number, table, changed in await db.rows(_WITH_TABLE)
        if not await is_sealed(db, number)
    ]


async def games_after(db: Session, number: int, most: int) -> list[int]:
    """Return the numbers of the next games."""
    return [it for (it,) in await db.rows(_NUMBERS, number, most)]


async def people_after(db: Session, user: int, most: int) -> list[int]:
    """Return the next people who have results."""
    return [it for (it,) in await db.rows(_PEOPLE, user, most)]


async def sums_follow(db: Session, user: int) -> bool:
    """Return whether all that is stored of a person's games follows from their results.

    Ratings are followed from game to game: each begins with the rating that the last one led to.
    """
    sums = Sums(user)
    try:
        for row in await db.rows(_GAMES_OF, user):
            game, ended, seats = await read_game(db, row)
            for guild in places(game):
                sums.add(guild, game, ended, seats)
    except (TypeError, ValueError, LookupError, ArithmeticError):  # what no game comes to
        return False
    found: dict[Key, tuple[Any, ...]] = {
        **{("standing", *key[:3]): key[3:] for key in await db.rows(_STANDINGS, user)},
        **{("rating", *key[:2]): key[2:] for key in await db.rows(_RATINGS, user)},
        **{("rival", *key[:2]): key[2:] for key in await db.rows(_RIVALS, user)},
        **{("colour", *key[:2]): key[2:] for key in await db.rows(_COLOURS, user)},
    }
    return sums.is_unbroken and _alike(found, sums.figures)


Key = tuple[object, ...]


def _alike(found: Mapping[Key, tuple[Any, ...]], expected: Mapping[Key, tuple[float, ...]]) -> bool:
    """Return whether these figures are the same, but for the last bits of sums."""
    return found.keys() == expected.keys() and all(
        isinstance(one, int | float) and isclose(one, other, rel_tol=1e-9)
        for key, row in expected.items()
        for one, other in zip(found[key], row, strict=True)
    )


class Sums:
    """Adds up the results of one person, as the end of each game does."""

    def __init__(self, user: int) -> None:
        self.figures: dict[Key, tuple[float, ...]] = {}
        """The expected rows, by kind and key."""
        self.is_unbroken = True
        """Each game began with the ratings that the one before it led to."""
        self._user = user
        self._ratings: dict[tuple[int, str], Rating] = {}

    def add(self, guild: int, game: GameResult, ended: float, seats: Sequence[Seated]) -> None:
        """Add a game in a server, or over all servers."""
        (me,) = [it for it in seats if it.result.user == self._user]
        if game.finished:
            for ladder in {ALL_GAMES, game.ladder}:
                for period in (EVER, month_of(ended)):
                    self._add_standing((guild, ladder, period), Standing.of(me.result, game))
            if me.result.character:
                self._count("colour", guild, me.result.character, 1)
            if not me.result.kicked_at:
                self._add_rivals(guild, me, seats)
        before = opponents_then(guild, seats)
        if game.is_rated and me.result.seat in before.ratings:
            self._follow(guild, game, ended, me, before)

    def _add_standing(self, place: tuple[int, str, str], more: Standing) -> None:
        key = ("standing", *place)
        known = self.figures.get(key, Standing().row)
        self.figures[key] = tuple(
            [
                max(one, other) if name in LARGEST else one + other
                for name, one, other in zip(SUMS, known, more.row, strict=True)
            ]
        )

    def _add_rivals(self, guild: int, me: Seated, seats: Sequence[Seated]) -> None:
        mine = (me.result.left, me.result.rank)
        for it in seats:
            other = it.result
            if it is not me and other.user is not None and not other.kicked_at:
                theirs = (other.left, other.rank)
                self._count("rival", guild, other.user, 1, mine < theirs, mine > theirs)

    def _count(self, kind: str, guild: int, of: object, *more: int) -> None:
        key = (kind, guild, of)
        known = self.figures.get(key, (0,) * len(more))
        self.figures[key] = tuple([one + other for one, other in zip(known, more, strict=True)])

    def _follow(
        self, guild: int, game: GameResult, ended: float, me: Seated, before: Opponents
    ) -> None:
        seat, key = me.result.seat, (guild, game.ladder)
        known = self._ratings.get(key, Rating())
        then = before.ratings[seat]
        self.is_unbroken &= isclose(known.mu, then.mu) and isclose(known.sigma, then.sigma)
        mine = {**before.ratings, seat: replace(then, games=known.games)}
        now = rated(game, mine, ended, before.decided).get(seat)
        if now is None:
            return
        if guild != EVERYWHERE:
            self.is_unbroken &= me.shown_after in (None, now.shown)  # older games have none
        self._ratings[key] = now
        self.figures[("rating", *key)] = (now.mu, now.sigma, now.games)
