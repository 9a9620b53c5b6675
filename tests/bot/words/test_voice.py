"""Everything that the engine tells, offers, asks or refuses is said in every language."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from bot.discord.limits import BUTTON_LABEL, OPTION_DESCRIPTION
from bot.tables.table_events import TABLE_EVENTS
from bot.words import LANGUAGES, Voice, catalogue
from engine import CelestiaError, Event, Game, Move, Options, OptionsError, View
from engine.box import CITY_OF, DOUBLE, SINGLE, TURBO
from engine.events import (
    EVENTS,
    CameBack,
    Crashed,
    Drew,
    GameEnded,
    HelpShown,
    JourneyBegan,
    Lit,
    Paid,
    Played,
    Took,
)
from engine.moves import Declare, Exchange, Leave, Pay, Play, Reroll, Roll, Stay
from tests.bot.words.families import SPECIALS
from tests.engine.mixes import mix, seed
from tests.players.mixes import MIXES
from tests.players.test_words import BAD_OPTIONS, codes_in_engine
from tests.rules.builder import table

LONG_NAME = "🔵 " + "W" * 32
GAMES = (*MIXES.values(), *[mix(number) for number in range(24)])
SELDOM: tuple[Event, ...] = (
    CameBack(1, "jetpack"),
    Crashed("boat", (2,)),
    Crashed("ship", ()),
    Lit((0, 2, 1)),
    GameEnded("empty", (60, 60, 1), (0, 1)),
    GameEnded("cities", (0, 1), (1,)),
    *[Played(0, card, "1" if card in ("ejection", "spy") else "") for card in sorted(SPECIALS)],
)


def voice(language: str, name: str = "🔵 Ada") -> Voice:
    return Voice(catalogue(language), lambda seat: f"{name}{seat}")


Turn = tuple[View, View, tuple[Move, ...], list[Event]]
"""What all see and what one sees before a move, its choices, and what came of it."""


def turns(seats: int, options: Options, number: int) -> Iterator[Turn]:
    game, rng = Game.new(seats, options, seed(number)), Random(number)
    while not game.over:
        seat = rng.choice(game.waiting)
        legal = game.legal(seat)
        before = game.view(None), game.view(seat)
        yield *before, legal, game.play(seat, rng.choice(legal))


@cache
def played() -> tuple[Turn, ...]:
    games = enumerate(GAMES)
    return tuple(
        turn for number, (seats, options) in games for turn in turns(seats, options, number)
    )


def is_whole(sentence: str) -> bool:
    """It has words in it, and nothing that a reader should not see."""
    return bool(sentence.strip()) and not any(x in sentence for x in ("{", "}", "???", "None"))


# --- what happened -------------------------------------------------------------------------


def test_a_journey_that_begins_late_says_why() -> None:
    first, later = (voice("en").event(JourneyBegan(7, 0, city)) for city in (1, 3))
    assert "No treasures are left before" in later
    assert "left" not in first


def test_the_games_tell_of_everything() -> None:
    told = {event.kind for *_, events in played() for event in (*events, *SELDOM)}
    assert told == set(EVENTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_to_all_and_to_each(language: str) -> None:
    speaks = voice(language)
    ours = [happening(seat) for happening in TABLE_EVENTS.values() for seat in range(6)]
    for event in (*SELDOM, *ours, *[event for *_, events in played() for event in events]):
        forms = [form for seat in (None, *range(6)) if (form := event.seen_by(seat))]
        assert all(is_whole(speaks.event(form)) for form in forms), event.to_json()


def test_a_secret_is_told_to_its_seat_alone() -> None:
    event = Took(1, 3, "3:5")
    public, mine = event.seen_by(None), event.seen_by(1)
    assert public
    assert mine
    assert voice("en").event(public) == "🔵 Ada1 takes a treasure of Veltane."
    assert voice("en").event(mine) == "You take a treasure: Veltane (5 points)."
    assert voice("fr").event(mine) == "Vous prenez un trésor\u00a0: Veltane (5 points)."


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_known_changes_nothing_that_is_said(language: str) -> None:
    one, other = Drew(0, 2, ("spy", "turbo")), Drew(0, 2, ("cannon", "compass"))
    heard = [voice(language).event(form) for e in (one, other) if (form := e.seen_by(1))]
    assert heard[0] == heard[1]
    assert voice(language).event(one) != voice(language).event(other)


def test_help_is_named_with_who_gave_it() -> None:
    shown = HelpShown((2, 0), ("help_fog", "help_birds"))
    said = "Little Help (Fog) (🔵 Ada2) and Little Help (Birds) (🔵 Ada0)"
    assert said in voice("en").event(shown)


def test_winners_share_a_victory() -> None:
    shared, alone = GameEnded("points", (51, 51), (0, 1)), GameEnded("points", (51, 1), (0,))
    assert "shared by 🔵 Ada0 and 🔵 Ada1**, with 51 points" in voice("en").event(shared)
    assert "**Victory for 🔵 Ada0**, with 51 points" in voice("en").event(alone)
    assert "partagée entre 🔵 Ada0 et 🔵 Ada1" in voice("fr").event(shared)


def test_who_shows_no_card_is_not_said_to_have_clear_skies() -> None:
    nothing = Paid(0, ())  # as after Green's power, with pirates for all to see
    assert voice("en").event(nothing) == "🔵 Ada0 has no card to show."
    assert voice("fr").event(nothing) == "🔵 Ada0 n’a aucune carte à montrer."


# --- what may be done ----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_a_label_of_its_own_and_tells_what_it_does(language: str) -> None:
    speaks = voice(language, LONG_NAME)
    for _, view, legal, _ in played():
        labels = [speaks.move(move, view) for move in legal]
        assert len(set(labels)) == len(legal), labels
        for move, label in zip(legal, labels, strict=True):
            assert is_whole(label)
            assert len(label) <= BUTTON_LABEL
            assert label[-1] not in "….", label
            assert is_whole(speaks.about(move))
            assert len(speaks.about(move)) <= OPTION_DESCRIPTION


def payments() -> Iterator[tuple[str, ...]]:
    """Every set of cards that can be shown against six dice."""
    for dice in product(range(7), repeat=4):
        turbos = 6 - sum(dice)
        ways = [
            [(SINGLE[s],) * max(0, n - 2 * d) + (DOUBLE[s],) * d for d in range((n + 1) // 2 + 1)]
            for s, n in zip(SINGLE, dice, strict=True)
        ]
        if turbos >= 0:
            yield from (sum(cards, (TURBO,) * turbos) for cards in product(*ways))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_payments_have_labels_of_their_own(language: str) -> None:
    speaks = voice(language)
    labels = Counter(
        speaks.move(Pay(cards)) for cards in {tuple(sorted(cards)) for cards in payments()}
    )
    assert max(labels.values()) == 1
    assert all(len(label) <= BUTTON_LABEL and "…" not in label for label in labels)


@pytest.mark.parametrize("name", ["🐉" * 60, "x" + "🐉" * 60])
def test_a_label_is_measured_as_Discord_does_and_no_sign_is_cut_in_half(name: str) -> None:
    label = voice("fr", name).move(Play("spy", "1"))
    assert BUTTON_LABEL - 1 <= len(label.encode("utf-16-le")) // 2 <= BUTTON_LABEL
    assert label.endswith("🐉…")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_is_cut_rather_than_refused(language: str) -> None:
    label = voice(language, "W" * 99).move(Play("alternative_route", "1"))
    assert len(label) == BUTTON_LABEL
    assert label.endswith("…")


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        (Stay(), "Stay", "Rester"),
        (Leave(), "Disembark", "Débarquer"),
        (Leave("instructor"), "Disembark With Instructor", "Débarquer avec Instructeur"),
        (Declare("can"), "We Can Fly On", "On vole"),
        (
            Pay(("compass", "compass", "turbo")),
            "Show 2 × Compass and Turbo",
            "Montrer 2 × Boussole et Turbo",
        ),
        (Reroll(("birds", "blank")), "Reroll: birds and blank", "Relancer\u00a0: oiseaux et vide"),
        (
            Play("red", "3:5"),
            "Use Red’s Power, Giving Up Veltane (5 points)",
            "Activer le Pouvoir rouge en sacrifiant Veltane (5 points)",
        ),
        (Play("ejection", "2"), "Play Ejection on Ada2", "Jouer Débarquement sur Ada2"),
        (
            Play("help_fog"),
            "Lay Little Help (Fog) Face Down",
            "Poser Coup de pouce (brouillard) face cachée",
        ),
        (
            Exchange("1:spyglass"),
            "Exchange Magic Spyglass (Heolia)",
            "Échanger Longue-vue magique (Héolia)",
        ),
    ],
    ids=str,
)
def test_labels_read_well(move: Move, english: str, french: str) -> None:
    assert voice("en", "Ada").move(move) == english
    assert voice("fr", "Ada").move(move) == french


def test_a_view_tells_where_a_roll_leads() -> None:
    view = Game.new(3, seed=bytes(32)).view(None)
    assert voice("en").move(Roll()) == "Set Off and Roll"
    assert voice("en").move(Roll(), view) == "Set Off for Kanopea"


# --- what is asked -------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_put_to_all_and_to_the_seat(language: str) -> None:
    speaks = voice(language)
    for public, view, *_ in played():
        assert is_whole(speaks.question(public))
        assert is_whole(speaks.ask(view))
        assert speaks.question(public) == speaks.question(view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_who_are_waited_for_are_named(language: str) -> None:
    speaks = Voice(catalogue(language), lambda seat: f"<@{seat}>")
    for public, *_ in played():
        line = speaks.question(public)
        assert all(f"<@{seat}>" in line for seat in public.waiting), line


NOTHING_TO_FACE = {
    "en": {
        "decisions": (
            "Stay or disembark? Nothing stands between the ship and Kanopea. Waiting for Ada1.",
            "Nothing stands between the ship and Kanopea. Do you stay aboard, or disembark at"
            " Heolia with a treasure?",
        ),
        "spoken": (
            "The decisions are made, and nothing stands between the ship and Kanopea. Anything from"
            " Ada1, Ada2 and Ada0?",
            "The decisions are made, and nothing stands between the ship and Kanopea. Do you play"
            " anything?",
        ),
    },
    "fr": {
        "decisions": (
            "Rester ou débarquer\u00a0? Aucun obstacle entre l’aéronef et Kanopea. On attend Ada1.",
            "Aucun obstacle entre l’aéronef et Kanopea. Restez-vous à bord, ou débarquez-vous à"
            " Héolia avec un trésor\u00a0?",
        ),
        "spoken": (
            "Les choix sont faits, et il n’y a aucun obstacle entre l’aéronef et Kanopea. Quelque"
            " chose à ajouter, Ada1, Ada2 et Ada0\u00a0?",
            "Les choix sont faits, et il n’y a aucun obstacle entre l’aéronef et Kanopea."
            " Jouez-vous quelque chose\u00a0?",
        ),
    },
}
"""What all read, and what a seat is asked."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", ["decisions", "spoken"])
def test_where_there_is_nothing_to_face_the_way_is_open(question: str, language: str) -> None:
    t = table(3, dice="blank blank").on_to("decisions")
    view = (t if question == "decisions" else t.do("1 stay", "2 stay")).game.view(1)
    speaks = Voice(catalogue(language), lambda seat: f"Ada{seat}")
    asked = speaks.question(view), speaks.ask(view)
    assert asked == NOTHING_TO_FACE[language][question]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_asked_to_face_clear_skies(language: str) -> None:
    speaks = voice(language)
    for public, *_ in played():
        said = speaks.question(public) + speaks.ask(public)
        assert speaks.face("none") not in said, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_of_decisions_says_whom_it_waits_for(language: str) -> None:
    view = table(3, dice="fog blank").on_to("decisions").game.view(1)
    waits = {"en": " Waiting for 🔵 Ada1.", "fr": " On attend 🔵 Ada1."}
    assert voice(language).question(view).endswith(waits[language])


