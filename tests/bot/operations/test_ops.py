"""The dashboard and the alerts in ops/: they parse, and what they ask for is there to be had."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Final, get_args

import pytest

from bot.discord.incoming import Kind
from bot.operations.metrics import OF_LATE
from bot.store.protocol import OF_THE_WHOLE_STORE
from tests.bot.operations.exercised import everything
from tests.bot.operations.looked_at import Parts, Scrape, asking
from tests.meta.sources import ROOT

DASHBOARD: Final = ROOT / "ops/dashboard.json"
ALERTS: Final = ROOT / "ops/alerts.yml"
GUIDE: Final = ROOT / "docs/operating.md"

FROM_PROMETHEUS: Final = frozenset({"instance", "job"})
"""Labels that it puts on all it reads."""
LE: Final = frozenset({"le"})
QUERY: Final = re.compile(r"\b(celestia\w*|process_\w+|up)\b(?:\{([^}]*)\})?")
MATCHER: Final = re.compile(r'(\w+)(=~|!~|!=|=)"([^"]*)"')
GROUPED: Final = re.compile(r"\b(?:by|without) \(([^)]*)\)")
FUNCTIONS: Final = frozenset({"rate", "increase", "changes", "histogram_quantile", "vector"})
OPERATORS: Final = frozenset({"sum", "min", "max", "count", "topk", "and", "or"})
"""What else an expression is made of."""


class Unreadable(Exception):
    """A line that this reader of YAML does not know; Prometheus might."""


def parsed(text: str) -> list[dict[str, Any]]:
    """The rules of a file of the plainest YAML: maps by indentation, and one list in another.

    A value is a word, or stands in single quotes. Anything more is refused.
    """
    rules: list[dict[str, Any]] = []
    inner: dict[str, str] | None = None
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if lines[:3] != ["groups:", "  - name: 'celestia'", "    rules:"]:
        raise Unreadable(lines[:3])
    for line in lines[3:]:
        found = re.fullmatch(r"(      - |        |          )(\w+):(?: (.+))?", line)
        if found is None:
            raise Unreadable(line)
        indent, key, value = found[1], found[2], found[3]
        if indent == "      - ":
            rules.append({})
        at: dict[str, Any] | None = inner if len(indent) > 8 else rules[-1] if rules else None
        if at is None or key in at:
            raise Unreadable(line)
        if len(indent) <= 8:
            inner = None
        if value is None:
            at[key] = inner = {}
        else:
            at[key] = scalar(value)
    return rules


def scalar(text: str) -> str:
    """A value as YAML reads it."""
    if re.fullmatch(r"'[^']*'", text):
        return text[1:-1]
    if not re.fullmatch(r"\w+", text) or text.lower() in ("yes", "no", "on", "off", "null"):
        raise Unreadable(text)
    return text


def alerts() -> list[dict[str, Any]]:
    return parsed(ALERTS.read_text("utf-8"))


def panels() -> list[dict[str, Any]]:
    return json.loads(DASHBOARD.read_text("utf-8"))["panels"]


def asked() -> list[str]:
    """Every expression of either file."""
    of_panels = [target["expr"] for it in panels() for target in it.get("targets", ())]
    return [*of_panels, *(it["expr"] for it in alerts())]


def unknown(expression: str, scrape: Scrape) -> Iterator[str]:
    """What this expression names that is not there."""
    known = {it.name for it in scrape.samples} | {"up"}
    bare = re.sub(r'"[^"]*"', '""', expression)
    labels: set[str] = set(FROM_PROMETHEUS)
    for name, matchers in QUERY.findall(expression):
        if name not in known:
            yield name
        mine = scrape.labels_of(name) | FROM_PROMETHEUS
        labels |= mine
        for label, sign, value in MATCHER.findall(matchers):
            if label not in mine:
                yield f"{name}: {label}"
            elif label not in FROM_PROMETHEUS:
                yield from missing(name, label, value, scrape, is_pattern="~" in sign)
    for group in GROUPED.findall(bare):
        yield from sorted({it.strip() for it in group.split(",")} - labels)
    rest = re.sub(r"\{[^}]*\}|\[[^]]*\]", "", GROUPED.sub("", bare))
    for word in re.findall(r"[a-zA-Z_]\w*", QUERY.sub("", rest)):
        if word not in FUNCTIONS | OPERATORS:
            yield word


def missing(
    name: str, label: str, value: str, scrape: Scrape, *, is_pattern: bool
) -> Iterator[str]:
    """Values of a label that are looked for and that it never has."""
    seen = {it.labels[label] for it in scrape.samples if it.name == name and label in it.labels}
    for wanted in value.split("|") if is_pattern else [value]:
        if wanted not in seen:
            yield f"{name}: {label}={wanted}"


async def test_all_that_dashboard_and_alerts_ask_for_is_there() -> None:
    scrape = await everything()
    expressions = asked()
    assert len(expressions) > 40
    assert [f"{it}: {what}" for it in expressions for what in unknown(it, scrape)] == []


@pytest.mark.parametrize(
    ("expression", "lacks"),
    [
        ("rate(celestia_click_total[5m])", "celestia_click_total"),
        ("sum by (user) (celestia_clicks_total)", "user"),
        ('celestia_clicks_total{table="x"}', "celestia_clicks_total: table"),
        ('celestia_clicks_total{outcome="gone"}', "celestia_clicks_total: outcome=gone"),
        ('celestia_answers_total{outcome=~"lost|gone"}', "celestia_answers_total: outcome=gone"),
        ("summ(celestia_clicks_total)", "summ"),
        ("celestia_clicks_total > clicks", "clicks"),
    ],
)
async def test_what_is_not_there_would_be_noticed(expression: str, lacks: str) -> None:
    assert [*unknown(expression, await everything())] == [lacks]


async def test_the_dashboard_shows_every_figure_of_ours() -> None:
    scrape = await everything()
    shown = {name for it in asked() for name, _ in QUERY.findall(it)}
    bare = {re.sub(r"_(bucket|count|sum|total|info)$", "", name) for name in shown}
    ours = {name.removesuffix("_info") for name in scrape.names if name.startswith("celestia")}
    assert ours - bare == set()


def test_every_alert_says_what_it_means_what_to_do_and_where_more_stands() -> None:
    found = alerts()
    assert len({it["alert"] for it in found}) == len(found) > 10
    for it in found:
        assert it.keys() == {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"Celestia[A-Z]\w+", it["alert"])
        assert re.fullmatch(r"\d+[smh]", it["for"])
        assert it["labels"].keys() == {"severity"}
        assert it["labels"]["severity"] in ("page", "warn")
        assert it["annotations"].keys() == {"summary", "action", "heading"}
        assert it["annotations"]["heading"] == it["alert"]
        assert it["annotations"]["summary"].endswith(".")
        assert it["annotations"]["action"].endswith(".")
        assert it["expr"].count("(") == it["expr"].count(")")


def seconds(written: str) -> int:
    return int(written[:-1]) * {"s": 1, "m": 60, "h": 3600}[written[-1]]


def test_one_change_that_was_not_stored_wakes_nobody() -> None:
    """A server that starts anew fails one click or two, and all is well again."""
    by_name = {it["alert"]: it for it in alerts()}
    fail, down = by_name["CelestiaCommitsFail"], by_name["CelestiaStoreDown"]
    (looks_back,) = re.findall(r"\[(\w+)\]", fail["expr"])
    assert seconds(fail["for"]) > seconds(looks_back)
    assert seconds(down["for"]) > OF_LATE


async def test_sentences_of_alerts_name_labels_that_are_left() -> None:
    """What is summed up has no other labels than those it is grouped by."""
    scrape = await everything()
    for it in alerts():
        named = set(re.findall(r"\$labels\.(\w+)", f"{it['annotations']}"))
        expression = it["expr"]
        groups = [set(map(str.strip, group.split(","))) for group in GROUPED.findall(expression)]
        (first, *_) = QUERY.findall(expression)
        own = scrape.labels_of(first[0]) | FROM_PROMETHEUS
        assert named <= (set[str]().union(*groups) - LE if groups else own), it["alert"]


def test_every_heading_stands_in_the_operators_guide() -> None:
    headings = set(re.findall(r"^#+ `?(\w+)`?$", GUIDE.read_text("utf-8"), re.MULTILINE))
    assert {it["annotations"]["heading"] for it in alerts()} - headings == set()


def begun(expression: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The counters of which this expression asks how much they have grown, and the labels that it
    names; a pattern is taken apart."""
    for call in re.findall(r"(?:rate|increase)\((celestia_\w+_total(?:\{[^}]*\})?)", expression):
        ((name, matchers),) = QUERY.findall(call)
        named = [
            [(label, value) for value in values.split("|")]
            for label, sign, values in MATCHER.findall(matchers)
            if not sign.startswith("!")
        ]
        for labels in product(*named):
            yield name.removeprefix("celestia_"), dict(labels)


