"""Settings are valid, or each fault is named with what to write instead."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from dotenv import dotenv_values
from pydantic import SecretStr

from bot import console
from bot.discord import limits
from bot.settings import VARIABLES, Settings, SettingsError, cautions, load
from bot.store.address import Address
from tests.bot.cli.process import ROOT, SETTING, TOKEN

EXAMPLE = (ROOT / ".env.example").read_text("utf-8")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in os.environ:
        if name.startswith(SETTING):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


Load = Callable[..., Settings]


@pytest.fixture
def load_with(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Load the settings with these variables."""

    def load_with(**variables: str) -> Settings:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return load()

    return load_with


def faults(load_with: Load, **variables: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        load_with(**variables)
    assert str(caught.value).splitlines() == list(caught.value.faults)
    return caught.value.faults


def test_nothing_needs_to_be_set() -> None:
    settings = load()
    assert settings.token is None
    assert settings.database == Address.of_file(Path("celestia.db"))
    assert settings.edit_every == limits.EDIT_EVERY


READ = {
    "DISCORD_TOKEN": (" a.b.c\n", "token", SecretStr("a.b.c")),
    "CELESTIA_DATABASE": ("~/games.db", "database", Address.of_file(Path.home() / "games.db")),
    "CELESTIA_LANGUAGE": ("FR", "language", "fr"),
    "CELESTIA_PACE": (" relaxed", "pace", "relaxed"),
    "CELESTIA_WINDOW_SECONDS": ("60", "window_seconds", 60),
    "CELESTIA_DECISION_SECONDS": ("600", "decision_seconds", 600),
    "CELESTIA_COMPUTER_PAUSE": ("0, 0.5", "computer_pause", (0, 0.5)),
    "CELESTIA_SHARDS": ("16", "shards", 16),
    "CELESTIA_EDIT_EVERY": ("0", "edit_every", 0),
    "CELESTIA_LOG_LEVEL": ("debug", "log_level", "DEBUG"),
    "CELESTIA_LOG_FORMAT": (" JSON", "log_format", "json"),
    "CELESTIA_TABLES_PER_SERVER": ("1", "tables_per_server", 1),
    "CELESTIA_SYNC_COMMANDS": ("no", "sync_commands", False),
    "CELESTIA_DEV_GUILD": ("81384788765712384", "dev_guild", 81384788765712384),
    "CELESTIA_WEB": ("https://games.example/celestia/", "web", "https://games.example/celestia"),
    "CELESTIA_WEB_LISTEN": ("[::1]:80", "web_listen", ("::1", 80)),
    "CELESTIA_OPERATIONS": (" 8081 ", "operations", ("127.0.0.1", 8081)),
    "CELESTIA_KEEP_GAMES": ("0", "keep_games", 0),
    "CELESTIA_KEEP_SERVERS": ("7", "keep_servers", 7),
    "CELESTIA_EPHEMERAL_OK": ("", "ephemeral_ok", False),
}


def test_the_environment_is_read(load_with: Load) -> None:
    assert READ.keys() == VARIABLES.keys() - {"DISCORD_TOKEN_FILE"}
    settings = load_with(**{name: text for name, (text, _, _) in READ.items()})
    assert dict(settings) == {"token_file": None, **{field: it for _, field, it in READ.values()}}


def test_the_environment_overrides_the_file(load_with: Load) -> None:
    """A variable without a value counts as absent."""
    Path(".env").write_text("CELESTIA_PACE=none\nCELESTIA_LANGUAGE=fr\nCELESTIA_WEB=\n", "utf-8")
    settings = load_with(CELESTIA_PACE="relaxed", CELESTIA_LANGUAGE="")
    assert (settings.pace, settings.language) == ("relaxed", "fr")


FOR_EVER = "a whole number from 0 to 36500, 0 for ever"


@pytest.mark.parametrize(
    ("name", "values", "wanted"),
    [
        ("CELESTIA_LANGUAGE", ["tlh", "english"], Settings.model_fields["language"].description),
        ("CELESTIA_PACE", ["fast"], "live, 4h, 12h, relaxed, 72h or none"),
        ("CELESTIA_WINDOW_SECONDS", ["2", "61", "8.5", "x"], "a whole number from 3 to 60"),
        ("CELESTIA_DECISION_SECONDS", ["14", "601"], "a whole number from 15 to 600"),
        (
            "CELESTIA_COMPUTER_PAUSE",
            ["1", "1,2,3", "2,1", "0,31", "-1,2", "nan,1", "1;2", "x"],
            "two numbers from 0 to 30 with a comma between them, the smaller one first",
        ),
        ("CELESTIA_SHARDS", ["0", "10001", "1.5", "x"], "a whole number from 1 to 10000"),
        ("CELESTIA_EDIT_EVERY", ["-1", "inf", "nan", "x"], "a number from 0 to 60"),
        ("CELESTIA_LOG_LEVEL", ["LOUD"], "DEBUG, INFO, WARNING or ERROR"),
        ("CELESTIA_LOG_FORMAT", ["xml", "line"], "lines or json"),
        ("CELESTIA_TABLES_PER_SERVER", ["0", "1001", "x"], "a whole number from 1 to 1000"),
        ("CELESTIA_SYNC_COMMANDS", ["maybe"], "yes or no"),
        (
            "CELESTIA_WEB",
            [
                *("games.example", "ftp://games.example", "https://", "https://games.example?b=c"),
                *("https://a:b@games.example", "https://games.example/(b)"),
                *("https://games.example:99999", "https://games.example/b c", "https://[a"),
            ],
            "an address that begins with https:// or http://",
        ),
        (
            "CELESTIA_WEB_LISTEN",
            ["8080", ":8080", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:x", "a b:1"],
            "an address of this machine and a port, as in 127.0.0.1:8080",
        ),
        (
            "CELESTIA_OPERATIONS",
            ["yes", ":8081", "127.0.0.1", "65536", "0.0.0.0:65536", "-1", "٨٠", "8081/metrics"],
            "a port, as in 8081, or an address of this machine and a port, as in 127.0.0.1:8081",
        ),
        ("CELESTIA_KEEP_GAMES", ["-1", "36501", "1.5", "a year"], FOR_EVER),
        ("CELESTIA_KEEP_SERVERS", ["-1", "36501", "x"], FOR_EVER),
        ("CELESTIA_EPHEMERAL_OK", ["maybe"], "yes or no"),
        ("CELESTIA_DEV_GUILD", ["0", "mine", "9" * 30], "the id of a server, a long whole number"),
        ("CELESTIA_DATABASE", ["."], "the path of a file, or postgresql://..."),
    ],
)
def test_a_wrong_value_is_named_with_what_to_write_instead(
    name: str, values: list[str], wanted: str, load_with: Load
) -> None:
    for value in values:
        (fault,) = faults(load_with, **{name: value})
        assert fault.startswith(f'{name} is "')
        assert fault.endswith(f": write {wanted}.")


@pytest.mark.parametrize(
    ("text", "listens"),
    [
        ("8081", ("127.0.0.1", 8081)),
        ("192.0.2.7:8081", ("192.0.2.7", 8081)),
        ("[::]:8081", ("::", 8081)),
    ],
)
def test_a_port_alone_is_one_of_loopback(
    text: str, listens: tuple[str, int], load_with: Load
) -> None:
    assert load_with(CELESTIA_OPERATIONS=text).operations == listens


def test_all_faults_are_named_at_once(load_with: Load) -> None:
    named = faults(load_with, CELESTIA_PACE="x", CELESTIA_LANGUAGE="x", CELESTIA_PACES="x")
    variables = ["CELESTIA_PACES", "CELESTIA_LANGUAGE", "CELESTIA_PACE"]
    assert [fault.split()[0] for fault in named] == variables


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("CELESTIA_PACES", "CELESTIA_PACE"),
        ("CELESTIA_DATABSE", "CELESTIA_DATABASE"),
        ("CELESTIA_TOKEN", "DISCORD_TOKEN"),
        ("celestia_lang", "CELESTIA_LANGUAGE"),
    ],
)
@pytest.mark.parametrize("dotenv", [False, True])
def test_an_unknown_variable_is_named_with_the_nearest_known_one(
    name: str, nearest: str, dotenv: bool, load_with: Load
) -> None:
    if dotenv:
        Path(".env").write_text(f"{name}=1\n", "utf-8")
    named = faults(load_with, **{} if dotenv else {name: "1"})
    assert named == (f"{name.upper()} is no setting of this bot; perhaps {nearest} was meant.",)


