"""The table of solved starts: its file, its text, and the one that is published in docs."""

import json
import re
from pathlib import Path

import pytest

from naqala.engine import Bounds
from naqala.engine.endgames import build_endgames
from naqala.engine.solved_table import (
    Cell,
    TableFileError,
    joined,
    read_table,
    table_text,
    write_table,
)
from naqala.engine.solver import Solver
from naqala.rules import SOUTH, Line, Position, Variant

DOCS = Path(__file__).parents[2] / "docs"
SOLVED = Cell(6, 6, (2,), (2, 1, 3), 1234, 0.5, 10)
BOUNDED = Cell(2, 24, (), (), 99, 60.0, 10)
KALAH = Variant.parse("kalah(4,3)")


def table_of_the_rules() -> dict[Variant, int | None]:
    """Margins of rules.md, None where no value is trusted there."""
    text = (DOCS / "rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([1-6]) \| ([^|]*) \| ([^|]*) \|$", text, re.MULTILINE)
    table: dict[Variant, int | None] = {}
    for pits, *columns in rows:
        for empty_capture, column in zip((True, False), columns, strict=True):
            for seeds, mark in enumerate(column.split(), 1):
                variant = Variant(pits=int(pits), seeds=seeds, empty_capture=empty_capture)
                table[variant] = int(mark) if re.fullmatch(r"-?[0-9]+", mark) else None
    assert len(table) == 72
    return table


def test_the_published_table_agrees_with_every_value_of_the_rules() -> None:
    margins = table_of_the_rules()
    agreeing = 0
    for variant, cell in read_table(DOCS / "kalah-table.json").items():
        if margins[variant] is not None and cell.is_solved:
            assert cell.lower == margins[variant], variant
            agreeing += 1
    assert agreeing >= 66


def test_the_published_table_has_all_cells_but_the_largest() -> None:
    published = read_table(DOCS / "kalah-table.json")
    missing = {
        (variant.pits, variant.seeds)
        for variant in table_of_the_rules()
        if variant not in published or not published[variant].is_complete
    }
    assert missing <= {(6, 6)}


def test_the_published_lines_lead_to_the_published_margins() -> None:
    for variant, cell in read_table(DOCS / "kalah-table.json").items():
        if cell.is_complete:
            end = Line.of(Position.start(variant), cell.line).position
            assert end.is_over
            assert end.store(SOUTH) - end.store(SOUTH.other) == cell.lower
            assert cell.line[0] in cell.moves


def test_the_published_small_cells_are_found_again() -> None:
    published = read_table(DOCS / "kalah-table.json")
    again = 0
    for variant, cell in published.items():
        if variant.pits <= 3 or variant.seeds <= 1 or (variant.pits, variant.seeds) == (4, 3):
            database = build_endgames(variant, min(9, variant.total))
            solution = Solver(variant, database, memory_bytes=1 << 24).solve(
                Position.start(variant)
            )
            assert (solution.score, solution.moves) == (cell.score, cell.moves), variant
            again += 1
    assert again >= 44


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = {KALAH: SOLVED, Variant.parse("kalah(6,6)+empty-capture"): BOUNDED}
    write_table(table, tmp_path / "table.json")
    assert read_table(tmp_path / "table.json") == table
    assert [path.name for path in tmp_path.iterdir()] == ["table.json"]
    assert read_table(tmp_path / "none.json") == {}


def test_text_has_a_row_for_each_number_of_pits_and_marks_what_is_open() -> None:
    text = table_text(
        {
            KALAH: SOLVED,
            Variant.parse("kalah(6,6)"): Cell(2, 72, (), (), 1, 60.0, 10),
            Variant.parse("kalah(6,5)"): Cell(-60, 60, (), (), 1, 60.0, 10),
            Variant.parse("kalah(4,5)"): Cell(2, 8, (), (), 1, 60.0, 10),
            Variant.parse("kalah(4,6)"): Cell(-48, 4, (), (), 1, 60.0, 10),
        }
    )
    assert [line.split() for line in text.splitlines()[2:]] == [
        ["4", "+6", "+2…+8", "≤+4"],
        ["6", "?", "≥+2"],
    ]


def test_what_was_proven_earlier_is_not_forgotten() -> None:
    later = Cell(-24, 10, (), (), 5, 30.0, 8)
    cell = joined(later, BOUNDED)
    assert cell.score == Bounds(2, 10)
    assert cell.seconds == 60.0
    assert joined(SOLVED, BOUNDED) == SOLVED
    assert joined(later, None) == later


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "other", "version": 1, "cells": []}',
        '{"format": "naqala table", "version": 9, "cells": []}',
        '{"format": "naqala table", "version": 1, "cells": [{"variant": "kalah(4,3)"}]}',
        '{"format": "naqala table", "version": 1, "cells": [3]}',
    ],
)
def test_a_file_that_is_no_table_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(text)
    with pytest.raises(TableFileError, match="no table"):
        read_table(path)


@pytest.mark.parametrize(
    ("field", "value"), [("variant", "oware"), ("lower", 99), ("upper", -99), ("moves", None)]
)
def test_a_cell_that_makes_no_sense_is_refused(field: str, value: object, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    write_table({KALAH: SOLVED}, path)
    table = json.loads(path.read_text())
    table["cells"][0][field] = value
    path.write_text(json.dumps(table))
    with pytest.raises(TableFileError, match="no table"):
        read_table(path)
