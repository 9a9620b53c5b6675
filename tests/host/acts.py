"""What a person can do to the bot, as the payload that Discord would send it.

simcord's own verbs wait for the bot after each one; these are only made here, so that many can be
delivered at the same instant, and one of them twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simcord import interactions
from simcord.actors import MemberActor, _resolve_visible_command
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction
from simcord.backend.serializers import message_payload
from simcord.builders import ChannelHandle
from simcord.enums import AppCommandType, ComponentType, InteractionType
from simcord.results import InteractionResult

from tests.host.reading import Button, Select, Shown

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """An interaction that has not been delivered yet, or not for the last time."""

    record: Interaction
    payload: Json


@dataclass(frozen=True, slots=True)
class Answer:
    """What an act was answered with."""

    result: InteractionResult
    shown: tuple[Shown, ...]
    """The answer and what followed it; for a changed message, that message."""

    @property
    def acknowledged(self) -> bool:
        """Discord does not tell the person that the application did not respond."""
        return self.result.acknowledged

    @property
    def kind(self) -> str:
        """``message``, ``update``, ``deferred``, ``deferred_update``, ``modal``, or nothing."""
        return self.result._interaction.response_kind or ""

    @property
    def text(self) -> str:
        """All that was answered."""
        return "\n".join(shown.text for shown in self.shown)

    @property
    def private(self) -> bool:
        """There is an answer, and nobody else sees it."""
        return bool(self.shown) and all(shown.private for shown in self.shown)


def of_command(actor: MemberActor, channel: ChannelHandle, name: str, options: Json) -> Act:
    """A slash command with its options by name."""
    root_name, *path = name.split()
    root = _resolve_visible_command(actor, channel.id, root_name, AppCommandType.CHAT_INPUT)
    leaf, nesting = interactions.walk_to_subcommand(root, path)
    filled, resolved = interactions.build_options(actor, name, leaf, options, channel_id=channel.id)
    data = {
        "id": root["id"],
        "name": root["name"],
        "type": AppCommandType.CHAT_INPUT,
        "options": interactions.nest_options(root, nesting, filled),
        "resolved": resolved,
    }
    return _act(actor, InteractionType.APPLICATION_COMMAND, channel.id, data)


def with_value(act: Act, value: str) -> Act:
    """The same command, with something else in its only option than Discord would let through."""
    act.payload["data"]["options"][0]["options"][0]["value"] = value
    return act


def of_press(actor: MemberActor, button: Button) -> Act:
    """A press of a button, which need not be there any longer."""
    data = {"custom_id": button.custom_id, "component_type": ComponentType.BUTTON}
    return _on_message(actor, button.on, data)


def of_select(actor: MemberActor, select: Select, chosen: Sequence[str]) -> Act:
    """A choice of options, by their labels or values."""
    values = {label: value for value, label in select.options.items()}
    data = {
        "custom_id": select.custom_id,
        "component_type": select.kind,
        "values": [it if it in select.options else values[it] for it in chosen],
    }
    assert select.least <= len(chosen) <= select.most, f"{select} takes another number of values"
    return _on_message(actor, select.on, data)


def _on_message(actor: MemberActor, shown: Shown, data: Json) -> Act:
    act = _act(actor, InteractionType.MESSAGE_COMPONENT, shown.channel, data)
    act.record.source_message_id = shown.id
    backend = actor._env.backend
    try:
        now = dict(message_payload(backend, backend.get_message(shown.channel, shown.id)))
    except BackendError:  # the message is gone, but this person's Discord does not know yet
        now = shown.payload
    act.payload["message"] = now
    return act


def _act(actor: MemberActor, kind: InteractionType, channel: int, data: Json) -> Act:
    record, payload = interactions.base_payload(
        actor._env.backend,
        type=kind,
        channel_id=channel,
        guild_id=actor.guild.id,
        user_id=actor.id,
        data=data,
    )
    return Act(record, payload)
