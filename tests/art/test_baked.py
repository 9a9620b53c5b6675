"""The committed sheet matches the art, and icons are legible on every ground."""

import json
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from art.bake import Baked, bake, index_text, write
from art.palette import EXACT, palette
from art.pawns import COLOURS
from art.shapes import DIGITS
from art.sprites import STYLES, sprites
from bot.pictures.sheet import BACKDROP, HOME, ICONS, INDEX, PALETTE, SPRITES, read
from bot.words import emoji
from engine.box import BOSCALUMIA
from tests.bot.pictures.scenes import where

NEARLY = 8
"""Most difference in a colour by which processors round the edges of curves."""
LARGEST = 10_000
DARK, LIGHT = "#313338", "#ffffff"
"""The grounds of Discord's texts."""
LIKE_ITS_GROUND = 48


@cache
def baked() -> Baked:
    return bake()


def alike(ours: Image.Image, theirs: Image.Image) -> bool:
    if ours.size != theirs.size:
        return False
    # what cannot be seen has no colour
    flat = [
        Image.alpha_composite(Image.new("RGBA", it.size, "#808080"), it.convert("RGBA"))
        for it in (ours, theirs)
    ]
    far = ImageChops.difference(*[it.convert("RGB") for it in flat])
    return all(high <= NEARLY for _, high in ImageStat.Stat(far).extrema)


def icon(name: str) -> Image.Image:
    return Image.open(ICONS / f"{name}.png").convert("RGBA")


NAMES = sorted(file.stem for file in ICONS.glob("*.png"))


def test_the_committed_sheet_is_what_the_art_gives() -> None:
    art = baked()
    assert json.loads((HOME / INDEX).read_text("utf-8")) == art.index
    assert alike(Image.open(HOME / SPRITES), art.sheet)
    assert alike(Image.open(HOME / BACKDROP), art.backdrop)


def test_the_committed_colours_are_what_the_sheet_gives() -> None:
    committed = Image.open(HOME / PALETTE).getpalette()
    assert committed == palette(read(HOME)).getpalette()
    assert committed is not None
    assert len(committed) <= 3 * 256


def test_the_committed_icons_are_what_the_art_gives() -> None:
    assert sorted(baked().icons) == NAMES
    assert [name for name in NAMES if not alike(icon(name), baked().icons[name])] == []


def test_an_icon_that_is_drawn_no_more_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "balloon.png").write_bytes(b"old")
    files = set(write(tmp_path))
    assert not (tmp_path / "icons" / "balloon.png").exists()
    assert {file.name for file in files} >= {INDEX, SPRITES, BACKDROP, PALETTE, "fog.png"}
    assert (tmp_path / INDEX).read_text("utf-8") == index_text(baked().index)


def test_nothing_is_written_but_figures() -> None:
    drawn = sprites()
    figures = {f"{style}{it}" for style in STYLES for it in "0123456789-"}
    assert figures <= drawn.keys()
    assert {*DIGITS} == {*"0123456789-"}
    assert [name for name, part in drawn.items() if "<text" in part.body] == []


# --- icons ---------------------------------------------------------------------------------


def test_every_sign_of_the_texts_has_an_icon() -> None:
    cities = {f"city_{city}" for city in range(1, BOSCALUMIA + 1)}
    seats = {f"seat_{colour}" for colour in COLOURS}
    assert {*emoji.ICONS, *cities, *seats, "treasures", "captain", "hand"} <= {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_is_small_and_has_the_size_of_emojis(name: str) -> None:
    assert (ICONS / f"{name}.png").stat().st_size <= LARGEST
    assert icon(name).size == (128, 128)
    assert icon(name).getchannel("A").getextrema() == (0, 255)


@pytest.mark.parametrize("ground", [DARK, LIGHT])
@pytest.mark.parametrize("name", NAMES)
def test_an_icon_stands_out_from_its_ground(name: str, ground: str) -> None:
    drawn = icon(name)
    behind = Image.new("RGBA", drawn.size, ground)
    seen = Image.alpha_composite(behind, drawn).convert("L")
    differing = ImageChops.difference(seen, behind.convert("L"))
    far = where(differing, lambda value: value > LIKE_ITS_GROUND)
    solid = where(drawn.getchannel("A"), lambda value: value > 128)
    shown, whole = (ImageStat.Stat(it).sum[0] for it in (ImageChops.darker(far, solid), solid))
    assert shown >= 0.12 * whole
    assert whole >= 0.12 * 255 * 128 * 128


def test_no_two_icons_look_alike() -> None:
    same = {("boat", "initiative"), ("boscalumia", f"city_{BOSCALUMIA}")}
    """One thing under two names."""
    found = {
        (one, other)
        for number, one in enumerate(NAMES)
        for other in NAMES[number + 1 :]
        if icon(one).tobytes() == icon(other).tobytes()
    }
    assert found == same


def test_the_colours_of_seats_are_exact() -> None:
    assert {colour.fill for colour in COLOURS.values()} <= set(EXACT)
    assert len({colour.sign for colour in COLOURS.values()}) == len(COLOURS)
