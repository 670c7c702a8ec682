"""Every message of the wire, over sockets and HTTP, named by its direction.

`ClientMessage` goes from a page to the server, `ServerMessage` the other way. Socket frames are one
JSON object each, told apart by `type`; HTTP bodies are the same structs. The client's TypeScript
types are generated from here (`client/generate.py`), docs/protocol.md tells how they are used.

Places are indices of the board in sowing order (drawn in `rules/position.py`); moves are pit
numbers from the mover's left, 0 is the swap; seats are 0 (moved first) and 1.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

PROTOCOL_VERSION = 3
"""Rises with every change that an older page would not understand; such a page reloads."""

# In Python a bare `$` lets a newline pass behind it.
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]+$(?!\n)", min_length=8, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Seq = Annotated[int, Meta(ge=0, le=2**31)]
SideName = Literal["south", "north"]
LevelName = Literal["easy", "medium", "hard", "perfect"]
ModeName = Literal["cpu", "local", "friend", "casual", "rated"]
OwnModeName = Literal["cpu", "local"]
"""Modes of the games that one person begins alone."""
ClockText = Annotated[str, Meta(pattern=r"^[1-9][0-9]?\+(0|[1-9][0-9]?)$(?!\n)")]
"""Minutes for each side and seconds added with every ply, such as `3+2`."""
PhraseName = Literal[
    "hello",
    "good_luck",
    "nice_move",
    "well_played",
    "thanks",
    "good_game",
    "one_moment",
    "must_go",
]
"""What two people can say to each other; the words are the page's, each in its language."""
ReasonName = Literal[
    "pits_empty",
    "no_moves",
    "repetition",
    "majority",
    "resignation",
    "time",
    "abandonment",
    "aborted",
]


class Message(Struct, forbid_unknown_fields=True, frozen=True, gc=False):
    """What all structs of the wire share: unknown fields are refused.

    Nothing of it leads back to itself, so the collector need not look at it.
    """


# From the page to the server


class Command(Message, frozen=True):
    """What a seat asks for. `id` is new for every command and the same for every repeat of it."""

    id: Id
    seat: SeatNumber


class BoardCommand(Command, frozen=True):
    """A command on the board; `after` is the `BoardView.after` that it was made for."""

    after: Seq


class Sow(BoardCommand, frozen=True, tag="sow"):
    """Sows a pit."""

    pit: Annotated[int, Meta(ge=1, le=6)]


class SwapSides(BoardCommand, frozen=True, tag="swap"):
    """Takes the pie rule's offer."""


class Undo(BoardCommand, frozen=True, tag="undo"):
    """Takes back one's last move and what followed it."""


class Resign(Command, frozen=True, tag="resign"):
    """Gives the game to the other seat."""


class Abort(Command, frozen=True, tag="abort"):
    """Ends the game without a result."""


class ClaimAbandonment(Command, frozen=True, tag="claim_abandonment"):
    """Takes the win from a rival who has been away for too long."""


class HandToCpu(Command, frozen=True, tag="hand_to_cpu"):
    """Goes on against the CPU in the place of a friend who has been away for too long."""


class Say(Command, frozen=True, tag="say"):
    """Says a phrase to the other person of the game. It changes nothing and is kept nowhere."""

    phrase: PhraseName


class Pong(Message, frozen=True, tag="pong"):
    """Answers a `Ping`."""

    n: int


GameCommand: TypeAlias = Sow | SwapSides | Undo | Resign | Abort | ClaimAbandonment | HandToCpu
GameMessage: TypeAlias = GameCommand | Say
ClientMessage: TypeAlias = GameMessage | Pong


class NewGame(Message, frozen=True):
    """Body of `POST /api/games`.

    `level` and `seat` (the person's) belong to mode `cpu`. With `previous` the game continues that
    one's room: it must be the room's newest; if it is not over it is aborted.
    """

    variant: Annotated[str, Meta(max_length=80)]
    mode: OwnModeName
    level: LevelName | None = None
    seat: SeatNumber = 0
    previous: Id | None = None
    clock: ClockText | None = None


class Seek(Message, frozen=True, tag="seek"):
    """On the lobby's socket: looks for an opponent, in place of what was looked for before.

    It ends with the socket, with `cancel_seek`, or with `found`.
    """

    id: Id
    mode: Literal["casual", "rated"]
    variant: Annotated[str, Meta(max_length=80)]
    clock: ClockText


class CancelSeek(Message, frozen=True, tag="cancel_seek"):
    """On the lobby's socket: looks no more."""

    id: Id


