"""The hosts that an address names: of several, one takes writes, and any may be gone."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

Host = dict[str, Any]
"""What asyncpg is told besides the address, so that it tries this host alone."""

_HOST: Final = re.compile(r"(?:\[([^\]]*)\]|([^:]*))(?::(.*))?")


def hosts_of(server: str) -> list[Host]:
    """Each host of this address by itself; a `ValueError` if they cannot be read.

    Where it does not name several, asyncpg finds the one. One port may stand for all of them.
    """
    address = urlsplit(server)
    asked = {name: values[-1] for name, values in parse_qs(address.query).items()}
    login, at, behind = address.netloc.partition("@")
    named = behind if at else login
    names = (named or asked.get("host", "")).split(",")
    if len(names) == 1:
        return [{}]
    ports = [] if named else [it for it in asked.get("port", "").split(",") if it]
    if not ports:
        return [_host(*_split(name)) for name in names]
    each = ports * len(names) if len(ports) == 1 else ports
    return [_host(_split(name)[0], it) for name, it in zip(names, each, strict=True)]


def _split(text: str) -> tuple[str, str]:
    """The name and the port, if it has one; an address of IPv6 stands in brackets."""
    if text.startswith("/"):  # a folder
        return text, ""
    found = _HOST.fullmatch(text)
    if found is None:
        raise ValueError(text)
    bracketed, name, port = found.groups()
    return unquote(name if bracketed is None else bracketed), unquote(port or "")


def _host(name: str, port: str) -> Host:
    if not name:
        raise ValueError(port)
    return {"host": name, "port": int(port)} if port else {"host": name}
