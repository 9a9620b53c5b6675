"""Icons of our own come to Discord once, and the bot plays on without them."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.words.emoji import ICONS
from tests.e2e.wire import Wire, replies, wired
from tests.e2e.wire.faulty import Log
from tests.e2e.wire.playing import begin

OURS = re.compile(r"<:(\w+)_[0-9a-f]{6}:(\d+)>")


@pytest.fixture
async def iconic(tmp_path: Path) -> AsyncIterator[Wire]:
    """A wire with an icon for each thing, whose bot is not started yet."""
    folder = tmp_path / "icons"
    folder.mkdir()
    for key in ICONS:
        (folder / f"{key}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + key.encode())
    async with wired(tmp_path, started=False, variables={"WIRE_ICONS": f"{folder}"}) as wire:
        yield wire


async def uploaded(wire: Wire, count: int) -> None:
    await wire.discord.until(lambda: len(wire.discord.emojis.known) == count)
    await Log(wire, whole=True).says("icons uploaded")


async def hand_of(wire: Wire) -> str:
    """Return a hand as Discord's JSON."""
    ann = wire.join("Ann")
    await begin(ann, wire.join("Bob"))
    return json.dumps((await (await ann.runs("hand")).says()).payload, ensure_ascii=False)


async def test_icons_are_uploaded_once_and_shown(iconic: Wire) -> None:
    await iconic.bot.start()
    await uploaded(iconic, len(ICONS))
    before = {int(number) for number in iconic.discord.emojis.known}
    await iconic.bot.restart()
    await iconic.discord.until(lambda: len(iconic.discord.asked("GET", "/emojis$")) == 2)
    await iconic.discord.settled(0.3)
    assert len(iconic.discord.asked("POST", "/emojis$")) == len(ICONS)
    hand = await hand_of(iconic)
    shown = OURS.findall(hand)
    assert shown
    assert all(key in ICONS and int(number) in before for key, number in shown)
    assert not replies.faults(iconic.discord.requests)


async def test_where_icons_are_refused_signs_stand_in(iconic: Wire) -> None:
    iconic.discord.emojis.refused = True
    await iconic.bot.start()
    log = Log(iconic, whole=True)
    await log.says("icons are missing at Discord (403 50001)")
    hand = await hand_of(iconic)
    assert not OURS.search(hand)
    assert any(sign in hand for sign in ICONS.values())
    assert len(log.warnings) == 1
    assert len(iconic.discord.asked("GET", "/emojis$")) == 1


async def test_a_start_does_not_wait_for_icons(iconic: Wire) -> None:
    held = iconic.discord.fault("*", "/emojis", held=True, times=None)
    await iconic.bot.start()
    assert not OURS.search(await hand_of(iconic))
    await iconic.discord.until(lambda: held.hits)
    assert len(held.hits) == 1
    held.lift()
    await uploaded(iconic, len(ICONS))
