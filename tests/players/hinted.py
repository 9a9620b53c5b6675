"""For each reason that a hint can have, a table at which it is given, and what it says there."""

from collections.abc import Callable
from typing import Final, NamedTuple

from tests.players.hint_tables import (
    all_decided,
    before_roll,
    consoled,
    deciding,
    ejected,
    falling,
    gusty,
    hooked,
    instructed,
    lone,
    moored,
    paying,
    powers,
    purple,
    routed,
)
from tests.players.test_normal import spoken
from tests.players.test_thumb import RICH, ahead
from tests.rules.builder import Tested, table
from tests.rules.test_krismastri import last_crash

SUPPLIES: Final = "compass lightning_rod foghorn cannon " * 3 + "turbo " * 4
"""Cards for two flights."""


class Told(NamedTuple):
    """A table, a seat that asks for a hint there, and the hint."""

    table: Callable[[], Tested]
    seat: int
    move: str
    why: str
    says: str


TOLD: Final = (
    Told(
        lambda: lone(RICH, 1),
        0,
        "roll",
        "roll",
        "Against two dice you fly on for sure. Kanopea brings about 3 points, disembarking 2.",
    ),
    Told(
        lambda: lone("", 4),
        0,
        "leave",
        "land",
        "Against three dice you fly on in about 1 of 10. "
        "Better about 6 points here than a chance of 9 at Sorinthe.",
    ),
    Told(
        lambda: table(2, variant="crew", city=3),
        0,
        "prepare",
        "prepare",
        "With the cards you hold you fly on in about 4 of 10, with 2 more in about 7 of 10.",
    ),
    Told(
        lambda: table(2, variant="crew", city=3),
        0,
        "roll",
        "roll-on",
        "With these cards you fly on against two dice in about 4 of 10, so your crew stays aboard.",
    ),
    Told(
        lambda: lone(SUPPLIES, 6, boxes=("boscalumia",)),
        0,
        "steer",
        "steer",
        "The way takes four dice twice and succeeds for sure. Then everyone aboard gets 25 points.",
    ),
    Told(
        lambda: table(hands={0: "compass turbo"}, city=6, boxes=("boscalumia",)),
        0,
        "roll",
        "roll-past",
        "The way to Boscalumia takes four dice twice, and succeeds in about 1 of 10.",
    ),
    Told(
        lambda: lone("", 4, treasures=ahead(0)),
        0,
        "leave",
        "leave-goal",
        "With about 6 points from here you reach the 50 that end the game, ahead of everyone.",
    ),
    Told(
        lambda: deciding("cannon " * 8, dice="fog lightning", city=3),
        1,
        "stay",
        "stay",
        "8 cards against two dice: Ada0 flies on in about 9 of 10. "
        "Ombrelis brings about 6 points, disembarking 4.",
    ),
    Told(
        lambda: deciding("", dice="blank blank", city=2),
        1,
        "stay",
        "stay-clear",
        "Nothing stands between the ship and Veltane: about 4 points there, 3 here.",
    ),
    Told(
        lambda: deciding("cannon " * 9, f"jetpack {RICH}", dice="fog lightning", city=3),
        1,
        "stay",
        "stay-jetpack",
        "9 cards against two dice: Ada0 flies on in about 9 of 10. "
        "In a crash your Jetpack saves you, with a treasure.",
    ),
    Told(
        lambda: deciding(
            RICH, "rowboat_fog", dice="fog fog", left={3: 0}, city=3, boxes=("initiative",)
        ),
        1,
        "stay",
        "stay-bound",
        "10 cards against two dice: Ada0 flies on in about 9 of 10. "
        "Keep your card for a better moment.",
    ),
    Told(
        lambda: deciding("cannon", dice="fog lightning", city=2),
        1,
        "leave",
        "leave",
        "1 card against two dice: Ada0 flies on next to never. "
        "Better about 3 points here than a chance of 4 at Veltane.",
    ),
    Told(
        lambda: deciding("", "instructor", dice="fog fog", city=4, boxes=("instructor",)),
        1,
        "leave instructor",
        "leave-instructor",
        "0 cards against three dice: Ada0 flies on next to never. "
        "Your Instructor finds you about 8 points right here.",
    ),
    Told(
        lambda: deciding("cannon", dice="fog", city=3, treasures={1: "9:25 8:20 1:2"}),
        1,
        "leave",
        "leave-goal",
        "With about 4 points from here you reach the 50 that end the game, ahead of everyone.",
    ),
    Told(
        lambda: deciding("", f"rowboat_fog {RICH}", dice="fog fog", city=3, boxes=("initiative",)),
        1,
        "play rowboat_fog",
        "boat",
        "In the rowboat you fly on for sure, in the ship next to never.",
    ),
    Told(
        lambda: spoken(2, 6),
        0,
        "declare can",
        "can",
        "It costs you Turbo and Cannon, but there are about 15 points at Karios.",
    ),
    Told(
        lambda: spoken(3, 6),
        0,
        "declare cannot",
        "let-fall",
        "3 of 3 rivals are aboard and gain nothing in a crash, and you keep your cards.",
    ),
    Told(
        lambda: paying(
            hands={0: "upgraded_compass compass compass"},
            dice="fog blank",
            city=2,
            boxes=("little_help",),
        ),
        0,
        "pay compass",
        "pay",
        "What stays in your hand pays for a usual roll in about 2 of 10.",
    ),
    Told(
        lambda: routed("compass lightning_rod", "fog birds"),
        0,
        "reroll birds fog",
        "reroll",
        "With these dice rolled again you fly on in about 4 of 10.",
    ),
    Told(
        lambda: routed("compass compass", "fog fog fog", reroll_none=True),
        0,
        "reroll",
        "reroll-none",
        "With the dice as they lie you fly on for sure.",
    ),
    Told(
        lambda: falling("cannon", dice="fog birds fog", city=6, treasures={1: "1:spyglass"}),
        1,
        "play spyglass",
        "rescue",
        "With it the ship flies on for sure. Karios brings about 15 points.",
    ),
    Told(
        lambda: falling(
            "cannon", f"help_fog help_fog {RICH}", dice="fog blank", city=3, boxes=("little_help",)
        ),
        1,
        "play help_fog",
        "help",
        "With all the Little Help you hold the ship flies on for sure. "
        "Ombrelis brings about 6 points.",
    ),
    Told(
        lambda: falling("cannon", dice="fog birds", city=5, **powers("blue")),
        1,
        "play blue",
        "take-over",
        "Your own cards pay for everything. Barbadahl brings about 12 points.",
    ),
    Told(
        lambda: gusty("wind_gust", 0, ashore=(1,)),
        1,
        "play wind_gust",
        "gust",
        "After that the ship crashes in about 9 of 10, with your rival aboard.",
    ),
    Told(
        lambda: all_decided(
            7, "blank blank blank blank", hands={0: f"ejection {RICH}"}, treasures=ahead(1)
        ),
        0,
        "play ejection on 1",
        "put-ashore",
        "Ada1 gets about 15 points here instead of 22 further on.",
    ),
    Told(
        lambda: purple("leave", RICH, "blank blank blank blank"),
        1,
        "play purple on 2",
        "put-ashore",
        "Ada2 gets about 15 points here instead of 22 further on.",
    ),
    Told(
        lambda: purple("stay", "", "fog birds fog fog"),
        1,
        "play purple on 2",
        "call-back",
        "Ada2 gives the treasure back and has to fly on, which succeeds next to never.",
    ),
    Told(
        lambda: before_roll("bandit", ashore=(1,), treasures=ahead(0), **powers("yellow")),
        1,
        "play bandit",
        "more-dice",
        "With one die more the ship flies on in about 1 of 10, without it in about 2 of 10. "
        "That costs your rivals more than you.",
    ),
    Told(
        lambda: before_roll(RICH, ashore=(2,), **powers("black")),
        1,
        "play black",
        "fewer-dice",
        "With two dice fewer the ship flies on in about 6 of 10, otherwise in about 2 of 10.",
    ),
    Told(
        moored,
        1,
        "play mooring_line",
        "moor",
        "The captain’s cards are gone, and your rivals aboard have to pay once more.",
    ),
    Told(
        lambda: all_decided(
            4, "fog birds", hands={0: "desperate_need", 1: "", 2: ""}, boxes=("initiative",)
        ),
        0,
        "play desperate_need on 2",
        "hand-over",
        "Ada2 flies on next to never, and you can still disembark.",
    ),
    Told(
        lambda: before_roll("new_equipment cannon cannon cannon cannon", boxes=("initiative",)),
        1,
        "play new_equipment",
        "new-hand",
        "As many new cards pay for a usual roll in about 5 of 10, those you hold in about 2 of 10.",
    ),
    Told(
        lambda: before_roll(f"spy {RICH}", "cannon cannon foghorn compass", boxes=("initiative",)),
        1,
        "play spy on 0",
        "spy",
        "Before you decide you will know what Ada0 can pay for.",
    ),
    Told(
        lambda: falling("", "jetpack", "crashing", dice="fog birds", city=5),
        1,
        "play jetpack",
        "jump",
        "Nothing stops the crash any more, and this saves you about 9 points.",
    ),
    Told(
        hooked,
        1,
        "play grappling_hook",
        "climb-back",
        "The way is free: about 25 points at Meiji for the treasure you took, which has 20.",
    ),
    Told(
        lambda: ejected(1, treasures=ahead(1)),
        1,
        "play instructor",
        "choose",
        "The best treasure of the pile has about 8 points, the top one 6.",
    ),
    Told(
        lambda: gusty(f"wind_gust {RICH}", 1),
        1,
        "pass",
        "pass-aboard",
        "You are aboard yourself, so Wind Gust would hurt you as well.",
    ),
    Told(
        lambda: falling("", "jetpack", "crashing", dice="fog birds", city=1),
        1,
        "pass",
        "pass-later",
        "Jetpack gains you little now. Keep it for a better moment.",
    ),
    Told(
        lambda: ejected(2, instructor_for_all=True),
        1,
        "pass",
        "pass",
        "Instructor is not worth it now.",
    ),
    Told(
        lambda: instructed(dice="fog fog", city=4),
        1,
        "keep 4:8",
        "keep",
        "Of these treasures it is worth most: 8 points.",
    ),
    Told(
        lambda: instructed(dice="fog fog", left={1: 2}, piles={1: "1:spyglass 1:1"}),
        1,
        "keep 1:spyglass",
        "keep-spyglass",
        "It has no more than 2 points, but it can save you from a crash.",
    ),
    Told(
        lambda: ejected(2, instructor_for_all=True).do("1 play instructor"),
        1,
        "keep 4:spyglass",
        "keep-worst",
        "It goes to Ada2: the less it is worth, the better for you.",
    ),
    Told(
        lambda: consoled("compass lightning_rod foghorn"),
        1,
        "draw",
        "draw",
        "One more card is better for you than any exchange.",
    ),
    Told(
        lambda: consoled("compass " * 9),
        1,
        "discard compass",
        "exchange-cards",
        "What you will miss least: 7 × Compass. New cards are likely to be better.",
    ),
    Told(
        lambda: consoled("compass " * 9).do(*["1 discard compass"] * 7),
        1,
        "done",
        "keep-rest",
        "The cards you keep are better than those you would draw.",
    ),
    Told(
        lambda: consoled("compass lightning_rod foghorn", treasures={1: "4:spyglass"}),
        1,
        "exchange 4:spyglass",
        "exchange",
        "The top treasure of that pile has about 7 points, yours 2.",
    ),
    Told(
        lambda: last_crash({1: "9:25 9:25", 2: "1:1"}, "3:6"),
        1,
        "give 0",
        "give",
        "Ada0 has the fewest points, about 0, so the gift hurts you least there.",
    ),
)
