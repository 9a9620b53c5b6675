"""Everything that the engine tells, offers, asks or refuses is said in every language."""

from typing import Any

import pytest

from engine import CelestiaError, Game, Move, Options, OptionsError
from engine.box import CITY_OF
from engine.events import EVENTS, Drew, GameEnded, HelpShown, JourneyBegan, Paid, Took
from engine.moves import Declare, Exchange, Leave, Pay, Play, Reroll, Roll, Stay
from players.words import LANGUAGES, Voice, catalogue
from tests.players.words.refused import BAD_OPTIONS, codes_in_engine
from tests.players.words.telling import SELDOM, is_whole, played
from tests.rules.builder import table

LONG_NAME = "W" * 32


def voice(language: str, name: str = "Ada") -> Voice:
    return Voice(catalogue(language), lambda seat: f"{name}{seat}")


# --- what happened -------------------------------------------------------------------------


def test_a_journey_that_begins_late_says_why() -> None:
    first, later = (voice("en").event(JourneyBegan(7, 0, city)) for city in (1, 3))
    assert "the first city with treasures" in later
    assert "left" not in first


def test_the_games_contain_every_event() -> None:
    told = {event.kind for *_, events in played() for event in (*events, *SELDOM)}
    assert told == set(EVENTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_public_and_a_private_sentence(language: str) -> None:
    speaks = voice(language)
    for event in (*SELDOM, *[event for *_, events in played() for event in events]):
        forms = [form for seat in (None, *range(6)) if (form := event.seen_by(seat))]
        assert all(is_whole(speaks.event(form)) for form in forms), event.to_json()


def test_a_secret_is_said_to_its_seat_alone() -> None:
    event = Took(1, 3, "3:5")
    public, mine = event.seen_by(None), event.seen_by(1)
    assert public
    assert mine
    assert voice("en").event(public) == "Ada1 takes a treasure of Veltane."
    assert voice("en").event(mine) == "You take a treasure: Veltane (5 points)."
    assert voice("fr").event(mine) == "Vous prenez un trésor\u00a0: Veltane (5 points)."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_does_not_depend_on_unknown_secrets(language: str) -> None:
    one, other = Drew(0, 2, ("spy", "turbo")), Drew(0, 2, ("cannon", "compass"))
    heard = [voice(language).event(form) for e in (one, other) if (form := e.seen_by(1))]
    assert heard[0] == heard[1]
    assert voice(language).event(one) != voice(language).event(other)


def test_help_that_is_shown_names_who_laid_it() -> None:
    shown = HelpShown((2, 0), ("help_fog", "help_birds"))
    assert "Little Help (Fog) (Ada2) and Little Help (Birds) (Ada0)" in voice("en").event(shown)


def test_winners_share_a_victory() -> None:
    shared, alone = GameEnded("points", (51, 51), (0, 1)), GameEnded("points", (51, 1), (0,))
    assert "shared by Ada0 and Ada1**, with 51 points" in voice("en").event(shared)
    assert "**Victory for Ada0**, with 51 points" in voice("en").event(alone)
    assert "partagée entre Ada0 et Ada1" in voice("fr").event(shared)


def test_a_captain_who_shows_no_card_has_no_clear_skies() -> None:
    nothing = Paid(0, ())  # as after Green's power, with pirates for all to see
    assert voice("en").event(nothing) == "Ada0 has no card to show."
    assert voice("fr").event(nothing) == "Ada0 n’a aucune carte à montrer."


# --- what may be done ----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_its_own_label_and_explanation(language: str) -> None:
    speaks = voice(language, LONG_NAME)
    for _, view, legal, _ in played():
        labels = [speaks.move(move, view) for move in legal]
        assert len(set(labels)) == len(legal), labels
        for move, label in zip(legal, labels, strict=True):
            assert is_whole(label)
            assert label[-1] not in "….", label
            assert is_whole(speaks.about(move))


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        (Stay(), "Stay", "Rester"),
        (Leave(), "Disembark", "Débarquer"),
        (Leave("instructor"), "Disembark With Instructor", "Débarquer avec Instructeur"),
        (Declare("can"), "We Can Fly On", "On continue\u00a0!"),
        (Declare("cannot"), "We Can’t", "On ne peut pas"),
        (
            Pay(("compass", "compass", "turbo")),
            "Show 2 × Compass and Turbo",
            "Montrer 2 × Boussole et Turbo",
        ),
        (Reroll(("birds", "blank")), "Reroll: birds and blank", "Relancer\u00a0: oiseaux et vide"),
        (Reroll(()), "Reroll No Dice", "Ne rien relancer"),
        (
            Play("red", "3:5"),
            "Use Red’s Power, Giving Up Veltane (5 points)",
            "Utiliser le Pouvoir rouge en sacrifiant Veltane (5 points)",
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


def test_a_label_names_the_target_of_a_roll() -> None:
    view = Game.new(3, seed=bytes(32)).view(None)
    assert voice("en").move(Roll()) == "Roll"
    assert voice("en").move(Roll(), view) == "Set Off for Kanopea"


# --- what is asked -------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_a_public_form_with_its_seats_and_one_for_a_seat(language: str) -> None:
    speaks = Voice(catalogue(language), lambda seat: f"<@{seat}>")
    for public, view, *_ in played():
        line, asked = speaks.question(public), speaks.ask(view)
        assert is_whole(line)
        assert is_whole(asked)
        assert line == speaks.question(view)
        assert all(f"<@{seat}>" in line for seat in public.waiting), line
        assert speaks.face("none") not in line + speaks.ask(public)


NOTHING_TO_FACE = {
    "en": {
        "decisions": (
            "**Ada1 — stay or disembark?** Clear skies: nothing stands between the ship and"
            " Kanopea.",
            "Stay or disembark? Nothing stands between the ship and Kanopea.",
        ),
        "spoken": (
            "**Ada1, Ada2 and Ada0 — any cards?** All have decided, and nothing stands between the"
            " ship and Kanopea.",
            "All have decided, and nothing stands between the ship and Kanopea. Will you play"
            " anything?",
        ),
    },
    "fr": {
        "decisions": (
            "**Ada1\u00a0: rester ou débarquer\u00a0?** Ciel dégagé\u00a0: aucun obstacle entre"
            " l’aéronef et Kanopea.",
            "Rester ou débarquer\u00a0? Aucun obstacle entre l’aéronef et Kanopea.",
        ),
        "spoken": (
            "**Ada1, Ada2 et Ada0\u00a0: une carte à jouer\u00a0?** Les choix sont faits, et aucun"
            " obstacle entre l’aéronef et Kanopea.",
            "Les choix sont faits, et aucun obstacle entre l’aéronef et Kanopea. Jouez-vous"
            " quelque chose\u00a0?",
        ),
    },
}
"""The public form of a question, and the form for a seat."""


@pytest.mark.parametrize("language", NOTHING_TO_FACE)
@pytest.mark.parametrize("question", ["decisions", "spoken"])
def test_a_question_without_events_says_so(question: str, language: str) -> None:
    t = table(dice="blank blank").on_to("decisions")
    view = (t if question == "decisions" else t.do("1 stay", "2 stay")).game.view(1)
    speaks = Voice(catalogue(language), lambda seat: f"Ada{seat}")
    asked = speaks.question(view), speaks.ask(view)
    assert asked == NOTHING_TO_FACE[language][question]


@pytest.mark.parametrize(
    ("language", "ask", "held"), [("en", " — ", "2 cards"), ("fr", "\u00a0: ", "2 cartes")]
)
def test_a_question_begins_with_those_it_is_for_in_bold(language: str, ask: str, held: str) -> None:
    view = table(dice="fog blank").on_to("decisions").game.view(1)
    said = voice(language).question(view)
    assert said.startswith(f"**Ada1{ask}")
    assert f"Ada0 ({held})" in said


@pytest.mark.parametrize("dice", ["fog blank", "blank blank"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_offers_to_leave_an_empty_city(language: str, dice: str) -> None:
    t = table(dice=dice, city=2, left={2: 0}, boxes=("initiative",), hands={1: "rowboat_fog"})
    view, speaks = t.on_to("decisions").game.view(1), voice(language)
    assert Leave() not in view.legal
    for said in (speaks.question(view), speaks.ask(view)):
        assert speaks.city(2) in said
        assert speaks.say("move-leave").lower() not in said.lower()


# --- what cannot be ------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(codes_in_engine() - set(BAD_OPTIONS)))
def test_a_refused_move_is_explained(language: str, code: str) -> None:
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
def test_every_treasure_has_a_name_of_its_own(language: str) -> None:
    assert len({voice(language).treasure(name) for name in CITY_OF}) == len(CITY_OF)


def test_lists_are_joined_and_equal_things_counted() -> None:
    say = voice("en")
    assert say.things([]) == "nothing"
    assert say.things(["spy"]) == "Spy"
    assert say.things(["compass", "spy", "compass"]) == "2 × Compass and Spy"
    assert say.seats([2, 0, 2]) == "Ada2 and Ada0"
    assert say.seats([]) == "nobody"
    assert say.listed("abc") == "a, b and c"
    assert say.faces(["fog", "blank", "fog"]) == "2 × fog and blank"
    assert say.dice(["fog", "blank", "fog"]) == "2 × fog and blank"
    assert say.dice([]) == "clear skies"
