"""The shards that a process has and should have, by its leases."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.hosting.availability import Availability
from bot.operations.gauges import ProcessShards, shard_figures
from bot.store.leases import NOTHING, Held, Share

NOT_JOINED = Held({}, 0, 0)


def figures(share: Share, held: Held | None, *connected: int) -> ProcessShards:
    """The shards of a process with this share; it holds these leases, or needs none."""
    keeper = None if held is None else SimpleNamespace(held=held, lease_age=3.0)
    gateway = SimpleNamespace(latency=lambda _: 0.04)
    shards: Any = SimpleNamespace(lease_keeper=keeper, share=share, gateway=gateway)
    availability = Availability(lambda: 0.0)
    for shard in connected:
        availability.connected(shard)
    return shard_figures(shards, availability)


def test_a_process_alone_needs_all_shards_and_no_lease() -> None:
    it = figures(Share.of_one(2), None, 0)
    assert (it.any_connected, it.all_connected, it.lease_age) == (True, False, None)
    assert figures(Share.of_one(2), None, 0, 1).all_connected
    assert not figures(Share.of_one(), None).any_connected  # it has just begun


def test_a_process_that_has_not_joined_the_others_has_nothing() -> None:
    it = figures(NOTHING, NOT_JOINED)
    assert (it.any_connected, it.all_connected, it.lease_age) == (False, False, None)


def test_a_process_that_lost_its_leases_has_nothing_and_they_go_on_ageing() -> None:
    it = figures(Share(8, frozenset()), Held({}, 4, 2), 0, 1)
    assert (it.any_connected, it.all_connected, it.lease_age) == (False, False, 3.0)


def test_a_process_in_reserve_has_all_that_it_should() -> None:
    it = figures(Share(2, frozenset()), Held({}, 0, 3))
    assert (it.any_connected, it.all_connected, it.lease_age) == (True, True, 3.0)


def test_a_process_has_all_once_each_shard_of_its_share_is_connected() -> None:
    share, held = Share(8, frozenset({2, 5})), Held({2: 1, 5: 1}, 2, 4)
    assert not figures(share, held, 5).all_connected
    assert figures(share, held, 2, 5).all_connected
    assert not figures(share, Held({2: 1, 5: 1}, 3, 3), 2, 5).all_connected
