import type { Locator, Page } from "@playwright/test";
import { pages } from "../../domain/contract/routes.ts";
import { columnOf, expect, open, rowsOf, test, unfold } from "./fixture.ts";

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const counter = (page: Page) => page.getByText(/^Results /).first();
const filters = (page: Page) => page.getByRole("list", { name: "Active filters" });
const understood = (page: Page) => page.getByRole("list", { name: "Understood" });
const remove = (page: Page, chip: string) => page.getByRole("link", { name: `Remove the filter ${chip}` });
const words = async (list: Locator): Promise<string[]> =>
  (await list.getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s*×$/, ""));

test("typed words become chips, which a click turns into filters of the address, and each can be removed", async ({
  page,
}) => {
  await open(page, "/2tc");
  await searchBox(page).pressSequentially("abs zero quad");
  await expect(page.getByText("Understood:")).toBeVisible();
  await expect.poll(() => words(understood(page))).toEqual(["Tower: Absolute Zero", "Map: Quad"]);
  await expect(filters(page)).toHaveCount(0);
  const rows = (await rowsOf(page).allTextContents()).sort();
  await understood(page).getByRole("link", { name: "Tower: Absolute Zero", exact: true }).click();
  await expect(page).toHaveURL("/2tc?query=quad&tower=Absolute+Zero");
  await expect(searchBox(page)).toHaveValue("quad");
  await understood(page).getByRole("link", { name: "Map: Quad", exact: true }).click();
  await expect(page).toHaveURL("/2tc?tower=Absolute+Zero&map=Quad");
  await expect(searchBox(page)).toHaveValue("");
  await expect(understood(page)).toHaveCount(0);
  await expect.poll(() => words(filters(page))).toEqual(["Tower: Absolute Zero", "Map: Quad"]);
  expect((await rowsOf(page).allTextContents()).sort()).toEqual(rows);

  await remove(page, "Map: Quad").click();
  await expect(page).toHaveURL("/2tc?tower=Absolute+Zero");
  await remove(page, "Tower: Absolute Zero").click();
  await expect(page).toHaveURL("/2tc");
  await expect(rowsOf(page)).toHaveCount(20);
});

test("removing a chip removes its words from the text, and Clear all removes everything", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/2tc?query=abs+zero+quad&map=Quad&sortby=date");
  await remove(page, "Tower: Absolute Zero").click();
  await expect(page).toHaveURL("/2tc?query=quad&map=Quad&sortby=date");
  await expect(searchBox(page)).toHaveValue("quad");
  await page.getByRole("link", { name: "Clear all" }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/2tc?sortby=date");
  await expect(searchBox(page)).toHaveValue("");
  await expect(page.getByRole("link", { name: "Clear all" }).filter({ visible: true })).toHaveCount(0);
});

test("clicking a value in a row adds a filter; a second click keeps that filter alone", async ({ page }) => {
  await open(page, "/2tc?sortby=date");
  const links = (label: string) => columnOf(page, label).first().getByRole("link");
  const [first = "", second = "", map = ""] = await Promise.all(
    ["Tower 1", "Tower 2", "Map"].map(async (label) => (await links(label).textContent()) ?? ""),
  );
  await links("Tower 1").click();
  await expect.poll(() => words(filters(page))).toEqual([`Tower: ${first}`]);
  await columnOf(page, "Tower 2").getByRole("link", { name: second, exact: true }).first().click();
  await expect.poll(() => words(filters(page))).toEqual([`Tower: ${first}`, `Tower: ${second}`]);
  await columnOf(page, "Map").getByRole("link", { name: map, exact: true }).first().click();
  await expect
    .poll(() => words(filters(page)))
    .toEqual([...[`Tower: ${first}`, `Tower: ${second}`, `Map: ${map}`]]);
  const asked = new URL(page.url()).searchParams;
  expect(asked.getAll("tower")).toEqual([first, second]);
  expect(asked.get("sortby")).toBe("date");
  // Headings, the view switch and the pager keep all of them.
  await unfold(page, /^Order:/);
  for (const name of [/^OG Date/, "Newest"])
    await expect(page.getByRole("navigation", { name: "Order" }).getByRole("link", { name })).toHaveAttribute(
      "href",
      /tower=.*&tower=.*&map=/,
    );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Download CSV" })).toHaveAttribute("href", /tower=.*&tower=/);

  await links("Tower 2").click();
  await expect.poll(() => words(filters(page))).toEqual([`Tower: ${second}`]);
  await expect(rowsOf(page).nth(1)).toBeVisible();
  await links("Map").click();
  await expect(filters(page).getByRole("listitem")).toHaveCount(2);
  await links("Map").click();
  await expect(filters(page).getByRole("listitem")).toHaveCount(1);
  await expect.poll(() => words(filters(page))).toEqual([expect.stringMatching(/^Map: /)]);
  expect(new URL(page.url()).searchParams.get("sortby")).toBe("date");
});

