"""The ratings of a ladder as a picture: a dot for each player on the line of his interval."""

from html import escape

from naqala.engine import Ladder

_WIDTH = 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 110, 90, 44, 40
_ROW = 34
_GRID_ELO = 200
_LEAST_SPAN_ELO = 400

_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#4a3b2a}"
    ".grid{stroke:#4a3b2a;stroke-opacity:.18}.bar{stroke:#b0672b;stroke-width:3;"
    "stroke-linecap:round}.dot{fill:#7a3f12}.small{font-size:11px;fill-opacity:.8}"
    ".title{font-size:15px;font-weight:600}.paper{fill:#fbf6ec}"
    "@media(prefers-color-scheme:dark){text{fill:#eadfcd}.grid{stroke:#eadfcd}"
    ".bar{stroke:#d8934f}.dot{fill:#f3c48c}.paper{fill:#241c15}}"
)


def draw_ratings(ladder: Ladder) -> str:
    """The picture as SVG; it follows the reader's light or dark colours."""
    ratings = ladder.ratings()
    low = min(rating.elo - rating.width for rating in ratings.values())
    high = max(rating.elo + rating.width for rating in ratings.values())
    first = int(low // _GRID_ELO) * _GRID_ELO
    last = max(-int(-high // _GRID_ELO) * _GRID_ELO, first + _LEAST_SPAN_ELO)
    height = _TOP + _ROW * len(ratings) + _BOTTOM
    scale = (_WIDTH - _LEFT - _RIGHT) / (last - first)

    def x(elo: float) -> str:
        return f"{_LEFT + (elo - first) * scale:.1f}"

    games = max(tally.games for tally in ladder.tallies.values())
    title = f"{ladder.variant}: Elo, {games} games a pair, 95 % intervals"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" role="img" aria-label="{escape(title)}">',
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{height}" rx="10"/>',
        f'<text class="title" x="16" y="26">{escape(title)}</text>',
    ]
    floor = _TOP + _ROW * len(ratings)
    # At most some ten lines, whatever the span.
    spacing = _GRID_ELO * (1 + (last - first) // (10 * _GRID_ELO))
    for elo in range(first, last + 1, spacing):
        parts.append(
            f'<line class="grid" x1="{x(elo)}" x2="{x(elo)}" y1="{_TOP}" y2="{floor}"/>'
            f'<text class="small" x="{x(elo)}" y="{floor + 20}" text-anchor="middle">{elo}</text>'
        )
    for number, (name, rating) in enumerate(ratings.items()):
        y = _TOP + _ROW * number + _ROW / 2
        parts.append(
            f'<text x="{_LEFT - 14}" y="{y + 4:.1f}" text-anchor="end">{escape(name)}</text>'
            f'<line class="bar" x1="{x(rating.elo - rating.width)}" '
            f'x2="{x(rating.elo + rating.width)}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<circle class="dot" cx="{x(rating.elo)}" cy="{y:.1f}" r="6"/>'
            f'<text class="small" x="{_WIDTH - 12}" y="{y + 4:.1f}" text-anchor="end">'
            f"{rating.elo:+.0f} ± {rating.width:.0f}</text>"
        )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
