"""Moves: small frozen values, each with a text and a JSON form.

The text is what a person would type (``play ejection 2``, ``pay compass turbo``); `parse` reads
back exactly what ``str`` prints.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Final, Literal, ParamSpec, TypeVar, cast

from engine.box import SEATS
from engine.codec import decode, encode
from engine.errors import SaveError, UnknownMove

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a seat may do."""

    kind: ClassVar[str]

    def words(self) -> tuple[str, ...]:
        """Return the words behind the kind in the text form."""
        return ()

    def terms(self) -> tuple[str, str]:
        """Return the aim of the move and the card that helps it; "" for most moves."""
        return "", ""

    @classmethod
    def read(cls, words: tuple[str, ...]) -> "Move":
        """Return the move of this kind with these words, or raise `UnknownMove`."""
        if words:
            raise UnknownMove("too_many_words")
        return cls()

    def __str__(self) -> str:
        return " ".join((self.kind, *self.words()))

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, **encode(self)}


@dataclass(frozen=True, slots=True)
class _OneWord(Move):
    """A move whose text form is its kind and the value of its only field."""

    def words(self) -> tuple[str, ...]:
        return (cast(str, getattr(self, fields(self)[0].name)),)

    @classmethod
    def read(cls, words: tuple[str, ...]) -> "Move":
        if len(words) != 1:
            raise UnknownMove("one_word_expected")
        return cast(Any, cls)(*words)


@dataclass(frozen=True, slots=True)
class _Words(Move):
    """A move whose text form is its kind and all values of its only field."""

    def words(self) -> tuple[str, ...]:
        return cast("tuple[str, ...]", getattr(self, fields(self)[0].name))

    @classmethod
    def read(cls, words: tuple[str, ...]) -> "Move":
        return cast(Any, cls)(words)


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """The captain sets off and rolls the dice."""

    kind: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Steer(Move):
    """The captain sets off for Boscalumia."""

    kind: ClassVar[str] = "steer"


@dataclass(frozen=True, slots=True)
class Prepare(Move):
    """The captain sets down one crew member for cards, then rolls."""

    kind: ClassVar[str] = "prepare"


@dataclass(frozen=True, slots=True)
class Stay(Move):
    """The passenger flies on."""

    kind: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Go ashore and take a treasure, with the help of a card or not."""

    kind: ClassVar[str] = "leave"
    using: str = ""

    def words(self) -> tuple[str, ...]:
        return (self.using,) if self.using else ()

    def terms(self) -> tuple[str, str]:
        return "", self.using

    @classmethod
    def read(cls, words: tuple[str, ...]) -> Move:
        if len(words) > 1:
            raise UnknownMove("too_many_words")
        return cls(*words)


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Nothing to say in this window."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Play a special card, the Magic spyglass or the own character's power.

    ``on`` is what it is aimed at: a seat's number, or the name of a treasure.
    """

    kind: ClassVar[str] = "play"
    card: str
    on: str = ""
    using: str = ""

    def words(self) -> tuple[str, ...]:
        aim = ("on", self.on) if self.on else ()
        help_ = ("using", self.using) if self.using else ()
        return (self.card, *aim, *help_)

    def terms(self) -> tuple[str, str]:
        return self.on, self.using

    @classmethod
    def read(cls, words: tuple[str, ...]) -> Move:
        if len(words) % 2 == 0:
            raise UnknownMove("card_expected")
        given = dict(zip(words[1::2], words[2::2], strict=True))
        move = cls(words[0], given.pop("on", ""), given.pop("using", ""))
        if given or move.words() != words:
            raise UnknownMove("unknown_word")
        return move


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """The captain says whether the craft can fly on."""

    kind: ClassVar[str] = "declare"
    answer: Literal["can", "cannot"]

    def words(self) -> tuple[str, ...]:
        return (self.answer,)

    @classmethod
    def read(cls, words: tuple[str, ...]) -> Move:
        if words not in (("can",), ("cannot",)):
            raise UnknownMove("can_or_cannot_expected")
        return cls(cast(Any, words[0]))