test("clicking a value that the text already means turns it into a filter, without repeating it", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/2tc?query=abs+zero+quad");
  await columnOf(page, "Map").first().getByRole("link", { name: "Quad" }).click();
  await expect(page).toHaveURL("/2tc?query=abs+zero&map=Quad");
});

test("a challenge for two players can be filtered by both", { tag: "@long" }, async ({ page }) => {
  await open(page, "/2tcc");
  for (const [at, label] of ["Player 1", "Player 2"].entries()) {
    await columnOf(page, label).first().getByRole("link").click();
    // A link adds to the filters of the list that it is in, so the narrowed list has to be there first.
    await expect(filters(page).getByRole("listitem")).toHaveCount(at + 1);
  }
  expect(new URL(page.url()).searchParams.getAll("person")).toHaveLength(2);
});

test("Enter turns search keys into filters of the address and leaves the words", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, "/2tc");
  await searchBox(page).fill('tower:"abs zero" map:qd sample');
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/2tc?query=sample&tower=Absolute+Zero&map=Quad");
  await expect(searchBox(page)).toHaveValue("sample");
  await expect.poll(() => words(filters(page))).toEqual(["Tower: Absolute Zero", "Map: Quad"]);
  // The same for a text that is already answered. A second map stays in the text, because both are asked for.
  await searchBox(page).fill("tower:quincy map:logs");
  await expect(page).toHaveURL(/query=tower/);
  await expect(understood(page).getByRole("listitem")).toHaveCount(2);
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/2tc?query=map%3Alogs&tower=Absolute+Zero&tower=Quincy&map=Quad");
  await expect(searchBox(page)).toBeFocused();
});

test("an unknown search key is reported, and the rest applies", { tag: "@long" }, async ({ page }) => {
  await open(page, "/2tc?query=foo:bar+map:quad");
  await expect(page.getByText("foo: is not a search key of this list; the rest applies.")).toBeVisible();
  for (const text of await columnOf(page, "Map").allTextContents()) expect(text).toBe("Quad");
});

test("a word that names nothing is reported, with a suggestion", async ({ page }) => {
  await open(page, "/2tc?query=pspke+quad");
  await expect(
    page.getByText(/^pspke is not a tower, map or player known here\. Did you mean Perma-Spike/),
  ).toBeVisible();
  await expect(page.getByText("Not in this index yet")).toHaveCount(0);
  await page.getByRole("link", { name: "Perma-Spike", exact: true }).click();
  await expect(page).toHaveURL("/2tc?query=Perma-Spike+quad");
  await expect(searchBox(page)).toHaveValue("Perma-Spike quad");
  await expect.poll(() => words(understood(page))).toEqual(["Tower: Perma-Spike", "Map: Quad"]);
});

test("an ambiguous word asks which meaning is wanted, and a corrected word shows the original", async ({
  page,
}) => {
  await open(page, "/2tc?query=cc");
  await expect(
    page.getByText(/^cc is several things here\. Only Cryo Cannon or Comanche Commander\.$/),
  ).toBeVisible();
  await page.getByRole("link", { name: "Comanche Commander", exact: true }).first().click();
  await expect(page).toHaveURL("/2tc?query=Comanche+Commander");
  await open(page, "/2tc?query=absolutte+zero");
  await expect.poll(() => words(understood(page))).toEqual(["Tower: Absolute Zero for “absolutte zero”"]);
});

test("a list says beside the chip when it does not record something", { tag: "@long" }, async ({ page }) => {
  await open(page, "/lcc?query=abs+zero");
  await expect(page.getByText("LCC does not record towers.")).toHaveCount(1);
  await expect(page.getByText("Not in this index yet")).toHaveCount(0);
  await open(page, "/2tc?query=ltc+quad");
  await page.getByRole("link", { name: "LTCs", exact: true }).click();
  await expect(page).toHaveURL("/ltc?query=quad");
});