async def test_what_alerts_wait_for_stands_at_nothing_before_its_first_event() -> None:
    """What begins with one has not grown by it."""
    async with asking(Parts()) as asked:
        fresh = await asked.scrape()
    waited_for = [(it["alert"], *what) for it in alerts() for what in begun(it["expr"])]
    assert len(waited_for) > 8
    for alert, name, labels in waited_for:
        there = [it for it in fresh.samples if it.name == f"celestia_{name}"]
        assert any(labels.items() <= it.labels.items() for it in there), (alert, name, labels)
        assert fresh(name) == 0


async def test_every_kind_of_click_and_every_fault_of_a_database_stands_at_nothing() -> None:
    async with asking(Parts()) as asked:
        fresh = await asked.scrape()
    failed = {it.labels["kind"] for it in fresh.samples if it.labels.get("outcome") == "failed"}
    codes = {it.labels["code"] for it in fresh.samples if "code" in it.labels}
    assert failed == {*get_args(Kind)}
    assert codes == OF_THE_WHOLE_STORE


def test_panels_do_not_overlap_and_say_what_they_show() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in panels():
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert at["x"] + at["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells
        if panel["type"] != "row":
            assert panel["description"].endswith("."), panel["title"]
            assert panel["targets"]
    ids = [panel["id"] for panel in panels()]
    assert len({*ids}) == len(ids)


@pytest.mark.parametrize(
    "line",
    [
        "        expr: up == 0",
        "        expr: 'it's'",
        "\texpr: x",
        "      expr: x",
        "        for: 2m\n        for: 3m",
        "        key: yes",
    ],
)
def test_yaml_that_is_not_of_the_plainest_is_refused(line: str) -> None:
    head = "groups:\n  - name: 'celestia'\n    rules:\n      - alert: A\n"
    assert parsed(head) == [{"alert": "A"}]
    with pytest.raises(Unreadable):
        parsed(head + line)
