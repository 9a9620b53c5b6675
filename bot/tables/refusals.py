"""Why a table does not do what it is asked; each code has its sentence in the catalogues."""

from __future__ import annotations


class Refused(Exception):
    """It cannot be done, and nothing has changed."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Stale(Refused):
    """It was meant for a moment that has passed."""
