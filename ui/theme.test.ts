import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./theme.css", import.meta.url), "utf8");

/** The custom properties of one block of theme.css. */
function block(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const text = css.slice(start, css.indexOf("\n}", start));
  return new Map(
    [...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? "", match[2] ?? ""]),
  );
}

/** Relative luminance of #rrggbb (WCAG 2.2, "relative luminance"). */
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
/** Text and what it stands on; white is the text of filled buttons. */
const TEXTS = [
  ...["--ink", "--quiet", "--accent", "--mantine-color-anchor", "--mantine-color-error"].flatMap((text) => [
    [text, "--paper"] as const,
    [text, "--surface"] as const,
  ]),
  ["--quiet", "--row-hover"],
  ["--mantine-color-anchor", "--row-hover"],
  ["--ink", "--pending"],
  ["--ink", "--done-ground"],
  ["--done-text", "--surface"],
  ["--waits-text", "--surface"],
  ["--not-yet-text", "--surface"],
  ["--mantine-color-anchor", "--pending"],
  ["--mantine-color-placeholder", "--surface"],
  ["--mantine-color-reed-light-color", "--mantine-color-reed-light"],
  ["--mantine-color-coral-light-color", "--mantine-color-coral-light"],
  ["#ffffff", "--mantine-color-reed-filled"],
  ["#ffffff", "--mantine-color-coral-filled"],
  ...CATEGORIES.map((name) => [`--category-${name}-fg`, `--category-${name}-bg`] as const),
] as const;

describe.each(SCHEMES)("in the %s scheme", (scheme) => {
  const values = new Map([...block(":root"), ...block(`:root[data-mantine-color-scheme="${scheme}"]`)]);
  const resolve = (value: string): string => {
    const name = value.startsWith("var(") ? value.slice(4, -1) : value;
    if (name.startsWith("#")) return name;
    const next = values.get(name);
    if (next === undefined) throw new Error(`theme.css does not define ${name}`);
    return resolve(next);
  };

  test.each(TEXTS)("%s can be read on %s (WCAG AA, 4.5:1)", (text, ground) => {
    expect(contrast(resolve(text), resolve(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["--focus", "--mantine-color-default-border"])("%s stands out from the page (3:1)", (name) => {
    expect(contrast(resolve(name), resolve("--paper"))).toBeGreaterThanOrEqual(3);
  });
});
