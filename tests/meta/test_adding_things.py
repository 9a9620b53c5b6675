"""The lists of CONTRIBUTING are followed in a copy: whole, and with nothing left over.

Each test makes the changes that a list names, and no others. Then the tests that notice what is
missing pass in the copy, and those that the list wants to be written.
"""

from pathlib import Path

import pytest

from bot.words import LANGUAGES
from tests.meta.copied import CONTRIBUTING, Copy, Words, listed

(CARD,) = [part.partition("```")[0] for part in CONTRIBUTING.split("```python\n")[1:]]
"""The card that CONTRIBUTING shows."""

WORDS_FIT = (
    "tests/bot/words/test_catalogues.py",
    "tests/bot/words/test_topics.py",
    "tests/players/words/test_catalogue.py",
    "tests/rules/test_ids.py",
)
CARDS_FIT = (
    *WORDS_FIT,
    "tests/bot/pages/test_rules.py",
    "tests/engine/test_editions.py",
    "tests/players/test_tips.py",
    "tests/engine/test_options.py",
    "tests/players/test_thumb.py::test_every_card_and_power_has_a_gain_and_a_price",
    "tests/players/test_hints.py",
    "tests/art/test_baked.py::test_every_sign_of_the_texts_has_an_icon",
    "tests/art/test_replay.py",
)
LONG = "any_JSON or whole_games or comes_up_at_some_time"
"""Tests of many cases, of which a new card is one more."""


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


# --- cards ---------------------------------------------------------------------------------

NEEDS = """
from engine.state.act import BEFORE_ROLL, Card, captain
from engine.state.game_state import GameState
from engine.state.step import Step
"""
CARD_WORDS: Words = {
    "en": """
card-tail_wind = Tail Wind
card-tail_wind-about = Before the roll: one die fewer
card-tail_wind-text = The captain plays it before the roll. The craft rolls one die fewer.
""",
    "fr": """
card-tail_wind = Vent arrière
card-tail_wind-about = Avant le jet\N{NO-BREAK SPACE}: un dé de moins
card-tail_wind-text = Le capitaine la joue avant le jet. On lance un dé de moins.
""",
}
PLAYED_WORDS: Words = {
    "en": "\nevent-played-tail_wind = { $seat } has a **Tail Wind**.\n",
    "fr": "\nevent-played-tail_wind = { $seat } a le **Vent arrière**.\n",
}
TIP: Words = {
    "en": "\ntip-tail_wind = A Tail Wind saves you a die.\n",
    "fr": "\ntip-tail_wind = Un Vent arrière vous épargne un dé.\n",
}
HINT_WORDS: Words = {
    "en": """
hint-one-die = With one die fewer { the-craft } flies on { hint-often }, otherwise { hint-instead }.
""",
    "fr": """
hint-one-die = Avec un dé de moins, { hint-often } que { the-craft } passe, sinon { hint-instead }.
""",
}
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
from players.roster import PLAYERS

whys = set()
for name, make in PLAYERS.items():
    played = False
    for number in range(100):
        game = Game.new(2, Options(boxes=("BOX",)), number.to_bytes(32, "big"))
        player, rng = make(), Random(number)
        while game.waiting and not played:
            seat = game.waiting[0]
            view = game.view(seat)
            move = player.choose(view, rng)
            played = str(move) == "play tail_wind"
            if played:
                whys.add(hint_for(view).why)
            game.play(seat, move)
    assert played, name
assert "one-die" in whys, whys
"""
"""Every kind of player plays the card in some game, and somebody who would be told why."""
RULE = """

def test_X6_a_tail_wind_saves_a_die() -> None:
    t = table(2, hands={0: "tail_wind"}, dice="blank blank", boxes=("BOX",))
    assert "play tail_wind" in t.legal(0)
    t.do("0 play tail_wind").on_to("decisions")
    assert (t.discarded("tail_wind"), len(t.game.view(None).leg.dice)) == (1, 1)
