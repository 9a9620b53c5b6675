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
    "tests/engine/test_options.py::test_the_deck_has_all_its_cards",
    "tests/players/test_thumb.py::test_every_card_and_power_has_a_gain_and_a_price",
)


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


def _worth_and_words(copy: Copy) -> None:
    """What every new card needs, whatever its box."""
    copy.replace("players/thumb/weights.py", '"spyglass": 2.0', '"tail_wind": 0.8, "spyglass": 2.0')
    copy.replace(
        "players/thumb/plays.py", '"black": _black', '"tail_wind": _black, "black": _black'
    )
    copy.say("players/words/<tag>/things.ftl", CARD_WORDS)
    copy.say("players/words/<tag>/events.ftl", PLAYED_WORDS)
    copy.say("players/words/<tag>/tips.ftl", TIP)
    copy.replace("bot/words/emoji.py", '"spy": ', '"tail_wind": "🍃", "spy": ')
    copy.replace(
        "tests/rules/ids.py", 'f"X{n}" for n in range(1, 6)', 'f"X{n}" for n in range(1, 7)'
    )


def test_a_card_is_added_to_an_old_box_by_its_list(copy: Copy) -> None:
    box = "grappling_hook"
    dated = CARD.replace("    copies = 2\n", "    copies = 2\n    since = 2\n")
    parts = "PARTS = Parts(acts=(GrapplingHook(),"
    copy.replace(f"engine/cards/{box}.py", parts, f"{NEEDS}{dated}\n{parts} TailWind()")
    copy.replace("engine/options.py", "EDITION: Final = 1", "EDITION: Final = 2")
    copy.replace("bot/words/topics.py", '("grappling_hook",)', '("grappling_hook", "tail_wind")')
    _worth_and_words(copy)
    copy.append(
        f"tests/rules/test_{box}.py", f"import json\n{RULE}{OLD_SAVE}".replace("BOX", box, 1)
    )
    assert copy.changed() == listed("A card in an old box", box=box)
    copy.check(f"tests/rules/test_{box}.py", *CARDS_FIT)


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
    copy.replace("bot/words/topics.py", 'Topic("house_rules")', chapter)
    copy.replace("README.md", "five bonus boxes", "six bonus boxes")
    _worth_and_words(copy)
    rule = RULE.replace("BOX", box)
    copy.add(f"tests/rules/test_{box}.py", f"from tests.rules.builder import table\n{rule}")
    assert copy.changed() == listed("A card in a new box", box=box)
    copy.check(f"tests/rules/test_{box}.py", *CARDS_FIT)


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


def test_a_command_is_added_by_its_list(copy: Copy) -> None:
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
    assert copy.changed() == listed("A command", cog="hand")
    tests = ("tests/cogs/test_hand.py::test_sort_shows_the_hand", "tests/meta/test_commands.py")
    copy.check(*tests, "tests/bot/words/test_catalogues.py")


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
from bot.tables.pages import PLACES, PageKey
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
    copy.replace("bot/tables/pages.py", "\nSTORY", 'PLACES: Final = "places"\n\nSTORY')
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
