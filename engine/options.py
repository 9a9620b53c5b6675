"""The options of a game, which the players agree on before the first card is dealt."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final, Literal, get_args

from engine.box import CHARACTERS, SEATS
from engine.codec import ABSENT, decode, encode
from engine.errors import OptionsError, SaveTooNew, SaveTooOld

Box = Literal[
    "little_help",
    "initiative",
    "grappling_hook",
    "instructor",
    "krismastri",
    "matryoshburg",
    "boscalumia",
]
Variant = Literal["standard", "beginner", "crew"]

BOXES: Final[tuple[Box, ...]] = get_args(Box)
VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)
EDITION: Final = 2
"""The newest edition of the boxes and their rules. To add a card to a released box, raise this
number and set the card's ``since`` to it; to change a rule, ask for the edition there. Games dealt
under an older edition stay as they are."""
EXCHANGE_FIRST: Final = 2
"""The edition since which the scores are looked at after Matryoshburg's exchange, not before it."""

GOAL: Final = 50
GOALS: Final = range(25, 101)
LESSON_GOAL: Final = 16
"""Points that end a first flight: with easy computers it has about a dozen legs."""
EMPTY_HANDS_PAY: Final = 2
"""The edition since which a captain with an empty hand is not asked how to pay."""
CREW_SEATS: Final = range(2, 3)


@dataclass(frozen=True, slots=True)
class Options:
    """The boxes, the variant and the house rules of a game; a conflict is refused."""

    boxes: tuple[Box, ...] = ()
    variant: Variant = "standard"
    power_cards: bool = True
    """Off leaves the eight power cards of the base box out."""
    goal: int = GOAL
    """Points that end the game."""
    first_captain: int | None = None
    """None: by lot."""
    characters: tuple[str, ...] | None = None
    """One colour for each seat; None: dealt by lot."""

    # House rules: rulebooks disagree about these, or allow two readings.
    mooring_keeps_dice: bool = False
    """After a Mooring line the dice stay as they are and everyone decides again."""
    help_penalty: int = 2
    """Points that each Little help card left in hand costs: 2 or 4."""
    blue_takes_help: bool = True
    """Passengers' Little help counts while Blue has taken over."""
    instructor_for_all: bool = False
    """Anyone may play an Instructor on anyone's draw, not only the seat that draws."""
    late_ejection: bool = field(default=False, metadata={ABSENT: False})
    """Ejection may be played until the captain plays cards, so after the declaration too."""
    help_stays: bool = field(default=False, metadata={ABSENT: False})
    """Revealed Little help that was not enough stays for Blue, Green or Yellow in this leg."""
    reroll_none: bool = field(default=False, metadata={ABSENT: False})
    """On an Alternative route the captain may roll none of the dice again."""
    spyglasses: bool = field(default=True, metadata={ABSENT: True})
    """Off leaves the four Magic spyglasses out."""

    edition: int = field(default=EDITION, repr=False, metadata={ABSENT: 1})
    """The edition of the boxes that the game was dealt under; players cannot choose it."""

    def __post_init__(self) -> None:
        self._check_types()
        unknown = [box for box in self.boxes if box not in BOXES]
        if unknown:
            raise OptionsError("unknown_box", box=unknown[0])
        object.__setattr__(self, "boxes", tuple(box for box in BOXES if box in self.boxes))
        if self.variant not in VARIANTS:
            raise OptionsError("unknown_variant", variant=self.variant)
        if self.variant != "standard" and self.boxes:
            raise OptionsError("variant_alone", variant=self.variant, boxes=self.boxes)
        if self.goal not in GOALS and self.goal != LESSON_GOAL:
            raise OptionsError("goal_out_of_range", goal=self.goal, low=GOALS[0], high=GOALS[-1])
        if self.variant == "beginner" and self.goal != GOAL:
            raise OptionsError("beginner_has_no_goal", goal=self.goal)
        if self.help_penalty not in (2, 4):
            raise OptionsError("help_penalty_out_of_range", help_penalty=self.help_penalty)
        if self.edition > EDITION:
            raise SaveTooNew("edition_too_new", edition=self.edition, newest=EDITION)
        if self.edition < 1:
            raise SaveTooOld("edition_too_old", edition=self.edition)
        self._check_characters()

    def _check_types(self) -> None:
        """Turn lists into tuples; refuse a value of another type, even an equal one."""
        for name in ("boxes", "characters"):
            if isinstance(getattr(self, name), list):
                object.__setattr__(self, name, tuple(getattr(self, name)))
        for name, kinds in _KINDS.items():
            if type(getattr(self, name)) not in kinds:
                raise OptionsError("wrong_type", option=name)

    def _check_characters(self) -> None:
        if self.characters is None:
            return
        if "little_help" not in self.boxes:
            raise OptionsError("characters_need_little_help")
        strangers = [colour for colour in self.characters if colour not in tuple(CHARACTERS)]
        if strangers:
            raise OptionsError("unknown_character", character=strangers[0])
        if len(set(self.characters)) < len(self.characters):
            raise OptionsError("character_taken_twice", characters=self.characters)

    @property
    def exchanges_first(self) -> bool:
        """An exchange after a crash comes before the look at the scores."""
        return self.edition >= EXCHANGE_FIRST

    @property
    def empty_hands_pay(self) -> bool:
        """A captain without cards pays nothing unasked, where open Turbos cover all."""
        return self.edition >= EMPTY_HANDS_PAY

    @property
    def seats(self) -> range:
        """The possible numbers of seats with these options."""
        return CREW_SEATS if self.variant == "crew" else SEATS

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that does not fit these options."""
        if type(seats) is not int or seats not in SEATS:
            raise OptionsError("seats_out_of_range", seats=seats, low=SEATS[0], high=SEATS[-1])
        if seats not in self.seats:
            raise OptionsError("crew_is_for_two", seats=seats)
        if self.first_captain is not None and self.first_captain not in range(seats):
            raise OptionsError("no_such_captain", first_captain=self.first_captain, seats=seats)
        if self.characters is not None and len(self.characters) != seats:
            raise OptionsError("one_character_each", characters=self.characters, seats=seats)

    def to_json(self) -> dict[str, object]:
        """Return the options by name.

        The first edition is not written, nor is a later option that has its old value."""
        return encode(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Options":
        """Return the options; an unknown name or a wrong type is refused."""
        return decode(cls, data, "options")


_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "boxes": (tuple,),
    "variant": (str,),
    "power_cards": (bool,),
    "goal": (int,),
    "first_captain": (int, type(None)),
    "characters": (tuple, type(None)),
    "mooring_keeps_dice": (bool,),
    "help_penalty": (int,),
    "blue_takes_help": (bool,),
    "instructor_for_all": (bool,),
    "late_ejection": (bool,),
    "help_stays": (bool,),
    "reroll_none": (bool,),
    "spyglasses": (bool,),
    "edition": (int,),
}

CHOICES: Final = tuple(option.name for option in fields(Options) if option.name != "edition")
"""The options that players choose."""
