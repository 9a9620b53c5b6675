"""Many people and tables at the same instant: no click is lost or doubled."""

from typing import Final

import pytest

from bot.tables.table import Table
from players.roster import EASY
from tests.client.messages import Button, Shown
from tests.client.offers import action, named, promise
from tests.host.driver import Driver
from tests.host.ground import Room
from tests.host.people import Act
from tests.host.scenes import tells

TABLES: Final = 8


def button(board: Shown, wanted: str, argument: str) -> Button:
    return next(
        it for it in board.buttons if action(it) == wanted and it.custom_id.endswith(f":{argument}")
    )


async def table_of(driver: Driver) -> Table:
    return (await driver.room.bot.service.read(driver.table)).table


def a_passenger_is_asked(driver: Driver) -> bool:
    """Whether a person is asked to stay or leave."""
    asks = any(it.custom_id.endswith(":stay") for it in driver.board.buttons)
    return asks and bool(named(driver.board))


async def twice(room: Room, act: Act) -> None:
    first, _ = await room.at_once(act, act)
    assert first.acknowledged


async def test_a_click_delivered_twice_counts_once(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    room.patience = 0
    await twice(room, ann.running("new", pace="none", goal=25))
    driver = Driver([ann, bob], 1)
    driver.promise = promise(driver.board)
    await twice(room, bob.pressing(action="join"))
    await twice(room, ann.pressing(action=f"add_computer:{EASY}"))
    table = await table_of(driver)
    assert [chair.computer != "" for chair in table.chairs] == [False, False, True]
    await twice(room, ann.pressing(action="start"))
    await driver.play(until=lambda: a_passenger_is_asked(driver))
    table = await table_of(driver)
    speaker = table.running.waiting[0]
    person = next(it for it in (ann, bob) if it.id == table.people.get(speaker))
    before = await room.bot.store.log(driver.table)
    await twice(room, person.pressing(button(driver.board, "say", "leave")))
    after = await room.bot.store.log(driver.table)
    made = [line.arguments for line in after[len(before) :] if line.seat == speaker]
    assert (made[0], made.count("leave")) == ("leave", 1)
    assert len(room.messages) == len({shown.id for shown in room.messages})


def most_tables(room: Room, number: int) -> None:
    """Set the limit of open tables in the server."""
    room.bot.settings = room.bot.settings.model_copy(update={"tables_per_server": number})


async def test_tables_that_are_played_at_once_stay_apart(room: Room) -> None:
    people = [room.join(f"P{n}") for n in range(TABLES)]
    most_tables(room, TABLES)
    for n, person in enumerate(people):
        person.channel = room.add_channel(f"table-{n}")
    room.patience = 0
    await room.at_once(*[person.running("new", pace="none") for person in people])
    for wanted in (f"add_computer:{EASY}", "start"):
        answers = await room.at_once(*[person.pressing(action=wanted) for person in people])
        assert all(answer.acknowledged for answer in answers)
    for person in people:
        text = room.board_in(person.channel).text
        assert [it for it in people if it.mention in text] == [person]


@pytest.mark.parametrize("thread", [False, True])
async def test_of_four_openings_at_once_the_last_free_table_goes_to_one(
    room: Room, thread: bool
) -> None:
    most_tables(room, 1)
    people = [room.join(f"P{number}") for number in range(4)]
    for person in people:
        person.channel = room.add_channel(f"c{person.id}")
    answers = await room.at_once(*[person.running("new", thread=thread) for person in people])
    assert len(await room.bot.store.open_tables_in(room.guild.id)) == 1
    assert sum(tells(it, people[0], "error-too_many_tables", most=1) for it in answers) == 3
    assert sum(len(person.channel.threads) for person in people) == thread
