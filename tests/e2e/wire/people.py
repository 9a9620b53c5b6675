"""People on Discord: what they see, what they do, and what they are answered.

answer = await ann.runs("new", pace="none")
answer = await bob.presses(action="join")
answers = await at_once(ann.pressing(action="hand"), bob.pressing(action="hand"))

Nothing here raises because the bot is slow, dead or refuses: the `Answer` says so. What people
cannot do at all (press what they do not see, choose what is not offered) fails the test.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from discord import Permissions

from tests.e2e.wire import commands, payloads
from tests.e2e.wire.interactions import COMMAND, COMPONENT, KINDS, TYPING, Interaction
from tests.e2e.wire.messages import LOADING
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel, Message, User
from tests.host.limits import BUTTON
from tests.host.reading import Button, Looker, Select, Shown

Json = dict[str, Any]

PROMISED: Final = 3.0
"""Seconds in which most promises are kept."""
NAME: Final = "celestia"
"""Everything hangs under one command."""
MEMBER: Final = Permissions(view_channel=True, send_messages=True, read_message_history=True)
MANAGER: Final = MEMBER | Permissions(manage_guild=True, manage_messages=True)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that somebody is about to do."""

    person: Person
    kind: int
    data: Json
    source: Message | None = None

    async def begin(self) -> Answer:
        """Do it, and do not wait for what the bot says: `Answer.comes` does."""
        return await self.person.does(self)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot said to an act; it may say more later."""

    interaction: Interaction
    discord: Discord
    act: Act
    """What was done; it can be done again, as another click."""

    @property
    def id(self) -> int:
        """The id of the interaction, by which the bot knows it."""
        return self.interaction.id

    @property
    def acknowledged(self) -> bool:
        """The bot answered in time."""
        return self.interaction.callback is not None

    @property
    def failed(self) -> bool:
        """Discord says that the application did not respond."""
        return not self.acknowledged

    @property
    def kind(self) -> str:
        """``message``, ``update``, ``deferred``, ``deferred_update``, ``choices`` or nothing."""
        return KINDS.get(self.interaction.callback or 0, "")

    @property
    def after(self) -> float | None:
        """Seconds until it was acknowledged."""
        return self.interaction.after

    @property
    def choices(self) -> list[Json]:
        """What was offered to somebody who types."""
        return self.interaction.choices

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The answer and what followed it as they stand now; what is only promised is not there."""
        messages = [it for it in self.interaction.answers if not it.payload["flags"] & LOADING]
        return tuple([Shown(it.payload) for it in messages])

    @property
    def text(self) -> str:
        """All that was answered."""
        return "\n".join(shown.text for shown in self.shown)

    @property
    def private(self) -> bool:
        """There is an answer, and nobody else sees it."""
        return bool(self.shown) and all(shown.private for shown in self.shown)

    async def comes(self) -> Answer:
        """Wait until it is acknowledged, or until Discord gives it up.

        On a slow machine that may be a promise; then a little longer, as people do.
        """
        left = self.discord.ack_within - self.interaction.age
        try:
            async with asyncio.timeout(max(0.0, left)):
                await self.interaction.answered.wait()
            if self.kind == "deferred":
                await self.discord.until(lambda: self.shown, PROMISED)
        except TimeoutError:
            pass
        return self

    async def says(self, timeout: float = 10.0) -> Shown:
        """The first message of it, which may come after the acknowledgement."""
        await self.discord.until(lambda: self.shown, timeout)
        return self.shown[0]


class Person(Looker):
    """A member of a guild."""

    def __init__(
        self, discord: Discord, user: User, channel: Channel, *, manager: bool = False
    ) -> None:
        self.discord: Final = discord
        self.user: Final = user
        self.channel = channel
        """Where this person is: commands are run here, and buttons sought."""
        self.rights = MANAGER if manager else MEMBER
        discord.world.users[user.id] = user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def locale(self) -> str:
        return self.user.locale

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    def __repr__(self) -> str:
        return self.user.name

    # --- seeing ----------------------------------------------------------------------------

    def _newest(self) -> Iterator[Shown]:
        for message in self.discord.world.newest(self.channel):
            if message.visible_to(self.id):
                yield Shown(message.payload)

    # --- doing -----------------------------------------------------------------------------

    async def runs(self, path: str = "", **options: Any) -> Answer:
        """Run ``/celestia <path>``."""
        return await (await self.running(path, **options).begin()).comes()

    async def presses(
        self,
        what: str | Button | None = None,
        *,
        action: str | None = None,
        on: Shown | None = None,
    ) -> Answer:
        """Press a button: by its label, by its action, or one that was seen before.

        It is sought ``on`` a message, or on the newest one that this person sees and that has it.
        One that was seen before is pressed whatever has become of its message.
        """
        return await (await self.pressing(what, action=action, on=on).begin()).comes()

    async def chooses(
        self,
        *values: str,
        action: str | None = None,
        on: Shown | None = None,
        of: Select | None = None,
    ) -> Answer:
        """Choose these options, by their labels or values, of a select that has them all.

        ``of`` one that was seen before is chosen whatever has become of its message.
        """
        return await (await self.choosing(*values, action=action, on=on, of=of).begin()).comes()

    async def types(self, path: str, option: str, text: str, **filled: Any) -> Answer:
        """Type into an option of a command; what is offered are the `choices` of the answer."""
        command = commands.find(self.discord.world, self.channel.guild.id, f"{NAME} {path}")
        data = commands.data(command, self.discord.world, filled | {option: text}, typing=option)
        return await (await Act(self, TYPING, data).begin()).comes()

    def running(self, path: str = "", **options: Any) -> Act:
        """The same as `runs`, to be done by `at_once`."""
        command = commands.find(self.discord.world, self.channel.guild.id, f"{NAME} {path}")
        return Act(self, COMMAND, commands.data(command, self.discord.world, options))

    def pressing(
        self,
        what: str | Button | None = None,
        *,
        action: str | None = None,
        on: Shown | None = None,
    ) -> Act:
        """The same as `presses`, to be done by `at_once`."""
        button = what if isinstance(what, Button) else self._button(what, action, on)
        data = {"custom_id": button.custom_id, "component_type": BUTTON}
        return Act(self, COMPONENT, data, self._source(button.on))

    def choosing(
        self,
        *values: str,
        action: str | None = None,
        on: Shown | None = None,
        of: Select | None = None,
    ) -> Act:
        """The same as `chooses`, to be done by `at_once`."""
        select = of or self._select(values, action, on)
        assert select.least <= len(values) <= select.most, f"{select} takes another number"
        known = {label: value for value, label in select.options.items()}
        chosen = [it if it in select.options else known[it] for it in values]
        data: Json = {"custom_id": select.custom_id, "component_type": select.kind}
        return Act(self, COMPONENT, data | {"values": chosen}, self._source(select.on))

    def _source(self, shown: Shown) -> Message:
        """The message as it is now; one that is gone as this person still remembers it."""
        kept = self.discord.world.messages.get(shown.channel, {}).get(shown.id)
        assert kept is None or kept.visible_to(self.id), f"{self!r} cannot see {shown}"
        return kept or Message(shown.payload, self.id if shown.private else None)

    async def does(self, act: Act) -> Answer:
        """Have Discord tell the bot of an act of this person."""
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
