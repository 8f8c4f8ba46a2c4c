import type { APIRequestContext } from "@playwright/test";
import { pages } from "../../domain/contract/routes.ts";
import {
  fillInTexts,
  giveLink,
  listOf,
  newPlayer,
  newTexts,
  openAs,
  playerOf,
  send,
  submitAs,
} from "./completions.ts";
import { expect, reportOf, rowsOf, test } from "./fixture.ts";
import type { Person } from "./people.ts";

/** Makes two members' claims of one 2TC, each by a different player. */
async function twoClaims(request: APIRequestContext, member: Person, secondMember: Person) {
  const first = await newTexts(request, "2tc");
  const second = { ...first, person: newPlayer() };
  const filekeys = [await submitAs(member, "2tc", first), await submitAs(secondMember, "2tc", second)];
  return { first, second, filekeys };
}

test("a helper verifies one of three claims on its page and rejects the others with one press", async ({
  page,
  request,
  member,
  secondMember,
  helper,
}) => {
  const { first, second, filekeys } = await twoClaims(request, member, secondMember);
  const third = { ...first, person: newPlayer() };
  await submitAs(helper, "2tc", third);
  await openAs(page, helper, listOf("2tc", second));
  await expect(rowsOf(page)).toContainText("(Pending)");
  await rowsOf(page).getByRole("link", { name: "Notes" }).click();
  await expect(page).toHaveURL(new RegExp(`filekey=${filekeys[1]}`));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "verified" })).toHaveText(
    "Verified. 2 other claims of the same stay open.",
  );

  // Claims that stay open are marked, and their page links to the one that was verified.
  const other = await page.context().newPage();
  await other.goto(listOf("2tc", first));
  await expect(rowsOf(other)).toContainText("another was verified first");
  await rowsOf(other).getByRole("link", { name: "Notes" }).click();
  await expect(other.getByRole("link", { name: "Another one" })).toHaveAttribute(
    "href",
    pages.notes("2tc", { filekey: filekeys[1] ?? "" }),
  );
  await expect(other.getByRole("button", { name: "Reject: another was verified first" })).toBeVisible();

  await page.getByRole("button", { name: "Reject all 2 as verified first" }).click();
  await expect(page.getByText("Rejected: another run was verified first.")).toBeVisible();
  await other.goto(listOf("2tc", first));
  await expect(other.getByText("No completion matches this.")).toBeVisible();
});

test("what was edited since a helper opened it is shown to them before they can verify it", {
  tag: "@long",
}, async ({ page, request, member, helper, faults }) => {
  faults.expect(reportOf(409));
  const texts = await newTexts(request, "2tc");
  const filekey = await submitAs(member, "2tc", texts);
  await openAs(page, helper, pages.notes("2tc", { filekey }));
  const verify = page.getByRole("button", { name: "Verify", exact: true });
  await expect(verify).toBeEnabled();
  const other = newPlayer();
  await submitAs(member, "2tc", { ...texts, person: other, edit: "true", "edited-filekey": filekey });
  await verify.click();
  await expect(page.getByRole("alert")).toContainText("Somebody changed Player in the meantime.");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("main")).toContainText(other);
  await expect(page.getByText("(Pending) A helper")).toBeVisible();
  await verify.click();
  await expect(page.getByRole("status").filter({ hasText: "verified" })).toHaveText("Verified.");
});

test("verifying in the list reports the claims that stay open and offers to reject them", {
  tag: "@long",
}, async ({ page, request, member, secondMember, helper }) => {
  const { first, second } = await twoClaims(request, member, secondMember);
  await openAs(page, helper, listOf("2tc", first));
  await rowsOf(page).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Verify Selected" }).click();
  const said = page.getByRole("status").filter({ hasText: /verified/ });
  await expect(said).toHaveText(
    "Successfully verified 1 2TC completion(s). 1 other claim of the same stays open.",
  );
  await page.getByRole("button", { name: "Reject: another was verified first" }).click();
  await expect(said).toHaveText("Rejected as verified first.");
  await page.goto(listOf("2tc", second));
  await expect(page.getByText("No completion matches this.")).toBeVisible();
});

test("a member is told that another claim is pending, can still submit, and later sees the outcome", {
  tag: "@long",
}, async ({ page, request, member, secondMember, helper }) => {
  const texts = await newTexts(request, "2tc");
  const filekey = await submitAs(member, "2tc", texts);
  await openAs(page, secondMember, pages.addForm("2tc"));
  const mine = { ...texts, person: newPlayer() };
  await fillInTexts(page, "2tc", mine);
  await expect(page.getByText("Somebody has already submitted this.")).toBeVisible();
  await giveLink(page);
  await send(page, "2TC");
  await expect(page.getByText("Successfully registered 2TC")).toBeVisible();
  await helper.visitor.call("/admin/verify-completions", helper.tokens, {
    entries: JSON.stringify([filekey]),
  });
  await page.goto(pages.mySubmissions());
  const entry = page.getByRole("listitem").filter({ hasText: "Pending ·" }).first();
  await expect(entry).toContainText("Another one of the same was verified first");
  await page.goto(pages.addForm("2tc"));
  await fillInTexts(page, "2tc", { ...texts, person: playerOf(mine) });
  await expect(page.getByText("This combination already exists")).toBeVisible();
  await giveLink(page);
  await send(page, "2TC");
  await expect(page.getByRole("alert").filter({ hasText: "2TC already exists" })).toBeVisible();
});
