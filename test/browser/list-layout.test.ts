import type { Locator, Page } from "@playwright/test";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { pages } from "../../domain/contract/routes.ts";
import { expect, open, reportOf, rowsOf, showBoxes, test, UNSEEN } from "./fixture.ts";

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not shown");
  return box;
};

// The layouts are what it is about.
test("each list shows its first result high up, and nothing is wider than the window", {
  tag: "@both", // a phone has the least room
}, async ({ page, isPhone }) => {
  for (const { key, description } of CHALLENGES.values())
    for (const query of ["", "?map=Quad&pending=0"]) {
      await open(page, `/${key}${query}`);
      await expect(page.getByText(description)).toBeVisible();
      if ((await rowsOf(page).count()) > 0)
        expect((await boxOf(rowsOf(page).first())).y, key).toBeLessThan(isPhone ? 220 : 300);
      const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(width, key).toBeLessThanOrEqual(window ?? 0);
    }
});

// Beside a wide table each value has its column.
test("a row on a phone has two lines, three with a type, hides missing values, and opens its completion", {
  tag: "@phone",
}, async ({ page }) => {
  for (const key of CHALLENGES.keys()) {
    await open(page, `/${key}?sortby=newest`);
    const heights = await rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect().height),
    );
    expect(Math.min(...heights), key).toBeGreaterThanOrEqual(key === "ltc" ? 88 : 64);
    expect(Math.max(...heights), key).toBeLessThanOrEqual(key === "ltc" ? 96 : 72);
    await expect(rowsOf(page).getByText("N/A").filter({ visible: true })).toHaveCount(0);
    const proof = await boxOf(rowsOf(page).first().getByRole("link", { name: "Link to the proof" }));
    expect(proof).toMatchObject({ width: 44, height: 44 });
  }
  // Wherever it is touched, its names included, which are links for the keyboard.
  for (const place of ["tower", "map", "person"]) {
    await open(page, "/2tc");
    const row = rowsOf(page).first();
    const address = await row.getByRole("link", { name: "Notes" }).getAttribute("href");
    const { x, y, width, height } = await boxOf(
      row.locator(`td[data-cell=${place}] .value, td[data-cell=${place}]`).first(),
    );
    await page.touchscreen.tap(x + Math.min(width, 60) / 2, y + height / 2);
    await expect(page).toHaveURL(address ?? "");
  }
});

/** Makes the page look as it does to a helper: the columns of signed-in people are in its markup from the start. */
const asHelper = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.signedIn = "helper";
    document.querySelector("#results")?.setAttribute("data-may-change", "");
  });

test("rows of a wide table have one height, even pending ones and a helper's, and nothing overflows", {
  tag: "@long",
}, async ({ page }) => {
  for (const path of ["/2tc?pending=1", "/2tcc?pending=1", "/2mp?pending=1", "/lcc", "/2tc"]) {
    await open(page, path);
    for (const look of [() => Promise.resolve(), asHelper]) {
      await look(page);
      const heights = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.clientHeight));
      expect(heights.length).toBeGreaterThan(3);
      expect(Math.max(...heights), `${path}: ${heights}`).toBeLessThanOrEqual(48);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  }
});

// A phone has the pager below the rows alone.
test("who is signed in has Previous and Next where everybody has them", { tag: "@long" }, async ({
  page,
}) => {
  for (const key of CHALLENGES.keys()) {
    await open(page, `/${key}?offset=40`);
    const next = page.getByRole("button", { name: "Next" }).first();
    const before = await boxOf(next);
    await asHelper(page);
    expect(Math.abs((await boxOf(next)).y - before.y), key).toBeLessThan(UNSEEN);
  }
});

test("a record is on the line of its proof, so only towers make a row taller", { tag: "@long" }, async ({
  page,
}) => {
  for (const key of ["ltc", "fttc"]) {
    await open(page, `/${key}`);
    const rows = rowsOf(page).filter({ has: page.locator("[data-best]") });
    const heights = await rows.evaluateAll((all) =>
      all
        .filter((row) => row.querySelectorAll('td[data-cell="towerset"] li').length <= 2)
        .map((row) => row.clientHeight),
    );
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.max(...heights), `${key}: ${heights}`).toBeLessThanOrEqual(48);
  }
});

// A wide table has a line for it.
test("on a phone (Pending) is never cut off, not even beside an OG stamp", { tag: "@phone" }, async ({
  page,
}) => {
  await open(page, "/2tc?pending=1&count=100");
  const cut = await rowsOf(page).evaluateAll((rows) =>
    rows.flatMap((row) => {
      const words = row.querySelector("em");
      const cell = words?.closest("td");
      if (!words || !cell) return ["no words"];
      return words.getBoundingClientRect().right > cell.getBoundingClientRect().right + 0.5
        ? [row.textContent ?? ""]
        : [];
    }),
  );
  expect(await rowsOf(page).filter({ hasText: "OG" }).count()).toBeGreaterThan(0);
  expect(cut).toEqual([]);
});

