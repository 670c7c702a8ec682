/**
 * Whether anything may be sent: the switch, kept on the device, and what else counts as off. It
 * imports nothing, for the privacy page loads it, too, and not the game.
 */

/** Who keeps statistics from being sent. */
export type Refusal = "operator" | "browser" | "person";

const KEY = "naqala.statistics";
const OFF = "off";
const ON = "on";

/** What was chosen on this page and the browser did not keep. */
let unkept: string | null = null;

/** Why nothing is sent now; null: it is. Asked anew each time: another tab may have switched. */
export function refusal(): Refusal | null {
  if (document.documentElement.dataset.statistics !== "on") return "operator";
  if (doesBrowserObject()) return "browser";
  return kept() === OFF ? "person" : null;
}

/** Switches statistics on or off for this device, at once and in all tabs. */
export function allow(isOn: boolean): void {
  const chosen = isOn ? ON : OFF;
  unkept = chosen;
  try {
    localStorage.setItem(KEY, chosen);
    unkept = null;
  } catch {
    // A private window refuses, and so does a full one: the choice then lasts as long as the page.
    forget();
  }
}

/** Tells when another tab has switched; returns what ends that. */
export function follow(act: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    // Null: all that was kept is gone.
    if (key === KEY || key === null) act();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

function kept(): string | null {
  // Who switched off is not asked again, whatever was kept before.
  if (unkept === OFF) return OFF;
  try {
    return localStorage.getItem(KEY) ?? unkept;
  } catch {
    return unkept;
  }
}

/** Takes back what was kept before, which is not what was chosen now. */
function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing can be done about it.
  }
}

/** Global Privacy Control and Do Not Track, as browsers tell them to pages. */
function doesBrowserObject(): boolean {
  const told = navigator as { globalPrivacyControl?: unknown; doNotTrack?: unknown };
  return told.globalPrivacyControl === true || told.doNotTrack === "1";
}
