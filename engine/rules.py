"""Building the rules for a mix of options from its boxes, once for all games that use it."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from itertools import chain

from engine import box
from engine.cards import base, crew
from engine.cards.parts import Parts
from engine.flow import dice, journey, leg, treasure
from engine.options import BOXES, Options
from engine.state import act, scores
from engine.state.act import Act, Card
from engine.state.rules import Moment, Rules
from engine.state.step import Over, Step

PARTS: dict[str, Parts] = {name: import_module(f"engine.cards.{name}").PARTS for name in BOXES}
"""The parts of each box; its file in ``engine/cards`` has its name."""

MOMENTS = (
    *(act.START, act.BEFORE_ROLL, act.DECISION, act.SPOKEN, act.CAN, act.CANNOT),
    *(act.CRASHING, act.CARDS_DOWN, act.TREASURE),
)

STEPS: dict[str, type[Step]] = {
    step.kind: step
    for step in (
        *(
            journey.Journey,
            journey.Departure,
            journey.Boarding,
            journey.Provisions,
            journey.Turn,
            journey.ShipLeg,
        ),
        *(journey.BoatLeg, journey.GameEnd, leg.Start, leg.BeforeRoll, leg.CastDice),
        *(leg.Decisions, leg.Spoken, leg.Declaration, leg.Can, leg.Cannot, leg.TurnOver),
        *(leg.Crashing, leg.Crash, leg.Payment, leg.CardsDown, leg.Arrival, leg.LastStop),
        *(leg.LegEnd, Over),
        *(dice.PickDice, treasure.TakeTreasure, treasure.DrawTreasure, treasure.ChooseTreasure),
        *chain.from_iterable(parts.steps for parts in PARTS.values()),
    )
}
"""Every kind of step by its name."""


@lru_cache(maxsize=512)
def rules_of(options: Options) -> Rules:
    """Return the rules for this mix of options."""
    beginner, with_crew = options.variant == "beginner", options.variant == "crew"
    parts = [part.of_edition(options.edition) for part in parts_of(options)]
    acts = [a for p in parts for a in (*p.acts, *p.characters)]
    cards = {a.kind: a.copies for a in acts if isinstance(a, Card)}
    plain = {name: card.copies for p in parts for name, card in p.cards.items()}
    return Rules(
        options=options,
        options_json={name: getattr(options, name) for name in options.to_json()},
        copies=dict(sorted({**plain, **cards}.items())),
        treasures=_treasures(spyglasses=options.spyglasses and not beginner),
        pile_size=box.CREW_PILE if with_crew else None,
        act={a.kind: a for a in acts},
        moments={name: _moment(tuple([a for a in acts if name in a.when])) for name in MOMENTS},
        characters=tuple([c.kind for p in parts for c in p.characters]),
        crew=box.CREW_SIZE if with_crew else 1,
        is_won=scores.has_five_cities if beginner else scores.reaches_goal,
        won_by="cities" if beginner else "points",
        after_blanks=tuple([step for p in parts for step in p.after_blanks]),
        after_crash=next((p.after_crash for p in parts if p.after_crash), None),
        before_end=tuple([step for p in parts for step in p.before_end]),
        arrivals={city: step for p in parts for city, step in p.arrivals.items()},
        payment_is_choice=any(p.payment_is_choice for p in parts),
    )


def parts_of(options: Options) -> list[Parts]:
    """Return the parts of the game under these options, in all editions."""
    parts = [_base_parts(options), *[PARTS[name] for name in options.boxes]]
    return [*parts, crew.PARTS] if options.variant == "crew" else parts


def _moment(acts: tuple[Act, ...]) -> Moment:
    cards = frozenset(a.kind for a in acts if isinstance(a, Card))
    others = tuple([a for a in acts if a.kind not in cards])
    by_reach = sorted(acts, key=lambda a: (a.who is not act.anyone, a.who is not act.aboard))
    return Moment(acts, cards, others, tuple([(a.who.seats, a) for a in by_reach]))


def _base_parts(options: Options) -> Parts:
    """The parts of the base box under these options."""
    beginner = options.variant == "beginner"
    equipment = box.CREW_EQUIPMENT if options.variant == "crew" else box.EQUIPMENT
    powers = base.power_cards(late_ejection=options.late_ejection)
    spyglass = (base.MagicSpyglass(),)
    return Parts(
        acts=(
            base.Leaving(),
            *(powers if options.power_cards and not beginner else ()),
            *(spyglass if options.spyglasses and not beginner else ()),
        ),
        cards={**equipment, **box.TURBOS},
    )


def _treasures(*, spyglasses: bool) -> dict[int, tuple[str, ...]]:
    """The treasures of each city, with spyglasses or without."""
    return {
        city: tuple([name for name in names if spyglasses or name not in box.SPYGLASSES])
        for city, names in box.TREASURES.items()
    }
