"""Records: a replay confirms a record or names its first fault."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import Options, Record, RecordError
from engine.__main__ import main
from engine.deal import deal_of, start_of
from engine.records import FORMAT, MODERATOR, OVER, SHORT, WITH_ONE_MESSAGE, broken_off_by, verify
from tests.engine.mixes import seed
from tests.engine.recorded import BEGAN, CLOSED, broken_off, dealt, played, recorded


@cache
def honest() -> Record:
    return played(1)


def changed_move(record: Record) -> Record:
    seat, _ = record.moves[7]
    return replace(record, moves=(*record.moves[:7], (seat, "keep 9:25"), *record.moves[8:]))


def changed_seat(record: Record) -> Record:
    _, words = record.moves[7]
    return replace(record, moves=(*record.moves[:7], (9, words), *record.moves[8:]))


def other_total(record: Record) -> Record:
    return replace(record, totals=(record.totals[0] + 1, *record.totals[1:]))


def other_winner(record: Record) -> Record:
    losers = sorted(set(range(record.seats)) - set(record.winners))
    return replace(record, winners=(losers[0],))


def with_secret(record: Record, secret: str) -> Record:
    """The record as if the game had come from another secret."""
    deal = replace(record.deal, secret=secret)
    return replace(record, secret=secret, promise=deal.promise, lobby=deal.digest)


def with_course(record: Record, *course: str) -> Record:
    """The record as if something else had happened in the lobby."""
    return replace(record, course=course, lobby=replace(record.deal, course=course).digest)


def with_options(record: Record, **options: Any) -> Record:
    """The record as if something else had been agreed on."""
    other = replace(record, options=replace(record.options, **options))
    return replace(other, lobby=other.deal.digest)


def with_nothing_chosen(record: Record) -> Record:
    """The record as if every seat had been asked for its character, and none had chosen."""
    other = replace(record, chosen=("",) * record.seats)
    return replace(other, lobby=other.deal.digest)


def without_result(record: Record, moves: int) -> Record:
    return replace(record, moves=record.moves[:moves], totals=(), winners=())


Lie = Callable[[Record], Record]
LIES: dict[str, tuple[str, Lie]] = {
    "changed move": ("impossible_move", changed_move),
    "changed seat": ("impossible_move", changed_seat),
    "dropped last move": ("not_over", lambda r: replace(r, moves=r.moves[:-1])),
    "no moves": ("not_over", lambda r: replace(r, moves=())),
    "extra move": ("impossible_move", lambda r: replace(r, moves=(*r.moves, (0, "pass")))),
    "cut short": ("not_over", lambda r: without_result(r, 40)),
    "broken off before its end": (
        "over_already",
        lambda r: replace(without_result(r, len(r.moves)), ending=MODERATOR),
    ),
    "broken off with a result": (
        "other_result",
        lambda r: replace(r, moves=r.moves[:-1], ending=MODERATOR),
    ),
    "broken off by an empty seat": (
        "no_such_seat",
        lambda r: replace(without_result(r, 40), ending=broken_off_by(5)),
    ),
    "changed total": ("other_result", other_total),
    "changed winner": ("other_result", other_winner),
    "no winner": ("other_result", lambda r: replace(r, winners=())),
    "no result": ("other_result", lambda r: without_result(r, len(r.moves))),
    "changed secret": ("other_secret", lambda r: replace(r, secret=seed(2).hex())),
    "changed promise": ("other_secret", lambda r: replace(r, promise="0" * 64)),
    "changed digest": ("other_lobby", lambda r: replace(r, lobby="0" * 64)),
    "other seats": ("other_seats", lambda r: replace(r, seats=2)),
    "other start": ("impossible_move", lambda r: replace(r, start=start_of(7, 8))),
    "lobby closed after the beginning": (
        "closed_late",
        lambda r: replace(r, start=start_of(BEGAN, CLOSED)),
    ),
    "lobby closed by the same message": (
        "closed_late",
        lambda r: replace(r, start=start_of(BEGAN, BEGAN)),
    ),
    "other goal": ("impossible_move", lambda r: with_options(r, goal=25)),
    "rule that never mattered": (
        "impossible_move",
        lambda r: with_options(r, mooring_keeps_dice=not r.options.mooring_keeps_dice),
    ),
    "other secret": ("impossible_move", lambda r: with_secret(r, seed(2).hex())),
    "other word": ("impossible_move", lambda r: with_course(r, *r.course, "word 0 mine")),
    "joins reordered": (
        "impossible_move",
        lambda r: with_course(r, *r.course[:1], *r.course[2:4], r.course[1], *r.course[4:]),
    ),
    "a course that cannot be": ("other_seats", lambda r: with_course(r, "leave 0", *r.course)),
    "characters not dealt": ("other_characters", with_nothing_chosen),
}


def damaged(**fields: Any) -> str:
    return json.dumps({**honest().to_json(), **fields})


def misspelt(name: str, change: Callable[[Any], Any]) -> tuple[str, str]:
    return damaged(**{name: change(honest().to_json()[name])}), "misspelt"


DAMAGED: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "unreadable"),
    "not JSON": ("celestia", "unreadable"),
    "not UTF-8": (b"\xff\xfe\xff", "unreadable"),
    "too deep": ("[" * 100_000, "unreadable"),
    "not an object": ("[]", "not_a_record"),
    "an empty object": ("{}", "not_a_record"),
    "a name twice": (honest().text.replace("{", '{"ending": "moderator",', 1), "written_twice"),
    "capital digits": misspelt("secret", lambda it: it.replace(it.lower(), f"{it[:-1]}A")),
    "short secret": misspelt("secret", lambda it: it[2:]),
    "blank in the promise": misspelt("promise", lambda it: f"{it[:-1]} "),
    "leading zero": misspelt("start", lambda it: f"0{it}"),
    "no start": misspelt("start", lambda it: ""),
    "three messages": misspelt("start", lambda it: f"1 {it}"),
    "two messages before there were two": (damaged(format=WITH_ONE_MESSAGE), "misspelt"),
    "one message in the newer format": misspelt("start", lambda it: it.split()[1]),
    "word salad": misspelt("moves", lambda it: [[0, "fly to the moon"], *it]),
    "move with two blanks": misspelt("moves", lambda it: [[0, "declare  can"], *it]),
    "unknown event": misspelt("course", lambda it: [*it, "dance"]),
    "word not composed": misspelt("course", lambda it: [*it, "word 0 e\N{COMBINING ACUTE ACCENT}"]),
    "word on two lines": misspelt("course", lambda it: [*it, "word 0 a\nb"]),
    "unknown ending": misspelt("ending", lambda it: "seat 01"),
    "options left out": misspelt("options", lambda it: {}),
    "box twice": misspelt("options", lambda it: {**it, "boxes": it["boxes"] * 2}),
    "a truth for a number": (damaged(seats=True), "not_a_record"),
    "wrong seats": (damaged(seats="4"), "not_a_record"),
    "wrong moves": (damaged(moves=[[0, 1]]), "not_a_record"),
    "half a move": (damaged(moves=[[0]]), "not_a_record"),
    "wrong options": (damaged(options={"goal": 1}), "not_a_record"),
    "unknown name": (damaged(cheat=True), "not_a_record"),
    "format as text": (damaged(format="2"), "not_a_record"),
    "newer format": (damaged(format=FORMAT + 1), "unknown_format"),
}


@pytest.mark.parametrize("record", [played(0), played(1), broken_off(0)])
def test_a_true_record_is_consistent(record: Record) -> None:
    verdict = verify(record)
    assert (verdict.fits, verdict.fault, verdict.move) == (True, "", "")
    assert verdict.good == len(record.moves)
    assert bool(record.totals) == bool(record.winners) == (record.ending == OVER)


@pytest.mark.parametrize("lie", LIES)
def test_each_lie_is_named_signed_or_not(lie: str) -> None:
    fault, told = LIES[lie]
    verdict = verify(told(honest()).signed)
    assert (verdict.fits, verdict.fault) == (False, fault)
    assert verify(told(honest())).fault == "changed"


def test_the_first_impossible_move_is_named() -> None:
    verdict = verify(changed_move(honest()).signed)
    assert (verdict.good, verdict.move) == (7, f"{honest().moves[7][0]} keep 9:25")


def test_a_record_reads_back_as_written(tmp_path: Path) -> None:
    honest().write(tmp_path / "game.json")
    assert Record.read(tmp_path / "game.json") == honest()
    assert Record.from_json(json.loads(json.dumps(honest().to_json()))) == honest()


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_record_is_refused(name: str, tmp_path: Path) -> None:
    content, code = DAMAGED[name]
    (tmp_path / "game.json").write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(RecordError) as caught:
        Record.read(tmp_path / "game.json")
    assert caught.value.code == code


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "nothing.json"):
        with pytest.raises(RecordError) as caught:
            Record.read(file)
        assert (caught.value.code, caught.value.data["file"]) == ("unreadable", str(file))


# --- on the command line -------------------------------------------------------------------


def told(record: Record, folder: Path, *more: str) -> int:
    record.write(folder / "game.json")
    return main(["verify", str(folder / "game.json"), *more])


def test_verify_prints_the_ending_and_the_hashes_to_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(honest(), tmp_path) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Played to its end: deal, {len(honest().moves)} moves and result fit")
    hashes = (honest().promise, honest().lobby[:SHORT], honest().fingerprint[:SHORT])
    for shown in (*hashes, CLOSED, BEGAN):
        assert f" {shown} " in out
    assert "Mixed in from seat 0: fair winds\n" in out
    assert "posted at 2025-03-13 22:11:36 UTC" in out
    assert "posted 0.412 s later" in out


def test_verify_says_that_no_message_closed_a_lobby(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in release 0.3.0, and in games that began before an update and ended after it."""
    record = recorded(replace(dealt(1), start=f"{BEGAN}"), 1)
    assert record.format == WITH_ONE_MESSAGE
    assert told(record, tmp_path) == 0
    out = capsys.readouterr().out
    assert "No message closed the lobby" in out
    assert "posted at 2025-03-13 22:11:36 UTC" in out


