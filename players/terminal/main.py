"""The commands of ``python -m players``: play, simulate and replay."""

from __future__ import annotations

import json
import locale
import os
import secrets
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from itertools import repeat
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from engine import OptionsError, Record, RecordError
from engine.chance import SEED_BYTES
from engine.records import verify
from players.player import Player
from players.replay.page import page
from players.replay.steps import Replay
from players.roster import PLAYERS
from players.terminal import simulate, table
from players.terminal.arguments import options_of, parser
from players.words import ENGLISH, Catalogue, Voice, catalogue

MISUSED: Final = 2
"""Exit code for wrong usage."""

NOT_KEPT: Final = 1
"""Exit code if the record or the replay could not be written."""

NOT_PLAYED: Final = 2
"""Exit code if a record cannot be played again."""

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables for the language of messages; the first one that is set counts."""

Command = Callable[[Console, Catalogue, ArgumentParser, Namespace, Sequence[str]], int]


def main(line: Sequence[str] | None = None, console: Console | None = None) -> int:
    """Run the command line; return the exit code."""
    line = sys.argv[1:] if line is None else line
    console = console or Console(highlight=False)
    commands = parser()
    given = commands.parse_args(line)
    say = catalogue(given.language or _language_of_the_machine())
    try:
        return COMMANDS[given.command](console, say, commands, given, line)
    except OptionsError as error:
        console.print(Text(Voice(say, str).refusal(error), style="yellow"))
        return MISUSED


def _play(
    console: Console, say: Catalogue, commands: ArgumentParser, given: Namespace, _: Sequence[str]
) -> int:
    options = options_of(given)
    if given.seat not in range(given.seats):
        commands.error(f"--seat: choose 1 to {given.seats}")
    opponents = _seated(commands, given.players, given.seats - 1)
    read, seat, seed = console.input, given.seat, given.seed
    match = table.play(console, read, say, seat, opponents, options, seed)
    if given.record:
        return _keep(console, say, match.record, given.record)
    return 0


def _keep(console: Console, say: Catalogue, record: Record, file: Path) -> int:
    """Write a record; print it if it cannot be written, so that it is not lost."""
    try:
        record.write(file)
    except OSError as error:
        console.print(Text(say("terminal-not_recorded", why=error.strerror), style="yellow"))
        console.print(Text(json.dumps(record.to_json())), soft_wrap=True)
        return NOT_KEPT
    console.print(Text(say("terminal-recorded", file=str(file))))
    console.print(Text(f"python -m engine verify {shlex.quote(str(file))}"), soft_wrap=True)
    return 0


def _replay(
    console: Console, say: Catalogue, _: ArgumentParser, given: Namespace, __: Sequence[str]
) -> int:
    file: Path = given.output or given.record.with_suffix(".html")
    if not given.record.is_file():
        console.print(Text(say("replay-no_file", file=str(given.record)), style="yellow"))
        return NOT_PLAYED
    record = _readable(given.record)
    if record is None:
        check = f"python -m engine verify {shlex.quote(str(given.record))}"
        console.print(Text(say("replay-not_played", command=check), style="yellow"))
        return NOT_PLAYED
    try:
        file.write_text(page(Replay.of(record), say), "utf-8", newline="\n")
    except OSError as error:
        console.print(Text(say("replay-not_written", why=error.strerror), style="yellow"))
        return NOT_KEPT
    console.print(Text(say("replay-written", file=str(file))))
    return 0


def _readable(file: Path) -> Record | None:
    """Return the record in a file if it is consistent, else None."""
    try:
        record = Record.read(file)
    except RecordError:
        return None
    return record if verify(record).fits else None


def _simulate(
    console: Console,
    say: Catalogue,
    commands: ArgumentParser,
    given: Namespace,
    line: Sequence[str],
) -> int:
    options = options_of(given)
    players = _seated(commands, given.players, given.seats)
    seed = secrets.token_bytes(SEED_BYTES) if given.seed is None else given.seed
    # argparse takes the last of two equal flags, so the original ones can stay
    again = f"python -m players {shlex.join(line)} --seed {seed.hex()}"
    games = range(given.start, given.start + given.games)
    return simulate.simulate(console, say, players, options, seed, games, again)


def _seated(commands: ArgumentParser, names: Sequence[str], seats: int) -> list[Player]:
    if len(names) not in (1, seats):
        commands.error(f"--players: name one for all seats, or {seats}")
    chosen = list(names) if len(names) == seats else repeat(names[0], seats)
    return [PLAYERS[name]() for name in chosen]


COMMANDS: Final[dict[str, Command]] = {"play": _play, "simulate": _simulate, "replay": _replay}


def _language_of_the_machine() -> str:
    """Return the language tag of the system; English if it has none."""
    found = [os.environ[name] for name in VARIABLES if os.environ.get(name)]
    return found[0] if found else locale.getlocale()[0] or ENGLISH
