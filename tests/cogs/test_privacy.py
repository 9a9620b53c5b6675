"""Who sees what of a person: each cell of the table in docs/PRIVACY.md.

Ann and Ben have played one another in server HERE and in server ELSEWHERE, and Ann has played
Cat in HERE. Of Ann, the subject, each reader sees what the table says.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copy
from typing import Any, Final, cast

import pytest

from bot.board.responses import Reply
from bot.discord.controls import Press
from bot.pages.layout import Content
from bot.pages.results import NOWHERE, Asked, Ladder
from bot.results.standing import BASE
from bot.store.sqlite.store import SqliteStore
from bot.tables.refusals import Refused
from bot.words import Catalogue, catalogue
from cogs.results import Results
from tests.bot.pages.reading import parts, text
from tests.bot.results.games import game, seat
from tests.bot.store.changes import change
from tests.meta.sources import ROOT

ANN, BEN, CAT, DAN, EVE = 11, 12, 13, 14, 15
HERE, ELSEWHERE, FAR = 101, 102, 103
NOW: Final = 1_000_000.0
YES, NO, LISTED = "yes", "no", "unless hidden"

READERS: Final = {
    "you": (ANN, HERE),
    "who has played with you": (BEN, HERE),
    "others in a server where you play": (EVE, HERE),
    "people in other servers": (EVE, FAR),
}
SAY: Final = catalogue("en-US")


@dataclass(slots=True)
class Clicked:
    """A click as the pages of results need it."""

    user: int
    guild: int
    action: str = ""
    argument: str = ""
    values: tuple[str, ...] = ()
    say: Catalogue = field(default=SAY)

    @property
    def press(self) -> Press | None:
        return Press(NOWHERE, self.action, self.argument) if self.action else None

    async def pictured(self, content: Content, **how: Any) -> Reply:
        return Reply(content, **how)


@dataclass(slots=True)
class World:
    """The store with the games of all, and the pages that a reader gets."""

    store: SqliteStore
    cog: Results

    async def page(self, reader: tuple[int, int], action: str, argument: object) -> str:
        """Return a page as this reader gets it by a button; "" if it is refused."""
        return text(content) if (content := await self.content(reader, action, argument)) else ""

    async def content(
        self, reader: tuple[int, int], action: str, argument: object
    ) -> Content | None:
        click = cast("Any", Clicked(*reader, action, f"{argument}"))
        try:
            reply = await self.cog.buttons[action](click)
        except Refused:
            return None
        assert reply is not None
        return cast("Content", reply.content)


async def play(store: SqliteStore, guild: int, *users: int, times: int = 12) -> None:
    """Store games of these users, which they win in turn."""
    for n in range(times):
        name = f"{guild}-{'-'.join(map(str, users))}-{n}"
        people = dict(enumerate(users))
        ranks = [1 + (at + n) % len(users) for at in range(len(users))]
        seats = [seat(at, rank, user=1, points=50 - at) for at, rank in enumerate(ranks)]
        result = game(*seats, table=name, guild=guild)
        await store.commit(change(name, guild=guild, people=people))
        await store.commit(change(name, 1, stage="over", guild=guild, people=people, result=result))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database with all games, of which each test gets a copy."""
    file = tmp_path_factory.mktemp("played") / "celestia.db"

    async def fill() -> None:
        store = SqliteStore(file, clock=lambda: NOW)
        await store.open()
        await play(store, HERE, ANN, CAT)
        await play(store, HERE, ANN, BEN, times=2)
        await play(store, ELSEWHERE, ANN, BEN)
        await play(store, FAR, DAN, EVE)
        await store.close()

    asyncio.run(fill())
    return file


@pytest.fixture
async def world(tmp_path: Path, played: Path) -> AsyncIterator[World]:
    store = SqliteStore(copy(played, tmp_path), clock=lambda: NOW)
    await store.open()

    class Bot:
        def now(self) -> float:
            return NOW

    bot = cast("Any", Bot())
    bot.store = store
    yield World(store, Results(bot))
    await store.close()


