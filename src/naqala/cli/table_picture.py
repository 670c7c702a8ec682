"""The table "Solving Kalah" as an SVG picture that reads well on light and on dark ground.

A cell has the first player's margin and, below, the pits he may begin with. Its colour tells who
wins, its strength by how much; a dot marks cells in which the capture rules differ.
"""

from html import escape

from naqala.engine.solved_table import Cell, format_margin, rule_of
from naqala.rules import Variant, format_move

_SIZE = 62
_GAP = 4
_LEFT = 64
_TOP = 112
_BETWEEN = 56
_FOOT = 74
_STRONGEST = 12
"""A margin of so many seeds, and any larger one, has the full colour."""

_TITLES = {"": "Standard capture", "+empty-capture": "Empty capture"}

_STYLE = """
  text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #26221c; }
  .ground { fill: #fffdf8; }
  .title { font-size: 21px; font-weight: 650; }
  .rule { font-size: 15px; font-weight: 600; }
  .axis { font-size: 13px; fill: #6b6459; }
  .margin { font-size: 19px; font-weight: 650; text-anchor: middle; }
  .open { font-size: 14px; font-weight: 500; text-anchor: middle; fill: #6b6459; }
  .pits { font-size: 10.5px; text-anchor: middle; fill: #4d473e; }
  .cell { fill: #efebe2; }
  .won { fill: #2a9d8f; } .lost { fill: #e07a3f; } .drawn { fill: #cfc8ba; }
  .unknown { fill: none; stroke: #b9b1a2; stroke-dasharray: 4 4; }
  .dot { fill: #26221c; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f3eee4; }
    .ground { fill: #1b1a17; }
    .axis, .open { fill: #b3ab9d; } .pits { fill: #d5cec1; }
    .cell { fill: #2b2925; } .drawn { fill: #56514a; }
    .unknown { stroke: #6b6459; }
    .dot { fill: #f3eee4; }
  }
"""


def table_picture(table: dict[Variant, Cell]) -> str:
    """An SVG document with a square board of cells for each capture rule in the table."""
    rules = [rule for rule in _TITLES if any(rule_of(variant) == rule for variant in table)]
    columns = max((variant.seeds for variant in table), default=1)
    rows = max((variant.pits for variant in table), default=1)
    board_width = columns * (_SIZE + _GAP) - _GAP
    width = _LEFT + max(len(rules), 1) * board_width + (max(len(rules), 1) - 1) * _BETWEEN + 28
    width = max(width, 640)
    height = _TOP + rows * (_SIZE + _GAP) + _FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-labelledby="title desc">',
        '<title id="title">Solving Kalah</title>',
        f'<desc id="desc">{escape(_described(table))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" width="{width}" height="{height}" rx="14"/>',
        f'<text class="title" x="{_LEFT - 36}" y="42">Solving Kalah: what the first player wins '
        "by</text>",
    ]
    for number, rule in enumerate(rules):
        x = _LEFT + number * (board_width + _BETWEEN)
        parts += _board(table, rule, x, rows, columns)
    parts += _legend(height)
    return "\n".join((*parts, "</svg>")) + "\n"


def _board(table: dict[Variant, Cell], rule: str, x: int, rows: int, columns: int) -> list[str]:
    parts = [
        f'<text class="rule" x="{x}" y="76">{_TITLES[rule]}</text>',
    ]
    for column in range(columns):
        middle = x + column * (_SIZE + _GAP) + _SIZE // 2
        parts.append(
            f'<text class="axis" x="{middle}" y="{_TOP - 12}" text-anchor="middle">'
            f"{column + 1}</text>"
        )
    for row in range(rows):
        middle = _TOP + row * (_SIZE + _GAP) + _SIZE // 2 + 5
        pits = f"{row + 1} pit{'s' * (row > 0)}" if x == _LEFT else f"{row + 1}"
        parts.append(
            f'<text class="axis" x="{x - 10}" y="{middle}" text-anchor="end">{pits}</text>'
        )
    cells = {(v.pits, v.seeds): (v, cell) for v, cell in table.items() if rule_of(v) == rule}
    for row in range(rows):
        for column in range(columns):
            place = (x + column * (_SIZE + _GAP), _TOP + row * (_SIZE + _GAP))
            variant, cell = cells.get((row + 1, column + 1), (None, None))
            parts += _cell(table, variant, cell, *place)
    return parts


def _cell(
    table: dict[Variant, Cell], variant: Variant | None, cell: Cell | None, x: int, y: int
) -> list[str]:
    box = f'x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" rx="10"'
    middle = x + _SIZE // 2
    if variant is None or cell is None:
        return [f'<rect class="unknown" {box}/>']
    if not cell.is_solved:
        return [
            f'<rect class="unknown" {box}/>',
            f'<text class="open" x="{middle}" y="{y + 37}">{cell.mark(variant.total)}</text>',
        ]
    margin = cell.lower
    parts = [f'<rect class="cell" {box}/>']
    if margin:
        strength = 0.25 + 0.65 * min(abs(margin), _STRONGEST) / _STRONGEST
        kind = "won" if margin > 0 else "lost"
        parts.append(f'<rect class="{kind}" {box} opacity="{strength:.2f}"/>')
    else:
        parts.append(f'<rect class="drawn" {box}/>')
    parts.append(f'<text class="margin" x="{middle}" y="{y + 33}">{format_margin(margin)}</text>')
    if cell.moves:
        pits = " ".join(map(format_move, cell.moves))
        parts.append(f'<text class="pits" x="{middle}" y="{y + 50}">{pits}</text>')
    others = [
        other
        for v, other in table.items()
        if (v.pits, v.seeds) == (variant.pits, variant.seeds) and v != variant
    ]
    if any(other.is_solved and other.lower != margin for other in others):
        parts.append(f'<circle class="dot" cx="{x + _SIZE - 9}" cy="{y + 9}" r="2.6"/>')
    return parts


def _legend(height: int) -> list[str]:
    y = height - 44
    parts = []
    x = _LEFT - 36
    for kind, text, width in (
        ("won", "first player wins", 142),
        ("drawn", "draw", 66),
        ("lost", "second player wins", 154),
        ("unknown", "not proven yet", 124),
    ):
        parts.append(f'<rect class="{kind}" x="{x}" y="{y - 11}" width="14" height="14" rx="4"/>')
        parts.append(f'<text class="axis" x="{x + 20}" y="{y + 1}">{text}</text>')
        x += width
    parts.append(
        f'<text class="axis" x="{_LEFT - 36}" y="{y + 24}">columns: seeds in each pit; small '
        "numbers: the best first pits, from the left; dot: the capture rules differ</text>"
    )
    return parts


def _described(table: dict[Variant, Cell]) -> str:
    solved = sum(cell.is_solved for cell in table.values())
    return (
        f"Margins of perfect play from the start, by pits a side and seeds a pit, {solved} of "
        f"{len(table)} starts solved."
    )
