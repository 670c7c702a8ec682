"""Pairing: who is near, who has waited, and not the same two over and over."""

from hypothesis import given
from hypothesis import strategies as st

from naqala.play import PlayerId, Rating
from naqala.play.pairing import PATIENCE_MS, Seek, pair

NOW_MS = 1_700_000_000_000


def seek(
    name: str,
    rating: float = 1500,
    *,
    waited_s: float = 0,
    terms: str = "blitz",
    last_rival: str | None = None,
) -> Seek:
    rival = None if last_rival is None else PlayerId(last_rival)
    since_ms = NOW_MS - int(waited_s * 1_000)
    return Seek(PlayerId(name), terms, Rating(rating, 60, 0.06), since_ms, rival)


def names(pairs: list[tuple[Seek, Seek]]) -> list[str]:
    return ["".join(sorted((first.player_id, second.player_id))) for first, second in pairs]


def test_the_nearest_rating_is_preferred() -> None:
    assert names(pair([seek("a", 1500), seek("b", 1620), seek("c", 1520)], NOW_MS)) == ["ac"]


def test_who_has_waited_longest_chooses_first() -> None:
    seeks = [seek("a"), seek("b", 1510, waited_s=5), seek("c", 1515)]
    assert names(pair(seeks, NOW_MS)) == ["bc"]


def test_waiting_widens_the_reach_until_anybody_will_do() -> None:
    assert pair([seek("a", 1200), seek("b", 2000)], NOW_MS) == []
    assert names(pair([seek("a", 1200, waited_s=40), seek("b", 2000)], NOW_MS)) == ["ab"]


def test_other_terms_do_not_meet() -> None:
    assert pair([seek("a"), seek("b", terms="rapid")], NOW_MS + 10**7) == []


def test_the_last_rival_comes_after_everybody_else() -> None:
    again = [seek("a", last_rival="b", waited_s=60), seek("b", last_rival="a"), seek("c", 1600)]
    assert names(pair(again, NOW_MS)) == ["ac"]


def test_two_who_are_alone_meet_again_after_a_while() -> None:
    two = [seek("a", last_rival="b"), seek("b", last_rival="a")]
    assert pair(two, NOW_MS) == []
    assert names(pair(two, NOW_MS + PATIENCE_MS)) == ["ab"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcdefgh"),
            st.floats(600, 2400),
            st.integers(0, 120),
            st.sampled_from(["blitz", "rapid"]),
            st.sampled_from([None, *"abcdefgh"]),
        ),
        max_size=20,
    )
)
def test_nobody_is_paired_twice_with_himself_or_on_other_terms(
    wishes: list[tuple[str, float, int, str, str | None]],
) -> None:
    seeks = [
        seek(name, rating, waited_s=waited_s, terms=terms, last_rival=last_rival)
        for name, rating, waited_s, terms, last_rival in wishes
    ]
    pairs = pair(seeks, NOW_MS)
    taken = [one.player_id for both in pairs for one in both]
    assert len(taken) == len(set(taken))
    for first, second in pairs:
        assert first.player_id != second.player_id
        assert first.terms == second.terms
