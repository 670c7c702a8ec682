"""What a reader sees of a game: states and events as messages of the wire."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias, cast

import msgspec

from naqala.engine import Analysis
from naqala.play import (
    CPU_STEPS_IN_MS,
    Clock,
    Cpu,
    Ended,
    GameState,
    Granted,
    Human,
    Mode,
    Played,
    PlayerId,
    Replaced,
    Seat,
    Sitter,
    Started,
    Undone,
    absence_to_claim_ms,
    evolve,
    fold,
    plies_to_undo,
)
from naqala.rules import (
    SOUTH,
    SWAP,
    Bounds,
    Estimate,
    Exact,
    Line,
    Move,
    Outcome,
    Position,
    Score,
    Side,
    Sowing,
    Track,
    Transfer,
)
from naqala.site import protocol
from naqala.site.names import Names
from naqala.site.storage import GameId, Record
from naqala.site.wire import encode

Step: TypeAlias = tuple[Record, GameState]
"""An event and the state that it led to."""

SIDE_NAMES: tuple[protocol.SideName, protocol.SideName] = ("south", "north")


def game_view(
    game_id: GameId, state: GameState, reader: PlayerId | None, now_ms: int, names: Names
) -> protocol.GameView:
    """The whole game as a reader sees it; None is a reader who holds no seat."""
    variant = state.line.start.variant
    return protocol.GameView(
        id=game_id,
        variant=str(variant),
        pits=variant.pits,
        seeds=variant.seeds,
        mode=state.mode.value,
        seats=[_seat_view(sitter, names) for sitter in state.sitters],
        you=[] if reader is None else list(state.seats_of(Human(reader))),
        plies=_ply_views(state),
        board=board_view(state, now_ms),
        claim_after_ms=absence_to_claim_ms(state) if state.mode.is_between_people else None,
        cpu_after_ms=CPU_STEPS_IN_MS if state.mode is Mode.FRIEND else None,
    )


def board_view(state: GameState, now_ms: int) -> protocol.BoardView:
    """Where the game stands, the same for all readers."""
    line, seat = state.line, state.seat_to_move
    position, last = line.position, line.last
    is_over = state.outcome is not None
    return protocol.BoardView(
        seq=state.seq,
        after=state.board_seq,
        places=position.board,
        unscored=position.unscored,
        to_move=SIDE_NAMES[position.to_move],
        seat_to_move=seat,
        south_seat=state.seat_of(SOUTH),
        extra_turn=last is not None and last.extra_turn and not is_over,
        forced_pit=position.forced_pit,
        is_swap_offered=position.is_swap_offered and not is_over,
        can_undo=plies_to_undo(state) > 0,
        # The CPU knows what it may do.
        legal=[] if seat is None or isinstance(state.sitters[seat], Cpu) else legal_moves(line),
        last=None if last is None else sowing_view(last),
        outcome=None if state.outcome is None else _outcome_view(state, state.outcome),
        clock=None if state.clock is None else _clock_view(state.clock, now_ms),
    )


def legal_moves(line: Line) -> list[protocol.LegalMove]:
    """Every legal move with what it would do."""
    legal = [
        protocol.LegalMove(move, _sowing_steps(line.sow(move)))
        if track is None
        else _quiet_move(move, track)
        for move, track in line.position.quiet_tracks().items()
    ]
    return [*legal, protocol.LegalMove(SWAP, None)] if line.position.is_swap_offered else legal


@cache
def _quiet_move(move: Move, track: Track) -> protocol.LegalMove:
    """A move that captures and ends nothing. Most moves are one of these, and there are few: each
    is encoded once, and passes for a message with whatever encodes it.
    """
    steps = protocol.SowingSteps(
        origin=track.origin,
        visited=track.visited,
        captures=(),
        extra_turn=track.extra_turn,
        sweep=(),
        ends=False,
    )
    encoded = msgspec.Raw(encode(protocol.LegalMove(move, steps)))
    return cast("protocol.LegalMove", encoded)


def events_since(records: Sequence[Record], seen: int, names: Names) -> list[protocol.EventView]:
    """All events of a game after `seen`, as messages; folds those before."""
    before = fold(record.event for record in records[:seen]) if 0 < seen <= len(records) else None
    return event_views(before, steps_of(before, records[seen:]), names)


def steps_of(before: GameState | None, records: Iterable[Record]) -> list[Step]:
    """Events with the states that they led to; `before` is None for the first of a game."""
    steps = []
    state = before
    for record in records:
        state = evolve(state, record.event)
        steps.append((record, state))
    return steps


def event_views(
    before: GameState | None, steps: Iterable[Step], names: Names
) -> list[protocol.EventView]:
    """Events as messages; `before` is the state that they happened to, None for the first."""
    views: list[protocol.EventView] = []
    for record, after in steps:
        views.append(_event_view(before, after, record, names))
        before = after
    return views


def _event_view(
    before: GameState | None, after: GameState, record: Record, names: Names
) -> protocol.EventView:
    seq, at_ms, event, key = record
    # The CPU's and the server's are nobody's to wait for.
    command = None if key is None or not key.player_id else key.command_id
    if isinstance(event, Started) or before is None:
        return protocol.Started(
            seq=seq,
            at_ms=at_ms,
            variant=str(after.line.start.variant),
            mode=after.mode.value,
            seats=[_seat_view(sitter, names) for sitter in after.sitters],
        )
    match event:
        case Played():
            sowing = after.line.last
            return protocol.Played(
                seq=seq,
                at_ms=at_ms,
                ply=_ply_view(
                    event.seat, before.line.position.to_move, event.move, after.line, event.score
                ),
                sowing=None if sowing is None else sowing_view(sowing),
                command=command,
            )
        case Undone():
            return protocol.Undone(
                seq=seq, at_ms=at_ms, seat=event.seat, plies=event.plies, command=command
            )
        case Ended():
            return protocol.Ended(
                seq=seq, at_ms=at_ms, outcome=_outcome_view(after, event.outcome), command=command
            )
        case Replaced():
            return protocol.Replaced(
                seq=seq,
                at_ms=at_ms,
                seat=event.seat,
                sitter=_seat_view(event.sitter, names),
                command=command,
            )
        case Granted():
            return protocol.Granted(seq=seq, at_ms=at_ms)


def sowing_view(sowing: Sowing) -> protocol.SowingView:
    """A sowing that was made, as a message."""
    origin, visited, captures, extra_turn, sweep, after = sowing
    return protocol.SowingView(
        origin=origin,
        visited=visited,
        captures=_transfer_views(captures) if captures else (),
        extra_turn=extra_turn,
        sweep=_transfer_views(sweep) if sweep else (),
        # Whatever ends a game by a move sweeps it, and says why.
        ends=after.reason is not None,
        places=after.board,
    )


def _sowing_steps(sowing: Sowing) -> protocol.SowingSteps:
    """A sowing that may be made, as a message."""
    return protocol.SowingSteps(
        origin=sowing.origin,
        visited=sowing.visited,
        captures=_transfer_views(sowing.captures),
        extra_turn=sowing.extra_turn,
        sweep=_transfer_views(sowing.sweep),
        ends=sowing.after.reason is not None,
    )


def score_view(score: Score) -> protocol.ScoreView:
    """A score as a message."""
    match score:
        case Exact():
            return protocol.ExactView(score.margin)
        case Bounds():
            return protocol.BoundsView(score.lower, score.upper)
        case Estimate():
            return protocol.EstimateView(score.margin)


def analysis_view(position: Position, analysis: Analysis) -> protocol.AnalysisView:
    """An analysis of a position as a message."""
    return protocol.AnalysisView(
        to_move=SIDE_NAMES[position.to_move],
        score=score_view(analysis.score),
        moves=[
            protocol.MoveValue(move, score_view(score)) for move, score in analysis.scores.items()
        ],
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 3),
    )


def _transfer_views(transfers: tuple[Transfer, ...]) -> tuple[protocol.TransferView, ...]:
    return tuple(
        protocol.TransferView(transfer.pit, transfer.seeds, transfer.store)
        for transfer in transfers
    )


def _seat_view(sitter: Sitter, names: Names) -> protocol.SeatView:
    if isinstance(sitter, Human):
        player_id = sitter.player_id
        return protocol.SeatView(
            "human", None, names(player_id), has_account=names.has_account(player_id)
        )
    return protocol.SeatView("cpu", sitter.level, None)  # type: ignore[arg-type]


def _clock_view(clock: Clock, now_ms: int) -> protocol.ClockView:
    return protocol.ClockView(
        control=str(clock.control),
        remaining_ms=list(clock.remaining_ms),
        at_ms=clock.at_ms,
        now_ms=now_ms,
        is_running=clock.is_running,
    )


def _outcome_view(state: GameState, outcome: Outcome) -> protocol.OutcomeView:
    winner = outcome.winner
    return protocol.OutcomeView(
        winner=None if winner is None else SIDE_NAMES[winner],
        winner_seat=None if winner is None else state.seat_of(winner),
        reason=outcome.reason.value,
        margin=outcome.margin,
        stores=list(outcome.stores),
        unscored=state.position.unscored,
    )


def _ply_view(
    seat: Seat, side: Side, move: int, line: Line, score: Score | None
) -> protocol.PlyView:
    """A ply that a side has made, at the end of the line that it led to."""
    sowing = line.last
    return protocol.PlyView(
        seat=seat,
        side=SIDE_NAMES[side],
        move=move,
        seeds=0 if sowing is None else len(sowing.visited),
        captured=0 if sowing is None else sowing.captured,
        extra_turn=sowing is not None and sowing.extra_turn,
        stores=list(line.position.stores),
        score=None if score is None else score_view(score),
    )


def _ply_views(state: GameState) -> list[protocol.PlyView]:
    # The line knows what every ply did: playing it again would cost milliseconds, and whoever
    # sends stale commands gets the whole game each time.
    lines: list[Line] = []
    line = state.line
    while line.before is not None:
        lines.append(line)
        line = line.before
    plies = zip(state.ply_seats, reversed(lines), state.ply_scores, strict=True)
    return [
        _ply_view(seat, line.before.position.to_move, line.moves[-1], line, score)
        for seat, line, score in plies
        if line.before is not None
    ]
