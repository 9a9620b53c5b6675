"""The engine's public interface: the promises to every host of a game."""

import json
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from engine import Game, IllegalMove, OptionsError
from engine.box import SPYGLASSES
from engine.moves import Keep, Move, Pass, Play, Roll
from engine.state.act import WINDOWS
from engine.state.game_state import GameState
from engine.state.pieces import Leg, Seat
from tests.engine.mixes import mix, seed
from tests.rules.builder import Tested, table

MIXES = range(1, 13)


def states(number: int, *, often: float = 1.0) -> Iterator[Game]:
    """Some states of a random game, its end included."""
    seats, options = mix(number)
    game, rng = Game.new(seats, options, seed(number)), Random(number)
    while not game.over:
        if rng.random() < often:
            yield game
        play_on(game, rng, 1)
    yield game


def play_on(game: Game, rng: Random, moves: int) -> None:
    for _ in range(moves):
        if not game.over:
            seat = rng.choice(game.waiting)
            game.play(seat, rng.choice(game.legal(seat)))


def ended(number: int = 1) -> Game:
    *_, game = states(number)
    return game


def frozen(game: Game) -> str:
    return json.dumps(game.dump(), sort_keys=True)


def refused(game: Game, seat: int, move: Move) -> IllegalMove:
    """The refusal of a move; the game must stay as it was."""
    before, views = frozen(game), [game.view(n) for n in range(game.seats)]
    with pytest.raises(IllegalMove) as caught:
        game.play(seat, move)
    assert frozen(game) == before
    assert [game.view(n) for n in range(game.seats)] == views
    return caught.value


# --- whose turn it is ----------------------------------------------------------------------


@pytest.mark.parametrize("number", MIXES)
def test_only_waiting_seats_have_legal_moves_until_the_scores_are_final(number: int) -> None:
    for game in states(number):
        for seat in (*range(-1, game.seats), 6, 99):
            assert bool(game.legal(seat)) == (seat in game.waiting)
            assert len(set(game.legal(seat))) == len(game.legal(seat))
        assert game.over == (game.waiting == ()) == bool(game.scores)
        assert game.over == (game.view(None).question == "")
    game = ended(number)
    assert [score.seat for score in game.scores] == list(range(game.seats))
    assert min(score.rank for score in game.scores) == 1
    assert all(s.total == s.treasures + s.tokens - s.penalty for s in game.scores)


# --- refusals ------------------------------------------------------------------------------


def spoken(**given: Any) -> Tested:
    """Three seats in the ship, and all passengers have said that they stay."""
    given = {"hands": {0: "compass ejection", 1: "jetpack"}, "dice": "fog blank", **given}
    return table(**given).all_stay()


def test_a_game_that_is_over_takes_no_moves() -> None:
    game = ended()
    for move in (Roll(), Pass(), Play("ejection", "1")):
        assert refused(game, 0, move).code == "game_over"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_an_unknown_seat_is_refused(seat: int) -> None:
    error = refused(spoken().game, seat, Pass())
    assert (error.code, error.data) == ("no_such_seat", {"seat": seat})
    with pytest.raises(IllegalMove, match="no_such_seat"):
        spoken().game.view(seat)


def test_the_right_kind_of_move_that_is_not_on_offer_is_not_this_one() -> None:
    t = table(2, variant="crew", dice="fog fog").on_to("decisions").do("1 leave")
    error = refused(t.game, 1, Keep("9:25"))
    assert (error.code, error.data) == ("not_this_one", {"seat": 1, "move": "keep"})


def test_a_card_of_another_box_is_not_in_this_game() -> None:
    for card in ("spy", "bandit", "grappling_hook", "nonsense", ""):
        error = refused(spoken().game, 0, Play(card, "1"))
        assert (error.code, error.data) == ("not_in_this_game", {"seat": 0, "move": "play"})
    for on in ("0", "7", "", "1:1"):
        assert refused(spoken().game, 0, Play("ejection", on)).code == "not_this_way"


@pytest.mark.parametrize("number", MIXES)
def test_every_illegal_move_is_refused_with_a_known_code(number: int) -> None:
    codes = {
        *("game_over", "no_such_seat", "not_asked", "not_this_one", "not_now", "not_held"),
        *("not_in_this_game", "to_no_effect", "not_this_way", "must_fly", "not_aboard"),
        *("not_aboard_the_ship", "not_captain", "not_passenger", "may_not_board", "cannot_steer"),
        *("did_not_leave", "did_not_decide", "not_your_treasure"),
    }
    vocabulary: set[Move] = {Play("ejection", "1"), Play("instructor"), Play("blue"), Roll()}
    rng = Random(number)
    for game in states(number, often=0.03):
        vocabulary.update(move for seat in game.waiting for move in game.legal(seat))
        illegal = sorted(vocabulary - set(game.legal(0)), key=str)
        for move in rng.sample(illegal, min(12, len(illegal))):
            assert refused(game, 0, move).code in codes


