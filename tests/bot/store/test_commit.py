"""A change is stored whole or not at all, and once."""

import asyncio
import logging

import pytest

from bot.store.errors import ChannelTaken, Outdated, Repeated, StoreError
from bot.store.sql import rows
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from bot.tables.actions import Entry
from bot.tables.table import OPEN_STAGES
from tests.bot.store.changes import ANNA, BEN, GUILD, STAY, change, is_whole, leg, version_of
from tests.bot.store.conftest import Clock
from tests.bot.store.kinds import only_sqlite

SPYGLASS = "Anna holds the spyglass"


async def test_a_table_is_read_as_it_was_stored(store: Store) -> None:
    await store.commit(change("blue", channel=70, stage="lobby", snapshot="été 🎈"))
    found = await store.table("blue")
    assert found is not None
    assert (found.table, found.guild, found.channel, found.stage) == ("blue", GUILD, 70, "lobby")
    assert (found.version, found.snapshot, found.intact) == (1, "été 🎈", True)
    assert found.people == {0: ANNA, 2: BEN}


async def test_an_unknown_table_is_none_and_has_no_log(store: Store) -> None:
    assert await store.table("blue") is None
    assert await store.log("blue") == []


async def test_the_log_goes_on_from_change_to_change(store: Store) -> None:
    house = Entry(seat=None, action="Rolled", arguments='{"dice": 3}')
    await store.commit(change(entries=(STAY, house)))
    await store.commit(change(version=1, entries=()))
    await store.commit(change(version=2, entries=(house,)))
    assert await store.log("blue") == [STAY, house, house]
    assert await version_of(store) == 3


async def test_a_change_replaces_everything(store: Store) -> None:
    await store.commit(change(stage="lobby", due=5.0))
    await store.commit(change(version=1, stage="playing", channel=71, people={1: BEN}))
    found = await store.table("blue")
    assert found is not None
    assert (found.stage, found.channel, found.people) == ("playing", 71, {1: BEN})
    assert await store.next_due() is None


@pytest.mark.parametrize("version", [0, 1, 3])
async def test_a_change_of_another_version_is_outdated(store: Store, version: int) -> None:
    await store.commit(change())
    await store.commit(change(version=1))
    with pytest.raises(Outdated):
        await store.commit(change(version=version, snapshot="other", people={}, paint=(leg(1),)))
    found = await store.table("blue")
    assert found is not None
    assert (found.version, found.snapshot, found.people) == (2, "blue at 2", {0: ANNA, 2: BEN})
    assert await store.log("blue") == [STAY, STAY]
    assert await store.unpainted() == []


async def test_an_unknown_table_has_no_later_version(store: Store) -> None:
    with pytest.raises(Outdated):
        await store.commit(change(version=4))
    assert await store.table("blue") is None


async def test_only_one_of_thirty_changes_at_once_is_stored(store: Store) -> None:
    await store.commit(change())
    tries = [store.commit(change(version=1, snapshot=str(n))) for n in range(30)]
    ends = await asyncio.gather(*tries, return_exceptions=True)
    assert ends.count(None) == 1
    assert sum(isinstance(end, Outdated) for end in ends) == 29
    assert await is_whole(store)


