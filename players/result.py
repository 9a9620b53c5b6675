"""A finished game in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from engine import Event, Score
from players.match import Match


@dataclass(frozen=True, slots=True)
class Result:
    """One game in numbers."""

    moves: int
    journeys: int
    legs: int
    crashes: int
    """Of the ship."""
    boat_crashes: int
    ending: str
    """The reason for the end: "points", "cities" or "empty"."""
    scores: tuple[Score, ...]
    cards: dict[str, int]
    """The number of times each card or power was played, shown or laid open."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(score.seat for score in self.scores if score.rank == 1)


def play_out(match: Match) -> Result:
    """Play a match to its end."""
    happened = list(match.game.opening)
    for turn in match.turns():
        happened += turn.events
    kinds = Counter(event.kind for event in happened)
    crashes = Counter(event.craft for event in _of_kind(happened, "crashed"))
    return Result(
        moves=len(match.moves),
        journeys=kinds["journey_began"],
        legs=kinds["leg_began"],
        crashes=crashes["ship"],
        boat_crashes=crashes["boat"],
        ending=_of_kind(happened, "game_ended")[0].reason,
        scores=match.game.scores,
        cards=dict(Counter(card for event in happened for card in _cards_of(event))),
    )


_CARDS: Final[dict[str, Callable[[Any], tuple[str, ...]]]] = {
    "played": lambda event: (event.card,),
    "help_shown": lambda event: event.cards,
    "paid": lambda event: event.cards,
}


def _cards_of(event: Event) -> tuple[str, ...]:
    tell = _CARDS.get(event.kind)
    return tell(event) if tell else ()


def _of_kind(events: Iterable[Event], kind: str) -> list[Any]:
    return [event for event in events if event.kind == kind]
