"""A press that is made twice, or for nothing any more, is told apart from one that is refused."""

import asyncio
from functools import partial

from bot.hosting.command import SAY, Command
from bot.hosting.repeats import TWICE_WITHIN
from bot.tables.presence import PASS
from tests.bot.hosting.hosted import ANNA, BEN, STRANGER, USERS, Hosting, code


async def test_a_user_who_clicks_twice_at_once_sits_down_once(hosted: Hosting) -> None:
    await hosted.open()
    ends = await asyncio.gather(*(code(hosted.do(BEN, "join", f"b{n}")) for n in range(5)))
    assert sorted(ends) == ["done", *["superfluous"] * 4]
    assert len((await hosted.table()).chairs) == 2


async def test_a_press_made_twice_is_superfluous_for_a_while(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    table = await hosted.table()
    press, user = Command(SAY, "stay", moment=table.moment), USERS[table.running.waiting[0]]
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
        press = Command(SAY, words, moment=table.moment)
        assert await code(hosted.service.do("blue", press, user=user)) == end
    assert await code(hosted.do(ANNA, "join", "a2")) == "started_already"


async def test_a_pass_for_the_moment_that_has_just_passed_is_superfluous(hosted: Hosting) -> None:
    await hosted.start()
    while PASS not in (await hosted.table()).running.offers:
        await hosted.a_move()
    table = await hosted.table()
    user, seat = USERS[table.running.waiting[0]], table.running.waiting[0]
    late = [Command(SAY, words, moment=table.moment) for words in (PASS, "roll")]
    while (now := await hosted.table()).moment == table.moment:
        await hosted.service.do("blue", Command("let_pass", PASS), seat=now.running.waiting[0])
    ends = [await code(hosted.service.do("blue", it, user=user)) for it in late]
    assert ends == ["superfluous", "moment_passed"]
    assert await code(hosted.service.do("blue", late[0], user=STRANGER)) != "superfluous"
    assert seat in range(2)
    while (now := await hosted.table()).moment == table.moment + 1:
        await hosted.a_move()
    assert await code(hosted.service.do("blue", late[0], user=user)) == "moment_passed"
