"""Tables of numbers."""

from rich import box
from rich.table import Table


def figure_table(first: str, *numbers: str) -> Table:
    """Return an empty table: names in the first column, numbers in the others."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column(first)
    for name in numbers:
        table.add_column(name, justify="right")
    return table
