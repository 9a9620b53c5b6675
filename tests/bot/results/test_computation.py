"""The result of a game is computed from its log."""

from bot.results.computation import COUNTS_WHOLLY, Tally, result_of
from bot.results.result import GameResult
from bot.tables.actions import Entry, execute, replay
from bot.tables.presence import PASS, is_substituted
from engine.events import Crashed, LegBegan, Stayed
from engine.options import GOAL
from engine.state.pieces import ASHORE, BOAT, SHIP
from tests.bot.tables.driven import Driven, started
from tests.bot.tables.random_table import RandomTable, random_games


@random_games
def test_the_tally_follows_the_seats_of_both_crafts(number: int) -> None:
    t, counted = RandomTable(number), 0
    tally = Tally(len(t.table.chairs))
    while t.goes_on():
        t.step()
        told = t.table.told
        for event in told[counted:]:
            tally.count_event(event)
        places = [seat.place for seat in t.table.running.view(None).seats]
        if counted < len(told) and {*places} != {ASHORE}:  # arrivals have no event
            assert tally.in_ship == {n for n, place in enumerate(places) if place == SHIP}
            assert tally.in_boat == {n for n, place in enumerate(places) if place == BOAT}
        counted = len(told)


@random_games
def test_a_result_adds_up(number: int) -> None:
    t = RandomTable(number)
    while t.goes_on():
        t.step()
    found = result_of(t.log)
    assert found is not None
    table = replay(t.log)
    told = table.told
    assert found.legs == sum(isinstance(it, LegBegan) for it in told)
    assert sum(seat.captained for seat in found.seats) == found.legs
    crashes = [it for it in told if isinstance(it, Crashed)]
    assert sum(seat.crashes for seat in found.seats) == len(crashes)
    assert sum(seat.falls for seat in found.seats) <= sum(len(it.seats) for it in crashes)
    largest = [
        max((len(it.seats) for it in crashes if n in it.seats), default=0)
        for n in range(len(found.seats))
    ]
    assert [seat.largest_crash for seat in found.seats] == largest
    stayed = sum(isinstance(it, Stayed) for it in told)
    assert sum(seat.trusted for seat in found.seats) == stayed
    assert all(1 <= seat.rank <= len(found.seats) for seat in found.seats)
    assert found.ending == table.stage


def test_a_game_that_goes_on_has_no_result() -> None:
    assert result_of(started(2).log) is None


def ended(t: Driven, *lines: str) -> GameResult:
    """The result of a game that ends with these lines."""
    found = result_of(t.do(*lines).log)
    assert found is not None
    return found


def test_a_kick_of_somebody_present_is_told_from_a_concession() -> None:
    t = started(3).do("1 concede normal kicked")
    assert t.refusal("0 concede normal nonsense") == "moment_passed"
    found = ended(t, "2 concede normal seat", "0 cancel")
    assert [it.kicked_at for it in found.seats] == [0, 3, 0]
    assert [it.left for it in found.seats] == [False, True, True]
    assert not found.can_gain


def test_a_kick_of_somebody_who_kept_the_table_waiting_is_a_concession() -> None:
    t = started(3)
    while not is_substituted(t.table, 1):
        seat = t.waiting[0]
        move = t.table.running.legal(seat)[0]
        t.do(f"{seat} {'stand_in' if seat == 1 else 'move'} {move}")
    found = ended(t, "1 concede normal kicked", "0 cancel")
    assert (found.seats[1].kicked_at, found.seats[1].left) == (0, True)


def test_the_last_to_leave_comes_before_those_who_left_earlier() -> None:
    found = ended(started(2), "1 concede normal seat", "0 concede normal game")
    assert [it.left for it in found.seats] == [False, True]
    assert (found.ending, found.is_rated, found.can_gain) == ("cancelled", False, False)


def test_those_for_whom_a_game_waited_when_it_was_given_up_have_left() -> None:
    t = started(2)
    waiting = t.waiting
    found = ended(t, "- sleep", "- expire")
    assert [it.seat for it in found.seats if it.left] == [*waiting]


def test_a_game_that_is_broken_off_counts_as_far_as_it_was_played() -> None:
    t = RandomTable(0)
    while t.goes_on() and max(it.total for it in t.table.running.standings) < 20:
        t.step()
    best = max(it.total for it in t.table.running.standings)
    execute(t.table, "cancel", None)
    found = result_of([*t.log, Entry(None, "cancel")])
    assert found is not None
    assert {it.share for it in found.seats} == {min(1.0, best / (GOAL * COUNTS_WHOLLY))}


def test_a_person_whose_seat_a_computer_played_mostly_has_left() -> None:
    def broken_off(missed: int) -> bool:
        """Seat 1 misses this many of three decisions, and no two in a row."""
        t, decisions = started(2), 0
        while decisions < 3:
            seat = t.waiting[0]
            move = t.table.running.legal(seat)[0]
            decides = seat == 1 and f"{move}" != PASS
            stands_in = decides and decisions % 2 == 0 and decisions < 2 * missed
            t.do(f"{seat} {'stand_in' if stands_in else 'move'} {move}")
            decisions += decides
        assert not is_substituted(t.table, 1)
        return ended(t, "0 cancel").seats[1].left

    assert not broken_off(1)
    assert broken_off(2)
