"""Two processes, of which one dies amid a form, a call or an event: the other one goes on, once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
from discord import Permissions

from bot.discord.permissions import least
from bot.words import catalogue
from tests.bot.store.kinds import database
from tests.client.messages import Shown
from tests.e2e.wire.process import UP_WITHIN, BotProcess
from tests.e2e.wire.sharded import Sharded, sharded
from tests.e2e.wire.striking import OWNED_WITHIN
from tests.postgresql.server import Server

pytestmark = pytest.mark.posix

SAY: Final = catalogue("en")
POST: Final = r"^/channels/\d+/messages$"
EVENTS: Final = r"/scheduled-events$"
SHARD: Final = 0
FORGIVEN: Final = ("an answer did not get through", "were taken by others")


@pytest.fixture
async def ground(tmp_path: Path, postgresql: Server) -> AsyncIterator[Sharded]:
    """Two processes, and a server in which they may make roles and events."""
    async with database(postgresql) as address, sharded(tmp_path, shards=2, database=address) as it:
        it.forgive(*FORGIVEN)
        guild = it.channels[SHARD].guild
        guild.permissions = Permissions(least().value)
        guild.permissions.update(create_events=True, manage_roles=True)
        for _ in range(2):
            await it.adds()
        await it.balanced(UP_WITHIN)
        yield it


def owner(ground: Sharded) -> BotProcess:
    """Return the process that serves the server."""
    (found,) = [it for it in ground.running if SHARD in it.shards]
    return found


def shown(ground: Sharded, sign: str) -> list[Shown]:
    found = ground.discord.messages_in(ground.channels[SHARD])
    return [it for it in found if it.text.startswith(sign)]


async def test_another_process_takes_a_form_and_goes_on_with_a_call_and_an_event(
    ground: Sharded,
) -> None:
    discord, guild = ground.discord, ground.channels[SHARD].guild
    ann, bob = ground.join("Ann", SHARD), ground.join("Bob", SHARD)
    await ann.runs("new")
    await bob.presses(action="tell_me")
    opened = await ann.runs("later")

    # it dies as it calls
    page = (await ann.presses(action="more")).shown[-1]
    held = discord.fault("POST", POST, held=True, after=True)
    await ann.begins(ann.pressing(action="call", on=page))
    await discord.until(lambda: bool(held.hits))
    await owner(ground).kill()
    held.lift()
    await ground.adds()
    await ground.is_covered(OWNED_WITHIN + UP_WITHIN)
    await discord.settled()
    (role,) = guild.roles
    (call,) = shown(ground, "📯")
    assert f"<@&{role}>" in call.text
    await ann.runs("cancel")
    await ann.presses(action="cancel_now")
    await discord.until(lambda: not shown(ground, "📯"))

    # the next one takes the form, and dies as it makes the event
    held = discord.fault("POST", EVENTS, held=True, after=True)
    await ann.begins(ann.filling(opened, "in 3 h", zone="Europe/Paris"))
    await discord.until(lambda: bool(held.hits))
    await owner(ground).kill()
    held.lift()
    await ground.is_covered(OWNED_WITHIN + UP_WITHIN)
    (planned,) = shown(ground, "### 📅")
    await bob.presses(action="comes", on=planned)
    await discord.until(lambda: bob.mention in shown(ground, "### 📅")[0].text)
    assert len(guild.events) == 1
    assert len([it for it in discord.asked("POST", EVENTS) if it.status == 200]) == 1
    private = (await ann.presses(action="replan", on=shown(ground, "### 📅")[0])).shown[-1]
    await ann.presses(action="call_off", on=private)
    await discord.until(lambda: not guild.events)
    assert len(guild.roles) == 1
