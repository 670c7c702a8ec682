"""`naqala play`, with what a person types coming from a list."""

from collections.abc import Iterable

import pytest

from naqala.cli import main
from naqala.cli.drawing import draw, tell_score, tell_sowing
from naqala.rules import NORTH, SOUTH, Bounds, Estimate, Exact, Position, Variant


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch) -> "type[Typist]":
    Typist.monkeypatch = monkeypatch
    return Typist


class Typist:
    """Types lines, then the input ends."""

    monkeypatch: pytest.MonkeyPatch

    def __init__(self, *lines: str) -> None:
        waiting: Iterable[str] = iter(lines)

        def read(prompt: str) -> str:
            print(prompt, end="")
            for line in waiting:
                print(line)
                return line
            raise EOFError

        self.monkeypatch.setattr("builtins.input", read)


def test_the_end_of_the_input_leaves_politely(
    type_in: type[Typist], capsys: pytest.CaptureFixture[str]
) -> None:
    type_in()
    assert main(["play"]) == 0
    assert capsys.readouterr().out.endswith("\nGoodbye.\n")


def test_moves_help_undo_and_mistakes_are_answered(
    type_in: type[Typist], capsys: pytest.CaptureFixture[str]
) -> None:
    type_in("undo", "3", "3", "9", "three", "help", "undo", "swap", "quit")
    assert main(["play", "--level", "easy"]) == 0
    output = capsys.readouterr().out
    for told in (
        "There is nothing to take back.",
        "You sow pit 3 (4 seeds): extra turn.",
        "You cannot play 3 (empty pit); you may play 1, 2, 4, 5, 6.",
        "You cannot play 9 (no such pit)",
        "Not a move: 'three'",
        "undo     take back",
        "Taken back.",
        "You cannot play swap (no swap)",
        "Goodbye.",
    ):
        assert told in output


def test_resigning_ends_the_game(type_in: type[Typist], capsys: pytest.CaptureFixture[str]) -> None:
    type_in("1", "resign")
    assert main(["play", "--level", "easy"]) == 0
    assert capsys.readouterr().out.endswith("You resign: the computer wins.\n")


def test_the_computer_begins_when_the_person_plays_second(
    type_in: type[Typist], capsys: pytest.CaptureFixture[str]
) -> None:
    type_in()
    assert main(["play", "--second", "--variant", "oware"]) == 0
    output = capsys.readouterr().out
    assert output.index("The computer sows pit") < output.index("Your move")
    assert "> |" in output


def test_the_pie_rule_can_be_used_and_taken_back(
    type_in: type[Typist], capsys: pytest.CaptureFixture[str]
) -> None:
    type_in("swap", "undo", "swap", "quit")
    assert main(["play", "--second", "--variant", "kalah(6,4)+pie"]) == 0
    output = capsys.readouterr().out
    assert output.count("You swap sides.") == 2
    assert output.count("Taken back.") == 1


@pytest.mark.parametrize("variant", ["kalah(2,1)", "kalah(1,1)+by-turns", "kalah(2,2)+leave-rest"])
def test_a_game_is_played_to_its_result(
    variant: str, type_in: type[Typist], capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(*["1", "2"] * 30)
    assert main(["play", "--variant", variant]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(("You win, ", "The computer wins, ", "A draw, "))


def test_an_unknown_level_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--level", "godlike"]) == 1
    assert "the levels are" in capsys.readouterr().err


def test_the_board_is_drawn_with_the_player_in_front() -> None:
    position = Position.set_up(Variant(), ((1, 2, 3, 4, 5, 0), (6, 5, 4, 3, 2, 1)), (7, 5))
    assert draw(position, SOUTH).splitlines()[2:5] == [
        "     |   1   2   3   4   5   6 |  North",
        "   5 |                         | 7",
        "   > |   1   2   3   4   5   . |  South",
    ]
    assert draw(position, NORTH).splitlines()[4].endswith("|   6   5   4   3   2   1 |  North")


def test_a_capture_and_the_end_are_told() -> None:
    position = Position.set_up(Variant(), ((1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 2, 3)), (20, 22))
    assert tell_sowing("You", 1, 1, position.sow(1)) == (
        "You sow pit 1 (1 seed), capturing 3 seeds; the 3 seeds left on the board are cleared."
    )


def test_perfect_says_what_it_holds_and_whether_that_is_proven() -> None:
    assert tell_score(Exact(8)) == "With best play it ends 8 seeds ahead (exact)."
    assert tell_score(Exact(-1)) == "With best play it ends 1 seed behind (exact)."
    assert tell_score(Exact(0)) == "With best play it ends level (exact)."
    assert tell_score(Bounds(2, 46)) == "With best play it ends between +2 and +46 (proven)."
    assert tell_score(Estimate(-2.6)) == "It expects to end 3 seeds behind (an estimate)."
