"""No changed record passes for the original.

`python -m pytest -m long tests/engine/test_record_changes.py` tries ten thousand changes.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from engine import Record, RecordError
from engine.codec import encode
from engine.deal import canonical
from engine.records import OVER, verify
from tests.engine.mixes import mix
from tests.engine.recorded import broken_off, played

Json = dict[str, Any]

FEW, MANY = 150, 10_000
GAMES = 24
"""Records that are changed, of all mixes: half of them of games that were broken off."""


@cache
def record(number: int) -> Record:
    return broken_off(number) if number % 4 > 1 else played(number)


def passes(data: Json) -> bool:
    try:
        return verify(Record.from_json(data)).fits
    except RecordError:
        return False


def signed(data: Json) -> Json | None:
    """The same with a fingerprint made anew; None where it has no longer the form of a record."""
    try:
        return {**data, "fingerprint": Record(**_decoded(data)).signed.fingerprint}
    except (RecordError, TypeError, ValueError):
        return None


# --- changes -------------------------------------------------------------------------------


def drop(data: Json, rng: Random) -> None:
    place = rng.choice([data, data["options"]])
    del place[rng.choice(sorted(place))]


def add(data: Json, rng: Random) -> None:
    rng.choice([data, data["options"]])[rng.choice(("cheat", "joins", "edition"))] = 1


def other(value: Any, rng: Random) -> Any:
    """Return a similar value."""
    match value:
        case bool():
            return rng.choice((not value, int(value), None))
        case int():
            return rng.choice((value + 1, value - 1, -value, float(value), f"{value}", value == 1))
        case str():
            return rng.choice([change(value, rng) for change in TEXTS])
        case list():
            return rng.choice([change(list(value), rng) for change in LISTS])
        case None:
            return rng.choice((0, False, "", []))
        case _:
            return None


TEXTS: tuple[Callable[[str, Random], Any], ...] = (
    lambda text, _: text.upper(),
    lambda text, _: text.swapcase(),
    lambda text, _: f" {text}",
    lambda text, _: f"{text}\n",
    lambda text, _: f"0{text}",
    lambda text, _: text.replace(" ", "  "),
    lambda text, _: text[:-1],
    lambda text, rng: text.replace(rng.choice(text or "x"), rng.choice("0123456789abcdef"), 1),
    lambda text, _: [text],
)


def _swapped(items: list[Any], rng: Random) -> list[Any]:
    if len(items) > 1:
        place = rng.randrange(len(items) - 1)
        items[place : place + 2] = items[place : place + 2][::-1]
    return items


def _doubled(items: list[Any], rng: Random) -> list[Any]:
    if items:
        place = rng.randrange(len(items))
        items.insert(place, deepcopy(items[place]))
    return items


def _one_less(items: list[Any], rng: Random) -> list[Any]:
    if items:
        del items[rng.randrange(len(items))]
    return items


def _one_changed(items: list[Any], rng: Random) -> list[Any]:
    if items:
        place = rng.randrange(len(items))
        items[place] = other(items[place], rng)
    return items


LISTS: tuple[Callable[[list[Any], Random], list[Any]], ...] = (
    *(_swapped, _doubled, _one_less, _one_changed, _one_changed),
    lambda items, rng: items[: rng.randrange(len(items) + 1)],
    lambda items, rng: rng.sample(items, len(items)),
    lambda items, _: [],
)


def alter(data: Json, rng: Random) -> None:
    name = rng.choice(sorted(data))
    data[name] = other(data[name], rng)


def flip(data: Json, rng: Random) -> None:
    """Another value of an option, perhaps one that never mattered."""
    name = rng.choice(sorted(data["options"]))
    data["options"][name] = other(data["options"][name], rng)


def take_options(data: Json, rng: Random) -> None:
    _, options = mix(rng.randrange(200))
    name = rng.choice(sorted(data["options"]))
    data["options"][name] = encode(options)[name]


def reorder(data: Json, rng: Random) -> None:
    name = rng.choice(("moves", "course", "totals", "winners", "chosen"))
    data[name] = rng.choice(LISTS)(data[name], rng)


def cut_short(data: Json, rng: Random) -> None:
    """End the moves early, and remove the result."""
    data["moves"] = data["moves"][: rng.randrange(len(data["moves"]))]
    data["totals"] = data["winners"] = []


def blame(data: Json, rng: Random) -> None:
    data["ending"] = rng.choice(("over", "seat 1", "seat 5", "seat 01", "moderator", "nobody", ""))


def word(data: Json, rng: Random) -> None:
    data["course"].insert(rng.randrange(len(data["course"]) + 1), "word 0 mine")


CHANGES = (*[alter, flip, reorder] * 2, drop, add, take_options, cut_short, blame, word)


def changed(number: int) -> tuple[Json, Json]:
    """A record, and the same with the change of this number, or two of them."""
    rng = Random(f"change {number}")
    before: Json = encode(record(number % GAMES))
    after = deepcopy(before)
    for change in rng.choices(CHANGES, k=rng.choice((1, 1, 2))):
        try:
            change(after, rng)
        except (KeyError, TypeError, ValueError, AttributeError):
            continue  # an earlier change has left nothing there to be changed
    return before, after


# --- what is held --------------------------------------------------------------------------


def check(numbers: range) -> None:
    """No change passes. One that is signed anew has another fingerprint, if it passes at all: it
    tells of a game that was broken off, or that came to the same end by a pass more or less."""
    seen = 0
    for number in numbers:
        before, after = changed(number)
        if canonical(before) == canonical(after):
            continue
        seen += 1
        assert not passes(after), number
        again = signed(after)
        if again is not None and again != before and passes(again):
            assert again["ending"] != OVER or _by_other_moves(before, again), number
            assert again["fingerprint"] != before["fingerprint"], number
    assert seen > len(numbers) * 0.8


def _by_other_moves(before: Json, after: Json) -> bool:
    """Is it the same deal with the same result, by other moves?"""
    moves = {"moves": [], "fingerprint": ""}
    return before | moves == after | moves


def _decoded(data: Json) -> Json:
    """The fields of a record from its JSON form, before anything in them is judged."""
    spelt = Record.from_json({**data, "fingerprint": "0" * 64})
    return {name: getattr(spelt, name) for name in data}


def test_every_record_passes_before_it_is_changed() -> None:
    assert all(passes(encode(record(number))) for number in range(GAMES))


def test_no_changed_record_passes() -> None:
    check(range(FEW))


@pytest.mark.long
def test_of_ten_thousand_changes_none_passes() -> None:
    check(range(MANY))


def test_a_signed_lie_about_the_ending_has_another_fingerprint() -> None:
    true = encode(record(2))
    lie = signed({**true, "ending": "seat 1"})
    assert lie is not None
    assert passes(lie)
    assert lie["fingerprint"] != true["fingerprint"]
    assert not passes({**true, "ending": "seat 1"})