def test_an_unknown_variable_like_no_other_names_the_example_file(load_with: Load) -> None:
    (fault,) = faults(load_with, CELESTIA_XYZXYZ="1")
    assert ".env.example" in fault


def test_variables_of_other_programs_are_ignored(load_with: Load) -> None:
    Path(".env").write_text("POSTGRES_PASSWORD=x\nDISCORD_WEBHOOK=x\n", "utf-8")
    assert load_with(PACE="x").pace == "live"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_the_token_can_lie_in_a_file(encoding: str, load_with: Load) -> None:
    Path("secret").write_text("a.b.c\n", encoding)
    assert load_with(DISCORD_TOKEN_FILE="secret").token == SecretStr("a.b.c")  # noqa: S106


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot be read: No such file or directory"),
        (b" \n", "there is no token"),
        (b"\xff\xfe", "cannot be read: it is no text in UTF-8"),
        (b"topsecret and more", "a blank or a quotation mark"),
        ("topsecret".encode("utf-16-le"), "a letter that is in no token"),
    ],
)
def test_a_file_without_a_token_is_a_fault(
    content: bytes | None, words: str, load_with: Load
) -> None:
    if content is not None:
        Path("secret").write_bytes(content)
    (fault,) = faults(load_with, DISCORD_TOKEN_FILE="secret")  # noqa: S106
    assert fault.startswith("DISCORD_TOKEN_FILE ")
    assert words in fault
    assert "topsecret" not in fault


