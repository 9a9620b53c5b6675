"""The replay, for everybody in the server, and not before the end of the game."""

from collections.abc import Callable
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.discord.controls import Press
from players.replay.moments import moments
from players.replay.steps import Replay
from tests.client.messages import Button, Shown
from tests.cogs.tables import broken_off, cancel, gathered, joined
from tests.host.ground import Room, maker, opened
from tests.host.people import Answer
from tests.host.scenes import forged, game, said, table_of, tells
from tests.host.states import ended
from tests.players.replay.games import data_in

SITE = "https://games.example"


def end_of(room: Room) -> Shown:
    return next(it for it in room.messages[::-1] if ":replay:" in f"{it.payload}")


def file_on(room: Room, ending: str = ".html") -> str:
    """Return the file attached to the end of the game."""
    (url,) = [
        it["url"] for it in end_of(room).payload["attachments"] if it["filename"].endswith(ending)
    ]
    found = room.env.backend.cdn.get(url)
    assert found is not None
    return found.decode()


def way(shown: Shown, where: str) -> Button:
    """Return the button to this leg."""
    (found,) = [it for it in shown.buttons if f":replay:{where}-" in it.custom_id]
    return found


# --- the file ------------------------------------------------------------------------------


async def test_the_end_carries_the_whole_game_and_tells_its_moments(room: Room) -> None:
    ann, zoe = room.join("Ann", locale="fr"), room.join("Zoé", locale="fr")
    found = moments(Replay.of((await ended(ann, zoe, language="fr")).record))
    table = await table_of(room)
    name, end = f"celestia-{table.id}", end_of(room)
    assert [it for it in end.files if name in it] == [f"{name}.html", f"{name}.json"]
    html, data = file_on(room), data_in(file_on(room))
    assert f'<html lang="{table.language}">' in html
    assert data["names"] == ["Ann", "Zoé"]
    assert [it["step"] for it in data["moments"]] == [it.step for it in found]
    assert found
    for it in found:
        title = said(ann, f"moment-{it.kind}")
        line = said(ann, "moment-line", title=title, step=it.step + 1, told="")
        assert line.strip() in end.text


async def test_a_cancelled_game_has_a_replay_that_says_so(room: Room) -> None:
    ann, bob = await broken_off(room)
    assert data_in(file_on(room))["names"] == ["Ann", "Bob"]
    assert said(ann, "moment-flight") not in end_of(room).text
    assert tells(await bob.runs("replay"), bob, "replay-broken_off")


async def test_a_lobby_that_was_closed_has_nothing_to_replay(room: Room) -> None:
    ann, _ = await gathered(room)
    await cancel(ann)
    assert not [it for it in room.messages if ":replay:" in f"{it.payload}" or it.files]


