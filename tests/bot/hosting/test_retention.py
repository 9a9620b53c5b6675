"""Old games and data of left servers are deleted, while the bot knows which servers it is in."""

import asyncio

import pytest

from bot.hosting import retention
from bot.hosting.retention import Keeping, Presence, Retention
from bot.store.data import ServerSettings
from bot.store.leases import NOTHING, WHOLE, Share
from bot.tables.paces import DAY
from tests.bot.hosting.hosted import ANNA, GUILD, Hosting

AWAY = 4711
"""A server that the bot is not in."""


@pytest.fixture(autouse=True)
def _no_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MIN_REST", 0.0)


class Rounds:
    """Rounds at a store, by a clock that is set."""

    def __init__(self, hosted: Hosting, keeping: Keeping) -> None:
        self.known = True
        self.there = {GUILD}
        presence = Presence(
            lambda: self.known, lambda guild: self.known, lambda guild: guild in self.there
        )
        self.retention = Retention(hosted.service, presence, keeping, lambda: hosted.now)
        self.hosted = hosted

    async def after(self, days: float) -> None:
        self.hosted.now += days * DAY
        await self.retention.go_round()

    async def games(self) -> list[str]:
        return await self.hosted.store.names("", 10)


def rounds(hosted: Hosting, games: int = 0, servers: int = 0) -> Rounds:
    return Rounds(hosted, Keeping(games, servers))


async def over(hosted: Hosting, table: str) -> None:
    """A game that was broken off, and whose end was shown."""
    await hosted.start(table)
    await hosted.do(ANNA, "cancel", "", table)
    await hosted.painted(table)


async def test_a_game_is_deleted_when_its_time_is_over_and_no_sooner(hosted: Hosting) -> None:
    await over(hosted, "old")
    await hosted.start("open")
    going = rounds(hosted, games=365)
    await going.after(364)
    assert await going.games() == ["old", "open"]
    await going.after(2)
    assert await going.games() == ["open"]
    assert not hosted.service._locks


async def test_nothing_is_deleted_before_discord_lists_the_servers(hosted: Hosting) -> None:
    await over(hosted, "old")
    going = rounds(hosted, games=1, servers=1)
    going.known = False
    going.there.clear()
    for _ in range(3):
        await going.after(100)
    assert await going.games() == ["old"]
    assert await hosted.store.retention.absences() == {}


async def test_a_game_that_cannot_be_deleted_blocks_no_other(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 1)
    await hosted.start("a")
    await hosted.do(ANNA, "cancel", "", "a")
    for table in ("b", "c"):
        await over(hosted, table)
    going = rounds(hosted, games=1)
    await going.after(2)
    assert await going.games() == ["a"]
    assert await hosted.store.pages_to_paint("a")


async def test_a_click_at_an_old_game_is_carried_out_before_its_deletion(hosted: Hosting) -> None:
    await over(hosted, "old")
    going = rounds(hosted, games=1)
    async with hosted.service.lock("old"):
        deleting = asyncio.create_task(going.after(2))
        await asyncio.sleep(0.05)
        assert await going.games() == ["old"]
    await deleting
    assert await going.games() == []


# --- servers --------------------------------------------------------------------------------------


async def leave(hosted: Hosting, going: Rounds) -> None:
    """The bot is sent away from the server in which a game is under way and another one is over."""
    await over(hosted, "over")
    await hosted.start("open")
    await hosted.store.set_server(GUILD, ServerSettings("fr"))
    going.there.clear()
    await going.after(0)


async def test_a_server_is_deleted_once_it_has_been_left_for_long_enough(hosted: Hosting) -> None:
    going = rounds(hosted, servers=30)
    await leave(hosted, going)
    await going.after(29)
    assert await going.games() == ["open", "over"]
    await going.after(2)
    assert await going.games() == []
    assert await hosted.store.server(GUILD) == ServerSettings()
    assert await hosted.store.retention.servers(0, 10) == []
    assert await hosted.store.retention.absences() == {}
    assert hosted.service.cache.stored("open") is None


async def test_a_server_that_has_the_bot_back_is_kept(hosted: Hosting) -> None:
    going = rounds(hosted, servers=30)
    await leave(hosted, going)
    for days, there in ((29, {GUILD}), (2, set[int]()), (29, set[int]())):
        going.there = there
        await going.after(days)
    assert await going.games() == ["open", "over"]


@pytest.mark.parametrize("what", ["the bot is back", "the shard goes", "Discord is lost"])
async def test_a_server_that_may_have_the_bot_meanwhile_keeps_the_rest(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    going = rounds(hosted, servers=30)
    await leave(hosted, going)
    delete = hosted.store.retention.delete_table

    async def meanwhile(table: str, guild: int) -> bool:
        going.there |= {GUILD} if what == "the bot is back" else set()
        going.known = what != "Discord is lost"
        hosted.store.share = NOTHING if what == "the shard goes" else WHOLE
        return await delete(table, guild)

    monkeypatch.setattr(hosted.store.retention, "delete_table", meanwhile)
    await going.after(31)
    hosted.store.share = WHOLE
    assert await going.games() == ["over"]
    assert await hosted.store.server(GUILD) == ServerSettings("fr")


@pytest.mark.parametrize("comes_back", [True, False])
async def test_absences_go_on_in_servers_that_moved_to_another_process(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch, *, comes_back: bool
) -> None:
    going = rounds(hosted, servers=30)
    await leave(hosted, going)
    noted = await hosted.store.retention.absences()
    servers = hosted.store.retention.servers

    async def gone(after: int, most: int) -> list[int]:
        hosted.store.share = NOTHING
        found = await servers(after, most)
        hosted.store.share = Share.of_one() if comes_back else NOTHING
        return found

    monkeypatch.setattr(hosted.store.retention, "servers", gone)
    await going.after(1)
    hosted.store.share = WHOLE
    assert await hosted.store.retention.absences() == noted


async def test_an_absence_of_which_nothing_is_stored_is_not_kept(hosted: Hosting) -> None:
    await hosted.store.retention.note_absence(AWAY, 0.0)
    await rounds(hosted, servers=30).after(31)
    assert await hosted.store.retention.absences() == {}


async def test_games_and_servers_stay_for_ever_if_that_is_set(hosted: Hosting) -> None:
    await over(hosted, "old")
    await hosted.store.set_server(AWAY, ServerSettings("fr"))
    going = rounds(hosted)
    for _ in range(3):
        await going.after(100_000)
    assert await going.games() == ["old"]
    assert await hosted.store.server(AWAY) == ServerSettings("fr")


# --- rounds ---------------------------------------------------------------------------------------


async def test_rounds_follow_a_start(hosted: Hosting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "FIRST_AFTER", 0.0)
    begun = asyncio.Event()

    async def round_(_: object) -> None:
        begun.set()

    monkeypatch.setattr(Retention, "go_round", round_)
    going = rounds(hosted).retention
    going.start()
    await begun.wait()
    await going.close()


async def test_a_step_is_followed_by_a_longer_rest(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, rests, sleep = asyncio.get_running_loop(), list[float](), asyncio.sleep

    async def noted(seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr(retention.asyncio, "sleep", noted)
    begun = loop.time()
    await rounds(hosted).retention._step(sleep(0.05))
    taken = loop.time() - begun
    assert 0.05 * retention.REST_FACTOR <= rests[-1] <= taken * retention.REST_FACTOR
