"""Pages of a file that nobody can read any more, where one table lies and no other."""

from pathlib import Path

PAGE = 4096
LONG = "x" * 3 * PAGE
"""A snapshot that goes on from page to page."""


def lose_the_rest(file: Path) -> None:
    """The long snapshot goes on in a page that there is not."""
    data = bytearray(file.read_bytes())
    at = data.index(b"x" * (PAGE - 4)) - 4
    assert at % PAGE == 0
    data[at : at + 4] = b"\xff" * 4
    file.write_bytes(data)


def lose_the_page(file: Path, text: str) -> None:
    """The page on which this stands is rubbish."""
    data = bytearray(file.read_bytes())
    at = data.index(text.encode()) // PAGE * PAGE
    data[at : at + PAGE] = b"\xa5" * PAGE
    file.write_bytes(data)
