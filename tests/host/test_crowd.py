"""Many people and tables at the same instant: no click is lost or doubled."""

from collections import Counter
from typing import Final

import pytest

from bot.tables.table import Table
from bot.words import catalogue
from engine.box import SEATS
from players.roster import EASY
from tests.client.honest import assert_honest
from tests.client.messages import Button, Shown
from tests.client.offers import action, hashes, is_over, named
from tests.host.driver import Driver, begin, dealt, gather
from tests.host.ground import Room
from tests.host.people import Act, Answer
from tests.host.scenes import know_the_game

CROWD: Final = 30
TABLES: Final = 20


def is_told(answer: Answer, key: str, **values: object) -> bool:
    """Whether the answer is a private error sentence with this key."""
    return answer.private and catalogue("en")(f"error-{key}", **values) in answer.text


def button(board: Shown, wanted: str, argument: str = "") -> Button:
    return next(
        it for it in board.buttons if action(it) == wanted and it.custom_id.endswith(f":{argument}")
    )


async def table_of(driver: Driver) -> Table:
    return (await driver.room.bot.service.read(driver.table)).table


def all_answered(answers: list[Answer]) -> bool:
    """Whether each click was acknowledged once, with at most one message."""
    return all(answer.acknowledged and len(answer.shown) <= 1 for answer in answers)


# --- at one table --------------------------------------------------------------------------


async def test_thirty_players_join_at_once(room: Room) -> None:
    host = room.join("Host")
    driver = await gather(host)
    crowd = [room.join(f"Guest {n}") for n in range(CROWD)]
    know_the_game(*crowd)
    free = SEATS[-1] - 1
    answers = await room.at_once(*[person.pressing(action="join") for person in crowd])
    assert all_answered(answers)
    full = [answer for answer in answers if is_told(answer, "no_more_seats", seats=SEATS[-1])]
    assert len(full) == CROWD - free
    table = await table_of(driver)
    assert (
        len(table.people)
        == len(set(table.people.values()))
        == table.course.count("join")
        == SEATS[-1]
    )
    sat = [person for person in crowd if person.mention in driver.board.text]
    assert {person.id for person in sat} | {host.id} == {*table.people.values()}


async def test_all_players_answer_at_once(room: Room) -> None:
    """Answers before a seat's turn count, too."""
    people = [room.join(f"P{n}") for n in range(6)]
    with dealt(room, 1):
        driver = await begin(*people)
        await to_decisions(driver)
    board = driver.board
    before = await table_of(driver)
    passengers = [p for p in people if p.id != before.people[before.running.view(None).captain]]
    stay, leave = button(board, "say", "stay"), button(board, "say", "leave")
    acts = [p.pressing(leave if n % 2 else stay) for n, p in enumerate(passengers)]
    strangers = [room.join(f"Stranger {n}").pressing(stay) for n in range(CROWD - len(acts))]
    answers = await room.at_once(*acts, *strangers)
    assert all_answered(answers)
    for answer in answers[len(acts) :]:  # the round may be over before a stranger is heard
        assert (
            is_told(answer, "not_seated") or catalogue("en")("error-moment_passed") in answer.text
        )
    table = await table_of(driver)
    assert table.question != "decisions" or not table.running.view(None).leg.undecided
    log = await room.bot.store.log(table.id)
    moves = [line for line in log if line.action != "seal"]  # what is sealed is opened later
    spoken = Counter(line.arguments for line in moves if line.arguments in ("stay", "leave"))
    assert sum(spoken.values()) == len(acts)


async def to_decisions(driver: Driver) -> None:
    """Play until passengers are asked whether they stay."""

    def asked() -> bool:
        return any(it.custom_id.endswith(":stay") for it in driver.board.buttons)

    await driver.play(until=asked)


def a_passenger_is_asked(driver: Driver) -> bool:
    """Whether a person is asked to stay or leave."""
    board = driver.board
    asks = any(it.custom_id.endswith(":stay") for it in board.buttons)
    return asks and bool(named(board))


