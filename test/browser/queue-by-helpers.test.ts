import type { APIRequestContext, Page } from "@playwright/test";
import axe from "axe-core";
import { api, pages } from "../../domain/contract/routes.ts";
import type { FormTexts } from "../../domain/submissions/form.ts";
import {
  acceptDialogs,
  listOf,
  newMap,
  newPlayer,
  newTexts,
  openAs,
  playerOf,
  submitAs,
} from "./completions.ts";
import { expect, rowsOf, test } from "./fixture.ts";
import { accountMenu, newPerson, type Person } from "./people.ts";

/** Submits LCCs on a map, the first of them first, and returns their filekeys. */
async function submitLccs(request: APIRequestContext, member: Person, map: string, count: number) {
  const filekeys: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const texts = { ...(await newTexts(request, "lcc")), map, person: newPlayer() };
    filekeys.push(await submitAs(member, "lcc", texts));
  }
  return filekeys;
}

const verify = (page: Page) => page.getByRole("button", { name: "Verify", exact: true });
/** Waits until it is known whose what is open is: nothing is verified before. */
const isKnown = (page: Page) => expect(page.getByText(/^Looking up what is known/)).toHaveCount(0);

/** Verifies by hand: the first press tells what is unchecked. */
async function verifyAnyway(page: Page): Promise<void> {
  await isKnown(page);
  await verify(page).click();
  await expect(page.getByText(/\d+ rules? unchecked\. Press Verify again to verify anyway\.$/)).toBeVisible();
  // After a verdict or an undo the first press may come before that: what is found then would be said first.
  await isKnown(page);
  await verify(page).click();
}
const reject = (page: Page) => page.getByRole("button", { name: "Reject …" });
const frame = (page: Page) => page.getByRole("figure");

/** Where the page and its parts are. */
const placesOf = async (page: Page) => ({
  scroll: await page.evaluate(() => [scrollX, scrollY]),
  proof: await frame(page).boundingBox(),
  verify: await verify(page).boundingBox(),
});

/** Where they are once a page that is still being put together moves nothing any more. */
async function settledPlaces(page: Page): ReturnType<typeof placesOf> {
  let places = await placesOf(page);
  await expect(async () => {
    const earlier = places;
    places = await placesOf(page);
    expect(places).toEqual(earlier);
  }).toPass({ intervals: [100] });
  return places;
}

test("a helper works through five claims: verifies, rejects, skips, and takes verdicts back", async ({
  page,
  request,
  member,
  helper,
}) => {
  const map = await newMap(helper);
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = await submitLccs(
    request,
    member,
    map,
    5,
  );
  await openAs(page, helper, pages.queue({ map }));
  const items = page.getByRole("navigation", { name: "What is pending" }).getByRole("listitem");
  await expect(items).toHaveCount(5);
  // The oldest one is looked at, and the address says so.
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  await expect(items.first().getByRole("link")).toHaveAttribute("aria-current", "true");
  await expect(page.getByText("The first LCC on").first()).toBeVisible();

  await expect(verify(page)).toBeEnabled();
  const before = await settledPlaces(page);
  await verifyAnyway(page);
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  await expect(page.getByRole("status").filter({ hasText: `Verified: LCC on ${map}` })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: `LCC on ${map}` })).toBeFocused();
  await expect(items).toHaveCount(4);
  expect(await placesOf(page)).toEqual(before);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  await expect(items).toHaveCount(5);
  await verifyAnyway(page);
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));

  await reject(page).click();
  const reason = page.getByRole("textbox", { name: "Why? The player reads this." });
  await expect(reason).toBeFocused();
  expect(await placesOf(page)).toEqual(before);
  await reason.fill("The proof is another run's.");
  expect(await placesOf(page)).toEqual(before);
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`filekey=${third}`));
  await expect(page.getByRole("status").filter({ hasText: `Rejected: LCC on ${map}` })).toBeVisible();
  await expect(reason).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  await expect(items).toHaveCount(4);
  await verifyAnyway(page);
  await expect(page).toHaveURL(new RegExp(`filekey=${third}`));

  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(new RegExp(`filekey=${fourth}`));
  await expect(items.first()).toContainText("Skipped");
  await items.last().getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`filekey=${fifth}`));
  // It goes on with the oldest that was not skipped.
  await verifyAnyway(page);
  await expect(page).toHaveURL(new RegExp(`filekey=${fourth}`));
  await verifyAnyway(page);
  await expect(page.getByText("Nothing is free: you skipped 1.")).toBeVisible();
  await items.first().getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`filekey=${third}`));
  await verifyAnyway(page);
  await expect(page.getByText("Nothing that is pending matches these filters.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
});

