import type { Locator, Page } from "@playwright/test";
import { expect, open, test } from "./fixture.ts";

/** The visible search field, which is in the header or, on some pages, in the page itself. */
const field = (page: Page): Locator =>
  page.locator("form[role=search] input[name=q]").filter({ visible: true });
const options = (page: Page): Locator =>
  page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const marked = (page: Page): Locator => page.locator("[role=option][aria-selected=true]");
const opener = (page: Page): Locator => page.locator("header").getByRole("button", { name: "Ask the index" });

/** Enters the search by keys. A key that is pressed while the page is busy is lost, so it is pressed again. */
async function enter(page: Page, keys = "/"): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(keys);
    await expect(field(page)).toBeFocused({ timeout: 500 });
  }).toPass();
}

/** Presses an arrow key until the suggestion is marked. */
async function markBy(page: Page, key: "ArrowDown" | "ArrowUp", name: RegExp): Promise<void> {
  // Suggestions that arrive later reset the mark.
  await expect(options(page).filter({ hasText: name }).first()).toBeVisible();
  for (let presses = 0; presses < 14; presses += 1) {
    await page.keyboard.press(key);
    if (name.test((await marked(page).textContent()) ?? "")) return;
  }
  throw new Error(`The arrows never mark ${name}.`);
}

test("the search works by keyboard alone: /, words, an arrow, Enter to complete, Enter to ask", async ({
  page,
}) => {
  await open(page, "/2tc");
  await enter(page);
  await page.keyboard.type("abs zero qu");
  await expect(options(page).first()).toHaveText(/^Ask: abs zero qu/);
  await expect(page.getByRole("group", { name: "Maps" }).getByRole("option").first()).toHaveText(/^Quad/);
  await markBy(page, "ArrowDown", /^Quad/);
  const active = await field(page).getAttribute("aria-activedescendant");
  await expect(marked(page)).toHaveAttribute("id", active ?? "none");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("abs zero Quad ");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/ask?q=abs+zero+Quad");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Absolute Zero on Quad: done/);
});

test("Tab inserts the marked suggestion, and leaves the field when there is none", async ({ page }) => {
  await open(page, "/2tc");
  await enter(page);
  await page.keyboard.type("perma-sp");
  await markBy(page, "ArrowDown", /^Perma-Spike/);
  await page.keyboard.press("Tab");
  await expect(field(page)).toHaveValue("Perma-Spike ");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(field(page)).not.toBeFocused();
  await expect(options(page)).toHaveCount(0);
});

test("Escape closes the suggestions, then clears the field, then leaves it", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, "/maps");
  await enter(page);
  await page.keyboard.type("quad");
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue("quad");
  await expect(field(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(field(page)).not.toBeFocused();
});

// On a phone the search is a dialog.
test("Ctrl+K opens the search from within another field, where / is a letter", {
  tag: "@both", // on a phone the search is a dialog
}, async ({ page, isPhone }) => {
  await open(page, "/2tc");
  const list = page.getByRole("searchbox", { name: "Search" });
  await list.fill("quad");
  await list.press("End");
  await page.keyboard.press("/");
  await expect(list).toHaveValue("quad/");
  await enter(page, "ControlOrMeta+k");
  if (isPhone) await expect(page.getByRole("dialog", { name: "Ask the index" })).toBeVisible();
});

test("a challenge opens with the preceding words as its search, and a map that stands alone opens its page", async ({
  page,
}) => {
  await open(page, "/maps");
  await enter(page);
  await page.keyboard.type("abs zero 2tc");
  await page.getByRole("option", { name: /^2TC 2 Towers/ }).click();
  await expect(page).toHaveURL("/2tc?query=abs+zero");
  await expect(page.getByText(/^Results 1 to /).first()).toBeVisible();
  await enter(page);
  await page.keyboard.type("quad");
  await page.getByRole("option", { name: "Quad The map's page" }).click();
  await expect(page).toHaveURL("/maps?map=Quad");
  await expect(options(page)).toHaveCount(0);
});

test("players are suggested by the beginning of their names, regardless of accents", async ({ page }) => {
  await open(page, "/2tc");
  await enter(page);
  await page.keyboard.type("quad zo");
  const players = page.getByRole("group", { name: "Players" }).getByRole("option");
  await expect(players.filter({ hasText: "Zoë" })).toBeVisible();
  await page.locator("form[role=search] input[name=q]:focus").fill("zoe");
  await players.filter({ hasText: "Zoë" }).click();
  await expect(field(page)).toHaveValue("Zoë ");
});

