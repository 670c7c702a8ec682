"""Where a game stands: the fold of its events."""

from collections.abc import Iterable
from dataclasses import field, replace

from naqala.play.clock import Clock
from naqala.play.event import Ended, Event, Granted, Played, Replaced, Started, Undone
from naqala.play.seat import FIRST, SECOND, Mode, Seat, Sitter
from naqala.rules import Line, Outcome, Position, Score, Side
from naqala.values import value


@value(frozen=True, slots=True)
class GameState:
    """A game between two seats.

    `ply_seats` are the seats that made the plies of `line`, `ply_scores` what they said that they
    hold with it, if they said anything. `seq` is the number of the last event; `board_seq` that of
    the last one that changed the position, which never goes down, not even by an undo.
    `seat_to_move` is the seat whose turn it is; None when the game is over.
    """

    mode: Mode
    sitters: tuple[Sitter, Sitter]
    line: Line
    ply_seats: tuple[Seat, ...]
    ply_scores: tuple[Score | None, ...]
    seq: int
    board_seq: int
    outcome: Outcome | None = None
    clock: Clock | None = None
    seat_to_move: Seat | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        line = self.line
        self.seat_to_move = (  # type: ignore[misc]
            None if self.outcome is not None else line.position.to_move ^ line.is_swapped
        )

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.line.position

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or by a player."""
        return self.outcome is not None

    def seat_of(self, side: Side) -> Seat:
        """The seat that plays a side now."""
        return side ^ self.line.is_swapped

    def side_of(self, seat: Seat) -> Side:
        """The side that a seat plays now."""
        return Side(seat ^ self.line.is_swapped)

    def plies_of(self, seat: Seat) -> int:
        """How many plies a seat has made that stand."""
        return self.ply_seats.count(seat)

    def seats_of(self, sitter: Sitter) -> tuple[Seat, ...]:
        """The seats that somebody holds: none for a spectator, both on one device."""
        first, second = self.sitters
        if first == sitter:
            return (FIRST, SECOND) if second == sitter else (FIRST,)
        return (SECOND,) if second == sitter else ()


def evolve(state: GameState | None, event: Event) -> GameState:
    """The state after one more event; the first is `Started`.

    Events are facts: nothing is judged here.
    """
    if isinstance(event, Started):
        start = Position.start(event.variant)
        return GameState(
            event.mode,
            event.sitters,
            Line.begin(start),
            (),
            (),
            seq=1,
            board_seq=1,
            clock=event.clock,
        )
    if state is None:
        raise ValueError(f"a game begins with Started, not {event}")
    seq = state.seq + 1
    match event:
        case Played():
            # Made directly: most events are plies, and `replace` takes as long as sowing does.
            return GameState(
                state.mode,
                state.sitters,
                state.line.play(event.move),
                state.ply_seats + (event.seat,),
                state.ply_scores + (event.score,),
                seq,
                seq,
                state.outcome,
                event.clock,
            )
        case Undone():
            return replace(
                state,
                line=state.line.take_back(event.plies),
                ply_seats=state.ply_seats[: -event.plies],
                ply_scores=state.ply_scores[: -event.plies],
                seq=seq,
                board_seq=seq,
                outcome=None,
                clock=event.clock,
            )
        case Ended():
            return replace(state, outcome=event.outcome, seq=seq, clock=event.clock)
        case Granted():
            return replace(state, seq=seq, clock=event.clock)
        case Replaced():
            sitters = list(state.sitters)
            sitters[event.seat] = event.sitter
            return replace(state, sitters=(sitters[0], sitters[1]), seq=seq)


def fold(events: Iterable[Event]) -> GameState:
    """The state after all events of a game.

    Raises:
        ValueError: if they do not begin with `Started`.

    """
    state = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a game has at least one event")
    return state
