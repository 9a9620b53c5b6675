"""The terms on which a crash is good for a seat that could prevent it.

Whoever arrives with all rivals aboard gains nothing on them, and pays for it. So a captain who
would need Turbos lets the craft crash, and others leave their rescues in hand, while many rivals
are aboard and the ship is not far.
"""

from __future__ import annotations

from typing import Final

REACH: Final = ((0.99, 9), (0.6, 4), (0.3, 1))
"""With at least this share of all rivals aboard, a crash is good up to this city."""


def crash_pays(aboard: int, rivals: int, city: int) -> bool:
    """Is it good for a seat that the ship crashes, with so many of its rivals aboard?"""
    share = aboard / rivals
    return any(share >= least and city <= last for least, last in REACH)
