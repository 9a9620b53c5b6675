"""The engine's public interface: one game of Celestia."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from hashlib import sha256
from random import Random

from engine import saves
from engine.chance import SEED_BYTES, Chance
from engine.errors import IllegalMove, OptionsError
from engine.events import Event
from engine.imagination import imagine
from engine.inside import Choice, Inside, to_choice
from engine.moves import OPEN, Move
from engine.options import Options
from engine.refusal import refusal
from engine.setup import set_up
from engine.state import payment
from engine.state.act import TREASURE, WINDOWS, Act, Aimed
from engine.state.game_state import GameState
from engine.state.pieces import Leg
from engine.state.scores import Score, final
from engine.view import View, view_of

_NOBODY = -1
_BEFORE_THE_WORD = ("decisions", "spoken", "declaration")
"""The questions that are asked while the dice lie and the captain has not spoken."""


class Game:
    """A whole game: who may act, what they may do, and what happens then.

    >>> game = Game.new(seats=4, seed=bytes(32))
    >>> game.waiting[0] in range(4)
    True
    """

    __slots__ = ("_legal", "_seat", "_state", "opening", "waiting")

    def __init__(self, state: GameState, opening: tuple[Event, ...] = ()) -> None:
        self._state = state
        self.opening = opening
        """The events before the first question; only a new game has them."""
        self._seat = _NOBODY
        """The seat whose moves are cached in ``_legal``."""
        self._legal: tuple[Move, ...] = ()
        self.waiting = state.waiting
        """The seats that may act now, in order of priority; () when the game is over."""

    @classmethod
    def new(cls, seats: int, options: Options | None = None, seed: bytes | None = None) -> Game:
        """A new game; without a seed, 32 bytes that nobody can guess are drawn."""
        if seed is None:
            seed = secrets.token_bytes(SEED_BYTES)
        if type(seed) is not bytes or len(seed) != SEED_BYTES:
            raise OptionsError("seed_of_wrong_size", expected=SEED_BYTES)
        state = set_up(seats, options or Options(), seed)
        state.told = []
        state.settle()
        return cls(state, tuple(state.told))

    @property
    def options(self) -> Options:
        return self._state.rules.options

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self._state.seats)

    @property
    def over(self) -> bool:
        return not self.waiting

    @property
    def scores(self) -> tuple[Score, ...]:
        """The final table of scores, seat by seat; () while the game goes on."""
        return () if self.waiting else final(self._state)

    @property
    def standings(self) -> tuple[Score, ...]:
        """The table of scores as it stands: secret until the game is over."""
        return final(self._state)

    def legal(self, seat: int) -> tuple[Move, ...]:
        """All moves of this seat; () for a seat that is not waited for."""
        # the last answer is cached; `is`, for True and 1.0 equal a seat but are none
        if seat is not self._seat:
            if type(seat) is not int:
                raise IllegalMove("no_such_seat", seat=seat)
            state = self._state
            self._legal = state.agenda[-1].legal(state, seat) if seat in self.waiting else ()
            self._seat = seat
        return self._legal

    @property
    def question(self) -> str:
        """The kind of the step that waits for an answer, as in a view; "" when the game is over."""
        agenda = self._state.agenda
        return agenda[-1].kind if agenda else ""

    @property
    def leg(self) -> Leg:
        """The leg as everybody may know it, without the rest of a view."""
        return self._state.leg.copy()

    @property
    def offers(self) -> tuple[str, ...]:
        """The kinds of moves that the waiting seats have whatever they hold; this is public."""
        if not self.waiting:
            return ()
        return tuple(dict.fromkeys(m.kind for m in self.legal(self.waiting[0]) if m.kind in OPEN))

    def ready(self, seat: int) -> tuple[tuple[str, str], ...]:
        """This seat's cards and powers that need no aim, each with a window to play it in.

        A window has the name of its question. Only this seat may know the answer.
        """
        state = self._state
        return tuple([(moment, act.kind) for moment, act in self._aimless if act.has(state, seat)])

    @property
    def armable(self) -> tuple[tuple[str, str], ...]:
        """All cards and powers of this game that need no aim, as above; this is public."""
        return tuple([(moment, act.kind) for moment, act in self._aimless])

    @property
    def _aimless(self) -> Iterator[tuple[str, Act]]:
        moments = self._state.rules.moments
        for moment in WINDOWS:
            for act in moments[moment].acts:
                if not isinstance(act, Aimed):
                    yield moment, act

    @property
    def windows(self) -> tuple[str, ...]:
        """The questions of this game that one may pass, in the order of a leg; this is public."""
        moments = self._state.rules.moments
        kinds = tuple([moment for moment in WINDOWS if moments[moment].acts])
        return (*kinds, "take_treasure") if moments[TREASURE].acts else kinds

    def answers(self, seat: int) -> tuple[str, ...]:
        """What this seat can truly say as captain of the dice that lie, perhaps before it is asked.

        () for all others, and when there is nothing to say. Only this seat may know it.
        """
        state = self._state
        asked = state.agenda[-1].kind if state.agenda else ""
        if seat != state.leg.captain or asked not in _BEFORE_THE_WORD:
            return ()
        return payment.answers(state, state.seats[seat].hand)

    def cover(self, seat: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each event that this seat has to face as captain, with its cards that would cover it.

        () stands at an event that nothing covers. Only this seat may know it.
        """
        state = self._state
        return payment.cover(state, state.seats[seat].hand) if self.answers(seat) else ()

    def play(self, seat: int, move: Move, *, quiet: bool = False) -> list[Event]:
        """Play a legal move and return its events; ``quiet`` makes none.

        An illegal move raises `IllegalMove` and changes nothing. The events hold secrets: show
        each to a seat, the public or a log only through `Event.seen_by`.
        """
        state = self._state
        legal = self._legal if seat is self._seat else self.legal(seat)
        try:
            # play our own value, not one that merely equals it
            move = legal[legal.index(move)]
        except ValueError:
            raise refusal(state, seat, move) from None
        self._seat, self._legal = _NOBODY, ()
        told: list[Event] = []
        state.told = None if quiet else told
        state.agenda[-1].answer(state, seat, move)
        if not state.waiting:
            state.settle()
        self.waiting = state.waiting
        return told

    def view(self, seat: int | None) -> View:
        """Everything this seat may know; None: what everybody may know."""
        if seat is not None and (type(seat) is not int or seat not in range(self.seats)):
            raise IllegalMove("no_such_seat", seat=seat)
        return view_of(self._state, seat, () if seat is None else self.legal(seat))

    @classmethod
    def imagine(cls, view: View, rng: Random) -> Game:
        """A full game that fits this view, dealt by ``rng``."""
        return cls(imagine(view, rng))

    # --- inside an imagined game -----------------------------------------------------------

    @property
    def inside(self) -> Inside:
        """Everything in the game, to be looked at: for games that a player imagines."""
        return self._state

    def to_choice(self, journey: int) -> Choice | None:
        """Play on to the next seat with a choice; None once this journey, or the game, is over."""
        state = self._state
        state.told = None
        choice = to_choice(state, journey)
        self.waiting = state.waiting
        self._seat, self._legal = choice or (_NOBODY, ())
        return choice

    def with_luck(self, seed: bytes) -> Game:
        """A copy in which all that is still to be drawn and rolled comes from this seed."""
        game = self.copy()
        game._state.chance = Chance(seed)
        return game

    def copy(self) -> Game:
        """An independent game in the same state."""
        return Game(self._state.copy())

    def dump(self) -> dict[str, object]:
        """The whole game as plain JSON values, secrets and seed included."""
        return saves.dump(self._state)

    @classmethod
    def load(cls, data: object) -> Game:
        """The game that was dumped; anything else raises a `SaveError`."""
        return cls(saves.load(data))

    def digest(self) -> str:
        """A hash of the whole state: equal for equal games."""
        text = json.dumps(self.dump(), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()
