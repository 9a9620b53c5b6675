"""Old games replay in exactly the same way."""

import json
from pathlib import Path

import pytest

from engine import Game, Record
from engine.records import verify
from tests.engine.goldens import FOLDER, GAMES, step

SAVES = sorted(FOLDER.glob("*.save*.json"))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_replayed_move_by_move(name: str) -> None:
    record = Record.read(FOLDER / f"{name}.record.json")
    hashes = (FOLDER / f"{name}.hashes.txt").read_text().split()
    game = record.deal.game()
    for number, ((seat, words), expected) in enumerate(zip(record.moves, hashes, strict=True)):
        assert step(game, seat, words) == expected, f"move {number}: {seat} {words}"
    assert game.over
    assert verify(record).fits


def test_the_golden_games_are_of_every_kind() -> None:
    records = [Record.read(file) for file in FOLDER.glob("*.record.json")]
    assert len(records) == len(GAMES) == 11
    assert {box for record in records for box in record.options.boxes} == {
        *("little_help", "initiative", "grappling_hook", "instructor"),
        *("krismastri", "matryoshburg", "boscalumia"),
    }
    assert {record.options.variant for record in records} == {"standard", "beginner", "crew"}


@pytest.mark.parametrize("file", SAVES, ids=lambda file: file.stem)
def test_an_old_save_still_loads(file: Path) -> None:
    saved = json.loads(file.read_text())
    game = Game.load(saved)
    assert json.loads(json.dumps(game.dump())) == saved
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[-1])
