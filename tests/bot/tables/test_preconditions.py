"""Settings that conflict are refused in a lobby, and none is lost."""

import pytest

from bot.tables.actions import Entry, opening, replay
from tests.bot.tables.driven import Driven, laid, lobby, opened

# --- settings ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["crew", "beginner"])
def test_a_variant_without_boxes_is_chosen_once_there_are_none(variant: str) -> None:
    t = lobby(settings="boxes=krismastri boxes=").do(f"0 setting variant={variant}")
    assert t.do("0 setting boxes=").table.options.variant == variant


def test_the_beginner_variant_drops_no_setting_that_it_does_not_use() -> None:
    t = lobby(settings="power_cards=off variant=beginner variant=standard")
    assert not t.table.options.power_cards


ALL = 'several={"seats":"4","variant":"standard","boxes":"krismastri","goal":"75"}'
CREW = 'several={"variant":"crew","boxes":""}'


def test_settings_that_are_chosen_at_once_fit_whatever_was_set_before() -> None:
    for before in ("variant=crew", "boxes=instructor", "variant=beginner", ALL):
        t = lobby(settings=before).do(f"0 setting {ALL}")
        assert (t.table.options.goal, t.table.options.boxes) == (75, ("krismastri",))
        assert t.do(f"0 setting {CREW}").table.options.variant == "crew"


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        (CREW, "crew_taken"),
        ('several={"goal":"30","seats":"2"}', "seats_taken"),
        ('several={"goal":"30","goals":"40"}', "unknown_choice"),
        ('several={"several":"{}"}', "unknown_choice"),
        ("several=[]", "unknown_choice"),
        ("several={", "unknown_choice"),
    ],
)
def test_of_settings_that_do_not_fit_none_is_changed(settings: str, refusal: str) -> None:
    t = lobby(persons=3)
    before = t.table.options
    assert t.refusal(f"0 setting {settings}") == refusal
    assert t.table.options == before


# --- a crew is for two ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_another_variant_restores_the_seats_that_the_host_chose(seats: int) -> None:
    t = lobby(settings=f"seats={seats} variant=crew variant=beginner")
    assert t.table.places == seats


def test_two_can_be_a_crew_even_if_there_were_three_before() -> None:
    t = lobby(persons=2, computers=1).do("1 leave", "0 setting variant=crew")
    assert t.table.places == 2
    assert t.do("0 setting seats=2", "0 start 7").table.stage == "playing"


# --- logs of earlier versions --------------------------------------------------------------


def test_a_log_from_before_these_refusals_can_be_replayed() -> None:
    lines = ["variant=crew", "seats=5", "boxes=krismastri", "goal=75", "variant=beginner"]
    log = [opening(opened()), *[Entry(0, "setting", line) for line in lines]]
    assert replay(log[:4]).options.variant == "standard"
    assert replay(log).options.boxes == ()
    assert replay(log).options.goal == 50


def test_an_old_crew_of_three_can_be_replayed_but_not_started() -> None:
    log = [opening(opened()), *[Entry(0, "setting", it) for it in ("variant=crew", "seats=3")]]
    t = Driven(replay([*log, Entry(None, "join", "b"), Entry(None, "join", "c")]))
    assert t.refusal("0 start 7") == "crew_is_for_two"
    assert t.do("2 leave", "0 start 7").table.stage == "playing"


# --- concessions ---------------------------------------------------------------------------


def test_a_concession_that_was_to_cost_a_seat_does_not_end_the_game() -> None:
    t = laid(3, computers=(2,))
    assert t.refusal("1 concede random game") == "moment_passed"
    t.do("1 concede random seat")
    assert t.refusal("0 concede random seat") == "moment_passed"
    assert t.do("0 concede random game").table.stage == "cancelled"
