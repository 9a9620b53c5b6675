"""The open table of a finished game, updated event by event.

A view shows the table between two moves. A replay stops more often: within one move a ship can
crash and the next journey begin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from engine import Event, Game
from engine.box import (
    BOSCALUMIA,
    CHARACTERS,
    CREW_SIZE,
    LAST,
    PIRATES,
    POINTS,
    ROWBOATS,
    SPYGLASS,
    TOKEN_POINTS,
)
from engine.state.game_state import without
from engine.state.pieces import ASHORE, BOAT, SHIP

PLAIN: Final = ("blue", "green", "yellow", "purple", "red", "white")
"""The colours of the seats in games without characters."""


@dataclass(slots=True)
class Place:
    """A seat, and all that it holds."""

    hand: tuple[str, ...]
    crew: int
    """Members in the craft; 0 in games without a crew."""
    power: str
    """A character's power is "ready" or "used"; "" in games without characters."""
    place: str = SHIP
    """In the ship, in the boat or ashore."""
    city: int = 0
    """The city where it went ashore; 0 if it is aboard or crashed."""
    treasures: tuple[str, ...] = ()
    tokens: int = 0

    @property
    def points(self) -> int:
        """The points towards the goal: penalties count at the end only."""
        return sum(map(POINTS.__getitem__, self.treasures)) + self.tokens * TOKEN_POINTS

    def lands(self, city: int) -> None:
        """Put the seat ashore in this city."""
        self.place, self.city = ASHORE, city


@dataclass(slots=True)
class Scene:
    """All pieces on the table, and the holdings of the seats."""

    seats: list[Place]
    piles: list[int]
    """The treasures left in cities 1 to 9."""
    crew: int
    """The crew members of each seat; 0 in games without crews."""
    ship: int = 1
    boat: int = 1
    """The cities where the crafts are."""
    boat_card: str = ""
    """The Rowboat card that lies before its owner."""
    craft: str = SHIP
    """The craft that flies in this leg."""
    captain: int = 0
    target: int = 0
    """Its target, reached or not; 0 before the first leg."""
    dice: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    """The faces that need not be faced in this leg."""
    gifts: int = 0
    lit: bool = False
    journey: int = 0

    @classmethod
    def of(cls, game: Game) -> Scene:
        """Return the table of a new game before its opening: cards dealt, no seat aboard."""
        view = game.view(None)
        piles = list(view.piles)
        for event in game.opening:
            if event.kind == "gift_added":
                piles[_city(event) - 1] += 1
        crew = CREW_SIZE if game.options.variant == "crew" else 0
        seats = [
            Place(game.view(number).hand, crew, "ready" if seat.power else "", ASHORE)
            for number, seat in enumerate(view.seats)
        ]
        return cls(seats, piles, crew)

    @property
    def city(self) -> int:
        """The city of this leg's craft."""
        return self.boat if self.craft == BOAT else self.ship

    @property
    def faced(self) -> tuple[str, ...]:
        """The dice that are no blank and not ignored."""
        return tuple([face for face in self.dice if face not in ("blank", *self.ignored)])

    def seat(self, number: int) -> Place:
        return self.seats[number]

    def aboard(self, craft: str) -> tuple[int, ...]:
        """Return the seats in this craft."""
        return tuple([number for number, seat in enumerate(self.seats) if seat.place == craft])

    def copy(self) -> Scene:
        return replace(self, seats=[replace(seat) for seat in self.seats], piles=[*self.piles])

    def follow(self, event: Event) -> None:
        """Update the table by this event."""
        if follow := _FOLLOW.get(event.kind):
            follow(self, event)

    def land(self, craft: str) -> None:
        """Put all seats in this craft ashore at its city."""
        city = self.boat if craft == BOAT else self.ship
        for seat in self.aboard(craft):
            self.seat(seat).lands(city)

    def is_last_stop(self, city: int) -> bool:
        """Return whether no city with treasures lies ahead of this one."""
        return city <= LAST and not any(self.piles[city:])

    def take(self, seat: int, cards: Iterable[str]) -> None:
        """Take these cards out of a hand."""
        me = self.seat(seat)
        me.hand = without(me.hand, cards)


# --- what each event does ------------------------------------------------------------------


def _city(event: Any) -> int:
    return event.city


def _journey_began(scene: Scene, event: Any) -> None:
    scene.journey, scene.captain, scene.ship = event.journey, event.captain, event.city
    scene.craft, scene.target, scene.dice, scene.ignored = SHIP, 0, (), ()
    scene.boat_card = ""
    for seat in scene.seats:
        seat.place, seat.city, seat.crew = SHIP, 0, scene.crew


