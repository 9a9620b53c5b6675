"""The file of a replay: its content, its safety against injection, and its size."""

import re
from base64 import b64encode
from hashlib import sha256
from time import thread_time
from timeit import repeat
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from engine.options import BOXES
from players.replay.moments import moments
from players.replay.page import HOME, SCRIPTS, page
from players.replay.steps import Replay
from players.words import LANGUAGES, catalogue
from tests.players.replay.games import (
    GAMES,
    LARGEST,
    broken_off,
    data_in,
    every_box,
    page_of,
    random_record,
)

HOSTILE = (
    "</script><script>alert(1)</script>",
    "Ann\u2028\u2029\"'`\\",
    "\u202eevil \u2067 \u200f\u05d0",
    "W" * 32,
    "<!--<script>",
    "${policy} ** {seat} \ue000",
)
QUICKLY = 0.5
"""Seconds of a processor for one file; it takes a tenth of that."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_game_language_and_names_give_the_same_bytes(language: str) -> None:
    one, other = (page_of(every_box(), language, HOSTILE) for _ in range(2))
    assert one.encode() == other.encode()
    assert f'<html lang="{language}">' in one


def test_nothing_is_loaded_and_nothing_runs_but_what_is_known_by_its_hash() -> None:
    html = page_of(every_box(), names=HOSTILE)
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in policy
    for tag, rule in (("style", "style-src"), ("script", "script-src")):
        inside = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        hashes = [b64encode(sha256(it.encode()).digest()).decode() for it in inside]
        assert rules[rule] == " ".join(f"'sha256-{it}'" for it in hashes)
    assert html.index("Content-Security-Policy") < html.index("<style>")
    assert not re.search(r"""(?:src|href)=["'](?!#|data:,)|url\((?!#)|@import""", html)
    assert " style=" not in html
    assert not re.search(r" on\w+=", html)


def test_the_scripts_make_texts_of_what_people_wrote() -> None:
    for name in SCRIPTS:
        script = HOME.joinpath(name).read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b", script)
        assert not re.search(r"fetch\(|XMLHttp|WebSocket|sendBeacon|import\(|new Function", script)


def test_no_name_ends_the_data_or_turns_its_direction() -> None:
    html = page_of(every_box(), names=HOSTILE)
    assert data_in(html)["names"] == list(HOSTILE)
    assert html.count("<script") == len(SCRIPTS) + 1
    assert not re.search("[\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]", html)
    assert "alert(1)</script>" not in html
    lonely = page_of(every_box(), names=("\ud800\x00", *HOSTILE[1:]))
    assert data_in(lonely)["names"][0] == "\ud800\x00"
    assert lonely.encode()


def test_a_seat_without_a_name_is_called_by_its_colour() -> None:
    assert data_in(page_of(random_record(0)))["names"] == ["Blue", "Green", "Yellow", "Purple"]
    with_one = data_in(page_of(random_record(0), "fr", ("", "Ann", "  ", "")))["names"]
    assert with_one == ["Bleu", "Ann", "Jaune", "Violet"]
    with pytest.raises(ValueError, match="Ann"):
        page_of(random_record(0), names=("Ann",))


LONG: Final = (("random", 107, 100), ("easy", 4, 50), ("normal", 107, 100))
"""Players, deal and goal: the last game has 3369 moves, and was the longest of 150."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LONG)
def test_the_longest_games_fit(game: tuple[str, int, int], language: str) -> None:
    assert len(page_of(every_box(*game), language, ("一" * 32,) * 6).encode()) <= LARGEST


def test_a_page_is_made_at_once() -> None:
    record = every_box()
    assert min(repeat(lambda: page_of(record), timer=thread_time, number=1)) < QUICKLY


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_all_that_the_script_names_is_there(number: int) -> None:
    html = page_of(random_record(number))
    data = data_in(html)
    symbols = {*re.findall(r'<symbol id="a-([\w-]+)"', html)}
    assert {f"card-{name}" for name, _ in data["cards"]} <= symbols
    assert {f"pawn-{colour}" for colour in data["colours"]} <= symbols
    assert {f"chip-{colour}" for colour in data["colours"]} <= symbols
    assert {f"city-{city}" for city in range(1, 10)} <= symbols
    for box in ("krismastri", "matryoshburg", "boscalumia"):
        assert (box in symbols) == (box in data["boxes"])
    for label in set(re.findall(r"""(?:words\[|say\()["'`]([\w-]+)["']""", html)):
        assert label in data["words"], label


def test_every_label_that_the_script_is_given_is_shown() -> None:
    code = "\n".join(HOME.joinpath(name).read_text("utf-8") for name in SCRIPTS)
    written = re.findall(r"`([^`]*)`", code) + re.findall(r'"([^"]*)"', code)
    keys = [it for it in written if it.startswith(("replay-", "picture-", "face-", "place-"))]
    patterns = [".+".join(map(re.escape, re.split(r"\$\{.*?\}", it))) for it in keys]
    labels = {*data_in(page_of(every_box()))["words"]}
    assert {it for it in labels if not any(re.fullmatch(p, it) for p in patterns)} == set()


def test_every_id_that_is_referred_to_stands_once() -> None:
    html = page_of(every_box())
    ids = re.findall(r' id="([\w-]+)"', html)
    assert len(ids) == len(set(ids))
    labelled = re.findall(r'aria-labelledby="([\w-]+)"', html)
    used = re.findall(r'href="#([\w-]+)"', html) + re.findall(r"url\(#([\w-]+)\)", html)
    asked = re.findall(r'byId\("([\w-]+)"\)|getElementById\("([\w-]+)"\)', html)
    assert {*labelled, *used, *[one or other for one, other in asked]} <= {*ids}


def test_the_sprites_are_well_formed() -> None:
    html = page_of(every_box())
    svg = html[html.index("<svg xmlns") : html.index("</svg>") + len("</svg>")]
    assert ET.fromstring(svg).tag.endswith("svg")  # noqa: S314  # a file of the project


def test_the_last_frame_is_followed_by_the_final_scores() -> None:
    record = every_box()
    data = data_in(page_of(record))
    assert [score["total"] for score in data["scores"]] == list(record.totals)
    ranks = [score["rank"] for score in data["scores"]]
    assert {seat for seat, rank in enumerate(ranks) if rank == 1} == set(record.winners)


def test_a_game_that_was_broken_off_says_so_and_has_no_scores() -> None:
    data = data_in(page_of(broken_off()))
    assert data["scores"] == []
    assert data["said"][int(data["frames"][-1]["s"])].startswith("The game was broken off")


def test_frames_hold_only_what_changes() -> None:
    data = data_in(page_of(every_box()))
    assert {"piles", "ship", "journey", "a0", "h5"} <= data["frames"][0].keys()
    sizes = [len(frame) for frame in data["frames"][1:]]
    assert sum(sizes) / len(sizes) < 8


def test_moments_are_linked_and_can_be_others() -> None:
    replay = Replay.of(every_box())
    three = moments(replay)
    assert [it["step"] for it in data_in(page_of(every_box()))["moments"]] == [
        it.step for it in three
    ]
    html = page(replay, catalogue("en"), (), three[:1])
    assert len(data_in(html)["moments"]) == 1
    assert data_in(html)["boxes"] == list(BOXES)
