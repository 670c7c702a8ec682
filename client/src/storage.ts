/** What the browser keeps for this site; a browser that keeps nothing is no error. */

export function recall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks refuse; the setting then lasts as long as the page.
  }
}
