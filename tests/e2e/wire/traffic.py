"""Requests under way: a message has one writer, so no two requests may change it at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiohttp import web

from tests.e2e.wire.asked import Asked

if TYPE_CHECKING:
    from tests.e2e.wire.interactions import Interaction

UPDATE: Final = 7
_MESSAGE: Final = re.compile(r"/channels/\d+/messages/(\d+)")
_ORIGINAL: Final = re.compile(r"/webhooks/\d+/([^/]+)/messages/@original")
_CALLBACK: Final = re.compile(r"/interactions/\d+/([^/]+)/callback")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two requests that change one message at the same time."""

    message: int
    first: Asked
    second: Asked

    def __str__(self) -> str:
        both = (f"{it.method} {it.path}" for it in (self.first, self.second))
        return f"message {self.message}: {' meets '.join(both)}"


class Traffic:
    """The requests under way that change public messages."""

    def __init__(self) -> None:
        self.meetings: Final[list[Meeting]] = []
        """Those that should not have been."""
        self._under_way: Final[dict[Asked, tuple[int, web.Request]]] = {}

    def enters(
        self, asked: Asked, request: web.Request, interactions: Mapping[str, Interaction]
    ) -> None:
        """A request has come in whole. One whose sender has gone meets nobody."""
        message = asked.changes = _changed(asked, interactions)
        if message is None:
            return
        for other, (there, its) in self._under_way.items():
            if there == message and its.transport is not None:
                self.meetings.append(Meeting(message, other, asked))
        self._under_way[asked] = message, request

    def leaves(self, asked: Asked) -> None:
        self._under_way.pop(asked, None)


def _changed(asked: Asked, interactions: Mapping[str, Interaction]) -> int | None:
    """The public message that a request changes; None: none, or one that only one user sees."""
    if asked.method == "PATCH" and (found := _MESSAGE.fullmatch(asked.path)):
        return int(found[1])
    if asked.method == "PATCH" and (found := _ORIGINAL.fullmatch(asked.path)):
        it = interactions.get(found[1])
        message = it.original if it else None
    elif (found := _CALLBACK.fullmatch(asked.path)) and asked.kind == UPDATE:
        it = interactions.get(found[1])
        message = it.source if it else None
    else:
        return None
    return message.id if message is not None and message.to is None else None
