import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naqala.rules import (
    NORTH,
    SOUTH,
    SWAP,
    GameRecord,
    InvalidGame,
    InvalidPosition,
    Line,
    Position,
    Swap,
    Variant,
    format_game,
    format_move,
    format_position,
    parse_game,
    parse_move,
    parse_position,
    result_of,
)
from tests.rules.boards import at
from tests.rules.strategies import SetUp, lines, positions, set_ups

# Positions.


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "kalah"),
        ("0,13,2/1,0,10 3,31 N", "kalah(3,10)"),
        ("1/1 0,0 S", "kalah(1,1)"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N2", "wari"),
        ("0,5,5,5,5,4/4,4,4,4,4,4 0,0 N ?swap", "kalah+pie"),
        ("4,4,0,5,5,5/4,4,4,4,4,4 1,0 S +swap", "kalah+pie"),
        ("1,0,0,0,0,0/0,0,0,0,0,1 20,21 S x5", "kalah+leave-rest"),
        ("1,0,0,0,0,0/0,0,0,0,0,1 20,21 S ?swap x5", "kalah+pie+leave-rest"),
    ],
)
def test_a_position_is_one_line_of_text(text: str, variant: str) -> None:
    position = at(text, variant)
    assert format_position(position) == str(position) == text


def test_the_words_of_a_position_mean_what_they_say() -> None:
    forced = at("1,0,0,0,0,1/0,4,0,0,0,3 2,1 N !N2", "wari")
    assert (forced.pits(SOUTH), forced.pits(NORTH)) == ((1, 0, 0, 0, 0, 1), (0, 4, 0, 0, 0, 3))
    assert (forced.stores, forced.to_move, forced.forced_pit) == ((2, 1), NORTH, 2)
    assert at("1,0,0,0,0,0/0,0,0,0,0,1 0,0 S ?swap", "kalah+pie").swap is Swap.OFFERED
    assert at("1,0,0,0,0,0/0,0,0,0,0,1 0,0 S +swap", "kalah+pie").swap is Swap.LATER
    assert at("1,0,0,0,0,0/0,0,0,0,0,1 0,0 S x5", "kalah+leave-rest").unscored == 5


@given(positions)
def test_every_position_is_read_back_from_its_text(position: Position) -> None:
    assert parse_position(format_position(position), position.variant) == position


@given(set_ups)
def test_every_set_up_position_is_read_back_from_its_text(set_up: SetUp) -> None:
    position = set_up.position()
    assert parse_position(format_position(position), position.variant) == position


@pytest.mark.parametrize(
    ("text", "variant", "message"),
    [
        ("", "kalah", "malformed position ''"),
        ("hello", "kalah", "write it like '4,4,4,4,4,4/4,4,4,4,4,4 0,0 S'"),
        ("hello", "kalah(2,3)", "write it like '3,3/3,3 0,0 S'"),
        ("4,4,4,4,4,4 0,0 S", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 S", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0,0 S", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 W", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 s", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4  0,0 S", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S ", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S\n", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,-4 0,0 S", "kalah", "malformed"),
        ("4,4,4,4,4,/4,4,4,4,4,4 0,0 S", "kalah", "malformed"),
        ("4000,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "kalah", "malformed"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S x5 ?swap", "kalah+pie+leave-rest", "malformed"),
        ("4,4,4,4,4/4,4,4,4,4,4 0,0 S", "kalah", "S has 5 pits; kalah(6,4) has 6"),
        ("4,4,4,4,4,4/4,4,4,4,4,4,4 0,0 S", "kalah", "N has 7 pits; kalah(6,4) has 6"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "kalah(5,4)", "S has 6 pits; kalah(5,4) has 5"),
        ("4,4,4,4,4,4/4,4,4,4,4,5 0,0 S", "kalah", "49 seeds are too many: kalah(6,4) has 48"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,999 S", "wari", "1047 seeds are too many: wari(6,4) has 48"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 S !N2", "wari", "N2 is forced but S is to move"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !S1", "wari", "S1 is forced but N is to move"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N1", "wari", "must hold seeds of the mover: N1"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N7", "wari", "must hold seeds of the mover: N7"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N0", "wari", "must hold seeds of the mover: N0"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N2", "oware", "oware(6,4) forces no pit"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N !N2", "kalah", "kalah(6,4) forces no pit"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N ?swap", "kalah", "kalah(6,4) has no swap"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N +swap", "wari", "wari(6,4) has no swap"),
        ("1,0,0,0,0,1/0,4,0,0,0,3 2,0 N x1", "kalah", "leaves no seeds unscored"),
    ],
)
def test_a_position_that_cannot_be_says_what_would_be_right(
    text: str, variant: str, message: str
) -> None:
    with pytest.raises(InvalidPosition, match=re.escape(message)):
        at(text, variant)


@pytest.mark.parametrize(
    ("text", "variant", "settled"),
    [
        ("0,0,0,0,0,0/3,0,0,0,2,0 21,22 N", "kalah", "0,0,0,0,0,0/0,0,0,0,0,0 21,27 N"),
        ("0,0,0,0,0,0/0,0,0,0,0,1 0,0 S", "wari", "0,0,0,0,0,0/0,0,0,0,0,1 0,0 N"),
        ("0,0,0,0,0,0/0,0,0,0,0,1 0,0 S", "oware", "0,0,0,0,0,0/0,0,0,0,0,1 0,0 N"),
        ("0,0,0,0,0,0/1,0,0,0,0,0 0,0 S", "wari", "0,0,0,0,0,0/0,0,0,0,0,0 0,1 S"),
        ("0,0,0,0,0,0/1,0,0,0,0,0 0,0 S", "oware", "0,0,0,0,0,0/0,0,0,0,0,0 0,1 S"),
    ],
)
def test_an_impossible_position_is_made_possible(text: str, variant: str, settled: str) -> None:
    assert str(at(text, variant)) == settled


