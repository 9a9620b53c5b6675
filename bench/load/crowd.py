"""People at many tables who make prepared clicks, as fast as they can or at a given rate."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from math import inf
from random import Random
from statistics import median
from typing import Any, Final

from bench.load.clicks import Click
from bench.load.database import NAME, Original, channel_id, hand_id, table_name, user_id
from bench.load.ground import Pinned, busy, post_copy
from bench.load.visibility import Waiting
from tests.client.messages import Shown
from tests.e2e.wire.interactions import COMPONENT
from tests.e2e.wire.messages import LAYOUT
from tests.e2e.wire.people import Act, Person
from tests.e2e.wire.world import Channel, Guild, Message, User
from tests.host.limits import BUTTON

SELECT: Final = 3
IDLE_CHECK_INTERVAL: Final = 0.15  # seconds
IDLE_USE: Final = 0.02
"""Seconds of a core in one interval that heartbeats alone may take."""
LAST_BOARDS_TIMEOUT: Final = 15.0
"""Seconds to wait for boards after the last click."""


@dataclass(slots=True)
class Measured:
    """The figures of some seconds of clicking."""

    seconds: float = 0.0
    after: list[float] = field(default_factory=list[float])
    """Seconds from when each click was due until it was acknowledged."""
    clicks: Counter[str] = field(default_factory=Counter[str])
    acts: int = 0
    """Clicks that change a table."""
    lost: int = 0
    """Clicks without an acknowledgement in time."""
    stored: int = 0
    """New versions of tables."""
    painted: int = 0
    """Boards posted or changed, by whatever request."""
    by_bot: int = 0
    """Requests by the bot's token."""
    late: list[float] = field(default_factory=list[float])
    """Seconds from each click until the board showed it, or something newer."""
    unseen: int = 0
    """Clicks that no board has shown yet."""
    used: float = 0.0
    """Seconds of a core that the bot used, work after the last click included."""
    bot: float = 0.0
    """The share of a core that the bot used."""
    here: float = 0.0
    """The share of a core that this process used."""

    @property
    def rate(self) -> float:
        """Clicks acknowledged in a second."""
        return len(self.after) / self.seconds

    @property
    def per_second_used(self) -> float:
        """Clicks for each second of a core."""
        return len(self.after) / self.used

    @property
    def asked_by_bot(self) -> float:
        """Requests by the bot's token for each click."""
        return self.by_bot / len(self.after)

    @property
    def cost(self) -> float:
        """Seconds of a core for each click."""
        return self.bot * self.seconds / len(self.after)

    def within(self, share: float) -> float:
        """Return the milliseconds within which this share of clicks was acknowledged."""
        return _within(self.after, share)

    def shown_within(self, share: float) -> float:
        """Return the milliseconds after which this share of clicks was on the board."""
        return _within([*self.late, *[inf] * self.unseen], share)

    @classmethod
    def together(cls, parts: Sequence[Measured]) -> Measured:
        """Return several measurements as one."""
        whole = cls()
        for part in parts:
            whole.after += part.after
            whole.late += part.late
            whole.clicks += part.clicks
            for name in SUMS:
                setattr(whole, name, getattr(whole, name) + getattr(part, name))
        whole.bot = median(part.bot for part in parts)
        whole.here = median(part.here for part in parts)
        return whole


SUMS: Final = ("seconds", "acts", "lost", "stored", "painted", "by_bot", "unseen", "used")


def _within(many: Sequence[float], share: float) -> float:
    return 1000 * sorted(many)[min(int(share * len(many)), len(many) - 1)] if many else inf


class Group:
    """The people of one table, and their remaining clicks."""

    def __init__(self, bot: Pinned, number: int, game: Original) -> None:
        self.name: Final = f"table {number}"
        self._discord: Final = bot.discord
        self._is_yardstick: Final = bool(bot.yardstick)
        self._channel: Final = channel_id(number)
        self._clicks: Final = cycle(game.clicks) if bot.yardstick else iter(game.clicks)
        self._next: Click | None = next(self._clicks, None)
        self._number: Final = number
        self._table: Final = table_name(number)
        channel = bot.discord.world.channels[self._channel]
        self._people: Final = [
            Person(bot.discord, User(user_id(number, seat), f"User {seat}"), channel)
            for seat in range(game.seats)
        ]
        self._hands: Final = [self._hand(game, seat) for seat in range(game.seats)]
        self.waiting: Final = Waiting()
        bot.watched.looking[self._channel] = self.waiting.sees

    def _hand(self, game: Original, seat: int) -> Message:
        """Add a private message that has been open for a while."""
        channel = self._discord.world.add(Channel(1, Guild(1, "nowhere"), "nowhere"))
        body = {"components": game.hands[seat], "flags": LAYOUT}
        drawn = self._discord.scribe.write(channel.id, body, [])
        self._discord.world.remove(channel)
        user = user_id(self._number, seat)
        return post_copy(self._discord, self._channel, hand_id(self._number, seat), drawn, user)

    @property
    def next(self) -> Click | None:
        """The next click; None: the game is over."""
        return self._next

    async def click(self, measured: Measured, due: float | None = None) -> None:
        """Make the next click, and wait until it is acknowledged."""
        click = self._next
        assert click is not None
        self._next = next(self._clicks, None)
        if not self._is_yardstick:
            self.waiting.clicked(click.shows)
        answer = await self._act(click).begin()
        begun = answer.interaction.at
        await answer.comes()
        measured.clicks[click.what] += 1
        measured.acts += click.acts
        if answer.after is None:
            measured.lost += 1
        else:
            measured.after.append(answer.after + (begun - due if due else 0.0))
        self._close(answer.interaction.original)

    def _act(self, click: Click) -> Act:
        custom_id = click.custom_id.replace(NAME, self._table)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        if click.values:
            data |= {"component_type": SELECT, "values": [*click.values]}
        source = self._hands[click.seat] if click.private else self._board
        if self._is_yardstick:
            old = Shown(source.payload).buttons[0].custom_id
            data = {"custom_id": old, "component_type": BUTTON}
        return Act(self._people[click.seat], COMPONENT, data, source)

    @property
    def _board(self) -> Message:
        return next(it for it in self._discord.world.newest(self._people[0].channel) if not it.to)

    def _close(self, answer: Message | None) -> None:
        """Delete a private answer, as its reader does."""
        if answer is not None and answer.to and answer not in self._hands:
            self._discord.world.messages[self._channel].pop(answer.id, None)


