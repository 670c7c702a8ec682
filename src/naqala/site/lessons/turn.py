"""Every way to play a turn, and what a rival could do with it: computed by the rules alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from naqala.rules import Move, Position, Sowing
from naqala.site.lessons.lesson import Aim


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, or the beginning of one: its moves and what each did."""

    moves: tuple[Move, ...]
    sowings: tuple[Sowing, ...]

    @property
    def captured(self) -> int:
        """Seeds captured in the turn."""
        return sum(sowing.captured for sowing in self.sowings)

    @property
    def extra_turns(self) -> int:
        """Moves of the turn that earned another."""
        return sum(goes_on(sowing) for sowing in self.sowings)

    @property
    def after(self) -> Position:
        """The position when the turn is over."""
        return self.sowings[-1].after


def goes_on(sowing: Sowing) -> bool:
    """Whether the same player moves again."""
    return sowing.extra_turn and not sowing.after.is_over


def turns(position: Position) -> Iterator[Turn]:
    """All turns from a position, by the order of their pits."""
    for move in position.legal_moves():
        sowing = position.sow(move)
        if goes_on(sowing):
            for rest in turns(sowing.after):
                yield Turn((move, *rest.moves), (sowing, *rest.sowings))
        else:
            yield Turn((move,), (sowing,))


def most_capturing(position: Position) -> Turn | None:
    """The turn that captures most, of those the shortest; None when the game is over."""
    return max(turns(position), key=lambda turn: (turn.captured, -len(turn.moves)), default=None)


def score(aim: Aim, sowings: tuple[Sowing, ...]) -> int:
    """What a turn, or the beginning of one, counts for a puzzle; the rival loses nothing yet."""
    turn = Turn((), sowings)
    match aim:
        case Aim.EXTRA_TURNS:
            return turn.extra_turns
        case Aim.CAPTURED:
            return turn.captured
        case Aim.LOST:
            answer = None if goes_on(sowings[-1]) else most_capturing(turn.after)
            return 0 if answer is None else answer.captured


def solves(aim: Aim, target: int, sowings: tuple[Sowing, ...]) -> bool:
    """Whether a turn, or the beginning of one, does what a puzzle asks."""
    if aim is Aim.LOST:
        return not goes_on(sowings[-1]) and score(aim, sowings) <= target
    return score(aim, sowings) >= target
