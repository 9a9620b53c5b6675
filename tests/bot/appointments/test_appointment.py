"""An appointment: when something is due for it, and what may be changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from bot.appointments.appointment import (
    AT_ONCE,
    EMPTY_WEEKS,
    KEPT,
    MOST_ANSWERS,
    MOST_PINGS,
    NEXT_AFTER,
    OPENED,
    REMIND,
    RETRY,
    SOON,
    Appointment,
)
from bot.tables.paces import DAY
from bot.tables.refusals import Refused

ANN, BOB, CLEO = 1, 2, 3
AT: Final = 1_800_000_000.0
ZONE: Final = "Europe/Paris"


def planned(**values: object) -> Appointment:
    """Return an appointment whose message is posted."""
    made = Appointment("id", 10, 20, ANN, ZONE, AT, "{}", 2, answers=((ANN, "in"),))
    return replace(made, message=30, is_shown=True, remind_at=AT - REMIND, **values)


def test_something_is_due_at_once_until_all_is_shown_and_told() -> None:
    assert replace(planned(), message=None, is_shown=False).due == AT_ONCE
    assert replace(planned(), is_shown=False).due == AT_ONCE
    assert planned(ping=SOON).due == AT_ONCE


def test_the_reminder_then_the_time_then_the_end_are_due() -> None:
    assert planned().due == AT - REMIND
    assert replace(planned(), remind_at=None).due == AT
    assert planned(stage=OPENED).due == AT + KEPT


def test_a_table_that_cannot_be_opened_is_tried_again_though_nobody_was_reminded() -> None:
    """As after a bot that was down for a quarter of an hour."""
    assert planned(try_at=AT + RETRY).due == AT + RETRY


def test_next_week_s_message_waits_until_the_table_has_been_found() -> None:
    made = planned(weeks=1).next_week("next")
    assert made is not None
    assert (made.at, made.weeks, made.answers) == (AT + 7 * DAY, 1, ())
    assert made.due == AT + NEXT_AFTER


def test_a_weekly_one_ends_after_weeks_without_anybody() -> None:
    made: Appointment | None = planned(weeks=1, answers=())
    weeks = 0
    while made is not None:
        made, weeks = made.next_week(f"{weeks}"), weeks + 1
    assert weeks == EMPTY_WEEKS
    assert planned().next_week("next") is None


def test_it_is_held_every_week_in_the_zone_of_the_server() -> None:
    """It may have been planned before the server had one, by a number of hours."""
    made = planned(zone="UTC").every_week("Asia/Tokyo")
    assert (made.weeks, made.zone, made.is_shown) == (1, "Asia/Tokyo", False)
    assert made.only_once().weeks == 0


def test_each_move_pings_all_but_the_host_who_moved_it_and_there_are_not_many() -> None:
    made = planned().answered(BOB, "maybe").answered(CLEO, "cant")
    assert made.moved(AT, AT, ANN) is made
    for number in range(MOST_PINGS):
        made = made.moved(AT + number + 1, AT - DAY, ANN)
        assert made.to_ping == [BOB]
    with pytest.raises(Refused, match="moved_too_often"):
        made.moved(AT, AT - DAY, ANN)


def test_who_comes_beyond_the_seats_waits_and_moves_up() -> None:
    made = planned().answered(BOB, "in").answered(CLEO, "in")
    assert (made.coming, made.waiting) == ([ANN, BOB], [CLEO])
    made = made.answered(ANN, "cant")
    assert (made.coming, made.waiting, made.opener) == ([BOB, CLEO], [], BOB)
    assert made.answered(BOB, "in") is made


def test_only_so_many_answer() -> None:
    made = planned()
    for user in range(100, 100 + MOST_ANSWERS - 1):
        made = made.answered(user, "maybe")
    with pytest.raises(Refused, match="too_many_answers"):
        made.answered(BOB, "in")
    assert made.answered(100, "in").said("in") == [ANN, 100]


def test_nothing_is_changed_once_it_has_begun() -> None:
    made = planned().ended(OPENED)
    for change in (
        lambda: made.answered(BOB, "in"),
        lambda: made.moved(AT + DAY, AT, ANN),
        lambda: made.called_off(ANN),
        lambda: made.every_week(ZONE),
        made.only_once,
    ):
        with pytest.raises(Refused, match="appointment_over"):
            change()


def test_a_user_who_is_forgotten_is_neither_host_nor_among_the_answers() -> None:
    made = planned().answered(BOB, "in").without(ANN)
    assert (made.host, made.coming, made.opener) == (None, [BOB], BOB)