test("twenty verdicts are given by keyboard alone, with two keys each", { tag: "@long" }, async ({
  page,
  request,
  member,
  helper,
}) => {
  const map = await newMap(helper);
  const filekeys = await submitLccs(request, member, map, 20);
  // The list shows where one is.
  await openAs(page, helper, pages.queue({ map, filekey: filekeys.at(-1) }));
  await expect(page.locator("nav a[aria-current]")).toBeInViewport({ ratio: 1 });
  await page.goto(pages.queue({ map }));
  for (const filekey of filekeys) {
    await expect(page).toHaveURL(new RegExp(`filekey=${filekey}`));
    await expect(page.getByText(/^Yours until/)).toBeVisible();
    await expect(verify(page)).toBeEnabled();
    // The first press leads to what nobody has looked at yet.
    await page.keyboard.press("v");
    await expect(page.getByRole("button", { name: /: unchecked$/ }).first()).toBeFocused();
    await page.keyboard.press("v");
  }
  await expect(page.getByText("Nothing that is pending matches these filters.")).toBeVisible();
});

/** What a player reads whose settings are marked as broken. */
const BROKEN = "The game must be on hard difficulty in CHIMPS mode.\nThe end round must be 100.";

test("rules are marked by digits, and those broken are the reason of a rejection", async ({
  page,
  request,
  member,
  helper,
}) => {
  const map = await newMap(helper);
  const [first, second] = await submitLccs(request, member, map, 2);
  await openAs(page, helper, pages.queue({ map }));
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  const rule = (words: string) =>
    page.getByRole("button", { name: new RegExp(`^1?\\s*Hard CHIMPS, rounds to 100.*: ${words}$`) });
  await expect(rule("unchecked")).toBeVisible();
  await page.keyboard.press("1");
  await expect(rule("OK")).toBeVisible();
  await page.keyboard.press("1");
  await expect(rule("broken")).toBeVisible();
  await page.keyboard.press("r");
  const reason = page.getByRole("textbox", { name: "Why? The player reads this." });
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue(BROKEN);
  // In a field, keys type.
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" v1");
  await expect(reason).toHaveValue(`${BROKEN} v1`);
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  await expect(rule("unchecked")).toBeVisible();
  const items = page.getByRole("navigation", { name: "What is pending" }).getByRole("listitem");
  await expect(items).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  await page.keyboard.press("u");
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  await expect(items).toHaveCount(2);
  await expect(verify(page)).toBeEnabled();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  await expect(items.last().getByRole("link")).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("k");
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys on this page" });
  await expect(help).toBeVisible();
  // In a dialog, none of them does anything.
  await page.keyboard.press("j");
  // The buttons tell their keys while there are any.
  await expect(verify(page)).toHaveText("Verify V");
  await help.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(verify(page)).toHaveText("Verify");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
});

