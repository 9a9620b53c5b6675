"""What a box adds to a game, as data: the rest of the engine asks for nothing else."""

from dataclasses import dataclass, field

from engine.state.act import Act, Power
from engine.state.step import Step


@dataclass(frozen=True, slots=True)
class Parts:
    """The contents of one box."""

    acts: tuple[Act, ...] = ()
    cards: dict[str, int] = field(default_factory=dict[str, int])
    """Cards without words, with their copies; special cards bring their own."""
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
