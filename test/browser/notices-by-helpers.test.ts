import type { Locator } from "@playwright/test";
import axe from "axe-core";
import { api, pages } from "../../domain/contract/routes.ts";
import type { FormTexts } from "../../domain/submissions/form.ts";
import { acceptDialogs, newPlayer, newTexts, openAs, send, submitAs } from "./completions.ts";
import { expect, reportOf, test } from "./fixture.ts";
import { block, newPerson } from "./people.ts";

test("a helper asks, the player is told and answers, and the verdict is told, too", async ({
  page,
  browser,
  request,
  helper,
}) => {
  const player = await newPerson(helper.origin);
  const texts = { ...(await newTexts(request, "lcc")), person: newPlayer() };
  const filekey = await submitAs(player, "lcc", texts);
  const theirs = await (await browser.newContext()).newPage();

  await openAs(page, helper, pages.queue({ filekey }));
  await page.getByRole("button", { name: "Ask …" }).click();
  const field = page.getByRole("textbox", { name: "What do you need?" });
  await expect(field).toBeFocused();
  await expect(
    page.getByText("Its player has an account here. They were last seen here").locator("visible=true"),
  ).toBeVisible();
  await field.fill("Where is round 63?");
  await field.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "Asked about LCC" })).toBeVisible();

  await openAs(theirs, player, pages.home());
  const bell = theirs.getByRole("link", { name: "Notices" });
  await expect(bell).toHaveText("Notices1 new");
  await bell.click();
  await expect(theirs.getByText("Your turn: a helper asks about LCC")).toBeVisible();
  await expect(theirs.getByText("Where is round 63?")).toBeVisible();
  await theirs.evaluate(axe.source);
  const found = await theirs.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  await theirs.getByRole("link", { name: "Answer" }).click();
  await expect(theirs.getByText("Your turn", { exact: true })).toBeVisible();
  await theirs.getByRole("textbox", { name: "Your answer" }).fill("At 12:40.");
  await theirs.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(theirs.getByText("You answered")).toBeVisible();
  await expect(theirs.getByText(/\d(st|nd|rd|th) in line\./)).toBeVisible();
  // It was seen.
  await expect(bell).toHaveText("Notices");
  await submitAs(player, "lcc", { ...texts, notes: "Round 63", edit: "true", "edited-filekey": filekey });

  await page.getByRole("link", { name: "Notices" }).click();
  await expect(page.getByText("The player answered about LCC").first()).toBeVisible();
  await page.getByRole("link", { name: "Decide" }).first().click();
  await expect(page).toHaveURL(new RegExp(`filekey=${filekey}`));
  await expect(page.getByText("At 12:40.")).toBeVisible();
  const thread = page.getByRole("region", { name: "Thread" });
  await expect(thread).toContainText("Changed since that was asked:Notes: (nothing) → Round 63");
  const verify = page.getByRole("button", { name: "Verify", exact: true });
  await expect(page.getByText(/^Looking up what is known/)).toHaveCount(0);
  await verify.click();
  await expect(page.getByText(/unchecked\. Press Verify again/)).toBeVisible();
  await verify.click();
  await expect(page.getByRole("status").filter({ hasText: "Verified: LCC" })).toBeVisible();

  await theirs.goto(pages.notices());
  const told = theirs.getByRole("main").getByRole("listitem");
  await expect(told).toHaveCount(2);
  await expect(told.first()).toContainText("New Verified: LCC");
  await expect(told.last()).not.toContainText("New");
  await theirs.context().close();
});

