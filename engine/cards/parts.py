"""What a box adds to a game, as data; the rest of the engine sees nothing else of a box."""

from dataclasses import dataclass, field, replace

from engine.box import Plain
from engine.state.act import Act, Power
from engine.state.step import Step


@dataclass(frozen=True, slots=True)
class Parts:
    """The contents of one box."""

    acts: tuple[Act, ...] = ()
    cards: dict[str, Plain] = field(default_factory=dict[str, Plain])
    """Cards without words."""
    characters: tuple[Power, ...] = ()
    after_blanks: tuple[Step, ...] = ()
    """What follows each roll that leaves only blanks."""
    after_crash: Step | None = None
    """What replaces the usual draw after a crash of the ship."""
    before_end: tuple[Step, ...] = ()
    """What comes before the final scores."""
    arrivals: dict[int, Step] = field(default_factory=dict[int, Step])
    """Cities that are not reached like others."""
    steps: tuple[type[Step], ...] = ()
    """The kinds of step that are this box's own."""
    payment_is_choice: bool = False
    """Some card covers more than one event, so a captain may have to choose."""

    def of_edition(self, edition: int) -> "Parts":
        """The contents without the cards that came later."""
        return replace(
            self,
            acts=tuple([act for act in self.acts if act.since <= edition]),
            cards={name: card for name, card in self.cards.items() if card.since <= edition},
            characters=tuple([power for power in self.characters if power.since <= edition]),
        )
