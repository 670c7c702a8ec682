import { effect } from "@preact/signals";
import { type Moment, onMoment } from "../board/moments";
import { settings } from "../settings";
import { endings, winnerOf } from "../showing";
import { game } from "../store";
import { capture, type Desk, type Ending, ending, extraTurn, knock } from "./voices";

/** Answers to the moments of the board with sound and with the device's buzzer. */

const BUZZES: Readonly<Record<Moment["kind"], VibratePattern>> = {
  landed: 8,
  captured: [24, 40, 24],
  "extra-turn": 40,
  swept: 14,
};
const END_BUZZ: VibratePattern = [60, 60, 120];

let desk: (Desk & { readonly context: AudioContext; readonly out: GainNode }) | null = null;

/** Listens from now on; what is heard depends on the settings of the moment. */
export function listen(): void {
  onMoment((moment) => {
    if (settings.value.sound) sound(moment);
    buzz(BUZZES[moment.kind]);
  });
  let told = endings.peek();
  effect(() => {
    const ended = endings.value;
    if (ended === told) return;
    told = ended;
    const how = endingOf();
    if (how === null) return;
    if (settings.peek().sound) play((at) => ending(at, at.context.currentTime + 0.1, how));
    buzz(END_BUZZ);
  });
  effect(() => {
    const { sound: isOn, volume } = settings.value;
    if (desk !== null) desk.out.gain.value = isOn ? loudness(volume) : 0;
    // Switched on by a press of a button, which is when a browser lets sound begin.
    else if (isOn) open();
  });
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wakeUp);
}

/** How the game ended for who listens; at a shared board somebody has won. */
function endingOf(): Ending | null {
  const now = game.peek();
  if (now === null || now.board.outcome === null) return null;
  const winner = winnerOf(now);
  if (winner === null) return "draw";
  return now.you.length === 1 && winner !== "you" ? "loss" : "win";
}

function sound(moment: Moment): void {
  play((at) => {
    const now_s = at.context.currentTime;
    switch (moment.kind) {
      case "landed":
        return knock(at, now_s, moment.height);
      case "captured":
        return capture(at, now_s, moment.seeds);
      case "extra-turn":
        return extraTurn(at, now_s + 0.04);
      case "swept":
        return knock(at, now_s, moment.seeds, 0.6);
    }
  });
}

function play(make: (at: Desk) => void): void {
  open();
  // A context that no gesture has started yet would play all of it later, at once.
  if (desk?.context.state === "running") make(desk);
}

function open(): void {
  if (desk !== null || typeof AudioContext === "undefined") return;
  const context = new AudioContext({ latencyHint: "interactive" });
  const out = context.createGain();
  out.gain.value = loudness(settings.peek().volume);
  const limiter = context.createDynamicsCompressor();
  out.connect(limiter).connect(context.destination);
  desk = { context, out };
}

function wakeUp(): void {
  if (!settings.peek().sound) return;
  open();
  if (desk?.context.state === "suspended") void desk.context.resume();
}

/** Loudness is felt by ratios. */
function loudness(volume: number): number {
  return (volume / 10) ** 2;
}

function buzz(pattern: VibratePattern): void {
  if (settings.peek().vibration) navigator.vibrate?.(pattern);
}
