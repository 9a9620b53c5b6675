"""Hints: on request, in private, without a trace."""

import logging
import sys
import threading

import pytest

from bot.log import OWN_PACKAGES
from bot.store.data import Stored
from engine import View
from engine.moves import Leave
from players.hints import Hint, hint_for
from players.words import Voice, catalogue
from tests.client.messages import Shown
from tests.cogs.tables import gathered, playing
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import lobby, said, table_of, tells
from tests.host.states import SLOWLY
from tests.players.hinted import deciding, falling
from tests.rules.builder import Tested, table

GOES_DOWN = "fog lightning"
"""Dice that a captain with a cannon does not survive."""


def offers(shown: Shown) -> bool:
    """Whether this message has the button for a hint."""
    return any(":hint:" in button.custom_id for button in shown.buttons)


def hinted(shown: Shown) -> str:
    """Return the line with the hint."""
    return "".join([line for line in shown.text.splitlines() if line.startswith("💡")][:1])


async def opens(person: Person) -> Shown:
    """Open the hand."""
    return (await person.presses(action="hand", on=person.room.board)).shown[-1]


async def asks(person: Person) -> Shown:
    """Open the hand, and ask for a hint there."""
    return (await person.presses(action="hint", on=await opens(person))).shown[-1]


async def three(room: Room, tested: Tested) -> list[Person]:
    """Start this game, with computers too slow to act during a test."""
    people = await playing(room, tested, hints="on")
    room.bot.service.thinking = SLOWLY
    return people


def doomed() -> Tested:
    """Seat 1 decides about a captain who cannot fly on."""
    return deciding("cannon", dice=GOES_DOWN, city=2)


def spoken() -> Tested:
    """Seats 1 and 2 stay, and may play a card."""
    hands = {0: "compass compass", 1: "wind_gust", 2: "wind_gust"}
    return table(3, hands=hands, dice="fog blank").do("1 stay", "2 stay")


async def test_a_hint_names_the_move_and_says_why(room: Room) -> None:
    ann, bob, _ = await three(room, doomed())
    told = await asks(bob)
    hint = hint_for((await table_of(room)).running.view(1))
    why = Voice(catalogue("fr"), lambda _: f"🔵 {ann.mention}").hint(hint)
    assert hint.move == Leave()
    assert hinted(told) == f"💡 **{said(bob, 'move-leave')}** — {why}"
    assert not offers(told)
    ran = await bob.runs("hint")
    assert ran.private
    assert hinted(ran.shown[-1]) == hinted(told)


async def test_a_hint_is_offered_to_a_player_with_a_choice(room: Room) -> None:
    ann, bob, cat = await three(room, doomed())
    assert [offers(await opens(person)) for person in (ann, bob, cat)] == [False, True, False]
    assert not offers(room.board)
    assert tells(await ann.runs("hint"), ann, "no-choice")


async def test_a_seat_that_can_only_pass_has_no_choice(room: Room) -> None:
    _, bob, _ = await three(room, falling("cannon", dice=GOES_DOWN, city=2))
    assert (await table_of(room)).question == "cannot"
    assert not offers(await opens(bob))
    assert tells(await bob.runs("hint"), bob, "no-choice")


async def test_the_hint_goes_away_with_its_question(room: Room) -> None:
    _, bob, _ = await three(room, doomed())
    await asks(bob)
    assert hinted(bob.private)
    await bob.presses(action="say:stay", on=room.board)
    await room.passes(2.0)
    assert not hinted(bob.private)
    assert not offers(bob.private)


async def test_the_hint_stays_while_others_pass(room: Room) -> None:
    _, bob, cat = await three(room, spoken())
    told = hinted(await asks(bob))
    await cat.presses(action="say:pass", on=room.board)
    await room.passes(2.0)
    assert told
    assert hinted(bob.private) == told


async def test_a_table_without_hints_has_none(room: Room) -> None:
    people = await gathered(room)
    await people[0].runs("option", setting="hints=off")
    await people[0].presses(action="start")
    table = await table_of(room)
    (seat,) = table.running.waiting
    asked = next(person for person in people if person.id == table.people[seat])
    assert len(table.running.legal(seat)) > 1
    assert not offers(await opens(asked))
    assert tells(await asked.runs("hint"), asked, "error-no_hints")


async def test_hints_need_a_seat_in_a_running_game(room: Room) -> None:
    ann, eve = room.join("Ann"), room.join("Eve", locale="fr")
    await lobby(ann)
    assert tells(await ann.runs("hint"), ann, "error-not_started")
    assert tells(await eve.runs("hint"), eve, "error-not_seated_yet")


async def _stored(room: Room) -> tuple[Stored, list[object]]:
    name = (await table_of(room)).id
    return await room.bot.store.table(name), [*await room.bot.store.log(name)]


async def test_asking_for_a_hint_leaves_no_trace(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is stored, shown or logged, and no window waits."""
    _, bob, _ = await three(room, spoken())
    hand = await opens(bob)
    for name in OWN_PACKAGES:
        caplog.set_level(logging.DEBUG, name)
    before, public, lines = await _stored(room), len(room.public), len(caplog.records)
    told = (await bob.presses(action="hint", on=hand)).shown[-1]
    await room.passes(2.0)
    assert hinted(told)
    assert await _stored(room) == before
    assert len(room.public) == public
    assert not [it for it in caplog.records[lines:] if it.name.startswith(OWN_PACKAGES)]


async def test_others_do_not_wait_for_a_hint(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking: list[int] = []

    def noted(view: View) -> Hint:
        thinking.append(threading.get_ident())
        return hint_for(view)

    _, bob, _ = await three(room, doomed())
    # discord.py loads its cogs beside their package
    monkeypatch.setattr(sys.modules["cogs.hand"], "hint_for", noted)
    assert hinted(await asks(bob))
    assert thinking
    assert threading.get_ident() not in thinking
