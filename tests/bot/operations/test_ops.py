"""The dashboard and the alerts in ops/ can be read, and every metric and label they name exists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import promql_parser as promql
import pytest
import yaml

from bot.discord.incoming import Kind
from bot.operations.metrics import FAILURE_EXPIRES
from bot.store.errors import Unavailable
from tests.bot.operations.scraping import Scrape, everything, fresh
from tests.meta.sources import ROOT

DASHBOARD: Final = ROOT / "ops/dashboard.json"
ALERTS: Final = ROOT / "ops/alerts.yml"
MACHINE: Final = ROOT / "ops/machine.yml"
ALERTMANAGER: Final = ROOT / "ops/alertmanager.yml"
GUIDE: Final = (ROOT / "docs/operating.md").read_text("utf-8")

FROM_PROMETHEUS: Final = frozenset({"instance", "job"})
"""Labels that Prometheus adds to every sample."""
LE: Final = frozenset({"le"})
GROWTH: Final = frozenset({"rate", "increase"})
NEGATIVE: Final = (promql.MatchOp.NotEqual, promql.MatchOp.NotRe)


def alerts(*files: Path) -> list[dict[str, Any]]:
    """Return the alerts of these files; of none, those on what the bot itself tells."""
    read = [yaml.safe_load(it.read_text("utf-8"))["groups"] for it in files or (ALERTS,)]
    return [rule for (group,) in read for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    return json.loads(DASHBOARD.read_text("utf-8"))["panels"]


def asked() -> list[str]:
    """Every expression of either file; Grafana fills in the interval."""
    of_panels = [target["expr"] for it in panels() for target in it.get("targets", ())]
    return [it.replace("$__rate_interval", "5m") for it in of_panels] + [
        it["expr"] for it in alerts()
    ]


def nodes(expression: str | promql.Expr) -> list[promql.Expr]:
    """The expression and all its parts, outermost first."""
    found: list[promql.Expr] = []
    root = promql.parse(expression) if isinstance(expression, str) else expression
    promql.walk(root, found.append)
    return found


def selectors(expression: str | promql.Expr) -> list[promql.VectorSelector]:
    return [it for it in nodes(expression) if isinstance(it, promql.VectorSelector)]


def groups(expression: str) -> list[set[str]]:
    """The labels of each ``by`` and ``without``."""
    found = [it.modifier for it in nodes(expression) if isinstance(it, promql.AggregateExpr)]
    return [{*it.labels} for it in found if it is not None]


def values(matcher: promql.Matcher) -> list[str]:
    """The values that a matcher names; a pattern is taken apart."""
    is_pattern = matcher.op in (promql.MatchOp.Re, promql.MatchOp.NotRe)
    return matcher.value.split("|") if is_pattern else [matcher.value]


def unknown(expression: str, scrape: Scrape) -> Iterator[str]:
    """Metrics, labels and values of this expression that do not exist."""
    known = {it.name for it in scrape.samples} | {"up"}
    labels: set[str] = set(FROM_PROMETHEUS)
    for selector in selectors(expression):
        name = selector.name or ""
        if name not in known:
            yield name
        mine = scrape.labels_of(name) | FROM_PROMETHEUS
        labels |= mine
        for matcher in selector.matchers.matchers:
            if matcher.name not in mine:
                yield f"{name}: {matcher.name}"
            elif matcher.name not in FROM_PROMETHEUS:
                seen = {it.labels.get(matcher.name) for it in scrape.samples if it.name == name}
                lacks = [it for it in values(matcher) if it not in seen]
                yield from (f"{name}: {matcher.name}={it}" for it in lacks)
    for group in groups(expression):
        yield from sorted(group - labels)


def test_every_figure_of_dashboard_and_alerts_exists() -> None:
    scrape = everything()
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
        ("celestia_clicks_total > clicks", "clicks"),
    ],
)
def test_a_missing_figure_would_be_noticed(expression: str, lacks: str) -> None:
    assert [*unknown(expression, everything())] == [lacks]


def test_the_dashboard_shows_every_figure_of_the_bot() -> None:
    scrape = everything()
    shown = {it.name or "" for expression in asked() for it in selectors(expression)}
    bare = {re.sub(r"_(bucket|count|sum|total|info)$", "", name) for name in shown}
    ours = {name.removesuffix("_info") for name in scrape.names if name.startswith("celestia")}
    assert ours - bare == set()


def test_every_alert_says_what_it_means_what_to_do_and_where_more_stands() -> None:
    found = alerts(ALERTS, MACHINE)
    assert len({it["alert"] for it in found}) == len(found) > 10
    for it in found:
        assert it.keys() == {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"Celestia[A-Z]\w+", it["alert"])
        assert re.fullmatch(r"\d+[smh]", it["for"])
        assert it["labels"] in ({"severity": "page"}, {"severity": "warn"})
        notes = it["annotations"]
        assert notes.keys() == {"summary", "action", "heading"}
        assert notes["heading"] == it["alert"]
        assert notes["summary"][-1] == notes["action"][-1] == "."


def test_one_change_that_was_not_stored_raises_no_alert() -> None:
    """A server that starts anew fails one click or two, and all is well again."""
    by_name = {it["alert"]: it for it in alerts()}
    fail, down = by_name["CelestiaCommitsFail"], by_name["CelestiaStoreDown"]
    (looks_back,) = {
        it.range for it in nodes(fail["expr"]) if isinstance(it, promql.MatrixSelector)
    }
    assert promql.parse_duration(fail["for"]) > looks_back
    assert promql.parse_duration(down["for"]) > timedelta(seconds=FAILURE_EXPIRES)


def test_sentences_of_alerts_name_labels_that_are_left() -> None:
    """A sum keeps only the labels that it is grouped by."""
    scrape = everything()
    for it in alerts():
        named = set(re.findall(r"\$labels\.(\w+)", f"{it['annotations']}"))
        expression = it["expr"]
        own = scrape.labels_of(selectors(expression)[0].name or "") | FROM_PROMETHEUS
        grouped = groups(expression)
        assert named <= (set[str]().union(*grouped) - LE if grouped else own), it["alert"]


def test_the_guide_says_of_every_alert_how_urgent_it_is_and_what_to_do() -> None:
    severities = {it["alert"]: it["labels"]["severity"] for it in alerts(ALERTS, MACHINE)}
    alarms = GUIDE.partition("\n## Alarms\n")[2]
    assert re.findall(r"^### (\w+)$", alarms, re.MULTILINE) == [*severities]
    said = dict(re.findall(r"^### (\w+)\n\*\*(\w+)\.\*\* \S.{80,}", alarms, re.MULTILINE))
    assert said == severities
    assert set(re.findall(r"Celestia[A-Z]\w+", GUIDE)) == {*severities}


def begun(expression: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The counters whose growth this expression asks for, with each mix of labels that it names."""
    calls = [it for it in nodes(expression) if isinstance(it, promql.Call)]
    for call in calls:
        for selector in selectors(call) if call.func.name in GROWTH else ():
            named = [
                [(it.name, value) for value in values(it)]
                for it in selector.matchers.matchers
                if it.op not in NEGATIVE
            ]
            for labels in product(*named):
                yield (selector.name or "").removeprefix("celestia_"), dict(labels)