// A wide window has a field.
test("on a phone the search fills the screen, takes the focus, and gives it back", { tag: "@phone" }, async ({
  page,
}) => {
  await open(page, "/2tc");
  const size = await opener(page).boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await opener(page).click();
  const sheet = page.getByRole("dialog", { name: "Ask the index" });
  await expect(field(page)).toBeFocused();
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
  await expect(page.getByRole("option", { name: /^2TC/ }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await opener(page).click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(opener(page)).toBeFocused();
  await opener(page).click();
  await page.keyboard.type("abs zero quad");
  await page.getByRole("option", { name: /^Ask: abs zero quad/ }).click();
  await expect(page).toHaveURL("/ask?q=abs+zero+quad");
  await expect(sheet).toBeHidden();
});

test("the home page has the search only in the page itself, and / and Ctrl+K lead there", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/");
  await expect(field(page)).toHaveCount(1);
  await expect(page.locator("header form[data-look=header]")).toHaveCount(0);
  for (const keys of ["/", "ControlOrMeta+k"]) {
    await enter(page, keys);
    await expect(page.locator("main form[role=search] input[name=q]")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field(page)).not.toBeFocused();
  }
  await page.getByRole("link", { name: "abs zero quad" }).click();
  await expect(page).toHaveURL("/ask?q=abs+zero+quad");
  await expect(page.locator("header form[data-look=header]")).toBeVisible();
});

test("suggestions already loaded work offline, except for players", { tag: "@long" }, async ({
  page,
  faults,
}) => {
  await open(page, "/2tc");
  await enter(page);
  await page.keyboard.type("qua");
  await expect(page.getByRole("option", { name: /^Quad/ }).first()).toBeVisible();
  faults.expect(/^console: .*ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  const asked = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/fetch-player-names"),
  );
  const told = page.waitForEvent("console", (message) =>
    message.text().includes("ERR_INTERNET_DISCONNECTED"),
  );
  await page.keyboard.type("r");
  await Promise.all([asked, told]);
  await expect(page.getByRole("option", { name: /^Quarry/ }).first()).toBeVisible();
  await expect(options(page).first()).toHaveText(/^Ask: quar/);
  await page.context().setOffline(false);
});

test("without the names, the question itself can still be asked", { tag: "@long" }, async ({
  page,
  faults,
}) => {
  faults.expect(/^console: .*ERR_FAILED/);
  await page.route("**/fetch-names", (route) => route.abort(), { times: 1 });
  await open(page, "/2tc");
  await enter(page);
  await page.keyboard.type("quad");
  await expect(options(page).first()).toHaveText(/^Ask: quad/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/ask?q=quad");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Quad: done/);
});

test("the names are requested only when somebody enters the search, and only once", { tag: "@long" }, async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/fetch-names|Suggestions/.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  await open(page, "/2tc");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(asked).toEqual([]);
  await enter(page);
  await page.keyboard.type("quad");
  await expect(page.getByRole("option", { name: /^Quad/ }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("main").click();
  await enter(page);
  await page.keyboard.type("r");
  await expect(options(page).first()).toBeVisible();
  expect(asked.filter((path) => path === "/fetch-names")).toHaveLength(1);
});

test("suggestions show marks, what each challenge answers, and where it could be submitted", async ({
  page,
}) => {
  await open(page, "/maps");
  await enter(page);
  await page.keyboard.type("abs zero sky shredder quad");
  await expect(options(page).first()).toContainText("Absolute Zero + Sky Shredder on Quad");
  await expect(options(page).first()).toContainText(/2TC\s+not yet/);
  await markBy(page, "ArrowDown", /^Submit it for 2TC/);
  // The form then asks for a sign-in.
  const form = page.waitForURL("/add-2tc-form?tower1=Absolute+Zero&tower2=Sky+Shredder&map=Quad");
  await page.keyboard.press("Enter");
  await form;
  await open(page, "/maps");
  await enter(page);
  await page.keyboard.type("abs zero qua");
  // The end of the text may mean several maps: each has its own answer.
  const quad = page.getByRole("group", { name: "Maps" }).getByRole("option", { name: /^Quad/ });
  await expect(quad).toContainText(/2TC\s+×\d/);
  await expect(quad.locator("i[data-letters=QD]")).toBeVisible();
  await expect(quad).toContainText(/\d completions$|\d completions\s*2TC/);
  await page.keyboard.type(" zoe");
  const zoe = page.getByRole("group", { name: "Players" }).getByRole("option", { name: /^Zoë/ });
  await expect(zoe).toContainText(/\d completions/);
});
