"""Makes simcord several times faster where it is more general than these tests need.

A click costs it more than the bot otherwise. All of it is patched into simcord's modules, which the
project pins to one version.
"""

from types import SimpleNamespace
from typing import Any, Final

from simcord import _dpy_internals, components, gateway, results
from simcord.env import Env
from simcord.http import router

POLL_INTERVAL: Final = 0.0005
"""Seconds between two looks whether the bot is idle; simcord's own 0.05 would delay each click."""
WAITS: Final = (
    "is_listener_future",
    "is_wait_for_listener",
    "is_view_wait_future",
    "view_expiry_task",
    "tasks_loop_sleep",
)
"""Looks for waits that simcord takes for idle and that no bot here has: `Client.wait_for`, views
with a timeout and `tasks.loop`. A bot with one would never be idle, and its test would fail."""


def copied(payload: Any, _memo: object = None) -> Any:
    """A copy of a payload of JSON. `copy.deepcopy` takes six times as long."""
    kind = type(payload)
    if kind is dict:
        return {key: copied(value) for key, value in payload.items()}
    if kind is list:
        return [copied(value) for value in payload]
    return payload


def install() -> None:
    """Patch simcord; this process has no other use for it."""
    assert Env._settle_internal.__kwdefaults__ is not None
    Env._settle_internal.__kwdefaults__["idle"] = POLL_INTERVAL
    for name in WAITS:
        assert callable(getattr(_dpy_internals, name))
        setattr(_dpy_internals, name, lambda *_: False)
    for module in (components, results):
        vars(module)["deepcopy"] = copied
    for module in (gateway, router):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
