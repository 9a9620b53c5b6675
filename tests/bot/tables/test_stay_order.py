"""Orders to stay: the bot answers for a passenger until a city, with exceptions."""

from typing import Any

import pytest

from bot.pages.views import hand_view, table_view
from bot.tables import autoplay
from bot.tables.actions import BY_ORDER, DECIDES, OPEN_SEAL, Entry
from bot.tables.diff import changed_pages, visible
from tests.bot.tables.driven import NOW, Driven, laid


def deciding(city: int = 3, **facts: Any) -> Driven:
    """Seats 1 and 2 may leave; the captain holds one card."""
    return laid(3, dice="fog blank", hands={0: "cannon"}, city=city, **facts)


def due(t: Driven) -> Entry | None:
    """Return the bot's next action."""
    return autoplay.next_action(t.planned(), NOW + 60)


def test_an_order_answers_in_each_leg_before_its_city() -> None:
    t = deciding().do("1 stay_order until=4")
    assert (t.table.sealed, t.table.by_order) == ({1: "stay"}, [1])
    assert t.planned().answers_at == {1: NOW + 2}
    assert due(t) == Entry(1, BY_ORDER, "stay")
    assert deciding(4).do("1 stay_order until=4").table.sealed == {}
    assert deciding(8).do("1 stay_order until=10").table.sealed == {1: "stay"}


def test_an_order_holds_in_the_next_legs_and_for_others_in_their_turn() -> None:
    t = laid(3, dice="blank blank", city=3).do("2 stay_order until=5", "1 move stay")
    assert due(t) == Entry(2, BY_ORDER, "stay")
    t.do(f"2 {BY_ORDER} stay")
    while t.question != "decisions":
        t.first_move()
    assert (t.table.running.leg.city, t.table.sealed) == (4, {2: "stay"})


def test_the_seat_is_asked_where_the_captain_has_few_cards() -> None:
    assert deciding().do("1 stay_order until=9 cards=2").table.sealed == {}
    ready = laid(3, dice="fog blank", hands={0: "cannon compass"}, city=3)
    assert ready.do("1 stay_order until=9 cards=2").table.sealed == {1: "stay"}


def test_the_seat_is_asked_where_one_of_these_is_the_captain() -> None:
    assert deciding().do("1 stay_order until=9 captains=20").table.sealed == {}
    assert deciding().do("1 stay_order until=9 captains=2").table.sealed == {1: "stay"}


def test_an_order_is_stored_in_one_spelling() -> None:
    t = deciding().do("1 stay_order until=9 cards=2 captains=202 goal")
    assert t.table.stay_orders == {1: "until=9 cards=2 captains=02 goal"}


def test_the_seat_is_asked_where_the_odds_are_low() -> None:
    t = deciding()
    t.table.odds = True
    assert t.do("1 stay_order until=9 odds=80").table.sealed == {}
    calm = laid(3, dice="blank blank", city=3)
    calm.table.odds = True
    assert calm.do("1 stay_order until=9 odds=80").table.sealed == {1: "stay"}


@pytest.mark.parametrize(("treasures", "answer"), [("9:25 8:20", "leave"), ("9:25", "stay")])
def test_the_seat_leaves_where_that_reaches_the_goal(treasures: str, answer: str) -> None:
    t = deciding(5, treasures={1: treasures})
    assert t.do("1 stay_order until=9 goal").table.sealed == {1: answer}
    assert t.do("1 stay_order until=9").table.sealed == {1: "stay"}


def test_who_takes_the_answer_back_is_asked_in_this_leg() -> None:
    t = deciding().do("2 stay_order until=9", "2 seal nothing")
    assert (t.table.sealed, t.table.by_order, t.table.by_hand) == ({}, [], [2])
    t.do("2 seal leave")
    assert (t.table.sealed, t.table.by_order) == ({2: "leave"}, [])
    assert due(t.do("1 move stay")) == Entry(2, OPEN_SEAL, "leave")


def test_without_the_order_its_answer_goes_as_well() -> None:
    t = deciding().do("1 stay_order until=9", "1 stay_order off")
    assert (t.table.sealed, t.table.by_order, t.table.stay_orders) == ({}, [], {})


def test_an_answer_by_order_is_no_sign_of_a_person() -> None:
    t = deciding().do("1 stay_order until=9")
    t.table.missed = {1: 1}
    assert t.do(f"1 {BY_ORDER} stay").table.missed == {1: 1}
    assert BY_ORDER not in DECIDES


def test_an_order_is_invisible_to_other_seats() -> None:
    t = deciding()
    before, others = visible(t.table), hand_view(t.table, 2)
    public = table_view(t.table)
    t.do("1 stay_order until=9 goal")
    assert changed_pages(before, t.table) == ()
    assert (table_view(t.table), hand_view(t.table, 2)) == (public, others)
    assert "until=9" not in repr(t.table)


def test_orders_end_with_the_game_and_with_the_seat() -> None:
    t = deciding().do("1 stay_order until=9", "2 stay_order until=9", "2 concede random")
    assert [*t.table.stay_orders] == [1]
    assert (t.do("0 cancel").table.stay_orders, t.table.by_order) == ({}, [])


def speaking(hand: str, **facts: Any) -> Driven:
    """Seat 0 is the captain of two passengers, and faces fog and pirates."""
    return laid(3, dice="fog pirates", hands={0: hand}, city=3, **facts)


@pytest.mark.parametrize(
    ("hand", "order", "word"),
    [
        ("compass turbo", "turbos=1", "declare can"),
        ("turbo turbo", "turbos=1", ""),
        ("turbo turbo", "turbos=8", "declare can"),
        ("turbo turbo", "turbos=0", "declare cannot"),
        ("compass cannon turbo", "turbos=0", ""),  # equipment must be used
        ("compass", "turbos=8", ""),  # the bot says the only word for everybody
    ],
)
def test_a_captain_flies_on_by_so_many_turbos(hand: str, order: str, word: str) -> None:
    t = speaking(hand).do(f"0 stay_order until=1 {order}")
    assert t.table.sealed == ({0: word} if word else {})
    assert t.table.by_order == ([0] if word else [])


def test_a_captains_order_speaks_when_all_have_decided() -> None:
    t = speaking("compass turbo").do("0 stay_order until=1 turbos=1", "1 move stay")
    t.do("2 move stay").pass_on("declaration")
    assert due(t) == Entry(0, BY_ORDER, "declare can")


def test_a_captain_who_takes_the_word_back_is_asked_in_this_leg() -> None:
    t = speaking("compass turbo").do("0 stay_order until=1 turbos=1", "0 seal nothing")
    assert (t.table.sealed, t.table.by_hand) == ({}, [0])


def test_a_passengers_order_says_nothing_as_captain() -> None:
    assert speaking("compass turbo").do("0 stay_order until=10 goal").table.sealed == {}


@pytest.mark.parametrize(
    ("spare", "cards"),
    [("upgraded", "pay compass compass"), ("single", "pay upgraded_compass")],
)
def test_a_captain_shows_the_cards_that_it_does_not_spare(spare: str, cards: str) -> None:
    hand = "compass compass upgraded_compass turbo"
    facts: dict[str, Any] = {"dice": "fog fog", "city": 3, "boxes": ("little_help",)}
    t = laid(3, hands={0: hand}, **facts).do(f"0 stay_order until=1 spare={spare}")
    t.pass_on("decisions").do("1 move stay", "2 move stay").pass_on("declaration")
    t.do("0 move declare can").pass_on("payment")
    assert due(t) == Entry(0, BY_ORDER, cards)
    assert t.do("0 seal nothing").table.sealed == {}
