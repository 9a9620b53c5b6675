"""Which tip stands on a private page, and for how long."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

import bot.board.tips
from bot.board.tips import REREAD_AFTER, TipPicker
from bot.pages.views import HandView, hand_view
from bot.store.data import Tips, Wish
from bot.store.errors import DiskFailing, StoreError
from bot.store.people import People
from engine import Game
from tests.bot.tables.driven import Driven, laid
from tests.host.test_noninterference import copy, states

ANN = 10


class Kept(People):
    """What is kept of people, in memory; each tip as often as it is said to be given."""

    def __init__(self, wish: Wish = "on") -> None:
        self.wish: Wish = wish
        self.given: list[str] = []
        self.fault: StoreError | None = None
        self.read = 0

    async def tips(self, user: int) -> Tips:
        self.read += 1
        if self.fault:
            raise self.fault
        return Tips(self.wish, frozenset(self.given))

    async def wish_for_tips(self, user: int, wish: Wish) -> None:
        self.wish = wish

    async def give_tip(self, user: int, key: str) -> None:
        if self.fault:
            raise self.fault
        self.given.append(key)

    async def is_new(self, user: int, table: str) -> bool:
        return True


def deciding() -> Driven:
    """Seat 0 is asked, 1 comes next, 2 is the captain."""
    t = laid(3, dice="fog birds", captain=2, hands={2: "compass turbo"}).pass_on("decisions")
    t.table.people = {0: ANN, 1: 11, 2: 12}
    return t


def mine(t: Driven, seat: int = 0) -> HandView:
    return hand_view(t.table, seat)


async def ready(kept: Kept) -> TipPicker:
    tips = TipPicker(kept)
    await tips.recall(ANN)
    return tips


async def test_a_tip_is_given_once_its_page_is_shown() -> None:
    kept, t = Kept(), deciding()
    tips = await ready(kept)
    assert tips.tip(mine(t), ANN, looks=True) == "leave"
    await tips.close()
    assert kept.given == []
    tips.shown(t.table.id, ANN)
    tips.shown(t.table.id, ANN)
    await tips.close()
    assert kept.given == ["leave"]


async def test_a_tip_stays_on_its_page_while_the_moment_does() -> None:
    t = deciding()
    tips = await ready(Kept())
    for looks in (True, False, True):
        assert tips.tip(mine(t), ANN, looks=looks) == "leave"
        tips.shown(t.table.id, ANN)


async def test_opening_the_page_at_the_next_moment_gives_the_next_tip() -> None:
    t = deciding()
    tips = await ready(Kept())
    seen = []
    for _ in range(3):
        seen.append(tips.tip(mine(t), ANN, looks=True))
        tips.shown(t.table.id, ANN)
        t.table.moment += 1
    assert len(set(seen)) == 3
    assert "" not in seen


async def test_a_page_that_follows_its_table_keeps_a_tip_that_still_fits() -> None:
    t = deciding()
    tips = await ready(Kept())
    assert tips.tip(mine(t, 2), ANN, looks=True) == "captain"
    tips.shown(t.table.id, ANN)
    t.table.moment += 1
    assert tips.tip(mine(t, 2), ANN, looks=False) == "captain"


async def test_a_page_without_a_question_uses_up_no_tip() -> None:
    kept, t = Kept(), deciding()
    tips = await ready(kept)
    assert tips.tip(mine(t), ANN, looks=True) == "leave"
    tips.shown(t.table.id, ANN)
    t.do("0 move stay")
    assert tips.tip(mine(t), ANN, looks=False) == ""
    tips.shown(t.table.id, ANN)
    await tips.close()
    assert kept.given == ["leave"]


@pytest.mark.parametrize("wish", ["", "off"])
async def test_users_who_want_no_tips_get_none(wish: Wish) -> None:
    tips = await ready(Kept(wish))
    assert tips.tip(mine(deciding()), ANN, looks=True) == ""


async def test_there_are_no_tips_after_the_game() -> None:
    t = deciding()
    tips = await ready(Kept())
    t.do("0 cancel")
    assert tips.tip(mine(t), ANN, looks=True) == ""


async def test_a_wish_counts_at_once() -> None:
    kept, t = Kept(), deciding()
    tips = await ready(kept)
    assert tips.tip(mine(t), ANN, looks=True) == "leave"
    tips.shown(t.table.id, ANN)
    await tips.wish(ANN, "off")
    assert tips.tip(mine(t), ANN, looks=True) == ""
    await tips.close()
    await tips.wish(ANN, "on")
    assert tips.tip(mine(t), ANN, looks=True) == "dice"


async def test_without_the_store_a_page_has_no_tip_and_is_a_page_all_the_same() -> None:
    kept, t = Kept(), deciding()
    kept.fault = DiskFailing()
    tips = await ready(kept)
    assert tips.tip(mine(t), ANN, looks=True) == ""
    kept.fault = None
    await tips.recall(ANN)
    assert tips.tip(mine(t), ANN, looks=True) == "leave"


async def test_the_store_is_asked_once_for_each_user() -> None:
    kept = Kept()
    tips = await ready(kept)
    await tips.recall(ANN)
    assert kept.read == 1


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("later", "wanted"), [(REREAD_AFTER - 1, True), (REREAD_AFTER, False)])
async def test_tips_given_by_another_process_are_known_after_a_while(
    later: float, wanted: bool
) -> None:
    kept, clock = Kept(), Clock()
    tips = TipPicker(kept, clock)
    await tips.recall(ANN)
    await TipPicker(kept).wish(ANN, "off")
    clock.now += later
    await tips.recall(ANN)
    assert tips.wanted(ANN) == wanted
    assert bool(tips.tip(mine(deciding()), ANN, looks=True)) == wanted


async def test_known_tips_stay_known_while_the_store_fails() -> None:
    kept, clock = Kept(), Clock()
    tips = TipPicker(kept, clock)
    await tips.recall(ANN)
    clock.now += REREAD_AFTER
    kept.fault = DiskFailing()
    await tips.recall(ANN)
    assert tips.wanted(ANN)


async def test_a_tip_that_is_given_while_its_reader_is_read_again_stays_given() -> None:
    kept, clock, t = Kept(), Clock(), deciding()
    tips = TipPicker(kept, clock)
    await tips.recall(ANN)
    assert tips.tip(mine(t), ANN, looks=True) == "leave"
    read = asyncio.Event()

    async def slow(user: int) -> Tips:
        await read.wait()
        return Tips("on")

    kept.tips = slow
    clock.now += REREAD_AFTER
    recalls = asyncio.ensure_future(tips.recall(ANN))
    await asyncio.sleep(0)
    tips.shown(t.table.id, ANN)
    read.set()
    await recalls
    await tips.close()
    t.table.moment += 1
    assert tips.tip(mine(t), ANN, looks=True) != "leave"


async def test_the_number_of_remembered_people_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.board.tips, "CAPACITY", 3)
    tips = TipPicker(Kept())
    for user in range(5):
        await tips.recall(user)
        view = mine(deciding())
        public = replace(view.public, table=f"table {user}")
        assert tips.tip(replace(view, public=public), user, looks=True) == "leave"
    assert [tips.wanted(user) for user in range(5)] == [False, False, True, True, True]
    assert len(tips._standing) == 3


async def test_a_new_user_is_asked_once_even_by_two_clicks_at_once() -> None:
    tips = TipPicker(Kept(""))
    assert [await tips.is_to_be_asked(ANN, "blue") for _ in range(2)] == [True, False]


@pytest.mark.parametrize("wish", ["on", "off"])
async def test_a_user_who_has_chosen_is_not_asked(wish: Wish) -> None:
    assert not await TipPicker(Kept(wish)).is_to_be_asked(ANN, "blue")


@pytest.mark.parametrize("number", range(2))
async def test_a_tip_depends_on_nothing_that_its_reader_cannot_see(number: int) -> None:
    """The same seat at a table where the others hold other cards, and have told the bot nothing."""
    compared = 0
    for table, rng in states(70 + number):
        for seat in table.people:
            other = copy(table)
            other.game = Game.imagine(table.running.view(seat), Random(rng.random()))
            for told in (other.sealed, other.armed, other.never):
                for rival in set(told) - {seat}:
                    del told[rival]
            other.quiet = [it for it in other.quiet if it == seat]
            tips = [
                (await ready(Kept())).tip(hand_view(it, seat), ANN, looks=True)
                for it in (table, other)
            ]
            assert tips[0] == tips[1]
            compared += bool(tips[0])
    assert compared > 20
