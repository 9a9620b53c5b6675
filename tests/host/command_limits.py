"""Discord's limits on a tree of slash commands, in every language."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

Json = dict[str, Any]

COMMANDS: Final = 100
TEXT: Final = 8000
OPTIONS: Final = 25
CHOICES: Final = 25
DESCRIPTION: Final = 100
CHOICE_NAME: Final = 100

CHAT_INPUT: Final = 1
NESTING: Final = frozenset({1, 2})
"""Subcommands and groups: options that are never required."""

NAME: Final = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")


def command_faults(commands: list[Json]) -> Iterator[str]:
    """Yield the faults for which Discord would refuse to register these commands."""
    kinds = Counter(command.get("type", CHAT_INPUT) for command in commands)
    if kinds[CHAT_INPUT] > COMMANDS:
        yield f"{kinds[CHAT_INPUT]} commands; limit {COMMANDS}"
    names = Counter((command["name"], command.get("type", CHAT_INPUT)) for command in commands)
    for (name, _), times in names.items():
        if times > 1:
            yield f"/{name} is registered {times} times"
    for command in commands:
        if command.get("type", CHAT_INPUT) == CHAT_INPUT:
            yield from _command(command)


def _command(command: Json) -> Iterator[str]:
    held = words_of(command)
    if held > TEXT:
        yield f"/{command['name']}: {held} characters of words in all; limit {TEXT}"
    for path, node in _nodes(command, f"/{command['name']}"):
        yield from (f"{path}: {fault}" for fault in _node(node))


def _nodes(node: Json, path: str) -> Iterator[tuple[str, Json]]:
    yield path, node
    for option in node.get("options") or []:
        yield from _nodes(option, f"{path} {option['name']}")


def _node(node: Json) -> Iterator[str]:
    for name in _said(node, "name"):
        if not NAME.fullmatch(name) or name != name.lower():
            yield f"bad name {name!r}"
    for description in _said(node, "description"):
        if not 1 <= len(description) <= DESCRIPTION:
            yield f"description of {len(description)} characters; 1 to {DESCRIPTION}"
    options = node.get("options") or []
    if len(options) > OPTIONS:
        yield f"{len(options)} options; limit {OPTIONS}"
    if len({option["name"] for option in options}) < len(options):
        yield "two options of one name"
    required = [bool(part.get("required")) for part in options if part.get("type") not in NESTING]
    if required != sorted(required, reverse=True):
        yield "required options come first"
    yield from _choices(node.get("choices") or [])


def _choices(choices: list[Json]) -> Iterator[str]:
    if len(choices) > CHOICES:
        yield f"{len(choices)} choices; limit {CHOICES}"
    for choice in choices:
        for name in _said(choice, "name"):
            if not 1 <= len(name) <= CHOICE_NAME:
                yield f"choice of {len(name)} characters; 1 to {CHOICE_NAME}"


def _said(part: Json, field: str) -> list[str]:
    """Return the values of a field in all languages."""
    return [part.get(field) or "", *(part.get(f"{field}_localizations") or {}).values()]


def words_of(part: Json) -> int:
    """Return the characters as Discord counts them: of each field the longest language."""
    held = max(map(len, _said(part, "name"))) + max(map(len, _said(part, "description")))
    held += len(str(part.get("value", "")))
    return held + sum(map(words_of, (*(part.get("options") or ()), *(part.get("choices") or ()))))
