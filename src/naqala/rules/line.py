"""A start and the moves from it: what needs history."""

from dataclasses import dataclass, replace

from naqala.rules.outcome import Outcome, Reason
from naqala.rules.position import Move, Position, RepetitionKey
from naqala.rules.sweep import EACH_HIS_OWN, sweep
from naqala.rules.variant import Game


@dataclass(frozen=True, slots=True)
class Line:
    """A game so far. Frozen: `play` and `take_back` give another line.

    `position` is where the moves led, swept when the game is over, also by repetition.
    `keys` are the repetition keys since the last capture, the present one last (empty in Kalah,
    which cannot repeat): what an engine needs beside the position.
    """

    start: Position
    moves: tuple[Move, ...]
    position: Position
    keys: tuple[RepetitionKey, ...]

    @classmethod
    def begin(cls, start: Position) -> "Line":
        """The line without moves."""
        return cls(start, (), start, _keys_from(start))

    @classmethod
    def of(cls, start: Position, moves: tuple[Move, ...]) -> "Line":
        """The line of some moves.

        Raises:
            IllegalMove: for the first move that the rules do not allow.

        """
        line = cls.begin(start)
        for move in moves:
            line = line.play(move)
        return line

    def play(self, move: Move) -> "Line":
        """The line one ply longer.

        Raises:
            IllegalMove: if the rules do not allow the move.

        """
        position = self.position.play(move)
        keys = _keys_from(position)
        if position.stores == self.position.stores and keys:
            if keys[0] in self.keys:
                # The first repetition since the last capture: each keeps his own row.
                position, _ = sweep(position, EACH_HIS_OWN, Reason.REPETITION)
            keys = self.keys + keys
        return replace(self, moves=(*self.moves, move), position=position, keys=keys)

    def take_back(self, plies: int = 1) -> "Line":
        """The line some plies shorter.

        Raises:
            ValueError: if there are fewer plies.

        """
        if not 0 <= plies <= len(self.moves):
            raise ValueError(f"cannot take back {plies} of {len(self.moves)} plies")
        return Line.of(self.start, self.moves[: len(self.moves) - plies])

    @property
    def outcome(self) -> Outcome | None:
        """The result when the game is over, else None."""
        return self.position.outcome()


def _keys_from(position: Position) -> tuple[RepetitionKey, ...]:
    return () if position.variant.game is Game.KALAH else (position.repetition_key,)
