"""Moves: their text and JSON are read back exactly, and nothing else is read at all."""

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Move, UnknownMove, moves
from engine.box import CITY_OF, COVERS, DIE, SEATS
from engine.moves import MOVES, from_json, parse

CALM = settings(deadline=None, max_examples=50)  # a slow machine is no fault

KINDS = {
    *("roll", "steer", "prepare", "stay", "leave", "pass", "play", "declare", "pay", "reroll"),
    *("keep", "draw", "discard", "done", "exchange", "give"),
}

CARDS = st.sampled_from([*COVERS, "turbo", "jetpack", "wind_gust", "spy", "instructor", "red"])
NAMES = st.sampled_from(sorted(CITY_OF))
SEAT = st.sampled_from(range(SEATS[-1]))
AID = st.sampled_from(["", "instructor", "turbo"])
HANDS = st.lists(CARDS, max_size=6).map(tuple)

SHAPES: dict[str, st.SearchStrategy[Move]] = {
    "roll": st.builds(moves.Roll),
    "steer": st.builds(moves.Steer),
    "prepare": st.builds(moves.Prepare),
    "stay": st.builds(moves.Stay),
    "leave": st.builds(moves.Leave, AID),
    "pass": st.builds(moves.Pass),
    "play": st.builds(moves.Play, CARDS, st.one_of(st.just(""), SEAT.map(str), NAMES), AID),
    "declare": st.builds(moves.Declare, st.sampled_from(["can", "cannot"])),
    "pay": st.builds(moves.Pay, HANDS),
    "reroll": st.builds(moves.Reroll, st.lists(st.sampled_from(DIE), max_size=5).map(tuple)),
    "keep": st.builds(moves.Keep, NAMES),
    "draw": st.builds(moves.Draw),
    "discard": st.builds(moves.Discard, CARDS),
    "done": st.builds(moves.Done),
    "exchange": st.builds(moves.Exchange, NAMES, AID),
    "give": st.builds(moves.Give, SEAT),
}

WORDS = st.sampled_from(
    [
        *sorted(KINDS),
        *("on", "using", "can", "cannot", "0", "5", "6", "-1", "turbo", "1:1", "", "x"),
    ]
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
FIELDS = st.sampled_from(["card", "cards", "dice", "on", "using", "to", "treasure", "answer", "x"])


def test_the_kinds_are_stable() -> None:
    assert set(MOVES) == KINDS == set(SHAPES)
    assert all(MOVES[kind].kind == kind for kind in KINDS)


@pytest.mark.parametrize("kind", sorted(KINDS))
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_the_text_and_the_JSON_of_a_move_are_read_back(kind: str, data: st.DataObject) -> None:
    move = data.draw(SHAPES[kind])
    form = json.loads(json.dumps(move.to_json()))
    assert (str(move).split(" ")[0], form["kind"]) == (kind, kind)
    assert {move} == {parse(str(move))} == {from_json(form)}


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (moves.Leave("instructor"), "leave instructor"),
        (moves.Play("wind_gust"), "play wind_gust"),
        (moves.Play("ejection", "2"), "play ejection on 2"),
        (moves.Play("red", "4:7"), "play red on 4:7"),
        (moves.Play("jetpack", using="instructor"), "play jetpack using instructor"),
        (moves.Play("spy", "1", "turbo"), "play spy on 1 using turbo"),
        (moves.Pay(("compass", "turbo")), "pay compass turbo"),
        (moves.Exchange("1:spyglass", "instructor"), "exchange 1:spyglass using instructor"),
        (moves.Give(5), "give 5"),
    ],
)
def test_the_text_is_what_a_person_would_type(move: Move, text: str) -> None:
    assert str(move) == text
    assert parse(text) == move


@CALM
@given(st.one_of(st.text(), SENTENCES))
def test_any_text_is_one_move_or_unknown(text: str) -> None:
    try:
        move = parse(text)
    except UnknownMove:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "fly", "Roll", " roll", "roll ", "roll now", "stay\n", "steer 1", "draw turbo"),
        *("leave a b", "play", "play ejection on", "play ejection 2", "play a using b on c"),
        *("play a on b on c", "declare", "declare maybe", "declare can can", "keep"),
        *("keep 1:1 1:2", "discard", "exchange", "exchange 1:1 with x", "exchange 1:1 using"),
        *("give", "give 6", "leave ", "exchange 1:1 using "),
        *("give -1", "give 01", "give ²", "give 1 2", "give 99"),
        *(None, 1, b"pass", []),
    ],
)
def test_a_malformed_text_is_unknown(text: Any) -> None:
    with pytest.raises(UnknownMove):
        parse(text)


@CALM
@given(st.dictionaries(st.one_of(FIELDS, st.text(max_size=5)), JSON, max_size=3), JSON)
def test_JSON_of_no_known_kind_is_unknown(fields: dict[str, Any], kind: Any) -> None:
    assume(not isinstance(kind, str) or kind not in KINDS)
    with pytest.raises(UnknownMove):
        from_json({**fields, "kind": kind})


@CALM
@given(st.sampled_from(sorted(KINDS)), st.dictionaries(FIELDS, JSON, max_size=3))
def test_any_JSON_of_a_known_kind_is_that_move_or_unknown(
    kind: str, fields: dict[str, Any]
) -> None:
    form = {"kind": kind, **fields}
    try:
        move = from_json(form)
    except UnknownMove:
        return
    again = json.loads(json.dumps(move.to_json()))
    assert form.items() <= again.items()


@pytest.mark.parametrize(
    "form",
    [
        *({}, {"kind": None}, {"kind": []}, {"kind": {}}, {"kind": "fly"}),
        *({"kind": "roll", "dice": []}, {"kind": "give"}, {"kind": "give", "to": "1"}),
        *({"kind": "give", "to": True}, {"kind": "give", "to": 1.0}, {"kind": "give", "to": 2**60}),
        *({"kind": "declare", "answer": "maybe"}, {"kind": "declare", "answer": []}),
        *({"kind": "pay", "cards": "turbo"}, {"kind": "pay", "cards": [1]}, {"kind": "pay"}),
        *({"kind": "play"}, {"kind": "play", "card": "spy", "on": 1}, {"kind": "give", "to": 99}),
        {"kind": "keep", "treasure": 0},
        *({"kind": "pay", "cards": ["compass turbo"]}, {"kind": "keep", "treasure": "a b"}),
        *(None, 1, "pass", [["kind", "pass"]]),
    ],
    ids=str,
)
def test_malformed_JSON_is_unknown(form: Any) -> None:
    with pytest.raises(UnknownMove):
        from_json(form)


def test_a_move_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(moves.Play("spy"), "on", "2")  # noqa: B010 - it is a mistake that is tried here
    assert all(kind.__dataclass_params__.frozen for kind in MOVES.values())  # type: ignore[attr-defined] - of a dataclass


def test_a_move_that_is_listed_again_is_the_same_one() -> None:
    spy = moves.play("spy", "1")
    assert spy == moves.Play("spy", on="1")
    assert spy is moves.play("spy", "1")
    assert spy != moves.play("spy", "2")
    assert moves.discard("spy") != moves.keep("spy")