test("by keyboard, one of two is verified, the other rejected as second, and what is written is not lost", {
  tag: "@long",
}, async ({ page, request, member, secondMember, helper }) => {
  const map = await newMap(helper);
  const texts: FormTexts = { ...(await newTexts(request, "2tc")), map };
  await submitAs(member, "2tc", texts);
  const second = await submitAs(secondMember, "2tc", { ...texts, person: newPlayer() });
  await openAs(page, helper, pages.queue({ map }));
  await expect(page.getByText(/^Yours until/)).toBeVisible();
  const reason = page.getByRole("textbox", { name: "Why? The player reads this." });
  await page.keyboard.press("r");
  await expect(reason).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(reason).toHaveCount(0);
  await page.keyboard.press("r");
  await reason.fill("Too long to write again.");
  await page.keyboard.press("Escape");
  await expect(reason).toHaveValue("Too long to write again.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 2, name: texts.tower1 ?? "" })).toBeFocused();

  // Reads on to the last rule; the next one begins at the top of what is known.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await isKnown(page);
  await page.keyboard.press("v");
  await page.keyboard.press("v");
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  await expect(page.getByText("Already verified:")).toBeInViewport();
  await expect(page.getByText(/^Yours until/)).toBeVisible();
  await page.keyboard.press("r");
  await expect(reason).toHaveValue("Another run of the same was verified first.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "Rejected:" })).toBeVisible();
});

// The layout of a phone is what it is about.
test("on a phone a helper works through two claims, with the proof in sight while a reason is written", {
  tag: "@phone",
}, async ({ page, request, member, helper }) => {
  const map = await newMap(helper);
  const [first, second] = await submitLccs(request, member, map, 2);
  await openAs(page, helper, pages.queue({ map }));
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  const items = page.getByRole("navigation", { name: "What is pending" }).getByRole("listitem");
  await expect(items.first()).toBeHidden();
  await expect(page.getByRole("term").filter({ hasText: "Account" })).toBeVisible();
  await expect(frame(page)).toBeInViewport();
  for (const button of [verify(page), reject(page), page.getByRole("button", { name: "Skip" })])
    await expect(button).toBeInViewport({ ratio: 1 });

  // Reads to the end of what is known, and rejects it from there.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await reject(page).tap();
  await expect(page.getByRole("textbox", { name: "Why?" })).toBeFocused();
  await expect(frame(page)).toBeInViewport({ ratio: 1 });
  const before = await settledPlaces(page);
  await page.getByRole("textbox", { name: "Why?" }).fill("No victory screen.");
  expect(await placesOf(page)).toEqual(before);
  await page.getByRole("button", { name: "Reject", exact: true }).tap();
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  await expect(page.getByRole("heading", { level: 2 })).toBeInViewport();
  await expect(frame(page)).toBeInViewport({ ratio: 1 });

  await page.getByText("1 of", { exact: false }).locator("visible=true").first().tap();
  await expect(items).toHaveCount(1);
  await expect(items.first()).toBeVisible();
  await items.first().getByRole("link").tap();
  await isKnown(page);
  await verify(page).tap();
  await expect(page.getByText(/unchecked\. Press Verify again/)).toBeVisible();
  await verify(page).tap();
  await expect(page.getByText("Nothing that is pending matches these filters.")).toBeVisible();
});

test("the desk shows what a helper needs to know, in every width and either scheme", {
  tag: "@long",
}, async ({ page, request, member, secondMember, helper, picture, clip }) => {
  const texts: FormTexts = {
    ...(await newTexts(request, "2tc", { og: true })),
    og: "on",
    notes: "# Round 63",
  };
  const filekey = await submitAs(member, "2tc", texts, { image: clip, attachments: picture });
  const rival = newPlayer();
  await submitAs(secondMember, "2tc", { ...texts, person: rival });
  // Whatever only helpers see comes late.
  await page.route(/\/admin\/(?!queue\?)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node }[] })[])
        for (const { node } of sources)
          if (document.querySelector("main")?.contains(node)) moved.push(node.textContent ?? "");
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openAs(page, helper, pages.queue({ filekey }));
  const known = page.getByRole("region", { name: /^What is known of/ });
  await expect(known).toContainText("Would be the OG");
  await expect(known).toContainText(`Also pending for this combination:${texts.tower1} and ${texts.tower2}`);
  await expect(known).toContainText(`by ${rival}`);
  await expect(page.getByText(/^Yours until/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Reports \(/ })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "moved"))).toEqual([]);
  await expect(page.getByRole("heading", { level: 2, name: texts.tower1 ?? "" })).toBeFocused();
  await known.getByRole("button", { name: `Compare with the one by ${rival}` }).click();
  const both = page.getByRole("dialog", { name: /^Side by side/ });
  await expect(
    both.getByRole("region", { name: `By ${rival}` }).locator("mark", { hasText: rival }),
  ).toBeVisible();
  const mine = both.getByRole("region", { name: `By ${playerOf(texts)}` });
  await mine.getByRole("link", { name: "Attachment 1" }).click();
  await expect(mine.locator("figure").getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(both).toBeHidden();
  await expect(known).toContainText(/Account.*(first submission|\d+ verified, \d+ rejected)/);
  await expect(
    page.getByRole("region", { name: "Notes and messages" }).getByRole("heading", { name: "Round 63" }),
  ).toBeVisible();
  await expect(known.getByRole("button", { name: /Sliders at 100%.*: unchecked$/ })).toBeVisible();

  const video = page.locator("video[controls]");
  await page.getByRole("combobox", { name: "Speed" }).selectOption("0.25");
  await expect(video).toHaveJSProperty("playbackRate", 0.25);
  await page.getByRole("button", { name: "One frame on" }).click();
  await expect(video).toHaveJSProperty("paused", true);
  await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0);

  await page.evaluate(axe.source);
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-color-scheme", colorScheme);
      const found = await page.evaluate(async () => {
        const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
        const { violations } = await injected.run(document);
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(found, `${width} ${colorScheme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThan(1);
    }
  }
});

test("what was edited or decided meanwhile is not verified unseen, and what is gone is said to be", async ({
  page,
  request,
  member,
  helper,
}) => {
  const texts = await newTexts(request, "lcc");
  const filekey = await submitAs(member, "lcc", texts);
  await openAs(page, helper, pages.queue({ filekey }));
  await expect(verify(page)).toBeEnabled();
  const other = newPlayer();
  await expect(page.getByRole("region", { name: /^What is known of/ })).toContainText(playerOf(texts));
  const before = await settledPlaces(page);
  await submitAs(member, "lcc", { ...texts, person: other, edit: "true", "edited-filekey": filekey });
  await verifyAnyway(page);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText(
    "It was changed in the meantime. What is shown now is the current version",
  );
  await expect(page.getByRole("heading", { level: 2, name: "LCC" })).toBeFocused();
  await expect(alert.getByRole("listitem")).toHaveText(`Player: ${playerOf(texts)} → ${other}`);
  // However much is said, it moves no button.
  expect(await placesOf(page)).toEqual(before);
  await expect(page.getByRole("region", { name: /^What is known of/ })).toContainText(other);
  await expect(page).toHaveURL(new RegExp(`filekey=${filekey}`));

  await helper.visitor.call(api.verifyCompletions(), helper.tokens, { entries: JSON.stringify([filekey]) });
  await page.reload();
  await expect(page.getByText("Already verified: nothing to decide.")).toBeVisible();
  await expect(verify(page)).toHaveCount(0);
  await helper.visitor.call(api.deleteSubmit("lcc"), helper.tokens, { entries: JSON.stringify([filekey]) });
  await page.reload();
  await expect(
    page.getByText("This completion is not there: it was rejected, deleted or withdrawn."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Go to the queue" }).click();
  await expect(page).toHaveURL(/queue\?filekey=/);
});

test("what is being written of a completion stays when it turns out to have been edited", {
  tag: "@long",
}, async ({ page, request, member, helper }) => {
  const texts = await newTexts(request, "lcc");
  const filekey = await submitAs(member, "lcc", texts);
  await openAs(page, helper, pages.queue({ filekey }));
  const known = page.getByRole("region", { name: /^What is known of/ });
  const thread = page.getByRole("region", { name: "Notes and messages" });
  await thread.getByText("Write a message or a note").click();
  const message = thread.getByRole("textbox", { name: "Message" });
  await message.fill("Too long to write again.");
  const isPrivate = thread.getByRole("checkbox", { name: "Only helpers see this" });
  await isPrivate.uncheck();
  await page.getByRole("button", { name: /^Reject …/ }).click();
  const reason = page.getByRole("textbox", { name: "Why? The player reads this." });
  await reason.fill("This, too.");

  const other = newPlayer();
  await submitAs(member, "lcc", { ...texts, person: other, edit: "true", "edited-filekey": filekey });
  await reason.press("Control+Enter");
  await expect(page.getByRole("alert")).toContainText("It was changed in the meantime.");
  await expect(known).toContainText(other);
  await expect(message).toBeVisible();
  await expect(message).toHaveValue("Too long to write again.");
  await expect(isPrivate).not.toBeChecked();
  await expect(reason).toHaveValue("This, too.");

  // Of the next one nothing is written.
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).not.toHaveURL(new RegExp(`filekey=${filekey}`));
  await expect(known).toBeVisible();
  await expect(message).toHaveCount(0);
});

test("what was said of it before an edit does not verify what it is now", { tag: "@long" }, async ({
  page,
  request,
  member,
  helper,
}) => {
  const texts = await newTexts(request, "lcc");
  const filekey = await submitAs(member, "lcc", texts);
  await openAs(page, helper, pages.queue({ filekey }));
  await expect(verify(page)).toBeEnabled();
  const warning = page.getByText(/unchecked\. Press V again to verify anyway\.$/);
  await page.keyboard.press("v");
  await expect(warning).toBeVisible();
  await expect(page.locator("[data-line]:focus")).toBeInViewport();
  await submitAs(member, "lcc", { ...texts, person: newPlayer(), edit: "true", "edited-filekey": filekey });
  await page.keyboard.press("v");
  await expect(page.getByRole("alert")).toContainText("It was changed in the meantime.");
  await page.keyboard.press("v");
  await expect(page.locator("[data-line]:focus")).toBeVisible();
  const { results } = await (await request.get(api.list("lcc", { filekey }))).json();
  expect(results[0].pending).not.toBeNull();
  await page.keyboard.press("v");
  await expect(page).not.toHaveURL(new RegExp(`filekey=${filekey}`));
});

test("verifiers find the queue and its count at home and in their menu", async ({
  page,
  request,
  member,
  baseURL,
}) => {
  await submitLccs(request, member, "Logs", 1);
  const verifier = await newPerson(baseURL ?? "", ["Index Verifier"]);
  await openAs(page, verifier, "/");
  const line = page.getByRole("link", { name: /^\d+ completions? waits? for a helper: go to the queue$/ });
  await expect(line).toBeVisible();
  await accountMenu(page).click();
  await page.getByRole("link", { name: /^Queue \(\d+\)$/ }).click();
  await expect(page).toHaveURL(/queue\?filekey=/);
  await expect(verify(page)).toBeVisible();
});

test("members find no queue, and may not see it", { tag: "@long" }, async ({ page, member }) => {
  await openAs(page, member, "/");
  await accountMenu(page).click();
  await expect(page.getByRole("link", { name: "My submissions" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Queue \(|go to the queue$/ })).toHaveCount(0);
  await page.goto(pages.queue());
  await expect(page.getByRole("alert")).toHaveText("You are not authorized to view this page.");
});

test("on a completion's page neither verifying nor writing a reason moves the proof", {
  tag: "@long",
}, async ({ page, request, member, helper }) => {
  const texts = await newTexts(request, "2mp");
  const filekey = await submitAs(member, "2mp", texts);
  await openAs(page, helper, pages.notes("2mp", { filekey }));
  await expect(verify(page)).toBeEnabled();
  const proof = async () => [await page.evaluate(() => scrollY), await frame(page).boundingBox()];
  const before = await proof();
  await reject(page).click();
  const reason = page.getByRole("textbox", { name: "Why? The player reads this." });
  await expect(reason).toBeFocused();
  await reason.fill("No victory screen.");
  expect(await proof()).toEqual(before);
  await reject(page).click();
  await verify(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Verified." })).toBeFocused();
  expect((await proof())[0]).toEqual(before[0]);
});

test("verifying or deleting from a list leaves the list where it is", { tag: "@long" }, async ({
  page,
  request,
  member,
  helper,
}) => {
  const person = newPlayer();
  for (let at = 0; at < 12; at += 1)
    await submitAs(member, "lcd", { ...(await newTexts(request, "lcd")), person });
  await openAs(page, helper, listOf("lcd", { person }));
  await expect(rowsOf(page)).toHaveCount(12);
  const scrolled = () => page.evaluate(() => scrollY);
  const asked = acceptDialogs(page);
  await rowsOf(page).first().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Verify Selected" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Successfully verified 1" })).toBeVisible();
  expect(await scrolled()).toBe(0);
  await rowsOf(page).first().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete Selected" }).click();
  await expect(rowsOf(page)).toHaveCount(11);
  await expect.poll(() => asked.at(-1)).toBe("Successfully deleted LCD.");
  expect(await scrolled()).toBe(0);
});

test("Verify Selected names the OGs among several rows, and does nothing when that is not wanted", {
  tag: "@long",
}, async ({ page, request, member, helper }) => {
  const original: FormTexts = { ...(await newTexts(request, "2tc", { og: true })), og: "on" };
  const other = { ...(await newTexts(request, "2tc")), person: playerOf(original) };
  for (const texts of [original, other]) await submitAs(member, "2tc", texts);
  await openAs(page, helper, listOf("2tc", original));
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  const button = page.getByRole("button", { name: "Verify Selected" });
  await button.click();
  const { tower1, tower2, map } = original;
  await expect
    .poll(() => asked)
    .toEqual([
      `Are you sure you want to verify 2 completion(s)?\n\nWould be an OG:\n${tower1} and ${tower2} 2TC on ${map}`,
    ]);
  await expect(button).toBeEnabled();
  await expect(rowsOf(page).filter({ hasText: "(Pending)" })).toHaveCount(2);
});

test("two helpers are given different claims, and one takes over the other's on purpose", {
  tag: "@long",
}, async ({ page, browser, request, member, helper, baseURL }) => {
  const map = await newMap(helper);
  const [first = "", second = ""] = await submitLccs(request, member, map, 2);
  await openAs(page, helper, pages.queue({ map }));
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  await expect(page.getByText(/^Yours until \d\d:\d\d$/)).toBeVisible();

  const other = await newPerson(baseURL ?? "", ["Index Helper"]);
  const elsewhere = await (await browser.newContext()).newPage();
  await openAs(elsewhere, other, pages.queue({ map }));
  await expect(elsewhere).toHaveURL(new RegExp(`filekey=${second}`));
  const items = elsewhere.getByRole("navigation", { name: "What is pending" }).getByRole("listitem");
  await expect(items.first()).toContainText("Another helper is reviewing");
  await items.first().getByRole("link").click();
  await expect(
    elsewhere.getByText(/^Another helper is reviewing this \(until at least \d\d:\d\d\)$/),
  ).toBeVisible();
  await expect(verify(elsewhere)).toHaveCount(0);
  await elsewhere.getByRole("button", { name: "Take over" }).click();
  await expect(elsewhere.getByText(/^Yours until/)).toBeVisible();

  // Whoever had it learns so at the latest with a verdict.
  await verifyAnyway(page);
  await expect(page.getByRole("alert")).toHaveText(
    "Another helper is reviewing this completion. Take it over to decide on it yourself.",
  );
  await expect(page.getByRole("button", { name: "Take over" })).toBeVisible();
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  await verifyAnyway(page);
  await expect(page.getByText("Nothing is free: you skipped 1.")).toBeVisible();

  // Whoever leaves gives back what they had.
  const { tokens, visitor } = helper;
  const isFree = async () =>
    (await visitor.call(api.claimReview(), tokens, { filekey: first })).json.heldBy === null;
  expect(await isFree()).toBe(false);
  await elsewhere.goto("/");
  await expect.poll(isFree).toBe(true);
  await elsewhere.context().close();
});

test("what one helper verified together is one line in Changes, which opens and is undone", async ({
  page,
  request,
  member,
  helper,
}) => {
  const map = await newMap(helper);
  const filekeys = await submitLccs(request, member, map, 3);
  const entries = filekeys.map((filekey) => ({ filekey, revision: 1, verdict: "verify" }));
  await helper.visitor.call(api.giveVerdicts(), helper.tokens, { entries: JSON.stringify(entries) });
  await openAs(page, helper, pages.changes());
  const line = page
    .getByRole("main")
    .locator("ol > li")
    .filter({ hasText: `on ${map}` })
    .filter({ hasText: "3 changes" });
  await expect(line).toContainText("and 2 more");
  await line.getByText("3 changes").click();
  const opened = line.getByRole("listitem");
  await expect(opened).toHaveCount(3);
  // One of them is undone by itself first, and stays so.
  await opened.first().getByRole("button", { name: "Undo", exact: true }).click();
  await expect(opened.first().getByText("Undone.")).toBeVisible();
  await page.reload();
  await line.getByRole("button", { name: "Undo all 3" }).click();
  await expect(line.getByRole("status").filter({ hasText: "Not undone:" })).toContainText(
    "Verified was changed again since then.",
  );
  const { json } = await helper.visitor.call(api.queue({ map }), helper.tokens);
  expect(json.count).toBe(3);
});

test("several are selected by key and by hand, one verdict is shown beforehand and given to all of them", async ({
  page,
  request,
  member,
  helper,
}) => {
  const map = await newMap(helper);
  const [first = ""] = await submitLccs(request, member, map, 4);
  await openAs(page, helper, pages.queue({ map }));
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  const items = page.getByRole("navigation", { name: "What is pending" }).getByRole("listitem");
  await expect(verify(page)).toBeEnabled();
  await page.keyboard.press("x");
  await expect(items.first().getByRole("checkbox")).toBeChecked();
  await items.nth(1).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Verify 2 selected" }).click();
  const selected = page.getByRole("region", { name: "Selected" });
  await expect(selected.getByText("would be verified")).toHaveCount(2);
  await expect(items.filter({ has: page.getByRole("checkbox") })).toHaveCount(4);
  await page.getByRole("button", { name: "Verify these 2" }).click();
  await expect(selected.getByText("2 verified.")).toBeVisible();
  await expect(items).toHaveCount(2);

  await items.first().getByRole("checkbox").check();
  await items.nth(1).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Reject 2 selected …" }).click();
  await page.getByLabel("Why? The players read this.").fill("Another map.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(selected.getByText("would be rejected")).toHaveCount(2);
  await page.getByRole("button", { name: "Reject these 2" }).click();
  await expect(selected.getByText("2 rejected.")).toBeVisible();
  await expect(items).toHaveCount(0);
});

test("a failed check marks its line, rules are unfolded and marked one by one, and an exception with its reason ends a finding", async ({
  page,
  request,
  member,
  helper,
}) => {
  const given = { map: await newMap(helper), notes: "", "link-setup": "https://youtu.be/" };
  const texts = { ...(await newTexts(request, "2tc")), ...given };
  const filekey = await submitAs(member, "2tc", texts);
  await openAs(page, helper, pages.queue({ filekey }));
  const code = page.locator('[data-line="Challenge code"]');
  await expect(code).toContainText("As the checks found");
  await expect(code).toHaveAttribute("data-state", "broken");
  expect(await page.locator("[data-line]").count()).toBeLessThanOrEqual(9);
  await expect(page.getByText(/^\d+ checked by the site$/)).toBeVisible();
  const towers = page.locator('[data-line="Unused towers and paths excluded"]');
  await page.getByRole("button", { name: "The whole rule: Unused towers and paths excluded" }).click();
  const rule = page.locator('[data-rule="exclude-unused"]');
  await expect(rule).toHaveAttribute("data-state", "open");
  await rule.click();
  await expect(rule).toHaveAttribute("data-state", "kept");
  await expect(towers).toHaveAttribute("data-state", "open");
  await rule.click();
  await expect(towers).toHaveAttribute("data-state", "broken");
  await rule.click();
  await expect(towers).toHaveAttribute("data-state", "open");

  // Others may have failed, too, for what the towers and the map are.
  const failed = page
    .getByRole("listitem")
    .filter({ hasText: "Challenge code" })
    .filter({ hasText: "Allow it anyway" });
  await failed.getByText("Allow it anyway").click();
  await failed.getByLabel("Why? Helpers read this.").fill("It is in the video.");
  await failed.getByRole("button", { name: "Allow it" }).click();
  await expect(page.getByText(/^Allowed by .+: It is in the video\./)).toBeVisible();
  await expect(code).toHaveAttribute("data-state", "open");
  // What was found that no rule is about is a reason as well.
  await reject(page).click();
  const reason = page.getByRole("textbox", { name: "Why? The player reads this." });
  await expect(reason).toHaveValue(/this YouTube address does not lead to a video/);
  await expect(reason).not.toHaveValue(/challenge code/);
  await page.goto(pages.notes("2tc", { filekey }));
  await expect(
    page.getByText(/the challenge code is given: excepted by .+: It is in the video\./),
  ).toBeVisible();
});

test("a banned player's submissions stand out, and one key rejects all of them and takes that back", async ({
  page,
  request,
  secondMember,
  helper,
  baseURL,
}) => {
  const map = await newMap(helper);
  const banned = await newPerson(baseURL ?? "");
  const name = newPlayer();
  const texts: FormTexts = { ...(await newTexts(request, "2tc", { og: true })), map, og: "on", person: name };
  const filekey = await submitAs(banned, "2tc", texts);
  for (let at = 0; at < 2; at += 1)
    await submitAs(banned, "lcc", { ...(await newTexts(request, "lcc")), map, person: name });
  await submitAs(banned, "lcc", { ...(await newTexts(request, "lcc")), map, person: newPlayer() });
  await submitLccs(request, secondMember, map, 1);
  await helper.visitor.call(api.banPlayer(), helper.tokens, { name, reason: "Borrowed recordings." });

  await openAs(page, helper, pages.queue({ map }));
  const items = page.getByRole("navigation", { name: "What is pending" }).getByRole("listitem");
  await expect(items).toHaveCount(5);
  await expect(items.filter({ hasText: `Banned: ${name}` })).toHaveCount(3);
  await expect(items.filter({ hasText: `Account of banned ${name}` })).toHaveCount(1);
  const known = page.getByRole("region", { name: /^What is known of/ });
  await expect(known).toContainText(`${name} is banned. Their submissions are not accepted`);
  await expect(known).not.toContainText("Would be the OG");
  await expect(known.getByRole("button", { name: "Reject all 4 pending" })).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("textbox", { name: "Why? The player reads this." })).toHaveValue(
    "This player is banned: their submissions are no longer accepted.",
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("b");
  await expect(page.getByRole("status").filter({ hasText: `Rejected: 4 of ${name}` })).toBeVisible();
  await expect(items).toHaveCount(1);
  await page.keyboard.press("u");
  await expect(page).toHaveURL(new RegExp(`filekey=${filekey}`));
  await expect(items).toHaveCount(5);
});

test("whose account submitted something is named, and it is found if that is somebody else", {
  tag: "@long",
}, async ({ page, request, member, secondMember, helper }) => {
  const map = await newMap(helper);
  const person = newPlayer();
  const own = { ...(await newTexts(request, "lcc")), map, person };
  const first = await submitAs(member, "lcc", own);
  await helper.visitor.call(api.verifyCompletions(), helper.tokens, { entries: JSON.stringify([first]) });
  const second = await submitAs(member, "lcc", { ...own, money: "1000" });
  await submitAs(secondMember, "lcc", { ...own, money: "900" });
  await openAs(page, helper, pages.queue({ map }));
  const items = page.getByRole("navigation", { name: "What is pending" }).getByRole("listitem");
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  await expect(items.first()).not.toContainText("Another account");
  const known = page.getByRole("region", { name: /^What is known of/ });
  await expect(known.getByRole("definition").nth(1)).toContainText(/submitted for .+ verified/);
  await expect(known).not.toContainText("Another account");
  // What it costs is in its headline, and what it beats by how much is said.
  await expect(page.getByRole("heading", { level: 2 })).toContainText("$1,000");
  await expect(known).toContainText(/Would be the record: beats \$[\d,]+ by \$[\d,]+,/);
  await expect(items.last()).toContainText("Another account");
  await page.keyboard.press("j");
  await expect(known).toContainText(
    `Another account: all earlier completions of ${person} were submitted by another account.`,
  );
});

test("keys mean what is being opened, however fast they are pressed", { tag: "@long" }, async ({
  page,
  request,
  member,
  helper,
}) => {
  const map = await newMap(helper);
  const [first = "", , third = "", last = ""] = await submitLccs(request, member, map, 4);
  await openAs(page, helper, pages.queue({ map }));
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  await expect(verify(page)).toBeEnabled();
  const boxes = page.getByRole("navigation", { name: "What is pending" }).getByRole("checkbox", {
    name: /^Select/,
  });
  // What opens comes late.
  await page.route(/queue\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  for (const key of "xjxjx") await page.keyboard.press(key);
  // Nothing is decided on what is not shown yet.
  await page.keyboard.press("v");
  for (const at of [0, 1, 2]) await expect(boxes.nth(at)).toBeChecked();
  await expect(boxes.nth(3)).not.toBeChecked();
  await expect(page.getByText(/unchecked\. Press/)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`filekey=${third}`));
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  // What a line of the queue opens comes as late: what is shown until then is not skipped.
  const skips: string[] = [];
  page.on("request", (request) => request.url().endsWith(api.skipReview()) && skips.push(request.url()));
  await page.getByRole("navigation", { name: "What is pending" }).locator(`a[href*="${last}"]`).click();
  await page.keyboard.press("s");
  await expect(page).toHaveURL(new RegExp(`filekey=${last}`));
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  expect(skips).toEqual([]);
  await page.getByRole("button", { name: "Verify 3 selected" }).click();
  await expect(page.getByRole("button", { name: "Verify these 3" })).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Verify 3 selected" })).toBeFocused();
});

test("what is said in the bar is about what is open, also while the last verdict can be taken back", {
  tag: "@long",
}, async ({ page, request, member, helper }) => {
  const map = await newMap(helper);
  const [first = "", second = ""] = await submitLccs(request, member, map, 2);
  await openAs(page, helper, pages.queue({ map }));
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  const warning = page.getByText(/\d+ rules unchecked\. Press V again to verify anyway\.$/);
  await isKnown(page);
  await page.keyboard.press("v");
  await expect(warning).toBeVisible();
  await page.keyboard.press("v");
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  const last = page.getByRole("status").filter({ hasText: "Verified: LCC on" });
  await expect(last).toBeVisible();
  await expect(verify(page)).toBeEnabled();
  await isKnown(page);
  await page.keyboard.press("v");
  await expect(warning).toBeVisible();
  await expect(last).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  // Once all of it is looked at, nothing is in the way.
  const lines = await page.locator("[data-line][data-state=open]").count();
  for (let digit = 1; digit <= lines; digit += 1) await page.keyboard.press(String(digit));
  await expect(warning).toHaveCount(0);
  await verify(page).click();
  await expect(page.getByText("Nothing that is pending matches these filters.")).toBeVisible();
});

test("two claims of the same stand side by side, one is verified from there, and the other is a press away", async ({
  page,
  request,
  member,
  secondMember,
  helper,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  const map = await newMap(helper);
  const texts: FormTexts = { ...(await newTexts(request, "2tc")), map };
  await submitAs(member, "2tc", { ...texts, notes: "**Round 63**" });
  const rival = newPlayer();
  const second = await submitAs(secondMember, "2tc", { ...texts, person: rival });
  await openAs(page, helper, pages.queue({ map }));
  await page.getByRole("button", { name: `Compare with the one by ${rival}` }).click();
  const both = page.getByRole("dialog", { name: /^Side by side/ });
  const [left, right] = [playerOf(texts), rival].map((name) =>
    both.getByRole("region", { name: `By ${name}` }),
  );
  await expect(both.locator("strong", { hasText: "Round 63" })).toBeVisible();
  const boxes = await Promise.all([left, right].map((each) => each?.boundingBox()));
  expect(boxes[0]?.y).toBe(boxes[1]?.y);
  expect((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0)).toBeLessThanOrEqual(boxes[1]?.x ?? 0);
  await isKnown(page);
  await both.getByRole("button", { name: "Verify" }).click();
  await expect(both.getByText(/unchecked\. Press Verify again/)).toBeVisible();
  await both.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(new RegExp(`filekey=${second}`));
  const last = page.getByRole("status").filter({ hasText: "1 other claim of the same stays open." });
  await expect(last).toBeVisible();
  await expect(page.getByRole("link", { name: "Open it" })).toHaveAttribute("href", new RegExp(second));
});

test("what is open is in sight in the list, wherever the page of the queue begins", { tag: "@long" }, async ({
  page,
  request,
  member,
  helper,
}) => {
  const map = await newMap(helper);
  const [first = "", second = ""] = await submitLccs(request, member, map, 2);
  await openAs(page, helper, pages.queue({ map, after: first, filekey: first }));
  const beyond = page.getByRole("region", { name: "Open, on another page of the queue" });
  await expect(beyond.getByRole("link")).toHaveAttribute("aria-current", "true");
  await page.goto(pages.queue({ map, after: first, filekey: second }));
  await expect(page.locator("nav ol a[aria-current]")).toBeVisible();
  await expect(beyond).toHaveCount(0);
});

test("reasons that every site has come before the text that they fill in", async ({
  page,
  request,
  member,
  helper,
}) => {
  const map = await newMap(helper);
  await submitLccs(request, member, map, 1);
  await openAs(page, helper, pages.queue({ map }));
  await expect(verify(page)).toBeEnabled();
  await page.keyboard.press("r");
  const reason = page.getByRole("textbox", { name: "Why? The player reads this." });
  await expect(reason).toBeFocused();
  await expect(page.getByRole("button", { name: "Proof does not open" })).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("group", { name: "Canned reasons" }).getByRole("button").last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue(/under another player’s name/);
  await page.goto(pages.cannedReasons());
  await expect(page.getByRole("heading", { name: "Included" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the queue" }).click();
  await expect(page).toHaveURL(/queue/);
});
