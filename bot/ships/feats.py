"""Emblems that are earned by playing; nothing else opens them, and nothing can be bought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.results.standing import Standing
from bot.ships.ship import EMBLEMS


class Feat(NamedTuple):
    """What earns an emblem."""

    reached: Callable[[Standing], int]
    """How far somebody has come, in all games that were played to their end."""
    least: int
    """How far it takes."""


def _games(ever: Standing) -> int:
    return ever.games


def _farthest(ever: Standing) -> int:
    return ever.farthest


def _largest_crash(ever: Standing) -> int:
    return ever.largest_crash


EARNED: Final[Mapping[str, Feat]] = {
    "laurel": Feat(_games, 10),
    "summit": Feat(_farthest, 9),
    "plaster": Feat(_largest_crash, 5),
}


def earned(ever: Standing) -> tuple[str, ...]:
    """The emblems that somebody with these figures may choose from."""
    return tuple([it for it in EMBLEMS if it not in EARNED or _has_done(EARNED[it], ever)])


def _has_done(feat: Feat, ever: Standing) -> bool:
    return feat.reached(ever) >= feat.least
