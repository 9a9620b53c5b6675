"""Games on the page's side of the desk, with random answers."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from engine import Options
from players.page.session import Desk

Json = dict[str, Any]


class Table:
    """A page without a browser: it asks the desk, and answers at random."""

    def __init__(self, seed: int = 1, *, language: str = "en") -> None:
        self.language = language
        self.desk = Desk()
        self.rng = Random(f"page {seed}")
        self.seed = f"{seed:064x}"
        self.heard: list[Json] = []
        """All answers of the desk."""

    def asks(self, name: str, **given: Any) -> Json:
        text = self.desk.call(name, json.dumps({"language": self.language, **given}))
        found: Json = json.loads(text)
        self.heard.append(found)
        return found

    def begins(self, *, seats: int = 4, level: str = "easy", **options: Any) -> Json:
        told = Options(**options).to_json()
        return self.asks("new", seats=seats, level=level, options=told, seed=self.seed)

    def answers(self, told: Json, number: int | None = None) -> Json:
        """Give an answer, a random one unless it is given."""
        moves = told["question"]["moves"]
        chosen = self.rng.randrange(len(moves)) if number is None else number
        return self.asks("answer", number=chosen, version=told["version"])

    def plays(self, told: Json) -> Json:
        """Play to the end of the game; return what was said last."""
        while told["question"] is not None:
            told = self.answers(told)
        return told

    @property
    def frames(self) -> list[Json]:
        return [frame for told in self.heard for frame in told.get("frames", ())]
