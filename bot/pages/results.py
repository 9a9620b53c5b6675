"""The pages of results: a person's figures, their last games, and the ladders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.discord.controls import NOWHERE, Control, Press, button, link_button, select
from bot.pages.layout import END_COLOUR, Content, Layout, option, person, timestamp
from bot.pictures.rating_history import PlayedGame, RatingHistory
from bot.results.ratings import Rating
from bot.results.standing import LADDERS, PastGame, Profile, Rival, Rung, Standing
from bot.tables.refusals import Refused
from bot.words import Catalogue, Voice
from bot.words.emoji import COLOURS, icon

HERE, EVERYWHERE, DIRECT = "here", "everywhere", "direct"
"""Where results are from: this server, or everywhere; "direct" is everywhere, too, as asked in
direct messages, where there is no server to compare with and nobody to show them to."""
WHERE: Final = {place[0]: place for place in (HERE, EVERYWHERE, DIRECT)}
"""By their letters in custom_ids."""
EVER, MONTH = "ever", "month"
PAGE: Final = 8
"""Games on one page."""
MEDALS: Final = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for a person's results, which travels in the custom_ids."""

    user: int
    where: str = HERE
    before: int = 0
    """Games before the one of this number; 0: the latest ones."""

    def __str__(self) -> str:
        return f"{self.user}.{self.where[0]}.{self.before}"

    @classmethod
    def read(cls, text: str) -> Asked:
        """Return the request of a button; refuse one that the bot did not make."""
        match text.split("."):
            case [user, where, before] if (user + before).isdecimal() and where in WHERE:
                return cls(int(user), WHERE[where], int(before))
            case _:
                raise Refused("unknown_choice")


@dataclass(frozen=True, slots=True)
class Ladder:
    """A request for a ladder."""

    ladder: str = LADDERS[0]
    period: str = EVER
    where: str = HERE

    def __str__(self) -> str:
        return f"{self.ladder}.{self.period}.{self.where[0]}"

    @classmethod
    def read(cls, text: str) -> Ladder:
        """Return the request of a button; refuse one that the bot did not make."""
        match text.split("."):
            case [ladder, ("ever" | "month") as period, where] if (
                ladder in LADDERS and where in WHERE
            ):
                return cls(ladder, period, WHERE[where])
            case _:
                raise Refused("unknown_choice")


# --- figures -------------------------------------------------------------------------------


def stats(
    asked: Asked,
    profile: Profile,
    games: Sequence[PastGame],
    say: Catalogue,
    *,
    public: bool,
    own: bool = True,
) -> Content:
    """Return the page of a person's figures; ``own``: the person reads it, or shows it to all."""
    layout = Layout(END_COLOUR)
    where = say(f"where-{asked.where}")
    title = say("stats-title", who=person(asked.user), where=where)
    layout.text(f"### {icon('stats')} {title}")
    if not profile.ever.games:
        layout.text(_nothing(asked, say, own=own))
    else:
        history = rating_history(games)
        if history.games:
            layout.picture(history, describe_history(history, say))
        layout.text(*_figures(profile, say))
        layout.text(*_ladders(profile, say))
        layout.text(*_rivals(profile.rivals, say))
    if profile.together is not None:
        met = profile.together
        score = {"games": met.games, "ahead": met.ahead, "behind": met.behind}
        layout.text(say("stats-together", **score))
    if not public:
        buttons = [
            _to("history", asked, "button-history", say),
            *_elsewhere("stats", asked, say),
        ]
        if asked.where != DIRECT and (own or profile.ever.games):
            buttons.append(_to("stats_show", asked, "button-show-all", say))
        layout.buttons(buttons)
    return layout.content()


def _nothing(asked: Asked, say: Catalogue, *, own: bool) -> str:
    """Return why a page has no figures: of another person always with the same words.

    They do not tell a person who hides results from one who never played.
    """
    return say("stats-none" if own else f"stats-unseen-{asked.where}")


def rating_history(games: Iterable[PastGame]) -> RatingHistory:
    """Return the picture of the finished games among these.

    Its ratings are those of the ladder that was played on most.
    """
    shown = [it for it in games if it.ending == "over"]
    ladder = next(iter(Counter(it.ladder for it in shown if it.before).most_common(1)), ("", 0))[0]
    return RatingHistory(
        tuple(
            [
                PlayedGame(
                    it.mine.points,
                    it.mine.rank == 1 and not it.mine.left,
                    it.before.shown if it.before and it.ladder == ladder else None,
                )
                for it in reversed(shown)
            ]
        )
    )


