"""People who click at random whatever they are shown, until the game is over.

    players = await begin(ann, bob, seed=7, boxes="little_help", computers=1)
    await players.play(until=lambda: len(players.answers) > 30)
    await wire.bot.restart()
    await players.answers[-1].act.begin()                       # the same button once more
    await players.play()

They know what people know: whom the board names, its buttons, and their own private hand. Nothing
that happens to the bot stops them: where a click was not answered they make another one.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any, Final

from tests.e2e.wire.people import Act, Answer, Person, at_once
from tests.host.driver import hashes, in_private, in_public, is_over, named, presses, question
from tests.host.reading import Button, Select, Shown

IN_PUBLIC: Final = 0.5
"""How often somebody who could answer on the board does so without a look at the hand."""
EARLY: Final = 0.15
"""How often somebody presses Stay or Disembark before the turn has come."""
PATIENCE: Final = 0.5
"""Seconds for which they wait for the board to change before they do something again."""
SETTLING: Final = 10.0
"""The same while a table gathers: what they press next is not there before."""
GLANCE: Final = 0.01
"""The same where it is not sure that it changes at all."""
WITHIN: Final = 120.0
"""Seconds; no game here takes as long."""

SHORTLY: Final = 3.0
"""Seconds in which a hand is shown that was promised."""

Click = tuple[Button | Select, str]
"""A button, or a select with the value to choose."""


class Unanswered(Exception):
    """The bot did not respond as often as anybody would try."""


class Players:
    """Some people at one table."""

    def __init__(self, people: tuple[Person, ...], seed: object = 0) -> None:
        self.people: Final = people
        self.rng: Final = Random(f"players {seed}")
        self.answers: Final[list[Answer]] = []
        """Of every click that was meant to change something, answered or not."""
        self.promise = ""
        """The SHA-256 that stood on the board before anybody joined."""
        self.joins: Final[list[str]] = []
        """What the clicks are called by which they sat down."""
        self._seen: Shown | None = None

    @property
    def board(self) -> Shown:
        """The newest message of the table's channel that has anything to press.

        Between two legs there may be none for a moment: then it is the one that was there last.
        """
        host = self.people[0]
        try:
            self._seen = host.discord.board_in(host.channel)
        except AssertionError:
            if self._seen is None:
                raise
        return self._seen

    @property
    def last(self) -> Shown | None:
        """The board, if there is one."""
        try:
            return self.board
        except AssertionError:
            return None

    @property
    def table(self) -> str:
        """What the table is called in its buttons."""
        return next(press.table for press in presses(self.board))

    @property
    def over(self) -> bool:
        return is_over(self.board)

    async def start(self) -> None:
        """The first of them has the cards dealt."""
        await insist(partial(self.people[0].presses, action="start"))
        await self._see(lambda board: not _in_lobby(board), SETTLING)

    async def play(self, until: Callable[[], bool] | None = None, within: float = WITHIN) -> None:
        """Click on until the game is over, or until this holds."""
        end = time.monotonic() + within
        while not self.over and not (until is not None and until()):
            assert time.monotonic() < end, f"the game does not end:\n{self.board.text}"
            await self.step()

    async def step(self) -> Answer | None:
        """Somebody does something, and sees what becomes of it."""
        board = self.board
        asked = [person for person in self.people if person.id in named(board)]
        if not asked:
            await self._see(partial(differs, board))
            return None
        if question(board) == "decisions" and self.rng.random() < EARLY:
            person, click = self.rng.choice(self.people), self.rng.choice(in_public(board))
        else:
            person = self.rng.choice(asked)
            found = await self._choose(person, board)
            if found is None:
                return None
            click = found
        answer = await self.click(person, click)
        # what is answered in private may change nothing that all can see
        shows = answer.kind == "deferred_update"
        await self._see(partial(differs, board), PATIENCE if shows else GLANCE)
        return answer

    async def _choose(self, person: Person, board: Shown) -> Click | None:
        """One of the answers that somebody can give, perhaps after a look at the hand."""
        offered = in_public(board)
        if not offered or self.rng.random() >= IN_PUBLIC:
            hand = await self.look(person)
            offered = in_private(hand) if hand is not None else []
        return self.rng.choice(offered) if offered else None

    async def look(self, person: Person) -> Shown | None:
        """Open somebody's hand; None if the bot does not answer."""
        answer = await person.presses(action="hand", on=self.board)
        try:
            return None if answer.failed else await answer.says(SHORTLY)
        except TimeoutError:
            return None

    async def click(self, person: Person, click: Click) -> Answer:
        """Press this button, or choose this in a select; it may have changed meanwhile."""
        answer = await (await clicking(person, click).begin()).comes()
        self.answers.append(answer)
        return answer

    async def rush(self) -> list[Answer]:
        """Everybody clicks at the same time, whether they are asked or not."""
        board = self.board
        chosen = [(person, await self._choose(person, board)) for person in self.people]
        acts = [clicking(person, click) for person, click in chosen if click is not None]
        answers = await at_once(*acts)
        self.answers.extend(answers)
        return answers

    async def _see(self, holds: Callable[[Shown], bool], patience: float = PATIENCE) -> bool:
        """Wait a little until the board is like this; is it?"""
        try:
            await self.people[0].discord.until(lambda: holds(self.board), patience)
        except TimeoutError:
            return False
        return True


def clicking(person: Person, click: Click) -> Act:
    """The same as `Players.click`, to be done by `at_once`."""
    part, value = click
    if isinstance(part, Select):
        return person.choosing(value, of=part)
    return person.pressing(part)


async def insist(act: Callable[[], Awaitable[Answer]], times: int = 20) -> Answer:
    """Do this again until the bot responds."""
    for _ in range(times):
        answer = await act()
        if answer.acknowledged:
            return answer
    raise Unanswered


async def begin(*people: Person, seed: object = 0, **options: Any) -> Players:
    """Open a table, sit these people down, add so many ``computers``, and deal the cards."""
    players = await gather(*people, seed=seed, **options)
    await players.start()
    return players


async def gather(*people: Person, seed: object = 0, computers: int = 0, **options: Any) -> Players:
    """The same, but the cards are not dealt yet. Nobody is hurried, unless by a ``pace``."""
    host, *others = people
    players = Players(people, seed)
    opened = await insist(partial(host.runs, "new", **{"pace": "none"} | options))
    await opened.says()
    if options.get("thread"):
        host.channel = host.discord.threads_in(host.channel)[-1]
    await host.discord.until(lambda: players.last is not None)
    players.promise = hashes(players.board)[0]
    players.joins.append(str(opened.id))
    for person in others:
        person.channel = host.channel
        answer = await insist(partial(person.presses, action="join"))
        players.joins.append(str(answer.id))
        await players._see(partial(_names, person), SETTLING)
    for _ in range(computers):
        before = players.board
        await insist(partial(host.presses, action="add_computer"))
        await players._see(partial(differs, before), SETTLING)
    return players


def differs(before: Shown, now: Shown) -> bool:
    """It is another message, or was edited."""
    return now.payload is not before.payload


def _names(person: Person, board: Shown) -> bool:
    return person.mention in board.text


def _in_lobby(board: Shown) -> bool:
    return any(press.action == "join" for press in presses(board))
