"""Finds a slash command in the tree by its last word: ``runs("concede")``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

Json = dict[str, Any]

ROOT: Final = "celestia"
"""The one top-level command."""
NESTING: Final = (1, 2)
"""Subcommands and groups, among the options of a command."""


def find(root: Json, path: str) -> list[Json]:
    """Return the nodes from the root to the command with this path, or with this end of a path."""
    words = path.split()
    paths = [*_leaves(root, [])] if words else [[]]
    fitting = [nodes for nodes in paths if [it["name"] for it in nodes][-len(words) :] == words]
    known = sorted(" ".join(it["name"] for it in nodes) for nodes in paths)
    assert fitting or not words, f"/{ROOT} {path} is not registered; there are {known}"
    assert len(fitting) < 2, f"/{ROOT} {path} is more than one command: {known}"
    return fitting[0] if fitting else []


def leaf(data: Json) -> Json:
    """Return the part of an interaction's data with the command itself and its options."""
    while (below := data.get("options") or []) and below[0]["type"] in NESTING:
        data = below[0]
    return data


def _leaves(node: Json, above: list[Json]) -> Iterator[list[Json]]:
    below = [it for it in node.get("options") or [] if it["type"] in NESTING]
    for option in below:
        yield from _leaves(option, [*above, option])
    if not below:
        yield above
