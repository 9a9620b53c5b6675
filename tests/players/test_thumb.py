"""The player by rule of thumb: its knowledge, its moves, and its strength.

Moves that hints explain, which a normal player makes by the same rules, have their tables in
`hinted`.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bench.arena.rounds import play_game
from engine import Game, Options
from engine.flow.question import Window
from engine.moves import Play
from engine.options import BOXES
from engine.rules import STEPS, rules_of
from engine.state.step import Step
from players import odds, ways
from players.random_player import RandomPlayer
from players.roster import PLAYERS, STAND_IN
from players.terminal.arguments import parser
from players.thumb import Thumb
from players.thumb.answers import WORTHS
from players.thumb.outlook import Outlook
from players.thumb.plays import GAINS, gain_of
from players.thumb.weights import PRICES, Weights
from tests.engine.mixes import mix, seed
from tests.players.baselines import Steady, share_of_wins
from tests.players.mixes import MIXES
from tests.rules.builder import Tested, table

RICH = "compass compass lightning_rod lightning_rod foghorn foghorn cannon cannon turbo turbo"
"""Cards for nearly any roll."""


def chosen(t: Tested, seat: int | None = None) -> str:
    """Its move at this table, as text."""
    view = t.game.view(t.waiting[0] if seat is None else seat)
    return str(Thumb().choose(view, Random(0)))


def decides(**laid_out: Any) -> str:
    """The decision of the first passenger."""
    return chosen(table(**laid_out).on_to("decisions"))


def cannot(question: str = "cannot", **laid_out: Any) -> Tested:
    """All passengers have stayed with a captain who cannot; then on to this question."""
    t = table(**laid_out).all_stay()
    while t.question != question:
        seat = t.waiting[0]
        t.do(f"{seat} declare cannot" if t.question == "declaration" else f"{seat} pass")
    return t


def first_pass(t: Tested, seat: int) -> Tested:
    """The others pass until it is this seat's turn."""
    while t.waiting[0] != seat:
        t.do(f"{t.waiting[0]} pass")
    return t


# --- what it knows -------------------------------------------------------------------------


def test_every_question_is_a_window_or_has_an_answer() -> None:
    asking = {kind for kind, step in STEPS.items() if step.legal is not Step.legal}
    windows = {kind for kind in asking if issubclass(STEPS[kind], Window)}
    assert set(WORTHS) == asking - windows


@pytest.mark.parametrize("name", MIXES)
def test_every_card_and_power_has_a_gain_and_a_price(name: str) -> None:
    rules = rules_of(MIXES[name][1])
    plays = {kind for kind in rules.act if kind in {*rules.copies, *rules.characters, "spyglass"}}
    assert plays <= set(GAINS)
    assert set(PRICES) >= {*plays, *rules.copies}


def test_an_unknown_card_stays_in_hand() -> None:
    view = table(dice="fog fog").on_to("decisions").game.view(1)
    assert gain_of(Outlook(view, Weights()), Play("loot")) < 0
    assert Weights().price("loot") > 0


def positions(number: int) -> Iterator[Game]:
    """Some states of a game between such players."""
    seats, options = mix(number)
    game, rng, thumb = Game.new(seats, options, bytes(32)), Random(number), Thumb()
    while not game.over:
        if rng.random() < 0.04:
            yield game
        seat = rng.choice(game.waiting)
        game.play(seat, thumb.choose(game.view(seat), rng), quiet=True)


@pytest.mark.parametrize("number", [2, 3, 5, 6, 9, 12])
def test_the_move_depends_on_the_view_alone(number: int) -> None:
    for game in positions(number):
        seat = game.waiting[0]
        view = game.view(seat)
        move = Thumb().choose(view, Random(number))
        assert any(move is one for one in view.legal)
        unreal = Game.imagine(view, Random(number)).view(seat)
        assert Thumb().choose(unreal, Random(number)) == move


def test_caches_change_no_move() -> None:
    first = play_game([Thumb()] * 3, Options(boxes=BOXES), seed(5)).game.digest()
    found = [it for module in (odds, ways) for it in vars(module).values()]
    caches = [it for it in found if hasattr(it, "cache_clear")]
    assert len(caches) >= 6
    for cache in caches:
        cache.cache_clear()
    assert play_game([Thumb()] * 3, Options(boxes=BOXES), seed(5)).game.digest() == first


