"""Settings that conflict are refused in a lobby, and none is lost."""

import pytest

from bot.tables.actions import Entry, opening, replay
from tests.bot.tables.driven import Driven, laid, lobby, opened

# --- settings ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["crew", "beginner"])
def test_boxes_and_the_crew_and_beginner_variants_exclude_each_other(variant: str) -> None:
    t = lobby(settings=f"variant={variant}")
    assert t.refusal("0 setting boxes=krismastri") == "variant_alone"
    assert t.refusal("0 setting box=krismastri") == "variant_alone"
    assert t.do("0 setting boxes=").table.options.variant == variant
    t = lobby(settings="boxes=krismastri")
    assert t.refusal(f"0 setting variant={variant}") == "variant_alone"


def test_the_beginner_variant_drops_no_goal_and_no_setting_that_it_does_not_use() -> None:
    assert lobby(settings="goal=75").refusal("0 setting variant=beginner") == "beginner_has_no_goal"
    t = lobby(settings="goal=50 power_cards=off variant=beginner variant=standard")
    assert (t.table.options.goal, t.table.options.power_cards) == (50, False)


# --- a crew is for two ---------------------------------------------------------------------


def test_a_crew_has_two_seats() -> None:
    t = lobby(persons=2, settings="variant=crew")
    assert t.table.places == 2
    assert t.refusal("- join c") == t.refusal("0 add_computer") == "crew_full"
    assert t.refusal("0 setting seats=3") == "crew_seats"
    assert t.refusal("0 setting seats=7") == "number_out_of_range"
    assert t.refusal("1 join x") == "seated_already"
    assert t.do("0 setting seats=2", "0 start 7").table.stage == "playing"


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_another_variant_restores_the_seats_that_the_host_chose(seats: int) -> None:
    t = lobby(settings=f"seats={seats} variant=crew variant=beginner")
    assert t.table.places == seats


def test_three_cannot_be_a_crew() -> None:
    t = lobby(persons=2, computers=1)
    assert t.refusal("0 setting variant=crew") == "crew_taken"
    assert t.do("1 leave", "0 setting variant=crew").table.places == 2


@pytest.mark.parametrize("line", ["1 add_computer", "1 setting variant=crew", "1 setting seats=3"])
def test_only_the_host_is_told_which_settings_conflict(line: str) -> None:
    assert lobby(persons=2, settings="variant=crew").refusal(line) == "not_host"


@pytest.mark.parametrize(
    "line", ["- join c", "1 add_computer", "1 setting seats=3", "0 setting box=krismastri"]
)
def test_once_a_game_has_begun_people_are_told_so_first(line: str) -> None:
    playing = lobby(persons=2, settings="variant=crew").do("0 start 7")
    assert playing.refusal(line) == "started_already"


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
