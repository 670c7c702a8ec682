"""What the operator's page shows of the figures, in words and numbers of a language."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from naqala.site.languages import Language
from naqala.site.pages.player_words import PLAYER_WORDS, tell_day
from naqala.site.statistics.admin_words import ADMIN_WORDS
from naqala.site.statistics.choices import Band, Choice
from naqala.site.statistics.collector import DAY_MS
from naqala.site.statistics.figures import Figures, Games, Reach, Value, Variant
from naqala.site.statistics.plot import Plot
from naqala.site.statistics.schema import (
    Browser,
    Clock,
    Cores,
    Ending,
    FramesPerSecond,
    Game,
    Kind,
    Level,
    Memory,
    Minutes,
    Mode,
    Moves,
    Quality,
    Reconnections,
    Rest,
    Result,
    Seeds,
    System,
    Trouble,
)

MOST_ROWS = 12
"""Rows of a table whose kinds have no end."""

_LISTS: dict[str, type[Choice] | type[Band]] = {
    "result": Result,
    "ending": Ending,
    "minutes": Minutes,
    "moves": Moves,
    "clock": Clock,
    "reconnections": Reconnections,
    "trouble": Trouble,
    "speed": FramesPerSecond,
    "quality": Quality,
    "kind": Kind,
    "memory": Memory,
    "cores": Cores,
    "browser": Browser,
    "system": System,
}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its head, and its cells as they are read."""

    head: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `left_out` says how many rows more there would be."""

    title: str
    heads: tuple[str, ...]
    rows: list[Row]
    left_out: int = 0

    @property
    def is_wide(self) -> bool:
        """Whether a phone has no room for its columns beside each other."""
        return len(self.heads) > 3


@dataclass(frozen=True, slots=True)
class Share:
    """A row of a list: a value, how often it came, and its part of all in percent."""

    head: str
    number: str
    percent: float
    share: str


@dataclass(frozen=True, slots=True)
class Shares:
    """How often each value of a list came."""

    title: str
    rows: list[Share]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A plot with its words; `kind` picks its colours."""

    kind: str
    title: str
    told: str
    legend: tuple[str, str]
    plot: Plot
    top: str
    days: tuple[str, ...]
    table: Table


