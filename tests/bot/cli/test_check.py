"""The findings of ``python -m bot check``, and its remedies."""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import discord
import pytest
from aiohttp import ClientConnectionError, web
from aiohttp.test_utils import TestServer
from discord.http import Route

from bot import console
from bot.cli.check import _database, check, findings, remedy
from bot.cli.failure import REMEDIES
from bot.discord.limits import SHUT_OUT
from bot.store.address import Address
from bot.store.errors import InDoubt, StoreError
from bot.store.sql import schema
from bot.store.sqlite.store import SqliteStore
from tests.bot.cli.process import BOT, TOKEN, run
from tests.bot.store.corruption import overwrite, spoil

CHECK = (*BOT, "check")


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (closed(4004), console.LOGIN_REFUSED),
        (closed(4013), console.BAD_INTENTS),
        (closed(4014), console.BAD_INTENTS),
        (closed(4011), console.TOO_FEW_SHARDS),
        (closed(4012), console.CLOSED.format(code=4012)),
        (ClientConnectionError("a\nb"), console.UNREACHABLE.format(why="a b")),
        (discord.RateLimited(90), console.SHUT_OUT.format(seconds=90)),
        (KeyError("retry_after"), console.SHUT_OUT.format(seconds=SHUT_OUT)),
        (TimeoutError(), console.UNREACHABLE.format(why="TimeoutError")),
        (discord.GatewayNotFound(), None),
        (StoreError(), "x.db cannot be used as a database (store)."),
        (InDoubt(), console.DATABASE_UNREACHABLE.format(path="x.db")),
        *(
            (kind(), words.format(path="x.db", file="x.db", folder="x.db", why=None))
            for kind, words in REMEDIES.items()
        ),
    ],
    ids=repr,
)
def test_each_known_failure_has_its_sentence(error: Exception, sentence: str | None) -> None:
    said = remedy(error, Address.of_file(Path("x.db")))
    assert said
    assert "\n" not in said
    assert sentence in (None, said)


