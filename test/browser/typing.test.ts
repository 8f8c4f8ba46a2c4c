import type { Page, Route } from "@playwright/test";
import { chooseOrder, columnOf, expect, open, reportOf, rowsOf, test } from "./fixture.ts";

/** The browser's request when a list changes without a page load. */
const LIST_DATA = /\/2tc\.data\?/;
const LOST = /^console: .*ERR_(FAILED|INTERNET_DISCONNECTED)/;
const LOST_WORDS = /^Error while searching: the connection was lost\. Trying again/;

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const counter = (page: Page) => page.getByText(/^Results /).first();
/** The first: once a list has been shown for three seconds, another one stands ready for new rows. */
const said = (page: Page) => page.getByRole("main").getByRole("status").first();

/** Drops every request for a list's answer until the returned function is called. */
async function dropAnswers(page: Page): Promise<() => Promise<void>> {
  const drop = (route: Route) => route.abort();
  await page.route(LIST_DATA, drop);
  return () => page.unroute(LIST_DATA, drop);
}

/** Holds answers back until the returned function is called. */
async function holdAnswers(page: Page, which: RegExp = LIST_DATA): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(which, async (route) => {
    // The browser may abort the request, and the test may end, before the answer is there.
    const answer = await route.fetch().catch(() => null);
    await promise;
    if (answer) await route.fulfill({ response: answer }).catch(() => {});
  });
  return resolve;
}

test("a dropped request while typing keeps the rows, the text and the focus, and is retried", async ({
  page,
  faults,
}) => {
  faults.expect(LOST);
  await open(page, "/2tc");
  const rows = await rowsOf(page).allTextContents();
  const mend = await dropAnswers(page);
  await searchBox(page).pressSequentially("abs zero");
  await expect(said(page)).toHaveText(LOST_WORDS);
  expect(await rowsOf(page).allTextContents()).toEqual(rows);
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("abs zero");
  // What is typed meanwhile is what will be asked for.
  await searchBox(page).pressSequentially(" quad");
  await expect(said(page)).toHaveText(LOST_WORDS);
  await mend();
  await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
  await expect(page).toHaveURL("/2tc?query=abs+zero+quad");
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("abs zero quad");
  await expect(said(page)).toBeEmpty();
  await expect(page.getByText("Trying again")).toHaveCount(0);
});

test("a failure is announced once, however often it is retried or the text is changed", {
  tag: "@long",
}, async ({ page, faults }) => {
  faults.expect(LOST);
  await open(page, "/2tc");
  await said(page).evaluate((status) => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    new MutationObserver(() => texts.push(status.textContent ?? "")).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  let asked = 0;
  await page.route(LIST_DATA, (route) => {
    asked++;
    return route.abort();
  });
  await searchBox(page).fill("abs");
  await expect.poll(() => asked).toBeGreaterThan(1);
  await searchBox(page).fill("abs zero");
  await expect.poll(() => asked).toBeGreaterThan(3);
  const texts = await page.evaluate(() => (window as unknown as { texts: string[] }).texts);
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatch(LOST_WORDS);
});

for (const [what, answer, reason] of [
  ["503", { status: 503 }, "HTTP 503"],
  ["429", { status: 429, headers: { "Retry-After": "1" } }, "HTTP 429"],
] as const)
  test(`an answer with ${what} keeps the rows and is retried`, {
    tag: what === "503" ? [] : "@long",
  }, async ({ page, faults }) => {
    faults.expect(reportOf(answer.status));
    await open(page, "/2tc");
    await page.route(LIST_DATA, (route) => route.fulfill(answer), { times: 1 });
    await searchBox(page).fill("abs zero quad");
    await expect(said(page)).toHaveText(new RegExp(`^Error while searching: ${reason}\\. Trying again`));
    await expect(rowsOf(page)).toHaveCount(20);
    await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
    await expect(said(page)).toBeEmpty();
  });

test("the list is requested at once when the browser is back online", { tag: "@long" }, async ({
  page,
  context,
  faults,
}) => {
  faults.expect(LOST);
  await open(page, "/2tc");
  await page.clock.install();
  await context.setOffline(true);
  await searchBox(page).fill("abs zero quad");
  await page.clock.runFor(100);
  await expect(said(page)).toHaveText(LOST_WORDS);
  // With the clock paused, no wait ends by itself.
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await expect(said(page)).toHaveText(LOST_WORDS);
  await context.setOffline(false);
  await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
});

test("while an answer is slow the rows are dimmed, the controls are not, and nothing is blank", async ({
  page,
}) => {
  await open(page, "/2tc");
  const release = await holdAnswers(page);
  const opacityOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        let opacity = 1;
        for (let each: Element | null = element; each; each = each.parentElement)
          opacity *= Number(getComputedStyle(each).opacity);
        return opacity;
      });
  const dimmed = page.locator("[data-waiting=true] tbody");
  await searchBox(page).fill("abs zero quad");
  await expect(dimmed).toHaveCSS("transition-delay", "0.2s");
  await expect.poll(() => opacityOf("tbody tr")).toBe(0.5);
  for (const control of ["form[action='/2tc']", "thead th a", "button[value='20']"])
    expect(await opacityOf(control), control).toBe(1);
  await expect(rowsOf(page)).toHaveCount(20);
  await expect(said(page)).toBeEmpty();
  release();
  await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
  await expect.poll(() => opacityOf("tbody tr")).toBe(1);
});

