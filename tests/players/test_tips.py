"""Tips: for every card, power, character and box, from the view alone, and each at its time."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine import Game, Options, View
from engine.box import CHARACTERS, COVERS, EQUIPMENT, LITTLE_HELP, ROWBOATS, SPYGLASS, TURBO
from engine.options import BOXES, VARIANTS
from engine.rules import rules_of
from players.thumb import Thumb
from players.tips import BASE, about, all_tips, tips_for, tips_in
from players.words import LANGUAGES, Voice, catalogue
from tests.engine.mixes import mix, seed
from tests.rules.builder import table

EVERYTHING = rules_of(Options(boxes=BOXES))
THINGS = {*EVERYTHING.copies, *COVERS, TURBO, SPYGLASS, *ROWBOATS, *CHARACTERS, *BOXES}
"""All cards, powers, characters and boxes."""
SENTENCE = re.compile(r"[.!?…](?=\s|$)")
JARGON = re.compile(r"window|fenêtre|\bleg\b|\bphase\b", re.IGNORECASE)
LONGEST = 260


def told(language: str, key: str) -> list[str]:
    """A tip in all its forms."""
    voice = Voice(catalogue(language), str)
    views = [Game.new(2, Options(variant=it), seed(1)).view(0) for it in VARIANTS]
    return [*dict.fromkeys(voice.tip(key, view) for view in views)]


def test_twelve_tips_make_the_base_game() -> None:
    assert len({*BASE}) == len(BASE) == 12
    assert tips_in(Options(variant="beginner")) == {*BASE}


@pytest.mark.parametrize("thing", sorted(THINGS))
def test_every_card_power_character_and_box_has_a_tip(thing: str) -> None:
    for language in LANGUAGES:
        assert about(thing) in tips_in(Options(boxes=BOXES))
        assert f"tip-{about(thing)}" in catalogue(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(all_tips()))
def test_a_tip_is_two_plain_sentences_at_most(language: str, key: str) -> None:
    for text in told(language, key):
        assert 1 <= len(SENTENCE.findall(text)) <= 2, text
        assert text.endswith(".")
        assert len(text) <= LONGEST
        assert not JARGON.search(text), text


def test_the_tip_about_the_end_depends_on_the_variant() -> None:
    cities, points = told("en", "end")[1], told("en", "end")[0]
    assert "five different cities" in cities
    assert "50 points" in points


# --- each at its time ----------------------------------------------------------------------


def views(options: Options, seats: int, number: int) -> Iterator[View]:
    """The views of all seats at each question, in a game that is played half by chance."""
    rng, player = Random(number), Thumb()
    game = Game.new(seats, options, seed(number))
    while not game.over:
        for it in range(seats):
            yield game.view(it)
        seat = rng.choice(game.waiting)
        by_chance = rng.random() < 0.4
        move = rng.choice(game.legal(seat)) if by_chance else player.choose(game.view(seat), rng)
        game.play(seat, move, quiet=True)


ENOUGH = 40
"""Games in which everything comes up."""


@pytest.mark.parametrize("number", range(14))
def test_every_tip_of_a_mix_comes_up_at_some_time_and_no_other(number: int) -> None:
    seats, options = mix(number)
    missing = set(tips_in(options))
    for game in range(ENOUGH):
        for view in views(options, seats, 100 * number + game):
            found = tips_for(view)
            assert set(found) <= tips_in(options)
            assert len(set(found)) == len(found)
            missing -= set(found)
        if not missing:
            return
    raise AssertionError(f"never in {ENOUGH} games of {seats} with {options}: {missing}")


def test_what_is_asked_comes_first() -> None:
    t = table(hands={0: "compass", 1: "turbo jetpack"}, dice="fog blank").on_to("decisions")
    assert tips_for(t.game.view(1))[:4] == ("leave", "dice", "next", "trust")
    assert tips_for(t.game.view(2))[:3] == ("leave", "dice", "trust")
    assert tips_for(t.game.view(0))[:2] == ("captain", "dice")
    assert tips_for(table(hands={0: "compass"}, city=4, ashore=(1, 2)).game.view(0))[0] == "alone"


def test_a_card_that_can_be_played_comes_before_one_that_is_kept() -> None:
    t = table(hands={0: "compass", 1: "jetpack wind_gust"}, dice="fog blank").do("1 stay", "2 stay")
    found = tips_for(t.game.view(1))
    assert found[0] == "wind_gust"
    assert found.index("wind_gust") < found.index("dice") < found.index("jetpack")


def test_equipment_brings_no_tip_by_itself() -> None:
    t = table(2, hands={0: " ".join(EQUIPMENT)}, dice="blank blank")
    assert set(map(about, (*EQUIPMENT, *LITTLE_HELP))) == {"dice", "help"}
    assert "dice" not in tips_for(t.game.view(0))


def test_who_only_watches_gets_no_tip() -> None:
    assert tips_for(Game.new(3, Options(boxes=BOXES), seed(1)).view(None)) == ()


# --- nothing but the view ------------------------------------------------------------------


@pytest.mark.parametrize("number", range(0, 8, 2))
def test_what_a_seat_cannot_know_changes_none_of_its_tips(number: int) -> None:
    """The same view, in a game with other cards in hands and piles, has the same tips."""
    rng, compared = Random(f"tips {number}"), 0
    seats, options = mix(number)
    game = Game.new(seats, options, seed(number))
    while not game.over:
        if rng.random() < 0.2:
            for seat in range(seats):
                view = game.view(seat)
                other = Game.imagine(view, rng)
                found = tips_for(view)
                assert tips_for(other.view(seat)) == found == tips_for(view)
                compared += bool(found) and other.view(1 - seat % 2) != game.view(1 - seat % 2)
        seat = rng.choice(game.waiting)
        game.play(seat, rng.choice(game.legal(seat)), quiet=True)
    assert compared
