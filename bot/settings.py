"""The settings of the bot, from the environment or a file named ``.env``.

All of it is checked when the bot starts, and each fault is named with what to write instead.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from stat import S_ISDIR
from typing import Annotated, Any, Final, cast
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails

from bot import console, log, system
from bot.discord import limits
from bot.store.address import Address, parse_address
from bot.tables.paces import DECISIONS, PACES, USUAL, WINDOWS
from bot.words.catalogue import LANGUAGES

PREFIX: Final = "CELESTIA_"
DOTENV: Final = Path(".env")
_LOGIN: Final = "DISCORD_TOKEN"
_LOGIN_FILE: Final = "DISCORD_TOKEN_FILE"
_LOGINS: Final[Mapping[str, str]] = {"token": _LOGIN, "token_file": _LOGIN_FILE}
"""The variables of fields that have no prefix."""
_NEAR: Final = 0.6
"""Similarity from which a name counts as a typo of another."""
_SHOWN: Final = 60
"""Characters of a wrong value that a fault shows."""
_PASSWORD: Final = re.compile(r"://[^/@]*:[^@]+@")
"""In the address of a database."""
_NOT_IN_A_TOKEN: Final = re.compile(r"[^!-~]|[\"']")
"""Characters that no token contains, but that are easily copied along or left by an editor."""

NOTHING_STAYS: Final = "DYNO"
"""Set by hosts like Heroku, where no path of the disk survives a restart."""
RENDER: Final = "RENDER"
RAILWAY: Final = "RAILWAY_"
"""A variable, and the prefix of others, set by hosts where only a volume survives a restart."""
VOLUME: Final = "RAILWAY_VOLUME_MOUNT_PATH"

LONGEST_PAUSE: Final = 30
"""Seconds that a computer player may pretend to think."""
SHARDS: Final = range(1, 10001)
"""Number of shards of the whole bot."""
LONGEST_BETWEEN_EDITS: Final = 60
"""Seconds by which an edit of a board may be delayed."""
TABLES: Final = range(1, 1001)
"""Open tables in a server at a time."""
DAYS: Final = range(36501)
"""Days for which data may be kept; 0: for ever."""
_LISTEN: Final = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[\w.-]+):(?P<port>\d{1,5})", re.ASCII)
_PORTS: Final = 65535
LOOPBACK: Final = "127.0.0.1"
"""Addresses that are reachable from this machine only."""
_NOT_IN_A_LINK: Final = re.compile(r"[\s()<>\[\]\\\"'`]")
"""Characters that would break a link in a message."""
_CHOICES: Final[Mapping[str, Collection[str]]] = {
    "language": LANGUAGES,
    "pace": PACES,
    "log_level": log.LEVELS,
    "log_format": log.FORMATS,
}
"""The words that a setting allows."""

Pause = Annotated[float, Field(ge=0, le=LONGEST_PAUSE)]


def _whole(default: int | None, allowed: range, more: str = "") -> Any:
    """Return the field of a whole number in this range."""
    about = f"a whole number from {allowed[0]} to {allowed[-1]}{more}"
    return Field(default=default, ge=allowed[0], le=allowed[-1], description=about)


def _one_of(field: str) -> str:
    *others, last = _CHOICES[field]
    return f"{', '.join(others)} or {last}"


class SettingsError(Exception):
    """The bot cannot start with these settings; each fault is one line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Settings(BaseModel):
    """The settings. The description of each says which values are allowed."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)

    token_file: Path | None = Field(
        default=None, description="the name of a file with nothing but the token in it"
    )
    token: SecretStr | None = Field(default=None, description="the token of the bot")
    database: Address = Field(
        default=Address.of_file(Path("celestia.db")),
        description="the path of a file, or postgresql://...",
    )
    language: str = Field(default=LANGUAGES[0], description=_one_of("language"))
    pace: str = Field(default=USUAL, description=_one_of("pace"))
    window_seconds: int = _whole(8, WINDOWS)
    decision_seconds: int = _whole(45, DECISIONS)
    computer_pause: tuple[Pause, Pause] = Field(
        default=(1.0, 2.5),
        description=f"two numbers from 0 to {LONGEST_PAUSE} with a comma between them, the smaller"
        " one first",
    )
    shards: int | None = _whole(None, SHARDS)
    edit_every: float = Field(
        default=limits.EDIT_EVERY,
        ge=0,
        le=LONGEST_BETWEEN_EDITS,
        description=f"a number from 0 to {LONGEST_BETWEEN_EDITS}",
    )
    log_level: str = Field(default="INFO", description=_one_of("log_level"))
    log_format: str = Field(default=log.FORMATS[0], description=_one_of("log_format"))
    tables_per_server: int = _whole(20, TABLES)
    sync_commands: bool = Field(default=True, description="yes or no")
    dev_guild: int | None = Field(
        default=None, gt=0, lt=2**63, description="the id of a server, a long whole number"
    )
    web: str | None = Field(
        default=None, description="an address that begins with https:// or http://"
    )
    web_listen: tuple[str, int] = Field(
        default=(LOOPBACK, 8080),
        description="an address of this machine and a port, as in 127.0.0.1:8080",
    )
    operations: tuple[str, int] | None = Field(
        default=None,
        description="a port, as in 8081, or an address of this machine and a port, as in"
        " 127.0.0.1:8081",
    )
    keep_games: int = _whole(365, DAYS, ", 0 for ever")
    keep_servers: int = _whole(30, DAYS, ", 0 for ever")
    ephemeral_ok: bool = Field(default=False, description="yes or no")

    @field_validator(*_CHOICES, mode="before")
    @classmethod
    def _chosen(cls, value: object, info: ValidationInfo) -> str:
        """Return the allowed word that reads so, in any case and with either separator."""
        wanted = str(value).strip().replace("_", "-").lower()
        for word in _CHOICES[str(info.field_name)]:
            if word.lower() == wanted:
                return word
        raise ValueError

    @field_validator("computer_pause", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return value.split(",") if isinstance(value, str) else value

    @field_validator("computer_pause")
    @classmethod
    def _in_order(cls, value: tuple[float, float]) -> tuple[float, float]:
        if value[0] > value[1]:
            raise ValueError
        return value

    @field_validator("token_file")
    @classmethod
    def _from_home(cls, value: Path | None) -> Path | None:
        try:
            return value and value.expanduser()
        except RuntimeError:
            why = console.NO_HOME
            raise ValueError(console.FILE_UNREADABLE.format(file=value, why=why)) from None

    @field_validator("database", mode="before")
    @classmethod
    def _parsed(cls, value: object) -> object:
        try:
            return parse_address(value) if isinstance(value, str) else value
        except RuntimeError:  # there is no such home
            raise ValueError from None

    @field_validator("database")
    @classmethod
    def _no_folder(cls, value: Address) -> Address:
        try:
            unfit = not value.server and S_ISDIR(value.file.stat().st_mode)
        except OSError as error:  # the store says what else is wrong with it
            unfit = error.errno == errno.ELOOP  # a link to itself
        if unfit:
            raise ValueError
        return value

    @field_validator("web")
    @classmethod
    def _web_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            url = urlsplit(value.strip())
            more = url.query or url.fragment or url.username or url.password
            whole = url.scheme in ("https", "http") and url.hostname and url.port != 0
        except ValueError:  # its own words would be of no use
            raise ValueError from None
        if more or not whole or _NOT_IN_A_LINK.search(url.geturl()):
            raise ValueError
        return url.geturl().rstrip("/")

    @field_validator("web_listen", mode="before")
    @classmethod
    def _host_and_port(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        found = _LISTEN.fullmatch(value.strip())
        if found is None or int(found["port"]) > _PORTS:
            raise ValueError
        return found["host"].strip("[]"), int(found["port"])

    @field_validator("operations", mode="before")
    @classmethod
    def _perhaps_port_alone(cls, value: object) -> object:
        if isinstance(value, str) and value.strip().isdecimal():
            value = f"{LOOPBACK}:{value.strip()}"
        return cls._host_and_port(value)

    @field_validator("token")
    @classmethod
    def _one_token(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        file: Path | None = info.data.get("token_file")
        if file is None:
            return value and _token(_LOGIN, value.get_secret_value())
        if value is not None:
            raise ValueError(console.GIVEN_TWICE)
        try:
            text = file.read_text("utf-8-sig").strip()  # some editors mark their files
        except (OSError, UnicodeError) as error:
            why = _reason(error)
            raise ValueError(console.FILE_UNREADABLE.format(file=file, why=why)) from None
        if not text:
            raise ValueError(console.FILE_EMPTY.format(file=file))
        return _token(_LOGIN_FILE, text)


VARIABLES: Final[Mapping[str, str]] = {
    _LOGINS.get(name, PREFIX + name.upper()): name for name in Settings.model_fields
}
"""The field of each variable."""


def load() -> Settings:
    """Return the settings of this process; raises `SettingsError` with all their faults."""
    try:
        given = _given()
    except (OSError, UnicodeError) as error:
        why = _reason(error)
        raise SettingsError((console.BAD_DOTENV.format(why=why),)) from None
    faults = [*_unknown(given)]
    try:
        settings = Settings.model_validate(
            {VARIABLES[name]: value for name, value in given.items() if name in VARIABLES and value}
        )
    except ValidationError as error:
        raise SettingsError((*faults, *_faults(error))) from None
    if NOTHING_STAYS in os.environ and not settings.ephemeral_ok:
        faults.append(console.NOTHING_LASTS)
    if faults:
        raise SettingsError(tuple(faults))
    return settings


def cautions(settings: Settings) -> list[str]:
    """Return a line for each setting that works but is probably a mistake."""
    return [*_open_dotenv(), *_may_not_last(settings)]


def _open_dotenv() -> Iterator[str]:
    """Yield a line if all users of the machine can read a secret in the file of settings."""
    if not system.is_readable_to_all(DOTENV):
        return
    given = {name.upper(): value or "" for name, value in _in_dotenv().items()}
    address = given.get(f"{PREFIX}DATABASE", "")
    if given.get(_LOGIN):
        yield console.OPEN_DOTENV.format(secret=_LOGIN)
    elif _PASSWORD.search(address):
        yield console.OPEN_DOTENV.format(secret=console.DATABASE_LOGIN)


def _may_not_last(settings: Settings) -> Iterator[str]:
    """Yield a line if the host may delete the database."""
    lasts = not any(it == RENDER or it.startswith(RAILWAY) for it in os.environ)
    if settings.database.server or settings.ephemeral_ok or lasts:
        return
    path = settings.database.file.absolute()
    volume = os.environ.get(VOLUME)
    # Where the host does not say, a path outside of the program's own folder is a volume.
    lasting = path.is_relative_to(volume) if volume else not path.is_relative_to(Path.cwd())
    if not lasting:
        yield console.MAY_NOT_LAST.format(path=settings.database)


def _token(name: str, text: str) -> SecretStr:
    text = text.strip()
    if _NOT_IN_A_TOKEN.search(text):
        raise ValueError(console.NOT_ALONE.format(name=name))
    return SecretStr(text)


def _given() -> dict[str, str]:
    """Return all variables; those of the environment come before those in the file.

    Names are in capitals, as not every system keeps their case. An empty variable counts as absent.
    """
    given: dict[str, str] = {}
    for name, value in (*_in_dotenv().items(), *os.environ.items()):
        given[name.upper()] = value or given.get(name.upper(), "")
    return given


def _in_dotenv() -> Mapping[str, str | None]:
    """Return the variables in the file of settings."""
    return dotenv_values(DOTENV, encoding="utf-8")


def _unknown(given: Collection[str]) -> Iterator[str]:
    fields = {name.removeprefix(PREFIX).removeprefix("DISCORD_"): name for name in VARIABLES}
    for name in sorted({*given} - {*VARIABLES}):
        if name.startswith(PREFIX):
            near = get_close_matches(name.removeprefix(PREFIX), fields, n=1, cutoff=_NEAR)
            words = console.UNKNOWN if near else console.UNKNOWN_FAR
            yield words.format(name=name, nearest=fields[near[0]] if near else "")


def _faults(error: ValidationError) -> Iterator[str]:
    """Yield a line for each wrong variable."""
    seen: set[str] = set()
    of = {field: variable for variable, field in VARIABLES.items()}
    for fault in error.errors(include_url=False):
        variable = of[str(fault["loc"][0])]
        if variable not in seen:
            seen.add(variable)
            yield _fault(variable, fault)


def _fault(variable: str, fault: ErrorDetails) -> str:
    said = fault.get("ctx", {}).get("error")
    if isinstance(said, ValueError) and str(said):  # by a validator of this class
        return str(said)
    if variable in (_LOGIN, _LOGIN_FILE):  # secret values
        return console.NOT_ALONE.format(name=variable)
    wanted = Settings.model_fields[VARIABLES[variable]].description
    value = _shown(fault["input"])
    return console.WRITE_INSTEAD.format(name=variable, value=value, wanted=wanted)


def _shown(value: object) -> str:
    """Return a wrong value as it was written, without a token in the wrong line."""
    # a pair of numbers was split at its comma before
    whole = ",".join(map(str, cast("list[object]", value))) if isinstance(value, list) else value
    text = log.redact(str(whole))
    return json.dumps(text if len(text) <= _SHOWN else text[:_SHOWN] + "…", ensure_ascii=False)


def _reason(error: OSError | UnicodeError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or console.NO_TEXT
