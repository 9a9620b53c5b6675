"""What happens at a table beside the game, and is told in its story like the game's own events.

Nobody is named by it who does not sit there any more: users are listed beside the story alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.events import Event, from_json


@dataclass(frozen=True, slots=True, repr=False)
class StoodIn(Event):
    """A seat's time is over, and a computer decides what comes next in the story."""

    kind: ClassVar[str] = "stood_in"
    seat: int


@dataclass(frozen=True, slots=True, repr=False)
class TakenOver(Event):
    """Whoever sat on this seat has left the game, and a computer plays on."""

    kind: ClassVar[str] = "taken_over"
    seat: int


TABLE_EVENTS: Final[dict[str, type[StoodIn | TakenOver]]] = {
    it.kind: it for it in (StoodIn, TakenOver)
}


def event_of(data: Mapping[str, Any]) -> Event:
    """The event of a story whose JSON form this is."""
    ours = TABLE_EVENTS.get(data["kind"])
    return ours(data["seat"]) if ours else from_json(data)
