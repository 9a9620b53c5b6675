"""Whole games at the keyboard."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import chain, pairwise, repeat
from random import Random

import pytest
from rich.console import Console

from engine import Options
from players import words
from players.match import Match
from players.random_player import RandomPlayer
from players.terminal.main import main
from players.terminal.table import play
from tests.players.mixes import MIXES

SEED = bytes(32)


class Desk:
    """A keyboard that types these lines, and a screen that can be read."""

    def __init__(self, lines: Iterator[str], width: int = 80) -> None:
        self._out = StringIO()
        self._lines = lines
        self.console = Console(file=self._out, width=width, highlight=False)

    @property
    def screen(self) -> str:
        return self._out.getvalue()

    def read(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        self.console.print(f"{prompt}{line}", markup=False)
        return line

    def sit_down(self, seats: int = 4, options: Options | None = None, seat: int = 0) -> Match:
        opponents = [RandomPlayer()] * (seats - 1)
        return play(self.console, self.read, seat, opponents, options or Options(), SEED)


def any_numbers() -> Iterator[str]:
    """Numbers that are often in the list and sometimes not."""
    rng = Random(4)
    return iter(lambda: str(rng.randint(1, 4)), "")


@pytest.mark.parametrize("mix", MIXES)
def test_a_whole_game_by_numbers_fits_into_80_columns(mix: str) -> None:
    seats, options = MIXES[mix]
    desk = Desk(any_numbers())
    match = desk.sit_down(seats, options, seat=1)
    assert match.game.over
    assert "Place" in desk.screen
    assert "Won by" in desk.screen
    assert match.seed.hex() in desk.screen
    assert "…" not in desk.screen
    assert max(map(len, desk.screen.splitlines())) <= 80


def test_a_whole_game_by_text() -> None:
    answers = ("stay", "roll", "Declare  CAN", "declare cannot", "pass")
    desk = Desk(chain.from_iterable(repeat(answers)))
    match = desk.sit_down()
    assert match.game.over
    assert {str(move) for seat, move in match.moves if seat == 0} >= {"stay", "declare cannot"}


BAD_LINES = {
    "": "nothing_typed",
    "0": "no_such_number",
    "99": "no_such_number",
    "9" * 9999: "no_such_number",
    "fly away": "unknown_kind",
    "give me": "seat_expected",
    "declare maybe": "can_or_cannot_expected",
    "play ejection on": "card_expected",
    "leave by the door": "too_many_words",
    "give " + "9" * 9999: "seat_expected",
    "roll": "not_now",
    "play jetpack": "not_now",
    "play bandit": "not_in_this_game",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: line[:20] or "nothing")
def test_bad_input_is_explained_and_changes_nothing(line: str) -> None:
    untouched, desk = Desk(iter(())), Desk(iter([line]))
    before, after = untouched.sit_down(), desk.sit_down()
    assert words.MOVE_ERRORS[BAD_LINES[line]] in desk.screen
    next_step = desk.screen.split(words.MOVE_ERRORS[BAD_LINES[line]])[1]
    assert next_step.strip().startswith(("Type a number from 1 to 2", words.CHOOSE_AGAIN))
    assert after.game.digest() == before.game.digest()


def test_markup_in_what_is_typed_is_only_text() -> None:
    desk = Desk(iter(["[/red] [bold]", "stay"]))
    assert desk.sit_down().moves


@pytest.mark.parametrize("line", ["quit", " EXIT "])
def test_quit_ends_politely(line: str) -> None:
    desk = Desk(iter([line, "stay"]))
    match = desk.sit_down()
    assert desk.screen.rstrip().endswith(words.FAREWELL)
    assert not match.game.over


def stop() -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize("lines", [iter(()), iter(stop, "")], ids=["ctrl_d", "ctrl_c"])
def test_the_keyboard_can_end_it_too(lines: Iterator[str]) -> None:
    desk = Desk(lines)
    desk.sit_down()
    assert desk.screen.rstrip().endswith(words.FAREWELL)


def test_help_tells_what_the_cards_in_hand_do() -> None:
    desk = Desk(iter(["help"]))
    match = desk.sit_down()
    for card in match.game.view(0).hand:
        assert words.CARDS[card].effect in desk.screen


def test_a_lone_pass_is_made_without_a_word() -> None:
    desk = Desk(repeat("1"))
    match = desk.sit_down(2, Options(boxes=("little_help",)))
    mine = [str(move) for seat, move in match.moves if seat == 0]
    unasked = len(mine) - desk.screen.count("> 1\n")
    assert 0 < unasked < mine.count("pass")
    assert [line for line in _lone_moves(desk.screen) if "Pass" in line] == []


def _lone_moves(screen: str) -> list[str]:
    """The lines of moves that had no second one below them."""
    lines = screen.splitlines()
    pairs = pairwise(lines)
    return [line for line, below in pairs if line.startswith(" 1  ") and below.startswith("> ")]


def test_enter_takes_the_only_move() -> None:
    desk = Desk(chain.from_iterable(repeat(("", "1"))))
    assert desk.sit_down().game.over
    assert words.MOVE_ERRORS["nothing_typed"] in desk.screen


def test_others_secrets_are_never_on_the_screen() -> None:
    desk = Desk(any_numbers())
    match = desk.sit_down()
    assert "Seat 1 drew 1 card." in desk.screen
    assert "Seat 1 drew 1 card:" not in desk.screen
    assert "You drew 1 card: " in desk.screen
    assert match.game.over


def _feed(lines: str) -> Callable[[str], str]:
    rest = iter(lines.splitlines())
    return lambda _prompt: next(rest)


def test_the_command_plays_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(iter(()))
    monkeypatch.setattr(desk.console, "input", _feed("stay\nquit"))
    line = f"play --seats 3 --seat 2 --no-power-cards --goal 30 --seed {SEED.hex()}"
    assert main(line.split(), desk.console) == 0
    assert "You are seat 2." in desk.screen
    assert "30 points" in desk.screen


IMPOSSIBLE = {
    "play --boxes loot": "There is no box “loot”.",
    "play --variant crew": "The crew variant is for two seats, not 4.",
    "simulate --variant beginner --boxes all": "The beginner variant is played with the base",
    "simulate --seats 9": "9 seats are out of range. Choose 2 to 6.",
    "play --seed 00": "A seed has 32 bytes",
}


@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_an_impossible_mix_ends_with_its_sentence(line: str) -> None:
    desk = Desk(iter(()))
    assert main(line.split(), desk.console) == 2
    assert IMPOSSIBLE[line] in desk.screen


MISUSED = {
    "play --seat 4": "--seat: choose 0 to 3",
    "play --seed xyz": words.NOT_HEX,
    "simulate -n 0": words.NOT_A_COUNT,
    "simulate --players genius": "there is no player “genius”",
    "simulate --players random,random": "--players: name one for all seats, or 4",
}


@pytest.mark.parametrize("line", MISUSED)
def test_a_misused_flag_is_explained(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line.split(), Desk(iter(())).console)
    assert ended.value.code == 2
    assert MISUSED[line] in capsys.readouterr().err


def test_without_rich_the_command_says_what_to_install() -> None:
    code = (
        "import runpy, sys; sys.modules['rich'] = None; "
        "runpy.run_module('players', run_name='__main__')"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)  # noqa: S603  # our own words
    assert ended.returncode == 1
    (sentence,) = ended.stderr.splitlines()
    assert "rich" in sentence
    assert "pip install '.[terminal]'" in sentence
