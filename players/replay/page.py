"""The one HTML file that replays a finished game. It loads nothing from elsewhere."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Final

from players.replay.data import data_of
from players.replay.moments import Moment, moments
from players.replay.steps import Replay
from players.words import Catalogue

HOME: Final = files("players.replay")
SCRIPTS: Final = ("words.js", "scene.js", "table.js", "replay.js")
"""In the order of their dependencies."""

_UNSAFE: Final = re.compile(
    "[<>&\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]"
)
"""Escapes of characters that could end the script or a line, turn the text, or that are invalid."""
_SPRITE: Final = re.compile(r'<symbol id="a-([\w-]+)"')


def page(
    replay: Replay,
    say: Catalogue,
    names: Sequence[str] = (),
    worth_telling: Iterable[Moment] | None = None,
) -> str:
    """Return the file, the same for the same game, language and names.

    Without names each seat is called by its colour. It links to the given moments, or to those of
    the game.
    """
    if names and len(names) != len(replay.colours):
        raise ValueError(names)
    called = names or [""] * len(replay.colours)
    shown = [
        name.strip() or say(f"colour-{colour}")
        for name, colour in zip(called, replay.colours, strict=True)
    ]
    found = moments(replay) if worth_telling is None else worth_telling
    data = data_of(replay, say, shown, found)
    data["places"] = json.loads(_read("places.json"))
    scripts, style = [*map(_read, SCRIPTS)], _read("replay.css")
    return Template(_read("replay.html")).substitute(
        language=say.language,
        policy=_policy(style, scripts),
        title=escape(say("replay-title")),
        no_script=escape(say("replay-no-script")),
        style=style,
        sprites=_sprites(data),
        data=as_script(data),
        scripts="\n".join([f"<script>{script}</script>" for script in scripts]),
    )


def policy() -> str:
    """Return the content security policy that fits all of these files, for servers."""
    return _policy(_read("replay.css"), map(_read, SCRIPTS))


def as_script(data: dict[str, Any]) -> str:
    """Return JSON that is safe inside a script, whatever names it holds."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _policy(style: str, scripts: Iterable[str]) -> str:
    """Return the policy of the page: its own styles and scripts, by their hashes."""
    by_hash = " ".join(map(_hash, scripts))
    return (
        f"default-src 'none'; img-src data:; style-src {_hash(style)}; script-src {by_hash}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def _read(name: str) -> str:
    return HOME.joinpath(name).read_text("utf-8").strip()


def _sprites(data: dict[str, Any]) -> str:
    """Return the symbols that this game can show."""
    shown = {
        "card": {name for name, _ in data["cards"]},
        "pawn": {*data["colours"]},
        "chip": {*data["colours"]},
    }
    absent = {"krismastri", "matryoshburg", "boscalumia"} - {*data["boxes"]}
    kept: list[str] = []
    for line in _read("sprites.svg").splitlines():
        found = _SPRITE.match(line)
        family, _, rest = (found[1] if found else "").partition("-")
        if family not in absent and rest in shown.get(family, {rest}):
            kept.append(line)
    return "\n".join(kept)
