"""Messages to a page do not depend on state that is hidden from its reader: content and number.

A page is sent a message right after a change is stored, or none, so the number stands for the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Final

import pytest

from bot.hosting.action import Action
from bot.live.pages import LivePage
from bot.live.situation import situation
from bot.tables.table import Table
from bot.words import LANGUAGES, catalogue
from engine.state.pieces import ASHORE
from players.page.seen import Sight
from players.replay.scene import Place, Scene
from tests.host.states import silent_act
from tests.host.test_noninterference import (
    ENOUGH,
    STATES,
    WORLDS,
    copy,
    done,
    own_twin,
    public_click,
    states,
    twin,
)

NOBODY: Final = None
Seat = int | None


class Line:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send(self, text: str) -> None:
        self.sent.append(text)

    def end(self) -> None:
        self.sent.append("end")


def scene_of(table: Table) -> Scene:
    """Return the pieces of a game as they lie now."""
    game = table.running
    view = game.view(None)
    seats = [
        Place(
            game.view(number).hand,
            seat.crew,
            {True: "ready", False: "used"}[seat.power] if seat.character else "",
            seat.place,
            table.ashore.get(number, 0) if seat.place == ASHORE else 0,
            game.view(number).treasures,
            seat.tokens,
        )
        for number, seat in enumerate(view.seats)
    ]
    leg = view.leg
    return Scene(
        *(
            seats,
            [*view.piles],
            0,
            view.ship.city,
            view.boat.city,
            view.boat.card,
            leg.craft,
            leg.captain,
        ),
        *(leg.target, leg.dice, leg.ignored, len(view.gifts), view.lit, view.journey),
    )


def sent(before: Table, after: Table | None, seat: Seat, language: str = "en") -> Sequence[str]:
    """Return what is sent to a page as it is opened, and for the action that led to ``after``."""
    say, line = catalogue(language), Line()
    sight = Sight(before.options, scene_of(before), say, seat, 3)
    told = partial(
        situation,
        seat=seat,
        sight=sight,
        plain=lambda _, fallback: fallback,
        tips=seat is not None,
        replay_of=lambda _: "",
    )
    page = LivePage(before.id, seat, seat, say, sight, line, told)
    page.begin(before, 0.0)
    if after is not None:
        page.follow(after, after.told)
    return line.sent


def compare_opened(number: int) -> int:
    """Compare opened pages of all readers in two worlds; return how many were compared."""
    compared = 0
    for table, rng in states(number):
        for language in LANGUAGES:
            assert sent(twin(table, rng), None, NOBODY, language) == sent(
                table, None, NOBODY, language
            )
            compared += 1
        for seat in table.people:
            assert sent(own_twin(table, seat, rng), None, seat) == sent(table, None, seat)
            compared += 1
    return compared


def test_an_opened_page_does_not_depend_on_what_others_hide() -> None:
    assert compare_opened(200) >= STATES


async def compare_moves(number: int) -> int:
    """Compare what a public move sends to spectators in two worlds; return how many did."""
    compared = 0
    for table, rng in states(number):
        click = public_click(table, rng)
        if click is None:
            continue
        action, seat = click
        before, other = copy(table), twin(table, Random(f"{number} {compared}"))
        left, _ = await done(table, action, seat)
        right, _ = await done(copy(other), action, seat)
        if left is None or right is None or _reveals(left) or _reveals(right):
            continue
        assert sent(before, left, NOBODY) == sent(other, right, NOBODY)
        compared += 1
    return compared


def _reveals(table: Table) -> bool:
    return any(event.reveals for event in table.told)


async def test_the_same_public_move_sends_the_same() -> None:
    assert sum([await compare_moves(number) for number in (210, 211)]) >= ENOUGH


@pytest.mark.parametrize("number", [221])
async def test_what_is_between_a_seat_and_the_bot_sends_nothing_to_others(number: int) -> None:
    compared = 0
    for table, rng in states(number):
        name, seat, told = silent_act(table, rng)
        if seat not in table.people:
            continue
        before = copy(table)
        left, _ = await done(table, Action(name, told), seat)
        assert left is not None
        for other in (NOBODY, *[it for it in table.people if it != seat]):
            assert len(sent(before, left, other)) == 1  # as it was opened
        compared += 1
    assert compared >= ENOUGH


@pytest.mark.long
async def test_in_two_thousand_worlds_pages_send_the_same() -> None:
    compared = 0
    for number in count(200):
        compared += compare_opened(number) + await compare_moves(number)
        if compared >= WORLDS:
            return


# --- and this would be noticed -------------------------------------------------------------


def test_a_page_that_is_told_a_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Sight._shown

    def leaks(self: Sight, number: int) -> dict[str, object]:
        hand = sorted(self._scene.seat(number).hand)
        return {**shown(self, number), "hint": hand[:1]}

    monkeypatch.setattr(Sight, "_shown", leaks)
    assert any(
        sent(twin(table, rng), None, NOBODY) != sent(table, None, NOBODY)
        for table, rng in states(240)
    )
