"""Boards come with the answers to clicks: in order, once, and whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from bot.board.picture_support import AGREEING_SERVERS, Way
from bot.store.sqlite.files import reading
from tests.client.messages import Shown
from tests.e2e.wire import Answer, Person, Wire, at_once, wired
from tests.e2e.wire.asked import Asked
from tests.e2e.wire.faulty import CALLBACK, ORIGINAL, Log
from tests.e2e.wire.files import Kept
from tests.e2e.wire.flying import STAYED, Flight, boarding, lobby
from tests.e2e.wire.interactions import UPDATE
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.server import PATIENCE
from tests.host.limits import GALLERY, every

pytestmark = pytest.mark.asyncio(loop_scope="module")

Json = dict[str, Any]

LOOKS_EVERY: Final = 0.02  # seconds
TRIES: Final = 10
SOON: Final = 0.8
"""Seconds; by then the bot has not sent a promise beside an answer that hangs."""


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def _one_writer(shared: Wire) -> AsyncIterator[None]:
    """Check that no two requests changed a message at the same time."""
    yield
    discord = shared.discord
    discord.lift_faults()
    await discord.settled(0.2)
    assert not [f"{it}" for it in discord.traffic.meetings]


@dataclass
class Seen:
    """The bot's requests since this was made."""

    wire: Wire
    begun: int = field(init=False)

    def __post_init__(self) -> None:
        self.begun = len(self.wire.discord.requests)

    def of(self, board: Shown) -> list[Asked]:
        """The requests that changed this board, or tried to."""
        return [it for it in self.wire.discord.requests[self.begun :] if it.changes == board.id]

    def ways(self, board: Shown) -> list[str]:
        """The way of each request (see `Asked.way`)."""
        return [it.way for it in self.of(board)]


def outbox(wire: Wire, table: str) -> list[tuple[str, int]]:
    """The pages of a table that are known not to be shown yet."""
    with reading(wire.bot.database) as db:
        asks = "SELECT kind, version FROM outbox WHERE table_id = ?"
        return db.execute(asks, (table,)).fetchall()


async def delivered(wire: Wire, table: str) -> None:
    """Wait until nothing is left to paint."""
    await becomes(lambda: not outbox(wire, table))


