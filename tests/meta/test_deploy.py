"""The image, the compose file and the unit: their names exist, and their steps work.

Steps that need Docker itself are not tried: building the image, starting the services of the
compose file, and making the user of the image.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import pytest
import yaml

from bot.cli.main import GRACE
from bot.settings import VARIABLES
from bot.store.address import parse_address
from bot.system import OPEN_FILES
from tests.meta.sources import ROOT
from tests.meta.test_install import AWAY, FILES, SHIPPED, installed, named
from tests.meta.test_packages import PROJECT

pytestmark = pytest.mark.posix

IMAGE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "deploy/compose.yml").read_text("utf-8")
SERVICES: Final = yaml.safe_load(COMPOSE)["services"]
GUIDE = (ROOT / "docs/operating.md").read_text("utf-8")
UNIT_FILE = ROOT / "deploy/celestia.service"
UNIT = UNIT_FILE.read_text("utf-8")
COMMANDS: Final = ROOT / "deploy/celestia.sh"
SETTING = re.compile(r"\b(?:CELESTIA|DISCORD)_[A-Z_]+\b")
OF_COMPOSE: Final = {"CELESTIA_PASSWORD"}
"""Settings that are not the bot's."""
EXPOSED_AT_MOST: Final = 20
"""The most that systemd's score of exposure may be, of 100."""


# --- the image ------------------------------------------------------------------------------------


def lines_of(instruction: str) -> list[str]:
    """Return the arguments of this instruction in the Dockerfile, each on one line."""
    joined = IMAGE.replace("\\\n", " ")
    return [
        " ".join(it.split()) for it in re.findall(rf"^{instruction} (.+)$", joined, re.MULTILINE)
    ]


def test_the_image_holds_all_that_runs_and_nothing_else() -> None:
    lines = [line.split() for line in lines_of("COPY") if "--from" not in line]
    copied = {name for line in lines for name in line[:-1]}
    assert copied == {*SHIPPED, *FILES, "LICENSE"} - {"Makefile"}
    allowed = {it[1:] for it in (ROOT / ".dockerignore").read_text("utf-8").split() if it[0] == "!"}
    assert allowed == copied


def test_the_bot_in_the_image_is_no_superuser_and_keeps_games_in_the_volume() -> None:
    assert lines_of("USER") == ["10001:10001"]
    assert (lines_of("STOPSIGNAL"), lines_of("ENTRYPOINT")) == (
        ["SIGTERM"],
        ['["python", "-m", "bot"]'],
    )
    (volume,) = lines_of("VOLUME")
    (database,) = re.findall(r"CELESTIA_DATABASE=(\S+)", IMAGE)
    assert Path(database).parent == Path(volume)
    assert f"--mode=0700 {volume}" in IMAGE


def test_the_steps_that_make_the_image_make_a_bot_that_runs(tmp_path: Path) -> None:
    app = tmp_path / "app"
    subprocess.run((sys.executable, "-m", "venv", tmp_path / "base"), check=True)  # noqa: S603
    for name in (*FILES, "LICENSE"):
        app.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, app)
    for name in SHIPPED:
        shutil.copytree(ROOT / name, app / name, ignore=shutil.ignore_patterns("__pycache__"))
    env = dict(it.split("=") for it in lines_of("ENV")[0].split())
    # compiling all packages takes most of the time, and changes nothing here
    env |= {"PATH": f"{tmp_path / 'base/bin'}:/usr/bin:/bin", "UV_COMPILE_BYTECODE": "0"}
    building = lines_of("RUN")[:2]
    assert len(lines_of("RUN")) == 3, "the last one makes the user"
    for line in building:
        made = _run(("/bin/sh", "-ec", line.replace("/app", f"{app}")), app, **env)
        if made.returncode and AWAY.search(made.stderr):
            pytest.skip(f"the registry cannot be reached: {made.stderr.splitlines()[-1]}")
        assert made.returncode == 0, made.stderr
    project = PROJECT["project"]
    wanted = named(project["dependencies"], project["optional-dependencies"]["terminal"])
    assert wanted <= installed(app)
    assert not named(*PROJECT["dependency-groups"].values()) & installed(app)
    python = f"{app / '.venv/bin/python'}"
    checked = _run((python, "-m", "bot", "check"), app, CELESTIA_DATABASE=f"{tmp_path / 'c.db'}")
    assert (checked.returncode, checked.stderr) == (0, "")


