"""Deadlines: their length, their extension, and the end of deserted tables."""

from typing import Any

import pytest

from bot.tables import autoplay, beats, deadlines, presence
from bot.tables.autoplay import ThinkingTime
from bot.tables.paces import DAY, HOUR
from bot.tables.table import Table
from tests.bot.tables.driven import NOW, OPENED, START, Driven, exchanging, laid, lobby, spoken
from tests.bot.tables.random_table import RandomTable, random_games

MONTH = 30 * DAY
MOST = 2000
"""More actions than a table needs once everybody has left; their orders may play on for long."""
SLOW = {"4h": 4 * HOUR, "12h": 12 * HOUR, "relaxed": DAY, "72h": 3 * DAY}
AT_ONCE = ThinkingTime(0.001, 0.001)


def deciding(pace: str = "live", **facts: Any) -> Driven:
    """Seat 0 is asked first whether to stay, then seat 1; seat 2 is captain."""
    return planned(laid(3, pace=pace, **{"dice": "blank blank", "captain": 2, **facts}))


def at_the_window(pace: str = "live") -> Driven:
    return planned(deciding(pace).do("0 move stay", "1 move stay"))


def sleeping() -> Driven:
    return planned(deciding().do("- sleep"))


def planned(t: Driven, now: float = NOW) -> Driven:
    t.planned(now, AT_ONCE)
    return t


def attended(t: Driven, now: float) -> list[str]:
    """Return the bot's actions by then, as lines of the log."""
    done: list[str] = []
    while entry := autoplay.next_action(t.table, now):
        seat = "-" if entry.seat is None else entry.seat
        done.append(f"{seat} {entry.action} {entry.arguments}".strip())
        planned(t.act(entry), now)
        assert len(done) < MOST
    return done


def excused(t: Driven, *, since: float = NOW, awake: float | None = None, now: float = NOW) -> bool:
    return deadlines.extend(t.table, since, since if awake is None else awake, now)


# --- length --------------------------------------------------------------------------------


def test_at_the_pace_without_limits_no_time_runs_out() -> None:
    t = deciding("none")
    assert t.table.ends_at == {}
    assert attended(t, NOW + 6 * DAY) == []


def test_a_live_table_may_set_its_own_time() -> None:
    t = deciding()
    t.table.decision_seconds, t.table.ends_at = 90, {}
    assert planned(t).table.ends_at == {0: NOW + 90}


def test_a_deadline_stays_and_the_next_seat_gets_its_own() -> None:
    t = planned(deciding(), NOW + 20)
    assert t.table.ends_at == {0: NOW + 45}
    assert planned(t.do("0 move stay"), NOW + 30).table.ends_at == {1: NOW + 75}


def test_a_new_question_to_the_same_seat_has_its_own_deadline() -> None:
    t = deciding(boxes=("matryoshburg",), dice="fog fog", hands={2: "turbo"})
    t.do("0 move stay", "1 move stay").pass_on("declaration")
    assert planned(t).table.ends_at == {2: NOW + 45}
    t.do("2 move declare cannot").pass_on("matryoshburg")
    assert planned(t, NOW + 20).table.ends_at[2] == NOW + 65


@pytest.mark.parametrize("who", ["a computer", "away"])
def test_seats_that_the_bot_plays_have_no_deadline(who: str) -> None:
    t = deciding(computers=(0,) if who == "a computer" else ())
    t.table.missed = {0: presence.PATIENCE} if who == "away" else {}
    assert planned(t).table.ends_at == {}


def test_a_window_has_one_end_and_no_deadlines() -> None:
    t = at_the_window()
    assert (t.table.ends_at, t.table.window_ends) == ({}, NOW + 2 * beats.lasts(t.table))


def test_a_person_who_comes_back_has_all_their_time() -> None:
    t = deciding()
    t.table.missed = {0: presence.PATIENCE}
    assert planned(planned(t).do("0 back"), NOW + 7).table.ends_at == {0: NOW + 52}


# --- warnings and stand-ins ----------------------------------------------------------------


def test_at_two_thirds_there_is_a_warning_and_at_the_end_a_computer() -> None:
    t = deciding("live")
    assert t.table.due == NOW + 30
    assert attended(t, NOW + 29.9) == []
    assert attended(t, NOW + 30) == ["- warn 0"]
    assert t.table.due == NOW + 45
    assert attended(t, NOW + 45)[0].startswith("0 stand_in ")


