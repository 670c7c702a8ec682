// Generated from src/naqala/site/statistics/schema.py by client/generate.py. Do not edit.

/** The games of `rules`. */
export type Game = "kalah" | "wari" | "oware";

/** Against whom. */
export type Mode = "cpu" | "local" | "friend" | "casual" | "rated";

/** How strong the CPU is. */
export type Level = "none" | "easy" | "medium" | "hard" | "perfect";

/** With how many seeds a pit begins, on a board with six pits a side. */
export type Seeds = "3" | "4" | "5" | "6" | "other";

/** Who gets the seeds that are left at the end. */
export type Rest = "owner" | "leave-rest" | "rest-to-emptier";

/** How much time there is, counting the increment of forty moves. */
export type Clock = "none" | "short" | "long";

/** What kind of device it is. */
export type Kind = "mobile" | "other";

/** Working memory in GB, as far as the browser tells it: none tells more than 8. */
export type Memory = "0-1" | "2-3" | "4-7" | "8+" | "unknown";
export const MEMORY: readonly (readonly [Memory, number])[] = [["0-1", 0], ["2-3", 2], ["4-7", 4], ["8+", 8]];

/** Processor cores. */
export type Cores = "1-2" | "3-4" | "5-8" | "9+" | "unknown";
export const CORES: readonly (readonly [Cores, number])[] = [["1-2", 1], ["3-4", 3], ["5-8", 5], ["9+", 9]];

/** Families of browsers, without their versions. */
export type Browser = "chrome" | "firefox" | "safari" | "edge" | "opera" | "samsung" | "other";

/** Families of operating systems, without their versions. */
export type System = "android" | "ios" | "windows" | "macos" | "linux" | "chromeos" | "other";

/** How it ended for whoever sends it. */
export type Result = "won" | "lost" | "drawn" | "first_won" | "second_won" | "none";

/** What ended it. */
export type Ending = "played_out" | "resigned" | "time" | "abandoned" | "aborted";

/** How many moves both sides made together. */
export type Moves = "0-9" | "10-19" | "20-29" | "30-49" | "50-99" | "100+";
export const MOVES: readonly (readonly [Moves, number])[] = [["0-9", 0], ["10-19", 10], ["20-29", 20], ["30-49", 30], ["50-99", 50], ["100+", 100]];

/** How long it lasted, in minutes. */
export type Minutes = "0" | "1-2" | "3-4" | "5-9" | "10-19" | "20-39" | "40+" | "unknown";
export const MINUTES: readonly (readonly [Minutes, number])[] = [["0", 0], ["1-2", 1], ["3-4", 3], ["5-9", 5], ["10-19", 10], ["20-39", 20], ["40+", 40]];

/** The modes in which two people play on two devices. */
export type People = "friend" | "casual" | "rated";

/** How often the connection was lost and came back. */
export type Reconnections = "0" | "1" | "2-3" | "4-9" | "10+";
export const RECONNECTIONS: readonly (readonly [Reconnections, number])[] = [["0", 0], ["1", 1], ["2-3", 2], ["4-9", 4], ["10+", 10]];

/** Why the board in three dimensions does not stand. */
export type Trouble = "unsupported" | "lost" | "failed";

/** How finely the board is drawn. */
export type Quality = "high" | "medium" | "low";

/** How many pictures a second the board draws while it moves, in the middle. */
export type FramesPerSecond = "0-14" | "15-24" | "25-39" | "40-54" | "55+";
export const FRAMES_PER_SECOND: readonly (readonly [FramesPerSecond, number])[] = [["0-14", 0], ["15-24", 15], ["25-39", 25], ["40-54", 40], ["55+", 55]];

/** What is played: the game, against whom, and its options. */
export interface Played {
  readonly game: Game;
  readonly mode: Mode;
  readonly level: Level;
  readonly seeds: Seeds;
  readonly pie: boolean;
  readonly empty_capture: boolean;
  readonly by_turns: boolean;
  readonly rest: Rest;
  readonly clock: Clock;
}

/** On what kind of device, so coarsely that very many are alike. */
export interface Device {
  readonly kind: Kind;
  readonly memory: Memory;
  readonly cores: Cores;
  readonly browser: Browser;
  readonly system: System;
}

/** The first move of a game was made. */
export interface GameBegan {
  readonly type: "game_began";
  readonly played: Played;
  readonly device: Device;
}

/** A game is over, or was left for another one. */
export interface GameEnded {
  readonly type: "game_ended";
  readonly played: Played;
  readonly result: Result;
  readonly ending: Ending;
  readonly moves: Moves;
  readonly minutes: Minutes;
  readonly device: Device;
}

/** How the connection of a game between two people fared while the page was open. */
export interface Connected {
  readonly type: "connection";
  readonly mode: People;
  readonly came_about: boolean;
  readonly reconnections: Reconnections;
  readonly device: Device;
}

/** The board in three dimensions does not stand. */
export interface Board3dFailed {
  readonly type: "board3d_failed";
  readonly trouble: Trouble;
  readonly device: Device;
}

/** How fast the board in three dimensions is drawn. */
export interface Board3dDrawn {
  readonly type: "board3d_speed";
  readonly quality: Quality;
  readonly speed: FramesPerSecond;
  readonly device: Device;
}

export type Happening = GameBegan | GameEnded | Connected | Board3dFailed | Board3dDrawn;