def test_figures_of_alerts_are_zero_before_their_first_event() -> None:
    """A counter that first appears as 1 has not increased."""
    waited_for = [(it["alert"], *what) for it in alerts() for what in begun(it["expr"])]
    assert len(waited_for) > 8
    for alert, name, labels in waited_for:
        there = [it for it in fresh().samples if it.name == f"celestia_{name}"]
        assert any(labels.items() <= it.labels.items() for it in there), (alert, name, labels)
        assert fresh()(name) == 0


def test_every_kind_of_click_and_database_fault_begins_at_zero() -> None:
    failed = {it.labels["kind"] for it in fresh().samples if it.labels.get("outcome") == "failed"}
    codes = {it.labels["code"] for it in fresh().samples if "code" in it.labels}
    assert failed == {*get_args(Kind)}
    assert codes == {it.code for it in Unavailable.__subclasses__()}


# --- one message for one cause --------------------------------------------------------------------


def inhibitions() -> list[tuple[set[str], set[str]]]:
    """Each rule of the Alertmanager: the alerts that silence, and those that are silenced."""
    return [
        (names(it["source_matchers"]), names(it["target_matchers"]))
        for it in yaml.safe_load(ALERTMANAGER.read_text("utf-8"))["inhibit_rules"]
    ]


def names(matchers: list[str]) -> set[str]:
    (matcher,) = matchers
    known = [it["alert"] for it in alerts()]
    found = re.fullmatch(r'alertname(=~?)"(.+)"', matcher)
    assert found, matcher
    pattern = found[2] if found[1] == "=~" else re.escape(found[2])
    return {it for it in known if re.fullmatch(pattern, it)}


def test_the_rules_that_silence_alerts_name_alerts_that_exist() -> None:
    found = inhibitions()
    assert all(sources and targets for sources, targets in found)
    text = ALERTMANAGER.read_text("utf-8")
    named = {
        f"Celestia{name}"
        for group in re.findall(r"Celestia\(([^)]+)\)", text)
        for name in group.split("|")
    }
    named |= set(re.findall(r'"(Celestia\w+)"', text))
    assert named <= {it["alert"] for it in alerts()}


def test_a_database_that_is_away_is_one_page() -> None:
    silenced = {
        it for sources, targets in inhibitions() if "CelestiaStoreDown" in sources for it in targets
    }
    pages = {it["alert"] for it in alerts() if it["labels"]["severity"] == "page"}
    follow = pages - {"CelestiaDown", "CelestiaRestarts", "CelestiaShutOut", "CelestiaStoreDown"}
    assert follow <= silenced
