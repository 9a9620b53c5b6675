"""What people choose for themselves, wherever they play."""

import asyncio

import pytest

from bot.store.data import WISHES, Tips, Wish
from bot.store.store import Store
from tests.bot.store.changes import ANNA, BEN, change


async def test_tips_are_unwanted_by_default(store: Store) -> None:
    assert await store.people.tips(ANNA) == Tips()
    assert not Tips().wanted


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


async def test_hiding_from_ladders_and_tips_do_not_affect_each_other(
    store: Store,
) -> None:
    await store.people.wish_for_tips(ANNA, "on")
    await store.results.hide(ANNA, hidden=True)
    await store.people.give_tip(ANNA, "dice")
    assert await store.results.is_hidden(ANNA)
    assert await store.people.tips(ANNA) == Tips("on", frozenset({"dice"}))


async def test_forgetting_a_user_deletes_their_tips(store: Store) -> None:
    for user in (ANNA, BEN):
        await store.people.give_tip(user, "dice")
    await store.forget(ANNA)
    assert await store.people.tips(ANNA) == Tips()
    assert await store.people.tips(BEN) == Tips("", frozenset({"dice"}))


async def test_tips_are_exported(store: Store) -> None:
    await store.people.wish_for_tips(ANNA, "on")
    await store.people.give_tip(ANNA, "dice")
    (row,) = (await store.results.export(ANNA))["chosen"]
    assert row["tips"] == "on dice"


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