# --- deciding ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "decision"), [("compass lightning_rod", "stay"), ("cannon cannon", "leave")]
)
def test_a_spied_hand_decides_whether_to_stay(hand: str, decision: str) -> None:
    hands = {0: hand, 1: f"spy {RICH}"}
    t = table(hands=hands, dice="fog lightning", city=2, boxes=("initiative",))
    assert chosen(t.do("1 play spy on 0").on_to("decisions")) == decision


@pytest.mark.parametrize(
    ("captain", "mine", "dice", "decision"),
    [
        ("cannon", RICH, "fog lightning", "leave"),
        ("cannon " * 8, RICH, "fog lightning", "stay"),
        (RICH, "", "fog blank", "leave"),
        (RICH, "compass foghorn cannon " * 2, "fog blank", "stay"),
    ],
)
def test_many_cards_of_the_captain_and_for_the_own_leg_speak_for_staying(
    captain: str, mine: str, dice: str, decision: str
) -> None:
    assert decides(hands={0: captain, 1: mine}, dice=dice, city=3) == decision


def test_a_jetpack_makes_a_crash_less_costly() -> None:
    hands = {0: "cannon cannon cannon", 1: "foghorn"}
    given: Any = {"dice": "fog lightning", "city": 5, "hands": hands}
    assert decides(**given) == "leave"
    view = table(**{**given, "hands": {**hands, 1: "jetpack"}}).on_to("decisions").game.view(1)
    assert Outlook(view, Weights()).crash > 0


@pytest.mark.parametrize(
    ("hand", "city", "move"),
    [("compass compass", 5, "roll"), (4 * "lightning_rod foghorn cannon " + "turbo", 3, "leave")],
)
def test_a_lone_captain_considers_kept_dice(hand: str, city: int, move: str) -> None:
    given: Any = {"dice": "fog fog blank", "ashore": (1,), "boxes": ("little_help",)}
    hands = {0: f"compass compass {hand}", 1: "mooring_line"}
    colours = ("red", "yellow")
    t = table(2, **given, hands=hands, city=city, characters=colours, mooring_keeps_dice=True)
    t.do("0 roll").declare("can").on_to("payment")
    t.do("0 pay compass compass").on_to("cards_down").do("1 play mooring_line")
    assert chosen(t) == move


SHORT: Any = {"dice": "blank blank blank blank", "city": 8, "left": {9: 2}}
"""A flight that nothing stops, to a last city that has two treasures left."""


def test_a_passenger_leaves_who_would_get_no_last_treasure() -> None:
    t = table(4, **SHORT, hands={1: RICH}).on_to("decisions")
    assert chosen(t) == "stay"
    assert chosen(t.do("1 stay")) == chosen(t.do("2 stay")) == "leave"
    assert chosen(table(4, **SHORT).on_to("decisions").do("1 leave", "2 leave")) == "stay"


def test_an_early_city_with_the_last_treasure_is_left_in_time() -> None:
    only: Any = {"left": {4: 1, **dict.fromkeys(range(5, 10), 0)}}
    assert decides(dice="blank blank", city=3, **only) == "leave"


# --- the captain ---------------------------------------------------------------------------


def test_turbos_are_spent_where_arriving_is_worth_them() -> None:
    t = table(hands={0: f"turbo {RICH}"}, dice="fog birds birds birds", city=8).all_stay()
    assert chosen(t.on_to("declaration")) == "declare can"


def test_the_dice_that_cannot_be_paid_are_rolled_again() -> None:
    hands = {0: "alternative_route compass", 1: "foghorn", 2: "foghorn"}
    t = first_pass(cannot(hands=hands, dice="fog birds", city=3), 0)
    assert chosen(t) == "play alternative_route"
    assert chosen(t.do("0 play alternative_route")) == "reroll birds"


