"""The lists of CONTRIBUTING are followed in a copy: whole, and with nothing left over.

Each list is followed after the ones before it, and changes the files that it names, and no others.
Then the tests that notice what is missing pass in the copy, and those that the lists want written.
"""

from collections.abc import Callable
from pathlib import Path

from bot.words import LANGUAGES
from tests.meta.copied import CONTRIBUTING, Copy, listed

Follow = Callable[[Copy], set[str]]
"""Changes what a list names, and returns the files that it names."""

FIT = (
    "tests/art/test_baked.py::test_every_sign_of_the_texts_has_an_icon",
    "tests/art/test_replay.py",
    "tests/bench/test_results.py",
    "tests/bot/cli/test_move.py::test_every_table_is_moved_or_known_to_stay",
    "tests/bot/cli/test_move.py::test_there_and_back_again",
    "tests/bot/pages/test_places.py",
    "tests/bot/pages/test_results.py",
    "tests/bot/pages/test_rules.py",
    "tests/bot/results/test_computation.py",
    "tests/bot/store/test_people.py::test_a_greeting_is_stored_exported_and_deleted",
    "tests/bot/store/test_results.py",
    "tests/bot/words/test_catalogues.py",
    "tests/bot/words/test_topics.py",
    "tests/cogs/test_buttons.py",
    "tests/cogs/test_hand.py::test_sort_shows_the_hand",
    "tests/cogs/test_hand.py::test_sort_is_among_what_else_there_is",
    "tests/engine/test_editions.py",
    "tests/engine/test_options.py",
    "tests/meta/test_commands.py",
    "tests/meta/test_walls.py::test_no_room_of_the_bot_imports_one_in_front_of_it",
    "tests/players/test_hints.py",
    "tests/players/test_thumb.py::test_every_card_and_power_has_a_gain_and_a_price",
    "tests/players/test_tips.py",
    "tests/players/words/test_catalogue.py",
    "tests/rules/test_grappling_hook.py",
    "tests/rules/test_ids.py",
    "tests/rules/test_trade_winds.py",
)
REPEATED = (
    "any_JSON or whole_games or comes_up_at_some_time or depends_on_the_view"
    " or postgresql or ladder or forgotten or idle or tally"
)
"""Tests of many cases, of which a new thing is one more."""

# --- cards ---------------------------------------------------------------------------------

(CARD,) = [part.partition("```")[0] for part in CONTRIBUTING.split("```python\n")[1:]]
"""The card that CONTRIBUTING shows."""
ANOTHER = (
    *(("tail_wind", "fair_wind"), ("TailWind", "FairWind"), ("Tail Wind", "Fair Wind")),
    *(("Vent arrière", "Bon vent"), ("one-die", "a-die"), ("🍃", "🎐"), ("X6", "X7")),
)
"""The names that make the same card another one."""
X_IDS = 'f"X{{n}}" for n in range(1, {})'
NEEDS = """
from engine.state.act import BEFORE_ROLL, Card, captain
from engine.state.game_state import GameState
from engine.state.step import Step
"""
HINT = """def _tail_wind(look: Outlook, move: Play) -> Hint:
    then, now = (tenths(flying(look, _dice(look) - fewer)) for fewer in (1, 0))
    return Hint(move, "one-die", **where(look), tenths=then, instead=now)


"""
TOLD = """    "one-die: 0 play tail_wind": (
        lambda: lone("tail_wind compass foghorn", 6, boxes=("BOX",)).do("0 roll"),
        "With one die fewer the ship flies on in about 4 of 10, otherwise in about 2 of 10.",
    ),
"""
GAIN = """def _tail_wind(look: Outlook, move: Play) -> float:
    dice = CITY[look.leg.target].dice + look.leg.extra
    return (flying(look, dice - 1) - flying(look, dice)) * look.stake - look.price("tail_wind")


"""
SYMBOL = """    "tail_wind": '<path d="M-40 30Q0-40 40 30Z" fill="#3f8db8" stroke="#22305f"/>',
"""
PLAYED = """
from random import Random

from engine import Game, Options
from players.hints import hint_for
from players.roster import EASY, PLAYERS

def why(name, box, card):
    for number in range(100):
        game = Game.new(2, Options(boxes=(box,)), number.to_bytes(32, "big"))
        players, rng = {each: make() for each, make in PLAYERS.items()}, Random(number)
        while game.waiting:
            seat = game.waiting[0]
            view = game.view(seat)
            assert Game.load(game.dump()).dump() == game.dump()
            open_to = f"play {card}" in map(str, game.legal(seat))
            move = players[name if open_to else EASY].choose(view, rng)
            if str(move) == f"play {card}":
                assert Game.imagine(view, rng).view(seat) == view
                return hint_for(view).why
            game.play(seat, move)
    raise AssertionError(name)

for box, card, reason in (
    ("grappling_hook", "tail_wind", "one-die"), ("trade_winds", "fair_wind", "a-die")
):
    assert reason in {why(name, box, card) for name in PLAYERS}
"""
"""Every kind of player plays the card in some game, and somebody who would be told why."""
RULE = """

def test_X6_a_tail_wind_saves_a_die() -> None:
    t = table(2, hands={0: "tail_wind"}, dice="blank blank", boxes=("BOX",))
    assert "play tail_wind" in t.legal(0)
    t.do("0 play tail_wind").on_to("decisions")
    assert (t.discarded("tail_wind"), len(t.game.view(None).leg.dice)) == (1, 1)
"""
OLD_SAVE = '''import json


def test_X6_a_game_from_before_goes_without() -> None:
    """A new one is dealt it."""
    from engine import Game, Options
    from engine.rules import rules_of
    from tests.engine.goldens import FOLDER

    old = Game.load(json.loads((FOLDER / "bonus.save0.json").read_text())).options
    new = Game.new(4, Options(boxes=old.boxes), bytes(32)).options
    assert ["tail_wind" in rules_of(it).copies for it in (old, new)] == [False, True]
'''


