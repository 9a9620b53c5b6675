"""The simulation itself, tested with a small bot."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import discord
import pytest

from tests.host.ground import Room, opened
from tests.host.small_bot import Small

MakeBot = Callable[[], discord.Client]


@pytest.fixture
def make_bot(tmp_path: Path) -> MakeBot:
    return lambda: Small(tmp_path / "small.txt")


async def test_a_private_answer_is_seen_by_its_user_only(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")
    assert [shown.text for shown in bob.sees] == ["# The board\nnobody yet"]
    assert (await ann.presses("Hand")).private
    assert ann.private.text == "the compass"
    assert "compass" not in "".join(shown.text for shown in bob.sees)
    assert "compass" not in str(room.public)
    with pytest.raises(AssertionError, match="no private answer"):
        _ = bob.private


async def test_all_that_is_public_is_kept_in_order(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    await ann.presses("Join")
    events = [(entry["event"], "Ann" in str(entry["components"])) for entry in room.public]
    assert events == [("MESSAGE_CREATE", False), ("MESSAGE_UPDATE", True)]


async def test_only_offered_buttons_can_be_pressed(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    with pytest.raises(AssertionError, match=r"no button 'Fly'; open are .*'Join'"):
        await ann.presses("Fly")


async def test_many_press_at_the_same_instant_and_one_of_them_twice(room: Room) -> None:
    people = [room.join(f"P{n}") for n in range(6)]
    await people[0].runs("new")
    acts = [person.pressing("Join") for person in people]
    await room.at_once(*acts, acts[0])
    assert room.board.text.splitlines()[1:] == [f"P{n}" for n in range(6)]


async def press_wrong(make_bot: MakeBot) -> None:
    async with opened(make_bot) as room:
        ann = room.join("Ann")
        await ann.runs("new")
        await ann.presses("Wrong")


async def send_what_is_refused(make_bot: MakeBot) -> None:
    async with opened(make_bot) as room:
        channel = room.bot.get_channel(room.channel.id)
        with suppress(discord.HTTPException):  # simcord refuses it as well
            await channel.send("x" * 2001)


async def test_an_error_of_the_bot_fails_the_test(make_bot: MakeBot) -> None:
    with pytest.raises(AssertionError, match="as wrong as can be"):
        await press_wrong(make_bot)


async def test_a_bad_request_fails_the_test(make_bot: MakeBot) -> None:
    with pytest.raises(AssertionError, match="content has 2001 characters"):
        await send_what_is_refused(make_bot)
