import axe from "axe-core";
import { pages } from "../../domain/contract/routes.ts";
import { newPlayer, newTexts, openAs, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

test("a helper joins two spellings, follows the old address, and undoes it", async ({
  page,
  request,
  helper,
}) => {
  const [one, other] = [newPlayer(), newPlayer()];
  for (const person of [one, one, other])
    await submitAs(helper, "lcc", { ...(await newTexts(request, "lcc")), person, verify: "on" });

  await openAs(page, helper, pages.player(one));
  await page.getByText("For helpers").click();
  await page.getByLabel("Another name of this player").fill(other);
  await page.getByRole("button", { name: "Look" }).click();
  await expect(page.getByRole("row", { name: new RegExp(`^${one}, joined 3`) })).toBeVisible();
  await page.getByRole("button", { name: "Join them" }).click();
  await expect(page.getByText(`${other} and ${one} are one player now.`)).toBeVisible();
  await expect(page.getByText(`Former names: ${other}`)).toBeVisible();

  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);

  // The old address leads on.
  const old = await request.get(pages.player(other), { maxRedirects: 0 });
  expect([old.status(), decodeURI(old.headers().location ?? "")]).toEqual([301, pages.player(one)]);

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(`Former names: ${other}`)).toBeHidden();
  await page.goto(pages.player(other));
  await expect(page.getByRole("heading", { level: 1, name: other })).toBeVisible();
});
