"""Judges the answers of the wire by Discord's OpenAPI document: a fake should not be believed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import jsonschema_rs

from tests.e2e.wire.asked import Asked
from tests.host import judge

Json = dict[str, Any]

_URN: Final = "urn:discord"
_KIND: Final = "application/json"


def faults(requests: Iterable[Asked]) -> list[str]:
    """Return a line for each kind of answer that Discord would not have given."""
    if judge.WITHOUT:
        return []
    well = [it for it in requests if it.well and not it.lost]
    return [*dict.fromkeys(fault for asked in well for fault in _faults(asked))]


def _faults(asked: Asked) -> Iterator[str]:
    template, _ = judge._document()._operation(asked.method, asked.path)
    method, status = asked.method.lower(), str(asked.status)
    answers = _document()["paths"][template][method]["responses"]
    what = f"{asked.method} {template}"
    if status not in answers:
        yield f"{what}: {status} is none of {[*answers]}"
    elif _KIND in answers[status].get("content", {}):
        for error in _validator(template, method, status).iter_errors(asked.reply):
            place = "/".join(map(str, error.instance_path))
            yield f"{what}: {place}: {error.message[:80]} … {error.message[-80:]}"
    elif asked.reply is not None:
        yield f"{what}: there is no body"


@cache
def _document() -> Json:
    return json.loads(judge.DOCUMENT.read_text(encoding="utf-8"))


@cache
def _registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([(_URN, _document())])


@cache
def _validator(template: str, method: str, status: str) -> jsonschema_rs.Draft202012Validator:
    steps = ("paths", template, method, "responses", status, "content", _KIND, "schema")
    pointer = "/".join(quote(step.replace("/", "~1")) for step in steps)
    return jsonschema_rs.Draft202012Validator({"$ref": f"{_URN}#/{pointer}"}, registry=_registry())