/** Finds a tower, a partner and a map: the sample has the pair elsewhere, the tower on the map, but not all three. */
async function findMissing(page: Page): Promise<{ tower: string; partner: string; map: string }> {
  const get = async (query: string) => (await page.request.get(`/fetch-2tc?names=game&${query}`)).json();
  const { results } = await get("pending=0&count=100");
  for (const { tower1, tower2, map } of results)
    for (const other of results) {
      if (other.map === map || other.tower1 !== tower1 || other.tower2 === tower2) continue;
      const query = new URLSearchParams([
        ...[tower1, tower2].map((tower) => ["tower", tower]),
        ["map", other.map],
        ["count", "0"],
      ]);
      if ((await get(String(query))).count === 0) return { tower: tower1, partner: tower2, map: other.map };
    }
  throw new Error("The sample has every combination.");
}

test("a missing completion is reported with a prefilled form, near matches, and counts without each chip", async ({
  page,
}) => {
  const { tower, partner, map } = await findMissing(page);
  const query = new URLSearchParams([
    ["tower", tower],
    ["tower", partner],
    ["map", map],
  ]);
  await open(page, `/2tc?${query}`);
  await expect(page.getByRole("heading", { name: "Not in this index yet" })).toBeVisible();
  const form = new URLSearchParams([
    ["tower1", tower],
    ["tower2", partner],
    ["map", map],
  ]);
  await expect(page.getByRole("link", { name: "Submit it" })).toHaveAttribute(
    "href",
    `/add-2tc-form?${form}`,
  );
  const near = page.getByRole("region", { name: "Similar" });
  const pair = near.getByRole("listitem").filter({ hasText: /on \d+ other maps?/ });
  await expect(pair).toContainText(`${tower} and ${partner} on `);
  await expect(near.getByRole("listitem").filter({ hasText: /other partners?/ })).toContainText(
    `${tower} on ${map}`,
  );
  await expect(page.getByRole("link", { name: "Ask in all challenges" })).toHaveAttribute(
    "href",
    /^\/ask\?q=tower/,
  );

  const without = page.getByRole("region", { name: "Results without this filter" });
  // Only those that would find something.
  await expect(without.getByRole("listitem")).not.toHaveCount(0);
  for (const each of await without.locator("strong").allTextContents()) expect(each).not.toBe("0");
  const last = without.getByRole("listitem").last();
  const count = await last.locator("strong").textContent();
  await last.getByRole("link").click();
  await expect(counter(page)).toHaveText(new RegExp(` of ${count}$`));
  // Not for quoted words, but for plain words, too.
  await open(page, `/2tc?${new URLSearchParams({ query: `"${tower}" ${map}` })}`);
  await expect(page.getByText("Not in this index yet")).toHaveCount(0);
  await open(page, `/2tc?${new URLSearchParams({ query: `${tower} + ${partner} ${map}` })}`);
  await expect(page.getByRole("heading", { name: "Not in this index yet" })).toBeVisible();
});

