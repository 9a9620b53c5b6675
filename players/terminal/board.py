"""Draws the table as a seat may see it, in 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engine import Score, SeatView, View
from engine.box import CITIES, OFF_THE_LINE, POINTS, TOKEN_POINTS, City
from players.terminal.figure_table import figure_table
from players.words import Catalogue, Voice

MARKS: Final = {"ship": ("▲", "bold cyan"), "boat": ("△", "bold yellow")}
DIE_STYLES: Final = {
    "fog": "black on white",
    "lightning": "black on yellow",
    "birds": "white on blue",
    "pirates": "white on red",
    "blank": "dim",
}
TEXTS: Final = ("city", "seat", "where", "power")
"""Columns of words; the others are numbers."""


def board(view: View, voice: Voice) -> RenderableType:
    """Return the cities, the seats, the dice, and the cards of this seat."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(_cities(view, voice), _seats(view, voice))
    return Group(table, Text(), _holdings(view, voice))


def heading(view: View, say: Catalogue) -> str:
    """Return the heading: the progress of the game."""
    goal = 0 if view.options.variant == "beginner" else view.options.goal
    return say("terminal-heading", journey=view.journey, goal=goal, cards=view.deck)


def score_table(scores: Iterable[Score], voice: Voice) -> Table:
    """Return the final scores with their parts, best first."""
    heads = ("seat", "treasures", "tokens", "penalty", "total", "count", "place")
    table = figure_table(*[voice.say(f"terminal-{head}") for head in heads])
    for score in sorted(scores, key=lambda score: score.rank):
        points = (score.treasures, score.tokens, -score.penalty, score.total)
        style = "bold" if score.rank == 1 else ""
        numbers = map(str, (*points, score.cards, score.rank))
        table.add_row(voice.seat(score.seat), *numbers, style=style)
    return table


def seat_name(say: Catalogue, seat: int) -> str:
    """Return the name of a seat."""
    return say(f"computer-{seat}")


# --- the line of cities --------------------------------------------------------------------


def _cities(view: View, voice: Voice) -> Table:
    table = _plain_table(voice.say, "", "city", "dice", "worth", "left")
    beyond = OFF_THE_LINE if "boscalumia" in view.options.boxes and not view.lit else ()
    for city in reversed((*CITIES, *beyond)):
        style = "" if _left(view, city) != "0" else "dim"
        marks = Text.assemble(*_marks_at(view, city.number))
        table.add_row(marks, _short(voice, city), *_numbers(view, city), style=style)
    return table


def _short(voice: Voice, city: City) -> str:
    short = f"city-{city.number}-short"
    return voice.say(short) if short in voice.say else voice.city(city.number)


def _marks_at(view: View, city: int) -> list[tuple[str, str]]:
    crafts = {"ship": view.ship, "boat": view.boat}
    flying = {seat.place for seat in view.seats}
    return [MARKS[name] for name, at in crafts.items() if name in flying and at.city == city]


def _numbers(view: View, city: City) -> tuple[str, str, str]:
    return str(city.dice or ""), str(city.value or ""), _left(view, city)


def _left(view: View, city: City) -> str:
    return str(view.piles[city.number - 1]) if city.number <= len(view.piles) else ""


# --- the seats -----------------------------------------------------------------------------

_COLUMNS: Final[dict[str, Callable[[Catalogue, SeatView], str]]] = {
    "cards": lambda _, seat: str(seat.hand),
    "taken": lambda _, seat: str(len(seat.treasures)),
    "crew": lambda _, seat: str(seat.crew),
    "power": lambda say, seat: say(f"colour-{seat.character}" if seat.power else "power-used"),
    "tokens": lambda _, seat: str(seat.tokens),
}
_ONLY_WITH: Final = {"crew": "crew", "power": "little_help", "tokens": "boscalumia"}
"""Columns that only one variant or box has."""


def _seats(view: View, voice: Voice) -> Table:
    played = {view.options.variant, *view.options.boxes, None}
    columns = {name: tell for name, tell in _COLUMNS.items() if _ONLY_WITH.get(name) in played}
    table = _plain_table(voice.say, "seat", "where", *columns)
    for number, seat in enumerate(view.seats):
        style = "bold" if number == view.seat else ""
        cells = [tell(voice.say, seat) for tell in columns.values()]
        where = _where(view, voice.say, number, seat)
        # the typed moves name seats by their numbers
        table.add_row(f"{number + 1} {seat_name(voice.say, number)}", where, *cells, style=style)
    return table


def _where(view: View, say: Catalogue, number: int, seat: SeatView) -> Text:
    if seat.place not in MARKS:
        return Text(say("place-ashore"), style="dim")
    is_captain = seat.place == "boat" or number == view.captain
    role = say("terminal-captain" if is_captain else "place-ship")
    return Text.assemble(MARKS[seat.place], f" {role}")


# --- the leg and the own things ------------------------------------------------------------


def _holdings(view: View, voice: Voice) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    for name, words in _lines(view, voice).items():
        if words:
            table.add_row(voice.say(f"terminal-{name}"), words)
    return table


def _lines(view: View, voice: Voice) -> dict[str, str | Text]:
    counting = (*view.leg.help, *view.leg.turned)
    return {
        "leg": _flight(view, voice),
        "rolled": _dice(view, voice),
        "help": voice.things(counting) if counting else "",
        "gifts": _gifts(view, voice),
        "hand": voice.things(sorted(view.hand)),
        "laid": voice.things(view.laid) if view.laid else "",
        "yours": _riches(view, voice),
    }


def _flight(view: View, voice: Voice) -> str:
    """Return the craft and its target; "" between two journeys."""
    leg = view.leg
    if leg.city == leg.target:
        return ""
    city, target = voice.city(leg.city), voice.city(leg.target)
    captain = voice.seat(leg.captain)
    return voice.say("terminal-flight", craft=leg.craft, city=city, target=target, captain=captain)


def _dice(view: View, voice: Voice) -> Text:
    faces = [Text(f" {voice.face(face)} ", style=DIE_STYLES[face]) for face in view.leg.dice]
    return Text(" ").join(faces)


def _gifts(view: View, voice: Voice) -> str:
    if view.gifts_shown:
        return voice.things(view.gifts_shown)
    return voice.say("terminal-face_down", count=len(view.gifts)) if view.gifts else ""


def _riches(view: View, voice: Voice) -> str:
    points = sum(POINTS[name] for name in view.treasures)
    if view.seat is not None:
        points += view.seats[view.seat].tokens * TOKEN_POINTS
    said = voice.say("terminal-points", points=points)
    if not view.treasures:
        return said
    held = voice.things(sorted(view.treasures))
    return voice.say("terminal-riches", points=said, treasures=held)


def _plain_table(say: Catalogue, *names: str) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for name in names:
        head = say(f"terminal-{name}") if name else ""
        side = "left" if name in TEXTS or not name else "right"
        # both crafts may be at one city: the table must not grow then
        table.add_column(head, justify=side, no_wrap=True, min_width=len(head) or len(MARKS))
    return table
