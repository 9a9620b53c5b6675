"""Everything that the engine refuses: codes, and options that cannot be played."""

import ast
from pathlib import Path
from typing import Any

import engine
from engine.options import BOXES

RAISED = {"OptionsError", "IllegalMove", "UnknownMove", "who"}


def codes_in_engine() -> set[str]:
    """The codes of all refusals: arguments of the errors, and the results of `engine.refusal`."""
    found: set[str] = set()
    folder = Path(engine.__file__).parent
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name(name), [ast.Constant(str(code)), *_]) if name in RAISED:
                    found.add(code)
                case ast.Return(ast.Constant(str(code))) if file.name == "refusal.py":
                    found.add(code)
                case _:
                    pass
    return found


BAD_OPTIONS: dict[str, tuple[int, dict[str, Any]]] = {
    "unknown_box": (4, {"boxes": ("loot",)}),
    "unknown_variant": (4, {"variant": "solo"}),
    "variant_alone": (2, {"variant": "crew", "boxes": ("initiative",)}),
    "wrong_type": (4, {"goal": 50.0}),
    "goal_out_of_range": (4, {"goal": 3}),
    "beginner_has_no_goal": (4, {"variant": "beginner", "goal": 60}),
    "help_penalty_out_of_range": (4, {"help_penalty": 3}),
    "characters_need_little_help": (2, {"characters": ("red", "blue")}),
    "unknown_character": (2, {"boxes": BOXES, "characters": ("red", "pink")}),
    "character_taken_twice": (2, {"boxes": BOXES, "characters": ("red", "red")}),
    "seats_out_of_range": (7, {}),
    "crew_is_for_two": (3, {"variant": "crew"}),
    "no_such_captain": (3, {"first_captain": 3}),
    "one_character_each": (3, {"boxes": BOXES, "characters": ("red", "blue")}),
    "seed_of_wrong_size": (2, {"seed": b""}),
}
"""Seats and options that are refused, by the code of the refusal."""
