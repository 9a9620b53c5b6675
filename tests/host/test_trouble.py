"""Faults of the bot: a failing database, unexpected errors, slow work."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import discord
import pytest

from bot.discord.limits import ANSWER_WITHIN, EDIT_TIMEOUT
from bot.hosting.reader import TableCache
from bot.store.errors import DiskFull, Locked, StoreError
from tests.host.ground import Room
from tests.host.scenes import in_flight, is_silent, now, said, table_of, tells

SLOW: Final = 2.0
"""Seconds; longer than a click waits for its answer."""
HIDDEN: Final = "the compass in hand 0"
Call = Callable[..., Awaitable[Any]]


def refusing(kind: type[StoreError]) -> Call:
    """Return a call that fails with this error of the store."""

    async def refuse(*_: object, **__: object) -> None:
        raise kind

    return refuse


async def failing(*_: object, **__: object) -> None:
    raise RuntimeError(HIDDEN)


async def hanging(*_: object, **__: object) -> None:
    await asyncio.sleep(3600)  # of simcord's time


def slow(call: Call) -> Call:
    """Return the call, slowed down."""

    async def late(*args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(SLOW)
        return await call(*args, **kwargs)

    return late


def promised(room: Room) -> list[int]:
    """Return the deferrals: 5 for private ones, 6 for silent ones."""
    sent = [it for it in room.env.http_requests if it.path.endswith("/callback")]
    types = [request.json["type"] for request in sent if request.json]
    return [kind for kind in types if kind in (5, 6)]


# --- the database --------------------------------------------------------------------------


async def test_an_unstored_move_is_not_made_until_the_database_is_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bob = await in_flight(room)
    before, board, stay = await now(room), room.board.text, room.board.buttons[0]
    with monkeypatch.context() as patch:
        patch.setattr(room.bot.store, "commit", refusing(DiskFull))
        assert tells(await bob.presses(stay), bob, "error-store_full")
        assert tells(await bob.runs("quiet"), bob, "error-store_full")
        assert tells(await bob.presses(action="hand"), bob, "hand-title")
    assert (await now(room)).stored.snapshot == before.stored.snapshot
    assert room.board.text == board
    assert all("the store refused: full" in line for line in room.forgive())
    await bob.presses(stay)
    assert (await table_of(room)).question == "declaration"


async def test_an_unreadable_database_is_reported(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bob = await in_flight(room)
    with monkeypatch.context() as patch:
        patch.setattr(room.bot.service, "cache", TableCache(0))
        patch.setattr(room.bot.store, "table", refusing(Locked))
        for answer in (await bob.runs("hand"), await bob.presses(action="stay")):
            assert tells(answer, bob, "error-store_locked")
        assert await bob.types("play", "move", "") == []
    assert room.forgive()


# --- a thread without a table, and a table without a thread --------------------------------


def is_put_away(room: Room) -> bool:
    """Whether the only thread is archived."""
    (thread,) = room.channel.threads
    kept = room.env.backend.get_channel(thread.id).thread_metadata
    assert kept is not None
    return kept.archived


@pytest.mark.parametrize("fault", [refusing(DiskFull), failing], ids=["refused", "unforeseen"])
async def test_a_thread_is_archived_if_its_table_is_not_opened(
    room: Room, monkeypatch: pytest.MonkeyPatch, fault: Call
) -> None:
    ann = room.join("Ann", locale="fr")
    with monkeypatch.context() as patch:
        patch.setattr(room.bot.store, "commit", fault)
        answer = await ann.runs("new", thread=True)
        assert tells(answer, ann, "error-store_full") or fault is failing
    assert is_put_away(room)
    assert room.forgive()
    assert is_silent(await ann.runs("new"))


async def test_a_thread_is_archived_if_its_click_is_cancelled(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = room.join("Ann")
    room.patience = 0
    with monkeypatch.context() as patch:
        patch.setattr(room.bot.store, "commit", hanging)
        await room.at_once(ann.running("new", thread=True))
        await room.passes(ANSWER_WITHIN)  # it is promised, and waited for
        for click in room.bot._clicks:
            click.cancel()
        await room.settle()
    assert is_put_away(room)


NO_THREAD: dict[str, BaseException | None] = {
    "limited": discord.RateLimited(90),
    "away": aiohttp.ServerDisconnectedError(),
    "blocked": KeyError("retry_after"),
    "hanging": None,
}


@pytest.mark.parametrize("fault", NO_THREAD)
async def test_a_thread_that_cannot_be_made_holds_up_no_server(
    room: Room, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    async def make(*_: object, **__: object) -> None:
        if (error := NO_THREAD[fault]) is not None:
            raise error
        await hanging()

    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    monkeypatch.setattr(room.bot.http, "start_thread_without_message", make)
    act = ann.running("new", thread=True)
    await room.at_once(act)
    await room.passes(EDIT_TIMEOUT)
    assert tells(room._answer(act), ann, "error-thread_refused")
    assert room.channel.threads == []
    assert not room.bot.service.lock(f"server {room.guild.id}").locked()
    await bob.runs("new")  # where we are shut out, its board has to wait
    assert len(await room.bot.store.open_tables_in(room.guild.id)) == 1


# --- what nobody foresaw -------------------------------------------------------------------


async def test_an_unexpected_error_is_answered_with_its_number(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bob = await in_flight(room)
    monkeypatch.setattr(room.bot.service, "do", failing)
    for act in (bob.pressing(action="stay"), bob.running("quiet")):
        answer = await bob.does(act)
        (number,) = re.findall(r"\b[0-9a-f]{6}\b", answer.text)
        assert tells(answer, bob, "error-unexpected", number=number)
        (logged,) = room.forgive()
        assert f"fault {number}: RuntimeError" in logged
        assert HIDDEN not in answer.text + logged
    monkeypatch.setattr(room.bot.service, "look", failing)
    assert await bob.types("play", "move", "") == []
    assert HIDDEN not in "".join(room.forgive())


@pytest.mark.parametrize("name", ["dance", "character"])  # gone; and now with an option
async def test_a_command_of_another_version_says_so(room: Room, name: str) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.does(ann.running("help").renamed(name))
    assert tells(answer, ann, "error-old_command")


async def test_autocomplete_for_an_outdated_command_gets_no_message(room: Room) -> None:
    ann = room.join("Ann")
    act = ann.running("play", move="sta").renamed("dance")
    act.payload["type"] = discord.InteractionType.autocomplete.value
    assert not (await ann.does(act)).acknowledged  # a message would be refused


# --- what takes long -----------------------------------------------------------------------


async def test_a_slow_hand_comes_in_private(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bob = await in_flight(room)
    monkeypatch.setattr(room.bot.service, "cache", TableCache(0))
    monkeypatch.setattr(room.bot.store, "table", slow(room.bot.store.table))
    board, messages = room.board.text, len(room.messages)
    for act in (bob.pressing(action="hand"), bob.running("hand")):
        await bob.does(act)
        assert said(bob, "hand-title") in bob.private.text
    assert promised(room)[-2:] == [6, 5]
    assert (room.board.text, len(room.messages)) == (board, messages)


async def test_a_slow_move_changes_the_private_message_it_was_made_on(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bob = await in_flight(room)
    hand = (await bob.presses(action="hand")).shown[0]
    monkeypatch.setattr(room.bot.store, "commit", slow(room.bot.store.commit))
    answer = await bob.presses(action="slot:0", on=hand)
    assert answer.kind == "deferred_update"
    assert said(bob, "event-stayed", seat=f"🟢 {bob.mention}") in bob.private.text
    assert bob.private.id == hand.id
