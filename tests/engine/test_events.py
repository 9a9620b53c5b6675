"""Events: stable kinds, a JSON form, and who may see what of them."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import Event, Game, Options, SaveError
from engine.box import GAP
from engine.events import EVENTS, JourneyBegan, LegBegan, Rolled, from_json
from engine.options import BOXES
from tests.engine.mixes import seed
from tests.rules.builder import table

KINDS = {
    *("journey_began", "drew", "shuffled", "captain_changed", "moved", "moored", "crashed"),
    *("game_ended", "leg_began", "steered", "prepared", "rolled", "dice_kept", "rerolled"),
    *("stayed", "left", "returned", "declared", "paid", "played", "came_back", "discarded"),
    *("laid", "help_shown", "chosen", "turned_up", "spied", "took", "put_under", "removed"),
    *("looked_through", "gift_added", "gifts_shown", "gave", "lit"),
}
SECRETS = {
    "drew": ("cards",),
    "spied": ("cards",),
    "took": ("treasure",),
    "put_under": ("treasure",),
    "looked_through": ("treasures",),
}
REVEALS = {
    *("game_ended", "declared", "paid", "discarded", "help_shown", "chosen", "turned_up"),
    *("removed", "gifts_shown", "gave"),
}

TABLES = (
    (6, Options(boxes=BOXES)),
    (3, Options(boxes=BOXES, mooring_keeps_dice=True)),
    (4, Options(boxes=("little_help",), mooring_keeps_dice=True)),
    (4, Options(boxes=("grappling_hook", "matryoshburg", "boscalumia"))),
    (4, Options()),
    (2, Options(variant="crew")),
    (5, Options(variant="beginner")),
)


def _steps(seats: int, options: Options, number: int) -> Iterator[tuple[Game, int, Any]]:
    """Each state of a random game, with the move that is about to be played there."""
    game, rng = Game.new(seats, options, seed(number)), Random(number)
    while not game.over:
        seat = rng.choice(game.waiting)
        move = rng.choice(game.legal(seat))
        yield game, seat, move


def _told(number: int) -> list[Event]:
    """The events of one random game of each mix."""
    told: list[Event] = []
    for seats, options in TABLES:
        for game, seat, move in _steps(seats, options, number):
            told += game.play(seat, move)
    return told


@pytest.fixture(scope="module")
def told() -> list[Event]:
    """Events of all kinds, each once."""
    return list(dict.fromkeys([e for number in range(4) for e in _told(number)] + _seldom_told()))


def _seldom_told() -> list[Event]:
    """A Jetpack that comes back, and Boscalumia's light."""
    jets = table(hands={0: "jetpack", 1: "jetpack"}, left={1: 1}, dice="fog fog").on_to("decisions")
    jets.all_stay().declare("cannot").on_to("crashing")
    jets.do("0 play jetpack", "1 play jetpack").on_to("decisions")
    light = table(city=GAP, dice="blank " * 4, boxes=("boscalumia",)).on_to("decisions")
    return jets.events + light.events


def test_the_kinds_are_stable() -> None:
    assert set(EVENTS) == KINDS
    assert all(EVENTS[kind].kind == kind for kind in KINDS)


def test_secret_hidden_and_revealing_kinds_are_stable() -> None:
    assert {kind: e.secret for kind, e in EVENTS.items() if e.secret} == SECRETS
    assert {kind for kind, e in EVENTS.items() if e.hidden} == {"laid"}
    assert {kind for kind, e in EVENTS.items() if e.reveals} == REVEALS


def test_some_games_have_events_of_every_kind(told: list[Event]) -> None:
    assert {event.kind for event in told} == KINDS


def test_the_JSON_of_every_event_and_of_its_public_form_is_read_back(told: list[Event]) -> None:
    for form in filter(None, [form for event in told for form in (event, event.seen_by(None))]):
        assert from_json(json.loads(json.dumps(form.to_json()))) == form


@pytest.mark.parametrize(
    "form",
    [
        *({}, {"kind": "flew"}, {"kind": None}, {"kind": []}, {"kind": "left"}),
        *({"kind": "left", "seat": "0", "city": 1}, {"kind": "stayed", "seat": 0, "city": 1}),
    ],
    ids=str,
)
def test_anything_but_an_event_is_refused(form: dict[str, object]) -> None:
    with pytest.raises(SaveError):
        from_json(form)


def test_the_seat_of_a_secret_event_sees_all_of_it(told: list[Event]) -> None:
    mine: list[Any] = [event for event in told if event.secret or event.hidden]
    assert {event.kind for event in mine} == {*SECRETS, "laid"}
    for event in mine:
        assert event.seen_by(event.seat) == event
        assert all(getattr(event, name) is not None for name in event.secret)


def test_no_other_seat_sees_the_secret_fields(told: list[Event]) -> None:
    for event in [event for event in told if event.secret]:
        whole = event.to_json()
        for other in {None, *range(6)} - {whole["seat"]}:
            form = event.seen_by(other)
            assert form is not None
            assert form.to_json() == {**whole, **dict.fromkeys(SECRETS[event.kind])}


def test_a_hidden_event_does_not_exist_for_others(told: list[Event]) -> None:
    for event in [event for event in told if event.hidden]:
        for other in {None, *range(6)} - {event.to_json()["seat"]}:
            assert event.seen_by(other) is None


def test_all_see_the_whole_of_a_public_event(told: list[Event]) -> None:
    for event in [event for event in told if not (event.secret or event.hidden)]:
        assert all(event.seen_by(seat) is event for seat in (None, *range(6)))


def test_a_new_game_has_opening_events() -> None:
    game = Game.new(4, Options(first_captain=2), seed(1))
    began, leg, rolled = game.opening
    assert began == JourneyBegan(1, captain=2, city=1)
    assert leg == LegBegan("ship", 2, city=1, target=2)
    assert rolled == Rolled(2, game.view(None).leg.dice)


def test_the_opening_is_public_and_only_of_a_new_game() -> None:
    for seats, options in TABLES:
        game = Game.new(seats, options, seed(2))
        assert game.opening
        assert all(event.seen_by(None) is event for event in game.opening)
        assert game.copy().opening == () == Game.load(game.dump()).opening


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_end_of_a_game_is_its_last_event(seats: int, options: Options) -> None:
    told = [e for game, seat, move in _steps(seats, options, 8) for e in game.play(seat, move)]
    assert [event.kind for event in told].count("game_ended") == 1
    assert told[-1].kind == "game_ended"


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_quiet_move_has_no_events_and_leads_to_the_same_state(
    seats: int, options: Options
) -> None:
    for game, seat, move in _steps(seats, options, 7):
        quiet = game.copy()
        assert quiet.play(seat, move, quiet=True) == []
        game.play(seat, move)
        assert quiet.dump() == game.dump()
