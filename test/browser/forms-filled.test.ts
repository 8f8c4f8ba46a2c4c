import type { Page } from "@playwright/test";
import { twoTowers } from "../../domain/challenges/2tc.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import {
  chooseFile,
  controlOf,
  expectRegistered,
  newTexts,
  openAs,
  playerOf,
  proofButton,
  send,
  submitAs,
} from "./completions.ts";
import { expect, test } from "./fixture.ts";

const { map, tower1, tower2 } = twoTowers.fields;

test("a form is prefilled from its address, sends nothing by itself, and keeps what is typed afterwards", async ({
  page,
  member,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(api.addSubmit("2tc"))) sent.push(request.url());
  });
  const given = {
    tower1: "Absolute Zero",
    tower2: "Quincy",
    map: "Quad",
    og: "1",
    notes: "sent by somebody",
  };
  const address = pages.addForm("2tc", given);
  // The pair has only a sample, so the form would tick the box once it knows. This is about what the address ticks.
  await page.route(
    (url) => url.searchParams.get("og") === "1" && url.pathname === "/fetch-2tc",
    () => undefined,
  );
  await openAs(page, member, address);
  await expect(controlOf(page, tower1)).toHaveValue("Absolute Zero");
  await expect(controlOf(page, tower2)).toHaveValue("Quincy");
  await expect(controlOf(page, map)).toHaveValue("Quad");
  await expect(page.getByRole("checkbox", { name: "OG completion?" })).not.toBeChecked();
  await expect(page.locator("textarea[name=notes]")).toHaveValue("");
  await page.locator("textarea[name=notes]").fill("of my own");
  await page.reload();
  await expect(page.locator("textarea[name=notes]")).toHaveValue("of my own");
  await expect(controlOf(page, map)).toHaveValue("Quad");
  expect(sent).toEqual([]);
});

test("a tower list is prefilled from the address, and an invalid list is ignored", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await openAs(page, member, pages.addForm("ltc", { towerset: '["Absolute Zero"]', map: "Quad" }));
  await expect(page.getByLabel("Number of towers")).toHaveValue("1");
  await expect(
    page.getByRole("combobox", { name: "Tower 1" }).or(page.getByRole("textbox", { name: "Tower 1" })),
  ).toHaveValue("Absolute Zero");
  await page.goto(pages.addForm("ltc", { towerset: "[[", map: "<script>" }));
  await expect(page.getByLabel("Number of towers")).toHaveValue("0");
});

test("a wheel over a number scrolls the page and leaves the number as it is", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await openAs(page, member, pages.addForm("lcc", { map: "Quad" }));
  const cash = page.locator("input[name=money]");
  await cash.fill("130869");
  await cash.hover();
  await page.mouse.wheel(0, 300);
  await expect(cash).not.toBeFocused();
  await expect(cash).toHaveValue("130869");
});

const FILLED_IN = /^Filled in: /;
const update = (page: Page) => page.getByRole("textbox", { name: "Update" });
const date = (page: Page) => page.getByRole("textbox", { name: "Date", exact: true });

test("a new form starts with the newest version and today, says so, and leaves what is typed", async ({
  page,
  member,
}) => {
  await openAs(page, member, pages.addForm("lcc"));
  await expect(update(page)).toHaveValue("56.3");
  await expect(update(page)).toHaveAccessibleDescription("Filled in: the newest version known here");
  await expect(date(page)).toHaveValue(await page.evaluate(() => new Date().toLocaleDateString("sv")));
  await expect(date(page)).toHaveAccessibleDescription("Filled in: today");
  await date(page).fill("2026-02-03");
  await update(page).fill("");
  await expect(page.getByText(FILLED_IN)).toHaveCount(0);
  // As a draft it stays as it is.
  page.once("dialog", (dialog) => dialog.accept());
  const named = page.waitForResponse("**/fetch-names");
  await page.reload();
  await (await named).finished();
  await expect(date(page)).toHaveValue("2026-02-03");
  await expect(update(page)).toHaveValue("");
  // What the address says is nobody's guess.
  page.once("dialog", (dialog) => dialog.accept());
  await page.goto(pages.addForm("lcc", { person: "Ada", version: "44.1", date: "2024-08-14" }));
  await expect(update(page)).toHaveValue("44.1");
  await expect(date(page)).toHaveValue("2024-08-14");
  await expect(page.getByText(FILLED_IN)).toHaveCount(0);
});

test("the newest version comes too late for whoever has typed one", { tag: "@long" }, async ({
  page,
  member,
}) => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/fetch-names", async (route) => {
    await asked;
    await route.continue();
  });
  await openAs(page, member, pages.addForm("lcc"));
  await update(page).fill("544");
  await page.getByRole("textbox", { name: "Player" }).focus();
  answer();
  await expect(page.getByText("Update: 544 is far above 56.3")).toBeVisible();
  await expect(update(page)).toHaveValue("544");
});

test("an edit has the completion's own values alone", { tag: "@long" }, async ({ page, request, member }) => {
  const texts = { ...(await newTexts(request, "ltc")), version: "", date: "" };
  const filekey = await submitAs(member, "ltc", texts);
  const named = page.waitForResponse("**/fetch-names");
  await openAs(page, member, pages.editForm("ltc", { filekey }));
  await expect(page.getByRole("textbox", { name: "Player" })).toHaveValue(playerOf(texts));
  await (await named).finished();
  await expect(date(page)).toHaveValue("");
  await expect(update(page)).toHaveValue("");
  await expect(page.getByText(FILLED_IN)).toHaveCount(0);
});

