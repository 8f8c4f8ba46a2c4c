import axe from "axe-core";
import { api, pages } from "../../domain/contract/routes.ts";
import { linkBox, newPlayer, newTexts, openAs, PROOF, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

test("a member reports a completion, and a helper finds it from the queue and decides", async ({
  page,
  browser,
  request,
  member,
  secondMember,
  helper,
}) => {
  const texts = { ...(await newTexts(request, "lcc")), person: newPlayer() };
  const filekey = await submitAs(secondMember, "lcc", texts);
  const reason = `Not the map that it says ${filekey}`;

  await openAs(page, member, pages.notes("lcc", { filekey }));
  await page.getByRole("button", { name: "Report …" }).click();
  await page.getByLabel(/^What is wrong with it/).fill(reason);
  await page.getByLabel("Link (optional)").fill("https://example.org/the-map");
  await page.getByRole("button", { name: "Report", exact: true }).click();
  await expect(page.getByText("Reported. A helper will look at it.")).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  const { promise: pressed, resolve: send } = Promise.withResolvers<void>();
  await desk.route(api.claimReview(), async (route) => {
    await pressed;
    await route.continue();
  });
  await openAs(desk, helper, pages.queue());
  const given = desk.waitForResponse((response) => response.url().endsWith(api.claimReview()));
  await desk.getByRole("link", { name: /^Reports \(\d/ }).click();
  await expect(desk).toHaveURL(new RegExp(`${pages.reports()}$`));
  // What the desk is given once it is left does not lead back to it.
  send();
  await (await given).finished();
  await expect(desk.getByRole("main").getByRole("listitem").filter({ hasText: reason })).toBeVisible();
  await expect(desk).toHaveURL(new RegExp(`${pages.reports()}$`));
  // By its address, too.
  await desk.goto(pages.reports());
  const entry = desk.getByRole("main").getByRole("listitem").filter({ hasText: reason });
  await expect(entry.getByRole("link", { name: "https://example.org/the-map" })).toBeVisible();
  // It is pending already.
  await expect(entry.getByRole("button", { name: "Set back to pending" })).toBeHidden();
  await desk.evaluate(axe.source);
  const violations = await desk.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  await desk.setViewportSize({ width: 320, height: 800 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await entry.getByRole("button", { name: "Remove …" }).click();
  await entry.getByLabel("Why? The player reads this.").fill("It is of another map.");
  await entry.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(desk.getByRole("status").filter({ hasText: "removed." })).toBeVisible();
  await expect(entry).toBeHidden();

  const { results } = await (await request.get(api.list("lcc", { filekey }))).json();
  expect(results).toEqual([]);
});

test("a link that a report proposes is filled into the form of the completion, beside the one that is saved", async ({
  page,
  request,
  member,
  secondMember,
  helper,
}) => {
  const texts = { ...(await newTexts(request, "lcc")), person: newPlayer() };
  const filekey = await submitAs(secondMember, "lcc", texts);
  const [reason, link] = [`The video is private now ${filekey}`, "https://example.org/the-same-run"];
  await member.visitor.call(api.report(), member.tokens, { filekey, reason, link });

  await openAs(page, helper, pages.reports());
  const entry = page.getByRole("main").getByRole("listitem").filter({ hasText: reason });
  await entry.getByRole("link", { name: /^Use this link/ }).click();
  await expect(linkBox(page)).toHaveValue(link);
  await expect(page.getByText(`Saved now: ${PROOF}`)).toBeVisible();
  await page.getByRole("button", { name: "Update LCC" }).click();
  await expect(page.getByText("Successfully registered LCC")).toBeVisible();
  const { results } = await (await request.get(api.list("lcc", { filekey }))).json();
  expect(results).toMatchObject([{ link, pending: secondMember.id }]);
});
