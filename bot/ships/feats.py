"""Emblems that are earned by playing, and by nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.results.standing import Standing
from bot.ships.ship import EMBLEMS


class Feat(NamedTuple):
    """A figure over all finished games, and the value that earns an emblem."""

    figure: str
    least: int

    def reached_by(self, ever: Standing) -> int:
        """Return how far a person with this standing has come."""
        return getattr(ever, self.figure)


EARNED: Final[Mapping[str, Feat]] = {
    "laurel": Feat("games", 10),
    "summit": Feat("farthest", 9),
    "plaster": Feat("largest_crash", 5),
}


def earned(ever: Standing) -> tuple[str, ...]:
    """Return the emblems that a person with this standing may choose from."""
    return tuple([it for it in EMBLEMS if it not in EARNED or _is_earned(EARNED[it], ever)])


def _is_earned(feat: Feat, ever: Standing) -> bool:
    return feat.reached_by(ever) >= feat.least
