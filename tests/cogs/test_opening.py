"""New tables and rematches."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from bot.discord.incoming import Incoming
from bot.discord.rate_limit import HOUR, OPENINGS
from bot.tables.table import Table
from bot.words import catalogue
from players.roster import LEVELS, STAND_IN
from tests.bot.discord.refusing import refused
from tests.cogs.tables import cancel, joined
from tests.host.ground import Room
from tests.host.scenes import is_silent, lobby, table_of, tells


async def test_the_board_is_the_only_answer_to_new(room: Room) -> None:
    ann = room.join("Ann")
    answer = await ann.runs("new")
    assert ann.mention in room.board.text
    assert (answer.acknowledged, answer.text) == (True, "")
    (deleted,) = [it.path for it in room.env.http_requests if it.method == "DELETE"]
    assert deleted.endswith("/messages/@original")


async def test_the_answer_stays_if_it_cannot_be_deleted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = room.join("Ann")

    async def refuse(_: object) -> None:
        raise refused(50001, 403)

    monkeypatch.setattr(Incoming, "take_back", refuse)
    assert tells(await ann.runs("new"), ann, "opened")


WAYS: list[tuple[dict[str, Any], Callable[[Table], Any], Any]] = [
    ({"boxes": "base"}, lambda it: it.options.boxes, ()),
    ({"boxes": "krismastri"}, lambda it: it.options.boxes, ("krismastri",)),
    ({"boxes": "all"}, lambda it: len(it.options.boxes), 7),
    ({"seats": 3}, lambda it: it.seats, 3),
    ({"variant": "crew"}, lambda it: it.options.variant, "crew"),
    ({"power_cards": False}, lambda it: it.options.power_cards, False),
    ({"goal": 75}, lambda it: it.options.goal, 75),
    ({"pace": "relaxed"}, lambda it: it.pace, "relaxed"),
]


async def test_new_takes_every_option(room: Room) -> None:
    ann = room.join("Ann")
    for options, found, wanted in WAYS:
        await ann.runs("new", **options)
        assert found(await table_of(room)) == wanted, options
        await ann.runs("leave")


async def test_a_new_table_gives_hints_until_its_host_says_no(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    told = catalogue("en")("table-hints")  # the server reads English
    await ann.runs("new")
    assert told in room.board.text
    await ann.runs("option", setting="hints=off")
    assert told not in room.board.text
    await cancel(ann)
    await ann.runs("rematch")
    assert not (await table_of(room)).gives_hints


async def test_new_seats_computers_of_a_level(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    for thread, level in product((False, True), LEVELS):
        await ann.runs("new", computers=3, level=level, thread=thread)
        channel = room.channel.threads[-1] if thread else room.channel
        assert room.board_in(channel).text.count(f"({catalogue('en')(f'level-{level}')})") == 3
        await ann.runs("leave")


async def test_new_refuses_more_computers_than_there_are_seats(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    assert tells(await ann.runs("new", computers=3, seats=3), ann, "error-table_full", seats=3)
    assert not room.messages


async def test_a_forged_number_of_computers_is_refused(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    for computers in (-1, 0, 6, 10**15):
        answer = await ann.does(ann.running("new", computers=3).with_value(computers))
        assert tells(answer, ann, "error-number_out_of_range", low=1, high=5)
    assert not room.messages


async def test_new_can_open_a_thread_for_the_table(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("new", thread=True)
    (thread,) = room.channel.threads
    assert thread.name == "Celestia with Ann"  # the server reads English
    assert str(thread.id) in answer.text
    assert room.board_in(thread).text.count(ann.mention) == 1
    assert not any(shown.buttons for shown in room.messages)


async def test_a_thread_has_a_table_of_its_own(room: Room) -> None:
    ann, bob = joined(room)
    await ann.runs("new")
    await bob.runs("new", thread=True)
    (bob.channel,) = room.channel.threads
    await ann.runs("computer")
    assert bob.mention in room.board_in(bob.channel).text
    assert "🤖" not in room.board_in(bob.channel).text


async def test_rematch_opens_a_table_like_the_last_one(room: Room) -> None:
    ann, bob = joined(room)
    await lobby(ann, bob, boxes="all", goal=75, seats=6, pace="none")
    await ann.runs("computer")
    for level in LEVELS:
        await ann.runs("computer", level=level)
    await ann.presses(action="start")
    old = await table_of(room)
    await cancel(ann)
    assert is_silent(await bob.runs("rematch"))
    new = await table_of(room)
    assert new.id != old.id
    assert [chair.computer for chair in new.chairs] == ["", STAND_IN, *LEVELS]
    assert (new.people, new.options.goal, new.seats, new.pace) == ({0: bob.id}, 75, 6, "none")
    assert new.options.boxes == old.options.boxes


async def test_a_rematch_of_a_crew_keeps_the_wanted_seats(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new", seats=4)
    await ann.chooses("variant=crew")
    await cancel(ann)
    await ann.runs("rematch")
    assert (await table_of(room)).places == 2
    await ann.runs("option", setting="variant=standard")
    assert (await table_of(room)).places == 4


async def test_openings_per_user_are_limited(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    for _ in range(12):
        await ann.runs("new")
        await ann.runs("leave")
    answer = await ann.runs("new")
    again = int(re.findall(r"<t:(\d+):R>", answer.text)[0])
    with room.env._bot_scope():
        assert 0 < again - room.bot.now() <= HOUR
    assert tells(answer, ann, "error-too_many_openings", most=OPENINGS, when=f"<t:{again}:R>")
    assert is_silent(await bob.runs("new"))
    assert len(await room.bot.store.rows("SELECT id FROM tables")) == OPENINGS + 1
    await bob.runs("leave")
    await room.passes(HOUR)
    assert is_silent(await ann.runs("new"))


async def test_a_refused_table_does_not_count_as_opened(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    for _ in range(OPENINGS + 2):
        assert tells(await ann.runs("new"), ann, "error-channel_taken")
    await ann.runs("leave")
    assert is_silent(await ann.runs("new"))
