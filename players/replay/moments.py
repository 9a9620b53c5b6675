"""The three highlights of a game: boldest flight, luckiest escape, most trusted captain.

Of equals the first counts; a game without such an event lacks that moment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine import Event
from engine.box import LAST, POINTS, SPYGLASS
from engine.events import Crashed, Declared, LegBegan, Moved, Played, PutUnder, Stayed, Took
from engine.state.pieces import SHIP
from players.replay.scene import Scene
from players.replay.steps import Replay
from players.words import Voice


@dataclass(frozen=True, slots=True)
class Moment(ABC):
    """A highlight of a game."""

    kind: str
    step: int
    """The step of the replay that shows it, from 0."""
    seat: int

    def title(self, voice: Voice) -> str:
        """Return its title."""
        return voice.say(f"moment-{self.kind}")

    @abstractmethod
    def told(self, voice: Voice) -> str:
        """Return what happened, in one sentence."""


@dataclass(frozen=True, slots=True)
class Flight(Moment):
    """The boldest flight: the leg that was flown past the most events, of equals the farthest;
    one by a Magic Spyglass does not count."""

    craft: str
    city: int
    dice: tuple[str, ...]

    def told(self, voice: Voice) -> str:
        captain, city = voice.seat(self.seat), voice.city(self.city)
        past = voice.dice(self.dice)
        return voice.say(
            "moment-flight-told", craft=self.craft, captain=captain, city=city, dice=past
        )


@dataclass(frozen=True, slots=True)
class Escape(Moment):
    """The luckiest escape: the best treasure that was taken out of a craft that crashed at once."""

    treasure: str

    def told(self, voice: Voice) -> str:
        treasure = voice.treasure(self.treasure)
        return voice.say("moment-escape-told", seat=voice.seat(self.seat), treasure=treasure)


@dataclass(frozen=True, slots=True)
class Trust(Moment):
    """The most trusted captain: the first word of a captain with whom the most passengers had
    stayed who could have left, of equals against the most events."""

    count: int
    """The number of passengers who had stayed."""
    dice: tuple[str, ...]
    answer: str

    def told(self, voice: Voice) -> str:
        captain, dice = voice.seat(self.seat), voice.dice(self.dice)
        key = f"moment-trust-{self.answer}"
        return voice.say(key, count=self.count, captain=captain, dice=dice)


def moments(replay: Replay) -> tuple[Moment, ...]:
    """Return the moments of this game in the order in which they happened."""
    watch = _Watch(replay)
    for move, event in replay.told:
        watch.follow(move, event)
    found = (watch.flight, watch.escape, watch.trust)
    return tuple(sorted([it for it in found if it is not None], key=lambda moment: moment.step))


class _Watch:
    """Tracks the extremes so far, and the current leg."""

    def __init__(self, replay: Replay) -> None:
        self.flight: Flight | None = None
        self.escape: Escape | None = None
        self.trust: Trust | None = None
        self._replay = replay
        self._scene: Final[Scene] = replay.start.copy()
        self._new_leg()

    def _new_leg(self) -> None:
        self._stayed = set[int]()
        self._out: list[Escape] = []
        """Escapes of this leg whose treasure is still with its seat."""
        self._spoken = self._crashed = self._spied = False

    def follow(self, move: int, event: Event) -> None:
        """Take the next event of the game into account."""
        if isinstance(event, LegBegan) or event.kind in ("journey_began", "chosen"):
            self._new_leg()
        step = self._replay.step_of(move, event)
        match event:
            case Stayed(seat=seat) if self._may_leave:
                self._stayed.add(seat)
            case Declared(seat=seat, answer=answer):
                self._declared(step, seat, answer)
            case Played(card=card) if card == SPYGLASS:
                self._spied = True
            case Moved(craft=craft, city=city) if not self._spied:
                self._moved(Flight("flight", step, self._scene.captain, craft, city, self._faced))
            case Took(seat=seat, treasure=str(treasure)):
                self._out.append(Escape("escape", step, seat, treasure))
                self._escaped([*self._out[-1:]] if self._crashed else ())
            case PutUnder(seat=seat):
                self._out = [it for it in self._out if it.seat != seat]
            case Crashed(seats=seats) if seats:
                self._crashed = True
                self._escaped(self._out)
            case _:
                pass
        self._scene.follow(event)

    @property
    def _faced(self) -> tuple[str, ...]:
        return self._scene.faced

    @property
    def _may_leave(self) -> bool:
        """Return whether there is a treasure to leave for."""
        city = self._scene.city
        return city <= LAST and self._scene.piles[city - 1] > 0

    def _declared(self, step: int, seat: int, answer: str) -> None:
        stayed = len(self._stayed.intersection(self._scene.aboard(SHIP)) - {seat})
        new = Trust("trust", step, seat, stayed, self._faced, answer)
        old = self.trust
        first, self._spoken = not self._spoken, True
        if not (first and stayed and new.dice and self._scene.craft == SHIP):
            return
        if old is None or (new.count, len(new.dice)) > (old.count, len(old.dice)):
            self.trust = new

    def _moved(self, new: Flight) -> None:
        old = self.flight
        if new.dice and (old is None or (len(new.dice), new.city) > (len(old.dice), old.city)):
            self.flight = new

    def _escaped(self, escapes: Iterable[Escape]) -> None:
        for new in escapes:
            old = self.escape
            if old is None or POINTS[new.treasure] > POINTS[old.treasure]:
                self.escape = new
