"""Standing orders: the windows in which a seat is never asked."""

from random import Random
from typing import Any

from bot.pages.views import hand_view
from bot.tables import autoplay
from bot.tables.actions import Entry
from bot.tables.autoplay import ThinkingTime
from bot.tables.diff import changed_pages, visible
from tests.bot.tables.driven import Driven, laid

NOW = 5_000.0


def deciding(**facts: Any) -> Driven:
    return laid(3, **{"dice": "fog blank", "hands": {0: "cannon"}, **facts})


def answers(t: Driven) -> dict[int, float]:
    autoplay.plan(t.table, NOW, ThinkingTime(2.0, 2.0), Random(0))
    return t.table.answers_at


def spoken(t: Driven) -> Driven:
    return t.do("1 move stay", "2 move stay")


def test_the_bot_passes_after_a_pause_where_a_seat_is_never_asked() -> None:
    t = spoken(deciding().do("1 never spoken"))
    assert answers(t) == {1: NOW + 4}
    assert autoplay.next_action(t.table, NOW + 4) == Entry(1, "let_pass", "pass")


def test_elsewhere_the_seat_is_asked() -> None:
    t = spoken(deciding().do("1 never can crashing"))
    assert answers(t) == {}
    t.pass_on("declaration").do("0 move declare cannot").pass_on("crashing")
    assert [*answers(t)] == [1]


def test_the_last_orders_count_and_none_ask_everywhere() -> None:
    t = deciding().do("1 never spoken can", "1 never can")
    assert t.table.never == {1: ["can"]}
    assert t.do("1 never").table.never == {1: []}


def test_orders_hold_for_the_whole_game_and_not_beyond() -> None:
    t = spoken(deciding().do("1 never spoken", "1 quiet"))
    t.pass_on("declaration").do("0 move declare cannot")
    while t.question != "decisions":
        t.do(f"{t.waiting[0]} move {t.table.running.legal(t.waiting[0])[0]}")
    assert (t.table.quiet, t.table.never) == ([], {1: ["spoken"]})
    assert t.do("0 cancel").table.never == {}


def test_an_armed_card_is_played_where_the_seat_is_never_asked() -> None:
    t = deciding(hands={0: "cannon", 1: "wind_gust"})
    t = spoken(t.do("1 never spoken", "1 arm spoken wind_gust"))
    answers(t)
    due = autoplay.next_action(t.table, NOW + 4)
    assert due == Entry(1, "answer", "play wind_gust")


def test_only_windows_of_this_game_can_be_named() -> None:
    assert deciding().refusal("1 never cards_down") == "unknown_choice"
    assert deciding().refusal("1 never decisions") == "unknown_choice"


def test_a_conceded_seat_has_no_orders() -> None:
    assert deciding().do("1 never spoken", "1 concede random").table.never == {}


def test_orders_are_invisible_to_other_seats() -> None:
    t = deciding()
    before = visible(t.table)
    t.do("1 never spoken")
    assert changed_pages(before, t.table) == ()
    assert hand_view(t.table, 1).never == ("spoken",)
    assert hand_view(t.table, 2).never == ()
    assert hand_view(t.table, 2).windows == ("spoken", "can", "cannot", "crashing")
