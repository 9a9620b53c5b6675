"""Substitutes, pings, the host's role, and tables that sleep."""

from typing import Any

import pytest

from bot.tables import presence
from bot.tables.table import StoodIn, Table
from tests.bot.tables.driven import Driven, exchanging, laid, lobby

CALM: dict[str, Any] = {"dice": "blank blank", "captain": 2}


def deciding(seats: int = 3, **facts: Any) -> Driven:
    """The round of decisions: seat 0 is asked first, then 1; seat 2 is captain."""
    return laid(seats, **{**CALM, **facts})


def missed(t: Driven, seat: int, times: int = presence.PATIENCE) -> Driven:
    """Return the table after a seat has missed this many decisions."""
    for _ in range(times):
        presence.missed_decision(t.table, seat)
    return t


def pinged(table: Table) -> tuple[str, tuple[int, ...]] | None:
    """Return the reason and the seats of the ping."""
    return (table.notice.reason, table.notice.seats) if table.notice else None


# --- substitutes ---------------------------------------------------------------------------


def test_two_missed_decisions_in_a_row_bring_a_substitute() -> None:
    t = deciding().do("0 stand_in stay")
    assert (t.table.missed, presence.substituted(t.table)) == ({0: 1}, ())
    t = missed(deciding(), 0, times=1).do("0 stand_in stay")
    assert presence.substituted(t.table) == (0,)


def test_the_story_names_stand_ins_until_the_seat_is_substituted() -> None:
    t = deciding().do("0 stand_in stay", "1 move stay")
    assert [told["kind"] for told in t.table.page.events[-3:]] == ["stood_in", "stayed", "stayed"]
    t = missed(deciding(), 0).do("0 stand_in stay")
    assert t.table.page.events[-1]["kind"] == "stayed"
    assert StoodIn(0).to_json() not in t.table.page.events


def test_a_decision_of_several_unseen_moves_is_told_and_missed_once() -> None:
    t = exchanging().do("0 stand_in discard cannon", "0 stand_in discard foghorn")
    assert (0 in t.waiting, t.table.missed) == (True, {})
    assert t.do("0 stand_in done").table.missed == {0: 1}
    told = [it for page in t.table.pages for it in page.events if it["kind"] == "stood_in"]
    assert told == [StoodIn(0).to_json()]


def test_a_missed_window_is_no_missed_decision() -> None:
    t = deciding().do("0 move stay", "1 move stay", "0 let_pass pass", "1 let_pass pass")
    assert t.table.missed == {}


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("decision", ["1 move stay", "1 open_seal stay"])
def test_a_decision_clears_the_missed_ones(decision: str, times: int) -> None:
    t = missed(deciding(), 1, times).do("1 seal stay", "0 move stay")
    assert t.table.missed == {1: times}
    assert t.do(decision).table.missed == {}


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("silent", ["1 seal stay", "1 arm", "1 quiet"])
def test_silent_actions_neither_clear_missed_decisions_nor_bring_back(
    silent: str, times: int
) -> None:
    assert missed(deciding(), 1, times).do(silent).table.missed == {1: times}


def test_a_card_laid_face_down_brings_no_seat_back() -> None:
    t = missed(exchanging(), 0).do("- sleep", "0 move discard cannon")
    assert (presence.substituted(t.table), t.table.asleep) == ((0,), True)
    assert presence.substituted(t.do("0 move done").table) == ()


@pytest.mark.parametrize("line", ["0 move pass", "0 nudge", "0 back"])
def test_public_actions_bring_a_person_back(line: str) -> None:
    t = missed(at_the_window(), 0)
    t.table.host = 0
    assert presence.substituted(t.do(line).table) == ()


def test_a_conceded_seat_and_a_computer_have_no_substitute() -> None:
    t = missed(deciding(), 0).do("0 stand_in stay", "- sleep")
    assert presence.substituted(t.table) == (0,)
    assert (presence.substituted(t.do("0 concede random").table), t.table.missed) == ((), {})
    assert presence.substituted(missed(deciding(computers=(0,)), 0).table) == ()


def test_a_table_is_deserted_if_all_persons_have_substitutes_or_it_sleeps() -> None:
    t = missed(missed(deciding(computers=(2,)), 0), 1)
    assert not presence.anybody(t.table)
    assert presence.anybody(t.do("1 back").table)
    assert not presence.anybody(t.do("- sleep").table)


# --- awaited seats -------------------------------------------------------------------------


def test_seats_in_a_window_substituted_ones_and_computers_have_nothing_to_decide() -> None:
    assert presence.deciding(deciding().table) == (0,)
    assert presence.asked(at_the_window().table)
    assert presence.deciding(at_the_window().table) == ()
    assert presence.deciding(missed(deciding(), 0).table) == ()
    assert presence.deciding(deciding(computers=(0,)).table) == ()


# --- the host ------------------------------------------------------------------------------


def test_an_absent_host_is_replaced_by_a_present_person_for_good() -> None:
    t = missed(missed(deciding(4, computers=(1,)), 2), 0)
    assert t.table.host == 3
    assert t.do("0 back").table.host == 3


def test_an_absent_host_stays_host_until_the_first_comes_back() -> None:
    t = missed(missed(deciding(computers=(2,)), 1), 0)
    assert t.table.host == 0
    assert t.do("1 back").table.host == 1


def test_a_host_who_concedes_is_replaced_by_a_present_person() -> None:
    t = missed(deciding(), 1).do("0 concede random")
    assert t.table.host == 2


# --- pings ---------------------------------------------------------------------------------


def test_a_warning_names_only_seats_that_have_to_decide() -> None:
    t = deciding().do("- warn 0 1 2")
    assert (pinged(t.table), t.table.warned) == (("warning", (0,)), [0])