def worth_words_and_art(copy: Copy, box: str) -> None:
    """Make the changes that every new card needs, and bake the art."""
    plays, hints = "players/thumb/plays.py", "players/hints/cards.py"
    copy.insert("players/thumb/weights.py", '"tail_wind": 0.8, ', '"spyglass": 2.0')
    for file in (plays, hints):
        copy.insert(file, '"tail_wind": _tail_wind, ', '"black": _black')
    copy.insert(plays, GAIN, "def _new_equipment")
    copy.insert(hints, HINT, "def _new_hand")
    copy.insert("players/hints/hint.py", '"one-die",\n    ', '"fewer-dice",')
    copy.say(
        "players/words/<tag>/hints.ftl",
        "hint-one-die = With one die fewer { the-craft } flies on { hint-often },"
        " otherwise { hint-instead }.",
        "hint-one-die = Avec un dé de moins, { hint-often } que { the-craft } passe,"
        " sinon { hint-instead }.",
    )
    copy.insert("tests/players/hinted.py", TOLD.replace("BOX", box), '    "moor: 1')
    copy.say(
        "players/words/<tag>/things.ftl",
        "card-tail_wind = Tail Wind\ncard-tail_wind-about = Before the roll: one die fewer\n"
        "card-tail_wind-text = The captain plays it before the roll. One die fewer is rolled.",
        "card-tail_wind = Vent arrière\n"
        "card-tail_wind-about = Avant le jet\N{NO-BREAK SPACE}: un dé de moins\n"
        "card-tail_wind-text = Le capitaine la joue avant le jet. On lance un dé de moins.",
    )
    copy.say(
        "players/words/<tag>/events.ftl",
        "event-played-tail_wind = { $seat } has a **Tail Wind**.",
        "event-played-tail_wind = { $seat } a le **Vent arrière**.",
    )
    copy.say(
        "players/words/<tag>/tips.ftl",
        "tip-tail_wind = A Tail Wind saves you a die.",
        "tip-tail_wind = Un Vent arrière vous épargne un dé.",
    )
    copy.insert("bot/words/emoji.py", '"tail_wind": "🍃", ', '"spy": ')
    copy.replace("art/cards.py", "SPECIAL: Final = {\n", f"SPECIAL: Final = {{\n{SYMBOL}")
    copy.bake()


def a_card_in_an_old_box(copy: Copy) -> set[str]:
    box = "grappling_hook"
    dated = CARD.replace("    copies = 2\n", "    copies = 2\n    since = 3\n")
    parts = "PARTS = Parts(acts=("
    copy.replace(f"engine/cards/{box}.py", parts, f"{NEEDS}{dated}\n{parts}TailWind(), ")
    copy.replace("engine/options.py", "EDITION: Final = 2", "EDITION: Final = 3")
    copy.replace("bot/pages/rules.py", '("grappling_hook",)', '("grappling_hook", "tail_wind")')
    worth_words_and_art(copy, box)
    copy.replace("tests/rules/ids.py", X_IDS.format(6), X_IDS.format(7))
    copy.append(f"tests/rules/test_{box}.py", OLD_SAVE + RULE.replace("BOX", box))
    return listed("A card in an old box", box=box, card="tail_wind")


