import type { Locator, Page } from "@playwright/test";
import axe from "axe-core";
import { api, pages } from "../../domain/contract/routes.ts";
import { emptyTexts } from "../../domain/submissions/form.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { FACTS } from "../catalogue.ts";
import { SAMPLE_FOLDER } from "../game-export/sample.ts";
import { freePort } from "../node/free-port.ts";
import { endAll, run } from "../node/processes.ts";
import { newFolder } from "../node/site.ts";
import {
  definitionOf,
  expectRegistered,
  fillInTexts,
  giveLink,
  newPlayer,
  openAs,
  send,
} from "./completions.ts";
import { expect, reportOf, rowsOf, test as withFaults } from "./fixture.ts";
import { newPerson } from "./people.ts";

const QUESTION = "has skywarden 050 quincy been done on ascent";

let started: Promise<string> | undefined;

/** A site of its own: the others' journeys choose any tower, and must find it. */
async function start(): Promise<string> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const site = run("main.ts", [], {
    PORT: String(port),
    SITE_ORIGIN: origin,
    DATA_DIR: newFolder(),
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    TRUST_PROXY: "on",
    CACHE_STALE_SECONDS: "0",
  });
  await site.says("serving on");
  return origin;
}

const test = withFaults.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to read what a fixture needs
  baseURL: async ({}, use) => {
    started ??= start();
    await use(await started);
  },
});

test.skip(process.env.BROWSER_TEST_ENGINE === "workerd", "It starts the site on Node.");
test.describe.configure({ mode: "default" });
test.afterAll(endAll);

const helperOf = (origin = "") => newPerson(origin, ["Index Helper"]);

async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const filter = (page: Page): Locator => page.getByRole("searchbox", { name: "Tower, upgrade or hero" });
const row = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: `Edit ${name}`, exact: true }) });
const said = (page: Page): Locator =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^(Saved|Deleted|Took over) / });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("a helper adds a tower by pasting its names, and it is submitted, verified, asked for and listed", {
    tag: "@long",
  }, async ({ page, baseURL, request }) => {
    const helper = await helperOf(baseURL);
    const member = await newPerson(baseURL ?? "");
    await openAs(page, helper, pages.game({ query: "skyward" }));
    await expect(row(page, "Skywarden")).toContainText("10 of 10 names, 0 of 9 prices");
    await row(page, "Skywarden").getByRole("link").tap();
    await page.getByRole("button", { name: "Delete Skywarden" }).tap();
    await expect(said(page)).toContainText("Deleted Skywarden.");
    await expect(said(page)).toBeFocused();
    await expect(row(page, "Skywarden")).toHaveCount(0);
    await page.goto(pages.ask(QUESTION));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/^Cannot say.*skywarden/);

    await page.goto(pages.game());
    const sky = FACTS.towers.find(({ name }) => name === "Skywarden");
    const nameOf = (tier: string): string => sky?.upgrades.find((each) => each.tier === tier)?.name ?? "";
    const tiers = ["base", "300", "400", "500", "030", "040", "050", "003", "004", "005"];
    let taps = 0;
    const tap = async (what: Locator): Promise<Locator> => {
      await what.tap();
      taps += 1;
      return what;
    };
    const box = (name: string | RegExp) => page.getByRole("textbox", { name });
    const from = Date.now();
    await tap(page.getByRole("link", { name: "Add a tower" }));
    await (await tap(box(/^Name\b(?!s)/))).fill("Skywarden");
    await (await tap(page.getByRole("combobox", { name: "Category" }))).selectOption("magic");
    await (await tap(page.getByRole("spinbutton", { name: "Cost (medium)" }))).fill("205");
    await (await tap(box("Version added"))).fill("56");
    await (await tap(box("Names, one a line"))).fill(tiers.map(nameOf).join("\n"));
    await (await tap(box("Prices on medium, one a line"))).fill(
      "$1,250\n4.500\n31 000\n\n?\n28000\n900\n3200\n22,500\n100: 250",
    );
    const read = page.getByRole("table", { name: "What the two columns say" });
    await expect(read.getByRole("row", { name: /^Middle/ })).toContainText("0-5-0Stormwrath Archon$28,000");
    await expect(page.getByText("Other prices: 1-0-0 $250")).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await tap(page.getByRole("button", { name: "Add tower" }));
    await expect(said(page)).toContainText("Saved Skywarden.");
    test.info().annotations.push({
      type: "added by hand",
      description: `${taps} taps, 6 fields, ${(Date.now() - from) / 1_000} s`,
    });
    await expect(row(page, "Skywarden")).toContainText("10 of 10 names, 7 of 9 prices");
    expect(await violationsOn(page)).toEqual([]);

    await row(page, "Skywarden").getByRole("link").tap();
    const prices = box("Prices on medium, one a line");
    await prices.fill((await prices.inputValue()).replace("28000", "").replace("100: 250", ""));
    await expect(read.getByRole("row", { name: /^Middle/ })).toContainText("Archonremoves $28,000");
    await expect(page.getByText("Other prices: 1-0-0 (removes $250)")).toBeVisible();
    await tap(page.getByRole("button", { name: "Save", exact: true }));
    await expect(row(page, "Skywarden")).toContainText("10 of 10 names, 6 of 9 prices");

    const texts = {
      ...emptyTexts(definitionOf("2tc")),
      ...{ tower1: "Stormwrath Archon", tower2: "Quincy", map: "Ascent", person: newPlayer() },
    };
    await openAs(page, member, pages.addForm("2tc"));
    await fillInTexts(page, "2tc", texts);
    await giveLink(page);
    await send(page, "2TC");
    await expectRegistered(page, "2TC");
    const key = { tower1: texts.tower1, tower2: texts.tower2, map: texts.map };
    const { results } = await (await request.get(api.list("2tc", key))).json();
    const entries = JSON.stringify([results[0].filekey]);
    expect((await helper.visitor.call(api.verifyCompletions(), helper.tokens, { entries })).status).toBe(200);
    await page.goto(pages.ask(QUESTION));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/\bdone\b/);
    await expect(page.getByRole("heading", { level: 1 })).not.toContainText(/not done|Cannot say/);
    await page.goto(pages.list("2tc", { query: "skywarden 050 ascent" }));
    await expect(rowsOf(page).filter({ hasText: texts.person })).toBeVisible();
    expect(await (await request.get(api.csv("2tc", { map: "Ascent" }))).text()).toContain(
      `Stormwrath Archon,Quincy,Ascent,${texts.person}`,
    );
  });

  test("a tower that is deleted is back after Undo, with all that was known of it", { tag: "@long" }, async ({
    page,
    baseURL,
  }) => {
    await openAs(page, await helperOf(baseURL), pages.game({ edit: "mermonkey" }));
    await page.getByRole("button", { name: "Delete Mermonkey" }).tap();
    await expect(said(page)).toContainText("Deleted Mermonkey.");
    await said(page).getByRole("button", { name: "Undo" }).tap();
    await expect(said(page)).toContainText("Undone.");
    await expect(row(page, "Mermonkey")).toContainText("10 of 10 names, 7 of 9 prices");
    await expect(said(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
  });
});

