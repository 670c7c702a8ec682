"""What an account may be called, and which names look alike.

The rules are our decision, after Unicode Technical Standard 39 (one script, skeletons) and UAX 15
(NFKC).
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from typing import Final

from naqala.site.accounts.confusables import LOOKALIKES, PAIRS
from naqala.site.accounts.forbidden_words import (
    OFFENSIVE_ANYWHERE,
    OFFENSIVE_WORDS,
    RESERVED_ANYWHERE,
    RESERVED_WORDS,
)
from naqala.site.guest_names import TREES

LEAST_LENGTH: Final = 3
MOST_LENGTH: Final = 20
"""Characters after NFKC."""

MOST_RAW_LENGTH: Final = 80
"""Characters that are looked at at all."""

# By the first word of a character's Unicode name; Japanese mixes three.
_SCRIPTS: Final = {
    "LATIN": "latin",
    "GREEK": "greek",
    "CYRILLIC": "cyrillic",
    "ARMENIAN": "armenian",
    "GEORGIAN": "georgian",
    "HEBREW": "hebrew",
    "ARABIC": "arabic",
    "DEVANAGARI": "devanagari",
    "ETHIOPIC": "ethiopic",
    "HANGUL": "hangul",
    "CJK": "han",
    "HIRAGANA": "han",
    "KATAKANA": "han",
    "KATAKANA-HIRAGANA": "han",
}
_SEPARATORS: Final = "-_"
_DIGITS: Final = "0123456789"
# What stands for a letter where somebody hides a word.
_DISGUISES: Final = str.maketrans(
    {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"}
)


class NameFault(Enum):
    """Why a name is refused."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    CHARACTERS = "characters"
    FIRST_CHARACTER = "first_character"
    SEPARATORS = "separators"
    MIXED_SCRIPTS = "mixed_scripts"
    RESERVED = "reserved"
    OFFENSIVE = "offensive"


_MESSAGES: Final = {
    NameFault.TOO_SHORT: f"a name has at least {LEAST_LENGTH} characters",
    NameFault.TOO_LONG: f"a name has at most {MOST_LENGTH} characters",
    NameFault.CHARACTERS: "a name consists of letters, the digits 0 to 9, hyphens and underscores",
    NameFault.FIRST_CHARACTER: "a name begins with a letter",
    NameFault.SEPARATORS: "hyphens and underscores stand alone, between letters or digits",
    NameFault.MIXED_SCRIPTS: "all letters of a name belong to one script, such as Latin or Greek",
    NameFault.RESERVED: "this name could be taken for the site's own: choose another one",
    NameFault.OFFENSIVE: "this name could hurt somebody: choose another one",
}


class InvalidName(ValueError):
    """A name that no account may have; the message says what would be right."""

    def __init__(self, fault: NameFault) -> None:
        super().__init__(_MESSAGES[fault])
        self.fault = fault


@dataclass(frozen=True, slots=True)
class AccountName:
    """A name that an account may have; names with equal skeletons look alike."""

    text: str
    skeleton: str

    @classmethod
    def parse(cls, text: str) -> "AccountName":
        """Judges a name, in its NFKC form without spaces around it.

        Raises:
            InvalidName: if no account may be called that.

        """
        if len(text) > MOST_RAW_LENGTH:
            raise InvalidName(NameFault.TOO_LONG)
        name = unicodedata.normalize("NFKC", text.strip())
        _judge_form(name)
        plain = _plain(name)
        if _is_reserved(name, plain):
            raise InvalidName(NameFault.RESERVED)
        if _is_offensive(plain):
            raise InvalidName(NameFault.OFFENSIVE)
        return cls(name, skeleton_of(name))


def skeleton_of(text: str) -> str:
    """What is left of a name when all that looks alike is the same: it is unique.

    Case, accents, hyphens, underscores and what is not seen do not count, letters of other scripts
    and digits become the Latin letter that they look like.
    """
    return _merged(_bare(unicodedata.normalize("NFKC", text.strip()[:MOST_RAW_LENGTH])))


def _bare(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(
        c for c in decomposed if not _is_mark(c) and c not in _SEPARATORS and not _is_control(c)
    )


def _merged(bare: str) -> str:
    merged = bare.translate(LOOKALIKES)
    for pair, letter in PAIRS.items():
        merged = merged.replace(pair, letter)
    return merged


def _judge_form(name: str) -> None:
    if len(name) < LEAST_LENGTH:
        raise InvalidName(NameFault.TOO_SHORT)
    if len(name) > MOST_LENGTH:
        raise InvalidName(NameFault.TOO_LONG)
    scripts = set()
    before = ""
    for character in name:
        if character in _SEPARATORS or character in _DIGITS:
            pass
        elif _is_mark(character):
            # A mark that NFKC has not joined to its letter: some scripts need one, never two.
            if not before or not unicodedata.category(before).startswith("L"):
                raise InvalidName(NameFault.CHARACTERS)
        elif unicodedata.category(character) in ("Lu", "Ll", "Lo", "Lm", "Lt"):
            word = unicodedata.name(character, "").partition(" ")[0]
            if word not in _SCRIPTS:
                raise InvalidName(NameFault.CHARACTERS)
            scripts.add(_SCRIPTS[word])
        else:
            raise InvalidName(NameFault.CHARACTERS)
        before = character
    if not unicodedata.category(name[0]).startswith("L"):
        raise InvalidName(NameFault.FIRST_CHARACTER)
    if name[-1] in _SEPARATORS or re.search(r"[-_]{2}", name):
        raise InvalidName(NameFault.SEPARATORS)
    if len(scripts) > 1:
        raise InvalidName(NameFault.MIXED_SCRIPTS)


def _is_control(character: str) -> bool:
    """Whether nobody sees it; PostgreSQL cannot even be asked for the character 0."""
    return unicodedata.category(character).startswith("C")


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _plain(name: str) -> str:
    """The name in small Latin letters without accents but the tilde of ñ, which makes words."""
    kept = unicodedata.normalize("NFKD", name.casefold().replace("ñ", "\0"))
    return "".join(c for c in kept if not _is_mark(c)).replace("\0", "ñ")


def _is_reserved(name: str, plain: str) -> bool:
    skeleton = skeleton_of(name)
    if skeleton in _RESERVED or any(word in skeleton for word in _RESERVED_PARTS):
        return True
    # What guests are called: a tree and a number.
    tree = re.fullmatch(r"(\D+?)[-_]?[0-9]+", plain)
    return tree is not None and _merged(tree[1]) in _GUESTS


def _is_offensive(plain: str) -> bool:
    for text in (plain, plain.translate(_DISGUISES)):
        words = re.split(r"[-_0-9]+", text)
        whole = "".join(words)
        if whole in OFFENSIVE_WORDS or any(word in OFFENSIVE_WORDS for word in words):
            return True
        if any(word in whole for word in OFFENSIVE_ANYWHERE):
            return True
    return False


_RESERVED: Final = frozenset(skeleton_of(word) for word in RESERVED_WORDS)
_RESERVED_PARTS: Final = tuple(skeleton_of(word) for word in RESERVED_ANYWHERE)
_GUESTS: Final = frozenset(skeleton_of(tree) for tree in TREES)
