"""Positions as pictures: right for every board, and told to those who do not see them."""

import random
from xml.etree import ElementTree

import pytest

from naqala.rules import SWAP, Line, Position, Variant
from naqala.site.pictures import words
from naqala.site.pictures.board_svg import DEFINITIONS, board_svg
from naqala.site.pictures.geometry import PIT_RADIUS, SEED_RADIUS, layout_of, seeds_in
from naqala.site.pictures.marks import Marks

SVG = "{http://www.w3.org/2000/svg}"
VARIANTS = [
    "kalah",
    "kalah(6,6)+pie",
    "kalah(1,10)",
    "kalah(2,1)+empty-capture",
    "kalah(3,2)+by-turns",
    "kalah(4,3)+leave-rest",
    "kalah(5,5)+rest-to-emptier",
    "wari",
    "oware",
]


def drawn(position: Position, marks: Marks | None = None) -> ElementTree.Element:
    svg = board_svg(
        position, marks or Marks(), identity="b", title="T & t", description="<all of it>"
    )
    return ElementTree.fromstring(svg)


def texts(picture: ElementTree.Element, name: str) -> list[str]:
    return [
        text.text or ""
        for text in picture.iter(f"{SVG}text")
        if name in text.attrib["class"].split()
    ]


@pytest.mark.parametrize("text", VARIANTS)
def test_a_picture_shows_every_seed_and_every_count(text: str) -> None:
    rng = random.Random(text)
    line = Line.begin(Position.start(Variant.parse(text)))
    while True:
        position = line.position
        marks = None if line.last is None else Marks.after(line.last)
        picture = drawn(position, marks)
        assert texts(picture, "count") == [str(count) for count in position.board]
        numbers = [str(number) for number in range(1, position.variant.pits + 1)]
        assert texts(picture, "number") == numbers * 2
        seeds = [
            use for use in picture.iter(f"{SVG}use") if use.attrib["href"].startswith("#seed-")
        ]
        assert len(seeds) == sum(position.board)
        if position.is_over:
            break
        line = line.play(rng.choice(position.legal_moves()))


def test_every_reference_is_defined_once() -> None:
    definitions = ElementTree.fromstring(DEFINITIONS)
    defined = [found.attrib["id"] for found in definitions.iter() if "id" in found.attrib]
    assert len(defined) == len(set(defined))
    text = (
        board_svg(Position.start(Variant()), identity="b", title="T", description="D") + DEFINITIONS
    )
    for name in ("wood", "sheen", "bowl"):
        assert f"url(#{name})" in text
        assert name in defined
    assert {
        use.attrib["href"][1:] for use in drawn(Position.start(Variant())).iter(f"{SVG}use")
    } <= {*defined}


def test_a_picture_has_a_name_and_a_description() -> None:
    picture = drawn(Position.start(Variant()))
    assert picture.attrib["role"] == "img"
    assert picture.attrib["aria-labelledby"] == "b-title b-desc"
    assert picture.findtext(f"{SVG}title") == "T & t"
    assert picture.findtext(f"{SVG}desc") == "<all of it>"


def test_marks_tell_where_a_move_began_ended_and_what_it_took() -> None:
    start = Position.set_up(Variant(), ([1, 0, 3, 0, 6, 0], [0, 4, 2, 0, 5, 2]), (14, 11))
    sowing = start.sow(1)
    before, after = drawn(start, Marks.before(sowing)), drawn(sowing.after, Marks.after(sowing))

    def classes(picture: ElementTree.Element) -> list[str]:
        return [found.attrib.get("class", "") for found in picture.iter()]

    for picture in (before, after):
        assert classes(picture).count("ring ring-origin") == 1
        assert classes(picture).count("ring") == 1
    assert classes(before).count("hops") == classes(before).count("head") == 1
    assert classes(before).count("tick") == 0
    assert classes(after).count("hops") == 0
    assert classes(after).count("tick") == 4  # two for each of two pits
    assert texts(after, "marked") == ["0", "0", "0"]


def test_south_lies_in_front_and_sowing_goes_round_anticlockwise() -> None:
    layout = layout_of(6)
    south, north = layout.hollows[:6], layout.hollows[7:13]
    assert [hollow.x for hollow in south] == sorted(hollow.x for hollow in south)
    assert [hollow.x for hollow in north] == sorted((hollow.x for hollow in north), reverse=True)
    assert all(hollow.y > 0 for hollow in south)
    assert all(hollow.y < 0 for hollow in north)
    assert layout.hollows[6].x > south[5].x
    assert layout.hollows[13].x < south[0].x


@pytest.mark.parametrize("pits", range(1, 7))
def test_seeds_lie_inside_their_hollow_and_stay_when_one_more_falls(pits: int) -> None:
    layout = layout_of(pits)
    for place in range(2 * pits + 2):
        most = 48 if layout.is_store(place) else 14
        pile = seeds_in(layout, place, most)
        for count in (0, 1, 5, most):
            assert seeds_in(layout, place, count) == pile[:count]
        hollow = layout.hollows[place]
        for seed in pile:
            assert abs(seed.x - hollow.x) <= PIT_RADIUS + 0.1 - SEED_RADIUS
            assert abs(seed.y - hollow.y) <= hollow.r + hollow.half_y - SEED_RADIUS


def test_words_tell_all_that_a_board_shows() -> None:
    position = Position.start(Variant())
    assert words.describe(position, "es") == (
        "Sur, hoyos del 1 al 6: 4, 4, 4, 4, 4, 4; almacén: 0. "
        "Norte, hoyos del 1 al 6: 4, 4, 4, 4, 4, 4; almacén: 0. Le toca a Sur."
    )
    assert words.describe(position, "en").endswith("store: 0. South to move.")


def test_words_tell_what_a_move_does() -> None:
    line = Line.begin(Position.start(Variant.parse("kalah+pie")))
    assert words.tell(line, 3, "es") == (
        "Sur siembra el hoyo 3 (4 semillas): acaba en su almacén, turno extra. Le toca a Sur."
    )
    line = line.play(3).play(6)
    assert "swaps" in words.tell(line, SWAP, "en")
    forced = Position.set_up(
        Variant.parse("wari"), ([2, 0, 1, 4, 3, 3], [1, 2, 1, 5, 6, 4]), (8, 8)
    )
    assert words.tell(Line.begin(forced), 6, "en") == (
        "South sows pit 6 (3 seeds): captures 7. North to move. Pit 4 must be sown."
    )
    last = Position.set_up(Variant(), ([0, 0, 0, 0, 0, 1], [0, 3, 2, 0, 1, 0]), (22, 19))
    assert words.tell(Line.begin(last), 6, "es") == (
        "Sur siembra el hoyo 6 (1 semilla): acaba en su almacén, se barren las 6 que quedan. "
        "Fin de la partida: gana Norte, 25 a 23."
    )