@dataclass(frozen=True, slots=True)
class Pay(_Words):
    """The captain shows and discards these cards."""

    kind: ClassVar[str] = "pay"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reroll(_Words):
    """The captain picks the dice to roll again, by their faces."""

    kind: ClassVar[str] = "reroll"
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Keep(_OneWord):
    """Keep this one of the treasures that the seat looks at."""

    kind: ClassVar[str] = "keep"
    treasure: str


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw a card."""

    kind: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Discard(_OneWord):
    """Lay this card of the hand aside, to be exchanged for a new one."""

    kind: ClassVar[str] = "discard"
    card: str


@dataclass(frozen=True, slots=True)
class Done(Move):
    """Lay no further cards aside."""

    kind: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """Put this treasure under its pile and take the top one."""

    kind: ClassVar[str] = "exchange"
    treasure: str
    using: str = ""

    def words(self) -> tuple[str, ...]:
        return (self.treasure, "using", self.using) if self.using else (self.treasure,)

    @classmethod
    def read(cls, words: tuple[str, ...]) -> Move:
        match words:
            case (treasure,):
                return cls(treasure)
            case (treasure, "using", using):
                return cls(treasure, using)
            case _:
                raise UnknownMove("treasure_expected")


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Give the most valuable gift that is left to this seat."""

    kind: ClassVar[str] = "give"
    to: int

    def words(self) -> tuple[str, ...]:
        return (str(self.to),)

    @classmethod
    def read(cls, words: tuple[str, ...]) -> Move:
        if len(words) != 1 or words[0] not in _SEATS:
            raise UnknownMove("seat_expected")
        return cls(_SEATS[words[0]])


_SEATS = {str(seat): seat for seat in range(SEATS[-1])}

_ALL: tuple[type[Move], ...] = (
    *(Roll, Steer, Prepare, Stay, Leave, Pass, Play, Declare, Pay, Reroll, Keep),
    *(Draw, Discard, Done, Exchange, Give),
)
MOVES: dict[str, type[Move]] = {move.kind: move for move in _ALL}
"""Every kind of move by its name."""

OPEN: frozenset[str] = frozenset(move.kind for move in (Roll, Steer, Prepare, Stay, Leave, Pass))
"""The kinds whose legality depends on public facts only."""


def interned(kind: Callable[P, T]) -> Callable[P, T]:
    """Return a constructor that makes equal values of this frozen class only once."""
    return cast("Callable[P, T]", cache(kind))


play: Final = interned(Play)
keep: Final = interned(Keep)
pay: Final = interned(Pay)
reroll: Final = interned(Reroll)
discard: Final = interned(Discard)
exchange: Final = interned(Exchange)


def parse(text: str) -> Move:
    """Return the move whose text form this is, or raise `UnknownMove`."""
    if type(text) is not str:
        raise UnknownMove("not_text")
    kind, *words = text.split(" ")
    if kind not in MOVES:
        raise UnknownMove("unknown_kind")
    move = MOVES[kind].read(tuple(words))
    if str(move) != text:
        raise UnknownMove("unknown_word")
    return move


def from_json(data: object) -> Move:
    """Return the move whose JSON form this is, or raise `UnknownMove`."""
    if not isinstance(data, Mapping):
        raise UnknownMove("wrong_form", at="move")
    rest = dict(cast("Mapping[str, object]", data))
    kind = rest.pop("kind", None)
    if not isinstance(kind, str) or kind not in MOVES:
        raise UnknownMove("unknown_kind")
    try:
        move = decode(MOVES[kind], rest, kind)
    except SaveError as error:
        raise UnknownMove("wrong_form", at=error.data.get("at")) from error
    if parse(str(move)) != move:
        raise UnknownMove("wrong_form", at=kind)
    return move
