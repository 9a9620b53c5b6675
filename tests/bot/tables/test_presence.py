"""Whose seat a computer keeps, who is called, who is host, and who sleeps."""

from typing import Any

import pytest

from bot.tables import presence
from bot.tables.table import Table
from bot.tables.table_events import StoodIn
from tests.bot.tables.driven import Driven, exchanging, laid, lobby

CALM: dict[str, Any] = {"dice": "blank blank", "captain": 2}


def deciding(seats: int = 3, **facts: Any) -> Driven:
    """The round of decisions: seat 0 is asked first, then 1; seat 2 is captain."""
    return laid(seats, **{**CALM, **facts})


def missed(t: Driven, seat: int, times: int = presence.PATIENCE) -> Driven:
    """This seat has let so many decisions go by."""
    for _ in range(times):
        presence.missed_decision(t.table, seat)
    return t


def called(table: Table) -> tuple[str, tuple[int, ...]] | None:
    """Who is called, and why."""
    return (table.notice.reason, table.notice.seats) if table.notice else None


# --- whose seat is kept --------------------------------------------------------------------


def test_a_seat_that_let_one_decision_go_by_is_its_owners() -> None:
    t = deciding().do("0 stand_in stay")
    assert (t.table.missed, presence.substituted(t.table)) == ({0: 1}, ())


def test_a_seat_that_let_two_go_by_in_a_row_is_kept() -> None:
    t = missed(deciding(), 0, times=1).do("0 stand_in stay")
    assert presence.substituted(t.table) == (0,)


def test_the_story_says_for_whom_a_computer_decided_until_it_keeps_the_seat() -> None:
    t = deciding(pace="live")
    before = len(t.table.page.events)
    t.do("0 stand_in stay", "1 move stay")
    assert [told["kind"] for told in t.table.page.events[before:]] == [
        "stood_in",
        "stayed",
        "stayed",
    ]
    kept = missed(deciding(), 0).do("0 stand_in stay")
    assert kept.table.page.events[-1]["kind"] == "stayed"
    assert StoodIn(0).to_json() not in kept.table.page.events


def test_a_decision_of_several_moves_that_nobody_sees_is_told_of_once() -> None:
    t = exchanging().do("0 stand_in discard cannon", "0 stand_in done")
    told = [it for page in t.table.pages for it in page.events if it["kind"] == "stood_in"]
    assert told == [StoodIn(0).to_json()]


def test_a_window_that_goes_by_is_no_decision() -> None:
    t = deciding().do("0 move stay", "1 move stay", "0 let_pass pass", "1 let_pass pass")
    assert t.table.missed == {}


def test_whoever_decides_has_missed_nothing_in_a_row() -> None:
    t = missed(deciding(), 0, times=1).do("0 move stay")
    assert t.table.missed == {}


@pytest.mark.parametrize("silent", ["1 seal stay", "1 arm", "1 quiet"])
def test_what_the_house_is_told_is_no_decision_for_others_would_see_that(silent: str) -> None:
    t = missed(deciding(), 1, times=1).do(silent)
    assert t.table.missed == {1: 1}


@pytest.mark.parametrize("times", [1, 2])
def test_whose_sealed_answer_is_opened_has_decided(times: int) -> None:
    t = missed(deciding(), 1, times=times).do("1 seal stay", "0 move stay")
    assert t.table.missed == {}


@pytest.mark.parametrize("silent", ["1 seal stay", "1 arm", "1 quiet"])
def test_what_the_house_is_told_brings_nobody_back_for_others_would_see_that(silent: str) -> None:
    t = missed(deciding(), 1).do(silent)
    assert presence.substituted(t.table) == (1,)


def test_a_card_that_is_laid_face_down_brings_nobody_back_for_others_would_see_that() -> None:
    t = missed(exchanging(), 0).do("- sleep", "0 move discard cannon")
    assert (presence.substituted(t.table), t.table.asleep) == ((0,), True)
    assert presence.substituted(t.do("0 move done").table) == ()


@pytest.mark.parametrize("open_deed", ["0 move pass", "0 nudge", "0 back"])
def test_whatever_is_done_in_the_open_brings_back(open_deed: str) -> None:
    t = missed(at_the_window(), 0)
    t.table.host = 0
    assert presence.substituted(t.do(open_deed).table) == ()


def test_the_house_brings_nobody_back() -> None:
    t = missed(deciding(), 0).do("0 stand_in stay", "- sleep")
    assert presence.substituted(t.table) == (0,)


def test_a_seat_that_was_given_up_is_kept_for_nobody() -> None:
    t = missed(deciding(), 0).do("0 concede random")
    assert (presence.substituted(t.table), t.table.missed) == ((), {})


