"""Two processes change the same rows at once, after each has read what the other changes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.store.data import PostedMessage
from bot.store.errors import ChannelTaken, LeaseLost, Outdated, Repeated
from bot.store.leases import Share, Usage
from bot.store.postgres.store import PostgresStore
from bot.store.sql import rows, standings
from tests.bot.results.games import won_by
from tests.bot.store.changes import ANNA, BEN, change, leg, version_of

Halfway = Callable[[Any, str], asyncio.Event]


@pytest.fixture
def kind() -> str:
    return "postgresql"


@pytest.fixture
def halfway(monkeypatch: pytest.MonkeyPatch) -> Halfway:
    """Pauses a transaction after a function, and reports when it is there."""

    def slowed(where: Any, name: str) -> asyncio.Event:
        right, there = getattr(where, name), asyncio.Event()

        async def slow(*given: Any) -> Any:
            done = await right(*given)
            there.set()
            await asyncio.sleep(0.3)
            return done

        monkeypatch.setattr(where, name, slow)
        return there

    return slowed


async def meanwhile(first: Awaitable[Any], there: asyncio.Event, second: Awaitable[Any]) -> Any:
    """Run the second once the first is halfway; return the result of the first."""
    under_way = asyncio.ensure_future(first)
    await there.wait()
    await second
    return await under_way


# --- a process that stood still -------------------------------------------------------------------


@pytest.mark.parametrize("is_batched", [True, False])
async def test_a_process_whose_shard_was_taken_stores_nothing(
    store: PostgresStore, twin: PostgresStore, *, is_batched: bool
) -> None:
    """It wakes with a click in hand, and believes that its lease is valid."""
    await store.commit(change())
    await store.leases.join("asleep", 1)
    held = await store.leases.renew("asleep", 1, Usage())
    store.share = Share.of_leases(1, held.shards)
    await store.commit(change(version=1))
    await store._write("DELETE FROM processes")  # as others do after its time
    taken = await twin.leases.renew("awake", 1, Usage())
    assert [*taken.shards] == [0]
    late = change(version=2, posted=None if is_batched else PostedMessage(leg(9), 7, 8))
    with pytest.raises(LeaseLost):
        await store.commit(late)
    assert await version_of(store) == 2
    twin.share = Share.of_leases(1, taken.shards)
    await twin.commit(change(version=2))


# --- a table is opened ----------------------------------------------------------------------------


async def test_a_table_opened_by_one_click_in_two_processes_is_opened_once(
    store: PostgresStore, twin: PostgresStore, halfway: Halfway
) -> None:
    halfway(rows, "_head")  # neither has seen the other's change then
    opening = change(interaction=5)
    ends = await asyncio.gather(
        *(it.commit(opening) for it in (store, twin)), return_exceptions=True
    )
    (refused,) = [it for it in ends if it is not None]
    assert isinstance(refused, Outdated | ChannelTaken | Repeated)
    assert len(await store.log("blue")) == await version_of(store) == 1


# --- a person is forgotten ------------------------------------------------------------------------


async def closed(store: PostgresStore) -> None:
    await store.commit(change())
    await store.commit(change(version=1, stage="over"))


async def is_forgotten(store: PostgresStore) -> None:
    """Check that nothing is left of Anna, and that the table is whole."""
    found = await store.table("blue")
    assert found is not None
    assert found.sealed
    assert found.people == {2: BEN}
    assert await store.about(ANNA) == []


async def test_a_closed_table_that_changes_while_a_person_is_forgotten_stays_whole(
    store: PostgresStore, twin: PostgresStore, halfway: Halfway
) -> None:
    await closed(store)
    there = halfway(standings, "forget")
    again = twin.commit(change(version=2, stage="over"))
    assert await meanwhile(store.forget(ANNA), there, again) == 1
    await is_forgotten(store)


async def test_a_person_who_is_forgotten_meanwhile_does_not_come_back(
    store: PostgresStore, twin: PostgresStore, halfway: Halfway
) -> None:
    await closed(store)
    there = halfway(rows, "_known_people")
    again = twin.commit(change(version=2, stage="over"))
    await meanwhile(again, there, store.forget(ANNA))
    await is_forgotten(store)


async def test_a_user_is_forgotten_in_a_game_that_ends_meanwhile(
    store: PostgresStore, twin: PostgresStore, halfway: Halfway
) -> None:
    await store.commit(change())
    there = halfway(standings, "keep")
    ends = change(version=1, stage="over", result=won_by(ANNA, BEN, table="blue"))
    await meanwhile(twin.commit(ends), there, store.forget(ANNA))
    await is_forgotten(store)
