"""What the bot asks of the results that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bot.results.ratings import Rating
from bot.results.result import GameResult
from bot.results.standing import PastGame, Profile, Shift, Standing


class Results(Protocol):
    """The results of games, which a commit adds to. A server of 0 is everywhere."""

    async def profile(self, user: int, guild: int, now: float) -> Profile:
        """All that is shown of somebody."""
        ...

    async def games_of(
        self, user: int, guild: int, most: int, before: int | None = None
    ) -> list[PastGame]:
        """The last games of somebody before the one of this number, the latest first."""
        ...

    async def shifts_by(self, table: str) -> Mapping[int, Shift]:
        """What the game of this table did to the ratings of its people, by their seats.

        Those who want to stand on no ladder, or are forgotten, are left out.
        """
        ...

    async def top_rated(
        self, guild: int, ladder: str, most: int, now: float
    ) -> list[tuple[int, Rating]]:
        """Who stands highest on a ladder."""
        ...

    async def top_winning(
        self, guild: int, ladder: str, period: str, most: int
    ) -> list[tuple[int, Standing]]:
        """Who has won most games on a ladder in a month, or ever."""
        ...

    async def is_hidden(self, user: int) -> bool:
        """Does this person want to stand on no ladder?"""
        ...

    async def hide(self, user: int, *, hidden: bool) -> None:
        """Take somebody off all ladders, or back onto them."""
        ...

    async def export(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """All that is stored of somebody."""
        ...

    async def without_result(self) -> list[tuple[str, float]]:
        """The closed tables whose game has no result yet, and when they were changed last."""
        ...

    async def keep_old(self, game: GameResult, ended: float) -> None:
        """Keep the result of a game that ended some time ago; `reckon_anew` comes after it."""
        ...

    async def reckon_anew(self) -> int:
        """Make all standings and ratings anew from the results; how many games there are."""
        ...
