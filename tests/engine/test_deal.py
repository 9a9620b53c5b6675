"""The deal: what it comes from, and what it shows of that before the game."""

from dataclasses import replace
from itertools import count

import pytest

from engine import Options, OptionsError
from engine.deal import Deal, cleaned, in_order, is_event, is_word, seats_after, start_of
from tests.engine.mixes import seed
from tests.engine.recorded import BEGAN, CLOSED, START

COURSE = ("join", "join", "word 1 sunshine")
LITTLE_HELP = Options(boxes=("little_help",))


def deal(**changes: object) -> Deal:
    """A deal of two, with these differences."""
    return replace(Deal(seed(7).hex(), 2, Options(), (), COURSE, START), **changes)  # pyright: ignore[reportArgumentType] - by name


OTHERS: dict[str, Deal] = {
    "secret": deal(secret=seed(8).hex()),
    "seats": deal(seats=3),
    "an option that may never matter": deal(options=Options(help_penalty=4)),
    "a character": deal(options=LITTLE_HELP, chosen=("red", "")),
    "another character": deal(options=LITTLE_HELP, chosen=("", "red")),
    "no character": deal(options=LITTLE_HELP),
    "a word": deal(course=(*COURSE[:2], "word 1 moonshine")),
    "whose word": deal(course=(*COURSE[:2], "word 0 sunshine")),
    "no word": deal(course=COURSE[:2]),
    "a replaced word": deal(course=(*COURSE, "word 1 sunshine")),
    "the order": deal(course=("join", "word 0 sunshine", "join")),
    "somebody who came and went": deal(course=(*COURSE, "join", "leave 2")),
    "a computer who came and went": deal(course=(*COURSE, "computer", "dismiss 2")),
}


def test_everything_is_in_the_key_and_in_the_digest() -> None:
    deals = [deal(), *OTHERS.values()]
    assert len({it.key for it in deals}) == len({it.digest for it in deals}) == len(deals)
    assert deal().key == deal().key


def test_the_start_is_in_the_key_and_not_in_the_digest() -> None:
    others = [deal(start=start_of(CLOSED - 1, BEGAN)), deal(start=start_of(CLOSED, BEGAN + 1))]
    assert len({it.key for it in [deal(), *others]}) == 3
    assert {it.digest for it in others} == {deal().digest}


def test_a_word_that_suits_a_known_number_is_added_too_late() -> None:
    """An accomplice tries words out against a message that was posted while the lobby was open."""
    known = CLOSED - 1
    tries = (deal(course=(*COURSE, f"word 0 {n}"), start=f"{known}") for n in count())
    found = next(it for it in tries if suits(it))
    # the message that closes the lobby shows the digest of the word, so it is the later one
    assert not in_order(start_of(CLOSED, known))
    assert not suits(replace(found, start=start_of(CLOSED, BEGAN)))
    assert in_order(found.start), "until release 0.3.0 no message closed a lobby"


def suits(deal: Deal) -> bool:
    """Return whether this deal is the one in some hundreds that somebody wants."""
    return deal.key[0] == 0


def test_the_digest_seals_words_by_the_secret() -> None:
    one, other = deal(), deal(secret=seed(8).hex())
    assert one._sealed(COURSE[2]) != other._sealed(COURSE[2])
    assert "sunshine" not in one._sealed(COURSE[2])
    assert one._sealed("join") == "join"


@pytest.mark.parametrize("secret", ["", "00", "AB" * 32, "secret", f"{'0' * 63} "])
def test_a_secret_has_one_spelling(secret: str) -> None:
    with pytest.raises(OptionsError):
        deal(secret=secret)


def test_characters_are_chosen_or_drawn_from_the_key() -> None:
    drawn = [
        deal(options=LITTLE_HELP, chosen=("", "red"), start=f"{n}").settled for n in (1, 2, 3, 4)
    ]
    assert all(it.characters and it.characters[1] == "red" for it in drawn)
    assert len({it.characters for it in drawn}) > 1
    assert deal(options=LITTLE_HELP).settled.characters is None


WORDS = {
    "  fair   winds ": "fair winds",
    "e\N{COMBINING ACUTE ACCENT}cume": "écume",
    "a\nb\tc": "a b c",
    "\u202eevil\u202c": "evil",
    "\x07bell\x00": "bell",
    "zero\u200bwidth": "zerowidth",
    "lone\ud800": "lone",
    "🎈": "🎈",
    " \u200b ": "",
}


@pytest.mark.parametrize("typed", WORDS, ids=ascii)
def test_a_word_is_kept_in_one_spelling(typed: str) -> None:
    assert cleaned(typed) == WORDS[typed]
    assert cleaned(cleaned(typed)) == cleaned(typed)
    assert is_word(cleaned(typed)) == bool(WORDS[typed])


@pytest.mark.parametrize(
    "event",
    ["", "join ", "join 1", "leave", "leave 6", "leave 01", "dismiss x", "word 0", "word 0 "],
)
def test_what_cannot_happen_in_a_lobby_is_no_event(event: str) -> None:
    assert not is_event(event)


@pytest.mark.parametrize(
    ("course", "seats"),
    [
        (("join",), 1),
        (("join", "computer", "join", "leave 0", "dismiss 0"), 1),
        (("join", "word 0 a", "leave 0"), 0),
        (("join", "leave 1"), None),
        (("join", "dismiss 0"), None),
        (("join", "computer", "leave 1"), None),
        (("join", "computer", "word 1 a"), None),
        (("join",) * 7, None),
    ],
)
def test_the_course_of_a_lobby_determines_the_seats(
    course: tuple[str, ...], seats: int | None
) -> None:
    assert seats_after(course) == seats
