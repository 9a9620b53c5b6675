"""Substitutes, pings, the host's role, and tables that sleep."""

from typing import Any

import pytest

from bot.tables import autoplay, presence
from bot.tables.actions import Entry
from bot.tables.table import StoodIn, Table, WentAway
from tests.bot.tables.driven import NOW, Driven, exchanging, laid

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

Ping = tuple[str, tuple[int, ...]]
"""The captain has to declare after the window."""
SLEPT = ("- warn 0", "- sleep", "1 back")
STAYED = ("0 move stay", "1 move stay")
PINGS: dict[str, tuple[Driven, tuple[str, ...], Ping | None]] = {
    "only seats that have to decide": (deciding(), ("- warn 0 1 2",), ("warning", (0,))),
    "all whose time runs out": (exchanging(), ("- warn 0 1",), ("warning", (0, 1))),
    "each of them once": (exchanging(), ("- warn 0 1", "- warn 1 2"), ("warning", (2,))),
    "again after a sleep": (deciding(), (*SLEPT, "- warn 0"), ("warning", (0,))),
    "until all have answered": (exchanging(), ("- warn 1 2", "1 move draw"), ("warning", (1, 2))),
    "and no longer": (exchanging(), ("- warn 1 2", "1 move draw", "2 move draw"), None),
    "not while the table sleeps": (deciding(), ("- warn 0", "- sleep"), None),
    "not after a cancelled game": (deciding(), ("- warn 0", "0 cancel"), None),
    "not after an expired game": (deciding(), ("- warn 0", "- expire"), None),
    "no seat that a computer took over": (deciding(), ("- warn 0", "0 concede random"), None),
    "not for another question": (deciding(), ("0 move stay", "- warn 1", "1 stand_in stay"), None),
    "by the host, the others": (deciding(), (*STAYED, "0 nudge"), ("nudge", (1, 2))),
    "by the others, the host": (deciding(), (*STAYED, "2 nudge"), ("nudge", (0,))),
    "the newest": (deciding(), ("- warn 0", "0 move stay", "0 nudge"), ("nudge", (1,))),
    "not the next": (deciding(), ("0 move stay",), None),
    "relaxed: not the next": (deciding(pace="relaxed"), ("0 move stay",), None),
    "the only one present": (
        missed(missed(deciding(), 0), 2),
        ("0 stand_in stay", "2 nudge"),
        ("nudge", (1,)),
    ),
}
"""Which seats are pinged after these actions, and why."""


@pytest.mark.parametrize("who", PINGS)
def test_a_ping_names_the_right_seats(who: str) -> None:
    t, lines, ping = PINGS[who]
    assert pinged(Driven(t.again()).do(*lines).table) == ping


def test_a_host_among_computers_can_ping_no_seat() -> None:
    assert presence.to_ping(deciding(computers=(1, 2)).table) == ()


def test_the_host_pings_neither_computers_nor_absent_people() -> None:
    t = missed(deciding(computers=(1,)), 2).do("0 move stay")
    assert t.refusal("0 nudge") == "nobody_to_call"
    assert t.do("1 move stay").refusal("0 nudge") == "nobody_to_call"


# --- sleep ---------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["0 move pass", "1 back", "0 nudge"])
def test_public_actions_wake_a_table(line: str) -> None:
    assert not at_the_window().do("- sleep", line).table.asleep


@pytest.mark.parametrize("line", ["1 seal stay", "1 arm", "1 quiet", "1 concede random"])
def test_silent_actions_and_concessions_wake_no_table(line: str) -> None:
    assert deciding().do("- sleep", line).table.asleep


def at_the_window() -> Driven:
    """Return the window after the decisions."""
    return deciding().do("0 move stay", "1 move stay")


# --- away for days -------------------------------------------------------------------------


def test_who_is_away_has_a_computer_of_their_level_until_then() -> None:
    t = deciding(pace="relaxed")
    t.table.hints = "on"  # then it is not rated
    t.do(f"0 away {NOW + 500} hard")
    assert presence.substituted(t.table) == (0,)
    assert presence.substitute_of(t.table, 0) == "hard"
    assert t.table.page.events[-1] == WentAway(0).to_json()
    assert autoplay.next_action(t.planned(), NOW + 60) == Entry(
        0, "stand_in", autoplay.decided(t.table, 0, "hard")
    )
    assert autoplay.next_action(t.table, NOW + 500) == Entry(0, "end_away")
    assert presence.substituted(t.do("0 end_away").table) == ()


@pytest.mark.parametrize(("level", "plays"), [("easy", "easy"), ("hard", "normal")])
def test_in_a_rated_game_no_better_computer_plays_than_for_others(level: str, plays: str) -> None:
    t = deciding(pace="relaxed").do(f"0 away {NOW + 500} {level}")
    assert t.table.is_rated
    assert presence.substitute_of(t.table, 0) == plays


def test_what_they_do_ends_it_and_it_is_told_once() -> None:
    t = deciding(pace="relaxed").do(f"0 away {NOW + 500} easy", f"0 away {NOW + 900} hard")
    told = [it for it in t.table.page.events if it["kind"] == "went_away"]
    assert (len(told), t.table.away) == (1, {0: (NOW + 900, "hard")})
    assert presence.substituted(t.do("0 move stay").table) == ()


def test_a_table_looks_again_when_somebody_is_back() -> None:
    t = deciding(pace="relaxed").do(f"1 away {NOW + 500} normal")
    assert t.planned().due == NOW + 500


def test_an_order_answers_before_the_computer() -> None:
    t = laid(3, pace="relaxed", dice="fog blank", hands={0: "cannon"}, city=3, captain=0)
    t.do("1 stay_order until=9", f"1 away {NOW + 500} normal")
    assert autoplay.next_action(t.planned(), NOW + 60) == Entry(1, "by_order", "stay")


def test_a_table_whose_people_are_all_away_waits() -> None:
    t = deciding(pace="relaxed").do(*[f"{it} away {NOW + 500} normal" for it in range(3)])
    assert not presence.anybody(t.table)
    assert t.planned().answers_at == {}


def test_who_concedes_is_not_away() -> None:
    t = deciding(pace="relaxed").do(f"1 away {NOW + 500} normal", "1 concede random")
    assert t.table.away == {}
    assert t.do(f"0 away {NOW + 500} normal", "0 cancel").table.away == {}
