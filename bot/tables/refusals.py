"""Why a table refuses a command; each code has its sentence in the catalogues."""

from __future__ import annotations


class Refused(Exception):
    """The command cannot be carried out, and nothing has changed."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Stale(Refused):
    """The command was meant for a moment that has passed."""
