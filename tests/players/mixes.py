"""Tables that differ as much as they can."""

from engine import Options
from engine.options import BOXES

MIXES: dict[str, tuple[int, Options]] = {
    "base": (4, Options()),
    "plain": (3, Options(power_cards=False, goal=25)),
    "beginner": (5, Options(variant="beginner")),
    "crew": (2, Options(variant="crew")),
    "every_box": (4, Options(boxes=BOXES)),
    "house_rules": (
        6,
        Options(
            boxes=BOXES,
            mooring_keeps_dice=True,
            help_penalty=4,
            blue_takes_help=False,
            instructor_for_all=True,
            late_ejection=True,
            help_stays=True,
            reroll_none=True,
            spyglasses=False,
        ),
    ),
}
"""Seats and options by name."""
