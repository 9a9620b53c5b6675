"""The server's settings, people's data, and the commands as a whole."""

import json
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands

from bot.words import catalogue
from cogs.server import EXPORTED
from tests.cogs.tables import broken_off, joined
from tests.host.ground import Room, opened
from tests.host.people import Person
from tests.host.scenes import is_silent, said, table_of, tells
from tests.host.states import ended


async def test_invite_asks_for_the_needed_permissions(room: Room) -> None:
    ann = room.join("Ann")
    answer = await ann.runs("invite")
    assert answer.private
    assert "https://discord.com/oauth2/authorize" in answer.text
    assert "scope=bot+applications.commands" in answer.text


async def test_settings_check_the_permission_themselves(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("settings", language="fr")
    assert tells(answer, ann, "error-needs_manage_guild")
    assert (await room.bot.store.server(room.guild.id)).language == ""


FRENCH = catalogue("fr")("language-name")


async def test_settings_are_shown_and_are_the_defaults_of_new_tables(room: Room) -> None:
    mod, ann = room.join("Mod", manager=True), room.join("Ann")
    board, relaxed = said(mod, "board-picture"), said(mod, "pace-relaxed")
    now = {"language": FRENCH, "pace": relaxed, "board": board}
    answer = await mod.runs("settings", language="fr", pace="relaxed")
    assert tells(answer, mod, "settings-now", **now)
    assert tells(await mod.runs("settings"), mod, "settings-now", **now)
    assert is_silent(await ann.runs("new"))
    assert catalogue("fr")("lobby-title") in room.board.text
    assert (await table_of(room)).pace == "relaxed"


async def test_a_server_reads_the_language_set_in_discord(
    make_bot: Callable[[], discord.Client],
) -> None:
    async with opened(make_bot, locale="fr") as room:
        ann = room.join("Ann")
        assert is_silent(await ann.runs("new"))
        assert catalogue("fr")("lobby-title") in room.board.text


async def test_privacy_explains_the_stored_data(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    answer = await ann.runs("privacy")
    assert tells(answer, ann, "privacy-what")
    assert [line[:2] for line in answer.text.splitlines()][1:] == ["- ", "- ", "- "]
    assert tells(await ann.runs("privacy", what="show"), ann, "privacy-show", count=0)


async def test_privacy_shows_and_deletes_finished_tables(room: Room) -> None:
    ann, bob = await broken_off(room)
    shown = await ann.runs("privacy", what="show")
    assert tells(shown, ann, "privacy-show", count=1)
    assert tells(shown, ann, "stage-cancelled")
    assert tells(await ann.runs("privacy", what="delete"), ann, "privacy-deleted", count=1)
    assert await room.bot.store.about(ann.id) == []
    assert await room.bot.store.about(bob.id) != []


async def test_results_are_exported_and_deleted(room: Room) -> None:
    ann, bob = joined(room)
    await ended(ann, bob)
    exported = await ann.runs("privacy", what="export")
    assert exported.private
    (file,) = exported.shown[-1].payload["attachments"]
    assert file["filename"] == EXPORTED
    found = json.loads(room.env.backend.cdn.get(file["url"]) or "")
    assert [row["user_id"] for row in found["games"]] == [ann.id]
    assert found["standings"]
    shown = await bob.runs("privacy", what="show")
    assert tells(shown, bob, "privacy-results", games=1)
    assert tells(await ann.runs("privacy", what="delete"), ann, "privacy-deleted", count=1)
    guild = ann.actor.guild.id
    assert await room.bot.store.results.games_of(ann.id, guild, 5) == []
    (kept,) = await room.bot.store.results.games_of(bob.id, guild, 5)
    assert [it.user for it in kept.seats].count(None) == 1


async def test_a_player_can_be_hidden_from_ladders(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    assert tells(await ann.runs("privacy", what="hide"), ann, "privacy-hidden")
    assert await room.bot.store.results.is_hidden(ann.id)
    assert tells(await ann.runs("privacy", what="show"), ann, "privacy-hidden")
    assert tells(await ann.runs("privacy", what="list"), ann, "privacy-listed")
    assert not await room.bot.store.results.is_hidden(ann.id)


async def test_privacy_deletes_nothing_of_a_table_that_is_open(room: Room) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    answer = await ann.runs("privacy", what="delete")
    assert tells(answer, ann, "privacy-still", count=1)
    assert (await table_of(room)).people == {0: ann.id}


async def test_commands_are_for_servers_with_the_bot(room: Room) -> None:
    """A user install would bring them into any server, where no board works."""
    for command in room.bot.tree.get_commands():
        told = command.to_dict(room.bot.tree)
        assert told["integration_types"] == [0]
        if isinstance(command, app_commands.ContextMenu):
            assert told["dm_permission"] is False
        else:
            assert told["contexts"] == [0, 1]


def _told(room: Room) -> list[Any]:
    """Return the registrations of commands so far."""
    puts = [it for it in room.env.http_requests if it.method == "PUT"]
    return [it.json for it in puts if it.path.endswith("/commands")]


async def test_commands_are_registered_when_they_change(room: Room) -> None:
    await room.restart()
    assert len(_told(room)) == 1
    with room.env._bot_scope():
        await room.bot.store.note("commands", "of another version")
    await room.restart()
    assert len(_told(room)) == 2


def _commands(part: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the commands below this one, those in groups too."""
    below = [it for it in part.get("options", []) if it["type"] in (1, 2)]
    return [leaf for it in below for leaf in _commands(it)] or [part]


def _required(command: dict[str, Any]) -> bool:
    return any(option.get("required") for option in command.get("options", []))


async def test_every_command_answers_in_private_and_in_the_user_s_language(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    bare = [command for command in _commands(_told(room)[0][0]) if not _required(command)]
    assert len(bare) > 18
    for channel in (room.channel, room.add_channel("empty")):
        ann.channel = channel
        for command in bare:
            answer = await ann.runs(command["name"])
            assert answer.acknowledged, command["name"]
            opens = command["name"] == "new"  # the board is its answer
            asks = answer.form is not None  # a form is seen by who fills it in alone
            assert is_silent(answer) if opens else asks or answer.private, command["name"]
    assert not [shown for shown in bob.sees if shown.private]


async def test_tables_are_opened_where_the_server_wants_them(room: Room) -> None:
    manager, ann = room.join("Mo", manager=True), room.join("Ann", locale="fr")
    other = room.add_channel("games")
    page = (await manager.runs("settings")).shown[0]
    places, opener, _ = page.selects
    assert tells(
        await ann.chooses(f"{other.id}", of=places, on=page), ann, "error-needs_manage_guild"
    )
    answer = await manager.chooses(f"{other.id}", of=places, on=page)
    assert f"<#{other.id}>" in answer.text
    where = f"<#{other.id}>"
    assert tells(await ann.runs("new"), ann, "error-not_in_this_channel", where=where)
    assert tells(await ann.runs("learn"), ann, "error-not_in_this_channel", where=where)
    ann.channel = other
    await ann.runs("new")
    assert ann.mention in room.board_in(other).text
    await manager.chooses(of=places, on=page)
    await manager.runs("new")
    assert manager.mention in room.board.text
    assert opener.most == 1


async def test_tables_are_opened_by_those_whom_the_server_wants(room: Room) -> None:
    manager, ann = room.join("Mo", manager=True), room.join("Ann")
    role = room.guild.create_role("players")
    user = room.env.create_user("bob", global_name="Bob")
    bob = Person(room, room.guild.add_member(user, roles=[role]), "en-US")
    page = (await manager.runs("settings")).shown[0]
    assert (
        f"<@&{role.id}>" in (await manager.chooses(f"{role.id}", of=page.selects[1], on=page)).text
    )
    await room.restart()
    assert tells(await ann.runs("new"), ann, "error-not_an_opener", role=f"<@&{role.id}>")
    await bob.runs("new")
    assert bob.mention in room.board.text
    await ann.presses(action="join")  # everybody may join
    assert ann.mention in room.board.text
    manager.channel = room.add_channel("other")
    await manager.runs("new")
    assert manager.mention in room.board_in(manager.channel).text
