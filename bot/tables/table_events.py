"""Events of a table beside the game, which its story tells like the game's own.

They name seats, and no users: the story names nobody who has left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.events import Event, from_json


@dataclass(frozen=True, slots=True, repr=False)
class StoodIn(Event):
    """A seat's time is over, and a computer makes its next decision."""

    kind: ClassVar[str] = "stood_in"
    seat: int


@dataclass(frozen=True, slots=True, repr=False)
class TakenOver(Event):
    """The owner of this seat has left the game, and a computer plays on."""

    kind: ClassVar[str] = "taken_over"
    seat: int


TABLE_EVENTS: Final[dict[str, type[StoodIn | TakenOver]]] = {
    it.kind: it for it in (StoodIn, TakenOver)
}


def event_of(data: Mapping[str, Any]) -> Event:
    """The event of a story whose JSON form this is."""
    ours = TABLE_EVENTS.get(data["kind"])
    return ours(data["seat"]) if ours else from_json(data)
