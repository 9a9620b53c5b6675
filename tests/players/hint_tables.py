"""Tables at which seats ask for a hint."""

from typing import Any

from tests.players.test_thumb import RICH, ahead, all_stay, cannot, first_pass
from tests.rules.builder import Tested, table


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
    t = all_stay(table(**more)).declare("can")
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
    t = all_stay(table(2, hands=hands, dice=dice, city=2, **more)).on_to("declaration")
    said = "can" if "declare can" in t.legal(0) else "cannot"
    return t.do(f"0 declare {said}", "1 play alternative_route")


def ejected(seat: int, **more: Any) -> Tested:
    """The captain ejects this seat, and seat 1 has an Instructor."""
    hands = {0: f"ejection {RICH}", 1: "instructor"}
    given: Any = {"dice": "blank blank blank blank", "city": 4, "boxes": ("instructor",)}
    t = first_pass(all_stay(table(hands=hands, **given, **more)), 0)
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
    if ashore:
        t.do("0 roll")
    else:
        all_stay(t)
    return t.declare("can")


def all_decided(city: int, dice: str, **more: Any) -> Tested:
    """All have stayed, and the captain may play something."""
    return first_pass(all_stay(table(city=city, dice=dice, **more)), 0)


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