# --- copies --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", MIXES)
def test_a_game_and_its_copy_do_not_affect_each_other(number: int) -> None:
    rng = Random(number)
    for game in states(number, often=0.02):
        twin, before = game.copy(), frozen(game)
        assert (twin.digest(), frozen(twin)) == (game.digest(), before)
        play_on(twin, rng, 60)
        assert frozen(game) == before
        third = game.copy()
        play_on(game.copy(), rng, 60)
        assert frozen(third) == before


def test_a_copy_shares_nothing_that_can_change() -> None:
    t = spoken().state
    twin = t.copy()
    for name in (field.name for field in fields(GameState)):
        mine, its = getattr(t, name), getattr(twin, name)
        assert name == "rules" or mine is not its or not isinstance(mine, list | dict | Seat | Leg)
    assert all(a is not b for a, b in zip(t.seats, twin.seats, strict=True))
    assert t.chance is not twin.chance


def test_a_copy_has_every_field_of_the_original() -> None:
    for kind in (Seat, Leg):
        odd = kind()
        for number, field in enumerate(fields(kind)):
            setattr(odd, field.name, (f"something else {number}",))
        assert odd.copy() == odd


# --- the rest of the interface -------------------------------------------------------------


def test_equal_states_have_equal_digests_and_games_without_a_seed_differ() -> None:
    game = Game.new(4, seed=seed(1))
    before = game.digest()
    assert before == Game.new(4, seed=seed(1)).digest() != Game.new(4, seed=seed(2)).digest()
    play_on(game, Random(1), 1)
    assert game.digest() != before
    assert Game.new(4).dump()["seed"] != Game.new(4).dump()["seed"]


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_seed_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(OptionsError) as caught:
        Game.new(4, seed=bytes(size))
    assert (caught.value.code, caught.value.data) == ("seed_of_wrong_size", {"expected": 32})


def test_a_view_lists_only_its_own_legal_moves() -> None:
    for game in states(3, often=0.2):
        assert game.view(None).legal == ()
        assert all(game.view(seat).legal == game.legal(seat) for seat in range(game.seats))


def test_offers_do_not_depend_on_hands() -> None:
    for game in states(3, often=0.2):
        for seat in game.waiting:
            legal = {move.kind for move in game.legal(seat)}
            assert set(game.offers) <= legal or game._state.agenda[-1].kind == "matryoshburg"
    assert ended().offers == ()


def test_ready_cards_are_held_and_playable_only_in_their_window() -> None:
    for game in states(5, often=0.2):
        for seat in range(game.seats):
            ready = game.ready(seat)
            view = game.view(seat)
            held = {*view.hand, view.seats[seat].character}
            held |= {"spyglass" for name in view.treasures if name in SPYGLASSES}
            assert {card for _, card in ready} <= held
            now = {card for window, card in ready if window == view.question}
            played = {m.card for m in game.legal(seat) if isinstance(m, Play) and not m.on}
            assert played <= now or view.question not in WINDOWS


# --- what is asked, and what can be said ----------------------------------------------------


@pytest.mark.parametrize("number", MIXES)
def test_only_the_windows_of_a_game_come_up_in_it(number: int) -> None:
    for game in states(number, often=0.3):
        question = game.view(None).question
        assert ("pass" in game.offers) <= (question in game.windows)


@pytest.mark.parametrize("number", MIXES)
def test_a_captain_can_truly_say_what_is_legal_once_it_is_asked(number: int) -> None:
    asked = 0
    for game in states(number):
        if game.view(None).question != "declaration":
            continue
        (captain,) = game.waiting
        words = tuple([str(move) for move in game.legal(captain)])
        assert tuple([f"declare {answer}" for answer in game.answers(captain)]) == words
        assert all(game.answers(seat) == () for seat in range(game.seats) if seat != captain)
        bare = [symbol for symbol, cards in game.cover(captain) if not cards]
        assert (not bare) == ("can" in game.answers(captain))
        asked += 1
    assert asked


def test_a_captain_knows_the_answer_while_the_others_decide() -> None:
    game = table(dice="fog birds", hands={0: "compass turbo"}, power_cards=False).game
    assert game.view(None).question == "decisions"
    assert game.answers(0) == ("can", "cannot")
    assert game.cover(0) == (("fog", ("compass",)), ("birds", ("turbo",)))
    assert (game.answers(1), game.cover(1)) == ((), ())


def test_one_double_card_stands_at_both_of_its_events() -> None:
    options: dict[str, Any] = {"boxes": ("little_help",), "dice": "fog fog"}
    game = table(hands={0: "upgraded_compass"}, **options).on_to("decisions").game
    assert game.cover(0) == (("fog", ("upgraded_compass",)),) * 2
