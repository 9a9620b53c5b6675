"""``python -m players.page FOLDER``: write the page's files into a folder."""

from __future__ import annotations

import sys
from pathlib import Path

from players.page.site import KEPT, build

USAGE = "python -m players.page FOLDER"


def main(arguments: list[str]) -> int:
    """Build the site, and say how large it is."""
    if len(arguments) != 1:
        print(USAGE, file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    files = build(folder, KEPT)
    size = sum((folder / name).stat().st_size for name in files)
    print(f"{folder}: {len(files)} files, {size / 1e6:.1f} MB. Serve it, for example:")
    print(f"  python -m http.server -d {folder} 8000")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
