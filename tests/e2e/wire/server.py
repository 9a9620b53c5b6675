"""A Discord on loopback, as a bot meets it: REST and gateway, and what happens in its guilds."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

from aiohttp import web

from bot.discord.limits import ACKNOWLEDGE_WITHIN, TOKEN_LIFE
from tests.bot.cli.process import TOKEN
from tests.client.messages import Shown
from tests.e2e.wire import payloads
from tests.e2e.wire.allowances import Allowances
from tests.e2e.wire.asked import Asked
from tests.e2e.wire.channels import Nonces
from tests.e2e.wire.door import routes
from tests.e2e.wire.emojis import Emojis
from tests.e2e.wire.faults import Fault
from tests.e2e.wire.files import Files
from tests.e2e.wire.gateway import Gateway
from tests.e2e.wire.interactions import Interaction
from tests.e2e.wire.messages import CDN, Scribe
from tests.e2e.wire.traffic import Traffic
from tests.e2e.wire.world import PUBLIC_THREAD, Channel, Guild, Message, World, new_id
from tests.host.judge import judge

Json = dict[str, Any]

HOST: Final = "127.0.0.1"
LARGEST: Final = 64 << 20
QUIET: Final = 0.05
PATIENCE: Final = 120.0
"""Seconds after which `Discord.until` gives up; only a broken bot takes as long."""
ON_A_BUSY_MACHINE: Final = 60.0
"""Seconds in which the bot answers a click even if it hardly gets a processor."""
LAGS: Final = 0.3
"""Probability that a request is late."""


class Discord:
    """The server. Its settings can be changed at any time."""

    def __init__(self, *, token: str = TOKEN) -> None:
        self.token: Final = token
        self.ack_within = ACKNOWLEDGE_WITHIN
        """Seconds in which an interaction must be answered first."""
        self.token_life = TOKEN_LIFE
        """Seconds for which it can be answered again."""
        self.limited = True
        """No more than five sends and five edits in five seconds in a channel."""
        self.judged = True
        """Invalid requests are refused and kept in `violations`."""
        self.twice = False
        """Every interaction is delivered twice."""
        self.down = False
        self.lag = float(os.environ.get("WIRE_LAG", "0"))
        """Seconds that some requests are late, at most: tests in too much of a hurry fail then."""
        self.world: Final = World()
        self.gateway: Final = Gateway(self.world, token, self.changed)
        self.faults: Final[list[Fault]] = []
        self.files: Final = Files()
        """Switches for Discord's undocumented treatment of files."""
        self.allowances: Final = Allowances()
        self.traffic: Final = Traffic()
        self.emojis: Final = Emojis()
        self.nonces: Final = Nonces()
        self.interactions: Final[dict[str, Interaction]] = {}
        """By their tokens."""
        self.requests: Final[list[Asked]] = []
        """All that was asked, the oldest first."""
        self.involved: Final[set[int]] = set()
        """Who has clicked, or was chosen by a click: nobody else may be pinged."""
        self.violations: Final[list[str]] = []
        self.breakdowns: Final[list[str]] = []
        """Faults of the fake itself."""
        self.url = ""
        self.scribe: Scribe
        self._news: Final = asyncio.Condition()
        self._steps = 0
        self._under_way: Final[set[Asked]] = set()
        self._rng: Final = Random()

    # --- up and down -----------------------------------------------------------------------

    async def start(self, port: int = 0) -> None:
        """Listen on loopback."""
        judge("GET", "/users/@me", None)  # reads Discord's document, which takes its time
        app = web.Application(client_max_size=LARGEST)
        app.add_routes([*routes(self), web.get("/gateway", self.gateway.serve)])
        app.add_routes([web.get("/gateway/", self.gateway.serve)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, port).start()
        self.url = f"http://{HOST}:{self._runner.addresses[0][1]}"
        self.gateway.address = self.url.replace("http", "ws", 1) + "/gateway"
        self.scribe = Scribe(self.world, self.url, self.files)

    async def entrance(self) -> str:
        """Open one more address, which tells the requests and sessions of a process apart."""
        before = len(self._runner.addresses)
        await web.TCPSite(self._runner, HOST, 0).start()
        return f"http://{HOST}:{self._runner.addresses[before][1]}"

    async def stop(self) -> None:
        self.lift_faults()
        self.gateway.door.set()
        await self.gateway.close(1001)
        await self._runner.cleanup()

    async def goes_down(self) -> None:
        """Every request ends with 503, the gateway breaks, and nobody gets in."""
        self.down = self.gateway.down = True
        self.gateway.reset()
        await self.changed()

    async def comes_back(self) -> None:
        self.down = self.gateway.down = False
        await self.changed()

    def fault(self, method: str, path: str, **how: Any) -> Fault:
        """Have the next requests of this method whose path has this in it go wrong (see `Fault`).

        Of several faults that fit the oldest one happens.
        """
        fault = Fault(method, path, **how)
        self.faults.append(fault)
        return fault

    def hit(self, asked: Asked) -> Fault | None:
        """Return the fault that happens to this request."""
        fault = next((it for it in self.faults if it.fits(asked)), None)
        if fault is not None:
            fault.hits.append(asked)
        return fault

    def lift_faults(self) -> None:
        while self.faults:
            self.faults.pop().lift()

    @contextmanager
    def acknowledged_within(self, seconds: float) -> Iterator[None]:
        """Give up interactions without an answer after this time."""
        usual, self.ack_within = self.ack_within, seconds
        try:
            yield
        finally:
            self.ack_within = usual

    # --- waiting ---------------------------------------------------------------------------

    async def changed(self) -> None:
        """Have all waiting conditions checked again."""
        self._steps += 1
        async with self._news:
            self._news.notify_all()

    async def begins(self, asked: Asked) -> None:
        self._under_way.add(asked)
        await self.changed()

    async def ends(self, asked: Asked) -> None:
        asked.took = time.monotonic() - asked.at
        self._under_way.discard(asked)
        await self.changed()

    async def lags(self) -> None:
        if self.lag and self._rng.random() < LAGS:
            await asyncio.sleep(self._rng.uniform(0, self.lag))

    async def until(self, holds: Callable[[], Any], timeout: float = PATIENCE) -> None:
        """Wait until this holds; it is checked whenever something happens here."""
        async with asyncio.timeout(timeout), self._news:
            await self._news.wait_for(holds)

    async def settled(self, quiet: float = QUIET, timeout: float = PATIENCE) -> None:
        """Wait until the bot has asked for nothing for a while."""
        async with asyncio.timeout(timeout), self._news:
            while True:
                steps = self._steps
                try:
                    async with asyncio.timeout(quiet):
                        await self._news.wait_for(lambda before=steps: self._steps != before)
                except TimeoutError:
                    if not self._under_way:
                        return

    # --- looking ---------------------------------------------------------------------------

    def asked(self, method: str, path: str = "") -> list[Asked]:
        """Return the requests of this method with this pattern in their path."""
        return [it for it in self.requests if it.method == method and re.search(path, it.path)]

    def is_there(self, message: Message) -> bool:
        return self.world.messages.get(message.channel, {}).get(message.id) is message

    def messages_in(self, channel: Channel) -> list[Shown]:
        """Return the public messages of a channel, the oldest first."""
        newest = [Shown(it.payload) for it in self.world.newest(channel) if it.to is None]
        return newest[::-1]

    def board_in(self, channel: Channel) -> Shown:
        """Return the newest public message of a channel with anything to press or choose."""
        for message in self.world.newest(channel):
            shown = Shown(message.payload)
            if message.to is None and shown.is_board:
                return shown
        raise AssertionError(f"nothing to press in {[it.text for it in self.messages_in(channel)]}")

    def threads_in(self, channel: Channel) -> list[Channel]:
        return [it for it in self.world.channels.values() if it.parent is channel]

    def files_of(self, shown: Shown) -> dict[str, bytes]:
        """Return the uploads of a message by their names."""
        files = self.world.messages[shown.channel][shown.id].files
        return {it["filename"]: self.world.files[it["url"].partition(CDN)[2]] for it in files}

    async def tell_of(self, message: Message, event: str) -> None:
        """Tell sessions of a message, unless it is private."""
        pinged = {int(it["id"]) for it in message.payload["mentions"]}
        if event == "MESSAGE_CREATE" and pinged - self.involved:
            self.violations.append("somebody is pinged who has done nothing")
        if message.to is None:
            guild = self.world.channels[message.channel].guild
            await self.gateway.tell(event, message.payload | _of_guild(guild), guild)

    # --- what happens in guilds --------------------------------------------------------------

    def add_guild(self, name: str, *, locale: str = "en-US", shard: int | None = None) -> Guild:
        """A guild with the bot in it. Once the bot runs, `invites` tells it of a new one."""
        guild = Guild(new_id(shard, self.gateway.shards), name, locale)
        self.world.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str) -> Channel:
        return self.world.add(Channel(new_id(), guild, name))

    def add_thread(self, parent: Channel, name: str) -> Channel:
        return self.world.add(Channel(new_id(), parent.guild, name, PUBLIC_THREAD, parent))

    async def kicks(self, guild: Guild) -> None:
        guild.has_bot = False
        await self.gateway.tell("GUILD_DELETE", {"id": str(guild.id)}, guild)

    async def invites(self, guild: Guild) -> None:
        guild.has_bot = guild.available = True
        guild.invited = payloads.now()
        payload = payloads.guild(guild, self.world)
        del payload["unavailable"]  # by this a client knows that it is new there
        await self.gateway.tell("GUILD_CREATE", payload, guild)

    async def fails(self, guild: Guild) -> None:
        """Make a guild unavailable, until it `recovers`."""
        guild.available = False
        gone = {"id": str(guild.id), "unavailable": True}
        await self.gateway.tell("GUILD_DELETE", gone, guild)

    async def recovers(self, guild: Guild) -> None:
        guild.available = True
        await self.gateway.tell("GUILD_CREATE", payloads.guild(guild, self.world), guild)

    async def deletes(self, channel: Channel) -> None:
        payload = payloads.channel(channel, self.world.bot)
        self.world.remove(channel)
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        await self.gateway.tell(event, payload, channel.guild)

    async def archives(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread; a message does not wake a locked one."""
        thread.archived, thread.locked = True, locked
        await self._updates(thread)

    async def forbids(self, channel: Channel, *permissions: str) -> None:
        """Take these permissions, by discord.py's names, from the bot in a channel."""
        channel.taken |= {*permissions}
        await self._updates(channel)

    async def allows(self, channel: Channel) -> None:
        channel.taken.clear()
        await self._updates(channel)

    async def _updates(self, channel: Channel) -> None:
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        payload = payloads.channel(channel, self.world.bot)
        await self.gateway.tell(event, payload, channel.guild)

    async def removes(self, shown: Shown) -> None:
        """Delete a message, as a moderator does."""
        await self.remove(self.world.messages[shown.channel][shown.id])

    async def remove(self, message: Message) -> None:
        del self.world.messages[message.channel][message.id]
        guild = self.world.channels[message.channel].guild
        if message.to is None:
            gone = {"id": str(message.id), "channel_id": str(message.channel)}
            await self.gateway.tell("MESSAGE_DELETE", gone | _of_guild(guild), guild)

    async def deliver(self, it: Interaction, payload: Json) -> None:
        """Tell the bot of an interaction, if it is there."""
        it.told = payload
        self.interactions[it.token] = it
        chosen = [*payload["data"].get("values", ()), payload["data"].get("target_id", "")]
        self.involved.update(int(one) for one in chosen if one.isdecimal())
        self.involved.add(it.user.id)
        for _ in range(2 if self.twice else 1):
            await self.repeat(it)

    async def repeat(self, it: Interaction) -> None:
        home = it.told.get("guild_id")
        guild = self.world.guilds[int(home)] if home else Guild(0, "")
        if guild.has_bot:
            await self.gateway.tell("INTERACTION_CREATE", it.told, guild)


def _of_guild(guild: Guild) -> Json:
    """Return the field that names the guild of a message; in private there is none."""
    return {"guild_id": str(guild.id)} if guild.id else {}
