"""The engine: asks for a move, gets a decision."""

from collections.abc import Sequence

from naqala.engine.analyst import DEFAULT_MEMORY_BYTES, Analyst, first_look
from naqala.engine.levels import Level
from naqala.engine.limits import Limits
from naqala.engine.perfect import decide_by_proof
from naqala.engine.searcher import Decision
from naqala.engine.solver import Solution
from naqala.engine.stop import Stop
from naqala.rules import Game, Position, RepetitionKey

__all__ = ["DEFAULT_MEMORY_BYTES", "Decision", "Engine"]


class Engine(Analyst):
    """Decides on moves in every variant, and analyses; for one thread at a time.

    The kernels let go of the GIL, so several engines in several threads use several cores. Nothing
    is carried over from one search to the next: without `time_ms` and `stop` the same arguments
    and the same databases give the same decision. Only proofs are kept: a level that proves its
    moves may find more.
    """

    def search(
        self,
        position: Position,
        limits: Limits,
        keys: Sequence[RepetitionKey] = (),
        *,
        rng_seed: int = 0,
        stop: Stop | None = None,
    ) -> Decision:
        """Finds the best move within the limits; there is always one, and it is always legal.

        `keys` are those of `rules.Line`: what has been on the board since the last capture.

        Raises:
            ValueError: if the game is over, or the keys do not lead to the position.
            RuntimeError: if the engine is searching already, in another thread.

        """
        with self._held(position):
            return self._searcher.decide(position, limits, keys, stop or Stop(), rng_seed=rng_seed)

    def choose(
        self,
        position: Position,
        level: Level,
        keys: Sequence[RepetitionKey] = (),
        *,
        rng_seed: int = 0,
        stop: Stop | None = None,
    ) -> Decision:
        """Decides as a level does: `search` with its limits and noise, or proven play.

        Raises:
            ValueError, RuntimeError: as `search`.

        """
        stop = stop or Stop()
        with self._held(position):
            if level.proof_nodes and position.variant.game is Game.KALAH:
                return decide_by_proof(self._searcher, self._prover, position, level, stop)
            return self._searcher.decide(
                position, level.limits, keys, stop, noise=level.noise, rng_seed=rng_seed,
                endgames=position.variant.game in level.endgames,
            )  # fmt: skip

    def is_within(self, position: Position, low: int, high: int, limits: Limits) -> bool:
        """Whether a Kalah position is proven to be worth no less than `low`, no more than `high`.

        False also when the limits came first.

        Raises:
            ValueError: if the game is over, or is not Kalah.
            RuntimeError: as `search`.

        """
        with self._held(position):
            looked = self._searcher.value_moves(position, first_look(limits), (), Stop())
            proof = self._prover.proof(position, nodes=limits.nodes)
            return proof.is_within(list(looked.moves), low, high)

    def solve(self, position: Position, stop: Stop | None = None) -> Solution:
        """Finds the exact margin, all best moves, and the line that both should play.

        Takes as long as it takes, with databases of any size or none; a stop leaves bounds.

        Raises:
            ValueError: if the game is over, or is not Kalah, which alone can be solved.
            RuntimeError: as `search`.

        """
        with self._held(position):
            return self._prover.solver(position.variant).solve(position, stop)
