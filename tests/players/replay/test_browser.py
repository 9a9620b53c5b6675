"""The file in a real browser: it draws, it can be used, and it loads nothing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from engine import Record
from tests.host.shots import DESKTOP, HEIGHT, Tab, browser_tab, in_a_browser
from tests.players.replay.games import broken_off, every_box, page_of, random_record
from tests.players.replay.test_page import HOSTILE

pytestmark = in_a_browser

NARROW: Final = 360
FAULTS: Final = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
STEPS_AT_ONCE: Final = 40
"""Few enough for a slow machine to draw before the browser's answer is overdue."""
FAULTY_STEPS: Final = """
    ((from, to) => {
        const unlike = [];
        for (let step = from; step < Math.min(to, FRAMES.length); step += 1) {
            go(step);
            const root = document.documentElement;
            const uses = [...document.querySelectorAll('use')].map(it => it.getAttribute('href'));
            const lost = uses.filter(it => !document.querySelector(it));
            const layers = '.inside > g, .ashore > g, .falling > g';
            const pawns = document.querySelectorAll(layers).length;
            const shown = FRAMES[step].seats.filter(
                seat => seat.at || FRAMES[step].down.includes(seat.number)).length;
            const hands = document.querySelectorAll('#seats > li').length;
            const told = document.getElementById('told').textContent;
            const alt = document.getElementById('scene').getAttribute('aria-label');
            if (lost.length || pawns < shown || hands !== GAME.names.length || !told || !alt
                || /\\{(?!seat|policy)|undefined|NaN/.test(alt)
                || root.scrollWidth > innerWidth)
                unlike.push([step, lost, pawns, shown, hands, told, alt, root.scrollWidth]);
        }
        return unlike;
    })
"""
POINTS: Final = """
    [...document.querySelectorAll('#seats .points > [aria-hidden]')]
        .map(it => Number(it.textContent.replace('\\u2212', '-')))
"""


@asynccontextmanager
async def opened(
    folder: Path,
    record: Record,
    language: str = "en",
    width: int = NARROW,
    names: Any = (),
    change: str = "",
) -> AsyncIterator[Tab]:
    """Open the file of a game in a browser; fail if a script fails or anything is requested."""
    file = folder / "replay.html"
    html = page_of(record, language, names)
    file.write_text(html.replace(change, f"/* changed */ {change}") if change else html, "utf-8")
    async with browser_tab() as tab:
        for domain in ("Runtime", "Log", "Network", "Page"):
            await tab.call(f"{domain}.enable")
        await tab.size(width, HEIGHT)
        await tab.call("Page.navigate", url=file.as_uri())
        await tab.until("document.readyState === 'complete' && typeof GAME === 'object'")
        yield tab
        await tab.run("1")
        faults = [it for it in tab.events if it.get("method") in FAULTS]
        assert not faults, faults
        asked = [
            it["params"]["request"]["url"]
            for it in tab.events
            if it.get("method") == "Network.requestWillBeSent"
        ]
        assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]


async def faulty_steps(tab: Tab) -> list[Any]:
    """Draw every step; return the faults."""
    found: list[Any] = []
    for first in range(0, await tab.run("FRAMES.length"), STEPS_AT_ONCE):
        found += await tab.run(f"{FAULTY_STEPS}({first}, {first + STEPS_AT_ONCE})")
    return found


async def press(tab: Tab, key: str, code: str = "") -> None:
    text = {"text": key} if len(key) == 1 else {}
    values = {"key": key, "code": code or key, **text}
    await tab.call("Input.dispatchKeyEvent", type="keyDown", **values)
    await tab.call("Input.dispatchKeyEvent", type="keyUp", **values)


@pytest.mark.parametrize("number", [1, 3, 5])
async def test_every_step_of_every_kind_of_game_draws(tmp_path: Path, number: int) -> None:
    record = random_record(number)
    async with opened(tmp_path, record, "fr", DESKTOP) as tab:
        assert await faulty_steps(tab) == []
        assert await tab.run(POINTS) == list(record.totals)
        best = "[...document.querySelectorAll('#seats > li')].map(it => it.matches('.place-1'))"
        winners = [seat for seat, it in enumerate(await tab.run(best)) if it]
        assert winners == list(record.winners)


