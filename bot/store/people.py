"""What people choose for themselves: whether they want tips, and which of them they had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, get_args

Wish = Literal["", "on", "off"]
"""Do they want tips? "": they have not said."""
WISHES: Final[tuple[Wish, ...]] = get_args(Wish)


@dataclass(frozen=True, slots=True)
class Tips:
    """Whether somebody wants tips, and which of them were given."""

    wish: Wish = ""
    given: frozenset[str] = frozenset()

    @property
    def wanted(self) -> bool:
        return self.wish == "on"

    def __str__(self) -> str:
        return " ".join([self.wish or "-", *sorted(self.given)])

    @classmethod
    def read(cls, text: str) -> Tips:
        """Tips from their text form; what has rotted is as good as never asked."""
        first, *given = text.split() or [""]
        return cls(first if first in WISHES else "", frozenset(given))


class People(Protocol):
    """What is kept of people beside their seats and results."""

    async def tips(self, user: int) -> Tips:
        """Does this user want tips, and which were given?"""
        ...

    async def wish_for_tips(self, user: int, wish: Wish) -> None:
        """Keep whether this user wants tips."""
        ...

    async def give_tip(self, user: int, key: str) -> None:
        """Keep that this user was given a tip."""
        ...

    async def is_new(self, user: int, table: str) -> bool:
        """Has this user sat at no table but this one, as far as anybody remembers?"""
        ...
