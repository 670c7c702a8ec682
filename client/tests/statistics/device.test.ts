import { expect, test } from "vitest";
import { deviceOf, type Facts } from "../../src/statistics/device";

const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";

function named(userAgent: string, touch_points = 0): string {
  const facts: Facts = { userAgent, touch_points, memory_gb: 8, cores: 8 };
  const { kind, browser, system } = deviceOf(facts);
  return `${kind} ${browser} ${system}`;
}

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "other chrome windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`,
    "other edge windows",
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0.0.0`, "other opera linux"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "other firefox linux"],
  [
    "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0",
    "mobile firefox android",
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "mobile samsung android",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`,
    "mobile safari ios",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    "mobile chrome ios",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`,
    "other safari macos",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "other chrome chromeos"],
  ["curl/8.5.0", "other other other"],
  ["", "other other other"],
])("%s is a %s", (userAgent, told) => {
  expect(named(userAgent)).toBe(told);
});

test("an iPad says that it is a Mac, but has a touch screen", () => {
  const ipad = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`;
  expect(named(ipad, 5)).toBe("mobile safari ios");
});

test("what the browser does not tell is not known", () => {
  const told = deviceOf({ userAgent: "", touch_points: 0, memory_gb: null, cores: null });
  expect([told.memory, told.cores]).toEqual(["unknown", "unknown"]);
});
