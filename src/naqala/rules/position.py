"""A mancala position: the board, who is to move and what binds him.

The places of the board, for the usual 6 pits a side, in sowing order (anticlockwise):

              12  11  10   9   8   7          North's pits, N6 ... N1
        13                              6     the stores: North's 13, South's 6
               0   1   2   3   4   5          South's pits, S1 ... S6

With m pits a side South's store is place m, North's pits are m+1 ... 2m, his store is 2m+1, and
the pits i and 2m-i face each other.
"""

from collections.abc import Sequence
from enum import Enum
from types import ModuleType
from typing import Final, NamedTuple, TypeAlias

from naqala.rules import kalah, oware, wari
from naqala.rules.outcome import Outcome, Reason
from naqala.rules.side import NORTH, SOUTH, Side
from naqala.rules.sowing import Sowing, Track
from naqala.rules.swap import Swap
from naqala.rules.variant import End, Game, Variant

Move: TypeAlias = int
"""A pit number, 1 to 6 counted from the mover's left, or `SWAP`."""

SWAP: Final[Move] = 0
"""The pie rule's move: the second player takes the first player's side."""

RepetitionKey: TypeAlias = tuple[tuple[int, ...], Side, int | None]


class Illegal(Enum):
    """Why a move is illegal."""

    GAME_OVER = "game_over"
    NO_SUCH_PIT = "no_such_pit"
    EMPTY_PIT = "empty_pit"
    FORCED_PIT = "forced_pit"
    MUST_FEED = "must_feed"
    NO_SWAP = "no_swap"


_EXPLANATIONS = {
    Illegal.GAME_OVER: "the game is over",
    Illegal.NO_SUCH_PIT: "there is no such pit",
    Illegal.EMPTY_PIT: "the pit is empty",
    Illegal.FORCED_PIT: "another pit is forced",
    Illegal.MUST_FEED: "the rival must be left at least one seed",
    Illegal.NO_SWAP: "no swap is on offer",
}


class IllegalMove(ValueError):
    """A move that the rules do not allow; says the move, the reason and the position."""

    def __init__(self, move: Move, reason: Illegal, position: "Position") -> None:
        from naqala.rules.notation import format_move, format_position

        super().__init__(
            f"illegal move {format_move(move)}: {_EXPLANATIONS[reason]} "
            f"in {format_position(position)} ({position.variant})"
        )
        self.move = move
        self.reason = reason
        self.position = position


class InvalidPosition(ValueError):
    """A position that cannot be; the message says what would be right."""


_RULES: dict[Game, ModuleType] = {Game.KALAH: kalah, Game.WARI: wari, Game.OWARE: oware}


