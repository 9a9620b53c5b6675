"""People who click at random whatever they are shown, until the game is over.

They know what people know: whom the board names, its buttons, and their own private hand. The same
seed clicks the same way. Nothing that happens to the bot stops them: a click that is not answered
is followed by another one.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final, Generic, TypeVar

from engine import Record
from players.roster import LEVELS
from tests.client.messages import Shown
from tests.client.offers import (
    Click,
    in_private,
    in_public,
    is_lobby,
    is_over,
    named,
    presses,
    promise,
    question,
)
from tests.client.people import AnswerT, Person

IN_PUBLIC: Final = 0.5
"""Probability of answering on the board without a look at the hand."""
EARLY: Final = 0.15
"""Probability of pressing *Stay* or *Disembark* out of turn."""
WITHIN: Final = 300.0
"""Seconds; no game here takes as long."""
SETTLING: Final = 10.0
"""Seconds; what they press next in a lobby is not there before."""

PersonT = TypeVar("PersonT", bound=Person[Any, Any])


class Unanswered(Exception):
    """The bot did not respond to any of many tries."""


class Players(ABC, Generic[PersonT, AnswerT]):
    """Some people at one table."""

    def __init__(self, people: Sequence[PersonT], rng: Random) -> None:
        self.people: Final = people
        self.rng: Final = rng
        self.answers: Final[list[AnswerT]] = []
        """Of every click that was meant to change something, answered or not."""
        self.promise = ""
        """The SHA-256 that stood on the board before anybody joined."""
        self.came = 0
        """Number of people who have sat down."""

    # --- where the two Discords differ -------------------------------------------------------

    @property
    @abstractmethod
    def board(self) -> Shown:
        """The newest message of the table's channel that has anything to press."""

    @property
    @abstractmethod
    def record(self) -> Record:
        """The file beside the end of the game."""

    @abstractmethod
    async def _until(self, holds: Callable[[], bool], patience: float) -> bool:
        """Wait a little until it is so; is it?"""

    @abstractmethod
    async def _wait(self, board: Shown) -> None:
        """Give the computers time, since only they are asked."""

    @abstractmethod
    async def _watch(self, board: Shown, answer: AnswerT) -> None:
        """See what becomes of a click that was made at this board."""

    @abstractmethod
    async def look(self, person: PersonT) -> Shown | None:
        """Open a person's hand; None if the bot does not answer."""

    # --- what they see -----------------------------------------------------------------------

    @property
    def table(self) -> str:
        """The table's id in its buttons."""
        return next(press.table for press in presses(self.board))

    @property
    def over(self) -> bool:
        return is_over(self.board)

    @property
    def last(self) -> Shown | None:
        """The board, if there is one."""
        try:
            return self.board
        except AssertionError:
            return None

    async def _see(self, holds: Callable[[Shown], bool], patience: float) -> bool:
        """Wait a little until the board is like this; is it?"""
        return await self._until(lambda: self.last is not None and holds(self.last), patience)

    # --- opening a table ---------------------------------------------------------------------

    async def gather(self, computers: int = 0, level: str = LEVELS[0], **options: Any) -> None:
        """Open a table, sit down, and add computers. Nobody is hurried but by a ``pace``.

        Where time is real a slow machine would close windows, and simcord's timers are as real.
        """
        host, *others = self.people
        await insist(partial(host.runs, "new", **{"pace": "none"} | options))
        if options.get("thread"):
            await self._until(lambda: bool(host.threads), SETTLING)
            host.channel = host.threads[-1]
        await self._see(is_lobby, SETTLING)
        self.promise = promise(self.board)
        self.came = 1
        for person in others:
            person.channel = host.channel
            await insist(partial(person.presses, action="join"))
            self.came += 1
            await self._see(partial(_mentions, person.mention), SETTLING)
        for _ in range(computers):
            before = self.board
            await insist(partial(host.presses, action=f"add_computer:{level}"))
            await self._see(partial(differs, before), SETTLING)

    async def start(self) -> None:
        """The first of them has the cards dealt."""
        await insist(partial(self.people[0].presses, action="start"))
        await self._see(lambda board: not is_lobby(board), SETTLING)

    # --- playing -----------------------------------------------------------------------------

    async def play(self, until: Callable[[], bool] | None = None, within: float = WITHIN) -> None:
        """Click on until the game is over, or until this holds."""
        end = time.monotonic() + within
        while not self.over and not (until is not None and until()):
            assert time.monotonic() < end, f"the game does not end:\n{self.board.text}"
            await self.step()

    async def step(self) -> AnswerT | None:
        """Have one person act, and watch the result."""
        board = self.board
        asked = [person for person in self.people if person.id in named(board)]
        if not asked:
            await self._wait(board)
            return None
        if question(board) == "decisions" and self.rng.random() < EARLY:
            person, click = self.rng.choice(self.people), self.rng.choice(in_public(board))
        else:
            person = self.rng.choice(asked)
            chosen = await self._choose(person, board)
            if chosen is None:
                return None
            click = chosen
        answer = await self.click(person, click)
        await self._watch(board, answer)
        return answer

    async def _choose(self, person: PersonT, board: Shown) -> Click | None:
        """One of the answers that a person can give, perhaps after a look at the hand."""
        offered = in_public(board)
        if not offered or self.rng.random() >= IN_PUBLIC:
            hand = await self.look(person)
            offered = in_private(hand) if hand is not None else []
        return self.rng.choice(offered) if offered else None

    async def click(self, person: PersonT, click: Click) -> AnswerT:
        """Press this button, or choose this in a select; it may have changed meanwhile."""
        answer = await person.does(person.clicking(*click))
        self.answers.append(answer)
        return answer


def differs(before: Shown, now: Shown) -> bool:
    """Whether it is another message, or was edited."""
    return now.payload is not before.payload


def _mentions(mention: str, board: Shown) -> bool:
    return mention in board.text


async def insist(act: Callable[[], Awaitable[AnswerT]], times: int = 20) -> AnswerT:
    """Do this again until the bot responds."""
    for _ in range(times):
        answer = await act()
        if answer.acknowledged:
            return answer
    raise Unanswered
