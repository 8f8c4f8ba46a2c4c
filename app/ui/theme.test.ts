import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./theme.css", import.meta.url), "utf8");

/** Returns the custom properties of one block of theme.css. */
function block(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const text = css.slice(start, css.indexOf("}", start));
  return new Map(
    [...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? "", match[2] ?? ""]),
  );
}

/** Returns the relative luminance of #rrggbb (WCAG 2.2, "relative luminance"). */
function luminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const SCHEMES = ["light", "dark"] as const;
const CATEGORIES = ["primary", "military", "magic", "support", "hero"] as const;
const DIFFICULTIES = [1, 2, 3, 4] as const;
const SHARES = [1, 2, 3, 4, 5] as const;
/** Every background that a row can have. */
const GROUNDS = ["--paper", "--surface", "--row-hover", "--sunk", "--pending-ground"] as const;
/** Text and its background; white is the text of filled buttons. */
const TEXTS = [
  ...["--ink", "--quiet", "--accent", "--anchor", "--error"].flatMap((text) => [
    [text, "--paper"] as const,
    [text, "--surface"] as const,
  ]),
  ["--quiet", "--row-hover"],
  ["--anchor", "--row-hover"],
  ...["--ink", "--anchor", "--stamp"].flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ["--quiet", "--sunk"],
  ["--pending-text", "--pending-ground"],
  ["--pending-text", "--paper"],
  ["--pending-sign", "--pending"],
  ["--done-text", "--done-ground"],
  ["--done-text", "--paper"],
  ["--done-sign", "--done"],
  ["--open-text", "--open-ground"],
  ["--open-text", "--paper"],
  ["--ribbon-text", "--ribbon"],
  ["--call-text", "--call"],
  ["--placeholder", "--surface"],
  ["--coral-light-color", "--coral-light"],
  ["#ffffff", "--reed-filled"],
  ...CATEGORIES.flatMap((name) => [
    [`--category-${name}-fg`, `--category-${name}-bg`] as const,
    [`--mark-${name}-text`, `--mark-${name}`] as const,
  ]),
  ...DIFFICULTIES.map((level) => [`--difficulty-${level}-text`, `--difficulty-${level}`] as const),
] as const;
/** What has to be seen without being read, and its background (WCAG 1.4.11). */
const SHAPES = [
  ...["--focus", "--border"].map((shape) => [shape, "--paper"] as const),
  // A hero's mark stands out by its outline, because gold alone does not stand out from paper.
  ...CATEGORIES.map((name) => (name === "hero" ? "--mark-hero-line" : `--mark-${name}`)).flatMap(
    (shape, at) => [
      ...GROUNDS.map((ground) => [shape, ground] as const),
      [shape, `--category-${CATEGORIES[at]}-bg`] as const,
    ],
  ),
  ...["--done", "--pending-line", "--open-line", "--ribbon"].flatMap((shape) => [
    [shape, "--paper"] as const,
    [shape, "--surface"] as const,
  ]),
  ["--done", "--done-ground"],
  ["--pending-line", "--pending-ground"],
  ["--open-line", "--open-ground"],
  ["--ribbon", "--row-hover"],
  ["--ribbon", "--pending-ground"],
  // A paragon's ring has to stand out from what surrounds it and from the mark within it.
  ...GROUNDS.map((ground) => ["--paragon-outer", ground] as const),
  ...CATEGORIES.filter((name) => name !== "hero").map(
    (name) => ["--paragon-inner", `--mark-${name}`] as const,
  ),
] as const;
/** Colours for more and more of something, each further from the page than the one before it. */
const RAMPS = [
  DIFFICULTIES.map((level) => `--difficulty-${level}`),
  SHARES.map((share) => `--share-${share}`),
];

describe.each(SCHEMES)("in the %s scheme", (scheme) => {
  const at = scheme === "light" ? 1 : 2;
  const coloured = Array.from(
    block(':root[data-color-scheme="light"]'),
    ([name, value]) => [name, /^light-dark\((.+), (.+)\)$/.exec(value)?.[at] ?? value] as const,
  );
  const values = new Map([...block(":root"), ...coloured]);
  const resolve = (value: string): string => {
    const name = value.startsWith("var(") ? value.slice(4, -1) : value;
    if (name.startsWith("#")) return name;
    const next = values.get(name);
    if (next === undefined) throw new Error(`theme.css does not define ${name}`);
    return resolve(next);
  };

  test.each(TEXTS)("%s is readable on %s (WCAG AA, 4.5:1)", (text, ground) => {
    expect(contrast(resolve(text), resolve(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SHAPES)("%s stands out from %s (WCAG AA, 3:1)", (shape, ground) => {
    expect(contrast(resolve(shape), resolve(ground))).toBeGreaterThanOrEqual(3);
  });

  test.each(RAMPS.map((ramp) => [ramp]))(
    "each step of %s contrasts more with the page than the one before",
    (ramp) => {
      const steps = ramp.map((step) => contrast(resolve(step), resolve("--paper")));
      for (const [at, step] of steps.entries()) {
        expect(step).toBeGreaterThan(at === 0 ? 1.1 : 1.2 * (steps[at - 1] ?? 0));
      }
    },
  );
});
