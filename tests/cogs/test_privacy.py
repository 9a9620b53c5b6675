"""Who sees what of a person: each cell of the table in docs/PRIVACY.md.

Ann and Ben have played one another in server HERE and in server ELSEWHERE, and Ann has played
Cat in HERE. Of Ann, the subject, each reader sees what the table says.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from shutil import copy
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast

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


class World:
    """The store with the games of all, and the pages that a reader gets."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self._cog = Results(cast("Any", SimpleNamespace(store=store, now=lambda: NOW)))

    async def page(self, reader: tuple[int, int], action: str, argument: object) -> str:
        """Return a page as this reader gets it by a button; "" if it is refused."""
        return text(content) if (content := await self.content(reader, action, argument)) else ""

    async def content(
        self, reader: tuple[int, int], action: str, argument: object
    ) -> Content | None:
        try:
            reply = await self._cog.buttons[action](
                cast("Any", Clicked(*reader, action, f"{argument}"))
            )
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
    yield World(store)
    await store.close()


def names(page: str, user: int) -> bool:
    return f"<@{user}>" in page.partition("\n")[2]  # the title has the subject


class Sign(NamedTuple):
    """A text by which a page shows a fact about Ann."""

    action: str
    argument: Asked | Ladder
    text: str = f"<@{ANN}>"
    by: int = 0
    """The user who opens the page, if that is not the reader."""


LAST: Final = "points"
"""It is on each line of a page of last games."""


def rows(reader: int) -> dict[str, list[Sign]]:
    """Return the signs of each row of the table; those of a row are shown alike."""
    here, everywhere = Asked(ANN, "here"), Asked(ANN, "everywhere")
    together = Asked(BEN if reader == ANN else ANN, "everywhere")
    figures, games, ladder = ("stats", "history"), ("**14 games", LAST), partial(Ladder, BASE)
    anywhere = [ladder(period, "everywhere") for period in ("ever", "month")]
    return {
        "figures and ratings in the server": [
            Sign("stats", here, "**14 games"),
            Sign("stats", here, SAY("stats-ladders-title")),
        ],
        "figures and ratings over all servers": [Sign("stats", everywhere, "**26 games")],
        # those with Cat
        "last games in the server": [Sign("history", replace(here, before=13), LAST)],
        "last games in all servers": [Sign("history", replace(everywhere, before=13), LAST)],
        "games that you have played together, and who came first": [
            Sign("stats", together, "You and this player: 14 games · you 7–7"),
            Sign("history", together, LAST),
        ],
        "your name in another player's results of the server": [
            Sign(action, Asked(CAT, "here")) for action in figures
        ],
        "your name in another player's results over all servers": [
            # to Ann, Ben's figures count their games together instead
            Sign(action, Asked(BEN, "everywhere"))
            for action in (("history",) if reader == ANN else figures)
        ],
        "your name on the ladders of the server": [Sign("top", ladder("ever", "here"))],
        "your name among the wins of a month there": [Sign("top", ladder("month", "here"))],
        "your name on the ladders over all servers": [Sign("top", it) for it in anywhere],
        # no other player has as many
        "your place on those, with or without a name": [Sign("top", anywhere[1], "of 26 games")],
        "may post your results of the server (*Show Everyone*)": [
            Sign(f"{action}_show", here, it) for action, it in zip(figures, games, strict=True)
        ],
        "may post those over all servers": [
            Sign("stats_show", everywhere, "**26 games"),
            Sign("history_show", everywhere, LAST),
        ],
        "may post another player's results with your name": [
            Sign(f"{action}_show", Asked(CAT, "here"), by=by)
            for action in figures
            for by in (reader, CAT)
        ],
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
    assert list(CELLS) == [(row, column) for row in rows(ANN) for column in READERS]
    assert {*CELLS.values()} <= {YES, NO, LISTED}


@pytest.mark.parametrize("hidden", [False, True], ids=["listed", "hidden"])
async def test_each_reader_sees_what_the_table_says(world: World, hidden: bool) -> None:
    await world.store.results.hide(ANN, hidden=hidden)
    seen: dict[tuple[str, str], set[bool]] = {cell: set() for cell in CELLS}
    for column, (user, guild) in READERS.items():
        for row, signs in rows(user).items():
            for sign in signs:
                page = await world.page((sign.by or user, guild), sign.action, sign.argument)
                seen[row, column].add(sign.text in page.partition("\n")[2])
                assert "_show" not in sign.action or "You and this player" not in page
    means = {YES: True, NO: False, LISTED: not hidden}
    assert seen == {cell: {means[told]} for cell, told in CELLS.items()}


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
