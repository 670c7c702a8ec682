import { refusal } from "./consent";
import type { Happening } from "./schema";

const PATH = "/api/statistics";
const REFUSED = 403;

/** The server has said that it wants none, since this page was loaded. */
let isRefused = false;

/**
 * Sends an event to this site, also from a page that is just being left, unless that is switched
 * off. Neither the session's cookie goes along nor the page's address, which may open a room.
 */
export function send(event: Happening): void {
  if (isRefused || refusal() !== null) return;
  fetch(PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(event),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    keepalive: true,
  }).then(
    ({ status }) => {
      isRefused = status === REFUSED;
    },
    () => {
      // What does not arrive is not worth another try.
    },
  );
}
