import re
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given

from naqala.rules import End, Game, InvalidVariant, Remainder, Variant
from tests.rules.strategies import kalah_options, variants


def test_the_plain_variant_is_kalah_with_six_pits_and_four_seeds() -> None:
    assert Variant() == Variant(
        Game.KALAH,
        pits=6,
        seeds=4,
        pie=False,
        empty_capture=False,
        end=End.EITHER_ROW_EMPTY,
        remainder=Remainder.OWNER,
    )


@pytest.mark.parametrize("game", ["kalah", "wari", "oware"])
def test_a_game_alone_has_six_pits_and_four_seeds(game: str) -> None:
    assert Variant.parse(game) == Variant(Game(game)) == Variant.parse(f"{game}(6,4)")
    assert str(Variant.parse(game)) == f"{game}(6,4)"


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("kalah+pie", Variant(pie=True)),
        ("kalah(1,10)", Variant(pits=1, seeds=10)),
        ("kalah(3,2)+empty-capture", Variant(pits=3, seeds=2, empty_capture=True)),
        ("kalah(6,4)+by-turns", Variant(end=End.MOVER_STUCK)),
        ("kalah(6,4)+leave-rest", Variant(remainder=Remainder.NOBODY)),
        ("kalah(6,4)+rest-to-emptier", Variant(remainder=Remainder.EMPTIER)),
        (
            "kalah(5,3)+pie+empty-capture+by-turns+rest-to-emptier",
            Variant(Game.KALAH, 5, 3, True, True, End.MOVER_STUCK, Remainder.EMPTIER),
        ),
    ],
)
def test_each_option_has_its_word(text: str, variant: Variant) -> None:
    assert Variant.parse(text) == variant
    assert str(variant) == text.replace("kalah+", "kalah(6,4)+")


@given(variants)
def test_every_variant_is_read_back_from_its_text(variant: Variant) -> None:
    assert Variant.parse(str(variant)) == variant


def test_no_two_variants_share_a_text() -> None:
    assert len({str(variant) for variant in kalah_options(6, 4)}) == 24


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown variant ''"),
        ("chess", "unknown variant 'chess': write kalah, wari or oware"),
        ("Kalah", "unknown variant"),
        (" kalah", "unknown variant"),
        ("kalah (6,4)", "unknown variant"),
        ("kalah(6)", "unknown variant"),
        ("kalah(6,4", "unknown variant"),
        ("kalah(-1,4)", "unknown variant"),
        ("kalah(6,4)pie", "unknown variant"),
        ("kalah(6,4)+pie\n", "unknown variant"),
        ("kalah+", "unknown variant"),
        ("kalah+speed", "unknown option '+speed': the options are +pie, +empty-capture"),
        ("kalah(7,4)", "1 to 6 pits a side, not 7"),
        ("kalah(0,4)", "1 to 6 pits a side, not 0"),
        ("kalah(6,0)", "1 to 10 seeds, not 0"),
        ("kalah(6,11)", "1 to 10 seeds, not 11"),
        ("kalah(999,999)", "1 to 6 pits a side, not 999"),
        ("wari(6,3)", "wari is played with 6 pits, 4 seeds and no options: write 'wari'"),
        ("oware(5,4)", "oware is played with 6 pits, 4 seeds and no options: write 'oware'"),
        ("wari+pie", "wari is played with"),
        ("oware+leave-rest", "oware is played with"),
        ("wari(6,4)+by-turns", "wari is played with"),
        ("oware+empty-capture", "oware is played with"),
        ("kalah+by-turns+pie", "options come in this order: +pie, +empty-capture, +by-turns"),
        ("kalah+leave-rest+by-turns", "options come in this order"),
        ("kalah+pie+pie", "option '+pie' repeats or contradicts"),
        ("kalah+leave-rest+rest-to-emptier", "'+rest-to-emptier' repeats or contradicts"),
        ("kalah+rest-to-emptier+leave-rest", "'+leave-rest' repeats or contradicts"),
    ],
)
def test_a_variant_that_does_not_exist_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(InvalidVariant, match=re.escape(message)):
        Variant.parse(text)


def test_a_long_text_is_not_repeated_whole_in_the_error() -> None:
    with pytest.raises(InvalidVariant) as error:
        Variant.parse("x" * 100_000)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("game", [Game.WARI, Game.OWARE])
def test_wari_and_oware_have_no_options_in_code_either(game: Game) -> None:
    for options in kalah_options(6, 4)[1:]:
        with pytest.raises(InvalidVariant, match="no options"):
            Variant(game, 6, 4, options.pie, options.empty_capture, options.end, options.remainder)
    with pytest.raises(InvalidVariant, match="6 pits, 4 seeds"):
        Variant(game, 6, 5)


@given(variants)
def test_total_is_every_seed_of_both_rows(variant: Variant) -> None:
    assert variant.total == 2 * variant.pits * variant.seeds


def test_a_variant_is_frozen_and_hashable() -> None:
    variant = Variant()
    with pytest.raises(FrozenInstanceError):
        variant.pits = 5  # type: ignore[misc]
    assert len({variant, Variant(), Variant(pie=True)}) == 2
