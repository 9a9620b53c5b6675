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
    """Stores the tips of people in memory; each tip as often as it is given."""

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


class Reading:
    """Ann at a table, where seat 0 is hers, seat 1 comes next, and seat 2 is the captain."""

    def __init__(self, wish: Wish = "on") -> None:
        self.kept, self.now = Kept(wish), 100.0
        self.tips = TipPicker(self.kept, lambda: self.now)
        t = laid(3, dice="fog birds", captain=2, hands={2: "compass turbo"})
        self.at: Driven = t.pass_on("decisions")
        self.at.table.people = {0: ANN, 1: 11, 2: 12}

    def view(self, seat: int = 0) -> HandView:
        return hand_view(self.at.table, seat)

    def tip(self, seat: int = 0, *, looks: bool = True) -> str:
        """The tip on Ann's page."""
        return self.tips.tip(self.view(seat), ANN, looks=looks)

    def shown(self) -> None:
        self.tips.shown(self.at.table.id, ANN)

    async def given(self) -> list[str]:
        """The tips that are stored as given."""
        await self.tips.close()
        return self.kept.given


@pytest.fixture
async def ann() -> Reading:
    reading = Reading()
    await reading.tips.recall(ANN)
    return reading


async def test_a_tip_is_given_once_its_reader_has_acted_with_it_in_sight(ann: Reading) -> None:
    assert ann.tip() == "leave"
    ann.shown()
    ann.shown()
    assert await ann.given() == []
    ann.at.do("0 move stay")
    assert ann.tip() != "leave"
    assert await ann.given() == ["leave"]


async def test_a_tip_that_was_never_in_sight_comes_again(ann: Reading) -> None:
    assert ann.tip() == "leave"
    ann.at.do("0 move stay")
    ann.tip()
    assert await ann.given() == []
    assert Tips("on") == await ann.kept.tips(ANN)


async def test_a_tip_stays_until_its_reader_acts(ann: Reading) -> None:
    for looks in (True, False, True):
        assert ann.tip(looks=looks) == "leave"
        ann.shown()
        ann.at.table.moment += 1


async def test_a_tip_that_no_longer_fits_makes_room_and_is_not_repeated(ann: Reading) -> None:
    seen = [ann.tip(2)]
    ann.shown()
    for seat in (0, 2):  # other views, without a turn of the reader's
        seen.append(ann.tip(seat))
        ann.shown()
    assert len({*seen, ""}) == 4


async def test_a_page_that_follows_its_table_keeps_a_tip_that_still_fits(ann: Reading) -> None:
    assert ann.tip(2) == "captain"
    ann.shown()
    ann.at.table.moment += 1
    assert ann.tip(2, looks=False) == "captain"


async def test_a_page_without_a_question_uses_up_no_tip(ann: Reading) -> None:
    assert ann.tip() == "leave"
    ann.shown()
    ann.at.do("0 move stay")
    assert ann.tip(looks=False) == ""
    assert await ann.given() == ["leave"]
    assert ann.tip() != ""


@pytest.mark.parametrize("wish", ["", "off"])
async def test_users_who_want_no_tips_get_none(wish: Wish) -> None:
    ann = Reading(wish)
    await ann.tips.recall(ANN)
    assert ann.tip() == ""


async def test_there_are_no_tips_after_the_game(ann: Reading) -> None:
    ann.at.do("0 cancel")
    assert ann.tip() == ""


async def test_a_wish_counts_at_once(ann: Reading) -> None:
    assert ann.tip() == "leave"
    ann.shown()
    await ann.tips.wish(ANN, "off")
    assert ann.tip() == ""
    await ann.tips.close()
    await ann.tips.wish(ANN, "on")
    assert ann.tip() == "dice"


async def test_without_the_store_a_page_has_no_tip_and_is_a_page_all_the_same() -> None:
    ann = Reading()
    ann.kept.fault = DiskFailing()
    await ann.tips.recall(ANN)
    assert ann.tip() == ""
    ann.kept.fault = None
    await ann.tips.recall(ANN)
    assert ann.tip() == "leave"


@pytest.mark.parametrize(("later", "wanted"), [(REREAD_AFTER - 1, True), (REREAD_AFTER, False)])
async def test_changes_by_another_process_are_known_after_a_while(
    ann: Reading, later: float, wanted: bool
) -> None:
    ann.kept.wish = "off"
    ann.now += later
    await ann.tips.recall(ANN)
    assert (ann.tips.wanted(ANN), bool(ann.tip())) == (wanted, wanted)
    assert ann.kept.read == (1 if wanted else 2)


async def test_known_tips_stay_known_while_the_store_fails(ann: Reading) -> None:
    ann.now += REREAD_AFTER
    ann.kept.fault = DiskFailing()
    await ann.tips.recall(ANN)
    assert ann.tips.wanted(ANN)


async def test_a_tip_that_is_given_while_its_reader_is_read_again_stays_given(ann: Reading) -> None:
    assert ann.tip() == "leave"
    read = asyncio.Event()

    async def slow(user: int) -> Tips:
        await read.wait()
        return Tips("on")

    ann.kept.tips = slow
    ann.now += REREAD_AFTER
    recalls = asyncio.ensure_future(ann.tips.recall(ANN))
    await asyncio.sleep(0)
    ann.shown()
    ann.at.do("0 move stay")
    ann.tip()
    read.set()
    await recalls
    await ann.tips.close()
    assert ann.tip() != "leave"


async def test_the_number_of_remembered_people_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.board.tips, "CAPACITY", 3)
    ann = Reading()
    view = ann.view()
    for user in range(5):
        await ann.tips.recall(user)
        mine = replace(view, public=replace(view.public, table=f"table {user}"))
        assert ann.tips.tip(mine, user, looks=True) == "leave"
    assert [ann.tips.wanted(user) for user in range(5)] == [False, False, True, True, True]
    assert len(ann.tips._standing) == 3


@pytest.mark.parametrize(
    ("wish", "asked"), [("", [True, False]), ("on", [False]), ("off", [False])]
)
async def test_a_new_user_who_has_not_chosen_is_asked_once(wish: Wish, asked: list[bool]) -> None:
    tips = Reading(wish).tips
    assert [await tips.is_to_be_asked(ANN, "blue") for _ in asked] == asked


async def test_a_tip_depends_on_nothing_that_its_reader_cannot_see() -> None:
    """The same seat at a table where the others hold other cards, and have told the bot nothing."""
    compared = 0
    for table, rng in states(71):
        for seat in table.people:
            other = copy(table)
            other.game = Game.imagine(table.running.view(seat), Random(rng.random()))
            for told in (other.sealed, other.armed, other.never):
                for rival in set(told) - {seat}:
                    del told[rival]
            other.quiet = [it for it in other.quiet if it == seat]
            tips = list[str]()
            for it in (table, other):
                picker = TipPicker(Kept())
                await picker.recall(ANN)
                tips.append(picker.tip(hand_view(it, seat), ANN, looks=True))
            assert tips[0] == tips[1]
            compared += bool(tips[0])
    assert compared > 20
