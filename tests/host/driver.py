"""Players on the simulated Discord.

    driver = await begin(ann, bob, seed=7, boxes="little_help")
    await driver.play()

`dealt` makes the deal, and what computers do, the same as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from bot.hosting import servers
from engine import Record
from tests.client import playing
from tests.client.messages import Shown
from tests.client.offers import Click
from tests.host.ground import Room
from tests.host.people import Answer, Person


class Driver(playing.Players[Person, Answer]):
    """People who play at the only table of a room."""

    def __init__(self, people: Sequence[Person], seed: object) -> None:
        super().__init__(people, Random(f"driver {seed}"))
        self.room = people[0].room
        self.room.patience = 0.0

    @property
    def board(self) -> Shown:
        return self.room.board_in(self.people[0].channel)

    @property
    def record(self) -> Record:
        files = self.board.payload["attachments"]  # and the chart
        (file,) = [it for it in files if it["filename"].endswith(".json")]
        data = self.room.env.backend.cdn.get(file["url"])
        assert data is not None
        return Record.from_json(json.loads(data))

    async def _until(self, holds: Callable[[], bool], patience: float) -> bool:
        return True  # each click is waited for until the bot is idle

    async def _wait(self, board: Shown) -> None:
        await self.room.passes(1.0)

    async def _watch(self, board: Shown, answer: Answer) -> None:
        pass

    async def look(self, person: Person) -> Shown:
        answer = await person.presses(action="hand", on=self.board)
        assert answer.private, answer.text
        return answer.shown[0]

    async def click(self, person: Person, click: Click) -> Answer:
        answer = await super().click(person, click)
        assert answer.acknowledged, click
        assert answer.private or answer.quiet, answer.text
        return answer


async def begin(*people: Person, seed: object = 0, **options: Any) -> Driver:
    """Open a table, seat these people and ``computers``, and deal the cards."""
    driver = await gather(*people, seed=seed, **options)
    await driver.start()
    return driver


async def gather(*people: Person, seed: object = 0, **options: Any) -> Driver:
    """Open a table and seat these people, without dealing the cards."""
    driver = Driver(people, seed)
    await driver.gather(**options)
    return driver


@contextmanager
def dealt(room: Room, seed: object) -> Iterator[None]:
    """Derive from the seed the secrets of tables opened in this block, and the computers' luck."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(servers, "new_secret", lambda: sha256(f"{seed}".encode()).hexdigest())
        patch.setattr("bot.hosting.service.SystemRandom", lambda: Random(f"computers {seed}"))
        patch.setattr(room.bot.service, "rng", Random(f"computers {seed}"))
        yield
