"""Read access to an imagined game, and playing on to its next choice.

The player who imagined a game knows all that is in it, so nothing in it is secret. The state is
handed out without a copy; the types allow reading alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from engine.flow.question import Window
from engine.moves import Move
from engine.options import Options
from engine.state.game_state import GameState
from engine.state.payment import to_face
from engine.state.pieces import Craft, Leg
from engine.state.step import Step

Choice = tuple[int, tuple[Move, ...]]
"""A seat and the moves between which it may choose: always more than one."""


class InsideRules(Protocol):
    """The rules of an imagined game."""

    @property
    def options(self) -> Options: ...
    @property
    def copies(self) -> Mapping[str, int]: ...


class InsideSeat(Protocol):
    """A seat of an imagined game."""

    @property
    def hand(self) -> tuple[str, ...]: ...
    @property
    def treasures(self) -> tuple[str, ...]: ...
    @property
    def crew(self) -> int: ...
    @property
    def character(self) -> str: ...
    @property
    def power(self) -> bool: ...
    @property
    def tokens(self) -> int: ...
    @property
    def laid(self) -> tuple[str, ...]: ...


class InsideLeg(Protocol):
    """The leg of an imagined game."""

    @property
    def craft(self) -> str: ...
    @property
    def captain(self) -> int: ...
    @property
    def city(self) -> int: ...
    @property
    def target(self) -> int: ...
    @property
    def extra(self) -> int: ...
    @property
    def dice(self) -> tuple[str, ...]: ...
    @property
    def undecided(self) -> tuple[int, ...]: ...
    @property
    def gone(self) -> tuple[int, ...]: ...
    @property
    def said(self) -> str: ...
    @property
    def ignored(self) -> tuple[str, ...]: ...
    @property
    def help(self) -> tuple[str, ...]: ...
    @property
    def turned(self) -> tuple[str, ...]: ...


class Inside(Protocol):
    """All of an imagined game."""

    @property
    def rules(self) -> InsideRules: ...
    @property
    def seats(self) -> Sequence[InsideSeat]: ...
    @property
    def piles(self) -> Sequence[tuple[str, ...]]: ...
    @property
    def deck(self) -> tuple[str, ...]: ...
    @property
    def discard(self) -> Mapping[str, int]: ...
    @property
    def in_ship(self) -> tuple[int, ...]: ...
    @property
    def in_boat(self) -> tuple[int, ...]: ...
    @property
    def aboard(self) -> tuple[int, ...]: ...
    @property
    def ship(self) -> Craft: ...
    @property
    def boat(self) -> Craft: ...
    @property
    def captain(self) -> int: ...
    @property
    def journey(self) -> int: ...
    @property
    def leg(self) -> InsideLeg: ...
    @property
    def agenda(self) -> Sequence[Step]: ...
    @property
    def waiting(self) -> tuple[int, ...]: ...
    def next_stop(self, city: int) -> int | None: ...
    def place(self, seat: int) -> str: ...


def to_choice(state: GameState, journey: int) -> Choice | None:
    """Play forced moves up to a seat with a choice; return None once the journey is over.

    In a window the seats come in order of priority, and a seat that can only pass has passed.
    """
    while state.waiting and state.journey == journey:
        step = state.agenda[-1]
        choice = _of_window(state, step) if isinstance(step, Window) else _of_first(state, step)
        if choice is not None:
            return choice
        if not state.waiting:
            state.settle()
    return None


def _of_window(state: GameState, step: Window) -> Choice | None:
    waiting = state.waiting
    for n, seat in enumerate(waiting):
        legal = step.legal(state, seat)
        if len(legal) > 1:
            state.waiting = waiting[n:]
            return seat, legal
    state.waiting = ()
    state.agenda[-1] = step.then()
    return None


def _of_first(state: GameState, step: Step) -> Choice | None:
    seat = state.waiting[0]
    legal = step.legal(state, seat)
    if len(legal) == 1:
        step.answer(state, seat, legal[0])
        return None
    return seat, legal


def facing(game: Inside) -> dict[str, int]:
    """Return the events left for the captain of this leg, by symbol."""
    return to_face(cast(Leg, game.leg))
