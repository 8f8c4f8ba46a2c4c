import { pages } from "../../domain/contract/routes.ts";
import {
  expectRegistered,
  fillInTexts,
  giveLink,
  newMap,
  newPlayer,
  newTexts,
  openAs,
  send,
  submitAs,
} from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { translate } from "./translator.ts";

test("a form on a translated page says what is missing, and no more once it is sent", {
  tag: ["@both", "@long"], // a phone has the controls below one another
}, async ({ page, request, member }) => {
  const texts = await newTexts(request, "2tc", { og: true });
  await openAs(page, member, pages.addForm("2tc"));
  await translate(page);
  await send(page, "2TC");
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText("Please check the fields marked above.");
  await expect(page.getByText("Tower 1 is missing.")).toBeVisible();
  await fillInTexts(page, "2tc", texts, true);
  await giveLink(page);
  await expect(page.getByText(/is missing\./)).toHaveCount(0);
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  await expect(alert).toHaveCount(0);
  await expect(page.locator("main font").first()).toBeVisible();
});

test("a verdict on a translated page leaves nothing of the completion before", {
  tag: ["@both", "@long"], // a phone shows one thing at a time
}, async ({ page, request, member, helper }) => {
  const map = await newMap(helper);
  const players = Array.from({ length: 4 }, newPlayer);
  for (const person of players)
    await submitAs(member, "lcc", { ...(await newTexts(request, "lcc")), map, person });
  const [first = "", second = "", third = "", fourth = ""] = players;
  await openAs(page, helper, pages.queue({ map }));
  await translate(page);
  const main = page.getByRole("main");
  /** Expects the desk to be about this player alone; others it names as whose record it is, or of the same account. */
  const expectAbout = (player: string) =>
    expect(
      main
        .locator("dl > div")
        .filter({ hasText: /^Player/ })
        .locator("dd"),
    ).toHaveText(player);
  /** Verifies it although nothing was checked. */
  const verify = async (): Promise<void> => {
    const button = page.getByRole("button", { name: "Verify", exact: true });
    await expect(page.getByText(/^Looking up what is known/)).toHaveCount(0);
    await button.click();
    await expect(page.getByText(/unchecked\. Press Verify again/)).toBeVisible();
    await button.click();
  };
  await expectAbout(first);
  await verify();
  await expectAbout(second);
  await expect(page.getByRole("status").filter({ hasText: "Verified: LCC" })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectAbout(first);
  await verify();
  await expectAbout(second);
  await page.getByRole("button", { name: "Reject …" }).click();
  await page.getByRole("textbox", { name: "Why? The player reads this." }).fill("Another run's proof.");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expectAbout(third);
  await expect(page.getByRole("status").filter({ hasText: "Rejected: LCC" })).toHaveCount(1);
  await expect(page.getByText("Verified: LCC")).toHaveCount(0);
  await page.getByRole("button", { name: "Skip" }).click();
  await expectAbout(fourth);
  await verify();
  await expect(page.getByText("Nothing is free: you skipped 1.")).toBeVisible();
});
