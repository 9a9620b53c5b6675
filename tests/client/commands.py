"""Where a slash command hangs. Tests name it by its last word: ``runs("concede")``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

Json = dict[str, Any]

ROOT: Final = "celestia"
"""Everything hangs under one command."""
NESTING: Final = (1, 2)
"""Subcommands and groups, among the options of a command."""


def find(root: Json, path: str) -> list[Json]:
    """The groups and the command that this path, or the end of it, leads to from the root."""
    words = path.split()
    paths = [*_leaves(root, [])] if words else [[]]
    fitting = [nodes for nodes in paths if [it["name"] for it in nodes][-len(words) :] == words]
    known = sorted(" ".join(it["name"] for it in nodes) for nodes in paths)
    assert fitting or not words, f"/{ROOT} {path} is not registered; there are {known}"
    assert len(fitting) < 2, f"/{ROOT} {path} is more than one command: {known}"
    return fitting[0] if fitting else []


def leaf(data: Json) -> Json:
    """The part of an interaction's data that names the command itself and holds its options."""
    while (below := data.get("options") or []) and below[0]["type"] in NESTING:
        data = below[0]
    return data


def _leaves(node: Json, above: list[Json]) -> Iterator[list[Json]]:
    below = [it for it in node.get("options") or [] if it["type"] in NESTING]
    for option in below:
        yield from _leaves(option, [*above, option])
    if not below:
        yield above