test("a code is read from its link, goes when an edit empties its box, and what is none is put in the notes", {
  tag: "@long",
}, async ({ page, request, member }) => {
  const texts = await newTexts(request, "2tc");
  const filekey = await submitAs(member, "2tc", { ...texts, challenge_code: "ZMYXWVU" });
  await openAs(page, member, pages.editForm("2tc", { filekey }));
  const code = page.getByRole("textbox", { name: "Challenge code" });
  const part = page.getByRole("region", { name: /^What/ });
  const rowNow = async () =>
    (await (await request.get(api.list("2tc", { filekey }))).json()).results[0] as Record<string, unknown>;
  await expect(code).toHaveValue("ZMYXWVU");
  await code.fill("https://join.btd6.com/Challenge/zabcdef");
  await expect(code).toHaveValue("ZABCDEF");
  await code.fill("");
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  expect(await rowNow()).toMatchObject({ challenge_code: null, notes: "" });

  await page.goto(pages.editForm("2tc", { filekey }));
  await code.fill("at the end of the video");
  await expect(part.getByText("It will be added to the notes.")).toBeVisible();
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  expect(await rowNow()).toMatchObject({
    challenge_code: null,
    notes: "Challenge code: at the end of the video",
  });
});

test("paths and levels are chosen or typed, and the two agree", async ({ page, member }) => {
  await openAs(page, member, pages.addForm("ltc", { towerset: '["Bloon Crush","Quincy","Dart Monkey"]' }));
  const box = (at: number) => page.getByRole("textbox", { name: `Upgrades ${at}` });
  const paths = page.getByRole("radiogroup", { name: "Upgrades 1: path of Bloon Crush" });
  const levels = page.getByRole("combobox", { name: "Upgrades 2: level of Quincy" });
  await expect(paths.getByRole("radio")).toHaveCount(5);
  await paths.getByRole("radio", { name: "5-1-0" }).focus();
  await page.keyboard.press("Space");
  await expect(box(1)).toHaveValue("5-1-0");
  await page.keyboard.press("ArrowRight");
  await expect(box(1)).toHaveValue("5-2-0");
  await box(1).fill("502");
  await expect(paths.getByRole("radio", { name: "5-0-2" })).toBeChecked();
  await levels.selectOption("Level 12");
  await expect(box(2)).toHaveValue("Level 12");
  await box(2).fill("whatever");
  await expect(levels).toHaveValue("");
  // Of a type alone, any path is possible.
  await expect(box(3)).toBeVisible();
  await expect(page.getByLabel(/^Upgrades 3: /)).toHaveCount(0);
  await box(1).fill("0-5-2");
  await expect(page.getByText("Upgrades: Bloon Crush is 5-0-0; you wrote 0-5-2.")).toBeVisible();
  await expect(paths.getByRole("radio", { checked: true })).toHaveCount(0);
});

test("rules are ticked as the form shows them to be met, and a line leads to the next part", async ({
  page,
  member,
  picture,
}) => {
  const ticked = (rule: string) =>
    page.getByRole("listitem").filter({ hasText: new RegExp(`^Ticked: ${rule}`) });
  await openAs(page, member, pages.addForm("2tc", { tower1: "Bloon Crush", map: "Logs", person: "Zoe" }));
  await expect(page.getByText("0 of 7 ticked")).toBeVisible();
  await page.getByRole("button", { name: "Next: What" }).click();
  await expect(page.getByRole("heading", { name: "What", level: 2 })).toBeFocused();
  await page.getByRole("combobox", { name: "Tower 2" }).fill("Sauda");
  await page.keyboard.press("Tab");
  await expect(ticked("Complete the game")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Tower 2" }).fill("Obyn");
  await page.keyboard.press("Tab");
  await expect(ticked("Complete the game with two towers")).toBeVisible();
  const original = page.getByRole("checkbox", { name: "OG completion?" });
  await expect(original).toBeChecked();
  await original.uncheck();
  await page.getByRole("button", { name: "Next: Proof" }).click();
  await expect(page.getByRole("heading", { name: "Proof", level: 2 })).toBeFocused();
  await chooseFile(page, proofButton("2tc"), picture);
  await expect(ticked("Show a screenshot of the victory screen")).toBeVisible();
  await page.getByRole("button", { name: `Remove ${picture.name}` }).click();
  await expect(ticked("Show a screenshot of the victory screen")).toHaveCount(0);
  await chooseFile(page, proofButton("2tc"), picture);
  await page.getByRole("textbox", { name: "Notes" }).fill("The code is ZMYXWVU.");
  await expect(ticked("Give the challenge code")).toBeVisible();
  // The rules also ask for the set-up and a recording.
  await expect(page.getByText("2 of 3 parts complete")).toBeVisible();
  for (const slot of ["Tower set-up", "Recording"]) {
    await page.getByRole("button", { name: `${slot} Paste link` }).click();
    await page.getByRole("textbox", { name: `${slot}: link` }).fill("https://youtu.be/dQw4w9WgXcQ");
  }
  await expect(page.getByText("3 of 3 parts complete")).toBeVisible();
  await page.getByRole("button", { name: "Next: send it" }).click();
  await expect(page.getByRole("button", { name: "Add 2TC", exact: true })).toBeFocused();
});
