import axe from "axe-core";
import type { OpenCombinationsAnswer } from "../../domain/contract/coverage.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { newPlayer, newTexts, openAs, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

const violationsOn = async (page: import("@playwright/test").Page) => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
};

// The buttons stand below one another on a phone.
test("an open one is wished for, shown to all, and its wisher is told when it is verified", {
  tag: "@long",
}, async ({ page, browser, request, baseURL, member, helper }) => {
  const wisher = await newPerson(baseURL ?? "");
  const seed = Math.floor(Math.random() * 1000);
  const drawn: OpenCombinationsAnswer = await (
    await request.get(api.undone({ challenge: "2mp", seed }))
  ).json();
  const [one] = drawn.results;
  const heading = one?.heading ?? "";

  await openAs(page, wisher, pages.undone({ challenge: "2mp", seed }));
  const wish = page.getByRole("button", { name: `I want this : ${heading}` });
  await expect(page.getByText(`${heading}: nobody wants this yet.`)).toBeVisible();
  await page.getByRole("link", { name: "Another one" }).focus();
  await page.keyboard.press("Tab");
  await expect(wish).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("You will be told when it is verified.")).toBeVisible();
  await expect(page.getByText(`${heading}: 1 person wishes for this.`)).toBeVisible();

  // Everybody sees how many, and where it stands among all.
  const anybody = await (await browser.newContext()).newPage();
  const towers = one?.towers.map(({ name }) => name).join(",");
  for (const path of [pages.challengeCoverage("2mp", { towers }), pages.maps({ map: one?.map })]) {
    await anybody.goto(new URL(path, baseURL).href);
    await expect(anybody.getByText(`${heading}: 1 person wishes for this.`)).toBeVisible();
    await expect(anybody.getByRole("button", { name: /I want this/ })).toHaveCount(0);
  }
  await anybody.getByRole("link", { name: "What is wanted most" }).click();
  const entry = anybody
    .getByRole("listitem")
    .filter({ has: anybody.getByRole("heading", { name: heading }) });
  await expect(entry).toContainText("1 person wishes for this.");
  expect(await violationsOn(anybody)).toEqual([]);
  await anybody.setViewportSize({ width: 320, height: 800 });
  expect(await anybody.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expect(entry.getByRole("link", { name: "Submit this" })).toHaveAttribute(
    "href",
    /^\/add-2mp-form\?entity=.+&map=.+/,
  );

  const given = Object.fromEntries((one?.submit ?? []).map(({ parameter, value }) => [parameter, value]));
  const texts = { ...(await newTexts(request, "2mp")), ...given, person: newPlayer() };
  const filekey = await submitAs(member, "2mp", texts);
  const { status } = await helper.visitor.call(api.verifyCompletions(), helper.tokens, {
    entries: JSON.stringify([filekey]),
  });
  expect(status).toBe(200);

  await openAs(page, wisher, pages.notices());
  await expect(page.getByRole("main").getByRole("listitem")).toContainText(
    `What you wish for is verified: ${heading}`,
  );
  await page.getByRole("main").getByRole("link", { name: "View it" }).click();
  await expect(page).toHaveURL(new RegExp(filekey));
  await openAs(page, wisher, pages.wanted());
  await expect(page.getByRole("heading", { name: "Your wishes that are over" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: `${heading}: verified` })).toBeVisible();
});

test("a wish is taken back, and a helper removes one with a reason that its wisher reads", {
  tag: "@long",
}, async ({ page, browser, request, baseURL, helper }) => {
  const wisher = await newPerson(baseURL ?? "");
  const seed = Math.floor(Math.random() * 1000);
  const drawn: OpenCombinationsAnswer = await (
    await request.get(api.undone({ challenge: "2tc", seed }))
  ).json();
  const heading = drawn.results[0]?.heading ?? "";
  await openAs(page, wisher, pages.undone({ challenge: "2tc", seed }));
  await page.getByRole("button", { name: `I want this : ${heading}` }).click();
  await page.getByRole("button", { name: `Remove my wish : ${heading}` }).click();
  await expect(page.getByText(`${heading}: nobody wants this yet.`)).toBeVisible();
  await page.getByRole("button", { name: `I want this : ${heading}` }).click();
  await expect(page.getByText("You will be told when it is verified.")).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await openAs(desk, helper, new URL(pages.wanted(), baseURL).href);
  const entry = desk.getByRole("listitem").filter({ has: desk.getByRole("heading", { name: heading }) });
  await entry.locator("summary").focus();
  await desk.keyboard.press("Enter");
  await desk.keyboard.press("Tab");
  await desk.keyboard.type("Nobody can tell it from another.");
  expect(await violationsOn(desk)).toEqual([]);
  await desk.keyboard.press("Tab");
  await desk.keyboard.press("Enter");
  await expect(desk.getByRole("status").filter({ hasText: `${heading}: removed.` })).toBeVisible();
  await expect(entry).toBeHidden();

  await page.goto(pages.wanted());
  await expect(
    page.getByText(`${heading}: a helper removed it: Nobody can tell it from another.`),
  ).toBeVisible();
});
