"""``python -m engine verify FILE``: is this record of a finished game honest?"""

import argparse
import sys
from pathlib import Path

from engine.errors import RecordError
from engine.records import Record, Verdict, verify

_FAULTS = {
    "no_such_game": "no game begins with these seats, options and seed.",
    "seed_was_changed": "the seed does not belong to the SHA-256 that was shown.",
    "impossible_move": "move {number} ({move!r}) is not possible there; {good} before it are.",
    "not_finished": "after {good} moves the game is not over.",
    "wrong_result": "the moves lead to another result.",
}


def main(arguments: list[str]) -> int:
    """Check a record; the answer is the exit code: 0 honest, 1 not honest, 2 unreadable."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("verify", help="play a record again and check it")
    command.add_argument("file", type=Path, help="the record of a finished game")
    given = parser.parse_args(arguments)
    try:
        record = Record.read(given.file)
    except RecordError as error:
        print(f"This file holds no record that can be read: {error}", file=sys.stderr)
        return 2
    verdict = verify(record)
    print(_sentence(record, verdict))
    return 0 if verdict.honest else 1


def _sentence(record: Record, verdict: Verdict) -> str:
    if verdict.honest:
        totals = ", ".join(f"seat {seat}: {total}" for seat, total in enumerate(record.totals))
        return f"Honest: seed, {verdict.good} moves and result fit together ({totals})."
    words = _FAULTS[verdict.fault]
    return "Not honest: " + words.format(
        number=verdict.good + 1, move=verdict.move, good=verdict.good
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