async def becomes(holds: Callable[[], object]) -> None:
    """Wait until this holds in the bot's database; no request tells of its changes."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(LOOKS_EVERY)


async def shown(wire: Wire, players: Players, *people: Person) -> None:
    """Wait until the lobby names all of these, and nothing is left to paint."""

    def holds() -> bool:
        return all(it.mention in players.board.text for it in people)

    await wire.discord.until(holds)
    await delivered(wire, players.table)


async def held_ride(wire: Wire, **how: Any) -> tuple[Flight, Answer]:
    """A passenger stays, and the answer that carries the board is held up.

    On a busy machine a board may not be ready in time to ride: then another passenger tries.
    """
    for _ in range(TRIES):
        flight = await boarding(wire)
        held = wire.discord.fault("POST", CALLBACK, kind=UPDATE, held=True, **how)
        stay = await flight.stay().begin()
        await wire.discord.until(lambda held=held, it=stay: held.hits or it.acknowledged)
        if held.hits:
            return flight, stay
        held.lift()
    raise AssertionError("no board is ready in time")


@dataclass(frozen=True)
class Ridden:
    """A passenger stayed, and the bot has tried to answer with the board."""

    flight: Flight
    answer: Answer
    seen: Seen


async def ridden(wire: Wire, fault: Json | None = None) -> Ridden:
    """Have passengers stay until the bot tries to answer with a board, which ends in this fault."""
    for _ in range(TRIES):
        flight, seen = await boarding(wire), Seen(wire)
        injected = wire.discord.fault("POST", CALLBACK, kind=UPDATE, **fault) if fault else None
        answer = await flight.stay().begin()
        await flight.is_shown()
        await delivered(wire, flight.players.table)
        if "callback" in seen.ways(flight.drawn):
            return Ridden(flight, answer, seen)
        if injected is not None:
            injected.lift()
    raise AssertionError("no board is ready in time")


async def waiting_lobby(wire: Wire) -> tuple[Players, Person, Person]:
    """Open a lobby with one person in it; return two others beside it."""
    players = await lobby(wire, "Ann")
    channel = players.people[0].channel
    bob, carl = (wire.join(name, channel=channel) for name in ("Bob", "Carl"))
    await delivered(wire, players.table)
    return players, bob, carl


# --- as it should be -----------------------------------------------------------------------------


async def test_a_board_comes_with_the_answer(shared: Wire) -> None:
    it = await ridden(shared)
    assert (it.answer.kind, it.answer.wordless) == ("update", True)
    await shared.discord.settled()
    assert it.seen.ways(it.flight.drawn) == ["callback"]
    assert it.flight.ledger.acts == [STAYED]


async def test_of_two_clicks_together_one_carries_and_one_edit_shows_both(shared: Wire) -> None:
    players, bob, carl = await waiting_lobby(shared)
    board, seen = players.board, Seen(shared)
    answers = await at_once(bob.pressing(action="join"), carl.pressing(action="join"))
    assert {answer.kind for answer in answers} <= {"deferred_update", "update"}
    await shown(shared, players, bob, carl)
    await shared.discord.settled()
    ways = seen.ways(board)
    assert ways.count("callback") == 1
    assert len(ways) <= 2
    assert "bot" not in ways


async def test_clicks_during_a_ride_share_one_edit(shared: Wire) -> None:
    players, bob, carl = await waiting_lobby(shared)
    dora = shared.join("Dora", channel=bob.channel)
    board, seen = players.board, Seen(shared)
    held = shared.discord.fault("POST", CALLBACK, kind=UPDATE, held=True)
    first = await bob.pressing(action="join").begin()
    await shared.discord.until(lambda: held.hits)
    others = await at_once(carl.pressing(action="join"), dora.pressing(action="join"))
    assert [it.kind for it in others] == ["deferred_update"] * 2
    assert outbox(shared, players.table)
    held.release()
    assert (await first.comes()).kind == "update"
    await shown(shared, players, bob, carl, dora)
    await shared.discord.settled()
    assert seen.ways(board) == ["callback", "webhook"]


async def test_a_board_stays_in_the_outbox_until_it_has_arrived(shared: Wire) -> None:
    flight, stay = await held_ride(shared)
    assert flight.ledger.acts == [STAYED]
    assert outbox(shared, flight.players.table)
    shared.discord.lift_faults()
    await stay.comes()
    await delivered(shared, flight.players.table)
    assert flight.shows_it


async def test_a_game_in_which_everybody_clicks_at_once(shared: Wire) -> None:
    channel = shared.discord.add_channel(shared.guild, "rush")
    people = [shared.join(name, channel=channel) for name in ("Ann", "Bob", "Carl")]
    players, seen = await begin(*people, seed="rush"), Seen(shared)
    for turn in range(40):
        if players.over:
            break
        if turn % 2:  # else the board may be under way all the time, and nothing rides
            await delivered(shared, players.table)
        await players.rush()
    await delivered(shared, players.table)
    asked = shared.discord.requests[seen.begun :]
    carried = [it for it in asked if it.changes is not None]
    rode = [it for it in carried if it.way == "callback" and it.well]
    assert rode
    assert len(carried) > 10
    assert not [it for it in carried if it.way == "callback" and not it.well]


# --- what goes wrong -----------------------------------------------------------------------------


async def test_a_ride_that_is_refused_is_followed_by_an_edit(tmp_path: Path) -> None:
    """The bot remembers this about pictures, so it is not shared."""
    async with wired(tmp_path) as wire:
        wire.forgive("pictures")
        log = Log(wire)
        it = await ridden(wire, {"status": 400, "code": 50035})
        assert (await it.answer.comes()).kind == "deferred_update"
        assert it.seen.ways(it.flight.drawn) == ["callback", "webhook"]
        await log.says("an answer was refused: 400 50035")
        assert not wire.discord.traffic.meetings


LOST: Final[dict[str, Json]] = {
    "broken off": {"drop": True},
    "broken off afterwards": {"drop": True, "after": True},
    "slow": {"delay": SOON},
    "slow afterwards": {"delay": SOON, "after": True},
    "hangs": {"delay": 2.0},
    "hangs afterwards": {"delay": 2.0, "after": True},
    "limited": {"status": 429, "retry_after": 0.3},
    "too late": {"status": 404, "code": 10062},
}


@pytest.mark.parametrize("name", LOST)
async def test_an_unconfirmed_inline_update_is_shown(shared: Wire, name: str) -> None:
    it = await ridden(shared, LOST[name])
    if name != "too late":
        await it.answer.comes()
    assert it.answer.acknowledged == (name != "too late")
    assert not it.answer.shown
    assert it.flight.ledger.acts == [STAYED]


async def test_a_token_that_has_run_out_gives_way_to_the_bot_s_own(shared: Wire) -> None:
    players, bob, carl = await waiting_lobby(shared)
    board = players.board
    await bob.presses(action="join")
    await shown(shared, players, bob)
    seen, life = Seen(shared), shared.discord.token_life
    shared.discord.token_life = 0.0
    try:
        await carl.running("join").begin()
        await shown(shared, players, bob, carl)
    finally:
        shared.discord.token_life = life
    assert [(it.way, it.code) for it in seen.of(board)] == [("webhook", 50027), ("bot", 0)]
    dora = shared.join("Dora", channel=bob.channel)
    await dora.runs("join")
    await shown(shared, players, bob, carl, dora)
    assert seen.ways(board)[2:] == ["bot"]  # it is not tried again


@pytest.mark.parametrize("wait", [0.3, 60.0])
async def test_a_rate_limited_token_loses_no_board(shared: Wire, wait: float) -> None:
    players, bob, carl = await waiting_lobby(shared)
    await bob.presses(action="join")
    await shown(shared, players, bob)
    seen, board = Seen(shared), players.board
    shared.discord.fault("PATCH", ORIGINAL, status=429, retry_after=wait)
    shared.forgive("rate limited")
    await carl.runs("join")
    await shared.discord.until(lambda: carl.mention in players.board.text)
    await shown(shared, players, bob, carl)
    assert seen.of(board)[0].status == 429


# --- kill -9 -------------------------------------------------------------------------------------

MOMENTS: Final[dict[str, Json]] = {
    "before it is sent": {},
    "before it is heard of": {"after": True},
}


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_kill_between_commit_and_ride_loses_no_board(tmp_path: Path, moment: str) -> None:
    async with wired(tmp_path) as wire:
        flight, _ = await held_ride(wire, **MOMENTS[moment])
        await wire.discord.until(lambda: "after" not in MOMENTS[moment] or flight.shows_it)
        await wire.bot.kill()
        assert flight.ledger.acts == [STAYED]
        assert outbox(wire, flight.players.table)
        wire.discord.lift_faults()
        await wire.bot.start()
        await flight.is_shown()
        await delivered(wire, flight.players.table)
        assert not wire.discord.traffic.meetings
        clicks = len(flight.players.answers)
        await flight.players.play(until=lambda: len(flight.players.answers) > clicks + 5)


# --- pictures: the ladder ------------------------------------------------------------------------


def pictures(wire: Wire, board: Shown) -> list[str]:
    """The files that a board shows in its galleries, as it stands now."""
    message = wire.discord.world.messages[board.channel].get(board.id)
    return in_galleries(message.payload) if message else []


def carries_picture(asked: Asked) -> bool:
    """Whether an update response carries a board with a picture."""
    data: Json = (asked.json or {}).get("data") or {}
    return asked.kind == UPDATE and "components" in data and bool(in_galleries(data))


def in_galleries(payload: Json) -> list[str]:
    """The files that a message shows in its galleries."""
    galleries = [part for part in every(payload["components"]) if part["type"] == GALLERY]
    return [item["media"]["url"] for part in galleries for item in part["items"]]


def learned(wire: Wire, way: Way) -> int:
    """Return how many channels the bot has seen to lose pictures in this way."""
    return wire.bot.log.count(f"a channel keeps no pictures ({way})")


async def test_a_picture_is_kept_by_the_ride(tmp_path: Path) -> None:
    async with wired(tmp_path) as wire:
        it = await ridden(wire)
        assert it.answer.kind == "update"
        assert len(pictures(wire, it.flight.drawn)) == 1
        assert pictures(wire, it.flight.drawn) == in_galleries(it.flight.drawn.payload)
        assert not wire.discord.traffic.meetings


@pytest.mark.parametrize("kept", ["refused", "lost"])
async def test_a_ride_that_costs_the_picture_is_not_tried_again_in_its_channel(
    tmp_path: Path, kept: Kept
) -> None:
    async with wired(tmp_path) as wire:
        wire.discord.files.in_answers = kept
        wire.forgive("pictures")
        it = await ridden(wire)
        await becomes(lambda: learned(wire, "rides") == 1)
        await wire.discord.until(lambda: len(pictures(wire, it.flight.drawn)) == 1)
        players, begun = it.flight.players, len(wire.discord.requests)
        clicks = len(players.answers)
        await players.play(until=lambda: len(players.answers) > clicks + 5)
        await delivered(wire, players.table)
        rode = [asked for asked in wire.discord.requests[begun:] if asked.way == "callback"]
        assert rode
        assert not [asked for asked in rode if carries_picture(asked)]
        assert learned(wire, "rides") == 1
        await ridden(wire)  # in another channel the bot tries it
        await becomes(lambda: learned(wire, "rides") == 2)
        assert not wire.discord.traffic.meetings


@pytest.mark.parametrize(("kept", "alone"), [("refused", True), ("lost", False)])
async def test_a_game_goes_on_where_no_edit_keeps_a_picture(
    tmp_path: Path, kept: Kept, *, alone: bool
) -> None:
    async with wired(tmp_path) as wire:
        files = wire.discord.files
        files.in_answers = files.in_edits = kept
        files.alone = alone
        wire.forgive("pictures")
        players = await lobby(wire, "Ann", "Bob")
        await players.start()
        await players.play(until=lambda: len(players.answers) > 15)
        await delivered(wire, players.table)
        await becomes(lambda: learned(wire, "edits"))
        assert players.board.buttons
        hung = [it for it in wire.discord.messages_in(players.people[0].channel) if it.pictures]
        assert [bool(it.buttons) for it in hung] == [False] * alone  # above the board, or in words
        assert not wire.discord.traffic.meetings


async def test_servers_that_agree_that_edits_lose_pictures_speak_for_all(tmp_path: Path) -> None:
    async with wired(tmp_path) as wire:
        wire.discord.files.in_answers = wire.discord.files.in_edits = "refused"
        wire.forgive("pictures")

        async def plays(name: str) -> Players:
            guild = wire.discord.add_guild(name)
            players = await lobby(wire, "Ann", "Bob", guild=guild)
            await players.start()
            clicks = len(players.answers)
            await players.play(until=lambda: len(players.answers) > clicks + 12)
            await delivered(wire, players.table)
            return players

        for known in range(1, AGREEING_SERVERS + 1):
            await plays(f"server-{known}")
            assert learned(wire, "edits") == known
        players = await plays("another server")
        assert learned(wire, "edits") == AGREEING_SERVERS
        hung = [it for it in wire.discord.messages_in(players.people[0].channel) if it.pictures]
        assert [bool(it.buttons) for it in hung] == [False]  # above, though nothing failed there
        assert not wire.discord.traffic.meetings


async def test_a_channel_without_files_has_boards_in_words(tmp_path: Path) -> None:
    async with wired(tmp_path) as wire:
        players = await lobby(wire, "Ann", "Bob")
        channel = players.people[0].channel
        wire.discord.files.unwelcome[channel.id] = "too_large"
        await players.start()
        await players.play(until=lambda: len(players.answers) > 8)
        await delivered(wire, players.table)
        assert players.board.buttons
        assert pictures(wire, players.board) == []
        assert not wire.discord.traffic.meetings
