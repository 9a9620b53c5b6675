"""People on Discord over the wire, and what they are answered.

answer = await ann.runs("new", pace="none")
answer = await bob.presses(action="join")
answers = await at_once(ann.pressing(action="hand"), bob.pressing(action="hand"))

Nothing here raises because the bot is slow, dead or refuses: the `Answer` says so.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import Permissions

from bot.discord.limits import BESIDE_AFTER
from bot.discord.rate_limit import A_SECOND, BURST, UserRateLimit
from tests.client import people
from tests.client.commands import ROOT
from tests.client.messages import Shown
from tests.e2e.wire import commands, payloads
from tests.e2e.wire.interactions import COMMAND, COMPONENT, FORM, KINDS, TYPING, Interaction
from tests.e2e.wire.messages import LOADING
from tests.e2e.wire.server import PATIENCE, Discord
from tests.e2e.wire.world import Channel, Message, User

Json = dict[str, Any]

RESERVE: Final = 5
"""Clicks that a person who keeps within the bot's limit leaves unused, for clocks differ."""
PROMISED: Final = 3.0
"""Seconds in which most promises are kept."""
MEMBER: Final = Permissions(view_channel=True, send_messages=True, read_message_history=True)
MANAGER: Final = MEMBER | Permissions(manage_guild=True, manage_messages=True)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a person is about to do."""

    person: Person
    kind: int
    data: Json
    source: Message | None = None

    async def begin(self) -> Answer:
        """Do it, and do not wait for what the bot says: `Answer.comes` does."""
        return await self.person.begins(self)


@dataclass(frozen=True, slots=True)
class Answer(people.Answer):
    """The bot's answer to an act; it may be followed by more."""

    interaction: Interaction
    discord: Discord
    act: Act
    """The act; it can be repeated as another click."""

    @property
    def id(self) -> int:
        return self.interaction.id

    @property
    def acknowledged(self) -> bool:
        return self.interaction.callback is not None

    @property
    def kind(self) -> str:
        return KINDS.get(self.interaction.callback or 0, "")

    @property
    def wordless(self) -> bool:
        """It was taken without a word; the board may have come with it."""
        return self.kind in ("deferred_update", "update") and not self.replies

    @property
    def form(self) -> Json | None:
        return self.interaction.form

    @property
    def _taken_back(self) -> bool:
        """Whether the bot deleted what it had promised."""
        promised = self.interaction.original
        return promised is not None and not self.discord.is_there(promised)

    @property
    def _is_a_promise(self) -> bool:
        """True if the answer comes later: as a message, or on the private page that was pressed."""
        source = self.interaction.source
        is_private = source is not None and source.to is not None
        return self.kind == "deferred" or (is_private and self._may_be_a_promise)

    @property
    def _may_be_a_promise(self) -> bool:
        """True if a slow bot may have acknowledged the press to answer it later, or not at all."""
        return self.kind == "deferred_update" and (self.after or 0.0) >= BESIDE_AFTER

    @property
    def after(self) -> float | None:
        """Seconds until it was acknowledged."""
        return self.interaction.after

    @property
    def shown(self) -> tuple[Shown, ...]:
        """As they stand now; what is only promised is not there."""
        messages = [it for it in self.interaction.answers if not it.payload["flags"] & LOADING]
        return tuple([Shown(it.payload) for it in messages])

    async def comes(self) -> Answer:
        """Wait until it is acknowledged, or until Discord gives it up.

        On a busy machine that may be a promise; then a little longer, as people do, until it is
        kept or taken back.
        """
        left = self.discord.ack_within - self.interaction.age
        try:
            async with asyncio.timeout(max(0.0, left)):
                await self.interaction.answered.wait()
            if self._is_a_promise:
                await self.discord.until(lambda: self.shown or self._taken_back, PROMISED)
            elif self._may_be_a_promise:
                await self.discord.settled(timeout=PROMISED)
        except TimeoutError:
            pass
        return self

    async def says(self, timeout: float = PATIENCE) -> Shown:
        """The first message of it, which may come after the acknowledgement."""
        await self.discord.until(lambda: self.shown, timeout)
        return self.shown[0]


class Person(people.Person[Act, Answer]):
    """A member of a guild."""

    def __init__(
        self, discord: Discord, user: User, channel: Channel, *, manager: bool = False
    ) -> None:
        self.discord: Final = discord
        self.user: Final = user
        self.channel: Channel = channel
        self.rights = MANAGER if manager else MEMBER
        self.limit: UserRateLimit | None = None
        """Clicks that the bot carries out; None: this person clicks as fast as may be."""
        discord.world.users[user.id] = user

    def alone(self) -> Person:
        """Return the same person in direct messages with the bot."""
        return Person(self.discord, self.user, self.discord.world.private_channel(self.id))

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def locale(self) -> str:
        return self.user.locale

    @property
    def threads(self) -> Sequence[Channel]:
        return self.discord.threads_in(self.channel)

    def keep_within_limit(self) -> None:
        """Click no faster than the bot allows: it takes what is beyond that without a word."""
        self.limit = UserRateLimit(time.monotonic, BURST - RESERVE)

    def __repr__(self) -> str:
        return self.user.name

    def _newest(self) -> Iterator[Shown]:
        for message in self.discord.world.newest(self.channel):
            if message.visible_to(self.id):
                yield Shown(message.payload)

    def running(self, path: str = "", **options: Any) -> Act:
        command = self._command(path)
        return Act(self, COMMAND, commands.data(command, self.discord.world, options))

    async def picks(self, name: str, person: Person) -> Answer:
        """Choose a command in the menu of a person."""
        data = commands.on_user(self.discord.world, name, person.user)
        return await self.does(Act(self, COMMAND, data))

    async def types(self, path: str, option: str, text: str, **filled: Any) -> list[Json]:
        world, values = self.discord.world, filled | {option: text}
        data = commands.data(self._command(path), world, values, typing=option)
        return (await self.does(Act(self, TYPING, data))).interaction.choices

    def _command(self, path: str) -> commands.Command:
        return commands.find(self.discord.world, self.channel.guild.id, ROOT, path)

    def _clicking(self, on: Shown, data: Json) -> Act:
        """On the message as it is now; one that is gone as this person still remembers it."""
        kept = self.discord.world.messages.get(on.channel, {}).get(on.id)
        assert kept is None or kept.visible_to(self.id), f"{self!r} cannot see {on}"
        source = kept or Message(on.payload, self.id if on.private else None)
        return Act(self, COMPONENT, data, source)

    def sending(self, opened: Answer, form: Json) -> Act:
        return Act(self, FORM, form, opened.interaction.source)

    async def does(self, act: Act) -> Answer:
        return await (await self.begins(act)).comes()

    async def begins(self, act: Act) -> Answer:
        """Have Discord tell the bot of an act of this person."""
        while self.limit is not None and not self.limit.allows(self.id):
            await asyncio.sleep(1 / A_SECOND)
        where = self.channel
        if act.source is not None:
            where = self.discord.world.channels.get(act.source.channel, where)
        it = Interaction(act.kind, self.user, where.id, act.source)
        payload = payloads.interaction(self.user, where, self.rights, self.discord.world.bot)
        payload |= {"id": str(it.id), "token": it.token, "type": act.kind, "data": act.data}
        if act.source is not None:
            payload["message"] = act.source.payload
        await self.discord.deliver(it, payload)
        return Answer(it, self.discord, act)


async def at_once(*acts: Act) -> list[Answer]:
    """All of this happens at the same time; the answers are waited for together."""
    begun = [await act.begin() for act in acts]
    return [*await asyncio.gather(*(answer.comes() for answer in begun))]
