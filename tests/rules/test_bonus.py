"""The bonus boxes: Grappling hook, Krismastri, Matryoshburg (Instructor and Boscalumia beside)."""

from engine.events import Crashed, Gave, GiftsShown
from tests.rules.builder import Tested, table

HOOK = ("grappling_hook",)
KRISMASTRI = ("krismastri",)
MATRYOSHBURG = ("matryoshburg",)


# --- X1: Grappling hook --------------------------------------------------------------------


def test_X1_who_left_puts_the_treasure_under_its_pile_and_is_aboard_again() -> None:
    hands = {0: "compass", 2: "grappling_hook"}
    t = table(3, hands=hands, dice="fog blank", piles={1: "1:3"}, boxes=HOOK)
    t.on_to("decisions").do("1 stay", "2 leave").on_to("declaration").do("0 declare can")
    assert t.treasures(2) == "1:3"
    t.do("2 play grappling_hook")
    assert (t.treasures(2), t.pile(1)[-1], t.aboard) == ("", "1:3", (0, 1, 2))
    assert t.discarded("grappling_hook") == 1


def test_X1_only_the_treasure_just_taken_goes_back() -> None:
    hands = {0: "compass", 2: "grappling_hook"}
    held = {2: "5:9 1:1"}
    t = table(3, hands=hands, dice="fog blank", piles={1: "1:3"}, treasures=held, boxes=HOOK)
    t.on_to("decisions").do("1 stay", "2 leave").on_to("declaration").do("0 declare can")
    assert t.do("2 play grappling_hook").treasures(2) == "5:9 1:1"


def test_X1_who_was_ejected_comes_back_too() -> None:
    hands = {0: "compass", 1: "ejection", 2: "grappling_hook foghorn"}
    t = table(3, hands=hands, dice="fog blank", boxes=HOOK)
    t.on_to("decisions").do("1 stay", "2 stay", "1 play ejection on 2")
    t.on_to("declaration").do("0 declare can", "2 play grappling_hook")
    assert (t.treasures(2), t.aboard) == ("", (0, 1, 2))


def test_X1_who_is_back_flies_on_with_the_others() -> None:
    hands = {0: "compass", 1: "grappling_hook foghorn"}
    t = table(3, hands=hands, dice="fog blank", boxes=HOOK)
    t.on_to("decisions").do("1 leave", "2 stay").on_to("declaration").do("0 declare can")
    t.do("1 play grappling_hook").on_to("decisions")
    assert (t.city, t.captain, t.waiting) == (2, 1, (2,))


def test_X1_a_later_Wind_gust_may_still_crash_the_ship() -> None:
    hands = {0: "compass", 1: "wind_gust", 2: "grappling_hook foghorn"}
    t = table(3, hands=hands, dice="fog blank lightning", boxes=HOOK)
    t.on_to("decisions").do("1 stay", "2 leave").on_to("declaration").do("0 declare can")
    t.do("2 play grappling_hook", "1 play wind_gust", "0 declare cannot").on_to("decisions")
    [crash] = [event for event in t.events if isinstance(event, Crashed)]
    assert (crash.seats, t.treasures(2), t.journey) == ((0, 1, 2), "", 2)


def test_X1_not_after_we_cannot() -> None:
    hands = {2: "grappling_hook wind_gust"}
    t = table(3, hands=hands, dice="fog blank", boxes=HOOK)
    t.on_to("decisions").do("1 stay", "2 leave").on_to("declaration").do("0 declare cannot")
    assert t.refusal("2 play grappling_hook") == "not_now"


def test_X1_not_before_the_declaration() -> None:
    hands = {2: "grappling_hook wind_gust"}
    t = table(3, hands=hands, dice="fog blank", boxes=HOOK)
    t.on_to("decisions").do("1 stay", "2 leave")
    assert t.refusal("2 play grappling_hook") == "not_now"


