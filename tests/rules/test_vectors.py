"""Every vector, and its mirror image, field by field.

Source: tests/rules/vectors/*.jsonl, each a fact found by hand and by program. In kalah.jsonl
`after` is swept when `next` is END; in wari.jsonl and oware.jsonl it is the board before any sweep.
"""

import json
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from naqala.rules import NORTH, SOUTH, End, Game, Line, Position, Remainder, Side, Variant
from tests.rules.boards import replay

Vector: TypeAlias = dict[str, Any]

SIDES = {"S": SOUTH, "N": NORTH}
FIELDS = {
    "kalah": "id rules before move after next flags",
    "wari": "id before to_move forced legal move after captured captured_pits next next_forced "
    "next_legal remainder",
    "oware": "id before stores to_move legal move after stores_after captured_pits next_legal",
}


def mirrored(value: Any, field: str = "") -> Any:
    """The vector with the sides exchanged."""
    if isinstance(value, dict) and field != "rules":
        return {mirrored(key): mirrored(content, key) for key, content in value.items()}
    if isinstance(value, list) and field != "flags":
        exchanged = [mirrored(content) for content in value]
        return exchanged[::-1] if field in ("stores", "stores_after") else exchanged
    if isinstance(value, str) and value[0] == "[":
        parts = value[1:-1].split("|")
        half = len(parts) // 2
        return f"[{'|'.join(parts[half:] + parts[:half])}]"
    if isinstance(value, str) and len(value) <= 2 and value[0] in SIDES:
        return SIDES[value[0]].other.letter + value[1:]
    return value


def read(game: str) -> list[Any]:
    text = (Path(__file__).parent / "vectors" / f"{game}.jsonl").read_text()
    vectors: list[Vector] = [json.loads(line) for line in text.splitlines()]
    return [
        pytest.param(vector, id=f"{vector['id']}{suffix}")
        for plain in vectors
        for vector, suffix in ((plain, ""), (mirrored(plain), "-mirrored"))
    ]


VECTORS = {game: read(game) for game in FIELDS}


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def board(text: str, stores: tuple[int, ...] = (0, 0)) -> tuple[int, ...]:
    """A board in sowing order, from `[S|SS|N|NS]` or from `[S|N]` and the stores."""
    parts = [numbers(part) for part in text[1:-1].split("|")]
    if len(parts) == 2:
        parts = [parts[0], stores[:1], parts[1], stores[1:]]
    return tuple(seeds for part in parts for seeds in part)


def set_up(
    variant: Variant, places: tuple[int, ...], to_move: Side, forced: str | None = None
) -> Position:
    return Position.set_up(
        variant,
        (places[:6], places[7:13]),
        (places[6], places[13]),
        to_move,
        forced_pit=int(forced[1:]) if forced else None,
    )


def names(position: Position, pits: tuple[int, ...]) -> list[str]:
    return [f"{position.to_move.letter}{pit}" for pit in pits]


def name(place: int) -> str:
    return f"{'SN'[place // 7]}{place % 7 + 1}"


def forced_name(position: Position) -> str | None:
    return f"{position.to_move.letter}{position.forced_pit}" if position.forced_pit else None


@pytest.mark.parametrize(("game", "count"), [("kalah", 25), ("wari", 14), ("oware", 7)])
def test_all_vectors_are_there_and_have_no_unknown_field(game: str, count: int) -> None:
    vectors = [param.values[0] for param in VECTORS[game]]
    assert len({vector["id"] for vector in vectors}) == count
    assert len(vectors) == 2 * count
    assert set().union(*vectors) == set(FIELDS[game].split())


def test_the_mirror_of_a_vector_exchanges_sides_everywhere() -> None:
    vector = {"before": "[1,2|3,4]", "stores": [5, 6], "move": "N3", "remainder": {"S": 7}}
    image = {"before": "[3,4|1,2]", "stores": [6, 5], "move": "S3", "remainder": {"N": 7}}
    assert mirrored(vector) == image
    assert mirrored(image) == vector


