"""A request fails in every way there is: moves are stored once, boards follow, the log is calm."""

from __future__ import annotations

from typing import Any, Final

import pytest

from bot.words import catalogue
from tests.e2e.wire import Discord, Person, Wire
from tests.e2e.wire.asked import Asked
from tests.e2e.wire.boards import newest_in
from tests.e2e.wire.faulty import AWAY, CALLBACK, LIMITED, Log, called, edits, failing, posts
from tests.e2e.wire.flying import STAYED, Ledger, boarding, lobby

pytestmark = pytest.mark.asyncio(loop_scope="module")

Json = dict[str, Any]

say: Final = catalogue("en")

# --- every fault, with every kind of request -----------------------------------------------------

FAULTS: Final[dict[str, Json]] = {
    "500": {"status": 500},
    "500 twice": {"status": 500, "times": 2},
    "503": {"status": 503},
    "504": {"status": 504},
    "429": {"status": 429, "retry_after": 0.2},
    "500 afterwards": {"status": 500, "after": True},
    "broken off": {"drop": True},
    "broken off afterwards": {"drop": True, "after": True},
}
SENDING: Final = [
    pytest.param(name, marks=[pytest.mark.long] if name == "500 twice" else []) for name in FAULTS
]
"""The same for new messages."""
TOLD: Final[dict[str, str]] = {
    "503": AWAY,
    "429": LIMITED,
    "broken off": AWAY,
    "broken off afterwards": AWAY,
}
"""Text of the one warning; where discord.py retries, there is none."""
NO_ANSWER: Final[dict[str, Json]] = {
    "hangs": {"delay": 3.0},
    "hangs afterwards": {"delay": 3.0, "after": True},
    "there already": {"status": 400, "code": 40060, "after": True},
    "too late": {"status": 404, "code": 10062},
    "shut out": {"status": 429, "via": False},
}
REFUSED: Final = ("too late", "shut out")
"""After these the click has no answer, and the answer is not tried again."""
NO_ANSWER_TOLD: Final[dict[str, str]] = {"429": LIMITED, "shut out": "an answer was refused: 429 0"}


@pytest.mark.parametrize("name", [*FAULTS, *NO_ANSWER])
async def test_an_answer_fails(shared: Wire, name: str) -> None:
    flight, fault = await boarding(shared), (FAULTS | NO_ANSWER)[name]
    async with failing(shared, "POST", CALLBACK, fault, NO_ANSWER_TOLD.get(name)):
        answer = await flight.stay().begin()
        await flight.is_shown()
    tries = shared.discord.asked("POST", f"^/interactions/{answer.id}/")
    taken = name not in REFUSED or len(tries) > 1  # a slow machine promises beside the refused one
    if taken:
        await answer.comes()
    assert answer.acknowledged == taken
    assert answer.replies == []
    assert flight.ledger.acts == [STAYED]


@pytest.mark.parametrize("name", FAULTS)
async def test_an_edit_fails(shared: Wire, name: str) -> None:
    flight = await boarding(shared)
    async with failing(shared, "PATCH", edits(flight.captain), FAULTS[name], TOLD.get(name)):
        answer = await flight.stays_by_command()
        assert say("done") in answer.text
        await flight.is_shown()
    assert flight.ledger.acts == [STAYED]


@pytest.mark.parametrize("name", SENDING)
async def test_the_message_that_closes_a_lobby_fails(shared: Wire, name: str) -> None:
    """One that was posted though nobody heard of it is found again: there is never a second one."""
    players = await lobby(shared, "Ann", "Bob")
    ann, bob = players.people
    ledger, told = Ledger(shared.bot.database, players.table), TOLD.get(name)
    fails = told == AWAY
    said = "no game was started" if fails else told
    async with failing(shared, "POST", posts(ann), FAULTS[name], said):
        answer = await ann.presses(action="start")
        if fails:
            assert say("not-begun-slow") in (await answer.says()).text
            assert ledger.acts == []
            answer = await ann.presses(action="start")
        assert say("hand-title") in (await answer.says()).text
    _, closing, board = shared.discord.messages_in(ann.channel)  # the lobby is the first
    assert [int(it["id"]) for it in closing.payload["mentions"]] == [ann.id, bob.id]
    assert ledger.acts == [(0, "start", f"{closing.id} {board.id}")]


