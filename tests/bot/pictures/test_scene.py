"""A picture's name tells what it shows, and is the same in every process."""

import re
import subprocess
import sys
from dataclasses import fields, replace

from art.samples import CHARTS, SCENES
from bot.pictures.board import Place
from bot.ships import Livery
from tests.bot.pictures.scenes import place, scene


def test_equal_scenes_have_the_same_name_and_look_alike() -> None:
    assert scene() == scene()
    assert (scene().name, scene().paint()) == (scene().name, scene().paint())
    assert hash(scene()) == hash(scene())


def test_a_name_is_the_same_in_every_process() -> None:
    names = [it.name for it in (*SCENES, *CHARTS)]
    script = (
        "from art.samples import CHARTS, SCENES\nprint(*[it.name for it in (*SCENES, *CHARTS)])"
    )
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script], env={"PYTHONHASHSEED": "1"}, capture_output=True, check=True
    )
    assert run.stdout.decode().split() == names


def test_a_name_says_what_it_is_and_fits_any_file_system() -> None:
    assert all(re.fullmatch(r"board-[0-9a-f]{10}\.png", it.name) for it in SCENES)
    assert all(re.fullmatch(r"end-[0-9a-f]{10}\.png", it.name) for it in CHARTS)


def test_every_fact_of_a_scene_changes_its_name() -> None:
    other: dict[str, object] = {
        "piles": (1,) * 9,
        "ship": 2,
        "boat": 3,
        "craft": "boat",
        "target": 6,
        "goal": 75,
        "dice": ("birds",),
        "ignored": (1,),
        "boxes": ("krismastri",),
        "gifts": 1,
        "lit": True,
        "seats": (place("red"), place("green")),
        "livery": Livery("white"),
    }
    assert {*other} == {it.name for it in fields(scene())}
    names = {replace(scene(), **{fact: value}).name for fact, value in other.items()}
    assert len({*names, scene().name}) == len(other) + 1


def test_every_fact_of_a_seat_changes_the_name() -> None:
    plain = place("blue")
    names = {scene(plain).name}
    for fact in fields(Place):
        value = getattr(plain, fact.name)
        other = f"{value}x" if isinstance(value, str) else value + 1
        names.add(scene(replace(plain, **{fact.name: other})).name)
    assert len(names) == len(fields(Place)) + 1
