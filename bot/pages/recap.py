"""What a game is remembered for, from all that happened in it. It is told when all is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.words import Voice
from bot.words.emoji import icon
from engine import Event
from engine.box import CITY, POINTS
from engine.events import (
    Crashed,
    Declared,
    JourneyBegan,
    Left,
    LegBegan,
    Moved,
    PutUnder,
    Rolled,
    Stayed,
    Took,
)
from engine.state.pieces import SHIP


@dataclass(frozen=True, slots=True)
class Flight:
    """How far the ship came in a journey."""

    legs: int
    city: int


@dataclass(frozen=True, slots=True)
class Crash:
    """Who came away with nothing, and what the city they had left behind was worth to each."""

    worth: int
    seats: tuple[int, ...]
    city: int


@dataclass(frozen=True, slots=True)
class Bluff:
    """A captain who could not fly on, and those who had stayed all the same."""

    trusting: int
    dice: int
    captain: int


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure, and who took it."""

    points: int
    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class Recap:
    """The extremes of a game; None for what did not happen in it."""

    flight: Flight | None
    crash: Crash | None
    bluff: Bluff | None
    treasure: Treasure | None

    def told(self, voice: Voice) -> list[str]:
        """A line for each."""
        return [f"{icon(name)} {words}" for name, words in self._lines(voice)]

    def _lines(self, voice: Voice) -> Iterator[tuple[str, str]]:
        say = voice.say
        if (it := self.flight) is not None:
            city = voice.city(it.city)
            words = say("recap-flight", city=city, legs=it.legs)
            yield "ship", words
        if (it := self.crash) is not None:
            seats, city = voice.seats(it.seats), voice.city(it.city)
            yield "crashed", say("recap-crash", seats=seats, city=city)
        if (it := self.bluff) is not None:
            captain = voice.seat(it.captain)
            yield "bluff", say("recap-bluff", captain=captain, trusting=it.trusting)
        if (it := self.treasure) is not None:
            treasure = voice.treasure(it.name)
            yield "treasures", say("recap-treasure", seat=voice.seat(it.seat), treasure=treasure)


def recap(events: Iterable[Event]) -> Recap:
    """The extremes of a game with these events, in their full form. Of equals the first counts."""
    story = _Story()
    for event in events:
        story.hear(event)
    treasure = max(story.taken, key=lambda it: it.points, default=None)
    return Recap(story.flight, story.crash, story.bluff, treasure)


@dataclass(slots=True)
class _Story:
    """The extremes so far, and the leg that is told."""

    flight: Flight | None = None
    crash: Crash | None = None
    bluff: Bluff | None = None
    taken: list[Treasure] = field(default_factory=list[Treasure])
    """What was taken, and not put back since."""
    _legs: int = 0
    _city: int = 0
    _craft: str = SHIP
    _dice: int = 0
    _stayed: set[int] = field(default_factory=set[int])

    def hear(self, event: Event) -> None:
        """Follow the story by one event."""
        match event:
            case JourneyBegan():
                self._legs = 0
            case LegBegan(craft=craft, city=city):
                self._craft, self._city, self._dice, self._stayed = craft, city, 0, set()
            case Rolled(dice=dice):
                self._dice = len(dice)
            case Stayed(seat=seat):
                self._stayed.add(seat)
            case Left(seat=seat):
                self._stayed.discard(seat)
            case Declared(seat=seat, answer="cannot") if self._craft == SHIP and self._stayed:
                self._bluffed(Bluff(len(self._stayed - {seat}), self._dice, seat))
            case Moved(craft=craft, city=city) if craft == SHIP:
                self._legs += 1
                self._flew(Flight(self._legs, city))
            case Crashed(seats=seats) if seats:
                self._crashed(Crash(CITY[self._city].value, seats, self._city))
            case _:
                self._hear_of_treasures(event)

    def _hear_of_treasures(self, event: Event) -> None:
        match event:
            case Took(seat=seat, treasure=str(name)):
                self.taken.append(Treasure(POINTS[name], name, seat))
            case PutUnder(seat=seat, treasure=str(name)):
                back = Treasure(POINTS[name], name, seat)
                if back in self.taken:
                    self.taken.remove(back)
            case _:
                pass

    def _bluffed(self, new: Bluff) -> None:
        old = self.bluff
        if new.trusting and (old is None or (new.trusting, new.dice) > (old.trusting, old.dice)):
            self.bluff = new

    def _flew(self, new: Flight) -> None:
        if self.flight is None or (new.legs, new.city) > (self.flight.legs, self.flight.city):
            self.flight = new

    def _crashed(self, new: Crash) -> None:
        old = self.crash
        if old is None or new.worth * len(new.seats) > old.worth * len(old.seats):
            self.crash = new