@pytest.mark.parametrize(("pace", "limit"), SLOW.items())
def test_a_slow_table_warns_nobody_itself(pace: str, limit: float) -> None:
    t = deciding(pace)
    assert t.table.due == NOW + limit
    assert attended(t, NOW + limit - 0.1) == []
    assert attended(t, NOW + limit)[0].startswith("0 stand_in ")


def test_late_seats_get_stand_ins_in_the_order_of_their_deadlines() -> None:
    t = planned(exchanging())
    t.table.ends_at = {0: NOW + 3, 1: NOW + 2, 2: NOW + 1}
    done = [int(line[0]) for line in attended(t, NOW + 3) if "stand_in" in line]
    assert [*dict.fromkeys(done)] == [2, 1, 0]


def test_seats_with_the_same_deadline_are_warned_together() -> None:
    t = planned(exchanging())
    assert attended(t, NOW + 30) == ["- warn 0 1 2"]


def test_a_person_who_comes_back_is_warned_again() -> None:
    t = planned(exchanging())
    attended(t, NOW + 30)
    t.table.missed = {0: presence.PATIENCE}
    planned(planned(t.do("1 move draw"), NOW + 31).do("0 back"), NOW + 40)
    assert attended(t, NOW + 70)[-1] == "- warn 0"


def test_no_warning_comes_after_the_deadline() -> None:
    assert "- warn 0" not in attended(deciding(), NOW + 45)


# --- after an outage -----------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "left"), [("live", 45.0), ("relaxed", HOUR)])
def test_people_have_time_left_after_the_bot_was_away(pace: str, left: float) -> None:
    t, later = deciding(pace), NOW + 3 * DAY
    assert excused(t, since=later, now=later)
    assert t.table.ends_at == {0: later + left}


@pytest.mark.parametrize("held", [False, True])
def test_a_window_has_its_whole_time_after_the_bot_was_away(held: bool) -> None:
    t = planned(at_the_window().do(*["1 think"] * held))
    assert excused(t, since=NOW + 60, now=NOW + 61)
    lasts = beats.HOLD_SECONDS if held else beats.lasts(t.table)
    assert t.table.window_ends == NOW + 60 + lasts


@pytest.mark.parametrize(("pace", "longest"), [("live", 8.0), ("relaxed", 1800.0)])
def test_a_window_of_a_wrong_clock_is_corrected(pace: str, longest: float) -> None:
    t = at_the_window(pace)
    t.table.beat_ends = t.table.window_ends = NOW + 400 * DAY
    assert excused(t)
    assert NOW < (t.table.window_ends or 0) <= NOW + 2 * longest


@pytest.mark.parametrize(
    ("pace", "since", "now", "ends"), [("relaxed", HOUR, HOUR, DAY), ("live", 0, 45, 45)]
)
def test_an_extension_neither_shortens_nor_revives_a_deadline(
    pace: str, since: float, now: float, ends: float
) -> None:
    t = deciding(pace)
    assert not excused(t, since=NOW + since, now=NOW + now)
    assert t.table.ends_at == {0: NOW + ends}


@pytest.mark.parametrize(("pace", "limit"), [("live", 45.0), *SLOW.items()])
def test_a_deadline_of_a_wrong_clock_is_corrected(pace: str, limit: float) -> None:
    t = planned(deciding(pace), NOW)
    t.table.ends_at = {0: NOW + 400 * DAY}
    assert excused(t)
    assert t.table.ends_at == {0: NOW + limit}


def test_an_answer_that_a_wrong_clock_put_off_is_due_unseen() -> None:
    t = deciding(computers=(0,))
    t.table.answers_at = {0: NOW + 400 * DAY}
    assert not excused(t)
    assert attended(t, NOW)


# --- deserted tables -----------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "after"), [("live", HOUR), ("relaxed", 7 * DAY)])
def test_a_table_that_is_long_deserted_goes_to_sleep(pace: str, after: float) -> None:
    t = deciding(pace)
    t.table.missed = dict.fromkeys(range(3), presence.PATIENCE)
    assert attended(planned(t), NOW + after - 0.1) == []
    assert attended(t, NOW + after) == ["- sleep"]


def test_a_sleeping_table_is_closed_after_a_month() -> None:
    t = sleeping()
    assert t.table.due == NOW + MONTH
    assert attended(t, NOW + MONTH - 0.1) == []
    assert attended(t, NOW + MONTH) == ["- expire"]
    assert (t.table.stage, t.table.due) == ("expired", None)


def test_a_first_flight_is_closed_within_hours() -> None:
    t = planned(lobby(1, 2, "variant=beginner pace=none").do(f"0 start {START}"))
    assert attended(t, NOW + HOUR)[-1] == "- sleep"
    assert attended(t, NOW + 6 * HOUR - 0.1) == []
    assert attended(t, NOW + 6 * HOUR) == ["- expire"]


