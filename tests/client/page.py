"""The page on a running table without a browser: the same state as its script keeps."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

Json = dict[str, Any]


def link_in(payload: Json) -> str:
    """Return the link to a page in a message: what stands behind its ``#``."""
    (found,) = [
        it["url"] for it in _parts(payload) if "/table/#" in it.get("url", "") and it["type"] == 2
    ]
    return found.partition("#")[2]


def _parts(payload: Json) -> list[Json]:
    here = payload.get("components", [])
    return [*here, *[part for it in here for part in _parts(it)]]


@dataclass(eq=False)
class Page:
    """The state of a page; `send` updates it by a message of the bot."""

    link: str
    browser: str = field(default_factory=lambda: token_hex(16))
    language: str = "en"
    texts: list[str] = field(default_factory=list[str])
    """All that the bot has sent."""
    facts: Json = field(default_factory=dict[str, Any])
    frame: Json = field(default_factory=dict[str, Any])
    cards: list[str] = field(default_factory=list[str])
    """The names of cards by the numbers that frames have."""
    told: list[str] = field(default_factory=list[str])
    """The story, sentence by sentence."""
    done: dict[str, Json] = field(default_factory=dict[str, Json])
    """The answers to commands, by their numbers."""
    refused: str = ""
    """Why the page cannot be shown, or no longer."""
    over: bool = False
    """It will not be shown later, either."""
    ended: int = 0
    """Number of times that the bot has closed the connection."""

    @property
    def hello(self) -> str:
        """The first message."""
        return json.dumps({"link": self.link, "browser": self.browser, "language": self.language})

    def send(self, text: str) -> None:
        """Take a message of the bot."""
        self.texts.append(text)
        if text == "pong":
            return
        found: Json = json.loads(text)
        if "done" in found:
            self.done[found["done"]] = found
            return
        if "refused" in found:
            self.refused, self.over = found["refused"], found["over"]
            return
        if "rules" in found:
            self.facts, self.frame, self.cards, self.refused = {}, {}, [], ""
        for change in found.pop("frames"):
            self._show(change)
        self.cards += [name for name, _, _ in found.pop("cards")]
        self.facts |= found

    def end(self) -> None:
        self.ended += 1

    def _show(self, change: Json) -> None:
        seats = change.get("seats")
        if seats is not None and self.frame:
            pairs = zip(seats, self.frame["seats"], strict=True)
            change["seats"] = [now or then for now, then in pairs]
        self.frame = {**self.frame, **change}
        self.told += self.frame["said"]

    @property
    def moves(self) -> list[Json]:
        """The answers that it offers."""
        asked = self.facts.get("question")
        return asked["moves"] if asked else []

    @property
    def has_answered(self) -> bool:
        """True if the seat has answered in advance, and could only answer otherwise now."""
        sealed = any(door["value"] == "nothing" for door in self.facts.get("doors", ()))
        return sealed and all(move["do"] == "say" for move in self.moves)

    @property
    def labels(self) -> list[str]:
        return [move["label"] for move in self.moves]

    def command(self, do: str, *values: str, number: str = "") -> Json:
        """Return a command for what is shown."""
        moment, turn = self.facts.get("moment"), self.facts.get("turn")
        number = number or token_hex(16)
        return {"id": number, "do": do, "values": values, "moment": moment, "turn": turn}
