"""Time zones: what is offered, and what is none."""

from datetime import UTC, datetime

import pytest

from bot.appointments.zones import known, names, offered
from bot.tables.refusals import Refused

NOW = datetime(2026, 11, 28, 12, 30, tzinfo=UTC).timestamp()


def test_zones_are_offered_with_their_time_and_the_likely_one_is_marked() -> None:
    zones = offered(NOW, None, "fr")
    assert "13:30 · Europe/Paris" in [it.label for it in zones]
    assert [it.name for it in zones if it.is_usual] == ["Europe/Paris"]
    assert offered(NOW, "de")[0].name == "Europe/Berlin"
    assert not [it for it in offered(NOW, "en-US") if it.is_usual]


@pytest.mark.parametrize("locale", ["fr", "de", "en-US"])
def test_a_form_has_room_for_them(locale: str) -> None:
    assert len(offered(NOW, locale)) <= 25


def test_every_named_zone_is_known() -> None:
    assert {known(it.name).key for it in offered(NOW)} <= {*names()}


@pytest.mark.parametrize(
    "name", ["Mars/Base", "Europe", "../UTC", "/etc/passwd", "", "a\0b", "x" * 300]
)
def test_what_is_no_zone_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="unknown_zone"):
        known(name)