# Moves.


@pytest.mark.parametrize("move", [*range(1, 7), SWAP])
def test_a_move_is_a_pit_number_or_swap(move: int) -> None:
    assert format_move(move) == ("swap" if move == SWAP else str(move))
    assert parse_move(format_move(move)) == move


@pytest.mark.parametrize("text", ["", "0", "10", "-1", "S3", "Swap", " 3", "3\n", "three", "٣"])
def test_what_is_neither_a_pit_number_nor_swap_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a move: .*pit number such as 3, or swap"):
        parse_move(text)


# Games.


def test_a_game_is_tagged_text_with_the_moves_turn_by_turn() -> None:
    line = Line.of(Position.start(Variant(pie=True)), (3, 6, SWAP, 1, 1))
    assert format_game(GameRecord(line, {"South": "Ana", "North": "Luis"})) == (
        '[Variant "kalah(6,4)+pie"]\n'
        '[South "Ana"]\n'
        '[North "Luis"]\n'
        '[Result "*"]\n'
        "\n"
        "S 3 6 N swap 1 S 1 *\n"
    )


def test_a_game_from_a_set_up_position_says_where_it_starts() -> None:
    line = Line.of(at("1,0,0,0,0,0/0,0,0,0,2,3 20,22 S"), (1,))
    text = format_game(GameRecord(line, result=result_of(line.outcome)))
    assert '[Position "1,0,0,0,0,0/0,0,0,0,2,3 20,22 S"]\n' in text
    assert text.endswith("\nS 1 0-1\n")
    assert parse_game(text) == GameRecord(line, {}, "0-1")


tag_names = st.from_regex(r"[A-Z][A-Za-z]{0,30}", fullmatch=True).filter(
    lambda name: name not in ("Variant", "Position", "Result")
)
tag_values = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters='"\\'),
    max_size=20,
)


@given(
    lines(),
    st.dictionaries(tag_names, tag_values, max_size=3),
    st.sampled_from(["*", "1-0", "0-1", "1/2-1/2"]),
)
def test_every_game_is_read_back_from_its_text(
    line: Line, tags: dict[str, str], result: str
) -> None:
    if line.outcome is not None and result != "*":
        result = result_of(line.outcome)  # nobody resigns a game that is over
    record = GameRecord(line, tags, result)
    back = parse_game(format_game(record))
    assert back == record
    assert back.line.position.reason is line.position.reason


def test_moves_alone_are_a_game_of_kalah() -> None:
    record = parse_game("S 3 1\nN 2")
    assert record == GameRecord(Line.of(Position.start(Variant()), (3, 1, 2)), {}, "*")
    assert parse_game("3 1 2") == record


def test_an_empty_text_is_a_game_without_moves() -> None:
    assert parse_game("") == GameRecord(Line.begin(Position.start(Variant())))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Variant "kalah(7,4)"]', "1 to 6 pits a side, not 7"),
        ('[Variant "chess"]', "unknown variant 'chess'"),
        ('[Variant "wari(6,3)"]', "wari is played with 6 pits, 4 seeds"),
        ('[Position "4,4/4,4 0,0 S"]', "S has 2 pits; kalah(6,4) has 6"),
        ('[Position "nowhere"]', "malformed position 'nowhere'"),
        ('[South "Ana"]\n[North Luis]', "line 2: not a tag: '[North Luis]'; write [Name"),
        ('[South "A"B"]', "line 1: not a tag"),
        ("S 3 N 1", "after 1 moves S is to move, not N"),
        ("N 3", "after 0 moves S is to move, not N"),
        ("S 1 S 1", "after 1 moves N is to move, not S"),
        ("S 3 3", "move 2: illegal move 3: the pit is empty"),
        ("S swap", "move 1: illegal move swap: no swap is on offer"),
        ("S 7", "move 1: illegal move 7: there is no such pit"),
        ("S 3 e4", "move 2: not a move: 'e4'; write a pit number such as 3, or swap"),
        ("S 0", "move 1: not a move: '0'"),
    ],
)
def test_a_game_that_cannot_be_names_the_line_or_the_move(text: str, message: str) -> None:
    with pytest.raises(InvalidGame, match=re.escape(message)):
        parse_game(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Result "foo"]\n\nS 3', "the result is"),
        ("1-0 S 3 *", "move 1"),
        ('[Variant "kalah(1,1)"]\n\nS 1 1-0', "the result is 1/2-1/2, not '1-0'"),
    ],
)
def test_a_record_with_a_wrong_result_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidGame, match=said):
        parse_game(text)


@pytest.mark.parametrize("tags", [{"Variant": "wari"}, {"White": 'a"b'}, {"A": "b\nc"}, {"a": ""}])
def test_a_record_takes_no_tag_that_could_not_be_read_back(tags: dict[str, str]) -> None:
    with pytest.raises(InvalidGame, match="tag"):
        GameRecord(Line.begin(Position.start(Variant())), tags)


@pytest.mark.parametrize("text", ["kalah(٦,٤)", "4,4,4,4,4,4/4,4,4,4,4,٤ 0,0 S"])
def test_only_the_ten_usual_digits_are_digits(text: str) -> None:
    with pytest.raises(ValueError, match="unknown variant|malformed position"):
        Variant.parse(text) if text.startswith("k") else parse_position(text, Variant())
