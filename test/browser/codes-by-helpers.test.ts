import { api, pages } from "../../domain/contract/routes.ts";
import { mapIdOf } from "../../domain/game/map-ids.ts";
import { gameServerAt } from "../game-server/control.ts";
import { newTexts, openAs, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

const game = gameServerAt(process.env.BROWSER_TEST_GAME ?? "", "browser");

/** A code that no other test has. */
const newCode = (): string => `Z${crypto.randomUUID().replace(/\W/g, "").slice(0, 6).toUpperCase()}`;

test("the desk says what a challenge code is worth, and a reason says what differs", async ({
  page,
  request,
  member,
  helper,
}) => {
  const texts = { ...(await newTexts(request, "2tc")), tower1: "Absolute Zero", tower2: "Quincy", og: "" };
  /** Submits a 2TC whose code was asked for in the form, as the example's but for these settings. */
  async function submit(map: string, settings: object): Promise<string> {
    const code = newCode();
    await game.publish(code, { map: mapIdOf(map), ...settings });
    await member.visitor.call(api.askChallengeCode({ code }), member.tokens);
    return submitAs(member, "2tc", { ...texts, map, challenge_code: code });
  }
  const agreeing = await submit("Glacial Trail", {});
  const differing = await submit("Dark Dungeons", { endRound: 80, disableMK: false });

  await openAs(page, helper, pages.queue({ filekey: agreeing, code: "1" }));
  await expect(page.getByText(/^agrees · from the game’s server/)).toBeVisible();
  await expect(page.getByText(/checked by the site, 10 of them by the challenge code$/)).toBeVisible();
  const queue = page.getByRole("navigation", { name: "What is pending" });
  await expect(queue.locator(`a[href*="${agreeing}"]`)).toHaveCount(1);
  await expect(queue.locator(`a[href*="${differing}"]`)).toHaveCount(0);

  await page.goto(pages.queue({ filekey: differing }));
  await expect(
    page.getByText("Challenge code: in the challenge the end round is 80, not 100."),
  ).toBeVisible();
  await expect(page.getByText(/^Yours until/)).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("textbox", { name: "Why? The player reads this." })).toHaveValue(
    new RegExp(
      "The end round must be 100. Challenge code: in the challenge the end round is 80, not 100.\n" +
        "The game allows monkey knowledge, powers, continues, selling or double cash. Challenge code: the challenge allows monkey knowledge.",
    ),
  );

  await page.goto(pages.notes("2tc", { filekey: agreeing }));
  await expect(page.getByText("The map, towers and settings agree", { exact: false }).first()).toBeVisible();
  await page.goto(pages.list("2tc", { codecheck: "agrees", map: "Glacial Trail" }));
  await expect(page.getByText("Proof: Code agrees")).toBeVisible();
});
