"""Slash commands as people use them: only what the bot registered can be run, or chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.client import commands
from tests.e2e.wire import payloads
from tests.e2e.wire.world import User, World

Json = dict[str, Any]

INTEGER, USER, NUMBER = 4, 6, 10


@dataclass(frozen=True, slots=True)
class Command:
    """A command down to the subcommand that is meant."""

    root: Json
    path: tuple[Json, ...]

    @property
    def options(self) -> dict[str, Json]:
        """Its options by name."""
        return {it["name"]: it for it in [self.root, *self.path][-1].get("options") or []}


def find(world: World, guild: int, name: str, path: str) -> Command:
    """The command of this root and path, as it is offered in a guild, or in private (0)."""
    known = [*world.commands.get(guild, []), *world.commands[None]]
    context = 0 if guild else payloads.BOT_DM
    offered = [it for it in known if context in (it.get("contexts") or [0, payloads.BOT_DM])]
    root = next((it for it in offered if it["name"] == name), None)
    assert root, f"/{name} is not registered; there are {[it['name'] for it in known]}"
    return Command(root, tuple(commands.find(root, path)))


def data(command: Command, world: World, filled: Mapping[str, Any], typing: str = "") -> Json:
    """Return the interaction data of a command that is run, or typed into."""
    options = [*_filled(command, filled, typing)]
    for node in reversed(command.path):
        options = [{"name": node["name"], "type": node["type"], "options": options}]
    users = [world.users[value.id] for value in filled.values() if hasattr(value, "mention")]
    return {
        "id": command.root["id"],
        "name": command.root["name"],
        "type": command.root["type"],
        "options": options,
        "resolved": _resolved(users),
    }


def on_user(world: World, name: str, user: User) -> Json:
    """Return the interaction data of a command of the menu of a person."""
    root = next(it for it in world.commands[None] if it["name"] == name)
    chosen = {"target_id": str(user.id), "resolved": _resolved([user])}
    return {"id": root["id"], "name": name, "type": root["type"], **chosen}


def _filled(command: Command, filled: Mapping[str, Any], typing: str) -> Iterator[Json]:
    for name, given in filled.items():
        assert name in command.options, f"no option {name!r}; there are {[*command.options]}"
        option = command.options[name]
        value = str(given.id) if option["type"] == USER else given
        if name != typing:
            _can_be_chosen(option, value)
        focus = {"focused": True} if name == typing else {}
        yield {"name": name, "type": option["type"], "value": value, **focus}


def _can_be_chosen(option: Json, value: Any) -> None:
    """People can only choose what is offered, and what keeps within the limits."""
    offered = [choice["value"] for choice in option.get("choices") or []]
    assert not offered or value in offered, f"{value!r} is not among {offered}"
    if option["type"] in (INTEGER, NUMBER):
        assert option.get("min_value", value) <= value <= option.get("max_value", value)


def _resolved(users: list[User]) -> Json:
    if not users:
        return {}
    members = {str(it.id): payloads.member(it) | {"permissions": "0"} for it in users}
    for member in members.values():
        del member["user"]
    return {"users": {str(it.id): payloads.user(it) for it in users}, "members": members}
