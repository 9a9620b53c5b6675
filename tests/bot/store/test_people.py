"""Tips and ships of people, in all servers."""

import asyncio

import pytest

from bot.ships import PLAIN, Livery, Ship
from bot.store.data import WISHES, ServerSettings, Tips, Wish
from bot.store.store import Store
from tests.bot.store.changes import ANNA, BEN, GUILD, change

# Export and deletion of what is stored here is tested for all tables at once in test_results.py.


@pytest.mark.parametrize("wish", WISHES)
async def test_a_wish_and_the_tips_given_are_kept(store: Store, wish: Wish) -> None:
    people = store.people
    await people.give_tip(ANNA, "dice")
    await people.wish_for_tips(ANNA, wish)
    await people.give_tip(ANNA, "leave")
    await people.give_tip(ANNA, "dice")
    assert await people.tips(ANNA) == Tips(wish, frozenset({"dice", "leave"}))
    assert await people.tips(BEN) == Tips()
    assert (await people.tips(ANNA)).wanted is (wish == "on")


async def test_tips_given_at_once_are_all_kept(store: Store) -> None:
    keys = {f"tip{n}" for n in range(20)}
    await asyncio.gather(*[store.people.give_tip(ANNA, key) for key in keys])
    assert (await store.people.tips(ANNA)).given == keys


async def test_tips_ship_and_hiding_do_not_affect_each_other(store: Store) -> None:
    await store.people.wish_for_tips(ANNA, "on")
    await store.results.hide(ANNA, hidden=True)
    await store.ships.change(ANNA, name="Goose")
    await store.people.give_tip(ANNA, "dice")
    assert await store.results.is_hidden(ANNA)
    await store.results.hide(ANNA, hidden=False)
    assert await store.people.tips(ANNA) == Tips("on", frozenset({"dice"}))
    assert await store.ships.of([ANNA]) == {ANNA: Ship("Goose", PLAIN)}


@pytest.mark.parametrize("text", ["", "-", "nonsense", "\x00"])
def test_damaged_tips_count_as_never_asked(text: str) -> None:
    assert Tips.read(text) == Tips()
    assert Tips.read(f"{text or '-'} dice leave").given == {"dice", "leave"}


async def test_a_user_at_no_other_table_is_new(store: Store) -> None:
    assert await store.people.is_new(ANNA, "blue")
    await store.commit(change("blue", people={0: ANNA, 1: BEN}))
    assert await store.people.is_new(ANNA, "blue")
    await store.commit(change("red", channel=77, people={0: BEN}))
    assert await store.people.is_new(ANNA, "blue")
    assert not await store.people.is_new(BEN, "blue")


# --- ships ----------------------------------------------------------------------------------------


async def test_each_choice_of_a_ship_leaves_the_others_as_they_are(store: Store) -> None:
    ships = store.ships
    assert await ships.change(ANNA, stripes="ink") == Ship("", Livery(stripes="ink"))
    assert await ships.change(ANNA, name="Goose") == Ship("Goose", Livery(stripes="ink"))
    assert await ships.change(ANNA, balloon="white", emblem="cat", name="") == Ship(
        "", Livery("white", "ink", "cat")
    )
    assert await ships.of([ANNA, BEN]) == {ANNA: Ship("", Livery("white", "ink", "cat"))}


async def test_a_damaged_ship_is_plain(store: Store) -> None:
    await store.ships.change(ANNA, name="Goose", balloon="white")
    await store._write("UPDATE people SET ship_balloon = x'00ff', ship_emblem = 7")
    assert await store.ships.of([ANNA]) == {ANNA: Ship("Goose", PLAIN)}


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
