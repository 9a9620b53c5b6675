"""What can be written behind ``python -m players``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from pathlib import Path
from typing import Final

from engine import Options
from engine.options import BOXES, CHOICES, VARIANTS
from players import words
from players.roster import PLAYERS, THUMB

SEATS: Final = 4
_PLAYERS_HELP: Final = f"{', '.join(PLAYERS)}: one for all, or one for each of their seats"
_USAGE: Final = "%(prog)s [OPTION ...]"


def parser() -> ArgumentParser:
    """The commands and their options."""
    whole = ArgumentParser(
        prog="python -m players",
        description="Celestia in the terminal: play it, or simulate it.",
    )
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")

    play = commands.add_parser("play", usage=_USAGE, help="play a game against computers")
    _add_game(play)
    play.add_argument("--seat", type=int, default=0, help="where you sit, from 0 (0)")
    play.add_argument("--record", type=Path, metavar="FILE", help="keep the game's record there")
    play.add_argument("--players", type=_players, default=(THUMB,), help=_PLAYERS_HELP)

    simulate = commands.add_parser(
        "simulate", usage=_USAGE, help="let computers play, and count what happens"
    )
    _add_game(simulate)
    simulate.add_argument("-n", "--games", type=_count, default=1000, help="how many games (1000)")
    simulate.add_argument("--start", type=int, default=0, help="number of the first game (0)")
    simulate.add_argument("--players", type=_players, default=("random",), help=_PLAYERS_HELP)
    return whole


def options_of(given: Namespace) -> Options:
    """The options of the game; a mix that cannot be played is an `OptionsError`."""
    options = Options(**{name: getattr(given, name) for name in CHOICES})
    options.check_seats(given.seats)
    return options


def _add_game(command: ArgumentParser) -> None:
    """A flag for each of the `Options`, the seats and the seed."""
    usual = Options()
    add = command.add_argument_group("the game").add_argument
    add("--seats", type=int, default=SEATS, help=f"players at the table ({SEATS})")
    add("--boxes", type=_boxes, default=(), metavar="BOX,...", help=f"all, or {', '.join(BOXES)}")
    add("--variant", default=usual.variant, help=f"{', '.join(VARIANTS)} ({usual.variant})")
    add("--goal", type=int, default=usual.goal, help=f"points that end the game ({usual.goal})")
    add("--seed", type=_hex, metavar="HEX", help="64 hex digits: the same luck again")
    add("--first-captain", type=int, metavar="SEAT", help="else by lot")
    add("--characters", type=_names, metavar="COLOUR,...", help="one for each seat; else by lot")
    add(
        "--help-penalty",
        type=int,
        default=usual.help_penalty,
        metavar="POINTS",
        help=f"lost for each Little Help left in hand, 2 or 4 ({usual.help_penalty})",
    )
    for name, what in words.SWITCHES.items():
        default = getattr(usual, name)
        says = f"{what} ({'on' if default else 'off'})"
        flag = f"--{name.replace('_', '-')}"
        add(flag, action=BooleanOptionalAction, default=default, help=says)


def _names(text: str) -> tuple[str, ...]:
    return tuple([name.strip() for name in text.split(",") if name.strip()])


def _boxes(text: str) -> tuple[str, ...]:
    return BOXES if text == "all" else _names(text)


def _players(text: str) -> tuple[str, ...]:
    names = _names(text)
    for name in names or ("",):
        if name not in PLAYERS:
            known = ", ".join(PLAYERS)
            raise ArgumentTypeError(words.NO_SUCH_PLAYER.format(name=name, players=known))
    return names


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentTypeError(words.NOT_A_COUNT)
    return int(text)


def _hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ArgumentTypeError(words.NOT_HEX) from None
