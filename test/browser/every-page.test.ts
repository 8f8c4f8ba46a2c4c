import type { Page } from "@playwright/test";
import axe from "axe-core";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { pages } from "../../domain/contract/routes.ts";
import { openAs } from "./completions.ts";
import { everyPage } from "./every-page.ts";
import { expect, open, reportOf, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

/** WCAG 2.2 A and AA, and rules that help who goes from landmark to landmark. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that the other scheme can break: it only changes colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];
/** The narrowest and the usual window of each kind: a phone upright, then a tablet and a desktop. */
const WIDTHS = [320, 360, 390, 768, 1024, 1280] as const;
/** The first and the last of them: what fits there mostly fits between. */
const TWO_WIDTHS = [320, 1280] as const;

/**
 * Returns the violations that axe finds. What a bar at the window's edge covers in part is none: scrolling shows all of
 * it.
 */
const violationsIn = (page: Page, runOnly: string[] | { type: "rule"; values: string[] }) =>
  page.evaluate(async (rules) => {
    const injected = (window as unknown as { axe: typeof axe }).axe;
    // What passes is not described, nor is where anything is: only `html` is read.
    const { violations } = await injected.run(document, {
      ...{ runOnly: rules, resultTypes: ["violations"], selectors: false },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ any }) => !any.some(({ data }) => data?.messageKey === "partiallyObscured"))
        .map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }, runOnly);

/** The lists but one with ten rows: axe takes twice as long for twenty, and the next ten are made of the same. */
const withFewRows = (path: string): string =>
  path !== "/2tc" && CHALLENGES.has(path.slice(1)) ? `${path}?count=10` : path;

/** Returns the words of lists, tables and headings that are broken within, with what they stand in. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const place = text.parentElement?.closest("th, td, li, dt, dd, h1, h2, h3, summary, button");
      if (!place || text.parentElement?.closest("pre, code") || !text.parentElement?.checkVisibility())
        continue;
      // One that is longer than any name of a tower, map or column has nowhere else to break.
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(
        /(?<!\S)[\p{L}\p{N}]{2,14}(?!\S)/gu,
      )) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = [...range.getClientRects()]
          .filter(({ width }) => width > 1)
          .map(({ top }) => Math.round(top));
        // A part that is only read out is one pixel wide.
        if (
          new Set(tops).size > 1 &&
          place.getBoundingClientRect().width > 1 &&
          !text.parentElement?.closest("span[class*=hidden]")
        )
          found.push(`${word}: ${place.textContent?.slice(0, 60)}`);
      }
    }
    return found;
  });

/** Expects that all of a page is within the window, at each of the widths. */
async function expectToFit(page: Page, path: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond, `${path} at ${width}`).toBeLessThanOrEqual(0);
  }
}

/** Expects that no word of a list, a table or a heading is broken, at any of the widths. */
async function expectWholeWords(page: Page, path: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await brokenWords(page), `${path} at ${width}`).toEqual([]);
  }
}

// Three tests, since each has one browser.
for (const third of [0, 1, 2])
  test(`no page is wider than the window at two widths, or violates WCAG 2.2 A or AA at one (${third + 1} of 3)`, async ({
    page,
    request,
  }) => {
    test.setTimeout(600_000);
    const paths = [...(await everyPage(request)).keys()].map(withFewRows);
    for (const [at, path] of paths.filter((_, index) => index % 3 === third).entries()) {
      await open(page, path);
      await expectToFit(page, path, TWO_WIDTHS);
      await expectWholeWords(page, path, TWO_WIDTHS);
      const width = TWO_WIDTHS[at % 2] ?? 320;
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(axe.source);
      expect(await violationsIn(page, RULES), `${path} at ${width}`).toEqual([]);
    }
  });

