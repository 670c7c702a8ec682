"""Values: what is made for every move, and changed by nobody."""

from copy import copy
from dataclasses import replace

from naqala.play import Human, PlayerId, Sow
from naqala.rules import Line, Position, Variant
from naqala.values import value


@value(frozen=True, slots=True)
class Point:
    """Somewhere."""

    across: int
    up: int = 0


def test_the_type_checker_alone_lets_nobody_change_a_value() -> None:
    point, sow = Point(1), Sow(0, 1, 3)
    # mypy, which is among the tests, fails on a comment that hides no error.
    point.up = 2  # type: ignore[misc]
    sow.pit = 4  # type: ignore[misc]
    assert (point, sow) == (Point(1, 2), Sow(0, 1, 4))


def test_values_are_equal_and_hashed_by_their_fields() -> None:
    assert Point(1) == Point(1, 0) != Point(1, 1)
    assert {Point(1): "here"}[Point(1, 0)] == "here"
    assert Human(PlayerId("ana")) in {Human(PlayerId("ana"))}
    start = Position.start(Variant.parse("kalah"))
    line = Line.of(start, (3,))
    line.sow(1)  # what it remembers is no part of it
    assert hash(line) == hash(Line.of(start, (3,)))
    assert line == Line.of(start, (3,))


def test_a_value_has_its_fields_alone_and_is_copied_with_them() -> None:
    point = Point(1, 2)
    assert not hasattr(point, "__dict__")
    assert copy(point) == point == replace(Point(1), up=2)