LobbyMessage: TypeAlias = Seek | CancelSeek | Pong


class NewRoom(Message, frozen=True):
    """Body of `POST /api/rooms`: what a friend is invited to. Who invites moves first."""

    variant: Annotated[str, Meta(max_length=80)]
    clock: ClockText | None = None


NameText = Annotated[str, Meta(max_length=80)]
PasswordText = Annotated[str, Meta(max_length=1000)]


class SignUp(Message, frozen=True):
    """Body of `POST /api/account`: an account for this session's guest."""

    name: NameText
    password: PasswordText


class LogIn(Message, frozen=True):
    """Body of `POST /api/account/login`."""

    name: NameText
    password: PasswordText


class Recover(Message, frozen=True):
    """Body of `POST /api/account/recover`: a recovery code, and the new password."""

    name: NameText
    code: Annotated[str, Meta(max_length=80)]
    password: PasswordText


class NewName(Message, frozen=True):
    """Body of `POST /api/account/name`."""

    name: NameText


class NewPassword(Message, frozen=True):
    """Body of `POST /api/account/password`."""

    password: PasswordText
    new_password: PasswordText


class Proof(Message, frozen=True):
    """Body of what an account does only with its password: new codes, and deleting itself."""

    password: PasswordText


class AnalysisLimits(Message, frozen=True):
    """How much an analysis may cost; more than the server gives is cut to what it gives."""

    nodes: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    time_ms: Annotated[int, Meta(ge=1, le=2**31)] | None = None


class AnalysisQuestion(Message, frozen=True):
    """Body of `POST /api/analysis`: a position as text, without what was on the board before it."""

    variant: Annotated[str, Meta(max_length=80)]
    position: Annotated[str, Meta(max_length=200)]
    limits: AnalysisLimits = AnalysisLimits()


class HintQuestion(Message, frozen=True):
    """Body of `POST /api/games/{id}/hint`: `after` is that of the board it is asked for."""

    after: Seq


# From the server to the page


class TransferView(Message, frozen=True):
    """All seeds of a pit going to a store, or off the board when `store` is null."""

    pit: int
    seeds: int
    store: int | None


class SowingSteps(Message, frozen=True):
    """A move, step by step; `ends` says that the game is over.

    The seeds of `origin` fall one by one into `visited`, then `captures` and `sweep` clear pits.
    """

    origin: int
    visited: tuple[int, ...]
    captures: tuple[TransferView, ...]
    extra_turn: bool
    sweep: tuple[TransferView, ...]
    ends: bool


class SowingView(SowingSteps, frozen=True):
    """A move that was made, step by step; `places` is the board afterwards."""

    places: tuple[int, ...]


class LegalMove(Message, frozen=True):
    """A move that the reader may make now and what it would do; `sowing` is null for the swap."""

    move: int
    sowing: SowingSteps | None


class OutcomeView(Message, frozen=True):
    """How the game ended; `margin` is South's store minus North's; nobody has the `unscored`."""

    winner: SideName | None
    winner_seat: SeatNumber | None
    reason: ReasonName
    margin: int
    stores: list[int]
    unscored: int


class ClockView(Message, frozen=True):
    """Both clocks by seat, as they stood at `at_ms`; `now_ms` is the time of the server at telling.

    While `is_running` the time of the seat to move has run since `at_ms`.
    """

    control: ClockText
    remaining_ms: list[int]
    at_ms: int
    now_ms: int
    is_running: bool


class BoardView(Message, frozen=True):
    """Where the game stands now.

    `seq` is the number of the last event, `after` that of the last one that changed the board.
    `south_seat` is the seat that plays South (a swap changes it). `can_undo` says whether the
    people who play may take back. `legal` are the moves of the seat to move, none when it is the
    CPU's. `last` is the last sowing, for its marks. All readers are told the same.
    """

    seq: Seq
    after: Seq
    places: tuple[int, ...]
    unscored: int
    to_move: SideName
    seat_to_move: SeatNumber | None
    south_seat: SeatNumber
    extra_turn: bool
    forced_pit: int | None
    is_swap_offered: bool
    can_undo: bool
    legal: list[LegalMove]
    last: SowingView | None
    outcome: OutcomeView | None
    clock: ClockView | None


class SeatView(Message, frozen=True):
    """Who holds a seat; `level` is the CPU's, `name` a person's, null when he has deleted himself.

    `has_account` says that the name leads to a player's page.
    """

    kind: Literal["human", "cpu"]
    level: LevelName | None
    name: str | None
    has_account: bool = False


class ExactView(Message, frozen=True, tag="exact"):
    """The final margin under perfect play, proven."""

    margin: int


