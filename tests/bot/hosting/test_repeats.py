"""Superfluous presses are told apart from refused ones."""

import asyncio
from functools import partial

import pytest

from bot.hosting.action import SAY, SLOT, Action
from bot.hosting.repeats import TOO_LATE_WITHIN, TWICE_WITHIN
from bot.tables.autoplay import ThinkingTime
from bot.tables.presence import PASS
from tests.bot.hosting.hosted import ANNA, BEN, STRANGER, USERS, Hosting, code
from tests.bot.tables.driven import START


async def test_a_user_who_clicks_twice_at_once_sits_down_once(hosted: Hosting) -> None:
    await hosted.open()
    ends = await asyncio.gather(*(code(hosted.do(BEN, "join")) for _ in range(5)))
    assert sorted(ends) == ["done", *["superfluous"] * 4]
    assert len((await hosted.table()).chairs) == 2


async def test_a_press_made_twice_is_superfluous_for_a_while(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    table = await hosted.table()
    press, user = Action(SAY, "stay", moment=table.moment), USERS[table.running.waiting[0]]
    do = partial(hosted.service.do, "blue", user=user)
    twice = await asyncio.gather(code(do(press)), code(do(press)))
    assert sorted(twice) == ["done", "superfluous"]
    hosted.now += TWICE_WITHIN
    assert await code(do(press)) == "superfluous"
    hosted.now += 1
    assert await code(do(press)) == "not_asked"


async def test_another_press_is_not_superfluous_because_of_one_before(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    table = await hosted.table()
    user = USERS[table.running.waiting[0]]
    for words, end in (("stay", "done"), ("leave", "not_asked"), ("stay", "superfluous")):
        press = Action(SAY, words, moment=table.moment)
        assert await code(hosted.service.do("blue", press, user=user)) == end
    assert await code(hosted.do(ANNA, "join", "a2")) == "started_already"


async def test_a_pass_for_the_moment_that_has_just_passed_is_superfluous(hosted: Hosting) -> None:
    await hosted.start()
    while PASS not in (await hosted.table()).running.offers:
        await hosted.a_move()
    table = await hosted.table()
    user = USERS[table.running.waiting[0]]
    late = [Action(SAY, words, moment=table.moment) for words in (PASS, "roll")]
    while (now := await hosted.table()).moment == table.moment:
        await hosted.service.do("blue", Action("let_pass", PASS), seat=now.running.waiting[0])
    ends = [await code(hosted.service.do("blue", it, user=user)) for it in late]
    assert ends == ["superfluous", "moment_passed"]
    assert await code(hosted.service.do("blue", late[0], user=STRANGER)) != "superfluous"
    while (now := await hosted.table()).moment == table.moment + 1:
        await hosted.a_move()
    hosted.now += TOO_LATE_WITHIN + 1
    assert await code(hosted.service.do("blue", late[0], user=user)) == "moment_passed"


async def until_asked_to_pass_again(hosted: Hosting) -> tuple[int, int]:
    """A seat that is asked in one window right after another, and the moment of the first."""
    await hosted.start(persons=3)
    for _ in range(400):
        before = await hosted.table()
        asked = before.running.waiting if PASS in before.running.offers else ()
        await hosted.a_move()
        now = await hosted.table()
        still = {*asked} & {*now.running.waiting} if PASS in now.running.offers else set[int]()
        if still and now.moment == before.moment + 1:
            return still.pop(), before.moment
    raise AssertionError("nobody was asked to pass twice in a row")


async def test_a_pass_under_which_the_window_closed_is_superfluous_for_a_while(
    hosted: Hosting,
) -> None:
    seat, moment = await until_asked_to_pass_again(hosted)
    table = await hosted.table()
    presses = [
        Action(SAY, PASS, moment=moment),
        Action(SLOT, "0", moment=moment, turn=table.turns[seat]),
    ]
    for press in presses:
        assert await code(hosted.service.do("blue", press, user=USERS[seat])) == "superfluous"
    hosted.now += TOO_LATE_WITHIN + 1
    for press in presses:
        assert await code(hosted.service.do("blue", press, user=USERS[seat])) == "moment_passed"


async def test_a_card_for_a_window_that_has_just_closed_is_told(hosted: Hosting) -> None:
    seat, moment = await until_asked_to_pass_again(hosted)
    turn = (await hosted.table()).turns[seat]
    press = Action(SLOT, "1", moment=moment, turn=turn)
    assert await code(hosted.service.do("blue", press, user=USERS[seat])) == "moment_passed"


@pytest.mark.parametrize(("words", "end"), [("stay", "superfluous"), ("leave", "moment_passed")])
async def test_a_decision_that_comes_too_late_is_told_unless_it_was_made_so(
    hosted: Hosting, words: str, end: str
) -> None:
    await hosted.start(persons=3)
    table = await hosted.table()
    seat, *others = table.running.view(None).leg.undecided
    for late in (seat, *others):
        await hosted.service.do("blue", Action("stand_in", "stay"), seat=late)
    assert (await hosted.table()).moment > table.moment
    press = Action(SAY, words, moment=table.moment)
    assert await code(hosted.service.do("blue", press, user=USERS[seat])) == end


async def test_a_press_of_the_only_answer_that_the_bot_has_given_is_superfluous(
    hosted: Hosting,
) -> None:
    await hosted.start(persons=3)
    hosted.service.thinking = ThinkingTime(2, 2)
    while not ((table := await hosted.table()).answers_at and table.question == "declaration"):
        await hosted.a_move()
    (seat,) = table.running.waiting
    press = Action(SLOT, "0", moment=table.moment, turn=table.turns[seat])
    hosted.now = table.answers_at[seat]
    await hosted.service.attend("blue")
    assert (await hosted.table()).moment > table.moment
    assert await code(hosted.service.do("blue", press, user=USERS[seat])) == "superfluous"


async def test_a_pass_that_the_bot_has_made_for_a_quiet_seat_is_superfluous(
    hosted: Hosting,
) -> None:
    seat, _ = await until_asked_to_pass_again(hosted)
    table = await hosted.table()
    press = Action(SAY, PASS, moment=table.moment)
    await hosted.do(USERS[seat], "quiet")
    await hosted.service.do("blue", Action("let_pass", PASS), seat=seat)
    assert (await hosted.table()).moment == table.moment
    assert await code(hosted.service.do("blue", press, user=USERS[seat])) == "superfluous"


async def test_a_second_press_is_told_if_others_have_changed_the_table_since(
    hosted: Hosting,
) -> None:
    await hosted.open()
    await hosted.do(ANNA, "setting", "seats=3")
    await hosted.do(ANNA, "add_computer", "random")
    await hosted.do(BEN, "join")
    assert await code(hosted.do(ANNA, "add_computer", "random")) == "table_full"


async def test_a_second_press_of_start_is_told_if_the_game_was_closed_since(
    hosted: Hosting,
) -> None:
    await hosted.start()
    assert await code(hosted.do(ANNA, "start", START)) == "superfluous"
    await hosted.do(BEN, "cancel")
    assert await code(hosted.do(ANNA, "start", START)) == "table_closed"


async def test_a_number_of_thousands_of_digits_is_refused_like_any_other(hosted: Hosting) -> None:
    await hosted.start()
    for name in ("slot", "arm_slots"):
        press = Action(name, "1" * 5000)
        assert await code(hosted.service.do("blue", press, user=ANNA)) != "superfluous"
