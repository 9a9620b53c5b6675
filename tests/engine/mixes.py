"""Every legal mix of seats, boxes, variants and house rules, by a number."""

from random import Random

from engine import Options
from engine.box import CHARACTERS, SEATS
from engine.options import BOXES, Box


def mix(number: int) -> tuple[int, Options]:
    """The seats and options of this number; a few numbers give all kinds of mixes."""
    rng = Random(f"mix {number}")
    if number % 12 == 0:
        return rng.choice(SEATS), Options(variant="beginner")
    if number % 12 == 6:
        return 2, Options(
            variant="crew",
            power_cards=rng.random() < 0.7,
            late_ejection=rng.random() < 0.5,
            reroll_none=rng.random() < 0.5,
            spyglasses=rng.random() < 0.7,
        )
    seats = rng.choice(SEATS)
    likely = rng.choice((0.0, 0.3, 0.6, 1.0))
    boxes: tuple[Box, ...] = tuple([box for box in BOXES if rng.random() < likely])
    characters = None
    if "little_help" in boxes and rng.random() < 0.3:
        characters = tuple(rng.sample(sorted(CHARACTERS), seats))
    return seats, Options(
        boxes=boxes,
        power_cards=rng.random() < 0.8,
        goal=rng.choice((25, 50, 50, 50, 100)),
        first_captain=rng.choice((None, rng.randrange(seats))),
        characters=characters,
        mooring_keeps_dice=rng.random() < 0.5,
        help_penalty=rng.choice((2, 4)),
        blue_takes_help=rng.random() < 0.5,
        instructor_for_all=rng.random() < 0.3,
        late_ejection=rng.random() < 0.5,
        help_stays=rng.random() < 0.5,
        reroll_none=rng.random() < 0.5,
        spyglasses=rng.random() < 0.7,
    )


def seed(number: int) -> bytes:
    """The seed of the game with this number."""
    return number.to_bytes(32, "big")
