"""A table stored by any release can be read, replayed from its log, and played on."""

from pathlib import Path
from random import Random

import pytest

from bot.store.integrity import logged
from bot.tables import autoplay
from bot.tables.actions import Entry, replay
from bot.tables.proof import record
from engine.records import verify
from tests.bot.tables.driven import Driven
from tests.bot.tables.goldens import FOLDER, FORM, MADE, read

FILES = sorted(FOLDER.glob("*/*.json"))
TEMPO = autoplay.ThinkingTime(1.0, 2.0)
LONGEST = 4000

golden = pytest.mark.parametrize("file", FILES, ids=lambda it: f"{it.parent.name}-{it.stem}")


@golden
def test_a_stored_table_is_the_result_of_its_log(file: Path) -> None:
    table, log = read(file)
    assert logged(replay(log)) == logged(table)
    assert not table.gives_hints  # its players have not agreed to them
    assert not replay(log).gives_hints


@golden
def test_a_stored_table_plays_on_to_an_honest_end(file: Path) -> None:
    table, log = read(file)
    t = Driven(table)
    t.log = [*log]
    play_on(t, Random(1))
    assert table.stage == "over"
    whole = record(replay(t.log))
    assert whole is not None
    assert verify(whole).fits


def play_on(t: Driven, rng: Random) -> None:
    """Have all persons come back and play, with the bot's help, until the end."""
    table, now = t.table, t.table.opened
    t.do(*[f"{seat} back" for seat in table.people if table.stage == "playing"])
    if table.stage == "lobby":
        t.do("0 start 7")
    for _ in range(LONGEST):
        autoplay.plan(table, now, TEMPO, rng)
        if table.stage != "playing":
            return
        entry = autoplay.next_action(table, now)
        if entry is None and t.waiting[0] in table.people:
            seat = t.waiting[0]
            entry = Entry(seat, "move", str(rng.choice(table.running.legal(seat))))
        if entry is not None:
            t.act(entry)
        now = max(now, table.due or now) if entry is None else now


def test_every_form_has_golden_tables() -> None:
    found = {file.parent.name for file in FILES}
    assert found == {f"{number}" for number in range(1, FORM + 1)}
    assert {file.stem for file in FILES if file.parent.name == f"{FORM}"} == set(MADE)
