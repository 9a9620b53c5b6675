"""The record of a game, and its verification by replay.

A record holds all inputs of the deal, the options, every move, and the ending. With it anyone can
play the game again and check that all of it is consistent. It cannot prove that it is the record of
the game that was played: for that it names the hashes that were shown to the players.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from engine.codec import decode, encode
from engine.deal import HASH, Deal, canonical, in_order, is_event, is_start, seats_after
from engine.errors import CelestiaError, RecordError
from engine.game import Game
from engine.moves import Move, parse
from engine.options import Options

FORMAT: Final = 3
WITH_ONE_MESSAGE: Final = 2
"""The format of games whose lobby was closed by no message: until release 0.3.0, or without one."""

OVER: Final = "over"
"""The game was played to its end."""
MODERATOR: Final = "moderator"
"""A person without a seat broke it off."""
NOBODY: Final = "nobody"
"""All players stayed away."""
LEFT: Final = "left"
"""The last player left."""
QUIT: Final = "quit"
"""The person at the terminal quit."""
SHORT: Final = 32
"""Digits of a hash that are shown for people to compare. With 16, as until release 0.3.0, two words
that show the same digits are found in some hours."""

_ENDING: Final = re.compile(rf"{OVER}|{MODERATOR}|{NOBODY}|{LEFT}|{QUIT}|seat [0-5]")


def broken_off_by(seat: int) -> str:
    """Return the ending of a game that this seat has broken off."""
    return f"seat {seat}"


@dataclass(frozen=True, slots=True)
class Record:
    """A game that anyone can play again; one that was broken off has no totals."""

    format: int
    seats: int
    options: Options
    chosen: tuple[str, ...]
    """The character that each seat has chosen; "" if it was dealt one."""
    course: tuple[str, ...]
    """The events of the lobby, in order."""
    start: str
    """The numbers of the message that closed the lobby and of the one that began the game."""
    secret: str
    promise: str
    """The SHA-256 of the secret, shown in the lobby before anyone joined."""
    lobby: str
    """The digest of the lobby, shown in it at the start."""
    moves: tuple[tuple[int, str], ...]
    """(seat, text of the move) pairs."""
    ending: str
    """`OVER`, or who broke the game off."""
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    fingerprint: str
    """The SHA-256 of all the rest."""

    @classmethod
    def of(
        cls, deal: Deal, game: Game, moves: Iterable[tuple[int, Move]], ending: str = OVER
    ) -> Record:
        """Return the record of a game from its deal, its moves and its ending."""
        return cls(
            format=_format_of(deal.start),
            seats=game.seats,
            options=game.options,
            chosen=deal.chosen,
            course=deal.course,
            start=deal.start,
            secret=deal.secret,
            promise=deal.promise,
            lobby=deal.digest,
            moves=tuple([(seat, str(move)) for seat, move in moves]),
            ending=ending,
            totals=tuple([score.total for score in game.scores]),
            winners=tuple([score.seat for score in game.scores if score.rank == 1]),
            fingerprint="",
        ).signed

    @property
    def signed(self) -> Record:
        """The same record with its correct fingerprint."""
        data = self.to_json()
        del data["fingerprint"]
        return replace(self, fingerprint=sha256(canonical(data).encode()).hexdigest())

    @property
    def deal(self) -> Deal:
        """The inputs of the deal."""
        options = replace(self.options, characters=None)
        return Deal(self.secret, self.seats, options, self.chosen, self.course, self.start)

    @property
    def text(self) -> str:
        """The text of the record's file."""
        return json.dumps(self.to_json(), indent=1) + "\n"

    def to_json(self) -> dict[str, Any]:
        return encode(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Record:
        """Return the record; anything else, or another spelling, raises a `RecordError`."""
        given = data.get("format")
        if type(given) is int and given not in (FORMAT, WITH_ONE_MESSAGE):
            raise RecordError("unknown_format", format=given, known=FORMAT)
        try:
            record = decode(cls, data, "record")
        except CelestiaError as error:
            raise RecordError("not_a_record", at=error.data.get("at", "record")) from error
        for at in _misspelt(record):
            raise RecordError("misspelt", at=f"record.{at}")
        if canonical(record.to_json()) != canonical(data):
            raise RecordError("misspelt", at="record.options")
        return record

    @classmethod
    def read(cls, file: Path) -> Record:
        """Read the record in a file, or raise a `RecordError`."""
        try:
            data = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_once)
        except (OSError, ValueError, RecursionError) as error:
            raise RecordError("unreadable", file=str(file), why=str(error)) from error
        if not isinstance(data, dict):
            raise RecordError("not_a_record", at="record")
        return cls.from_json(data)  # type: ignore[reportUnknownArgumentType]  # checked inside

    def write(self, file: Path) -> None:
        """Write the record to a file."""
        file.write_text(self.text, encoding="utf-8")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object, or raise `RecordError` if a name occurs twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RecordError("written_twice", names=[name for name, _ in pairs])
    return found


