"""The Instructor: every way to draw a treasure with it, and its house rule."""

from functools import partial
from typing import Any

from engine.events import LookedThrough, Took
from tests.rules import builder
from tests.rules.builder import Tested

BOX = ("instructor",)
table = partial(builder.table, boxes=BOX)


# --- X2: with the own move -----------------------------------------------------------------


def test_X2_who_leaves_with_it_picks_a_treasure_of_the_pile() -> None:
    t = table(hands={1: "compass", 2: "instructor"}, dice="fog fog", piles={1: "1:1"})
    assert t.on_to("decisions").legal(1) == {"stay", "leave"}
    assert t.do("1 stay").legal(2) == {"stay", "leave", "leave instructor"}
    t.do("2 leave instructor")
    assert (t.question, t.waiting) == ("choose_treasure", (2,))
    assert t.legal(2) == {"keep 1:1", "keep 1:2", "keep 1:3", "keep 1:spyglass"}
    t.do("2 keep 1:3")
    assert (t.treasures(2), len(t.pile(1)), t.pile(1).count("1:3")) == ("1:3", 10, 1)
    assert t.discarded("instructor") == 1


def test_X2_without_it_no_seat_is_asked_and_the_top_treasure_comes() -> None:
    t = table(hands={2: "instructor"}, dice="fog fog", piles={1: "1:1"}).on_to("decisions")
    t.do("1 stay", "2 leave")
    assert (t.question, t.treasures(2), t.hand(2)) == ("spoken", "1:1", "instructor")


def test_X2_the_pile_is_shuffled() -> None:
    t = table(hands={2: "instructor"}, dice="fog fog")
    t.on_to("decisions").do("1 stay", "2 leave instructor")
    before = list(t.pile(1))
    t.do("2 keep 1:3")
    before.remove("1:3")
    assert sorted(t.pile(1)) == sorted(before)
    assert list(t.pile(1)) != before


def test_X2_only_the_drawing_seat_sees_the_pile_and_the_treasure() -> None:
    t = table(hands={2: "instructor"}, dice="fog fog")
    t.on_to("decisions").do("1 stay", "2 leave instructor", "2 keep 1:3")
    [looked] = [event for event in t.events if isinstance(event, LookedThrough)]
    [took] = [event for event in t.events if isinstance(event, Took)]
    assert looked.treasures is not None
    assert len(looked.treasures) == 11
    for other in (0, 1, None):
        assert getattr(looked.seen_by(other), "treasures", "") is None
        assert getattr(took.seen_by(other), "treasure", "") is None
        assert t.game.view(other).memory == ()


def test_X2_a_lone_captain_leaves_with_it() -> None:
    t = table(2, hands={0: "instructor"}, ashore=(1,), city=3)
    assert t.legal(0) == {"roll", "leave", "leave instructor"}
    t.do("0 leave instructor", "0 keep 3:6")
    assert (t.treasures(0), t.journey) == ("3:6", 2)


def test_X2_a_Jetpack_lands_with_it() -> None:
    t = table(hands={0: "jetpack instructor"}, city=3, dice="fog fog").all_stay().declare("cannot")
    t.on_to("crashing")
    assert t.legal(0) == {"pass", "play jetpack", "play jetpack using instructor"}
    t.do("0 play jetpack using instructor").on_to("choose_treasure").do("0 keep 3:6")
    assert (t.treasures(0), t.discarded("instructor"), t.discarded("jetpack")) == ("3:6", 1, 1)


def test_X2_a_Jetpack_that_finds_nothing_brings_the_Instructor_back_too() -> None:
    t = table(hands={0: "jetpack instructor", 1: "jetpack"}, city=3, left={3: 1}, dice="fog fog")
    t.all_stay().declare("cannot")
    t.on_to("crashing").do("0 play jetpack using instructor", "1 play jetpack")
    while t.journey == 1:
        t.all_pass()
    came_back = [event.to_json()["card"] for event in t.happened("came_back")]
    assert (came_back, t.discarded("instructor")) == (["jetpack", "instructor"], 0)
    assert (t.treasures(0), len(t.treasures(1).split())) == ("", 1)


ROWBOAT: Any = {"boat": (1, "rowboat_fog", 3), "ship_flies": False}
AT_SEA: Any = {**ROWBOAT, "boxes": ("instructor", "initiative")}


def test_X2_the_boats_occupant_leaves_with_it() -> None:
    t = table(2, hands={1: "instructor"}, **AT_SEA)
    assert t.legal(1) == {"roll", "leave", "leave instructor"}
    assert t.do("1 leave instructor", "1 keep 3:6").treasures(1) == "3:6"


def test_X2_the_boats_occupant_lands_by_Jetpack_with_it() -> None:
    t = table(2, hands={1: "instructor jetpack"}, dice="birds birds", **AT_SEA).do("1 roll")
    t.declare("cannot").on_to("crashing").do("1 play jetpack using instructor")
    assert t.on_to("choose_treasure").do("1 keep 3:6").treasures(1) == "3:6"


def test_X2_at_the_boats_last_city_the_occupant_is_asked() -> None:
    t = table(2, hands={1: "instructor"}, dice="fog fog", left=empty(5), **AT_SEA).do("1 roll")
    t.on_to("take_treasure").do("1 play instructor", "1 keep 4:8")
    assert t.treasures(1) == "4:8"


