"""A Little Help: upgraded equipment, help from passengers, Bandit, Mooring line, characters."""

from functools import partial
from typing import Any

import pytest

from engine.box import EVENTS
from tests.rules import builder
from tests.rules.builder import Tested

QUIET = ("black", "purple", "yellow")
"""Characters whose powers stay out of the way here, by seat."""
table = partial(builder.table, boxes=("little_help",), characters=QUIET)


def at_the_dice(dice: str, hands: dict[int, str], **laid: Any) -> Tested:
    """Seat 0 has rolled these dice; every passenger stays; it is for the captain to declare."""
    return table(hands=hands, dice=dice, **laid).all_stay().on_to("declaration")


def in_need(dice: str, hands: dict[int, str], **laid: Any) -> Tested:
    """The same, and the captain said that the ship cannot fly."""
    return at_the_dice(dice, hands, **laid).do("0 declare cannot")


# --- upgraded equipment --------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["fog fog", "fog blank"])
def test_H1_one_upgraded_card_pays_for_two_events_or_one_and_gives_no_change(dice: str) -> None:
    t = at_the_dice(dice, {0: "upgraded_compass"})
    t.do("0 declare can").on_to("payment").do("0 pay upgraded_compass")
    assert (t.city, t.hand(0), t.discarded("upgraded_compass")) == (1, "", 1)
    assert t.on_to("decisions").city == 2


@pytest.mark.parametrize(
    ("card", "dice", "word"),
    [
        ("compass", "fog fog", "can"),
        ("lightning_rod", "lightning lightning", "can"),
        ("foghorn", "birds birds", "can"),
        ("cannon", "pirates pirates", "can"),
        ("compass", "fog lightning", "cannot"),
        ("compass", "fog fog fog", "cannot"),
    ],
)
def test_H1_it_covers_two_events_of_its_symbol_and_no_other(
    card: str, dice: str, word: str
) -> None:
    t = at_the_dice(dice, {0: f"upgraded_{card}"}, city=4 if dice.count(" ") == 2 else 1)
    assert t.legal(0) == {f"declare {word}"}


# --- little help ---------------------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS)
def test_H2_a_passenger_lays_help_that_covers_one_event_of_its_symbol(event: str) -> None:
    t = in_need(f"{event} blank", {0: "turbo", 1: f"help_{event}"})
    t.do(f"1 play help_{event}").all_pass()
    assert t.happened("declared")[-1].to_json()["answer"] == "can"
    t = in_need(f"{event} {event}", {0: "jetpack", 1: f"help_{event}"})
    assert t.do(f"1 play help_{event}").all_pass().legal(0) == {"declare cannot"}


def test_H2_help_lies_face_down() -> None:
    t = in_need("fog fog", {0: "cannon", 1: "help_fog"})
    before = [t.game.view(other) for other in (0, 2, None)]
    t.do("1 play help_fog")
    assert [t.game.view(other) for other in (0, 2, None)] == before
    assert [t.events[-1].seen_by(other) for other in (0, 2, None)] == [None] * 3
    assert t.game.view(1).laid == ("help_fog",)
    assert t.refusal("1 play help_fog") == "not_held"


def test_H2_a_passenger_lays_any_number() -> None:
    t = in_need("fog lightning", {0: "cannon", 1: "help_fog help_lightning help_birds"})
    t.do("1 play help_fog", "1 play help_lightning", "1 play help_birds").all_pass()
    assert t.hand(1) == ""
    assert t.happened("declared")[-1].to_json()["answer"] == "can"


def test_H2_help_is_laid_until_all_have_passed_and_revealed_at_once() -> None:
    t = in_need("fog fog", {0: "cannon", 1: "help_fog", 2: "help_fog help_lightning"})
    t.do("2 play help_fog", "1 play help_fog", "1 pass", "0 pass", "2 play help_lightning")
    assert (t.question, t.waiting) == ("cannot", (2,))
    assert t.happened("help_shown") == []
    (shown,) = t.do("2 pass").happened("help_shown")
    assert shown.to_json()["seats"] == [1, 2, 2]
    assert shown.to_json()["cards"] == ["help_fog", "help_fog", "help_lightning"]


def test_H2_when_nothing_was_laid_nothing_is_revealed() -> None:
    t = in_need("fog fog", {0: "cannon"}).all_pass()
    assert (t.question, t.happened("help_shown")) == ("crashing", [])


def test_H3_the_captain_must_add_the_equipment_and_fly_and_all_help_is_discarded() -> None:
    t = in_need("fog lightning", {0: "compass cannon", 1: "help_lightning", 2: "help_birds"})
    t.do("1 play help_lightning", "2 play help_birds").all_pass()
    assert t.legal(0) == {"declare can"}
    assert t.do("0 declare can").on_to("payment").legal(0) == {"pay compass"}
    t.do("0 pay compass").on_to("decisions")
    assert (t.city, t.hand(0), t.hand(1), t.hand(2)) == (2, "cannon", "", "")
    assert (t.discarded("help_lightning"), t.discarded("help_birds")) == (1, 1)


def test_H3_where_turbos_are_needed_too_the_captain_chooses() -> None:
    t = in_need("fog lightning", {0: "turbo", 1: "help_fog"}).do("1 play help_fog").all_pass()
    assert t.legal(0) == {"declare can", "declare cannot"}
    t.do("0 declare can").on_to("payment").do("0 pay turbo").on_to("decisions")
    assert t.city == 2


def test_H3_help_that_falls_short_is_discarded_and_costs_the_captain_nothing() -> None:
    t = in_need("fog lightning birds", {0: "compass cannon", 1: "help_lightning"}, city=4)
    t.do("1 play help_lightning").all_pass().do("0 declare cannot")
    assert (t.hand(1), t.discarded("help_lightning")) == ("", 1)
    assert t.on_to("crashing").hand(0) == "cannon compass"


