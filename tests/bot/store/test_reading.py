"""Queries of the bot between two moves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.data import Attached, OpenTables, Overview, PostedMessage, Process, ServerSettings
from bot.store.errors import StoreError
from bot.store.leases import SHARD_BITS, Share
from bot.store.sql import rows
from bot.store.sql.inspection import overview
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bot.conftest import Clock
from tests.bot.store.changes import ANNA, BEN, GUILD, change, leg, notice, plans_of
from tests.bot.store.kinds import only_sqlite
from tests.bot.store.test_results import plays


async def test_the_open_table_of_a_channel(store: Store) -> None:
    await store.commit(change("old", channel=70, stage="finished"))
    await store.commit(change("blue", channel=70, stage="lobby"))
    assert await store.open_table_in(70) == "blue"
    assert await store.open_table_in(71) is None


async def test_the_last_table_of_a_channel_open_or_not(store: Store, clock: Clock) -> None:
    assert await store.last_table_in(70) is None
    await store.commit(change("old", channel=70, stage="finished"))
    clock.now += 1
    await store.commit(change("blue", channel=70, stage="finished"))
    assert await store.last_table_in(70) == "blue"
    assert await store.last_table_in(71) is None


async def test_the_open_tables_of_a_user_newest_change_first(store: Store, clock: Clock) -> None:
    await store.commit(change("blue", people={0: ANNA, 1: ANNA}))
    clock.now += 1
    await store.commit(change("red"))
    await store.commit(change("bens", people={0: BEN}))
    await store.commit(change("over", stage="finished"))
    await store.commit(change("elsewhere", guild=GUILD + 1))
    assert await store.open_tables_of(ANNA, GUILD) == ["red", "blue"]
    clock.now += 1
    await store.commit(change("blue", version=1))
    assert await store.open_tables_of(ANNA, GUILD) == ["blue", "red"]


async def test_open_tables_of_a_server_come_by_their_last_change(
    store: Store, clock: Clock
) -> None:
    for name, stage in (("red", "playing"), ("blue", "lobby"), ("over", "finished")):
        clock.now += 1
        await store.commit(change(name, stage=stage))
    assert await store.open_tables_in(GUILD) == ["red", "blue"]
    assert await store.open_tables_in(GUILD + 1) == []


async def test_the_tables_of_a_server_to_show(store: Store) -> None:
    for name, stage in (("red", "playing"), ("blue", "lobby"), ("over", "over"), ("past", "over")):
        await store.commit(
            change(name, stage=stage, paint=() if name == "past" else (leg(1), leg(2)))
        )
    await store.commit(change("elsewhere", guild=GUILD + 1, stage="over", paint=(leg(1),)))
    assert await store.tables_to_show_in(GUILD) == ["blue", "red", "over"]


async def test_due_tables_longest_due_first(store: Store) -> None:
    assert await store.next_due() is None
    for name, due in (("late", 9.5), ("soon", 2.0), ("now", 5.0), ("never", None)):
        await store.commit(change(name, due=due))
    assert await store.due(5.0) == ["soon", "now"]
    assert await store.next_due() == 2.0
    await store.commit(change("soon", version=1, due=None))
    assert await store.next_due() == 5.0


async def test_when_an_open_table_was_changed_last(store: Store, clock: Clock) -> None:
    assert await store.last_changed() is None
    await store.commit(change("blue"))
    clock.now += 1
    await store.commit(change("over", stage="finished"))
    assert await store.last_changed() == clock.now - 1


async def test_open_tables_are_painted_first(store: Store) -> None:
    await store.commit(change("a", stage="over", paint=(leg(1),)))
    await store.commit(change("z", paint=(leg(1),)))
    await store.commit(change("b", stage="over", paint=(leg(1),)))
    assert await store.unpainted() == ["z", "a", "b"]


async def test_pages_never_posted_are_of_recently_changed_tables(
    store: Store, clock: Clock
) -> None:
    await store.commit(change("old", paint=(leg(1),)))
    clock.now += 100
    await store.commit(change("blue", paint=(notice(1), leg(1), leg(2))))
    await store.record_painted("blue", leg(2), 0, PostedMessage(leg(2), 70, 700))
    assert sorted(await store.pages_never_posted(99)) == [("blue", leg(1)), ("blue", notice(1))]
    assert len(await store.pages_never_posted(101)) == 3


async def test_the_end_of_a_game_is_not_retried_for_ever(file: Path, clock: Clock) -> None:
    for name, stage in (("open", "playing"), ("closed", "over")):
        async with opened(file, clock) as store:
            await store.commit(change(name, stage=stage, paint=(leg(1),)))
    clock.now += rows.MAX_AGE_OF_WAITING_END
    async with opened(file, clock) as store:
        assert await store.unpainted() == ["open", "closed"]
    clock.now += 1
    async with opened(file, clock) as store:
        assert await store.unpainted() == ["open"]


@asynccontextmanager
async def opened(file: Path, clock: Clock) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(file, clock=clock)
    await store.open()
    yield store
    await store.close()


async def test_a_page_waits_until_its_version_is_painted(store: Store) -> None:
    await store.commit(change(paint=(leg(3), leg(1))))
    assert await store.unpainted() == ["blue"]
    assert await store.pages_to_paint("blue") == [leg(1), leg(3)]
    await store.record_painted("blue", leg(1), 1, PostedMessage(leg(1), 70, 700))
    assert await store.pages_to_paint("blue") == [leg(3)]
    await store.record_painted("blue", leg(3), 1, None)
    assert await store.unpainted() == []


async def test_painting_an_older_version_leaves_the_page_waiting(store: Store) -> None:
    await store.commit(change(paint=(leg(1),)))
    await store.commit(change(version=1, paint=(leg(1),)))
    await store.record_painted("blue", leg(1), 1, PostedMessage(leg(1), 70, 700))
    assert await store.pages_to_paint("blue") == [leg(1)]
    assert await store.message_of("blue", leg(1)) == PostedMessage(leg(1), 70, 700)
    await store.record_painted("blue", leg(1), 2, PostedMessage(leg(1), 70, 700))
    assert await store.pages_to_paint("blue") == []


async def test_the_message_of_a_page_is_the_one_painted_last(store: Store) -> None:
    await store.commit(change(paint=(leg(1),)))
    assert await store.message_of("blue", leg(1)) is None
    await store.record_painted("blue", leg(1), 1, PostedMessage(leg(1), 70, 700))
    await store.record_painted("blue", leg(1), 1, PostedMessage(leg(1), 71, 701))
    assert await store.message_of("blue", leg(1)) == PostedMessage(leg(1), 71, 701)
    await store.record_painted("blue", leg(1), 1, None)
    assert await store.message_of("blue", leg(1)) is None


async def test_a_page_of_no_table_is_refused(store: Store) -> None:
    with pytest.raises(StoreError) as caught:
        await store.record_painted("blue", leg(1), 1, PostedMessage(leg(1), 70, 700))
    assert caught.value.code == "unfit"


PICTURE = Attached(801, "board-1a.png", "fog and birds")


async def test_a_message_keeps_its_picture(store: Store) -> None:
    posted = PostedMessage(leg(1), 70, 700, picture=PICTURE)
    await store.commit(change(paint=(leg(1),)))
    await store.record_post("blue", posted)
    assert await store.message_of("blue", leg(1)) == posted
    await store.record_painted("blue", leg(1), 1, replace(posted, picture=None))
    assert await store.message_of("blue", leg(1)) == PostedMessage(leg(1), 70, 700)


@pytest.mark.parametrize("written", [PICTURE, Attached(0, "board-1a.png", "")])
def test_a_picture_is_read_as_it_was_written(written: Attached) -> None:
    assert Attached.read(f"{written}") == written


@pytest.mark.parametrize("text", ["", "801", "x board.png fog", "-1 board.png fog", "801  fog"])
def test_damaged_text_of_a_picture_is_read_as_none(text: str) -> None:
    assert Attached.read(text) is None


async def test_a_server_keeps_its_settings(store: Store) -> None:
    assert await store.server(GUILD) == ServerSettings()
    await store.set_server(GUILD, ServerSettings(language="fr"))
    await store.set_server(GUILD, ServerSettings("fr", "live", "text"))
    assert await store.server(GUILD) == ServerSettings("fr", "live", "text")
    assert await store.server(GUILD + 1) == ServerSettings()


async def test_a_noted_fact_is_kept(store: Store) -> None:
    assert await store.fact("commands") is None
    await store.note("commands", "1")
    await store.note("commands", "2")
    assert await store.fact("commands") == "2"


async def test_the_seats_of_a_user(store: Store) -> None:
    await store.commit(change("blue", people={0: ANNA, 2: ANNA}))
    await store.commit(change("over", stage="finished", people={1: ANNA}))
    await store.commit(change("bens", people={0: BEN}))
    assert await store.about(ANNA) == [
        ("blue", 0, "playing"),
        ("blue", 2, "playing"),
        ("over", 1, "finished"),
    ]


async def test_a_user_is_forgotten_and_the_games_stay_whole(store: Store) -> None:
    await store.commit(change("blue"))
    await store.commit(change("over", stage="finished"))
    assert await store.forget(ANNA) == 1
    assert await store.about(ANNA) == [("blue", 0, "playing")]
    over = await store.table("over")
    assert over is not None
    assert over.intact
    assert over.people == {2: BEN}
    assert len(await store.log("over")) == 1
    assert await store.forget(ANNA) == 0


async def test_a_change_read_before_does_not_bring_back_a_forgotten_user(store: Store) -> None:
    await store.commit(change("over"))
    await store.commit(change("over", 1, stage="finished"))
    assert await store.about(ANNA) == [("over", 0, "finished")]  # closing a table forgets no user
    read = await store.table("over")
    assert read
    await store.forget(ANNA)
    await store.commit(change("over", 2, stage="finished", people=read.people))
    assert await store.about(ANNA) == []
    assert await store.about(BEN) == [("over", 2, "finished")]


QUESTIONS = {
    "open_table_in": (70,),
    "last_table_in": (70,),
    "open_tables_of": (ANNA, GUILD),
    "open_tables_in": (GUILD,),
    "open_tables": (),
    "due": (5.0,),
    "next_due": (),
    "last_changed": (),
    "recently_changed": ("playing", 5.0, 3),
    "pages_to_paint": ("blue",),
    "message_of": ("blue", leg(1)),
    "table": ("blue", 5),
    "log": ("blue",),
    "about": (ANNA,),
    "forget": (ANNA,),
    "delete_lobby": ("blue",),
}


@only_sqlite
@pytest.mark.parametrize("question", QUESTIONS)
async def test_no_query_scans_all_tables(store: SqliteStore, question: str) -> None:
    await store.commit(change())
    plans = await plans_of(store, getattr(store, question), *QUESTIONS[question])
    assert plans
    assert not [it for it in plans if it.startswith("SCAN")]


# --- the overview ---------------------------------------------------------------------------------


async def looked(store: Store, now: float) -> Overview:
    return await store.read(lambda db: overview(db, now, 5))


async def test_a_new_database_has_an_empty_overview(store: Store) -> None:
    assert await looked(store, 10.0) == Overview([], [], 0, 0, 0, 0, 0, 0, size=5)


async def test_tables_games_and_pages_are_counted(store: Store, clock: Clock) -> None:
    clock.now = 100.0
    await store.commit(change("old", stage="lobby", due=110.0))
    clock.now = 200.0
    await store.commit(change("new", due=300.0, paint=[leg(1), leg(2)]))
    await plays(store, 1, 2, 3)
    found = await looked(store, 210.0)
    assert (found.open, found.playing, found.active, found.due) == (2, 1, 2, 1)
    assert (found.waiting, found.over) == (2, 1)


async def test_each_process_counts_the_open_tables_of_its_own_shards(store: Store) -> None:
    for shard, table, stage in (
        (0, "blue", "playing"),
        (1, "red", "lobby"),
        (1, "green", "playing"),
        (1, "gone", "over"),
    ):
        await store.commit(change(table, guild=shard << SHARD_BITS, stage=stage))
    assert await store.open_tables() == OpenTables(3, 2)
    store.share = Share(2, frozenset({1}))
    assert await store.open_tables() == OpenTables(2, 1)


async def test_a_process_is_listed_with_shards_until_its_leases_expire(store: Store) -> None:
    for process, since, until in (("b", 20.0, 115.0), ("a", 10.0, 90.0)):
        row = "INSERT INTO processes (process, format, since, until) VALUES (?, 1, ?, ?)"
        await store._write(row, process, since, until)
    for shard, owner, until in ((0, "b", 115.0), (1, "a", 90.0), (2, None, 0.0), (3, "b", 112.0)):
        await store._write("INSERT INTO shards VALUES (?, ?, 1, ?)", shard, owner, until)
    found = await looked(store, 100.0)
    assert found.processes == [Process("a", 90.0, -10.0, []), Process("b", 80.0, 15.0, [0, 3])]
    assert found.unowned == [1, 2]
