"""The inputs of a deal, so that no one can choose it and anyone can check it.

The secret's SHA-256 is shown before anyone joins. The events from then to the start are the
*course* of the lobby. A message closes it, with the digest of all inputs so far, and another one
begins the game: their numbers, which a third party chooses, are the *start*. All of it is mixed
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
"""The person on this seat leaves; the seats behind move up."""
COMPUTER: Final = "computer"
"""A computer takes the next seat."""
DISMISS: Final = "dismiss"
"""The same as leave, for a computer."""
WORD: Final = "word"
"""The person on this seat adds a word, in place of an earlier one."""
LONGEST_WORD: Final = 40

HASH: Final = re.compile(r"[0-9a-f]{64}")
_START: Final = re.compile(r"[1-9][0-9]{0,19}(?: [1-9][0-9]{0,19})?")
_EVENT: Final = re.compile(
    rf"{JOIN}|{COMPUTER}|(?:{LEAVE}|{DISMISS}) [0-5]|{WORD} [0-5] (?P<word>.+)"
)
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories of characters that are invisible or change the direction of others."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All inputs of a deal."""

    secret: str = field(repr=False)
    """32 bytes in hexadecimal digits."""
    seats: int
    options: Options
    """Without the characters, which are dealt unless they are chosen."""
    chosen: tuple[str, ...] = ()
    """The character that each seat has chosen; "" if it is dealt one."""
    course: tuple[str, ...] = field(default=(), repr=False)
    """The events of the lobby, in order."""
    start: str = ""
    """The numbers of the message that closed the lobby and of the one that began the game."""

    def __post_init__(self) -> None:
        if not HASH.fullmatch(self.secret):
            raise OptionsError("seed_of_wrong_size", expected=SEED_BYTES)

    @property
    def promise(self) -> str:
        """The SHA-256 of the secret, shown before anyone joins."""
        return sha256(bytes.fromhex(self.secret)).hexdigest()

    @property
    def digest(self) -> str:
        """All inputs but the start, as a chain of hashes that begins with the promise.

        Once shown after each event, nothing can be changed later. Words are hashed under the
        secret, so that they cannot be guessed from the digest.
        """
        link = self.promise
        for event in self.course:
            link = _hash(link, self._sealed(event))
        return _hash(link, canonical([self.seats, self.options.to_json(), self.chosen]))

    @property
    def key(self) -> bytes:
        """The seed of the game: all inputs, hashed under the secret, the start last."""
        text = canonical([self.seats, self.options.to_json(), self.chosen, self.course, self.start])
        return self._keyed(text, b"celestia deal")

    @property
    def settled(self) -> Options:
        """The options with the character of each seat, if any was chosen."""
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
    """Return the deal of a game without a lobby; characters in the options count as chosen."""
    return Deal(secret, seats, replace(options, characters=None), options.characters or ())


def canonical(value: object) -> str:
    """Return the canonical form of plain values: ASCII JSON, sorted names, no blanks."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def cleaned(word: str) -> str:
    """Return the word in its stored form: NFC, on one line, without invisible characters."""
    composed = unicodedata.normalize("NFC", " ".join(word.split()))
    seen = [char for char in composed if unicodedata.category(char) not in _INVISIBLE]
    return unicodedata.normalize("NFC", " ".join("".join(seen).split()))


def is_word(word: str) -> bool:
    """Return whether this is a word in its stored form."""
    return 0 < len(word) <= LONGEST_WORD and cleaned(word) == word


def is_event(event: str) -> bool:
    """Return whether this is an event of a lobby in its canonical form."""
    found = _EVENT.fullmatch(event)
    return found is not None and (found["word"] is None or is_word(found["word"]))


def start_of(closed: int, began: int) -> str:
    """Return the start of a game from the numbers of its two messages."""
    return f"{closed} {began}"


def numbers_of(start: str) -> tuple[int, ...]:
    """Return the numbers of the messages; until release 0.3.0 a lobby was not closed by one."""
    return tuple(map(int, start.split()))


def is_start(start: str) -> bool:
    """Return whether this is a start in its canonical form."""
    return _START.fullmatch(start) is not None


def in_order(start: str) -> bool:
    """Return whether the lobby was closed before the game had its number.

    Against a number that is known while the lobby is open, words could be tried out.
    """
    numbers = numbers_of(start)
    return len(numbers) < 2 or numbers[0] < numbers[1]


def seats_after(course: Sequence[str]) -> int | None:
    """Return the number of seats after this course; None if the course is impossible."""
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
