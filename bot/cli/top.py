"""``python -m bot top``: a live table of the database's activity and its processes.

It reads by a few short queries, which do not hold up a running bot.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from bot import console
from bot.cli.failure import failed, why_not
from bot.settings import SettingsError, load
from bot.store.address import Address
from bot.store.backends import maintenance_at
from bot.store.data import Overview, Process
from bot.store.errors import StoreError, Unavailable

REFRESH_INTERVAL: Final = 2.0
"""Seconds between two reads."""
MEGABYTE: Final = 1_000_000
MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def run(*, once: bool, screen: Console | None = None) -> int:
    """Show it until the process is ended, or once; return the exit code."""
    screen = screen or Console()
    try:
        address = load().database
    except SettingsError as error:
        return failed(*error.faults)
    try:
        if once:
            screen.print(drawn(maintenance_at(address).overview(), address))
            return 0
        _watch(address, screen)
    except StoreError as error:
        return failed(why_not(error, address))
    return 0


def _watch(address: Address, screen: Console, rest: Callable[[float], None] = time.sleep) -> None:
    """Refresh the table for ever; it survives a server that is away for a while."""
    shown = drawn(maintenance_at(address).overview(), address)
    with Live(shown, console=screen, auto_refresh=False, screen=screen.is_terminal) as live:
        while True:
            rest(REFRESH_INTERVAL)
            try:
                shown = drawn(maintenance_at(address).overview(), address)
                live.update(shown, refresh=True)
            except StoreError as error:
                if not isinstance(error, Unavailable):
                    raise
                live.update(Group(why_not(error, address), shown), refresh=True)


def drawn(found: Overview, address: Address) -> Group:
    """Return the counts and, if there is a list of them, the processes."""
    counts = Table(title=f"{address}", box=box.SIMPLE, show_header=False)
    counts.add_column()
    counts.add_column(justify="right")
    for words, count in zip(console.TOP_COUNTS, _counts(found), strict=True):
        counts.add_row(words, count)
    if not (found.processes or found.unowned):
        return Group(counts)
    return Group(counts, _processes(found))


def _counts(found: Overview) -> Sequence[str]:
    numbers = (found.open, found.playing, found.active, found.due, found.waiting, found.over)
    return (*(f"{number:,}" for number in numbers), f"{found.size / MEGABYTE:,.1f} MB")


def _processes(found: Overview) -> Table:
    table = Table(*console.TOP_COLUMNS, box=box.SIMPLE)
    for process in found.processes:
        table.add_row(process.name, _age(process.age), _lease(process), _ranges(process.shards))
    if found.unowned:
        table.add_row(console.TOP_NOBODY, "", "", _ranges(found.unowned), style="bold red")
    return table


def _lease(process: Process) -> str:
    return f"{process.lease:.0f} s" if process.lease > 0 else f"[red]{console.TOP_GONE}[/]"


def _age(seconds: float) -> str:
    for unit, length in (("d", DAY), ("h", HOUR), ("min", MINUTE)):
        if seconds >= length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def _ranges(numbers: Sequence[int]) -> str:
    """Return these shards as ranges: 0-3, 7."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if run[1:] else f"{run[0]}" for run in runs)
