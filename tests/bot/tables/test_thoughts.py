"""Moves that computers think of: the same again for the same question."""

from dataclasses import replace
from random import Random

import pytest

from bot.tables import autoplay
from bot.tables.autoplay import (
    PAUSE_AFTER_RESTART,
    ThinkingTime,
    Thought,
    deep,
    luck_of,
    thought_of,
    will_think,
)
from bot.tables.autoplay import SLOW_PLAYER_PAUSE as PAUSE
from bot.tables.table import Table
from engine import Move, View
from players.roster import EASY, HARD, PLAYERS, RANDOM, STAND_IN
from tests.bot.tables.driven import NOW, Driven, laid, lobby
from tests.bot.tables.random_table import RandomTable

AT_ONCE = ThinkingTime(0.0, 0.0)


class Last:
    """Makes the last move of the list, unlike all other players here."""

    def choose(self, view: View, rng: Random) -> Move:
        return view.legal[-1]


@pytest.fixture(autouse=True)
def _hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, HARD, Last)
    monkeypatch.setitem(PLAYERS, STAND_IN, Last)


def asked(player: str = HARD) -> Driven:
    """A passenger, who is a computer, has to decide."""
    t = laid(3, dice="blank blank")
    t.table.chairs[1].computer = player
    t.planned(tempo=AT_ONCE)
    return t


def answered(table: Table, known: dict[Thought, str], wait: float = PAUSE) -> str:
    entry = autoplay.next_action(table, NOW + wait, known.get)
    return entry.arguments if entry else ""


# --- luck ----------------------------------------------------------------------------------


def test_the_same_question_has_the_same_luck_after_a_restart() -> None:
    t = asked()
    twin = t.again()
    assert luck_of(twin, *deep(twin)) == luck_of(t.table, *deep(t.table))


def test_each_question_of_each_seat_has_luck_of_its_own() -> None:
    table = asked().table
    (thought,) = deep(table)
    others = [replace(thought, **{name: 9}) for name in ("seat", "moment", "turn")]
    table.secret = "22" * 32
    assert len({luck_of(table, it) for it in (thought, *others)}) == 4
    before = luck_of(table, thought)
    table.secret = "33" * 32
    assert luck_of(table, thought) != before


@pytest.mark.parametrize("player", [EASY, RANDOM])
def test_a_computer_moves_alike_when_it_is_asked_again(player: str) -> None:
    t = RandomTable(1)
    for _ in range(40):
        t.step()
        if not t.goes_on():
            return
        seat, twins = t.waiting[-1], (t.again(), t.again())
        for twin in twins:
            twin.chairs[seat].computer, twin.answers_at = player, {seat: NOW}
        assert autoplay.answer(twins[0], NOW) == autoplay.answer(twins[1], NOW)


# --- slow computers -------------------------------------------------------------------------


def test_only_a_computer_that_thinks_for_long_is_thought_ahead_for_and_when_asked() -> None:
    assert deep(asked(EASY).table) == ()
    table = asked().table
    table.chairs[2].computer = HARD
    assert deep(table) == (thought_of(table, 1, HARD),)


def test_it_pauses_long_enough_to_think_whatever_the_pause_would_be() -> None:
    assert asked().table.answers_at == {1: NOW + PAUSE}
    assert asked(EASY).table.answers_at == {1: NOW}


def test_it_answers_when_the_pause_is_over_and_no_sooner_for_having_thought() -> None:
    table = asked().table
    known = {thought_of(table, 1, HARD): "stay"}
    assert answered(table, known, PAUSE - 0.01) == ""
    assert answered(table, known) == "stay"


@pytest.mark.parametrize(
    ("earlier", "move"), [(0, ""), (0, "declare can"), (1, "stay")], ids=["none", "illegal", "old"]
)
def test_without_a_fitting_thought_a_stand_in_answers_at_the_same_time(
    earlier: int, move: str
) -> None:
    table = asked().table
    thought = replace(thought_of(table, 1, HARD), moment=table.moment - earlier)
    assert "stay" != answered(table, {}) == str(table.running.legal(1)[-1])
    assert answered(table, {thought: move}) == answered(table, {})


def test_a_thought_survives_passes_of_other_seats() -> None:
    t = laid(3, dice="blank blank").do("1 move stay", "2 move stay")
    t.table.chairs[1].computer = HARD
    before = deep(t.planned(tempo=AT_ONCE))
    t.do("2 move pass")
    assert deep(t.table) == before != ()


@pytest.mark.parametrize(
    ("wait", "known", "due"),
    [(99, False, 99 + PAUSE_AFTER_RESTART), (99, True, PAUSE), (0, False, PAUSE)],
)
def test_due_answers_that_no_computer_has_begun_to_think_of_are_put_off(
    wait: float, known: bool, due: float
) -> None:
    table = asked().table
    autoplay.postpone_unknown(table, NOW + wait, lambda _: known)
    assert table.answers_at == {1: NOW + due}


def test_workers_get_ready_while_a_lobby_waits() -> None:
    t = lobby(1)
    assert not will_think(t.do(f"0 add_computer {EASY}").table)
    assert will_think(t.do(f"0 add_computer {HARD}").table)
    assert not will_think(t.do("0 cancel").table)
