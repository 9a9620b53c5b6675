"""Events: what happened, as small frozen values for narration, log and replay.

Each event has a public form. Fields named in ``secret`` are seen by ``seat`` alone: others
get the same event with those fields set to None. A ``hidden`` event exists only
for its seat. ``reveals`` marks an event that makes hidden things public.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from engine.codec import decode, encode
from engine.errors import SaveBroken


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One thing that happened at the table."""

    kind: ClassVar[str]
    secret: ClassVar[tuple[str, ...]] = ()
    hidden: ClassVar[bool] = False
    reveals: ClassVar[bool] = False

    def __repr__(self) -> str:
        """Show the public form alone, so that no log leaks secrets."""
        shown = self.seen_by(None)
        words = [f"{f.name}={getattr(shown, f.name)!r}" for f in fields(self)] if shown else []
        return f"{type(self).__name__}({', '.join(words)})"

    def seen_by(self, seat: int | None) -> "Event | None":
        """Return the form that this seat (None: a spectator) may see, if any."""
        if not (self.secret or self.hidden) or seat == getattr(self, "seat", None):
            return self
        if self.hidden:
            return None
        return replace(self, **dict.fromkeys(self.secret))

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, **encode(self)}


# --- the journey ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class JourneyBegan(Event):
    """All seats are aboard at the first city that has treasures."""

    kind: ClassVar[str] = "journey_began"
    journey: int
    captain: int
    city: int


@dataclass(frozen=True, slots=True, repr=False)
class Drew(Event):
    """Cards came into a hand from the draw pile."""

    kind: ClassVar[str] = "drew"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    seat: int
    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, repr=False)
class Shuffled(Event):
    """The discard became the new draw pile."""

    kind: ClassVar[str] = "shuffled"
    cards: int


@dataclass(frozen=True, slots=True, repr=False)
class CaptainChanged(Event):
    """Another seat captains the ship."""

    kind: ClassVar[str] = "captain_changed"
    captain: int


@dataclass(frozen=True, slots=True, repr=False)
class Moved(Event):
    """The craft reached a city."""

    kind: ClassVar[str] = "moved"
    craft: str
    city: int


@dataclass(frozen=True, slots=True, repr=False)
class Moored(Event):
    """The cards are paid, but the craft stays where it is."""

    kind: ClassVar[str] = "moored"
    craft: str
    city: int


@dataclass(frozen=True, slots=True, repr=False)
class Crashed(Event):
    """All in the craft get nothing."""

    kind: ClassVar[str] = "crashed"
    craft: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class GameEnded(Event):
    """The scores are final."""

    kind: ClassVar[str] = "game_ended"
    reveals: ClassVar[bool] = True
    reason: str
    """"points" or "cities": a seat has enough of them; "empty": no treasure is left."""
    totals: tuple[int, ...]
    winners: tuple[int, ...]


# --- the leg -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class LegBegan(Event):
    """A craft is about to set off for its target."""

    kind: ClassVar[str] = "leg_began"
    craft: str
    captain: int
    city: int
    target: int


@dataclass(frozen=True, slots=True, repr=False)
class Steered(Event):
    """The captain set the course away from the line of cities."""

    kind: ClassVar[str] = "steered"
    seat: int
    target: int


@dataclass(frozen=True, slots=True, repr=False)
class Prepared(Event):
    """One crew member went ashore for cards."""

    kind: ClassVar[str] = "prepared"
    seat: int
    crew: int


@dataclass(frozen=True, slots=True, repr=False)
class Rolled(Event):
    """The dice of this leg."""

    kind: ClassVar[str] = "rolled"
    captain: int
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class DiceKept(Event):
    """The dice of the last leg lie as they were."""

    kind: ClassVar[str] = "dice_kept"
    captain: int
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Rerolled(Event):
    """The picked dice were rolled again."""

    kind: ClassVar[str] = "rerolled"
    captain: int
    picked: tuple[str, ...]
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Stayed(Event):
    """A passenger flies on."""

    kind: ClassVar[str] = "stayed"
    seat: int


@dataclass(frozen=True, slots=True, repr=False)
class Left(Event):
    """A seat went ashore."""

    kind: ClassVar[str] = "left"
    seat: int
    city: int


@dataclass(frozen=True, slots=True, repr=False)
class Returned(Event):
    """A seat that was ashore is aboard again."""

    kind: ClassVar[str] = "returned"
    seat: int


@dataclass(frozen=True, slots=True, repr=False)
class Declared(Event):
    """The captain's word: "can" or "cannot"."""

    kind: ClassVar[str] = "declared"
    reveals: ClassVar[bool] = True
    seat: int
    answer: str


@dataclass(frozen=True, slots=True, repr=False)
class Paid(Event):
    """The captain showed and discarded these cards."""

    kind: ClassVar[str] = "paid"
    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


