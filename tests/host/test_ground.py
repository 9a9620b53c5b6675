"""The simulation itself, tested with a small bot."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import discord
import pytest

from tests.host.ground import Room, opened
from tests.host.small_bot import Small


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[[], discord.Client]:
    return lambda: Small(tmp_path / "small.txt")


async def test_a_command_opens_a_board_for_all(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    answer = await ann.runs("new")
    assert answer.acknowledged
    assert not answer.private
    assert room.board.text == "# The board\nnobody yet"
    assert room.board.open == ["Join", "Hand", "Later", "Wrong"]
    assert [shown.text for shown in bob.sees] == [room.board.text]


async def test_a_button_is_pressed_by_its_label_or_its_action(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")
    await ann.presses("Join")
    answer = await bob.presses(action="join")
    assert answer.kind == "update"
    assert "Ann\nBob" in room.board.text


async def test_a_private_answer_is_seen_by_its_user_only(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await ann.runs("new")
    answer = await ann.presses("Hand")
    assert answer.private
    assert ann.private.text == "the compass"
    assert "compass" not in "".join(shown.text for shown in bob.sees)
    assert "compass" not in str(room.public)
    with pytest.raises(AssertionError, match="no private answer"):
        _ = bob.private


async def test_options_are_chosen_by_label(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    assert room.board.selects[0].options == {"R": "Red", "G": "Green"}
    assert (await ann.chooses("Green")).text == "chose ['G']"


async def test_only_offered_buttons_can_be_pressed(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    with pytest.raises(AssertionError, match=r"no button 'Fly'; open are .*'Join'"):
        await ann.presses("Fly")


async def test_everybody_has_a_language_and_so_has_the_guild(
    make_bot: Callable[[], discord.Client],
) -> None:
    async with opened(make_bot, locale="fr") as room:
        ann, bob = room.join("Ann", locale="de"), room.join("Bob")
        assert (await ann.runs("speak")).text == "de in fr"
        assert (await bob.runs("speak")).text == "en-US in fr"


async def test_a_restart_keeps_the_database_and_the_buttons(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    await ann.presses("Join")
    before = room.bot
    await room.restart()
    assert room.bot is not before
    await ann.presses("Join")
    assert room.board.text.count("Ann") == 2


async def test_a_button_of_the_past_can_be_pressed(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    old = room.board.buttons[0]
    await room.bot.get_channel(room.channel.id).get_partial_message(room.board.id).delete()
    assert room.messages == []
    answer = await ann.presses(old)
    assert any("Unknown Message" in line for line in room.forgive())
    assert not answer.acknowledged


async def test_many_press_at_the_same_instant(room: Room) -> None:
    people = [room.join(f"P{n}") for n in range(6)]
    await people[0].runs("new")
    answers = await room.at_once(*(person.pressing("Join") for person in people))
    assert [answer.kind for answer in answers] == ["update"] * 6
    assert room.board.text.splitlines()[1:] == [f"P{n}" for n in range(6)]


async def test_the_same_interaction_is_delivered_twice(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    act = ann.pressing("Join")
    await room.at_once(act, act)
    assert room.board.text.count("Ann") == 1


async def test_short_pauses_are_skipped_and_long_ones_wait(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    await ann.presses("Later")
    assert room.messages[-1].text == "two seconds later"
    await room.passes(57)
    assert "a minute later" not in room.board.text
    await room.passes(1)
    assert "a minute later" in room.board.text


async def test_without_patience_no_pause_is_skipped(room: Room) -> None:
    ann = room.join("Ann")
    room.patience = 0
    await ann.runs("new")
    await ann.presses("Later")
    assert len(room.messages) == 1
    await room.passes(2)
    assert len(room.messages) == 2


async def test_all_that_is_public_is_kept_in_order(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    await ann.presses("Join")
    await ann.presses("Hand")
    events = [(entry["event"], "Ann" in str(entry["components"])) for entry in room.public]
    assert events == [("MESSAGE_CREATE", False), ("MESSAGE_UPDATE", True)]
    assert json.loads(json.dumps(room.public))[0]["components"]


async def test_each_channel_has_a_board_of_its_own(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    bob.channel = room.add_channel("another")
    await room.at_once(ann.running("new"), bob.running("new"))
    await ann.presses("Join")
    assert "Ann" in room.board.text
    assert "nobody yet" in room.board_in(bob.channel).text


async def press_wrong(make_bot: Callable[[], discord.Client]) -> None:
    async with opened(make_bot) as room:
        ann = room.join("Ann")
        await ann.runs("new")
        await ann.presses("Wrong")


async def send_what_is_refused(make_bot: Callable[[], discord.Client]) -> None:
    async with opened(make_bot) as room:
        channel = room.bot.get_channel(room.channel.id)
        with suppress(discord.HTTPException):  # simcord refuses it as well
            await channel.send("x" * 2001)


async def test_an_error_of_the_bot_fails_the_test(make_bot: Callable[[], discord.Client]) -> None:
    with pytest.raises(AssertionError, match="as wrong as can be"):
        await press_wrong(make_bot)


async def test_a_bad_request_fails_the_test(make_bot: Callable[[], discord.Client]) -> None:
    with pytest.raises(AssertionError, match="content has 2001 characters"):
        await send_what_is_refused(make_bot)
