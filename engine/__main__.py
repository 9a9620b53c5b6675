"""``python -m engine verify FILE``: check that the record of a game is consistent."""

import argparse
import io
import sys
from pathlib import Path
from time import gmtime, strftime
from typing import Final

from engine.deal import WORD, numbers_of
from engine.errors import RecordError
from engine.records import LEFT, MODERATOR, NOBODY, OVER, QUIT, SHORT, Record, Verdict, verify

_FAULTS: Final = {
    "misspelt": "something in it is not written as a record writes it.",
    "changed": "its fingerprint belongs to another record.",
    "other_secret": "its secret does not belong to the SHA-256 that it says was shown.",
    "other_promise": "its SHA-256 is not the one that you were shown.",
    "other_seats": "the lobby that it tells of does not lead to so many seats.",
    "other_lobby": "its digest of the lobby does not belong to the lobby that it tells of.",
    "closed_late": "the message that closed its lobby is not older than the one that began it.",
    "other_characters": "other characters are dealt from its key.",
    "no_such_game": "no game begins with these seats and options.",
    "impossible_move": "move {number} ({move!r}) is not possible there; {good} before it are.",
    "not_over": "after {good} moves the game is not over, as it says.",
    "over_already": "after {good} moves the game is over, and was not broken off, as it says.",
    "no_such_seat": "no such seat can have broken it off.",
    "other_result": "the moves lead to another result.",
}
_BROKEN_OFF: Final = {
    MODERATOR: "by a moderator",
    NOBODY: "because nobody came back",
    LEFT: "when the last of its players left",
    QUIT: "at the terminal",
}
SNOWFLAKE_BITS: Final = 22
"""The low bits of a number of Discord that are no part of its time, which is in milliseconds."""
DISCORD_EPOCH: Final = 1_420_070_400
"""Where that time begins, in seconds of the epoch: 2015."""
_COMPARE: Final = """\
That is all a record can prove by itself. Compare this with what you were shown:
  promise      {promise} (in the lobby, before anybody sat down)
  lobby        {lobby} (in the message that pinged the players)
  closed by    {closed} (the last number in the link to that message;
               by this number it was posted at {closed_at})
  begun by     {began} (the same of the next message, which shows the board;
               posted {later} s later)
  fingerprint  {fingerprint} (with the end message)
The order of the two messages was checked here. Eyes alone can tell that the first of them showed
these digits when it pinged, and that nobody joined, left or added a word after it. The second
follows at once: the longer it took, the more often a changed bot could have deleted it and posted
it again, until a deal suited it. The fingerprint alone tells that the record was not cut short:
those who know the secret can make another."""
_COMPARE_WITH_ONE: Final = """\
That is all a record can prove by itself. Compare this with what you were shown:
  promise      {promise} (in the lobby, before anybody sat down)
  lobby        {lobby} (in the lobby, at the start)
  begun by     {began} (the last number in the link to the message that began the game;
               by this number it was posted at {began_at})
  fingerprint  {fingerprint} (with the end message)
No message closed the lobby before: so it was until release 0.3.0. Eyes alone can tell that nobody
joined, left or added a word after that moment, and the fingerprint alone that the record was not
cut short: those who know the secret can make another."""
_ALONE: Final = """\
That is all a record can prove by itself. Compare this with what you were shown:
  promise      {promise} (before the game)"""


def main(arguments: list[str]) -> int:
    """Check a record; return the exit code: 0 consistent, 1 inconsistent, 2 unreadable."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("verify", help="play a record again and check it")
    command.add_argument("file", type=Path, help="the record of a game")
    command.add_argument(
        "--promise", metavar="HASH", default=None, help="the SHA-256 that you were shown"
    )
    given = parser.parse_args(arguments)
    promise = (given.promise or "").strip().lower()
    if given.promise is not None and not promise:
        parser.error("--promise needs the SHA-256 that you were shown.")
    out: object = sys.stdout
    if isinstance(out, io.TextIOWrapper):  # a word may have letters that the console lacks
        out.reconfigure(errors="backslashreplace")
    try:
        record = Record.read(given.file)
    except RecordError as error:
        print(f"This file holds no record that can be read: {error}", file=sys.stderr)
        return 2
    verdict = verify(record, promise)
    for line in _report(record, verdict, compared=bool(promise)):
        print(line)
    return 0 if verdict.fits else 1


def _report(record: Record, verdict: Verdict, *, compared: bool) -> list[str]:
    if not verdict.fits:
        words = _FAULTS[verdict.fault]
        told = words.format(number=verdict.good + 1, move=verdict.move, good=verdict.good)
        return [f"False: {told}"]
    asked = ["The promise is the one that you were shown."] if compared else []
    return [_ending(record), *_words(record), *asked, *_to_compare(record)]


def _to_compare(record: Record) -> list[str]:
    """Return what a record cannot prove by itself."""
    shown = {
        "promise": record.promise,
        "lobby": record.lobby[:SHORT],
        "fingerprint": record.fingerprint[:SHORT],
    }
    if not record.course:
        return _ALONE.format(**shown).splitlines()
    *closed, began = numbers_of(record.start)
    shown |= {"began": f"{began}", "began_at": _moment(_posted(began))}
    if not closed:
        return _COMPARE_WITH_ONE.format(**shown).splitlines()
    earlier = _posted(closed[0])
    shown |= {"closed": f"{closed[0]}", "closed_at": _moment(earlier)}
    return _COMPARE.format(**shown, later=f"{_posted(began) - earlier:.3f}").splitlines()


def _posted(number: int) -> float:
    """Return when Discord took the message with this number, in seconds of the epoch."""
    return (number >> SNOWFLAKE_BITS) / 1000 + DISCORD_EPOCH


def _moment(seconds: float) -> str:
    return strftime("%Y-%m-%d %H:%M:%S UTC", gmtime(seconds))


def _ending(record: Record) -> str:
    """Say how the game ended, which the moves prove, and who ended it, which they do not."""
    count = len(record.moves)
    if record.ending == OVER:
        totals = ", ".join(f"seat {seat}: {total}" for seat, total in enumerate(record.totals))
        return f"Played to its end: deal, {count} moves and result fit together ({totals})."
    who = _BROKEN_OFF.get(record.ending, f"by {record.ending}")
    return f"Broken off {who} after {count} moves: deal and moves fit together; nobody has won."


def _words(record: Record) -> list[str]:
    """List the words that players added, each with its owner's seat at that time."""
    added = [event.split(" ", 2) for event in record.course if event.startswith(f"{WORD} ")]
    return [f"Mixed in from seat {seat}: {word}" for _, seat, word in added]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
