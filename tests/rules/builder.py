"""A table laid out for one test: hands, dice, city, seats in; moves by words; state out.

t = table(hands={0: "compass"}, dice="fog blank")
t.do("1 stay", "2 leave")
t.on_to("declaration")
assert t.legal(0) == {"declare can"}
"""

from collections.abc import Iterable, Mapping

from engine import Event, Game, IllegalMove, Options
from engine.audit import first_fault
from engine.box import CITY_OF
from engine.chance import Chance
from engine.flow.journey import BoatLeg, ShipLeg, Turn
from engine.moves import Pass, parse
from engine.state.pieces import ASHORE, Craft, Leg
from engine.state.step import Step

FILLER = "foghorn cannon"
"""The hand of a seat that a test does not mention."""


class Dice(Chance):
    """Chance that rolls the faces a test asks for, then goes on by itself."""

    __slots__ = ("faces",)

    def __init__(self, seed: bytes, faces: Iterable[str]) -> None:
        super().__init__(seed)
        self.faces = list(faces)

    def dice(self, n: int) -> tuple[str, ...]:
        taken, self.faces = self.faces[:n], self.faces[n:]
        return (*taken, *super().dice(n - len(taken)))


class Tested:
    """A game, and what tests want to know about it."""

    __test__ = False  # nothing for pytest to collect

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = game._state
        self.events: list[Event] = []

    def do(self, *moves: str) -> "Tested":
        """Play moves in words, each behind its seat: ``"1 leave"``."""
        for words in moves:
            seat, _, text = words.partition(" ")
            self.events += self.game.play(int(seat), parse(text))
            assert first_fault(self.state) == "", first_fault(self.state)
        return self

    def on_to(self, question: str) -> "Tested":
        """Pass for all seats until this question is asked."""
        while self.question != question:
            seat = self.waiting[0]
            assert Pass() in self.game.legal(seat), f"{self.question}: {self.legal(seat)}"
            self.do(f"{seat} pass")
        return self

    def all_stay(self) -> "Tested":
        """Let all passengers stay who are asked in this leg."""
        while self.question in ("before_roll", "decisions"):
            move = "stay" if self.question == "decisions" else "pass"
            self.do(f"{self.waiting[0]} {move}")
        return self

    def declare(self, said: str) -> "Tested":
        """Let the captain declare "can" or "cannot"."""
        self.on_to("declaration")
        return self.do(f"{self.waiting[0]} declare {said}")

    def all_pass(self) -> "Tested":
        """Pass for all seats that are asked in this window."""
        for seat in self.waiting:
            self.do(f"{seat} pass")
        return self

    def refusal(self, words: str) -> str:
        """The code with which a move is refused; the game must stay as it was."""
        before = self.game.dump()
        try:
            self.do(words)
        except IllegalMove as error:
            assert self.game.dump() == before
            return error.code
        raise AssertionError(f"{words!r} was allowed")

    def legal(self, seat: int) -> set[str]:
        return {str(move) for move in self.game.legal(seat)}

    def happened(self, kind: str) -> list[Event]:
        """The events of this kind since the table was laid out."""
        return [event for event in self.events if event.kind == kind]

    @property
    def question(self) -> str:
        return self.game.view(None).question

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.game.waiting

    @property
    def city(self) -> int:
        return self.state.ship.city

    @property
    def captain(self) -> int:
        """The captain of the leg."""
        return self.state.leg.captain

    @property
    def dice(self) -> tuple[str, ...]:
        return self.state.leg.dice

    @property
    def aboard(self) -> tuple[int, ...]:
        return self.state.in_ship

    @property
    def ashore(self) -> tuple[int, ...]:
        return tuple(n for n in range(self.game.seats) if self.state.place(n) == ASHORE)

    @property
    def in_boat(self) -> tuple[int, ...]:
        return self.state.in_boat

    @property
    def journey(self) -> int:
        return self.state.journey

    def hand(self, seat: int) -> str:
        """A hand in words, sorted."""
        return " ".join(sorted(self.state.seats[seat].hand))

    def treasures(self, seat: int) -> str:
        """A seat's treasures in words, in the order of taking."""
        return " ".join(self.state.seats[seat].treasures)

    def pile(self, city: int) -> tuple[str, ...]:
        """A city's treasures from the top down."""
        return self.state.piles[city][::-1]

    def discarded(self, card: str) -> int:
        return self.state.discard.get(card, 0)


