// Generated from src/naqala/site/protocol.py by client/generate.py. Do not edit.

export const PROTOCOL_VERSION = 3;

/** Sows a pit. */
export interface Sow {
  readonly type: "sow";
  readonly id: string;
  readonly seat: number;
  readonly after: number;
  readonly pit: number;
}

/** Takes the pie rule's offer. */
export interface SwapSides {
  readonly type: "swap";
  readonly id: string;
  readonly seat: number;
  readonly after: number;
}

/** Takes back one's last move and what followed it. */
export interface Undo {
  readonly type: "undo";
  readonly id: string;
  readonly seat: number;
  readonly after: number;
}

/** Gives the game to the other seat. */
export interface Resign {
  readonly type: "resign";
  readonly id: string;
  readonly seat: number;
}

/** Ends the game without a result. */
export interface Abort {
  readonly type: "abort";
  readonly id: string;
  readonly seat: number;
}

/** Takes the win from a rival who has been away for too long. */
export interface ClaimAbandonment {
  readonly type: "claim_abandonment";
  readonly id: string;
  readonly seat: number;
}

/** Goes on against the CPU in the place of a friend who has been away for too long. */
export interface HandToCpu {
  readonly type: "hand_to_cpu";
  readonly id: string;
  readonly seat: number;
}

/** Says a phrase to the other person of the game. It changes nothing and is kept nowhere. */
export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly seat: number;
  readonly phrase: "good_game" | "good_luck" | "hello" | "must_go" | "nice_move" | "one_moment" | "thanks" | "well_played";
}

/** Answers a `Ping`. */
export interface Pong {
  readonly type: "pong";
  readonly n: number;
}

/** Body of `POST /api/games`. */
export interface NewGame {
  readonly variant: string;
  readonly mode: "cpu" | "local";
  readonly level?: "easy" | "hard" | "medium" | "perfect" | null;
  readonly seat?: number;
  readonly previous?: string | null;
  readonly clock?: string | null;
}

/** On the lobby's socket: looks for an opponent, in place of what was looked for before. */
export interface Seek {
  readonly type: "seek";
  readonly id: string;
  readonly mode: "casual" | "rated";
  readonly variant: string;
  readonly clock: string;
}

/** On the lobby's socket: looks no more. */
export interface CancelSeek {
  readonly type: "cancel_seek";
  readonly id: string;
}

/** Body of `POST /api/rooms`: what a friend is invited to. Who invites moves first. */
export interface NewRoom {
  readonly variant: string;
  readonly clock?: string | null;
}

/** Body of `POST /api/account`: an account for this session's guest. */
export interface SignUp {
  readonly name: string;
  readonly password: string;
}

/** Body of `POST /api/account/login`. */
export interface LogIn {
  readonly name: string;
  readonly password: string;
}

/** Body of `POST /api/account/recover`: a recovery code, and the new password. */
export interface Recover {
  readonly name: string;
  readonly code: string;
  readonly password: string;
}

/** Body of `POST /api/account/name`. */
export interface NewName {
  readonly name: string;
}

/** Body of `POST /api/account/password`. */
export interface NewPassword {
  readonly password: string;
  readonly new_password: string;
}

/** Body of what an account does only with its password: new codes, and deleting itself. */
export interface Proof {
  readonly password: string;
}

/** How much an analysis may cost; more than the server gives is cut to what it gives. */
export interface AnalysisLimits {
  readonly nodes?: number | null;
  readonly time_ms?: number | null;
}

/** Body of `POST /api/analysis`: a position as text, without what was on the board before it. */
export interface AnalysisQuestion {
  readonly variant: string;
  readonly position: string;
  readonly limits?: AnalysisLimits;
}

/** Body of `POST /api/games/{id}/hint`: `after` is that of the board it is asked for. */
export interface HintQuestion {
  readonly after: number;
}

/** All seeds of a pit going to a store, or off the board when `store` is null. */
export interface TransferView {
  readonly pit: number;
  readonly seeds: number;
  readonly store: number | null;
}

