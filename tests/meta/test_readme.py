"""What the README and its neighbours show is run as it stands, and what they list is whole."""

import doctest
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from tests.bot.hosting.hosted import ANNA, hosting
from tests.bot.reading import found, query

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
HOSTING = ROOT / "docs/hosting.md"


def test_the_example_does_what_it_says() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 6
    assert result.failed == 0


def test_the_example_is_ten_lines_long() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith((">>>", "...")) for line in lines) <= 10


async def test_the_way_to_be_rid_of_old_games_leaves_a_database_that_is_whole(
    tmp_path: Path,
) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as house:
        for table in ("old", "over", "open"):
            await house.start(table)
        for table in ("old", "over"):
            await house.do(ANNA, "cancel", "", table)
    (sql,) = re.findall(r"```sql\n(.*?)```", HOSTING.read_text(encoding="utf-8"), re.DOTALL)
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE tables SET changed = 0")
        db.execute("UPDATE tables SET changed = ? WHERE id = 'over'", (time.time(),))
        db.commit()
        db.executescript(sql)
    assert query(file, "SELECT id FROM tables ORDER BY id") == [("open",), ("over",)]
    assert found(file) == []
