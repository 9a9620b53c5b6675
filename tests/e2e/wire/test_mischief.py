"""Discord's people on the wire: they delete, forbid and send away, and press what is old."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.discord.controls import Press
from bot.words import catalogue
from tests.client.messages import Button, Shown
from tests.client.offers import is_own_board, presses
from tests.cogs.declared import ACTIONS
from tests.e2e.wire import Answer, Person, Wire, at_once, wired
from tests.e2e.wire.interactions import COMPONENT
from tests.e2e.wire.people import Act
from tests.e2e.wire.playing import Players, begin, gather
from tests.e2e.wire.test_rides import delivered
from tests.e2e.wire.waiting import asks_still, boarded, clicked, played, stay, stored
from tests.host.limits import BUTTON
from tests.host.scenes import forged

REFUSED: Final = ("⚠️", "⌛")
"""Beginnings of an answer that refuses something."""
STRING_SELECT: Final = 3
FORGED: Final = 60


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    """A wire on which nobody is in a hurry."""
    async with wired(tmp_path, pace="relaxed", decision_seconds="600") as wire:
        yield wire


async def seated(wire: Wire, **options: Any) -> tuple[Players, Person, Person]:
    """Ann and Bob play; Bob is asked whether he stays."""
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    players = await begin(ann, bob, **{"pace": "relaxed", "power_cards": False} | options)
    await boarded(wire, players, bob)
    return players, ann, bob


def tells(answer: Answer, person: Person, key: str, **values: object) -> bool:
    """The answer says this, to nobody else, and in the language of the person who asked."""
    return answer.private and catalogue(person.locale)(key, **values) in answer.text


async def told(answer: Answer, person: Person, key: str, **values: object) -> None:
    """The same, after what was answered first."""
    await answer.discord.until(lambda: tells(answer, person, key, **values))


async def plays_on(wire: Wire, players: Players) -> None:
    """The game goes on, by whatever is seen where its people are."""
    before = clicked(wire)
    await players.play(until=lambda: clicked(wire) > before + 4)
    assert clicked(wire) > before


# --- what is taken away --------------------------------------------------------------------------


async def test_a_deleted_board_is_posted_again_with_the_next_click(wire: Wire) -> None:
    players, _, bob = await seated(wire)
    board = players.board
    await wire.discord.removes(board)
    assert (await bob.presses(stay(board))).wordless
    await wire.discord.until(lambda: players.board.id > board.id)
    assert not asks_still(players, board)
    await plays_on(wire, players)


@pytest.mark.parametrize("thread", [False, True], ids=["channel", "thread"])
async def test_a_game_outlives_its_channel(wire: Wire, *, thread: bool) -> None:
    players, ann, bob = await seated(wire, thread=thread)
    eve, board = wire.join("Eve", locale="fr"), players.board
    await wire.discord.deletes(wire.channel)
    another = wire.discord.add_channel(wire.guild, "another")
    for person in (ann, bob, eve):
        person.channel = another
    await told(await bob.runs("hand"), bob, "board-channel_gone")
    await told(await bob.runs("play", move="stay"), bob, "board-channel_gone")
    await told(await eve.runs("board"), eve, "error-no_table_here")
    await told(await ann.runs("board"), ann, "board-here")
    assert not asks_still(players, board)
    await plays_on(wire, players)


async def test_a_permission_is_taken_and_given_back(wire: Wire) -> None:
    players, ann, bob = await seated(wire)
    board = players.board
    await wire.discord.removes(board)
    await wire.discord.forbids(wire.channel, "view_channel")
    before = len(wire.discord.requests)
    await told(await bob.presses(stay(board)), bob, "board-cannot_see")
    await told(await ann.runs("hand"), ann, "board-cannot_see")
    await wire.discord.settled(0.5)
    asked = [it.ids for it in wire.discord.requests[before:]]
    here = [ids for ids in asked if ids.get("channel") == f"{wire.channel.id}"]
    # an edit and a new message; the page before it may still wait for its last edit
    assert 1 <= len([it for it in here if it.get("message") in (None, f"{board.id}")]) <= 2
    await wire.discord.allows(wire.channel)
    await told(await ann.runs("board"), ann, "board-here")
    await plays_on(wire, players)


async def test_an_archived_thread_is_woken_by_the_board(wire: Wire) -> None:
    players, ann, bob = await seated(wire, thread=True)
    board = players.board
    await wire.discord.archives(ann.channel)
    answer = await bob.presses(stay(board))
    await wire.discord.until(lambda: players.board.id > board.id)
    assert not ann.channel.archived
    assert answer.wordless
    await plays_on(wire, players)


async def test_a_bot_that_is_kicked_and_invited_again_posts_its_boards(wire: Wire) -> None:
    players, _, bob = await seated(wire)
    board, before = players.board, stored(wire)
    await wire.discord.removes(board)
    await wire.discord.kicks(wire.guild)
    with wire.discord.acknowledged_within(0.2):
        assert (await bob.presses(stay(board))).failed
    assert stored(wire) == before
    await wire.discord.invites(wire.guild)
    # below the greeting
    await wire.discord.until(lambda: players.board.id > board.id and asks_still(players, board))
    assert (await bob.presses(stay(board))).wordless
    await plays_on(wire, players)


# --- what comes twice ----------------------------------------------------------------------------


async def test_a_double_delivery_is_done_once(wire: Wire) -> None:
    wire.discord.twice = True
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    players = await begin(ann, bob, seed=5)
    await players.play(until=lambda: len(players.answers) > 25)
    await wire.discord.settled()
    assert len(stored(wire)) == 1
    assert clicked(wire, "interaction") == clicked(wire, "DISTINCT interaction")
    for answer in players.answers:
        assert len(answer.replies) <= 1, answer.text
    shown = wire.discord.world.messages[ann.channel.id].values()
    boards = Counter(it.to for it in shown if it.to and is_own_board(Shown(it.payload)))
    assert boards == {ann.user.id: 1, bob.user.id: 1}


async def test_a_click_that_is_delivered_again_later_changes_nothing(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    players = await begin(ann, bob, seed=6, pace="none")  # the bot does nothing by itself
    await players.play(until=lambda: len(players.answers) > 5)
    await delivered(wire, players.table)
    await wire.discord.settled()
    board, before = players.board, stored(wire)
    for interaction in [*wire.discord.interactions.values()]:
        await wire.discord.repeat(interaction)
    await wire.discord.settled()
    assert stored(wire) == before
    assert players.board.text == board.text


# --- what is old ---------------------------------------------------------------------------------


async def test_buttons_of_last_week_are_answered_and_do_nothing(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob", locale="fr")
    players = await gather(ann, bob, seed=8)
    old = {part.custom_id: part for part in players.board.buttons}
    # these ask, open the hand as it is now, or need no table
    always = re.compile(":(cancel|cards|answer|quiet|learn):")
    await players.start()

    def stale() -> list[Button]:
        fresh = {part.custom_id: part for part in players.board.buttons}
        old.update(fresh)
        return [it for name, it in old.items() if name not in fresh and not always.search(name)]

    await played(wire, players, lambda _: len(stale()) > 12)
    buttons = stale()
    for message in wire.messages[:-3]:
        await wire.discord.removes(message)
    await wire.bot.restart()
    await _change_nothing(wire, *[person.pressing(it) for it in buttons for person in (ann, bob)])
    await plays_on(wire, players)


async def _change_nothing(wire: Wire, *acts: Act, refused: bool = True) -> None:
    """Check that each is answered in private, and refused, and that nothing changes."""
    await wire.discord.settled()
    before, answers = stored(wire), list[Answer]()
    for start in range(0, len(acts), 20):
        answers += await at_once(*acts[start : start + 20])
    for act, answer in zip(acts, answers, strict=True):
        assert answer.acknowledged, act
        await answer.says()  # on a busy machine it is promised first
        assert answer.private, act
        assert not refused or answer.text.startswith(REFUSED), (act.data, answer.text)
    assert stored(wire) == before


# --- what is forged ------------------------------------------------------------------------------


async def test_a_stranger_changes_nothing_whatever_is_pressed(wire: Wire) -> None:
    players, _, bob = await seated(wire)
    eve, table = wire.join("Eve", locale="fr"), players.table
    moment = next(press.moment for press in presses(players.board) if press.moment is not None)
    shown = await players.look(bob)
    assert shown is not None
    slots = [press for press in presses(shown) if press.action == "slot"]
    told = {"rules", "topic", "log", "more", "proof", "learn", "tips"}
    told |= {"tell_me", "tell_no_more", "quiet_host", "loud_host", "plan", "remind"}
    told |= {action for action in ACTIONS if action.partition("_")[0] == "ship"}  # one's own
    every = [
        Press(table, action, argument, moment=moment, turn=turn)
        for action in sorted(ACTIONS - told)
        for argument, turn in (("", None), ("stay", None), ("0", 0), ("0", 1))
    ]
    button = stay(players.board)
    forms = [forged(button, press.custom_id) for press in (*slots, *every)]
    await _change_nothing(wire, *[eve.pressing(it) for it in forms])
    assert eve.mention not in players.board.text
    await plays_on(wire, players)


async def test_forged_buttons_are_answered_and_change_nothing(wire: Wire) -> None:
    players, ann, bob = await seated(wire)
    rng, board = Random("forged"), players.board
    drawn = [it for it in board.buttons if ":nudge:" not in it.custom_id]
    names = [_mutated(rng, button) for button in rng.choices(drawn, k=FORGED)]
    acts = [_forged(rng, rng.choice((ann, bob)), stay(board), name) for name in names]
    await _change_nothing(wire, *acts, refused=False)
    await plays_on(wire, players)


def _mutated(rng: Random, button: Button) -> str:
    """A name that is like one that we drew, but for a part of it; or like none at all."""
    if rng.random() < 0.2:
        return "".join(chr(rng.choice((rng.randrange(32, 127), 0x202E, 0x1F98A))) for _ in "x" * 90)
    parts = button.custom_id.split(":")
    spot = rng.choice((1, 2, 4))
    parts[spot] = rng.choice(("", "0", "-1", "9" * 40, "x" * 24, "\x00", "stay", "٣", "-"))
    if spot == 2 and parts[spot] == "-":  # for any moment: that would be no forgery
        parts[spot] = "7777"
    return ":".join(parts)[:100]


def _forged(rng: Random, person: Person, on: Button, name: str) -> Act:
    """A press of it, or a choice of things that were never offered."""
    act = person.pressing(forged(on, name))
    if rng.random() < 0.5:
        return act
    values = rng.choice(([], ["base"] * 25, ["\u202e" * 100], ["0", "0"], ["pace=live"]))
    data = {"custom_id": name, "component_type": STRING_SELECT, "values": values}
    assert act.data["component_type"] == BUTTON
    return Act(person, COMPONENT, data, act.source)
