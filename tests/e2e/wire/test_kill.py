"""The bot is killed (SIGKILL) at any moment: nothing that anybody was told or shown is lost.

After each kill the database holds every move that was confirmed, exactly once and in order; every
other one at most once, known by the id of its click; and nothing that nobody did. The bot is up
again at once, what was pressed in vain is answered when it is pressed again, boards catch up, and
the games go on to an honest end.

    pytest -s -m long tests/e2e/wire/test_kill.py
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from subprocess import PIPE
from sys import executable
from typing import Final

import pytest

from bot.pages.views import table_view
from bot.store.sqlite.files import reading
from bot.tables.table import Table
from engine.options import BOXES
from tests.bot.cli.process import ROOT
from tests.client.messages import Button, Shown, pick
from tests.client.offers import in_public, named
from tests.e2e.wire import Wire, wired
from tests.e2e.wire.boards import newest_in, shows
from tests.e2e.wire.journal import Journal
from tests.e2e.wire.killing import BOARD, MOMENTS, Killer
from tests.e2e.wire.people import Person
from tests.e2e.wire.playing import begin
from tests.e2e.wire.regulars import Mix, Regulars
from tests.host.test_restarts import QUESTIONS

FEW, MANY = 10, 200
ATTEMPTS: Final = 4
UP_WITHIN: Final = 6.0
"""Seconds from the start of the process to the first answer, for half of all restarts: six times
of what is promised, for long tests share their machine. It is not asked of the short one, which
runs beside the type checker as well: there it says how busy the machine is."""
LONGEST: Final = 300.0
"""Seconds for the games that are under way in the end."""
FORGETFUL: Final = Path(__file__).parent / "forgetful"

MIXES: Final[tuple[tuple[Mix, ...], ...]] = (
    ({"boxes": "all", "computers": 1}, {"boxes": "little_help"}, {"pace": "live"}),
    ({"boxes": "base", "pace": "live"}, {"boxes": "initiative"}, {"variant": "crew"}),
    ({"boxes": "boscalumia"}, {"boxes": "krismastri", "pace": "live"}, {"boxes": "instructor"}),
    ({"boxes": "grappling_hook", "computers": 2}, {"boxes": "matryoshburg"}, {"boxes": "all"}),
)
"""The games of each channel, in their order."""
NAMES: Final = (("Ann", "Bob", "Zoé"), ("Cat", "Dan"), ("Eve", "Fay", "Gus"), ("Hal", "Ida"))


def seated(wire: Wire, journal: Journal, number: int) -> Regulars:
    """The people of one more channel."""
    channel = wire.discord.add_channel(wire.guild, f"table-{number}")
    languages = cycle(("en-US", "fr"))
    people = [wire.join(it, locale=next(languages), channel=channel) for it in NAMES[number]]
    mixes = cycle([{"goal": 25} | mix for mix in MIXES[number]])
    return Regulars(tuple(people), wire.bot.kept, journal, mixes)


def killer_of(wire: Wire, tables: int, patience: int = 10) -> Killer:
    """Return a killer of the bot, and people who play in this number of channels."""
    wire.forgive("an answer did not get through")
    journal = Journal()
    parties = [seated(wire, journal, number) for number in range(tables)]
    return Killer(wire, parties, journal, patience)


async def killed_often(killer: Killer, kills: int) -> None:
    """The bot is killed so often; then the games that are under way are finished."""
    moments = cycle(MOMENTS)
    for _ in range(kills):
        await killer.kills(next(moments))
        assert killer.faults == []
        await killer.starts()
    ends = [party.goes_on(len(party.records) + 1) for party in killer.parties]
    try:
        await asyncio.wait_for(asyncio.gather(*ends), LONGEST)
    except TimeoutError:
        stand = [(len(party.records), party.newest.text) for party in killer.parties]
        raise AssertionError(stand) from None
    await killer.kills("as a click is sent")
    assert killer.faults == []
    print(f"\n{killer}")


async def test_nothing_is_lost_when_the_bot_is_killed(wire: Wire) -> None:
    killer = killer_of(wire, tables=2)
    await killed_often(killer, FEW)


@pytest.mark.long
async def test_nothing_is_ever_lost(wire: Wire) -> None:
    killer = killer_of(wire, tables=len(MIXES), patience=150)
    await killed_often(killer, MANY)
    records = [it for party in killer.parties for it in party.records]
    lines = sum(len(record.moves) for record in records)
    done = sum(click.done is True for click in killer.journal.clicks)
    print(f"{done} clicks done, {len(records)} games ended with {lines} moves")
    assert median(killer.restarts) < UP_WITHIN
    assert {box for record in records for box in record.options.boxes} == set(BOXES)
    assert killer.unanswered["stored"]
    assert killer.unanswered["not stored"]
    assert not {"lobby", "armed", "quiet", "sealed", "half-passed"} - {*killer.states}
    assert len({*QUESTIONS} & {*killer.states}) > len(QUESTIONS) / 2


# --- moments that no luck is needed for --------------------------------------------------------


@asynccontextmanager
async def locked(database: Path) -> AsyncIterator[None]:
    """Nothing can be committed meanwhile. The process that blocks it is killed as well."""
    hold = "import sqlite3, sys; it = sqlite3.connect(sys.argv[1], isolation_level=None)"
    hold += "; it.execute('BEGIN IMMEDIATE'); print(flush=True); sys.stdin.read()"
    line = (executable, "-c", hold, str(database))
    holder = await asyncio.create_subprocess_exec(*line, stdin=PIPE, stdout=PIPE)
    assert holder.stdout is not None
    await holder.stdout.readline()
    try:
        yield
    finally:
        holder.kill()
        await holder.wait()


async def test_a_click_that_was_not_stored_before_a_kill_was_not_done(wire: Wire) -> None:
    killer = killer_of(wire, tables=1)
    (party,) = killer.parties
    roll, ann = await about_to_roll(party)
    async with locked(wire.bot.database):
        before = len(wire.discord.asked("POST", "/callback"))
        await party.begins(ann.pressing(roll))
        await wire.discord.until(lambda: len(wire.discord.asked("POST", "/callback")) > before)
        await wire.bot.kill()
    await killer.looks()
    assert killer.faults == []
    assert killer.unanswered["not stored"]  # others may have clicked meanwhile, as in vain
    await killer.starts()
    assert (await ann.presses(roll)).acknowledged


async def about_to_roll(party: Regulars) -> tuple[Button, Person]:
    """They play until the dice are to be rolled, and by whom."""
    while True:
        while not (party.last and rolls(party.last) and captain(party)):
            await party.step()
        await party.catches_up()  # it may be a click behind, and the dice be rolled
        if rolls(party.board):
            return rolls(party.board)[0], captain(party)[0]


def rolls(board: Shown) -> list[Button]:
    return pick(board.buttons, None, "say:roll")


def captain(party: Regulars) -> list[Person]:
    return [person for person in party.people if person.id in named(party.board)]


@pytest.mark.parametrize("pages", [0, 1])
async def test_a_posted_page_whose_answer_was_lost_is_adopted(wire: Wire, pages: int) -> None:
    """It hangs already, and people have played on at it, perhaps up to the page after it."""
    players = await begin(wire.join("Ann"), wire.join("Bob"), seed=4)
    unheard = wire.discord.fault("POST", BOARD + "$", held=True, drop=True, after=True)
    await players.play(until=lambda: any(it.status for it in unheard.hits))
    hung, clicks = len(wire.messages), len(players.answers)
    await players.play(
        until=lambda: (
            len(players.answers) > clicks + 5 and stored(wire).page.number >= hung - 1 + pages
        )
    )
    await wire.bot.kill()
    unheard.lift()
    await wire.bot.start()

    def stands() -> bool:
        """Does the channel have each page once, and buttons on the last one alone?"""
        pages = stored(wire).page.number + 2  # of its beginning
        askers = [it for it in wire.messages if in_public(it)]
        shown = players.last is not None and shows(players.last, table_view(stored(wire)))
        return len(wire.messages) == pages and len(askers) <= 1 and shown

    # the first picture of a process takes a moment, in which nothing is under way, and the bot
    # may answer for a player by itself
    await wire.discord.until(stands)
    await wire.discord.settled()
    await wire.discord.until(stands)


def stored(wire: Wire) -> Table:
    """The table of the channel as it is stored."""
    table = newest_in(wire.bot.database, wire.channel.id)
    assert table is not None
    return table


# --- what these tests find in a bot that is not to be trusted ------------------------------------


async def test_control_a_bot_that_answers_before_it_stores_fails(tmp_path: Path) -> None:
    for attempt in range(ATTEMPTS):  # it may die just after it has stored all, or lose passes alone
        folder = tmp_path / f"{attempt}"
        folder.mkdir()
        async with wired(folder, variables=forgetting("commits")) as wire:
            killer = killer_of(wire, tables=1)
            await killer.kills("as a click is sent")
        lost = [fault for fault in killer.faults if fault.startswith("lost: ")]
        if any("done=True" in fault for fault in lost):
            assert any("what was to be seen" in fault for fault in lost)
            return
    raise AssertionError("nothing that was answered is lost")


async def test_control_a_bot_that_forgets_clicks_fails(tmp_path: Path) -> None:
    async with wired(tmp_path, variables=forgetting("processed")) as wire:
        killer = killer_of(wire, tables=1)
        (party,) = killer.parties
        clicks = killer.journal.clicks
        while not clicks or not (
            clicks[-1].done and clicks[-1].action in ("arm", "quiet", "add_computer")
        ):
            await party.step()
        assert clicks[-1].answer is not None
        before = _lines(wire)
        await wire.discord.repeat(clicks[-1].answer.interaction)
        await wire.discord.until(lambda: _lines(wire) > before, 30.0)
        await wire.bot.kill()
        await killer.looks()
    assert [fault for fault in killer.faults if "is no click" in fault] == killer.faults
    assert killer.faults


def _lines(wire: Wire) -> int:
    """Return the number of lines in all logs."""
    with reading(wire.bot.database) as db:
        (count,) = db.execute("SELECT COUNT(*) FROM log").fetchone()
    return int(count)


def forgetting(what: str) -> dict[str, str]:
    """Return the variables of a bot that forgets this."""
    return {"PYTHONPATH": f"{FORGETFUL}:{ROOT}", "WIRE_FORGETS": what}