def test_H4_after_a_failed_reveal_the_window_goes_on_without_help() -> None:
    t = in_need("fog lightning", {0: "cannon", 1: "help_lightning", 2: "help_fog"})
    t.do("1 play help_lightning").all_pass().do("0 declare cannot")
    assert (t.question, t.waiting) == ("cannot", (2, 0))
    assert t.refusal("2 play help_fog") == "to_no_effect"


def test_H4_a_spyglass_may_still_be_played_after_a_failed_reveal() -> None:
    t = in_need("fog fog", {0: "cannon", 1: "help_fog"}, treasures={2: "1:spyglass"})
    t.do("1 play help_fog").all_pass().do("0 declare cannot", "2 play spyglass")
    assert t.city == 2


def test_H4_no_second_reveal_after_a_reroll_in_the_same_leg() -> None:
    t = in_need("fog lightning fog", {0: "cannon", 1: "help_fog", 2: "alternative_route help_fog"})
    t.do("1 play help_fog").all_pass().do("0 declare cannot")
    t.do("2 play alternative_route", "0 reroll lightning", "0 declare cannot")
    assert t.question == "cannot"
    assert "play help_fog" not in t.legal(2)


def test_H4_no_second_reveal_after_one_that_averted_the_crash() -> None:
    t = in_need("fog blank birds", {0: "cannon", 1: "help_fog", 2: "wind_gust help_birds"})
    t.do("1 play help_fog").all_pass().do("2 play wind_gust", "0 declare cannot")
    assert (t.question, t.dice) == ("cannot", ("fog", "birds"))
    assert t.refusal("2 play help_birds") == "to_no_effect"


def test_H4_the_next_leg_has_its_own_reveal() -> None:
    t = in_need("fog blank fog blank", {0: "cannon", 1: "help_fog turbo", 2: "help_fog"})
    t.do("1 play help_fog").all_pass().on_to("decisions")
    t.all_stay().on_to("declaration").do("1 declare cannot")
    assert (t.city, t.captain) == (2, 1)
    assert "play help_fog" in t.legal(2)


def test_H4_a_reroll_sends_help_that_lies_face_down_back_unseen_to_be_laid_again() -> None:
    t = in_need("fog blank blank", {0: "turbo", 1: "help_fog", 2: "wind_gust"})
    t.do("1 play help_fog", "2 play wind_gust")
    assert (t.hand(1), t.game.view(1).laid) == ("help_fog", ())
    assert (t.happened("help_shown"), t.discarded("help_fog")) == ([], 0)
    t.do("0 declare cannot", "1 play help_fog").all_pass()
    assert len(t.happened("help_shown")) == 1


# --- Bandit and Mooring line ---------------------------------------------------------------


def specials(hands: dict[int, str], dice: str = "", **laid: Any) -> Tested:
    return table(hands=hands, dice=dice, **laid)


@pytest.mark.parametrize("hands", [{1: "bandit"}, {0: "bandit", 2: "bandit"}, {0: "bandit bandit"}])
def test_H6_each_bandit_adds_one_die(hands: dict[int, str]) -> None:
    t, played = specials(hands), 0
    for seat, held in hands.items():
        for _ in held.split():
            t.do(f"{seat} play bandit")
            played += 1
    assert (len(t.on_to("decisions").dice), t.discarded("bandit")) == (2 + played, played)


def test_H6_it_is_played_before_the_roll_and_lasts_for_that_leg() -> None:
    t = specials({0: "compass", 1: "bandit bandit"}, "fog blank blank").do("1 play bandit")
    t.all_stay()
    assert (t.question, t.refusal("1 play bandit")) == ("spoken", "not_now")
    t.declare("can").on_to("payment").do("0 pay compass")
    assert len(t.on_to("decisions").dice) == 2


def cards_down(hands: dict[int, str], **laid: object) -> Tested:
    """Seat 0 has shown a compass for its fog; the ship has not moved yet."""
    t = specials({0: "compass", **hands}, "fog blank birds birds", **laid).all_stay()
    t.declare("can").on_to("payment").do("0 pay compass")
    assert t.question == "cards_down"
    return t


def test_H7_the_ship_stays_the_cards_stay_discarded_and_a_new_leg_starts_there() -> None:
    t = cards_down({2: "mooring_line"}).do("2 play mooring_line").on_to("decisions")
    assert (t.city, t.hand(0), t.discarded("compass")) == (1, "", 1)
    assert (t.hand(2), t.discarded("mooring_line")) == ("", 1)
    assert (t.captain, t.journey, t.state.leg.city) == (1, 1, 1)
    assert (t.waiting, t.dice) == ((2,), ("birds", "birds"))


def test_H7_unmoored_the_ship_moves_on() -> None:
    assert cards_down({2: "mooring_line"}).on_to("decisions").city == 2


def test_H7_not_after_a_spyglass() -> None:
    t = in_need("fog fog", {0: "cannon", 2: "mooring_line"}, treasures={1: "1:spyglass"})
    t.do("1 play spyglass")
    assert (t.city, t.question) == (2, "before_roll")


def test_H7_not_when_nothing_was_to_be_paid() -> None:
    t = specials({2: "mooring_line"}, "blank blank").all_stay().on_to("can").all_pass()
    assert (t.city, t.question) == (2, "before_roll")
    t = in_need("fog blank", {0: "cannon", 1: "help_fog", 2: "mooring_line"})
    t.do("1 play help_fog").all_pass().on_to("can").all_pass()
    assert (t.city, t.question) == (2, "before_roll")