def _run(line: tuple[str, ...], folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    # how to reach the registry of packages may stand there
    usual = {name: it for name, it in os.environ.items() if not SETTING.fullmatch(name)}
    env = {**usual, **env}
    return subprocess.run(line, cwd=folder, env=env, capture_output=True, text=True, check=False)  # noqa: S603


# --- compose --------------------------------------------------------------------------------------


BOT: Final = SERVICES["celestia"]


def test_every_setting_that_is_named_is_one() -> None:
    for text in (COMPOSE, UNIT, IMAGE, GUIDE):
        found = set(SETTING.findall(text))
        assert found
        assert found - OF_COMPOSE <= {*VARIABLES}


def test_the_services_know_each_other() -> None:
    server = SERVICES["postgres"]
    database = re.sub(r"\$\{.*?\}", "secret", BOT["environment"]["CELESTIA_DATABASE"])
    assert parse_address(database).server == "postgresql://celestia:secret@postgres/celestia"
    assert {server["environment"][it] for it in ("POSTGRES_USER", "POSTGRES_DB")} == {"celestia"}
    assert "synchronous_commit=on" in server["command"]
    mounted = {it.partition(":")[0] for each in SERVICES.values() for it in each["volumes"]}
    assert mounted == {*yaml.safe_load(COMPOSE)["volumes"]} == {"games", "copies"}


def test_the_bot_has_time_to_finish() -> None:
    (stops_in,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)
    assert min(int(BOT["stop_grace_period"].removesuffix("s")), int(stops_in)) > GRACE


def test_unit_and_compose_set_the_same_limits() -> None:
    limits = dict(re.findall(r"^(LimitNOFILE|TasksMax|MemoryMax)=(.+)$", UNIT, re.MULTILINE))
    assert limits == {
        "LimitNOFILE": f"{BOT['ulimits']['nofile']}",
        "TasksMax": f"{BOT['pids_limit']}",
        "MemoryMax": BOT["mem_limit"].upper(),
    }
    assert int(limits["LimitNOFILE"]) >= OPEN_FILES


@contextmanager
def answering(status: int) -> Iterator[int]:
    """Yield the port of a server that answers with this status."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/health" else 404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize(("status", "is_well"), [(200, True), (503, False)])
def test_the_health_check_believes_what_health_says(status: int, is_well: bool) -> None:
    *_, code = BOT["healthcheck"]["test"]
    (port,) = re.findall(r"http://127\.0\.0\.1:(\d+)/health", code)
    assert BOT["environment"]["CELESTIA_OPERATIONS"].endswith(f":{port}")
    with answering(status) as there:
        asked = _run((sys.executable, "-c", code.replace(port, f"{there}")), ROOT)
    assert (asked.returncode == 0) is is_well, asked.stderr


# --- systemd --------------------------------------------------------------------------------------


def test_the_unit_runs_what_hosting_installs_where_it_says() -> None:
    guide = (ROOT / "docs/hosting.md").read_text("utf-8")
    (folder,) = re.findall(r"^WorkingDirectory=(.+)$", UNIT, re.MULTILINE)
    assert f"ExecStart={folder}/.venv/bin/python -m bot\n" in UNIT
    assert f"cd {folder}" in guide
    (user,) = re.findall(r"^User=(.+)$", UNIT, re.MULTILINE)
    assert f"useradd --system --no-create-home {user}" in guide
    (token,) = re.findall(r"^LoadCredential=token:(.+)$", UNIT, re.MULTILINE)
    assert token in guide
    assert "deploy/celestia.service" in guide


def test_the_unit_keeps_games_in_its_own_folder_and_starts_anew() -> None:
    settings = dict(re.findall(r"^(\w+)=(.+)$", UNIT, re.MULTILINE))
    (database,) = re.findall(r"CELESTIA_DATABASE=(\S+)", UNIT)
    assert Path(database).parent == Path("/var/lib") / settings["StateDirectory"]
    assert (settings["Restart"], settings["KillSignal"]) == ("always", "SIGTERM")


STUBS: Final = {
    "id": "echo 0",
    "systemd-run": (
        'while true; do case "$1" in --property=*) echo "${1#*=}";; --*) ;; *) break;; esac; shift;'
        ' done; CREDENTIALS_DIRECTORY=/run/own exec "$@"'
    ),
    ".venv/bin/python": 'echo "$DISCORD_TOKEN_FILE"; for it; do echo "$it"; done',
}
"""Stand-ins for the commands of a machine with systemd."""


def test_commands_are_given_what_the_unit_gives_the_bot(tmp_path: Path) -> None:
    for name, script in STUBS.items():
        stub = tmp_path / name
        stub.parent.mkdir(parents=True, exist_ok=True)
        stub.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        stub.chmod(0o755)
    line = ("/bin/sh", f"{COMMANDS}", "backup", "/var/lib/celestia/a b.db")
    done = _run(line, tmp_path, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    given, ran = said[:-5], said[-5:]
    assert ran == ["/run/own/token", "-m", "bot", *line[2:]]
    assert len(given) == 7
    assert {*given} <= {*UNIT.splitlines()}
    assert "Environment=HOME=/var/lib/celestia" in given  # no other home can be read
    assert "Environment=DISCORD_TOKEN_FILE=%d/token" in UNIT


@pytest.mark.skipif(
    not shutil.which("systemd-analyze"),
    reason="no systemd-analyze on this machine; .ci/run installs it where it may",
)
@pytest.mark.parametrize(
    "ask", [("verify",), ("security", "--offline=true", f"--threshold={EXPOSED_AT_MOST}")]
)
def test_systemd_takes_the_unit_and_finds_little_exposed(
    ask: tuple[str, ...], tmp_path: Path
) -> None:
    unit = tmp_path / UNIT_FILE.name
    there = UNIT.replace("/srv/celestia/.venv/bin/python", sys.executable)
    unit.write_text(there.replace("/srv/celestia", f"{tmp_path}"), "utf-8")
    found = _run(("systemd-analyze", *ask, f"{unit}"), tmp_path, PATH="/usr/bin:/bin")
    assert found.returncode == 0, found.stdout + found.stderr
    assert ask[0] != "verify" or found.stderr == ""
