import type { APIRequestContext, Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { dayInWords } from "../../domain/game/day-in-words.ts";
import { expect, expectScrolledTo, open, reportOf, rowsOf, test } from "./fixture.ts";
import { findPair, keyOf, type PairRow } from "./sample.ts";

/** Finds a completion with both a video and a picture among its attachments. */
const withBoth = (request: APIRequestContext): Promise<PairRow> =>
  findPair(request, "", (_, types) => types.includes("video/webm") && types.includes("image/png"));

const strip = (page: Page) => page.getByRole("list", { name: "Proof and attachments" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a completion's page is headed by its name and renders its notes as Markdown", async ({
  page,
  request,
}) => {
  const row = await findPair(request, "", ({ notes }) => notes.startsWith("| Round |"));
  await open(page, `/2tc/notes?${keyOf(row)}`);
  const name = `${row.tower1} and ${row.tower2} 2TC on ${row.map}`;
  await expect(heading(page)).toHaveText(name);
  await expect(page).toHaveTitle(`${name} | BTD6 Index`);
  await expect(page.locator("meta[property='og:title']")).toHaveAttribute("content", name);
  await expect(page.getByRole("heading", { level: 2, name: `Notes for ${name}` })).toBeVisible();
  const cells = row.notes.split("\n")[2]?.split("|").slice(1, -1);
  await expect(page.getByRole("table").locator("tbody tr").first().locator("td")).toHaveText(
    (cells ?? []).map((cell) => cell.trim()),
  );
  await expect(page.locator("main code")).toHaveText(/^ZXMPLE\d$/);
  await expect(page.locator("dl")).toContainText(row.person);
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect(page).toHaveURL("/2tc");
});

test("an original shows its upgrades, version and date; another completion shows none, and no N/A", async ({
  page,
  request,
}) => {
  const original = await findPair(request, "og=1", ({ upgrade1 }) => /^\d-\d-\d$/.test(upgrade1));
  await open(page, `/2tc/notes?${keyOf(original)}`);
  await expect(page.getByRole("list", { name: "Towers" })).toContainText(original.upgrade1);
  await expect(page.locator("dl")).toContainText(`OG Version${original.version}`);
  await expect(page.locator("dl")).toContainText(`OG Date${dayInWords(original.date)}`);
  await expect(page.locator("main header").getByText("OG", { exact: true })).toBeVisible();
  const repeat = await findPair(request, "og=0&pending=0", () => true);
  await open(page, `/2tc/notes?${keyOf(repeat)}`);
  await expect(page.locator("dl")).toContainText("Verified");
  await expect(page.getByRole("main")).not.toContainText("N/A");
  await expect(page.locator("dl")).not.toContainText("OG Date");
});

test("choosing an attachment shows it in the frame, as a video or a picture by its content type", async ({
  page,
  request,
}) => {
  const row = await withBoth(request);
  const { files } = await (await request.get(`/list-attachments?key=${row.filekey}`)).json();
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await expect(strip(page).getByRole("link")).toHaveCount(files.length + 1);
  for (const [place, key] of files.entries()) {
    const link = strip(page).getByRole("link", { name: `Attachment ${place + 1}` });
    await expect(link).toHaveAttribute("href", `/media/${key}`);
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "true");
    const type = (await request.head(`/media/${key}`)).headers()["content-type"] ?? "";
    const shown = page.locator("figure").locator(type.startsWith("video") ? "video" : "img");
    await expect(shown).toHaveAttribute("src", `/media/${key}`);
    await expect
      .poll(() =>
        shown.evaluate((medium) =>
          medium instanceof HTMLVideoElement ? medium.duration : (medium as HTMLImageElement).naturalWidth,
        ),
      )
      .toBeGreaterThan(0);
  }
  await expect(page.getByText("No attachments")).toHaveCount(0);
});

test("a picture opens in a viewer: arrows go through all, plus and minus zoom, Escape closes", async ({
  page,
  request,
}) => {
  const row = await withBoth(request);
  const { files } = await (await request.get(`/list-attachments?key=${row.filekey}`)).json();
  await open(page, `/2tc/notes?${keyOf(row)}`);
  const picture = files.length === 0 ? "" : await nameOfFirstPicture(request, files);
  await strip(page).getByRole("link", { name: picture }).click();
  await page.locator("figure").getByRole("link", { name: picture }).click();
  const window = page.getByRole("dialog", { name: picture });
  await expect(window).toBeVisible();
  const width = (): Promise<number> => window.locator("img").evaluate((img) => img.clientWidth);
  const before = await width();
  await page.keyboard.press("+");
  await expect.poll(width).toBeGreaterThan(before);
  await page.keyboard.press("-");
  await expect.poll(width).toBe(before);
  const points = await window
    .locator("img")
    .evaluate((img: HTMLImageElement) => img.naturalWidth / devicePixelRatio);
  const actual = window.getByRole("button", { name: "Actual size" });
  await actual.click();
  await expect.poll(width).toBeCloseTo(points, 0);
  await page.keyboard.press("1");
  await expect(actual).toHaveAttribute("aria-pressed", "false");
  await expect.poll(width).toBe(before);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: picture })).toHaveCount(0);
  await page.keyboard.press("ArrowLeft");
  await expect(window).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  await expect(page.locator("figure").getByRole("img", { name: picture })).toBeVisible();
});