/** A move, step by step; `ends` says that the game is over. */
export interface SowingSteps {
  readonly origin: number;
  readonly visited: readonly number[];
  readonly captures: readonly TransferView[];
  readonly extra_turn: boolean;
  readonly sweep: readonly TransferView[];
  readonly ends: boolean;
}

/** A move that was made, step by step; `places` is the board afterwards. */
export interface SowingView {
  readonly origin: number;
  readonly visited: readonly number[];
  readonly captures: readonly TransferView[];
  readonly extra_turn: boolean;
  readonly sweep: readonly TransferView[];
  readonly ends: boolean;
  readonly places: readonly number[];
}

/** A move that the reader may make now and what it would do; `sowing` is null for the swap. */
export interface LegalMove {
  readonly move: number;
  readonly sowing: SowingSteps | null;
}

/** How the game ended; `margin` is South's store minus North's; nobody has the `unscored`. */
export interface OutcomeView {
  readonly winner: "north" | "south" | null;
  readonly winner_seat: number | null;
  readonly reason: "abandonment" | "aborted" | "majority" | "no_moves" | "pits_empty" | "repetition" | "resignation" | "time";
  readonly margin: number;
  readonly stores: readonly number[];
  readonly unscored: number;
}

/** Both clocks by seat, as they stood at `at_ms`; `now_ms` is the time of the server at telling. */
export interface ClockView {
  readonly control: string;
  readonly remaining_ms: readonly number[];
  readonly at_ms: number;
  readonly now_ms: number;
  readonly is_running: boolean;
}

/** Where the game stands now. */
export interface BoardView {
  readonly seq: number;
  readonly after: number;
  readonly places: readonly number[];
  readonly unscored: number;
  readonly to_move: "north" | "south";
  readonly seat_to_move: number | null;
  readonly south_seat: number;
  readonly extra_turn: boolean;
  readonly forced_pit: number | null;
  readonly is_swap_offered: boolean;
  readonly can_undo: boolean;
  readonly legal: readonly LegalMove[];
  readonly last: SowingView | null;
  readonly outcome: OutcomeView | null;
  readonly clock: ClockView | null;
}

/** Who holds a seat; `level` is the CPU's, `name` a person's, null when he has deleted himself. */
export interface SeatView {
  readonly kind: "cpu" | "human";
  readonly level: "easy" | "hard" | "medium" | "perfect" | null;
  readonly name: string | null;
  readonly has_account?: boolean;
}

/** The final margin under perfect play, proven. */
export interface ExactView {
  readonly type: "exact";
  readonly margin: number;
}

/** The final margin under perfect play lies between these, proven; they decide who wins. */
export interface BoundsView {
  readonly type: "bounds";
  readonly lower: number;
  readonly upper: number;
}

/** What the search thinks that the final margin will be; nothing is proven. */
export interface EstimateView {
  readonly type: "estimate";
  readonly margin: number;
}

/** One ply of the move list; `seeds` and `captured` are 0 for the swap. */
export interface PlyView {
  readonly seat: number;
  readonly side: "north" | "south";
  readonly move: number;
  readonly seeds: number;
  readonly captured: number;
  readonly extra_turn: boolean;
  readonly stores: readonly number[];
  readonly score?: ExactView | BoundsView | EstimateView | null;
}

/** A whole game as one reader sees it; `you` are the seats he holds. */
export interface GameView {
  readonly id: string;
  readonly variant: string;
  readonly pits: number;
  readonly seeds: number;
  readonly mode: "casual" | "cpu" | "friend" | "local" | "rated";
  readonly seats: readonly SeatView[];
  readonly you: readonly number[];
  readonly plies: readonly PlyView[];
  readonly board: BoardView;
  readonly claim_after_ms: number | null;
  readonly cpu_after_ms: number | null;
}

/** Answer of `GET /api/games/current`; null for a session that has begun no game. */
export interface CurrentGame {
  readonly game: GameView | null;
}

/** Event 1: the game began. */
export interface Started {
  readonly type: "started";
  readonly seq: number;
  readonly at_ms: number;
  readonly variant: string;
  readonly mode: "casual" | "cpu" | "friend" | "local" | "rated";
  readonly seats: readonly SeatView[];
}

