"""Tables in the middle of random games, as the bot keeps them.

    for table in wander(sat_down(7), Random(7)):
        ...  # each state of game 7, from the first question to the end

They need no bot; `plant` puts one into a bot that runs, with its whole log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Final

from bot.events import ChangedPages
from bot.store.data import Change
from bot.tables import autoplay
from bot.tables.actions import Entry, execute, opening
from bot.tables.play import to_declare, to_speak
from bot.tables.proof import deal_of
from bot.tables.table import PACES, Chair, PaceName, Table, dump
from engine import Options
from engine.deal import COMPUTER, JOIN
from players.roster import EASY
from tests.engine.mixes import mix
from tests.host.driver import Driver
from tests.host.ground import Room
from tests.host.people import Person

USER: Final = 10**18
"""The first user id; ids are as long as Discord's."""
SILENTLY: Final = 0.2
"""Probability of a silent act before a move."""
LONGEST: Final = 10_000
COMPUTERS: Final = 0.3
"""Share of computers among the seats."""
GAMES: Final = 15
"""Games that are searched for a state."""
LAST_MOVES: Final = 4
"""Moves of `ended` that are made by clicks."""
SHORT: Final = 25
"""A goal that ends games early."""
AT_ONCE: Final = autoplay.ThinkingTime(0.0, 0.0)
SLOWLY: Final = autoplay.ThinkingTime(30.0, 30.0)
"""Answers of the bot for a seat come later than a test lasts; for a person, in twice the time."""
OPENED: Final = 1_767_225_600.0
START: Final = "1349867520193658880"
"""The id of a start message."""


def lobby(
    number: int,
    mixed: tuple[int, Options] | None = None,
    *,
    language: str = "en",
    pace: PaceName | None = None,
) -> Table:
    """Return a full lobby; some seats are computers."""
    seats, options = mixed or mix(number)
    rng = Random(f"lobby {number}")
    computers = {n for n in range(1, seats) if rng.random() < COMPUTERS}
    colours = options.characters or ("",) * seats
    return Table(
        id=f"{number:010x}",
        language=language,
        opened=OPENED,
        secret=sha256(f"{number}".encode()).hexdigest(),
        options=options,
        pace=pace or rng.choice([*PACES]),
        captain_by_lot=options.first_captain is None,
        chairs=[Chair(EASY * (n in computers), max(0, n - 1), colours[n]) for n in range(seats)],
        course=[COMPUTER if n in computers else JOIN for n in range(seats)],
        people={n: USER + n for n in range(seats) if n not in computers},
    )


def sat_down(
    number: int, mixed: tuple[int, Options] | None = None, *, language: str = "en"
) -> Table:
    """Return a table with dealt cards."""
    table = lobby(number, mixed, language=language)
    execute(table, "start", table.host, START)
    return table


def wander(table: Table, rng: Random, log: list[Entry] | None = None) -> Iterator[Table]:
    """Yield the same table after each move, until the game is over."""
    entries = log if log is not None else []
    for _ in range(LONGEST):
        yield table
        if table.stage == "over":
            return
        if rng.random() < SILENTLY:
            _do(table, silent_act(table, rng), entries)
        seat = rng.choice(table.running.waiting)
        _do(table, ("move", seat, str(rng.choice(table.running.legal(seat)))), entries)
        table.made, table.told = [], []
    raise AssertionError("the game does not end")


def _do(table: Table, what: tuple[str, int, str], log: list[Entry]) -> None:
    name, seat, words = what
    execute(table, name, seat, words)
    log.append(Entry(seat, name, words))


def silent_act(table: Table, rng: Random) -> tuple[str, int, str]:
    """Return a silent act: its name, the seat, its arguments."""
    seat = rng.randrange(len(table.chairs))
    later = [other for other in to_speak(table) if other not in table.running.waiting]
    if later and rng.random() < 0.7:
        return "seal", rng.choice(later), rng.choice(("stay", "leave"))
    ready = [" ".join(pair) for pair in table.running.ready(seat)]
    if ready and rng.random() < 0.7:
        return "arm", seat, ";".join(rng.sample(ready, rng.randint(0, len(ready))))
    captain = to_declare(table)
    if captain is not None and rng.random() < 0.5:
        return "seal", captain, f"declare {rng.choice(table.running.answers(captain))}"
    if rng.random() < 0.5:
        kinds = table.running.windows
        return "never", seat, " ".join(rng.sample(kinds, rng.randint(0, len(kinds))))
    if rng.random() < 0.5:
        orders = ("off", "until=4", "until=10 cards=4", "until=1 turbos=1", "until=10 turbos=0")
        return "stay_order", seat, rng.choice(orders)
    return "quiet", seat, rng.choice(("on", "off"))


