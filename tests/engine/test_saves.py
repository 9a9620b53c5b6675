"""Saved games: plain JSON that is loaded whole or refused by name."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine import Game, Options, SaveBroken, SaveError, SaveTooNew, SaveTooOld, saves
from engine.options import BOXES
from tests.engine.mixes import mix, seed


def a_game(moves: int = 60, options: Options | None = None) -> Game:
    game = Game.new(4, options or Options(boxes=BOXES), seed(5))
    rng = Random(5)
    for _ in range(moves):
        seat = rng.choice(game.waiting)
        game.play(seat, rng.choice(game.legal(seat)))
    return game


def a_save() -> Any:
    return json.loads(json.dumps(a_game().dump()))


def refused(save: Any) -> SaveBroken:
    with pytest.raises(SaveBroken) as caught:
        Game.load(save)
    return caught.value


def test_a_save_is_plain_json_and_loads_as_the_same_game() -> None:
    game = a_game()
    loaded = Game.load(json.loads(json.dumps(game.dump())))
    assert loaded.dump() == game.dump()
    assert loaded.digest() == game.digest()
    assert [loaded.view(n) for n in range(4)] == [game.view(n) for n in range(4)]


def test_a_save_shares_nothing_with_its_game() -> None:
    game = a_game()
    save: Any = game.dump()
    save["table"]["discard"].clear()
    save["table"]["piles"].clear()
    save["options"]["boxes"] = []
    save["options"].clear()
    assert a_game().dump() == game.dump()


def test_a_newer_format_and_an_older_one_without_a_migration_are_refused_by_name() -> None:
    with pytest.raises(SaveTooNew) as caught:
        Game.load({**a_save(), "format": saves.FORMAT + 1})
    assert caught.value.data == {"format": saves.FORMAT + 1, "newest": saves.FORMAT}
    with pytest.raises(SaveTooOld):
        Game.load({**a_save(), "format": 0})


def test_an_older_format_is_migrated_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_zero(old: dict[str, object]) -> dict[str, object]:
        new = dict(old)
        new["table"] = new.pop("desk")
        return {**new, "format": 1}

    monkeypatch.setitem(saves.MIGRATIONS, 0, from_zero)
    old = a_save()
    old["desk"] = old.pop("table")
    assert Game.load({**old, "format": 0}).dump() == a_game().dump()


@pytest.mark.parametrize(
    "save",
    [{}, {"format": "1"}, {"format": True}, {"format": None}, None, 5, [1], "x", [], b"{}", {1: 2}],
)
def test_anything_but_a_save_is_refused(save: Any) -> None:
    assert refused(save).data["at"] == "save.format"


def test_the_place_of_the_damage_is_named_and_no_hand() -> None:
    save = a_save()
    save["table"]["seats"][2]["hand"][0] = "trombone"
    error = refused(save)
    assert not any(card in str(error) for card in (*a_game().view(2).hand, "trombone"))
    save["table"]["seats"][2]["hand"][0] = 7
    assert refused(save).data["at"] == "save.table.seats[2].hand[0]"


JUNK = (None, True, -1, 0, 1, 3, 99, 10**30, 0.5, "", "ship", "turbo", "1:1", [], {}, [[]], [0, 0])


def damage(save: Any, rng: Random) -> None:
    """Change one thing somewhere in a save."""
    here = save
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = rng.choice(keys)
        below = here[key]
        if isinstance(below, dict | list) and below and rng.random() < 0.85:
            here = below
            continue
        if rng.random() < 0.2:
            del here[key]
        elif rng.random() < 0.3 and len(keys) > 1:
            other = rng.choice(keys)
            here[key], here[other] = here[other], here[key]
        else:
            here[key] = deepcopy(rng.choice(JUNK))
        return


@pytest.mark.parametrize("number", range(12))
def test_a_damaged_save_is_refused_or_plays_on(number: int) -> None:
    rng = Random(f"damage {number}")
    seats, options = mix(number)
    game = Game.new(seats, options, seed(number))
    for _ in range(rng.randrange(150)):
        if not game.over:
            seat = rng.choice(game.waiting)
            game.play(seat, rng.choice(game.legal(seat)))
    whole = json.loads(json.dumps(game.dump()))
    for _ in range(60):
        save = deepcopy(whole)
        damage(save, rng)
        try:
            loaded = Game.load(save)
        except SaveError:
            continue
        _plays_on(loaded, rng)


def _plays_on(game: Game, rng: Random) -> None:
    for _ in range(200):
        if game.over:
            break
        seat = rng.choice(game.waiting)
        game.play(seat, rng.choice(game.legal(seat)))
