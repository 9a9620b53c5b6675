"""Golden tables, as stored by earlier releases and by this one.

``python -m tests.bot.tables.goldens`` writes those of the present form anew. Once it is released
it stays as it is, and `FORM` goes up; the older ones no release can write any more.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bot.tables import autoplay, presence
from bot.tables.actions import Entry
from bot.tables.play import DECLARATIONS
from bot.tables.table import Table, dump, load
from tests.bot.tables.driven import OPENED, Driven, lobby
from tests.bot.tables.random_table import RandomTable

FOLDER: Final = Path(__file__).parents[2] / "golden" / "tables"
FORM: Final = 2
USER: Final = 1001


def read(file: Path) -> tuple[Table, list[Entry]]:
    """The table of a file, with its people, and its log."""
    data: dict[str, Any] = json.loads(file.read_text())
    table = load(json.dumps(data["snapshot"]))
    table.people = {int(seat): user for seat, user in data["people"].items()}
    return table, [Entry(*line) for line in data["log"]]


def write() -> None:
    """Rewrite the golden tables of the present form."""
    for name, made in MADE.items():
        t = made()
        seats = range(len(t.table.chairs))
        data = {
            "people": {seat: USER + seat for seat in seats if t.table.is_person(seat)},
            "log": [[entry.seat, entry.action, entry.arguments] for entry in t.log],
            "snapshot": json.loads(dump(t.table)),
        }
        text = json.dumps(data, separators=(",", ":"))
        (FOLDER / f"{FORM}" / f"{name}.json").write_text(text + "\n")


def _lobby() -> Driven:
    t = lobby(persons=2, computers=1, settings="pace=relaxed decision=90 boxes=little_help")
    autoplay.plan(t.table, OPENED, autoplay.ThinkingTime(1.0, 2.0), RandomTable(0).rng)
    return t.do("1 colour red")


def _until(holds: Callable[[Table], object]) -> Driven:
    """The first random game in the middle of which this holds."""
    for number in range(100):
        t = RandomTable(number)
        while t.goes_on():
            t.step()
            if len(t.log) > 60 and t.goes_on() and holds(t.table):
                autoplay.plan(t.table, t.now, t.tempo, t.rng)
                return t
    raise AssertionError("there is no such game")


MADE: Final[dict[str, Callable[[], Driven]]] = {
    "lobby": _lobby,
    "substituted": lambda: _until(lambda it: presence.substituted(it) and presence.anybody(it)),
    "warned": lambda: _until(lambda it: it.warned and it.notice),
    "pinged": lambda: _until(lambda it: it.notice and it.notice.reason == "nudge"),
    "asleep": lambda: _until(lambda it: it.asleep),
    "told": lambda: _until(lambda it: it.sealed and any(it.armed.values()) and it.quiet),
    "thinking": lambda: _until(lambda it: it.thinking and any(it.never.values())),
    "word": lambda: _until(lambda it: {*it.sealed.values()} & {*DECLARATIONS}),
}
"""For each name, what it is an example of."""

if __name__ == "__main__":
    write()
