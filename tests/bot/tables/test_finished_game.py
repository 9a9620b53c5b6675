"""A finished game: which of its moves people decided themselves."""

from collections.abc import Iterable

import pytest

from bot.tables.actions import Entry, NotReplayed, finished_game
from engine.moves import parse
from tests.bot.tables.driven import Driven, lobby, started
from tests.bot.tables.random_table import RandomTable, random_games


def own(t: Driven) -> list[tuple[int, str]]:
    """The moves that people decided."""
    found = finished_game(t.log)
    return [found.moves[number] for number in sorted(found.own)]


def test_only_a_move_of_a_person_is_its_own_decision() -> None:
    t = started(3)
    seat = t.waiting[0]
    assert own(t.do(f"{seat} move stay")) == [(seat, "stay")]
    t.do(f"{t.waiting[0]} stand_in stay")
    assert len(finished_game(t.log).moves) == 2
    assert own(t) == [(seat, "stay")]


def test_a_sealed_answer_is_a_decision_once_it_is_opened() -> None:
    t = started(3)
    one, other = t.table.running.leg.undecided[:2]
    t.do(f"{other} seal leave", f"{one} move stay", f"{other} open_seal leave")
    assert own(t) == [(one, "stay"), (other, "leave")]


def test_a_move_of_a_computer_is_no_person_s_decision() -> None:
    t = started(1, computers=2)
    known = own(t)
    while t.table.is_person(t.waiting[0]):
        known = own(t.first_move())
    assert own(t.first_move()) == known


@random_games
def test_the_game_is_seen_again_as_it_was(number: int) -> None:
    t, own_moves = RandomTable(number), 0
    while t.goes_on():
        known, persons = len(t.log), t.persons()
        t.step()
        own_moves += sum(decided(entry) for entry in t.log[known:] if entry.seat in persons)
    found = finished_game(t.log)
    game = found.deal.game()
    for seat, words in found.moves:
        game.play(seat, parse(words), quiet=True)
    assert game.digest() == t.table.running.digest()
    assert len(found.own) == own_moves


def decided(entry: Entry) -> int:
    """Return the number of persons' moves in a line of a random game's log."""
    if entry.action == "exchange":
        return len(entry.arguments.split()) + 1
    return entry.action in ("move", "open_seal", "by_order")


@pytest.mark.parametrize("log", [[], lobby(2).log])
def test_a_table_without_a_game_raises(log: Iterable[Entry]) -> None:
    with pytest.raises(NotReplayed):
        finished_game(log)