// A wide window has one line of tools.
test("on a phone the views share a line with other controls, and the counter one with the first chip", {
  tag: "@phone",
}, async ({ page }) => {
  for (const address of ["/2mp?view=table", "/2tc?view=person-stats"]) {
    await open(page, address);
    const view = await boxOf(page.locator("summary[aria-label^=View]"));
    const add = await boxOf(page.getByRole("main").getByRole("link", { name: "Add" }));
    expect(Math.abs(view.y + view.height / 2 - add.y - add.height / 2), address).toBeLessThan(4);
    expect(view.x + view.width).toBeLessThanOrEqual(360);
  }
  await open(page, "/2tc?query=zzzzqq");
  const counter = await boxOf(page.getByText(/^Results 0 to 0 of 0/).first());
  const chip = await boxOf(page.getByText("zzzzqq").filter({ visible: true }).first());
  expect(Math.abs(counter.y + counter.height / 2 - chip.y - chip.height / 2)).toBeLessThan(8);
});

test("the column headings stay visible while scrolling", { tag: "@long" }, async ({ page }) => {
  await open(page, "/2tc");
  await rowsOf(page).nth(15).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await expect.poll(async () => (await boxOf(page.locator("thead th:visible").first())).y).toBe(0);
});

test("the tabs count the results of the other lists under the same filters", async ({ page, request }) => {
  const tab = (label: string) =>
    page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: new RegExp(`^${label}\\b`) });
  const countOf = async (path: string): Promise<string> =>
    (await (await request.get(`${path}&count=0`)).json()).count.toLocaleString("en-US");
  await open(page, "/2tc");
  await expect(tab("2MP")).toHaveText("2MP");
  await open(page, "/2tc?map=Quad&tower=Absolute+Zero");
  await expect(tab("2TC")).toHaveAttribute("aria-current", "page");
  await expect(tab("2MP")).toHaveText(`2MP ${await countOf("/fetch-2mp?map=Quad&tower=Absolute+Zero")}`);
  // A list without towers shows no number, and its link keeps the filters that it can take.
  await expect(tab("LCC")).toHaveText("LCC");
  await tab("LCC").click();
  await expect(page).toHaveURL("/lcc?map=Quad");
  await expect(tab("LCC")).toHaveText(`LCC ${await countOf("/fetch-lcc?map=Quad")}`);
  await expect(tab("2TC")).toHaveText(`2TC ${await countOf("/fetch-2tc?map=Quad")}`);
});

// A phone has the tabs in a strip that scrolls.
test("the counts of the other lists are requested once, after the page, and shift nothing", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/fetch-totals")) asked.push(request.url());
  });
  let answer = (): void => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/fetch-totals?*", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, "/2tc?map=Quad");
  const tabs = page.getByRole("navigation", { name: "Lists" }).getByRole("link");
  await expect(tabs.filter({ hasText: "2TC" }).first()).toHaveText(/^2TC \d+$/);
  await expect(tabs.filter({ hasText: "2MP" })).toHaveText(/^2MP\s*$/);
  const before = await Promise.all((await tabs.all()).map(boxOf));
  answer();
  await expect(tabs.filter({ hasText: "2MP" })).toHaveText(/^2MP \d+$/);
  expect(await Promise.all((await tabs.all()).map(boxOf))).toEqual(before);
  expect(asked).toHaveLength(1);
  // The same filters on another list need no new request: its tabs show their counts at once.
  await page.route("**/fetch-totals?*", () => new Promise(() => undefined));
  await tabs.filter({ hasText: "LTC" }).click();
  await expect(page).toHaveURL("/ltc?map=Quad");
  await expect(tabs.filter({ hasText: "2MP" })).toHaveText(/^2MP \d+$/);
});

test("the tabs show no numbers while the counts are unavailable, and show them later", {
  tag: "@long",
}, async ({ page, faults }) => {
  faults.expect(reportOf(503));
  await page.route("**/fetch-totals?*", (route) => route.fulfill({ status: 503, json: { error: "later" } }));
  await open(page, "/2tc?map=Quad");
  const tab = page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: /^2MP\b/ });
  await expect(tab).toHaveText(/^2MP\s*$/);
  await page.unroute("**/fetch-totals?*");
  await expect(tab).toHaveText(/^2MP \d+$/);
});

