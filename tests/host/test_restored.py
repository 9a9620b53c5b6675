"""After a restore the channels show the older state, and the game goes on."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.backup import backup
from bot.discord.controls import Press
from bot.store.address import Address
from tests.client.messages import Button, Shown
from tests.client.offers import action
from tests.host.driver import begin, dealt
from tests.host.ground import Room
from tests.host.scenes import forged, now, tells


def of_now(shown: Shown) -> list[Button]:
    """Return the buttons that are bound to a moment."""
    return [it for it in shown.buttons if action(it) in ("say", "slot")]


async def test_a_press_from_a_lost_future_has_the_board_posted_again(
    room: Room, place: Address, tmp_path: Path
) -> None:
    """The database lost its -wal, or was set back by other means than the bot's."""
    if place.server:
        pytest.skip("a file")
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    older = tmp_path / "older.db"
    with dealt(room, 7):
        driver = await begin(ann, bob, seed=7, goal=25)
    for person in (ann, bob):  # so that the bot answers nothing meanwhile
        await person.runs("seat orders", ask=True)
    await driver.play(until=lambda: len(driver.answers) == 6)
    then = driver.board.text
    await asyncio.to_thread(backup, older, place)
    await driver.play(until=lambda: len(driver.answers) > 12 and bool(of_now(driver.board)))
    lost = driver.board
    await room.close_bot()
    for file in place.file.parent.glob(f"{place.file.name}*"):
        file.unlink()
    older.rename(place.file)
    await room.restart()

    before = (await now(room)).stored
    button = of_now(lost)[0]
    kept = Press.read(button.custom_id)
    assert kept is not None
    assert kept.moment is not None
    made_up = replace(kept, moment=kept.moment + 1)
    assert tells(await bob.presses(forged(button, made_up.custom_id)), bob, "error-moment_passed")
    assert (await now(room)).stored == before
    assert not room.forgive()
    assert tells(await bob.presses(button), bob, "error-went_back")
    assert "lost what came last" in "".join(room.forgive())
    assert driver.board.id > lost.id
    assert driver.board.text == then
    after = (await now(room)).stored
    for button in of_now(lost):
        assert tells(await bob.presses(button), bob, "error-moment_passed")
    assert (await now(room)).stored == after
    await driver.play(until=lambda: len(driver.answers) > 20)
    assert driver.board.text not in (then, lost.text)