def dealt(seats: int = 3, *, seed: bytes = bytes(32), **options: object) -> Tested:
    """A new game, nothing laid out; the names behind the seed are `Options`."""
    return Tested(Game.new(seats, Options(**options), seed=seed))  # type: ignore[arg-type] - facts by name


def table(
    seats: int = 3,
    *,
    hands: Mapping[int, str] | None = None,
    dice: str = "",
    city: int = 1,
    captain: int = 0,
    ashore: Iterable[int] = (),
    treasures: Mapping[int, str] | None = None,
    piles: Mapping[int, str] | None = None,
    left: Mapping[int, int] | None = None,
    deck: str = "",
    discard: str = "",
    empty_deck: bool = False,
    boat: tuple[int, str, int] | None = None,
    boat_is_fresh: bool = False,
    ship_flies: bool = True,
    lit: bool = False,
    seed: bytes = bytes(32),
    **options: object,
) -> Tested:
    """A game at the start of a leg.

    ``hands``, ``treasures`` in words by seat (others hold two cards that cover birds and pirates
    and no treasure); ``dice`` are the next faces to be rolled; ``piles`` the top treasures of a
    city, top first; ``left`` how many treasures a city has left; ``deck`` the next cards to be
    drawn; ``discard`` cards that lie there; ``empty_deck`` turns the draw pile over into the
    discard; ``boat`` is (seat, Rowboat card, city). All other names are `Options`.
    """
    game = Game.new(seats, Options(**options), seed=seed)  # type: ignore[arg-type] - facts by name
    t = game._state
    t.chance = Dice(seed, dice.split())
    t.captain = captain
    t.ship = Craft(city=city)
    t.lit = lit
    _lay_cards(game, hands or {}, deck, discard, boat)
    if empty_deck:
        for card in t.deck:
            t.discard[card] = t.discard.get(card, 0) + 1
        t.deck = ()
    _lay_treasures(game, treasures or {}, piles or {}, left or {})
    if boat:
        t.in_boat = (boat[0],)
        t.boat = Craft(city=boat[2], card=boat[1], fresh=boat_is_fresh)
    elsewhere = (*ashore, *t.in_boat)
    t.in_ship = tuple(n for n in range(seats) if ship_flies and n not in elsewhere)
    t.leg = Leg(captain=captain, city=city, target=city)
    steps: list[Step] = [Turn(), BoatLeg(), ShipLeg()]
    t.agenda, t.waiting = steps, ()
    t.settle()
    fresh = Game(t)
    assert first_fault(t) == "", first_fault(t)
    return Tested(fresh)


def _lay_cards(
    game: Game, hands: Mapping[int, str], deck: str, discard: str, boat: tuple[int, str, int] | None
) -> None:
    t = game._state
    rest = [*t.deck, *[card for seat in t.seats for card in seat.hand]]

    def take(words: str) -> tuple[str, ...]:
        for card in words.split():
            rest.remove(card)
        return tuple(words.split())

    if boat:
        take(boat[1])
    for number, seat in enumerate(t.seats):
        if number in hands:
            seat.hand = take(hands[number])
    on_top = take(deck)
    for card in take(discard):
        t.discard[card] = t.discard.get(card, 0) + 1
    for number, seat in enumerate(t.seats):
        if number not in hands:
            seat.hand = take(FILLER)
    t.deck = (*rest, *reversed(on_top))


def _lay_treasures(
    game: Game, treasures: Mapping[int, str], piles: Mapping[int, str], left: Mapping[int, int]
) -> None:
    t = game._state
    rest = [list(pile) for pile in t.piles]

    def take(words: str) -> tuple[str, ...]:
        for name in words.split():
            rest[CITY_OF[name]].remove(name)
        return tuple(words.split())

    for seat, words in treasures.items():
        t.seats[seat].treasures = take(words)
    tops = {city: take(words) for city, words in piles.items()}
    for city, count in left.items():
        pile = rest[city]
        while len(pile) + len(tops.get(city, ())) > count:
            t.removed += (pile.pop(),)
    for city, top in tops.items():
        rest[city] += reversed(top)
    t.piles = [tuple(pile) for pile in rest]
