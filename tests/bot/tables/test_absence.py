"""Users who are away for days: their clocks are paused, or a computer plays for them."""

from typing import Any, Final

import pytest

from bot.tables import absence, autoplay, deadlines, presence
from bot.tables.absence import Absence
from bot.tables.actions import Entry
from bot.tables.paces import DAY, HOUR
from bot.tables.refusals import Refused
from bot.tables.table import ClockPaused
from tests.bot.tables.driven import NOW, Driven, laid

ANN, BOB, CAT = 10, 11, 12
WEEK: Final = Absence(NOW + 7 * DAY, "easy")


def asked(days: int = 14, **facts: Any) -> Driven:
    """The round of decisions at a slow table: seat 0 is asked first, then 1; 2 is captain."""
    t = laid(3, pace="relaxed", **{"dice": "blank blank", "captain": 2, **facts})
    t.table.people = {0: ANN, 1: BOB, 2: CAT}
    t.table.pause_days = days
    t.planned()
    return t


def due(t: Driven, at: float = NOW, **absences: Absence) -> str:
    """Return the next action that follows from absences, as a line; "" for none."""
    users = {"ann": ANN, "bob": BOB, "cat": CAT}
    found = absence.due_action(t.table, {users[it]: is_ for it, is_ in absences.items()}, at)
    return "" if found is None else f"{found.seat} {found.action} {found.arguments}".strip()


def test_a_computer_plays_unless_the_host_allows_pauses() -> None:
    assert due(asked(days=0), ann=WEEK) == f"0 away {WEEK.until} easy"
    assert due(asked(), ann=WEEK) == f"0 pause {WEEK.until} {NOW}"


def test_only_a_pending_decision_is_paused() -> None:
    assert due(asked(), bob=WEEK, cat=WEEK) == ""
    window = asked().do("0 move stay", "1 move stay")
    assert presence.is_window(window.table)
    assert due(window, ann=WEEK, bob=WEEK) == ""


def test_who_is_about_to_be_answered_for_needs_no_pause() -> None:
    t = asked().do("0 stay_order until=9")
    t.planned()
    assert due(t, ann=WEEK) == ""
    assert autoplay.next_action(t.table, NOW + HOUR) == Entry(0, "by_order", "stay")


def test_the_seconds_that_were_left_are_left_again() -> None:
    t = asked().do(f"0 pause {NOW + 5 * DAY} {NOW + 20 * HOUR}")
    assert t.table.ends_at[0] == NOW + 5 * DAY + 4 * HOUR
    for now in (NOW + DAY, NOW + 4 * DAY):
        t.planned(now)
        assert deadlines.overdue(t.table, now) is None
    assert t.table.due == NOW + 5 * DAY
    assert autoplay.next_action(t.table, NOW + 5 * DAY) == Entry(0, "end_away")
    t.do("0 end_away")
    assert (t.table.paused, t.table.ends_at[0]) == ({}, NOW + 5 * DAY + 4 * HOUR)


def test_who_is_back_early_has_no_more_than_the_time_of_a_decision() -> None:
    t = asked().do(f"0 pause {NOW + 5 * DAY} {NOW}", "0 back")
    t.planned(NOW + DAY)
    assert (t.table.paused, t.table.ends_at[0]) == ({}, NOW + 2 * DAY)


def test_a_table_that_waits_for_somebody_does_not_fall_asleep() -> None:
    t = asked().do(f"0 pause {NOW + 14 * DAY} {NOW}")
    assert autoplay.next_action(t.planned(), NOW + 10 * DAY) is None
    assert t.table.sleep_at == NOW + 14 * DAY + t.table.sleeps_after


def test_an_outage_does_not_shorten_a_pause() -> None:
    t = asked().do(f"0 pause {NOW + 5 * DAY} {NOW}")
    ends = t.table.ends_at[0]
    deadlines.extend(t.table, NOW + HOUR, NOW + HOUR, NOW + HOUR)
    assert t.table.ends_at[0] == ends


def test_a_pause_is_told_once_and_ends_with_the_answer() -> None:
    t = asked().do(f"0 pause {NOW + 5 * DAY} {NOW}", f"0 pause {NOW + 3 * DAY} {NOW + HOUR}")
    assert t.table.page.events.count(ClockPaused(0).to_json()) == 1
    assert t.table.ends_at[0] == NOW + 4 * DAY
    assert t.do("0 move stay").table.paused == {}


def test_a_clock_is_paused_once_in_a_journey() -> None:
    t = asked().do(f"0 pause {NOW + DAY} {NOW}", "0 back")
    t.planned()
    assert due(t, ann=WEEK) == f"0 away {WEEK.until} easy"
    t.do("0 move leave", "1 move leave")
    while "journey_began" not in [it["kind"] for it in t.table.page.events]:
        assert t.table.was_paused == [0]
        t.first_move()
    assert t.table.was_paused == []


def test_one_clock_at_a_time_is_paused() -> None:
    t = asked()
    t.table.paused = {1: NOW + DAY}
    assert due(t, ann=WEEK) == f"0 away {WEEK.until} easy"


@pytest.mark.parametrize(
    ("away", "ends"),
    [
        (Absence(NOW + 90 * DAY, "easy"), 14 * DAY),
        (Absence(NOW + 90 * DAY, "easy", paused_before=10 * DAY), 4 * DAY),
        (Absence(NOW + 90 * DAY, "easy", NOW - 6 * DAY, 5 * DAY), 3 * DAY),
    ],
    ids=["fresh", "used", "running"],
)
def test_absences_pause_clocks_for_some_days_a_year(away: Absence, ends: float) -> None:
    assert due(asked(), ann=away) == f"0 pause {NOW + ends} {NOW}"


def test_when_the_days_are_used_up_a_computer_plays() -> None:
    used = Absence(NOW + 90 * DAY, "hard", paused_before=14 * DAY)
    assert due(asked(), ann=used) == f"0 away {used.until} hard"


def test_a_shorter_absence_shortens_the_pause_and_a_longer_one_does_not_lengthen_it() -> None:
    t = asked().do(f"0 pause {WEEK.until} {NOW}")
    sooner, later = Absence(NOW + DAY, "easy"), Absence(NOW + 9 * DAY, "easy")
    assert due(t, ann=WEEK) == due(t, ann=later) == ""
    assert due(t, ann=sooner) == f"0 pause {sooner.until} {NOW}"


def test_who_is_back_elsewhere_is_back_here() -> None:
    t = asked().do(f"0 pause {WEEK.until} {NOW}")
    assert due(t) == "0 end_away"
    t = asked().do(f"0 away {WEEK.until} easy")
    assert due(t, ann=WEEK) == ""
    assert due(t, ann=Absence(NOW + DAY, "hard")) == f"0 away {NOW + DAY} hard"
    assert due(t) == due(t, NOW + 8 * DAY, ann=WEEK) == "0 end_away"


def test_a_seat_that_decides_nothing_has_no_clock_to_pause() -> None:
    with pytest.raises(Refused):
        asked().do(f"1 pause {WEEK.until} {NOW}")


@pytest.mark.parametrize("line", ["0 cancel", "0 concede random"])
def test_what_ends_a_seat_ends_its_pause(line: str) -> None:
    assert asked().do(f"0 pause {WEEK.until} {NOW}", line).table.paused == {}