class Position(NamedTuple):
    """One position. Frozen and hashable; `play` gives the next one.

    `board` holds the seeds of every place in sowing order, stores included. `forced_pit` is the
    pit number that the mover must play (wari). `unscored` are the seeds that left the board
    (Kalah with leave-rest). A finished position is swept: its pits are empty; `reason` says why
    it ended and takes no part in comparisons.
    """

    variant: Variant
    board: tuple[int, ...]
    to_move: Side = SOUTH
    unscored: int = 0
    forced_pit: int | None = None
    swap: Swap = Swap.NONE
    reason: Reason | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])

    @classmethod
    def start(cls, variant: Variant) -> "Position":
        """The first position of a game."""
        row = (variant.seeds,) * variant.pits
        swap = Swap.LATER if variant.pie else Swap.NONE
        return cls(variant, (*row, 0, *row, 0), swap=swap)

    @classmethod
    def set_up(
        cls,
        variant: Variant,
        pits: tuple[Sequence[int], Sequence[int]],
        stores: tuple[int, int] = (0, 0),
        to_move: Side = SOUTH,
        *,
        forced_pit: int | None = None,
        swap: Swap = Swap.NONE,
        unscored: int = 0,
    ) -> "Position":
        """A position from anywhere, made possible: a finished one is swept, a passed turn passes.

        `pits` are (South's, North's), each left to right as its owner sees them. There may be
        fewer seeds than the variant starts with, never more.

        Raises:
            InvalidPosition: with what is wrong and what would be right.

        """
        for side, row in zip("SN", pits, strict=True):
            if len(row) != variant.pits:
                raise InvalidPosition(f"{side} has {len(row)} pits; {variant} has {variant.pits}")
        position = cls(
            variant, (*pits[0], stores[0], *pits[1], stores[1]), to_move, unscored, forced_pit, swap
        )
        if min(*position.board, unscored) < 0:
            raise InvalidPosition("a place cannot hold fewer than 0 seeds")
        if position.total > variant.total:
            raise InvalidPosition(
                f"{position.total} seeds are too many: {variant} has {variant.total}"
            )
        if unscored and variant.remainder is not variant.remainder.NOBODY:
            raise InvalidPosition(f"{variant} leaves no seeds unscored: that is for +leave-rest")
        if swap is not Swap.NONE and not variant.pie:
            raise InvalidPosition(f"{variant} has no swap: that is for +pie")
        if forced_pit is not None:
            if variant.game is not Game.WARI:
                raise InvalidPosition(f"{variant} forces no pit: that is for wari")
            if not 1 <= forced_pit <= variant.pits or not position.pits(to_move)[forced_pit - 1]:
                raise InvalidPosition(
                    f"the forced pit must hold seeds of the mover: {to_move.letter}{forced_pit}"
                )
        if position.board == cls.start(variant).board and to_move is SOUTH:
            return cls.start(variant)
        settled: Position = _RULES[variant.game].settle(position)
        return settled

    # What is on the board

    def pits(self, side: Side) -> tuple[int, ...]:
        """A player's pits, left to right as he sees them."""
        first = side * (self.variant.pits + 1)
        return self.board[first : first + self.variant.pits]

    def store(self, side: Side) -> int:
        """The seeds in a player's store."""
        return self.board[self.store_place(side)]

    @property
    def stores(self) -> tuple[int, int]:
        """The seeds in the stores, South's first."""
        return self.board[self.variant.pits], self.board[-1]

    @property
    def total(self) -> int:
        """All seeds: those in pits, in stores and unscored."""
        return sum(self.board) + self.unscored

    @property
    def seeds_in_pits(self) -> int:
        """The seeds that are still in play."""
        return sum(self.board) - sum(self.stores)

    def place(self, side: Side, pit: int) -> int:
        """The place of a player's pit number 1 to m."""
        return side * (self.variant.pits + 1) + pit - 1

    def store_place(self, side: Side) -> int:
        """The place of a player's store."""
        return side * (self.variant.pits + 1) + self.variant.pits

    def facing(self, place: int) -> int:
        """The pit on the other side that faces a pit."""
        return 2 * self.variant.pits - place

    # What may be done

    @property
    def is_over(self) -> bool:
        """Whether the game has ended. What needs history (repetition) is known to `Line`."""
        board, pits = self.board, self.variant.pits
        return not any(board[:pits]) and not any(board[pits + 1 : -1])

    @property
    def is_swap_offered(self) -> bool:
        """Whether the mover may swap sides."""
        return self.swap is Swap.OFFERED

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves the rules allow, in rising order of pits, `SWAP` last; empty at the end."""
        pits: tuple[Move, ...] = _RULES[self.variant.game].legal_pits(self)
        return (*pits, SWAP) if self.is_swap_offered else pits

    def illegal(self, move: Move) -> Illegal | None:
        """Why a move is illegal, or None when it is legal."""
        reason = self._refusal(move)
        return Illegal.GAME_OVER if reason is not None and self.is_over else reason

    def _refusal(self, move: Move) -> Illegal | None:
        """The same, whether the game is over or not."""
        variant = self.variant
        if move == SWAP:
            return None if self.is_swap_offered else Illegal.NO_SWAP
        if not 1 <= move <= variant.pits:
            return Illegal.NO_SUCH_PIT
        if not self.board[self.place(self.to_move, move)]:
            return Illegal.EMPTY_PIT
        # In Kalah every pit with seeds may be sown.
        if variant.game is Game.KALAH or move in _RULES[variant.game].legal_pits(self):
            return None
        return Illegal.MUST_FEED if self.forced_pit is None else Illegal.FORCED_PIT

    def sow(self, move: Move) -> Sowing:
        """What sowing a pit does, step by step.

        Raises:
            IllegalMove: if the rules do not allow it, and for `SWAP`, which sows nothing.

        """
        reason = Illegal.NO_SUCH_PIT if move == SWAP else self.illegal(move)
        if reason is not None:
            raise IllegalMove(move, reason, self)
        sowing: Sowing = _RULES[self.variant.game].sow(self, move)
        return sowing

    def quiet_tracks(self) -> dict[Move, Track | None]:
        """Every legal pit, in rising order, with its track if that says all that sowing it does.

        Such a pit captures nothing and ends nothing, which is known without sowing it. There may be
        more of them; in wari and oware none is known.
        """
        if self.variant.game is Game.KALAH:
            return kalah.quiet_tracks(self)
        return dict.fromkeys(_RULES[self.variant.game].legal_pits(self))

    def play(self, move: Move) -> "Position":
        """The position after a move.

        Swapping leaves board and mover as they are: the players exchange their sides, and who
        plays which side is not a matter of the position.

        Raises:
            IllegalMove: if the rules do not allow it.

        """
        reason = self.illegal(move)
        if reason is not None:
            raise IllegalMove(move, reason, self)
        if move == SWAP:
            return self._replace(swap=Swap.NONE)
        sowing: Sowing = _RULES[self.variant.game].sow(self, move)
        return sowing.after

    def outcome(self) -> Outcome | None:
        """The result when the game is over, else None."""
        if not self.is_over:
            return None
        by_turns = self.variant.game is not Game.KALAH or self.variant.end is End.MOVER_STUCK
        usual = Reason.NO_MOVES if by_turns else Reason.PITS_EMPTY
        return Outcome.by_count(self.stores, self.reason or usual)

    # What a move leads to

    def after_move(
        self,
        board: Sequence[int],
        to_move: Side,
        *,
        forced_pit: int | None = None,
        swap: Swap = Swap.NONE,
    ) -> "Position":
        """The position with another board and mover; what bound this mover binds nobody any more.

        Made directly: `_replace` takes three times as long.
        """
        return Position(self.variant, tuple(board), to_move, self.unscored, forced_pit, swap)

    # The same position, seen otherwise

    def mirror(self) -> "Position":
        """The position with the sides exchanged; whatever holds here holds there."""
        half = self.variant.pits + 1
        return self._replace(
            board=self.board[half:] + self.board[:half], to_move=self.to_move.other
        )

    @property
    def repetition_key(self) -> RepetitionKey:
        """What must be the same for a position to repeat: pits, mover and obligation."""
        return (self.pits(SOUTH) + self.pits(NORTH), self.to_move, self.forced_pit)

    def __str__(self) -> str:
        from naqala.rules.notation import format_position

        return format_position(self)
