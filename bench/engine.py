"""What the engine does in a second, beside OpenSpiel's Python path and our plain rules.

    python bench/engine.py              the comparison
    python bench/engine.py --signature  nodes of fixed searches: changes when the search does
    python bench/engine.py --levels     time of a move at every level, over positions of games
    python bench/engine.py --compile    seconds to compile all kernels from nothing

Best of three runs each, one thread.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from random import Random

from numba import njit

from naqala import rules
from naqala.data_folder import data_folder
from naqala.engine import LEVELS, EndgameShelf, Engine, Limits, kernels, opening, perft, warm_up
from naqala.engine.encoding import encode_rows
from naqala.engine.kernels.layout import EXTRA_TURN, GAME_OVER
from naqala.engine.kernels.legality import legal_pits
from naqala.engine.kernels.sowing import sow
from naqala.rules import Game, Line, Position, Variant

_RUNS = 3
_PEERS = {Game.KALAH: "mancala", Game.OWARE: "oware"}
_SIGNATURE_VARIANTS = (
    "kalah(6,4)",
    "kalah(6,5)+empty-capture",
    "kalah(6,4)+pie",
    "kalah(6,3)+by-turns+leave-rest",
    "kalah(5,4)+rest-to-emptier",
    "wari",
    "oware",
)


def signature() -> int:
    """The nodes of fixed searches over fixed positions, added up."""
    engine = Engine(memory_bytes=8 << 20)
    rng = Random("signature")
    nodes = 0
    for text in _SIGNATURE_VARIANTS:
        variant = Variant.parse(text)
        for _ in range(4):
            line = opening(variant, rng)
            nodes += engine.search(line.position, Limits(depth=10), line.keys).nodes
    return nodes


def per_second(work: Callable[[], int]) -> float:
    """How much a piece of work, which says how much it did, does in a second at best."""
    best = 0.0
    for _ in range(_RUNS):
        began = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - began))
    return best


@njit(nogil=True)
def play_randomly(mine, rival, games, state, tables):  # type: ignore[no-untyped-def]
    """Plays random games from a position; returns the moves made. `state` starts xorshift64."""
    moves = 0
    for _ in range(games):
        own, other, forced = mine, rival, 0
        for _ in range(1000):
            pits = legal_pits(own, other, forced, tables)
            count = 0
            for pit in range(6):
                count += pits >> pit & 1
            state ^= state << 13
            state ^= (state >> 7) & 0x01FFFFFFFFFFFFFF
            state ^= state << 17
            number = (state & 0x7FFFFFFF) % count
            chosen = 0
            for pit in range(6):
                if pits >> pit & 1:
                    if number == 0:
                        chosen = pit
                    number -= 1
            own, other, follows, forced = sow(own, other, chosen, tables)
            moves += 1
            if follows == GAME_OVER:
                break
            if follows != EXTRA_TURN:
                own, other = other, own
    return moves


def random_moves(variant: Variant, games: int) -> int:
    board = encode_rows(Position.start(variant))
    tables = kernels.tables_of(variant)
    return int(play_randomly(board.mine, board.rival, games, 88172645463325252, tables))


def random_moves_of_rules(variant: Variant, games: int) -> int:
    rng = Random(1)
    moves = 0
    for _ in range(games):
        position = Position.start(variant)
        for _ in range(1000):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves()))
            moves += 1
    return moves


def random_moves_of_peer(name: str, games: int) -> int:
    import pyspiel

    game = pyspiel.load_game(name)
    rng = Random(1)
    moves = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves


def perft_of_peer(name: str, depth: int) -> int:
    import pyspiel

    def leaves(state: "pyspiel.State", depth: int) -> int:
        if depth == 0 or state.is_terminal():
            return 1
        return sum(leaves(state.child(action), depth - 1) for action in state.legal_actions())

    return leaves(pyspiel.load_game(name).new_initial_state(), depth)


def nodes_of(engine: Engine, start: Position) -> int:
    return engine.search(start, Limits(nodes=2_000_000)).nodes


def compare() -> None:
    """Prints a table of rates, with the ratio of the engine's to each other one."""
    print(f"{'':30}{'engine':>16}{'OpenSpiel':>16}{'ratio':>8}{'rules':>12}{'ratio':>8}")
    engine = Engine()
    for game, peer in _PEERS.items():
        variant = Variant(game)
        start = Position.start(variant)
        deep = {Game.KALAH: 11, Game.OWARE: 9}[game]
        perft(start, 4)
        random_moves(variant, 1)
        engine.search(start, Limits(depth=4))
        rows = [
            (
                "perft leaves/s",
                per_second(partial(perft, start, deep)),
                per_second(partial(perft_of_peer, peer, 6)),
                per_second(partial(rules.perft, start, 4)),
            ),
            (
                "random moves/s",
                per_second(partial(random_moves, variant, 20_000)),
                per_second(partial(random_moves_of_peer, peer, 1_000)),
                per_second(partial(random_moves_of_rules, variant, 30)),
            ),
        ]
        for name, ours, peers, plain in rows:
            print(
                f"{variant!s:15}{name:15}{ours:>16,.0f}{peers:>16,.0f}{ours / peers:>8.1f}"
                f"{plain:>12,.0f}{ours / plain:>8.1f}"
            )
    for text in ("kalah(6,4)", "wari", "oware"):
        start = Position.start(Variant.parse(text))
        rate = per_second(partial(nodes_of, engine, start))
        print(f"{start.variant!s:15}{'search nodes/s':15}{rate:>16,.0f}")


