import { readFileSync } from "node:fs";
import axe from "axe-core";
import type { OwnDataAnswer } from "../../domain/contract/privacy.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { newPlayer, newTexts, openAs, submitAs } from "./completions.ts";
import { expect, reportOf, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

test("a member downloads what is stored of them, deletes it with their account, and is signed out", async ({
  page,
  request,
  baseURL,
  faults,
}) => {
  const person = await newPerson(baseURL ?? "");
  const texts = { ...(await newTexts(request, "lcc")), person: newPlayer() };
  const filekey = await submitAs(person, "lcc", texts);
  await openAs(page, person, pages.account());
  await page.getByRole("link", { name: "Download my data, or delete my account" }).click();
  await expect(page.getByRole("heading", { name: "Privacy", level: 1 })).toBeVisible();

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("my-data.json");
  const { rows }: OwnDataAnswer = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(rows.account).toEqual([expect.objectContaining({ email: person.email })]);
  expect(rows.completion).toEqual([expect.objectContaining({ id: filekey })]);

  await page.getByText("Delete my account and my data …").click();
  await expect(page.getByText("Open submissions withdrawn: 1.")).toBeVisible();
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  const word = page.getByRole("textbox", { name: "Type DELETE to confirm" });
  faults.expect(reportOf(400));
  const password = page.getByLabel(/^Password/);
  await password.fill("another password");
  await word.fill("Delet");
  await word.press("Enter");
  await expect(
    page.getByText("Nothing was deleted. Type DELETE to delete what is stored about you."),
  ).toBeVisible();
  await word.fill("DELETE");
  faults.expect(reportOf(400));
  await word.press("Enter");
  await expect(page.getByText("That is not your current password.")).toBeVisible();
  await password.fill(person.password);
  await word.press("Enter");
  await expect(page.getByText("Your account is deleted, and you are signed out.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await page.reload();
  await expect(
    page.getByText("Sign in to download what is stored about you, or to delete it."),
  ).toBeVisible();

  const { results } = await (await request.get(api.list("lcc", { filekey }))).json();
  expect(results).toEqual([]);
  expect((await person.visitor.call(api.ownData(), person.tokens)).status).toBe(403);
});
