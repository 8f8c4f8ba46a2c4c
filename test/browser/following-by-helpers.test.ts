import axe from "axe-core";
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

test("a player and a list are followed, what is verified is told and in the feed, and both end", {
  tag: "@long",
}, async ({ page, request, baseURL, member, helper }) => {
  const follower = await newPerson(baseURL ?? "");
  const player = newPlayer();
  const add = async () => {
    const filekey = await submitAs(member, "lcc", { ...(await newTexts(request, "lcc")), person: player });
    const entries = JSON.stringify([filekey]);
    const { status } = await helper.visitor.call(api.verifyCompletions(), helper.tokens, { entries });
    expect(status).toBe(200);
    return filekey;
  };
  await add();

  await openAs(page, follower, pages.player(player));
  await page.getByRole("button", { name: `Follow : ${player}` }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Following : ${player}` })).toBeFocused();
  await page.goto(pages.list("lcc", { version: "1.0" }));
  await page.getByRole("button", { name: "Follow : this list" }).click();
  await expect(page.getByRole("button", { name: "Following : this list" })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole("link", { name: "All that you follow" }).click();
  await expect(page.getByRole("heading", { name: "Following" })).toBeVisible();
  const followed = page.getByRole("main").getByRole("listitem");
  await expect(followed).toHaveCount(2);
  await page.getByRole("button", { name: "Make a feed" }).click();
  const address = (await page.getByRole("main").locator("code").textContent()) ?? "";
  expect(await violationsOn(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  const filekey = await add();
  await expect(async () => {
    await page.goto(pages.notices());
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
      "New in what you follow:",
      { timeout: 1_000 },
    );
  }).toPass();
  await page.getByRole("main").getByRole("link", { name: "View it" }).first().click();
  await expect(page).toHaveURL(new RegExp(filekey));
  const path = new URL(address).pathname;
  const feed = await request.get(path);
  expect(feed.headers()["cache-control"]).toBe("private, no-store");
  expect(await feed.text()).toContain(filekey);

  // The list is what has one filter.
  await page.goto(pages.following());
  await expect(page.getByText(address)).toHaveCount(0);
  await page.getByRole("button", { name: `Unfollow : ${player}` }).click();
  await expect(page.getByText("You do not follow it any more.")).toBeVisible();
  await expect.poll(async () => (await request.get(path)).text()).not.toContain(filekey);
  await page.getByRole("button", { name: `Undo : ${player}` }).click();
  await expect(page.getByRole("button", { name: `Unfollow : ${player}` })).toBeVisible();
  await page.getByRole("button", { name: "End the feed" }).click();
  await expect(page.getByText("The feed has ended.")).toBeVisible();
  expect((await request.get(path)).status()).toBe(404);
});

test("a helper removes all runs of a player, and brings them back with one press", { tag: "@long" }, async ({
  page,
  request,
  helper,
}) => {
  const player = newPlayer();
  for (const _ of [1, 2])
    await submitAs(helper, "lcc", { ...(await newTexts(request, "lcc")), person: player, verify: "on" });
  await openAs(page, helper, pages.player(player));
  await page.getByText("For helpers").click();
  await page.getByText("Remove all runs …").click();
  await page.getByRole("button", { name: "Remove all runs" }).click();
  await expect(page.getByText("2 removed.")).toBeVisible();
  expect((await request.get(pages.player(player))).status()).toBe(404);
  await page.getByRole("button", { name: "Undo all 2" }).click();
  await expect(page.getByText("Undone.")).toBeVisible();
  expect((await request.get(pages.player(player))).status()).toBe(200);
});
