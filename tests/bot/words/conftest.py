import pytest

from bot.words import Words


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a fault in a catalogue is raised."""
    monkeypatch.setattr(Words, "strict", True)
