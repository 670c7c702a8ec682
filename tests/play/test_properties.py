"""What holds for every game, whoever sends what in which order."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from naqala.play import (
    FIRST,
    SECOND,
    SERVER,
    Abort,
    Actor,
    ClaimAbandonment,
    Clock,
    Command,
    Context,
    Cpu,
    Event,
    Flag,
    GameState,
    GiveBack,
    HandToCpu,
    Human,
    Mode,
    Played,
    PlayerId,
    Rejection,
    Resign,
    Sitter,
    Sow,
    Started,
    SwapSides,
    TimeControl,
    Undo,
    deadline_ms,
    decide,
    evolve,
    fold,
)
from naqala.rules import SWAP, Line, Position, Variant

ANA = Human(PlayerId("ana"))
BETO = Human(PlayerId("beto"))
CPU = Cpu("hard")

VARIANTS = st.sampled_from(
    [
        Variant.parse(text)
        for text in (
            "kalah",
            "kalah(6,3)+pie",
            "kalah(3,2)+pie+by-turns",
            "kalah(2,1)",
            "kalah(4,3)+empty-capture+leave-rest",
            "kalah(1,3)+rest-to-emptier",
            "wari",
            "oware",
        )
    ]
)
SEATS = st.sampled_from([FIRST, SECOND])
BEGAN_MS = 1_700_000_000_000


@st.composite
def starts(draw: st.DrawFn) -> Started:
    mode = draw(st.sampled_from(Mode))
    chairs: dict[Mode, list[tuple[Sitter, Sitter]]] = {
        Mode.CPU: [(ANA, CPU), (CPU, ANA)],
        Mode.LOCAL: [(ANA, ANA)],
    }
    sitters = draw(st.sampled_from(chairs.get(mode, [(ANA, BETO), (BETO, ANA)])))
    control = draw(st.sampled_from([None, TimeControl(1, 0), TimeControl(3, 2)]))
    clock = None if control is None else Clock.begin(control, BEGAN_MS)
    return Started(draw(VARIANTS), mode, sitters, clock)


@dataclass
class Earlier:
    """A state that was, and the commands that were accepted in it."""

    state: GameState
    accepted: list[Command] = field(default_factory=list)


class Game(RuleBasedStateMachine):
    """A game to which people, the CPU and strangers send whatever they like."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []
        self.state: GameState | None = None
        self.history: list[Earlier] = []
        self.now_ms = BEGAN_MS
        self.round_trip_ms = 0
        self.absent_ms = (0, 0)

    def context(self, actor: Actor) -> Context:
        return Context(actor, self.now_ms, self.round_trip_ms, self.absent_ms)

    @precondition(lambda self: self.state is None)
    @rule(started=starts())
    def begin(self, started: Started) -> None:
        self.events = [started]
        self.state = fold(self.events)
        self.history = [Earlier(self.state)]

    def send(self, command: Command, actor: Actor) -> bool:
        assert self.state is not None
        before = self.state
        decision = decide(before, command, self.context(actor))
        if isinstance(decision, Rejection):
            assert decision.message
            return False
        if isinstance(command, Flag | GiveBack):
            assert actor == SERVER
        else:
            assert before.sitters[command.seat] == actor
        for event in decision:
            self.state = evolve(self.state, event)
        self.events += decision
        self.history[-1].accepted.append(command)
        self.history.append(Earlier(self.state))
        return True

    @precondition(lambda self: self.state is not None and not self.state.is_over)
    @rule(choice=st.integers(0, 6))
    def play_legally(self, choice: int) -> None:
        assert self.state is not None
        seat = self.state.seat_to_move
        assert seat is not None
        moves = self.state.position.legal_moves()
        move = moves[choice % len(moves)]
        after = self.state.board_seq
        command: Command = SwapSides(seat, after) if move == SWAP else Sow(seat, after, move)
        clock = self.state.clock
        is_in_time = clock is None or clock.left_ms(seat, self.now_ms, self.round_trip_ms) > 0
        assert self.send(command, self.state.sitters[seat]) is is_in_time

    @rule(ms=st.one_of(st.integers(0, 3_000), st.integers(0, 90_000)))
    def time_passes(self, ms: int) -> None:
        self.now_ms += ms

    @rule(
        round_trip_ms=st.integers(0, 2_000),
        absent_ms=st.tuples(st.integers(0, 150_000), st.integers(0, 150_000)),
    )
    def the_network_changes(self, round_trip_ms: int, absent_ms: tuple[int, int]) -> None:
        self.round_trip_ms, self.absent_ms = round_trip_ms, absent_ms

    @precondition(lambda self: self.state is not None and not self.state.is_over)
    @rule()
    def the_server_looks_at_the_clocks(self) -> None:
        """A flag falls exactly at its deadline, and never for who still may move."""
        assert self.state is not None
        falls_ms = deadline_ms(self.state, self.round_trip_ms)
        seat = self.state.seat_to_move
        is_due = falls_ms is not None and self.now_ms >= falls_ms
        assert seat is not None
        if is_due and self.state.clock is not None and self.state.clock.is_running:
            assert self.state.clock.left_ms(seat, self.now_ms, self.round_trip_ms) <= 0
        assert self.send(Flag(), SERVER) is is_due
        assert not is_due or self.state.is_over

    @precondition(lambda self: self.state is not None)
    @rule(actor=st.sampled_from([ANA, BETO, CPU]), ago_ms=st.integers(-5, 5))
    def forge_what_only_the_server_may(self, actor: Sitter, ago_ms: int) -> None:
        assert not self.send(Flag(), actor)
        assert not self.send(GiveBack(self.now_ms - ago_ms), actor)

    @precondition(lambda self: self.state is not None)
    @rule(pause_ms=st.integers(0, 100_000))
    def restart_the_server(self, pause_ms: int) -> None:
        """Time without a server is nobody's: who thinks has as much left as before."""
        assert self.state is not None
        before, began_ms = self.state, self.now_ms
        self.now_ms += pause_ms
        clock, seat = before.clock, before.seat_to_move
        if self.send(GiveBack(began_ms), SERVER) and clock is not None and seat is not None:
            assert pause_ms > 0
            assert self.state.clock is not None
            left_ms = self.state.clock.left_ms(seat, self.now_ms)
            assert left_ms == clock.left_ms(seat, began_ms)

    @precondition(lambda self: self.state is not None)
    @rule(
        actor=st.sampled_from([ANA, BETO, CPU]),
        seat=SEATS,
        pit=st.integers(1, 8),
        back=st.integers(-1, 3),
        kind=st.sampled_from(["sow", "swap", "undo"]),
    )
    def send_anything(self, actor: Sitter, seat: int, pit: int, back: int, kind: str) -> None:
        assert self.state is not None
        after = self.state.board_seq - back
        command: Command
        if kind == "sow":
            command = Sow(seat, after, pit)
        else:
            command = SwapSides(seat, after) if kind == "swap" else Undo(seat, after)
        if self.send(command, actor):
            assert back == 0

    @precondition(lambda self: self.state is not None and len(self.events) > 4)
    @rule(actor=st.sampled_from([ANA, BETO]), seat=SEATS, aborts=st.booleans())
    def give_up(self, actor: Sitter, seat: int, aborts: bool) -> None:
        self.send(Abort(seat) if aborts else Resign(seat), actor)

    @precondition(lambda self: self.state is not None)
    @rule(actor=st.sampled_from([ANA, BETO]), seat=SEATS, claims=st.booleans())
    def speak_of_who_is_away(self, actor: Sitter, seat: int, claims: bool) -> None:
        assert self.state is not None
        before = self.state
        if not self.send(ClaimAbandonment(seat) if claims else HandToCpu(seat), actor):
            return
        assert before.mode.is_between_people
        assert self.absent_ms[1 - seat] >= 40_000
        if claims:
            assert self.state.is_over
        else:
            assert self.absent_ms[1 - seat] >= 120_000
            assert self.state.sitters[1 - seat] == Cpu("medium")
            assert self.state.position == before.position

    @precondition(lambda self: self.state is not None)
    @rule(seat=SEATS)
    def undo_then_replay(self, seat: int) -> None:
        """Undo and replay give the same position and the same player to move."""
        assert self.state is not None
        before = self.state
        if not self.send(Undo(seat, before.board_seq), ANA):
            return
        assert not before.mode.is_between_people
        undone = self.state
        plies = len(before.line.moves) - len(undone.line.moves)
        assert plies >= 1
        assert undone.seat_to_move == before.ply_seats[-plies]
        replayed = undone
        for move in before.line.moves[-plies:]:
            mover = replayed.seat_to_move
            assert mover is not None
            replayed = evolve(replayed, Played(mover, move))
        assert replayed.line == before.line
        assert replayed.ply_seats == before.ply_seats
        assert replayed.position.to_move == before.position.to_move

    @precondition(lambda self: len(self.history) > 1)
    @rule(data=st.data())
    def repeat_what_was_accepted(self, data: st.DataObject) -> None:
        """A board command that was accepted once is never accepted again: its `after` is gone."""
        assert self.state is not None
        accepted = [command for earlier in self.history for command in earlier.accepted]
        command = data.draw(st.sampled_from(accepted))
        if isinstance(command, Sow | SwapSides | Undo):
            actor = self.state.sitters[command.seat]
            assert isinstance(decide(self.state, command, self.context(actor)), Rejection)

    @invariant()
    def folding_the_history_gives_the_live_state(self) -> None:
        if self.state is not None:
            assert fold(self.events) == self.state
            assert self.state.seq == len(self.events)

    @invariant()
    def the_line_replays_to_the_position(self) -> None:
        if self.state is not None:
            line = Line.of(self.state.line.start, self.state.line.moves)
            assert line.position == self.state.position
            assert len(self.state.ply_seats) == len(line.moves)

    @invariant()
    def board_seq_never_goes_down(self) -> None:
        seqs = [earlier.state.board_seq for earlier in self.history]
        assert seqs == sorted(seqs)

    @invariant()
    def nobody_has_more_time_than_he_was_given(self) -> None:
        """Forgiven delay is never more than the quotas, whatever round trip was measured."""
        if self.state is None or self.state.clock is None:
            return
        clock = self.state.clock
        for seat in (FIRST, SECOND):
            plies = sum(isinstance(event, Played) and event.seat == seat for event in self.events)
            given_ms = clock.control.minutes * 60_000 + clock.control.increment_s * 1_000 * plies
            assert clock.remaining_ms[seat] <= given_ms
            assert 0 <= clock.quota_ms[seat] <= 1_000

    @invariant()
    def clocks_run_only_while_somebody_thinks(self) -> None:
        if self.state is not None and self.state.clock is not None:
            assert not (self.state.is_over and self.state.clock.is_running)

    @invariant()
    def seeds_add_up(self) -> None:
        if self.state is not None:
            position = self.state.position
            assert position.total == position.variant.total

    @invariant()
    def a_game_that_the_rules_end_has_their_outcome(self) -> None:
        if self.state is not None and self.state.position.is_over:
            assert self.state.outcome is not None


TestGame = Game.TestCase


@given(starts(), st.lists(st.integers(0, 6), max_size=60))
def test_seats_alternate_with_the_side_to_move_through_chains_and_swaps(
    started: Started, choices: list[int]
) -> None:
    state = fold([started])
    for choice in choices:
        moves = state.position.legal_moves()
        if state.is_over or not moves:
            break
        seat = state.seat_to_move
        assert seat is not None
        assert state.side_of(seat) is state.position.to_move
        move = moves[choice % len(moves)]
        after = state.board_seq
        command: Command = SwapSides(seat, after) if move == SWAP else Sow(seat, after, move)
        decision = decide(state, command, Context(state.sitters[seat], BEGAN_MS))
        assert isinstance(decision, list)
        for event in decision:
            state = evolve(state, event)
    assert Position.start(started.variant) == state.line.start
