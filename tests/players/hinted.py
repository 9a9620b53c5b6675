"""For each reason of a hint, with the seat and the move: a table and what is said there."""

from collections.abc import Callable
from typing import Any, Final

from tests.players.test_normal import spoken
from tests.players.test_thumb import RICH, ahead, cannot, first_pass
from tests.rules.builder import Tested, table
from tests.rules.test_krismastri import last_crash

SUPPLIES: Final = "compass lightning_rod foghorn cannon " * 3 + "turbo " * 4
"""Cards for two flights."""


def lone(hand: str, city: int, **more: Any) -> Tested:
    """A captain whom all others have left."""
    return table(hands={0: hand}, city=city, ashore=(1, 2), **more)


def deciding(captain: str, mine: str = RICH, **more: Any) -> Tested:
    """Seat 1 is asked whether it stays with this captain."""
    return table(hands={0: captain, 1: mine}, **more).on_to("decisions")


def powers(colour: str) -> dict[str, Any]:
    """Characters for three, of which seat 1 has this one."""
    first, last = [other for other in ("red", "blue", "green") if other != colour][:2]
    return {"boxes": ("little_help",), "characters": (first, colour, last)}


def falling(captain: str, mine: str = RICH, question: str = "cannot", **more: Any) -> Tested:
    """The captain cannot, and seat 1 is the only passenger."""
    t = cannot(question, seats=3, hands={0: captain, 1: mine}, ashore=(2,), **more)
    return first_pass(t, 1)


def before_roll(mine: str, captain: str = "compass cannon", **more: Any) -> Tested:
    t = table(hands={0: captain, 1: mine}, city=5, **more)
    return first_pass(t.on_to("before_roll"), 1)


def paying(**more: Any) -> Tested:
    """The captain can, and is about to pay."""
    t = table(**more).all_stay().declare("can")
    while t.question == "can":
        t.all_pass()
    return t


def moored() -> Tested:
    """The captain has paid, and seat 1 watches from ashore."""
    given: Any = {"dice": "fog birds", "city": 5, "ashore": (1,), "treasures": ahead(0)}
    t = paying(hands={0: RICH, 1: "mooring_line"}, **given, **powers("yellow"))
    while t.question == "payment":
        t.do(f"0 {t.game.legal(0)[0]}")
    return first_pass(t, 1)


def routed(captain: str, dice: str, **more: Any) -> Tested:
    """Another seat has played an Alternative Route, and the captain picks the dice."""
    hands = {0: captain, 1: "alternative_route"}
    t = table(2, hands=hands, dice=dice, city=2, **more).all_stay().on_to("declaration")
    said = "can" if "declare can" in t.legal(0) else "cannot"
    return t.do(f"0 declare {said}", "1 play alternative_route")


def ejected(seat: int, **more: Any) -> Tested:
    """The captain ejects this seat, and seat 1 has an Instructor."""
    hands = {0: f"ejection {RICH}", 1: "instructor"}
    given: Any = {"dice": "blank blank blank blank", "city": 4, "boxes": ("instructor",)}
    t = first_pass(table(hands=hands, **given, **more).all_stay(), 0)
    return first_pass(t.do(f"0 play ejection on {seat}"), 1)


def purple(decides: str, captain: str, dice: str) -> Tested:
    """Seat 2, which leads, has decided otherwise than seat 1, which has Purple's power."""
    hands = {0: captain, 1: "cannon"}
    t = table(hands=hands, dice=dice, city=7, treasures=ahead(2), **powers("purple"))
    other = "leave" if decides == "stay" else "stay"
    return first_pass(t.on_to("decisions").do(f"1 {decides}", f"2 {other}"), 1)


def gusty(mine: str, leader: int, ashore: tuple[int, ...] = ()) -> Tested:
    """The captain can, with many blank dice, and one of the two leads."""
    hands, dice = {0: "compass", 1: mine}, "fog blank blank blank"
    t = table(2, hands=hands, dice=dice, city=8, ashore=ashore, treasures=ahead(leader))
    return (t.do("0 roll") if ashore else t.all_stay()).declare("can")


