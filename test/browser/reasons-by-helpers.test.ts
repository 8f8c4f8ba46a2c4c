import axe from "axe-core";
import { pages } from "../../domain/contract/routes.ts";
import { newPlayer, newTexts, openAs, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

test("a helper keeps a canned reason, which one press adds to a rejection and to a question", {
  tag: "@long",
}, async ({ page, request, member, helper }) => {
  const title = `Round ${newPlayer()}`;
  const [first, second] = [`${title} is not to be seen.`, `Please show ${title}.`];
  await openAs(page, helper, pages.cannedReasons());
  for (const [kind, text] of [
    ["Rejecting", first],
    ["Asking", second],
  ] as const) {
    await page.getByLabel("Offered when").first().selectOption(kind);
    await page.getByLabel("Title").first().fill(title);
    await page.getByLabel("Text").first().fill(text);
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: text })).toBeVisible();
  }
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  const texts = { ...(await newTexts(request, "lcc")), person: newPlayer() };
  const filekey = await submitAs(member, "lcc", texts);
  await page.goto(pages.queue({ filekey }));
  await page.getByRole("button", { name: "Reject …" }).click();
  const reason = page.getByLabel("Why? The player reads this.");
  await reason.fill("Sorry.");
  await page.getByRole("button", { name: title }).click();
  await expect(reason).toHaveValue(`Sorry.\n${first}`);
  await expect(reason).toBeFocused();
  await page.getByRole("button", { name: "Ask …" }).click();
  const question = page.getByLabel(/^What do you need\?/);
  await page.getByRole("button", { name: title }).click();
  await expect(question).toHaveValue(second);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Asked about" })).toBeVisible();

  await page.goto(pages.notes("lcc", { filekey }));
  await expect(page.getByText(second)).toHaveCount(0);
  await page.getByRole("button", { name: "Reject …" }).click();
  await page.getByRole("button", { name: title }).click();
  await expect(page.getByLabel("Why? The player reads this.")).toHaveValue(first);

  await page.goto(pages.cannedReasons());
  const entry = page.getByRole("main").getByRole("listitem").filter({ hasText: first });
  await entry.getByText("Change or remove").click();
  await entry.getByLabel("Text").fill(`${title} is missing.`);
  await entry.getByRole("button", { name: "Save" }).click();
  const changed = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `${title} is missing.` });
  await changed.getByText("What it said before").click();
  await expect(changed.getByText(first)).toBeVisible();
});
