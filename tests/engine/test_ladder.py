"""The ladder, its players, and how strong the levels are beside OpenSpiel's tree search."""

import sys
from collections import Counter
from random import Random

import pytest

from naqala.engine import Ladder, Tally, opening, play_match
from naqala.engine.openspiel import OpenSpielMissing, mcts_player
from naqala.engine.plain_players import play_greedily, play_randomly
from naqala.rules import Line, Move, Position, Variant, parse_position

SMALL = Variant.parse("kalah(4,3)")


def first_pit(line: Line, rng_seed: int) -> Move:
    return line.position.legal_moves()[0]


def test_every_pair_plays_so_many_games_and_every_move_is_timed() -> None:
    moves: Counter[str] = Counter()

    def counting(line: Line, rng_seed: int) -> Move:
        moves["greedy"] += 1
        return play_greedily(line, rng_seed)

    ladder = Ladder(SMALL, {"random": play_randomly, "greedy": counting, "first": first_pit})
    *_, done = ladder.play(7, rng_seed=1)
    assert done == ladder.games == 21
    assert [tally.games for tally in ladder.tallies.values()] == [7, 7, 7]
    assert len(ladder.times_ms["greedy"]) == moves["greedy"] > 0
    assert all(ladder.times_ms.values())


def test_a_pair_of_the_ladder_scores_as_in_a_match() -> None:
    ladder = Ladder(SMALL, {"a": play_greedily, "b": play_randomly})
    *_, _ = ladder.play(10, rng_seed=5)
    *_, tally = play_match(SMALL, (play_greedily, play_randomly), 10, rng_seed=5)
    assert ladder.score("a", "b") == tally
    assert ladder.score("b", "a") == Tally(tally.losses, tally.draws, tally.wins)


def test_who_stops_early_has_a_table_in_which_all_pairs_have_played_alike() -> None:
    players = {"random": play_randomly, "greedy": play_greedily, "first": first_pit}
    ladder = Ladder(SMALL, players)
    playing = ladder.play(1000, rng_seed=1, threads=1)
    for _ in range(7):
        next(playing)
    playing.close()
    assert sorted(tally.games for tally in ladder.tallies.values()) == [4, 4, 6]
    assert list(ladder.ratings())[0] == "greedy"


def test_a_ladder_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two players"):
        Ladder(SMALL, {"alone": play_randomly})


def test_greedy_takes_an_extra_turn_and_the_larger_capture() -> None:
    #       0 2 0 9 0 0
    # 0                   0     pit 6 ends in the store; pit 1 captures 9 and its own seed
    #       1 0 0 0 0 1
    both = parse_position("1,0,0,0,0,1/0,9,0,0,2,0 0,0 S", Variant())
    extra_turn = parse_position("1,0,0,0,0,1/0,0,0,0,2,0 0,0 S", Variant())
    assert play_greedily(Line.begin(extra_turn), 1) == 6
    capture = parse_position("1,0,0,0,0,1/0,0,0,0,9,0 0,0 S", Variant())
    assert play_greedily(Line.begin(capture), 1) == 1
    assert play_greedily(Line.begin(both), 1) == 6


def test_random_plays_every_legal_move_equally() -> None:
    line = Line.begin(Position.start(Variant()))
    drawn = Counter(play_randomly(line, number) for number in range(1200))
    assert sorted(drawn) == [1, 2, 3, 4, 5, 6]
    assert all(120 < count < 280 for count in drawn.values())


@pytest.mark.parametrize("text", ["kalah", "oware"])
def test_the_tree_search_plays_legal_moves_to_the_end_of_our_games(text: str) -> None:
    player = mcts_player(Variant.parse(text), 20)
    for number in range(5):
        line = opening(Variant.parse(text), Random(number))
        while line.outcome is None:
            line = line.play(player(line, number))


def test_the_tree_search_plays_the_same_for_the_same_chances() -> None:
    line = opening(Variant(), Random(3))
    player = mcts_player(Variant(), 300)
    assert player(line, 2**32 - 1) == player(line, 2**32 - 1)


def test_the_tree_search_never_loses_to_chance() -> None:
    player = mcts_player(Variant(), 1000)
    *_, tally = play_match(Variant(), (player, play_randomly), 6, rng_seed=1)
    assert tally.score == 1


@pytest.mark.parametrize("text", ["wari", "kalah(6,3)", "kalah(6,4)+pie"])
def test_a_variant_that_openspiel_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(OpenSpielMissing, match="plays kalah"):
        mcts_player(Variant.parse(text), 10)


def test_without_openspiel_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(OpenSpielMissing, match="pip install open_spiel"):
        mcts_player(Variant(), 10)


def test_the_tree_search_needs_the_whole_game() -> None:
    middle = parse_position("1,0,0,0,0,1/0,0,0,0,9,0 0,0 S", Variant())
    with pytest.raises(ValueError, match="from its start"):
        mcts_player(Variant(), 10)(Line.begin(middle), 1)