def test_X2_an_old_captain_in_desperate_need_leaves_with_it() -> None:
    boxes = ("instructor", "initiative")
    t = table(hands={0: "desperate_need instructor"}, dice="fog fog", boxes=boxes)
    t.all_stay().do("0 play desperate_need on 1")
    assert t.legal(0) == {"stay", "leave", "leave instructor"}


def test_X2_in_Matryoshburg_it_helps_with_the_exchange() -> None:
    boxes = ("instructor", "matryoshburg")
    hands = {0: "foghorn", 1: "instructor"}
    t = table(hands=hands, treasures={1: "3:4"}, dice="fog blank", boxes=boxes)
    t.all_stay().declare("cannot").on_to("matryoshburg")
    assert {"exchange 3:4", "exchange 3:4 using instructor"} < t.legal(1)
    t.do("1 exchange 3:4 using instructor", "0 draw")
    assert (t.hand(1), t.game.view(0).seats[1].hand) == ("instructor", 1)
    t.do("2 draw", "1 keep 3:6")
    assert (t.treasures(1), t.hand(1), t.discarded("instructor")) == ("3:6", "", 1)
    assert sorted(t.pile(3)).count("3:4") == 5


# --- X2: where the draw is not the own move ------------------------------------------------


def ejected(hand: str) -> Tested:
    """Seat 2, who holds this hand, is ejected."""
    t = table(hands={1: "ejection", 2: hand}, dice="fog fog", piles={1: "1:1"})
    return t.all_stay().do("1 play ejection on 2")


def test_X2_who_is_ejected_is_asked_whatever_it_holds_and_may_play_it() -> None:
    t = ejected("instructor").do("2 play instructor", "2 keep 1:3")
    assert (t.treasures(2), t.discarded("instructor"), t.ashore) == ("1:3", 1, (2,))
    for hand in ("instructor", "compass"):
        t = ejected(hand)
        assert (t.question, t.waiting) == ("take_treasure", (2,))
        t.do("2 pass")
        assert (t.treasures(2), t.hand(2)) == ("1:1", hand)


def test_X2_who_is_forced_to_leave_by_Purple_may_play_it() -> None:
    t = table(
        hands={1: "foghorn", 2: "instructor"},
        dice="fog fog",
        characters=("red", "purple", "blue"),
        boxes=("instructor", "little_help"),
    )
    t.on_to("decisions").do("1 leave", "2 stay", "1 play purple on 2")
    assert (t.question, t.waiting) == ("take_treasure", (2,))
    assert t.do("2 play instructor", "2 keep 1:3").treasures(2) == "1:3"


def test_X2_at_the_last_city_each_is_asked_in_turn_whatever_it_holds() -> None:
    hands = {0: "compass", 1: "turbo instructor"}
    t = table(hands=hands, city=3, dice="blank blank", left={4: 3, **empty(5)})
    t.all_stay().on_to("take_treasure")
    assert t.waiting == (0,)
    assert t.do("0 pass").waiting == (1,)
    t.do("1 play instructor")
    best = max(t.legal(1))
    assert t.do(f"1 {best}").waiting == (2,)
    t.do("2 pass")
    assert (t.treasures(1), t.journey) == (best.removeprefix("keep "), 2)


def test_X2_where_no_treasure_is_left_there_is_nothing_to_ask() -> None:
    t = table(2, city=3, dice="blank blank", left={4: 1, **empty(5)})
    t.all_stay().on_to("take_treasure").do("0 pass")
    assert (t.journey, t.treasures(1)) == (2, "")


def empty(first: int) -> dict[int, int]:
    """No treasures from this city on."""
    return dict.fromkeys(range(first, 10), 0)


def test_X2_only_the_drawing_seat_may_play_it() -> None:
    t = table(hands={0: "instructor", 1: "ejection instructor", 2: "compass"}, dice="fog fog")
    t.all_stay().do("1 play ejection on 2")
    assert t.waiting == (2,)
    assert t.refusal("0 play instructor") == "not_asked"


# --- R4: the other reading -----------------------------------------------------------------


def test_R4_by_default_others_are_not_asked_when_a_seat_leaves() -> None:
    t = table(hands={0: "instructor"}, dice="fog fog").on_to("decisions").do("1 stay", "2 leave")
    assert t.question == "spoken"


def test_R4_any_seat_may_play_it_on_anyones_draw_even_from_ashore() -> None:
    hands = {0: "instructor", 2: "compass", 3: "instructor"}
    t = table(4, hands=hands, ashore=(3,), dice="fog fog", instructor_for_all=True)
    t.on_to("decisions").do("1 stay", "2 leave")
    assert (t.question, set(t.waiting)) == ("take_treasure", {0, 1, 3})
    t.do("3 play instructor")
    assert (t.question, t.waiting) == ("choose_treasure", (3,))
    t.do("3 keep 1:1")
    assert (t.treasures(2), t.treasures(3), t.discarded("instructor")) == ("1:1", "", 1)


def test_R4_who_is_ejected_is_asked_beside_the_others() -> None:
    hands = {1: "ejection foghorn", 2: "instructor"}
    t = table(hands=hands, dice="fog fog", instructor_for_all=True)
    t.all_stay().do("1 play ejection on 2")
    assert set(t.waiting) == {0, 1, 2}
    assert t.do("2 play instructor", "2 keep 1:3").treasures(2) == "1:3"


def test_R4_when_all_pass_the_top_treasure_comes() -> None:
    t = table(dice="fog fog", piles={1: "1:2"}, instructor_for_all=True)
    t.on_to("decisions").do("1 stay", "2 leave").all_pass()
    assert t.treasures(2) == "1:2"
