"""A request of the bot, as it is kept for tests to look at."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from aiohttp import BodyPartReader, web

from tests.e2e.wire.messages import Upload

Json = dict[str, Any]
Reply = tuple[int, Any]
"""The status and the body of an answer; None: no body."""
Way = Literal["bot", "callback", "webhook"]
"""How a request is authorized: the bot's token, a first answer, or an interaction's token."""
BY_BOT: Final = "bot"


@dataclass(eq=False, slots=True)
class Asked:
    """A request of the bot and its outcome."""

    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    """The parts of the path that name something."""
    entrance: int = 0
    """The port by which it came."""
    json: Any = None
    uploads: list[Upload] = field(default_factory=list)
    changes: int | None = None
    """The public message that it changes."""
    at: float = field(default_factory=time.monotonic)
    status: int | None = None
    """None: it is under way, or the connection was broken before."""
    reply: Any = None
    """The answer, even if it was lost."""
    code: int = 0
    """Discord's number for why it was refused."""
    lost: bool = False
    """The answer that was due did not get through."""
    took: float = 0.0
    """Seconds until it ended."""

    @property
    def kind(self) -> int | None:
        """The type of an answer to an interaction."""
        return self.json.get("type") if isinstance(self.json, dict) else None

    @property
    def way(self) -> Way:
        if self.path.startswith("/interactions/"):
            return "callback"
        return "webhook" if self.path.startswith("/webhooks/") else BY_BOT

    @property
    def well(self) -> bool:
        """It was done, whether the bot knows that or not."""
        return self.status is not None and 200 <= self.status < 300


async def read_body(asked: Asked, request: web.Request) -> None:
    """Read what was sent, whether as JSON or with files beside it."""
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            data = bytes(await part.read())
            if part.name == "payload_json":
                asked.json = json.loads(data)
            else:
                asked.uploads.append(Upload(part.name or "", part.filename or "", data))
    elif request.can_read_body:
        asked.json = await request.json()
