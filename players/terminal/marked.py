"""The sentences of the catalogues as the terminal shows them."""

from __future__ import annotations

from itertools import cycle
from typing import Final

from rich.text import Text

BOLD: Final = "**"
"""Stands on both sides of what a sentence makes bold."""


def marked(sentence: str, style: str = "") -> Text:
    """The sentence, with bold words in bold."""
    styles = cycle(("", "bold"))
    return Text.assemble(*zip(sentence.split(BOLD), styles, strict=False), style=style)
