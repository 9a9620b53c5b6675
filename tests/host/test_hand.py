"""The private hand: kept fresh, and plain about it when there is nothing more to do."""

from typing import Any

import pytest

from tests.client.messages import Shown
from tests.client.offers import question
from tests.host.ground import Room
from tests.host.limits import BUTTON, every
from tests.host.scenes import laid, said
from tests.rules.builder import table


async def test_a_hand_that_is_old_is_refreshed_in_its_place(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    await bob.presses(action="hand")
    shown, asked = len(bob.sees), said(bob, "move-stay")
    assert asked in bob.private.open
    await bob.runs("play", move="stay")
    await bob.presses(action="refresh")
    assert asked not in bob.private.open
    assert len(bob.sees) == shown + 1  # the answer to the command


@pytest.mark.parametrize(("held", "more"), [("compass", False), ("instructor", True)])
async def test_more_cards_says_when_there_are_none(room: Room, held: str, more: bool) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    options: dict[str, Any] = {"boxes": ("instructor",), "dice": "fog fog"}
    await laid(table(2, hands={0: "compass", 1: held}, **options), ann, bob)
    assert question(room.board) == "decisions"
    await bob.presses(action="cards")
    assert (said(bob, "nothing-else") in bob.private.text) is not more


async def test_a_card_laid_face_down_is_told_once_and_to_its_owner(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    tested = table(2, boxes=("little_help",), dice="fog fog", hands={0: "cannon", 1: "help_fog"})
    tested.on_to("decisions").do("1 stay").on_to("declaration").do("0 declare cannot")
    await laid(tested, ann, bob)
    await bob.presses(action="hand")
    card = said(bob, "card-help_fog")
    await bob.presses(said(bob, "move-lay", card=card), on=bob.private)
    done, _, shown = bob.private.text.partition("## ")
    assert said(bob, "event-laid", card=card) in done
    assert bob.mention not in done
    assert shown.count(card) == 1
    assert said(bob, "hand-laid", cards=card) in shown


async def test_the_outcome_of_a_click_is_told_once(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    await bob.presses(action="hand")
    await bob.presses(said(bob, "move-leave"), on=bob.private)
    taken = said(bob, "event-took-known", treasure="").split(":")[0]
    assert bob.private.text.count(taken) == 1
    await bob.presses(action="refresh")
    assert bob.private.text.count(taken) == 1
    assert said(bob, "hand-news") in bob.private.text


async def test_a_hand_says_when_nothing_is_asked(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, dice="fog fog", power_cards=False), ann, bob)
    await ann.presses(action="hand")
    assert said(ann, "hand-idle") in ann.private.text
    await bob.presses(action="hand")
    assert said(bob, "hand-idle") not in bob.private.text
    await bob.presses(said(bob, "move-stay"), on=bob.private)
    assert said(bob, "hand-idle") in bob.private.text


async def test_a_declaration_looks_the_same_in_the_hand_and_on_the_board(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    tested = table(2, dice="fog fog", hands={0: "turbo turbo"}, power_cards=False)
    await laid(tested.do("1 stay").on_to("declaration"), ann, bob)
    await ann.presses(action="hand")
    shown = [_looks(message) for message in (room.board, ann.private)]
    declared = {said(ann, f"move-declare-{answer}") for answer in ("can", "cannot")}
    on_board, in_hand = ([it for it in looks if it[0] in declared] for looks in shown)
    assert on_board == in_hand
    assert len(in_hand) == len(declared)


def _looks(shown: Shown) -> list[tuple[str, int, str]]:
    """The label, the colour and the picture of each button."""
    parts = [part for part in every(shown.payload["components"]) if part["type"] == BUTTON]
    return [(it["label"], it["style"], it["emoji"]["name"]) for it in parts]
