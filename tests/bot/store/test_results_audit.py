"""A value of a result, or of what is computed from results, cannot be changed without notice."""

import pytest

from bot.results.standing import BASE
from bot.store.sql.audit import damage_in_results
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bot.store.changes import ANNA, BEN, GUILD
from tests.bot.store.kinds import only_sqlite
from tests.bot.store.test_results import CARL, plays


async def damage(store: Store) -> list[str]:
    """The kinds of damage in the results."""
    return [it.kind for it in await store.read(damage_in_results)]


async def a_season(store: Store) -> None:
    """Games of all kinds: whole, broken off, unrated, with a leaver, one kicked, and a computer."""
    for ranks in [(1, 2, 3), (2, 1, 3), (3, 1, 2), (1, 2, 3)]:
        await plays(store, *ranks)
    for _ in range(6):  # until one is far ahead
        await plays(store, 1, 2, users=(ANNA, CARL))
    await plays(store, 1, 2, users=(ANNA, BEN), ending="cancelled", share=0.5, can_gain=False)
    await plays(store, 1, 2, 3, users=(CARL, 0, ANNA), ladder="")
    await plays(store, 2, 1, guild=GUILD + 1, users=(BEN, CARL))


async def test_results_follow_from_each_other(store: Store) -> None:
    await a_season(store)
    assert await damage(store) == []
    await store.results.recompute()
    assert await damage(store) == []


async def test_who_and_what_is_forgotten_leaves_whole_results(store: Store) -> None:
    await a_season(store)
    await store.forget(BEN)
    assert await damage(store) == []
    while await store.retention.forget_some(GUILD + 1):
        pass
    assert await damage(store) == []
    await store.results.recompute()
    assert await damage(store) == []


@only_sqlite
@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        ("games", {"result"}),
        ("results", {"result"}),
        *((name, {"sums"}) for name in ("standings", "rivals", "colours", "ratings")),
    ],
)
async def test_every_changed_value_is_noticed(
    store: SqliteStore, table: str, kinds: set[str]
) -> None:
    await a_season(store)
    # ``shown`` and ``last`` say who is listed and since when; `hide` and time change them
    aside = {"number", "game", "shown", "last"}
    (sql,) = [f"SELECT * FROM {table}"]  # noqa: S608 - our own name
    columns = [
        name for name in (await store.read(lambda db: db.named(sql)))[0] if name not in aside
    ]
    for name in columns:
        before = await store.rows(f"SELECT rowid, {name} FROM {table}")  # noqa: S608
        rowid, value = before[len(before) // 2]
        other = f"{value}?" if isinstance(value, str) else 7 if value is None else value + 9
        change = f"UPDATE {table} SET {name} = ? WHERE rowid = ?"  # noqa: S608
        await store._write(change, other, rowid)
        assert kinds & {*await damage(store)}, name
        await store._write(change, value, rowid)
    assert await damage(store) == []


async def test_a_lost_row_of_a_game_is_noticed(store: Store) -> None:
    await a_season(store)
    await store._write("DELETE FROM results WHERE game = 2 AND seat = 1")
    assert "result" in await damage(store)


async def test_results_of_earlier_versions_have_no_seal_and_are_believed(store: Store) -> None:
    await plays(store, 1, 2, 3)
    await store._write("UPDATE games SET seal = ''")
    assert await damage(store) == []
    await store.results.recompute()
    await store._write("UPDATE results SET points = points + 1 WHERE seat = 0")
    assert await damage(store) == ["result", "sums"]
    assert (await store.results.profile(ANNA, GUILD, 0.0)).ladders[BASE].rating.games == 1
