"""Games in direct messages with the bot: one person with computers, and no server's affair."""

from __future__ import annotations

from typing import Final

import pytest

from bot.direct import is_direct
from bot.discord.controls import Press
from bot.results.standing import EVERYWHERE
from bot.results.visibility import Reader
from bot.store.sql.audit import damage_in_results
from bot.store.sqlite.files import reading
from bot.tables.table import Table
from bot.words import catalogue
from tests.client.honest import assert_honest
from tests.client.messages import Shown
from tests.client.offers import action
from tests.cogs.test_learning import fly, learns
from tests.host.driver import Driver, begin, dealt, gather
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.scenes import said, tells
from tests.host.test_servers import forged

SAY: Final = catalogue("en")


def actions(shown: Shown) -> set[str]:
    return {action(it).partition(":")[0] for it in (*shown.buttons, *shown.selects)}


async def table_of(person: Person) -> Table:
    store = person.room.bot.store
    name = await store.last_table_in(person.channel.id)
    assert name is not None
    return (await person.room.bot.service.peek(name)).table


async def plays(room: Room, person: Person, seed: int, **options: object) -> Driver:
    """Play a short game with two computers to its end."""
    with dealt(room, seed):
        driver = await begin(person, seed=seed, computers=2, goal=25, **options)
        await driver.play()
    return driver


@pytest.mark.parametrize("pace", ["live", "4h", "none"])
async def test_a_game_with_computers_is_played_to_its_end(room: Room, pace: str) -> None:
    ann = room.alone("Ann")
    driver = await plays(room, ann, 3, pace=pace)
    record = assert_honest(driver)
    assert (record.seats, record.options.goal) == (3, 25)
    over = driver.board
    assert {"rematch", "review", "replay", "more"} <= actions(over)
    assert "tell_me" not in actions(over)
    await ann.presses(action="rematch", on=over)
    assert driver.board.id != over.id


async def test_a_first_flight_over_a_restart(room: Room) -> None:
    zoe = room.alone("Zoé", locale="fr")
    answer = await learns(zoe)
    assert said(zoe, "learn-begun") in answer.text
    await fly(room, zoe, until=3)
    await room.restart()
    board = room.board_in(zoe.channel)
    await zoe.presses(action="hand", on=board)
    await fly(room, zoe)
    await room.settle()
    table = await table_of(zoe)
    assert (table.stage, table.language, is_direct(table.guild)) == ("over", "fr", True)


async def test_a_lobby_offers_nothing_for_others(room: Room) -> None:
    ann = room.alone("Ann")
    await ann.runs("new")
    lobby = room.board_in(ann.channel)
    assert SAY("lobby-what-direct") in lobby.text
    assert actions(lobby) & {"join", "call", "tell_me", "invite"} == set()
    (settings,) = (await ann.presses(action="settings", on=lobby)).shown
    assert "invite" not in actions(settings)
    offered = [value for it in settings.selects for value in it.options]
    assert not [it for it in offered if it.startswith(("guests=", "begin="))]
    (more,) = (await ann.presses(action="more", on=lobby)).shown
    assert actions(more) & {"call", "tell_me"} == set()
    await ann.presses(action="cancel", on=more)


@pytest.mark.parametrize(
    "command", ["later", "server settings"], ids=["table for later", "settings"]
)
async def test_what_only_servers_have_is_refused(room: Room, command: str) -> None:
    ann = room.alone("Ann")
    assert tells(await ann.runs(command), ann, "error-only_in_servers")
    await ann.runs("new")
    lobby = room.board_in(ann.channel)
    for name in ("call", "tell_me", "invite", "take", "greet", "language", "plan", "call_off"):
        press = Press((await table_of(ann)).id, name)
        answer = await ann.presses(forged(lobby.buttons[0], press.custom_id))
        assert tells(answer, ann, "error-only_in_servers"), name


async def test_help_is_about_no_server(room: Room) -> None:
    ann = room.alone("Ann")
    (page,) = (await ann.runs("help")).shown
    assert actions(page) == {"learn", "new"}
    assert SAY("hello-lacks", names="").split("{")[0].strip() not in page.text
    await ann.presses(action="new", on=page)
    assert (await table_of(ann)).stage == "lobby"


async def test_nobody_reaches_it_from_a_server_nor_a_server_from_there(room: Room) -> None:
    ann, bob = room.alone("Ann"), room.join("Bob")
    await ann.runs("new")
    await bob.runs("new")
    mine, theirs = room.board_in(ann.channel), room.board
    table, other = await table_of(ann), await table_of(bob)
    answer = await bob.presses(forged(theirs.buttons[0], Press(table.id, "join").custom_id))
    assert tells(answer, bob, "error-other_server")
    answer = await ann.presses(forged(mine.buttons[0], Press(other.id, "join").custom_id))
    assert tells(answer, ann, "error-other_server")


async def test_its_results_are_no_server_s(room: Room) -> None:
    bob = room.join("Bob")
    alone = room.alone(bob)
    await plays(room, alone, 3)
    assert not (await table_of(alone)).is_rated
    assert await room.bot.store.read(damage_in_results) == []
    store, now = room.bot.store.results, room.bot.now()
    reader = Reader.of(bob.id, room.guild.id, bob.id, public=False)
    for place, games in ((room.guild.id, 0), (EVERYWHERE, 1)):
        assert (await store.profile(bob.id, place, now, reader)).ever.games == games
    for command in ("results stats", "results history", "results top"):
        (page,) = (await alone.runs(command)).shown
        assert SAY("where-direct") in page.text
        assert not [it for it in actions(page) if it.endswith(("_where", "_show"))], command
    (page,) = (await alone.runs("results stats")).shown
    (page,) = (await alone.presses(action="history", on=page)).shown
    assert not [it for it in actions(page) if it.endswith(("_where", "_show"))]


async def test_the_last_game_is_replayed_there(room: Room) -> None:
    ann = room.alone("Ann")
    driver = await plays(room, ann, 3)
    for answer in (
        await ann.runs("results replay"),
        await ann.presses(action="replay", on=driver.board),
        await ann.presses(action="review", on=driver.board),
    ):
        (page,) = answer.shown
        assert "⚠️" not in page.text


async def test_the_list_of_games_leads_there(room: Room) -> None:
    bob = room.join("Bob")
    alone = room.alone(bob)
    await gather(alone, computers=1)
    page = (await bob.runs("games")).text
    assert SAY("games-direct") in page
    assert f"https://discord.com/channels/@me/{alone.channel.id}/" in page
    (page,) = (await alone.runs("games")).shown
    assert "https://discord.com/channels/@me/" in page.text


async def test_orders_ship_privacy_and_rules_work_there(room: Room) -> None:
    ann = room.alone("Ann")
    with dealt(room, 4):
        await begin(ann, seed=4, computers=2, pace="12h")
    for command in ("hand", "seat orders", "seat stay", "ship", "rules", "server privacy", "board"):
        answer = await ann.runs(command)
        assert answer.shown, command
        assert "⚠️" not in answer.text, (command, answer.text)


async def test_who_is_forgotten_leaves_nothing_of_their_channel(room: Room) -> None:
    ann = room.alone("Ann")
    await plays(room, ann, 3)
    (page,) = (await ann.runs("server privacy", what="delete")).shown
    assert "⚠️" not in page.text
    channel = ann.channel.id
    with reading(room.bot.settings.database.file) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        for table in tables:
            for row in db.execute(f"SELECT * FROM {table}"):  # noqa: S608
                assert not {channel, -channel} & {*row}, table