def test_all_whose_time_runs_out_are_warned_at_once_and_once() -> None:
    t = exchanging().do("- warn 0 1")
    assert pinged(t.table) == ("warning", (0, 1))
    assert pinged(t.do("- warn 1 2").table) == ("warning", (2,))
    assert t.refusal("- warn 0 1 2") == "nobody_to_call"


@pytest.mark.parametrize("line", ["- warn 1", "- warn 2", "- warn", "- warn x", "- warn 9"])
def test_a_seat_with_nothing_to_decide_is_not_warned(line: str) -> None:
    assert deciding().refusal(line) == "nobody_to_call"


def test_the_host_pings_the_others_and_they_only_the_host() -> None:
    assert pinged(at_the_window().do("0 nudge").table) == ("nudge", (1, 2))
    assert pinged(at_the_window().do("2 nudge").table) == ("nudge", (0,))
    assert deciding().do("0 move stay").refusal("2 nudge") == "not_host"


def test_the_only_awaited_seat_has_no_seat_to_ping() -> None:
    assert deciding().do("0 move stay").refusal("1 nudge") == "nobody_to_call"
    assert presence.to_ping(deciding(computers=(1, 2)).table) == ()


def test_the_host_pings_neither_computers_nor_absent_people() -> None:
    t = missed(deciding(computers=(1,)), 2).do("0 move stay")
    assert t.refusal("0 nudge") == "nobody_to_call"
    assert t.do("1 move stay").refusal("0 nudge") == "nobody_to_call"


def test_a_ping_is_withdrawn_when_all_its_seats_have_answered() -> None:
    t = exchanging().do("- warn 1 2", "1 move draw")
    assert pinged(t.table) == ("warning", (1, 2))
    assert pinged(t.do("2 move draw").table) is None


@pytest.mark.parametrize("line", ["0 concede random", "- sleep", "0 cancel", "- expire"])
def test_a_ping_is_withdrawn_when_the_game_waits_for_no_seat(line: str) -> None:
    t = deciding().do("- warn 0")
    assert pinged(t.do(line).table) is None


def test_a_ping_is_withdrawn_when_the_question_changes() -> None:
    t = deciding().do("0 move stay", "- warn 1", "1 stand_in stay")
    assert (pinged(t.table), t.table.warned) == (None, [])


def test_each_ping_has_a_new_number() -> None:
    t = deciding().do("- warn 0", "0 move stay", "0 nudge")
    assert (pinged(t.table), t.table.notices) == (("nudge", (1,)), 2)


def test_a_person_who_returns_can_ping_the_only_one_present() -> None:
    t = missed(missed(deciding(), 0), 2).do("0 stand_in stay", "2 nudge")
    assert (pinged(t.table), presence.substituted(t.table)) == (("nudge", (1,)), (0,))


# --- turns of a relaxed table --------------------------------------------------------------


def test_a_relaxed_table_pings_the_next_to_decide() -> None:
    t = deciding(pace="relaxed").do("0 move stay")
    assert pinged(t.table) == ("turn", (1,))
    assert pinged(t.do("1 move stay").table) is None  # a window


@pytest.mark.parametrize("pace", ["live", "none"])
def test_other_paces_do_not_ping_for_a_turn(pace: str) -> None:
    assert pinged(deciding(pace=pace).do("0 move stay").table) is None


@pytest.mark.parametrize(("passes", "ping"), [("move", None), ("let_pass", ("turn", (2,)))])
def test_a_seat_is_pinged_for_what_follows_unless_it_moved(passes: str, ping: object) -> None:
    t = deciding(pace="relaxed", dice="fog fog").do("0 move stay", "1 move stay")
    t.do("0 move pass", "1 move pass", f"2 {passes} pass")  # the captain, who has to declare
    assert (t.question, t.waiting, pinged(t.table)) == ("declaration", (2,), ping)


def test_absent_people_are_not_pinged_for_a_turn() -> None:
    t = missed(deciding(pace="relaxed"), 1).do("0 move stay")
    assert pinged(t.table) is None


def test_a_table_that_wakes_pings_those_who_have_to_decide() -> None:
    t = deciding(pace="relaxed").do("- sleep", "1 back")
    assert pinged(t.table) == ("turn", (0,))


# --- sleep ---------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["0 move pass", "1 back", "0 nudge"])
def test_public_actions_wake_a_table(line: str) -> None:
    assert not at_the_window().do("- sleep", line).table.asleep


@pytest.mark.parametrize("line", ["1 seal stay", "1 arm", "1 quiet", "1 concede random"])
def test_silent_actions_and_concessions_wake_no_table(line: str) -> None:
    assert deciding().do("- sleep", line).table.asleep


def test_a_seat_is_warned_again_after_the_table_slept() -> None:
    t = deciding().do("- warn 0", "- sleep", "1 back", "- warn 0")
    assert pinged(t.table) == ("warning", (0,))


@pytest.mark.parametrize("name", ["warn 0", "sleep", "nudge", "back"])
def test_lobbies_and_closed_tables_refuse_these_actions(name: str) -> None:
    assert lobby().refusal(f"0 {name}") == "not_started"
    assert deciding().do("0 cancel").refusal(f"0 {name}") == "table_closed"


@pytest.mark.parametrize("name", ["nudge", "back", "stand_in stay"])
def test_these_actions_are_refused_to_users_without_a_seat(name: str) -> None:
    assert deciding().refusal(f"- {name}") == "not_seated"


def at_the_window() -> Driven:
    """Return the window after the decisions."""
    return deciding().do("0 move stay", "1 move stay")
