"""The opening book: right, whole or refused, and used before anything is searched."""

import json
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from naqala.engine import LEVELS, Analyst, EndgameShelf, Engine, Exact, Stop
from naqala.engine.book import PACKAGED, Book, BookFileError, opening_book, read_book, write_book
from naqala.engine.book.builder import BookProgress, extend_book
from naqala.engine.endgames import build_endgames
from naqala.engine.solver import Solver
from naqala.rules import Line, Position, Swap, Variant

SMALL = Variant.parse("kalah(4,2)")


@pytest.fixture(scope="module")
def book() -> Book:
    """Some plies of a small game."""
    made = Book()
    analyst = Analyst(1, endgames=EndgameShelf(least_seeds=10), book=Book(), proof_bytes=1)
    extend_book(made, SMALL, analyst, Stop(), most_depth=4)
    return made


def test_a_book_knows_what_the_solver_finds(book: Book) -> None:
    solver = Solver(SMALL, build_endgames(SMALL, 10))
    rng = Random(2)
    known = 0
    for _ in range(40):
        line = Line.begin(Position.start(SMALL))
        for _ in range(rng.randrange(4)):
            if line.outcome is None:
                line = line.play(rng.choice(line.position.legal_moves()))
        margins = book.get_margins(line.position)
        if margins is not None:
            known += 1
            scores = solver.move_scores(line.position)
            assert {move: Exact(margin) for move, margin in margins.items()} == scores
    assert known > 10


def test_the_book_serves_games_with_the_pie_rule_too(book: Book) -> None:
    pie = replace(SMALL, pie=True)
    solver = Solver(SMALL, build_endgames(SMALL, 10))
    start = Position.start(pie)
    for position in (start, *(start.play(move) for move in start.legal_moves())):
        margins = book.get_margins(position)
        if margins is not None:
            scores = solver.move_scores(position)
            assert {move: Exact(margin) for move, margin in margins.items()} == scores
    assert book.get_margins(start) is not None
    after = [start.play(move) for move in start.legal_moves()]
    offered = [position for position in after if position.swap is Swap.OFFERED]
    offers = [margins for position in offered if (margins := book.get_margins(position))]
    assert offers
    assert all(max(margins.values()) >= 0 for margins in offers)


def test_a_mirrored_position_is_the_same_page(book: Book) -> None:
    start = Position.start(SMALL)
    assert book.get_margins(start) == book.get_margins(start.mirror())


def test_other_rules_and_other_games_are_not_in_it(book: Book) -> None:
    assert book.get_margins(Position.start(replace(SMALL, empty_capture=True))) is None
    assert book.get_margins(Position.start(Variant.parse("wari"))) is None


def test_extending_goes_on_where_it_stopped_and_ends_at_its_depth() -> None:
    made = Book()
    analyst = Analyst(1, book=Book(), endgames=EndgameShelf(least_seeds=10), proof_bytes=1)
    told: list[BookProgress] = []
    extend_book(made, SMALL, analyst, Stop(), most_depth=1.0, on_progress=told.append)
    before = len(made.pages[replace(SMALL, seeds=1)])
    assert told[-1].proven == told[-1].known == before
    assert told[-1].depth <= 1.0
    told.clear()
    extend_book(made, SMALL, analyst, Stop(), most_depth=2.0, on_progress=told.append)
    assert told[-1].known - told[-1].proven == before
    assert told[-1].proven > 0
    stop = Stop()
    stop.set()
    extend_book(
        made, SMALL, analyst, stop, most_depth=9.0, on_progress=lambda _: pytest.fail("stopped")
    )


def test_a_book_is_read_as_it_was_written(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    write_book(book, path)
    assert read_book(path).pages == book.pages
    assert list(tmp_path.iterdir()) == [path]


def damaged(whole: bytes) -> dict[str, bytes]:
    line, _, body = whole.partition(b"\n")
    header = json.loads(line)

    def with_header(**changes: object) -> bytes:
        return json.dumps({**header, **changes}).encode() + b"\n" + body

    swapped = bytearray(zlib.decompress(body))
    swapped[0] ^= 1
    return {
        "is no opening book": b"\x00" * 200,
        "cut off": whole[:-3],
        "a bit turned": whole[:-20] + bytes([whole[-20] ^ 4]) + whole[-19:],
        "another seed": line + b"\n" + zlib.compress(bytes(swapped)),
        "more at the end": whole + b"\x00",
        "has format": with_header(version=9),
        "too many positions": with_header(contents=[{**header["contents"][0], "positions": 9999}]),
        "too few positions": with_header(contents=[]),
        "nonsense": with_header(contents=7),
        "unknown rules": with_header(contents=[{"rules": "chess", "positions": 1}]),
    }


def test_a_damaged_file_is_refused_and_never_read(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    write_book(book, path)
    for fault, content in damaged(path.read_bytes()).items():
        path.write_bytes(content)
        expected = fault if fault.startswith(("is no", "has format")) else "is damaged"
        with pytest.raises(BookFileError, match=expected):
            read_book(path)
    with pytest.raises(BookFileError, match="cannot be read"):
        read_book(tmp_path / "missing.book")


def test_the_packaged_book_is_small_and_knows_the_starts() -> None:
    assert PACKAGED.stat().st_size < 1_000_000
    for text, best in (("kalah(6,3)", 2), ("kalah(6,4)", 8), ("kalah(6,3)+empty-capture", 2)):
        margins = opening_book().get_margins(Position.start(Variant.parse(text)))
        assert margins is not None
        # Source: docs/rules.md, "Numbers to hold".
        assert max(margins.values()) == best


def test_in_the_packaged_book_every_position_agrees_with_those_it_leads_to() -> None:
    book = opening_book()
    checked = 0
    for rules, page in book.pages.items():
        largest = replace(rules, seeds=6)
        for rows in page:
            pits = rows[: rules.pits], rows[rules.pits :]
            position = Position.set_up(largest, pits)
            margins = book.get_margins(position)
            assert margins is not None
            for move, margin in margins.items():
                after = position.play(move)
                beyond = book.get_margins(after)
                if beyond is not None:
                    checked += 1
                    same = after.to_move is position.to_move
                    assert margin == (max(beyond.values()) if same else -max(beyond.values()))
    assert checked > 100


def test_what_the_book_knows_is_neither_searched_nor_given_away() -> None:
    start = Position.start(Variant())
    engine = Engine()
    analysis = engine.analyse(start)
    assert analysis.nodes == 0
    assert analysis.score == Exact(8)
    decision = engine.choose(start, LEVELS["perfect"])
    assert decision.score == Exact(8)
    assert analysis.scores[decision.move] == Exact(8)
