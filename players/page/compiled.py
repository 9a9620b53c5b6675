"""Modules compiled before a visit, since most of the wait for a first move was compilation.

``compile.mjs`` runs this in the page's own Python, whose bytecode another version could not read.
"""

from __future__ import annotations

import io
import marshal
from importlib.util import MAGIC_NUMBER
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_UNCHECKED: Final = (1).to_bytes(4, "little") + bytes(8)
"""Flags and hash of bytecode that is used without a look at its source."""


def archived(files: dict[str, bytes]) -> bytes:
    """Return an archive, which is the same for the same files."""
    found = io.BytesIO()
    with ZipFile(found, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(ZipInfo(name, _EPOCH), content, ZIP_DEFLATED, 9)
    return found.getvalue()


def compiled(archive: bytes, optimize: int) -> bytes:
    """Return an archive with bytecode in place of its modules; ``optimize`` as in compile()."""
    files: dict[str, bytes] = {}
    with ZipFile(io.BytesIO(archive)) as found:
        for name in found.namelist():
            content = found.read(name)
            if name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True, optimize=optimize)
                files[f"{name}c"] = MAGIC_NUMBER + _UNCHECKED + marshal.dumps(code)
            else:
                files[name] = content
    return archived(files)
