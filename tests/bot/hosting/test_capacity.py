"""Open tables have places: of a user, of a server, and others for first flights."""

from typing import Any

import pytest

from bot.hosting.action import Action
from bot.hosting.capacity import TABLES_PER_HOST, make_room
from bot.tables.table import Chair, Table
from engine import Options
from players.roster import EASY
from tests.bot.hosting.hosted import ANNA, BEN, GUILD, Hosting, code
from tests.bot.tables.driven import OPENED, SECRET

BEGINNERS = Options(variant="beginner")
FLIGHT: dict[str, Any] = {
    "options": BEGINNERS,
    "pace": "none",
    "chairs": [Chair(), Chair(EASY, 0), Chair(EASY, 1)],
}
PLAIN: dict[str, Any] = {}


async def opened(hosted: Hosting, *names: str, **facts: Any) -> None:
    for name in names:
        hosted.now += 1
        await hosted.open(name, **facts)


async def makes_room(hosted: Hosting, most: int = 20, by: int = BEN, **facts: Any) -> str:
    table = Table("new", "en", OPENED, SECRET, **facts)
    return await code(make_room(hosted.service, table, by, GUILD, most))


async def stages(hosted: Hosting, *names: str) -> list[str]:
    return [(await hosted.table(name)).stage for name in names]


async def test_a_user_hosts_only_some_tables_of_a_server(hosted: Hosting) -> None:
    await opened(hosted, *[f"t{n}" for n in range(TABLES_PER_HOST)])
    assert await makes_room(hosted, by=ANNA) == "too_many_hosted"
    assert await makes_room(hosted, by=BEN) == "done"
    await hosted.do(ANNA, "leave", table="t0")
    assert await makes_room(hosted, by=ANNA) == "done"


async def test_tables_of_others_at_which_a_user_sits_do_not_count(hosted: Hosting) -> None:
    names = [f"t{n}" for n in range(TABLES_PER_HOST)]
    await opened(hosted, *names)
    for name in names:
        await hosted.do(BEN, "join", table=name)
    assert await makes_room(hosted, by=BEN) == "done"


@pytest.mark.parametrize(("lie", "wants"), [(FLIGHT, PLAIN), (PLAIN, FLIGHT)])
async def test_first_flights_and_other_tables_have_places_of_their_own(
    hosted: Hosting, lie: dict[str, Any], wants: dict[str, Any]
) -> None:
    await opened(hosted, "a", "b", **lie)
    assert await makes_room(hosted, most=2, **wants) == "done"
    assert await makes_room(hosted, most=2, **lie) == "too_many_tables"
    assert await stages(hosted, "a", "b") == ["lobby", "lobby"]


async def test_the_table_that_sleeps_longest_makes_room(hosted: Hosting) -> None:
    for name in ("awake", "first", "second"):
        await hosted.start(name)
    for name in ("first", "second"):
        hosted.now += 1
        await hosted.service.do(name, Action("sleep"))
    hosted.now += 1
    assert await makes_room(hosted, most=3) == "done"
    assert await stages(hosted, "awake", "first", "second") == ["playing", "expired", "playing"]


async def test_where_none_sleeps_one_table_too_many_is_refused(hosted: Hosting) -> None:
    await opened(hosted, "a", "b")
    assert await makes_room(hosted, most=3) == "done"
    assert await makes_room(hosted, most=2) == "too_many_tables"
