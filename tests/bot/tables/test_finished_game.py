"""A finished game: which of its moves people decided themselves."""

from collections.abc import Iterable

import pytest

from bot.tables.actions import Entry, FinishedGame, NotReplayed, finished_game
from engine.moves import parse
from tests.bot.tables.driven import Driven, lobby, started
from tests.bot.tables.random_table import RandomTable


def own(t: Driven) -> list[tuple[int, str]]:
    """The moves that people decided."""
    found = finished_game(t.log)
    return [found.moves[number] for number in sorted(found.own)]


def first(t: Driven) -> int:
    return t.waiting[0]


def test_a_move_of_a_person_is_its_own_decision() -> None:
    t = started(3)
    seat = first(t)
    assert own(t.do(f"{seat} move stay")) == [(seat, "stay")]


def test_a_move_of_the_bot_for_a_person_is_not() -> None:
    t = started(3)
    seat = first(t)
    t.do(f"{seat} stand_in stay")
    assert finished_game(t.log).moves == ((seat, "stay"),)
    assert own(t) == []


def test_a_sealed_answer_is_a_decision_once_it_is_opened() -> None:
    t = started(3)
    one, other = t.table.running.leg.undecided[:2]
    t.do(f"{other} seal leave", f"{one} move stay", f"{other} open_seal leave")
    assert own(t) == [(one, "stay"), (other, "leave")]


def test_a_move_of_a_computer_is_no_person_s_decision() -> None:
    t = started(1, computers=2)
    while t.table.is_person(first(t)):
        t.do(f"{first(t)} move {t.table.running.legal(first(t))[0]}")
    known = own(t)
    t.do(f"{first(t)} move {t.table.running.legal(first(t))[0]}")
    assert own(t) == known


@pytest.mark.parametrize("number", range(6))
def test_the_game_is_seen_again_as_it_was(number: int) -> None:
    t, own_moves = RandomTable(number), 0
    while t.goes_on():
        known, persons = len(t.log), t.persons()
        t.step()
        own_moves += sum(decided(entry) for entry in t.log[known:] if entry.seat in persons)
    found = finished_game(t.log)
    assert again(found) == t.table.running.digest()
    assert len(found.own) == own_moves


def again(found: FinishedGame) -> str:
    game = found.deal.game()
    for seat, words in found.moves:
        game.play(seat, parse(words), quiet=True)
    return game.digest()


def decided(entry: Entry) -> int:
    """Return the number of persons' moves in a line of a random game's log."""
    if entry.action == "exchange":
        return len(entry.arguments.split()) + 1
    return entry.action in ("move", "open_seal")


@pytest.mark.parametrize("log", [[], lobby(2).log])
def test_a_table_without_a_game_raises(log: Iterable[Entry]) -> None:
    with pytest.raises(NotReplayed):
        finished_game(log)