"""
OLD_SAVE = '''

def test_X6_a_game_from_before_goes_without() -> None:
    """A new one is dealt it."""
    from engine import Game, Options
    from engine.rules import rules_of
    from tests.engine.goldens import FOLDER

    old = Game.load(json.loads((FOLDER / "bonus.save0.json").read_text())).options
    new = Game.new(4, Options(boxes=old.boxes), bytes(32)).options
    assert ["tail_wind" in rules_of(it).copies for it in (old, new)] == [False, True]
'''


def _worth_words_and_art(copy: Copy, box: str) -> None:
    """Make the changes that every new card needs, and bake the art."""
    copy.replace("players/thumb/weights.py", '"spyglass": 2.0', '"tail_wind": 0.8, "spyglass": 2.0')
    copy.replace(
        "players/thumb/plays.py", '"black": _black', '"tail_wind": _tail_wind, "black": _black'
    )
    copy.replace("players/thumb/plays.py", "def _new_equipment", f"{GAIN}def _new_equipment")
    copy.replace("players/hints/cards.py", "def _new_hand", f"{HINT}def _new_hand")
    copy.replace(
        "players/hints/cards.py", '"black": _black', '"tail_wind": _tail_wind, "black": _black'
    )
    copy.replace("players/hints/hint.py", '"fewer-dice",', '"fewer-dice",\n    "one-die",')
    copy.say("players/words/<tag>/hints.ftl", HINT_WORDS)
    copy.replace(
        "tests/players/hinted.py",
        '    "moor: 1',
        f'{TOLD.replace("BOX", box)}    "moor: 1',
    )
    copy.say("players/words/<tag>/things.ftl", CARD_WORDS)
    copy.say("players/words/<tag>/events.ftl", PLAYED_WORDS)
    copy.say("players/words/<tag>/tips.ftl", TIP)
    copy.replace("bot/words/emoji.py", '"spy": ', '"tail_wind": "🍃", "spy": ')
    copy.replace(
        "tests/rules/ids.py", 'f"X{n}" for n in range(1, 6)', 'f"X{n}" for n in range(1, 7)'
    )
    copy.replace("art/cards.py", "SPECIAL: Final = {\n", f"SPECIAL: Final = {{\n{SYMBOL}")
    copy.bake()


def test_a_card_is_added_to_an_old_box_by_its_list(copy: Copy) -> None:
    box = "grappling_hook"
    dated = CARD.replace("    copies = 2\n", "    copies = 2\n    since = 2\n")
    parts = "PARTS = Parts(acts=(GrapplingHook(),"
    copy.replace(f"engine/cards/{box}.py", parts, f"{NEEDS}{dated}\n{parts} TailWind()")
    copy.replace("engine/options.py", "EDITION: Final = 1", "EDITION: Final = 2")
    copy.replace("bot/pages/rules.py", '("grappling_hook",)', '("grappling_hook", "tail_wind")')
    _worth_words_and_art(copy, box)
    copy.append(
        f"tests/rules/test_{box}.py", f"import json\n{RULE}{OLD_SAVE}".replace("BOX", box, 1)
    )
    assert copy.changed() == listed("A card in an old box", box=box, card="tail_wind")
    copy.run("-c", PLAYED.replace("BOX", box))
    copy.check(f"tests/rules/test_{box}.py", *CARDS_FIT, "-k", f"not ({LONG})")


def test_a_card_is_added_in_a_new_box_by_its_list(copy: Copy) -> None:
    box = "trade_winds"
    copy.add(
        f"engine/cards/{box}.py",
        f'"""Trade winds."""\n\nfrom engine.cards.parts import Parts\n{NEEDS}\n{CARD}\n'
        "PARTS = Parts(acts=(TailWind(),))\n",
    )
    copy.replace("engine/options.py", '"boscalumia",\n', f'"boscalumia",\n    "{box}",\n')
    copy.say(
        "players/words/<tag>/things.ftl",
        {
            "en": f"\nbox-{box} = Trade Winds\nbox-{box}-about = Winds that carry you\n",
            "fr": f"\nbox-{box} = Alizés\nbox-{box}-about = Des vents qui portent\n",
        },
    )
    copy.say(
        "players/words/<tag>/tips.ftl",
        {
            "en": f"\ntip-{box} = Winds save you dice.\n",
            "fr": f"\ntip-{box} = Les vents vous épargnent des dés.\n",
        },
    )
    copy.say(
        "bot/words/<tag>/rules.ftl",
        {
            "en": f"\nrules-{box} = Trade Winds\nrules-{box}-text = Two cards for few dice.\n",
            "fr": f"\nrules-{box} = Alizés\nrules-{box}-text = Deux cartes, un dé de moins.\n",
        },
    )
    copy.replace("bot/words/emoji.py", '"boscalumia": ', f'"{box}": "🌬️", "boscalumia": ')
    chapter = f'Topic("{box}", "{box}", ("tail_wind",)),\n    Topic("house_rules")'
    copy.replace("bot/pages/rules.py", 'Topic("house_rules")', chapter)
    icon = 'yield "boscalumia", at(0, 34'
    copy.replace(
        "art/icons.py", icon, f'yield "{box}", at(0, 0, SPECIAL["tail_wind"], 1.2)\n    {icon}'
    )
    copy.replace("README.md", "five bonus boxes", "six bonus boxes")
    _worth_words_and_art(copy, box)
    rule = RULE.replace("BOX", box)
    copy.add(f"tests/rules/test_{box}.py", f"from tests.rules.builder import table\n{rule}")
    assert copy.changed() == listed("A card in a new box", box=box, card="tail_wind")
    copy.run("-c", PLAYED.replace("BOX", box))
    copy.check(f"tests/rules/test_{box}.py", *CARDS_FIT, "-k", f"not ({LONG})")


# --- the bot -------------------------------------------------------------------------------

SORT = '''    async def sort(self, click: Click) -> Reply:
        """Show the hand, sorted."""
        return click.hand(await click.look(), click.say("hand-sorted"))

'''
SORT_TEST = """