# --- cards and powers ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Played(Event):
    """A card or a power was played in the open."""

    kind: ClassVar[str] = "played"
    seat: int
    card: str
    on: str


@dataclass(frozen=True, slots=True, repr=False)
class CameBack(Event):
    """A card that came too late went back to its owner."""

    kind: ClassVar[str] = "came_back"
    seat: int
    card: str


@dataclass(frozen=True, slots=True, repr=False)
class Discarded(Event):
    """Cards went from a hand to the discard without any effect of their own."""

    kind: ClassVar[str] = "discarded"
    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Laid(Event):
    """A seat laid a card face down; only this seat knows."""

    kind: ClassVar[str] = "laid"
    hidden: ClassVar[bool] = True
    seat: int
    card: str


@dataclass(frozen=True, slots=True, repr=False)
class HelpShown(Event):
    """The cards that lay face down are turned over together."""

    kind: ClassVar[str] = "help_shown"
    reveals: ClassVar[bool] = True
    seats: tuple[int, ...]
    cards: tuple[str, ...]
    """Card n is the one that ``seats[n]`` laid."""


@dataclass(frozen=True, slots=True, repr=False)
class Chosen(Event):
    """All have chosen at once: "draw", "cards" or "treasure", seat by seat."""

    kind: ClassVar[str] = "chosen"
    reveals: ClassVar[bool] = True
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class TurnedUp(Event):
    """Cards of the draw pile were laid open beside the captain."""

    kind: ClassVar[str] = "turned_up"
    reveals: ClassVar[bool] = True
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Spied(Event):
    """A seat looked at another hand."""

    kind: ClassVar[str] = "spied"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    seat: int
    on: int
    cards: tuple[str, ...] | None


# --- treasures -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Took(Event):
    """A seat took a treasure."""

    kind: ClassVar[str] = "took"
    secret: ClassVar[tuple[str, ...]] = ("treasure",)
    seat: int
    city: int
    treasure: str | None


@dataclass(frozen=True, slots=True, repr=False)
class PutUnder(Event):
    """A treasure went back under its pile."""

    kind: ClassVar[str] = "put_under"
    secret: ClassVar[tuple[str, ...]] = ("treasure",)
    seat: int
    city: int
    treasure: str | None


@dataclass(frozen=True, slots=True, repr=False)
class Removed(Event):
    """A treasure left the game, seen by all."""

    kind: ClassVar[str] = "removed"
    reveals: ClassVar[bool] = True
    seat: int
    treasure: str


@dataclass(frozen=True, slots=True, repr=False)
class LookedThrough(Event):
    """A seat looked at treasures of a city's pile, to keep one of them."""

    kind: ClassVar[str] = "looked_through"
    secret: ClassVar[tuple[str, ...]] = ("treasures",)
    seat: int
    city: int
    treasures: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, repr=False)
class GiftAdded(Event):
    """The top treasure of a city went face down to the gifts."""

    kind: ClassVar[str] = "gift_added"
    city: int


@dataclass(frozen=True, slots=True, repr=False)
class GiftsShown(Event):
    """The gifts are turned over."""

    kind: ClassVar[str] = "gifts_shown"
    reveals: ClassVar[bool] = True
    seat: int
    treasures: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Gave(Event):
    """A gift was given to a seat."""

    kind: ClassVar[str] = "gave"
    reveals: ClassVar[bool] = True
    seat: int
    to: int
    treasure: str


@dataclass(frozen=True, slots=True, repr=False)
class Lit(Event):
    """Boscalumia shines again; each of these seats has a token."""

    kind: ClassVar[str] = "lit"
    seats: tuple[int, ...]


_ALL: tuple[type[Event], ...] = (
    *(JourneyBegan, Drew, Shuffled, CaptainChanged, Moved, Moored, Crashed, GameEnded),
    *(LegBegan, Steered, Prepared, Rolled, DiceKept, Rerolled, Stayed, Left, Returned),
    *(Declared, Paid, Played, CameBack, Discarded, Laid, HelpShown, Chosen, TurnedUp, Spied),
    *(Took, PutUnder, Removed, LookedThrough, GiftAdded, GiftsShown, Gave, Lit),
)
EVENTS: dict[str, type[Event]] = {event.kind: event for event in _ALL}
"""Every kind of event by its name."""


def from_json(data: Mapping[str, object]) -> Event:
    """Return the event whose JSON form this is, or raise `SaveBroken`."""
    rest: dict[str, Any] = dict(data)
    kind = rest.pop("kind", None)
    if not isinstance(kind, str) or kind not in EVENTS:
        raise SaveBroken("unknown_event", at="kind")
    return decode(EVENTS[kind], rest, kind)
