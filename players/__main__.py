"""``python -m players``: play in the terminal, or simulate games."""

import sys

try:
    from players.terminal.main import main
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "rich":
        raise
    sys.exit(
        "The terminal needs the package rich:"
        " make play sets it up, and so does uv sync --extra terminal."
    )

if __name__ == "__main__":
    sys.exit(main())