async def test_without_its_version_a_change_would_undo_another(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control."""
    monkeypatch.setattr(rows, "_UPDATE", rows._UPDATE.replace("AND version = ?", "AND ? > 0"))
    await store.commit(change())
    tries = [store.commit(change(version=1, snapshot=str(n))) for n in range(30)]
    ends = await asyncio.gather(*tries, return_exceptions=True)
    assert ends.count(None) > 1


async def test_an_interaction_is_carried_out_once(store: Store) -> None:
    await store.commit(change(interaction=5))
    with pytest.raises(Repeated):
        await store.commit(change(version=1, interaction=5))
    with pytest.raises(Repeated):  # rather than outdated: the interaction is known
        await store.commit(change(interaction=5))
    with pytest.raises(Repeated):
        await store.commit(change("red", interaction=5))
    assert await version_of(store) == 1


async def test_the_same_interaction_twice_at_once_is_carried_out_once(store: Store) -> None:
    twice = (store.commit(change(interaction=5)), store.commit(change(interaction=5)))
    first, second = await asyncio.gather(*twice, return_exceptions=True)
    assert first is None
    assert isinstance(second, Repeated)


async def test_a_click_that_would_leave_no_line_in_the_log_is_refused(store: Store) -> None:
    with pytest.raises(StoreError) as caught:
        await store.commit(change(entries=(), interaction=5))
    assert caught.value.code == "unfit"
    assert await version_of(store) == 0


async def test_a_table_says_whether_the_given_interaction_was_carried_out(store: Store) -> None:
    await store.commit(change(interaction=5))
    for interaction, done in ((5, True), (6, False), (None, False)):
        found = await store.table("blue", interaction)
        assert found is not None
        assert found.processed is done


async def test_interactions_are_remembered_for_ever(store: Store, clock: Clock) -> None:
    await store.commit(change(entries=(STAY, STAY), interaction=5))
    clock.now += 365 * 86_400
    with pytest.raises(Repeated):
        await store.commit(change(version=1, interaction=5))
    await store.commit(change(version=1, interaction=6))


@pytest.mark.parametrize("stage", OPEN_STAGES)
async def test_a_channel_has_one_open_table(store: Store, stage: str) -> None:
    await store.commit(change("blue", channel=70, stage=stage))
    for other in OPEN_STAGES:
        with pytest.raises(ChannelTaken):
            await store.commit(change("red", channel=70, stage=other))
    assert await store.table("red") is None


async def test_only_one_of_ten_tables_opened_at_once_in_a_channel_is_stored(store: Store) -> None:
    tries = [store.commit(change(f"t{n}", channel=70)) for n in range(10)]
    ends = await asyncio.gather(*tries, return_exceptions=True)
    assert ends.count(None) == 1
    assert sum(isinstance(end, ChannelTaken) for end in ends) == 9


async def test_a_finished_table_frees_its_channel(store: Store) -> None:
    await store.commit(change("blue", channel=70))
    await store.commit(change("blue", version=1, channel=70, stage="finished"))
    await store.commit(change("red", channel=70))
    await store.commit(change("red", version=1, channel=70, stage="finished"))
    assert await store.open_table_in(70) is None


async def test_a_table_does_not_open_again_in_a_taken_channel(store: Store) -> None:
    await store.commit(change("blue", channel=70, stage="finished"))
    await store.commit(change("red", channel=70))
    with pytest.raises(ChannelTaken):
        await store.commit(change("blue", version=1, channel=70))
    assert await version_of(store) == 1


UNFIT = {
    "a number too big": {"guild": 2**63},
    "nothing where something must be": {"channel": None},
    "a text that is none": {"snapshot": f"{SPYGLASS} \udc80"},
    "a log line that is none": {"entries": (STAY, Entry(0, "Play", f"{SPYGLASS} \udc80"))},
    "a value of no kind": {"people": {0: object()}},
    "a list where a number must be": {"paint": (1, [])},
}


@pytest.mark.parametrize("fault", UNFIT)
async def test_a_change_that_cannot_be_stored_changes_nothing_and_is_not_shown(
    store: Store, fault: str
) -> None:
    await store.commit(change())
    with pytest.raises(StoreError) as caught:
        await store.commit(change(version=1, interaction=5, **UNFIT[fault]))
    assert caught.value.code == "unfit"
    assert SPYGLASS not in f"{caught.value}{caught.value.__cause__}"
    assert await version_of(store) == 1
    assert await is_whole(store)
    await store.commit(change(version=1, interaction=5))


async def test_a_bad_change_fails_alone(store: Store) -> None:
    tables = [change(f"t{n}") for n in range(10)]
    tables[4] = change("t4", version=9)
    tables[7] = change("t7", snapshot="\udc80")
    ends = await asyncio.gather(*map(store.commit, tables), return_exceptions=True)
    assert [n for n, end in enumerate(ends) if end is not None] == [4, 7]
    assert [await version_of(store, f"t{n}") for n in range(10)] == [1, 1, 1, 1, 0, 1, 1, 0, 1, 1]


@only_sqlite
async def test_changes_of_fifty_tables_at_once_are_few_commits(store: SqliteStore) -> None:
    said: list[str] = []
    await store._connection.run(lambda db: db.set_trace_callback(said.append))
    await asyncio.gather(*(store.commit(change(f"t{n}")) for n in range(50)))
    assert said.count("COMMIT") <= 2
    assert [await version_of(store, f"t{n}") for n in range(50)] == [1] * 50


async def test_changes_of_one_table_are_stored_in_the_order_of_the_calls(store: Store) -> None:
    await asyncio.gather(*(store.commit(change(version=n)) for n in range(20)))
    assert await version_of(store) == 20


async def test_no_log_shows_what_is_secret(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    secret = (Entry(0, "Play", SPYGLASS),)
    with caplog.at_level(logging.DEBUG):
        await store.commit(change(snapshot=SPYGLASS, entries=secret))
        with pytest.raises(Outdated):
            await store.commit(change(snapshot=SPYGLASS, entries=secret))
        await store.table("blue")
        await store.log("blue")
    assert SPYGLASS not in caplog.text


def test_a_change_does_not_show_what_is_secret() -> None:
    secret = change(snapshot=SPYGLASS, entries=(Entry(0, "Play", SPYGLASS),))
    assert SPYGLASS not in repr(secret)
