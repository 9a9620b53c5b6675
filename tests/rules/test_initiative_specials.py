"""A Little Initiative: Desperate need, New equipment and Spy."""

from functools import partial

import pytest

from engine.events import Spied
from tests.rules import builder
from tests.rules.builder import Tested

BOX = ("initiative",)
table = partial(builder.table, boxes=BOX)


# --- I8: Desperate need --------------------------------------------------------------------


def test_I8_the_named_seat_is_captain_of_this_leg_and_pays() -> None:
    t = table(hands={0: "desperate_need compass", 2: "compass"}, dice="fog blank")
    t.all_stay().do("0 play desperate_need on 2", "0 stay")
    assert (t.question, t.aboard, t.discarded("desperate_need")) == ("spoken", (0, 1, 2), 1)
    assert t.on_to("declaration").waiting == (2,)
    t.do("2 declare can").on_to("before_roll")
    assert (t.city, t.hand(0), t.hand(2)) == (2, "compass", "")


def test_I8_the_old_captain_then_stays_or_leaves() -> None:
    t = table(hands={0: "desperate_need rowboat_fog"}, dice="fog fog", piles={1: "1:3"})
    t.all_stay().do("0 play desperate_need on 1")
    assert (t.captain, t.waiting, t.legal(0)) == (1, (0,), {"stay", "leave"})
    t.do("0 leave")
    assert (t.ashore, t.treasures(0), t.aboard) == ((0,), "1:3", (1, 2))


def test_I8_an_old_captain_who_stays_is_a_passenger() -> None:
    t = table(hands={0: "desperate_need", 1: "ejection"}, dice="fog fog")
    t.all_stay().do("0 play desperate_need on 1", "0 stay", "1 play ejection on 0")
    assert (t.ashore, t.aboard) == ((0,), (1, 2))


def test_I8_only_a_seat_aboard_can_be_named() -> None:
    rowboat = (3, "rowboat_fog", 3)
    t = table(5, hands={0: "desperate_need"}, boat=rowboat, ashore=(4,), dice="fog fog")
    t.on_to("decisions").do("1 leave", "2 stay")
    assert t.legal(0) == {"pass", "play desperate_need on 2"}
    t = table(2, hands={0: "desperate_need"}, dice="fog blank").on_to("decisions").do("1 leave")
    assert t.refusal("0 play desperate_need on 1") == "to_no_effect"


def desperate(said: str, hands: dict[int, str]) -> Tested:
    """All stayed, and the captain, who holds this hand, has declared."""
    t = table(hands=hands, dice="fog blank", piles={1: "1:3"})
    return t.all_stay().declare(said)


def test_I8_a_captain_who_cannot_hands_the_leg_over_to_one_who_can() -> None:
    t = desperate("cannot", {0: "desperate_need", 2: "compass"})
    t.do("0 play desperate_need on 2", "0 stay")
    assert [event.to_json()["seat"] for event in t.happened("stayed")] == [1, 2, 0]
    assert (t.captain, t.legal(2)) == (2, {"declare can"})
    t.do("2 declare can").on_to("before_roll")
    assert (t.city, t.captain) == (2, 0)


def test_I8_a_captain_who_can_may_still_hand_the_leg_over_and_leave() -> None:
    t = desperate("can", {0: "desperate_need compass", 1: "cannon"})
    t.do("0 play desperate_need on 1", "0 leave")
    assert (t.captain, t.treasures(0), t.hand(0)) == (1, "1:3", "compass")
    assert t.legal(1) == {"declare cannot"}


def test_I8_who_was_named_after_the_declaration_may_name_another() -> None:
    hands = {0: "desperate_need", 1: "desperate_need turbo", 2: "compass"}
    t = desperate("cannot", hands).do("0 play desperate_need on 1", "0 stay", "1 declare cannot")
    t.do("1 play desperate_need on 2", "1 leave")
    assert (t.captain, t.legal(2), t.aboard) == (2, {"declare can"}, (0, 2))


def test_I8_in_the_gap_of_Boscalumia_the_old_captain_must_stay() -> None:
    boxes = ("initiative", "boscalumia")
    t = table(hands={0: "desperate_need"}, city=10, dice="fog " * 4, boxes=boxes)
    t.on_to("spoken").do("0 play desperate_need on 2")
    assert (t.question, t.captain, t.aboard) == ("spoken", 2, (0, 1, 2))


def test_I8_the_last_choice_of_a_captain_in_between_counts_once() -> None:
    # 1 stays, is made captain, hands the captaincy back and leaves: its choice is to leave
    for colours, seat, move in (
        (("red", "purple", "green", "black"), 1, "play purple on 2"),
        (("red", "green", "purple", "black"), 2, "play purple on 1"),
    ):
        hands, boxes = {0: "desperate_need", 1: "desperate_need"}, ("initiative", "little_help")
        t = table(4, hands=hands, dice="fog fog", characters=colours, boxes=boxes, ashore=(3,))
        t.all_stay().do("0 play desperate_need on 1", "0 stay")
        t.do("1 play desperate_need on 0", "1 leave")
        assert [str(it) for it in t.game.legal(seat) if "purple" in str(it)] == [move]


# --- I9: New equipment ---------------------------------------------------------------------


@pytest.mark.parametrize(("rest", "drawn"), [("compass turbo", "cannon foghorn"), ("", "")])
def test_I9_the_rest_of_the_hand_is_discarded_and_as_many_are_drawn(rest: str, drawn: str) -> None:
    t = table(hands={0: f"new_equipment {rest}"}, deck="foghorn cannon jetpack")
    assert t.do("0 play new_equipment").hand(0) == drawn
    assert {card: t.discarded(card) for card in ("new_equipment", *rest.split())} == t.state.discard


def test_I9_an_empty_draw_pile_is_made_of_the_discard_with_these_cards_in_it() -> None:
    t = table(2, hands={0: "new_equipment compass"})
    t.state.deck, spare = (), t.state.deck
    t.state.seats[1].hand += spare
    t.do("0 play new_equipment")
    assert t.hand(0) in ("compass", "new_equipment")
    assert len(t.state.deck) == 1


# --- I10: Spy ------------------------------------------------------------------------------


def test_I10_the_spy_alone_sees_the_other_hand_and_remembers_it() -> None:
    t = table(hands={1: "spy", 2: "turbo compass"}).do("1 play spy on 2")
    [spied] = [event for event in t.events if isinstance(event, Spied)]
    assert (spied.seat, spied.on, spied.cards) == (1, 2, ("compass", "turbo"))
    assert [spied.seen_by(other) for other in (0, 2, None)] == [Spied(1, 2, None)] * 3
    assert t.hand(2) == "compass turbo"
    assert {seen.card for seen in t.game.view(1).memory if seen.at == 2} == {"turbo", "compass"}
    assert t.game.view(0).memory == ()


def test_I10_once_so_later_cards_are_not_seen() -> None:
    t = table(hands={1: "spy", 2: "new_equipment compass"}, deck="turbo")
    t.do("1 play spy on 2", "2 play new_equipment")
    assert (t.hand(2), t.discarded("spy"), t.hand(1)) == ("turbo", 1, "")
    assert [seen.card for seen in t.game.view(1).memory if seen.at == 2] == []


def test_I10_any_seat_looks_at_any_other_hand_and_never_at_its_own() -> None:
    t = table(4, hands={2: "spy turbo"}, boat=(1, "rowboat_fog", 3), ashore=(2,))
    assert t.legal(2) == {"pass", "play spy on 0", "play spy on 1", "play spy on 3"}
