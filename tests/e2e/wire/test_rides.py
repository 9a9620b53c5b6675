"""Boards come with the answers to clicks: in order, once, and whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
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
from tests.e2e.wire.people import Act
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.server import PATIENCE
from tests.e2e.wire.world import Guild
from tests.host.limits import GALLERY, every

pytestmark = pytest.mark.asyncio(loop_scope="module")

Json = dict[str, Any]

LOOKS_EVERY: Final = 0.02  # seconds
TRIES: Final = 10
"""On a busy machine a board may not be ready in time to ride: then somebody else tries."""
SOON: Final = 0.8
"""Seconds; by then the bot has not sent a promise beside an answer that hangs."""


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def _one_writer(shared: Wire) -> AsyncIterator[None]:
    """Check that no two requests changed a message at the same time."""
    yield
    shared.discord.lift_faults()
    await shared.discord.settled(0.2)
    assert not [f"{it}" for it in shared.discord.traffic.meetings]


@pytest_asyncio.fixture(loop_scope="module")
async def apart(tmp_path: Path) -> AsyncIterator[Wire]:
    """A wire that is not shared: the bot remembers where pictures are lost."""
    async with wired(tmp_path) as wire:
        wire.forgive("pictures")
        yield wire
        await wire.discord.settled(0.2)
        assert not [f"{it}" for it in wire.discord.traffic.meetings]


class Seen:
    """The bot's requests since this was made."""

    def __init__(self, wire: Wire) -> None:
        self._requests = wire.discord.requests
        self._begun = len(self._requests)

    @property
    def carried(self) -> list[Asked]:
        """Those that changed a board, or tried to."""
        return [it for it in self._requests[self._begun :] if it.changes is not None]

    def of(self, board: Shown) -> list[Asked]:
        return [it for it in self.carried if it.changes == board.id]

    def ways(self, board: Shown) -> list[str]:
        return [it.way for it in self.of(board)]


def outbox(wire: Wire, table: str) -> list[tuple[str, int]]:
    """Return the pages of a table that are not known to be shown."""
    with reading(wire.bot.database) as db:
        asks = "SELECT kind, version FROM outbox WHERE table_id = ?"
        return db.execute(asks, (table,)).fetchall()


async def delivered(wire: Wire, table: str) -> None:
    await becomes(lambda: not outbox(wire, table))