async function nameOfFirstPicture(request: APIRequestContext, files: readonly string[]): Promise<string> {
  for (const [place, key] of files.entries()) {
    const type = (await request.head(`/media/${key}`)).headers()["content-type"] ?? "";
    if (type.startsWith("image")) return `Attachment ${place + 1}`;
  }
  throw new Error("none of them is a picture");
}

test("pictures and videos that fail to load are reported as missing", async ({ page, request, faults }) => {
  const row = await withBoth(request);
  const { files } = await (await request.get(`/list-attachments?key=${row.filekey}`)).json();
  faults.expect(reportOf(404));
  await page.route(/\/media\//, (route) => route.fulfill({ status: 404, body: "{}" }));
  await open(page, `/2tc/notes?${keyOf(row)}`);
  for (const place of files.keys()) {
    const name = `Attachment ${place + 1}`;
    await strip(page).getByRole("link", { name }).click();
    await expect(page.getByText(`${name} cannot be shown`)).toBeVisible();
  }
  await expect(strip(page).locator("img, video")).toHaveCount(0);
  await expect(page.locator("figure").locator("img, video")).toHaveCount(0);
});

test("a proof on another host is a link that names the host, and nothing is requested from it", async ({
  page,
  request,
}) => {
  const row = await findPair(
    request,
    "has=link",
    ({ link }) => link?.startsWith("https://example.org/") ?? false,
  );
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await expect(page.getByRole("link", { name: "Open the proof on example.org" })).toHaveAttribute(
    "href",
    row.link ?? "",
  );
  await expect(page.getByRole("link", { name: "Link to completion example.org" })).toBeVisible();
});

test("the page's address and the challenge code can be copied", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const row = await findPair(request, "", ({ notes }) => /\bZXMPLE\d\b/.test(notes));
  await open(page, pages.notes("2tc", { filekey: row.filekey }));
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toHaveCount(1);
  // A completion has a single address, however the page was reached.
  await expect.poll(copied).toBe(new URL(`/2tc/notes?${keyOf(row)}`, page.url()).href);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(copied).toBe(/\bZXMPLE\d\b/.exec(row.notes)?.[0]);
});

test("when the browser does not allow copying, the text is shown with the focus on it", {
  tag: "@long",
}, async ({ page, request }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const row = await findPair(request, "", () => true);
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await page.getByRole("button", { name: "Copy link" }).click();
  const field = page.getByRole("textbox", { name: "Link" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(new URL(`/2tc/notes?${keyOf(row)}`, page.url()).href);
});

test("from a filtered list, J and K lead to the next and previous completion, across its pages", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/2tc?query=sample&og=1&sortby=date&offset=20");
  const counted = page.getByText(/^Results 21 to 40 of/).first();
  const all = (await counted.textContent())?.split(" of ")[1];
  await rowsOf(page).first().getByRole("link", { name: "Notes" }).click();
  const beside = page.getByRole("navigation", { name: "The list one came from" });
  await expect(beside).toContainText(`21 of ${all}`);
  const first = await heading(page).textContent();
  await page.keyboard.press("k");
  await expect(beside).toContainText(`20 of ${all}`);
  await expect(heading(page)).not.toHaveText(first ?? "");
  await page.keyboard.press("j");
  await expect(heading(page)).toHaveText(first ?? "");
  await beside.getByRole("link", { name: /^Next: / }).click();
  await expect(beside).toContainText(`22 of ${all}`);
  await page.reload();
  await expect(beside).toContainText(`22 of ${all}`);
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect(page).toHaveURL("/2tc?query=sample&og=1&sortby=date&offset=20");
});

test("after J and J, going back restores the list with its scroll position and the focused row", {
  tag: "@long",
}, async ({ page }) => {
  for (const goBack of [
    () => page.goBack(),
    () => page.getByRole("link", { name: "Back to 2TCs" }).click(),
  ]) {
    await open(page, "/2tc?og=1");
    const link = rowsOf(page).nth(15).getByRole("link", { name: "Notes" });
    await link.focus();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    const beside = page.getByRole("navigation", { name: "The list one came from" });
    await expect(beside).toContainText("16 of ");
    await page.keyboard.press("j");
    await expect(beside).toContainText("17 of ");
    await page.keyboard.press("j");
    await expect(beside).toContainText("18 of ");
    await goBack();
    await expect(page).toHaveURL("/2tc?og=1");
    await expect(link).toBeFocused();
    await expectScrolledTo(page, before);
  }
});

test("a page opened directly has neither a next nor a previous completion", { tag: "@long" }, async ({
  page,
  request,
}) => {
  const row = await findPair(request, "", () => true);
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "The list one came from" })).toHaveCount(0);
});

