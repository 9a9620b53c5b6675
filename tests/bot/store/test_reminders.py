"""Pending decisions at slow tables, and reminders of them, in every kind of database."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from bot.reminders.reminder import (
    DAY,
    DIGEST,
    NEVER,
    PRIVATE,
    SOON,
    TOLD,
    UNTOLD,
    WARNED_TOO,
    YEAR,
    Wait,
    Wishes,
)
from bot.store.data import Awaited
from bot.store.leases import Share, shard_of
from bot.store.reminders import Reminded
from bot.store.store import Store
from bot.tables.absence import Absence
from tests.bot.store.changes import ANNA, BEN, GUILD, change

CHANNEL: Final = 70
NOW: Final = 1_800_000_000.0
EVENING: Final = Wishes(DIGEST, at=20, quiet=(22, 8), place=PRIVATE, zone="Europe/Paris")


async def waits(store: Store, *, version: int = 0, user: int | None = None, **ends: Any) -> None:
    """Have a table wait for users, each with the end of the time: ``ben=9.0``."""
    users = {"anna": ANNA, "ben": BEN}
    waiting = {users[name]: at for name, at in ends.items()}
    await store.commit(change(version=version, awaited=Awaited(NOW + version, user, waiting)))


async def of(store: Store, user: int = BEN) -> Reminded:
    found = await store.reminders.of(user)
    assert found is not None
    return found


async def told(store: Store, user: int = BEN) -> list[int]:
    return [it.told for it in (await of(store, user)).waits]


async def test_who_is_waited_for_is_looked_at_soon(store: Store) -> None:
    await waits(store, ben=NOW + 9000)
    known = await of(store)
    assert known.wishes == Wishes()
    (wait,) = known.waits
    assert (wait.table, wait.ends, wait.told) == ("blue", NOW + 9000, UNTOLD)
    due = wait.since + SOON
    assert await store.reminders.next_due() == due
    assert await store.reminders.due(due) == [f"{BEN}"]
    assert await store.reminders.due(due - 1) == []
    assert await store.reminders.of(ANNA) is None


async def test_other_processes_look_at_other_people(store: Store) -> None:
    await waits(store, ben=None)
    store.share = Share(2, frozenset({1 - shard_of(GUILD, 2)}))
    assert await store.reminders.next_due() is None
    assert await store.reminders.due(9e12) == []


async def test_who_acts_there_knows_what_waits(store: Store) -> None:
    await waits(store, user=BEN, ben=None)
    assert await told(store) == [TOLD]
    await waits(store, version=1, anna=None)
    assert (await of(store)).waits == ()
    await waits(store, version=2, user=ANNA, anna=None, ben=None)
    assert (await told(store), await told(store, ANNA)) == ([UNTOLD], [TOLD])


async def test_a_wait_goes_on_through_what_others_do(store: Store) -> None:
    await waits(store, ben=1.0)
    (before,) = (await of(store)).waits
    await waits(store, version=1, user=ANNA, anna=None, ben=2.0)
    (after,) = (await of(store)).waits
    assert (after.since, after.ends) == (before.since, 2.0)


async def test_a_reminder_is_begun_once_and_its_message_is_noted(store: Store) -> None:
    await waits(store, ben=None)
    known = await of(store)
    now = known.waits[0].since + SOON
    begun = await store.reminders.begin(known, known.waits, CHANNEL, now)
    assert begun is not None
    assert (begun.is_pending, begun.is_answered, begun.sent) == (True, False, (now,))
    assert await told(store) == [TOLD]
    assert await store.reminders.begin(known, known.waits, CHANNEL, now) is None
    await store.reminders.note_posted(begun, 700)
    assert ((await of(store)).message, (await of(store)).is_pending) == (700, False)
    await store.reminders.end(begun)
    assert (await of(store)).channel == 0


async def test_two_that_begin_at_once_begin_one(store: Store) -> None:
    await waits(store, ben=None)
    known = await of(store)
    both = [store.reminders.begin(known, known.waits, CHANNEL, 1.0) for _ in range(2)]
    assert sum(it is not None for it in await asyncio.gather(*both)) == 1
    assert (await of(store)).number == 1


async def test_what_begins_to_wait_meanwhile_is_not_missed(store: Store) -> None:
    """A look at a person that saw nothing new must not put off the next one."""
    await waits(store, user=BEN, ben=None)
    known = await of(store)
    await store.commit(change("red", awaited=Awaited(NOW, ANNA, {BEN: None})))
    await store.reminders.wait(known)
    assert await store.reminders.next_due() == NOW + SOON


async def test_tables_that_wait_for_the_same_people_change_at_once(store: Store) -> None:
    users = (ANNA, BEN)
    for version in range(4):
        changes = [
            change(
                f"table{number}",
                version,
                awaited=Awaited(NOW + version, None, {users[(version + number) % 2]: None}),
            )
            for number in range(8)
        ]
        await asyncio.gather(*map(store.commit, changes))
    assert [len((await of(store, user)).waits) for user in users] == [4, 4]


async def test_an_answer_and_a_new_question_take_a_reminder_back(store: Store) -> None:
    await waits(store, ben=None)
    known = await of(store)
    later = known.waits[0].since + SOON
    begun = await store.reminders.begin(known, known.waits, CHANNEL, later)
    assert begun is not None
    await store.reminders.wait(begun)
    assert await store.reminders.next_due() is None  # nothing is told a second time
    await waits(store, version=1)
    assert (await of(store)).is_answered
    assert await store.reminders.next_due() is not None


async def test_only_the_reminders_of_a_day_are_remembered(store: Store) -> None:
    await waits(store, ben=None)
    known = await of(store)
    for at in (10.0, 20.0, 100_000.0):
        begun = await store.reminders.begin(known, (), CHANNEL, at)
        assert begun is not None
        known = begun
    assert known.sent == (100_000.0,)


async def test_wishes_are_kept_and_looked_at_at_once(store: Store) -> None:
    await waits(store, ben=None)
    await store.reminders.set_wishes(BEN, EVENING, 5.0)
    assert await store.reminders.wishes(BEN) == EVENING
    assert await store.reminders.next_due() == 5.0
    never = Wishes(NEVER)
    await store.reminders.set_wishes(BEN, never, 6.0)
    await store.reminders.wait(await of(store))
    assert await store.reminders.next_due() is None


async def test_it_waits_until_the_wished_time(store: Store) -> None:
    await waits(store, ben=None)
    await store.reminders.set_wishes(BEN, EVENING, 5.0)
    known = await of(store)
    await store.reminders.wait(known)
    assert await store.reminders.next_due() == EVENING.next_at(known.waits, ())


async def test_who_is_away_is_back_with_a_move(store: Store) -> None:
    await waits(store, ben=None)
    until = NOW + 9 * DAY
    await store.reminders.set_away(BEN, until, NOW)
    assert ((await of(store)).away, await store.reminders.away(BEN)) == (until, until)
    assert await store.reminders.next_due() == NOW
    assert set(await store.reminders.absences([ANNA, BEN], NOW)) == {BEN}
    await store.reminders.wait(await of(store))
    assert await store.reminders.next_due() == until
    await waits(store, version=1, user=ANNA, ben=None)
    assert (await of(store)).away == until
    await waits(store, version=2, user=BEN, ben=None)
    known = await of(store)
    assert known.away == NOW + 2  # tables are still to be told
    assert await store.reminders.next_due() == NOW + 2
    assert await store.reminders.absences([BEN], NOW + 3) == {}
    await store.reminders.note_told(known)
    assert await store.reminders.away(BEN) is None


async def test_pauses_of_one_absence_count_once_and_only_for_a_year(store: Store) -> None:
    async def pauses(version: int, days: float) -> None:
        awaited = Awaited(NOW + version, None, {BEN: None}, {BEN: NOW + days * DAY})
        await store.commit(change(version=version, awaited=awaited))

    async def absence(now: float) -> Absence:
        return (await store.reminders.absences([BEN], now))[BEN]

    await store.reminders.set_away(BEN, NOW + 5 * DAY, NOW)
    assert (await absence(NOW)).paused_since is None
    await pauses(0, 2)
    await pauses(1, 5)
    await pauses(2, 3)  # at another table
    now = NOW + DAY
    assert await absence(now) == Absence(NOW + 5 * DAY, "normal", NOW, 0.0)
    await waits(store, version=3, user=BEN, ben=None)  # back, after three seconds
    await store.reminders.set_away(BEN, NOW + 900 * DAY, now)
    assert await absence(now) == Absence(NOW + 900 * DAY, "normal", None, 3.0)
    assert (await absence(NOW + YEAR + 1)).paused_before == 2.0
    assert (await absence(NOW + YEAR + 4)).paused_before == 0.0
    store_years_later = NOW + 2 * YEAR
    awaited = Awaited(store_years_later, None, {}, {BEN: store_years_later + DAY})
    await store.commit(change(version=4, awaited=awaited))
    assert (await absence(store_years_later + 1)).paused_since == store_years_later
    await store.reminders.set_away(BEN, store_years_later + 9, store_years_later)
    await store.reminders.set_away(BEN, store_years_later + 900 * DAY, store_years_later + 9)
    assert (await absence(store_years_later + 9)).paused_before == 9.0


async def test_a_paused_decision_is_pending_from_the_end_of_the_pause_on(store: Store) -> None:
    await waits(store, ben=NOW + DAY)
    paused = Awaited(NOW + 9, None, {BEN: NOW + 3 * DAY}, {BEN: NOW + 2 * DAY})
    await store.commit(change(version=1, awaited=paused))
    (wait,) = (await of(store)).waits
    assert (wait.since, wait.ends, wait.told) == (NOW + 2 * DAY, NOW + 3 * DAY, UNTOLD)
    await waits(store, version=2, user=ANNA, ben=NOW + DAY)  # Ben is back, and not yet here
    (wait,) = (await of(store)).waits
    assert (wait.since, wait.ends, wait.told) == (NOW + 2, NOW + DAY, UNTOLD)


async def test_pauses_that_overlap_count_once(store: Store) -> None:
    """Two processes may store one at the same moment, at two tables."""
    rows = [(NOW, NOW + 4 * DAY), (NOW + 1, NOW + 3 * DAY), (NOW + 3 * DAY, NOW + 5 * DAY)]
    insert = "INSERT INTO pauses (user_id, began, ends) VALUES (?, ?, ?)"
    await store.write(lambda db: db.do_all(insert, [(BEN, *row) for row in rows]))
    now = NOW + 9 * DAY
    await store.reminders.set_away(BEN, now + DAY, now)
    absence = (await store.reminders.absences([ANNA, BEN], now))[BEN]
    assert absence.paused_before == 5 * DAY
    during = NOW + 2 * DAY
    assert (await store.reminders.absences([BEN], during))[BEN].paused_since == NOW


async def test_the_games_of_who_goes_or_comes_are_due_and_stay_sealed(store: Store) -> None:
    await store.commit(change(people={0: ANNA, 1: BEN}, stage="playing", due=NOW + 500))
    await store.reminders.tell_tables(BEN, NOW)
    assert await store.due(NOW) == ["blue"]
    found = await store.table("blue")
    assert found is not None
    assert (found.intact, found.sealed, found.version) == (True, True, 1)
    await store.reminders.tell_tables(BEN, NOW + 100)  # it is due earlier
    assert await store.due(NOW) == ["blue"]
    await store.commit(change(version=1, people={0: ANNA, 1: BEN}, stage="playing", due=None))
    assert await store.next_due() is None


async def test_a_change_without_waits_touches_none(store: Store) -> None:
    await waits(store, ben=1.0)
    await store.commit(change(version=1))
    assert len((await of(store)).waits) == 1


async def test_who_is_forgotten_is_reminded_of_nothing(store: Store) -> None:
    await waits(store, ben=1.0)
    await store.reminders.set_wishes(BEN, EVENING, 5.0)
    await store.forget(BEN)
    assert await store.reminders.of(BEN) is None
    assert await store.reminders.wishes(BEN) == Wishes()


def test_a_wait_that_is_older_than_a_reminder_is_what_it_is_about() -> None:
    old, seen = Wait("t", 5.0, None, TOLD), Wait("u", 15.0, None, WARNED_TOO)
    known = Reminded(BEN, Wishes(), (old, seen), 1, CHANNEL, None, 10.0, ())
    assert known.told == (old,)
