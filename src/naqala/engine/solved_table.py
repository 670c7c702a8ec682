"""The table "Solving Kalah": the first player's margin on boards of m pits and n seeds a pit.

It is kept in a file that is written under another name and renamed, after every cell; what is
proven of a cell, bounds too, is never forgotten.
"""

import contextlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from naqala.rules import Game, InvalidVariant, Variant
from naqala.rules.score import Bounds, Exact

FORMAT = "naqala table"
VERSION = 1


class TableFileError(Exception):
    """A file that cannot be used or written; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is proven of one start, and what it took.

    `moves` and `line` are move numbers, empty without an exact margin. `seconds` are those spent on
    the cell, the database included.
    """

    lower: int
    upper: int
    moves: tuple[int, ...]
    line: tuple[int, ...]
    nodes: int
    seconds: float
    endgames: int

    @property
    def score(self) -> Exact | Bounds:
        """The margin, or what it lies between."""
        if self.lower == self.upper:
            return Exact(self.lower)
        return Bounds(self.lower, self.upper)

    @property
    def is_solved(self) -> bool:
        """Whether the margin is known exactly."""
        return self.lower == self.upper

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to find: an exact margin, and how it is reached."""
        return self.is_solved and bool(self.moves)

    def mark(self, total: int) -> str:
        """The margin in a few characters, or what is proven of it: +8, at least, at most, ?."""
        if self.is_solved:
            return format_margin(self.lower)
        if self.lower > -total and self.upper < total:
            return f"{format_margin(self.lower)}…{format_margin(self.upper)}"
        if self.lower > -total:
            return f"≥{format_margin(self.lower)}"
        return f"≤{format_margin(self.upper)}" if self.upper < total else "?"


def format_margin(margin: int) -> str:
    """A margin with its sign; nobody's is 0."""
    return f"{margin:+d}" if margin else "0"


def joined(cell: Cell, earlier: Cell | None) -> Cell:
    """A cell with what was proven of it earlier."""
    if earlier is None or cell.is_complete:
        return cell
    lower, upper = max(cell.lower, earlier.lower), min(cell.upper, earlier.upper)
    # Time and nodes stay those of the longer attempt: it is what a budget is compared with.
    longer = cell if cell.seconds >= earlier.seconds else earlier
    return Cell(lower, upper, (), (), longer.nodes, longer.seconds, longer.endgames)


def read_table(path: Path) -> dict[Variant, Cell]:
    """The cells of a file; none if there is no file.

    Raises:
        TableFileError: if it is not a table, or makes no sense.

    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise TableFileError(f"{path} cannot be read: {error}") from error
    try:
        table = json.loads(text)
        if table["format"] != FORMAT or table["version"] != VERSION:
            raise ValueError("its format is not ours")
        return {Variant.parse(cell["variant"]): _parse(cell) for cell in table["cells"]}
    except (InvalidVariant, KeyError, TypeError, ValueError) as error:
        raise TableFileError(
            f"{path} is no table of solved starts ({error}): name another file, or remove it"
        ) from error


def _parse(fields: dict[str, Any]) -> Cell:
    variant = Variant.parse(fields["variant"])
    cell = Cell(
        int(fields["lower"]),
        int(fields["upper"]),
        tuple(map(int, fields["moves"])),
        tuple(map(int, fields["line"])),
        int(fields["nodes"]),
        float(fields["seconds"]),
        int(fields["endgames"]),
    )
    if variant.game is not Game.KALAH or not -variant.total <= cell.lower <= cell.upper:
        raise ValueError(f"the cell of {variant} makes no sense")
    return cell


def write_table(table: dict[Variant, Cell], path: Path) -> None:
    """Writes all cells, one a line, in the order of rules, pits and seeds.

    Raises:
        TableFileError: if that fails; the file is then as it was.

    """
    cells = [{"variant": str(variant), **asdict(table[variant])} for variant in in_order(table)]
    lines = ",\n".join(f"  {json.dumps(cell)}" for cell in cells)
    text = f'{{"format": "{FORMAT}", "version": {VERSION}, "cells": [\n{lines}\n]}}\n'
    write_whole(path, text)


def write_whole(path: Path, text: str) -> None:
    """Writes a text file under another name and renames it.

    Raises:
        TableFileError: if that fails.

    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise TableFileError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def in_order(table: dict[Variant, Cell]) -> list[Variant]:
    """The variants of a table: the standard rule first, then by pits and seeds."""
    return sorted(table, key=lambda variant: (rule_of(variant), variant.pits, variant.seeds))


def rule_of(variant: Variant) -> str:
    """The options of a variant, empty for the standard rule: `+empty-capture`."""
    return str(variant).partition(")")[2]


def table_text(table: dict[Variant, Cell]) -> str:
    """The table for reading: for every rule a row for each number of pits."""
    parts = []
    for rule in sorted({rule_of(variant) for variant in table}):
        cells = {(v.pits, v.seeds): c for v, c in table.items() if rule_of(v) == rule}
        pits, seeds = (sorted({key[axis] for key in cells}) for axis in (0, 1))
        rows = [["pits \\ seeds", *map(str, seeds)]]
        for m in pits:
            marks = (cells[m, n].mark(2 * m * n) if (m, n) in cells else "" for n in seeds)
            rows.append([str(m), *marks])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        title = "Kalah, empty capture" if rule == "+empty-capture" else f"Kalah{rule}"
        if not rule:
            title = "Kalah, standard capture"
        lines = (
            "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )
        parts.append("\n".join((title, *lines)))
    return "\n\n".join(parts) + "\n"
