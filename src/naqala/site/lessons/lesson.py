"""What a lesson is made of: positions in notation, the moves to make in them, and words."""

from dataclasses import dataclass
from enum import Enum

from naqala.rules import Game, Move, Position, Variant, parse_position


@dataclass(frozen=True, slots=True)
class Words:
    """A text in both languages."""

    es: str
    en: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A move that the reader is asked for: what is said before it, and after a tap elsewhere."""

    move: Move
    text: Words
    nudge: Words


class Aim(Enum):
    """What a puzzle counts in the reader's turn, or, `LOST`, in the rival's best one after it."""

    EXTRA_TURNS = "extra_turns"
    CAPTURED = "captured"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What makes a step a puzzle: the reader finds the moves himself.

    `target` is the best that can be had: the most extra turns or captured seeds, the fewest lost.
    """

    aim: Aim
    target: int
    hint: Words
    tries: int = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One board of a lesson with the moves that its guides ask for.

    `position` is text of `naqala.rules.notation`, None the start of a game. `opening` is a move
    of the rival that is shown first. After the guided moves the rival's answer is shown when
    `is_answered`; then he has but one legal move. A puzzle has one guide for every move of its
    solution; only the first one's words are shown, before any move.
    """

    key: str
    title: Words
    guides: tuple[Guide, ...]
    praise: Words
    position: str | None = None
    opening: Move | None = None
    is_answered: bool = False
    puzzle: Puzzle | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the guides."""
        return tuple(guide.move for guide in self.guides)

    def start(self, variant: Variant) -> Position:
        """The position on the board before the opening."""
        if self.position is None:
            return Position.start(variant)
        return parse_position(self.position, variant)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson about one game; `closing` is said at its end."""

    game: Game
    title: Words
    description: Words
    steps: tuple[Step, ...]
    closing: Words

    @property
    def variant(self) -> Variant:
        """The variant that it is about."""
        return Variant.parse(self.game.value)
