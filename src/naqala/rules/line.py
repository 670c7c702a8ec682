"""A start and the moves from it: what needs history."""

from dataclasses import field

from naqala.rules.outcome import Outcome, Reason
from naqala.rules.position import SWAP, Move, Position, RepetitionKey
from naqala.rules.sowing import Sowing
from naqala.rules.sweep import EACH_HIS_OWN, sweep
from naqala.rules.variant import Game
from naqala.values import value


@value(frozen=True, slots=True)
class Line:
    """A game so far. Frozen: `play` and `take_back` give another line.

    `position` is where the moves led, swept when the game is over, also by repetition.
    `keys` are the repetition keys since the last capture, the present one last (empty in Kalah,
    which cannot repeat): what an engine needs beside the position. `last` is what the last move
    did, None for a swap and at the start; `before` is the line without it. `is_swapped` says
    whether the players have exchanged their sides.
    """

    start: Position
    moves: tuple[Move, ...]
    position: Position
    keys: tuple[RepetitionKey, ...]
    last: Sowing | None = None
    before: "Line | None" = field(default=None, repr=False, compare=False)
    is_swapped: bool = False
    _sown: Sowing | None = field(default=None, init=False, repr=False, compare=False)
    """What was sown here last: most is sown twice, to judge a move and to make it."""

    @classmethod
    def begin(cls, start: Position) -> "Line":
        """The line without moves."""
        return cls(start, (), start, _keys_of(start))

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

    def sow(self, move: Move) -> Sowing:
        """What sowing a pit does here, step by step; a repetition ends the game and sweeps.

        Raises:
            IllegalMove: as `Position.sow`.

        """
        sown = self._sown
        if sown is None or sown.origin != self.position.place(self.position.to_move, move):
            sown = self._with_repetition(self.position.sow(move))
            self._sown = sown  # type: ignore[misc]
        return sown

    def leads_to(self, move: Move) -> Position:
        """Where a move leads.

        Raises:
            IllegalMove: if the rules do not allow the move.

        """
        if move == SWAP:
            return self.position.play(SWAP)
        return self.sow(move).after

    def play(self, move: Move) -> "Line":
        """The line one ply longer.

        Raises:
            IllegalMove: if the rules do not allow the move.

        """
        moves = self.moves + (move,)
        if move == SWAP:
            return Line(self.start, moves, self.position.play(SWAP), self.keys, None, self, True)
        sowing = self.sow(move)
        keys = _keys_of(sowing.after)
        if not sowing.captures:
            keys = self.keys + keys
        return Line(self.start, moves, sowing.after, keys, sowing, self, self.is_swapped)

    def _with_repetition(self, sowing: Sowing) -> Sowing:
        if sowing.captures or not self._repeats(sowing.after):
            return sowing
        # The first repetition since the last capture: each keeps his own row.
        after, transfers = sweep(sowing.after, EACH_HIS_OWN, Reason.REPETITION)
        return sowing._replace(sweep=transfers, after=after)

    def _repeats(self, position: Position) -> bool:
        return any(key in self.keys for key in _keys_of(position))

    def take_back(self, plies: int = 1) -> "Line":
        """The line some plies shorter.

        Raises:
            ValueError: if there are fewer plies.

        """
        if not 0 <= plies <= len(self.moves):
            raise ValueError(f"cannot take back {plies} of {len(self.moves)} plies")
        line = self
        for _ in range(plies):
            assert line.before is not None
            line = line.before
        return line

    @property
    def outcome(self) -> Outcome | None:
        """The result when the game is over, else None."""
        return self.position.outcome()


def _keys_of(position: Position) -> tuple[RepetitionKey, ...]:
    return () if position.variant.game is Game.KALAH else (position.repetition_key,)