# --- saving the ship, or oneself -----------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "said", "nothing"),
    [
        ("compass compass", "can", True),
        ("cannon", "cannot", False),
        ("turbo turbo", "cannot", False),
    ],
)
def test_only_a_captain_whose_equipment_is_enough_rolls_nothing_again(
    hand: str, said: str, nothing: bool
) -> None:
    hands = {0: hand, 1: "alternative_route"}
    t = table(hands=hands, dice="fog fog fog", city=2, reroll_none=True).all_stay()
    t.on_to("declaration").do(f"0 declare {said}", "1 play alternative_route")
    assert (chosen(t) == "reroll") == nothing


def test_a_captain_who_said_cannot_still_names_another_and_leaves() -> None:
    hands = {0: "desperate_need", 1: "", 2: ""}
    t = cannot(seats=3, hands=hands, dice="fog birds", city=4, boxes=("initiative",))
    t.do(f"0 {chosen(t, 0)}")
    assert (t.discarded("desperate_need"), chosen(t)) == (1, "leave")


def test_only_needed_help_is_laid() -> None:
    hands = {0: "cannon", 1: f"help_fog help_fog {RICH}"}
    given: Any = {"dice": "fog blank", "city": 3, "ashore": (2,), "boxes": ("little_help",)}
    t = cannot(hands=hands, **given)
    assert chosen(t, 1) == "play help_fog"
    assert chosen(t.do("1 play help_fog"), 1) == "pass"


@pytest.mark.parametrize(("left", "move"), [(2, "play grappling_hook"), (1, "pass")])
def test_the_hook_is_played_for_a_treasure_ahead(left: int, move: str) -> None:
    hands, laid = {0: RICH, 1: "grappling_hook"}, {**SHORT, "left": {9: left}}
    t = table(**laid, hands=hands, boxes=("grappling_hook",)).on_to("decisions")
    t.do("1 leave", "2 leave").on_to("can")
    assert chosen(first_pass(t, 1), 1) == move


# --- against rivals ------------------------------------------------------------------------


def ahead(seat: int) -> dict[int, str]:
    """This seat is close to the goal, the others are not."""
    return {seat: "9:25 8:20"}


def test_no_card_is_played_for_no_gain_even_at_the_end() -> None:
    hand = "compass compass lightning_rod lightning_rod foghorn foghorn cannon cannon wind_gust"
    given: Any = {"treasures": {1: "9:25 9:25"}, "ashore": (1,), "dice": "fog blank"}
    t = table(2, **given, hands={0: hand}, city=3).do("0 roll").on_to("declaration")
    t.do("0 declare can").do("1 pass")
    view = t.game.view(0)
    assert abs(gain_of(Outlook(view, Weights()), Play("wind_gust"))) < Weights().tie
    assert {str(Thumb().choose(view, Random(luck))) for luck in range(20)} == {"pass"}


def test_a_leader_who_gets_no_treasure_is_not_ejected() -> None:
    given: Any = {"hands": {0: f"ejection {RICH}"}, "treasures": {2: "9:25 8:20"}}
    assert chosen(first_pass(table(**given, **SHORT).all_stay(), 0)) == "pass"


# --- playing -------------------------------------------------------------------------------


BEATEN: dict[str, tuple[Options, bool, float]] = {
    "random": (Options(), False, 0.6),
    "random, every box": (Options(boxes=BOXES), False, 0.8),
    "steady": (Options(), True, 0.3),
    "steady, every box": (Options(boxes=BOXES), True, 0.45),
}
"""The table, whether the three rivals think, and the least share of wins among four."""


@pytest.mark.parametrize("name", BEATEN)
def test_thumb_wins_far_more_than_its_share(name: str) -> None:
    options, thinking, least = BEATEN[name]
    rivals = [Steady(4), Steady(5), Steady(6)] if thinking else [RandomPlayer()] * 3
    assert share_of_wins(Thumb, rivals, options, range(20)) >= least


def test_players_are_chosen_by_name_and_people_play_against_the_stand_in_by_default() -> None:
    assert isinstance(PLAYERS["easy"](), Thumb)
    assert parser().parse_args(["play", "--players", "thumb"]).players == ("easy",)
    assert parser().parse_args(["play"]).players == (STAND_IN,)
