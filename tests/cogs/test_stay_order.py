"""Orders to stay, by the buttons of one's own board and by command."""

from bot.pages.stay_order import ASK
from tests.cogs.tables import joined, playing
from tests.host.ground import Room
from tests.host.scenes import lobby, said, table_of, tells
from tests.host.states import SLOWLY
from tests.rules.builder import table


async def test_an_order_is_given_on_a_page_and_answers_for_the_seat(room: Room) -> None:
    _, bob, _ = await playing(room, table(3, dice="fog blank", city=3))
    room.bot.service.thinking = SLOWLY
    board = (await bob.presses(action="hand", on=room.board)).shown[0]
    page = (await bob.presses(action="stay_order", on=board)).shown[0]
    answer = await bob.chooses("5", action="until", on=page)
    assert tells(answer, bob, "stay-order-on")
    assert tells(answer, bob, "stay-order-now-stay")
    answer = await bob.chooses("cards=3", action="unless", on=answer.shown[0])
    assert tells(answer, bob, "stay-order-now-ask")
    assert (await table_of(room)).stay_orders == {1: "until=5 cards=3"}
    exceptions = ("captain=0", "captain=2", "cards=2", "cards=4")
    answer = await bob.chooses(*exceptions, action="unless", on=answer.shown[0])
    assert (await table_of(room)).stay_orders == {1: "until=5 cards=4 captains=02"}
    await bob.chooses("5", action="until", on=answer.shown[0])
    await bob.chooses(ASK, action="until", on=answer.shown[0])
    assert (await table_of(room)).stay_orders == {}


async def test_the_board_says_what_the_order_answers_and_lets_its_owner_decide(room: Room) -> None:
    _, bob, _ = await playing(room, table(3, dice="fog blank", city=3))
    room.bot.service.thinking = SLOWLY
    await bob.runs("stay", until="5")
    board = await bob.presses(action="hand", on=room.board)
    assert tells(board, bob, "by-order-stay")
    await bob.presses(action="say:nothing", on=board.shown[0])
    assert (await table_of(room)).by_hand == [1]
    await bob.presses(action="say:leave", on=room.board)
    assert (await table_of(room)).ashore == {1: 3}


async def test_an_order_is_given_by_command_with_exceptions(room: Room) -> None:
    _, bob, cat = await playing(room, table(3, dice="fog blank", city=3))
    cities = await bob.types("stay", "until", "")
    assert [it["value"] for it in cities] == [ASK, *map(str, range(2, 11))]
    assert [it["value"] for it in await bob.types("stay", "cards", "")] == ["2", "3", "4", "5"]
    assert len(await bob.types("stay", "odds", "")) == 3
    rivals = [it["value"] for it in await bob.types("stay", "captain", "")]
    assert rivals == ["0", "2"]
    assert tells(await bob.runs("stay"), bob, "stay-order-how")
    assert tells(await cat.runs("stay", until="Meiji"), cat, "error-unknown_choice")
    answer = await cat.runs("stay", until="9", captain="1", goal=True)
    assert tells(answer, cat, "stay-order-on")
    assert (await table_of(room)).stay_orders == {2: "until=9 captains=1 goal"}
    assert tells(await cat.runs("stay", until=ASK), cat, "stay-order-off")
    assert said(bob, "stay-order-ask") in f"{cities}"


async def test_a_captain_says_by_how_many_turbos_to_fly_on(room: Room) -> None:
    hands = {0: "compass turbo"}
    ann, bob, _ = await playing(room, table(3, dice="fog pirates", city=3, hands=hands))
    room.bot.service.thinking = SLOWLY
    opened = (await ann.presses(action="hand", on=room.board)).shown[0]
    page = (await ann.presses(action="stay_order", on=opened)).shown[0]
    answer = await ann.chooses("turbos=1", "turbos=8", action="as_captain", on=page)
    assert tells(answer, ann, "stay-order-now-can")
    assert (await table_of(room)).sealed == {0: "declare can"}
    board = (await ann.presses(action="hand", on=room.board)).shown[0]
    assert said(ann, "by-order-declare-can") in board.text
    given = await ann.runs("stay", turbos="0")
    assert tells(given, ann, "stay-order-now-cannot")
    assert [it["value"] for it in await ann.types("stay", "turbos", "")] == ["0", "1", "2", "8"]
    answer = await ann.chooses("5", action="until", on=given.shown[0])
    await ann.chooses(ASK, action="until", on=answer.shown[0])
    assert (await table_of(room)).stay_orders == {0: "until=1 turbos=0"}
    await ann.chooses(action="as_captain", on=answer.shown[0])
    assert (await table_of(room)).stay_orders == {}
    assert tells(await bob.runs("stay", turbos="3"), bob, "error-unknown_choice")


async def test_odds_are_offered_only_where_the_table_shows_them(room: Room) -> None:
    ann, bob = joined(room, 2)
    await lobby(ann, bob)
    await ann.runs("option", setting="odds=off")
    await ann.presses(action="start")
    assert await bob.types("stay", "odds", "") == []
