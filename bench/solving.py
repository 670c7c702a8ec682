"""What solving Kalah costs, each time from nothing: database, ordering, value, best moves, line.

    python bench/solving.py                           Kalah(6,4), one core, best of three
    python bench/solving.py --large                   and Kalah(6,5), two cores, once
    python bench/solving.py --curves docs/images      against seeds a pit and against database size,
                                                      drawn into kalah-seeds.svg, kalah-database.svg
    python bench/solving.py --from-table docs         nodes against seeds a pit, of kalah-table.json
    python bench/solving.py --peer "their-solver 6 4" another program, its output and its seconds

Seconds are of the processor, of a process of its own that finds no database on the disk; kernels
have been compiled before. The best public programs need 68 to 80 of them for the value alone of
Kalah(6,4) with the standard rule, on this kind of machine (docs/solving.md).
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from naqala.engine.solved_table import read_table
from naqala.rules import Variant

_RUNS = 3
_SEEDS = (1, 2, 3, 4)
_TABLE_SEEDS = (3, 4, 5, 6)
_DATABASES = (16, 18, 20, 22)


Series: TypeAlias = dict[str, list[float | None]]


@dataclass(frozen=True)
class Cost:
    """What one run took: processor and wall seconds, nodes, the value, the database's seconds."""

    cpu_s: float
    wall_s: float
    nodes: int
    value: str
    database: str


def run(command: list[str] | str) -> tuple[float, float, str]:
    """Processor seconds, wall seconds and output of a command."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"NAQALA_DATA": empty}
        began, before = time.perf_counter(), os.times()
        done = subprocess.run(
            command,
            shell=isinstance(command, str),
            env=environment,
            check=True,
            text=True,
            stdout=subprocess.PIPE,
        )
        after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return used, time.perf_counter() - began, done.stdout


def solve(variant: str, *options: str) -> Cost:
    """Runs `naqala solve` once."""
    command = [sys.executable, "-m", "naqala.cli", "solve", "--variant", variant, *options]
    cpu_s, wall_s, output = run(command)
    told = dict(line.split(None, 1) for line in output.splitlines())
    nodes = int(told["nodes"].replace(",", ""))
    return Cost(cpu_s, wall_s, nodes, told["value"], told["seconds"].partition(", ")[2])


def show(name: str, cost: Cost) -> None:
    """Prints a line."""
    print(
        f"{name:<40} {cost.value:>4} {cost.nodes / 1e6:>9.2f} M nodes {cost.cpu_s:>8.1f} CPU s "
        f"{cost.wall_s:>8.1f} s, {cost.database}",
        flush=True,
    )


def main() -> None:
    """Measures what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=_RUNS)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--curves", type=Path, metavar="FOLDER")
    parser.add_argument("--from-table", type=Path, metavar="FOLDER")
    parser.add_argument("--peer", metavar="COMMAND")
    options = parser.parse_args()
    if options.from_table:
        draw_table(options.from_table)
        return
    solve("kalah(6,1)", "--endgames", "4")  # compiles
    best = min((solve("kalah(6,4)") for _ in range(options.runs)), key=lambda cost: cost.cpu_s)
    show(f"kalah(6,4), 1 thread, best of {options.runs}", best)
    if options.peer:
        cpu_s, wall_s, output = run(options.peer)
        print(output.rstrip())
        print(
            f"{options.peer}: {cpu_s:.1f} CPU s, {wall_s:.1f} s, {cpu_s / best.cpu_s:.1f} of ours"
        )
    if options.large:
        show("kalah(6,5), 2 threads", solve("kalah(6,5)", "--threads", "2"))
    if options.curves:
        draw_curves(options.curves)


def draw_curves(folder: Path) -> None:
    """Measures both curves, one thread, one run each, and draws them."""
    by_rule: dict[str, list[Cost]] = {}
    for rule in ("", "+empty-capture"):
        for seeds in _SEEDS:
            cost = solve(f"kalah(6,{seeds}){rule}")
            show(f"kalah(6,{seeds}){rule}", cost)
            by_rule.setdefault(rule, []).append(cost)
    series: Series = {}
    for rule, name in (("", "standard"), ("+empty-capture", "empty capture")):
        series[f"thousand nodes, {name}"] = [c.nodes / 1e3 for c in by_rule[rule]]
        series[f"CPU seconds, {name}"] = [c.cpu_s for c in by_rule[rule]]
    picture = chart("Solving Kalah(6,n) from nothing", "seeds a pit", _SEEDS, series)
    (folder / "kalah-seeds.svg").write_text(picture, encoding="utf-8")
    costs: list[Cost] = []
    for endgames in reversed(_DATABASES):
        costs.insert(0, solve("kalah(6,4)", "--endgames", str(endgames)))
        show(f"kalah(6,4), database of {endgames} seeds", costs[0])
    series = {
        "million nodes": [cost.nodes / 1e6 for cost in costs],
        "CPU seconds, database included": [cost.cpu_s for cost in costs],
    }
    picture = chart("Solving Kalah(6,4)", "seeds in the database", _DATABASES, series)
    (folder / "kalah-database.svg").write_text(picture, encoding="utf-8")