def names(page: str, user: int) -> bool:
    return f"<@{user}>" in page.partition("\n")[2]  # the title has the subject


async def figures_here(world: World, reader: tuple[int, int]) -> bool:
    page = await world.page(reader, "stats", Asked(ANN, "here"))
    told = {"**14 games" in page, SAY("stats-ladders-title") in page}
    assert len(told) == 1
    return told.pop()


async def figures_everywhere(world: World, reader: tuple[int, int]) -> bool:
    return "**26 games" in await world.page(reader, "stats", Asked(ANN, "everywhere"))


async def history_here(world: World, reader: tuple[int, int]) -> bool:
    page = await world.page(reader, "history", Asked(ANN, "here", 13))  # those with Cat
    return "points" in page


async def history_everywhere(world: World, reader: tuple[int, int]) -> bool:
    page = await world.page(reader, "history", Asked(ANN, "everywhere", 13))
    return "points" in page


async def played_together(world: World, reader: tuple[int, int]) -> bool:
    if reader[0] == ANN:
        return "points" in await world.page((ANN, reader[1]), "history", Asked(BEN, "everywhere"))
    score = await world.page(reader, "stats", Asked(ANN, "everywhere"))
    games = await world.page(reader, "history", Asked(ANN, "everywhere"))
    assert ("You and this player: 14 games · you 7–7" in score) == ("points" in games)
    return "points" in games


async def opponent_here(world: World, reader: tuple[int, int]) -> bool:
    """Ann's name on the pages of Cat, whose games the reader did not play, unless it is Ann."""
    pages = [
        await world.page(reader, action, Asked(CAT, "here")) for action in ("stats", "history")
    ]
    if reader == READERS["you"]:
        assert "You and this player: 12 games" in pages[0]
    told = {names(page, ANN) for page in pages}
    assert len(told) == 1
    return told.pop()


async def opponent_everywhere(world: World, reader: tuple[int, int]) -> bool:
    """Ann's name on the pages of Ben over all servers."""
    pages = [
        await world.page(reader, action, Asked(BEN, "everywhere"))
        for action in ("stats", "history")
    ]
    return any(names(page, ANN) for page in pages)


async def ladder_here(world: World, reader: tuple[int, int]) -> bool:
    return names(await world.page(reader, "top", Ladder(BASE, "ever", "here")), ANN)


async def ladder_of_the_month(world: World, reader: tuple[int, int]) -> bool:
    return names(await world.page(reader, "top", Ladder(BASE, "month", "here")), ANN)


async def ladder_everywhere(world: World, reader: tuple[int, int]) -> bool:
    pages = [
        await world.page(reader, "top", Ladder(BASE, period, "everywhere"))
        for period in ("ever", "month")
    ]
    told = {names(page, ANN) for page in pages}
    assert len(told) == 1
    return told.pop()


async def anonymous_place(world: World, reader: tuple[int, int]) -> bool:
    page = await world.page(reader, "top", Ladder(BASE, "month", "everywhere"))
    return "of 26 games" in page  # nobody else has as many


async def posts_figures_here(world: World, reader: tuple[int, int]) -> bool:
    pages = [
        await world.page(reader, f"{action}_show", Asked(ANN, "here"))
        for action in ("stats", "history")
    ]
    assert not any("You and this player" in page for page in pages)
    assert len({bool(page) for page in pages}) == 1
    return all(pages)


async def posts_figures_everywhere(world: World, reader: tuple[int, int]) -> bool:
    pages = [
        await world.page(reader, f"{action}_show", Asked(ANN, "everywhere"))
        for action in ("stats", "history")
    ]
    return any(pages)


