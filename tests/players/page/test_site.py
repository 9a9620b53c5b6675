"""The files of the page: small, complete, and in need of nothing from elsewhere."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha512
from pathlib import Path
from zipfile import ZipFile

import pytest

from players.page import site
from players.page.compiled import compiled
from players.page.site import (
    HOME,
    LIVE_SCRIPTS,
    OF_REPLAY,
    SCRIPTS,
    WrongFile,
    game,
    live,
    pages,
    pyodide,
    texts,
)
from players.words import LANGUAGES

ALL_SCRIPTS = dict.fromkeys((*SCRIPTS, *LIVE_SCRIPTS, "play.js"))
FIRST_LOAD = 150_000
"""Bytes of the page itself, in one language."""
PLAYED = """
import json, sys
sys.path.insert(0, sys.argv[1])
from players.page.session import Desk
desk = Desk()
ask = lambda name, **given: json.loads(desk.call(name, json.dumps({"language": "fr", **given})))
told = ask("new", seats=3, level="hard", options=json.loads(sys.argv[2]), seed="07" * 32)
while told["question"]:
    told = ask("answer", number=0, version=told["version"])
print(len(ask("ending")["replay"]))
"""


BOTH = pytest.mark.parametrize("files", [pages(), live()], ids=["here", "live"])


@BOTH
def test_the_page_is_small(files: dict[str, bytes]) -> None:
    loaded = {name: it for name, it in files.items() if name != "texts.fr.json"}
    assert sum(map(len, loaded.values())) < FIRST_LOAD


@BOTH
def test_it_asks_for_nothing_from_elsewhere(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        found = re.findall(r"https?://[^\s\"'<)]+", content.decode())
        assert {*found} <= {"http://www.w3.org/2000/svg"}, name
    assert "connect-src 'self'" in files["index.html"].decode()
    assert "unsafe-inline" not in files["index.html"].decode()


def test_all_that_the_scripts_say_has_words_in_every_language() -> None:
    scripts = [HOME / name for name in ALL_SCRIPTS] + [site.REPLAY / name for name in OF_REPLAY]
    said = {
        key for it in scripts for key in re.findall(r"\"(page-[\w-]+)\"", it.read_text("utf-8"))
    }
    for language in LANGUAGES:
        assert said == {*texts(language)["words"]}, language


@pytest.mark.parametrize("own", [SCRIPTS, LIVE_SCRIPTS])
def test_no_script_takes_the_name_of_another(own: tuple[str, ...]) -> None:
    """They share one scope, in which a later function would replace an earlier one."""
    files = [HOME / name for name in (*own, "play.js")]
    named: list[str] = []
    for file in (*files, *(site.REPLAY / name for name in OF_REPLAY)):
        top = r"^(?:async )?(?:function\*? |const |let |class )(\w+)"
        named += re.findall(top, file.read_text("utf-8"), re.MULTILINE)
    assert len(named) == len({*named})


@pytest.mark.parametrize("made", [game, lambda: compiled(game(), 0)], ids=["source", "compiled"])
def test_the_archive_needs_no_installed_library(tmp_path: Path, made: Callable[[], bytes]) -> None:
    ZipFile(io.BytesIO(made())).extractall(tmp_path)
    options = json.dumps(texts("en")["options"] | {"boxes": ["boscalumia", "little_help"]})
    # without the folder of installed libraries
    line = (sys.executable, "-I", "-S", "-c", PLAYED, str(tmp_path), options)
    ran = subprocess.run(line, capture_output=True, check=False, text=True)  # noqa: S603 - ours
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 0


def test_the_archive_is_the_same_each_time() -> None:
    assert game() == game()


def test_no_source_is_left_to_be_compiled_in_the_browser() -> None:
    names = [ZipFile(io.BytesIO(it)).namelist() for it in (game(), compiled(game(), 2))]
    assert [re.sub(r"\.py$", ".pyc", name) for name in names[0]] == names[1]
    assert names[0] != names[1]


def test_what_was_fetched_is_checked(tmp_path: Path) -> None:
    (tmp_path / f"pyodide-{site.PYODIDE}.tgz").write_bytes(b"something else")
    with pytest.raises(WrongFile):
        pyodide(tmp_path)
    assert not [*tmp_path.iterdir()]
    assert len(site.b64encode(sha512(b"").digest())) == len(site.PYODIDE_HASH)
