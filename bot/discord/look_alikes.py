"""Letters of all alphabets by the Latin letters that they look like."""

# ruff: noqa: RUF001 - ambiguous characters are what this is about

from __future__ import annotations

import re
from typing import Final
from unicodedata import decimal, lookup, name

_SHAPES: Final = {
    "a": "аαɑᎪꓮʌɅΛ",
    "ae": "æ",
    "b": "вбьъƅβᏴᏏꓐ",
    "c": "сϲᏟꓚⲥ",
    "d": "дԁðᎠꓓ",
    "e": "еєэзεϵәəΣ℮Ꭼꓰⲉ",
    "f": "ғϝꓝ",
    "g": "ԍցᏀꓖ",
    "h": "һнΗհԻᎻꓧⲏ",
    "i": "іιɩӏᎥꓲⲓ¡",
    "j": "јϳᎫꓙ",
    "k": "кκᏦꓗⲕ",
    "l": "ᏞꓡⳐ",
    "m": "мΜϻᎷꓟⲙ",
    "n": "пилηΝոռŋꓠⲛ",
    "o": "оοσөθфօꓳⲟ〇",
    "oe": "œ",
    "p": "рρϸþᏢꓑⲣ",
    "q": "ԛզգ",
    "r": "гяΓᎡᏒꓣ",
    "s": "ѕՏ§ᏚᏕꓢ",
    "t": "тτᎢꓔⲧ†",
    "u": "цυμսՍꓴʊ",
    "v": "νѵᏙꓦ",
    "w": "шщѡԝωաᏔᏃꓪⲱ",
    "x": "хжχ×ꓫⲭ",
    "y": "уүγΥყᎩᎽꓬⲩ",
    "z": "ζʒꓜ",
}
"""Cyrillic, Greek, Armenian, Cherokee, Lisu and Coptic letters, and a few signs, by their shapes.

A capital stands here if it looks like another letter than its small form does.
"""
_VARIANT: Final = re.compile(
    r"(?:.*\bLATIN\b.*|REGIONAL INDICATOR SYMBOL )\b(?:LETTER|CAPITAL|SMALL)(?: [A-Z]+)*?"
    r" ([A-Z])(?: WITH .*)?"
)
"""The names of variants of Latin letters: turned, with a hook, in a square, or for phonetics."""


class _LatinShapes(dict[int, str]):
    """Latin letters by the code points that look like them, for `str.translate`."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        latin = _latin(char)
        if latin != char:  # others are too many to keep
            self[point] = latin
        return latin


_LATIN: Final = _LatinShapes(
    {ord(char): latin for latin, chars in _SHAPES.items() for char in chars}
)


def in_latin(text: str) -> str:
    """Return a text with the Latin letters and figures that its characters look like."""
    return text.translate(_LATIN)


def _latin(char: str) -> str:
    figure = decimal(char, None)
    if figure is not None:
        return f"{figure}"
    small = char.casefold()
    if small != char and all(ord(it) in _LATIN for it in small):
        return in_latin(small)
    called = name(char, "")
    variant = _VARIANT.fullmatch(called)
    if variant is not None:
        return variant[1].lower()
    plain, decorated, _ = called.partition(" WITH ")
    if not decorated:
        return char
    try:
        return in_latin(lookup(plain))
    except KeyError:
        return char
