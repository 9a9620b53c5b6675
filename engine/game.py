"""The engine's public interface: one game of Celestia."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from hashlib import sha256
from random import Random

from engine import saves
from engine.chance import SEED_BYTES
from engine.errors import IllegalMove, OptionsError
from engine.events import Event
from engine.imagination import imagine
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

_NO_SEAT = -1
_BEFORE_DECLARATION = ("decisions", "spoken", "declaration")
"""The questions between the roll and the captain's declaration."""


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
        self._seat = _NO_SEAT
        """The seat whose moves are cached in ``_legal``."""
        self._legal: tuple[Move, ...] = ()
        self.waiting = state.waiting
        """The seats that may act now, in order of priority; () when the game is over."""

    @classmethod
    def new(cls, seats: int, options: Options | None = None, seed: bytes | None = None) -> Game:
        """Return a new game; without a seed, 32 bytes from `secrets` are used."""
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
        """The number of seats."""
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
        """The current table of scores: secret until the game is over."""
        return final(self._state)

    def legal(self, seat: int) -> tuple[Move, ...]:
        """Return all legal moves of this seat; () if it is not waited for."""
        # the last answer is cached; `is`, because True and 1.0 equal a seat but are not one
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
        """The public facts of the leg, without the rest of a view."""
        return self._state.leg.copy()

    @property
    def offers(self) -> tuple[str, ...]:
        """The kinds of moves that do not depend on the hands of the waiting seats; public."""
        if not self.waiting:
            return ()
        return tuple(dict.fromkeys(m.kind for m in self.legal(self.waiting[0]) if m.kind in OPEN))

    def ready(self, seat: int) -> tuple[tuple[str, str], ...]:
        """Return (window, card or power) pairs that this seat holds and that need no aim.

        A window is named by its question. Only this seat may know the answer.
        """
        state = self._state
        return tuple([(moment, act.kind) for moment, act in self._aimless if act.has(state, seat)])

    @property
    def armable(self) -> tuple[tuple[str, str], ...]:
        """All (window, card or power) pairs of this game that need no aim; public."""
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
        """The questions of this game that may be passed, in the order of a leg; public."""
        moments = self._state.rules.moments
        kinds = tuple([moment for moment in WINDOWS if moments[moment].acts])
        return (*kinds, "take_treasure") if moments[TREASURE].acts else kinds

    def answers(self, seat: int) -> tuple[str, ...]:
        """Return the declarations that are true for this captain and the current dice.

        They are known before the question. () for other seats, and if nothing is to be declared.
        Only this seat may know the answer.
        """
        state = self._state
        asked = state.agenda[-1].kind if state.agenda else ""
        if seat != state.leg.captain or asked not in _BEFORE_DECLARATION:
            return ()
        return payment.answers(state, state.seats[seat].hand)

    def cover(self, seat: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return each event that this captain faces, with the own cards that would cover it.

        An event that nothing covers has (). Only this seat may know the answer.
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
            # play the listed value, not one that merely equals it
            move = legal[legal.index(move)]
        except ValueError:
            raise refusal(state, seat, move) from None
        self._seat, self._legal = _NO_SEAT, ()
        told: list[Event] = []
        state.told = None if quiet else told
        state.agenda[-1].answer(state, seat, move)
        if not state.waiting:
            state.settle()
        self.waiting = state.waiting
        return told

    def view(self, seat: int | None) -> View:
        """Return all that this seat may know; None: the public facts."""
        if seat is not None and (type(seat) is not int or seat not in range(self.seats)):
            raise IllegalMove("no_such_seat", seat=seat)
        return view_of(self._state, seat, () if seat is None else self.legal(seat))

    @classmethod
    def imagine(cls, view: View, rng: Random) -> Game:
        """Return a full game that fits this view, dealt by ``rng``."""
        return cls(imagine(view, rng))

    def copy(self) -> Game:
        """Return an independent game in the same state."""
        return Game(self._state.copy())

    def dump(self) -> dict[str, object]:
        """Return the whole game as plain JSON values, secrets and seed included."""
        return saves.dump(self._state)

    @classmethod
    def load(cls, data: object) -> Game:
        """Return the game that was dumped; anything else raises a `SaveError`."""
        return cls(saves.load(data))

    def digest(self) -> str:
        """Return a hash of the whole state: equal for equal games."""
        text = json.dumps(self.dump(), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()
