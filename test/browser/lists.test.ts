import { CHALLENGES } from "../../domain/challenges/index.ts";
import { pages } from "../../domain/contract/routes.ts";
import { dayInWords } from "../../domain/game/day-in-words.ts";
import { shownVersion } from "../../domain/game/versions.ts";
import { columnOf, expect, open, rowsOf, test } from "./fixture.ts";

/** What a visitor sees (SPEC section 2, "Generic list page"), so neither Select nor Edit. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  "2tc": ["Tower 1", "Tower 2", "Map", "Player", "OG Version", "OG Date", "Info", "OG?"],
  "2mp": ["Tower", "Map", "Player", "OG Version", "OG Date", "Info", "OG?"],
  "2tcc": ["Tower 1", "Tower 2", "Map", "Player 1", "Player 2", "OG Version", "OG Date", "Info", "OG?"],
  fttc: ["Map", "Tower Types", "Player", "OG Version", "OG Date", "Info", "OG?"],
  ltc: ["Map", "Towers", "Upgrades", "Completion Type", "Player", "Version", "Date", "Info"],
  lcc: ["Map", "Cost", "Player", "Version", "Date", "Info"],
  lcd: ["Map", "Cost", "Player", "Version", "Date", "Info"],
};

for (const { key, name, label, description, rules, og, versionBox } of CHALLENGES.values())
  test(`/${key} introduces the challenge, lists its completions with their columns, and offers what a visitor may use`, async ({
    page,
    request,
  }) => {
    const { count } = await (await request.get(`/fetch-${key}?count=0`)).json();
    await open(page, `/${key}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} (${label})`);
    await expect(page.getByText(description)).toBeVisible();
    const total = count.toLocaleString("en-US");
    await expect(page.getByText(`Results 1 to 20 of ${total}`).first()).toBeVisible();

    // SPEC's columns, and when each row was verified.
    const columns = [...(COLUMNS[key] ?? []), "Verified"];
    const headings = columns.map((name) => new RegExp(`^${name.replace("?", "\\?")}(, sort)?$`));
    await expect(page.locator("thead th")).toHaveText(headings);
    await expect(rowsOf(page)).toHaveCount(20);
    const labels = await rowsOf(page)
      .first()
      .locator("td")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-label")));
    expect(labels).toEqual(columns);

    const download = page.getByRole("link", { name: "Download CSV" });
    await expect(download).toHaveCount(1);
    await expect(page.getByLabel("OG completions only")).toHaveCount(og ? 1 : 0);
    await expect(page.getByLabel("Version", { exact: true })).toHaveCount(versionBox ? 1 : 0);
    await expect(page.getByLabel("Pending completions only")).toHaveCount(1);
    await expect(page.getByText("Delete Selected")).toHaveCount(0);
    const add = page.getByRole("main").getByRole("link", { name: "Add a completion" });
    await expect(add).toHaveAttribute("href", pages.addForm(key));
    await page.getByRole("button", { name: "Rules" }).click();
    const sections = page
      .getByRole("dialog", { name: `${key.toUpperCase()} Rules` })
      .getByRole("heading", { level: 3 });
    await expect(sections).toHaveText(rules.map((section) => section.title));
  });

test("Download CSV downloads the list as a file", async ({ page, request }) => {
  const { count } = await (await request.get("/fetch-2tc?count=0")).json();
  await open(page, "/2tc");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("2tc.csv");
  const stream = await download.createReadStream();
  let text = "";
  for await (const chunk of stream) text += chunk;
  // As people read it: the page's headings, then one line per row, with its filekey last.
  expect(text.startsWith("\ufeffTower 1,Tower 2,Map,Player,OG Version,")).toBe(true);
  expect(
    text.match(/,(verified|pending|sample|"sample, pending"),[^\r\n]+,[0-9a-f]{8}-[0-9a-f-]{27}\r\n/g),
  ).toHaveLength(count);
});

test("values that only an original has read N/A on the other rows", { tag: "@long" }, async ({
  page,
  request,
}) => {
  const { results } = await (await request.get("/fetch-2tc?sortby=og")).json();
  const { results: originals } = await (await request.get("/fetch-2tc?og=1&sortby=newest")).json();
  expect(results.some((row: { og: boolean }) => row.og)).toBe(false);
  await open(page, "/2tc?sortby=og");
  await expect(columnOf(page, "OG Version")).toHaveText(results.map(() => "N/A"));
  await expect(columnOf(page, "OG Date")).toHaveText(results.map(() => "N/A"));
  await expect(columnOf(page, "OG?").getByRole("link")).toHaveCount(0);
  await open(page, "/2tc?og=1");
  await expect(columnOf(page, "OG Version")).toHaveText(
    originals.map((row: { version: string }) => shownVersion(row.version)),
  );
  await expect(columnOf(page, "OG Date")).toHaveText(
    originals.map((row: { date: string }) => dayInWords(row.date)),
  );
  await expect(columnOf(page, "OG?").getByRole("link", { name: "OG" })).toHaveCount(20);
});

// On a phone a touch of the row leads to its notes, one of the OG stamp elsewhere.
test("a row links to its proof, its notes and, for an original, its further information", async ({
  page,
}) => {
  await open(page, "/2tc?query=abs+zero+quad&og=1");
  const row = rowsOf(page).first();
  const [tower1, tower2, map] = await Promise.all(
    ["Tower 1", "Tower 2", "Map"].map((label) => row.locator(`td[data-label="${label}"]`).textContent()),
  );
  await expect(row.getByRole("link", { name: "Link to the proof" })).toHaveAttribute(
    "href",
    /^(\/media\/|https:\/\/example\.org\/sample\/)/,
  );
  await row.getByRole("link", { name: "Notes" }).click();
  await expect(page).toHaveURL(/\/2tc\/notes\?/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${tower1} and ${tower2} 2TC on ${map}`);
  await page.goBack();
  await row.getByRole("link", { name: "OG", exact: true }).click();
  await expect(page).toHaveURL(/\/2tc\/extra-info\?/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Additional Info for OG 2TC");
});

// On a phone only the keyboard follows such a link.
test("clicking a player narrows the list, and the filter can be removed", {
  tag: "@both", // a touch opens the completion
}, async ({ page, isPhone }) => {
  await open(page, "/2tc");
  const player = columnOf(page, "Player").first().getByRole("link");
  const name = await player.textContent();
  // On a phone a touch opens the completion; the keyboard still reaches the link.
  await (isPhone ? player.press("Enter") : player.click());
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText(`Player: ${name}`);
  for (const text of await columnOf(page, "Player").allTextContents()) expect(text).toContain(name);
  await page.getByRole("link", { name: "Remove the filter Player" }).click();
  await expect(page).toHaveURL("/2tc");
  await expect(page.getByRole("list", { name: "Active filters" })).toHaveCount(0);
});

test("a form starts with what the list is narrowed to, as far as a completion can be so", async ({
  page,
}) => {
  const add = page.locator("main").getByRole("link", { name: /^Add/ }).first();
  for (const [path, form] of [
    ["/2tc", "/add-2tc-form"],
    ["/2tc?tower=Quincy&map=Quad&og=1", "/add-2tc-form?tower1=Quincy&map=Quad"],
    ["/2tc?tower=Quincy&tower=Psi", "/add-2tc-form"],
    ["/lcc?map=Quad&person=Ada", "/add-lcc-form?person=Ada&map=Quad"],
  ] as const) {
    await open(page, path);
    const [found, wanted] = [await add.getAttribute("href"), new URL(form, page.url())];
    const { pathname, searchParams } = new URL(found ?? "", page.url());
    expect([pathname, [...searchParams].toSorted()]).toEqual([
      wanted.pathname,
      [...wanted.searchParams].toSorted(),
    ]);
  }
});

test("behind the end of a list a link leads to its last page", async ({ page }) => {
  await open(page, "/lcc?offset=100000");
  await page.getByRole("link", { name: "Go to its last page" }).click();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
});
