"""Simulations."""

import shlex
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from engine import Move, View
from players.luck import game_seed
from players.match import Match
from players.random_player import RandomPlayer
from players.roster import PLAYERS
from players.terminal.main import main
from players.terminal.simulate import play_out, report
from players.words import catalogue
from tests.players.mixes import MIXES

SEED = "07" * 32


def run(line: str) -> tuple[int, str]:
    """The exit code and all that was printed."""
    out = StringIO()
    command, *rest = shlex.split(line)
    code = main([command, "--language", "en", *rest], Console(file=out, width=80, highlight=False))
    return code, out.getvalue()


def test_the_same_seed_gives_the_same_results() -> None:
    line = f"simulate -n 2 --boxes all --seed {SEED}"
    assert run(line) == run(line)
    assert run(line) != run(f"{line} --start 2")


def test_the_results_are_printed() -> None:
    code, screen = run(f"simulate -n 3 --seats 3 --seed {SEED}")
    assert code == 0
    assert f"3 of 3 games, seed {SEED}" in screen
    for head in ("moves", "journeys", "ship crashes", "mean score", "How it ended", "Turbo"):
        assert head in screen


def test_a_simulation_without_a_seed_prints_the_one_it_drew() -> None:
    _, first = run("simulate -n 2")
    seed = first.split("seed ")[1].split()[0]
    assert run(f"simulate -n 2 --seed {seed}")[1] == first


def test_a_result_counts_what_happened() -> None:
    match = Match([RandomPlayer()] * 4, seed=bytes(32))
    result = play_out(match)
    view = match.game.view(None)
    assert result.moves == len(match.moves)
    assert result.journeys == view.journey
    assert result.crashes + result.boat_crashes <= result.legs
    assert result.legs >= result.journeys
    assert sum(score.total for score in result.scores) > 0


@pytest.mark.parametrize("mix", MIXES)
def test_the_shares_of_wins_sum_to_one(mix: str) -> None:
    seats, options = MIXES[mix]
    results = [
        play_out(Match([RandomPlayer()] * seats, options, game_seed(bytes(32), number)))
        for number in range(5)
    ]
    (_lengths, endings), (by_seat,), _ = report(catalogue("en"), results)
    won = [float(str(cell).split()[0]) for cell in by_seat.columns[1].cells]
    assert sum(won) == pytest.approx(100, abs=0.5)
    assert sum(int(str(cell)) for cell in endings.columns[1].cells) == 5


class Stumbling(RandomPlayer):
    """Fails in the games whose luck begins badly."""

    def choose(self, view: View, rng: Random) -> Move:
        if view.journey == 3 and rng.random() < 0.01:
            raise ZeroDivisionError
        return super().choose(view, rng)


@pytest.fixture
def stumbling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "stumbling", Stumbling)


@pytest.mark.usefixtures("stumbling")
def test_a_failing_game_prints_a_command_that_replays_it() -> None:
    code, screen = run(f"simulate -n 12 --players stumbling --seed {SEED}")
    again = [line for line in screen.splitlines() if line.startswith("python -m players")]
    assert code == 1
    assert 0 < len(again) < 12
    assert f"{12 - len(again)} of 12 games" in screen
    for line in again:
        code, screen = run(line.removeprefix("python -m players "))
        assert code == 1
        assert "0 of 1 games" in screen
        assert "ZeroDivisionError" in screen