def test_X1_not_for_who_left_in_an_earlier_leg_nor_for_who_is_aboard() -> None:
    hands = {0: "compass", 1: "grappling_hook wind_gust", 2: "grappling_hook wind_gust"}
    t = table(3, hands=hands, ashore=(2,), dice="fog blank", boxes=HOOK)
    t.on_to("decisions").do("1 stay").on_to("declaration").do("0 declare can")
    assert t.refusal("2 play grappling_hook") == "did_not_leave"
    assert t.refusal("1 play grappling_hook") == "did_not_leave"


# --- X3: Krismastri, the gifts -------------------------------------------------------------


def test_X3_only_blanks_give_the_top_treasure_of_the_ships_city_to_the_gifts() -> None:
    t = table(3, city=3, dice="blank blank", piles={3: "3:6"}, boxes=KRISMASTRI)
    assert t.table.gifts == ("3:6",)
    assert len(t.pile(3)) == 9
    assert [seat.treasures for seat in t.table.seats] == [(), (), ()]


def test_X3_the_gift_is_face_down() -> None:
    t = table(3, city=3, dice="blank blank", piles={3: "3:6"}, boxes=KRISMASTRI)
    for seat in (0, 1, 2, None):
        view = t.game.view(seat)
        assert (view.gifts, view.gifts_shown) == ((3,), ())


def test_X3_one_event_is_no_gift() -> None:
    t = table(3, dice="blank fog", boxes=KRISMASTRI)
    assert t.table.gifts == ()


def test_X3_a_reroll_that_leaves_only_blanks_gives_too() -> None:
    hands = {0: "alternative_route"}
    t = table(3, hands=hands, dice="blank fog blank", piles={1: "1:3"}, boxes=KRISMASTRI)
    t.on_to("decisions").do("1 stay", "2 stay", "0 play alternative_route", "0 reroll fog")
    assert t.table.gifts == ("1:3",)


def test_X3_each_time_so_two_rolls_are_two_gifts() -> None:
    hands = {2: "wind_gust"}
    dice = "blank blank blank blank"
    t = table(3, hands=hands, dice=dice, piles={1: "1:3 1:2"}, boxes=KRISMASTRI)
    t.on_to("decisions").do("1 stay", "2 stay", "2 play wind_gust")
    assert t.table.gifts == ("1:3", "1:2")


def test_X3_a_reroll_that_leaves_an_event_is_no_gift() -> None:
    hands = {0: "alternative_route"}
    t = table(3, hands=hands, dice="fog fog blank", boxes=KRISMASTRI)
    t.on_to("decisions").do("1 stay", "2 stay", "0 play alternative_route", "0 reroll fog")
    assert (t.dice.count("blank"), t.table.gifts) == (1, ())


def test_X3_no_dice_are_no_gift() -> None:
    boxes = ("krismastri", "little_help")
    t = table(3, characters=("black", "red", "blue"), boxes=boxes)
    t.on_to("before_roll").do("0 play black").on_to("decisions")
    assert (t.dice, t.table.gifts) == ((), ())


def test_X3_the_gift_comes_before_the_decisions_and_may_be_the_citys_last_treasure() -> None:
    t = table(3, city=3, dice="blank blank", left={3: 1}, boxes=KRISMASTRI)
    assert (len(t.table.gifts), t.pile(3)) == (1, ())
    assert (t.question, t.table.leg.stayed) == ("spoken", (1, 2))


def test_X3_a_city_without_treasures_gives_none() -> None:
    t = table(2, city=3, dice="blank blank", left={3: 0}, boxes=KRISMASTRI)
    assert (t.dice, t.table.gifts) == (("blank", "blank"), ())


# --- X3: Krismastri, the end ---------------------------------------------------------------