class Crowd:
    """All people at some tables of one bot."""

    def __init__(self, bot: Pinned, games: Sequence[Original], numbers: Sequence[int]) -> None:
        self._bot: Final = bot
        self._groups: Final = [Group(bot, it, games[it % len(games)]) for it in numbers]
        self._free: Final = [*self._groups]
        self._rng: Final = Random("crowd")

    async def saturate(
        self, seconds: float, in_flight: int, *, to_the_end: bool = False
    ) -> Measured:
        """Click in a closed loop: this many clicks are always under way.

        ``to_the_end``: wait for the work that is left, and count it.
        """
        end = time.monotonic() + seconds

        async def keep_clicking(measured: Measured) -> None:
            while group := self._take():
                await group.click(measured)
                self._free.append(group)
                if time.monotonic() >= end:
                    return

        async def run(measured: Measured) -> None:
            await asyncio.gather(*(keep_clicking(measured) for _ in range(in_flight)))

        return await self._measure(run, to_the_end=to_the_end)

    async def once_each(self, in_flight: int) -> None:
        """Have one click at every table, so that the bot has read it and knows its people."""

        async def keep_clicking() -> None:
            while waiting:
                await waiting.pop().click(Measured())

        async def run(_: Measured) -> None:
            await asyncio.gather(*(keep_clicking() for _ in range(in_flight)))

        waiting = [group for group in self._groups if group.next is not None]
        await self._measure(run, to_the_end=True)

    async def at_rate(self, rate: float, seconds: float, *, to_the_end: bool = False) -> Measured:
        """Click in an open loop: at this rate on average, whether or not the bot keeps up."""

        async def one(group: Group, measured: Measured, due: float) -> None:
            await group.click(measured, due)
            self._free.append(group)

        async def run(measured: Measured) -> None:
            due = time.monotonic()
            end, tasks = due + seconds, set[asyncio.Task[None]]()
            while due < end and (group := self._take()):
                await asyncio.sleep(due - time.monotonic())
                task = asyncio.create_task(one(group, measured, due))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
                due += self._rng.expovariate(rate)
            await asyncio.gather(*tasks)

        return await self._measure(run, to_the_end=to_the_end)

    def _take(self) -> Group | None:
        """Return any table that is free: in turns, copies of a game would begin a leg together."""
        while self._free:
            chosen, last = self._rng.randrange(len(self._free)), self._free.pop()
            if chosen < len(self._free):
                last, self._free[chosen] = self._free[chosen], last
            if last.next is not None:
                return last
        return None

    async def _comes_to_rest(self) -> None:
        """Wait until the bot is idle and all boards show the last click."""
        end = time.monotonic() + LAST_BOARDS_TIMEOUT
        while time.monotonic() < end:
            used = self._bot.busy
            await asyncio.sleep(IDLE_CHECK_INTERVAL)
            unseen = any(group.waiting.unseen for group in self._groups)
            if not unseen and self._bot.busy - used < IDLE_USE:
                return

    async def _measure(self, run: Any, *, to_the_end: bool = False) -> Measured:
        measured = Measured()
        has_store = self._bot.database.exists()
        stored = self._bot.stored if has_store else 0
        begun, bot, here = time.monotonic(), self._bot.busy, busy()
        painted, by_bot = self._bot.painted, self._bot.by_bot
        with _WithoutGarbageCollection():
            await run(measured)
        measured.seconds = time.monotonic() - begun
        measured.bot = (self._bot.busy - bot) / measured.seconds
        measured.here = (busy() - here) / measured.seconds
        if to_the_end:
            await self._comes_to_rest()
        measured.used = self._bot.busy - bot
        measured.painted = self._bot.painted - painted
        measured.by_bot = self._bot.by_bot - by_bot
        for group in self._groups:
            measured.late += group.waiting.take()
            measured.unseen += group.waiting.unseen if to_the_end else 0
        measured.stored = (self._bot.stored if has_store else 0) - stored
        return measured


class _WithoutGarbageCollection:
    """Postpones garbage collection of this process, which takes a fifth of a second and more."""

    measuring = 0

    def __enter__(self) -> None:
        _WithoutGarbageCollection.measuring += 1
        gc.disable()

    def __exit__(self, *_: object) -> None:
        _WithoutGarbageCollection.measuring -= 1
        if not _WithoutGarbageCollection.measuring:
            gc.enable()
            gc.collect()
