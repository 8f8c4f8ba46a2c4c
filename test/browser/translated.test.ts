import type { Page } from "@playwright/test";
import { pages } from "../../domain/contract/routes.ts";
import { everyPage } from "./every-page.ts";
import { chooseOrder, columnOf, expect, open, rowsOf, showBoxes, test, untilHydrated } from "./fixture.ts";
import { deliver, translate } from "./translator.ts";

/** Further addresses of pages of which only the query changes. */
const IN_PLACE = [
  ...["quad", "ouch", "abs zero", "quincy on logs", "nothing is called like this"].map((q) => pages.ask(q)),
  ...[{ offset: 20 }, { sortby: "date" }, { og: 1 }, { query: "quad" }, { pending: 1 }].map((parameters) =>
    pages.list("2tc", parameters),
  ),
  pages.list("lcc", { sortby: "money DESC" }),
  pages.undone({ seed: 1 }),
  pages.undone({ seed: 2 }),
  pages.maps({ query: "o" }),
];

/** Follows a link within the page, as the router does. */
const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    (to) =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => Promise<void> } }
      ).__reactRouterDataRouter.navigate(to),
    path,
  );

/** What a page shows, line by line, without what time and other tests change. */
async function linesOf(page: Page): Promise<string[]> {
  // A page in the background loads nothing more.
  await page.bringToFront();
  return page.evaluate(() =>
    // biome-ignore lint/performance/useDomNodeTextContent: line by line, as it is laid out
    (document.querySelector("main")?.innerText ?? "")
      .split("\n")
      .map((line) => line.replace(/\s+/g, " ").trim())
      .map((line) => line.replace(/\b(just now|\d+ min ago)$/, "lately"))
      .filter((line) => line !== "" && !/^(There are new completions\.|\d+ new)$/.test(line)),
  );
}

test("a page that the browser translates shows what it would show otherwise, wherever somebody goes", {
  tag: ["@both", "@long"], // a phone has other controls
}, async ({ page, context, request }) => {
  test.setTimeout(600_000);
  const untranslated = await context.newPage();
  const [home = "/", ...others] = [...(await everyPage(request)).keys(), ...IN_PLACE];
  // Pages of one path follow one another, in both directions.
  const byPath = Map.groupBy(others, (path) => path.replace(/\?.*/, ""));
  const ways = [...byPath.values()].flatMap((group) => [...group, ...group.slice(0, -1).reverse()]);
  await open(page, home);
  await translate(page);
  for (const path of ways) {
    await Promise.all([navigate(page, path), open(untranslated, path)]);
    await expect(async () => {
      const expected = await linesOf(untranslated);
      expect(await linesOf(page), path).toEqual(expected);
    }).toPass();
  }
  expect(await page.locator("main font").count()).toBeGreaterThan(0);
});

test("what somebody does on a translated page changes it as it would otherwise", {
  tag: ["@both", "@long"], // a phone has other controls
}, async ({ page, context, isPhone }) => {
  await context.grantPermissions(["clipboard-write"]);
  const untranslated = await context.newPage();
  const inBoth = async (act: (page: Page) => Promise<unknown>): Promise<void> => {
    // One after the other: a page in the background is slowed down.
    for (const one of [untranslated, page]) {
      await one.bringToFront();
      await act(one);
    }
    await expect(async () => {
      expect(await linesOf(page), String(act)).toEqual(await linesOf(untranslated));
    }).toPass();
  };
  await inBoth((one) => open(one, pages.list("2tc")));
  await translate(page);
  const search = (one: Page) => one.getByRole("searchbox", { name: "Search" });
  for (const [text, query] of [
    ["quad", "quad"],
    ["quad abs zero", "quad\\+abs\\+zero"],
    ["nothing", "nothing"],
    ["", null],
  ] as const)
    await inBoth(async (one) => {
      await search(one).fill(text);
      await expect(one).toHaveURL(query === null ? /\/2tc$/ : new RegExp(`query=${query}`));
    });
  const next = (one: Page) => one.getByRole("button", { name: "Next" }).first();
  const previous = (one: Page) => one.getByRole("button", { name: "Previous" }).first();
  for (const [button, offset] of [
    [next, 20],
    [next, 40],
    [previous, 20],
  ] as const)
    await inBoth(async (one) => {
      await button(one).click();
      await expect(one).toHaveURL(new RegExp(`offset=${offset}`));
    });
  await inBoth(async (one) => {
    await chooseOrder(one, "A–Z");
    await expect(one).toHaveURL(/sortby=/);
  });
  await inBoth(async (one) => {
    await showBoxes(one, isPhone);
    await one.getByRole("checkbox", { name: "OG completions only" }).click();
    await expect(one).toHaveURL(/og=1/);
  });
  await inBoth(async (one) => {
    await one.getByLabel("Version", { exact: true }).fill("44");
    await expect(one).toHaveURL(/version=44/);
  });

  await inBoth((one) => open(one, pages.ask("quad")));
  await translate(page);
  const field = (one: Page) => one.getByRole("search", { name: "Your question" });
  for (const text of ["qu", "quin", "quincy lo", "zzzz"])
    await inBoth((one) => field(one).getByLabel("Ask the index").fill(text));
  for (const text of ["ouch", "abs zero", "quincy on logs", "quad"])
    await inBoth(async (one) => {
      await field(one).getByLabel("Ask the index").fill(text);
      await field(one).getByRole("button", { name: "Ask" }).click();
    });
  await inBoth((one) => one.getByRole("button", { name: "Copy link to this answer" }).click());

  await inBoth((one) => open(one, pages.undone({ seed: 1 })));
  await translate(page);
  for (let at = 0; at < 3; at += 1)
    await inBoth((one) => one.getByRole("link", { name: "Another one" }).click());
});

