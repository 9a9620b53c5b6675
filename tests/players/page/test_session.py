"""A game on a page: whole games, what a seat sees of them, and games that go on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import Record
from engine.box import POINTS
from engine.options import BOXES, VARIANTS
from engine.records import verify
from players.page.session import Unreadable, restored
from players.roster import LEVELS
from players.words import LANGUAGES, catalogue
from tests.players.page.games import Table

MIXES: dict[str, dict[str, Any]] = {
    **{box: {"boxes": (box,)} for box in BOXES},
    **{variant: {"variant": variant, "seats": 2} for variant in VARIANTS},
    "everything": {"boxes": BOXES, "seats": 6},
    "house rules": {"boxes": BOXES, "late_ejection": True, "help_stays": True, "goal": 25},
}


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_end_with_an_honest_record(mix: str, language: str) -> None:
    table = Table(len(mix), language=language)
    over = table.plays(table.begins(**MIXES[mix]))
    assert "refused" not in over
    assert [it["rank"] for it in over["scores"]].count(1) >= 1
    ending = table.asks("ending")
    record = Record.from_json(ending["record"])
    assert verify(record).fits
    assert record.totals == tuple(it["total"] for it in over["scores"])
    assert ending["replay"].startswith("<!doctype html>")


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(level: str) -> None:
    table = Table(3)
    told = table.begins(level=level)
    assert table.plays(told)["scores"]


def test_a_seat_sees_no_cards_and_no_points_of_others() -> None:
    table = Table(5)
    table.plays(table.begins(boxes=BOXES, seats=6))
    mine = 0
    for frame in table.frames:
        for seat in frame["seats"]:
            if seat["number"]:
                assert (seat["hand"], seat["won"]) == ([], [])
            else:
                mine += len(seat["hand"])
                assert len(seat["hand"]) == seat["held"]
            assert len(seat["backs"]) >= len(seat["won"])
    assert mine
    known = {"number", "at", "hand", "held", "won", "backs", "tokens", "crew", "power"}
    assert all({*seat} == known for frame in table.frames for seat in frame["seats"])


def test_what_others_hold_changes_nothing_that_is_told_before_it_shows() -> None:
    """Two deals that differ in hands of others alone are told alike until a move shows them."""
    table = Table(7)
    told = table.begins()
    session = table.desk._session
    assert session is not None
    before = [*session.game.view(0).hand]
    state = session.game._state
    first, second = state.seats[1], state.seats[2]
    first.hand, second.hand = second.hand, first.hand
    again = session._sight.question(session.game.view(0))
    assert again == told["question"]
    assert [*session.game.view(0).hand] == before


def test_cards_and_treasures_are_named_before_they_are_shown() -> None:
    table = Table(9)
    table.plays(table.begins(boxes=BOXES))
    cards, treasures = 0, 0
    for told in table.heard:
        cards += len(told.get("cards", ()))
        treasures += len(told.get("treasures", ()))
        for frame in told.get("frames", ()):
            mine = frame["seats"][0]
            assert all(card < cards for card in mine["hand"])
            assert all(won < treasures for won in mine["won"])
    points = {it[0] for told in table.heard for it in told.get("treasures", ())}
    assert points <= {*POINTS.values()}


def test_a_saved_game_goes_on_as_if_nothing_had_happened() -> None:
    straight, stopped = Table(11), Table(11)
    told, again = straight.begins(), stopped.begins()
    while told["question"] is not None:
        assert again["question"]["moves"] == told["question"]["moves"]
        again = stopped.asks("go on", saved=again["saved"])
        assert len(again["frames"]) == 1
        number = straight.rng.randrange(len(told["question"]["moves"]))
        told, again = straight.answers(told, number), stopped.answers(again, number)
    assert again["scores"] == told["scores"]
    assert stopped.asks("ending")["record"] == straight.asks("ending")["record"]


def test_an_answer_to_an_earlier_question_changes_nothing() -> None:
    table = Table(13)
    first = table.begins()
    second = table.answers(first)
    late = table.asks("answer", number=0, version=first["version"])
    assert (late["version"], late["frames"]) == (second["version"], [])
    assert table.asks("answer", number=99, version=second["version"])["version"] == late["version"]


def test_a_hint_names_a_move_and_a_reason() -> None:
    table = Table(15)
    told = table.begins()
    while len(told["question"]["moves"]) < 2:
        told = table.answers(told)
    assert table.asks("hint")["hint"].startswith("**")


def test_passing_a_leg_asks_nothing_more_in_it() -> None:
    table, passed = Table(17), 0
    told = table.begins()
    for _ in range(200):
        if told["question"] is None:
            break
        kinds = [move["kind"] for move in told["question"]["moves"]]
        if "pass" in kinds:
            leg = (table.frames[-1]["journey"], table.frames[-1]["leg"])
            told = table.asks("pass leg", version=told["version"])
            passed += 1
            if (
                told["question"] is not None
                and (
                    table.frames[-1]["journey"],
                    table.frames[-1]["leg"],
                )
                == leg
            ):
                assert "pass" not in [it["kind"] for it in told["question"]["moves"]]
        else:
            told = table.answers(told)
    assert passed


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"format":2}', '{"format":1,"setup":{},"moves":[],"own":[]}'],
)
def test_what_is_no_saved_game_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        restored(text, catalogue("en"))
    told = Table().asks("go on", saved=text)
    assert told == {"refused": catalogue("en")("page-unreadable")}


def test_moves_that_are_not_possible_are_no_saved_game() -> None:
    table = Table(19)
    saved = json.loads(table.begins()["saved"])
    saved["moves"].append([0, "play jetpack 5"])
    assert "refused" in table.asks("go on", saved=json.dumps(saved))


def test_options_that_conflict_are_refused_with_a_sentence() -> None:
    table = Table(21)
    told = table.asks(
        "new",
        seats=4,
        level="easy",
        options={**json.loads(Table(1).begins()["saved"])["setup"]["options"], "variant": "crew"},
        seed=table.seed,
    )
    assert told["refused"]
    assert "refused" in Table().asks("new", seats=9, level="easy", options={}, seed="")


def test_the_desk_answers_nothing_that_it_does_not_know() -> None:
    assert "refused" in Table().asks("answer", number=0, version=0)
    table = Table()
    table.begins()
    assert "refused" in table.asks("cheat")
