"""Matryoshburg: what each seat may exchange after a crash."""

from functools import partial

from tests.rules import builder
from tests.rules.builder import Tested

BOX = ("matryoshburg",)
table = partial(builder.table, boxes=BOX)
RICH = "9:25 9:25"


def crash(hands: dict[int, str], treasures: dict[int, str] | None = None, **more: str) -> Tested:
    """The ship of three seats crashes; seat 1 is the next captain."""
    piles = {3: "3:6"}
    deck = more.get("deck", "")
    t = table(hands=hands, treasures=treasures, piles=piles, dice="fog blank", deck=deck)
    t.all_stay().declare("cannot")
    return t.on_to("matryoshburg")


def test_X4_after_a_crash_each_seat_may_draw_one_card() -> None:
    t = crash({0: "foghorn", 1: "foghorn"}, deck="turbo compass cannon")
    assert (t.question, t.waiting, t.happened("drew")) == ("matryoshburg", (1, 2, 0), [])
    t.do("0 draw", "2 draw", "1 draw")
    assert (t.hand(1), t.hand(2)) == ("foghorn turbo", "cannon compass foghorn")
    assert (t.hand(0), t.question) == ("cannon foghorn", "decisions")


def test_X4_the_exchange_comes_before_the_next_journey_begins() -> None:
    t = crash({0: "foghorn"})
    assert (t.journey, t.happened("journey_began")) == (1, [])
    t.events.clear()
    t.do("0 draw", "2 draw", "1 draw")
    assert t.journey == 2
    kinds = [event.kind for event in t.events]
    assert kinds.index("chosen") < kinds.index("drew") < kinds.index("journey_began")


def test_X4_a_seat_may_exchange_cards_for_as_many_new_ones() -> None:
    t = crash({0: "foghorn", 1: "foghorn cannon turbo"}, deck="compass compass jetpack")
    assert t.do("1 discard foghorn").legal(1) == {"done", "discard cannon", "discard turbo"}
    t.do("1 discard turbo", "1 done", "0 draw", "2 draw")
    assert t.hand(1) == "cannon compass compass"
    assert (t.discarded("foghorn"), t.discarded("turbo")) == (1, 1)


def test_X4_a_seat_may_exchange_a_treasure_for_the_top_of_its_pile() -> None:
    t = crash({0: "foghorn"}, {1: "3:4 5:9"}, deck="turbo compass")
    t.do("0 draw", "1 exchange 3:4", "2 draw")
    assert (t.treasures(1), t.pile(3)[-1], len(t.pile(3))) == ("5:9 3:6", "3:4", 9)
    assert t.hand(1) == "cannon foghorn"


def test_X4_all_choose_at_once_and_nothing_is_seen_or_done_before() -> None:
    t = crash({0: "foghorn", 1: "foghorn cannon"}, {2: "3:4"}, deck="turbo turbo turbo")
    t.events.clear()
    t.do("2 exchange 3:4", "1 discard cannon", "1 done")
    assert (t.waiting, t.hand(1), t.treasures(2)) == ((0,), "cannon foghorn", "3:4")
    assert [event.seen_by(0) for event in t.events] == [None, None]
    assert t.game.view(0).discard == t.state.discard
    t.do("0 draw")
    assert (t.hand(1), t.treasures(2), t.hand(0)) == ("foghorn turbo", "3:6", "foghorn turbo")


def test_X4_two_who_exchange_at_one_city_both_put_under_before_either_takes() -> None:
    t = table(treasures={0: "3:4", 1: "3:5"}, piles={3: "3:6"}, left={3: 1}, dice="fog blank")
    t.all_stay().declare("cannot")
    t.on_to("matryoshburg").do("0 exchange 3:4", "1 exchange 3:5", "2 draw")
    assert (t.treasures(1), t.treasures(0), t.pile(3)) in (
        ("3:6", "3:4", ("3:5",)),
        ("3:6", "3:5", ("3:4",)),
    )


def test_X4_without_a_crash_all_draw_as_usual() -> None:
    t = table(2, hands={0: "foghorn"}, ashore=(1,), deck="turbo compass").do("0 leave")
    assert (t.journey, t.question) == (2, "decisions")
    assert (t.hand(1), t.hand(0)) == ("cannon foghorn turbo", "compass foghorn")


def test_X4_the_replaced_draw_is_not_made_on_top() -> None:
    t = crash({0: "foghorn", 1: "foghorn"}, {1: "3:4"}).do("0 draw", "1 exchange 3:4", "2 draw")
    assert [event.to_json()["seat"] for event in t.happened("drew")] == [2, 0]


def test_X4_the_scores_are_looked_at_once_after_the_exchange() -> None:
    treasures = {2: f"{RICH} 3:4", 1: "3:6"}
    t = table(treasures=treasures, piles={3: "3:5"}, left={3: 2}, dice="fog blank", goal=54)
    t.all_stay().declare("cannot").on_to("matryoshburg")
    assert (t.waiting, t.captain) == ((1, 2, 0), 0)
    t.do("0 draw", "1 draw", "2 exchange 3:4")
    assert (t.game.over, t.captain) == (True, 0)


def test_X4_a_seat_may_exchange_itself_below_the_goal() -> None:
    t = table(treasures={2: f"{RICH} 3:6"}, piles={3: "3:4"}, dice="fog blank", goal=56)
    t.all_stay().declare("cannot").on_to("matryoshburg")
    t.do("0 draw", "1 draw", "2 exchange 3:6")
    assert (t.game.over, t.journey, t.treasures(2)) == (False, 2, "9:25 9:25 3:4")


def test_X4_in_the_first_edition_the_goal_ends_the_game_without_an_exchange() -> None:
    t = table(treasures={2: RICH}, dice="fog blank", edition=1).all_stay().declare("cannot")
    while t.waiting:
        assert t.question != "matryoshburg"
        t.all_pass()
    assert t.game.over


def test_X4_the_others_cannot_tell_which_of_two_treasures_was_exchanged() -> None:
    seen = set[tuple[int, ...]]()
    for name in ("3:4", "3:5"):
        t = crash({0: "foghorn"}, {1: "3:4 5:9 3:5"})
        t.do("0 draw", f"1 exchange {name}", "2 draw")
        seen.add(t.game.view(0).seats[1].treasures)
    assert seen == {(3, 3, 5)}
