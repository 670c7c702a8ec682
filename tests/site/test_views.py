"""What a reader sees of a game's plies and legal moves."""

import random

import msgspec
import pytest
from hypothesis import given

from naqala.play import GameState, Human, Mode, PlayerId, evolve
from naqala.play import Played as PlayedEvent
from naqala.play import Started as StartedEvent
from naqala.rules import SWAP, Line, Variant
from naqala.site import protocol
from naqala.site.names import Names
from naqala.site.storage import GameId
from naqala.site.views import game_view, legal_moves, sowing_view
from naqala.site.wire import encode
from tests.rules.strategies import lines

GUEST = Human(PlayerId("guest"))


@pytest.mark.parametrize("text", ["kalah(6,4)", "kalah(6,3)+pie", "kalah(6,4)+leave-rest", "oware"])
def test_a_ply_tells_the_stores_after_it_and_the_last_one_those_of_the_outcome(text: str) -> None:
    rng = random.Random(7)
    state: GameState = evolve(None, StartedEvent(Variant.parse(text), Mode.LOCAL, (GUEST, GUEST)))
    stores = []
    while (seat := state.seat_to_move) is not None and state.line.outcome is None:
        move = rng.choice(state.position.legal_moves())
        state = evolve(state, PlayedEvent(seat, move))
        stores.append(list(state.position.stores))
    view = game_view(GameId("AAAAAAAAAAAA"), state, GUEST.player_id, 0, Names())
    assert [ply.stores for ply in view.plies] == stores
    outcome = state.line.outcome
    assert outcome is not None
    assert tuple(view.plies[-1].stores) == outcome.stores


@given(lines())
def test_a_legal_move_tells_the_steps_that_will_be_told_when_it_is_made(line: Line) -> None:
    told = [
        msgspec.json.decode(encode(legal), type=protocol.LegalMove) for legal in legal_moves(line)
    ]
    assert [legal.move for legal in told] == list(line.position.legal_moves())
    for legal in told:
        if legal.move == SWAP:
            assert legal.sowing is None
        else:
            assert legal.sowing is not None
            made = sowing_view(line.sow(legal.move))
            for step in legal.sowing.__struct_fields__:
                assert getattr(legal.sowing, step) == getattr(made, step)