test("an answer to text that has been changed since is never shown, not even for a moment", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/2tc");
  const release = await holdAnswers(page, /query=ninja/);
  await counter(page).evaluate((element) => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    new MutationObserver(() => texts.push(element.textContent ?? "")).observe(element, {
      characterData: true,
      subtree: true,
      childList: true,
    });
  });
  const asked = page.waitForRequest(/query=ninja/);
  await searchBox(page).fill("ninja");
  await asked;
  // Already typed, but not yet requested, when the answer comes: the page's clock stands still.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await searchBox(page).fill("abs zero quad");
  release();
  await page.waitForResponse(/query=ninja/);
  await page.evaluate(() => new Promise((done) => queueMicrotask(() => done(null))));
  await page.clock.runFor(99);
  await expect(counter(page)).toHaveText(/^Results 1 to 20 /);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
  const texts = await page.evaluate(() => (window as unknown as { texts: string[] }).texts);
  expect(new Set(texts)).toEqual(new Set(["Results 1 to 4 of 4"]));
});

test("Next, a heading and a checkbox recover by themselves, and the last of them wins", {
  tag: "@long",
}, async ({ page, faults }) => {
  faults.expect(LOST);
  await open(page, "/2tc");
  const recovers = async (act: () => Promise<void>, url: string | RegExp) => {
    const mend = await dropAnswers(page);
    await act();
    await expect(said(page)).toHaveText(LOST_WORDS);
    await expect(rowsOf(page)).toHaveCount(20);
    await mend();
    await expect(page).toHaveURL(url);
    await expect(said(page)).toBeEmpty();
  };
  await recovers(() => page.getByRole("button", { name: "Next" }).first().click(), "/2tc?offset=20");
  await expect(counter(page)).toHaveText(/^Results 21 to 40 of/);
  await recovers(() => chooseOrder(page, /^OG Date/), "/2tc?sortby=date");
  await expect(page.locator("th[aria-sort=ascending]")).toHaveText(/^OG Date/);
  await recovers(() => page.getByLabel("OG completions only").check(), "/2tc?og=1&sortby=date");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("OG completions only")).toBeChecked();

  await recovers(async () => {
    await page.getByRole("button", { name: "Next" }).first().click();
    await expect(said(page)).toHaveText(LOST_WORDS);
    await page.getByLabel("OG completions only").uncheck();
  }, "/2tc?sortby=date");
  await expect(counter(page)).toHaveText(/^Results 1 to 20 of/);
  await expect(page.getByLabel("OG completions only")).not.toBeChecked();
});

test("choices made while a search is being retried are added to it", { tag: "@long" }, async ({
  page,
  faults,
}) => {
  faults.expect(LOST);
  await open(page, "/2tc?map=Quad");
  const mend = await dropAnswers(page);
  await searchBox(page).fill("zero");
  await expect(said(page)).toHaveText(LOST_WORDS);
  await chooseOrder(page, /^OG Date/);
  const remove = page.getByRole("link", { name: "Remove the filter Map" });
  await expect(remove).toHaveAttribute("href", /sortby=date/);
  await remove.click();
  await expect(page.locator("#list-controls input[name=map]")).toHaveValue("");
  await page.getByLabel("OG completions only").check();
  await mend();
  await expect(page).toHaveURL("/2tc?query=zero&og=1&sortby=date");
  await expect(searchBox(page)).toHaveValue("zero");
  await expect(columnOf(page, "OG?").first()).toHaveText("OG");
});