def _misspelt(record: Record) -> Iterator[str]:
    """Yield the places that are not in their canonical spelling."""
    for name in ("secret", "promise", "lobby", "fingerprint"):
        if not HASH.fullmatch(getattr(record, name)):
            yield name
    if not _ENDING.fullmatch(record.ending):
        yield "ending"
    if not (is_start(record.start) if record.course else record.start == ""):
        yield "start"
    if record.format != _format_of(record.start):  # or a record would have two fingerprints
        yield "format"
    for number, event in enumerate(record.course):
        if not is_event(event):
            yield f"course[{number}]"
    for number, (_, words) in enumerate(record.moves):
        if not _is_move(words):
            yield f"moves[{number}]"


def _format_of(start: str) -> int:
    return FORMAT if " " in start else WITH_ONE_MESSAGE


def _is_move(words: str) -> bool:
    try:
        return str(parse(words)) == words
    except CelestiaError:
        return False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of playing a record again."""

    fault: str
    """The code of the first false claim; "" if the record is consistent."""
    good: int = 0
    """The number of possible moves, from the first one on."""
    move: str = ""
    """The first impossible move."""

    @property
    def fits(self) -> bool:
        return not self.fault


def verify(record: Record, promise: str = "") -> Verdict:
    """Play the record again, up to its first fault; compare the promise that was shown, if any.

    Its first `SHORT` digits, as a lobby shows them, are enough.
    """
    fault = _fault_of_deal(record) or ("" if _is_shown(record, promise) else "other_promise")
    if fault:
        return Verdict(fault)
    try:
        game = record.deal.game()
    except CelestiaError:
        return Verdict("no_such_game")
    for number, (seat, words) in enumerate(record.moves):
        try:
            game.play(seat, parse(words), quiet=True)
        except CelestiaError:
            return Verdict("impossible_move", number, f"{seat} {words}")
    return Verdict(_fault_of_ending(game, record), len(record.moves))


def _is_shown(record: Record, promise: str) -> bool:
    """Return whether this is the beginning of the record's promise, or nothing was shown."""
    return not promise or (len(promise) >= SHORT and record.promise.startswith(promise))


def _fault_of_deal(record: Record) -> str:
    """Return the first fault before the first card is dealt; "" if there is none."""
    if any(True for _ in _misspelt(record)):
        return "misspelt"
    if record.fingerprint != record.signed.fingerprint:
        return "changed"
    deal = record.deal
    if record.promise != deal.promise:
        return "other_secret"
    if record.course and seats_after(record.course) != record.seats:
        return "other_seats"
    if record.lobby != deal.digest:
        return "other_lobby"
    if not in_order(record.start):
        return "closed_late"
    return "" if _are_dealt(record) else "other_characters"


def _are_dealt(record: Record) -> bool:
    """Return whether the characters are those that were chosen and drawn."""
    if record.chosen and (len(record.chosen) != record.seats or not any(record.chosen)):
        return False
    try:
        return record.deal.settled == record.options
    except (CelestiaError, IndexError):
        return False


def _fault_of_ending(game: Game, record: Record) -> str:
    if game.over != (record.ending == OVER):
        return "over_already" if game.over else "not_over"
    if record.ending.startswith("seat") and record.ending not in map(
        broken_off_by, range(record.seats)
    ):
        return "no_such_seat"
    again = Record.of(record.deal, game, (), record.ending)
    same = (again.totals, again.winners) == (record.totals, record.winners)
    return "" if same else "other_result"
