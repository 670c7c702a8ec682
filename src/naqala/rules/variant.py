"""Which game is played: its board and every option of its rules, with one text form."""

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Self


class Game(Enum):
    """The families of rules (docs/rules.md)."""

    KALAH = "kalah"
    WARI = "wari"
    OWARE = "oware"

    # Enum's own is a function of Python's, and asked for with every move.
    __hash__ = object.__hash__


class End(Enum):
    """When a game of Kalah is over."""

    EITHER_ROW_EMPTY = "either_row_empty"
    MOVER_STUCK = "mover_stuck"


class Remainder(Enum):
    """Who gets the seeds that are in the pits when a game of Kalah is over."""

    OWNER = "owner"
    NOBODY = "nobody"
    EMPTIER = "emptier"


PITS_RANGE = range(1, 7)
SEEDS_RANGE = range(1, 11)

_TEXT = re.compile(
    r"(?P<game>kalah|wari|oware)(?:\((?P<pits>[0-9]{1,3}),(?P<seeds>[0-9]{1,3})\))?(?P<options>(?:\+[a-z-]+)*)"
)
# Option words in the order of the text form, each with the field it sets.
_OPTIONS: dict[str, tuple[str, object]] = {
    "pie": ("pie", True),
    "empty-capture": ("empty_capture", True),
    "by-turns": ("end", End.MOVER_STUCK),
    "leave-rest": ("remainder", Remainder.NOBODY),
    "rest-to-emptier": ("remainder", Remainder.EMPTIER),
}


class InvalidVariant(ValueError):
    """A variant that does not exist; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One exact set of rules. `str` and `parse` round-trip.

    Only Kalah has options and other boards than 6 pits of 4 seeds.
    Raises `InvalidVariant` for a combination that does not exist.
    """

    game: Game = Game.KALAH
    pits: int = 6
    seeds: int = 4
    pie: bool = False
    empty_capture: bool = False
    end: End = End.EITHER_ROW_EMPTY
    remainder: Remainder = Remainder.OWNER

    def __post_init__(self) -> None:
        if self.game is not Game.KALAH and self._board_and_options() != "(6,4)":
            raise InvalidVariant(
                f"{self.game.value} is played with 6 pits, 4 seeds and no options: "
                f"write '{self.game.value}'"
            )
        if self.pits not in PITS_RANGE:
            raise InvalidVariant(f"a board has 1 to 6 pits a side, not {self.pits}")
        if self.seeds not in SEEDS_RANGE:
            raise InvalidVariant(f"a pit starts with 1 to 10 seeds, not {self.seeds}")

    @property
    def total(self) -> int:
        """All seeds of the game."""
        return 2 * self.pits * self.seeds

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `kalah(6,4)+pie+empty-capture`; a game alone has 6 pits and 4 seeds.

        Raises:
            InvalidVariant: with what is wrong and what would be right.

        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise InvalidVariant(
                f"unknown variant {text[:80]!r}: write kalah, wari or oware, then (pits,seeds), "
                "then options, as in 'kalah(6,4)+pie'"
            )
        variant = cls(Game(match["game"]))
        if match["pits"]:
            fields: dict[str, object] = {"pits": int(match["pits"]), "seeds": int(match["seeds"])}
        else:
            fields = {}
        words = match["options"].split("+")[1:]
        for word in words:
            if word not in _OPTIONS:
                raise InvalidVariant(
                    f"unknown option '+{word}': the options are "
                    + ", ".join(f"+{option}" for option in _OPTIONS)
                )
            field, value = _OPTIONS[word]
            if field in fields:
                raise InvalidVariant(f"option '+{word}' repeats or contradicts an earlier one")
            fields[field] = value
        if words != sorted(words, key=list(_OPTIONS).index):
            raise InvalidVariant(
                "options come in this order: " + ", ".join(f"+{option}" for option in _OPTIONS)
            )
        return replace(variant, **fields)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return self.game.value + self._board_and_options()

    def _board_and_options(self) -> str:
        options = "".join(
            f"+{word}" for word, (field, value) in _OPTIONS.items() if getattr(self, field) == value
        )
        return f"({self.pits},{self.seeds}){options}"
