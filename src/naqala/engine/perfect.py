"""Proven play: a move that gives away nothing, where that can be proven within a level's limit."""

import time

from naqala.engine.levels import Level
from naqala.engine.limits import Limits
from naqala.engine.prover import Prover
from naqala.engine.searcher import Decision, Searcher
from naqala.engine.stop import Stop
from naqala.rules import Position
from naqala.rules.score import Estimate, Exact, from_bounds

_FIRST_LOOK = Limits(nodes=50_000)
"""The search before a proof: what to try first, and where the margin may lie."""


def decide_by_proof(
    searcher: Searcher, prover: Prover, position: Position, level: Level, stop: Stop
) -> Decision:
    """Decides on a move of a Kalah position: a best one if that is proven, else the search's.

    The score is `Exact` exactly when the move is proven to be best.
    """
    # 1. What looks best; among moves of equal worth it is preferred.
    began = time.perf_counter()
    looked = searcher.value_moves(position, _FIRST_LOOK, (), stop)
    order = list(looked.moves)

    # 2. Prove it, or another one; the book has done so already.
    proof = prover.proof(position, nodes=level.proof_nodes, stop=stop)
    for move, value in looked.moves.items():
        proof.narrow(move, value.lower, value.upper)
    for move, margin in (prover.book.get_margins(position) or {}).items():
        proof.narrow(move, margin, margin)
    proof.find_best(order, looked.moves[order[0]].estimate)
    best = next((move for move in order if proof.is_best(move)), None)
    if best is not None:
        return Decision(
            move=best,
            score=Exact(proof.lower),
            depth=looked.depth,
            nodes=looked.nodes + proof.nodes,
            seconds=time.perf_counter() - began,
            line=(best,),
        )

    # 3. Not within the limit: search deeper, but what is proven to win, or to be as much as the
    #    search hopes for, is not risked.
    decision = searcher.decide(position, level.limits, (), stop)
    move, line = decision.move, decision.line
    estimate = decision.score.margin if isinstance(decision.score, Estimate) else proof.lower
    is_refuted = proof.bounds[move][1] < proof.lower
    if is_refuted or proof.lower > 0 or proof.lower >= estimate:
        sure = [move for move in order if proof.bounds[move][0] == proof.lower]
        if move not in sure:
            move, line = sure[0], (sure[0],)
    return Decision(
        move=move,
        score=from_bounds(proof.lower, proof.upper, estimate),
        depth=decision.depth,
        nodes=looked.nodes + proof.nodes + decision.nodes,
        seconds=time.perf_counter() - began,
        line=line,
    )
