"""Clicks from another server than the table's, or from none, are refused."""

from dataclasses import replace

import discord
import pytest

from bot.discord.controls import Press
from bot.hosting.action import SLOT
from cogs.server import SWITCHES
from tests.cogs.declared import ACTIONS, OF_APPOINTMENTS
from tests.host.ground import Room
from tests.host.people import Act, Person
from tests.host.rows import spoil
from tests.host.scenes import forged, game, lobby, now, tells

RESULTS = {it for it in ACTIONS if it.partition("_")[0] in ("stats", "history", "top")}
SHIPS = {it for it in ACTIONS if it.partition("_")[0] == "ship"}
SETTINGS = {"language", "places", "opener", "journal", "greet", *SWITCHES}
CALLS = {"tell_me", "tell_no_more", "quiet_host", "loud_host"}
FREE = {
    "rules",
    "topic",
    "learn",
    "new",
    "tips",
    "remind",
    *CALLS,
    *SETTINGS,
    *OF_APPOINTMENTS,
    *RESULTS,
    *SHIPS,
}
"""They need no table: where theirs is elsewhere, they show the rules of none in particular, begin a
game of one's own, or are about people."""


def elsewhere(room: Room, name: str, locale: str = "en-US") -> Person:
    """Return a manager of another server who is not in the first one."""
    guild = room.env.create_guild("Elsewhere")
    rights = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    user = room.env.create_user(name.lower(), global_name=name)
    person = Person(room, guild.add_member(user, roles=[rights]), locale)
    room.languages[user.id] = locale
    person.channel = guild.create_text_channel("table")
    return person


def in_no_server(act: Act) -> Act:
    """Return the act as in a private conversation."""
    del act.payload["guild_id"]
    act.payload["user"] = act.payload.pop("member")["user"]
    return act


async def stored(room: Room) -> tuple[object, ...]:
    """Return all that is stored about the newest table of the first server."""
    table = (await now(room)).table.id
    store = room.bot.store
    return await store.table(table), await store.log(table)


@pytest.mark.parametrize("begun", [False, True], ids=["lobby", "game"])
async def test_no_button_reaches_a_table_of_another_server(room: Room, begun: bool) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    eve = elsewhere(room, "Eve", "fr")
    await (game if begun else lobby)(ann, bob)
    table = (await now(room)).table
    await eve.runs("new")
    own = room.board_in(eve.channel).buttons[0]
    before = await stored(room)
    for action in sorted(ACTIONS - FREE):
        for moment, turn in ((None, None), (table.moment, 0)):
            press = Press(table.id, action, "", moment, turn)
            answer = await eve.presses(forged(own, press.custom_id))
            assert tells(answer, eve, "error-other_server"), action
    assert await stored(room) == before


async def test_a_player_is_not_at_the_table_from_another_server(room: Room) -> None:
    """Ann sits there, but her clicks elsewhere show neither her hand nor the log."""
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    table = (await now(room)).table.id
    away = elsewhere(room, "Ann Too")
    guild = away.actor.guild
    there = Person(room, guild.add_member(ann.actor.user), "en-US")
    there.channel = away.channel
    await there.runs("new")
    own = room.board_in(there.channel).buttons[0]
    for action in ("hand", "log", "rematch", "cards"):
        answer = await there.presses(forged(own, Press(table, action).custom_id))
        assert tells(answer, there, "error-other_server"), action
    for command, option in (("play", "move"), ("arm", "card")):
        answer = await there.runs(command, **{option: Press(table, SLOT, "0", 1, 0).custom_id})
        assert tells(answer, there, "error-other_server"), command


async def test_rules_read_elsewhere_belong_to_no_table(room: Room) -> None:
    ann = room.join("Ann")
    eve = elsewhere(room, "Eve")
    await ann.runs("new", boxes="krismastri")
    table = (await now(room)).table.id

    async def read(person: Person, of: str) -> str:
        await person.runs("rules")
        (select,) = person.private.selects
        forged = replace(select, custom_id=Press(of, "topic").custom_id)
        return (await person.chooses("cards", of=forged)).text

    assert await read(eve, table) == await read(eve, "0") != await read(ann, table)


async def test_clicks_outside_a_server_are_refused(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    acts = [ann.running("new"), ann.running("status"), ann.running("help")]
    for act in map(in_no_server, acts):
        assert tells(await ann.does(act), ann, "error-no_server")
    assert not await room.bot.store.open_tables_in(0)
    await lobby(bob)
    before = await stored(room)
    act = in_no_server(ann.pressing(action="join"))
    assert tells(await ann.does(act), ann, "error-no_server")
    assert await stored(room) == before


async def test_no_moderator_of_another_server_closes_a_damaged_table(room: Room) -> None:
    mod, eve = room.join("Mod", manager=True), elsewhere(room, "Eve")
    await mod.runs("new")
    table = (await now(room)).table.id
    await eve.runs("new")
    await spoil(room, "UPDATE tables SET snapshot = 'x'", "DELETE FROM log")
    room.bot.service.cache.drop(table)
    cancel = Press(table, "cancel").custom_id
    answer = await eve.presses(forged(room.board_in(eve.channel).buttons[0], cancel))
    assert tells(answer, eve, "error-other_server")
    assert (await room.bot.store.table(table)).stage == "lobby"
    answer = await mod.presses(forged(room.board.buttons[0], cancel))
    assert tells(answer, mod, "cancelled")
    assert room.forgive()