def a_card_in_a_new_box(copy: Copy) -> set[str]:
    box = "trade_winds"
    copy.renames = ANOTHER
    copy.add(
        f"engine/cards/{box}.py",
        f'"""Trade winds."""\n\nfrom engine.cards.parts import Parts\n{NEEDS}\n{CARD}\n'
        "PARTS = Parts(acts=(TailWind(),))\n",
    )
    copy.replace("engine/options.py", '"boscalumia",\n', f'"boscalumia",\n    "{box}",\n')
    copy.say(
        "players/words/<tag>/things.ftl",
        f"box-{box} = Trade Winds\nbox-{box}-about = Winds that carry you",
        f"box-{box} = Alizés\nbox-{box}-about = Des vents qui portent",
    )
    copy.say(
        "players/words/<tag>/tips.ftl",
        f"tip-{box} = Winds save you dice.",
        f"tip-{box} = Les vents vous épargnent des dés.",
    )
    copy.say(
        "bot/words/<tag>/rules.ftl",
        f"rules-{box} = Trade Winds\nrules-{box}-text = Two cards for few dice.",
        f"rules-{box} = Alizés\nrules-{box}-text = Deux cartes, un dé de moins.",
    )
    copy.insert("bot/words/emoji.py", f'"{box}": "🌬️", ', '"boscalumia": ')
    chapter = f'Topic("{box}", "{box}", ("tail_wind",)),\n    '
    copy.insert("bot/pages/rules.py", chapter, 'Topic("house_rules")')
    icon = f'yield "{box}", at(0, 0, SPECIAL["tail_wind"], 1.2)\n    '
    copy.insert("art/icons.py", icon, 'yield "boscalumia", at(0, 34')
    copy.replace("README.md", "five bonus boxes", "six bonus boxes")
    worth_words_and_art(copy, box)
    copy.replace("tests/rules/ids.py", X_IDS.format(7), X_IDS.format(8))
    rule = RULE.replace("BOX", box)
    copy.add(f"tests/rules/test_{box}.py", f"from tests.rules.builder import table\n{rule}")
    copy.renames = ()
    return listed("A card in a new box", box=box, card="fair_wind")


# --- the bot -------------------------------------------------------------------------------

