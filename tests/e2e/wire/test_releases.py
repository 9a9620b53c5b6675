"""A database that any release has left opens, and the buttons that were drawn then still work."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot import VERSION
from bot.words import catalogue
from engine.records import verify
from tests.client.offers import is_lobby, presses
from tests.cogs.declared import ACTIONS
from tests.e2e.wire import Wire
from tests.e2e.wire.playing import Players
from tests.e2e.wire.releases import EVERYTHING, FOLDER, GAME, LOBBY, OVER, left_by, players_in

RELEASES = sorted(FOLDER.iterdir())
A_FEW = 8
"""Clicks."""
LOOKS = {"refresh", "hand", "rules", "log", "more", "orders"}
"""Actions that show something in private; each release has some of them on its messages."""

Left = tuple[Wire, Callable[[str], Players]]


def test_the_present_version_is_among_the_releases() -> None:
    assert VERSION in {release.name for release in RELEASES}


@pytest.fixture(params=RELEASES, ids=lambda it: it.name)
async def left(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Left]:
    """The present version on what a release has left, and the players of its channels."""
    async with left_by(request.param, tmp_path) as wire:
        yield wire, lambda place: players_in(request.param, wire, place)


async def test_all_controls_of_a_release_are_known(left: Left) -> None:
    _, players_at = left
    for place in (LOBBY, GAME, EVERYTHING, OVER):
        assert {press.action for press in presses(players_at(place).board)} <= ACTIONS
    ann, _ = players_at(GAME).people
    offered = {press.action for shown in ann.sees for press in presses(shown)} & LOOKS
    assert len(offered) >= 3
    for action in sorted(offered):
        answer = await ann.presses(action=action)
        assert (await answer.says()).private
        assert catalogue("en")("error-old_button") not in answer.text


async def test_a_lobby_of_a_release_is_started_and_played(left: Left) -> None:
    wire, players_at = left
    players = players_at(LOBBY)
    assert is_lobby(players.board)
    bob = players.people[1]
    shown = {press.action for press in presses(players.board)}
    await bob.presses(action="leave" if "leave" in shown else "join")
    await wire.discord.until(lambda: bob.mention not in players.board.text)
    await asyncio.sleep(2.0)  # sooner, the one button for both takes it for a double click
    await bob.presses(action="join")
    # a ping to the host, who may be away by now, may stand below the lobby
    messages = wire.discord.messages_in
    await wire.discord.until(
        lambda: any(bob.mention in it.text for it in messages(bob.channel) if is_lobby(it))
    )
    await players.start()
    await players.play(until=lambda: len(players.answers) > A_FEW)


@pytest.mark.parametrize("place", [GAME, pytest.param(EVERYTHING, marks=pytest.mark.long)])
async def test_a_game_of_a_release_is_played_on_to_an_honest_end(left: Left, place: str) -> None:
    players = left[1](place)
    table = players.table
    await players.play()
    assert players.table == table
    assert verify(players.record).fits


async def test_a_game_with_everything_is_played_on(left: Left) -> None:
    players = left[1](EVERYTHING)
    table = players.table
    await players.play(until=lambda: len(players.answers) > 2 * A_FEW)
    assert players.table == table


async def test_a_game_of_a_release_that_is_over_can_be_played_again(left: Left) -> None:
    wire, players_at = left
    players = players_at(OVER)
    over = players.table
    await players.people[0].presses(action="rematch")
    await wire.discord.until(lambda: players.table != over)
    assert is_lobby(players.board)