def all_decided(city: int, dice: str, **more: Any) -> Tested:
    """All have stayed, and the captain may play something."""
    return first_pass(table(city=city, dice=dice, **more).all_stay(), 0)


def consoled(mine: str, **more: Any) -> Tested:
    """After a crash at Matryoshburg."""
    given: Any = {"dice": "fog fog", "city": 2, "boxes": ("matryoshburg",)}
    return cannot("matryoshburg", hands={0: "", 1: mine}, **given, **more)


def hooked() -> Tested:
    hands = {0: RICH, 1: "grappling_hook"}
    t = table(2, hands=hands, dice="fog", city=8, boxes=("grappling_hook",)).on_to("decisions")
    return t.do("1 leave").declare("can")


def instructed(**more: Any) -> Tested:
    t = table(hands={0: "", 1: "instructor"}, boxes=("instructor",), **more)
    return t.on_to("decisions").do("1 leave instructor")


TOLD: Final[dict[str, tuple[Callable[[], Tested], str]]] = {
    "roll: 0 roll": (
        lambda: lone(RICH, 1),
        "Against two dice you fly on for sure. Kanopea brings about 3 points, disembarking 2.",
    ),
    "roll-risk: 0 roll": (
        lambda: lone("", 4),
        "Against three dice you fly on in about 1 of 10. There are only about 6 points here: "
        "to win you have to risk more.",
    ),
    "land: 0 leave": (
        lambda: lone("", 4),
        "Against three dice you fly on in about 1 of 10. "
        "Better about 6 points here than a chance of 9 at Sorinthe.",
    ),
    "prepare: 0 prepare": (
        lambda: table(2, variant="crew", city=3),
        "With the cards you hold you fly on in about 4 of 10, with 2 more in about 7 of 10.",
    ),
    "roll-on: 0 roll": (
        lambda: table(2, variant="crew", city=3),
        "With these cards you fly on against two dice in about 4 of 10, so your crew stays aboard.",
    ),
    "steer: 0 steer": (
        lambda: lone(SUPPLIES, 6, boxes=("boscalumia",)),
        "The way takes four dice twice and succeeds for sure. Then everyone aboard gets 25 points.",
    ),
    "roll-past: 0 roll": (
        lambda: table(hands={0: "compass turbo"}, city=6, boxes=("boscalumia",)),
        "The way to Boscalumia takes four dice twice, and succeeds in about 1 of 10.",
    ),
    "leave-goal: 0 leave": (
        lambda: lone("", 4, treasures=ahead(0)),
        "With about 6 points from here you reach the 50 that end the game, ahead of everyone.",
    ),
    "stay: 1 stay": (
        lambda: deciding("cannon " * 8, dice="fog lightning", city=3),
        "8 cards against two dice: Ada0 flies on in about 9 of 10. "
        "Ombrelis brings about 6 points, disembarking 4.",
    ),
    "stay-clear: 1 stay": (
        lambda: deciding("", dice="blank blank", city=2),
        "Nothing stands between the ship and Veltane: about 4 points there, 3 here.",
    ),
    "stay-jetpack: 1 stay": (
        lambda: deciding("cannon " * 9, f"jetpack {RICH}", dice="fog lightning", city=3),
        "9 cards against two dice: Ada0 flies on in about 9 of 10. "
        "In a crash your Jetpack saves you, with a treasure.",
    ),
    "stay-risk: 1 stay": (
        lambda: deciding("cannon", dice="fog lightning", city=2),
        "1 card against two dice: Ada0 flies on next to never. There are only about 3 points "
        "here: to win you have to risk more.",
    ),
    "stay-bound: 1 stay": (
        lambda: deciding(
            RICH, "rowboat_fog", dice="fog fog", left={3: 0}, city=3, boxes=("initiative",)
        ),
        "10 cards against two dice: Ada0 flies on in about 9 of 10. "
        "Keep your card for a better moment.",
    ),
    "leave: 1 leave": (
        lambda: deciding("cannon", dice="fog lightning", city=2),
        "1 card against two dice: Ada0 flies on next to never. "
        "Better about 3 points here than a chance of 4 at Veltane.",
    ),
    "leave-instructor: 1 leave instructor": (
        lambda: deciding("", "instructor", dice="fog fog", city=4, boxes=("instructor",)),
        "0 cards against three dice: Ada0 flies on next to never. "
        "Your Instructor finds you about 8 points right here.",
    ),
    "leave-goal: 1 leave": (
        lambda: deciding("cannon", dice="fog", city=3, treasures={1: "9:25 8:20 1:2"}),
        "With about 4 points from here you reach the 50 that end the game, ahead of everyone.",
    ),
    "boat: 1 play rowboat_fog": (
        lambda: deciding("", f"rowboat_fog {RICH}", dice="fog fog", city=3, boxes=("initiative",)),
        "In the rowboat you fly on for sure, in the ship next to never.",
    ),
    "can: 0 declare can": (
        lambda: spoken(2, 6),
        "It costs you Turbo and Cannon, but there are about 15 points at Karios.",
    ),
    "let-fall: 0 declare cannot": (
        lambda: spoken(3, 6),
        "3 of 3 rivals are aboard and gain nothing in a crash, and you keep your cards.",
    ),
    "pay: 0 pay compass": (
        lambda: paying(
            hands={0: "upgraded_compass compass compass"},
            dice="fog blank",
            city=2,
            boxes=("little_help",),
        ),
        "What stays in your hand pays for a usual roll in about 2 of 10.",
    ),
    "reroll: 0 reroll birds fog": (
        lambda: routed("compass lightning_rod", "fog birds"),
        "With these dice rolled again you fly on in about 4 of 10.",
    ),
    "reroll-none: 0 reroll": (
        lambda: routed("compass compass", "fog fog fog", reroll_none=True),
        "With the dice as they lie you fly on for sure.",
    ),
    "rescue: 1 play spyglass": (
        lambda: falling("cannon", dice="fog birds fog", city=6, treasures={1: "1:spyglass"}),
        "With it the ship flies on for sure. Karios brings about 15 points.",
    ),
    "help: 1 play help_fog": (
        lambda: falling(
            "cannon", f"help_fog help_fog {RICH}", dice="fog blank", city=3, boxes=("little_help",)
        ),
        "With all the Little Help you hold the ship flies on for sure. "
        "Ombrelis brings about 6 points.",
    ),
    "take-over: 1 play blue": (
        lambda: falling("cannon", dice="fog birds", city=5, **powers("blue")),
        "Your own cards pay for everything. Barbadahl brings about 12 points.",
    ),
    "gust: 1 play wind_gust": (
        lambda: gusty("wind_gust", 0, ashore=(1,)),
        "After that the ship crashes in about 9 of 10, with your rival aboard.",
    ),
    "put-ashore: 0 play ejection on 1": (
        lambda: all_decided(
            7, "blank blank blank blank", hands={0: f"ejection {RICH}"}, treasures=ahead(1)
        ),
        "Ada1 gets about 15 points here instead of 22 further on.",
    ),
    "put-ashore: 1 play purple on 2": (
        lambda: purple("leave", RICH, "blank blank blank blank"),
        "Ada2 gets about 15 points here instead of 22 further on.",
    ),
    "call-back: 1 play purple on 2": (
        lambda: purple("stay", "", "fog birds fog fog"),
        "Ada2 gives the treasure back and has to fly on, which succeeds next to never.",
    ),
    "more-dice: 1 play bandit": (
        lambda: before_roll("bandit", ashore=(1,), treasures=ahead(0), **powers("yellow")),
        "With one die more the ship flies on in about 1 of 10, without it in about 2 of 10. "
        "That costs your rivals more than you.",
    ),
    "fewer-dice: 1 play black": (
        lambda: before_roll(RICH, ashore=(2,), **powers("black")),
        "With two dice fewer the ship flies on in about 6 of 10, otherwise in about 2 of 10.",
    ),
    "moor: 1 play mooring_line": (
        moored,
        "The captain’s cards are gone, and your rivals aboard have to pay once more.",
    ),
    "hand-over: 0 play desperate_need on 2": (
        lambda: all_decided(
            4, "fog birds", hands={0: "desperate_need", 1: "", 2: ""}, boxes=("initiative",)
        ),
        "Ada2 flies on next to never, and you can still disembark.",
    ),
    "new-hand: 1 play new_equipment": (
        lambda: before_roll("new_equipment cannon cannon cannon cannon", boxes=("initiative",)),
        "As many new cards pay for a usual roll in about 5 of 10, those you hold in about 2 of 10.",
    ),
    "spy: 1 play spy on 0": (
        lambda: before_roll(f"spy {RICH}", "cannon cannon foghorn compass", boxes=("initiative",)),
        "Before you decide you will know what Ada0 can pay for.",
    ),
    "jump: 1 play jetpack": (
        lambda: falling("", "jetpack", "crashing", dice="fog birds", city=5),
        "Nothing stops the crash any more, and this saves you about 9 points.",
    ),
    "climb-back: 1 play grappling_hook": (
        hooked,
        "The way is free: about 25 points at Meiji for the treasure you took, which has 20.",
    ),
    "choose: 1 play instructor": (
        lambda: ejected(1, treasures=ahead(1)),
        "The best treasure of the pile has about 8 points, the top one 6.",
    ),
    "pass-aboard: 1 pass": (
        lambda: gusty(f"wind_gust {RICH}", 1),
        "You are aboard yourself, so Wind Gust would hurt you as well.",
    ),
    "pass-later: 1 pass": (
        lambda: falling("", "jetpack", "crashing", dice="fog birds", city=1),
        "Jetpack gains you little now. Keep it for a better moment.",
    ),
    "pass: 1 pass": (
        lambda: ejected(2, instructor_for_all=True),
        "Instructor is not worth it now.",
    ),
    "keep: 1 keep 4:8": (
        lambda: instructed(dice="fog fog", city=4),
        "Of these treasures it is worth most: 8 points.",
    ),
    "keep-spyglass: 1 keep 1:spyglass": (
        lambda: instructed(dice="fog fog", left={1: 2}, piles={1: "1:spyglass 1:1"}),
        "It has no more than 2 points, but it can save you from a crash.",
    ),
    "keep-worst: 1 keep 4:spyglass": (
        lambda: ejected(2, instructor_for_all=True).do("1 play instructor"),
        "It goes to Ada2: the less it is worth, the better for you.",
    ),
    "draw: 1 draw": (
        lambda: consoled("compass lightning_rod foghorn"),
        "One more card is better for you than any exchange.",
    ),
    "exchange-cards: 1 discard compass": (
        lambda: consoled("compass " * 9),
        "What you will miss least: 7 × Compass. New cards are likely to be better.",
    ),
    "keep-rest: 1 done": (
        lambda: consoled("compass " * 9).do(*["1 discard compass"] * 7),
        "The cards you keep are better than those you would draw.",
    ),
    "exchange: 1 exchange 4:spyglass": (
        lambda: consoled("compass lightning_rod foghorn", treasures={1: "4:spyglass"}),
        "The top treasure of that pile has about 7 points, yours 2.",
    ),
    "give: 1 give 0": (
        lambda: last_crash({1: "9:25 9:25", 2: "1:1"}, "3:6"),
        "Ada0 has the fewest points, about 0, so the gift hurts you least there.",
    ),
}