test("a player appeals a rejection, and withdraws what is pending", async ({
  page,
  request,
  helper,
  browser,
}) => {
  const player = await newPerson(helper.origin);
  const texts: FormTexts = { ...(await newTexts(request, "lcc")), person: newPlayer() };
  const filekey = await submitAs(player, "lcc", texts);
  await helper.visitor.call(api.rejectCompletion(), helper.tokens, { filekey, reason: "No victory screen." });
  const dialogs = acceptDialogs(page);
  await openAs(page, player, pages.mySubmissions());
  const own = page.getByRole("main").getByRole("listitem").first();
  await expect(own).toContainText("Rejected");
  await own.getByText("Thread, appeal").click();
  await own.getByText("Appeal", { exact: true }).first().click();
  await own.getByRole("textbox", { name: "Why should it be looked at again" }).fill("It is at 31:05.");
  await own.getByRole("button", { name: "Appeal" }).click();
  await expect(own).toContainText("Pending");

  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, helper, pages.queue({ filekey, challenge: "lcc", map: texts.map }));
  await expect(theirs.getByText("It is at 31:05.")).toBeVisible();
  await expect(theirs.locator("nav a[aria-current]")).toContainText(
    "AppealedYou rejected this: another helper decides",
  );
  // The appeal is what made it pending again.
  const said = theirs.getByRole("region", { name: "Thread" }).getByRole("listitem");
  await expect(said).toContainText(["You rejected it", "The player appealed"]);
  await expect(said).toHaveCount(2);
  // What was said stands under the proof, on a phone above the rules.
  for (const width of [1280, 360]) {
    await theirs.setViewportSize({ width, height: 800 });
    const tops = await Promise.all(
      [theirs.getByRole("region", { name: "Thread" }), theirs.locator("[data-line]").first()].map(
        async (each) => (await each.boundingBox())?.y ?? 0,
      ),
    );
    if (width === 360) expect(tops[0]).toBeLessThan(tops[1] ?? 0);
  }
  await theirs.getByText("Write a message or a note").click();
  await theirs.getByRole("textbox", { name: "Message" }).fill("He may be right.");
  await theirs.getByRole("button", { name: "Send" }).click();
  await expect(theirs.getByText("Only helpers see this").first()).toBeVisible();
  await theirs.context().close();

  await page.goto(pages.notes("lcc", { filekey }));
  await expect(page.getByRole("heading", { name: "Your submission" })).toBeVisible();
  await expect(page.getByText("It is at 31:05.")).toBeVisible();
  await expect(page.getByText("He may be right.")).toHaveCount(0);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page).toHaveURL(pages.mySubmissions());
  // It can be brought back, so nothing is asked.
  expect(dialogs).toEqual([]);
  const withdrawn = page.getByRole("region", { name: "Withdrawn" });
  await withdrawn.getByRole("button", { name: /^Bring back/ }).click();
  await expect(withdrawn).toHaveCount(0);
  await expect(page.getByRole("listitem").getByText("Pending", { exact: true })).toBeVisible();
  await own.getByText("Thread, withdraw").click();
  await expect(own.getByText("You withdrew it")).toBeVisible();
});