test("a list has pages of 20, 50 or 100 results, and any page can be opened by its number", {
  tag: "@long",
}, async ({ page }) => {
  const counter = page.getByText(/^Results /).first();
  const number = page.getByRole("spinbutton", { name: "Page" });
  await open(page, "/2tc?query=sample&offset=40");
  await expect(number).toHaveValue("3");
  await page.getByLabel("Results a page").selectOption("50");
  await expect(page).toHaveURL("/2tc?query=sample&count=50");
  await expect(rowsOf(page)).toHaveCount(50);
  await expect(number).toHaveValue("1");
  await number.fill("4");
  await number.press("Enter");
  await expect(page).toHaveURL("/2tc?query=sample&offset=150&count=50");
  await expect(counter).toHaveText(/^Results 151 to 200 of/);
  await expect(number).toBeFocused();
  await page.goBack();
  await expect(number).toHaveValue("1");
  await page.goForward();
  await expect(rowsOf(page).first()).toBeInViewport({ ratio: 0.3 });
});

// Beside a wide table they are in sight.
test("a phone has the boxes behind Filters, which counts those that are set", { tag: "@phone" }, async ({
  page,
}) => {
  await open(page, "/2tc");
  await expect(page.getByLabel("OG completions only")).toBeHidden();
  await showBoxes(page, true);
  await page.getByLabel("OG completions only").check();
  await expect(page).toHaveURL("/2tc?og=1");
  await expect(page.getByRole("heading", { name: "Filters" })).toBeVisible();
  const show = page.getByRole("button", { name: /^Show [\d,]+ completions$/ });
  const results = page.getByText(/^Results 1 to 20 of [\d,]+/).first();
  const ofAll = async (shown: Locator) =>
    /[\d,]+(?= completions$)|(?<= of )[\d,]+/.exec((await shown.textContent()) ?? "")?.[0];
  // Both are read anew: the list may not have followed the box yet, and other tests add some meanwhile.
  await expect(async () => expect(await ofAll(show)).toBe(await ofAll(results))).toPass();
  await show.click();
  await expect(page.getByLabel("OG completions only")).toBeHidden();
  await expect(page.locator("summary", { hasText: "Filters" })).toHaveText(/Filters\s*1 set/);
});

// Beside a wide table there is room.
test("on a phone the words of choices side by side are whole", { tag: "@phone" }, async ({ page }) => {
  const expectWhole = async (choices: Locator, count: number): Promise<void> => {
    await expect(choices).toHaveCount(count);
    for (const choice of await choices.all()) {
      const [beyondItself, beyondAll] = await choice.evaluate((each) => {
        const right = (box: Element | null) => box?.getBoundingClientRect().right ?? 0;
        return [
          each.scrollWidth - each.clientWidth,
          right(each) - Math.min(right(each.parentElement), innerWidth),
        ];
      });
      const name = (await choice.textContent()) ?? "";
      expect(beyondItself, name).toBeLessThanOrEqual(0);
      expect(beyondAll, name).toBeLessThanOrEqual(0);
    }
  };
  await open(page, "/2mp?view=table");
  await expectWhole(page.getByRole("navigation", { name: "Difficulty" }).getByRole("link"), 4);
  await open(page, "/lcc");
  await showBoxes(page, true);
  const records = page.getByRole("group", { name: "Show" }).filter({ hasText: "Records only" });
  await expectWhole(records.locator("label"), 3);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("Next leads to the results, and a page can be opened by its number", async ({ page }) => {
    await page.goto("/2tc");
    await page.getByRole("button", { name: "Next" }).last().click();
    await expect(page).toHaveURL(/offset=20#results$/);
    await page.getByRole("spinbutton", { name: "Page" }).fill("3");
    await page.getByLabel("Results a page").selectOption("50");
    await page.getByRole("button", { name: "Go" }).click();
    await expect(page.getByText(/^Results 101 to 150 of/).first()).toBeVisible();
  });
});

test("no list is wider than its window, whatever its players are called", { tag: "@long" }, async ({
  page,
}) => {
  const names = ["W".repeat(40), "i".repeat(40), "Maximilian Alexander von Hohenzollern II"];
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const key of CHALLENGES.keys()) {
      await open(page, pages.list(key, { pending: 1 }));
      for (const name of names) {
        const beyond = await page.evaluate((text) => {
          const players = document.querySelectorAll("td[data-cell=person] bdi a");
          for (const player of players) player.textContent = text;
          if (players.length === 0) throw new Error("no player is listed");
          window.scrollTo({ left: 1_000, behavior: "instant" });
          return window.scrollX;
        }, name);
        expect(beyond, `${key} at ${width} px with ${name}`).toBe(0);
      }
    }
  }
});