async def test_sort_shows_the_hand(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, hands={1: "compass"}), ann, bob)
    ran = await bob.runs("sort")
    assert tells(ran, bob, "hand-sorted") and tells(ran, bob, "card-compass")
"""


BUTTON_TEST = """

async def test_sort_is_among_what_else_there_is(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(table(2, hands={1: "compass"}), ann, bob)
    more = await bob.presses(action="more", on=room.board)
    assert tells(more, bob, "more-sort")
    assert tells(await bob.presses(action="sort", on=more.shown[-1]), bob, "hand-sorted")
"""


def _add_command(copy: Copy) -> None:
    quiet = '        self.slash("quiet"'
    sort = '        self.slash("sort", self.sort, group="seat", at=here)\n'
    copy.replace("cogs/hand.py", quiet, sort + quiet)
    copy.replace("cogs/hand.py", "    async def quiet(", f"{SORT}    async def quiet(")
    copy.say(
        "bot/words/<tag>/commands.ftl",
        {
            "en": "\ncommand-sort = sort\ncommand-sort-about = Your hand, sorted\n",
            "fr": "\ncommand-sort = trier\ncommand-sort-about = Votre main, triée\n",
        },
    )
    copy.say(
        "bot/words/<tag>/table.ftl",
        {"en": "\nhand-sorted = Sorted.\n", "fr": "\nhand-sorted = C’est trié.\n"},
    )
    copy.replace(
        "README.md", "| | `concede` |", "| | `sort` | your hand, sorted |\n| | `concede` |"
    )
    copy.append("tests/cogs/test_hand.py", SORT_TEST)


def test_a_command_is_added_by_its_list(copy: Copy) -> None:
    _add_command(copy)
    assert copy.changed() == listed("A command", cog="hand")
    tests = ("tests/cogs/test_hand.py::test_sort_shows_the_hand", "tests/meta/test_commands.py")
    copy.check(*tests, "tests/bot/words/test_catalogues.py")


def test_a_button_is_added_by_its_list(copy: Copy) -> None:
    _add_command(copy)
    copy.replace(
        "cogs/hand.py",
        '        self.button("hand", self.hand)',
        '        self.button("sort", self.sort)\n        self.button("hand", self.hand)',
    )
    copy.replace("bot/pages/more.py", '"ship", *([', '"ship", "sort", *([')
    copy.replace("bot/words/emoji.py", '    "hand": "🃏"', '    "sort": "🔤",\n    "hand": "🃏"')
    copy.say(
        "bot/words/<tag>/table.ftl",
        {
            "en": "\nbutton-sort = Sort\nmore-sort = your cards in their order\n",
            "fr": "\nbutton-sort = Trier\nmore-sort = vos cartes dans leur ordre\n",
        },
    )
    copy.replace(
        "tests/cogs/test_buttons.py", '    "say": "play"', '    "sort": "sort",\n    "say": "play"'
    )
    copy.append("tests/cogs/test_hand.py", BUTTON_TEST)
    named = listed("A button", cog="hand", page="more")
    assert copy.changed() == named | listed("A command", cog="hand")
    copy.check("tests/cogs/test_buttons.py", "tests/cogs/test_hand.py", "-k", "sort or action")


def test_a_language_is_added_by_its_list(copy: Copy) -> None:
    """What it is good for then stands in tests/bot/words/test_languages.py."""
    for words in ("players/words", "bot/words"):
        for file in sorted((copy.folder / words / "en").glob("*.ftl")):
            text = file.read_text("utf-8").replace("name = English", "name = Deutsch")
            copy.add(f"{words}/de/{file.name}", text)
    copy.replace(".env.example", "en or fr", "en, de or fr")
    copy.replace(".github/ISSUE_TEMPLATE/bug.yml", "English, French", "English, French, German")
    copy.replace("README.md", "English and French", "English, French and German")
    assert copy.changed() == listed("A language", tag="de")
    copy.check("tests/bot/test_settings.py", "-k", "example")


def test_the_bug_form_asks_for_every_language() -> None:
    form = Path(__file__).parents[2] / ".github/ISSUE_TEMPLATE/bug.yml"
    *languages, _ = form.read_text("utf-8").rpartition("options: [")[2].split(", ")
    assert len(languages) == len(LANGUAGES)


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


def test_a_public_page_is_added_by_its_list(copy: Copy) -> None:
    copy.replace("bot/tables/table.py", "\nSTORY", 'PLACES: Final = "places"\n\nSTORY')
    copy.replace("bot/tables/diff.py", "import NOTICE,", "import NOTICE, PLACES,")
    shown = '[PageKey(PLACES, 1)] * ("lobby" in (before.stage, after.stage))'
    changed = "    return (\n        *[PageKey(NOTICE"
    copy.replace("bot/tables/diff.py", changed, changed.replace("(\n", f"(\n        *{shown},\n"))
    copy.add("bot/pages/places.py", PAGE)
    renderer = "bot/board/renderer.py"
    copy.replace(
        renderer,
        "from bot.pages.views",
        "from bot.pages.places import places\nfrom bot.pages.views",
    )
    copy.replace(renderer, "NOTICE, REPLACED,", "NOTICE, PLACES, REPLACED,")
    copy.replace(renderer, "async def _nothing", f"{DRAW}async def _nothing")
    copy.replace(
        renderer, "    REPLACED: Kind", "    PLACES: Kind(_places, answered),\n    REPLACED: Kind"
    )
    copy.say(
        "bot/words/<tag>/table.ftl",
        {
            "en": "\nplaces = Free places: { $count }\n",
            "fr": "\nplaces = Places libres\N{NO-BREAK SPACE}: { $count }\n",
        },
    )
    copy.add("tests/bot/pages/test_places.py", PAGE_TEST)
    assert copy.changed() == listed("A public page", kind="places")
    copy.check("tests/bot/pages/test_places.py", "tests/meta/test_walls.py", *WORDS_FIT)


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


def test_a_stored_figure_is_added_by_its_list(copy: Copy) -> None:
    columns = [
        f"ALTER TABLE {it} ADD COLUMN departures BIGINT NOT NULL DEFAULT 0;\n"
        for it in ("results", "standings")
    ]
    copy.add("migrations/0042_departures.sql", "".join(columns))
    copy.replace(
        "bot/results/result.py",
        "    escapes: int = 0\n",
        '    departures: int = 0\n    """Times it left of its own will."""\n    escapes: int = 0\n',
    )
    counted = "        self._gone.add(seat)\n"
    copy.replace(
        "bot/results/computation.py", counted, f"{counted}        self._did(seat, departures=1)\n"
    )
    shown = "yield f\"{icon('leave')} {said}\"\n"
    more = '    yield say("stats-departures", count=ever.departures)\n'
    copy.replace("bot/pages/results.py", shown, shown + more)
    copy.say(
        "bot/words/<tag>/results.ftl",
        {
            "en": "\nstats-departures = Left the ship: { $count }\n",
            "fr": "\nstats-departures = Débarquements\N{NO-BREAK SPACE}: { $count }\n",
        },
    )
    copy.append("tests/bot/results/test_computation.py", FIGURE_TEST)
    changed = listed("A stored figure", name="departures")
    assert copy.changed() == {it.replace("NNNN", "0042") for it in changed}
    copy.check(
        "tests/bot/results/test_computation.py",
        "tests/bot/pages/test_results.py",
        "tests/bench/test_results.py",
        "tests/bot/words/test_catalogues.py",
        "tests/bot/store/test_results.py",
        *("-k", "not (postgresql or ladder or forgotten or idle or tally)"),
    )


GREETINGS = """
    async def greeting(self, user: int) -> str:
        \"\"\"Return the greeting that a user has chosen, or an empty text.\"\"\"
        found = await self._database.read(lambda db: db.row(_GREETING, user))
        return "" if found is None else found[0]

    async def greet(self, user: int, said: str) -> None:
        \"\"\"Store the greeting of a user.\"\"\"
        await self._database.write(lambda db: db.do(_GREET, user, said))
"""
GREETING_STATEMENTS = """_GREETING: Final = "SELECT said FROM greetings WHERE user_id = ?"
_GREET: Final = "INSERT INTO greetings (user_id, said) VALUES (?, ?)"
"""
GREETING_TEST = """

async def test_a_greeting_is_stored_exported_and_deleted(store: Store) -> None:
    await store.people.greet(ANNA, "Ahoy")
    assert await store.people.greeting(ANNA) == "Ahoy"
    assert (await store.results.export(ANNA))["greetings"] == [{"user_id": ANNA, "said": "Ahoy"}]
    await store.forget(ANNA)
    assert await store.people.greeting(ANNA) == ""
"""


def test_a_stored_table_is_added_by_its_list(copy: Copy) -> None:
    columns = "user_id BIGINT NOT NULL PRIMARY KEY, said TEXT NOT NULL"
    copy.add("migrations/0042_greetings.sql", f"CREATE TABLE greetings ({columns});\n")
    people = '    Relation("people", _USER'
    greetings = people.replace("people", "greetings")
    copy.replace(
        "bot/store/sql/catalogue.py",
        people,
        f'{greetings}, users=_USER, user=Fate.DELETED, exported="greetings"),\n{people}',
    )
    copy.replace("bot/store/people.py", "_TIPS: Final", f"{GREETING_STATEMENTS}_TIPS: Final")
    wish = "    async def wish_for_tips("
    copy.replace("bot/store/people.py", wish, f"{GREETINGS.lstrip(chr(10))}\n{wish}")
    row = "| `unnamed` |"
    copy.replace(
        "docs/PRIVACY.md", row, f"| `greetings` | your greeting | until you delete it |\n{row}"
    )
    copy.append("tests/bot/store/test_people.py", GREETING_TEST)
    changed = listed("A stored table", name="greetings", module="people")
    changed = {it.replace("NNNN", "0042") for it in changed}
    assert copy.changed() == changed - {"bot/store/store.py"}
    copy.check(
        *("tests/bot/store/test_people.py", "tests/bot/cli/test_move.py"),
        *("-k", "greeting or every_table or back_again"),
    )