def test_a_computers_seat_is_never_kept() -> None:
    t = missed(deciding(computers=(0,)), 0)
    assert presence.substituted(t.table) == ()


def test_nobody_is_there_when_every_persons_seat_is_kept() -> None:
    t = missed(missed(deciding(computers=(2,)), 0), 1)
    assert not presence.anybody(t.table)
    assert presence.anybody(t.do("1 back").table)


def test_nobody_is_there_while_a_table_sleeps() -> None:
    assert not presence.anybody(deciding().do("- sleep").table)


# --- who is waited for ---------------------------------------------------------------------


def test_those_who_are_asked_in_a_window_have_nothing_to_decide() -> None:
    t = deciding().do("0 move stay", "1 move stay")
    assert presence.asked(t.table)
    assert presence.deciding(t.table) == ()


def test_a_kept_seat_and_a_computer_have_nothing_to_decide_themselves() -> None:
    assert presence.deciding(deciding().table) == (0,)
    assert presence.deciding(missed(deciding(), 0).table) == ()
    assert presence.deciding(deciding(computers=(0,)).table) == ()


def test_nobody_is_waited_for_when_the_table_is_closed() -> None:
    assert presence.asked(deciding().do("0 cancel").table) == ()


# --- who is host ---------------------------------------------------------------------------


def test_a_host_who_is_away_hands_over_to_somebody_who_is_there() -> None:
    t = missed(deciding(4, computers=(1,)), 2)
    assert missed(t, 0).table.host == 3


def test_a_host_stays_host_when_nobody_else_is_there() -> None:
    t = missed(deciding(computers=(1, 2)), 0)
    assert t.table.host == 0


def test_whoever_comes_back_first_is_host_in_the_place_of_one_who_is_away() -> None:
    t = missed(missed(deciding(computers=(2,)), 1), 0)
    assert t.table.host == 0
    assert t.do("1 back").table.host == 1


def test_a_host_who_comes_back_later_is_no_host_any_more() -> None:
    t = missed(deciding(), 0).do("0 back")
    assert t.table.host == 1


def test_a_host_who_gives_up_hands_over_to_somebody_who_is_there() -> None:
    t = missed(deciding(), 1).do("0 concede random")
    assert t.table.host == 2


# --- who is called -------------------------------------------------------------------------


def test_a_warning_names_whoever_has_to_decide_and_nobody_else() -> None:
    t = deciding().do("- warn 0 1 2")
    assert called(t.table) == ("warning", (0,))
    assert t.table.warned == [0]


def test_all_whose_time_runs_out_together_are_named_in_one_warning() -> None:
    t = exchanging().do("- warn 0 1")
    assert called(t.table) == ("warning", (0, 1))


def test_nobody_is_warned_twice_of_the_same_end() -> None:
    t = exchanging().do("- warn 0 1", "- warn 1 2")
    assert called(t.table) == ("warning", (2,))
    assert t.refusal("- warn 0 1 2") == "nobody_to_call"


@pytest.mark.parametrize("line", ["- warn 1", "- warn 2", "- warn", "- warn x", "- warn 9"])
def test_nobody_is_warned_who_has_nothing_to_decide(line: str) -> None:
    assert deciding().refusal(line) == "nobody_to_call"


def test_the_host_calls_the_others_who_are_waited_for() -> None:
    t = deciding().do("0 move stay", "1 move stay", "0 nudge")
    assert called(t.table) == ("nudge", (1, 2))


def test_nobody_but_the_host_calls_and_the_others_call_the_host_alone() -> None:
    assert deciding().do("0 move stay").refusal("2 nudge") == "not_host"
    t = deciding().do("0 move stay", "1 move stay", "2 nudge")
    assert called(t.table) == ("nudge", (0,))


def test_whoever_alone_is_waited_for_has_nobody_to_call() -> None:
    t = deciding().do("0 move stay")
    (alone,) = presence.to_ping(t.table)
    assert alone != t.table.host
    assert t.refusal(f"{alone} nudge") == "nobody_to_call"


def test_a_host_among_computers_is_called_by_nobody() -> None:
    assert presence.to_ping(deciding(computers=(1, 2)).table) == ()


def test_the_host_calls_neither_a_computer_nor_whoever_is_away() -> None:
    t = missed(deciding(computers=(1,)), 2).do("0 move stay")
    assert t.refusal("0 nudge") == "nobody_to_call"
    assert t.do("1 move stay").refusal("0 nudge") == "nobody_to_call"


