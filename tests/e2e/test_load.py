"""The load is honest: every click is good, and what it does is stored."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from bench.load.measurements import PARTS, Load


@pytest.mark.parametrize("part", PARTS)
async def test_a_small_load(tmp_path: Path, part: str) -> None:
    said = io.StringIO()
    load = Load(
        folder=tmp_path,
        console=Console(file=said, width=110),
        tables=8,
        many=16,
        in_flight=4,
        rounds=1,
        seconds=0.3,
        clicks=40,
        originals=2,
    )
    goals = await PARTS[part](load)
    assert all(goal.found for goal in goals)
    if part == "rate":
        assert "of which 0 were not stored" in said.getvalue()
    if part == "boards":  # it has seen on a board whatever was clicked
        assert "inf" not in "".join(goal.found for goal in goals)
