"""Whole games at the keyboard."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import chain, cycle, pairwise, repeat
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from engine import Move, Options
from engine.moves import Give, Play, Stay
from players.match import Match
from players.random_player import RandomPlayer
from players.terminal.arguments import NOT_A_COUNT, NOT_HEX
from players.terminal.main import VARIABLES, main
from players.terminal.table import move_of, play, typed
from players.words import LANGUAGES, catalogue
from tests.players.mixes import MIXES

SEED = bytes([1]) * 32
SAY = catalogue("en")


class Desk:
    """A keyboard that types these lines, and a screen that can be read."""

    def __init__(self, lines: Iterator[str], width: int = 80, language: str = "en") -> None:
        self.language = language
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
        chosen = options or Options(goal=25)
        return play(
            self.console, self.read, catalogue(self.language), seat, opponents, chosen, SEED
        )


def any_numbers() -> Iterator[str]:
    """Numbers that are often in the list and sometimes not."""
    rng = Random(4)
    return iter(lambda: str(rng.randint(1, 4)), "")


@pytest.mark.parametrize(("mix", "language"), zip(MIXES, cycle(LANGUAGES), strict=False))
def test_a_whole_game_by_numbers_fits_into_80_columns(mix: str, language: str) -> None:
    seats, options = MIXES[mix]
    desk, say = Desk(any_numbers(), language=language), catalogue(language)
    match = desk.sit_down(seats, options, seat=1)
    assert match.game.over
    assert say("terminal-place") in desk.screen
    assert say("terminal-proof").split()[0] in desk.screen
    assert match.seed.hex() in desk.screen
    assert max(map(len, desk.screen.splitlines())) <= 80
    boards = [line for line in desk.screen.splitlines() if not line.startswith(("·", " "))]
    assert not [line for line in boards if "…" in line]
    assert "**" not in desk.screen


def test_a_whole_game_by_text() -> None:
    answers = ("stay", "roll", "Declare  CAN", "declare cannot", "pass")
    desk = Desk(chain.from_iterable(repeat(answers)))
    match = desk.sit_down()
    assert match.game.over
    assert {str(move) for seat, move in match.moves if seat == 0} >= {"stay", "declare cannot"}


BAD_LINES = {
    "": "terminal-nothing_typed",
    "0": "terminal-no_such_number",
    "99": "terminal-no_such_number",
    "9" * 9999: "terminal-no_such_number",
    "fly away": "refusal-unknown_kind",
    "give me": "refusal-seat_expected",
    "declare maybe": "refusal-can_or_cannot_expected",
    "play ejection on": "refusal-card_expected",
    "leave by the door": "refusal-too_many_words",
    "give " + "9" * 9999: "refusal-seat_expected",
    "roll": "refusal-not_now",
    "play jetpack": "refusal-not_now",
    "play bandit": "refusal-not_in_this_game",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: line[:20] or "nothing")
def test_bad_input_is_explained_and_changes_nothing(line: str) -> None:
    untouched, desk = Desk(iter(())), Desk(iter([line]))
    before, after = untouched.sit_down(), desk.sit_down()
    screen = " ".join(desk.screen.split())
    _, found, next_step = screen.partition(SAY(BAD_LINES[line]))
    assert found
    wanted = ("Type a number from 1 to 2", SAY("terminal-choose_again"))
    assert next_step.strip().startswith(wanted)
    assert after.game.digest() == before.game.digest()


def test_markup_that_is_typed_stays_plain_text() -> None:
    desk = Desk(iter(["[/red] [bold]", "stay"]))
    assert desk.sit_down().moves


@pytest.mark.parametrize("line", ["quit", " EXIT "])
def test_quit_ends_politely(line: str) -> None:
    desk = Desk(iter([line, "stay"]))
    match = desk.sit_down()
    assert desk.screen.rstrip().endswith(SAY("terminal-farewell"))
    assert not match.game.over


def stop() -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize("lines", [iter(()), iter(stop, "")], ids=["ctrl_d", "ctrl_c"])
def test_ctrl_c_and_ctrl_d_end_politely_too(lines: Iterator[str]) -> None:
    desk = Desk(lines)
    desk.sit_down()
    assert desk.screen.rstrip().endswith(SAY("terminal-farewell"))


def test_help_explains_the_cards_in_hand() -> None:
    desk = Desk(iter(["help"]))
    match = desk.sit_down()
    screen = " ".join(desk.screen.split())
    for card in match.game.view(0).hand:
        assert SAY(f"card-{card}-about") in screen


def test_a_seat_that_can_only_pass_is_not_asked() -> None:
    desk = Desk(repeat("1"))
    match = desk.sit_down(2, Options(boxes=("little_help",), goal=25))
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
    assert SAY("terminal-nothing_typed") in desk.screen


def test_the_screen_never_shows_the_secrets_of_others() -> None:
    desk = Desk(any_numbers())
    match = desk.sit_down()
    assert "Anselm draws a card." in desk.screen
    assert "· You draw " in desk.screen
    assert desk.screen.count("· You take a treasure: ") > 1
    assert "Anselm takes a treasure of " in desk.screen
    assert match.game.over


def _feed(lines: str) -> Callable[[str], str]:
    rest = iter(lines.splitlines())
    return lambda _prompt: next(rest)


def test_the_command_plays_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(iter(()))
    monkeypatch.setattr(desk.console, "input", _feed("stay\nquit"))
    line = f"play --language en --seats 3 --seat 3 --no-power-cards --goal 30 --seed {SEED.hex()}"
    assert main(line.split(), desk.console) == 0
    assert "You are Philomena, on seat 3." in desk.screen
    assert "30 points" in desk.screen


IMPOSSIBLE = {
    "play --variant crew": "The variant Crew is for exactly two, not for 4;",
    "simulate --variant beginner --boxes all": "The variant Beginner is played with the base box",
    "simulate --seats 9": "9 seats will not do; Celestia is for 2 to 6.",
    "play --seed 00": "A seed has 32 bytes",
}


@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_an_impossible_mix_is_explained(line: str) -> None:
    desk = Desk(iter(()))
    assert main([*line.split(), "--language", "en"], desk.console) == 2
    assert IMPOSSIBLE[line] in desk.screen


MISUSED = {
    "play --seat 5": "--seat: choose 1 to 4",
    "play --seat 0": "give a whole number above 0",
    "play --seed xyz": NOT_HEX,
    "play --boxes loot": "there is no box “loot”; choose among little_help, ",
    "play --boxes all --characters red,pink": "there is no character “pink”; choose among red, ",
    "play --variant solo": "invalid choice: 'solo'",
    "play --language tlh": f"there is no language “tlh”; choose among {', '.join(LANGUAGES)}",
    "simulate -n 0": NOT_A_COUNT,
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
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)  # noqa: S603  # a constant command
    assert ended.returncode == 1
    (sentence,) = ended.stderr.splitlines()
    assert "rich" in sentence
    assert "uv sync --extra terminal" in sentence


@pytest.mark.parametrize(
    ("line", "move"),
    [("give 1", Give(0)), ("play ejection on 6", Play("ejection", "5")), ("stay", Stay())],
)
def test_typed_seats_count_from_one(line: str, move: Move) -> None:
    assert move_of(line) == move
    assert typed(move) == line


def test_the_own_name_is_marked_within_third_person_sentences() -> None:
    desk = Desk(any_numbers())
    desk.sit_down(seat=2)
    assert "Philomena (you) takes the helm." in desk.screen
    assert "3 Philomena " in desk.screen
    assert "Zephyrine (you)" not in desk.screen


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "tlh"}, "en"),
        ({}, "en"),
    ],
)
def test_the_terminal_speaks_the_language_of_the_machine(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    desk = Desk(iter(()))
    monkeypatch.setattr(desk.console, "input", _feed("quit"))
    main(["play"], desk.console)
    assert catalogue(language)("terminal-farewell") in desk.screen


# --- a game again --------------------------------------------------------------------------


def recorded(folder: Path) -> Path:
    match = Match([RandomPlayer() for _ in range(3)], Options(), SEED)
    for _ in match.turns():
        pass
    file = folder / "game.json"
    match.record.write(file)
    return file


def run(*line: str) -> tuple[int, str]:
    out = StringIO()
    return main(line, Console(file=out, width=200, highlight=False)), out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_becomes_a_page_beside_it(tmp_path: Path, language: str) -> None:
    record = recorded(tmp_path)
    code, said = run("replay", str(record), "--language", language)
    page = tmp_path / "game.html"
    assert code == 0
    assert said == catalogue(language)("replay-written", file=str(page)) + "\n"
    assert f'<html lang="{language}">' in page.read_text("utf-8")
    run("replay", str(record), "--language", language, "--output", str(tmp_path / "other"))
    assert (tmp_path / "other").read_bytes() == page.read_bytes()


@pytest.mark.parametrize("text", ["", "{}", None])
def test_a_file_that_is_no_whole_record_becomes_no_page(tmp_path: Path, text: str | None) -> None:
    record = recorded(tmp_path)
    whole = record.read_text("utf-8")
    record.write_text(whole.replace('"over"', '"left"') if text is None else text, "utf-8")
    code, said = run("replay", str(record), "--language", "en")
    assert (code, "python -m engine verify" in said) == (2, True)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_replay_of_a_missing_file_names_the_file(tmp_path: Path) -> None:
    code, said = run("replay", str(tmp_path / "gone.json"), "--language", "en")
    assert code != 0
    assert "There is no file" in said
    assert "gone.json" in said.replace("\n", "")


def test_a_page_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    code, said = run("replay", str(recorded(tmp_path)), "--output", str(tmp_path), "--language=en")
    assert code == 1
    assert said.startswith("The replay could not be written (")
