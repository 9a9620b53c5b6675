"""Records: replaying one proves it honest or names the lie."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import Game, Move, Options, Record, RecordError
from engine.__main__ import main
from engine.records import FORMAT, commitment, key, verify
from tests.engine.mixes import mix, seed


def played(number: int) -> Record:
    """The record of a whole random game."""
    seats, options = mix(number)
    game, rng = Game.new(seats, options, seed(number)), Random(number)
    moves: list[tuple[int, Move]] = []
    while not game.over:
        seat = rng.choice(game.waiting)
        move = rng.choice(game.legal(seat))
        game.play(seat, move)
        moves.append((seat, move))
    return Record.of(game, seed(number), moves)


@cache
def honest() -> Record:
    return played(1)


def changed_move(record: Record) -> Record:
    seat, _ = record.moves[7]
    return replace(record, moves=(*record.moves[:7], (seat, "keep 9:25"), *record.moves[8:]))


def changed_seat(record: Record) -> Record:
    _, words = record.moves[7]
    return replace(record, moves=(*record.moves[:7], (9, words), *record.moves[8:]))


def word_salad(record: Record) -> Record:
    return replace(record, moves=(*record.moves[:7], (0, "fly to the moon"), *record.moves[8:]))


def other_total(record: Record) -> Record:
    return replace(record, totals=(record.totals[0] + 1, *record.totals[1:]))


def other_winner(record: Record) -> Record:
    losers = sorted(set(range(record.seats)) - set(record.winners))
    return replace(record, winners=(losers[0],))


LIES: dict[str, tuple[str, Callable[[Record], Record]]] = {
    "changed move": ("impossible_move", changed_move),
    "changed seat": ("impossible_move", changed_seat),
    "word salad": ("impossible_move", word_salad),
    "dropped last move": ("not_finished", lambda r: replace(r, moves=r.moves[:-1])),
    "no moves": ("not_finished", lambda r: replace(r, moves=())),
    "extra move": ("impossible_move", lambda r: replace(r, moves=(*r.moves, (0, "pass")))),
    "changed total": ("wrong_result", other_total),
    "changed winner": ("wrong_result", other_winner),
    "no winner": ("wrong_result", lambda r: replace(r, winners=())),
    "changed seed": ("seed_was_changed", lambda r: replace(r, seed=seed(2).hex())),
    "changed sha256": ("seed_was_changed", lambda r: replace(r, sha256="0" * 64)),
    "short seed": ("no_such_game", lambda r: replace(r, seed="00")),
    "no seed": ("no_such_game", lambda r: replace(r, seed="secret")),
    "other seats": ("no_such_game", lambda r: replace(r, seats=7)),
    "other options": ("impossible_move", lambda r: replace(r, options=Options(goal=25))),
    "other seed and sha256": (
        "impossible_move",
        lambda r: replace(r, seed=seed(2).hex(), sha256=commitment(seed(2))),
    ),
}

UNREADABLE = {
    "empty": "",
    "not JSON": "celestia",
    "not an object": "[]",
    "a number": "1",
    "null": "null",
    "an empty object": "{}",
    "too deep": "[" * 100_000,
    "not UTF-8": b"\xff\xfe\xff",
}


def damaged(**fields: Any) -> str:
    return json.dumps({**honest().to_json(), **fields})


DAMAGED = {
    "wrong seats": (damaged(seats="4"), "not_a_record"),
    "wrong moves": (damaged(moves=[[0, 1]]), "not_a_record"),
    "half a move": (damaged(moves=[[0]]), "not_a_record"),
    "wrong options": (damaged(options={"goal": 1}), "not_a_record"),
    "unknown name": (damaged(cheat=True), "not_a_record"),
    "format as text": (damaged(format="1"), "not_a_record"),
    "newer format": (damaged(format=FORMAT + 1), "unknown_format"),
}


@pytest.mark.parametrize("number", range(12))
def test_an_honest_record_is_found_honest(number: int) -> None:
    record = played(number)
    verdict = verify(record)
    assert (verdict.honest, verdict.fault, verdict.move) == (True, "", "")
    assert verdict.good == len(record.moves)


@pytest.mark.parametrize("lie", LIES)
def test_each_lie_is_named(lie: str) -> None:
    fault, told = LIES[lie]
    verdict = verify(told(honest()))
    assert (verdict.honest, verdict.fault) == (False, fault)


def test_the_first_move_that_does_not_fit_is_named() -> None:
    verdict = verify(changed_move(honest()))
    assert (verdict.good, verdict.move) == (7, f"{honest().moves[7][0]} keep 9:25")


def test_the_record_holds_the_hash_that_is_shown_before_the_game() -> None:
    record = honest()
    assert record.sha256 == commitment(bytes.fromhex(record.seed))
    assert (record.format, record.seats) == (FORMAT, len(record.totals))


def test_a_record_reads_back_as_written(tmp_path: Path) -> None:
    honest().write(tmp_path / "game.json")
    assert Record.read(tmp_path / "game.json") == honest()
    assert Record.from_json(json.loads(json.dumps(honest().to_json()))) == honest()


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_without_a_record_is_refused(name: str, tmp_path: Path) -> None:
    content = UNREADABLE[name]
    file = tmp_path / "game.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RecordError):
        Record.read(file)


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_record_is_refused(name: str, tmp_path: Path) -> None:
    content, code = DAMAGED[name]
    (tmp_path / "game.json").write_text(content)
    with pytest.raises(RecordError) as caught:
        Record.read(tmp_path / "game.json")
    assert caught.value.code == code


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "nothing.json"):
        with pytest.raises(RecordError) as caught:
            Record.read(file)
        assert (caught.value.code, caught.value.data["file"]) == ("unreadable", str(file))


def test_verify_says_in_one_line_that_a_record_is_honest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest().write(tmp_path / "game.json")
    assert main(["verify", str(tmp_path / "game.json")]) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("Honest: ")
    assert f"{len(honest().moves)} moves" in line


@pytest.mark.parametrize("lie", LIES)
def test_verify_names_the_lie_in_one_line(
    lie: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    LIES[lie][1](honest()).write(tmp_path / "game.json")
    assert main(["verify", str(tmp_path / "game.json")]) == 1
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("Not honest: ")


@pytest.mark.parametrize("words", ["roll\nHonest: all is well", "roll \x1b[2J", "roll \ud800"])
def test_verify_prints_one_line_whatever_the_moves_are(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replace(honest(), moves=((0, words),)).write(tmp_path / "game.json")
    assert main(["verify", str(tmp_path / "game.json")]) == 1
    [line] = capsys.readouterr().out.splitlines()
    assert line.isprintable()


def test_verify_says_in_one_line_that_a_file_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "nothing.json")]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith("This file holds no record that can be read: ")


def test_verify_is_a_command(tmp_path: Path) -> None:
    honest().write(tmp_path / "game.json")
    command = [sys.executable, "-m", "engine", "verify", str(tmp_path / "game.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Honest: ")


def joined(*joins: str, moves: int | None = None) -> Record:
    """The record of a game with joins in its seed, stopped after this many moves."""
    game, rng = Game.new(3, seed=key(seed(5), joins)), Random(5)
    made: list[tuple[int, Move]] = []
    while not game.over and len(made) != moves:
        seat = game.waiting[0]
        move = rng.choice(game.legal(seat))
        game.play(seat, move)
        made.append((seat, move))
    return Record.of(game, seed(5), made, joins)


def test_joins_are_part_of_the_seed() -> None:
    assert key(seed(5), ()) == seed(5)
    assert len({key(seed(5), joins) for joins in [("1",), ("2",), ("1", "2"), ("2", "1")]}) == 4
    assert verify(joined("11", "22")).honest


def test_a_changed_join_is_noticed() -> None:
    assert not verify(replace(joined("11", "22"), joins=("11", "23"))).honest


def test_an_unfinished_game_can_be_verified() -> None:
    record = joined("11", moves=12)
    assert (record.totals, verify(record).honest) == ((), True)
    assert not verify(replace(record, moves=((0, "keep 9:25"), *record.moves))).honest


def test_a_finished_game_cannot_pass_as_unfinished() -> None:
    assert verify(replace(joined("11"), totals=(), winners=())).fault == "wrong_result"
