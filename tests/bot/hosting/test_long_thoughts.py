"""Slow computers: the game never waits for them, and their pause reveals nothing."""

import asyncio
from collections.abc import Collection
from pathlib import Path
from random import Random

import pytest

from bot.hosting.thinker import Thinker
from bot.tables.autoplay import PAUSE_AFTER_RESTART, SLOW_PLAYER_PAUSE, Thought, deep, luck_of
from bot.tables.table import Table
from engine import Move, View
from engine.moves import parse
from players.roster import HARD, PLAYERS, STAND_IN, choose
from tests.bot.hosting.hosted import ANNA, Hosting, hosting
from tests.bot.hosting.in_place import InPlace
from tests.bot.hosting.test_thinking import PATIENCE, Held, until

LONGEST = 10_000


class Lucky:
    """Makes any move, by its luck alone."""

    def choose(self, view: View, rng: Random) -> Move:
        return rng.choice(view.legal)


class First:
    """Makes the first move of the list."""

    def choose(self, view: View, rng: Random) -> Move:
        return view.legal[0]


@pytest.fixture(autouse=True)
def _levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, HARD, Lucky)
    monkeypatch.setitem(PLAYERS, STAND_IN, First)


class Told(InPlace):
    """Has the moves that a test sets; before that it has none."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[tuple[Thought, View]] = []
        self.moves: dict[int, str] = {}
        """The move of each seat."""
        self.kept: Collection[Thought] = ()

    def begin(self, thought: Thought, view: View, luck: bytes) -> None:
        super().begin(thought, view, luck)
        self.begun.append((thought, view))

    def recall(self, thought: Thought) -> str | None:
        return self.moves.get(thought.seat) if self.knows(thought) else None

    def keep(self, table: str, asked: Collection[Thought]) -> None:
        super().keep(table, asked)
        self.kept = asked


async def until_due(hosted: Hosting) -> Table:
    """Play on until a computer with a choice is due; people make their first move."""
    for _ in range(LONGEST):
        table = await hosted.table()
        due = {
            at
            for seat, at in table.answers_at.items()
            if not table.is_person(seat) and len(table.running.legal(seat)) > 1
        }
        if due and min(due) >= hosted.now:
            hosted.now = min(due)
            return table
        await on(hosted)
    raise AssertionError("no computer has a choice")


async def on(hosted: Hosting) -> None:
    """Carry out the next move or due action."""
    table = await hosted.table()
    if any(map(table.is_person, table.running.waiting)):
        seat = next(filter(table.is_person, table.running.waiting))
        await hosted.do(table.people[seat], "move", f"{table.running.legal(seat)[0]}")
        return
    hosted.now = max(hosted.now, table.due or hosted.now)
    await hosted.service.attend("blue")


async def last_move(hosted: Hosting) -> tuple[int | None, str]:
    """Return the last move of a computer; the bot may have passed for the person since."""
    entry = [it for it in await hosted.store.log("blue") if it.action == "move"][-1]
    return entry.seat, entry.arguments


async def test_a_thought_begins_when_its_question_is_asked(tmp_path: Path) -> None:
    told = Told()
    async with hosting(tmp_path / "celestia.db", told) as hosted:
        await hosted.start(persons=1, computers=3, level=HARD)
        table = await until_due(hosted)
        assert {thought for thought, _ in told.begun} >= {*deep(table)} == {*told.kept} != set()
        for thought, view in told.begun[-len(told.kept) :]:
            assert view == table.running.view(thought.seat)


async def test_a_stand_in_answers_where_a_thought_is_late(tmp_path: Path) -> None:
    async with hosting(tmp_path / "celestia.db", Told()) as hosted:
        await hosted.start(persons=1, computers=1, level=HARD)
        table = await until_due(hosted)
        await hosted.service.attend("blue")
        assert await last_move(hosted) == (1, str(table.running.legal(1)[0]))


async def test_thoughts_for_another_moment_are_dropped(tmp_path: Path) -> None:
    told = Told()
    async with hosting(tmp_path / "celestia.db", told) as hosted:
        await hosted.start(persons=1, computers=3, level=HARD)
        before = deep(await until_due(hosted))
        told.moves = dict.fromkeys(range(4), "pass")
        while {*before} & {*told.kept}:
            await on(hosted)
        assert not any(told.knows(thought) for thought in before)


async def test_people_play_while_a_computer_thinks(tmp_path: Path) -> None:
    held = Held()
    async with hosting(tmp_path / "celestia.db", Thinker(held)) as hosted:
        await hosted.start(persons=1, computers=3, level=HARD)
        await until_due(hosted)
        await until(lambda: held.begun)
        async with asyncio.timeout(PATIENCE / 2):  # before the thought gives up
            await hosted.do(ANNA, "quiet", "on")
            await hosted.service.look("blue")
            await hosted.service.attend("blue")  # and it is answered for
        held.go.set()


async def test_a_restart_in_the_midst_of_a_thought_changes_no_move(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file, Told()) as hosted:
        await hosted.start(persons=1, computers=1, level=HARD)
        table = await until_due(hosted)
        due = hosted.now
    (thought,) = deep(table)
    meant = str(choose(HARD, table.running.view(1), luck_of(table, thought)))
    async with hosting(file) as again:
        again.now = due + 60.0
        await again.service.attend("blue")
        assert (await again.table()).answers_at == {1: again.now + PAUSE_AFTER_RESTART}
        again.now += PAUSE_AFTER_RESTART
        await again.service.attend("blue")
        assert await last_move(again) == (1, meant)


async def test_the_time_of_an_answer_does_not_depend_on_the_thought(tmp_path: Path) -> None:
    """Neither the thought nor whether it ends in time changes a visible time."""
    times: list[list[float]] = []
    for number, thinker in enumerate((Told(), InPlace())):
        async with hosting(tmp_path / f"{number}.db", thinker) as hosted:
            await hosted.start(persons=1, computers=1, level=HARD)
            table, begun = await until_due(hosted), hosted.now
            times.append([*table.answers_at.values(), begun])
            await hosted.service.attend("blue")
            assert parse((await last_move(hosted))[1])
    assert times[0] == times[1]
    assert times[0][0] >= SLOW_PLAYER_PAUSE
