"""Everything that the engine can say has words, and the words fit."""

import ast
from dataclasses import fields
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import engine
from engine import CelestiaError, Game, Options, OptionsError
from engine.box import CITY_OF
from engine.events import EVENTS, Played, Spied, Took
from engine.moves import MOVES, Play, parse
from engine.options import BOXES
from engine.rules import STEPS, rules_of
from engine.state.pieces import Leg
from engine.state.step import Step
from players import words
from players.match import Match
from players.random_player import RandomPlayer
from players.voice import FORMS, Voice, refusal
from tests.players.mixes import MIXES

RAISED = {"OptionsError", "IllegalMove", "UnknownMove", "who"}


def codes_in_engine() -> set[str]:
    """The codes of all refusals: arguments of the errors, and what `why` answers with."""
    found: set[str] = set()
    folder = Path(engine.__file__).parent
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name(name), [ast.Constant(str(code)), *_]) if name in RAISED:
                    found.add(code)
                case ast.Return(ast.Constant(str(code))) if file.name == "why.py":
                    found.add(code)
                case _:
                    pass
    return found


def asked_for(sentence: str) -> list[tuple[str, str]]:
    """The fields of a sentence, each with its form."""
    parts = Formatter().parse(sentence)
    return [(name, form or "") for _, name, form, _ in parts if name is not None]


def assert_fits(sentences: dict[str, str], kinds: dict[str, Any]) -> None:
    assert set(sentences) == set(kinds)
    for kind, sentence in sentences.items():
        for name, form in asked_for(sentence):
            assert name in {field.name for field in fields(kinds[kind])}, sentence
            assert form in FORMS, sentence


def test_every_event_has_words_that_fit() -> None:
    assert_fits(words.EVENTS, EVENTS)


def test_every_move_has_words_that_fit() -> None:
    assert_fits(words.MOVES, MOVES)


def test_every_question_has_words_that_fit() -> None:
    asking = {kind for kind, step in STEPS.items() if step.legal is not Step.legal}
    assert_fits(words.QUESTIONS, dict.fromkeys(asking, Leg))


@pytest.mark.parametrize("mix", MIXES)
def test_every_card_and_power_has_words(mix: str) -> None:
    rules = rules_of(MIXES[mix][1])
    kinds = {*rules.copies, *rules.characters, *rules.act} - set(MOVES)
    assert kinds <= set(words.CARDS)


def test_no_card_has_words_without_being_in_any_box() -> None:
    rules = [rules_of(options) for _, options in MIXES.values()]
    kinds = {kind for each in rules for kind in (*each.copies, *each.characters, *each.act)}
    assert set(words.CARDS) <= kinds


def test_every_treasure_has_words() -> None:
    assert set(CITY_OF) <= set(words.THINGS)


def test_every_refusal_has_words_and_no_words_are_left_over() -> None:
    ours = {"no_such_number", "nothing_typed"}
    assert codes_in_engine() == {*words.OPTIONS_ERRORS, *words.MOVE_ERRORS} - ours


BAD_OPTIONS: dict[str, tuple[int, dict[str, Any]]] = {
    "unknown_box": (4, {"boxes": ("loot",)}),
    "unknown_variant": (4, {"variant": "solo"}),
    "variant_alone": (2, {"variant": "crew", "boxes": ("initiative",)}),
    "wrong_type": (4, {"goal": 50.0}),
    "goal_out_of_range": (4, {"goal": 3}),
    "beginner_has_no_goal": (4, {"variant": "beginner", "goal": 60}),
    "help_penalty_out_of_range": (4, {"help_penalty": 3}),
    "characters_need_little_help": (2, {"characters": ("red", "blue")}),
    "unknown_character": (2, {"boxes": BOXES, "characters": ("red", "pink")}),
    "character_taken_twice": (2, {"boxes": BOXES, "characters": ("red", "red")}),
    "seats_out_of_range": (7, {}),
    "crew_is_for_two": (3, {"variant": "crew"}),
    "no_such_captain": (3, {"first_captain": 3}),
    "one_character_each": (3, {"boxes": BOXES, "characters": ("red", "blue")}),
    "seed_of_wrong_size": (2, {"seed": b""}),
}


def test_every_refused_mix_is_tried() -> None:
    assert set(BAD_OPTIONS) == set(words.OPTIONS_ERRORS)


@pytest.mark.parametrize("code", BAD_OPTIONS)
def test_a_refused_mix_is_explained(code: str) -> None:
    seats, given = BAD_OPTIONS[code]
    chosen = {"seed": bytes(32), **given}
    with pytest.raises(OptionsError) as refused:
        Game.new(seats, seed=chosen.pop("seed"), options=Options(**chosen))
    assert refused.value.code == code
    sentence = refusal(refused.value)
    assert sentence.endswith(".")
    assert "{" not in sentence


@pytest.mark.parametrize("code", words.MOVE_ERRORS)
def test_a_refused_move_is_explained_without_further_facts(code: str) -> None:
    assert refusal(CelestiaError(code)).endswith(".")


@pytest.mark.parametrize("mix", MIXES)
def test_whole_games_can_be_told_to_every_seat(mix: str) -> None:
    seats, options = MIXES[mix]
    match = Match([RandomPlayer()] * seats, options, bytes(32))
    voices = [Voice(seat) for seat in range(seats)]
    for turn in match.turns():
        told = [
            voice.tell(seen)
            for voice in voices
            for event in turn.events
            if (seen := event.seen_by(voice.me))
        ]
        assert all(sentence.endswith(".") and "None" not in sentence for sentence in told)
        if not match.game.over:
            view = match.game.view(match.game.waiting[0])
            assert voices[0].ask(view)[-1] in "?!."
            assert all(parse(str(move)) == move and voices[0].offer(move) for move in view.legal)


def test_what_is_secret_is_said_to_its_seat_alone() -> None:
    event = Took(seat=1, city=3, treasure="3:5")
    mine, others = event.seen_by(1), event.seen_by(0)
    assert mine
    assert others
    assert Voice(1).tell(mine) == "You took a treasure of Veltane: Veltane 5."
    assert Voice(0).tell(others) == "Seat 1 took a treasure of Veltane."


def test_the_own_seat_is_you_wherever_it_stands() -> None:
    assert Voice(2).tell(Played(2, "ejection", "0")) == "You played Ejection on seat 0."
    assert Voice(2).tell(Spied(0, 2, None)) == "Seat 0 looked at your hand."
    assert Voice().tell(Spied(0, 2, ("spy", "spy"))) == "Seat 0 looked at seat 2's hand: 2 x Spy."


def test_a_treasure_can_be_the_price_of_a_power() -> None:
    said = Voice(0).offer(Play("red", "3:5"))
    assert said.startswith("Play Amelia Lorna-Lou's power, giving up Veltane 5: ")
