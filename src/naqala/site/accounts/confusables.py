"""Characters that look like a small Latin letter, for telling names apart.

A hand-picked part of Unicode's confusables (UTS 39): what a reader confuses in this page's letters.
"""

from typing import Final

_ALIKE: Final = {
    "a": "аα",
    "b": "вβьҍ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еєεҽ",
    "g": "ɡ",
    "h": "нһհ",
    # A capital I, a one and a small L are the same stroke, and case does not count in names.
    "i": "l1іιıӏאןו|!",
    "j": "јϳ",
    "k": "кκ",
    "m": "мϻ",
    "n": "ηпո",
    "o": "0оοσօסه",
    "p": "рρ",
    "q": "ԛ",
    "r": "гʀ",
    "s": "5ѕ",
    "t": "тτ",
    "u": "υսμ",
    "v": "ѵν",
    "w": "ԝωш",
    "x": "хχ",
    "y": "уγү",
    "z": "2ζ",
}

LOOKALIKES: Final = str.maketrans(
    {character: letter for letter, characters in _ALIKE.items() for character in characters}
)
"""For `str.translate`, after case folding and without marks."""

PAIRS: Final = {"rn": "m", "vv": "w"}
"""Two letters that look like one."""
