"""A captain answers once: the word is sealed while the others decide, and opened in its turn."""

from typing import Any

from bot.pages.views import hand_view
from bot.tables import autoplay
from bot.tables.actions import Entry
from tests.bot.tables.driven import NOW, Driven, laid


def deciding(**facts: Any) -> Driven:
    """Seat 0 is captain, holds a compass and faces fog; 1 and 2 decide."""
    return laid(3, **{"dice": "fog blank", "hands": {0: "compass turbo"}, **facts})


def due(t: Driven) -> Entry | None:
    """The bot's action two seconds later."""
    return autoplay.next_action(t.planned(), NOW + 2)


def test_a_sealed_word_is_opened_like_any_sealed_answer() -> None:
    t = deciding().do("0 seal declare can", "1 move stay", "2 move stay")
    assert (t.question, t.table.sealed) == ("spoken", {0: "declare can"})
    t.do("- close")
    assert t.question == "declaration"
    assert due(t) == Entry(0, "open_seal", "declare can")
    assert t.do("0 open_seal declare can").question == "can"
    assert t.table.sealed == {}


def test_a_word_survives_a_pass_of_the_captain() -> None:
    t = deciding().do("1 move stay", "2 move stay")
    assert t.do("0 seal declare can", "0 move pass").table.sealed == {0: "declare can"}


def test_a_word_is_taken_back_and_changed() -> None:
    t = deciding(hands={0: "turbo"}).do("0 seal declare can", "0 seal declare cannot")
    assert t.table.sealed == {0: "declare cannot"}
    assert t.do("0 seal nothing").table.sealed == {}
    t.do("0 seal declare can", "1 move stay", "2 move stay").pass_on("declaration")
    assert t.do("0 seal nothing").table.sealed == {}
    assert t.waiting == (0,)


def test_other_dice_make_a_sealed_word_void() -> None:
    t = deciding(hands={0: "compass turbo", 1: "wind_gust"})
    t.do("0 seal declare can", "1 move stay", "2 move stay", "1 move play wind_gust")
    assert t.table.sealed == {}


def test_a_sealed_word_does_not_outlive_its_leg() -> None:
    t = deciding(dice="blank blank", hands={0: "compass"}).do("0 seal declare can")
    leg = t.table.page.number
    t.do("1 move stay", "2 move stay")
    while t.table.page.number == leg:
        t.first_move()
    assert t.table.sealed == {}


def test_the_word_itself_replaces_the_sealed_one() -> None:
    t = deciding().do("0 seal declare can", "1 move stay", "2 move stay").pass_on("declaration")
    assert t.do("0 move declare can").table.sealed == {}


def test_a_sealed_word_that_has_become_untrue_is_asked_for() -> None:
    t = deciding().do("0 seal declare can", "1 move stay", "2 move stay")
    t.table.running._state.seats[0].hand = ("cannon",)
    t.pass_on("declaration")
    assert (t.table.sealed, t.waiting) == ({}, (0,))
    assert due(t) == Entry(0, "only_answer", "declare cannot")


def test_a_seal_of_a_passenger_is_void_after_the_decisions_and_the_captain_s_is_not() -> None:
    t = deciding().do("0 seal declare can", "2 seal stay", "1 move stay", "2 open_seal stay")
    assert t.table.sealed == {0: "declare can"}


def test_nothing_is_to_be_answered_before_the_roll_and_after_the_word() -> None:
    t = laid(3, boxes=("little_help",), dice="fog fog", hands={0: "compass compass"})
    assert t.question == "before_roll"
    assert hand_view(t.table, 0).answers == ()
    t.pass_on("decisions").do("1 move stay", "2 move stay").pass_on("declaration")
    assert hand_view(t.do("0 move declare can").table, 0).answers == ()
