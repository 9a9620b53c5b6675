"""The record of a finished game, and the proof that it was played by the rules.

A record holds the seed with its SHA-256 (which can be shown before the game), the options, every
move, and the result. With it anybody can play the game again and see that nothing was made up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Final

from engine.chance import SEED_BYTES
from engine.codec import decode, encode
from engine.errors import CelestiaError, RecordError
from engine.game import Game
from engine.moves import Move, parse
from engine.options import Options

FORMAT: Final = 1


def commitment(seed: bytes) -> str:
    """A hash to show before the game, so that nobody can change the seed afterwards."""
    return sha256(seed).hexdigest()


def key(secret: bytes, joins: Iterable[str]) -> bytes:
    """The seed of a game: a secret, mixed with a value from each joiner.

    The secret is fixed before anybody joins and the joins come from elsewhere, so nobody can pick
    a deal. Without joins the secret itself is the seed.
    """
    brought = tuple(joins)
    if not brought:
        return secret
    text = "\n".join(brought).encode()
    return blake2b(text, key=secret, digest_size=SEED_BYTES, person=b"celestia joins").digest()


@dataclass(frozen=True, slots=True)
class Record:
    """A game that anybody can play again; an unfinished one has no totals."""

    format: int
    seats: int
    options: Options
    seed: str
    sha256: str
    moves: tuple[tuple[int, str], ...]
    """Each move in words, behind its seat."""
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    joins: tuple[str, ...] = ()
    """The values that the joiners added to the seed."""

    @classmethod
    def of(
        cls,
        game: Game,
        seed: bytes,
        moves: Iterable[tuple[int, Move]],
        joins: tuple[str, ...] = (),
    ) -> Record:
        """The record of a game, from its seed (or secret and joins) and its moves."""
        return cls(
            format=FORMAT,
            seats=game.seats,
            options=game.options,
            seed=seed.hex(),
            sha256=commitment(seed),
            moves=tuple([(seat, str(move)) for seat, move in moves]),
            totals=tuple([score.total for score in game.scores]),
            winners=tuple([score.seat for score in game.scores if score.rank == 1]),
            joins=joins,
        )

    def to_json(self) -> dict[str, object]:
        return encode(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Record:
        """The record again; anything else raises a `RecordError`."""
        try:
            record = decode(cls, data, "record")
        except CelestiaError as error:
            raise RecordError("not_a_record", at=error.data.get("at", "record")) from error
        if record.format != FORMAT:
            raise RecordError("unknown_format", format=record.format, known=FORMAT)
        return record

    @classmethod
    def read(cls, file: Path) -> Record:
        """The record in a file."""
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise RecordError("unreadable", file=str(file), why=str(error)) from error
        if not isinstance(data, dict):
            raise RecordError("not_a_record", at="record")
        return cls.from_json(data)  # type: ignore[reportUnknownArgumentType]  # checked inside

    def write(self, file: Path) -> None:
        """Write the record to a file."""
        file.write_text(json.dumps(self.to_json(), indent=1) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of playing a record again."""

    fault: str
    """The code of the first false claim; "" for an honest record."""
    good: int
    """How many moves fit, from the first one on."""
    move: str = ""
    """The first move that did not fit."""

    @property
    def honest(self) -> bool:
        return not self.fault


def verify(record: Record) -> Verdict:
    """Play the record again, up to its first fault."""
    try:
        seed = bytes.fromhex(record.seed)
        game = Game.new(record.seats, record.options, key(seed, record.joins))
    except (ValueError, CelestiaError):
        return Verdict("no_such_game", 0)
    if commitment(seed) != record.sha256:
        return Verdict("seed_was_changed", 0)
    for number, (seat, words) in enumerate(record.moves):
        try:
            game.play(seat, parse(words), quiet=True)
        except CelestiaError:
            return Verdict("impossible_move", number, f"{seat} {words}")
    return Verdict(_result_fault(game, record), len(record.moves))


def _result_fault(game: Game, record: Record) -> str:
    if not game.over:
        return "" if record.totals == record.winners == () else "not_finished"
    again = Record.of(game, bytes.fromhex(record.seed), ())
    same = (again.totals, again.winners) == (record.totals, record.winners)
    return "" if same else "wrong_result"