async def becomes(holds: Callable[[], object]) -> None:
    """Wait until this holds in the bot's database or log; no request tells of their changes."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(LOOKS_EVERY)


async def shown(wire: Wire, players: Players, *people: Person) -> None:
    """Wait until the lobby names all of these, and nothing is left to paint."""
    await wire.discord.until(lambda: all(it.mention in players.board.text for it in people))
    await delivered(wire, players.table)


async def passenger(wire: Wire) -> tuple[Flight, Act]:
    flight = await boarding(wire)
    return flight, flight.stay()


async def newcomer(wire: Wire) -> tuple[tuple[Players, list[Person], Seen], Act]:
    """A lobby with one person in it, three others beside it, and the first of them who joins."""
    players = await lobby(wire, "Ann")
    channel = players.people[0].channel
    others = [wire.join(name, channel=channel) for name in ("Bob", "Carl", "Dora")]
    await delivered(wire, players.table)
    return (players, others, Seen(wire)), others[0].pressing(action="join")


async def held_ride(
    wire: Wire, who: Callable[[Wire], Awaitable[tuple[Any, Act]]] = passenger, **how: Any
) -> tuple[Any, Answer]:
    """Somebody clicks, and the answer that carries the board is held up."""
    for _ in range(TRIES):
        scene, act = await who(wire)
        held = wire.discord.fault("POST", CALLBACK, kind=UPDATE, held=True, **how)
        answer = await act.begin()
        await wire.discord.until(lambda held=held, it=answer: held.hits or it.acknowledged)
        if held.hits:
            return scene, answer
        held.lift()
    raise AssertionError("no board is ready in time")


async def ridden(wire: Wire, fault: Json | None = None) -> tuple[Flight, Answer, Seen]:
    """Have passengers stay until the bot tries to answer with a board, which ends in this fault."""
    for _ in range(TRIES):
        flight, seen = await boarding(wire), Seen(wire)
        if fault is not None:
            wire.discord.fault("POST", CALLBACK, kind=UPDATE, **fault)
        answer = await flight.stay().begin()
        await flight.is_shown()
        await delivered(wire, flight.players.table)
        wire.discord.lift_faults()
        if "callback" in seen.ways(flight.drawn):
            return flight, answer, seen
    raise AssertionError("no board is ready in time")


async def in_the_air(wire: Wire, guild: Guild | None = None) -> Players:
    """Start a game of two people, who give all their answers themselves."""
    players = await lobby(wire, "Ann", "Bob", guild=guild)
    await players.start()
    for person in players.people:
        await person.runs("seat orders", ask=True)
    return players


async def played(wire: Wire, players: Players, clicks: int) -> None:
    """Play on for this number of clicks, until all is shown."""
    before = len(players.answers)
    await players.play(until=lambda: len(players.answers) > before + clicks)
    await delivered(wire, players.table)


# --- as it should be -----------------------------------------------------------------------------


async def test_a_board_comes_with_the_answer(shared: Wire) -> None:
    flight, answer, seen = await ridden(shared)
    assert (answer.kind, answer.wordless) == ("update", True)
    await shared.discord.settled()
    assert seen.ways(flight.drawn) == ["callback"]
    assert flight.ledger.acts == [STAYED]
    assert len(pictures(shared, flight.drawn)) == 1
    assert pictures(shared, flight.drawn) == in_galleries(flight.drawn.payload)


async def test_of_two_clicks_together_one_carries_and_one_edit_shows_both(shared: Wire) -> None:
    for _ in range(TRIES):
        (players, (bob, carl, _), seen), join = await newcomer(shared)
        board = players.board
        answers = await at_once(join, carl.pressing(action="join"))
        assert {answer.kind for answer in answers} <= {"deferred_update", "update"}
        await shown(shared, players, bob, carl)
        await shared.discord.settled()
        ways = seen.ways(board)
        assert len(ways) <= 2
        assert "bot" not in ways
        if ways.count("callback") == 1:
            return
    raise AssertionError("no board is ready in time")


async def test_clicks_during_a_ride_share_one_edit(shared: Wire) -> None:
    for _ in range(TRIES):
        (players, (bob, carl, dora), seen), first = await held_ride(shared, newcomer)
        others = await at_once(carl.pressing(action="join"), dora.pressing(action="join"))
        assert [it.kind for it in others] == ["deferred_update"] * 2
        assert outbox(shared, players.table)
        board = players.board
        shared.discord.lift_faults()
        await first.comes()
        await shown(shared, players, bob, carl, dora)
        await shared.discord.settled()
        if first.kind == "update":
            assert seen.ways(board) == ["callback", "webhook"]
            return
    raise AssertionError("the others are too slow while the answer is held up")


async def test_a_board_stays_in_the_outbox_until_it_has_arrived(shared: Wire) -> None:
    flight, stay = await held_ride(shared)
    assert flight.ledger.acts == [STAYED]
    assert outbox(shared, flight.players.table)
    shared.discord.lift_faults()
    await stay.comes()
    await delivered(shared, flight.players.table)
    assert flight.shows_it


async def test_a_game_in_which_everybody_clicks_at_once(shared: Wire) -> None:
    for game in range(5):  # on a busy machine no board may be ready in time for its answer
        carried = await carried_in_a_rush(shared, f"rush-{game}")
        rode = [it.well for it in carried if it.way == "callback"]
        assert len(carried) > 10
        assert all(rode)
        if rode:
            return
    raise AssertionError("no board is ready in time")


async def carried_in_a_rush(shared: Wire, seed: str) -> list[Asked]:
    """Play in a channel of this name, all at once, and return what carried the boards."""
    channel = shared.discord.add_channel(shared.guild, seed)
    people = [shared.join(name, channel=channel) for name in ("Ann", "Bob", "Carl")]
    players, seen = await begin(*people, seed=seed), Seen(shared)
    for turn in range(40):
        if players.over:
            break
        if turn % 2:  # else the board may be under way all the time, and nothing rides
            await delivered(shared, players.table)
        await players.rush()
    await delivered(shared, players.table)
    return seen.carried


# --- what goes wrong -----------------------------------------------------------------------------


async def test_a_ride_that_is_refused_is_followed_by_an_edit(apart: Wire) -> None:
    log = Log(apart)
    flight, answer, seen = await ridden(apart, {"status": 400, "code": 50035})
    assert (await answer.comes()).kind == "deferred_update"
    assert seen.ways(flight.drawn) == ["callback", "webhook"]
    await log.says("an answer was refused: 400 50035")


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
    flight, answer, _ = await ridden(shared, LOST[name])
    tries = shared.discord.asked("POST", f"^/interactions/{answer.id}/")
    taken = name != "too late" or len(tries) > 1  # a slow machine promises beside the refused one
    if taken:
        await answer.comes()
    assert answer.acknowledged == taken
    assert answer.replies == []
    assert flight.ledger.acts == [STAYED]


async def test_a_board_in_the_answer_to_a_click_that_came_twice_is_shown(shared: Wire) -> None:
    """Discord takes the second answer, while the one with the board is on its way."""
    flight, stay = await held_ride(shared)
    await shared.discord.repeat(stay.interaction)
    await stay.comes()
    await flight.is_shown()
    await delivered(shared, flight.players.table)
    shared.discord.lift_faults()
    assert flight.ledger.acts == [STAYED]


async def test_a_token_that_has_run_out_gives_way_to_the_bot_s_own(shared: Wire) -> None:
    (players, (bob, carl, dora), _), _ = await newcomer(shared)
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
    await dora.runs("join")
    await shown(shared, players, bob, carl, dora)
    assert seen.ways(board)[2:] == ["bot"]  # it is not tried again


@pytest.mark.parametrize("wait", [0.3, 60.0])
async def test_a_rate_limited_token_loses_no_board(shared: Wire, wait: float) -> None:
    (players, (bob, carl, _), _), join = await newcomer(shared)
    await bob.does(join)
    await shown(shared, players, bob)
    seen, board = Seen(shared), players.board
    shared.discord.fault("PATCH", ORIGINAL, status=429, retry_after=wait)
    shared.forgive("rate limited")
    await carl.runs("join")
    await shown(shared, players, bob, carl)
    assert seen.of(board)[0].status == 429


@pytest.mark.parametrize("after", [False, True], ids=["not sent", "sent"])
async def test_a_kill_between_commit_and_ride_loses_no_board(apart: Wire, *, after: bool) -> None:
    flight, _ = await held_ride(apart, after=after)
    await apart.discord.until(lambda: flight.shows_it or not after)
    await apart.bot.kill()
    assert flight.ledger.acts == [STAYED]
    assert outbox(apart, flight.players.table)
    apart.discord.lift_faults()
    await apart.bot.start()
    await flight.is_shown()
    await delivered(apart, flight.players.table)
    await played(apart, flight.players, 5)


# --- pictures: the ladder ------------------------------------------------------------------------


def pictures(wire: Wire, board: Shown) -> list[str]:
    """Return the files that a board shows in its galleries, as it is now."""
    message = wire.discord.world.messages[board.channel].get(board.id)
    return in_galleries(message.payload) if message else []


def carries_picture(asked: Asked) -> bool:
    """Whether an update response carries a board with a picture."""
    data: Json = (asked.json or {}).get("data") or {}
    return asked.kind == UPDATE and "components" in data and bool(in_galleries(data))


def in_galleries(payload: Json) -> list[str]:
    """Return the files that a message shows in its galleries."""
    galleries = [part for part in every(payload["components"]) if part["type"] == GALLERY]
    return [item["media"]["url"] for part in galleries for item in part["items"]]


def above(wire: Wire, players: Players) -> list[Shown]:
    """Return the messages with a picture, which are no boards: their boards have none."""
    hung = [it for it in wire.discord.messages_in(players.people[0].channel) if it.pictures]
    assert not any(it.buttons for it in hung)
    return hung


def learned(wire: Wire, way: Way) -> int:
    """Return how many channels the bot has seen to lose pictures in this way."""
    return wire.bot.log.count(f"a channel keeps no pictures ({way})")


@pytest.mark.parametrize("kept", ["refused", "lost"])
async def test_a_ride_that_costs_the_picture_is_not_tried_again_in_its_channel(
    apart: Wire, kept: Kept
) -> None:
    apart.discord.files.in_answers = kept
    flight, _, _ = await ridden(apart)
    await apart.discord.until(lambda: len(pictures(apart, flight.drawn)) == 1)
    await becomes(lambda: learned(apart, "rides"))
    begun = len(apart.discord.requests)
    await played(apart, flight.players, 5)
    rode = [asked for asked in apart.discord.requests[begun:] if asked.way == "callback"]
    assert rode
    assert not [asked for asked in rode if carries_picture(asked)]
    known = learned(apart, "rides")
    await ridden(apart)  # in another channel the bot tries it
    await becomes(lambda: learned(apart, "rides") > known)


@pytest.mark.parametrize(("kept", "alone"), [("refused", True), ("lost", False)])
async def test_a_game_goes_on_where_no_edit_keeps_a_picture(
    apart: Wire, kept: Kept, *, alone: bool
) -> None:
    files = apart.discord.files
    files.in_answers = files.in_edits = kept
    files.alone = alone
    players = await in_the_air(apart)
    await played(apart, players, 12)
    await becomes(lambda: learned(apart, "edits"))
    assert players.board.buttons
    assert len(above(apart, players)) == alone  # above the board, or in words


async def test_servers_that_agree_that_edits_lose_pictures_speak_for_all(apart: Wire) -> None:
    apart.discord.files.in_answers = apart.discord.files.in_edits = "refused"

    async def plays(name: str) -> Players:
        players = await in_the_air(apart, apart.discord.add_guild(name))
        await played(apart, players, 12)
        return players

    for number in range(AGREEING_SERVERS):
        await plays(f"server-{number}")
        await becomes(lambda known=number + 1: learned(apart, "edits") == known)
    players = await plays("another server")
    assert learned(apart, "edits") == AGREEING_SERVERS
    assert len(above(apart, players)) == 1  # though nothing failed there


async def test_a_channel_without_files_has_boards_in_words(apart: Wire) -> None:
    players = await lobby(apart, "Ann", "Bob")
    apart.discord.files.unwelcome[players.people[0].channel.id] = "too_large"
    await players.start()
    await played(apart, players, 5)
    assert players.board.buttons
    assert pictures(apart, players.board) == []
