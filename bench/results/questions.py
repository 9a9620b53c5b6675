"""The questions that people ask of results, and the ends of games, with their times."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Final

from bench.results.database import APART, BEGUN, IN_ONE_SERVER, LADDER, SEATS, servers_of
from bot.results.result import GameResult, SeatResult
from bot.results.standing import EVERYWHERE
from bot.store.data import Change
from bot.store.results import Results
from bot.store.sqlite.store import SqliteStore
from bot.tables.actions import Entry

TEN: Final = 10
STAY: Final = Entry(0, "move", "stay")

Question = Callable[[Results, int, int, float], Awaitable[object]]
"""A question about a person, in a server, at a time."""

QUESTIONS: Final[Mapping[str, Question]] = {
    "top ten of a server": lambda it, user, guild, now: it.top_rated(guild, LADDER, TEN, now),
    "top ten everywhere": lambda it, user, guild, now: it.top_rated(EVERYWHERE, LADDER, TEN, now),
    "wins this month, everywhere": lambda it, user, guild, now: it.top_winning(
        EVERYWHERE, LADDER, "now", TEN
    ),
    "figures and places in a server": lambda it, user, guild, now: it.profile(user, guild, now),
    "figures and places everywhere": lambda it, user, guild, now: it.profile(user, EVERYWHERE, now),
    "last ten games": lambda it, user, guild, now: it.games_of(user, EVERYWHERE, TEN),
}


async def asked(
    store: SqliteStore, games: int, times: int, rng: Random
) -> Mapping[str, list[float]]:
    """Return the seconds of each answer."""
    found: dict[str, list[float]] = {name: [] for name in QUESTIONS}
    now = BEGUN + APART * games
    for _ in range(times):
        guild = 1 + rng.randrange(servers_of(games))
        user = guild * 1_000_000 + int(IN_ONE_SERVER * rng.random() ** 2)
        for name, question in QUESTIONS.items():
            begun = time.perf_counter()
            await question(store.results, user, guild, now)
            found[name].append(time.perf_counter() - begun)
    return found


async def kept(
    store: SqliteStore, games: int, times: int, rng: Random, *, with_result: bool
) -> list[float]:
    """Return the seconds of each commit that ends a game."""
    found: list[float] = []
    for number in range(times):
        guild = 1 + rng.randrange(servers_of(games))
        users = {n: guild * 1_000_000 + n * n for n in range(SEATS)}
        table = f"new{with_result}{number}"
        result = _result(table, guild, rng) if with_result else None
        await store.commit(_change(table, guild, number, users, 0, "playing", None))
        begun = time.perf_counter()
        await store.commit(_change(table, guild, number, users, 1, "over", result))
        found.append(time.perf_counter() - begun)
    return found


def _change(
    table: str,
    guild: int,
    channel: int,
    users: Mapping[int, int],
    version: int,
    stage: str,
    result: GameResult | None,
) -> Change:
    return Change(table, guild, channel, stage, version, (STAY,), "{}", users, None, result=result)


def _result(table: str, guild: int, rng: Random) -> GameResult:
    ranks = rng.sample(range(1, SEATS + 1), SEATS)
    seats = [SeatResult(n, ranks[n], 62 - 7 * ranks[n], 7, "red") for n in range(SEATS)]
    return GameResult(table, guild, "over", LADDER, "{}", 9, 30, True, tuple(seats))
