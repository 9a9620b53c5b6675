"""Since when people can reach the bot."""

from dataclasses import replace

import pytest

from bot.hosting.availability import Availability
from bot.store.data import Stored
from bot.tables.deadlines import GRACE

SERVER = 7
BLUE = Stored("blue", SERVER, 70, "playing", 1, "", intact=True, people={})


class World:
    """Events of Discord, and the availability that follows them."""

    def __init__(self) -> None:
        self.now = 1e9
        self.there = {SERVER}
        self.blocked: set[str] = set()
        self.availability = Availability(
            lambda: self.now, self.there.__contains__, self.blocked.__contains__
        )

    @property
    def since(self) -> float:
        """Seconds for which people have been able to answer at the blue table."""
        return self.now - self.availability.reachable_since(BLUE)


@pytest.fixture
def world() -> World:
    """The bot is connected, and in one server."""
    world = World()
    world.availability.connected()
    world.availability.restart()
    return world


def test_time_counts_from_when_a_board_is_shown_again(world: World) -> None:
    world.blocked.add("blue")
    world.now += 60
    assert world.since == 0
    world.blocked.clear()
    world.availability.table_is_shown("blue")
    world.now += 60
    assert world.since == 60
    world.availability.restart()
    assert world.since == 0


def test_each_table_learns_once_of_lost_seconds(world: World) -> None:
    world.availability.lost(4.0)
    assert [it.seconds for it in world.availability.losses("blue")] == [4.0]
    world.now += 9
    world.availability.lost(5.0)
    assert [it.seconds for it in world.availability.losses("blue")] == [5.0]
    assert [it.seconds for it in world.availability.losses("green")] == [4.0, 5.0]
    assert world.availability.losses("blue") == ()
    assert world.since == 9  # nothing else is extended


def test_time_stands_still_while_the_bot_is_not_connected(world: World) -> None:
    world.availability.disconnected()
    world.now += 60
    assert world.since == World().since == 0
    world.availability.connected()
    world.availability.restart()
    world.now += 60
    assert world.since >= 60


def test_old_notes_of_boards_shown_again_are_dropped(world: World) -> None:
    for number in range(100):
        world.availability.table_is_shown(f"t{number}")
        world.now += GRACE / 4
    assert len(world.availability._shown) <= 4


@pytest.mark.parametrize("again", ["the board", "the server"])
def test_a_clock_that_is_put_back_gives_no_endless_time(world: World, again: str) -> None:
    if again == "the board":
        world.availability.table_is_shown("blue")
    else:
        world.availability.server_is_back(SERVER)
    world.now -= 2 * GRACE
    world.availability.restart()
    assert world.since >= 0


def test_time_counts_from_when_a_server_is_back(world: World) -> None:
    world.availability.server_is_away(SERVER)
    world.there.clear()
    world.now += 60
    assert world.since == 0
    world.there.add(SERVER)
    world.availability.server_is_back(SERVER)
    world.now += 60
    assert world.since == 60


def test_a_shard_that_is_away_takes_no_time_from_the_servers_of_others(world: World) -> None:
    shards = Availability(lambda: world.now, lambda _: True, shard_of=lambda guild: guild % 2)
    shards.connected(0)
    shards.connected(SERVER % 2)
    other = replace(BLUE, guild=SERVER + 1)
    world.now += 60
    shards.disconnected(0)
    assert world.now - shards.reachable_since(BLUE) == 60
    assert shards.reachable_since(other) == shards.connected_since(other) == world.now
    world.now += 60
    shards.connected(0)
    world.now += 30
    assert world.now - shards.reachable_since(other) == 30
    assert world.now - shards.reachable_since(BLUE) == 150
