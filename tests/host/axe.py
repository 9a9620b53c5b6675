"""The verdict of axe-core on a page in a browser. It is fetched once, and checked by its hash."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from players.page.site import KEPT, package
from tests.host.shots import Tab

VERSION: Final = "4.14.1"
HASH: Final = (
    "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)
FOUND: Final = """
    axe.run(document).then((it) => JSON.stringify(
        it.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)
    ))
"""


async def findings(tab: Tab) -> list[str]:
    """Return what axe-core finds wrong with the page as it is now."""
    await tab.run(_axe())
    found = await tab.call(
        "Runtime.evaluate", expression=FOUND, awaitPromise=True, returnByValue=True
    )
    return json.loads(found["result"]["value"])


@cache
def _axe() -> str:
    (content,) = package("axe-core", VERSION, HASH, ["axe.min.js"], KEPT).values()
    return content.decode()
