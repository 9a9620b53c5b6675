"""Who may play a card or use a power, and when: tried from every place in each window of a leg."""

import pytest

from engine.box import CHARACTERS
from tests.rules.builder import Tested, table

SEATS = {"captain": 0, "passenger": 1, "left": 2, "ashore": 3, "boat": 3}
"""The seat in each place: seat 2 leaves in this leg, seat 3 has left before or is in the boat."""
ABOARD = "captain passenger"
ALL = "captain passenger left ashore boat"
ALL_ABOARD: dict[str, str] = dict.fromkeys(("spoken", "can", "cannot"), ABOARD)

PLAYED: dict[str, tuple[dict[str, str], str]] = {
    "P2 ejection on 4": ({"spoken": ABOARD}, "not_aboard_the_ship"),
    "P3 alternative_route": (ALL_ABOARD, "not_aboard"),
    "P4 wind_gust": (dict.fromkeys(ALL_ABOARD, ALL), ""),
    "P5 jetpack": ({"crashing": ABOARD}, ""),
    "P6 spyglass": ({"cannot": ABOARD}, "not_aboard"),
    "H2 help_fog": ({"cannot": "passenger"}, "not_passenger"),
    "H6 bandit": ({"before_roll": ALL}, ""),
    "H7 mooring_line": ({"cards_down": ALL}, ""),
    "C1 red on 1:1": ({"cannot": ABOARD}, "not_aboard"),
    "C2 blue": ({"cannot": "passenger"}, "not_passenger"),
    "C3 green": ({"cannot": ABOARD}, "not_aboard"),
    "C4 yellow": ({"cannot": ABOARD}, "not_aboard"),
    "C5 black": ({"before_roll": "captain passenger left"}, "not_aboard"),
    "C6 purple on 2": ({"spoken": "passenger left"}, "did_not_decide"),
    "I2 rowboat_fog": (
        {"decisions": "passenger left", "spoken": "captain", "cannot": "captain"},
        "may_not_board",
    ),
    "I8 desperate_need on 4": (dict.fromkeys(ALL_ABOARD, "captain"), "not_captain"),
    "I9 new_equipment": ({"before_roll": ALL}, ""),
    "I10 spy on 4": ({"before_roll": ALL}, ""),
    "X1 grappling_hook": ({"can": "left"}, "did_not_leave"),
}
"""For each, who may play it in which windows, and why others may not who are asked there."""


def at_the_roll(place: str, card: str, said: str) -> Tested:
    """Seat 4 is another passenger; the seat in this place holds the card or has the power."""
    holder = SEATS[place]
    hands = dict.fromkeys(range(5), "foghorn") | {0: "compass" if said == "can" else "cannon"}
    colours = [colour for colour in CHARACTERS if colour != card][:5]
    treasures = "1:1"
    if card in CHARACTERS:
        colours[holder] = card
    elif card == "spyglass":
        treasures += " 1:spyglass"
    else:
        hands[holder] += f" {card}"
    return table(
        5,
        hands=hands,
        dice="fog blank",
        treasures={holder: treasures},
        ashore=() if place == "boat" else (3,),
        boat=(3, "rowboat_birds", 3) if place == "boat" else None,
        boxes=("little_help", "initiative", "grappling_hook"),
        characters=tuple(colours),
    )


def answers(place: str, words: str, said: str) -> dict[str, str]:
    """What this seat is told in each window where it is asked; "yes" where it may."""
    t, found = at_the_roll(place, words.split()[0], said), dict[str, str]()
    holder, move = SEATS[place], f"play {words}"
    while (t.journey, t.city, t.state.leg.craft) == (1, 1, "ship"):
        question, seat = t.question, t.waiting[0]
        if holder in t.waiting:
            may = move in t.legal(holder)
            found.setdefault(question, "yes" if may else t.refusal(f"{holder} {move}"))
        moves = {"decisions": "leave" if seat == 2 else "stay", "declaration": f"declare {said}"}
        moves["payment"] = "pay compass"
        t.do(f"{seat} {moves.get(question, 'pass')}")
    return found


@pytest.mark.parametrize("place", SEATS)
@pytest.mark.parametrize("name", PLAYED)
def test_a_card_is_played_by_these_seats_in_these_windows(name: str, place: str) -> None:
    _, _, words = name.partition(" ")
    windows, others = PLAYED[name]
    if place == "left":
        words = words.replace("on 2", "on 4")  # Purple names a seat that chose otherwise
    found = answers(place, words, "can") | answers(place, words, "cannot")
    expected = {
        question: ("yes" if place in windows[question].split() else others)
        if question in windows
        else "not_now"
        for question in found
    }
    assert found == expected
    assert {window for window, who in windows.items() if place in who.split()} <= found.keys()
