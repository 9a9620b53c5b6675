"""One evening of a server: who looks when, what they find, and what comes of it.

The bot is the real one, on a simulated Discord with a clock of its own. People know only what
stands in the channel, and what pings them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.gathering.people import (
    CROWDS,
    HOUR,
    INVITED,
    LENGTH,
    MINUTE,
    OPENS,
    PING_DELAY,
    PING_SEEN,
    PLANS,
    habits,
)
from bot.tables.table import Table
from tests.client.messages import Shown
from tests.host.ground import Room, maker, opened
from tests.host.scenes import sent

Json = dict[str, Any]

PEOPLE: Final = 30
ENOUGH: Final = 3
"""Players with whom a host starts."""
GAME: Final = 40 * MINUTE
HOST_LOOKS: Final = (2 * MINUTE, 4 * MINUTE, 7 * MINUTE)
"""When a host looks again who has just opened a table; from then on as always."""
PLANNED_AT: Final = 3 * HOUR
"""The time that tables for later are for: nine."""
PLANNED_BEFORE: Final = 2 * HOUR


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways of coming together that people of this evening know."""

    calls: bool = False
    """Calls for players, invitations, and pings to hosts."""
    later: bool = False
    """A table for later."""


@dataclass(slots=True)
class Evening:
    """The figures of one evening."""

    lobbies: int = 0
    games: list[int] = field(default_factory=list[int])
    """The number of players of each."""
    waits: list[float] = field(default_factory=list[float])
    """Seconds from each lobby to its start."""
    in_vain: float = 0.0
    """Seconds that people sat in lobbies of which nothing came."""
    pings: int = 0
    """People who were pinged, each as often as it was."""

    @property
    def players(self) -> int:
        return sum(self.games)


async def evening(crowd: str, ways: Ways, number: int) -> Evening:
    """Let an evening pass; the same number gives the same people."""
    with TemporaryDirectory() as folder:
        async with opened(maker(Path(folder) / "celestia.db")) as room:
            return await _Server(room, crowd, ways, number).pass_evening()


