"""A release's leavings on a server: its database, and Discord as its users saw it.

``python -m tests.e2e.wire.releases`` keeps both for the present version, in a folder named after
it. Do so once, when it is released: a folder that is there is never written again.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot import VERSION
from bot.store.sqlite.files import reading
from tests.e2e.wire.people import Person
from tests.e2e.wire.playing import Players, begin, gather
from tests.e2e.wire.wire import Wire, wired
from tests.e2e.wire.world import Channel, Guild, Message, new_id

FOLDER: Final = Path(__file__).parents[2] / "golden" / "releases"
DATABASE: Final = "celestia.db"
DISCORD: Final = "discord.json"
NAMES: Final = ("Ann", "Bob")
LOBBY, GAME, EVERYTHING, OVER = "lobby", "game", "everything", "over"
"""The channels, by what stands in them."""
PRESSED_BY: Final = "custom_id"
"""In every message that has anything to press."""
CLICKS: Final = 25
"""Clicks after which a game is well under way."""


async def keep(folder: Path) -> None:
    """Play at some tables with the present version, and keep what is left of it."""
    with TemporaryDirectory() as scratch:
        async with wired(Path(scratch)) as wire:
            users = await _play(wire)
            await wire.discord.settled(1.0)
            await wire.bot.stop()
            with reading(wire.bot.database) as db:
                db.execute("VACUUM INTO ?", (f"{folder / DATABASE}",))
            (folder / DISCORD).write_text(json.dumps(_seen(wire, users), separators=(",", ":")))


async def _play(wire: Wire) -> dict[str, int]:
    """A lobby, two games that are under way, and one that is over; the users who play them."""
    users = {name: new_id() for name in NAMES}

    def people(place: str) -> list[Person]:
        channel = wire.discord.add_channel(wire.guild, place)
        return [wire.join(name, id=user, channel=channel) for name, user in users.items()]

    await gather(*people(LOBBY), seed=1, boxes="little_help")
    game = await begin(*people(GAME), seed=2, computers=1)
    await game.play(until=lambda: len(game.answers) > CLICKS)
    await game.people[0].presses(action="hand")
    everything = await begin(*people(EVERYTHING), seed=3, boxes="all")
    await everything.play(until=lambda: len(everything.answers) > CLICKS)
    over = await begin(*people(OVER), seed=4, goal=25)
    await over.play()
    return users


def _seen(wire: Wire, users: dict[str, int]) -> dict[str, Any]:
    world = wire.discord.world
    return {
        "guild": wire.guild.id,
        "people": users,
        "channels": {it.name: it.id for it in world.channels_of(wire.guild)},
        "messages": [
            {"payload": message.payload, "to": message.to}
            for channel in world.messages.values()
            for message in channel.values()
            if PRESSED_BY in json.dumps(message.payload)
        ],
    }


# --- a later version -----------------------------------------------------------------------


@asynccontextmanager
async def left_by(release: Path, folder: Path) -> AsyncIterator[Wire]:
    """The present version on what this release has left."""
    shutil.copy(release / DATABASE, folder / DATABASE)
    seen = json.loads((release / DISCORD).read_text())
    async with wired(folder, started=False) as wire:
        world = wire.discord.world
        guild = world.guilds[seen["guild"]] = Guild(seen["guild"], "Celestia")
        for name, number in seen["channels"].items():
            world.add(Channel(number, guild, name))
        for it in seen["messages"]:
            message = Message(it["payload"], it["to"])
            world.messages[message.channel][message.id] = message
        await wire.bot.start()
        yield wire


def players_in(release: Path, wire: Wire, place: str) -> Players:
    """The people of this release, in one of its channels."""
    seen = json.loads((release / DISCORD).read_text())
    channel = wire.discord.world.channels[seen["channels"][place]]
    people = [wire.join(name, id=it, channel=channel) for name, it in seen["people"].items()]
    wire.discord.involved.update(it.id for it in people)  # they sat down in that release
    return Players(tuple(people), seed=place)


if __name__ == "__main__":
    kept = FOLDER / VERSION
    if kept.exists():
        sys.exit(f"{kept} is there already, and is never written again")
    kept.mkdir(parents=True)
    asyncio.run(keep(kept))
