"""Tables for later and calls for players, in every kind of database."""

import asyncio
from dataclasses import replace

import pytest

from bot.appointments.appointment import AT_ONCE, OFF, Appointment
from bot.board.calls import EVERY
from bot.store.appointments import MOST
from bot.store.calls import HOST, MOST_NAMED, PLAYERS
from bot.store.leases import Share, shard_of
from bot.store.postgres.store import PostgresStore
from bot.store.store import Store
from tests.bot.store.changes import ANNA, BEN, GUILD, change

NOW = 1_700_000_000.0


def made(name: str = "later", guild: int = GUILD) -> Appointment:
    given = (name, guild, 5, ANNA, "Europe/Paris", NOW, "{}", 6)
    return Appointment(*given, answers=((ANNA, "in"), (BEN, "maybe")))


async def test_an_appointment_is_kept_as_it_was_made_and_changed(store: Store) -> None:
    assert await store.appointments.add(made())
    assert await store.appointments.of("later") == made()
    assert await store.appointments.add(replace(made(), at=1.0))  # a click that came twice
    assert await store.appointments.of("later") == made()
    changed = replace(made().answered(BEN, "in"), version=2, message=7, is_shown=True)
    assert await store.appointments.change(changed)
    assert await store.appointments.of("later") == changed
    assert [it.id for it in await store.appointments.to_come_of(BEN)] == ["later"]
    assert not await store.appointments.change(replace(changed, seats=2))  # of an old version
    assert await store.appointments.of("later") == changed


async def test_a_server_plans_so_many_and_no_more(store: Store) -> None:
    for number in range(MOST):
        assert await store.appointments.add(made(f"later{number}"))
    assert not await store.appointments.add(made("one more"))
    assert await store.appointments.add(made("elsewhere", GUILD + 1))
    off = replace(made("later0"), stage=OFF, version=2)
    assert await store.appointments.change(off)
    assert await store.appointments.add(made("one more"))


async def test_what_is_due_is_found_at_once_and_in_time(store: Store) -> None:
    await store.appointments.add(made())
    assert await store.appointments.due(NOW - 1) == ["later"]
    assert await store.appointments.next_due() == AT_ONCE
    shown = replace(made(), message=7, is_shown=True, version=2)
    await store.appointments.change(shown)
    assert await store.appointments.due(NOW - 1) == []
    assert await store.appointments.next_due() == NOW
    assert await store.appointments.due(NOW) == ["later"]
    store.share = Share(2, frozenset({1 - shard_of(GUILD, 2)}))  # of another process
    assert await store.appointments.due(NOW) == []
    assert await store.appointments.next_due() is None


async def test_who_is_forgotten_leaves_answers_and_calls(store: Store) -> None:
    await store.appointments.add(made())
    await store.calls.add_named(GUILD, ANNA)
    assert await store.appointments.naming(ANNA) == ["later"]
    await store.forget(ANNA)
    kept = await store.appointments.of("later")
    assert kept is not None
    assert (kept.host, kept.answers) == (None, ((BEN, "maybe"),))
    assert await store.calls.named(GUILD) == []


async def test_a_server_that_is_forgotten_takes_all_with_it(store: Store) -> None:
    await store.appointments.add(made())
    await store.calls.set_role(GUILD, 9)
    await store.calls.add_named(GUILD, BEN)
    assert await store.retention.servers(0, 10) == [GUILD]
    while await store.retention.forget_some(GUILD):
        pass
    assert await store.appointments.of("later") is None
    assert (await store.calls.role(GUILD), await store.calls.named(GUILD)) == (0, [])
    assert (await store.results.export(BEN))["answers"] == []
    assert await store.retention.servers(0, 10) == []


async def test_a_table_calls_once_and_a_server_seldom(store: Store) -> None:
    for table in ("red", "blue"):
        await store.commit(change(table))
    calls = [store.calls.begin("red", GUILD, 5, NOW, EVERY) for _ in range(4)]
    again = await asyncio.gather(*calls)
    assert sorted(again, key=bool) == [None, *[NOW + EVERY] * 3]
    assert await store.calls.begin("blue", GUILD, 5, NOW + 1, EVERY) == NOW + EVERY
    assert await store.calls.begin("blue", GUILD, 5, NOW + EVERY, EVERY) is None
    told = await asyncio.gather(*[store.calls.begin_for_host("red", 5, NOW) for _ in range(4)])
    assert sorted(told) == [False, False, False, True]
    call = (await store.calls.of("red"))[PLAYERS]
    await store.calls.note_posted(call, 8)
    await store.calls.end((await store.calls.of("red"))[HOST])
    unfinished = [(it.table, it.kind, it.message) for it in await store.calls.unfinished()]
    assert unfinished == [("red", PLAYERS, 8), ("blue", PLAYERS, None)]


async def test_a_list_of_names_has_an_end(store: Store) -> None:
    for user in range(MOST_NAMED):
        assert await store.calls.add_named(GUILD, user)
    assert await store.calls.add_named(GUILD, 0)
    assert not await store.calls.add_named(GUILD, MOST_NAMED)
    await store.calls.remove_named(GUILD, 3)
    assert await store.calls.add_named(GUILD, MOST_NAMED)
    assert len(await store.calls.named(GUILD)) == MOST_NAMED


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_of_two_processes_one_changes_it(store: Store, twin: PostgresStore) -> None:
    await store.appointments.add(made())
    one = replace(made().answered(BEN, "in"), version=2)
    other = replace(made().answered(BEN, "cant"), version=2)
    done = await asyncio.gather(store.appointments.change(one), twin.appointments.change(other))
    assert sorted(done) == [False, True]
    assert await store.appointments.of("later") == (one if done[0] else other)
