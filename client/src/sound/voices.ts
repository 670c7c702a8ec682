/**
 * The sounds of the board, made of a few oscillators: wood on wood, soft chords. Frequencies are
 * hertz, times seconds of the context's clock.
 */

/** Where a sound is made, and where it goes. */
export interface Desk {
  readonly context: BaseAudioContext;
  readonly out: AudioNode;
}

const KNOCK_HZ = 392;
const SEMITONE = 2 ** (1 / 12);
/** A pile so high sounds no higher. */
const HIGHEST = 14;
/** The second partial of a struck bar of wood, as a multiple of the first. Source: Fletcher and
 * Rossing, The Physics of Musical Instruments, on the free bar. */
const BAR_PARTIAL = 2.756;

/** A seed falls on a pile, the higher the brighter; `loud` is 1 for a seed of one's own game. */
export function knock(desk: Desk, at_s: number, height: number, loud = 1): void {
  const hz = KNOCK_HZ * SEMITONE ** Math.min(height - 1, HIGHEST);
  tone(desk, { wave: "triangle", hz, at_s, attack_s: 0.001, decay_s: 0.06, gain: 0.5 * loud });
  const partial = { wave: "sine", hz: hz * BAR_PARTIAL, at_s, attack_s: 0.001 } as const;
  tone(desk, { ...partial, decay_s: 0.028, gain: 0.26 * loud });
}

/** Seeds are taken: a soft fifth over a low knock, fuller the more there are. */
export function capture(desk: Desk, at_s: number, seeds: number): void {
  const gain = 0.2 + Math.min(seeds, 12) * 0.012;
  for (const [index, hz] of [220, 330, 440].entries()) {
    tone(desk, {
      wave: "sine",
      hz,
      at_s: at_s + index * 0.02,
      attack_s: 0.02,
      decay_s: 0.34,
      gain,
    });
  }
}

/** Once more: two notes upwards. */
export function extraTurn(desk: Desk, at_s: number): void {
  chime(desk, at_s, [587.3, 880], 0.09, 0.2);
}

export type Ending = "win" | "draw" | "loss";

const ENDINGS: Readonly<Record<Ending, readonly number[]>> = {
  win: [392, 493.9, 587.3, 784],
  draw: [392, 440, 392],
  loss: [392, 349.2, 293.7],
};

/** How it ended: upwards, level, downwards. */
export function ending(desk: Desk, at_s: number, how: Ending): void {
  chime(desk, at_s, ENDINGS[how], 0.15, 0.42);
}

function chime(
  desk: Desk,
  at_s: number,
  notes: readonly number[],
  step_s: number,
  decay_s: number,
) {
  for (const [index, hz] of notes.entries()) {
    const start_s = at_s + index * step_s;
    tone(desk, { wave: "triangle", hz, at_s: start_s, attack_s: 0.006, decay_s, gain: 0.26 });
  }
}

interface Tone {
  readonly wave: OscillatorType;
  readonly hz: number;
  readonly at_s: number;
  readonly attack_s: number;
  readonly decay_s: number;
  readonly gain: number;
}

/** One oscillator that dies away by itself. */
function tone({ context, out }: Desk, { wave, hz, at_s, attack_s, decay_s, gain }: Tone): void {
  const oscillator = context.createOscillator();
  const envelope = context.createGain();
  oscillator.type = wave;
  oscillator.frequency.value = hz;
  envelope.gain.setValueAtTime(0, at_s);
  envelope.gain.linearRampToValueAtTime(gain, at_s + attack_s);
  envelope.gain.exponentialRampToValueAtTime(0.0001, at_s + attack_s + decay_s);
  oscillator.connect(envelope).connect(out);
  oscillator.start(at_s);
  oscillator.stop(at_s + attack_s + decay_s + 0.02);
}