test("a tower gets another name by keyboard, its list has it, and Undo brings the old one back", async ({
  page,
  baseURL,
  request,
}) => {
  const shown = async () => {
    const { results } = await (
      await request.get(api.list("2mp", { tower: "Ice Monkey", names: "game", count: 100 }))
    ).json();
    return results.map(({ entity, filekey }: Record<string, string>) => [filekey, entity]);
  };
  const before = await shown();
  expect(before.map(([, entity]: string[]) => entity)).toContain("Absolute Zero");
  await openAs(page, await helperOf(baseURL), pages.game());
  await filter(page).fill("absolute zer");
  await expect(page.getByRole("row").filter({ has: page.getByRole("link") })).toHaveCount(1);
  await row(page, "Ice Monkey").getByRole("link").press("Enter");
  await page.getByRole("textbox", { name: /^Name\b(?!s)/ }).fill("Frost Monkey");
  const names = page.getByRole("textbox", { name: "Names, one a line" });
  await names.fill((await names.inputValue()).replace("Absolute Zero", "Zero Kelvin"));
  await expect(page.getByRole("row", { name: /^Middle/ })).toContainText("Zero Kelvinwas Absolute Zero");
  await names.press("Control+Enter");
  await expect(said(page)).toContainText("Saved Frost Monkey.");
  await expect
    .poll(async () => (await shown()).map(([, entity]: string[]) => entity))
    .toContain("Zero Kelvin");
  const other = await page.context().newPage();
  await other.goto(pages.list("2mp", { tower: "Zero Kelvin" }));
  await expect(rowsOf(other).first()).toContainText("Zero Kelvin");
  await other.close();
  await said(page).getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await expect(row(page, "Ice Monkey")).toBeVisible();
  await expect.poll(shown).toEqual(before);
});