@pytest.mark.parametrize("name", SENDING)
async def test_a_notice_fails(shared: Wire, name: str) -> None:
    flight = await boarding(shared)
    ann, bob = flight.players.people
    async with failing(shared, "POST", posts(ann), FAULTS[name], TOLD.get(name)):
        assert say("nudged") in (await ann.runs("nudge")).text
        await shared.discord.until(lambda: len(shared.discord.messages_in(ann.channel)) == 4)
    assert len(shared.discord.messages_in(ann.channel)) == 4
    assert called(shared.discord, ann) == [bob.id]
    assert flight.ledger.acts == [(0, "nudge", "")]


# --- what is too much, too old, or forbidden -----------------------------------------------------


async def test_a_board_too_old_to_edit_is_posted_again_only_once(shared: Wire) -> None:
    flight = await boarding(shared)
    fault = {"status": 429, "code": 30046, "retry_after": 0.05, "times": None}
    old = f"{edits(flight.captain)}{flight.drawn.id}"
    injected = shared.discord.fault("PATCH", old, **fault)
    await flight.stays_by_command()
    await flight.is_shown()

    def ids() -> list[int]:
        return [it.id for it in shared.discord.messages_in(flight.captain.channel)]

    await shared.discord.until(lambda: flight.drawn.id not in ids())
    await shared.discord.settled()
    assert injected.hits
    shown = shared.discord.messages_in(flight.captain.channel)
    # a warning has no buttons
    (board,) = [it for it in shown if it.id > flight.drawn.id and it.buttons]
    assert board.pinged == []


async def test_a_rate_limited_request_is_not_sent_before_its_time(shared: Wire) -> None:
    flight, log = await boarding(shared), Log(shared)
    fault = {"status": 429, "retry_after": 600.0, "times": None}
    injected = shared.discord.fault("PATCH", edits(flight.captain), **fault)
    stay = await flight.stays_by_command()
    await shared.discord.until(lambda: say("board-unreachable") in stay.text)
    await shared.discord.settled(1.0)
    assert len(injected.hits) == 1
    assert LIMITED in "".join(log.warnings)
    assert len(log.warnings) == 1, log.warnings
    injected.lift()
    await flight.captain.runs("board")  # a click may try again
    await flight.is_shown()


async def test_no_game_begins_in_a_forbidden_channel(shared: Wire) -> None:
    discord, players = shared.discord, await lobby(shared, "Ann", computers=2)
    (ann,) = players.people
    ledger = Ledger(shared.bot.database, players.table)
    await discord.settled(0.5)  # until the last of the computers stands in the lobby
    await discord.forbids(ann.channel, "view_channel")
    answer = await ann.presses(action="start")
    assert say("board-cannot_see") in (await answer.says()).text
    assert (ledger.acts, len(refused(discord, ann))) == ([], 1)
    await discord.allows(ann.channel)
    assert say("hand-title") in (await (await ann.presses(action="start")).says()).text


async def test_a_forbidden_channel_is_not_tried_again_before_a_click(shared: Wire) -> None:
    discord, players = shared.discord, await lobby(shared, "Ann", computers=2)
    (ann,) = players.people
    await players.start()
    await ann.runs("seat orders", ask=True)

    def asked_first() -> str:
        """Return the question that the game puts to her next; "" if others come first."""
        table = newest_in(shared.bot.database, ann.channel.id)
        game = table and table.game
        return game.question if game is not None and game.waiting[:1] == (0,) else ""

    def speaks() -> bool:
        return asked_first() == "declaration"

    def goes_on() -> bool:
        return len(ledger.acts) > 1 or asked_first() not in ("", "declaration")

    await players.play(until=speaks)
    await ann.runs("seat quiet", on=True)  # or a window may wait for her
    ledger, log = Ledger(shared.bot.database, players.table), Log(shared)
    await discord.settled(0.5)  # no board is under way
    await discord.forbids(ann.channel, "view_channel")
    await ann.runs("play", move="declare cannot")
    if not ledger.acts:  # her cards cover what was rolled
        await ann.runs("play", move="declare can")
    await discord.until(lambda: bool(refused(discord, ann)))
    await discord.until(goes_on)  # the computers decide whether to go with her, or all have left
    await discord.settled(0.5)  # the answer may have been quicker than the board
    looked = await ann.runs("hand")
    assert say("board-cannot_see") in looked.text
    asked = len(refused(discord, ann))
    assert asked == 1
    assert len(log.warnings) == 1
    await discord.allows(ann.channel)
    await discord.settled(0.2)
    assert len(refused(discord, ann)) == asked
    await ann.runs("board")
    await discord.until(lambda: ann.mention in players.board.text)


def refused(discord: Discord, person: Person) -> list[Asked]:
    """Return the requests in this person's channel that were forbidden."""
    path = f"/channels/{person.channel.id}/"
    return [it for it in discord.requests if it.path.startswith(path) and it.status == 403]
