"""The host: settings, client, store, tables, clocks, words and pictures."""

from typing import Final

VERSION: Final = "0.3.0"
"""The version of the project, which is run where it lies and installed nowhere."""
