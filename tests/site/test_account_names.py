"""What an account may be called, and which names look alike."""

import pytest

from naqala.play import PlayerId
from naqala.site.accounts import AccountName, InvalidName, skeleton_of
from naqala.site.accounts.account_names import MOST_LENGTH
from naqala.site.guest_names import guest_name


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "ana_2",
        "José-María",
        "Ñandú",
        "Muñoz1987",
        "Straße",
        "Ελένη",
        "Николай",
        "محمود",
        "דוד",
        "さくら太郎",
        "김민준",
        "ሰላም",
        "देवी",
        "Scunthorpe",
        "Computadora",
        "Disputa",
        "Hancock",
        "Rio_Negro",
        "Bernardo",
        "A" * MOST_LENGTH,
    ],
)
def test_letters_of_one_script_digits_and_single_separators_make_a_name(name: str) -> None:
    assert AccountName.parse(name).text == name
    assert AccountName.parse(f"  {name} ").text == name


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "too_short"),
        ("ab", "too_short"),
        ("A" * (MOST_LENGTH + 1), "too_long"),
        ("A" * 10_000, "too_long"),
        # One character that NFKC makes eighteen of.
        ("\ufdfa\ufdfa", "too_long"),
        ("<b>Ana</b>", "characters"),
        ("<script>", "characters"),
        ("Ana&amp", "characters"),
        ("{{7*7}}", "characters"),
        ("Ana María", "characters"),
        ("ana\nroot", "characters"),
        ("ana\0b", "characters"),
        ("ana/../x", "characters"),
        ("ana'--", "characters"),
        ("ana@casa", "characters"),
        ("ana.es", "characters"),
        ("😀😀😀", "characters"),
        # Turning the direction of what follows, and what is not seen at all.
        ("ana\u202egro", "characters"),
        ("ana\u2066x\u2069", "characters"),
        ("ana\u200bb", "characters"),
        ("ana\u00adb", "characters"),
        ("ana\ufeff b", "characters"),
        # Marks heaped upon each other, or standing without a letter.
        ("za\u0334\u0335\u0336lgo", "characters"),
        ("\u0301ana", "characters"),
        # Digits of other scripts, letters of circles and of scripts that are not offered.
        ("ana٣", "characters"),
        ("ᚠᚢᚦ", "characters"),
        ("1ana", "first_character"),
        ("_ana", "first_character"),
        ("-ana", "first_character"),
        ("ana_", "separators"),
        ("ana--b", "separators"),
        ("ana_-b", "separators"),
        ("Anа", "mixed_scripts"),  # the last letter is Cyrillic
        ("Αna", "mixed_scripts"),  # the first one is Greek
        ("anaمحمود", "mixed_scripts"),
        ("admin", "reserved"),
        ("Ad-Min", "reserved"),
        ("Admín1strator", "reserved"),
        ("Moderador_3", "reserved"),
        ("naqala", "reserved"),
        ("NAQALA-oficial", "reserved"),
        ("аdmіn", "mixed_scripts"),
        ("АДМИН", "ok"),
        ("ѕуѕтем", "reserved"),  # all of it Cyrillic, looks like "system"
        ("Acacia-100", "reserved"),
        ("acacia100", "reserved"),
        ("CPU", "reserved"),
        ("Hitler", "offensive"),
        ("h1tl3r88", "offensive"),
        ("hijo_de_puta", "offensive"),
        ("Puta", "offensive"),
        ("P-u-t-a", "offensive"),
        ("coño", "offensive"),
        ("COÑO-1", "offensive"),
        ("fUcK_you", "offensive"),
        ("ｆｕｃｋ", "offensive"),
        ("n1gg3r", "offensive"),
        ("maricón", "offensive"),
    ],
)
def test_every_other_name_is_refused_with_its_reason(name: str, fault: str) -> None:
    if fault == "ok":
        assert AccountName.parse(name).text == name
        return
    with pytest.raises(InvalidName) as error:
        AccountName.parse(name)
    assert error.value.fault.value == fault
    assert str(error.value)


def test_a_name_is_kept_in_its_nfkc_form() -> None:
    assert AccountName.parse("Ａｎａ１").text == "Ana1"
    assert AccountName.parse("Jose\u0301").text == "José"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Аnа"),
        ("pavao", "рαναο"),
        ("Николай", "НИКОЛАЙ"),
        ("Jose", "José"),
        ("paulo", "pau1o"),
        ("paulo", "pauIo"),
        ("paulo", "paul0"),
        ("Ana-Luz", "AnaLuz"),
        ("Ana_Luz", "Ana-Luz"),
        ("Bernardo", "Bemardo"),
        ("wanda", "vvanda"),
        ("pedro", "реdrо"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton_of(one) == skeleton_of(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Ani"), ("Luis", "Lucas"), ("Eva", "Ева2")])
def test_names_that_differ_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton_of(one) != skeleton_of(other)


def test_no_account_can_be_called_like_a_guest() -> None:
    for number in range(50):
        guest = guest_name(PlayerId(f"player-{number}"))
        for name in (guest, guest.replace(" ", "-"), guest.replace(" ", "")):
            with pytest.raises(InvalidName):
                AccountName.parse(name)