SORT = """    async def sort(self, click: Click) -> Reply:
        return click.hand(await click.look(), click.say("hand-sorted"))

"""
SORT_TEST = """

async def test_sort_shows_the_hand(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, hands={1: "compass"}), ann, bob)
    ran = await bob.runs("sort")
    assert tells(ran, bob, "hand-sorted") and tells(ran, bob, "hand-title")
"""
BUTTON_TEST = """

async def test_sort_is_among_what_else_there_is(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, hands={1: "compass"}), ann, bob)
    more = await bob.presses(action="more", on=room.board)
    assert tells(more, bob, "more-sort")
    assert tells(await bob.presses(action="sort", on=more.shown[-1]), bob, "hand-sorted")
"""
PAGE = '''"""The free places of a lobby."""

from bot.pages.layout import ASK_COLOUR, Content, Layout
from bot.pages.views import TableView
from bot.words import Catalogue


def places(view: TableView, say: Catalogue) -> Content | None:
    """How many can still sit down; None once the game has begun."""
    if view.stage != "lobby":
        return None
    return Layout(ASK_COLOUR).text(say("places", count=view.seats - len(view.chairs))).content()
'''
DRAW = """async def _places(
    renderer: Renderer, state: TableState, page: PageKey, say: Catalogue, pictured: bool
) -> Content | None:
    return places(table_view(state.table), say)


"""
PAGE_TEST = '''"""The free places of a lobby, as they are scheduled and drawn."""

from bot.board.renderer import Renderer
from bot.tables.table import PLACES, PageKey
from tests.bot.hosting.hosted import ANNA, BEN, hosting
from tests.bot.pages.reading import text


async def english(guild):
    return "en"


async def test_free_places_are_shown_until_the_game_begins(tmp_path):
    page = PageKey(PLACES, 1)
    async with hosting(tmp_path / "celestia.db") as house:
        renderer = Renderer(house.service, house.store, english)
        await house.open()
        await house.do(BEN, "join", "b")
        assert page in await house.store.pages_to_paint("blue")
        drawn = await renderer.render("blue", page)
        assert (text(drawn.content), drawn.is_current) == ("Free places: 4", True)
        await house.painted()
        await house.do(ANNA, "start", "7")
        assert page in await house.store.pages_to_paint("blue")
        assert not (await renderer.render("blue", page)).is_current
'''
FIGURE_TEST = """

def test_every_departure_is_counted() -> None:
    t = RandomTable(1)
    while t.goes_on():
        t.step()
    found = result_of(t.log)
    assert found is not None
    assert sum(seat.departures for seat in found.seats) > 0
    assert all(seat.departures >= seat.escapes for seat in found.seats)
"""
GREETINGS = """    async def greeting(self, user: int) -> str:
        found = await self._database.read(lambda db: db.row(_SALUTE, user))
        return "" if found is None else found[0]

    async def greet(self, user: int, said: str) -> None:
        await self._database.write(lambda db: db.do(_GREET, user, said))

"""
SALUTE_STATEMENTS = """_SALUTE: Final = "SELECT said FROM salutes WHERE user_id = ?"
_GREET: Final = "INSERT INTO salutes (user_id, said) VALUES (?, ?)"
"""
GREETING_TEST = """

async def test_a_greeting_is_stored_exported_and_deleted(store: Store) -> None:
    await store.people.greet(ANNA, "Ahoy")
    assert await store.people.greeting(ANNA) == "Ahoy"
    assert (await store.results.export(ANNA))["salutes"] == [{"user_id": ANNA, "said": "Ahoy"}]
    await store.forget(ANNA)
    assert await store.people.greeting(ANNA) == ""
"""


def a_command(copy: Copy) -> set[str]:
    declared = '        self.slash("sort", self.sort, group="seat", at=here)\n'
    copy.insert("cogs/hand.py", declared, '        self.slash("quiet"')
    copy.insert("cogs/hand.py", SORT, "    async def quiet(")
    copy.say(
        "bot/words/<tag>/commands.ftl",
        "command-sort = sort\ncommand-sort-about = Your hand, sorted",
        "command-sort = trier\ncommand-sort-about = Votre main, triée",
    )
    copy.say("bot/words/<tag>/table.ftl", "hand-sorted = Sorted.", "hand-sorted = C’est trié.")
    copy.insert("README.md", "| | `sort` | your hand, sorted |\n", "| | `concede` |")
    copy.append("tests/cogs/test_hand.py", SORT_TEST)
    return listed("A command", cog="hand")


def a_button_of_that_command(copy: Copy) -> set[str]:
    declared = '        self.button("sort", self.sort)\n'
    copy.insert("cogs/hand.py", declared, '        self.button("hand", self.hand)')
    copy.replace("bot/pages/more.py", '"ship", *([', '"ship", "sort", *([')
    copy.insert("bot/words/emoji.py", '    "sort": "🔤",\n', '    "hand": "🃏"')
    copy.say(
        "bot/words/<tag>/table.ftl",
        "button-sort = Sort\nmore-sort = your cards in their order",
        "button-sort = Trier\nmore-sort = vos cartes dans leur ordre",
    )
    copy.insert("tests/cogs/test_buttons.py", '    "sort": "sort",\n', '    "say": "play"')
    copy.append("tests/cogs/test_hand.py", BUTTON_TEST)
    return listed("A button", cog="hand", page="more")


def a_public_page(copy: Copy) -> set[str]:
    renderer = "bot/board/renderer.py"
    copy.insert("bot/tables/table.py", 'PLACES: Final = "places"\n', "\nSTORY")
    copy.insert("bot/tables/diff.py", " PLACES,", " NOTICE,")
    shown = '        *[PageKey(PLACES, 1)] * ("lobby" in (before.stage, after.stage)),\n'
    copy.insert("bot/tables/diff.py", shown, "        *[PageKey(NOTICE")
    copy.add("bot/pages/places.py", PAGE)
    copy.insert(renderer, "from bot.pages.places import places\n", "from bot.pages.views")
    copy.replace(renderer, "NOTICE, REPLACED,", "NOTICE, PLACES, REPLACED,")
    copy.insert(renderer, DRAW, "async def _nothing")
    copy.insert(renderer, "    PLACES: Kind(_places, answered),\n", "    REPLACED: Kind")
    copy.say(
        "bot/words/<tag>/table.ftl",
        "places = Free places: { $count }",
        "places = Places libres\N{NO-BREAK SPACE}: { $count }",
    )
    copy.add("tests/bot/pages/test_places.py", PAGE_TEST)
    return listed("A public page", kind="places")