test("a query that is impossible or not understood is never reported as missing", { tag: "@long" }, async ({
  page,
}) => {
  for (const [query, said] of [
    ["tower=Absolute+Zero&tower=Sauda&map=Quad", "Sauda"],
    ["query=pspke+quad", "pspke is not a tower, map or player known here."],
    ["query=monkey+meadow+map:logs", "You asked for 2 maps, but a 2TC completion has one."],
    ["tower=Absolut+Zero", "Absolut Zero is not a tower known here. Did you mean Absolute Zero"],
  ] as const) {
    await open(page, `/2tc?${query}`);
    await expect(page.getByRole("heading", { name: "No completion matches this." })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(said);
    await expect(page.getByText("Not in this index yet")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Submit it" })).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Absolute Zero", exact: true }).click();
  await expect(page).toHaveURL("/2tc?tower=Absolute+Zero");
});

test("parameters of older addresses still work, and are shown as chips", async ({ page }) => {
  await open(
    page,
    "/2tc?towerquery=%5B%22Ice+Monkey%22%5D&tower1=absolute_zero&og=1&pending=0&difficulty=expert",
  );
  await expect
    .poll(async () => (await words(filters(page))).sort())
    .toEqual([
      "Difficulty: Expert",
      "Only: OG completions",
      "Only: verified completions",
      "Tower 1: Absolute Zero",
      "Towers: Ice Monkey",
    ]);
  await remove(page, "Towers: Ice Monkey").click();
  await expect(page).not.toHaveURL(/towerquery/);
  await remove(page, "Only: OG completions").click();
  await expect(page.getByLabel("OG completions only")).not.toBeChecked();
  await expect(page).toHaveURL("/2tc?tower1=absolute_zero&pending=0&difficulty=expert");
  // A click on a value that is already asked for shows just that, by today's parameter.
  await columnOf(page, "Tower 1").first().getByRole("link").click();
  await expect(page).toHaveURL("/2tc?tower=Absolute+Zero");
  await open(page, "/2mp?entity=Base+Dart");
  await expect.poll(() => words(filters(page))).toEqual(["Tower: Base Dart"]);
});

// A phone has more boxes there, in a layout of its own.
test("the boxes behind Filters narrow the list, and the button counts those that are set", {
  tag: "@both", // on a phone they stand on more lines
}, async ({ page }) => {
  await open(page, "/2tc");
  const button = page.locator("summary", { hasText: "Filters" });
  await button.click();
  await page.getByLabel("Tower 1", { exact: true }).fill("Absolute Zero");
  await page.getByLabel("Map", { exact: true }).fill("Quad");
  await page.getByRole("radio", { name: "Expert" }).check();
  await expect(page).toHaveURL("/2tc?tower=Absolute+Zero&map=Quad&difficulty=expert");
  await page.getByLabel("Tower 2", { exact: true }).fill("quincy");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL("/2tc?tower=Absolute+Zero&tower=quincy&map=Quad&difficulty=expert");
  await expect(button).toHaveText(/^Filters\s*4 set/);
  await page.getByLabel("Video", { exact: true }).check();
  await expect(page).toHaveURL(/has=video/);
  // The boxes stay open for the next choice, and Escape closes them.
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Video", { exact: true })).toBeHidden();
  await expect(button).toBeFocused();
  await remove(page, "Tower: Absolute Zero").click();
  await expect(page).not.toHaveURL(/Absolute/);
  await button.click();
  await expect(page.getByLabel("Tower 1", { exact: true })).toHaveValue("quincy");
  await expect(page.getByLabel("Tower 2", { exact: true })).toHaveValue("");
  await page.goBack();
  await expect(page.getByLabel("Tower 1", { exact: true })).toHaveValue("Absolute Zero");
});

test("a name box offers names, and does not search until a name is complete", async ({ page }) => {
  await open(page, "/ltc");
  await page.locator("summary", { hasText: "Filters" }).click();
  const box = page.getByLabel("Tower 1", { exact: true });
  const list = await box.getAttribute("list");
  await expect(page.locator(`[id="${list}"] option[value="Absolute Zero"]`)).toHaveCount(1);
  await box.pressSequentially("Monkey Vill");
  await expect(page).toHaveURL("/ltc");
  await box.pressSequentially("age");
  await expect(page).toHaveURL("/ltc?tower=Monkey+Village");
  await page.getByRole("radio", { name: "Cheapest" }).check();
  await expect(page).toHaveURL("/ltc?tower=Monkey+Village&completiontype=cheapest");
});

test("a name that is typed while a busy browser has not drawn the answer to the one before stays", {
  tag: "@long",
}, async ({ page }) => {
  // React has its drawing called by this, if there is such a thing.
  await page.addInitScript(() => {
    const busy = {
      wait: 0,
      waiting: 0,
      setImmediate(draw: () => void) {
        busy.waiting += 1;
        setTimeout(() => {
          draw();
          busy.waiting -= 1;
        }, busy.wait);
      },
    };
    Object.assign(globalThis, { busy, setImmediate: busy.setImmediate });
  });
  await open(page, "/2tc");
  const button = page.locator("summary", { hasText: "Filters" });
  await button.click();
  await page.getByLabel("Tower 1", { exact: true }).fill("absolute zero");
  await page.evaluate("busy.wait = 300");
  const map = page.getByLabel("Map", { exact: true });
  await map.fill("Quadd");
  await expect(page).toHaveURL("/2tc?tower=absolute+zero");
  await expect(button).toHaveText(/^Filters\s*1 set/);
  await expect.poll(() => page.evaluate("busy.waiting")).toBe(0);
  await expect(map).toHaveValue("Quadd");
});

test("the search keys are explained behind ? with working examples, and on a page of their own", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/ltc");
  await page.getByRole("button", { name: "How to search" }).click();
  const dialog = page.getByRole("dialog", { name: "How to search LTCs" });
  await expect(dialog.locator("dl > div").filter({ hasText: "towers:2" })).toContainText(
    "with this many towers",
  );
  await dialog.getByRole("link", { name: "towers:2" }).click();
  await expect(page).toHaveURL("/ltc?query=towers%3A2");
  await expect(dialog).toBeHidden();
  await expect.poll(() => words(understood(page))).toEqual(["Number of towers: 2"]);
  await open(page, "/search-help");
  await page.getByRole("region", { name: /^2MP/ }).getByRole("link", { name: "map:quad" }).click();
  await expect(page).toHaveURL("/2mp?query=map%3Aquad");
  for (const text of await columnOf(page, "Map").allTextContents()) expect(text).toBe("Quad");
});