def draw_table(folder: Path) -> None:
    """Draws the nodes of the cells that were searched, measuring nothing."""
    table = read_table(folder / "kalah-table.json")
    series: Series = {}
    for rule, name in ((False, "standard"), (True, "empty capture")):
        for pits in (6, 5):
            cells = (
                table.get(Variant(pits=pits, seeds=seeds, empty_capture=rule))
                for seeds in _TABLE_SEEDS
            )
            series[f"{pits} pits, {name}"] = [
                cell.nodes if cell is not None and cell.is_complete and cell.nodes > 999 else None
                for cell in cells
            ]
    picture = chart("Nodes to solve Kalah(m,n)", "seeds a pit", _TABLE_SEEDS, series)
    (folder / "images" / "kalah-nodes.svg").write_text(picture, encoding="utf-8")


_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 24, 64, 108
_STYLE = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #4d473e; }
  .title { font-size: 19px; font-weight: 650; fill: #26221c; }
  .ground { fill: #fffdf8; } .grid { stroke: #e3ddd0; }
  .s0 { stroke: #2a9d8f; fill: #2a9d8f; } .s1 { stroke: #e07a3f; fill: #e07a3f; }
  .s2 { stroke: #2a9d8f; fill: #2a9d8f; stroke-dasharray: 5 5; }
  .s3 { stroke: #e07a3f; fill: #e07a3f; stroke-dasharray: 5 5; }
  polyline { fill: none !important; stroke-width: 2.5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #b3ab9d; } .title { fill: #f3eee4; }
    .ground { fill: #1b1a17; } .grid { stroke: #37342e; }
  }
"""


def short(power: int) -> str:
    """A power of ten in a few characters: 0.1, 100, 10 k, 1 M."""
    for unit, size in (("G", 9), ("M", 6), ("k", 3)):
        if power >= size:
            return f"{10 ** (power - size)} {unit}"
    return f"{10.0**power:g}"


def chart(title: str, x_label: str, xs: tuple[int, ...], series: Series) -> str:
    """An SVG document with lines over a logarithmic scale, for light and dark ground."""
    values = [max(value, 0.01) for line in series.values() for value in line if value is not None]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def x_of(x: int) -> float:
        return _LEFT + (x - xs[0]) / (xs[-1] - xs[0]) * (_WIDTH - _LEFT - _RIGHT)

    def y_of(value: float) -> float:
        share = (math.log10(max(value, 0.01)) - low) / (high - low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-labelledby="title">',
        f'<title id="title">{title}</title>',
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" width="{_WIDTH}" height="{_HEIGHT}" rx="14"/>',
        f'<text class="title" x="28" y="38">{title}</text>',
    ]
    for power in range(low, high + 1):
        y = y_of(10.0**power)
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{_LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{short(power)}</text>'
        )
    bottom = _HEIGHT - _BOTTOM + 22
    parts += [f'<text x="{x_of(x):.1f}" y="{bottom}" text-anchor="middle">{x}</text>' for x in xs]
    parts.append(
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{bottom + 20}" text-anchor="middle">'
        f"{x_label}</text>"
    )
    for number, (name, line) in enumerate(series.items()):
        points = [
            (x_of(x), y_of(value)) for x, value in zip(xs, line, strict=True) if value is not None
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline class="s{number}" points="{path}"/>')
        parts += [
            f'<circle class="s{number}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in points
        ]
        x, y = 40 + number % 2 * 290, _HEIGHT - 36 + number // 2 * 20
        parts.append(
            f'<polyline class="s{number}" points="{x},{y - 4} {x + 26},{y - 4}"/>'
            f'<text x="{x + 34}" y="{y}">{name}</text>'
        )
    return "\n".join((*parts, "</svg>")) + "\n"


if __name__ == "__main__":
    main()
