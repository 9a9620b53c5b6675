"""The parts that a box adds to a game, as data; the engine reads nothing else of a box."""

from dataclasses import dataclass, field, replace

from engine.box import Plain
from engine.state.act import Act, Power
from engine.state.step import Step


@dataclass(frozen=True, slots=True)
class Parts:
    """The contents of one box."""

    acts: tuple[Act, ...] = ()
    cards: dict[str, Plain] = field(default_factory=dict[str, Plain])
    """Cards without text."""
    characters: tuple[Power, ...] = ()
    after_blanks: tuple[Step, ...] = ()
    """Steps after each roll that leaves only blanks."""
    after_crash: Step | None = None
    """The step that replaces the usual draw after a crash of the ship."""
    before_end: tuple[Step, ...] = ()
    """Steps before the final scores."""
    arrivals: dict[int, Step] = field(default_factory=dict[int, Step])
    """Steps on arrival at cities with an arrival of their own."""
    steps: tuple[type[Step], ...] = ()
    """The kinds of step that only this box has."""
    payment_is_choice: bool = False
    """Some card covers more than one event, so a captain may have to choose."""

    def of_edition(self, edition: int) -> "Parts":
        """Return the contents without cards of later editions."""
        return replace(
            self,
            acts=tuple([act for act in self.acts if act.since <= edition]),
            cards={name: card for name, card in self.cards.items() if card.since <= edition},
            characters=tuple([power for power in self.characters if power.since <= edition]),
        )
