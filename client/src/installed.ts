/** Hands the page to the service worker (worker/service-worker.ts), which keeps it on the device. */

/** The part of Trusted Types that is needed here; not every browser has it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

declare global {
  var trustedTypes: TrustedTypes | undefined;
}

const ADDRESS = "/service-worker.js";

/** Browsers allow it on secure addresses and on one's own machine only. */
export function keepOnDevice(): void {
  if (!("serviceWorker" in navigator)) return;
  const policy = globalThis.trustedTypes?.createPolicy("service-worker", {
    createScriptURL: () => ADDRESS,
  });
  const url = policy?.createScriptURL(ADDRESS) ?? ADDRESS;
  navigator.serviceWorker.register(url).catch(() => {
    // Then the page is simply not there without a network.
  });
}
