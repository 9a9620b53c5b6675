"""Windows that close by themselves, and seats that hold them."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.tables import autoplay, beats
from bot.tables.actions import Entry
from bot.tables.autoplay import ThinkingTime
from bot.tables.diff import changed_pages, visible
from bot.tables.table import Table
from engine import Game
from tests.bot.tables.driven import NOW, Driven, laid, spoken
from tests.bot.tables.random_table import FEW, RandomTable

CLOSE = Entry(None, "close")


# --- length --------------------------------------------------------------------------------


def test_no_beat_is_too_short_to_press_anything() -> None:
    t = spoken()
    t.table.window_seconds = 3
    assert beats.lasts(t.table) == beats.SHORTEST_WINDOW


def test_the_window_before_the_word_is_longer_for_who_has_asked_for_it() -> None:
    t = laid(3, dice="fog fog").do("1 move stay")
    asked = laid(3, dice="fog fog").do("1 think", "1 move stay", "2 move stay")
    unasked = t.do("2 move stay")
    for it in (asked, unasked):
        it.table.window_seconds = 12
    assert beats.lasts(asked.table) == 2 * beats.lasts(unasked.table) == 6


@pytest.mark.parametrize("pace", ["live", "relaxed", "none"])
def test_no_window_of_one_person_with_computers_ends_by_itself(pace: str) -> None:
    assert beats.lasts(spoken(computers=(1, 2), pace=pace).table) == 0


def test_every_kind_of_window_has_its_beat() -> None:
    boxes = ("little_help", "initiative", "grappling_hook", "instructor")
    assert {*laid(3, boxes=boxes).table.running.windows} == {*beats.SHARES}


def test_the_first_window_of_each_kind_lasts_twice_as_long() -> None:
    t = spoken(hands={2: "wind_gust"})
    lasts = beats.lasts(t.table)
    assert t.planned().window_ends == NOW + 2 * lasts
    assert t.do("2 move play wind_gust").planned(NOW + 1).window_ends == NOW + 1 + lasts


def test_a_window_without_persons_is_not_the_first_of_its_kind() -> None:
    t = spoken(computers=(1, 2)).do("0 move pass")
    t.table.planned = None
    assert t.planned().met == []


# --- holding -------------------------------------------------------------------------------


def test_a_thinking_seat_holds_the_window_for_a_while_in_public() -> None:
    t = spoken()
    t.planned()
    before = visible(t.table)
    assert t.do("1 think").planned(NOW + 1).window_ends == NOW + 1 + beats.HOLD_SECONDS
    assert t.table.thinking == [1]
    assert changed_pages(before, t.table) == (t.table.page.key,)
    assert autoplay.next_action(t.table, NOW + beats.HOLD_SECONDS) is None
    assert autoplay.next_action(t.table, NOW + 1 + beats.HOLD_SECONDS) == CLOSE


def test_the_window_has_its_own_end_again_once_all_holders_have_passed() -> None:
    t = spoken(4)
    own = t.planned().window_ends
    t.do("1 think", "2 think").planned(NOW + 1)
    assert t.do("1 move pass").planned(NOW + 2).window_ends == NOW + 1 + beats.HOLD_SECONDS
    assert t.do("2 move pass").planned(NOW + 3).window_ends == own


def test_a_window_whose_end_is_past_closes_with_its_last_holder() -> None:
    t = spoken()
    t.planned()
    t.do("1 think").planned(NOW + 1)
    t.do("1 move pass").planned(NOW + 14)
    assert autoplay.next_action(t.table, NOW + 14) == CLOSE


def test_a_seat_holds_a_window_once_and_the_next_one_again() -> None:
    t = spoken(hands={1: "wind_gust compass"}).do("1 think")
    t.do("1 move play wind_gust")
    assert t.table.thinking == []
    assert t.do("1 think").table.thinking == [1]


def test_the_bot_does_not_pass_for_a_quiet_seat_that_thinks() -> None:
    t = spoken().do("1 quiet")
    assert t.planned().answers_at == {1: NOW + 4}
    assert t.do("1 think").planned(NOW + 1).answers_at == {}


def test_thinking_brings_a_person_back() -> None:
    t = spoken()
    t.table.missed = {1: 2}
    assert t.do("1 think").table.missed == {}


def test_a_hold_survives_a_restart() -> None:
    t = spoken()
    t.planned()
    t.do("1 think").planned(NOW + 1)
    again = Driven(t.again()).planned(NOW + 9, luck=7)
    assert (again.window_ends, again.thinking) == (NOW + 1 + beats.HOLD_SECONDS, [1])


def test_a_window_that_an_earlier_version_has_opened_keeps_its_end() -> None:
    t = spoken(pace="relaxed")
    t.planned().window_ends = NOW + 86_400
    t.table.beat_ends = None
    assert t.planned(NOW + 60).window_ends == NOW + 86_400


# --- nothing hidden ------------------------------------------------------------------------


def windows(number: int) -> Iterator[RandomTable]:
    """Yield windows of a random game without instructions to the bot."""
    t = RandomTable(number)
    while t.goes_on():
        t.step()
        if t.goes_on() and "pass" in t.table.running.offers:
            t.table.armed.clear()
            t.table.sealed.clear()
            yield t


def closes(table: Table, luck: int, thinking: list[int]) -> list[tuple[float, str, int | None]]:
    """Return the bot's actions until the window is over, and their times."""
    table.planned, now, done = None, NOW, list[tuple[float, str, int | None]]()
    t, moment, tempo = Driven(table), table.moment, ThinkingTime(1.0, 9.0)
    t.planned(now, tempo, luck)
    for seat in thinking:
        t.do(f"{seat} think").planned(now, tempo, luck)
    while table.moment == moment and table.due is not None:
        now = max(now, table.due)
        entry = autoplay.next_action(table, now)
        if entry is None or entry.action in ("move", "stand_in"):
            break  # a computer has seen its hand, and plays what it likes
        done.append((now, entry.action, entry.seat))
        t.act(entry).planned(now, tempo, luck)
    return done


@pytest.mark.parametrize("number", FEW)
def test_the_end_of_a_window_depends_on_no_hand(number: int) -> None:
    compared = 0
    for t in windows(number):
        twin = t.again()
        twin.game = Game.imagine(t.table.running.view(None), Random(compared))
        mine = t.again()
        holds = [seat for seat in range(len(mine.chairs)) if beats.may_hold(mine, seat)][:1]
        found = closes(mine, compared, holds)
        assert found == closes(twin, compared, holds)
        compared += any(command == "close" for _, command, _ in found)
        if compared > 20:
            break
    assert compared