@pytest.mark.parametrize("vector", VECTORS["kalah"])
def test_kalah_vector(vector: Vector) -> None:
    rules = vector["rules"]
    variant = Variant(
        Game.KALAH,
        empty_capture=rules.get("empty_capture", False),
        end=End(rules.get("end", "either_row_empty")),
        remainder=Remainder(rules.get("remainder", "owner")),
    )
    assert set(rules) <= {"empty_capture", "end", "remainder"}
    mover, pit = SIDES[vector["move"][0]], int(vector["move"][1:])
    before = set_up(variant, board(vector["before"]), mover)
    assert before.board == board(vector["before"])

    sowing = before.sow(pit)
    after = sowing.after
    assert after.board == board(vector["after"])
    assert after == before.play(pit)
    assert after.total == before.total == sum(board(vector["before"]))
    assert after.is_over is (vector["next"] == "END")
    assert (after.outcome() is not None) is (vector["next"] == "END")
    if not after.is_over:
        assert after.to_move is SIDES[vector["next"]]
    # An extra turn that the end of the game takes away is none, though the flag is there.
    ends_in_store = sowing.visited[-1] == before.store_place(mover)
    flags = {"extra": ends_in_store, "capture": bool(sowing.captures), "end": after.is_over}
    assert [flag for flag, is_set in flags.items() if is_set] == vector["flags"]
    assert sowing.extra_turn is (ends_in_store and not after.is_over)


@pytest.mark.parametrize("vector", VECTORS["wari"])
def test_wari_vector(vector: Vector) -> None:
    mover, pit = SIDES[vector["to_move"]], int(vector["move"][1:])
    before = set_up(Variant(Game.WARI), board(vector["before"]), mover, vector["forced"])
    assert before.board == board(vector["before"])
    assert before.to_move is mover
    assert forced_name(before) == vector["forced"]
    assert names(before, before.legal_moves()) == vector["legal"]

    sowing = before.sow(pit)
    after = sowing.after
    stores = (vector["captured"], 0) if mover is SOUTH else (0, vector["captured"])
    assert replay(before, sowing) == board(vector["after"], stores)
    assert sowing.captured == vector["captured"]
    assert [name(capture.pit) for capture in sowing.captures] == vector["captured_pits"]
    assert after == before.play(pit)
    assert after.is_over is (vector["next"] == "END")
    if after.is_over:
        ((heir, seeds),) = vector["remainder"].items()
        assert sum(transfer.seeds for transfer in sowing.sweep) == seeds
        heirs = {transfer.store for transfer in sowing.sweep}
        assert heirs == ({before.store_place(SIDES[heir])} if seeds else set())
        assert after.store(SIDES[heir]) == stores[SIDES[heir]] + seeds
        assert not {"next_forced", "next_legal"} & vector.keys()
    else:
        assert sowing.sweep == ()
        assert after.board == board(vector["after"], stores)
        assert after.to_move is SIDES[vector["next"]]
        assert forced_name(after) == vector["next_forced"]
        assert names(after, after.legal_moves()) == vector["next_legal"]
        assert "remainder" not in vector


@pytest.mark.parametrize("vector", VECTORS["oware"])
def test_oware_vector(vector: Vector) -> None:
    mover, pit = SIDES[vector["to_move"]], int(vector["move"][1:])
    places = board(vector["before"], tuple(vector["stores"]))
    before = set_up(Variant(Game.OWARE), places, mover)
    assert before.board == places
    assert before.to_move is mover
    assert names(before, before.legal_moves()) == vector["legal"]

    sowing = before.sow(pit)
    after = sowing.after
    assert after.board == board(vector["after"], tuple(vector["stores_after"]))
    assert after.board == replay(before, sowing)
    assert after == before.play(pit)
    assert [name(capture.pit) for capture in sowing.captures] == vector["captured_pits"]
    assert names(after, after.legal_moves()) == vector["next_legal"]
    assert Line.begin(before).play(pit).outcome is None
