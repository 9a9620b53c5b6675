"""The figures of a game's flow, their goals, and how they are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.flow.game import DAY, KINDS, Evening, Evenings

Figure = Callable[[Evening], float]


def _clicked(*kinds: str) -> Figure:
    return lambda it: sum(it.clicks.get(kind, 0) for kind in kinds) / it.persons


FIGURES: Final[dict[str, Figure]] = {
    "clicks a person": lambda it: sum(it.clicks.values()) / it.persons,
    "of these Pass": _clicked("pass"),
    "decisions on the board": _clicked("decision"),
    "captain's answers": _clicked("answer"),
    "cards and other choices": _clicked("card", "pick"),
    "boards of their own opened": _clicked("hand", "orders"),
    "public messages a leg": lambda it: it.messages / it.legs,
    "legs": lambda it: it.legs,
    "cards that came too late": lambda it: it.missed,
    "asked with the own board out of sight, %": lambda it: 100 * it.blind / it.asked,
    "reminders a person and day": lambda it: it.pings / it.persons / max(1.0, it.seconds / DAY),
    "answers by an order, %": lambda it: 100 * it.by_order / it.decided,
    "minutes": lambda it: it.seconds / 60,
    "days": lambda it: it.seconds / DAY,
}
LENGTH: Final = {kind: "days" if "looks" in kind else "minutes" for kind in KINDS}
"""The unit in which each kind of game is timed."""
GOALS: Final[dict[tuple[str, str], float]] = {
    ("base", "clicks a person"): 30,
    ("every box", "clicks a person"): 50,
    ("base", "of these Pass"): 5,
    ("every box", "of these Pass"): 5,
    ("base", "public messages a leg"): 1.2,
    ("every box", "public messages a leg"): 1.2,
    ("base", "minutes"): 14,
    ("every box", "minutes"): 20,
    ("base, ahead", "minutes"): 14,
    ("every box, ahead", "minutes"): 20,
    ("base, no clock", "clicks a person"): 35,
    ("every box, no clock", "clicks a person"): 60,
    ("alone", "clicks a person"): 35,
    ("alone", "minutes"): 7,
    ("alone, with an order", "clicks a person"): 35,
    ("base, with an order", "clicks a person"): 30,
    ("base", "asked with the own board out of sight, %"): 5,
    ("every box", "asked with the own board out of sight, %"): 5,
    ("relaxed, 4 looks", "reminders a person and day"): 2,
    ("relaxed, 4 looks, with an order", "days"): 5,
    ("relaxed, 2 looks, with an order", "days"): 9,
    ("every box, 4 looks, with an order", "days"): 8,
    ("every box, 2 looks, with an order", "days"): 14,
}
"""The highest mean that we want."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of one kind of game, with its goal."""

    kind: str
    name: str
    value: float
    goal: float | None

    @property
    def met(self) -> bool:
        return self.goal is None or self.value <= self.goal


def rows(played: Evenings) -> Iterator[Row]:
    """Yield every figure of every kind of game."""
    for kind, unit in LENGTH.items():
        for name, figure in FIGURES.items():
            if name == unit or name not in LENGTH.values():
                mean = fmean(map(figure, played[kind]))
                yield Row(kind, name, mean, GOALS.get((kind, name)))
        yield Row(kind, f"{unit} of the longest", max(map(FIGURES[unit], played[kind])), None)


def show(console: Console, found: Sequence[Row], games: int) -> None:
    """Print the figures, each the mean over this many games."""
    table = Table(title=f"four players, {games} games of each kind", title_justify="left")
    for column in ("", "", "mean", "at most", ""):
        table.add_column(column, justify="left" if not column else "right", no_wrap=True)
    last = ""
    for row in found:
        kind, last = "" if row.kind == last else row.kind, row.kind
        goal = "" if row.goal is None else f"{row.goal:g}"
        verdict = "" if row.goal is None else "met" if row.met else "MISSED"
        table.add_row(kind, row.name, f"{row.value:.1f}", goal, verdict)
    console.print(table)
