"""Matches: openings, scoring, and the strength of the levels."""

from random import Random

import pytest

from naqala.engine import (
    LEVELS,
    Engine,
    Estimate,
    Exact,
    Limits,
    Player,
    Tally,
    even_openings,
    opening,
    play_match,
    play_out,
    player_of,
)
from naqala.engine.plain_players import play_greedily, play_randomly
from naqala.rules import SWAP, Line, Move, Variant, parse_position

GAMES = ["kalah(6,4)", "wari", "oware"]


@pytest.fixture(scope="module")
def players() -> dict[str, Player]:
    levels: dict[str, Player] = {name: player_of(level) for name, level in LEVELS.items()}
    return levels | {"greedy": play_greedily, "random": play_randomly}


def score(variant: str, pair: tuple[Player, Player], games: int) -> Tally:
    *_, tally = play_match(Variant.parse(variant), pair, games, rng_seed=1)
    assert tally.games == games
    return tally


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize(
    ("strong", "weak"), [("hard", "medium"), ("medium", "easy"), ("easy", "random")]
)
def test_a_level_beats_the_one_below(
    variant: str, strong: str, weak: str, players: dict[str, Player]
) -> None:
    tally = score(variant, (players[strong], players[weak]), games=6)
    assert tally.score > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize(("strong", "weak"), [("hard", "medium"), ("medium", "easy")])
def test_a_level_scores_four_of_five_against_the_one_below(
    variant: str, strong: str, weak: str, players: dict[str, Player]
) -> None:
    # Hard thinks long, and scores so much more, most in wari and oware, that fewer games tell.
    games = 200 if strong != "hard" else 100 if variant.startswith("kalah") else 40
    assert score(variant, (players[strong], players[weak]), games).score >= 0.8


@pytest.mark.slow
@pytest.mark.parametrize("variant", GAMES)
def test_a_beginner_can_win_at_easy(variant: str, players: dict[str, Player]) -> None:
    assert score(variant, (players["greedy"], players["easy"]), games=200).score >= 0.6


def test_an_opening_is_four_to_eight_plies_from_the_start() -> None:
    rng = Random(2)
    openings = [opening(Variant(), rng) for _ in range(60)]
    assert {len(line.moves) for line in openings} == {4, 5, 6, 7, 8}
    assert all(line.outcome is None for line in openings)


def test_an_even_opening_is_worth_little_to_either_side_and_is_the_same_for_all() -> None:
    draw = even_openings(2)
    engine = Engine()
    for number in range(3):
        line = draw(Variant.parse("kalah(4,3)"), Random(number))
        score = engine.search(line.position, Limits(nodes=500_000), line.keys).score
        assert isinstance(score, Exact | Estimate)
        assert abs(score.margin) <= 2
        assert draw(Variant.parse("kalah(4,3)"), Random(number)) is line


def test_where_no_opening_is_even_it_is_said() -> None:
    with pytest.raises(ValueError, match="no opening of kalah"):
        even_openings(0)(Variant.parse("kalah(1,2)"), Random(1))


def test_a_board_that_ends_sooner_gets_a_shorter_opening() -> None:
    tiny = Variant.parse("kalah(1,1)")
    assert opening(tiny, Random(1)).outcome is None


def test_both_sides_of_an_opening_are_played() -> None:
    starts = []

    def first_move(line: Line, rng_seed: int) -> Move:
        starts.append(line)
        return play_randomly(line, rng_seed)

    list(play_match(Variant(), (first_move, play_randomly), 2, rng_seed=4))
    assert len(starts) > 2
    assert {line.position.to_move for line in starts} == {0, 1}


def test_whoever_swaps_plays_the_other_side() -> None:
    #     2 2
    # 0         6     South, the first player's side, cannot lose any more.
    #     1 1
    def swapping(line: Line, rng_seed: int) -> Move:
        moves = line.position.legal_moves()
        return SWAP if SWAP in moves else play_randomly(line, rng_seed)

    start = parse_position("1,1/2,2 6,0 N ?swap", Variant.parse("kalah(2,3)+pie"))
    margins = [
        play_out(Line.begin(start), (swapping, swapping), Random(number)) for number in range(20)
    ]
    assert max(margins) <= 0
    assert min(margins) < 0


@pytest.mark.parametrize(
    ("tally", "points"), [(Tally(), 0.5), (Tally(3, 2, 5), 0.4), (Tally(200, 0, 0), 1.0)]
)
def test_the_interval_holds_the_score(tally: Tally, points: float) -> None:
    low, high = tally.interval
    assert tally.score == points
    assert 0 <= low <= points <= high <= 1


def test_a_tally_counts_by_the_margin() -> None:
    tally = Tally().with_margin(3).with_margin(0).with_margin(-40).with_margin(1)
    assert tally == Tally(wins=2, draws=1, losses=1)


def test_a_match_has_the_same_result_on_any_number_of_threads() -> None:
    players = player_of(LEVELS["medium"]), player_of(LEVELS["easy"])
    alone = list(play_match(Variant(), players, 9, rng_seed=3, threads=1))
    together = list(play_match(Variant(), players, 9, rng_seed=3, threads=4))
    assert alone == together
    assert alone[-1].games == 9
