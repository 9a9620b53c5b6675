"""Events of a table beside those of its game, told in the same story.

They name seats, and no users, so that people who have left are named nowhere.
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
    """Return the event with this JSON form."""
    table_event = TABLE_EVENTS.get(data["kind"])
    return table_event(data["seat"]) if table_event else from_json(data)
