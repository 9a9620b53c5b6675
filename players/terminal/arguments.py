"""The arguments of ``python -m players``.

The command line is in English, as argparse is; the table is in any language.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from engine import Options
from engine.box import CHARACTERS
from engine.options import BOXES, CHOICES, VARIANTS
from players.roster import EARLIER, PLAYERS, STAND_IN
from players.words import LANGUAGES

SEATS: Final = 4
_PLAYERS_HELP: Final = f"{', '.join(PLAYERS)}: one for all, or one for each of their seats"
SWITCHES: Final = {
    "power_cards": "the power cards of the base box",
    "mooring_keeps_dice": "moored dice stay as they lie",
    "blue_takes_help": "help counts for Blue at the helm",
    "instructor_for_all": "anyone may instruct anyone",
    "late_ejection": "Ejection until the captain plays cards",
    "help_stays": "help that was not enough stays for Blue, Green or Yellow",
    "reroll_none": "an Alternative Route may reroll no die",
    "spyglasses": "the Magic Spyglasses among the treasures",
}
"""Boolean options."""
UNKNOWN: Final = "there is no {what} “{name}”; choose among {choices}"
NOT_A_COUNT: Final = "give a whole number above 0"
NOT_HEX: Final = "a seed is written in hex digits, 0-9 and a-f"
_USAGE: Final = "%(prog)s [OPTION ...]"


def parser() -> ArgumentParser:
    """Return the parser of the commands and their options."""
    whole = ArgumentParser(
        prog="python -m players",
        description="Celestia in the terminal: play it, simulate it, or look at a game again.",
    )
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")

    play = commands.add_parser("play", usage=_USAGE, help="play a game against computers")
    add_game(play)
    play.add_argument("--seat", type=_seat, default=0, help="where you sit, from 1 (1)")
    play.add_argument("--record", type=Path, metavar="FILE", help="keep the game's record there")
    play.add_argument("--players", type=_players, default=(STAND_IN,), help=_PLAYERS_HELP)

    simulate = commands.add_parser(
        "simulate", usage=_USAGE, help="let computers play, and count what happens"
    )
    add_game(simulate)
    simulate.add_argument("-n", "--games", type=count, default=1000, help="how many games (1000)")
    simulate.add_argument("--start", type=int, default=0, help="number of the first game (0)")
    simulate.add_argument("--players", type=_players, default=("random",), help=_PLAYERS_HELP)

    replay = commands.add_parser(
        "replay", usage="%(prog)s RECORD [OPTION ...]", help="make one HTML file of a finished game"
    )
    replay.add_argument("record", type=Path, metavar="RECORD", help="the record of the game")
    replay.add_argument(
        "--output", type=Path, metavar="FILE", help="write it there (beside the record, as .html)"
    )
    for command in (play, simulate, replay):
        says = f"{', '.join(LANGUAGES)} (else that of the machine, or English)"
        command.add_argument("--language", type=_language, help=says)
    return whole


def options_of(given: Namespace) -> Options:
    """Return the options of the game; raise `OptionsError` if they conflict."""
    options = Options(**{name: getattr(given, name) for name in CHOICES})
    options.check_seats(given.seats)
    return options


def add_game(command: ArgumentParser) -> None:
    """Add a flag for each of the `Options`, the seats and the seed."""
    usual = Options()
    add = command.add_argument_group("the game").add_argument
    add("--seats", type=int, default=SEATS, help=f"players at the table ({SEATS})")
    boxes = f"all, base, or {', '.join(BOXES)}"
    add("--boxes", type=_boxes, default=(), metavar="BOX,...", help=boxes)
    add("--variant", choices=VARIANTS, default=usual.variant, help=f"({usual.variant})")
    add("--goal", type=int, default=usual.goal, help=f"points that end the game ({usual.goal})")
    add("--seed", type=_hex, metavar="HEX", help="64 hex digits: the same luck again")
    add("--first-captain", type=_seat, metavar="SEAT", help="from 1; else by lot")
    add("--characters", type=_colours, metavar="COLOUR,...", help="one for each seat; else by lot")
    add(
        "--help-penalty",
        type=int,
        default=usual.help_penalty,
        metavar="POINTS",
        help=f"lost for each Little Help left in hand, 2 or 4 ({usual.help_penalty})",
    )
    for name, what in SWITCHES.items():
        default = getattr(usual, name)
        says = f"{what} ({'on' if default else 'off'})"
        flag = f"--{name.replace('_', '-')}"
        add(flag, action=BooleanOptionalAction, default=default, help=says)


def _seat(text: str) -> int:
    """Return the seat with this number; people count from 1."""
    return count(text) - 1


def _names(text: str) -> tuple[str, ...]:
    return tuple([name.strip() for name in text.split(",") if name.strip()])


def among(what: str, names: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return these names if all are known; otherwise raise `ArgumentTypeError`."""
    for name in names:
        if name not in known:
            choices = ", ".join(known)
            raise ArgumentTypeError(UNKNOWN.format(what=what, name=name, choices=choices))
    return tuple(names)


def _boxes(text: str) -> tuple[str, ...]:
    named: dict[str, tuple[str, ...]] = {"all": BOXES, "base": ()}
    return named[text] if text in named else among("box", _names(text), BOXES)


def _colours(text: str) -> tuple[str, ...]:
    return among("character", _names(text), CHARACTERS)


def _players(text: str) -> tuple[str, ...]:
    names = [EARLIER.get(name, name) for name in _names(text)]
    return among("player", names or ("",), PLAYERS)


def _language(text: str) -> str:
    (language,) = among("language", (text,), LANGUAGES)
    return language


def count(text: str) -> int:
    """Return a number of games or rounds."""
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentTypeError(NOT_A_COUNT)
    return int(text)


def _hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ArgumentTypeError(NOT_HEX) from None