test("a translation that arrives after its text has changed does not bring the old text back", async ({
  page,
  context,
}) => {
  const untranslated = await context.newPage();
  for (const one of [untranslated, page]) await open(one, pages.list("2tc"));
  await translate(page, { isHeld: true });
  for (const one of [untranslated, page]) {
    await one.getByRole("button", { name: "Next" }).first().click();
    await expect(one.getByText(/^Results 21 to 40 of/).first()).toBeVisible();
  }
  await deliver(page);
  await expect(page.locator("main font").first()).toBeAttached();
  expect(await linesOf(page)).toEqual(await linesOf(untranslated));
});

test("a page that is translated before its scripts are there works once they are", async ({
  page,
  faults,
}) => {
  // React renders such a page anew.
  faults.expect(/Minified React error #418/);
  const { promise: translated, resolve: send } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await translated;
    await route.continue();
  });
  await page.goto(pages.list("2tc"), { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  await translate(page, { mark: "» " });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^» 2 Towers CHIMPS/);
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  send();
  await untilHydrated(page);
  await page.getByRole("button", { name: "Next" }).first().click();
  await expect(page.getByText("Results 21 to 40 of").first()).toHaveText(/^» Results/);
  await expect(rowsOf(page)).toHaveCount(20);
  // It was loaded once, and not again.
  expect(loads.length).toBeLessThanOrEqual(1);
});

test("what a translation makes of a name is never asked for", { tag: "@long" }, async ({ page }) => {
  await open(page, pages.list("2tc"));
  const tower = columnOf(page, "Tower 1").first().getByRole("link");
  const name = (await tower.locator("span").last().textContent()) ?? "";
  await translate(page, { mark: "» " });
  await expect(tower).toContainText(`» ${name}`);
  await tower.click();
  await expect(page).toHaveURL(pages.list("2tc", { tower: name }));

  await open(page, pages.list("2mp", { view: "table" }));
  const empty = page.locator("tbody td:not([data-is]):nth-child(n + 3)").first();
  const at = await empty.evaluate((cell: HTMLTableCellElement) => [
    cell.parentElement?.querySelector("th")?.textContent ?? "",
    cell.closest("table")?.rows[0]?.cells[cell.cellIndex]?.textContent ?? "",
  ]);
  const [entity = "", map = ""] = at;
  await translate(page, { mark: "» " });
  await expect(page.getByRole("rowheader", { name: `» ${entity}`, exact: true })).toBeVisible();
  const form = page.waitForURL(pages.addForm("2mp", { entity, map }), { waitUntil: "commit" });
  await Promise.all([form, empty.click()]);
});

test("a page that cannot be rendered any more is loaded again", async ({ page, faults }) => {
  await open(page, pages.list("2tc"));
  await rowsOf(page)
    .first()
    .evaluate((row) => row.remove());
  faults.expect(/removeChild/);
  await page.getByRole("button", { name: "Next" }).first().click();
  await expect(page.getByText("Results 21 to 40 of").first()).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(20);
});

test("an error that comes again after the page was loaded again is shown", async ({ page, faults }) => {
  faults.expect(/no language/);
  await page.addInitScript(() => {
    Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
      value: () => {
        throw new Error("no language");
      },
    });
  });
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.goto(pages.records());
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await expect(page.getByText("no language")).toBeVisible();
  expect(loads).toHaveLength(2);
});