class _Server:
    """The people of a server, and their clock."""

    def __init__(self, room: Room, crowd: str, ways: Ways, number: int) -> None:
        self.room = room
        self.ways = ways
        self.found = Evening()
        self.now = 0.0
        lot = Random(f"{crowd} {number}")
        self._people = [room.join(f"P{it}") for it in range(PEOPLE)]
        self._habits = [habits(it, PEOPLE, CROWDS[crowd], lot) for it in range(PEOPLE)]
        self._lots = [Random(f"{crowd} {number} {it}") for it in range(PEOPLE)]
        """One for each person, so that no decision depends on those of others."""
        self._looks = [(at, it) for it, known in enumerate(self._habits) for at in known.looks]
        self._looks.sort()
        self._by_user = {person.id: it for it, person in enumerate(self._people)}
        self._heard = 0
        """Messages of the bot of which people know."""
        self._lobby: _Lobby | None = None
        self._busy_until = [0.0] * PEOPLE
        self._ends = 0.0
        """When the game ends that is played in the channel, or has ended."""
        self._decided: set[tuple[str, int]] = set()
        self._answered: set[int] = set()
        """Who has answered whether they come later."""

    async def pass_evening(self) -> Evening:
        await self._ask_for_calls()
        while self._looks:
            at, who = heappop(self._looks)
            if at >= LENGTH:
                continue
            await self._until(at)
            await self._look(who)
        await self._until(LENGTH)
        await self._lost_lobby()
        return self.found

    async def _ask_for_calls(self) -> None:
        """Press the button that has stood in the channel for weeks."""
        if not self.ways.calls:
            for person in self._people:  # hosts heard nothing before either
                await self.room.bot.store.calls.set_quiet_host(person.id, quiet=True)
        else:
            host, *_ = self._people
            await host.runs("new")
            for person, known in zip(self._people, self._habits, strict=True):
                if known.wants_calls:
                    page = (await person.presses(action="more")).shown[-1]
                    await person.presses(action="tell_me", on=page)
            await host.runs("cancel")
            await host.presses(action="cancel_now")
        self._heard = len(sent(self.room))

    async def _until(self, at: float) -> None:
        """Let time pass."""
        await self.room.passes(max(0.0, at - self.now))
        self.now = max(self.now, at)
        self._hear()

    # --- pings ---------------------------------------------------------------------------------

    def _hear(self) -> None:
        """Have people look soon who are pinged and notice it."""
        for who in self._pinged():
            self.found.pings += 1
            if self._lobby is not None:
                self._lobby.pinged.add(who)
            known, lot = self._habits[who], self._lots[who]
            notices = lot.random() < PING_SEEN
            delay = lot.uniform(*PING_DELAY)
            if notices and (known.has_time(self.now) or self._sits(who)):
                heappush(self._looks, (self.now + delay, who))

    def _pinged(self) -> Iterator[int]:
        messages = sent(self.room)
        members = self.room.env.backend.guilds[self.room.guild.id].members
        for way, message in messages[self._heard :]:
            allowed: Json = message["allowed_mentions"] if way == "POST" else {}
            called = {int(it) for it in allowed.get("users", ())}
            for role in map(int, allowed.get("roles", ())):
                called |= {user for user, it in members.items() if role in it.role_ids}
            yield from sorted(self._by_user[it] for it in called if it in self._by_user)
        self._heard = len(messages)

    def _sits(self, who: int) -> bool:
        return self._lobby is not None and who in self._lobby.since

    # --- a look --------------------------------------------------------------------------------

    async def _look(self, who: int) -> None:
        """Look at the channel, and do what one does."""
        if self._busy_until[who] > self.now:
            return
        await self._see_lobby()
        known, lot = self._habits[who], self._lots[who]
        if self._lobby is not None:
            await self._at_lobby(self._lobby, who)
        elif self._ends <= self.now and known.has_time(self.now) and lot.random() < OPENS:
            await self._open(who)
        if self.ways.later:
            await self._look_ahead(who)
        self._hear()

    async def _open(self, who: int) -> None:
        await self._people[who].runs("new")
        await self._see_lobby()
        for after in HOST_LOOKS:
            heappush(self._looks, (self.now + after, who))

    async def _see_lobby(self) -> None:
        """Find the lobby that stands in the channel, and who sits there."""
        name = await self.room.bot.store.open_table_in(self.room.channel.id)
        table: Table | None = None
        if name is not None:
            table = (await self.room.bot.service.read(name)).table
        if table is None or table.stage != "lobby":
            await self._lost_lobby()
            return
        if self._lobby is None or self._lobby.name != table.id:
            await self._lost_lobby()
            self.found.lobbies += 1
            host = self._by_user[table.people[table.host]]
            self._lobby = _Lobby(table.id, self.now, host)
        seated = {self._by_user[user] for user in table.people.values()}
        self._lobby.since = {it: self._lobby.since.get(it, self.now) for it in seated}

    async def _lost_lobby(self) -> None:
        if self._lobby is not None:
            self.found.in_vain += sum(self.now - since for since in self._lobby.since.values())
            self._lobby = None

    def _page(self) -> Shown:
        """The lobby as it stands in the channel."""
        return next(
            it
            for it in reversed(self.room.messages)
            if any(":join:" in button.custom_id for button in it.buttons)
            and not it.text.startswith("📯")
        )

    async def _at_lobby(self, lobby: _Lobby, who: int) -> None:
        known, lot, person = self._habits[who], self._lots[who], self._people[who]
        if who not in lobby.since:
            key = lobby.name, who
            likelier = INVITED if who in lobby.pinged or who in self._answered else 1.0
            if not known.has_time(self.now) or key in self._decided:
                return
            self._decided.add(key)
            if lot.random() < known.keen * likelier:
                await person.presses(action="join", on=self._page())
                await self._see_lobby()
                if self._lobby is not None and who in self._lobby.since:
                    self._lobby.since[who] = self.now
        elif who == lobby.host:
            await self._as_host(lobby, who)
        elif self.now - lobby.since[who] > known.patience:
            await person.presses(action="join", on=self._page())  # stands up
            self.found.in_vain += self.now - lobby.since.pop(who)

    async def _as_host(self, lobby: _Lobby, who: int) -> None:
        person = self._people[who]
        if len(lobby.since) >= ENOUGH:
            await person.presses(action="start", on=self._page())
            self.found.games.append(len(lobby.since))
            self.found.waits.append(self.now - lobby.opened)
            for it in lobby.since:
                self._busy_until[it] = self.now + GAME
            self._hear()
            self._ends, self._lobby = self.now + GAME, None
            # how it is played does not matter here; its pings are no pings about coming together
            await person.runs("cancel")
            await person.presses(action="cancel_now")
            self._heard = len(sent(self.room))
        elif self.now - lobby.opened > self._habits[who].patience:
            await person.runs("cancel")
            await person.presses(action="cancel_now")
            await self._see_lobby()
        elif self.ways.calls and not lobby.called:
            lobby.called = True
            page = (await person.presses(action="more", on=self._page())).shown[-1]
            await person.presses(action="call", on=page)
            for friend in self._habits[who].friends:
                if friend not in lobby.since:
                    page = (await person.presses(action="settings", on=self._page())).shown[0]
                    guest = f"{self._people[friend].id}"
                    await person.chooses(guest, of=page.selects[0], on=page)

    # --- later ---------------------------------------------------------------------------------

    async def _look_ahead(self, who: int) -> None:
        """Say whether one comes later, or plan a table where nobody has."""
        known, lot, person = self._habits[who], self._lots[who], self._people[who]
        free = known.has_time(PLANNED_AT)
        planned = [it for it in self.room.messages if it.text.startswith("### 📅")]
        if not planned:
            if self.now < PLANNED_BEFORE and free and lot.random() < PLANS:
                minutes = round((PLANNED_AT - self.now) / MINUTE)
                await person.runs("later", when=f"in {minutes} min")
                self._answered.add(who)
        elif free and who not in self._answered and planned[-1].buttons:
            comes = lot.random() < known.keen * INVITED
            if comes:
                self._answered.add(who)
                await person.presses(action="comes", on=planned[-1])


@dataclass(slots=True)
class _Lobby:
    """A lobby, as people see it."""

    name: str
    opened: float
    host: int
    since: dict[int, float] = field(default_factory=dict[int, float])
    """Since when each of those sits there who do."""
    called: bool = False
    pinged: set[int] = field(default_factory=set[int])
