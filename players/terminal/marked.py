"""Bold words of the catalogues in the terminal."""

from __future__ import annotations

from itertools import cycle
from typing import Final

from rich.text import Text

BOLD: Final = "**"
"""Markdown around bold words."""


def marked(sentence: str, style: str = "") -> Text:
    """Return the sentence with its bold words in bold."""
    styles = cycle(("", "bold"))
    return Text.assemble(*zip(sentence.split(BOLD), styles, strict=False), style=style)