class BoundsView(Message, frozen=True, tag="bounds"):
    """The final margin under perfect play lies between these, proven; they decide who wins."""

    lower: int
    upper: int


class EstimateView(Message, frozen=True, tag="estimate"):
    """What the search thinks that the final margin will be; nothing is proven."""

    margin: float


ScoreView: TypeAlias = ExactView | BoundsView | EstimateView
"""Margins in seeds, stores included, from the view of whoever is said to be meant."""


class PlyView(Message, frozen=True):
    """One ply of the move list; `seeds` and `captured` are 0 for the swap.

    `stores` are South's and North's after it, with the sweep of a game's last ply.
    `score` is what the CPU says that its seat holds with this ply; only level perfect tells it.
    """

    seat: SeatNumber
    side: SideName
    move: int
    seeds: int
    captured: int
    extra_turn: bool
    stores: list[int]
    score: ScoreView | None = None


class GameView(Message, frozen=True):
    """A whole game as one reader sees it; `you` are the seats he holds.

    Between people `claim_after_ms` says for how long a rival must be away before the game can be
    claimed, `cpu_after_ms` before the CPU can take a friend's place.
    """

    id: Id
    variant: str
    pits: int
    seeds: int
    mode: ModeName
    seats: list[SeatView]
    you: list[SeatNumber]
    plies: list[PlyView]
    board: BoardView
    claim_after_ms: int | None
    cpu_after_ms: int | None


class CurrentGame(Message, frozen=True):
    """Answer of `GET /api/games/current`; null for a session that has begun no game."""

    game: GameView | None


# Where a person's command has caused events, the first of them names it: that is its answer.


class Started(Message, frozen=True, tag="started"):
    """Event 1: the game began."""

    seq: Seq
    at_ms: int
    variant: str
    mode: ModeName
    seats: list[SeatView]


class Played(Message, frozen=True, tag="played"):
    """A ply was made; `sowing` is null for the swap."""

    seq: Seq
    at_ms: int
    ply: PlyView
    sowing: SowingView | None
    command: Id | None = None


class Undone(Message, frozen=True, tag="undone"):
    """The last plies were taken back."""

    seq: Seq
    at_ms: int
    seat: SeatNumber
    plies: int
    command: Id | None = None


class Ended(Message, frozen=True, tag="ended"):
    """The game is over."""

    seq: Seq
    at_ms: int
    outcome: OutcomeView
    command: Id | None = None


class Replaced(Message, frozen=True, tag="replaced"):
    """Somebody else holds a seat from now on."""

    seq: Seq
    at_ms: int
    seat: SeatNumber
    sitter: SeatView
    command: Id | None = None


class Granted(Message, frozen=True, tag="granted"):
    """The server was down, and gave that time back to whoever was thinking."""

    seq: Seq
    at_ms: int


EventView: TypeAlias = Started | Played | Undone | Ended | Replaced | Granted


class ErrorView(Message, frozen=True):
    """What was wrong and what would be right, in English; `code` is for programs."""

    code: str
    message: str
    detail: dict[str, Any]


class ErrorBody(Message, frozen=True):
    """Body of every HTTP answer that is an error."""

    error: ErrorView


class Hello(Message, frozen=True, tag="hello"):
    """First message of every socket. A page that speaks an older protocol reloads.

    The server sends a `Ping` every `heartbeat_ms`; a page that hears nothing for three of them
    connects anew.
    """

    protocol: int
    heartbeat_ms: int


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The whole game: for a new reader, or one who missed too much."""

    game: GameView


class Events(Message, frozen=True, tag="events"):
    """What happened since what the reader has seen, in order without gaps, and where it led."""

    events: list[EventView]
    board: BoardView


class Accepted(Message, frozen=True, tag="accepted"):
    """Answers a repeat of a command that was accepted before; `seq` is its first event."""

    id: Id
    seq: Seq


class Rejected(Message, frozen=True, tag="rejected"):
    """A command changed nothing. `game` comes with `stale`: what the sender missed.

    `id` is null when the message could not be read at all.
    """

    id: str | None
    error: ErrorView
    game: GameView | None = None


class Continued(Message, frozen=True, tag="continued"):
    """The room has a newer game; whoever looks at this one moves on to it."""

    game_id: Id


class RoomView(Message, frozen=True, tag="room"):
    """A room behind a link, as one reader sees it; without a game it waits for somebody to join.

    `is_yours` says that the reader has made it. It is gone after `expires_ms` (since 1970).
    """

    token: str
    inviter: str
    is_yours: bool
    is_inviter_here: bool
    variant: str
    clock: ClockText | None
    game_id: Id | None
    expires_ms: int


class PlayerView(Message, frozen=True):
    """Who somebody is: his name, and whether he has an account."""

    name: str
    has_account: bool


class Me(Message, frozen=True):
    """Answer of `GET /api/me`; null for a browser that has no session yet."""

    player: PlayerView | None


class SessionView(Message, frozen=True):
    """Where an account is logged in; `browser` and `system` are names of families."""

    id: Id
    browser: str | None
    system: str | None
    created_ms: int
    seen_ms: int
    is_this: bool


class AccountView(Message, frozen=True):
    """Answer of `GET /api/account`.

    The name can be changed from `rename_ms` on (null: now).
    """

    name: str
    created_ms: int
    rename_ms: int | None
    codes_left: int
    sessions: list[SessionView]


class EndedSession(Message, frozen=True):
    """Answer of ending a session: the account, null when the session was one's own."""

    account: AccountView | None