class AdminView:
    """The parts of the page."""

    def __init__(self, figures: Figures, language: Language) -> None:
        self._figures = figures
        self._language: Language = language
        self._words = ADMIN_WORDS[language]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return all(not getattr(self._figures.games, one.name) for one in fields(Games)) and all(
            not getattr(self._figures.reach, one.name) for one in fields(Reach)
        )

    @property
    def period(self) -> tuple[str, str]:
        """The first and the last day in words."""
        days = self._figures.days
        return self._day(days[0]), self._day(days[-1])

    @property
    def summary(self) -> list[tuple[str, str]]:
        """The figures that one wants first."""
        games, reach, words = self._figures.games, self._figures.reach, self._words
        return [
            (words.games_begun, self._number(games.begun)),
            (words.games_played_out, self._number(games.played_out)),
            (words.share, self._share(games.share)),
            (f"{words.connection}: {words.failed.lower()}", self._number(reach.failed)),
            (
                f"{words.board}: {words.not_drawn.lower()}",
                self._number(reach.not_drawn),
            ),
        ]

    @property
    def games(self) -> list[Drawn]:
        """Games over the days."""
        words, figures = self._words, self._figures
        days = [figures.games_by_day[day] for day in figures.days]
        begun = [games.begun for games in days]
        told = words.games_plot_told.format(
            days=len(days),
            begun=self._number(figures.games.begun),
            played_out=self._number(figures.games.played_out),
            most=self._number(max(begun)),
        )
        shares = [games.share for games in days]
        return [
            self._drawn(
                "games",
                (words.games_plot, told),
                ((words.begun, begun), (words.played_out, [games.played_out for games in days])),
            ),
            self._drawn(
                "share",
                (
                    words.share_plot,
                    words.share_plot_told.format(share=self._share(figures.games.share)),
                ),
                (
                    (words.begun, [0 if share is None else 100 for share in shares]),
                    (words.played_out, [round(100 * (share or 0)) for share in shares]),
                ),
                is_percent=True,
            ),
        ]

    @property
    def reach(self) -> list[Drawn]:
        """Connections and the 3D board over the days."""
        words, figures = self._words, self._figures
        days = [figures.reach_by_day[day] for day in figures.days]
        connections = [one.connections for one in days], [one.failed for one in days]
        # A board is measured once in each quality of a visit, so these are not visits.
        board = [one.drawn + one.not_drawn for one in days], [one.not_drawn for one in days]
        return [
            self._drawn(
                "failures",
                (words.connections, self._told(words.connections_plot_told, connections)),
                ((words.connection, connections[0]), (words.failed, connections[1])),
            ),
            self._drawn(
                "failures",
                (
                    words.board3d,
                    words.board3d_plot_told.format(
                        drawn=self._number(figures.reach.drawn),
                        not_drawn=self._number(figures.reach.not_drawn),
                    ),
                ),
                (
                    (words.measured_or_failed, board[0]),
                    (words.not_drawn, board[1]),
                ),
            ),
        ]

    @property
    def opponents(self) -> Table:
        """Games by mode and level."""
        modes, levels = list(Mode), list(Level)
        kinds = sorted(
            self._figures.games_by_opponent.items(),
            key=lambda kind: (modes.index(kind[0][0]), levels.index(kind[0][1])),
        )
        rows = [(self._opponent(mode, level), games) for (mode, level), games in kinds]
        return self._games_table(self._words.opponents, self._words.opponent, rows)

    @property
    def variants(self) -> Table:
        """Games by game and options, the most played first."""
        kinds = sorted(
            self._figures.games_by_variant.items(),
            key=lambda kind: (-kind[1].begun, -kind[1].ended),
        )
        rows = [(self._variant(variant), games) for variant, games in kinds]
        return self._games_table(self._words.variants, self._words.variant, rows)

    @property
    def devices(self) -> Table:
        """How games, connections and the 3D board fare on each kind of device."""
        words = self._words
        kinds = sorted(
            self._figures.reach_by_device.items(),
            key=lambda kind: (
                -(kind[1].begun + kind[1].connections + kind[1].drawn + kind[1].not_drawn)
            ),
        )
        rows = [
            Row(
                " · ".join(part.words[self._language] for part in (system, browser, kind)),
                tuple(
                    self._number(number)
                    for number in (
                        reach.begun,
                        reach.connections,
                        reach.failed,
                        reach.reconnected,
                        reach.drawn,
                        reach.not_drawn,
                    )
                ),
            )
            for (kind, system, browser), reach in kinds
        ]
        heads = (
            words.device,
            words.begun,
            words.connection,
            words.failed,
            words.reconnected,
            f"3D: {words.drawn.lower()}",
            f"3D: {words.not_drawn.lower()}",
        )
        left_out = max(0, len(rows) - MOST_ROWS)
        return Table(words.by_device, heads, rows[:MOST_ROWS], left_out)

    def shares(self, *names: str) -> list[Shares]:
        """Lists by name."""
        return [self._shares(name) for name in names]

    def _shares(self, name: str) -> Shares:
        sums: Counter[Value] = self._figures.sums[name]
        total = sum(sums.values())
        rows = [
            Share(
                value.words[self._language],
                self._number(sums[value]),
                round(100 * sums[value] / total, 1) if total else 0.0,
                self._share(sums[value] / total if total else None),
            )
            for value in _LISTS[name]
        ]
        return Shares(getattr(self._words, name), rows if total else [])

    def _games_table(self, title: str, head: str, kinds: Sequence[tuple[str, Games]]) -> Table:
        words = self._words
        rows = [
            Row(
                name,
                (
                    self._number(games.begun),
                    self._number(games.ended),
                    self._number(games.played_out),
                    self._share(games.share),
                ),
            )
            for name, games in kinds
        ]
        heads = (head, words.begun, words.ended, words.played_out, words.share_short)
        return Table(title, heads, rows[:MOST_ROWS], max(0, len(rows) - MOST_ROWS))

    def _opponent(self, mode: Mode, level: Level) -> str:
        name = mode.words[self._language]
        name = name[:1].upper() + name[1:]
        return name if level is Level.NONE else f"{name} · {level.words[self._language]}"

    def _variant(self, variant: Variant) -> str:
        game, seeds, pie, empty_capture, by_turns, rest = variant
        words, name = self._words, game.words[self._language].capitalize()
        if game is not Game.KALAH:
            return name
        parts = [words.other_board if seeds is Seeds.OTHER else words.seeds.format(n=seeds.value)]
        parts += [
            word
            for is_on, word in (
                (pie, words.pie),
                (empty_capture, words.empty_capture),
                (by_turns, words.by_turns),
            )
            if is_on
        ]
        if rest is not Rest.OWNER:
            parts.append(words.rest.format(rest=rest.words[self._language]))
        return f"{name}, {', '.join(parts)}"

    def _drawn(
        self,
        kind: str,
        said: tuple[str, str],
        series: tuple[tuple[str, list[int]], tuple[str, list[int]]],
        *,
        is_percent: bool = False,
    ) -> Drawn:
        (whole_name, whole), (part_name, part) = series
        plot = Plot.of(whole, part)
        days = self._figures.days
        show = self._percent if is_percent else self._number
        heads = (self._words.day, whole_name, part_name)
        rows = [
            Row(self._day(day), (show(one), show(other)))
            for day, one, other in zip(days, whole, part, strict=True)
            if one or other
        ]
        table = Table(said[0], heads, rows)
        if is_percent:
            # There the whole is always all of it.
            rows = [Row(row.head, row.cells[1:]) for row in rows]
            table = Table(said[0], (self._words.day, part_name), rows)
        marks = (days[0], days[len(days) // 2], days[-1])
        return Drawn(
            kind,
            *said,
            (whole_name, part_name),
            plot,
            show(plot.top),
            tuple(self._day(day) for day in marks),
            table,
        )

    def _told(self, text: str, series: Iterable[Sequence[int]]) -> str:
        whole, part = (self._number(sum(numbers)) for numbers in series)
        return text.format(whole=whole, part=part)

    def _day(self, day: int) -> str:
        return tell_day(day * DAY_MS, PLAYER_WORDS[self._language])

    def _number(self, number: int) -> str:
        return tell_number(number, self._language)

    def _percent(self, number: int) -> str:
        return self._share(number / 100)

    def _share(self, share: float | None) -> str:
        if share is None:
            return "–"
        return f"{100 * share:.0f}\u202f%" if self._language == "es" else f"{100 * share:.0f}%"


def tell_number(number: int, language: Language) -> str:
    """A whole number as the language writes it: 3,062 or 3062; in Spanish spaces from 12 345 on.

    The Spanish way is that of the Ortografía (2010): a thin space, and none in four digits.
    """
    if language == "en":
        return f"{number:,}"
    return str(number) if number < 10_000 else f"{number:,}".replace(",", "\u202f")
