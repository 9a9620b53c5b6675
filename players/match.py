"""One whole game, with a player on every seat."""

from __future__ import annotations

import secrets
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from engine import Event, Move, Options, Record
from engine.chance import SEED_BYTES
from engine.deal import deal_of
from engine.records import OVER, QUIT
from players.luck import luck_of
from players.player import Player


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of a seat, and the events that followed."""

    seat: int
    move: Move
    events: tuple[Event, ...]


class Match:
    """A game and its players, with all that a replay needs: seed, options, moves.

    The players' luck is derived from the seed, so equal seeds and players make equal matches. Each
    has a stream of its own: what one draws changes nothing for the others.

    A computer is not asked if it has no choice; ``persons`` are the seats that always are, since
    people want to see their forced moves.
    """

    def __init__(
        self,
        players: Sequence[Player],
        options: Options | None = None,
        seed: bytes | None = None,
        persons: Container[int] = (),
    ) -> None:
        self.players = tuple(players)
        self.options = options or Options()
        self.seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
        self.deal = deal_of(self.seed.hex(), len(self.players), self.options)
        self.game = self.deal.game()
        self.moves: list[tuple[int, Move]] = []
        self._persons = persons
        self._luck = [luck_of(self.seed, seat) for seat in range(len(self.players))]

    @property
    def record(self) -> Record:
        """The record of the game; one that is not over is broken off here."""
        ending = OVER if self.game.over else QUIT
        return Record.of(self.deal, self.game, self.moves, ending)

    def turn(self) -> Turn:
        """Let the next seat choose, and play it.

        An illegal move raises `IllegalMove`; then nothing has changed, and it is still the turn
        of the same seat.
        """
        seat = self.game.waiting[0]
        move = self._chosen(seat)
        events = self.game.play(seat, move)
        self.moves.append((seat, move))
        return Turn(seat, move, tuple(events))

    def _chosen(self, seat: int) -> Move:
        legal = self.game.legal(seat)
        if len(legal) == 1 and seat not in self._persons:
            return legal[0]
        return self.players[seat].choose(self.game.view(seat), self._luck[seat])

    def turns(self) -> Iterator[Turn]:
        """All turns to the end of the game."""
        while not self.game.over:
            yield self.turn()
