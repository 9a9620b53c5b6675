"""Texts for Discord have icons, and labels that fit."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from bot.discord.limits import BUTTON_LABEL, OPTION_DESCRIPTION
from bot.tables.table import TABLE_EVENTS
from bot.words import LANGUAGES, Voice, catalogue
from engine.box import DOUBLE, SINGLE, TURBO
from engine.moves import Pay, Play, Reroll
from tests.players.words.telling import is_whole, played

LONG_NAME = "🔵 " + "W" * 32


def voice(language: str, name: str = "🔵 Ada") -> Voice:
    return Voice(catalogue(language), lambda seat: f"{name}{seat}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_table_is_told(language: str) -> None:
    speaks = voice(language)
    ours = [make(seat) for make in TABLE_EVENTS.values() for seat in range(6)]
    for event in ours:
        forms = [form for seat in (None, *range(6)) if (form := event.seen_by(seat))]
        assert all(is_whole(speaks.event(form)) for form in forms), event.to_json()


def test_dice_have_pictures_in_sentences_but_not_on_labels() -> None:
    say = voice("en")
    assert say.dice(["fog", "blank", "fog"]) == "2 × 🌫️ fog and ⬜ blank"
    assert say.dice([]) == "clear skies"
    assert say.move(Reroll(("birds", "blank"))) == "Reroll: birds and blank"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_and_explanation_fits(language: str) -> None:
    speaks = voice(language, LONG_NAME)
    for _, view, legal, _ in played():
        labels = [speaks.move(move, view) for move in legal]
        assert len(set(labels)) == len(legal), labels
        assert all(len(label) <= BUTTON_LABEL for label in labels), labels
        assert all(len(speaks.about(move)) <= OPTION_DESCRIPTION for move in legal)


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


@pytest.mark.parametrize("name", ["🐉" * 60, "x" + "🐉" * 60, "W" * 99])
def test_a_label_is_cut_by_Discords_count_and_between_signs(name: str) -> None:
    for language in LANGUAGES:
        label = voice(language, name).move(Play("spy", "1"))
        assert BUTTON_LABEL - 1 <= len(label.encode("utf-16-le")) // 2 <= BUTTON_LABEL
        assert label.endswith(f"{name[-1]}…")
