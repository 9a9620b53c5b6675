"""A table is the result of its log, plays on from its snapshot, and is proved by its record."""

import json
from dataclasses import replace
from functools import cache

import pytest

from bot.tables.actions import ACTIONS, SILENT, Entry, NotReplayed, replay
from bot.tables.play import PAGES
from bot.tables.proof import record
from bot.tables.table import BESIDE_THE_LOG, Table, Unreadable, dump, load
from engine import Record
from engine.records import LEFT, MODERATOR, NOBODY, Verdict, verify
from players.roster import EASY
from tests.bot.tables.driven import START, Driven, entry_of, laid, lobby, opened, started
from tests.bot.tables.random_table import FEW, RandomTable, random_games


def form(table: Table) -> dict[str, object]:
    """The table without the bot's due times, which are no part of the log."""
    data = json.loads(dump(table))
    for name in BESIDE_THE_LOG:
        del data[name]
    return data


@cache
def played(number: int) -> RandomTable:
    """The whole game of this number, which tests must not change."""
    t = RandomTable(number)
    while t.goes_on():
        t.step()
    return t


@random_games
def test_a_table_plays_on_from_its_snapshot_unchanged(number: int) -> None:
    t = RandomTable(number)
    while t.goes_on():
        twin, known = t.again(), len(t.log)
        assert dump(twin) == dump(t.table)
        for _ in range(t.rng.randrange(1, 24) if number % 6 else 2):
            if t.goes_on():
                t.step()
        again = Driven(twin)
        for entry in t.log[known:]:
            again.act(entry)
        assert form(twin) == form(t.table)


@random_games
def test_replaying_a_log_gives_the_same_table(number: int) -> None:
    t = RandomTable(number)
    while t.goes_on():
        t.step()
        if len(t.log) % 300 == 0 or not t.goes_on():
            again = replay(t.log)
            pages = [page.number for page in again.pages]
            assert pages == [*range(t.table.page.number + 1)]  # all, which a played table drops
            again.pages = again.pages[-PAGES:]
            assert form(again) == form(t.table)
            assert (again.made, again.told) == (t.table.made, t.table.told)


@random_games
def test_the_record_of_a_game_fits_together(number: int) -> None:
    t = played(number)
    assert t.table.stage == "over"
    assert verify(record_of(replay(t.log))) == Verdict("", len(t.table.made))


EARLIER = ("0 add_computer thumb", "0 add_computer", f"0 start {START}", "1 concede thumb seat")
"""Lines as releases up to 0.2.0 logged them."""


def test_a_computer_in_logs_of_earlier_releases_is_an_easy_one() -> None:
    t = lobby(2).do(*EARLIER)
    assert [chair.computer for chair in t.table.chairs] == ["", EASY, EASY, EASY]
    opening = json.dumps({**json.loads(t.log[0].arguments), "computers": ["thumb"]})
    replayed = replay([replace(t.log[0], arguments=opening)])
    assert [chair.computer for chair in replayed.chairs] == ["", EASY]


def test_a_computer_in_snapshots_of_earlier_releases_is_an_easy_one() -> None:
    t = lobby(2).do(*EARLIER)
    stored = dump(t.table).replace(f'"computer":"{EASY}"', '"computer":"thumb"')
    assert stored.count("thumb") == 3
    assert form(load(stored)) == form(replay(t.log))


def test_random_games_carry_out_every_action() -> None:
    done = {name for number in FEW for name in played(number).done}
    assert done | {"cancel", "expire", "repost", "restored"} == set(ACTIONS)
    assert set(ACTIONS) >= SILENT


# --- records -------------------------------------------------------------------------------


def record_of(table: Table) -> Record:
    """The record as it is read from its file."""
    made = record(table)
    assert made is not None
    return Record.from_json(json.loads(made.text))


def test_a_table_keeps_from_its_first_line_whether_it_gives_hints() -> None:
    t = Driven(opened(hints="on"))
    assert replay(t.log).gives_hints
    assert not replay(t.do("0 setting hints=off").log).gives_hints


ENDINGS = {
    "seat 1": ["1 cancel"],
    MODERATOR: ["- cancel"],
    NOBODY: ["- expire"],
    LEFT: ["0 concede", "1 concede"],
}


def test_open_tables_and_closed_lobbies_have_no_record() -> None:
    assert record(started().table) is None
    assert record(lobby().do("- expire").table) is None


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_record_says_who_broke_a_game_off(ending: str) -> None:
    found = record_of(started(2).do(*ENDINGS[ending]).table)
    assert verify(found).fits
    assert (found.ending, found.totals) == (ending, ())


def test_a_changed_move_is_noticed() -> None:
    true = record_of(played(3).table)
    for number in range(0, len(true.moves), 10):
        seat, move = true.moves[number]
        other = (seat, "stay" if move != "stay" else "leave")
        moves = (*true.moves[:number], other, *true.moves[number + 1 :])
        assert not verify(replace(true, moves=moves).signed).fits


# --- broken logs and snapshots -------------------------------------------------------------

BROKEN = {
    "an unknown act": Entry(0, "dance", ""),
    "a refused act": Entry(1, "start", "7"),
    "a seat that is not there": Entry(9, "leave", ""),
    "a move before the game": Entry(0, "move", "roll"),
    "an option that is none": Entry(0, "setting", "help_penalty=3"),
}
NO_OPENING = ("", "{", "[]", "7", "null", "{}", '{"options": {}, "computers": []}')


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_log_names_its_line(fault: str) -> None:
    log = lobby(persons=3).log
    with pytest.raises(NotReplayed) as caught:
        replay([*log[:2], BROKEN[fault], *log[2:]])
    assert caught.value.line == 2


@pytest.mark.parametrize("arguments", NO_OPENING)
def test_a_log_without_its_opening_is_refused(arguments: str) -> None:
    for log in ([], [Entry(None, "open", arguments)]):
        with pytest.raises(NotReplayed) as caught:
            replay(log)
        assert caught.value.line == 0


@pytest.mark.parametrize("line", ["0 move dance", "0 move play ejection on 9", "1 seal roll"])
def test_an_impossible_move_is_a_broken_line(line: str) -> None:
    t = started()
    with pytest.raises(NotReplayed) as caught:
        replay([*t.log, entry_of(line)])
    assert caught.value.line == len(t.log)


def test_a_damaged_snapshot_is_refused_without_showing_its_text() -> None:
    text = dump(laid(4, dice="fog blank").do("3 seal stay", "1 move stay").table)
    for place in range(0, len(text), len(text) // 40):
        with pytest.raises(Unreadable) as caught:
            load(text[:place])
        assert str(caught.value) == ""
        assert caught.value.__cause__ is None


@pytest.mark.parametrize("name", ["stage", "chairs", "game", "pages", "turns", "secret"])
def test_a_snapshot_with_a_wrong_field_is_refused(name: str) -> None:
    data = json.loads(dump(started().table))
    with pytest.raises(Unreadable):
        load(json.dumps({**data, name: {"no": ["such", "thing"]}}))


def test_snapshot_and_repr_of_a_table_name_no_people() -> None:
    t = Driven(started().table)
    t.table.people = {0: 424242}
    assert "424242" not in dump(t.table) + repr(t.table)
    assert t.again().people == {}
