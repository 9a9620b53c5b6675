"""Emblems that are earned by playing, and by nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.results.standing import Standing
from bot.ships.ship import EMBLEMS


@dataclass(frozen=True, slots=True)
class Feat:
    """A figure over all finished games, and the value that earns an emblem."""

    reached: Callable[[Standing], int]
    least: int


EARNED: Final[Mapping[str, Feat]] = {
    "laurel": Feat(lambda ever: ever.games, 10),
    "summit": Feat(lambda ever: ever.farthest, 9),
    "plaster": Feat(lambda ever: ever.largest_crash, 5),
}


def earned(ever: Standing) -> tuple[str, ...]:
    """Return the emblems that a person with this standing may choose from."""
    return tuple([it for it in EMBLEMS if it not in EARNED or _is_earned(EARNED[it], ever)])


def _is_earned(feat: Feat, ever: Standing) -> bool:
    return feat.reached(ever) >= feat.least
