"""Games against three computers of the strongest level, at live pace: they hold nothing up."""

import time
from math import inf
from pathlib import Path
from typing import Any

import pytest

from players.roster import HARD, LEVELS
from tests.client.honest import assert_honest
from tests.e2e.wire import Wire, wired
from tests.e2e.wire.playing import Players, begin

HELD = 0.05
"""Seconds for which nothing may hold the event loop."""
SLOW = 0.1
"""Seconds that a slow computer thinks for each move."""
A_WHILE = 6
"""Clicks of the person."""
A_GAME = 1800.0  # seconds
LIVE = {"computers": 3, "pace": "live", "goal": 25}


def computers(folder: Path, **variables: str) -> Any:
    """A wire with a bot whose computers pause as they do for people."""
    return wired(
        folder,
        computer_pause="1,2.5",
        edit_every="1",
        variables={"WIRE_HELD": f"{folder / 'held'}", **variables},
    )


def held_since(folder: Path, begun: float) -> list[float]:
    """Return the noted times for which the loop was held, the longest last."""
    file = folder / "held"
    notes = [line.split() for line in file.read_text().splitlines()] if file.exists() else []
    return sorted(float(held) for at, held in notes if float(at) >= begun)


async def play(wire: Wire, level: str, clicks: float) -> tuple[Players, float]:
    """Have one person click this often against three computers; return when that began."""
    players = await begin(wire.join("Ann"), seed=1, level=level, **LIVE)
    begun = time.time()
    await players.play(until=lambda: len(players.answers) >= clicks, within=A_GAME)
    return players, begun


async def test_the_strongest_computers_hold_nothing_up(tmp_path: Path) -> None:
    async with computers(tmp_path) as wire:
        _, begun = await play(wire, HARD, A_WHILE)
    assert not [held for held in held_since(tmp_path, begun) if held > HELD]


async def test_computers_that_think_for_long_would_be_noticed(tmp_path: Path) -> None:
    async with computers(tmp_path, WIRE_HARD=f"{SLOW}") as wire:
        players = await begin(wire.join("Ann"), seed=1, level=HARD, **LIVE)
        begun = time.time()
        await players.play(until=lambda: max(held_since(tmp_path, begun), default=0.0) > HELD)
        assert not players.over


@pytest.mark.long
async def test_a_whole_game_against_the_strongest_holds_nothing_up(tmp_path: Path) -> None:
    async with computers(tmp_path) as wire:
        players, begun = await play(wire, LEVELS[-1], inf)
        assert assert_honest(players).seats == 4
        await (await players.people[0].presses(action="review")).says()
    assert not [held for held in held_since(tmp_path, begun) if held > HELD]