// A pointer and a finger see other styles. Every second page is looked at with the one, the others with the other.
test("no page is wider than the window or violates WCAG 2.2 A or AA, in either scheme, at six widths", {
  tag: ["@both", "@long"], // a finger sees other styles than a pointer
}, async ({ page, request, isPhone }) => {
  // Some twenty pages.
  test.setTimeout(600_000);
  const shown = page.locator("html");
  const all = [...(await everyPage(request)).keys()].map(withFewRows);
  for (const [at, path] of all.filter((_, index) => (index % 2 === 0) === isPhone).entries()) {
    const [first, second] = at % 2 === 0 ? [320, 1280] : [1280, 320];
    await page.setViewportSize({ width: first, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
    await open(page, path);
    await expect(shown).toHaveAttribute("data-color-scheme", "light");
    await expectToFit(page, path);
    await expectWholeWords(page, path);
    await page.setViewportSize({ width: first, height: 800 });
    // The Content-Security-Policy forbids a script element, but not an evaluation through the debugger.
    await page.evaluate(axe.source);
    expect(await violationsIn(page, RULES), `${path} at ${first}`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: second, height: 800 });
    await expect(shown).toHaveAttribute("data-color-scheme", "dark");
    const sized = {
      type: "rule" as const,
      values: [...COLOURS, "target-size", "scrollable-region-focusable"],
    };
    expect(await violationsIn(page, sized), `${path} at ${second}`).toEqual([]);
  }
});

test("a link that stands alone is 24 px high on a phone", {
  tag: ["@phone", "@long"], // a pointer is finer
}, async ({ page, request }) => {
  test.setTimeout(600_000);
  for (const path of (await everyPage(request)).keys()) {
    await open(page, path);
    const low = await page
      .locator("main :is(p, dd, th) > a:only-child:visible, footer li > a")
      .evaluateAll((links) =>
        links
          .filter((link) => link.parentElement?.textContent?.trim() === link.textContent?.trim())
          .filter((link) => link.getBoundingClientRect().height < 24)
          .map((link) => link.outerHTML),
      );
    expect(low, path).toEqual([]);
  }
});

/** A word that breaks nowhere, then one that breaks at its hyphens. */
const LONG_WORDS = `${"W".repeat(50)} ${"Supercalifragilistic-".repeat(2)}`;
/** Where what somebody typed is shown again. */
const shownAgain = (word: string): string[] => [
  ...["2tc", "ltc"].map((key) => pages.list(key, { query: word })),
  ...["person", "map", "tower1", "version", "difficulty", "code"].map((name) =>
    pages.list("2tc", { [name]: word }),
  ),
  pages.list("2tc", { query: `quincy ${word} ${word}x` }),
  pages.list("2tc", { query: `code:${word}` }),
  pages.list("2mp", { person: word, view: "person-stats" }),
  pages.list("lcc", { person: word, query: word }),
  ...[word, `quincy ${word}`, `2tc ${word} quad ${word}x`, `"${word}"`, `by ${word}`].map((q) =>
    pages.ask(q),
  ),
  pages.maps({ query: word }),
  pages.maps({ map: word }),
  pages.undone({ map: word, seed: 1 }),
  pages.undone({ player: word, seed: 1 }),
  pages.challengeCoverage("2tc", { types: word }),
  pages.challengeCoverage("2mp", { player: word }),
  pages.chimpsStarts({ map: word }),
  pages.balanceChanges({ tower: word }),
  pages.notes("2tc", { tower1: word, tower2: "Quincy", map: word }),
  `/${word}`,
];

test("no page is wider than the window with a word of any length", { tag: "@long" }, async ({
  page,
  faults,
}) => {
  test.setTimeout(600_000);
  // Some of these addresses name nothing.
  faults.expect(reportOf(404));
  for (const path of shownAgain(LONG_WORDS)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectToFit(page, path);
  }
});

/** Fills in a form so that it offers paths, levels and a list of paths. */
const LISTED = { towerset: '["Bloon Crush","Quincy","Base Ice"]', map: "Quad" };

test("no form violates WCAG 2 A or AA once it offers paths and levels, in either scheme", {
  tag: "@long",
}, async ({ page, baseURL }) => {
  const member = await newPerson(baseURL ?? "");
  for (const path of [
    pages.addForm("2tc", { tower1: "Bloon Crush", tower2: "Quincy", map: "Quad" }),
    pages.addForm("ltc", LISTED),
  ]) {
    await page.emulateMedia({ colorScheme: "light" });
    await openAs(page, member, path);
    const paths = page.getByRole("radiogroup", { name: /path of Bloon Crush$/ });
    await paths.getByRole("radio", { name: "5-2-0" }).check();
    await expectToFit(page, path);
    await page.evaluate(axe.source);
    expect(await violationsIn(page, RULES), path).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 320, height: 800 });
    await expect(page.locator("html")).toHaveAttribute("data-color-scheme", "dark");
    expect(await violationsIn(page, { type: "rule", values: COLOURS }), path).toEqual([]);
    page.once("dialog", (dialog) => dialog.accept());
  }
});

test("no page is wider than a phone with text of twice the size that media queries do not know of", {
  tag: "@long",
}, async ({ page, request }) => {
  test.setTimeout(600_000);
  for (const path of (await everyPage(request)).keys()) {
    await open(page, path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await expectToFit(page, path, [360, 390, 430]);
  }
});

test("no page is wider than the window with text of twice the size", { tag: "@long" }, async ({
  playwright,
  launchOptions,
  contextOptions,
  baseURL,
  request,
}) => {
  test.setTimeout(600_000);
  // As set in a browser: sizes in em, media queries among them, follow it.
  const args = [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({
    ...contextOptions,
    ...(baseURL !== undefined && { baseURL }),
  });
  for (const path of (await everyPage(request)).keys()) {
    await open(page, path);
    await expectToFit(page, path, [360, 1280]);
  }
  const helper = await newPerson(baseURL ?? "", ["Index Helper"]);
  const forms = Array.from(CHALLENGES.keys(), (key) => pages.addForm(key));
  for (const path of [
    ...forms,
    pages.addForm("ltc", LISTED),
    pages.addMap(),
    pages.addChimpsStart(),
    pages.modifyBalanceChanges(),
    pages.account(),
  ]) {
    await openAs(page, helper, path);
    await expectToFit(page, path, [360, 1280]);
  }
  await browser.close();
});