test("Next on a search that has not been answered yet leads to its first page", { tag: "@long" }, async ({
  page,
  faults,
}) => {
  faults.expect(LOST);
  await open(page, "/2tc");
  const mend = await dropAnswers(page);
  await searchBox(page).fill("abs zero quad");
  await expect(said(page)).toHaveText(LOST_WORDS);
  await page.getByRole("button", { name: "Next" }).first().click();
  await mend();
  await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
});

test("Next while another order is loading leads to its first page", { tag: "@long" }, async ({ page }) => {
  await open(page, "/2tc?query=sample&offset=20");
  await expect(counter(page)).toHaveText(/^Results 21 to/);
  const send = await holdAnswers(page, /\/2tc\.data\?.*date/);
  await chooseOrder(page, /^OG Date/);
  await page.getByRole("button", { name: "Next" }).first().click();
  send();
  await expect(page).toHaveURL("/2tc?query=sample&sortby=date");
  await expect(counter(page)).toHaveText(/^Results 1 to/);
});

test("what is typed and ticked before the script loads is applied once it has", async ({ page }) => {
  const { promise: chosen, resolve: send } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await chosen;
    await route.continue();
  });
  await page.goto("/2tc", { waitUntil: "commit" });
  await page.getByRole("checkbox", { name: "OG completions only" }).check();
  send();
  await expect(page).toHaveURL("/2tc?og=1");
  await page.goto("/2tc?og=1", { waitUntil: "commit" });
  await page.getByRole("checkbox", { name: "OG completions only" }).uncheck();
  await searchBox(page).fill("quad");
  await expect(page).toHaveURL("/2tc?query=quad");
});

test("Back leads to before a search that was typed before the script loads", { tag: "@long" }, async ({
  page,
}) => {
  const { promise: typed, resolve: send } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto("/2tc?og=1", { waitUntil: "commit" });
  await searchBox(page).fill("quad");
  send();
  await expect(page).toHaveURL("/2tc?query=quad&og=1");
  await page.goBack();
  await expect(page).toHaveURL("/2tc?og=1");
  await expect(searchBox(page)).toHaveValue("");
});

test("the other views recover too", { tag: "@long" }, async ({ page, faults }) => {
  faults.expect(LOST);
  await open(page, "/2tc");
  for (const [view, url] of [
    ["Person Stats", "/2tc?view=person-stats"],
    ["List", "/2tc"],
  ] as const) {
    const mend = await dropAnswers(page);
    await page.getByRole("radio", { name: view }).check();
    await expect(said(page)).toHaveText(LOST_WORDS);
    await mend();
    await expect(page).toHaveURL(url);
  }
});

test("a list that gets no answer does not block navigation to another page", async ({ page, faults }) => {
  faults.expect(LOST);
  await open(page, "/2tc");
  const mend = await dropAnswers(page);
  await searchBox(page).fill("zero");
  await expect(said(page)).toHaveText(LOST_WORDS);
  await rowsOf(page).first().getByRole("link", { name: "Notes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ 2TC on /);
  await mend();
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect(page).toHaveURL("/2tc");
  await expect(said(page)).toBeEmpty();
});

test("a link back to the list that is shown abandons the search, and empties the box", async ({ page }) => {
  await open(page, "/2tc");
  const release = await holdAnswers(page, /query=quad/);
  const asked = page.waitForRequest(/query=quad/);
  await searchBox(page).fill("quad");
  await asked;
  await page.getByRole("navigation", { name: "Lists" }).locator("[aria-current=page]").click();
  await expect(searchBox(page)).toHaveValue("");
  release();
  await expect(page).toHaveURL("/2tc");
  await expect(counter(page)).toHaveText(/^Results 1 to 20 of/);
  // What is typed next is sent as usual.
  await searchBox(page).fill("abs zero quad");
  await expect(page).toHaveURL("/2tc?query=abs+zero+quad");
  await expect(searchBox(page)).toHaveValue("abs zero quad");
});
