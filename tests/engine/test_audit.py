"""Loading a saved game names each impossible value."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import Game, Options, SaveBroken
from engine.options import BOXES
from tests.engine.mixes import seed

Change = Callable[[Any], object]


def a_save() -> Any:
    """A game of every box in which passengers are deciding."""
    game = Game.new(4, Options(boxes=BOXES), seed(3))
    while game.view(None).question != "decisions":
        game.play(game.waiting[0], game.legal(game.waiting[0])[0])
    return json.loads(json.dumps(game.dump()))["table"]


def _sees(zone: str, at: int, card: str, depth: int = -1) -> Change:
    sighting = {"zone": zone, "at": at, "card": card, "depth": depth}
    return lambda t: t["seats"][0].update(memory=[sighting])


def _twice_in_a_pile(t: Any) -> None:
    sighting = {"zone": "pile", "at": 9, "card": "9:25", "depth": 0}
    t["seats"][0]["memory"] = [sighting, sighting]


def _swapped_piles(t: Any) -> None:
    t["piles"][7][0], t["piles"][8][0] = t["piles"][8][0], t["piles"][7][0]


def _the_same_character_twice(t: Any) -> None:
    t["seats"][1]["character"] = t["seats"][0]["character"]


IMPOSSIBLE: dict[str, list[Change]] = {
    "captain": [lambda t: t.update(captain=4)],
    "journey": [lambda t: t.update(journey=0)],
    "piles": [lambda t: t["piles"].pop(), _swapped_piles],
    "discard": [lambda t: t["discard"].update(turbo=0)],
    "cards": [lambda t: t["deck"].pop(), lambda t: t["discard"].update(turbo=1)],
    "treasures": [
        lambda t: t["piles"][0].pop(),
        lambda t: t["removed"].append("3:99"),
        lambda t: t["seats"][0]["treasures"].append(t["piles"][8][0]),
    ],
    "seats[1].laid": [lambda t: t["seats"][1].update(laid=["compass"] * 20)],
    "seats[2].crew": [lambda t: t["seats"][2].update(crew=2)],
    "seats[2].tokens": [lambda t: t["seats"][2].update(tokens=-1)],
    "seats[0].character": [lambda t: t["seats"][0].update(character="pink")],
    "seats": [_the_same_character_twice],
    "seats[0].memory": [
        _sees("hand", 0, "compass"),
        _sees("hand", 7, "compass"),
        _sees("hand", 1, "trombone"),
        _sees("sleeve", 1, "compass"),
        _sees("treasures", 1, "9:25"),
        _sees("pile", 0, "9:25"),
        _sees("pile", 9, "9:25", 99),
        _sees("pile", 9, "8:20", 0),
        _sees("hand", 1, "compass", 0),
        _twice_in_a_pile,
    ],
    "ship": [lambda t: t["ship"].update(city=0), lambda t: t["ship"].update(course=5)],
    "boat": [lambda t: t["boat"].update(kept=["storm"])],
    "in_ship": [lambda t: t.update(in_ship=[0, 1, 2, 9]), lambda t: t.update(in_ship=[3, 2, 1, 0])],
    "in_boat": [lambda t: t.update(in_ship=[1, 2, 3], in_boat=[0])],
    "leg.seats": [
        lambda t: t["leg"].update(took=[5]),
        lambda t: t["leg"].update(usurper=5),
        lambda t: t["leg"].update(helpers=[5]),
        lambda t: t["leg"].update(undecided=[1, 1]),
        lambda t: t["leg"].update(jumpers=[[1, "jetpack", ""], [1, "jetpack", ""]]),
    ],
    "leg.jumpers": [lambda t: t["leg"].update(jumpers=[[1, "jetpack", ""]])],
    "leg.extra": [lambda t: t["leg"].update(extra=10**6)],
    "leg.craft": [lambda t: t["leg"].update(craft="kite")],
    "leg.city": [lambda t: t["leg"].update(target=12)],
    "leg.dice": [lambda t: t["leg"].update(dice=["storm"])],
    "leg.said": [lambda t: t["leg"].update(said="maybe")],
    "leg.help": [lambda t: t["leg"].update(helpers=[1])],
    "waiting": [lambda t: t.update(waiting=[4]), lambda t: t.update(waiting=[1, 1])],
    "agenda": [
        lambda t: t.update(waiting=[]),
        lambda t: t.update(waiting=[0]),
        lambda t: t.update(agenda=["decisions"]),
        lambda t: t["agenda"].insert(2, "turn"),
        lambda t: t["agenda"].insert(3, "payment"),
        lambda t: t["agenda"].append("cannot"),
        lambda t: t["agenda"].append({"kind": "take_treasure", "seat": 9, "city": 1}),
        lambda t: t["agenda"].append({"kind": "take_treasure", "seat": 1, "city": 0}),
        lambda t: t["agenda"].append({"kind": "give_gifts", "giver": 0, "to": [9]}),
        lambda t: t.update(agenda=["turn", "boat_leg", "leg_end", "turn_over"]),
    ],
}
CASES = [
    pytest.param(place, change, id=f"{place}-{n}")
    for place, changes in IMPOSSIBLE.items()
    for n, change in enumerate(changes)
]


@pytest.mark.parametrize(("place", "change"), CASES)
def test_each_impossible_value_is_named(place: str, change: Change) -> None:
    whole = Game.new(4, Options(boxes=BOXES), seed(3)).dump()
    table = a_save()
    Game.load({**whole, "table": table})
    change(table)
    with pytest.raises(SaveBroken) as caught:
        Game.load({**whole, "table": table})
    assert caught.value.data == {"at": f"save.table.{place}"}


def _sails(t: Any) -> None:
    t["in_ship"].remove(0)
    t.update(in_boat=[0])
    t["boat"]["card"] = t["deck"].pop()


def _helps(t: Any) -> None:
    t["leg"]["help"] = [t["deck"].pop()]


IN_THE_BASE_BOX: dict[str, Change] = {
    "seats[0].power": lambda t: t["seats"][0].update(power=True),
    "boat.card": _sails,
    "ship.card": lambda t: t["ship"].update(card="compass"),
    "leg.help": _helps,
}


@pytest.mark.parametrize("place", IN_THE_BASE_BOX)
def test_what_the_base_box_lacks_is_impossible_there(place: str) -> None:
    save: Any = json.loads(json.dumps(Game.new(4, seed=seed(3)).dump()))
    IN_THE_BASE_BOX[place](save["table"])
    with pytest.raises(SaveBroken) as caught:
        Game.load(save)
    assert caught.value.data == {"at": f"save.table.{place}"}
