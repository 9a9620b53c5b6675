"""People who click at random whatever they are shown, until the game is over.

    driver = await begin(room, ann, bob, seed=7, boxes="little_help")
    await driver.play()

They know what people know: whom the board names, its buttons, and their own private hand. The
same seed clicks the same way; `dealt` makes the deal, and what computers do, the same as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any, Final

import pytest

from bot.discord.controls import Press
from tests.host.acts import Act, Answer, of_select
from tests.host.ground import Person, Room
from tests.host.reading import Button, Select, Shown

LONGEST: Final = 4000
"""No game comes near so many steps."""
IN_PUBLIC: Final = 0.5
"""How often somebody who could answer on the board does so without a look at the hand."""
EARLY: Final = 0.15
"""How often somebody presses Stay or Disembark before the turn has come."""
ASKED: Final = "⏳"
"""The board's line with whom it waits for begins with it."""

Click = tuple[Button | Select, str]
"""A button, or a select with the value to choose."""


class Driver:
    """Some people at one table."""

    def __init__(self, room: Room, people: list[Person], seed: object) -> None:
        self.room = room
        self.people = people
        self.rng = Random(f"driver {seed}")
        self.clicks = 0
        self.promise = ""
        """The SHA-256 that stood on the board before anybody joined."""
        self.joins: list[str] = []
        """What the clicks were called by which they sat down."""

    @property
    def board(self) -> Shown:
        """The newest message of the table's channel that has anything to press."""
        return self.room.board_in(self.people[0].channel)

    @property
    def table(self) -> str:
        """What the table is called in its buttons."""
        return next(press.table for press in presses(self.board))

    async def start(self) -> None:
        """The first of them has the cards dealt."""
        answer = await self.people[0].presses(action="start")
        assert answer.private, answer.text

    async def play(self, until: Callable[[], bool] | None = None) -> None:
        """Click on until the game is over, or until this holds."""
        for _ in range(LONGEST):
            if is_over(self.board) or (until is not None and until()):
                return
            await self.step()
        raise AssertionError(f"the game does not end:\n{self.board.text}")

    async def step(self) -> None:
        """Somebody does something; if only computers are waited for, a second passes."""
        board = self.board
        asked = [person for person in self.people if person.id in named(board)]
        if not asked:
            await self.room.passes(1.0)
        elif question(board) == "decisions" and self.rng.random() < EARLY:
            await self.click(self.rng.choice(self.people), self.rng.choice(in_public(board)))
        else:
            await self._answer(self.rng.choice(asked), board)

    async def _answer(self, person: Person, board: Shown) -> None:
        offered = in_public(board)
        if offered and self.rng.random() < IN_PUBLIC:
            await self.click(person, self.rng.choice(offered))
            return
        hand = await self.look(person)
        offered = in_private(hand)
        if offered:
            await self.click(person, self.rng.choice(offered))

    async def look(self, person: Person) -> Shown:
        """Open somebody's hand."""
        answer = await person.presses(action="hand", on=self.board)
        assert answer.private, answer.text
        return answer.shown[0]

    async def click(self, person: Person, what: Click) -> Answer:
        """Press this button, or choose this in a select."""
        self.clicks += 1
        part, value = what
        if isinstance(part, Select):
            (answer,) = await self.room.at_once(of_select(person.actor, part, [value]))
        else:
            answer = await person.presses(part)
        assert answer.acknowledged, part
        assert answer.private or answer.kind == "deferred_update", answer.text
        return answer


async def begin(room: Room, *people: Person, seed: object = 0, **options: Any) -> Driver:
    """Open a table, sit these people down, add so many ``computers``, and deal the cards."""
    driver = await gather(room, *people, seed=seed, **options)
    await driver.start()
    return driver


async def gather(room: Room, *people: Person, seed: object = 0, **options: Any) -> Driver:
    """The same, but the cards are not dealt yet.

    Windows wait for everyone, unless a ``pace`` is asked for: simcord's timers fall due in real
    time as well, and a slow machine would close them.
    """
    computers = options.pop("computers", 0)
    options.setdefault("pace", "none")
    room.patience = 0.0
    driver = Driver(room, list(people), seed)
    host, *others = people
    opening = host.running("new", **options)
    await room.at_once(opening)
    host.channel = next(iter(host.channel.threads), host.channel)
    driver.promise = hashes(driver.board)[0]
    joining: list[Act] = [opening]
    for person in others:
        person.channel = host.channel
        joining.append(person.pressing(action="join"))
        await room.at_once(joining[-1])
    driver.joins = [str(act.record.id) for act in joining]
    for _ in range(computers):
        await host.presses(action="add_computer")
    return driver


@contextmanager
def dealt(room: Room, seed: object) -> Iterator[None]:
    """Tables that are opened meanwhile have a secret made from the seed, and computers its luck."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cogs.deeds.new_secret", lambda: sha256(f"{seed}".encode()).hexdigest())
        patch.setattr("bot.hosting.service.SystemRandom", lambda: Random(f"computers {seed}"))
        patch.setattr(room.bot.service, "luck", Random(f"computers {seed}"))
        yield


# --- what a message offers -----------------------------------------------------------------


def presses(shown: Shown) -> list[Press]:
    """What all its buttons and selects are for."""
    found = [Press.read(part.custom_id) for part in (*shown.buttons, *shown.selects)]
    return [press for press in found if press is not None]


def action(part: Button | Select) -> str:
    """What a button or select does."""
    press = Press.read(part.custom_id)
    return press.action if press is not None and not part.disabled else ""


def hashes(shown: Shown) -> list[str]:
    """The 32-byte numbers that it shows."""
    return re.findall(r"\b[0-9a-f]{64}\b", shown.text)


def is_over(board: Shown) -> bool:
    """There is nothing left to do but play again."""
    return any(action(button) == "rematch" for button in board.buttons)


def named(board: Shown) -> set[int]:
    """Those who are named where the board says what it waits for."""
    asked = [line for line in board.text.splitlines() if line.startswith(ASKED)]
    return {int(user) for line in asked for user in re.findall(r"<@(\d+)>", line)}


_BY_ANSWER: Final = {"roll": "start", "stay": "decisions", "declare can": "declaration"}


def question(board: Shown) -> str:
    """What kind of question is asked, by the buttons that answer it."""
    offered = presses(board)
    of_answer = [_BY_ANSWER[it.argument] for it in offered if it.argument in _BY_ANSWER]
    return next(iter([it.argument for it in offered if it.action == "cards"] or of_answer), "")


def in_public(board: Shown) -> list[Click]:
    """The answers that can be given on the board."""
    return [(button, "") for button in board.buttons if action(button) == "say"]


def in_private(hand: Shown) -> list[Click]:
    """The answers that a hand offers."""
    clicks: list[Click] = [(it, "") for it in hand.buttons if action(it) in ("slot", "say")]
    selects = [select for select in hand.selects if action(select) == "slot"]
    return clicks + [(select, value) for select in selects for value in select.options]