test("a pair's tiles cover all maps: those done link to a completion, the others are not in this index yet", async ({
  page,
  request,
}) => {
  const row = await findPair(request, "og=1&pending=0", () => true);
  const parameters = new URLSearchParams({ count: "100", pending: "0", names: "game" });
  for (const tower of [row.tower1, row.tower2]) parameters.append("tower", tower);
  const { results } = await (await request.get(`/fetch-2tc?${parameters}`)).json();
  const { results: maps } = await (await request.get("/fetch-maps")).json();
  await open(page, `/2tc/notes?${keyOf(row)}`);
  const section = page.locator("section").filter({
    has: page.getByRole("heading", { level: 2, name: "This pair on other maps" }),
  });
  await expect(section.getByText(`${results.length} of ${maps.length} done`)).toBeVisible();
  await expect(section.getByRole("listitem")).toHaveCount(maps.length);
  await expect(section.locator("[aria-current]")).toContainText(row.map);
  const done = new Set(results.map(({ map }: PairRow) => map));
  const missing = maps.find(({ map }: { map: string }) => !done.has(map));
  await expect(section.getByTitle(`${missing.map}: Not in this index yet`).locator("a")).toHaveCount(0);
  for (const { map } of results.slice(0, 2)) {
    await section
      .getByRole("link", { name: `${map},` })
      .first()
      .click();
    await expect(heading(page)).toContainText(`2TC on ${map}`);
    await page.goBack();
  }
});

test("a challenge without towers shows the map's and the player's other completions, but no tiles", {
  tag: "@long",
}, async ({ page, request }) => {
  const { results } = await (await request.get("/fetch-lcc?pending=0&count=1&names=game")).json();
  const [{ map, person, filekey }] = results;
  await open(page, pages.notes("lcc", { filekey }));
  await expect(page.getByRole("heading", { level: 2, name: `Other LCCs on ${map}` })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: `More by ${person}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: /on other maps$/ })).toHaveCount(0);
});

test("a completion without notes and attachments says so", async ({ page, request }) => {
  const row = await findPair(request, "", ({ notes }, types) => notes === "" && types.length === 0);
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await expect(page.getByText("No notes for this completion")).toBeVisible();
  await expect(page.getByText("No attachments")).toBeVisible();
});

test("the notes of a pending completion say that it is pending", async ({ page, request }) => {
  const row = await findPair(request, "pending=1", () => true);
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await expect(page.getByText("(Pending) A helper has yet to verify it.")).toBeVisible();
});

test("the notes of an LTC are found by map, towers and type", async ({ page, request }) => {
  const { results } = await (await request.get("/fetch-ltc?completiontype=og&count=1&names=game")).json();
  const { map, towerset, completiontype, person } = results[0];
  await open(page, `/ltc/notes?${new URLSearchParams({ map, towerset, completiontype })}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    new RegExp(`^OG LTC on ${map} with ${JSON.parse(towerset)[0]}`),
  );
  await expect(page.locator("dl")).toContainText(person);
});

test("a request for notes without a completion's name, or of one that is not there, gets an error that says so", {
  tag: "@long",
}, async ({ page, faults }) => {
  for (const [query, status, message] of [
    ["tower1=Quincy", 400, "Need to specify tower1, tower2, and map"],
    ["tower1=Quincy&tower2=Adora&map=nowhere", 404, "Could not find 2TC completion"],
  ] as const) {
    faults.expect(reportOf(status));
    const answer = await page.goto(`/2tc/notes?${query}`);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole("alert")).toHaveText(`Error retrieving completion notes: ${message}`);
    await expect(page.getByRole("link", { name: "Back to 2TCs" })).toHaveAttribute("href", "/2tc");
  }
});

test("a completion links to its map's page, and to the lists of its towers and its player", {
  tag: "@long",
}, async ({ page, request }) => {
  const { results } = await (
    await request.get(api.list("2tc", { pending: 0, count: 1, names: "game" }))
  ).json();
  const [{ tower1, map, person, filekey }] = results;
  const notes = pages.notes("2tc", { filekey });
  await open(page, notes);
  const facts = page.locator("dl").first();
  await facts.getByRole("link", { name: map, exact: true }).click();
  await expect(page).toHaveURL(pages.maps({ map }));
  await page.goBack();
  await page.getByRole("list", { name: "Towers" }).getByRole("link", { name: tower1 }).first().click();
  await expect(page).toHaveURL(pages.list("2tc", { tower: tower1 }));
  await page.goBack();
  const { count } = await (await request.get(api.list("2tc", { person, count: 0 }))).json();
  await facts.getByRole("link", { name: `all ${count.toLocaleString("en-US")} by ${person}` }).click();
  await expect(page).toHaveURL(pages.list("2tc", { person }));
});

test("the longest map's name and its difficulty fit on the narrowest screen", async ({ page, request }) => {
  const map = "Bloonarius Prime";
  const { results } = await (await request.get(api.list("lcc", { map, count: 1, names: "game" }))).json();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(pages.notes("lcc", { filekey: results[0].filekey }));
  await expect(page.getByRole("main").getByRole("link", { name: map }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
