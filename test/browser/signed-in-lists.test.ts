import type { Locator, Page } from "@playwright/test";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import {
  acceptDialogs,
  chooseFile,
  expectPlayable,
  expectRegistered,
  fillInTexts,
  giveLink,
  listOf,
  newTexts,
  openAs,
  playerOf,
  proofButton,
  send,
  submitAs,
} from "./completions.ts";
import { expect, open, reportOf, rowsOf, test } from "./fixture.ts";
import { newPerson, type Person } from "./people.ts";

const boxOf = (row: Locator): Locator => row.getByRole("checkbox", { name: "Select this completion" });
const deleteSelected = (page: Page): Locator => page.getByRole("button", { name: "Delete Selected" });

const verify = ({ visitor, tokens }: Person, filekey: string) =>
  visitor.call(api.verifyCompletions(), tokens, { entries: JSON.stringify([filekey]) });

// A phone has the boxes and what is done to a row elsewhere.
test("a member can select, edit and delete only their own rows", {
  tag: "@both", // the columns stand elsewhere on a phone
}, async ({ page, request, member, secondMember }) => {
  const mine = await newTexts(request, "2tc");
  const theirs = await newTexts(request, "2tc");
  await submitAs(member, "2tc", mine);
  // The same player, so that one search finds both.
  await submitAs(secondMember, "2tc", { ...theirs, person: playerOf(mine) });

  await openAs(page, member, listOf("2tc", mine));
  await expect(page.getByRole("main").getByRole("link", { name: "Add a completion" })).toHaveAttribute(
    "href",
    pages.addForm("2tc"),
  );
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Follow : this list" })).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const [own, other] = [mine, theirs].map((texts) =>
    rowsOf(page)
      .filter({ has: page.getByRole("cell", { name: texts.tower1 ?? "" }) })
      .filter({ hasText: texts.tower2 ?? "" })
      .filter({ hasText: texts.map ?? "" }),
  ) as [Locator, Locator];
  await expect(own.getByRole("link", { name: "Edit or Verify" })).toBeVisible();
  await expect(boxOf(own)).not.toBeChecked();
  await expect(other).toContainText("(Pending)");
  await expect(boxOf(other)).toHaveCount(0);
  await expect(other.getByRole("link", { name: /Edit/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Verify Selected" })).toHaveCount(0);

  await expect(deleteSelected(page)).toBeDisabled();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(boxOf(own)).toBeChecked();
  const said = acceptDialogs(page);
  await deleteSelected(page).click();
  await expect
    .poll(() => said)
    .toEqual(["Are you sure you want to delete 1 completion(s)?", "Successfully deleted 2TC."]);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(other).toBeVisible();
});

test("HTML in notes is shown as text, and a picture in notes is not requested from its host", {
  tag: "@long",
}, async ({ page, request, member }) => {
  const HOSTILE =
    "<b>bold</b> <img src=x onerror=alert(1)>\n\n![a view](https://example.org/view.png) [go](javascript:alert(1))";
  const texts = { ...(await newTexts(request, "2tc")), notes: HOSTILE };
  await submitAs(member, "2tc", texts);
  const { results } = await (await request.get(api.list("2tc", { query: playerOf(texts) }))).json();
  await page.goto(pages.notes("2tc", { filekey: results[0].filekey }));
  const notes = page.locator("h2", { hasText: "Notes" }).locator("+ div");
  await expect(notes).toContainText("<b>bold</b>");
  await expect(notes).toContainText("<img src=x onerror=alert(1)>");
  await expect(notes.locator("b, img")).toHaveCount(0);
  await expect(notes.getByRole("link", { name: "a view" })).toHaveAttribute(
    "href",
    "https://example.org/view.png",
  );
  await expect(notes.locator("a[href^='javascript']")).toHaveCount(0);
});

for (const { key, label } of CHALLENGES.values()) {
  // All are shown and deleted in the same way: 2TC stands for them.
  const isFollowed = key === "2tc";
  const deletes = isFollowed ? ", and deletes it" : "";
  test(`${label}: a member edits a pending completion, replaces the link with files${deletes}`, {
    tag: isFollowed ? [] : "@long",
  }, async ({ page, request, member, picture, clip }) => {
    const texts = await newTexts(request, key);
    await submitAs(member, key, texts);
    await openAs(page, member, listOf(key, texts));
    await rowsOf(page).getByRole("link", { name: "Edit or Verify" }).click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(/^Edit .+ on /);
    await expect(page).toHaveTitle(`${await heading.textContent()} | BTD6 Index`);
    const player = page.getByRole("textbox", { name: /^Player( 1)?$/ });
    await expect(player).toHaveValue(playerOf(texts));
    await expect(page.getByRole("combobox", { name: "Map" })).toHaveValue(texts.map ?? "");
    await expect(page.getByRole("radio", { name: "Link", exact: true })).toBeChecked();
    await page.getByRole("radio", { name: "Upload", exact: true }).check();
    await chooseFile(page, proofButton(key), picture);
    await chooseFile(page, "Attachments", clip);
    await page.getByRole("textbox", { name: "Notes" }).fill("With files now");
    await send(page, label);
    await expectRegistered(page, label);

    await page.getByRole("link", { name: "View", exact: true }).click();
    await expect(page.getByText("With files now", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Link to completion" })).toHaveCount(0);
    if (!isFollowed) return;
    await expectPlayable(page.getByRole("img", { name: "Proof" }));
    await page.getByRole("link", { name: "Attachment 1" }).click();
    await expectPlayable(page.getByLabel("Attachment 1", { exact: true }).and(page.locator("video")));

    await page.goto(listOf(key, texts));
    await boxOf(rowsOf(page)).check();
    const said = acceptDialogs(page);
    await deleteSelected(page).click();
    await expect
      .poll(() => said)
      .toEqual(["Are you sure you want to delete 1 completion(s)?", `Successfully deleted ${label}.`]);
    await expect(rowsOf(page)).toHaveCount(0);
  });
}

test.describe("what members and helpers may do", () => {
  test("a member can neither edit another's completion nor delete their own once it is verified", {
    tag: "@long",
  }, async ({ page, request, member, secondMember, helper, faults }) => {
    const texts = await newTexts(request, "fttc");
    const filekey = await submitAs(secondMember, "fttc", texts);
    await openAs(page, member, pages.editForm("fttc", { filekey }));
    await expect(page.getByRole("alert")).toHaveText(
      "You can only edit your own completions, and only until a helper has verified them.",
    );
    await expect(page.getByRole("button", { name: "Update FTTC" })).toHaveCount(0);

    const own = await newTexts(request, "fttc");
    const ownFilekey = await submitAs(member, "fttc", own);
    await page.goto(listOf("fttc", own));
    await boxOf(rowsOf(page)).check();
    // The page does not know it yet.
    await verify(helper, ownFilekey);
    faults.expect(reportOf(403));
    const said = acceptDialogs(page);
    await deleteSelected(page).click();
    await expect
      .poll(() => said)
      .toEqual([
        "Are you sure you want to delete 1 completion(s)?",
        "Error deleting FTTC: You can only delete your own completions, and only until a helper has verified them.",
      ]);
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).not.toContainText("(Pending)");
    await expect(boxOf(rowsOf(page))).toHaveCount(0);
  });

  test("a helper verifies the selected rows, and a helper's own completion is verified at once", async ({
    page,
    request,
    member,
    helper,
  }) => {
    const [first, second] = [await newTexts(request, "lcd"), await newTexts(request, "lcd")];
    await submitAs(member, "lcd", first);
    await submitAs(member, "lcd", { ...second, person: playerOf(first) });
    await openAs(page, helper, listOf("lcd", first));
    await expect(rowsOf(page).filter({ hasText: "(Pending)" })).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Verify Selected" })).toBeDisabled();
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    const asked = acceptDialogs(page);
    await page.getByRole("button", { name: "Verify Selected" }).click();
    const said = page.getByRole("status").filter({ hasText: "LCD completion(s)" });
    await expect(said).toHaveText("Successfully verified 2 LCD completion(s).");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(said).toHaveText("Undone: 2 LCD completion(s) wait again.");
    // The button that was pressed is gone, but the focus stays near the rows.
    await expect(page.locator(":focus", { has: said })).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: "(Pending)" })).toHaveCount(2);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Verify Selected" }).click();
    await expect(said).toHaveText("Successfully verified 2 LCD completion(s).");
    // Another test's record may fall with it.
    const question = expect.stringMatching(
      /^Are you sure you want to verify 2 completion\(s\)\?\n\nNone of them would be an OG\./,
    );
    expect(asked).toEqual([question, question]);
    await expect(rowsOf(page)).toHaveCount(2);
    await expect(rowsOf(page).filter({ hasText: "(Pending)" })).toHaveCount(0);
    await expect(rowsOf(page).getByRole("link", { name: "Edit", exact: true })).toHaveCount(2);

    const own = await newTexts(request, "2mp");
    await page.goto(pages.addForm("2mp"));
    await fillInTexts(page, "2mp", own);
    await giveLink(page);
    await expect(page.getByRole("checkbox", { name: "Mark as verified?" })).toBeChecked();
    await send(page, "2MP");
    await expectRegistered(page, "2MP");
    await page.goto(listOf("2mp", own));
    await expect(rowsOf(page)).toContainText(playerOf(own));
    await expect(rowsOf(page)).not.toContainText("(Pending)");
  });

  test("a helper corrects and verifies in the form, and undoes it in the history", async ({
    page,
    request,
    member,
    helper,
  }) => {
    const texts = await newTexts(request, "2tcc");
    await submitAs(member, "2tcc", texts);
    await openAs(page, helper, listOf("2tcc", texts));
    await rowsOf(page).getByRole("link", { name: "Edit or Verify" }).click();
    const player = page.getByRole("textbox", { name: "Player 2" });
    await expect(player).toHaveValue(texts.person2 ?? "");
    await player.fill("Somebody Else");
    // Mending a word verifies nothing.
    const verified = page.getByRole("checkbox", { name: "Mark as verified?" });
    await expect(verified).not.toBeChecked();
    await verified.check();
    await send(page, "2TCC");
    await expectRegistered(page, "2TCC");
    await page.getByRole("link", { name: "View", exact: true }).click();
    await expect(page.getByRole("definition").filter({ hasText: "Somebody Else" })).toBeVisible();
    await expect(page.getByText("(Pending) A helper")).toHaveCount(0);

    const change = page.getByRole("listitem").filter({ hasText: "verified it" });
    await expect(change).toContainText(`Player 2: ${texts.person2} → Somebody Else`);
    await change.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("definition").filter({ hasText: texts.person2 ?? "" })).toBeVisible();
    await expect(page.getByText("(Pending) A helper has yet to verify it.")).toBeVisible();
  });

  test("a member sees why a helper rejected a completion, corrects it and submits it again", async ({
    page,
    browser,
    request,
    member,
    helper,
    picture,
    clip,
    baseURL,
  }) => {
    const texts = await newTexts(request, "ltc");
    const filekey = await submitAs(member, "ltc", texts, { image: picture, attachments: clip });
    await openAs(page, helper, pages.notes("ltc", { filekey }));
    await page.getByRole("button", { name: "Reject …" }).click();
    const reason = `The map of ${playerOf(texts)} cannot be told from the picture.`;
    await expect(page.getByLabel("Why? The player reads this.")).toBeFocused();
    await page.keyboard.type(reason);
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    const verdict = page.getByRole("status").filter({ hasText: "Rejected" });
    await expect(verdict).toContainText(reason);
    await expect(verdict).toBeFocused();
    await expect(page.getByText("(Pending) A helper")).toHaveCount(0);
    // Only the buttons that copy or explain are left: nothing can be done to it.
    const buttons = page.getByRole("main").locator("button:not([popovertarget])");
    await expect(buttons.filter({ hasNotText: /^Copy/ })).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: /^Edit/ })).toHaveCount(0);
    await page.goto(listOf("ltc", texts));
    await expect(page.getByText("No completion matches this.")).toBeVisible();
    await page.getByRole("checkbox", { name: "Pending completions only" }).check();
    await expect(page.getByText("Nothing pending matches this.")).toBeVisible();

    const home = await browser.newContext({ baseURL: baseURL ?? "" });
    const theirs = await home.newPage();
    // Its own address says so to them, and only to them.
    await openAs(theirs, member, pages.notes("ltc", { filekey }));
    const rejected = theirs.getByRole("status").filter({ hasText: "Your submission was rejected" });
    await expect(rejected).toContainText(reason);
    await expect(rejected.getByRole("link", { name: "Fix and resubmit" })).toBeVisible();
    // What anybody else reads of it is not the news.
    await expect(theirs.getByRole("heading", { level: 1 })).toContainText("LTC on ");
    await expect(theirs.getByRole("alert")).toHaveCount(0);
    await theirs.goto(pages.mySubmissions());
    const entry = theirs.getByRole("listitem").filter({ hasText: reason });
    await expect(entry).toContainText("Rejected");
    await entry.getByRole("link", { name: "Fix and resubmit" }).click();
    await expect(theirs.getByRole("alert")).toContainText(reason);
    await theirs.getByRole("textbox", { name: "Notes" }).fill("See the map's name at the top.");
    await theirs.getByRole("checkbox", { name: "Delete attachment 1" }).check();
    await send(theirs, "LTC");
    await expectRegistered(theirs, "LTC");
    await expect(theirs.getByText("Back with the helpers: it is pending again.")).toBeVisible();
    await home.close();

    await page.reload();
    await expect(rowsOf(page)).toContainText("(Pending)");
    await rowsOf(page).getByRole("link", { name: "Notes" }).click();
    await expect(page.getByText("See the map's name at the top.", { exact: true })).toBeVisible();
    await expectPlayable(page.getByRole("img", { name: "Proof" }));
    await expect(page.getByText("No attachments")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "submitted it again" })).toContainText(
      "Notes: (nothing) → See the map's name at the top.Attachments: 1 → 0",
    );
  });

  test("undoing a helper's deletion restores the completion with its media", async ({
    page,
    request,
    member,
    helper,
    picture,
    clip,
  }) => {
    const texts = await newTexts(request, "lcc");
    const filekey = await submitAs(member, "lcc", texts, { image: picture, attachments: clip });
    await verify(helper, filekey);
    await openAs(page, helper, listOf("lcc", texts));
    await boxOf(rowsOf(page)).check();
    const said = acceptDialogs(page);
    await deleteSelected(page).click();
    await expect.poll(() => said).toContain("Successfully deleted LCC.");
    await expect(rowsOf(page)).toHaveCount(0);

    await page.goto(pages.changes());
    const change = page
      .getByRole("listitem")
      .filter({ hasText: "(deleted)" })
      .filter({ hasText: `Player: ${playerOf(texts)} → (nothing)` });
    await change.getByRole("button", { name: "Undo" }).click();
    // The entry no longer says that the completion is deleted; its return is an entry like its creation.
    await expect(change).toHaveCount(0);
    await expect(page.getByText(`Player: (nothing) → ${playerOf(texts)}`)).toHaveCount(2);

    await open(page, pages.notes("lcc", { filekey }));
    await expect(page.getByText("(Pending) A helper")).toHaveCount(0);
    await expectPlayable(page.getByRole("img", { name: "Proof" }));
    await page.getByRole("link", { name: "Attachment 1" }).click();
    await expectPlayable(page.getByLabel("Attachment 1", { exact: true }).and(page.locator("video")));
    await page.goto(listOf("lcc", texts));
    await expect(rowsOf(page)).toHaveCount(1);
  });
});

test("what somebody verifies in another tab is not new in a list left open, what others verify is", {
  tag: "@long",
}, async ({ page, context, request, member, helper, baseURL }) => {
  const texts = await newTexts(request, "2tc");
  const [own, others] = [
    await submitAs(member, "2tc", texts),
    await submitAs(member, "2tc", { ...(await newTexts(request, "2tc")), person: playerOf(texts) }),
  ];
  const verifier = await newPerson(baseURL ?? "", ["Index Verifier"]);
  await page.clock.install();
  let asked = 0;
  page.on("response", (response) => {
    if (response.url().includes("/fetch-2tc-since")) asked += 1;
  });
  await openAs(page, verifier, listOf("2tc", texts));
  await page.clock.runFor("00:05");
  await expect.poll(() => asked).toBe(1);

  const tab = await context.newPage();
  await tab.goto(pages.notes("2tc", { filekey: own }));
  await tab.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(tab.getByRole("status").filter({ hasText: "Verified." })).toBeVisible();
  expect((await verify(helper, others)).status).toBe(200);
  await tab.close();
  await page.clock.runFor("01:01");
  await expect(page.getByRole("link", { name: "1 new" })).toBeVisible();
});