class RecoveryCodes(Message, frozen=True):
    """Recovery codes, told this once; each opens the account once."""

    codes: list[str]


class SeatRating(Message, frozen=True):
    """A player's rating in a game; `change` is what the game did to it, null until it is over."""

    rating: int
    deviation: int
    is_provisional: bool
    change: int | None


class GameRatings(Message, frozen=True):
    """Answer of `GET /api/games/{id}/ratings`, by seat; null for who has no rating any more, and
    both in games that are not rated."""

    seats: list[SeatRating | None]


class ExportedRating(Message, frozen=True):
    """A rating as it is stored, with the record and what every game did to it."""

    game: str
    speed: str
    rating: float
    deviation: float
    volatility: float
    wins: int
    draws: int
    losses: int
    at_ms: int


class ExportedChange(Message, frozen=True):
    """What a rated game did to a rating."""

    game_id: str
    game: str
    speed: str
    before: float
    after: float
    deviation: float
    at_ms: int


class ExportedSession(Message, frozen=True):
    """A session, without what opens it."""

    browser: str | None
    system: str | None
    created_ms: int
    seen_ms: int | None


class ExportedProfile(Message, frozen=True):
    """An account's own data."""

    player_id: str
    name: str
    created_ms: int
    renamed_ms: int | None
    recovery_codes_left: int


class ExportedPly(Message, frozen=True):
    """A ply: the pit from the mover's left, 0 for the swap."""

    seat: int
    move: int
    at_ms: int


class ExportedGame(Message, frozen=True):
    """A game with its plies, undone ones left out; `seats` are those that the player held."""

    id: str
    variant: str
    mode: str
    clock: str | None
    created_ms: int
    ended_ms: int | None
    reason: str | None
    seats: list[int]
    moves: list[ExportedPly]


class Export(Message, frozen=True):
    """Answer of `GET /api/account/export`: all that is kept of an account. It has no limit."""

    profile: ExportedProfile
    sessions: list[ExportedSession]
    ratings: list[ExportedRating]
    rating_changes: list[ExportedChange]
    games: list[ExportedGame]


class LiveGameView(Message, frozen=True):
    """A game that can be watched now; `names` by seat, null for who has deleted himself.

    `rating` is what its players have together, null where one of them has none that is known.
    """

    id: Id
    variant: str
    mode: ModeName
    clock: ClockText | None
    names: list[str | None]
    rating: int | None
    plies: int


class LiveGames(Message, frozen=True):
    """Answer of `GET /api/live`: the games between strangers that are played, strongest first."""

    games: list[LiveGameView]


class LobbyView(Message, frozen=True, tag="lobby"):
    """Who is there: pages that are open, people who look for an opponent, the best games to watch.

    `is_seeking` says that this page looks for one.
    """

    online: int
    seeking: int
    is_seeking: bool
    live: list[LiveGameView]


class Found(Message, frozen=True, tag="found"):
    """An opponent is found: the game has begun."""

    game_id: Id


class Presence(Message, frozen=True, tag="presence"):
    """Who is there: by seat for how long its player has been away, null while he is here (as the
    CPU always is), and how many watch without a seat. `is_crowded` says that so many play on the
    site that this game's CPU thinks less than its level does. Until a page is told, all are here,
    nobody watches and there is no crowd.
    """

    away_ms: list[int | None]
    watchers: int
    is_crowded: bool = False


class Said(Message, frozen=True, tag="said"):
    """One of the two people of the game has said something, just now."""

    seat: SeatNumber
    phrase: PhraseName


