"""A card that is added to an old box changes no game that was dealt without it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import Game, Options, Record, SaveTooNew, SaveTooOld, options, rules
from engine.box import FOG, Plain
from engine.cards.base import WindGust
from engine.deal import deal_of
from engine.options import BOXES, EDITION, EMPTY_HANDS_PAY, EXCHANGE_FIRST
from engine.records import QUIT, verify
from engine.rules import parts_of, rules_of
from tests.engine.goldens import FOLDER, step
from tests.engine.mixes import seed

NEXT = EDITION + 1
OLD_BOX = "little_help"
NEW_CARDS = {"gale": 2, "lantern": 3}


class Gale(WindGust):
    kind = "gale"
    since = NEXT


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The next edition: an old box has a special card and a plain one more."""
    parts = rules.PARTS[OLD_BOX]
    cards = {**parts.cards, "lantern": Plain(FOG, 1, 3, since=NEXT)}
    monkeypatch.setitem(
        rules.PARTS, OLD_BOX, replace(parts, acts=(*parts.acts, Gale()), cards=cards)
    )
    monkeypatch.setattr(options, "EDITION", NEXT)
    rules_of.cache_clear()
    yield
    rules_of.cache_clear()


def saves() -> list[Path]:
    return sorted(FOLDER.glob(f"{OLD_BOX}.save*.json"))


def test_the_newest_edition_is_that_of_the_newest_card_or_rule() -> None:
    mixes = (Options(boxes=BOXES), Options(variant="crew"), Options(variant="beginner"))
    parts = [part for mix in mixes for part in parts_of(mix)]
    contents = [it for p in parts for it in (*p.acts, *p.characters, *p.cards.values())]
    rules_since = {EXCHANGE_FIRST, EMPTY_HANDS_PAY}
    assert {it.since for it in contents} | rules_since == set(range(1, EDITION + 1))


@pytest.mark.usefixtures("grown")
@pytest.mark.parametrize("file", saves(), ids=lambda file: file.stem)
def test_an_old_save_loads_and_plays_on_without_the_new_cards(file: Path) -> None:
    save = json.loads(file.read_text())
    game, rng = Game.load(save), Random(1)
    assert game.dump() == Game.load(json.loads(json.dumps(game.dump()))).dump()
    while not game.over:
        seat = rng.choice(game.waiting)
        assert Game.imagine(game.view(seat), rng).view(seat) == game.view(seat)
        game.play(seat, rng.choice(game.legal(seat)))
    assert game.options.edition == 1
    assert NEW_CARDS.keys().isdisjoint(rules_of(game.options).copies)


@pytest.mark.usefixtures("grown")
def test_an_old_record_fits_and_replays_to_the_same_views() -> None:
    record = Record.read(FOLDER / f"{OLD_BOX}.record.json")
    hashes = (FOLDER / f"{OLD_BOX}.hashes.txt").read_text().split()
    assert verify(record).fits
    game = record.deal.game()
    assert [step(game, seat, words) for seat, words in record.moves] == hashes


@pytest.mark.usefixtures("grown")
def test_a_new_game_has_the_new_cards() -> None:
    before, now = (Options(boxes=(OLD_BOX,), edition=edition) for edition in (EDITION, NEXT))
    copies = rules_of(now).copies
    assert {name: copies[name] for name in copies.keys() - rules_of(before).copies} == NEW_CARDS
    game = Game.new(4, now, seed(1))
    assert Game.load(json.loads(json.dumps(game.dump()))).options == now


@pytest.mark.usefixtures("grown")
def test_a_record_of_the_new_edition_says_so() -> None:
    now = Options(boxes=(OLD_BOX,), edition=NEXT)
    deal = deal_of(seed(1).hex(), 4, now)
    record = Record.of(deal, deal.game(), (), QUIT)
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record
    assert record.to_json()["options"] == {**now.to_json(), "edition": NEXT}


def test_the_first_edition_goes_without_saying() -> None:
    assert "edition" not in Options(edition=1).to_json()
    assert Options.from_json({}) == Options.from_json({"edition": 1}) == Options(edition=1)


@pytest.mark.parametrize(
    ("edition", "error"), [(EDITION + 1, SaveTooNew), (0, SaveTooOld), (-1, SaveTooOld)]
)
def test_an_unknown_edition_is_refused(edition: int, error: type[Exception]) -> None:
    save: Any = Game.new(4, seed=seed(1)).dump()
    save["options"]["edition"] = edition
    with pytest.raises(error):
        Game.load(save)
