"""How the files of pictures are named."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

NAME_BYTES: Final = 5


def name_of(kind: str, content: object) -> str:
    """A file name that is the same wherever the same is painted."""
    told = repr(content).encode()
    return f"{kind}-{blake2b(told, digest_size=NAME_BYTES).hexdigest()}.png"
