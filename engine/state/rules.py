"""The rules that follow from a game's options: cards, acts at each moment, special steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.options import Options
from engine.state.act import Act
from engine.state.game_state import GameState
from engine.state.step import Step


@dataclass(frozen=True, slots=True)
class Moment:
    """The acts at one moment."""

    acts: tuple[Act, ...]
    cards: frozenset[str]
    """The cards among them."""
    others: tuple[Act, ...]
    """The other acts."""
    by_reach: tuple[tuple[Callable[[GameState], tuple[int, ...]], Act], ...]
    """(reach function, act) pairs, widest reach first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One mix of options, ready to be played."""

    options: Options
    options_json: dict[str, object]
    """The options for saved games; tuples stand for lists, so that no copy can be changed."""
    copies: dict[str, int]
    """The action deck: every card with its copies."""
    treasures: dict[int, tuple[str, ...]]
    """The treasures of each city before any is left out."""
    pile_size: int | None
    """Treasures that a city keeps; None: all of them."""
    act: dict[str, Act]
    moments: dict[str, Moment]
    characters: tuple[str, ...]
    crew: int
    is_won: Callable[[GameState], bool]
    """Tells whether the game ends before a new journey."""
    won_by: str
    """The reason in that case: "points" or "cities"."""
    after_blanks: tuple[Step, ...]
    after_crash: Step | None
    before_end: tuple[Step, ...]
    arrivals: dict[int, Step]
    payment_is_choice: bool
