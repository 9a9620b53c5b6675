"""The board in words, for tables without a picture."""

from __future__ import annotations

from typing import Final

from bot.pages.layout import listed_name
from bot.pages.views import TableView
from bot.words import Catalogue, Voice
from bot.words.emoji import icon, sign
from engine import View
from engine.box import BOSCALUMIA, CITIES, CITY, GAP
from engine.state.pieces import BOAT, SHIP

NAME: Final = 10
"""Columns for the name of a city."""


def text_board(shown: TableView, view: View, say: Catalogue, voice: Voice) -> list[str]:
    """Return the public facts of the table, in paragraphs."""
    seats = "\n".join(_seat(shown, say, view, seat) for seat in range(len(shown.chairs)))
    track = "\n".join(_track(view, say))
    return [track, _dice(view, voice), seats, f"-# {_stock(shown, say, view)}"]


def _track(view: View, say: Catalogue) -> list[str]:
    """Return the line of cities: value, dice, treasures left, and crafts."""
    heads = [say(f"track-{column}") for column in ("city", "value", "dice", "left")]
    rows = [_row("", *heads)]
    for city, left in zip(CITIES, view.piles, strict=True):
        dice = f"{city.dice}" if city.dice else "–"
        row = _row(f"{city.number}", _name(say, city.number), f"{city.value}", dice, f"{left}")
        rows.append(f"{row}{_crafts_at(view, city.number)}".rstrip())
    for number in sorted({view.ship.city, view.leg.target} & {GAP, BOSCALUMIA}):
        value = f"{CITY[number].value or ''}"
        row = _row("★", _name(say, number), value, f"{CITY[number].dice}", "")
        rows.append(f"{row}{_crafts_at(view, number)}".rstrip())
    return ["```", *rows, "```"]


def _name(say: Catalogue, city: int) -> str:
    short = f"city-{city}-short"
    return say(short if short in say else f"city-{city}")


def _row(number: str, city: str, value: str, dice: str, left: str) -> str:
    """Return one line, narrow enough for a phone even with both crafts behind it."""
    return f"{number:<2}{city[:NAME]:<{NAME}}{value:>3}{dice:>4}{left:>3}"


def _crafts_at(view: View, city: int) -> str:
    flies = any(seat.place == SHIP for seat in view.seats)
    rows = any(seat.place == BOAT for seat in view.seats)
    marks = sign(SHIP) if flies and view.ship.city == city else ""
    return marks + (sign(BOAT) if rows and view.boat.city == city else "")


def _dice(view: View, voice: Voice) -> str:
    """Return the dice; those that need not be faced are struck through."""
    ignored = set(view.leg.ignored)
    names = [
        f"{icon(face)} {f'~~{voice.face(face)}~~' if face in ignored else voice.face(face)}"
        for face in view.leg.dice
    ]
    return " · ".join([icon("roll"), *names]).replace(" · ", " ", 1) if names else ""


def _seat(shown: TableView, say: Catalogue, view: View, seat: int) -> str:
    """Return a line for a seat: its place and its public facts."""
    public = view.seats[seat]
    cities = " ".join(f"{city}" for city in sorted(public.treasures))
    held = [
        f"{icon('cards')} {public.hand}",
        f"{icon('treasures')} {len(public.treasures)}" + (f" `{cities}`" if cities else ""),
    ]
    if public.tokens:
        held.append(f"{icon('token')} {public.tokens}")
    if shown.options.variant == "crew":
        held.append(f"{icon('crew')} {public.crew}")
    if public.character:
        power = say(f"card-{public.character}")
        held.append(power if public.power else f"~~{power}~~")
    name = listed_name(shown, say, seat)
    return " · ".join([f"{icon(public.place)} {name}", *_marks(shown, say, view, seat), *held])


def _marks(shown: TableView, say: Catalogue, view: View, seat: int) -> list[str]:
    """Return the marks of a seat: captain, the rowboat's card, the city where it went ashore."""
    marks: list[str] = []
    if seat == view.leg.captain and view.question:
        marks.append(f"**{say('mark-captain')}**")
    if view.seats[seat].place == BOAT and view.boat.card:
        marks.append(say(f"card-{view.boat.card}"))
    if seat in shown.ashore:
        marks.append(say("mark-ashore", city=say(f"city-{shown.ashore[seat]}")))
    return marks


def _stock(shown: TableView, say: Catalogue, view: View) -> str:
    """Return the goal, and the things beside the line of cities."""
    beginner = shown.options.variant == "beginner"
    goal = say("goal-beginner") if beginner else say("goal", points=shown.options.goal)
    parts = [
        f"{icon('goal')} {goal}",
        f"{icon('deck')} {say('stock-deck', cards=view.deck)}",
        f"{icon('discard')} {say('stock-discard', cards=sum(view.discard.values()))}",
    ]
    if view.gifts:
        parts.append(f"{icon('krismastri')} {say('stock-gifts', treasures=len(view.gifts))}")
    if view.lit:
        parts.append(f"{icon('boscalumia')} {say('stock-lit')}")
    return " · ".join(parts)