async def test_the_end_is_shown_if_the_replay_file_fails(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError(SITE)

    monkeypatch.setattr("bot.hosting.replays.page", fails)
    ann, _ = await broken_off(room)
    assert [it.rpartition(".")[2] for it in end_of(room).files if "celestia" in it] == ["json"]
    assert said(ann, "end-replay") not in end_of(room).text
    (error,) = room.forgive()
    assert "the file of its replay" in error
    assert SITE not in error


async def test_a_game_without_a_replay_keeps_its_record(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr("bot.hosting.replays.moments", fails)
    _, bob = await broken_off(room)
    assert [it.rpartition(".")[2] for it in end_of(room).files if "celestia" in it] == ["json"]
    table = (await table_of(room)).id
    pressed = await bob.presses(action="replay", on=end_of(room))
    assert tells(pressed, bob, "error-log_damaged", table=table)
    assert len(room.forgive()) == 1


async def test_after_a_restart_the_end_is_posted_again_with_the_same_file(room: Room) -> None:
    await broken_off(room)
    before = file_on(room), file_on(room, ".json")
    await room.restart()  # names are in memory alone: Discord is asked for them
    table = await table_of(room)
    with room.env._bot_scope():
        await room.bot.service.repost(table.id, room.channel.id, None)
    await room.settle()
    assert (file_on(room), file_on(room, ".json")) == before


# --- leg by leg ----------------------------------------------------------------------------


async def test_everybody_pages_through_the_legs_in_private(room: Room) -> None:
    people, eve = joined(room), room.join("Eve", locale="fr")
    replay = Replay.of((await ended(*people)).record)
    legs, public = max(step.leg for step in replay.steps), len(room.public)

    def at(answer: Answer, leg: int) -> bool:
        return tells(answer, eve, "replay-leg", leg=leg, legs=legs)

    seen = await eve.presses(action="replay", on=end_of(room))
    assert seen.kind == "message"
    first = seen.shown[-1]
    assert [it.disabled for it in first.buttons[:4]] == [True, True, False, False]
    for leg in range(1, legs + 1):
        assert at(seen, leg)
        assert len(seen.shown[-1].pictures) == len(seen.shown[-1].files) == 1
        if leg < legs:
            seen = await eve.presses(way(seen.shown[-1], "forward"))
            assert seen.kind == "update"
    assert "🏆" in seen.text
    last = await eve.presses(way(first, "last"))
    assert last.text == seen.text
    assert at(await eve.presses(way(last.shown[-1], "back")), legs - 1)
    assert at(await eve.presses(way(last.shown[-1], "first")), 1)
    for moment in moments(replay):
        jumped = await eve.presses(way(first, moment.kind))
        assert at(jumped, max(1, replay.steps[moment.step].leg))
        assert f"**{said(eve, f'moment-{moment.kind}')}**" in jumped.text
    assert len(room.public) == public


async def test_the_command_shows_the_last_game_of_the_channel(room: Room) -> None:
    people, eve = await broken_off(room), room.join("Eve", locale="fr")
    ran = await eve.runs("replay")
    pressed = await eve.presses(action="replay", on=end_of(room))
    assert ran.private
    assert ran.shown[-1].text == pressed.shown[-1].text
    await game(*people)  # the next one, which goes on, stays unread
    assert (await eve.runs("replay")).shown[-1].text == ran.shown[-1].text


async def test_forged_replay_buttons_show_the_first_leg(room: Room) -> None:
    _, bob = await broken_off(room)
    table = (await table_of(room)).id
    for argument in ("x", "forward-9999", "forward--1", "back-", "a-1 b"):
        button = forged(end_of(room).buttons[0], Press(table, "replay", argument).custom_id)
        assert tells(await bob.presses(button), bob, "replay-leg", leg=1, legs=1)


@pytest.mark.parametrize("action", ["replay", "review"])
async def test_looking_back_leaves_no_trace(room: Room, action: str) -> None:
    _, bob = await broken_off(room)
    name, public = (await table_of(room)).id, len(room.public)
    before = await room.bot.store.table(name), [*await room.bot.store.log(name)]
    await bob.presses(action=action)
    assert (await room.bot.store.table(name), [*await room.bot.store.log(name)]) == before
    assert len(room.public) == public


# --- not before the end --------------------------------------------------------------------


async def test_a_replay_needs_a_finished_game(room: Room) -> None:
    ann, bob = await gathered(room)
    press = Press((await table_of(room)).id, "replay").custom_id
    for error in ("error-not_started", "error-replay_later"):
        assert tells(await bob.runs("replay"), bob, error)
        assert tells(await bob.presses(forged(room.board.buttons[0], press)), bob, error)
        if error == "error-not_started":
            await ann.presses(action="start")
    assert not [it for it in room.messages if ":replay" in f"{it.payload}" or ".html" in it.files]


# --- on the web ----------------------------------------------------------------------------


@pytest.fixture
def web_bot(make_bot: Callable[[], discord.Client], tmp_path: Path) -> Callable[[], discord.Client]:
    """Makes bots with a web address."""
    return maker(tmp_path / "web.db", web=SITE, web_listen=("127.0.0.1", 0))


async def got(room: Room, table: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{room.bot.web.port}/replay/{table}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def test_the_web_has_the_same_file_and_none_of_a_game_that_goes_on(
    web_bot: Callable[[], discord.Client],
) -> None:
    async with opened(web_bot) as room:
        ann, _ = await gathered(room)
        table = (await table_of(room)).id
        unknown = await got(room, "0123456789")
        assert unknown[0] == 404
        assert await got(room, table) == unknown
        await ann.presses(action="start")
        assert await got(room, table) == unknown
        await cancel(ann)
        assert await got(room, table) == (200, file_on(room))
        assert f"({SITE}/replay/{table})" in end_of(room).text


async def test_the_web_ends_with_the_bot(web_bot: Callable[[], discord.Client]) -> None:
    async with opened(web_bot) as room:
        port = room.bot.web.port
        await room.close_bot()
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.ClientConnectionError):
                await session.get(f"http://127.0.0.1:{port}/replay/x")


async def test_a_name_that_is_deleted_is_gone_from_the_web(
    web_bot: Callable[[], discord.Client],
) -> None:
    async with opened(web_bot) as room:
        _, bob = await broken_off(room)
        table = (await table_of(room)).id
        assert "Bob" in (await got(room, table))[1]
        await bob.runs("privacy", what="delete")
        _, html = await got(room, table)
        assert data_in(html)["names"][0] == "Ann"
        assert "Bob" not in html
