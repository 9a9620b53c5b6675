"""A channel can be looked at, where there is a browser."""

from collections.abc import Callable
from pathlib import Path

import discord
import pytest

from tests.host.ground import Room
from tests.host.shots import PHONE, can_shoot, shoot
from tests.host.small import Small


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[[], discord.Client]:
    return lambda: Small(tmp_path / "small.txt")


@pytest.mark.skipif(not can_shoot(), reason="no chromium on this machine")
async def test_a_picture_is_as_wide_as_a_phone(room: Room, tmp_path: Path) -> None:
    ann = room.join("Ann")
    await ann.runs("new")
    file = await shoot(room.env, room.channel, ann.actor, tmp_path / "phone.png", width=PHONE)
    picture = file.read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) == 2 * PHONE  # two dots for each of its points
