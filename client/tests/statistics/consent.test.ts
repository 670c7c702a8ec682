import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A page and a browser, as far as consent asks them. */
let kept: Map<string, string>;
let page: { statistics?: string };
let told: { globalPrivacyControl?: unknown; doNotTrack?: unknown };
const listeners: ((event: { key: string | null }) => void)[] = [];

beforeEach(() => {
  vi.resetModules();
  kept = new Map();
  page = { statistics: "on" };
  told = {};
  listeners.length = 0;
  vi.stubGlobal("document", { documentElement: { dataset: page } });
  vi.stubGlobal("navigator", told);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("addEventListener", (_: string, act: (typeof listeners)[number]) =>
    listeners.push(act),
  );
  vi.stubGlobal("removeEventListener", (_: string, act: (typeof listeners)[number]) =>
    listeners.splice(listeners.indexOf(act), 1),
  );
});

afterEach(() => vi.unstubAllGlobals());

const load = () => import("../../src/statistics/consent");

test("statistics are sent unless somebody refuses them", async () => {
  const { refusal } = await load();
  expect(refusal()).toBeNull();
  page.statistics = "off";
  expect(refusal()).toBe("operator");
  delete page.statistics;
  expect(refusal()).toBe("operator");
});

test.each([{ globalPrivacyControl: true }, { doNotTrack: "1" }])(
  "a browser that objects overrules the switch: %j",
  async (objection) => {
    const { allow, refusal } = await load();
    allow(true);
    Object.assign(told, objection);
    expect(refusal()).toBe("browser");
  },
);

test.each([{ globalPrivacyControl: false }, { doNotTrack: "0" }, { doNotTrack: "unspecified" }])(
  "%j is no objection",
  async (said) => {
    Object.assign(told, said);
    expect((await load()).refusal()).toBeNull();
  },
);

test("the switch is kept on the device, and another tab's counts at once", async () => {
  const { allow, refusal, follow } = await load();
  allow(false);
  expect([...kept.values()]).toEqual(["off"]);
  expect(refusal()).toBe("person");
  for (const key of kept.keys()) kept.set(key, "on");
  expect(refusal()).toBeNull();
  const act = vi.fn();
  const end = follow(act);
  for (const [key] of kept) for (const listener of listeners) listener({ key });
  for (const listener of listeners) listener({ key: "something else" });
  expect(act).toHaveBeenCalledTimes(1);
  end();
  expect(listeners).toEqual([]);
});

test("where the browser keeps nothing the choice lasts as long as the page", async () => {
  const { allow, refusal } = await load();
  const fail = () => {
    throw new Error("denied");
  };
  vi.stubGlobal("localStorage", { getItem: fail, setItem: fail });
  expect(refusal()).toBeNull();
  allow(false);
  expect(refusal()).toBe("person");
});

test("who switches off sends nothing more, though a full browser keeps what he chose before", async () => {
  const { allow, refusal } = await load();
  allow(true);
  const full = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: () => {
      throw new Error("full");
    },
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal("localStorage", full);
  allow(false);
  expect(refusal()).toBe("person");
  expect(kept.size).toBe(0);
  // Not even what cannot be removed counts.
  kept.set("naqala.statistics", "on");
  vi.stubGlobal("localStorage", { ...full, removeItem: full.setItem });
  allow(false);
  expect(refusal()).toBe("person");
});
