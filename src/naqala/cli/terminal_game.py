"""A game in the terminal: the board, the two players, and what the person types."""

from naqala.cli.drawing import draw, tell_outcome, tell_score, tell_sowing
from naqala.engine import Engine, Level
from naqala.rules import (
    NORTH,
    SOUTH,
    SWAP,
    IllegalMove,
    Line,
    Outcome,
    Position,
    Reason,
    Side,
    Variant,
    format_move,
    parse_move,
)

HELP = """\
Type the number of one of your pits to sow it; they are numbered from your left.
  swap     take the other side, when the pie rule offers it
  undo     take back your last move and what followed it
  help     show this
  resign   give the game up
  quit     leave"""


class Left(Exception):
    """The player has left the table, or his input has ended."""


class TerminalGame:
    """One game of a person against a level."""

    def __init__(
        self, variant: Variant, level: Level, engine: Engine, *, is_second: bool, rng_seed: int
    ) -> None:
        self._level = level
        self._engine = engine
        self._rng_seed = rng_seed
        self._line = Line.begin(Position.start(variant))
        self._first_side = NORTH if is_second else SOUTH
        self._resigned = False

    @property
    def you(self) -> Side:
        """The person's side: a swap exchanges it."""
        swaps = self._line.moves.count(SWAP)
        return self._first_side.other if swaps % 2 else self._first_side

    def play(self) -> None:
        """Plays until the game is over or the player leaves."""
        print(f"{self._line.start.variant} against {self._level.name}. Type help for help.")
        try:
            while self._line.outcome is None and not self._resigned:
                if self._line.position.to_move is self.you:
                    print("\n" + draw(self._line.position, self.you))
                    self._ask()
                else:
                    self._answer()
        except Left:
            print("Goodbye.")
            return
        outcome = self._line.outcome
        if outcome is None:
            stores = self._line.position.stores
            margin = stores[SOUTH] - stores[NORTH]
            outcome = Outcome(self.you.other, Reason.RESIGNATION, margin, stores)
        print("\n" + draw(self._line.position, self.you))
        print(tell_outcome(outcome, self.you))

    def _ask(self) -> None:
        """Asks until something is typed that can be done, and does it."""
        position = self._line.position
        legal = " ".join(map(format_move, position.legal_moves()))
        if position.forced_pit is not None:
            legal += ", forced by the capture"
        while True:
            try:
                text = input(f"Your move ({legal}): ").strip().lower()
            except EOFError:
                print()
                raise Left from None
            match text:
                case "":
                    continue
                case "quit" | "q" | "exit":
                    raise Left
                case "help" | "h" | "?":
                    print(HELP)
                case "resign":
                    self._resigned = True
                    return
                case "undo" | "u":
                    if self._undo():
                        return
                    print("There is nothing to take back.")
                case _:
                    if self._sow(text):
                        return

    def _sow(self, text: str) -> bool:
        """Plays what was typed; says what is wrong with it and returns False if it cannot be."""
        try:
            move = parse_move(text)
        except ValueError as error:
            print(f"{str(error).capitalize()}. Type help for help.")
            return False
        try:
            self._play("You", move)
        except IllegalMove as error:
            reason = error.reason.value.replace("_", " ")
            legal = ", ".join(map(format_move, self._line.position.legal_moves()))
            print(f"You cannot play {format_move(move)} ({reason}); you may play {legal}.")
            return False
        return True

    def _undo(self) -> bool:
        """Takes back the person's last move and what followed; False if he has not moved."""
        for plies in range(1, len(self._line.moves) + 1):
            earlier = self._line.take_back(plies)
            swaps = earlier.moves.count(SWAP)
            you = self._first_side.other if swaps % 2 else self._first_side
            if earlier.position.to_move is you:
                self._line = earlier
                print("Taken back.")
                return True
        return False

    def _answer(self) -> None:
        """Lets the computer move."""
        rng_seed = self._rng_seed + len(self._line.moves)
        decision = self._engine.choose(
            self._line.position, self._level, self._line.keys, rng_seed=rng_seed
        )
        self._play("The computer", decision.move)
        if self._level.proof_nodes:
            print(tell_score(decision.score))

    def _play(self, who: str, move: int) -> None:
        position = self._line.position
        after = self._line.play(move)
        if move == SWAP:
            print(f"{who} {'swap' if who == 'You' else 'swaps'} sides.")
        else:
            seeds = position.pits(position.to_move)[move - 1]
            assert after.last is not None
            print(tell_sowing(who, move, seeds, after.last))
        self._line = after