def describe_history(history: RatingHistory, say: Catalogue) -> str:
    """Return the picture in words."""
    points = ", ".join(f"{game.points}" for game in history.games)
    return say("stats-picture", points=points, won=sum(game.won for game in history.games))


def _figures(profile: Profile, say: Catalogue) -> Iterable[str]:
    ever, voice = profile.ever, Voice(say, str)
    rate, par = round(100 * ever.wins / ever.games), round(100 * ever.par / ever.games)
    yield say("stats-games", games=ever.games, wins=_half(ever.wins), rate=rate, par=par)
    yield f"-# {say('stats-month', games=profile.month.games, wins=_half(profile.month.wins))}"
    city = voice.city(ever.farthest) if ever.farthest else "—"
    yield f"{icon('treasures')} {say('stats-points', points=round(ever.average), city=city)}"
    if ever.captained:
        trust, crashes = round(100 * ever.trust), round(100 * ever.crash_rate)
        said = say("stats-captain", legs=ever.captained, crashes=crashes, trust=trust)
        yield f"{icon('captain')} {said}"
    said = say("stats-passenger", falls=ever.falls, escapes=ever.escapes)
    yield f"{icon('leave')} {said}"
    for colour, games in profile.colours[:1]:
        character = f"{COLOURS.get(colour, '')} {say(f'character-{colour}')}"
        yield say("stats-colour", character=character, games=games)


def _half(wins: float) -> float:
    """Ties split the win; one decimal is enough."""
    return int(wins) if wins == int(wins) else round(wins, 1)


def _ladders(profile: Profile, say: Catalogue) -> Iterable[str]:
    if profile.ladders:
        yield f"**{say('stats-ladders-title')}**"
    for ladder, rung in profile.ladders.items():
        yield f"- {_rung(say(f'ladder-{ladder}'), rung, say)}"


def _rung(ladder: str, rung: Rung, say: Catalogue) -> str:
    rating = rung.rating
    if rung.place is not None:
        return say(
            "stats-rating", ladder=ladder, rating=f"{rating.shown}", place=rung.place, of=rung.of
        )
    if rating.provisional:
        shown, games = f"{rating.shown}", rating.games
        return say("stats-rating-new", ladder=ladder, rating=shown, games=games)
    return say("stats-rating-unlisted", ladder=ladder, rating=f"{rating.shown}")


def _rivals(rivals: Sequence[Rival], say: Catalogue) -> Iterable[str]:
    if rivals:
        yield f"**{say('stats-rivals-title')}**"
    for it in rivals:
        who = person(it.user)
        yield f"- {say('stats-rival', who=who, games=it.games, ahead=it.ahead, behind=it.behind)}"


# --- last games ----------------------------------------------------------------------------


def history(
    asked: Asked,
    games: Sequence[PastGame],
    say: Catalogue,
    *,
    public: bool,
    own: bool = True,
    shown: bool = True,
    last: str = "",
) -> Content:
    """Return the page of a person's last games, the latest first.

    ``own``: the person reads it, or shows it to all. ``shown``: everybody may see these games.
    ``last``: the address of the end of the last one; "" if it is not posted.
    """
    layout = Layout(END_COLOUR)
    where = say(f"where-{asked.where}")
    title = say("history-title", who=person(asked.user), where=where)
    layout.text(f"### {icon('log')} {title}")
    lines = [_line(it, say) for it in games[:PAGE]]
    layout.text(*(lines or [_nothing(asked, say, own=own)]))
    if lines and not own and not shown:
        layout.text(f"-# {say('history-together')}")
    if not public:
        buttons = [
            _to("stats", replace(asked, before=0), "button-stats", say),
            *_elsewhere("history", asked, say),
        ]
        if len(games) > PAGE:
            older = replace(asked, before=games[PAGE - 1].number)
            buttons.insert(0, _to("history", older, "button-older", say))
        if asked.where != DIRECT and (own or (shown and lines)):
            buttons.append(_to("history_show", asked, "button-show-all", say))
        if last:
            buttons.append(link_button(say("games-last"), last, icon("over")))
        layout.buttons(buttons)
    return layout.content()


def _line(game: PastGame, say: Catalogue) -> str:
    mine = game.mine
    seats = len(game.seats)
    said = say("history-line", points=f"{mine.points}", rank=mine.rank, seats=seats)
    medal = icon(f"place-{mine.rank}" if mine.rank <= MEDALS else "place")
    marks = [say("history-broken")] if game.ending != "over" else []
    if mine.left:
        marks.append(say("history-left"))
    sign = icon("closed") if marks else medal
    about = [timestamp(game.ended), *marks, _others(game, say)]
    return "\n".join([f"{sign} {said}", f"-# {' · '.join(about)}"])


