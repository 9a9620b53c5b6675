"""The committed sheet matches the art, and icons are legible on every ground."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from art.bake import write
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


def test_the_committed_files_are_what_the_art_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one test, because the art takes several seconds to bake."""
    # choosing colours is slow: they are chosen once, below
    monkeypatch.setattr("art.bake.palette", lambda _: Image.open(HOME / PALETTE))
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "balloon.png").write_bytes(b"old")
    written = {file.relative_to(tmp_path) for file in write(tmp_path)}
    assert not (tmp_path / "icons" / "balloon.png").exists()  # it is drawn no more
    assert written == {
        *(Path(name) for name in (INDEX, SPRITES, BACKDROP, PALETTE)),
        *(Path("icons") / f"{name}.png" for name in NAMES),
    }
    index, committed = ((it / INDEX).read_text("utf-8") for it in (tmp_path, HOME))
    assert index == committed
    pictures = [it for it in written if it.name not in (INDEX, PALETTE)]
    drawn = {it: (Image.open(HOME / it), Image.open(tmp_path / it)) for it in pictures}
    assert [it for it, (old, new) in drawn.items() if not alike(old, new)] == []
    # edges of curves differ between processors, so the colours are those of the committed sheet
    colours = Image.open(HOME / PALETTE).getpalette()
    assert colours == palette(read(HOME)).getpalette()
    assert colours is not None
    assert len(colours) <= 3 * 256


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
    alike: dict[bytes, list[str]] = {}
    for name in NAMES:
        alike.setdefault(icon(name).tobytes(), []).append(name)
    found = {tuple(names) for names in alike.values() if len(names) > 1}
    assert found == same


def test_the_colours_of_seats_are_exact() -> None:
    assert {colour.fill for colour in COLOURS.values()} <= set(EXACT)
    assert len({colour.sign for colour in COLOURS.values()}) == len(COLOURS)
