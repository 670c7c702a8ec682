/**
 * Keeps the shell of the site on the device, so that the page opens without a network and says so.
 * A page is always asked of the network first, so nobody is left with an old one; the hashed files
 * that it names never change. Of the server's answers (/api) only lessons are kept: they are the
 * same for everybody, and all that their pages need.
 */

/** Written before this script by the server (`naqala.site.install`). */
interface Shell {
  /** Another one for every build. */
  readonly version: string;
  /** The game's page, by language. */
  readonly pages: Readonly<Record<"es" | "en", string>>;
  /** What they need, with hashes in the names. */
  readonly files: readonly string[];
}

export {};

declare const SHELL: Shell;
declare const self: ServiceWorkerGlobalScope;

const PREFIX = "naqala-";
const CURRENT = PREFIX + SHELL.version;
/** The build before stays for pages that are still open and may want one of its parts. */
const KEPT = 2;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, url.pathname));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (url.pathname.startsWith("/api/lessons/")) event.respondWith(lesson(request));
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(CURRENT);
  await cache.addAll([...Object.values(SHELL.pages), ...SHELL.files]);
}

async function forgetOld(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = names.filter((name) => name !== CURRENT);
  const surplus = old.slice(0, Math.max(0, old.length - (KEPT - 1)));
  await Promise.all(surplus.map((name) => caches.delete(name)));
}

/** A page from the network; without one, what was read before, else the game's. */
async function page(request: Request, path: string): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected && isRead(path) && isForAll(answer)) {
      const cache = await caches.open(CURRENT);
      await cache.put(request, answer.clone());
    }
    return answer;
  } catch {
    const kept = isRead(path) ? await caches.match(request) : undefined;
    return kept ?? (await caches.match(SHELL.pages[languageOf(path)])) ?? Response.error();
  }
}

/** A lesson from the network; without one, as it was told before. */
async function lesson(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const cache = await caches.open(CURRENT);
      await cache.put(request, answer.clone());
    }
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

/** Whether a page is there for reading: those of the game are all the same one. */
function isRead(path: string): boolean {
  return /^\/(es|en)\/./.test(path);
}

/** Whether everybody gets the same: what depends on who asks is not left on the device. */
function isForAll(answer: Response): boolean {
  return !/cookie/i.test(answer.headers.get("vary") ?? "");
}

function languageOf(path: string): "es" | "en" {
  const named = /^\/(es|en)(\/|$)/.exec(path)?.[1] ?? self.navigator.language.slice(0, 2);
  return named === "en" ? "en" : "es";
}

/** A file whose name carries its hash. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CURRENT);
    await cache.put(request, answer.clone());
  }
  return answer;
}