def _others(game: PastGame, say: Catalogue) -> str:
    others = [it for it in game.seats if it.seat != game.seat]
    named = [person(it.user) if it.user else say("history-gone") for it in others if it.person]
    computers = sum(not it.person for it in others)
    if computers:
        named.append(say("history-computers", count=computers))
    return say("history-against", others=", ".join(named))


# --- ladders -------------------------------------------------------------------------------


def top_rated(
    asked: Ladder,
    found: Sequence[tuple[int, Rating]],
    named: Container[int],
    mine: Rung | None,
    say: Catalogue,
    *,
    public: bool,
) -> Content:
    """Return the page of the best ratings on a ladder, and the reader's place.

    ``named``: the users whose names the reader may see.
    """
    lines = [
        say("top-rated", rating=f"{it.shown}", who=_listed(user, named, say), games=it.games)
        for user, it in found
    ]
    layout = _top(asked, lines, say)
    if mine is not None and not public:
        shown = f"{mine.rating.shown}"
        if mine.place is not None:
            layout.text(f"-# {say('top-mine', place=mine.place, of=mine.of, rating=shown)}")
        elif mine.rating.provisional:
            layout.text(f"-# {say('top-mine-new', rating=shown)}")
    return _with_ladders(layout, asked, say, public=public)


def top_winning(
    asked: Ladder,
    found: Sequence[tuple[int, Standing]],
    named: Container[int],
    say: Catalogue,
    *,
    public: bool,
) -> Content:
    """Return the page of the most wins on a ladder this month; ``named`` as in `top_rated`."""
    lines = [
        say("top-won", wins=_half(it.wins), who=_listed(user, named, say), games=it.games)
        for user, it in found
        if it.wins
    ]
    return _with_ladders(_top(asked, lines, say), asked, say, public=public)


def _listed(user: int, named: Container[int], say: Catalogue) -> str:
    return person(user) if user in named else say("top-elsewhere")


def _top(asked: Ladder, lines: Sequence[str], say: Catalogue) -> Layout:
    layout = Layout(END_COLOUR)
    ladder, where = say(f"ladder-{asked.ladder}"), say(f"where-{asked.where}")
    title = "top-title-rated" if asked.period == EVER else "top-title-month"
    layout.text(f"### {icon('game_ended')} {say(title, ladder=ladder, where=where)}")
    if not lines:
        return layout.text(say("top-none" if asked.period == EVER else "top-none-month"))
    medals = [icon(f"place-{n}" if n <= MEDALS else "place") for n in range(1, len(lines) + 1)]
    return layout.text(*[f"{medal} {line}" for medal, line in zip(medals, lines, strict=True)])


def _with_ladders(layout: Layout, asked: Ladder, say: Catalogue, *, public: bool) -> Content:
    if public:
        return layout.content()
    layout.text(f"-# {say('top-how')}")
    choices = [
        option(say(f"ladder-{name}"), f"{replace(asked, ladder=name)}", chosen=name == asked.ladder)
        for name in LADDERS
    ]
    layout.choice(select(Press(NOWHERE, "top", f"{asked}"), say("choose-ladder"), choices))
    other = MONTH if asked.period == EVER else EVER
    buttons = [_to("top_period", replace(asked, period=other), f"period-{other}", say)]
    if asked.where != DIRECT:
        elsewhere = EVERYWHERE if asked.where == HERE else HERE
        there = replace(asked, where=elsewhere)
        buttons.append(_to("top_where", there, f"button-{elsewhere}", say))
        buttons.append(_to("top_show", asked, "button-show-all", say))
    return layout.buttons(buttons).content()


# --- buttons -------------------------------------------------------------------------------


def _to(action: str, asked: Asked | Ladder, label: str, say: Catalogue) -> Control:
    return button(Press(NOWHERE, action, f"{asked}"), say(label))


def _elsewhere(action: str, asked: Asked, say: Catalogue) -> list[Control]:
    """Return the button that shows the same of this server, or of everywhere."""
    if asked.where == DIRECT:
        return []
    other = EVERYWHERE if asked.where == HERE else HERE
    there = replace(asked, where=other, before=0)
    return [_to(f"{action}_where", there, f"button-{other}", say)]
