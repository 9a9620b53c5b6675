"""Components as Discord returns them: numbered, with all defaults."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from itertools import count
from typing import Any, Final

from tests.host.limits import CONTAINER, STRING_SELECT, every

Json = dict[str, Any]

FILE, SEPARATOR = 13, 14
DEFAULTS: Final[dict[int, Json]] = {
    STRING_SELECT: {"min_values": 1, "max_values": 1},
    FILE: {"spoiler": False, "name": None, "size": None},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"spoiler": False, "accent_color": None},
}
"""Defaults of a component's fields."""
_SHOWN: Final = ("id", "url", "proxy_url", "width", "height", "content_type")
"""Fields of a file that a component shows."""


def finished(components: list[Json]) -> list[Json]:
    """These components as they stand in a message."""
    whole = deepcopy(components)
    parts = [*every(whole)]
    given = {part["id"] for part in parts if part.get("id")}
    free = (number for number in count(1) if number not in given)
    for part in parts:
        part["id"] = part.get("id") or next(free)
        for key, value in DEFAULTS.get(part["type"], {}).items():
            part.setdefault(key, value)
        for item in part.get("items", ()):
            item |= {"description": item.get("description"), "spoiler": bool(item.get("spoiler"))}
        for holder in (part, *part.get("options", ())):
            if holder.get("emoji"):
                known = holder["emoji"].items()
                holder["emoji"] = {key: value for key, value in known if value is not None}
    return whole


def show_files(value: object, files: Mapping[str, Json]) -> set[str]:
    """Put in what is known of files where they are shown; the names of those that are."""
    shown: set[str] = set()
    if isinstance(value, list):
        for part in value:
            shown |= show_files(part, files)
    elif isinstance(value, dict):
        for part in value.values():
            shown |= show_files(part, files)
        file = files.get(str(value.get("url")))
        if file is not None:
            value |= {key: file[key] for key in _SHOWN if key in file}
            value["attachment_id"] = file["id"]
            shown.add(file["filename"])
    return shown