test("on a phone chips that go on beyond the edge fade there, and the last is shown whole when scrolled to", {
  tag: "@phone the chips are one line only there",
}, async ({ page }) => {
  await open(page, "/2tc?query=abs+zero+quad&og=1&difficulty=expert&since=2018");
  const last = page.getByRole("link", { name: "Clear all" });
  const strip = last.locator("xpath=ancestor::*[contains(@class, 'strip')]").first();
  const width = await page.evaluate(() => innerWidth);
  expect(await strip.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(0);
  expect(await strip.evaluate((element) => getComputedStyle(element).maskImage)).toContain("linear-gradient");
  await strip.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  const { x = 0, width: own = 0 } = (await last.boundingBox()) ?? {};
  // The last 40 pixels fade.
  expect(x + own).toBeLessThanOrEqual(width - 40);
});

test("chips work by keyboard: they can be kept and removed, and the focus is never lost", async ({
  page,
}) => {
  await open(page, "/2tc?query=abs+zero+quad");
  await understood(page).getByRole("link", { name: "Tower: Absolute Zero", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(filters(page)).toHaveCount(1);
  await remove(page, "Tower: Absolute Zero").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/2tc?query=quad");
  await expect(filters(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Map: Quad", exact: true })).toBeFocused();
  await open(page, "/2tc?tower=Absolute+Zero&map=Quad");
  await remove(page, "Tower: Absolute Zero").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/2tc?map=Quad");
  await expect(remove(page, "Map: Quad")).toBeFocused();
});

test("a list that found nothing shows what was asked for, and another map on which the pair is open", async ({
  page,
}) => {
  await open(page, "/2tc?tower=Absolute+Zero&tower=Sky+Shredder&map=Quad");
  const box = page.locator("section[data-open=true]");
  await expect(box.getByText("Tower: Sky Shredder")).toBeVisible();
  const other = box.getByRole("paragraph").filter({ hasText: "This pair is also open on" }).getByRole("link");
  const map = (await other.textContent()) ?? "";
  expect(map).not.toBe("Quad");
  await other.click();
  await expect(page).toHaveURL(pages.list("2tc", { tower: ["Absolute Zero", "Sky Shredder"], map }));
  await expect(page.getByRole("heading", { name: "Not in this index yet" })).toBeVisible();
});

test("a list with a record can show the records only, or those of each version", async ({ page }) => {
  await open(page, "/lcc");
  const button = page.locator("summary", { hasText: "Filters" });
  const show = page.getByRole("group", { name: "Show" });
  const ribbons = rowsOf(page).getByText(/^Record/);
  // In sight beside a wide table.
  await expect(show.getByRole("radio", { name: "All" })).toBeChecked();
  await show.getByRole("radio", { name: "Records only" }).check();
  await expect(page).toHaveURL("/lcc?record=only");
  await expect(ribbons).toHaveCount(await rowsOf(page).count());
  await expect(rowsOf(page).getByText("Record", { exact: true })).toHaveCount(20);
  await show.getByRole("radio", { name: "Records of each version" }).check();
  await expect(page).toHaveURL("/lcc?record=major");
  await expect(ribbons).toHaveCount(20);
  await page.getByRole("link", { name: /Records of each version/ }).click();
  await expect(page).toHaveURL("/lcc");
  await open(page, "/2tc");
  await button.click();
  await expect(show).toHaveCount(0);
});
