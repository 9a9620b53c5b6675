"""What a deal comes from, so that nobody can choose it, and so that anyone can check it.

The secret is promised by its SHA-256 before anybody sits down. What happens then until the start is
the *course* of the lobby, and the start is a number that somebody else makes. All of it is mixed
into the key of the game. A game without a lobby has no course and no start.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b, sha256
from typing import Final

from engine.box import SEATS
from engine.chance import SEED_BYTES
from engine.errors import OptionsError
from engine.game import Game
from engine.options import Options
from engine.rules import rules_of

JOIN: Final = "join"
"""A person takes the next seat."""
LEAVE: Final = "leave"
"""The person on this seat gets up; those behind move up."""
COMPUTER: Final = "computer"
"""A computer takes the next seat."""
DISMISS: Final = "dismiss"
"""The same as leave, for a computer."""
WORD: Final = "word"
"""The person on this seat adds a word, in place of an earlier one."""
LONGEST_WORD: Final = 40

HASH: Final = re.compile(r"[0-9a-f]{64}")
_START: Final = re.compile(r"[1-9][0-9]{0,19}")
_EVENT: Final = re.compile(
    rf"{JOIN}|{COMPUTER}|(?:{LEAVE}|{DISMISS}) [0-5]|{WORD} [0-5] (?P<word>.+)"
)
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Categories of characters that show nothing, or turn others around."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that a deal comes from."""

    secret: str = field(repr=False)
    """32 bytes in hexadecimal digits."""
    seats: int
    options: Options
    """Without the characters: those are dealt, unless they are chosen."""
    chosen: tuple[str, ...] = ()
    """The character that each seat has chosen; "": it is dealt one."""
    course: tuple[str, ...] = field(default=(), repr=False)
    """What happened in the lobby, in order."""
    start: str = ""
    """The number of the message with which the game began."""

    def __post_init__(self) -> None:
        if not HASH.fullmatch(self.secret):
            raise OptionsError("seed_of_wrong_size", expected=SEED_BYTES)

    @property
    def promise(self) -> str:
        """The SHA-256 of the secret, to be shown before anybody sits down."""
        return sha256(bytes.fromhex(self.secret)).hexdigest()

    @property
    def digest(self) -> str:
        """All of it but the start, as a chain of hashes that begins with the promise.

        Shown after each step it leaves nothing to be changed later. A word is sealed in it by the
        secret, so that nobody can find it by guessing.
        """
        link = self.promise
        for event in self.course:
            link = _hash(link, self._sealed(event))
        return _hash(link, canonical([self.seats, self.options.to_json(), self.chosen]))

    @property
    def key(self) -> bytes:
        """The seed of the game: all of it, hashed under the secret, the start last."""
        text = canonical([self.seats, self.options.to_json(), self.chosen, self.course, self.start])
        return self._keyed(text, b"celestia deal")

    @property
    def settled(self) -> Options:
        """The options with everybody's character, where any was chosen."""
        if not any(self.chosen):
            return self.options
        key = self.key
        lots = sorted(
            set(rules_of(self.options).characters) - set(self.chosen),
            key=lambda name: blake2b(name.encode(), key=key).digest(),
        )
        characters = tuple([name or lots.pop() for name in self.chosen])
        return replace(self.options, characters=characters)

    def game(self) -> Game:
        """The game that begins with this deal."""
        return Game.new(self.seats, self.settled, self.key)

    def _sealed(self, event: str) -> str:
        if not event.startswith(f"{WORD} "):
            return event
        return f"{WORD} {self._keyed(event, b'celestia word').hex()}"

    def _keyed(self, text: str, purpose: bytes) -> bytes:
        secret = bytes.fromhex(self.secret)
        return blake2b(text.encode(), key=secret, digest_size=SEED_BYTES, person=purpose).digest()


def deal_of(secret: str, seats: int, options: Options) -> Deal:
    """The deal of a game without a lobby; characters that the options name are chosen ones."""
    return Deal(secret, seats, replace(options, characters=None), options.characters or ())


def canonical(value: object) -> str:
    """The one spelling of plain values: JSON without blanks, names in order, in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def cleaned(word: str) -> str:
    """A word as it is kept: composed, on one line, without anything invisible."""
    composed = unicodedata.normalize("NFC", " ".join(word.split()))
    seen = [char for char in composed if unicodedata.category(char) not in _INVISIBLE]
    return unicodedata.normalize("NFC", " ".join("".join(seen).split()))


def is_word(word: str) -> bool:
    """Is it a word as it is kept?"""
    return 0 < len(word) <= LONGEST_WORD and cleaned(word) == word


def is_event(event: str) -> bool:
    """Can this have happened in a lobby, as it is written?"""
    found = _EVENT.fullmatch(event)
    return found is not None and (found["word"] is None or is_word(found["word"]))


def is_start(number: str) -> bool:
    """Can this be the number of a message?"""
    return _START.fullmatch(number) is not None


def seats_after(course: Sequence[str]) -> int | None:
    """How many sit at the table after this course; None if it cannot have been like that."""
    chairs: list[str] = []
    for event in course:
        what, _, rest = event.partition(" ")
        if what in (JOIN, COMPUTER):
            chairs.append(what)
            continue
        seat = int(rest.partition(" ")[0])
        sitting = chairs[seat] if seat < len(chairs) else ""
        if sitting != (COMPUTER if what == DISMISS else JOIN):
            return None
        if what != WORD:
            del chairs[seat]
    return len(chairs) if len(chairs) <= SEATS[-1] else None


def _hash(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