def last_crash(
    treasures: dict[int, str], gifts: str, *, seats: int = 3, captain: int = 0
) -> Tested:
    """The ship crashes and someone has the points: the gifts (highest last) are given out."""
    hands = dict.fromkeys(range(seats), "foghorn")
    t = table(
        seats,
        hands=hands,
        treasures=treasures,
        dice="fog blank",
        captain=captain,
        boxes=KRISMASTRI,
    )
    for gift in gifts.split():
        city = int(gift.partition(":")[0])
        pile = list(t.table.piles[city])
        pile.remove(gift)
        t.table.piles[city] = tuple(pile)
        t.table.gifts += (gift,)
    t.on_to("decisions")
    while t.question == "decisions":
        t.do(f"{t.waiting[0]} stay")
    t.on_to("declaration").do(f"{captain} declare cannot")
    while t.waiting and t.question not in ("give_gifts", "decisions"):
        t.all_pass()
    return t


def given(t: Tested) -> list[tuple[int, int, str]]:
    return [(e.seat, e.to, e.treasure) for e in t.events if isinstance(e, Gave)]


RICH = "9:25 9:25"


def test_X3_the_leader_shows_the_gifts_and_gives_to_whom_it_likes_highest_first() -> None:
    t = last_crash({1: RICH}, "1:2 3:6 2:3")
    [shown] = [event for event in t.events if isinstance(event, GiftsShown)]
    assert (shown.seat, sorted(shown.treasures)) == (1, ["1:2", "2:3", "3:6"])
    assert (t.waiting, t.legal(1)) == ((1,), {"give 0", "give 2"})
    t.do("1 give 2")
    assert given(t) == [(1, 2, "3:6"), (1, 0, "2:3")]
    assert t.game.over


def test_X3_nobody_gets_two_gifts_and_the_leader_none() -> None:
    t = last_crash({0: RICH}, "1:2 3:6 2:3 4:8 1:3", seats=4).do("0 give 2")
    assert t.legal(0) == {"give 1", "give 3"}
    t.do("0 give 3")
    assert given(t) == [(0, 2, "4:8"), (0, 3, "3:6"), (0, 1, "2:3")]
    assert (t.treasures(0), sorted(t.table.gifts)) == (RICH, ["1:2", "1:3"])


def test_X3_gifts_are_given_while_they_last() -> None:
    t = last_crash({0: RICH}, "3:6 2:3", seats=5).do("0 give 4", "0 give 2")
    assert given(t) == [(0, 4, "3:6"), (0, 2, "2:3")]
    assert (t.game.over, t.treasures(1), t.treasures(3)) == (True, "", "")


def test_X3_without_gifts_nothing_is_given() -> None:
    t = last_crash({0: RICH}, "")
    assert (t.game.over, t.happened("gifts_shown")) == (True, [])


def test_X3_two_seats_leave_no_choice() -> None:
    t = last_crash({0: RICH}, "3:6 1:2", seats=2)
    assert (given(t), t.game.over) == ([(0, 1, "3:6")], True)


def test_X3_then_the_scores_are_counted_again() -> None:
    t = last_crash({0: RICH, 1: "8:20 8:20 4:7"}, "4:8 1:2").do("0 give 1")
    assert [score.total for score in t.game.scores] == [50, 55, 2]
    assert [score.seat for score in t.game.scores if score.rank == 1] == [1]


def test_X3_of_two_with_most_points_the_one_with_fewer_cards_leads() -> None:
    t = last_crash({0: "8:20 8:20 5:10", 2: RICH}, "4:8", captain=1)
    assert (t.question, t.waiting) == ("give_gifts", (2,))


def test_X3_a_shared_lead_gives_once_and_the_other_leader_may_receive() -> None:
    t = last_crash({0: RICH, 2: RICH}, "4:8 1:2")
    (giver,) = t.waiting
    assert giver in (0, 2)
    t.do(f"{giver} give {2 - giver}")
    assert given(t) == [(giver, 2 - giver, "4:8"), (giver, 1, "1:2")]


def test_X3_the_gifts_do_not_count_before_the_end() -> None:
    t = last_crash({0: "9:25 8:20"}, "4:8 3:6")
    assert (t.journey, t.game.over, len(t.table.gifts)) == (2, False, 2)


# --- X4: Matryoshburg ----------------------------------------------------------------------