def test_only_a_table_that_woke_and_sleeps_again_has_a_new_month() -> None:
    t = planned(sleeping().do("1 concede random"), NOW + DAY)
    assert t.table.due == NOW + MONTH
    planned(t.do("0 back"), NOW + DAY)
    assert planned(t.do("- sleep"), NOW + 2 * DAY).table.due == NOW + 2 * DAY + MONTH


def test_no_table_goes_to_sleep_soon_after_the_bot_was_away() -> None:
    t, later = deciding(), NOW + 3 * DAY
    t.table.missed = dict.fromkeys(range(3), presence.PATIENCE)
    excused(planned(t), since=later, now=later)
    assert attended(t, later) == []
    assert attended(t, later + HOUR) == ["- sleep"]


def test_no_table_is_closed_soon_after_the_bot_was_away() -> None:
    t, later = sleeping(), NOW + 2 * MONTH
    assert excused(t, since=later, now=later)
    assert attended(t, later) == []
    assert attended(t, later + HOUR) == ["- expire"]


@pytest.mark.parametrize("name", ["seen_at", "slept_at"])
def test_a_sign_of_life_in_the_future_counts_as_now(name: str) -> None:
    t = sleeping() if name == "slept_at" else deciding()
    setattr(t.table, name, NOW + 400 * DAY)
    excused(t)
    assert getattr(t.table, name) == NOW


# --- lobbies -------------------------------------------------------------------------------


def test_a_lobby_is_closed_after_a_day() -> None:
    t = planned(lobby(), OPENED)
    assert t.table.due == OPENED + DAY
    assert attended(t, OPENED + DAY - 0.1) == []
    assert attended(t, OPENED + DAY) == ["- expire"]


def test_a_lobby_lasts_an_hour_after_the_bot_was_away() -> None:
    t, later = planned(lobby(), OPENED), OPENED + 3 * DAY
    assert excused(t, since=later, now=later)
    assert t.table.due == later + HOUR


def test_a_lobby_of_a_wrong_clock_is_closed_after_a_day() -> None:
    t = planned(lobby(opened=OPENED + 400 * DAY), OPENED)
    assert excused(t, since=OPENED, now=OPENED)
    assert t.table.due == OPENED + DAY


# --- every table goes on, or is closed -----------------------------------------------------


def left_alone(t: Driven, now: float) -> Table:
    """Return the table at its end, if no person comes back."""
    for _ in range(MOST):
        at = planned(t, now).table.due if t.table.open else None
        if at is None:
            break
        now = max(now, at)
        attended(t, now)
        assert not t.table.open or t.table.due is None or t.table.due > now
    return t.table


@random_games
def test_the_next_due_time_is_later_until_the_table_is_closed(number: int) -> None:
    """Also right after an outage."""
    t = RandomTable(number)
    while t.goes_on():
        t.step()
        if len(t.log) % 40 == 0:
            assert left_alone(Driven(t.again()), t.now).stage in ("expired", "over")
        if len(t.log) % 5:
            continue
        now = max(t.now, planned(t, t.now).table.due or 0.0)
        table = t.again()
        deadlines.extend(table, now, now, now)
        attended(Driven(table), now)
        assert table.due is None or table.due > now


# --- seconds that the bot has lost ---------------------------------------------------------


def running() -> tuple[Driven, int, float]:
    """Return a decision, who decides, and the time they have."""
    t = laid(3).pass_on("decisions")
    t.planned()
    (seat,) = t.table.ends_at
    return t, seat, deadlines.decision_limit(t.table)


@pytest.mark.parametrize(("after", "back"), [(30, 8), (1, 1)])
def test_people_get_back_what_was_lost_and_no_more_than_for_a_new_question(
    after: float, back: float
) -> None:
    t, seat, limit = running()
    loss = deadlines.Loss(NOW + after, 8)
    assert deadlines.give_back(t.table, [loss], NOW + after)
    assert t.table.ends_at == {seat: NOW + limit + back}


def test_a_question_after_the_loss_gets_nothing_back() -> None:
    t, _, _ = running()
    assert not deadlines.give_back(t.table, [deadlines.Loss(NOW - 1, 8)], NOW)


def test_a_window_gets_its_seconds_back() -> None:
    t = spoken()
    end = t.planned().window_ends
    assert end is not None
    assert deadlines.give_back(t.table, [deadlines.Loss(NOW + 6, 4)], NOW + 6)
    assert t.table.window_ends == min(end + 4, NOW + 6 + beats.lasts(t.table))
