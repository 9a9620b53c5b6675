"""Board, log and status."""

import re
from collections.abc import Iterator

import pytest

from bot.discord.rate_limit import REPOSTS
from bot.pages.layout import last_fitting
from bot.tables.table import Table
from bot.words import catalogue
from tests.cogs.tables import cancel, gathered, playing
from tests.host.ground import Room
from tests.host.scenes import flight, table_of, tells


async def test_board_posts_it_at_the_end_of_the_channel(room: Room) -> None:
    ann, bob = await playing(room)
    before = room.board
    await ann.actor.send(room.channel, "Much was said meanwhile.")
    answer = await bob.runs("board")
    assert tells(answer, bob, "board-here")
    assert room.board.text == before.text
    assert room.board.id > before.id
    assert before.id not in [shown.id for shown in room.messages]


async def test_any_user_can_read_the_log(room: Room) -> None:
    await playing(room)
    eve = room.join("Eve", locale="fr")
    answer = await eve.runs("log")
    assert tells(answer, eve, "log-title")
    assert "Voyage 1" in answer.text
    (title,) = [line for line in answer.text.splitlines() if "Kanopea" in line]
    assert (title[:2], title[-2:], title.count("*")) == ("**", "**", 4)  # bold as a whole


async def test_a_log_is_replayed_once_for_each_change(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await playing(room, flight().do("1 stay"))
    replayed: list[str] = []
    history = room.bot.service.history

    async def counted(table: str) -> Table:
        replayed.append(table)
        return await history(table)

    monkeypatch.setattr(room.bot.service, "history", counted)
    assert tells(await ann.runs("log"), ann, "log-title")
    assert tells(await bob.runs("log"), bob, "log-title")
    assert len(replayed) == 1
    await ann.runs("quiet")
    await ann.runs("log")
    assert len(replayed) == 2


def test_no_more_of_a_story_is_told_than_fits() -> None:
    told: list[int] = []

    def latest() -> Iterator[str]:
        for number in range(1000):
            told.append(number)
            yield f"{number:9}"

    say = catalogue("en")
    lines = last_fitting(latest(), 105, say)
    assert lines == [f"-# {say('log-cut')}", *(f"{number:9}" for number in range(9, -1, -1))]
    assert len(told) == 11


async def test_status_says_whom_the_table_waits_for(room: Room) -> None:
    ann, bob = await playing(room, flight().do("1 stay"))
    answer = await bob.runs("status")
    assert tells(answer, bob, "stage-playing")
    waits = next(line for line in answer.text.splitlines() if line.startswith("⏳"))
    assert ann.mention in waits
    assert bob.mention not in waits


@pytest.mark.parametrize("played", [True, False])
async def test_commands_show_what_the_buttons_below_the_end_show(room: Room, played: bool) -> None:
    ann, bob = await (playing if played else gathered)(room)
    await cancel(ann)
    shown = {"hand": "hand-title", "log": "log-title", "status": "stage-cancelled"}
    for command, key in shown.items():
        known = key if played else "error-no_table_here"
        assert tells(await bob.runs(command), bob, known), command
    for command in ("nudge", "back", "quiet"):
        assert tells(await bob.runs(command), bob, "error-no_table_here"), command


async def test_reposts_of_a_board_are_limited(room: Room) -> None:
    """Each repost is a line of the table's log, and a message in its channel."""
    ann, eve = room.join("Ann"), room.join("Eve", locale="fr")
    await ann.runs("new")
    answers = [await eve.runs("board") for _ in range(REPOSTS + 5)]
    (again,) = {*re.findall(r"<t:\d+:R>", answers[-1].text)}
    assert tells(answers[-1], eve, "error-too_many_reposts", most=REPOSTS, when=again)
    log = await room.bot.store.log((await table_of(room)).id)
    assert sum(entry.action == "repost" for entry in log) == REPOSTS
    assert tells(await ann.runs("board"), ann, "board-here")
