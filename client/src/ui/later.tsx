import { game } from "../store";
import { lazily } from "./lazily";

/** The parts of the page that are not needed for the first move. */

export const Modes = lazily(() => import("./modes").then((part) => part.Modes));
export const Review = lazily(() => import("../review/review").then((part) => part.Review));
export const ReplayBar = lazily(() =>
  import("../review/replay-bar").then((part) => part.ReplayBar),
);
export const SettingsDialog = lazily(() =>
  import("./settings").then((part) => part.SettingsDialog),
);
export const Help = lazily(() => import("./help").then((part) => part.Help));

export const Room = lazily(() => import("../friend/room").then((part) => part.Room));
export const FriendDialog = lazily(() =>
  import("../friend/dialog").then((part) => part.FriendDialog),
);
export const FriendActions = lazily(() =>
  import("../friend/actions").then((part) => part.FriendActions),
);
export const Company = lazily(() => import("../friend/company").then((part) => part.Company));
export const Speech = lazily(() => import("../friend/talk").then((part) => part.Speech));
export const Clock = lazily(() => import("../clock/clock").then((part) => part.Clock));

export const Live = lazily(() => import("../watch/live").then((part) => part.Live));
export const Quiet = lazily(() => import("../watch/live").then((part) => part.Quiet));
export const PlayerName = lazily(() =>
  import("../account/player-name").then((part) => part.PlayerName),
);

/** Fetches them when the browser has nothing else to do. */
export function fetchLater(): void {
  const first = game.peek();
  // At once, or it would miss the first move; without it nothing is counted, and that is all.
  import("../statistics/watch").then(
    ({ watch }) => watch(first),
    () => {},
  );
  const parts = [Modes, SettingsDialog, Help, Review, ReplayBar, FriendDialog];
  const fetch = () => {
    for (const part of parts) part.fetch();
  };
  // Not every browser tells of its idle times.
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetch, { timeout: 5000 });
  else setTimeout(fetch, 2500);
}
