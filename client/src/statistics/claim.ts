/**
 * A game that is open in two tabs is counted by one of them: by whoever first gets the game's lock,
 * which lasts as long as that tab. Nothing is kept on the device for it.
 */

const mine = new Set<string>();

/** Whether this tab is the one that counts a game. */
export function claim(game_id: string): Promise<boolean> {
  // Browsers give locks to secure contexts only.
  const locks: LockManager | undefined = navigator.locks;
  if (mine.has(game_id) || locks === undefined) return Promise.resolve(true);
  return new Promise((answer) => {
    const request = locks.request(`naqala.count.${game_id}`, { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      if (lock === null) return undefined;
      mine.add(game_id);
      return new Promise<void>(() => {});
    });
    request.catch(() => answer(true));
  });
}
