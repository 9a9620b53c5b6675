"""A game flows: few clicks, no needless Pass, and an end within the evening, or the week."""

from io import StringIO
from statistics import fmean

import pytest
from rich.console import Console

from bench.flow import before, people
from bench.flow.__main__ import main
from bench.flow.evening import DAY, Evening, live, relaxed, visits
from bench.flow.figures import GOALS, Row, rows
from engine.options import BOXES

GAMES = range(3)


async def some(boxes: tuple[str, ...] = ()) -> list[Evening]:
    return [await live(number, boxes) for number in GAMES]


async def test_live_games_flow() -> None:
    played = {"base": await some(), "every box": await some(BOXES)}
    found = [row for row in rows({**played, "relaxed": played["base"]}, None) if row.goal]
    live_ones = [row for row in found if row.kind in played]
    assert len(live_ones) == len(GOALS) - 1
    assert [row for row in live_ones if not row.met] == []


async def test_a_relaxed_game_ends_within_a_week() -> None:
    assert (await relaxed(0, ())).seconds < 7 * DAY


async def test_the_same_game_is_played_each_time() -> None:
    assert await live(1, ()) == await live(1, ())


async def test_people_who_pass_in_each_window_click_far_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the figures notice it when windows wait for people again."""
    monkeypatch.setattr(people, "BY_BEATS", False)
    played = await some()
    assert fmean(it.each for it in played) > GOALS["base", "clicks a person"]
    assert fmean(it.clicks["pass"] / it.persons for it in played) > GOALS["base", "of these Pass"]


def test_those_who_look_in_sleep_at_night() -> None:
    when = visits(0)
    assert when(9 * 3600) == 10 * 3600
    assert when(23.5 * 3600) == DAY + 8 * 3600
    assert when(8 * 3600 + 60) == 8 * 3600 + 60


@pytest.mark.parametrize(("now", "met"), [(60.0, True), (60.1, False)])
def test_a_goal_is_met_or_missed(now: float, met: bool) -> None:
    assert Row("base", "clicks a person", "", now, 60).met is met


def test_without_history_only_what_is_now_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(before, "RELEASE", "0" * 40)
    out = StringIO()
    main(["--games", "1"], Console(file=out, width=100, highlight=False))
    assert "no history" in out.getvalue()
    assert "every box" in out.getvalue()