test("a player whose combination is another's is led to that one, wherever it is said", {
  tag: "@long",
}, async ({ page, request, helper, browser, faults }) => {
  faults.expect(reportOf(404));
  const player = await newPerson(helper.origin);
  const texts = await newTexts(request, "2tc");
  const filekey = await submitAs(player, "2tc", { ...texts, person: newPlayer() });
  const first = await submitAs(helper, "2tc", { ...texts, verify: "on" });
  await helper.visitor.call(api.rejectCompletion(), helper.tokens, { filekey, reason: "A double." });

  await openAs(page, player, pages.notices());
  const told = page.getByRole("main").getByRole("listitem");
  const link = (within: Locator) =>
    within.getByRole("paragraph").filter({ hasText: "The one that was verified first:" }).getByRole("link");
  const there = pages.notes("2tc", { filekey: first });
  await expect(link(told)).toHaveAttribute("href", there);
  await told.getByRole("link", { name: "See what you can do" }).click();
  const rejected = page.getByRole("status").filter({ hasText: "Your submission was rejected" });
  await expect(link(rejected)).toHaveAttribute("href", there);
  await expect(rejected.getByRole("link").first()).toHaveAttribute("href", there);
  await expect(page.getByText("A double.")).toHaveCount(1);
  await expect(page.getByText("Appeal")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2TC on ");
  await expect(page.getByText("Could not find 2TC completion")).toHaveCount(0);
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  await page.goto(pages.mySubmissions());
  await expect(link(told)).toHaveAttribute("href", there);

  // Everybody else reads that it is not there.
  const theirs = await (await browser.newContext()).newPage();
  const answer = await theirs.goto(new URL(pages.notes("2tc", { filekey }), helper.origin).href);
  expect(answer?.status()).toBe(404);
  await expect(theirs.getByRole("alert")).toHaveText(
    "Error retrieving completion notes: Could not find 2TC completion",
  );
  await theirs.context().close();
});

test("a player whose claim to an original came second reads so on its page, and nobody else does", {
  tag: "@long",
}, async ({ page, request, member, secondMember, helper, browser }) => {
  const texts: FormTexts = { ...(await newTexts(request, "2tc", { og: true })), og: "true" };
  const first = await submitAs(member, "2tc", texts);
  const map = texts.map === "Quad" ? "Logs" : "Quad";
  const second = await submitAs(secondMember, "2tc", { ...texts, map, person: newPlayer() });
  const entries = JSON.stringify([first, second]);
  await helper.visitor.call(api.verifyCompletions(), helper.tokens, { entries });
  const says = /^You sent it in as the OG\. It is verified, but not as the OG, which is/;

  await openAs(page, secondMember, pages.notices());
  const told = page.getByRole("main").getByRole("listitem").filter({ hasText: map });
  await expect(told.getByText(says)).toBeVisible();
  await told.getByRole("link", { name: "View it" }).first().click();
  await expect(page.getByRole("heading", { name: "Your submission" })).toBeVisible();
  await expect(page.getByRole("paragraph").filter({ hasText: says }).getByRole("link")).toHaveAttribute(
    "href",
    pages.notes("2tc", { filekey: first }),
  );
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  expect(found.violations.map(({ id }) => id)).toEqual([]);

  const theirs = await (await browser.newContext()).newPage();
  const asked = theirs.waitForResponse((response) =>
    response.url().includes(api.ownThread({ filekey: second })),
  );
  await openAs(theirs, helper, pages.notes("2tc", { filekey: second }));
  expect((await asked).status()).toBe(404);
  await expect(theirs.getByRole("button", { name: "Report …" })).toBeVisible();
  await expect(theirs.getByText(says)).toHaveCount(0);
  await theirs.context().close();
});

test("an edit that answers a question says that it is back with the helpers", { tag: "@long" }, async ({
  page,
  request,
  helper,
}) => {
  const player = await newPerson(helper.origin);
  const texts = { ...(await newTexts(request, "lcc")), person: newPlayer() };
  const filekey = await submitAs(player, "lcc", texts);
  await helper.visitor.call(api.askPlayer(), helper.tokens, { filekey, body: "Where is round 63?" });
  const edit = async (notes: string) => {
    await page.goto(pages.editForm("lcc", { filekey }));
    await page.getByRole("textbox", { name: "Notes" }).fill(notes);
    await send(page, "LCC");
  };
  await openAs(page, player, pages.mySubmissions());
  await edit("Round 63 is at 12:40.");
  const done = page.getByRole("status").filter({ hasText: "Successfully registered LCC" });
  await expect(done).toContainText("Back with the helpers: this is your answer");
  await expect(done.getByRole("link", { name: "View" })).toHaveAttribute("href", /filekey=/);
  await edit("Round 63 is at 12:41.");
  await expect(done).toContainText("It keeps its place in the queue");
  await expect(done).not.toContainText("Back with the helpers");
});

test("a helper is told that a player who is blocked cannot answer, and rejects instead", {
  tag: "@long",
}, async ({ page, request, helper }) => {
  const player = await newPerson(helper.origin);
  const filekey = await submitAs(player, "lcc", {
    ...(await newTexts(request, "lcc")),
    person: newPlayer(),
  });
  await block(player);
  await openAs(page, helper, pages.queue({ filekey }));
  await expect(page.getByText(/^Yours until/)).toBeVisible();
  await expect(page.getByText("blocked: it can neither answer nor resubmit")).toBeVisible();
  await page.keyboard.press("a");
  await expect(
    page.getByText("No answer possible: the account of its player is blocked.").locator("visible=true"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Reject instead …" }).click();
  await expect(page.getByRole("textbox", { name: "Why? The player reads this." })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "What do you need?" })).toHaveCount(0);
});
