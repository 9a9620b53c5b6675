"""The command line of ``python -m bench.arena``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Final

from bench.arena.contestants import CONTESTANTS
from bench.arena.contests import CONTESTS, GAMES, Contest
from bench.arena.rounds import CORES
from engine import OptionsError
from engine.chance import SEED_BYTES
from engine.options import CHOICES
from players.terminal.arguments import add_game, among, count, options_of

NO_FOLDER: Final = "there is no folder “{folder}”"
NOT_A_NUMBER: Final = "give a whole number, 0 or more"
OWN_TABLE: Final = "{flags} goes with --others: a contest has a table of its own"
ONE_MISSING: Final = "--others goes with --one, and not with --contest"
OTHERS_MISCOUNTED: Final = "--others: name one for all seats, or {others}"
SEED: Final = bytes(SEED_BYTES)
Entry = tuple[Contest, str]
"""A contest and its contestant."""


def parser() -> ArgumentParser:
    """Return the parser of the options."""
    whole = ArgumentParser(
        prog="python -m bench.arena",
        usage="%(prog)s [OPTION ...]",
        description="How strong computer players are.",
    )
    add = whole.add_argument
    add("--list", action="store_true", help="show contests and players, and play nothing")
    add("--contest", nargs="+", type=_contest, metavar="NAME", help="else all")
    add("--one", nargs="+", type=_player, metavar="NAME", help="else all who have a goal")
    add("--others", nargs="+", type=_player, metavar="NAME", help="at a table as given below")
    add("--games", type=count, help=f"in each contest ({GAMES:,})")
    add("--first-deal", type=_number, default=0, metavar="N", help="go on from this deal (0)")
    add("--processes", type=count, default=CORES, metavar="N", help=f"side by side ({CORES})")
    add("--json", type=_file, metavar="FILE", help="keep every game there")
    add_game(whole)
    return whole


def seed_of(given: Namespace) -> bytes:
    """Return the seed of all deals."""
    seed: bytes = SEED if given.seed is None else given.seed
    if len(seed) != SEED_BYTES:
        raise OptionsError("seed_of_wrong_size", expected=SEED_BYTES)
    return seed


def entries(command: ArgumentParser, given: Namespace) -> Iterator[Entry]:
    """Yield the contests that are asked for, each with a contestant."""
    if given.others:
        yield from _own(command, given)
        return
    table = [
        name for name in ("seats", *CHOICES) if getattr(given, name) != command.get_default(name)
    ]
    if table:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in table)
        command.error(OWN_TABLE.format(flags=flags))
    for contest in [CONTESTS[name] for name in given.contest or CONTESTS]:
        if given.contest and given.one:
            yield from ((contest, one) for one in given.one)
        else:
            yield from ((contest, one) for one in contest.goals if one in (given.one or [one]))


def _own(command: ArgumentParser, given: Namespace) -> Iterator[Entry]:
    """Yield a contest made of the options."""
    if given.contest or not given.one:
        command.error(ONE_MISSING)
    options = options_of(given)
    names = given.others
    if len(names) not in (1, given.seats - 1):
        command.error(OTHERS_MISCOUNTED.format(others=given.seats - 1))
    lineup = tuple(names if len(names) > 1 else repeat(names[0], given.seats - 1))
    yield from ((Contest("own", (lineup,), {}, options), one) for one in given.one)


def _contest(text: str) -> str:
    return among("contest", (text,), CONTESTS)[0]


def _player(text: str) -> str:
    return among("player", (text,), CONTESTANTS)[0]


def _number(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(NOT_A_NUMBER)
    return int(text)


def _file(text: str) -> Path:
    file = Path(text)
    if not file.parent.is_dir():
        raise ArgumentTypeError(NO_FOLDER.format(folder=file.parent))
    return file
