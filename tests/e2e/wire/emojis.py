"""The emojis of the bot's application, which it can use everywhere."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tests.e2e.wire import payloads
from tests.e2e.wire.asked import Asked, Reply
from tests.e2e.wire.refusals import refused
from tests.e2e.wire.world import new_id

if TYPE_CHECKING:
    from tests.e2e.wire.server import Discord

Json = dict[str, Any]

MOST: Final = 2000
LARGEST: Final = 256 << 10
NAME: Final = re.compile(r"\w{2,32}", re.ASCII)
IMAGE: Final = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/=]+)")


class Emojis:
    """By their ids; the oldest first."""

    def __init__(self) -> None:
        self.refused = False
        """Every request about emojis is refused."""
        self.known: Final[dict[int, Json]] = {}

    @property
    def names(self) -> list[str]:
        return [it["name"] for it in self.known.values()]


async def listed(discord: Discord, asked: Asked) -> Reply:
    return 200, {"items": [*_open(discord).known.values()]}


async def create(discord: Discord, asked: Asked) -> Reply:
    emojis = _open(discord)
    found = IMAGE.fullmatch(asked.json["image"])
    image = base64.b64decode(found[2]) if found else b""
    if faults := [*_faults(emojis, asked.json["name"], image)]:
        raise refused("invalid_form", faults)
    if len(emojis.known) >= MOST:
        raise refused("too_many_emojis")
    number = new_id()
    emojis.known[number] = {
        "id": str(number),
        "name": asked.json["name"],
        "user": payloads.user(discord.world.bot),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    return 201, emojis.known[number]


async def delete(discord: Discord, asked: Asked) -> Reply:
    emojis, number = _open(discord), int(asked.ids["emoji"])
    if emojis.known.pop(number, None) is None:
        raise refused("unknown_emoji")
    return 204, None


def _open(discord: Discord) -> Emojis:
    if discord.emojis.refused:
        raise refused("missing_access")
    return discord.emojis


def _faults(emojis: Emojis, name: str, image: bytes) -> Iterator[str]:
    if not NAME.fullmatch(name):
        yield f"{name!r}: 2 to 32 letters, digits and underscores"
    if name in emojis.names:
        yield f"{name!r}: this name is taken"
    if not image:
        yield "the image is no data URI"
    if len(image) > LARGEST:
        yield f"the image has {len(image)} bytes; limit {LARGEST}"
