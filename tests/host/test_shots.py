"""Pictures of a channel, where there is a browser."""

from collections.abc import Callable
from pathlib import Path

import discord
import pytest

from tests.host.ground import Room
from tests.host.shots import PHONE, in_a_browser, shoot
from tests.host.small_bot import Small


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[[], discord.Client]:
    return lambda: Small(tmp_path / "small.txt")


@in_a_browser
async def test_a_picture_is_as_wide_as_a_phone(room: Room, tmp_path: Path) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    file = await shoot(room.env, room.channel, ann.actor, tmp_path / "phone.png", width=PHONE)
    picture = file.read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) == 2 * PHONE  # two dots for each of its points


@in_a_browser
async def test_the_last_messages_can_be_taken_alone(room: Room, tmp_path: Path) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    whole = await shoot(room.env, room.channel, ann.actor, tmp_path / "whole.png")
    alone = await shoot(room.env, room.channel, ann.actor, tmp_path / "alone.png", last=1)
    heights = [int.from_bytes(file.read_bytes()[20:24]) for file in (whole, alone)]
    assert 0 < heights[1] < heights[0]