# --- what cannot be ------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(codes_in_engine() - set(BAD_OPTIONS)))
def test_a_refused_move_is_explained_without_further_facts(language: str, code: str) -> None:
    assert voice(language).refusal(CelestiaError(code)).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(BAD_OPTIONS))
def test_a_refused_mix_is_explained(language: str, code: str) -> None:
    seats, given = BAD_OPTIONS[code]
    chosen: dict[str, Any] = {"seed": bytes(32), **given}
    with pytest.raises(OptionsError) as refused:
        Game.new(seats, seed=chosen.pop("seed"), options=Options(**chosen))
    sentence = voice(language).refusal(refused.value)
    assert is_whole(sentence)
    assert sentence.endswith(".")


def test_boxes_and_colours_are_called_by_their_names() -> None:
    error = OptionsError("variant_alone", variant="crew", boxes=("little_help", "instructor"))
    assert "Crew" in voice("en").refusal(error)
    assert "Coup de pouce et Instructeur" in voice("fr").refusal(error)
    twice = OptionsError("character_taken_twice", characters=("red", "pink", "red"))
    assert "Red, pink and Red" in voice("en").refusal(twice)


# --- words and lists -----------------------------------------------------------------------


def test_things_have_names() -> None:
    say = voice("fr")
    assert say.card("wind_gust") == say.thing("wind_gust") == "Coup dur"
    assert say.treasure("1:1") == say.thing("1:1") == "Héolia (1 point)"
    assert say.treasure("2:spyglass") == "Longue-vue magique (Kanopea)"
    assert (say.city(10), say.face("fog")) == ("l’Entre-deux", "brouillard")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_treasures_are_told_apart(language: str) -> None:
    assert len({voice(language).treasure(name) for name in CITY_OF}) == len(CITY_OF)


def test_lists_are_joined_and_equal_things_counted() -> None:
    say = voice("en")
    assert say.things([]) == "nothing"
    assert say.things(["spy"]) == "Spy"
    assert say.things(["compass", "spy", "compass"]) == "2 × Compass and Spy"
    assert say.seats([2, 0, 2]) == "🔵 Ada2 and 🔵 Ada0"
    assert say.seats([]) == "nobody"
    assert say.listed("abc") == "a, b and c"
    assert say.faces(["fog", "blank", "fog"]) == "2 × fog and blank"
    assert say.dice(["fog", "blank", "fog"]) == "2 × 🌫️ fog and ⬜ blank"
    assert say.dice([]) == "clear skies"
