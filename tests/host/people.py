"""People on the simulated Discord, and what they can do to the bot as payloads.

simcord's own verbs wait for the bot after each one; here payloads are only made, so that many can
be delivered at the same instant, and one of them twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcord import interactions
from simcord.actors import MemberActor, _resolve_visible_command
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction
from simcord.backend.serializers import message_payload
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import AppCommandType, InteractionType
from simcord.results import InteractionResult

from tests.client import people
from tests.client.commands import ROOT, find, leaf
from tests.client.messages import Shown

if TYPE_CHECKING:
    from tests.host.ground import Room

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """An interaction that can be delivered, once or more often."""

    record: Interaction
    payload: Json

    def renamed(self, name: str) -> Act:
        """Return the command with an unknown name."""
        leaf(self.payload["data"])["name"] = name
        return self

    def with_value(self, value: str | int) -> Act:
        """Return the command with another value of its only option, which Discord would refuse."""
        leaf(self.payload["data"])["options"][0]["value"] = value
        return self


@dataclass(frozen=True, slots=True)
class Answer(people.Answer):
    """The answer to an act, read when the bot was idle again."""

    result: InteractionResult
    messages: tuple[Shown, ...]

    @property
    def id(self) -> int:
        return self.result._interaction.id

    @property
    def acknowledged(self) -> bool:
        return self.result.acknowledged

    @property
    def kind(self) -> str:
        return self.result._interaction.response_kind or ""

    @property
    def form(self) -> Json | None:
        return self.result.modal

    @property
    def shown(self) -> tuple[Shown, ...]:
        return self.messages


class Person(people.Person[Act, Answer]):
    """A member of the guild of a room, or somebody in direct messages with the bot."""

    def __init__(self, room: Room, actor: MemberActor | UserHandle, locale: str) -> None:
        self.room = room
        self.actor: Any = actor
        self.locale = locale
        alone = isinstance(actor, UserHandle)
        self.channel: ChannelHandle = actor.dm_channel if alone else room.channel

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def threads(self) -> Sequence[ChannelHandle]:
        return self.channel.threads

    def __repr__(self) -> str:
        user = self.actor if isinstance(self.actor, UserHandle) else self.actor.user
        return user.global_name or self.actor.name

    def _newest(self) -> Iterator[Shown]:
        kept = self.room.env.backend.messages[self.channel.id].values()
        return (self.room.read(it) for it in reversed([*kept]) if it.visible_to(self.id))

    async def does(self, act: Act) -> Answer:
        return (await self.room.at_once(act))[0]

    def running(self, path: str = "", **options: Any) -> Act:
        root, names = self._command(path)
        command, nesting = interactions.walk_to_subcommand(root, names)
        filled, resolved = interactions.build_options(
            self.actor, path, command, options, channel_id=self.channel.id
        )
        data = {
            "id": root["id"],
            "name": root["name"],
            "type": AppCommandType.CHAT_INPUT,
            "options": interactions.nest_options(root, nesting, filled),
            "resolved": resolved,
        }
        return self._act(InteractionType.APPLICATION_COMMAND, self.channel.id, data)

    async def types(self, path: str, option: str, text: str, **filled: Any) -> list[Json]:
        name = " ".join([ROOT, *self._command(path)[1]])
        if isinstance(self.actor, UserHandle):
            return await self.actor.autocomplete(name, option, text, **filled)
        return await self.actor.autocomplete(self.channel, name, option, text, **filled)

    def _command(self, path: str) -> tuple[Json, list[str]]:
        """Return the top-level command, and the names on the path below it."""
        kind = AppCommandType.CHAT_INPUT
        root = _resolve_visible_command(self.actor, self.channel.id, ROOT, kind)
        return root, [node["name"] for node in find(root, path)]

    def _clicking(self, on: Shown, data: Json) -> Act:
        act = self._act(InteractionType.MESSAGE_COMPONENT, on.channel, data)
        act.record.source_message_id = on.id
        backend = self.room.env.backend
        try:
            now = dict(message_payload(backend, backend.get_message(on.channel, on.id)))
        except BackendError:  # the message is gone, but this person's Discord does not know yet
            now = on.payload
        act.payload["message"] = now
        return act

    def sending(self, opened: Answer, form: Json) -> Act:
        asked = opened.result._interaction
        act = self._act(InteractionType.MODAL_SUBMIT, asked.channel_id, form)
        if asked.source_message_id is not None:
            backend = self.room.env.backend
            source = backend.get_message(asked.channel_id, asked.source_message_id)
            act.record.source_message_id = source.id
            act.payload["message"] = dict(message_payload(backend, source))
        return act

    def _act(self, kind: InteractionType, channel: int, data: Json) -> Act:
        record, payload = interactions.base_payload(
            self.room.env.backend,
            type=kind,
            channel_id=channel,
            guild_id=None if isinstance(self.actor, UserHandle) else self.actor.guild.id,
            user_id=self.id,
            data=data,
        )
        return Act(record, payload)
