"""Restarts in the middle of a game change nothing."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest

from bot.tables.play import to_speak
from bot.tables.table import Table
from engine.moves import Play
from tests.bot.words.reading import sentences
from tests.client.honest import assert_honest
from tests.client.messages import Shown
from tests.client.offers import in_private
from tests.host.driver import Driver
from tests.host.ground import Room
from tests.host.states import SLOWLY, Spot, at, plant, reach, spots

QUESTIONS: Final = (
    *("start", "before_roll", "decisions", "spoken", "declaration", "can", "cannot", "crashing"),
    *("payment", "cards_down", "take_treasure", "draw_treasure", "choose_treasure"),
    *("pick_dice", "matryoshburg", "give_gifts"),
)
"""All kinds of questions."""
FAR: Final = 12
"""Maximum number of moves that a test plays to the end."""


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
    """Return the content of a message."""
    return json.dumps(shown.payload["components"], sort_keys=True)


async def hands(driver: Driver) -> list[Shown]:
    return [await driver.look(person) for person in driver.people]


@cache
def known() -> dict[str, Spot]:
    return spots(names)


@pytest.mark.parametrize("state", [*QUESTIONS, *STATES])
async def test_a_restart_changes_nothing_and_old_buttons_work(room: Room, state: str) -> None:
    spot = known()[state]
    driver = await plant(room, *reach(spot))
    board, before = driver.board, await hands(driver)
    told = len(room.public)
    await room.restart()
    assert drawn(driver.board) == drawn(board)
    assert [drawn(it) for it in await hands(driver)] == [drawn(it) for it in before]
    assert len(room.public) == told  # nothing is sent or painted again
    await old_click(driver, before)
    if spot.left < FAR:
        await driver.play()
        assert_honest(driver)


async def old_click(driver: Driver, before: list[Shown]) -> None:
    """Answer with a button from before the restart."""
    offers = [
        (person, click)
        for person, hand in zip(driver.people, before, strict=True)
        for click in in_private(hand)
    ]
    was = await version(driver)
    await driver.click(*driver.rng.choice(offers))
    assert await version(driver) > was


async def version(driver: Driver) -> int:
    return (await driver.room.bot.service.read(driver.table)).stored.version


# --- what the house was told goes on -------------------------------------------------------

SOON: Final = 2 * SLOWLY.longest + 1.0


def has_its_card_armed(table: Table) -> bool:
    """Whether an awaited person has an armed card for this moment."""
    return any(
        entry == f"{table.question} {card}" and Play(card) in table.running.legal(seat)
        for seat in table.running.waiting
        if table.is_person(seat)
        for entry in table.armed.get(seat, ())
        for card in [entry.split()[1]]
    )


def wants_quiet(table: Table) -> bool:
    """Whether one of several awaited seats has turned on *quiet* in this window."""
    waiting = table.running.waiting
    wanting = [seat for seat in waiting if seat in table.quiet and not table.armed.get(seat)]
    return bool(wanting) and "pass" in table.running.offers and len(waiting) > 1


def comes_next(table: Table) -> bool:
    """Whether the person after the asked one has a sealed answer."""
    later = to_speak(table) if table.question == "decisions" else ()
    return len(later) > 2 and all(map(table.is_person, later[:2])) and later[1] in table.sealed


TOLD: Final[dict[str, Callable[[Table], bool]]] = {
    "armed": has_its_card_armed,
    "quiet": wants_quiet,
    "sealed": comes_next,
}


@cache
def told() -> dict[str, Spot]:
    return spots(lambda table: [name for name, holds in TOLD.items() if holds(table)])


async def done(driver: Driver, action: str) -> int:
    """Return how often the house has done this."""
    log = await driver.room.bot.store.log(driver.table)
    return [entry.action for entry in log].count(action)


@pytest.mark.parametrize(
    ("what", "action"), [("armed", "answer"), ("quiet", "let_pass"), ("sealed", "open_seal")]
)
async def test_what_the_house_was_told_is_done_after_a_restart(
    room: Room, what: str, action: str
) -> None:
    table, log = reach(told()[what])
    driver = await plant(room, table, log, SLOWLY)
    await room.restart()
    room.bot.service.thinking = SLOWLY
    if what == "sealed":
        first, second, *_ = to_speak(table)
        await at(driver, first, table).presses(action="say:stay", on=driver.board)
        await room.restart()
        assert second in to_speak((await room.bot.service.read(table.id)).table)
    before = await done(driver, action)
    await room.passes(SOON)
    assert await done(driver, action) > before