/** A ply was made; `sowing` is null for the swap. */
export interface Played {
  readonly type: "played";
  readonly seq: number;
  readonly at_ms: number;
  readonly ply: PlyView;
  readonly sowing: SowingView | null;
  readonly command?: string | null;
}

/** The last plies were taken back. */
export interface Undone {
  readonly type: "undone";
  readonly seq: number;
  readonly at_ms: number;
  readonly seat: number;
  readonly plies: number;
  readonly command?: string | null;
}

/** The game is over. */
export interface Ended {
  readonly type: "ended";
  readonly seq: number;
  readonly at_ms: number;
  readonly outcome: OutcomeView;
  readonly command?: string | null;
}

/** Somebody else holds a seat from now on. */
export interface Replaced {
  readonly type: "replaced";
  readonly seq: number;
  readonly at_ms: number;
  readonly seat: number;
  readonly sitter: SeatView;
  readonly command?: string | null;
}

/** The server was down, and gave that time back to whoever was thinking. */
export interface Granted {
  readonly type: "granted";
  readonly seq: number;
  readonly at_ms: number;
}

/** What was wrong and what would be right, in English; `code` is for programs. */
export interface ErrorView {
  readonly code: string;
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Body of every HTTP answer that is an error. */
export interface ErrorBody {
  readonly error: ErrorView;
}

/** First message of every socket. A page that speaks an older protocol reloads. */
export interface Hello {
  readonly type: "hello";
  readonly protocol: number;
  readonly heartbeat_ms: number;
}

/** The whole game: for a new reader, or one who missed too much. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly game: GameView;
}

/** What happened since what the reader has seen, in order without gaps, and where it led. */
export interface Events {
  readonly type: "events";
  readonly events: readonly (Started | Played | Undone | Ended | Replaced | Granted)[];
  readonly board: BoardView;
}

/** Answers a repeat of a command that was accepted before; `seq` is its first event. */
export interface Accepted {
  readonly type: "accepted";
  readonly id: string;
  readonly seq: number;
}

/** A command changed nothing. `game` comes with `stale`: what the sender missed. */
export interface Rejected {
  readonly type: "rejected";
  readonly id: string | null;
  readonly error: ErrorView;
  readonly game?: GameView | null;
}

/** The room has a newer game; whoever looks at this one moves on to it. */
export interface Continued {
  readonly type: "continued";
  readonly game_id: string;
}

/** A room behind a link, as one reader sees it; without a game it waits for somebody to join. */
export interface RoomView {
  readonly type: "room";
  readonly token: string;
  readonly inviter: string;
  readonly is_yours: boolean;
  readonly is_inviter_here: boolean;
  readonly variant: string;
  readonly clock: string | null;
  readonly game_id: string | null;
  readonly expires_ms: number;
}

/** Who somebody is: his name, and whether he has an account. */
export interface PlayerView {
  readonly name: string;
  readonly has_account: boolean;
}

/** Answer of `GET /api/me`; null for a browser that has no session yet. */
export interface Me {
  readonly player: PlayerView | null;
}

/** Where an account is logged in; `browser` and `system` are names of families. */
export interface SessionView {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly created_ms: number;
  readonly seen_ms: number;
  readonly is_this: boolean;
}

/** Answer of `GET /api/account`. */
export interface AccountView {
  readonly name: string;
  readonly created_ms: number;
  readonly rename_ms: number | null;
  readonly codes_left: number;
  readonly sessions: readonly SessionView[];
}

/** Answer of ending a session: the account, null when the session was one's own. */
export interface EndedSession {
  readonly account: AccountView | null;
}

/** Recovery codes, told this once; each opens the account once. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
}

/** A player's rating in a game; `change` is what the game did to it, null until it is over. */
export interface SeatRating {
  readonly rating: number;
  readonly deviation: number;
  readonly is_provisional: boolean;
  readonly change: number | null;
}

/** Answer of `GET /api/games/{id}/ratings`, by seat; null for who has no rating any more, and */
export interface GameRatings {
  readonly seats: readonly (SeatRating | null)[];
}

/** A rating as it is stored, with the record and what every game did to it. */
export interface ExportedRating {
  readonly game: string;
  readonly speed: string;
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly at_ms: number;
}

/** What a rated game did to a rating. */
export interface ExportedChange {
  readonly game_id: string;
  readonly game: string;
  readonly speed: string;
  readonly before: number;
  readonly after: number;
  readonly deviation: number;
  readonly at_ms: number;
}

/** A session, without what opens it. */
export interface ExportedSession {
  readonly browser: string | null;
  readonly system: string | null;
  readonly created_ms: number;
  readonly seen_ms: number | null;
}

/** An account's own data. */
export interface ExportedProfile {
  readonly player_id: string;
  readonly name: string;
  readonly created_ms: number;
  readonly renamed_ms: number | null;
  readonly recovery_codes_left: number;
}

/** A ply: the pit from the mover's left, 0 for the swap. */
export interface ExportedPly {
  readonly seat: number;
  readonly move: number;
  readonly at_ms: number;
}

/** A game with its plies, undone ones left out; `seats` are those that the player held. */
export interface ExportedGame {
  readonly id: string;
  readonly variant: string;
  readonly mode: string;
  readonly clock: string | null;
  readonly created_ms: number;
  readonly ended_ms: number | null;
  readonly reason: string | null;
  readonly seats: readonly number[];
  readonly moves: readonly ExportedPly[];
}

/** Answer of `GET /api/account/export`: all that is kept of an account. It has no limit. */
export interface Export {
  readonly profile: ExportedProfile;
  readonly sessions: readonly ExportedSession[];
  readonly ratings: readonly ExportedRating[];
  readonly rating_changes: readonly ExportedChange[];
  readonly games: readonly ExportedGame[];
}

/** A game that can be watched now; `names` by seat, null for who has deleted himself. */
export interface LiveGameView {
  readonly id: string;
  readonly variant: string;
  readonly mode: "casual" | "cpu" | "friend" | "local" | "rated";
  readonly clock: string | null;
  readonly names: readonly (string | null)[];
  readonly rating: number | null;
  readonly plies: number;
}

/** Answer of `GET /api/live`: the games between strangers that are played, strongest first. */
export interface LiveGames {
  readonly games: readonly LiveGameView[];
}

/** Who is there: pages that are open, people who look for an opponent, the best games to watch. */
export interface LobbyView {
  readonly type: "lobby";
  readonly online: number;
  readonly seeking: number;
  readonly is_seeking: boolean;
  readonly live: readonly LiveGameView[];
}

/** An opponent is found: the game has begun. */
export interface Found {
  readonly type: "found";
  readonly game_id: string;
}

/** Who is there: by seat for how long its player has been away, null while he is here (as the */
export interface Presence {
  readonly type: "presence";
  readonly away_ms: readonly (number | null)[];
  readonly watchers: number;
  readonly is_crowded?: boolean;
}

/** One of the two people of the game has said something, just now. */
export interface Said {
  readonly type: "said";
  readonly seat: number;
  readonly phrase: "good_game" | "good_luck" | "hello" | "must_go" | "nice_move" | "one_moment" | "thanks" | "well_played";
}

/** Asks for a `Pong` with the same number. */
export interface Ping {
  readonly type: "ping";
  readonly n: number;
}

/** The server stops; connect anew after `retry_ms` and a little chance. */
export interface Goodbye {
  readonly type: "goodbye";
  readonly retry_ms: number;
}

/** Answer of `POST /api/games/{id}/commands`: as `Accepted`, and where it led. */
export interface CommandAnswer {
  readonly id: string;
  readonly seq: number;
  readonly events: readonly (Started | Played | Undone | Ended | Replaced | Granted)[];
  readonly board: BoardView;
}

/** A text in every language of the site. */
export interface WordsView {
  readonly es: string;
  readonly en: string;
}

/** A move of a lesson that the reader is shown. */
export interface LessonAnswerView {
  readonly move: number;
  readonly sowing: SowingView;
}

/** A legal move of a lesson's board. */
export interface LessonMoveView {
  readonly move: number;
  readonly sowing: SowingView;
  readonly next: number | null;
  readonly answers: readonly LessonAnswerView[];
  readonly score: number;
  readonly solves: boolean;
}

/** A board of a lesson, before a move of the reader, who plays South. */
export interface LessonBoardView {
  readonly places: readonly number[];
  readonly to_move: "north" | "south";
  readonly forced_pit: number | null;
  readonly legal: readonly LessonMoveView[];
}

/** A move of the rival that is shown before the reader's first; `places` are before it. */
export interface LessonOpeningView {
  readonly places: readonly number[];
  readonly move: LessonAnswerView;
}

/** A move that is asked for, with what is said before it and after a tap elsewhere. */
export interface LessonGuideView {
  readonly move: number;
  readonly text: WordsView;
  readonly nudge: WordsView;
}

/** What a puzzle counts, and the best that can be had: fewest for `lost`, else most. */
export interface PuzzleView {
  readonly aim: "captured" | "extra_turns" | "lost";
  readonly target: number;
  readonly tries: number;
  readonly hint: WordsView;
}

/** A step of a lesson: `boards[0]` is the first, `guides` the moves to make, in order. */
export interface LessonStepView {
  readonly key: string;
  readonly title: WordsView;
  readonly opening: LessonOpeningView | null;
  readonly boards: readonly LessonBoardView[];
  readonly guides: readonly LessonGuideView[];
  readonly praise: WordsView;
  readonly puzzle: PuzzleView | null;
}

/** Answer of `GET /api/lessons/{game}`. */
export interface LessonView {
  readonly game: "kalah" | "oware" | "wari";
  readonly variant: string;
  readonly pits: number;
  readonly seeds: number;
  readonly title: WordsView;
  readonly steps: readonly LessonStepView[];
  readonly closing: WordsView;
}

/** A variant that the site offers. */
export interface VariantView {
  readonly variant: string;
  readonly game: "kalah" | "oware" | "wari";
  readonly pits: number;
  readonly seeds: number;
  readonly pie: boolean;
  readonly empty_capture: boolean;
  readonly end: "either_row_empty" | "mover_stuck";
  readonly remainder: "emptier" | "nobody" | "owner";
}

/** Answer of `GET /api/variants`: the plain games, and the options that Kalah takes. */
export interface Variants {
  readonly variants: readonly VariantView[];
  readonly options: readonly string[];
}

/** What a legal move is worth to the player who makes it. */
export interface MoveValue {
  readonly move: number;
  readonly score: ExactView | BoundsView | EstimateView;
}

/** Answer of `POST /api/analysis`: every legal move, best first, and the position's worth. */
export interface AnalysisView {
  readonly to_move: "north" | "south";
  readonly score: ExactView | BoundsView | EstimateView;
  readonly moves: readonly MoveValue[];
  readonly nodes: number;
  readonly seconds: number;
}

/** Answer of `POST /api/games/{id}/hint`: the best move for the board with this `after`. */
export interface HintView {
  readonly after: number;
  readonly move: number;
  readonly score: ExactView | BoundsView | EstimateView;
}

/** What a ply gave away: the seeds by which the best move was better, and that move. */
export interface PlyReview {
  readonly loss: number;
  readonly is_exact: boolean;
  readonly best: number;
}

/** The seeds that a seat gave away in all its plies. */
export interface GivenAway {
  readonly seeds: number;
  readonly is_exact: boolean;
}

/** Answer of `GET /api/games/{id}/review`, for the game that ended with event `seq`. */
export interface ReviewView {
  readonly seq: number;
  readonly plies: readonly (PlyReview | null)[];
  readonly given_away: readonly GivenAway[] | null;
}

export type GameCommand = Sow | SwapSides | Undo | Resign | Abort | ClaimAbandonment | HandToCpu;

export type ClientMessage = Sow | SwapSides | Undo | Resign | Abort | ClaimAbandonment | HandToCpu | Say | Pong;

export type ScoreView = ExactView | BoundsView | EstimateView;

export type EventView = Started | Played | Undone | Ended | Replaced | Granted;

export type ServerMessage = Hello | Snapshot | Events | Accepted | Rejected | Continued | Presence | Said | RoomView | LobbyView | Found | Ping | Goodbye;