def test_verify_claims_no_more_than_was_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(recorded(deal_of("ab" * 32, 3, Options()), 1), tmp_path) == 0
    out = capsys.readouterr().out.lower()
    assert "all a record can prove by itself" in out
    assert not any(word in out for word in ("honest", "true", "proves"))


def test_verify_says_who_broke_a_game_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = recorded(dealt(3), 3, moves=31, ending=broken_off_by(1))
    assert told(record, tmp_path) == 0
    out = capsys.readouterr().out
    assert out.startswith("Broken off by seat 1 after 31 moves: ")
    assert "Played" not in out
    assert told(replace(record, ending=OVER).signed, tmp_path) == 1
    assert "is not over" in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["{}", " {} ", "{upper}", "{:.32}"])
def test_a_promise_is_compared(
    typed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    promise = honest().promise
    shown = typed.format(promise, upper=promise.upper())
    assert told(honest(), tmp_path, "--promise", shown) == 0
    assert "The promise is the one that you were shown." in capsys.readouterr().out


def test_another_promise_is_no_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for other in (played(3).promise, honest().promise[: SHORT - 1], honest().promise[1:]):
        assert told(honest(), tmp_path, "--promise", other) == 1
    assert capsys.readouterr().out.count("False: its SHA-256 is not the one") == 3


@pytest.mark.parametrize("fault", dict(LIES.values()))
def test_verify_names_the_fault_in_one_line(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(dict(LIES.values())[fault](honest()).signed, tmp_path) == 1
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("False: ")
    assert line.isprintable()


@pytest.mark.parametrize("words", ["roll\nPlayed: all is well", "roll \x1b[2J", "roll \ud800"])
def test_verify_prints_nothing_of_a_move_that_is_none(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(replace(honest(), moves=((0, words),)), tmp_path) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.strip().isprintable()


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
    assert done.stdout.startswith("Played to its end: ")