@pytest.mark.posix
@pytest.mark.parametrize("variable", ["CELESTIA_DATABASE", "DISCORD_TOKEN_FILE"])
def test_the_home_of_an_unknown_user_is_a_fault(variable: str, load_with: Load) -> None:
    (fault,) = faults(load_with, **{variable: "~nobody.of.this.name/file"})
    assert fault.startswith(f"{variable} ")
    assert "~nobody.of.this.name/file" in fault


@pytest.mark.posix
def test_a_link_to_itself_is_no_file(load_with: Load) -> None:
    Path("loop").symlink_to("loop")
    (fault,) = faults(load_with, CELESTIA_DATABASE="loop")
    assert fault == 'CELESTIA_DATABASE is "loop": write the path of a file, or postgresql://....'


def test_settings_leave_other_faults_of_the_path_to_the_store(load_with: Load) -> None:
    assert load_with(CELESTIA_DATABASE="x" * 300).database.file == Path("x" * 300)


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("celestia.db", "celestia.db"),
        ("/data/celestia.db", "/data/celestia.db"),
        ("~/celestia.db", f"{Path.home()}/celestia.db"),
        ("sqlite:///celestia.db", "celestia.db"),
        ("SQLite:///games/celestia.db", "games/celestia.db"),
        ("sqlite:////data/celestia.db", "/data/celestia.db"),
        ("sqlite:///~/celestia.db", f"{Path.home()}/celestia.db"),
        ("C://games/celestia.db", "C://games/celestia.db"),
        ("games:2.db", "games:2.db"),
    ],
)
def test_a_database_is_a_path_or_a_url(text: str, file: str, load_with: Load) -> None:
    assert load_with(CELESTIA_DATABASE=text).database == Address.of_file(Path(file))


@pytest.mark.parametrize("scheme", ["postgresql+asyncpg", "mysql"])
def test_a_database_of_another_kind_is_refused(scheme: str, load_with: Load) -> None:
    (fault,) = faults(load_with, CELESTIA_DATABASE=f"{scheme}://bot:topsecret@host/celestia")
    assert fault == console.UNKNOWN_DATABASE.format(scheme=scheme)


@pytest.mark.parametrize(
    "rest", ["", "/", "topsecret@host/x.db", "x.db", "/x.db?mode=topsecret", "/x.db#topsecret"]
)
def test_a_url_without_a_file_is_refused_and_not_shown(rest: str, load_with: Load) -> None:
    (fault,) = faults(load_with, CELESTIA_DATABASE=f"sqlite://{rest}")
    assert fault == console.NO_FILE_IN_URL