async def test_a_game_that_was_broken_off_can_be_paged_to_its_end(tmp_path: Path) -> None:
    async with opened(tmp_path, broken_off()) as tab:
        assert await faulty_steps(tab) == []
        assert "broken off" in await tab.run("byId('told').textContent")


async def test_names_are_shown_as_they_are_and_do_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, every_box(goal=25), names=HOSTILE) as tab:
        assert await faulty_steps(tab) == []
        shown = await tab.run(
            "[...document.querySelectorAll('#seats h3')].map(it => it.textContent)"
        )
        assert shown == list(HOSTILE)
        assert await tab.run("document.querySelectorAll('img, iframe, main script').length") == 0


async def test_keys_fingers_buttons_the_slider_and_moments_lead_to_their_steps(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, every_box()) as tab:
        last = await tab.run("FRAMES.length - 1")
        for key, step in (
            *(("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)),
            *(("ArrowRight", last), ("Home", 0), ("ArrowLeft", 0)),
        ):
            await press(tab, key)
            assert await tab.run("here") == step, key
        await press(tab, "PageDown")
        assert await tab.run("FRAMES[here].leg === 2 && FRAMES[here - 1].leg === 1")
        await press(tab, "PageUp")
        assert await tab.run("here") == 0

        await tab.call("Emulation.setTouchEmulationEnabled", enabled=True)
        for way, step in (((200, 100), 1), ((200, 60), 2), ((60, 200), 1), ((200, 180), 1)):
            for kind, at in (("touchStart", way[:1]), ("touchMove", way[1:]), ("touchEnd", ())):
                points = [{"x": x, "y": 150} for x in at]
                await tab.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
            assert await tab.run("here") == step, way

        await tab.run("byId('forward').click()")
        assert await tab.run("here") == 2
        await tab.run("slider.value = 40; slider.dispatchEvent(new Event('input'))")
        said = await tab.run("[here, slider.getAttribute('aria-valuetext')]")
        assert said == [40, f"Journey 2, Step 41 of {last + 1}"]
        steps = await tab.run("GAME.moments.map(it => it.step)")
        assert len(steps) == 3
        for number, step in enumerate(steps):
            await tab.run(f"document.querySelectorAll('#moments a')[{number}].click()")
            assert await tab.run("[here, location.hash]") == [step, f"#{step + 1}"]


async def test_it_plays_by_itself_until_the_reader_pages(tmp_path: Path) -> None:
    async with opened(tmp_path, every_box()) as tab:
        await press(tab, " ", "Space")
        assert await tab.run("byId('play').getAttribute('aria-label')") == "Pause"
        await tab.until("here === 1")
        await press(tab, "ArrowRight")
        assert await tab.run("[here, timer, byId('play').getAttribute('aria-label')]") == [
            *(2, 0, "Play")
        ]
        await tab.run("go(FRAMES.length - 2); speed = 2; byId('play').click()")
        await tab.until("FRAMES[here].last && timer === 0")


async def test_a_page_whose_script_was_changed_does_not_run(tmp_path: Path) -> None:
    """The control: a refusal is noticed."""
    with pytest.raises(AssertionError, match="security"):
        async with opened(tmp_path, every_box(), change="begin();") as tab:
            assert await tab.run("document.getElementById('told').textContent") == ""


async def test_controls_are_large_and_named_and_glide_only_for_those_who_want_motion(
    tmp_path: Path,
) -> None:
    gliding = "document.getAnimations().length"
    async with opened(tmp_path, every_box()) as tab:
        found = await tab.run("""
            [...document.querySelectorAll('button, input, a')].map(it => {
                const {width, height} = it.getBoundingClientRect();
                return [it.id, width, height, it.getAttribute('aria-label') || it.textContent];
            })
        """)
        assert len(found) == 7 + 3
        assert [it for it in found if it[1] < 44 or it[2] < 44 or not it[3]] == []
        await press(tab, "Tab")
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert await tab.run(outline) == "solid"

        moved = "go(0); for (let n = 1; n < 40 && !document.getAnimations().length; n += 1) go(n);"
        assert await tab.run(f"{moved} {gliding}") > 0
        reduced = [{"name": "prefers-reduced-motion", "value": "reduce"}]
        await tab.call("Emulation.setEmulatedMedia", features=reduced)
        assert await tab.run(f"{moved} {gliding}") == 0
