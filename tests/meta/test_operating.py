"""The operator's guide names commands and settings that exist, and covers each alarm."""

import re

import yaml

from bot.cli.main import COMMANDS
from tests.meta.sources import ROOT

GUIDE = (ROOT / "docs/operating.md").read_text("utf-8")
(GROUP,) = yaml.safe_load((ROOT / "ops/alerts.yml").read_text("utf-8"))["groups"]
SEVERITIES = {it["alert"]: it["labels"]["severity"] for it in GROUP["rules"]}
ALARMS = GUIDE.partition("\n## Alarms\n")[2]


def test_every_alert_has_its_heading_and_no_heading_is_left_over() -> None:
    assert re.findall(r"^### (\w+)$", ALARMS, re.MULTILINE) == [*SEVERITIES]


def test_every_alarm_says_how_urgent_it_is_and_what_to_do() -> None:
    said = dict(re.findall(r"^### (\w+)\n\*\*(\w+)\.\*\* \S.{80,}", ALARMS, re.MULTILINE))
    assert said == SEVERITIES


def test_an_alarm_refers_to_alarms_that_there_are() -> None:
    assert set(re.findall(r"Celestia[A-Z]\w+", GUIDE)) == {*SEVERITIES}


def test_every_command_of_the_guide_is_one() -> None:
    named = set(re.findall(r"(?:python -m bot|(?:^|`)celestia) ([a-z]+)", GUIDE, re.MULTILINE))
    assert {"check", "backup", "restore", "move", "top"} <= named
    assert named <= {*COMMANDS}
