"""A painted board, by the pixels at the places of its parts."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from art.pawns import COLOURS
from bot.pictures import places
from bot.pictures.board import Scene
from bot.pictures.sheet import sheet
from engine.box import BOSCALUMIA, DIE, GAP
from tests.bot.pictures.scenes import Box, around, find, place, scene, seen, share, where

SIX = ("blue", "green", "yellow", "purple", "red", "white")
PANEL = (0, places.PANEL, places.WIDTH, places.HEIGHT)
SKY = (0, 0, places.WIDTH, places.PANEL)
DICE = (0, 538, 300, places.HEIGHT)


def light(image: Image.Image, box: Box) -> float:
    return ImageStat.Stat(image.crop(box).convert("L")).mean[0]


def changed(one: Scene, other: Scene) -> Box | None:
    """Return where two boards differ."""
    return ImageChops.difference(seen(one), seen(other)).getbbox()


def within(found: Box | None, box: Box) -> bool:
    return found is not None and (
        found[0] >= box[0] and found[1] >= box[1] and found[2] <= box[2] and found[3] <= box[3]
    )


# --- cities --------------------------------------------------------------------------------


@pytest.mark.parametrize("city", range(1, 10))
def test_a_city_shows_how_many_treasures_are_left_and_lies_in_shadow_without(city: int) -> None:
    flown, (x, y) = 1 if city > 4 else 8, places.CITIES[city]
    empty, six, seven = (
        scene(piles=tuple(left if n == city else 5 for n in range(1, 10)), ship=flown, target=0)
        for left in (0, 6, 7)
    )
    box = (x - 50, y - 60, x + 50, y + 5)
    assert light(seen(empty), box) < 0.85 * light(seen(six), box)
    assert within(changed(six, seven), around(x, y + places.BADGE_BELOW, 88))


@pytest.mark.parametrize("box", ["krismastri", "matryoshburg", "boscalumia"])
def test_a_bonus_city_lies_there_in_its_games_alone(box: str) -> None:
    assert within(changed(scene(), scene(boxes=(box,))), SKY)


def test_gifts_are_counted_and_boscalumia_shines() -> None:
    gifts = [scene(boxes=("krismastri",), gifts=number) for number in (1, 2)]
    assert within(changed(*gifts), around(places.GIFTS[0], places.GIFTS[1] + 37, 40))
    dark, lit = (seen(scene(boxes=("boscalumia",), lit=it)) for it in (False, True))
    x, y = places.CITIES[BOSCALUMIA]
    assert light(lit, around(x, y - 50, 45)) > 1.3 * light(dark, around(x, y - 50, 45))


# --- people --------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_is_aboard_on_the_line_and_in_the_strip(colour: str) -> None:
    fill = COLOURS[colour].fill
    image = seen(scene(place(colour), place("blue" if colour != "blue" else "red")))
    assert share(image, fill, SKY) > 150
    assert share(image, fill, (0, places.TRACK - 20, 1000, places.TRACK + 20)) > 150
    assert share(image, fill, (300, 560, 1000, 640)) > 300


@pytest.mark.parametrize("name", ["pawn", "large-pawn", "chip"])
def test_no_two_colours_have_the_same_sign(name: str) -> None:
    """In grey they differ by their signs alone."""
    art = sheet()
    signs = [art.sprite(f"{name}-{colour}").image.getchannel("A").size for colour in COLOURS]
    assert len(set(signs)) == 1
    outlines = {colour: _sign(art.sprite(f"{name}-{colour}").image, colour) for colour in COLOURS}
    assert [it for it in COLOURS if ImageStat.Stat(outlines[it]).sum[0] < 40 * 255] == []
    for one, other in combinations(COLOURS, 2):
        differing = ImageChops.difference(outlines[one], outlines[other])
        assert ImageStat.Stat(differing).sum[0] > 20 * 255, (one, other)


def _sign(sprite: Image.Image, colour: str) -> Image.Image:
    """Return where the ink of the sign is, without the rest of the pawn."""
    low = sprite.height * 2 // 5 if sprite.height > 40 else 0
    mask = find(sprite.convert("RGB"), COLOURS[colour].ink, 24)
    return mask.crop((0, low, sprite.width, sprite.height))


@pytest.mark.parametrize("city", range(1, 10))
def test_six_ashore_stand_at_their_city_and_hide_no_number(city: int) -> None:
    ashore = [place(colour, place="ashore", city=city) for colour in SIX]
    x, y = places.CITIES[city]
    there = (x - 84, y - 40, x + 96, y + 22)
    flown = 1 if city > 4 else 8
    image = seen(scene(*ashore, ship=flown, target=0))
    for colour in SIX:
        assert share(image, COLOURS[colour].fill, there) > 100, colour
    elsewhere = [place(colour, place="ashore", city=0) for colour in SIX]
    bare = seen(scene(*elsewhere, ship=flown, target=0))
    badge = (x - 80, y + 30, x + 80, y + 70)
    assert ImageChops.difference(image.crop(badge), bare.crop(badge)).getbbox() is None


def test_six_are_seen_in_the_ship_and_the_captain_has_the_hat() -> None:
    seats = [place(colour, captain=colour == "red") for colour in SIX]
    image = seen(scene(*seats))
    for colour in SIX:
        assert share(image, COLOURS[colour].fill, SKY) > 150, colour
    bare = [place(colour) for colour in SIX]
    found = changed(scene(*seats), scene(*bare))
    assert found is not None
    assert found[1] < places.PANEL < found[3]  # in the ship, and in the strip


def test_a_rowing_seat_sits_in_the_boat() -> None:
    x, y = places.CITIES[2]
    seats = (place("blue", captain=True), place("green", place="boat"))
    image = seen(scene(*seats, boat=2))
    assert share(image, COLOURS["green"].fill, around(x - 30, y - 50, 45)) > 150
    empty = (place("blue", captain=True), place("green", place="ashore"))
    assert within(changed(scene(*seats, boat=2), scene(*empty, boat=2)), SKY)


def test_the_ship_hangs_in_the_gap_before_boscalumia() -> None:
    boxes = ("boscalumia",)
    x, _ = places.CITIES[GAP]
    image = seen(scene(ship=GAP, target=BOSCALUMIA, boxes=boxes))
    assert share(image, COLOURS["blue"].fill, (x - 90, 60, x + 90, 200)) > 150


# --- dice ----------------------------------------------------------------------------------


def test_all_dice_fit_into_their_place() -> None:
    for count in range(1, 15):
        dice = tuple(DIE[number % 6] for number in range(count))
        assert within(changed(scene(dice=()), scene(dice=dice)), DICE), count


@pytest.mark.parametrize("face", dict.fromkeys(DIE))
def test_a_die_that_is_ignored_is_crossed(face: str) -> None:
    for count in (1, 3, 6):
        faced, crossed = (scene(dice=(face,) * count, ignored=it) for it in ((), (count - 1,)))
        assert within(changed(faced, crossed), DICE)
        assert _red(seen(crossed)) > _red(seen(faced)) + 150


def _red(image: Image.Image) -> int:
    red, green, blue = image.crop(DICE).split()
    strong = ImageChops.subtract(red, ImageChops.lighter(green, blue))
    return int(ImageStat.Stat(where(strong, lambda value: value > 90)).sum[0] / 255)


# --- the strip and the line to the goal ----------------------------------------------------


@pytest.mark.parametrize(
    "fact", ["hand", "treasures", "tokens", "progress", "crew", "power", "captain"]
)
def test_each_fact_of_each_seat_is_in_the_panel(fact: str) -> None:
    other = {"power": "used", "captain": True}.get(fact, 2)
    base = {"power": "ready"} if fact == "power" else {}
    plain = [place(colour, place="ashore", **base) for colour in SIX]
    before = seen(scene(*plain))
    for changing, seat in enumerate(plain):
        told = [*plain]
        told[changing] = replace(seat, **{fact: other})
        after = seen(scene(*told))
        assert within(ImageChops.difference(before, after).getbbox(), PANEL), changing


def test_no_seat_hides_another_on_the_line() -> None:
    seats = [place(colour, progress=20) for colour in SIX]
    image = seen(scene(*seats))
    for colour in SIX:
        fill = COLOURS[colour].fill
        assert share(image, fill, (0, places.TRACK - 18, 1000, places.TRACK + 18)) > 100, colour


def test_the_leading_seat_stands_nearer_to_the_flag() -> None:
    behind = [place("blue", progress=10), place("green", progress=20)]
    image = seen(scene(*behind, ship=8, target=0))
    at = {it: _middle(image, COLOURS[it].fill) for it in ("blue", "green")}
    wide = places.TRACK_TO - places.TRACK_FROM
    assert at["green"] - at["blue"] == pytest.approx(wide * 10 / 50, abs=4)


def _middle(image: Image.Image, colour: str) -> float:
    strip = image.crop((0, places.TRACK - 18, 1000, places.TRACK + 18))
    box = find(strip, colour, 4).getbbox()
    assert box is not None
    return (box[0] + box[2]) / 2
