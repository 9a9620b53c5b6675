"""The core of the fitting: the same games as the engine's, and nets that have learned from them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bench.fit import __main__ as learning
from bench.fit import core
from bench.fit.core import Core
from engine import Game, Options, View
from engine.box import LITTLE_HELP, POINTS, TOKEN_POINTS
from engine.options import BOXES, Box
from players.hard.dilemma import DILEMMAS, dilemmas
from players.hard.net import nets_of

SEED = bytes(32)
ASKED = "|asked "
"""Stands before the other answer of a dilemma, and its inputs."""
NEAR = 2e-4
"""Numbers that are told differ by less."""
ABOUT = 0.5
"""Greatest difference of an input that the normal player's rules compute: the core's odds in them
are approximate, the engine's exact."""
OF_THUMB = range(109, 114)
"""The places of these inputs."""

MOST_ASIDE = 300
"""The core may differ in one of this many dilemmas."""

needs_compiler = pytest.mark.skipif(core.compiler() is None, reason=core.NO_COMPILER)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Core:
    return Core(tmp_path_factory.mktemp("core"), optimized="-O1")


def table(number: int) -> tuple[int, Options]:
    """A table of any kind, with the usual house rules."""
    rng = Random(number)
    variant = rng.choice(("standard", "beginner", "crew")) if rng.random() < 0.2 else "standard"
    seats = 2 if variant == "crew" else rng.randrange(2, 7)
    some: tuple[Box, ...] = tuple([box for box in BOXES if rng.random() < 0.5])
    boxes = () if variant != "standard" else rng.choice((BOXES, (), some))
    goal = 50 if variant == "beginner" else rng.choice((25, 50, 75, 100))
    return seats, Options(boxes=boxes, variant=variant, goal=goal, power_cards=rng.random() < 0.9)


def told(seats: int, options: Options, seed: bytes) -> Iterator[str]:
    """Yield the lines that `core tell` prints: choices, dilemmas and their inputs; the end."""
    game, lot = Game.new(seats, options, seed), 1
    while game.waiting:
        seat = game.waiting[0]
        moves = sorted(game.legal(seat), key=str)
        if len(moves) == 1:
            game.play(seat, moves[0], quiet=True)
            continue
        asked = dilemmas(forgotten(game.view(seat)))
        line = "|".join([f"{seat} {game.question}", *map(str, moves)])
        for each in asked:
            line += f"{ASKED}{each.other}|" + "".join([f" {it:.4f}" for it in each.inputs])
        yield line
        lot = (lot * 1664525 + 1013904223) % 2**32
        game.play(seat, moves[(lot >> 8) % len(moves)], quiet=True)
    for number in range(seats):
        view = game.view(number)
        help_ = sum([card in LITTLE_HELP for card in view.hand])
        yield f"{riches(view)} {help_} {len(view.hand)}"


def riches(view: View) -> int:
    """Return the points of the view's seat, before penalties."""
    tokens = view.seats[view.seat or 0].tokens
    return sum([POINTS[name] for name in view.treasures]) + TOKEN_POINTS * tokens


def forgotten(view: View) -> View:
    """Return the view of a player that has no memory; such ones play in the core."""
    return replace(view, memory=())


def differ(mine: str, theirs: str) -> str:
    """Return how two lines differ, but for the last digits of numbers; "" if they do not."""
    (line, *asked), (their_line, *they_asked) = mine.split(ASKED), theirs.split(ASKED)
    if not all_near(line.split(), their_line.split()):
        return f"{line} != {their_line}"
    if len(asked) != len(they_asked):
        return f"{asked} != {they_asked}"
    for one, another in zip(sorted(asked), sorted(they_asked), strict=True):
        (other, inputs), (their_other, their_inputs) = one.split("|"), another.split("|")
        if other != their_other or not all_near(inputs.split(), their_inputs.split(), OF_THUMB):
            return f"{one} != {another}"
    return ""


def all_near(words: list[str], others: list[str], rough: range = range(0)) -> bool:
    """Return whether these words are the same, and numbers nearly so; rough ones about so."""
    return len(words) == len(others) and all(
        a == b
        or ("." in a and "." in b and abs(float(a) - float(b)) < (ABOUT if n in rough else NEAR))
        for n, (a, b) in enumerate(zip(words, others, strict=True))
    )


@needs_compiler
@pytest.mark.parametrize("number", range(40))
def test_the_core_plays_the_same_games_as_the_engine(compiled: Core, number: int) -> None:
    seats, options = table(number)
    seed = Random(number).randbytes(32)
    lines = compiled.tell(seats, options, seed)
    for mine, theirs in zip(told(seats, options, seed), lines, strict=True):
        assert not differ(mine, theirs), (number, differ(mine, theirs))


@needs_compiler
@pytest.mark.long
@pytest.mark.parametrize("hundred", range(200))
def test_it_plays_twenty_thousand_of_them(compiled: Core, hundred: int) -> None:
    """The same choices in all of them; a few dilemmas differ, where a rule of thumb is close.

    The core approximates the odds by which a normal captain decides to fetch cards first, and no
    net is asked then; rounding can also decide who leads by a fraction of a point.
    """
    asked, differing = 0, 0
    for number in range(100 * hundred, 100 * hundred + 100):
        seats, options = table(number)
        seed = Random(number).randbytes(32)
        lines = compiled.tell(seats, options, seed)
        for mine, theirs in zip(told(seats, options, seed), lines, strict=True):
            choice, their_choice = mine.partition(ASKED)[0], theirs.partition(ASKED)[0]
            assert not differ(choice, their_choice), (number, choice, their_choice)
            asked += mine.count(ASKED)
            differing += bool(differ(mine, theirs))
    assert asked > MOST_ASIDE
    assert differing * MOST_ASIDE <= asked, (differing, asked)


@needs_compiler
def test_a_difference_would_be_noticed(compiled: Core) -> None:
    """The positive control."""
    seats, options = 4, Options()
    lines = compiled.tell(seats, options, SEED)
    others = list(told(seats, replace(options, goal=75), SEED))
    assert differ(others[0], lines[0])
    assert not differ("1.00001 stay|leave", "1.00002 stay|leave")
    assert differ("1.0 stay|leave", "1.0 stay|leave|play jetpack")
    assert differ(f"1.0 stay{ASKED}leave| 0.1", f"1.0 stay{ASKED}leave| 0.2")
    assert differ(f"1.0 stay{ASKED}leave| 0.1", "1.0 stay")


@needs_compiler
def test_rounds_of_games_end_in_nets_for_all_dilemmas(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name for name in ("one.json", "other.json")]
    for file in files:
        assert learning.main(["--games", "40", "20", "--file", str(file)]) == 0
    assert capfd.readouterr().out.count("explained") == 2 * 2 * len(DILEMMAS)
    assert files[0].read_text() == files[1].read_text()
    found = nets_of(files[0])
    assert set(found) == set(DILEMMAS)
    game = Game.new(4, Options(), SEED)
    while not (asked := dilemmas(game.view(game.waiting[0]))):
        game.play(game.waiting[0], game.legal(game.waiting[0])[0], quiet=True)
    assert found[asked[0].name].width == len(asked[0].inputs)


def test_without_a_compiler_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr(core.shutil, "which", lambda name: None)
    assert learning.main(["--file", str(tmp_path / "nets.json")]) == 1
    assert capsys.readouterr().err.strip() == core.NO_COMPILER
    assert not list(tmp_path.iterdir())
