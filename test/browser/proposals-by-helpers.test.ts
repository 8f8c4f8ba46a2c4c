import axe from "axe-core";
import { api, pages } from "../../domain/contract/routes.ts";
import { onePixel } from "../one-pixel.ts";
import { newPlayer, newTexts, openAs, PROOF, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const MOVED = "https://www.youtube.com/watch?v=abcdefghijk";

test("a player mends the proof from a phone; at the desk keys take it over, undo that, and decline the next", async ({
  page,
  browser,
  request,
  member,
  helper,
}) => {
  const texts = { ...(await newTexts(request, "2tc")), person: newPlayer() };
  const filekey = await submitAs(member, "2tc", texts);
  await helper.visitor.call(api.verifyCompletions(), helper.tokens, { entries: JSON.stringify([filekey]) });
  const address = pages.notes("2tc", { filekey });

  const phone = await (await browser.newContext(PHONE)).newPage();
  await openAs(phone, member, address);
  // Three taps, and a link that is pasted.
  await phone.getByRole("button", { name: "Propose new proof …" }).tap();
  await phone.getByLabel("Link to a picture or a video").fill(MOVED);
  await phone.getByRole("button", { name: "Propose", exact: true }).tap();
  await expect(
    phone.getByRole("status").filter({ hasText: "Proposed. A helper will look at it" }),
  ).toBeVisible();
  await expect(phone.getByText(/^Waits for a helper/)).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // A further proof, as a file.
  await phone.getByRole("button", { name: "Propose new proof …" }).tap();
  await phone.getByLabel("What it shows").selectOption("Tower set-up, in addition");
  await phone.locator("input[type=file]").setInputFiles({
    ...{ name: "setup.png", mimeType: "image/png" },
    buffer: Buffer.from(await onePixel().arrayBuffer()),
  });
  await phone.getByRole("button", { name: "Propose", exact: true }).tap();
  await expect(phone.getByText("Tower set-up: a picture, 1 KB")).toBeVisible();

  await openAs(page, helper, pages.queue({ filekey }));
  await expect(page.getByRole("heading", { name: "Proposed instead" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Proposed instead" })).toContainText("youtube.com");
  await expect(page.getByRole("region", { name: "Now", exact: true })).toContainText(new URL(PROOF).host);
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  await page.keyboard.press("v");
  await expect(page.getByRole("status").filter({ hasText: "Proof taken over:" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Proposed in addition" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByRole("heading", { name: "Proposed instead" })).toBeVisible();
  await page.keyboard.press("v");
  await expect(page.getByRole("heading", { name: "Proposed in addition" })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Proposed in addition" }).getByRole("img", { name: "Tower set-up" }),
  ).toBeVisible();
  await page.keyboard.press("r");
  await page.getByLabel("Why? The player reads this.").fill(`Another setup than ${filekey}`);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "Proof declined:" })).toBeVisible();

  await phone.goto(pages.mySubmissions());
  const own = phone.getByRole("region", { name: "Proof that you proposed" });
  await expect(own.getByRole("listitem").filter({ hasText: /Taken over/ })).toContainText(MOVED);
  await expect(own.getByRole("listitem").filter({ hasText: /Declined/ })).toContainText(
    `Another setup than ${filekey}`,
  );
  await phone.goto(address);
  await expect(phone.getByText("took over a proof, proposed by its player").first()).toBeVisible();
  const { results } = await (await request.get(api.list("2tc", { filekey }))).json();
  expect(results).toMatchObject([{ link: MOVED, pending: null }]);
});
