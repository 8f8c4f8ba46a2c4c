import { pages } from "../../domain/contract/routes.ts";
import { acceptDialogs, listOf, newTexts, openAs, submitAs } from "./completions.ts";
import { expect, rowsOf, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

test("a verifier verifies from the list, may not delete what others submitted, and sees no page of helpers", {
  tag: "@long",
}, async ({ page, request, member, baseURL, faults }) => {
  const verifier = await newPerson(baseURL ?? "", ["Index Verifier"]);
  const texts = await newTexts(request, "2tc");
  await submitAs(member, "2tc", texts);
  await openAs(page, verifier, listOf("2tc", texts));
  await expect(rowsOf(page).getByRole("link", { name: "Edit or Verify" })).toBeVisible();
  await rowsOf(page).getByRole("checkbox").check();

  const said = acceptDialogs(page);
  faults.expect(/403/);
  await page.getByRole("button", { name: "Delete Selected" }).click();
  await expect
    .poll(() => said.at(-1))
    .toMatch(/^Error deleting 2TC: You can only delete your own completions/);
  expect(said.at(-1)).toContain(`${texts.tower1} and ${texts.tower2} 2TC on ${texts.map}`);

  await rowsOf(page).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Verify Selected" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Successfully verified 1" })).toBeVisible();
  await expect(rowsOf(page)).not.toContainText("(Pending)");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowsOf(page)).toContainText("(Pending)");

  await rowsOf(page).getByRole("link", { name: "Edit or Verify" }).click();
  await expect(page.getByRole("checkbox", { name: "Mark as verified?" })).toBeVisible();
  for (const path of [
    pages.addMap(),
    pages.addChimpsStart(),
    pages.modifyBalanceChanges(),
    pages.accounts(),
  ]) {
    await page.goto(path);
    await expect(page.getByRole("alert")).toHaveText("You are not authorized to view this page.");
  }
  await page.goto(pages.changes());
  await expect(page.getByText(/^You can undo your own verdicts/)).toBeVisible();
});