def crash(hands: dict[int, str], treasures: dict[int, str] | None = None, **more: str) -> Tested:
    """The ship of three seats crashes; seat 1 is the next captain."""
    piles = {3: "3:6"}
    deck = more.get("deck", "")
    t = table(
        3,
        hands=hands,
        treasures=treasures,
        piles=piles,
        dice="fog blank",
        deck=deck,
        boxes=MATRYOSHBURG,
    )
    t.on_to("decisions").do("1 stay", "2 stay").on_to("declaration").do("0 declare cannot")
    while t.journey == 1:
        t.all_pass()
    return t


def test_X4_after_a_crash_each_seat_may_draw_one_card() -> None:
    t = crash({0: "foghorn", 1: "foghorn"}, deck="turbo compass cannon")
    assert (t.question, t.waiting, t.happened("drew")) == ("matryoshburg", (1, 2, 0), [])
    t.do("0 draw", "2 draw", "1 draw")
    assert (t.hand(1), t.hand(2)) == ("foghorn turbo", "cannon compass foghorn")
    assert (t.hand(0), t.question) == ("cannon foghorn", "decisions")


def test_X4_or_exchange_one_or_more_cards_for_as_many() -> None:
    t = crash({0: "foghorn", 1: "foghorn cannon turbo"}, deck="compass compass jetpack")
    t.do("1 discard foghorn", "1 discard turbo", "1 done", "0 draw", "2 draw")
    assert t.hand(1) == "cannon compass compass"
    assert (t.discarded("foghorn"), t.discarded("turbo")) == (1, 1)


def test_X4_who_has_laid_a_card_aside_may_not_draw_one_on_top() -> None:
    t = crash({0: "foghorn", 1: "foghorn cannon"})
    assert t.do("1 discard foghorn").legal(1) == {"done", "discard cannon"}


def test_X4_or_exchange_a_treasure_for_the_top_of_its_pile() -> None:
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
    assert t.game.view(0).discard == t.table.discard
    t.do("0 draw")
    assert (t.hand(1), t.treasures(2), t.hand(0)) == ("foghorn turbo", "3:6", "foghorn turbo")


def test_X4_two_who_exchange_at_one_city_both_put_under_before_either_takes() -> None:
    t = table(
        3,
        treasures={0: "3:4", 1: "3:5"},
        piles={3: "3:6"},
        left={3: 1},
        dice="fog blank",
        boxes=MATRYOSHBURG,
    )
    t.on_to("decisions").do("1 stay", "2 stay").on_to("declaration").do("0 declare cannot")
    t.on_to("matryoshburg").do("0 exchange 3:4", "1 exchange 3:5", "2 draw")
    assert (t.treasures(1), t.treasures(0), t.pile(3)) in (
        ("3:6", "3:4", ("3:5",)),
        ("3:6", "3:5", ("3:4",)),
    )


def test_X4_without_a_crash_everybody_draws_as_usual() -> None:
    t = table(2, hands={0: "foghorn"}, ashore=(1,), deck="turbo compass", boxes=MATRYOSHBURG)
    t.do("0 leave")
    assert (t.journey, t.question) == (2, "decisions")
    assert (t.hand(1), t.hand(0)) == ("cannon foghorn turbo", "compass foghorn")


def test_X4_the_replaced_draw_is_not_made_on_top() -> None:
    t = crash({0: "foghorn", 1: "foghorn"}, {1: "3:4"}).do("0 draw", "1 exchange 3:4", "2 draw")
    assert [event.to_json()["seat"] for event in t.happened("drew")] == [2, 0]


def test_X4_a_crash_that_ends_the_game_brings_no_choice() -> None:
    t = table(3, treasures={2: RICH}, dice="fog blank", boxes=MATRYOSHBURG)
    t.on_to("decisions").do("1 stay", "2 stay").on_to("declaration").do("0 declare cannot")
    while t.waiting:
        assert t.question != "matryoshburg"
        t.all_pass()
    assert t.game.over