def _leg_began(scene: Scene, event: Any) -> None:
    scene.craft, scene.captain, scene.target = event.craft, event.captain, event.target
    scene.dice = ()
    scene.ignored = (ROWBOATS[scene.boat_card],) if event.craft == BOAT else ()
    other = SHIP if event.craft == BOAT else BOAT
    if scene.is_last_stop(scene.ship if other == SHIP else scene.boat):
        scene.land(other)  # it had no target left; no event says so


def _moved(scene: Scene, event: Any) -> None:
    if event.craft == BOAT:
        scene.boat = event.city
    else:
        scene.ship = event.city
    scene.target = 0
    if scene.is_last_stop(event.city):
        scene.land(event.craft)


def _moored(scene: Scene, _: Any) -> None:
    scene.target = 0


def _crashed(scene: Scene, event: Any) -> None:
    city = scene.city
    for seat in scene.aboard(event.craft):
        scene.seat(seat).lands(0 if seat in event.seats else city)  # the others have jetpacks


def _left(scene: Scene, event: Any) -> None:
    scene.seat(event.seat).lands(event.city)


def _took(scene: Scene, event: Any) -> None:
    seat = scene.seat(event.seat)
    seat.treasures += (event.treasure,)
    scene.piles[event.city - 1] -= 1
    if seat.place != ASHORE:
        scene.land(seat.place)  # treasures are taken ashore: this is the craft's last stop


def _put_under(scene: Scene, event: Any) -> None:
    seat = scene.seat(event.seat)
    seat.treasures = without(seat.treasures, (event.treasure,))
    scene.piles[event.city - 1] += 1


def _removed(scene: Scene, event: Any) -> None:
    seat = scene.seat(event.seat)
    seat.treasures = without(seat.treasures, (event.treasure,))


def _gift_added(scene: Scene, event: Any) -> None:
    scene.piles[event.city - 1] -= 1
    scene.gifts += 1


def _gave(scene: Scene, event: Any) -> None:
    scene.seat(event.to).treasures += (event.treasure,)
    scene.gifts -= 1


def _lit(scene: Scene, event: Any) -> None:
    scene.lit = True
    for seat in event.seats:
        scene.seat(seat).tokens += 1
        scene.seat(seat).lands(BOSCALUMIA)


def _played(scene: Scene, event: Any) -> None:
    me = scene.seat(event.seat)
    if event.card in CHARACTERS:
        me.power = "used"
        if event.card == "green":
            scene.ignored += (PIRATES,)
    elif event.card != SPYGLASS:  # a spyglass is a treasure: `Removed` follows
        scene.take(event.seat, (event.card,))
    if event.card in ROWBOATS:
        me.place, scene.boat, scene.boat_card = BOAT, scene.city, event.card


def _drew(scene: Scene, event: Any) -> None:
    scene.seat(event.seat).hand += event.cards


def _spent(scene: Scene, event: Any) -> None:
    scene.take(event.seat, event.cards)


def _help_shown(scene: Scene, event: Any) -> None:
    for seat, card in zip(event.seats, event.cards, strict=True):
        scene.take(seat, (card,))


def _came_back(scene: Scene, event: Any) -> None:
    scene.seat(event.seat).hand += (event.card,)


def _game_ended(scene: Scene, _: Any) -> None:
    scene.target, scene.dice, scene.ignored = 0, (), ()


def _captain_changed(scene: Scene, event: Any) -> None:
    scene.captain = event.captain


def _rolled(scene: Scene, event: Any) -> None:
    scene.dice = event.dice


def _steered(scene: Scene, event: Any) -> None:
    scene.target = event.target


def _prepared(scene: Scene, event: Any) -> None:
    scene.seat(event.seat).crew = event.crew


def _returned(scene: Scene, event: Any) -> None:
    seat = scene.seat(event.seat)
    seat.place, seat.city = SHIP, 0


_FOLLOW: Final[dict[str, Callable[[Scene, Any], None]]] = {
    "journey_began": _journey_began,
    "leg_began": _leg_began,
    "game_ended": _game_ended,
    "moved": _moved,
    "moored": _moored,
    "crashed": _crashed,
    "left": _left,
    "took": _took,
    "put_under": _put_under,
    "removed": _removed,
    "gift_added": _gift_added,
    "gave": _gave,
    "lit": _lit,
    "played": _played,
    "drew": _drew,
    "paid": _spent,
    "discarded": _spent,
    "help_shown": _help_shown,
    "came_back": _came_back,
    "captain_changed": _captain_changed,
    "rolled": _rolled,
    "rerolled": _rolled,
    "dice_kept": _rolled,
    "steered": _steered,
    "prepared": _prepared,
    "returned": _returned,
}
"""Events that change the table; all others only have a sentence."""
