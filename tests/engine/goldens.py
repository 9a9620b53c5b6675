"""Golden files: old games and saves, so that any change is noticed.

``python -m tests.engine.goldens`` writes them anew. Do that only where the rules or the format
have changed on purpose, and say so in the CHANGELOG: games that are running were saved in the old
form.
"""

import json
from dataclasses import fields
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

from engine import Game, Move, Options, Record, View
from engine.deal import deal_of
from engine.moves import parse
from engine.options import BOXES

FOLDER = Path(__file__).parent / "golden"

FIRST = partial(Options, edition=1)
"""The first edition's rules and boxes, under which most of these games were played."""

GAMES: dict[str, tuple[int, Options]] = {
    "base": (4, FIRST()),
    "two": (2, FIRST(goal=100)),
    "six_without_powers": (6, FIRST(power_cards=False, first_captain=3)),
    "beginner": (5, FIRST(variant="beginner")),
    "crew": (2, FIRST(variant="crew")),
    "little_help": (4, FIRST(boxes=("little_help",), help_penalty=4)),
    "initiative": (3, FIRST(boxes=("initiative",))),
    "both": (5, FIRST(boxes=("little_help", "initiative"), mooring_keeps_dice=True)),
    "bonus": (4, FIRST(boxes=BOXES[2:], instructor_for_all=True)),
    "everything": (6, FIRST(boxes=BOXES, blue_takes_help=False)),
    "bonus_2": (4, Options(boxes=BOXES[2:], edition=2)),
}


def digest(data: object) -> str:
    """A short hash of plain JSON values."""
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


def step(game: Game, seat: int, words: str) -> str:
    """Play a move; return a hash of its events and of every view after it."""
    events = [event.to_json() for event in game.play(seat, parse(words))]
    views = [_everything_in(game.view(each)) for each in (None, *range(game.seats))]
    return digest([events, game.dump(), views])


def _everything_in(view: View) -> str:
    return repr([getattr(view, field.name) for field in fields(view)])


def play(name: str) -> tuple[Record, list[str], list[dict[str, object]]]:
    """The game of this name: its record, a hash for each move, and some saves on the way."""
    seats, options = GAMES[name]
    rng = Random(f"golden {name}")
    deal = deal_of(sha256(name.encode()).hexdigest(), seats, options)
    game = deal.game()
    moves: list[tuple[int, Move]] = []
    hashes: list[str] = []
    saves: list[dict[str, object]] = []
    while not game.over:
        if rng.random() < 0.01:
            saves.append(game.dump())
        seat = rng.choice(game.waiting)
        move = rng.choice(game.legal(seat))
        hashes.append(step(game, seat, str(move)))
        moves.append((seat, move))
    return Record.of(deal, game, moves), hashes, saves[:2]


def write() -> None:
    """Write all golden files anew."""
    for name in GAMES:
        record, hashes, saves = play(name)
        record.write(FOLDER / f"{name}.record.json")
        (FOLDER / f"{name}.hashes.txt").write_text("\n".join(hashes) + "\n")
        for number, save in enumerate(saves):
            text = json.dumps(save, separators=(",", ":"))
            (FOLDER / f"{name}.save{number}.json").write_text(text + "\n")


if __name__ == "__main__":
    write()