def test_a_call_is_taken_back_when_all_whom_it_named_have_answered() -> None:
    t = exchanging().do("- warn 1 2", "1 move draw")
    assert called(t.table) == ("warning", (1, 2))
    assert called(t.do("2 move draw").table) is None


@pytest.mark.parametrize("line", ["0 concede random", "- sleep", "0 cancel", "- expire"])
def test_a_call_is_taken_back_when_nobody_is_waited_for_any_more(line: str) -> None:
    t = deciding().do("- warn 0")
    assert called(t.do(line).table) is None


def test_a_call_is_taken_back_when_something_else_is_asked() -> None:
    t = deciding().do("0 move stay", "- warn 1", "1 stand_in stay")
    assert (called(t.table), t.table.warned) == (None, [])


def test_each_call_is_another_one() -> None:
    t = deciding().do("- warn 0", "0 move stay", "0 nudge")
    assert (called(t.table), t.table.notices) == (("nudge", (1,)), 2)


def test_whoever_was_away_may_call_the_only_one_who_is_there() -> None:
    t = missed(missed(deciding(), 0), 2).do("0 stand_in stay", "2 nudge")
    assert (called(t.table), presence.substituted(t.table)) == (("nudge", (1,)), (0,))


# --- turns of a relaxed table --------------------------------------------------------------


def test_where_people_take_hours_whoever_is_next_is_called() -> None:
    t = deciding(pace="relaxed").do("0 move stay")
    assert called(t.table) == ("turn", (1,))


@pytest.mark.parametrize("pace", ["live", "none"])
def test_where_people_are_at_the_table_nobody_is_called_for_a_turn(pace: str) -> None:
    assert called(deciding(pace=pace).do("0 move stay").table) is None


def test_nobody_is_called_for_what_follows_upon_their_own_move() -> None:
    t = at_the_captain().do("2 move pass")
    assert (t.question, t.waiting, called(t.table)) == ("declaration", (2,), None)


def test_whoever_let_the_house_pass_is_called_for_what_follows() -> None:
    t = at_the_captain().do("2 let_pass pass")
    assert called(t.table) == ("turn", (2,))


def test_whoever_is_away_is_not_called_for_a_turn() -> None:
    t = missed(deciding(pace="relaxed"), 1).do("0 move stay")
    assert called(t.table) is None


def test_a_window_calls_nobody() -> None:
    t = deciding(pace="relaxed").do("0 move stay", "1 move stay")
    assert called(t.table) is None


def test_when_a_table_wakes_those_who_have_to_decide_are_called() -> None:
    t = deciding(pace="relaxed").do("- sleep", "1 back")
    assert called(t.table) == ("turn", (0,))


# --- sleep ---------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["0 move pass", "1 back", "0 nudge"])
def test_whatever_is_done_in_the_open_wakes_a_table(line: str) -> None:
    assert not at_the_window().do("- sleep", line).table.asleep


@pytest.mark.parametrize("line", ["1 seal stay", "1 arm", "1 quiet", "1 concede random"])
def test_nothing_else_wakes_it(line: str) -> None:
    assert deciding().do("- sleep", line).table.asleep


def test_whoever_was_warned_before_a_table_slept_is_warned_again_when_it_is_awake() -> None:
    t = deciding().do("- warn 0", "- sleep", "1 back", "- warn 0")
    assert called(t.table) == ("warning", (0,))


@pytest.mark.parametrize("name", ["warn 0", "sleep", "nudge", "back"])
def test_none_of_this_is_for_a_lobby_or_a_closed_table(name: str) -> None:
    assert lobby().refusal(f"0 {name}") == "not_started"
    assert deciding().do("0 cancel").refusal(f"0 {name}") == "table_closed"


@pytest.mark.parametrize("name", ["nudge", "back", "stand_in stay"])
def test_none_of_this_is_for_a_stranger(name: str) -> None:
    assert deciding().refusal(f"- {name}") == "not_seated"


# --- one decision of several moves ---------------------------------------------------------


def test_a_decision_of_several_moves_that_nobody_sees_goes_by_once() -> None:
    t = exchanging().do("0 stand_in discard cannon", "0 stand_in discard foghorn")
    assert (0 in t.waiting, t.table.missed) == (True, {})
    assert t.do("0 stand_in done").table.missed == {0: 1}


def at_the_window() -> Driven:
    """All have decided, and may play something."""
    return deciding().do("0 move stay", "1 move stay")


def at_the_captain() -> Driven:
    """A relaxed table: the captain alone has not passed, and has to declare afterwards."""
    t = deciding(pace="relaxed", dice="fog fog").do("0 move stay", "1 move stay")
    return t.do("0 move pass", "1 move pass")