def a_stored_figure(copy: Copy) -> set[str]:
    column = "ALTER TABLE {} ADD COLUMN departures BIGINT NOT NULL DEFAULT 0;\n"
    columns = column.format("results") + column.format("standings")
    copy.add("migrations/0042_departures.sql", columns)
    field = '    departures: int = 0\n    """Times it left of its own will."""\n'
    copy.insert("bot/results/result.py", field, "    escapes: int = 0\n")
    counted = "        self._did(seat, departures=1)\n"
    copy.insert("bot/results/computation.py", counted, "        self._gone.add(seat)\n")
    shown = '    yield say("stats-departures", count=ever.departures)\n'
    copy.insert("bot/pages/results.py", shown, "    yield f\"{icon('leave')} {said}\"\n")
    copy.say(
        "bot/words/<tag>/results.ftl",
        "stats-departures = Left the ship: { $count }",
        "stats-departures = Débarquements\N{NO-BREAK SPACE}: { $count }",
    )
    copy.append("tests/bot/results/test_computation.py", FIGURE_TEST)
    return listed("A stored figure", number="0042", name="departures")


def a_stored_table(copy: Copy) -> set[str]:
    columns = "user_id BIGINT NOT NULL PRIMARY KEY, said TEXT NOT NULL"
    copy.add("migrations/0043_salutes.sql", f"CREATE TABLE salutes ({columns});\n")
    people = '    Relation("people", _USER'
    salutes = people.replace("people", "salutes")
    salutes += ', users=_USER, user=Fate.DELETED, exported="salutes"),\n'
    copy.insert("bot/store/sql/catalogue.py", salutes, people)
    copy.insert("bot/store/people.py", SALUTE_STATEMENTS, "_TIPS: Final")
    copy.insert("bot/store/people.py", GREETINGS, "    async def wish_for_tips(")
    row = "| `salutes` | your greeting | until you delete it |\n"
    copy.insert("docs/PRIVACY.md", row, "| `unnamed` |")
    copy.append("tests/bot/store/test_people.py", GREETING_TEST)
    changed = listed("A stored table", number="0043", name="salutes", module="people")
    return changed - {"bot/store/store.py"}  # no class is new


def a_language(copy: Copy) -> set[str]:
    """What it is good for then stands in tests/bot/words/test_languages.py."""
    for words in ("players/words", "bot/words"):
        for file in sorted((copy.folder / words / "en").glob("*.ftl")):
            text = file.read_text("utf-8").replace("name = English", "name = Deutsch")
            copy.add(f"{words}/de/{file.name}", text)
    copy.replace(".env.example", "en or fr", "en, de or fr")
    copy.replace(".github/ISSUE_TEMPLATE/bug.yml", "English, French", "English, French, German")
    copy.replace("README.md", "English and French", "English, French and German")
    return listed("A language", tag="de")


def follow(copy: Copy, *lists: Follow) -> None:
    for each in lists:
        assert each(copy) == copy.changed(), each.__name__
        copy.keep()


def test_each_list_names_all_files_that_change_and_no_other(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    follow(copy, a_card_in_an_old_box, a_card_in_a_new_box)
    follow(copy, a_command, a_button_of_that_command, a_public_page)
    follow(copy, a_stored_figure, a_stored_table)
    copy.run("-c", PLAYED)
    copy.check(*FIT, "-k", f"not ({REPEATED})")
    follow(copy, a_language)
    copy.check("tests/bot/test_settings.py::test_the_example_has_every_variable_and_its_default")


def test_the_card_that_is_shown_is_short() -> None:
    assert len(CARD.strip().splitlines()) <= 12


def test_the_bug_form_asks_for_every_language() -> None:
    form = Path(__file__).parents[2] / ".github/ISSUE_TEMPLATE/bug.yml"
    *languages, _ = form.read_text("utf-8").rpartition("options: [")[2].split(", ")
    assert len(languages) == len(LANGUAGES)
