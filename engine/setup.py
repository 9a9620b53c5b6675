"""Setting up a new game."""

from engine.box import HAND, NO_TREASURES
from engine.chance import Chance
from engine.flow.journey import Journey
from engine.options import Options
from engine.rules import rules_of
from engine.state.game_state import GameState
from engine.state.pieces import Seat


def set_up(seats: int, options: Options, seed: bytes) -> GameState:
    """Shuffle and deal; put the first journey on the agenda."""
    options.check_seats(seats)
    rules = rules_of(options)
    chance = Chance(seed)
    names = [name for name, copies in rules.copies.items() for _ in range(copies)]
    deck = chance.shuffled(tuple(names))
    piles = [chance.shuffled(pile)[-(rules.pile_size or 0) :] for pile in rules.treasures.values()]
    characters = options.characters or ("",) * seats
    if rules.characters and options.characters is None:
        characters = chance.shuffled(rules.characters)[:seats]
    captain = options.first_captain
    if captain is None:
        captain = chance.below(seats)
    state = GameState(
        rules=rules,
        chance=chance,
        seats=[Seat(character=colour, power=bool(colour)) for colour in characters],
        piles=[(), *piles, *NO_TREASURES],
        deck=deck,
        captain=captain,
    )
    for seat in state.clockwise(captain):
        state.seats[seat].hand = state.take_cards(HAND[seats])
    state.agenda.append(Journey())
    return state
