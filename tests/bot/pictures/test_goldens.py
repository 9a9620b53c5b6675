"""Pictures look as they were reviewed last."""

import pytest
from PIL import Image, ImageChops

from art.samples import CHARTS, SCENES
from bot.pictures.board import Scene
from bot.pictures.chart import Chart
from tests.bot.pictures.goldens import FOLDER, PICTURES
from tests.bot.pictures.scenes import seen

LARGEST = 60_000


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_same_pixel_by_pixel(name: str) -> None:
    """Not byte by byte: how well a PNG packs is a matter of the zlib at hand."""
    golden = Image.open(FOLDER / f"{name}.png").convert("RGB")
    assert ImageChops.difference(seen(PICTURES[name]), golden).getbbox() is None


@pytest.mark.parametrize("picture", [*SCENES, *CHARTS], ids=lambda it: it.name)
def test_the_fullest_pictures_are_small(picture: Scene | Chart) -> None:
    assert len(picture.paint()) <= LARGEST
