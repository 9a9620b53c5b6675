"""The result of a game is computed from its log."""

from bot.results.computation import Tally, result_of
from bot.tables.actions import replay
from engine.events import Crashed, LegBegan, Stayed
from engine.state.pieces import ASHORE, BOAT, SHIP
from tests.bot.tables.driven import started
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