# --- in a bot that runs --------------------------------------------------------------------


Spot = tuple[int, int]
"""A state of a random game: the number of the game, and of moves before the state."""


def spots(names: Callable[[Table], Iterable[str]], *wanted: str) -> dict[str, Spot]:
    """Return the first state that has each wanted name."""
    found: dict[str, Spot] = {}
    for number in range(GAMES):
        for after, table in enumerate(_game(number)):
            for name in names(table):
                found.setdefault(name, (number, after))
            if found.keys() >= {*wanted}:
                return found
    raise AssertionError(f"no game has { ({*wanted} - found.keys()) }")


def reach(spot: Spot) -> tuple[Table, list[Entry]]:
    """Return the table in this state, and its log."""
    log: list[Entry] = []
    number, after = spot
    return next(islice(_game(number, log), after, None)), log


def _game(number: int, log: list[Entry] | None = None) -> Iterator[Table]:
    """Yield a short game, with default settings: the log lacks those chosen in the lobby."""
    seats, options = mix(number)
    goal = options.goal if options.variant == "beginner" else SHORT
    options = replace(options, characters=None, goal=goal)
    table = lobby(number, (seats, options), pace="none")
    if log is not None:
        log += [opening(table), Entry(table.host, "start", START)]
    execute(table, "start", table.host, START)
    return wander(table, Random(f"game {number}"), log)


async def plant(
    room: Room,
    table: Table,
    log: list[Entry],
    tempo: autoplay.ThinkingTime = AT_ONCE,
    people: Sequence[Person] = (),
) -> Driver:
    """Seat these people, by default new ones, in the middle of this game."""
    room.patience = 0.0
    seated = people or [room.join(f"Seat {seat}") for seat in table.people]
    table.people = {seat: it.id for seat, it in zip(table.people, seated, strict=True)}
    room.involved |= {it.id for it in seated}
    log = [_opened_here(log[0], table, room), *log[1:]]
    for seat in table.people if table.stage == "playing" else ():
        execute(table, "always", seat, "on")  # they give all their answers themselves
        log.append(Entry(seat, "always", "on"))
    bot = room.bot
    bot.service.thinking = tempo
    with room.env._bot_scope():
        autoplay.plan(table, bot.now(), tempo, Random(0))
        await bot.store.commit(_whole(table, room, log))
        bot.events.table_changed(
            table.id, table.due, ChangedPages(1, (table.page.key,)), asked=True
        )
    await room.settle()
    driver = Driver(seated, table.id)
    driver.promise, driver.came = deal_of(table).promise, table.course.count(JOIN)
    return driver


def _opened_here(line: Entry, table: Table, room: Room) -> Entry:
    """Return the first line of the log of a table, moved to this channel."""
    table.guild, table.channel = room.guild.id, room.channel.id
    data = json.loads(line.arguments) | {"guild": table.guild, "channel": table.channel}
    return replace(line, arguments=json.dumps(data))


def _whole(table: Table, room: Room, log: list[Entry]) -> Change:
    return Change(
        table=table.id,
        guild=room.guild.id,
        channel=room.channel.id,
        stage=table.stage,
        version=0,
        entries=log,
        snapshot=dump(table),
        people=table.people,
        due=table.due,
        paint=(table.page.key,),
    )


def _duel(language: str, log: list[Entry]) -> Iterator[Table]:
    """Yield a game of two people after each move."""
    table = Table(
        id="d0e1",
        language=language,
        opened=OPENED,
        secret=sha256(b"duel").hexdigest(),
        options=Options(goal=SHORT),
        pace="none",
        chairs=[Chair()],
        course=[JOIN],
        people={0: USER, 1: USER + 1},
    )
    log.append(opening(table))
    for seat, name, words in ((None, "join", ""), (0, "start", START)):
        execute(table, name, seat, words)
        log.append(Entry(seat, name, words))
    return wander(table, Random("duel"), log)


@cache
def _duel_length() -> int:
    return sum(1 for _ in _duel("en", []))


async def ended(*people: Person, language: str = "en") -> Driver:
    """Seat two people in a long game, and play its last moves by clicks."""
    log: list[Entry] = []
    table = next(islice(_duel(language, log), _duel_length() - LAST_MOVES, None))
    driver = await plant(people[0].room, table, log, people=people)
    for person in people:
        await person.runs("hand")  # the bot knows the names of people who have clicked
    await driver.play()
    return driver


def at(driver: Driver, seat: int, table: Table) -> Person:
    """Return the person on this seat."""
    return next(person for person in driver.people if person.id == table.people[seat])
