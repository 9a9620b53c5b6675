"""The catalogues as they are written: every message with its texts and its arguments."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import players.words

GAME = Path(players.words.__file__).parent


@dataclass
class Said(Visitor):
    """One message or term: the texts in it, and what it refers to."""

    file: str
    texts: list[str] = field(default_factory=list[str])
    arguments: set[str] = field(default_factory=set[str])
    messages: set[str] = field(default_factory=set[str])
    terms: set[str] = field(default_factory=set[str])

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def visit_TextElement(self, node: ast.TextElement) -> None:
        self.texts.append(node.value)

    def visit_StringLiteral(self, node: ast.StringLiteral) -> None:
        self.texts.append(node.parse()["value"])

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.arguments.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.messages.add(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:
        self.terms.add(f"-{node.id.name}")
        self.generic_visit(node)


def written(language: str, *folders: Path) -> list[Path]:
    """The files of a language in these folders."""
    return [file for folder in folders for file in sorted((folder / language).glob("*.ftl"))]


def parsed(file: Path) -> list[Any]:
    return FluentParser().parse(file.read_text("utf-8")).body


@cache
def sentences(language: str, *folders: Path) -> dict[str, Said]:
    """Every message by its key, and every term by its key behind a dash."""
    found: dict[str, Said] = {}
    for file in written(language, *folders):
        for entry in parsed(file):
            if isinstance(entry, ast.Message | ast.Term):
                said = Said(file.name)
                said.visit(entry)
                dash = "-" if isinstance(entry, ast.Term) else ""
                key = f"{dash}{entry.id.name}"
                assert key not in found, f"{language}: {key} stands in {file} and elsewhere"
                found[key] = said
    return found
