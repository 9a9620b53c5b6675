"""Restarts in the middle of a game change nothing."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest

from bot.store.data import Stored
from bot.tables.table import Table
from tests.bot.words.reading import sentences
from tests.client.messages import Shown
from tests.client.offers import in_private
from tests.host.driver import Driver
from tests.host.ground import Room
from tests.host.states import Spot, plant, reach, spots

QUESTIONS: Final = (
    *("start", "before_roll", "decisions", "spoken", "declaration", "can", "cannot", "crashing"),
    *("payment", "cards_down", "take_treasure", "draw_treasure", "choose_treasure"),
    *("pick_dice", "matryoshburg", "give_gifts"),
)
"""All kinds of questions."""


def persons_asked(table: Table) -> list[int]:
    """Return the seats of awaited people who have to answer themselves."""
    waiting = table.game.waiting if table.game else ()
    armed = [seat for seat, cards in table.armed.items() if cards]
    never = [seat for seat, windows in table.never.items() if table.question in windows]
    answered = {*table.quiet, *table.sealed, *armed, *never}
    return [seat for seat in waiting if table.is_person(seat) and seat not in answered]


def half_passed(table: Table) -> bool:
    """Whether some seats have passed in this window."""
    holders = [n for n, seat in enumerate(table.running.view(None).seats) if seat.hand]
    return table.question == "before_roll" and not set(holders) <= set(table.running.waiting)


def laid_down(table: Table) -> bool:
    """Whether a card was laid face down."""
    return table.question == "cannot" and any(
        table.running.view(seat).laid for seat in range(len(table.chairs))
    )


STATES: Final[dict[str, Callable[[Table], object]]] = {
    "half-passed": half_passed,
    "face down": laid_down,
    "sealed": lambda table: table.sealed,
    "armed": lambda table: any(table.armed.values()),
    "quiet": lambda table: table.quiet,
}
"""State that a restart could lose, besides the question."""


def names(table: Table) -> Iterator[str]:
    """Return the names of a state in which a person has to act."""
    if persons_asked(table):
        yield table.question
        yield from [name for name, holds in STATES.items() if holds(table)]


def test_no_question_is_forgotten() -> None:
    kinds = [key.removesuffix("-none") for key in sentences("en") if key.startswith("ask-")]
    asked = {key.removesuffix("-bound") for key in kinds}
    assert {f"ask-{question}" for question in QUESTIONS} == asked


def drawn(shown: Shown) -> str:
    """Return the content of a message, whatever the address of its picture."""
    told = json.dumps(shown.payload["components"], sort_keys=True)
    return re.sub(r'"media": \{[^}]*\}', "", told)


async def hands(driver: Driver) -> list[Shown]:
    return [await driver.look(person) for person in driver.people]


@cache
def known() -> dict[str, Spot]:
    return spots(names, *QUESTIONS, *STATES)


@pytest.mark.parametrize("state", [*QUESTIONS, *STATES])
async def test_a_restart_changes_nothing_and_old_buttons_work(room: Room, state: str) -> None:
    driver = await plant(room, *reach(known()[state]))
    board, before = driver.board, await hands(driver)
    snapshot, public = (await stored(driver)).snapshot, len(room.public)
    await room.restart()
    assert (await stored(driver)).snapshot == snapshot
    assert drawn(driver.board) == drawn(board)
    assert [drawn(it) for it in await hands(driver)] == [drawn(it) for it in before]
    assert len(room.public) == public  # nothing is sent or painted again
    await old_click(driver, before)


async def old_click(driver: Driver, before: list[Shown]) -> None:
    """Answer with a button from before the restart."""
    offers = [
        (person, click)
        for person, hand in zip(driver.people, before, strict=True)
        for click in in_private(hand)
    ]
    was = await stored(driver)
    await driver.click(*driver.rng.choice(offers))
    assert (await stored(driver)).version > was.version


async def stored(driver: Driver) -> Stored:
    return (await driver.room.bot.service.read(driver.table)).stored