def test_an_unknown_failure_has_none() -> None:
    assert remedy(KeyError("x"), Address.of_file(Path("x.db"))) is None


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A database that a bot has created and closed."""
    store = SqliteStore(tmp_path / "celestia.db")
    await store.open()
    await store.close()
    return tmp_path / "celestia.db"


def held(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder with their content."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_check_finds_all_well_and_changes_nothing(file: Path) -> None:
    before = held(file.parent)
    ended = run(file.parent, CHECK)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == [
        "ok: the settings can be used",
        "ok: celestia.db is whole and up to date",
        "ok: no token is set; python -m bot opens a table on this machine",
    ]
    assert held(file.parent) == before


@pytest.mark.parametrize("name", ["celestia.db", "new/folder/celestia.db"])
def test_check_names_a_missing_database_and_does_not_create_it(name: str, tmp_path: Path) -> None:
    ended = run(tmp_path, CHECK, {"CELESTIA_DATABASE": name})
    assert ended.returncode == 0
    assert f"ok: take care: there is no database {tmp_path / name} yet;" in ended.stdout
    assert list(tmp_path.iterdir()) == []


async def test_check_takes_no_migrations(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = schema.migrations()
    later = schema.Migration(known[-1].number + 1, "later.sql", "CREATE TABLE later (n BIGINT);")
    monkeypatch.setattr(schema, "migrations", lambda folder=None: [*known, later])
    before = held(file.parent)
    (finding,) = await _database(Address.of_file(file))
    assert finding.well
    assert finding.what == console.DATABASE_OLDER.format(path=file, count=1)
    assert held(file.parent) == before


async def test_an_unexpected_fault_of_check_has_a_number_and_no_text(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def look() -> AsyncIterator[NoReturn]:
        raise RuntimeError(TOKEN)
        yield

    monkeypatch.setattr("bot.cli.check.findings", look)
    assert await check() == 1
    assert "ended by something unexpected: fault" in caplog.text
    assert TOKEN not in caplog.text


def test_check_names_wrong_settings(tmp_path: Path) -> None:
    ended = run(tmp_path, CHECK, {"CELESTIA_PACE": "fast"})
    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.splitlines() == [
        'fault: CELESTIA_PACE is "fast": write live, 4h, 12h, relaxed, 72h or none.',
        f"fault: {console.UNTRIED}",
    ]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "damage"),
    [
        (console.DATABASE_BROKEN, lambda file: overwrite(file, 4096)),
        (console.FOREIGN_DATABASE, lambda file: spoil(file, "DROP TABLE schema_version")),
    ],
)
def test_check_names_the_fault_of_a_database_and_leaves_it_alone(
    words: str, damage: Callable[[Path], None], file: Path
) -> None:
    damage(file)
    before = file.read_bytes()
    ended = run(file.parent, CHECK)
    assert (ended.returncode, ended.stderr) == (1, "")
    assert f"fault: {words.format(path='celestia.db')}" in ended.stdout
    assert file.read_bytes() == before


def test_check_finds_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "folder").touch()
    path = f"{tmp_path}/folder/celestia.db"
    ended = run(tmp_path, CHECK, {"CELESTIA_DATABASE": path})
    assert (ended.returncode, ended.stderr) == (1, "")
    assert f"fault: {console.CANNOT_OPEN.format(path=path)}" in ended.stdout


def test_check_warns_of_a_disk_that_may_not_stay(tmp_path: Path) -> None:
    ended = run(tmp_path, CHECK, {"RENDER": "true"})
    assert ended.returncode == 0
    assert "ok: take care: CELESTIA_DATABASE is celestia.db" in ended.stdout


ME = {"id": "1", "username": "Celestia", "discriminator": "0", "avatar": None}
APPLICATION: dict[str, Any] = {
    "id": "1",
    "name": "Celestia",
    "description": "",
    "icon": None,
    "verify_key": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": ME,
    "flags": 0,
}


@dataclass
class LocalDiscord:
    """A Discord on this machine that accepts one token."""

    servers: list[dict[str, str]] = field(default_factory=list)
    endpoint: str | None = None
    blocked: bool = False

    async def answer(self, request: web.Request) -> web.Response:
        if self.blocked:
            return as_json(429, {"code": 0, "message": "You are being blocked."})
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            return as_json(401, {"code": 0, "message": "401: Unauthorized"})
        answers = {
            "/users/@me": ME,
            "/oauth2/applications/@me": {
                **APPLICATION,
                "interactions_endpoint_url": self.endpoint,
            },
            "/users/@me/guilds": self.servers,
        }
        return as_json(200, answers[request.path])


def as_json(status: int, data: object) -> web.Response:
    # discord.py reads JSON only if the type says nothing else
    headers = {"Content-Type": "application/json", "Via": "1.1 google"}
    return web.Response(body=json.dumps(data), status=status, headers=headers)


@pytest.fixture
async def there(in_a_folder: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    """The Discord that ``check`` reaches, with a token that is set."""
    there, app = LocalDiscord(), web.Application()
    app.router.add_get("/{rest:.*}", there.answer)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", f"{server.make_url('')}".rstrip("/"))
        monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
        yield there


async def found() -> list[str]:
    """Return the findings about Discord."""
    return [str(finding) async for finding in findings()][2:]


@pytest.mark.usefixtures("there")
async def test_check_tries_the_token() -> None:
    known, invite = await found()
    assert known == "ok: Discord knows the token; the bot is called Celestia"
    assert invite.startswith("ok: the bot is in no server yet; invite it by https://discord.com/")


@pytest.mark.usefixtures("there")
async def test_check_finds_a_wrong_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "wrong")
    assert await found() == [f"fault: {console.LOGIN_REFUSED}"]


async def test_check_finds_servers_where_permissions_are_missing(there: LocalDiscord) -> None:
    there.servers = [
        {"id": "5", "name": "All", "permissions": "8"},
        {"id": "6", "name": "Some\n", "permissions": str((1 << 10) + (1 << 11) + (1 << 16))},
    ]
    _, fault = await found()
    lacks = "attach_files, send_messages_in_threads, create_public_threads"
    assert fault.startswith(f"fault: in Some the bot lacks {lacks}: invite it anew by https://")


async def test_check_finds_an_endpoint_that_takes_the_clicks_away(there: LocalDiscord) -> None:
    there.endpoint = "https://example.com"
    assert f"fault: {console.ENDPOINT_SET}" in await found()


async def test_check_says_how_long_discord_blocks_it(there: LocalDiscord) -> None:
    there.blocked = True
    why = console.SHUT_OUT.format(seconds=SHUT_OUT)
    assert await found() == [f"ok: {console.LOGIN_UNTRIED.format(why=why)}"]


@pytest.mark.usefixtures("there")
async def test_a_discord_that_cannot_be_reached_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9")
    (said,) = await found()
    assert said.startswith("ok: the token was not tried: ")
