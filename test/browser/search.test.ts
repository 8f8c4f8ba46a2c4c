import type { Page, Route } from "@playwright/test";
import { columnOf, expect, open, reportOf, rowsOf, showBoxes, test } from "./fixture.ts";

/** The browser's request when a list changes without a page load. */
const LIST_DATA = /\/2tc\.data\?/;

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const counter = (page: Page) => page.getByText(/^Results /).first();

test("a search for the first few letters finds the matches, and is in the URL", async ({ page }) => {
  await open(page, "/2tc");
  await searchBox(page).pressSequentially("abs zero quad");
  await expect(page).toHaveURL("/2tc?query=abs+zero+quad");
  await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
  for (const row of await rowsOf(page).allTextContents()) {
    expect(row).toContain("Absolute Zero");
    expect(row).toContain("Quad");
  }
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("abs zero quad");
});

test("a search returns to the first page", async ({ page }) => {
  await open(page, "/2tc?offset=40");
  await expect(counter(page)).toHaveText(/^Results 41 to 60 of/);
  await searchBox(page).fill("quad");
  await expect(page).toHaveURL("/2tc?query=quad");
  await expect(counter(page)).toHaveText(/^Results 1 to 20 of/);
  await open(page, "/2tc?offset=40");
  await page.getByLabel("Version", { exact: true }).fill("44");
  await expect(page).toHaveURL("/2tc?version=44");
  await expect(counter(page)).toHaveText(/^Results 1 to /);
});

test("typing searches once, 100 ms after the last key", async ({ page }) => {
  await page.clock.install();
  await open(page, "/2tc");
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  const asked: string[] = [];
  page.on("request", (request) => {
    if (LIST_DATA.test(request.url())) asked.push(new URL(request.url()).searchParams.get("query") ?? "");
  });
  await searchBox(page).pressSequentially("qu");
  await page.clock.runFor(99);
  await searchBox(page).pressSequentially("ad");
  await page.clock.runFor(99);
  // A round trip to the page: a request that had been made would have been seen by now.
  await page.evaluate(() => document.title);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page).toHaveURL("/2tc?query=quad");
  expect(asked).toEqual(["quad"]);
});

test("a slow earlier answer does not overwrite a later one", { tag: "@long" }, async ({ page }) => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered: () => void = () => {};
  const answeredLate = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const hold = async (route: Route) => {
    const late = await route.fetch();
    await released;
    // The browser may have aborted the request by now.
    await route.fulfill({ response: late }).catch(() => {});
    answered();
  };
  await page.route(/\/2tc\.data\?.*query=ninja/, hold);
  await open(page, "/2tc");
  const first = page.waitForRequest(/query=ninja/);
  await searchBox(page).fill("ninja");
  await first;
  await searchBox(page).fill("abs zero quad");
  await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
  release();
  await answeredLate;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(counter(page)).toHaveText("Results 1 to 4 of 4");
  await expect(page).toHaveURL("/2tc?query=abs+zero+quad");
});

test("on a slow machine an answer never replaces text that has been typed since", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, "/2tc");
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  // About as fast as the form's debounce, so that requests, answers and key presses overlap.
  for (const text of ["abs zero quad", "glaive lord in"]) {
    await searchBox(page).press("ControlOrMeta+a");
    await searchBox(page).pressSequentially(text, { delay: 90 });
    await expect(page).toHaveURL(`/2tc?query=${text.replaceAll(" ", "+")}`);
    await expect(searchBox(page)).toHaveValue(text);
  }
});

test("a search without matches says so and links to the whole list", async ({ page }) => {
  await open(page, "/2tc?query=nothing+is+called+like+this");
  await expect(counter(page)).toHaveText("Results 0 to 0 of 0");
  await expect(page.getByText("No completion matches this.")).toBeVisible();
  for (const name of ["Previous", "Next"]) await expect(page.getByRole("button", { name })).toBeDisabled();
  await page.getByRole("link", { name: "Show all 2TC completions" }).click();
  await expect(page).toHaveURL("/2tc");
  await expect(searchBox(page)).toHaveValue("");
  await expect(rowsOf(page)).toHaveCount(20);
});

test("an error from the API is shown, and the next search works", async ({ page, faults }) => {
  faults.expect(reportOf(400));
  await open(page, "/2tc?offset=soon");
  await expect(page.getByRole("alert")).toContainText('Error while searching: The parameter "offset"');
  await page.getByLabel("Version", { exact: true }).fill("44");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(counter(page)).toHaveText(/^Results 1 to /);
});