def levels(count: int) -> None:
    """Prints how long moves take at every level: median and 99th percentile.

    Level perfect has the largest databases of the data folder, or 15 seeds, as on a new site.
    """
    engine = Engine(endgames=EndgameShelf(data_folder() / "endgames", least_seeds=15))
    for text in ("kalah(6,4)", "kalah(6,4)+pie", "wari", "oware"):
        rng = Random(1)
        positions: list[Line] = []
        while len(positions) < count:
            line = opening(Variant.parse(text), rng)
            while line.outcome is None:
                positions.append(line)
                move = engine.choose(line.position, LEVELS["medium"], line.keys).move
                line = line.play(move)
        for level in LEVELS.values():
            times = sorted(time_of_move(engine, line, level.name) for line in positions[:count])
            print(
                f"{text:16}{level.name:8}median {statistics.median(times):7.2f} ms"
                f"   99 % {times[int(0.99 * (count - 1))]:7.2f} ms"
            )


def time_of_move(engine: Engine, line: Line, level: str) -> float:
    """Milliseconds of one core that a decision takes, all threads together."""
    began = time.process_time()
    engine.choose(line.position, LEVELS[level], line.keys)
    return (time.process_time() - began) * 1000


def compile_from_nothing() -> None:
    """Prints the seconds that a first and a second start take, imports included."""
    code = "from naqala.engine import warm_up; warm_up()"
    with tempfile.TemporaryDirectory() as cache:
        for name in ("first start", "second start"):
            began = time.perf_counter()
            environment = os.environ | {"NUMBA_CACHE_DIR": cache}
            subprocess.run([sys.executable, "-c", code], check=True, env=environment)
            print(f"{name:14}{time.perf_counter() - began:6.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--signature", action="store_true", help="print the signature alone")
    parser.add_argument("--levels", action="store_true", help="print what a move costs")
    parser.add_argument(
        "--positions", type=int, default=200, metavar="N", help="of --levels (default: 200)"
    )
    parser.add_argument("--compile", action="store_true", help="print what compiling costs")
    options = parser.parse_args()
    warm_up()
    if options.signature:
        print(f"Bench: {signature()}")
    elif options.levels:
        levels(options.positions)
    elif options.compile:
        compile_from_nothing()
    else:
        compare()


if __name__ == "__main__":
    main()
