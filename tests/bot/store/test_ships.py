"""Ships in the database: each choice by itself, exported, and gone with their owner."""

from bot.ships import PLAIN, Livery, Ship
from bot.store.data import ServerSettings
from bot.store.store import Store
from tests.bot.store.changes import ANNA, BEN, GUILD, change


async def test_each_choice_leaves_the_others_as_they_are(store: Store) -> None:
    ships = store.ships
    assert await ships.change(ANNA, stripes="ink") == Ship("", Livery(stripes="ink"))
    assert await ships.change(ANNA, name="Goose") == Ship("Goose", Livery(stripes="ink"))
    assert await ships.change(ANNA, balloon="white", emblem="cat", name="") == Ship(
        "", Livery("white", "ink", "cat")
    )
    assert await ships.of([ANNA, BEN]) == {ANNA: Ship("", Livery("white", "ink", "cat"))}


async def test_a_ship_and_other_choices_do_not_affect_each_other(store: Store) -> None:
    await store.results.hide(ANNA, hidden=True)
    await store.ships.change(ANNA, name="Goose")
    assert await store.results.is_hidden(ANNA)
    await store.results.hide(ANNA, hidden=False)
    assert await store.ships.of([ANNA]) == {ANNA: Ship("Goose", PLAIN)}


async def test_a_damaged_ship_is_plain(store: Store) -> None:
    await store.ships.change(ANNA, name="Goose", balloon="white")
    await store._write("UPDATE people SET ship_balloon = x'00ff', ship_emblem = 7")
    assert await store.ships.of([ANNA]) == {ANNA: Ship("Goose", PLAIN)}


async def test_a_ship_is_exported_and_forgotten_with_its_owner(store: Store) -> None:
    for user in (ANNA, BEN):
        await store.ships.change(user, name="Goose", emblem="cat")
    (chosen,) = (await store.results.export(ANNA))["chosen"]
    assert (chosen["ship_name"], chosen["ship_emblem"]) == ("Goose", "cat")
    await store.forget(ANNA)
    assert [*await store.ships.of([ANNA, BEN])] == [BEN]


async def test_a_hidden_ship_name_is_deleted_with_its_table(store: Store) -> None:
    for table in ("blue", "red"):
        await store.commit(change(table))
        await store.ships.unname(table, 2)
        await store.ships.unname(table, 2)
    await store.commit(change("blue", 1, stage="cancelled"))
    assert await store.delete_lobby("blue")
    assert await store.ships.unnamed("blue") == frozenset()
    assert await store.ships.unnamed("red") == {2}


async def test_unwanted_words_and_other_settings_do_not_affect_each_other(store: Store) -> None:
    assert await store.ships.unwanted(GUILD) == ""
    await store.ships.set_unwanted(GUILD, "goose")
    assert await store.server(GUILD) == ServerSettings()
    await store.set_server(GUILD, ServerSettings(language="fr"))
    assert await store.ships.unwanted(GUILD) == "goose"
    await store.ships.set_unwanted(GUILD, "")
    assert await store.server(GUILD) == ServerSettings(language="fr")
