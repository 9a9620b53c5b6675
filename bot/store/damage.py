"""What can be wrong with a database, in a sentence for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot import console

SHOWN: Final = 5
"""So many damaged tables are named one by one."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with one table; ``kind`` is one of `console.DAMAGE`."""

    table: str
    """"": it concerns all of them."""
    kind: str
    line: int = 0
    """The line of the log from which on it is damaged, or how many tables are gone."""

    def __str__(self) -> str:
        name = "".join(letter if letter.isalnum() else "?" for letter in str(self.table)[:20])
        return console.DAMAGE[self.kind].format(table=name, line=self.line)


def sentences(damages: Sequence[Damage]) -> Iterator[str]:
    """A handful of sentences, however many tables are damaged."""
    yield from map(str, damages[:SHOWN])
    if len(damages) > SHOWN:
        yield console.MORE_DAMAGE.format(count=len(damages) - SHOWN)
