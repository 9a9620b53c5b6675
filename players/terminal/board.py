"""Paints what a seat may know of the table. Fits into 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engine import Score, SeatView, View
from engine.box import CITIES, OFF_THE_LINE, POINTS, TOKEN_POINTS, City
from players.terminal.figures import figure_table
from players.voice import Voice

MARKS: Final = {"ship": ("▲", "bold cyan"), "boat": ("△", "bold yellow")}
DIE_STYLES: Final = {
    "fog": "black on white",
    "lightning": "black on yellow",
    "birds": "white on blue",
    "pirates": "white on red",
    "blank": "dim",
}
RIGHT: Final = ("Dice", "Worth", "Left", "Cards", "Treasures", "Tokens", "Crew")
"""Columns of numbers."""


def board(view: View, voice: Voice) -> RenderableType:
    """The cities, the seats, the dice, and what this seat holds."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(_cities(view), _seats(view, voice))
    return Group(table, Text(), _holdings(view, voice))


def heading(view: View) -> str:
    """How far the game is."""
    goal = "five cities" if view.options.variant == "beginner" else f"{view.options.goal} points"
    return f"Journey {view.journey} · to {goal} · {view.deck} cards left to draw"


def score_table(scores: Iterable[Score], voice: Voice) -> Table:
    """The final scores with their parts, best first."""
    table = figure_table("Seat", "Treasures", "Tokens", "Penalty", "Total", "Cards", "Place")
    for score in sorted(scores, key=lambda score: score.rank):
        points = (score.treasures, score.tokens, -score.penalty, score.total)
        style = "bold" if score.rank == 1 else ""
        seat = voice.say("{seat:seat}", {"seat": score.seat})
        table.add_row(seat, *map(str, (*points, score.cards, score.rank)), style=style)
    return table


# --- the line of cities --------------------------------------------------------------------


def _cities(view: View) -> Table:
    table = _plain_table("", "City", "Dice", "Worth", "Left")
    beyond = OFF_THE_LINE if "boscalumia" in view.options.boxes and not view.lit else ()
    for city in reversed((*CITIES, *beyond)):
        style = "" if _left(view, city) != "0" else "dim"
        marks = Text.assemble(*_marks_at(view, city.number))
        table.add_row(marks, city.name, *_numbers(view, city), style=style)
    return table


def _marks_at(view: View, city: int) -> list[tuple[str, str]]:
    crafts = {"ship": view.ship, "boat": view.boat}
    flying = {seat.place for seat in view.seats}
    return [MARKS[name] for name, at in crafts.items() if name in flying and at.city == city]


def _numbers(view: View, city: City) -> tuple[str, str, str]:
    return str(city.dice or ""), str(city.value or ""), _left(view, city)


def _left(view: View, city: City) -> str:
    return str(view.piles[city.number - 1]) if city.number <= len(view.piles) else ""


# --- the seats -----------------------------------------------------------------------------

_COLUMNS: Final[dict[str, Callable[[View, SeatView], str]]] = {
    "Cards": lambda _, seat: str(seat.hand),
    "Treasures": lambda _, seat: str(len(seat.treasures)),
    "Crew": lambda _, seat: str(seat.crew),
    "Power": lambda _, seat: seat.character if seat.power else "used",
    "Tokens": lambda _, seat: str(seat.tokens),
}
_ONLY_WITH: Final = {"Crew": "crew", "Power": "little_help", "Tokens": "boscalumia"}
"""Columns that only one variant or box needs."""


def _seats(view: View, voice: Voice) -> Table:
    played = {view.options.variant, *view.options.boxes, None}
    columns = {name: tell for name, tell in _COLUMNS.items() if _ONLY_WITH.get(name) in played}
    table = _plain_table("Seat", "Where", *columns)
    for number, seat in enumerate(view.seats):
        name = voice.say("{seat:seat}", {"seat": number})
        style = "bold" if number == view.seat else ""
        cells = [tell(view, seat) for tell in columns.values()]
        table.add_row(name, _where(view, number, seat), *cells, style=style)
    return table


def _where(view: View, number: int, seat: SeatView) -> Text:
    if seat.place not in MARKS:
        return Text("ashore", style="dim")
    role = "captain" if seat.place == "boat" or number == view.captain else "aboard"
    return Text.assemble(MARKS[seat.place], f" {role}")


# --- the leg and the own things ------------------------------------------------------------


def _holdings(view: View, voice: Voice) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    for name, words in _lines(view, voice).items():
        if words:
            table.add_row(name, words)
    return table


def _lines(view: View, voice: Voice) -> dict[str, Any]:
    leg = view.leg
    points = sum(POINTS[name] for name in view.treasures)
    if view.seat is not None:
        points += view.seats[view.seat].tokens * TOKEN_POINTS
    say = voice.say
    return {
        "Leg": voice.state(leg),
        "Dice": _dice(leg.dice),
        "Help": leg.help + leg.turned and say("{c:things}", {"c": leg.help + leg.turned}),
        "Gifts": _gifts(view, voice),
        "Hand": say("{hand:things}", {"hand": sorted(view.hand)}),
        "Laid": view.laid and say("{laid:things}", {"laid": view.laid}),
        "Yours": f"{points} points: " + say("{held:things}", {"held": sorted(view.treasures)})
        if view.treasures
        else f"{points} points",
    }


def _dice(dice: tuple[str, ...]) -> Text | None:
    faces = [Text(f" {face} ", style=DIE_STYLES[face]) for face in dice]
    return Text(" ").join(faces) if faces else None


def _gifts(view: View, voice: Voice) -> str:
    if view.gifts_shown:
        return voice.say("{gifts:things}", {"gifts": view.gifts_shown})
    return f"{len(view.gifts)} face down" if view.gifts else ""


def _plain_table(*names: str) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for name in names:
        side = "right" if name in RIGHT else "left"
        # both crafts may be at one city, and the table must not grow when they are
        table.add_column(name, justify=side, no_wrap=True, min_width=len(name) or len(MARKS))
    return table
