"""Permissions that the bot asks for, and missing ones."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.client import Celestia
from bot.discord import permissions
from bot.settings import Settings
from bot.store.address import Address


def test_the_invite_asks_for_exactly_what_is_needed() -> None:
    address = urlsplit(permissions.invite(123456789012345678))
    asked = parse_qs(address.query)
    assert address.netloc == "discord.com"
    assert asked["client_id"] == ["123456789012345678"]
    assert set(asked["scope"][0].split()) == {"bot", "applications.commands"}
    given = discord.Permissions(int(asked["permissions"][0]))
    assert {name for name, yes in given if yes} == {
        "read_messages",  # discord.py's old name for view_channel
        "send_messages",
        "send_messages_in_threads",
        "create_public_threads",
        "attach_files",
        "read_message_history",
    }


def test_nothing_that_could_harm_a_server_is_asked_for() -> None:
    elevated = discord.Permissions.elevated()
    assert not permissions.least().value & elevated.value
    assert not permissions.least().mention_everyone


async def test_discord_is_asked_for_events_of_servers_alone(tmp_path: Path) -> None:
    bot = Celestia(Settings(database=Address.of_file(tmp_path / "celestia.db")))
    assert {name for name, yes in bot.intents if yes} == {"guilds"}


@pytest.mark.parametrize("thread", [False, True])
def test_the_invited_bot_and_an_administrator_lack_nothing(thread: bool) -> None:
    for given in (permissions.least(), discord.Permissions(administrator=True)):
        assert permissions.missing(given, thread) == []


def test_channels_and_threads_need_their_own_message_permission() -> None:
    nothing = discord.Permissions.none()
    board = ["view_channel", "read_message_history", "attach_files"]
    assert permissions.missing(nothing, thread=False) == [*board, "send_messages"]
    assert permissions.missing(nothing, thread=True) == [*board, "send_messages_in_threads"]


def test_one_missing_permission_is_named() -> None:
    given = permissions.least()
    given.attach_files = False
    assert permissions.missing(given, thread=False) == ["attach_files"]