async def test_a_click_delivered_twice_counts_once(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    room.patience = 0
    await twice(room, ann.running("new", pace="none", goal=25))
    driver = Driver([ann, bob], 1)
    driver.promise = hashes(driver.board)[0]
    await twice(room, bob.pressing(action="join"))
    await twice(room, ann.pressing(action=f"add_computer:{EASY}"))
    table = await table_of(driver)
    assert [chair.computer != "" for chair in table.chairs] == [False, False, True]
    driver.came = table.course.count("join")
    await twice(room, ann.pressing(action="start"))
    await driver.play(until=lambda: a_passenger_is_asked(driver))
    table = await table_of(driver)
    speaker = table.running.waiting[0]
    person = next(it for it in (ann, bob) if it.id == table.people.get(speaker))
    before = await room.bot.store.log(driver.table)
    await twice(room, person.pressing(button(driver.board, "say", "leave")))
    after = await room.bot.store.log(driver.table)
    made = [line for line in after[len(before) :] if line.seat == speaker]
    assert [line.arguments for line in made][:1] == ["leave"]
    assert len([line for line in made if line.arguments == "leave"]) == 1
    assert len(room.messages) == len({shown.id for shown in room.messages})


async def twice(room: Room, act: Act) -> None:
    first, _ = await room.at_once(act, act)
    assert first.acknowledged


async def test_looking_at_hands_never_stops_a_move(room: Room) -> None:
    """A press on *hand* delays no move, and shows each player their own hand."""
    people = [room.join(f"P{n}") for n in range(6)]
    with dealt(room, 2):
        driver = await begin(*people)
        await to_decisions(driver)
    board = driver.board
    before = await table_of(driver)
    speaker = before.people[before.running.waiting[0]]
    playing = next(p for p in people if p.id == speaker).pressing(button(board, "say", "stay"))
    looking = [p.pressing(button(board, "hand")) for p in people for _ in range(4)]
    answers = await room.at_once(*looking[:12], playing, *looking[12:])
    assert all_answered(answers)
    hands = [answer for answer in answers if answer.private]
    assert len(hands) >= len(looking)
    assert sum((await table_of(driver)).turns) > sum(before.turns)


# --- at many tables ------------------------------------------------------------------------


def most_tables(room: Room, number: int) -> None:
    """Set the limit of open tables in the server."""
    room.bot.settings = room.bot.settings.model_copy(update={"tables_per_server": number})


async def test_twenty_tables_at_once(room: Room) -> None:
    most_tables(room, TABLES)
    people = [room.join(f"P{n}") for n in range(TABLES)]
    for n, person in enumerate(people):
        person.channel = room.add_channel(f"table-{n}")
    room.patience = 0
    await room.at_once(*[person.running("new", pace="none") for person in people])
    seats = f"add_computer:{EASY}"
    for wanted in (seats, seats, "start"):
        answers = await room.at_once(*[person.pressing(action=wanted) for person in people])
        assert all(answer.acknowledged for answer in answers)
    boards = [room.board_in(person.channel) for person in people]
    assert len({board.channel for board in boards}) == TABLES
    assert all(len(board.buttons) >= 3 for board in boards)
    for person, board in zip(people, boards, strict=True):
        others = [other for other in people if other is not person]
        assert person.mention in board.text
        assert not any(other.mention in board.text for other in others)


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
    assert sum(is_told(answer, "too_many_tables", most=1) for answer in answers) == 3
    assert sum(len(person.channel.threads) for person in people) == thread


@pytest.mark.long
async def test_ten_whole_games_side_by_side(room: Room) -> None:
    room.patience = 0
    drivers: list[Driver] = []
    for n in range(10):
        ann, bob = room.join(f"Ann {n}"), room.join(f"Bob {n}")
        ann.channel = bob.channel = room.add_channel(f"table-{n}")
        drivers.append(await begin(ann, bob, seed=n, goal=25))
    going = list(drivers)
    while going:
        for driver in going:
            await driver.step()
        going = [driver for driver in going if not is_over(driver.board)]
    for driver in drivers:
        assert_honest(driver)