test("a list that fails to load when coming from another page says why and can be retried", async ({
  page,
  faults,
}) => {
  faults.expect(reportOf(503));
  // The page where the test begins.
  faults.expect(reportOf(404));
  await page.route(LIST_DATA, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await open(page, "/2tc/notes?tower1=None&tower2=Other&map=Quad");
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect(page.getByRole("alert")).toContainText("Error while searching: HTTP 503");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2 Towers CHIMPS (2TC)");
  await expect(page).toHaveTitle("2 Towers CHIMPS (2TC) | BTD6 Index");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(rowsOf(page)).toHaveCount(20);
});

// A phone has the box behind Filters, and marks rows of its own.
test("Pending completions only shows the pending ones, marked and highlighted", {
  tag: "@both", // a phone has the boxes behind a button
}, async ({ page, request, isPhone }) => {
  const { count } = await (await request.get("/fetch-2tc?pending=1&count=0")).json();
  await open(page, "/2tc?pending=0");
  const ground = (page: Page) =>
    rowsOf(page)
      .first()
      .evaluate((row) => getComputedStyle(row).backgroundColor);
  const plain = await ground(page);
  await expect(page.getByText("(Pending)")).toHaveCount(0);
  await open(page, "/2tc");
  await showBoxes(page, isPhone);
  await page.getByLabel("Pending completions only").check();
  await expect(page).toHaveURL("/2tc?pending=1");
  await expect(counter(page)).toHaveText(`Results 1 to 20 of ${count}`);
  for (const player of await columnOf(page, "Player").allTextContents())
    expect(player).toMatch(/ \(Pending\)submitted .+$/);
  expect(await ground(page)).not.toBe(plain);
  await page.getByLabel("Pending completions only").uncheck();
  await expect(page).toHaveURL("/2tc");
});

test("a view of the list can be shared: another browser shows the same", async ({
  page,
  browser,
  faults,
  baseURL,
}) => {
  await open(page, "/2tc");
  await searchBox(page).fill("zero");
  await expect(page).toHaveURL("/2tc?query=zero");
  await page.getByLabel("OG completions only").check();
  await expect(page).toHaveURL(/og=1/);
  const date = page.locator("thead").getByRole("link", { name: "OG Date" });
  // The address changes just before the page does.
  await expect(date).toHaveAttribute("href", /og=1/);
  await date.click();
  await expect(page).toHaveURL(/sortby=date/);
  await expect(page.locator("th[aria-sort=ascending]")).toHaveText(/^OG Date/);
  const texts = await rowsOf(page).allTextContents();

  const other = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  await faults.watch(other);
  const shared = await other.newPage();
  await open(shared, page.url());
  expect(await rowsOf(shared).allTextContents()).toEqual(texts);
  await expect(searchBox(shared)).toHaveValue("zero");
  await expect(shared.getByLabel("OG completions only")).toBeChecked();
  await other.close();
});

test("the Back button undoes each step, in the list and in its controls", async ({ page }) => {
  await open(page, "/2tc");
  const all = (await counter(page).textContent()) ?? "";
  await page.getByLabel("OG completions only").check();
  await expect(page).toHaveURL("/2tc?og=1");
  // The address changes just before the page does, and the old page's Next would lead to the first page of this list.
  await expect(counter(page)).not.toHaveText(all);
  await page.getByRole("button", { name: "Next" }).first().click();
  await expect(page).toHaveURL("/2tc?og=1&offset=20");
  await expect(counter(page)).toHaveText(/^Results 21 to 40 of/);
  await page.goBack();
  await expect(counter(page)).toHaveText(/^Results 1 to 20 of/);
  await expect(page.getByLabel("OG completions only")).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL("/2tc");
  await expect(page.getByLabel("OG completions only")).not.toBeChecked();
  await page.goForward();
  await expect(page.getByLabel("OG completions only")).toBeChecked();
});

test("Enter on the search that is shown adds nothing to the history", { tag: "@long" }, async ({ page }) => {
  await open(page, "/");
  await open(page, "/2tc?query=quad");
  const asked = () => page.waitForRequest((request) => LIST_DATA.test(request.url()));
  for (let times = 0; times < 2; times++) {
    const request = asked();
    await searchBox(page).press("Enter");
    await (await request).response();
  }
  await expect(searchBox(page)).toHaveValue("quad");
  await page.goBack();
  await expect(page).toHaveURL("/");
});
