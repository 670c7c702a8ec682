"""How long the exact worth of every legal move takes, in games as they are played.

    python bench/exact_values.py --sizes 15,18,20,22 --games 16 --picture docs/exact-values.svg

Positions of games between the levels easy, medium and hard from the start of kalah(6,4) are
analysed one after the other, as somebody who follows the game would do: the opening book first,
then search and proof, with what was proven for the positions before. Seconds are those of the
processor, all threads together. Databases are taken from the data folder or built in memory; a
position that needs more than `--most-nodes` counts as unproven, with what it took until then.
"""

import argparse
import math
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from naqala.data_folder import data_folder
from naqala.engine import LEVELS, Analyst, EndgameShelf, Engine, Exact, Limits
from naqala.engine.endgames import (
    EndgameDatabase,
    OpenEndgames,
    build_endgames,
    database_file,
    read_endgames,
)
from naqala.engine.ordering import promise_weights
from naqala.rules import Line, Position, Variant

VARIANT = Variant.parse("kalah(6,4)")
_PAIRS = (("easy", "hard"), ("hard", "medium"), ("medium", "medium"), ("hard", "easy"))
_GROUPS = ((0, 5), (6, 9), (10, 14), (15, 19), (20, 29), (30, 999))
_LATER = 6
"""The aim holds from this ply on."""


@dataclass(frozen=True, slots=True)
class Timed:
    """What one position took: its ply, processor seconds, nodes, and whether all was proven."""

    ply: int
    seconds: float
    nodes: int
    is_proven: bool


class OneSize(EndgameShelf):
    """A shelf with the database of one size only."""

    def __init__(self, seeds: int) -> None:
        super().__init__()
        path = database_file(data_folder() / "endgames", VARIANT, seeds)
        database = read_endgames(path) if path.exists() else build_endgames(VARIANT, seeds)
        self._one = OpenEndgames(database, promise_weights(database, VARIANT.pits))

    def get(self, variant: Variant) -> OpenEndgames:
        """The database, whatever is asked for."""
        return self._one

    @property
    def database(self) -> EndgameDatabase:
        """The database."""
        return self._one.database


def played_games(games: int) -> list[Line]:
    """Games between the levels, from the start."""
    engine = Engine()
    lines = []
    for number in range(games):
        line = Line.begin(Position.start(VARIANT))
        pair = _PAIRS[number % len(_PAIRS)]
        while line.outcome is None:
            level = LEVELS[pair[line.position.to_move]]
            seed = 1000 * number + len(line.moves)
            line = line.play(engine.choose(line.position, level, line.keys, rng_seed=seed).move)
        lines.append(line)
    return lines


def time_games(lines: list[Line], shelf: OneSize, most_nodes: int) -> list[Timed]:
    """Analyses every position of every game; what is proven is forgotten between games."""
    timed = []
    for line in lines:
        analyst = Analyst(endgames=shelf)
        position = line.start
        for ply, move in enumerate(line.moves):
            began = time.process_time()
            analysis = analyst.analyse(position, limits=Limits(nodes=most_nodes))
            seconds = time.process_time() - began
            is_proven = all(isinstance(score, Exact) for score in analysis.scores.values())
            timed.append(Timed(ply, seconds, analysis.nodes, is_proven))
            position = position.play(move)
    return timed


def measure(sizes: list[int], games: int, most_nodes: int, picture: Path | None) -> None:
    """Prints a table by ply for each size of database."""
    lines = played_games(games)
    curves = {}
    print(f"{sum(len(line.moves) for line in lines)} positions of {games} games of {VARIANT}")
    print(f"{'seeds':>5} {'plies':>8} {'positions':>10} {'median':>9} {'99 %':>9} {'unproven':>9}")
    for size in sizes:
        timed = time_games(lines, OneSize(size), most_nodes)
        groups = [*_GROUPS, (_LATER, 999)]
        for first, last in groups:
            group = [one for one in timed if first <= one.ply <= last]
            if group:
                label = f"{first}-{last}" if last < 999 else f"{first}-"
                unproven = sum(not one.is_proven for one in group)
                print(
                    f"{size:>5} {label:>8} {len(group):>10} {median(group):>7.3f} s "
                    f"{percentile(group):>7.3f} s {unproven:>9}",
                    flush=True,
                )
        curves[size] = by_ply(timed)
    if picture is not None:
        picture.write_text(draw_curves(curves), encoding="utf-8")


def median(group: list[Timed]) -> float:
    """The median of the seconds."""
    return statistics.median(one.seconds for one in group)


def percentile(group: list[Timed]) -> float:
    """The 99th percentile of the seconds."""
    return sorted(one.seconds for one in group)[int(0.99 * (len(group) - 1))]


def by_ply(timed: list[Timed]) -> list[tuple[int, float]]:
    """The median seconds of every ply that at least three games have reached."""
    plies = sorted({one.ply for one in timed})
    groups = [(ply, [one for one in timed if one.ply == ply]) for ply in plies]
    return [(ply, median(group)) for ply, group in groups if len(group) >= 3]


_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 720, 360, 64, 24, 96, 44
_LEAST_S, _MOST_S, _MOST_PLY = 0.001, 30.0, 40
_COLOURS = ("#b3541e", "#3f7d58", "#2f6690", "#7a4b94", "#8a6d1d")


def draw_curves(curves: dict[int, list[tuple[int, float]]]) -> str:
    """An SVG picture: median seconds by ply, logarithmic, one line for each size."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        "<title>Median seconds to the exact worth of every move, by ply</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fffdf8"/>',
    ]
    for tick in (0.001, 0.01, 0.1, 1.0, 10.0):
        y = _y(tick)
        parts.append(
            f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd5c6"/>'
            f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick:g} s</text>'
        )
    below = _HEIGHT - _BOTTOM + 20
    for ply in range(0, _MOST_PLY + 1, 5):
        parts.append(f'<text x="{_x(ply):.1f}" y="{below}" text-anchor="middle">{ply}</text>')
    parts.append(f'<text x="{_x(20):.1f}" y="{_HEIGHT - 6}" text-anchor="middle">ply</text>')
    for number, (size, points) in enumerate(curves.items()):
        shown = [(ply, seconds) for ply, seconds in points if ply <= _MOST_PLY]
        path = " ".join(f"{_x(ply):.1f},{_y(seconds):.1f}" for ply, seconds in shown)
        colour = _COLOURS[number % len(_COLOURS)]
        y = _TOP + 16 + 18 * number
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{_WIDTH - _RIGHT + 8}" y="{y}" fill="{colour}">{size} seeds</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _x(ply: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * ply / _MOST_PLY


def _y(seconds: float) -> float:
    most = math.log(_MOST_S / _LEAST_S)
    part = math.log(min(max(seconds, _LEAST_S), _MOST_S) / _LEAST_S) / most
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * part


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", default="15,18,20,22", metavar="N,...", help="seeds")
    parser.add_argument("--games", type=int, default=16, metavar="N")
    parser.add_argument("--most-nodes", type=int, default=8_000_000, metavar="N")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the curves as SVG")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    measure(sizes, options.games, options.most_nodes, options.picture)


if __name__ == "__main__":
    main()
