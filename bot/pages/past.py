"""The page of a past leg: its flight and its outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from bot.discord.names import width
from bot.pages.layout import CRASH_COLOUR, PAST_COLOUR, Content, Layout, told
from bot.pages.views import TableView
from bot.ships.ship import PLAIN_SHIP
from bot.words import Catalogue, Voice
from bot.words.emoji import icon
from engine.events import LegBegan
from engine.state.pieces import SHIP

LINE: Final = 28
"""Columns for a ship's name and two cities on a line of a phone, without the words around them."""


def past(shown: TableView, say: Catalogue, voice: Voice) -> Content:
    """Return two lines without buttons; the log has the rest."""
    crashed = any(event.kind == "crashed" for event in shown.story)
    layout = Layout(CRASH_COLOUR if crashed else PAST_COLOUR)
    outcome = " · ".join(_outcome(shown, say, voice)) or "".join(told(voice, shown.story, 1))
    return layout.text(
        f"**{_title(shown, say, voice)}**", f"-# {outcome}" * bool(outcome)
    ).content()


def _title(shown: TableView, say: Catalogue, voice: Voice) -> str:
    """Return the title: the page's leg, or that the journey began."""
    for event in shown.story:
        if isinstance(event, LegBegan):
            return _named(shown, event, say, voice)
    return f"{icon('journey_began')} {say('page-past')}"


def _named(shown: TableView, leg: LegBegan, say: Catalogue, voice: Voice) -> str:
    """Return the flight, with the name of the ship if both fit on one line of a phone."""
    where = flight(say, voice, leg.craft, leg.city, leg.target)
    name = shown.ships.get(leg.captain, PLAIN_SHIP).name if leg.craft == SHIP else ""
    words = say("page-ship-called", name=name, flight=where)
    cities = width(voice.city(leg.city) + voice.city(leg.target))
    return words if name and width(name) + cities <= LINE else where


def flight(say: Catalogue, voice: Voice, craft: str, city: int, target: int) -> str:
    """Return the start and target of a flight."""
    words = say(f"page-{craft}", city=voice.city(city), target=voice.city(target))
    return f"{icon(craft)} {words}"


def _outcome(shown: TableView, say: Catalogue, voice: Voice) -> Iterator[str]:
    """Yield who went ashore, with their treasures, and how the flight ended."""
    taken = Counter(_seats_of(shown, "took")) - Counter(_seats_of(shown, "put_under"))
    ashore = dict.fromkeys([*_seats_of(shown, "left"), *taken])
    aboard_again = {*_seats_of(shown, "returned")}
    for seat in [seat for seat in ashore if taken[seat] or seat not in aboard_again]:
        words = say("past-ashore", seat=voice.seat(seat), treasures=taken[seat])
        yield f"{icon('leave')} {words}"
    for event in shown.story:
        if event.kind in _ENDS:
            yield f"{icon(event)} {_ENDS[event.kind](say, voice, event)}"


def _seats_of(shown: TableView, kind: str) -> list[int]:
    return [getattr(event, "seat", -1) for event in shown.story if event.kind == kind]


_ENDS: Final[dict[str, Callable[[Catalogue, Voice, Any], str]]] = {
    "moved": lambda say, voice, it: say("past-moved", craft=it.craft, city=voice.city(it.city)),
    "moored": lambda say, voice, it: say("past-moored", craft=it.craft, city=voice.city(it.city)),
    "crashed": lambda say, voice, it: say(
        "past-crashed", craft=it.craft, count=len(it.seats), seats=voice.seats(it.seats)
    ),
}
"""The words for each event that ends a flight."""
