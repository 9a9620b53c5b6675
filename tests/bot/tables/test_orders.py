"""Standing orders: the windows in which a seat is never asked."""

from bot.pages.views import hand_view
from bot.tables import autoplay
from bot.tables.actions import Entry
from bot.tables.diff import changed_pages, visible
from tests.bot.tables.driven import NOW, Driven, laid


def deciding() -> Driven:
    return laid(3, dice="fog blank", hands={0: "cannon"})


def test_the_bot_passes_after_a_pause_where_a_seat_is_never_asked() -> None:
    t = deciding().do("1 never spoken").do("1 move stay", "2 move stay")
    assert t.planned().answers_at == {1: NOW + 4}
    assert autoplay.next_action(t.table, NOW + 4) == Entry(1, "let_pass", "pass")


def test_elsewhere_the_seat_is_asked() -> None:
    t = deciding().do("1 never can crashing").do("1 move stay", "2 move stay")
    assert t.planned().answers_at == {}
    t.pass_on("declaration").do("0 move declare cannot").pass_on("crashing")
    assert [*t.planned().answers_at] == [1]


def test_the_last_orders_count_and_none_ask_everywhere() -> None:
    t = deciding().do("1 never spoken can", "1 never can")
    assert t.table.never == {1: ["can"]}
    assert t.do("1 never").table.never == {1: []}


def test_orders_hold_for_the_whole_game_and_not_beyond() -> None:
    t = deciding().do("1 never spoken", "1 quiet").do("1 move stay", "2 move stay")
    t.pass_on("declaration").do("0 move declare cannot")
    while t.question != "decisions":
        t.first_move()
    assert (t.table.quiet, t.table.never) == ([], {1: ["spoken"]})
    assert t.do("0 cancel").table.never == {}


def test_orders_are_invisible_to_other_seats() -> None:
    t = deciding()
    before = visible(t.table)
    t.do("1 never spoken")
    assert changed_pages(before, t.table) == ()
    assert hand_view(t.table, 1).never == ("spoken",)
    assert hand_view(t.table, 2).never == ()
    assert hand_view(t.table, 2).windows == ("spoken", "can", "cannot", "crashing")
