"""A finished game as steps: points at which to pause, of one event or several."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine import Event, Game, Record
from engine.events import Crashed, Drew
from engine.moves import parse
from players.replay.scene import PLAIN, Scene
from players.words import Voice

JOINS: Final = frozenset(
    (
        *("captain_changed", "came_back", "discarded", "drew", "gift_added", "lit"),
        *("looked_through", "moored", "put_under", "removed", "returned", "shuffled", "spied"),
        *("took", "turned_up"),
    )
)
"""Events that join the step before them, whatever it is."""
JOINS_IN_MOVE: Final = {
    "left": ("played",),
    "played": ("left", "chosen", "discarded", "drew", "put_under", "took"),
    "rerolled": ("played", "removed"),
    "stayed": ("stayed",),
}
"""Events that join a step whose last event is one of these, if both came of one move."""
JOINS_LATER: Final = {
    "dice_kept": ("leg_began", "steered"),
    "leg_began": ("journey_began", "drew", "shuffled"),
    "laid": ("laid",),
    "moved": ("paid",),
    "rolled": ("leg_began", "steered"),
}
"""The same, even if the second came of a later move."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the replay: its events, and the table after them."""

    moves: tuple[int, ...]
    """For each event the number of its move, from 1; 0: the opening."""
    leg: int
    """The number of the leg; 0 before the first one."""
    events: tuple[Event, ...]
    scene: Scene
    """The table after its events."""

    @property
    def crashed(self) -> tuple[int, ...]:
        """The seats that crash in it."""
        return next((it.seats for it in self.events if isinstance(it, Crashed)), ())

    @property
    def actor(self) -> int | None:
        """The seat it is about."""
        first = self.events[0]
        return getattr(first, "seat", getattr(first, "captain", None))

    def lines(self, voice: Voice) -> Iterator[str]:
        """Yield its sentences."""
        for kind, events in groupby(self._worth_telling(), lambda event: event.kind):
            run = [*events]
            draws = [event for event in run if isinstance(event, Drew)]
            if kind == Drew.kind and len(draws) > 1:
                yield voice.opened_draws(draws)
            else:
                yield from map(voice.opened, run)

    def _worth_telling(self) -> Iterator[Event]:
        """Yield the events, without those that the next one repeats."""
        for number, event in enumerate(self.events):
            later = self.events[number + 1 : number + 2]
            known = event.kind == "captain_changed" and [it.kind for it in later] == ["leg_began"]
            if not known and not (isinstance(event, Drew) and not event.count):
                yield event


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole game, step by step."""

    record: Record
    game: Game
    """The finished game."""
    colours: tuple[str, ...]
    start: Scene
    """Before the opening."""
    told: tuple[tuple[int, Event], ...]
    """All (number of the move, event) pairs."""
    steps: tuple[Step, ...]

    @classmethod
    def of(cls, record: Record) -> Replay:
        """Return the replay of a record; raise a `CelestiaError` if its moves are impossible."""
        game = record.deal.game()
        start, colours = Scene.of(game), colours_of(game)
        told: list[tuple[int, Event]] = [(0, event) for event in game.opening]
        for number, (seat, words) in enumerate(record.moves, 1):
            told += [(number, event) for event in game.play(seat, parse(words))]
        return cls(record, game, colours, start, tuple(told), tuple(_steps(start, told)))

    def step_of(self, move: int, event: Event | None = None) -> int:
        """Return the step, from 0, that shows this event of a move, or the move's first one.

        A move without events, such as a pass, belongs to the step before it.
        """
        found = 0
        for number, step in enumerate(self.steps):
            if step.moves[0] > move:
                break
            found = number
            if move in step.moves and (event is None or any(it is event for it in step.events)):
                break
        return found


def colours_of(game: Game) -> tuple[str, ...]:
    """Return the colour of each seat: that of its character, or else that of its place."""
    return tuple(
        [
            seat.character or colour
            for seat, colour in zip(game.view(None).seats, PLAIN, strict=False)
        ]
    )


def _steps(start: Scene, told: list[tuple[int, Event]]) -> Iterator[Step]:
    scene, leg = start.copy(), 0
    for step in gathered(told):
        events = tuple([event for _, event in step])
        for event in events:
            scene.follow(event)
            leg += event.kind == "leg_began"
        yield Step(tuple([move for move, _ in step]), leg, events, scene.copy())


def gathered(told: list[tuple[int, Event]]) -> Iterator[list[tuple[int, Event]]]:
    """Yield the events of each step."""
    found: list[tuple[int, Event]] = []
    for number, (move, event) in enumerate(told):
        following = told[number + 1][1].kind if number + 1 < len(told) else ""
        before = [it for _, it in found]
        if found and not _joins(event, before, following, in_move=move == found[-1][0]):
            yield found
            found = []
        found.append((move, event))
    yield found


def _joins(event: Event, gathered: list[Event], following: str, *, in_move: bool) -> bool:
    """Return whether this event joins the step of those before it."""
    kind, last = event.kind, gathered[-1].kind
    if kind == "captain_changed" and following == "leg_began":
        return False
    if kind == "leg_began" and last == "captain_changed":
        return True
    if kind == "rolled" and gathered[0].kind == "journey_began":
        return False
    in_one = in_move and last in JOINS_IN_MOVE.get(kind, ())
    return kind in JOINS or in_one or last in JOINS_LATER.get(kind, ())
