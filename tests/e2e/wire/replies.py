"""Judges what the wire answers, by Discord's OpenAPI document: a fake should not be believed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import jsonschema_rs

from tests.e2e.wire.asked import Asked
from tests.host.judge import DOCUMENT, WITHOUT

Json = dict[str, Any]

_URN: Final = "urn:discord"
_KIND: Final = "application/json"
_PARAMETER: Final = re.compile(r"\\\{.+?\\\}")


def faults(requests: Iterable[Asked]) -> list[str]:
    """All that Discord would not have answered, a line each; each kind of answer but once."""
    if WITHOUT:
        return []
    found = {
        f"{asked.method} {template}: {fault}": None
        for asked in requests
        if asked.well and not asked.lost
        for template in [_template(asked)]
        for fault in _faults(asked, template)
    }
    return [*found]


def _faults(asked: Asked, template: str) -> Iterator[str]:
    answers = _document()["paths"][template][asked.method.lower()]["responses"]
    if str(asked.status) not in answers:
        yield f"{asked.status} is none of {[*answers]}"
    elif _KIND in answers[str(asked.status)].get("content", {}):
        validator = _validator(template, asked.method.lower(), asked.status)
        for error in validator.iter_errors(asked.reply):
            place = "/".join(map(str, error.instance_path))
            yield f"{place}: {error.message[:80]} … {error.message[-80:]}"
    elif asked.reply is not None:
        yield "there is no body"


@cache
def _document() -> Json:
    return json.loads(DOCUMENT.read_text(encoding="utf-8"))


@cache
def _registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([(_URN, _document())])


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    templates = sorted(_document()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(_PARAMETER.sub("[^/]+", re.escape(it))), it) for it in templates]


def _template(asked: Asked) -> str:
    return next(
        template
        for pattern, template in _patterns()
        if pattern.fullmatch(asked.path) and asked.method.lower() in _document()["paths"][template]
    )


@cache
def _validator(
    template: str, method: str, status: int | None
) -> jsonschema_rs.Draft202012Validator:
    steps = ("paths", template, method, "responses", f"{status}", "content", _KIND, "schema")
    pointer = "/".join(quote(step.replace("/", "~1")) for step in steps)
    return jsonschema_rs.Draft202012Validator({"$ref": f"{_URN}#/{pointer}"}, registry=_registry())
