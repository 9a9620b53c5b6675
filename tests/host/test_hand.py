"""The private hand: kept fresh, and plain about it when there is nothing more to do."""

from typing import Any

import pytest

from tests.host.driver import question
from tests.host.ground import Room
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
async def test_whoever_looks_for_more_is_told_when_there_is_none(
    room: Room, held: str, more: bool
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    options: dict[str, Any] = {"boxes": ("instructor",), "dice": "fog fog"}
    await laid(table(2, hands={0: "compass", 1: held}, **options), ann, bob)
    assert question(room.board) == "decisions"
    await bob.presses(action="cards")
    assert (said(bob, "nothing-else") in bob.private.text) is not more
