"""Prints why a command did nothing."""

from __future__ import annotations

import sys


def failed(*reasons: str) -> int:
    """Print each reason on a line of stderr, and return the exit code of a failure."""
    for line in reasons:
        print(line, file=sys.stderr, flush=True)
    return 1