def test_two_tokens_are_one_too_many(load_with: Load) -> None:
    (fault,) = faults(load_with, DISCORD_TOKEN="topsecret", DISCORD_TOKEN_FILE="topsecret2")  # noqa: S106
    assert fault == console.GIVEN_TWICE


@pytest.mark.parametrize("token", [f"Bot {TOKEN}", f'"{TOKEN}"', f"{TOKEN}\n{TOKEN}"])
def test_no_token_is_ever_shown(token: str, load_with: Load) -> None:
    elsewhere = {"CELESTIA_PACE": TOKEN, "CELESTIA_COMPUTER_PAUSE": TOKEN}
    named = faults(load_with, DISCORD_TOKEN=token, **elsewhere)
    assert len(named) == 3
    assert not any(part in str(named) for part in TOKEN.split("."))
    assert TOKEN not in repr(Settings.model_construct(token=SecretStr(TOKEN)))


def test_a_file_that_is_no_text_is_a_fault(load_with: Load) -> None:
    Path(".env").write_bytes(b"CELESTIA_PACE=\xff\n")
    assert faults(load_with) == (".env cannot be read: it is no text in UTF-8.",)


def test_where_no_disk_stays_the_bot_does_not_start(load_with: Load) -> None:
    (fault,) = faults(load_with, DYNO="worker.1")
    assert "CELESTIA_EPHEMERAL_OK=yes" in fault
    assert cautions(load_with(CELESTIA_EPHEMERAL_OK="yes")) == []


@pytest.mark.parametrize(
    ("variables", "careful"),
    [
        ({}, False),
        ({"RENDER": "true"}, True),
        ({"RAILWAY_ENVIRONMENT": "production"}, True),
        ({"RENDER": "true", "CELESTIA_EPHEMERAL_OK": "yes"}, False),
        ({"RENDER": "true", "CELESTIA_DATABASE": "/volume/celestia.db"}, False),
        ({"RAILWAY_VOLUME_MOUNT_PATH": "/data", "CELESTIA_DATABASE": "/data/c.db"}, False),
        ({"RAILWAY_VOLUME_MOUNT_PATH": "/data", "CELESTIA_DATABASE": "/games/c.db"}, True),
    ],
)
def test_a_database_outside_the_volume_is_cautioned_about(
    variables: dict[str, str], careful: bool, load_with: Load
) -> None:
    lines = cautions(load_with(**variables))
    assert bool(lines) == careful
    assert all("CELESTIA_DATABASE" in line for line in lines)


@pytest.mark.posix
@pytest.mark.parametrize(
    ("line", "mode", "secret"),
    [
        ("DISCORD_TOKEN=a.b.c", 0o644, "DISCORD_TOKEN"),
        ("DISCORD_TOKEN=a.b.c", 0o640, None),
        ("DISCORD_TOKEN=", 0o644, None),
        ("CELESTIA_DATABASE=postgresql://me:pw@here/games", 0o604, console.DATABASE_LOGIN),
        ("CELESTIA_DATABASE=postgresql://here/games", 0o644, None),
    ],
)
def test_a_secret_that_all_users_can_read_is_cautioned_about(
    line: str, mode: int, secret: str | None
) -> None:
    file = Path(".env")
    file.write_text(line, "utf-8")
    file.chmod(mode)
    wanted = [] if secret is None else [console.OPEN_DOTENV.format(secret=secret)]
    assert cautions(load()) == wanted


def test_the_example_has_every_variable_and_its_default() -> None:
    Path(".env").write_text(re.sub(r"^#(?=[A-Z_]+=)", "", EXAMPLE, flags=re.MULTILINE), "utf-8")
    assert dotenv_values(".env").keys() == VARIABLES.keys()
    with_example = load()
    Path(".env").unlink()
    assert with_example == load()


def test_the_example_as_it_is_sets_nothing() -> None:
    Path(".env").write_text(EXAMPLE, "utf-8")
    assert dotenv_values(".env") == {}
