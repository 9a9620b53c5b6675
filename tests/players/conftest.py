import pytest

from players.words import Catalogue


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a fault in a catalogue is raised."""
    monkeypatch.setattr(Catalogue, "strict", True)
