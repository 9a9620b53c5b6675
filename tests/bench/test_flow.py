"""The flow of a game: few clicks, no needless Pass, and an end within the evening or the week."""

from statistics import fmean
from typing import Final

import pytest

from bench.flow.game import DAY, KINDS, ORDER, Evening, live, relaxed, visits, without_clock
from bench.flow.goals import FIGURES, GOALS, Row, rows
from engine.options import BOXES

GAMES = range(2)


async def some(boxes: tuple[str, ...] = ()) -> list[Evening]:
    return [await live(number, boxes) for number in GAMES]


REACHED: Final = {
    ("base", "clicks a person"): 42,
    ("every box", "clicks a person"): 60,
    ("base", "of these Pass"): 5,
    ("every box", "of these Pass"): 5,
    ("base", "public messages a leg"): 1.2,
    ("every box", "public messages a leg"): 1.2,
    ("base", "minutes"): 24,
    ("every box", "minutes"): 30,
    ("base, ahead", "minutes"): 18,
    ("base, no clock", "clicks a person"): 60,
    ("base, no clock", "of these Pass"): 12,
    ("alone", "clicks a person"): 85,
    ("alone", "minutes"): 13,
}
"""What was reached of the goals, with some room for other games."""


async def test_no_figure_gets_worse() -> None:
    played = {
        "base": await some(),
        "base, ahead": [await live(number, (), ahead=True) for number in GAMES],
        "every box": await some(BOXES),
        "base, no clock": [await without_clock(number, ()) for number in GAMES],
        "alone": [await live(number, (), persons=1, computers=3) for number in GAMES],
    }
    worse = {
        (kind, name): mean
        for (kind, name), most in REACHED.items()
        if (mean := fmean(map(FIGURES[name], played[kind]))) > most
    }
    assert worse == {}
    found = rows(dict.fromkeys(KINDS, played["base"]))
    assert {(row.kind, row.name) for row in found if row.goal} == {*GOALS}


async def test_an_order_halves_a_relaxed_game() -> None:
    asked, ordered = [await relaxed(0, (), stays=it) for it in ("", ORDER)]
    assert (asked.by_order, ordered.by_order > ordered.decided / 3) == (0, True)
    assert ordered.seconds < asked.seconds / 2


async def test_the_same_game_is_played_each_time() -> None:
    assert await live(1, ()) == await live(1, ())


async def test_games_whose_windows_stop_everybody_miss_the_goals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the figures notice it when windows wait for people again."""
    monkeypatch.setattr("bot.tables.autoplay.stops", lambda *_: True)
    played = await without_clock(1, ())
    for name in ("clicks a person", "of these Pass"):
        assert FIGURES[name](played) > REACHED["base, no clock", name]


def test_visits_are_by_day() -> None:
    when = visits(0, 5)
    assert when(9 * 3600) == 11 * 3600
    assert when(23.5 * 3600) == DAY + 8 * 3600
    assert when(8 * 3600 + 60) == 8 * 3600 + 60


@pytest.mark.parametrize(("value", "met"), [(60.0, True), (60.1, False)])
def test_a_goal_is_met_or_missed(value: float, met: bool) -> None:
    assert Row("base", "clicks a person", value, 60).met is met
