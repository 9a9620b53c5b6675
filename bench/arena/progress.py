"""How far it is: a bar where somebody watches, else a line now and then."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import Progress

from bench.arena.figures import clustered
from bench.arena.rounds import Outcome

ON_SCREEN: Final = 1.0
IN_A_LOG: Final = 60.0
"""Seconds between two figures."""

Tell = Callable[[tuple[Outcome, ...]], None]
"""Is told what each deal brought."""


@contextmanager
def progress(console: Console, name: str, deals: int) -> Generator[Tell]:
    """Show how many deals have been played, and the share of wins so far."""
    shares: list[tuple[float, ...]] = []
    watched = console.is_terminal
    told = monotonic()
    with Progress(console=console, transient=True, disable=not watched) as bar:
        task = bar.add_task(name, total=deals)

        def tell(outcomes: tuple[Outcome, ...]) -> None:
            nonlocal told
            shares.append(tuple([it.share for it in outcomes]))
            bar.advance(task)
            if monotonic() - told < (ON_SCREEN if watched else IN_A_LOG):
                return
            told = monotonic()
            so_far = f"{name}: {clustered(shares)}"
            if watched:
                bar.update(task, description=so_far)
            else:
                console.print(f"{so_far} after {len(shares)} of {deals} deals", soft_wrap=True)

        yield tell
