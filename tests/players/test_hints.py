"""Hints: the move of a hard computer, with a reason, from the view alone."""

from collections.abc import Iterator
from random import Random

import pytest

from engine import Game, View
from engine.moves import Play
from players.hard import Hard
from players.hints import WHYS, hint_for
from players.hints.cards import PLAYED
from players.hints.hint import tenths
from players.hints.reasons import explained
from players.normal import Normal
from players.thumb.plays import GAINS
from players.words import LANGUAGES, Voice, catalogue
from tests.engine.mixes import mix
from tests.players.hinted import TOLD, before_roll, deciding, falling, powers
from tests.players.test_thumb import RICH
from tests.players.words.telling import is_whole
from tests.rules.builder import table


def voice(language: str) -> Voice:
    return Voice(catalogue(language), lambda seat: f"Ada{seat}")


# --- each reason ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOLD)
def test_each_move_has_its_reason(name: str) -> None:
    laid, says = TOLD[name]
    why, _, asked = name.partition(": ")
    view = laid().game.view(int(asked[0]))
    (move,) = [move for move in view.legal if str(move) == asked[2:]]
    hint = explained(view, move)
    assert (hint.why, voice("en").hint(hint)) == (why, says)
    assert hint_for(view).move == Hard().choose(view, Random(0))


def test_a_look_at_other_cards_than_the_captain_s_is_just_a_play() -> None:
    view = before_roll(f"spy {RICH}", "cannon", boxes=("initiative",)).game.view(1)
    whys = {it.on: explained(view, it).why for it in view.legal if isinstance(it, Play)}
    assert whys == {"0": "spy", "2": "play"}


def test_nobody_is_told_that_cards_pay_which_do_not() -> None:
    why = {}
    for hand in (RICH, "cannon"):
        t = falling("cannon", hand, dice="fog birds", city=5, **powers("blue"))
        move = next(it for it in t.game.legal(1) if str(it) == "play blue")
        why[hand] = explained(t.game.view(1), move).why
    assert why == {RICH: "take-over", "cannon": "play"}


def test_every_reason_has_a_table() -> None:
    assert {name.partition(":")[0] for name in TOLD} == WHYS - {"play"}


def test_every_card_that_computers_play_has_a_reason() -> None:
    assert PLAYED.keys() == GAINS.keys()


def test_an_unknown_card_has_a_reason_too() -> None:
    view = falling("", "jetpack", "crashing", dice="fog birds", city=5).game.view(1)
    hint = explained(view, Play("loot"))
    assert voice("en").hint(hint) == "It gains you more now than it is worth in your hand."


# --- facts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("odds", "said"), [(0.0, 0), (0.002, 1), (0.04, 1), (0.26, 3), (0.97, 9), (0.999, 9), (1.0, 10)]
)
def test_only_what_is_certain_has_no_odds(odds: float, said: int) -> None:
    assert tenths(odds) == said


@pytest.mark.parametrize(("mine", "better"), [("cannon cannon", True), ("compass " * 9, False)])
def test_the_odds_are_those_of_the_cards_that_this_seat_cannot_see(
    mine: str, *, better: bool
) -> None:
    """A seat that holds the cards a captain needs knows that the captain lacks them."""
    view = deciding("cannon " * 6, mine, dice="fog fog", city=3).game.view(1)
    assert ((hint_for(view).tenths or 0) > 5) == better


def test_a_hint_in_the_Gap_names_the_city_beyond() -> None:
    t = table(hands={0: "", 1: "jetpack"}, dice="fog fog", city=6, boxes=("boscalumia",))
    hint = hint_for(t.do("0 steer").on_to("decisions").game.view(1))
    assert "Boscalumia" in voice("en").hint(hint)
    assert hint.ahead == 25


# --- whole games ---------------------------------------------------------------------------


SOME = 0.15


def asked(number: int) -> Iterator[tuple[int, View]]:
    """Some of the choices in a game between normal computers."""
    seats, options = mix(number)
    game, rng, normal = Game.new(seats, options, bytes(32)), Random(number), Normal()
    while not game.over:
        seat = rng.choice(game.waiting)
        view = game.view(seat)
        if len(view.legal) > 1 and rng.random() < SOME:
            yield seat, view
        game.play(seat, normal.choose(view, rng), quiet=True)


@pytest.mark.parametrize("number", range(0, 8, 2))
def test_a_hint_depends_on_the_view_alone(number: int) -> None:
    for seat, view in asked(number):
        hint = hint_for(view)
        assert hint.move in view.legal
        assert hint_for(Game.imagine(view, Random(number)).view(seat)) == hint


def test_every_hint_of_whole_games_is_said() -> None:
    voices = [voice(language) for language in LANGUAGES]
    for number in range(6):
        for _, view in asked(number):
            hint = hint_for(view)
            assert all(is_whole(each.hint(hint)) for each in voices)
