"""A sheet that is damaged or absent is one error of its own, whatever is wrong with it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.pictures import sheet
from bot.pictures.sheet import BACKDROP, HOME, INDEX, PALETTE, SPRITES, Canvas, SheetError, read

FILES = (SPRITES, INDEX, BACKDROP, PALETTE)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in FILES:
        shutil.copy(HOME / name, tmp_path)
    return tmp_path


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "corrupt": lambda whole: bytes(
        it ^ (0x5A if n >= 40 and (n - 40) % 97 == 0 else 0) for n, it in enumerate(whole)
    ),
}


def test_a_whole_sheet_is_read(home: Path) -> None:
    assert read(home).sprites.keys() == sheet.sheet().sprites.keys()


@pytest.mark.parametrize("name", FILES)
def test_damage_is_one_clear_error(home: Path, name: str) -> None:
    whole = (home / name).read_bytes()
    for damage in DAMAGE.values():
        (home / name).write_bytes(damage(whole))
        with pytest.raises(SheetError, match="make art"):
            read(home)
    (home / name).unlink()
    with pytest.raises(SheetError, match="make art"):
        read(home)


def test_an_index_of_something_else_is_refused(home: Path) -> None:
    for index in ([], {"coin": 3}, {"coin": [1, 2]}, {"coin": [1020, 0, 50, 50, 0, 0]}):
        (home / INDEX).write_text(json.dumps(index), "utf-8")
        with pytest.raises(SheetError):
            read(home)


def test_a_sprite_that_is_missing_is_named(home: Path) -> None:
    art = read(home)
    with pytest.raises(SheetError, match="balloon"):
        Canvas(art.backdrop, art).put("balloon")


def test_a_failure_is_not_remembered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet.sheet.cache_clear()
    (home / INDEX).rename(home / "away")
    monkeypatch.setattr(sheet, "HOME", home)
    with pytest.raises(SheetError):
        sheet.sheet()
    (home / "away").rename(home / INDEX)
    try:
        assert sheet.sheet().sprites
    finally:
        sheet.sheet.cache_clear()
