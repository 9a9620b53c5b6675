"""The output of the bench of the engine, without its times."""

import shlex
from io import StringIO

import pytest
from rich.console import Console

from bench import engine, uno
from bench.__main__ import main
from engine import Options


def run(line: str) -> tuple[int, str]:
    """Return the exit code and the output."""
    out = StringIO()
    code = main(shlex.split(line), Console(file=out, width=80, highlight=False))
    return code, out.getvalue()


def test_the_bench_measures_the_base_box_and_every_box() -> None:
    code, screen = run("--rounds 1 --games 1")
    assert code == 0
    for head in ("moves/s", "moves/game", "copy µs", "legal µs", "view µs", "dump bytes"):
        assert head in screen
    for mix in engine.MIXES:
        assert screen.count(mix) >= 2
    assert (uno.NAME in screen) != (engine.RLCARD_MISSING in screen)


@pytest.mark.parametrize("line", ["--rounds 0", "--games many"])
def test_the_bench_counts_from_one(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(line)
    assert "give a whole number above 0" in capsys.readouterr().err


def test_random_play_is_the_same_play_in_each_run() -> None:
    lengths = [engine.random_play(Options(), 3, number).length for number in (0, 0, 1)]
    assert lengths[0] == lengths[1] != lengths[2]


def test_a_dump_is_measured_in_bytes() -> None:
    costs = engine.position_costs(Options(), 1)
    assert set(costs) == {"copy", "legal", "view", "dump", "bytes"}
    assert 1000 < costs["bytes"] < 10_000
