import { describe, expect, test } from "vitest";
import css from "../src/styles/tokens.css?raw";

/** WCAG contrasts, computed from the colours in tokens.css. */

type Theme = "light" | "dark";

function token(name: string, theme: Theme): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? "";
  const pair = /light-dark\((#\w+), (#\w+)\)/.exec(value);
  return (pair === null ? value : pair[theme === "light" ? 1 : 2]) ?? "";
}

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["bg", "table", "table-edge", "surface", "raised"];

const TEXTS: [string, string, number][] = [
  ...GROUNDS.map((ground): [string, string, number] => ["text", ground, 7]),
  ...GROUNDS.map((ground): [string, string, number] => ["muted", ground, 4.5]),
  ...["bg", "surface", "raised"].map((ground): [string, string, number] => [
    "accent-text",
    ground,
    4.5,
  ]),
  ["on-ink", "ink", 7],
  ["on-accent", "accent", 7],
  ["ivory", "ebony", 7],
  ["accent", "ebony", 4.5],
];

const MARKS: [string, string, number][] = [
  ...GROUNDS.map((ground): [string, string, number] => ["focus", ground, 3]),
  ...["surface", "raised"].map((ground): [string, string, number] => ["edge", ground, 3]),
  ...["first", "second"].map((front): [string, string, number] => [front, "surface", 3]),
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each([...TEXTS, ...MARKS])("%s on %s has at least %d : 1", (front, ground, least) => {
    const ratio = contrast(token(front, theme), token(ground, theme));
    expect(ratio).toBeGreaterThanOrEqual(least);
  });
});
