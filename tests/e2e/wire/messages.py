"""Messages as Discord stores them when the bot sends or edits one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from tests.e2e.wire import payloads
from tests.e2e.wire.components import finished, show_files
from tests.e2e.wire.files import ATTACHED, Files, Kept, shown_in, without
from tests.e2e.wire.refusals import refused
from tests.e2e.wire.world import Message, World, new_id
from tests.host.limits import TEXT, every

Json = dict[str, Any]

LOADING: Final = 1 << 7
EPHEMERAL: Final = 1 << 6
LAYOUT: Final = 1 << 15
SETTABLE: Final = EPHEMERAL | LAYOUT | 1 << 2 | 1 << 12
"""The flags that a bot may give to a message."""
CDN: Final = "/cdn/"
KINDS: Final = {"png": "image/png", "json": "application/json", "txt": "text/plain"}
PNG: Final = b"\x89PNG\r\n\x1a\n"

_MENTION: Final = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file in a request."""

    field: str
    name: str
    data: bytes

    @property
    def number(self) -> str:
        """By this the message speaks of it."""
        return "".join(filter(str.isdigit, self.field))


class Scribe:
    """Writes messages into the world."""

    def __init__(self, world: World, address: str, files: Files) -> None:
        self._world = world
        self._address = address
        self._files = files

    def write(
        self, channel: int, body: Json, uploads: Iterable[Upload], to: int | None = None
    ) -> Message:
        """A new message, private to this user if its flags say so."""
        uploads = [*uploads]
        if not (body.get("content") or body.get("embeds") or body.get("components") or uploads):
            raise refused("empty_message")
        return self._put(channel, body, uploads, to, (body.get("flags") or 0) & SETTABLE)

    def promise(self, channel: int, body: Json, to: int) -> Message:
        """The message that says that an answer will come."""
        return self._put(channel, {}, [], to, (body.get("flags") or 0) & EPHEMERAL | LOADING)

    def _put(
        self, channel: int, body: Json, uploads: list[Upload], to: int | None, flags: int
    ) -> Message:
        blank: Json = {
            "id": str(new_id()),
            "channel_id": str(channel),
            "type": 0,
            "author": payloads.user(self._world.bot),
            "content": "",
            "embeds": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "attachments": [],
            "components": [],
            "pinned": False,
            "tts": False,
            "timestamp": payloads.now(),
            "edited_timestamp": None,
            "flags": flags,
            "application_id": str(self._world.bot.id),
        }
        message = Message(blank, to if flags & EPHEMERAL else None)
        self._fill(message, body, uploads)
        self._world.messages[channel][message.id] = message
        return message

    def edit(
        self, message: Message, body: Json, uploads: Iterable[Upload], *, answer: bool = False
    ) -> None:
        """What the body names is changed; what was promised has come.

        ``answer``: it is itself the answer to a click on the message, and files that it does not
        list are gone.
        """
        if answer and not self._files.answers_keep:
            body = {"attachments": [], **body}
        kept = self._files.in_answers if answer else self._files.in_edits
        self._fill(message, body, [*uploads], kept)
        flags = message.payload["flags"] & ~LOADING | (body.get("flags") or 0) & LAYOUT
        message.payload = message.payload | {"flags": flags, "edited_timestamp": payloads.now()}

    def _fill(
        self, message: Message, body: Json, uploads: list[Upload], kept: Kept = "taken"
    ) -> None:
        self._files.admit(message.channel, body, uploads)
        staying, body = _staying(message, body, uploads, kept)
        filled: Json = message.payload | {
            key: body[key] or ("" if key == "content" else [])
            for key in ("content", "embeds", "components")
            if key in body
        }
        filled["embeds"] = [{"type": "rich", **deepcopy(embed)} for embed in filled["embeds"]]
        filled["components"] = finished(filled["components"])
        message.files = [*staying, *self._upload(filled["channel_id"], body, uploads)]
        named = {ATTACHED + file["filename"]: file for file in message.files}
        named |= {file["url"]: file for file in message.files}
        shown = show_files([filled["embeds"], filled["components"]], named)
        layout = (filled["flags"] | (body.get("flags") or 0)) & LAYOUT
        loose = [] if layout else [it for it in message.files if it["filename"] not in shown]
        filled["attachments"] = loose
        filled["mentions"] = [*self._mentioned(filled, body.get("allowed_mentions"))]
        filled["mention_roles"] = (body.get("allowed_mentions") or {}).get("roles", [])
        message.payload = filled

    def _upload(self, channel: str, body: Json, uploads: list[Upload]) -> Iterator[Json]:
        described = {str(it["id"]): it for it in body.get("attachments") or []}
        for upload in uploads:
            if len(upload.data) > payloads.UPLOAD_LIMIT:
                raise refused("too_large")
            number = str(new_id())
            path = f"{channel}/{number}/{upload.name}"
            self._world.files[path] = upload.data
            address = self._address + CDN + path
            file: Json = {"id": number, "filename": upload.name, "size": len(upload.data)}
            file |= {"url": address, "proxy_url": address}
            file["content_type"] = KINDS.get(upload.name.rpartition(".")[2], "application/binary")
            if upload.data.startswith(PNG):
                file["width"] = int.from_bytes(upload.data[16:20])
                file["height"] = int.from_bytes(upload.data[20:24])
            if described.get(upload.number, {}).get("description"):
                file["description"] = described[upload.number]["description"]
            yield file

    def _mentioned(self, payload: Json, allowed: Json | None) -> Iterator[Json]:
        """The users it names and may ping: only they are told of the message."""
        texts = [payload["content"], *_texts(payload["components"])]
        found = dict.fromkeys(int(user) for text in texts for user in _MENTION.findall(text))
        for user in found:
            if user in self._world.users and _may_be_told(user, allowed):
                yield payloads.user(self._world.users[user])


def _staying(
    message: Message, body: Json, uploads: list[Upload], kept: Kept
) -> tuple[list[Json], Json]:
    """The files that a message keeps, and what is left of a change of it."""
    listed = {str(it["id"]) for it in body.get("attachments") or []}
    whole = "attachments" not in body
    staying = [file for file in message.files if whole or file["id"] in listed]
    shown = shown_in(body.get("components"))
    old = shown - {upload.name for upload in uploads}
    missing = old - {file["filename"] for file in staying}
    if missing or (old and kept == "refused"):
        missing = missing or old
        faults = [f"The referenced attachment '{name}' was not found" for name in sorted(missing)]
        raise refused("invalid_form", faults)
    if old and kept == "lost":
        staying = [file for file in staying if file["filename"] not in old]
        body = body | {"components": without(body["components"], old)}
    return staying, body


def _may_be_told(user: int, allowed: Json | None) -> bool:
    if allowed is None or "users" in (allowed.get("parse") or []):
        return True
    return user in map(int, allowed.get("users") or [])


def _texts(components: list[Json]) -> Iterator[str]:
    for component in every(components):
        if component["type"] == TEXT:
            yield component["content"]