test("what is wrong is said at its field, which gets the focus, and nothing that was typed is lost", async ({
  page,
  baseURL,
  faults,
}) => {
  const helper = await helperOf(baseURL);
  await openAs(page, helper, pages.balanceChanges());
  await page.getByRole("link", { name: "Towers and heroes" }).click();
  await page.getByRole("link", { name: "Add a tower" }).click();
  const name = page.getByRole("textbox", { name: /^Name\b(?!s)/ });
  const names = page.getByRole("textbox", { name: "Names, one a line" });
  const prices = page.getByRole("textbox", { name: "Prices on medium, one a line" });
  const add = page.getByRole("button", { name: "Add tower" });
  await add.click();
  await expect(name).toBeFocused();
  await expect(page.getByText("Category is missing.")).toBeVisible();
  await name.fill("Cloud Shaper");
  await page.getByRole("combobox", { name: "Category" }).selectOption("magic");
  await expect(page.getByRole("textbox", { name: "Letters of its mark" })).toHaveAttribute(
    "placeholder",
    "Cl",
  );
  await prices.fill("cheap");
  await add.click();
  await expect(prices).toBeFocused();
  await expect(prices).toHaveAccessibleDescription(/“cheap” \(3-0-0\) is not a price\./);
  await prices.fill("1000");
  await names.fill("Base Shaper\nAbsolute Zero");
  faults.expect(reportOf(400));
  await add.click();
  await expect(names).toBeFocused();
  await expect(names).toHaveAccessibleDescription(/"Absolute Zero" is already a name of Ice Monkey\./);
  await expect(name).toHaveValue("Cloud Shaper");

  // Somebody else is faster.
  faults.expect(reportOf(409));
  await names.fill("");
  await page.evaluate(() =>
    window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true),
  );
  await page.goto(pages.game({ edit: "Druid" }));
  await expect(
    page.getByRole("textbox", { name: "Day added" }).or(page.getByLabel("Day added")),
  ).toBeVisible();
  const { status } = await helper.visitor.call(api.saveTower(), helper.tokens, {
    former: "Druid",
    date: "2018-06-14",
  });
  expect(status).toBe(200);
  await page.getByRole("spinbutton", { name: "Cost (medium)" }).fill("410");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Error saving Druid: Somebody changed Day added in the meantime.",
  );
});

test("a hero is excluded from a challenge and included again, and a name that nothing has is said", {
  tag: "@long",
}, async ({ page, baseURL }) => {
  await openAs(page, await helperOf(baseURL), pages.game({ edit: "Quincy" }));
  await page.getByRole("button", { name: "Add a challenge" }).click();
  await page.getByRole("combobox", { name: "Challenge" }).selectOption("2tc");
  await page.getByRole("textbox", { name: "From version" }).fill("56.0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(said(page)).toContainText("Saved Quincy.");
  await page.goto(pages.game({ edit: "Quincy" }));
  await expect(page.getByRole("textbox", { name: "From version" })).toHaveValue("56.0");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(said(page)).toContainText("Saved Quincy.");
  await page.goto(pages.game({ edit: "Nobody" }));
  await expect(page.getByText("There is no tower or hero called Nobody here.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(row(page, "Quincy")).toBeVisible();
});

test("an export of the game's data is taken over from a folder, only what is ticked, and it can be undone", async ({
  page,
  baseURL,
  faults,
}) => {
  const [zip, folder] = [page.getByLabel("Choose a ZIP"), page.getByLabel("Choose a folder")];
  await openAs(page, await helperOf(baseURL), pages.game({ edit: "Dart Monkey" }));
  await page.getByRole("spinbutton", { name: "Cost (medium)" }).fill("210");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(said(page)).toContainText("Saved Dart Monkey.");
  await page.getByRole("link", { name: "Take over the game’s data" }).click();
  await zip.setInputFiles({ name: "cut.zip", mimeType: "application/zip", buffer: Buffer.from("PK") });
  await expect(page.getByRole("alert")).toHaveText("This is not a whole ZIP file.");

  await folder.setInputFiles(SAMPLE_FOLDER);
  const cost = page.getByRole("checkbox", { name: /^Dart Monkey\b.*\(was \$210\)/ });
  await expect(cost).toBeChecked();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Untick all" }).click();
  await expect(page.getByRole("button", { name: /^Take over 0 of / })).toBeDisabled();
  await cost.check();
  await page.getByRole("textbox", { name: "Version of the game" }).fill("1.0");
  faults.expect(reportOf(400));
  await page.getByRole("button", { name: /^Take over 1 of / }).click();
  await expect(page.getByRole("alert")).toContainText(
    "The export is of 1.0, and version 56.3 is known here.",
  );
  await page.getByRole("textbox", { name: "Version of the game" }).fill("56.3");
  await page.getByRole("button", { name: /^Take over 1 of / }).click();
  await expect(said(page)).toContainText(/^Took over 1 of /);
  await expect(row(page, "Dart Monkey")).toContainText("$200");

  await said(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Dart Monkey")).toContainText("$210");
  await page.goto(pages.game({ take: 1 }));
  await folder.setInputFiles(SAMPLE_FOLDER);
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await expect(cost).toBeChecked();
});

test("members may not see the page", { tag: "@long" }, async ({ page, baseURL }) => {
  await openAs(page, await newPerson(baseURL ?? ""), pages.game());
  await expect(page.getByRole("alert")).toHaveText("You are not authorized to view this page.");
});