async def named_in_a_post(world: World, reader: tuple[int, int]) -> bool:
    """Ann's name on Cat's pages that this reader, or Cat, shows to everybody."""
    told = [
        names(await world.page(who, f"{action}_show", Asked(CAT, "here")), ANN)
        for action in ("stats", "history")
        for who in {reader, (CAT, reader[1])}
    ]
    return any(told)


ROWS: Final = {
    "figures and ratings in the server": figures_here,
    "figures and ratings over all servers": figures_everywhere,
    "last games in the server": history_here,
    "last games in all servers": history_everywhere,
    "games that you have played together, and who came first": played_together,
    "your name in another player's results of the server": opponent_here,
    "your name in another player's results over all servers": opponent_everywhere,
    "your name on the ladders of the server": ladder_here,
    "your name among the wins of a month there": ladder_of_the_month,
    "your name on the ladders over all servers": ladder_everywhere,
    "your place on those, with or without a name": anonymous_place,
    "may post your results of the server (*Show Everyone*)": posts_figures_here,
    "may post those over all servers": posts_figures_everywhere,
    "may post another player's results with your name": named_in_a_post,
}


def table() -> dict[tuple[str, str], str]:
    """Return the cells of the table in the document, by row and column."""
    lines = (ROOT / "docs/PRIVACY.md").read_text("utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("| Of you"))
    read = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[start:]]
    end = next((n for n, cells in enumerate(read) if not cells), len(read))
    (_, *columns), _, *rows = read[:end]
    return {
        (row[0], name): cell for row in rows for name, cell in zip(columns, row[1:], strict=True)
    }


CELLS: Final = table()


def test_the_table_has_each_row_and_column() -> None:
    assert list(CELLS) == [(row, column) for row in ROWS for column in READERS]
    assert {*CELLS.values()} <= {YES, NO, LISTED}


@pytest.mark.parametrize("hidden", [False, True], ids=["listed", "hidden"])
@pytest.mark.parametrize(("row", "column"), CELLS)
async def test_a_reader_sees_what_the_table_says(
    world: World, row: str, column: str, hidden: bool
) -> None:
    await world.store.results.hide(ANN, hidden=hidden)
    expected = {YES: True, NO: False, LISTED: not hidden}[CELLS[row, column]]
    assert await ROWS[row](world, READERS[column]) is expected


@pytest.mark.parametrize("where", ["here", "everywhere"])
@pytest.mark.parametrize("action", ["stats", "history"])
async def test_a_hidden_player_looks_like_one_who_never_played(
    world: World, action: str, where: str
) -> None:
    await world.store.results.hide(ANN, hidden=True)
    nobody = 99
    pages = [await world.content((EVE, HERE), action, Asked(user, where)) for user in (ANN, nobody)]
    ann, stranger = [f"{parts(page)}" for page in pages if page is not None]
    assert ann.replace(f"{ANN}", "") == stranger.replace(f"{nobody}", "")
    assert "_show:" not in ann


@pytest.mark.parametrize("where", ["here", "everywhere"])
async def test_a_post_of_one_s_own_results_names_nobody_who_is_hidden(
    world: World, where: str
) -> None:
    await world.store.results.hide(CAT, hidden=True)
    for action in ("stats_show", "history_show"):
        page = await world.page((ANN, HERE), action, Asked(ANN, where, 13))
        assert "points" in page
        assert not names(page, CAT)


async def test_a_post_of_one_s_own_games_names_nobody_met_elsewhere(world: World) -> None:
    private, shown = [
        await world.page((ANN, HERE), action, Asked(ANN, "everywhere"))
        for action in ("history", "history_show")
    ]
    assert names(private, BEN)
    assert "points" in shown
    assert not names(shown, BEN)


async def test_a_ladder_over_all_servers_names_only_who_has_played_here(world: World) -> None:
    page = await world.page((EVE, FAR), "top", Ladder(BASE, "month", "everywhere"))
    assert [user for user in (ANN, BEN, CAT, DAN, EVE) if names(page, user)] == [DAN, EVE]
    assert page.count(SAY("top-elsewhere")) == 3
