"""The committed symbols of the replay match the art."""

import json
from pathlib import Path

from art.__main__ import REPLAY
from art.replay import PLACES, SPRITES, scenery, sprites, symbols, write
from art.sprites import sprites as painted
from bot.pictures import places


def test_the_committed_symbols_and_places_are_what_the_art_gives() -> None:
    assert (REPLAY / SPRITES).read_text("utf-8") == sprites()
    assert (REPLAY / PLACES).read_text("utf-8") == scenery()


def test_both_are_written(tmp_path: Path) -> None:
    assert [file.name for file in write(tmp_path)] == [SPRITES, PLACES]
    assert (tmp_path / SPRITES).read_text("utf-8") == sprites()


def test_each_symbol_stands_on_a_line_of_its_own() -> None:
    lines = [line for line in sprites().splitlines() if line.startswith("<symbol ")]
    assert len(lines) == len(symbols())
    assert not [line for line in lines if "<text" in line]


def test_the_replay_has_what_the_painted_board_has() -> None:
    ours = symbols().keys()
    theirs = {name for name in painted() if name.startswith(("pawn-", "chip-", "ship-", "boat-"))}
    assert theirs <= ours
    assert json.loads(scenery())["cities"] == {
        f"{city}": [*place] for city, place in places.CITIES.items()
    }
