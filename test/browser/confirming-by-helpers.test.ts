import axe from "axe-core";
import { api, pages } from "../../domain/contract/routes.ts";
import { newPlayer, newTexts, openAs, PROOF } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

test("a second helper confirms what another verified of their own, by a key, and questions the next", {
  tag: "@long",
}, async ({ page, request, helper, baseURL }) => {
  // Three people may verify.
  const [other] = [
    await newPerson(baseURL ?? "", ["Index Helper"]),
    await newPerson(baseURL ?? "", ["Admin"]),
  ];
  const own: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const texts = { ...(await newTexts(request, "lcc")), person: newPlayer(), link: PROOF, verify: "on" };
    const { json } = await helper.visitor.call(api.addSubmit("lcc"), helper.tokens, texts);
    own.push(String(json.filekey));
  }
  const [first = "", second = ""] = own;

  await openAs(page, other, pages.queue({ filekey: first }));
  const lane = page.getByRole("group").filter({ hasText: "Second looks (" });
  await expect(lane.locator(`a[href*="${first}"]`)).toHaveAttribute("aria-current", "true");
  await expect(lane.locator(`a[href*="${first}"]`)).toContainText("Verified by its submitter");
  await expect(page.getByText("Verified. Confirm it if everything is right")).toBeVisible();
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  await page.keyboard.press("c");
  await expect(page.getByRole("status").filter({ hasText: "Confirmed: LCC on" })).toBeVisible();
  await expect(lane.locator(`a[href*="${first}"]`)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(new RegExp(`filekey=${first}`));
  await expect(lane.locator(`a[href*="${first}"]`)).toHaveCount(1);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(lane.locator(`a[href*="${first}"]`)).toHaveCount(0);

  await lane.locator(`a[href*="${second}"]`).click();
  // Until it is open, a key means nothing.
  await expect(lane.locator(`a[href*="${second}"]`)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("r");
  const reason = `Another map than ${second}`;
  await page.getByLabel("What seems wrong? Helpers read this.").fill(reason);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "Questioned: LCC on" })).toBeVisible();
  await expect(lane.locator(`a[href*="${second}"]`)).toHaveCount(0);
  await page.goto(pages.reports());
  const entry = page.getByRole("main").getByRole("listitem").filter({ hasText: reason });
  await expect(entry).toContainText("questioned at the second look");
  await entry.getByRole("button", { name: "Keep it" }).click();
  await expect(entry).toBeHidden();

  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(pages.notes("lcc", { filekey: first }));
  await expect(page.getByText(/, at a second look$/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