class Ping(Message, frozen=True, tag="ping"):
    """Asks for a `Pong` with the same number."""

    n: int


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The server stops; connect anew after `retry_ms` and a little chance."""

    retry_ms: int


ServerMessage: TypeAlias = (
    Hello
    | Snapshot
    | Events
    | Accepted
    | Rejected
    | Continued
    | Presence
    | Said
    | RoomView
    | LobbyView
    | Found
    | Ping
    | Goodbye
)


class CommandAnswer(Message, frozen=True):
    """Answer of `POST /api/games/{id}/commands`: as `Accepted`, and where it led."""

    id: Id
    seq: Seq
    events: list[EventView]
    board: BoardView


class WordsView(Message, frozen=True):
    """A text in every language of the site."""

    es: str
    en: str


class LessonAnswerView(Message, frozen=True):
    """A move of a lesson that the reader is shown."""

    move: int
    sowing: SowingView


class LessonMoveView(Message, frozen=True):
    """A legal move of a lesson's board.

    `next` is the index of the board on which the same player goes on, null when the lesson does
    not follow the move further. `answers` are the rival's moves that are shown after it. In a
    puzzle `score` is what the turn counts so far, and `solves` says that it does what is asked.
    """

    move: int
    sowing: SowingView
    next: int | None
    answers: list[LessonAnswerView]
    score: int
    solves: bool


class LessonBoardView(Message, frozen=True):
    """A board of a lesson, before a move of the reader, who plays South."""

    places: list[int]
    to_move: SideName
    forced_pit: int | None
    legal: list[LessonMoveView]


class LessonOpeningView(Message, frozen=True):
    """A move of the rival that is shown before the reader's first; `places` are before it."""

    places: list[int]
    move: LessonAnswerView


class LessonGuideView(Message, frozen=True):
    """A move that is asked for, with what is said before it and after a tap elsewhere."""

    move: int
    text: WordsView
    nudge: WordsView


class PuzzleView(Message, frozen=True):
    """What a puzzle counts, and the best that can be had: fewest for `lost`, else most."""

    aim: Literal["extra_turns", "captured", "lost"]
    target: int
    tries: int
    hint: WordsView


class LessonStepView(Message, frozen=True):
    """A step of a lesson: `boards[0]` is the first, `guides` the moves to make, in order."""

    key: str
    title: WordsView
    opening: LessonOpeningView | None
    boards: list[LessonBoardView]
    guides: list[LessonGuideView]
    praise: WordsView
    puzzle: PuzzleView | None


class LessonView(Message, frozen=True):
    """Answer of `GET /api/lessons/{game}`."""

    game: Literal["kalah", "wari", "oware"]
    variant: str
    pits: int
    seeds: int
    title: WordsView
    steps: list[LessonStepView]
    closing: WordsView


class VariantView(Message, frozen=True):
    """A variant that the site offers."""

    variant: str
    game: Literal["kalah", "wari", "oware"]
    pits: int
    seeds: int
    pie: bool
    empty_capture: bool
    end: Literal["either_row_empty", "mover_stuck"]
    remainder: Literal["owner", "nobody", "emptier"]


class Variants(Message, frozen=True):
    """Answer of `GET /api/variants`: the plain games, and the options that Kalah takes."""

    variants: list[VariantView]
    options: list[str]


class MoveValue(Message, frozen=True):
    """What a legal move is worth to the player who makes it."""

    move: int
    score: ScoreView


class AnalysisView(Message, frozen=True):
    """Answer of `POST /api/analysis`: every legal move, best first, and the position's worth.

    Margins are those of the player to move, `nodes` and `seconds` what it cost.
    """

    to_move: SideName
    score: ScoreView
    moves: list[MoveValue]
    nodes: int
    seconds: float


class HintView(Message, frozen=True):
    """Answer of `POST /api/games/{id}/hint`: the best move for the board with this `after`."""

    after: Seq
    move: int
    score: ScoreView


class PlyReview(Message, frozen=True):
    """What a ply gave away: the seeds by which the best move was better, and that move.

    Unless it is exact, it is an estimate.
    """

    loss: float
    is_exact: bool
    best: int


class GivenAway(Message, frozen=True):
    """The seeds that a seat gave away in all its plies."""

    seeds: float
    is_exact: bool


class ReviewView(Message, frozen=True):
    """Answer of `GET /api/games/{id}/review`, for the game that ended with event `seq`.

    `plies` are those of the game, null while they wait for their turn; `given_away` is by seat, and
    null until all is known: then ask again.
    """

    seq: Seq
    plies: list[PlyReview | None]
    given_away: list[GivenAway] | None
