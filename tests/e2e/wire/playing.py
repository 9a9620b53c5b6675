"""Players on the wire, where the bot may be slow, dead, or started again.

players = await begin(ann, bob, seed=7, boxes="little_help", computers=1)
await players.play(until=lambda: len(players.answers) > 30)
await wire.bot.restart()
await players.answers[-1].act.begin()                       # the same button once more
await players.play()
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from bot.discord.controls import NOWHERE
from engine import Record
from tests.client import playing
from tests.client.messages import Shown
from tests.client.offers import presses
from tests.client.playing import differs
from tests.e2e.wire.people import Answer, Person, at_once

PATIENCE: Final = 0.5
"""Seconds for which they wait for the board to change before they do something again."""
GLANCE: Final = 0.01
"""The same where it is not sure that it changes at all."""
SHORTLY: Final = 3.0
"""Seconds in which a hand is shown that was promised."""


class Players(playing.Players[Person, Answer]):
    """Some people at one table."""

    def __init__(self, people: tuple[Person, ...], seed: object = 0) -> None:
        super().__init__(people, Random(f"players {seed}"))
        self._seen: Shown | None = None

    @property
    def board(self) -> Shown:
        """Between two legs there may be none for a moment: then the one that was there last.

        A greeting may come below it, with buttons of no table.
        """
        host = self.people[0]
        shown = host.discord.messages_in(host.channel)
        boards = [it for it in shown if it.is_board and _is_of_table(it)]
        self._seen = boards[-1] if boards else self._seen
        assert self._seen is not None, f"nothing to press in {[it.text for it in shown]}"
        return self._seen

    @property
    def record(self) -> Record:
        files = self.people[0].discord.files_of(self.board)  # and the chart
        (file,) = [it for name, it in files.items() if name.endswith(".json")]
        return Record.from_json(json.loads(file))

    async def _until(self, holds: Callable[[], bool], patience: float) -> bool:
        try:
            await self.people[0].discord.until(holds, patience)
        except TimeoutError:
            return False
        return True

    async def _wait(self, board: Shown) -> None:
        await self._see(partial(differs, board), PATIENCE)

    async def _watch(self, board: Shown, answer: Answer) -> None:
        # what is answered in private may change nothing that all can see
        await self._see(partial(differs, board), PATIENCE if answer.wordless else GLANCE)

    async def look(self, person: Person) -> Shown | None:
        answer = await person.presses(action="hand", on=self.board)
        try:
            return None if answer.failed else await answer.says(SHORTLY)
        except TimeoutError:
            return None

    async def rush(self) -> list[Answer]:
        """Everybody clicks at the same time, whether they are asked or not."""
        board = self.board
        chosen = [(person, await self._choose(person, board)) for person in self.people]
        acts = [person.clicking(*click) for person, click in chosen if click is not None]
        answers = await at_once(*acts)
        self.answers.extend(answers)
        return answers


def _is_of_table(shown: Shown) -> bool:
    return any(press.table != NOWHERE for press in presses(shown))


async def begin(*people: Person, seed: object = 0, **options: Any) -> Players:
    """Open a table, sit these people down, add ``computers``, and deal the cards."""
    players = await gather(*people, seed=seed, **options)
    await players.start()
    return players


async def gather(*people: Person, seed: object = 0, **options: Any) -> Players:
    """The same, but the cards are not dealt yet."""
    players = Players(people, seed)
    await players.gather(**options)
    return players
