import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { mapIdOf } from "../../domain/game/map-ids.ts";
import { FACTS } from "../catalogue.ts";
import { EXAMPLE, FAULTS } from "../game-server/answers.ts";
import { gameServerAt } from "../game-server/control.ts";
import {
  expectRegistered,
  fillInTexts,
  giveLink,
  newPlayer,
  newTexts,
  openAs,
  playerOf,
  send,
  submitAs,
} from "./completions.ts";
import { Finger, giveVideo, heroWithout } from "./finger.ts";
import { expect, reportOf, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

const game = gameServerAt(process.env.BROWSER_TEST_GAME ?? "", "browser");

const CODE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXY3456789";
const newCode = (): string =>
  `Z${Array.from({ length: 6 }, () => CODE_SIGNS[Math.floor(Math.random() * CODE_SIGNS.length)]).join("")}`;

/** A challenge on a map in which these towers alone are allowed, one of each, with so many blocked tiers. */
const challengeOf = (map: string, allowed: Readonly<Record<string, readonly number[]>>) => ({
  map: mapIdOf(map),
  _towers: EXAMPLE._towers.map((row) => {
    const name = FACTS.rows.find(({ gameId }) => gameId === row.tower)?.name ?? "";
    const [path1NumBlockedTiers, path2NumBlockedTiers, path3NumBlockedTiers] = allowed[name] ?? [0, 0, 0];
    const max = allowed[name] ? 1 : 0;
    return { ...row, max, path1NumBlockedTiers, path2NumBlockedTiers, path3NumBlockedTiers };
  }),
});

const codeBox = (page: Page) => page.getByRole("textbox", { name: "Challenge code" });
const box = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const what = (page: Page) => page.getByRole("region", { name: /^What/ });

/** Pastes a text where the focus is. All browsers of a machine have one clipboard, so nothing is on it. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
    document.activeElement?.dispatchEvent(event);
  }, text);

test("with a pasted code a phone's submission takes half the taps, and one field is typed @phone", async ({
  page,
  request,
  baseURL,
  secondMember,
  helper,
}, testInfo) => {
  // A 2TC that is no OG, on one of the hard maps; a retry finds the hero of its first attempt taken.
  const hero = await heroWithout(request, "Absolute Zero");
  const pair = { tower1: "Absolute Zero", tower2: hero };
  const original = { ...(await newTexts(request, "2tc", { og: true })), ...pair, map: "Logs", og: "on" };
  const filekey = await submitAs(secondMember, "2tc", original);
  await helper.visitor.call(api.verifyCompletions(), helper.tokens, { entries: JSON.stringify([filekey]) });
  const [code, player] = [newCode(), newPlayer()];
  await game.publish(code, challengeOf("Quad", { "Ice Monkey": [3, 0, 5], [hero]: [0, 0, 0] }));
  // Somebody who has submitted before: their name is known.
  const person = await newPerson(baseURL ?? "");
  await openAs(page, person, pages.addForm("2tc"));
  await page.evaluate(([id, name]) => localStorage.setItem(`player ${id}`, name ?? ""), [person.id, player]);
  const isKnown = async () => {
    await page.goto(pages.addForm("2tc"));
    await expect(page.getByRole("textbox", { name: "Player" })).toHaveValue(player);
  };

  const without = new Finger();
  await isKnown();
  for (const [label, name] of [
    ["Tower 1", "Absolute Zero"],
    ["Tower 2", hero],
    ["Map", "Ravine"],
  ] as const) {
    await without.type(box(page, label), name);
    await without.tap(page.getByRole("option", { name, exact: true }));
  }
  await expect(page.getByText(/so the OG box stays empty/)).toBeVisible();
  await giveVideo(page, without);
  await without.type(codeBox(page), "ZMYXWVU");
  await expect(page.getByText("3 of 3 parts complete")).toBeVisible();
  await without.tap(page.getByRole("button", { name: "Add 2TC", exact: true }));
  await expectRegistered(page, "2TC");

  const finger = new Finger();
  await isKnown();
  await codeBox(page).tap();
  await paste(page, `Beat this one: https://join.btd6.com/Challenge/${code}`);
  await expect(codeBox(page)).toHaveValue(code);
  await expect(what(page).getByRole("status").first()).toContainText(
    `From the challenge code: Quad, Absolute Zero 2-5-0, ${hero}.`,
  );
  await expect(page.getByText(/so the OG box stays empty/)).toBeVisible();
  await giveVideo(page, finger);
  await expect(page.getByText("3 of 3 parts complete")).toBeVisible();
  await finger.tap(page.getByRole("button", { name: "Add 2TC", exact: true }));
  await expectRegistered(page, "2TC");
  const { results } = await (await request.get(api.list("2tc", { query: player, map: "Quad" }))).json();
  expect(results).toMatchObject([{ ...pair, map: "Quad", person: player, challenge_code: code, og: false }]);
  testInfo.annotations.push({
    type: "taps and typed fields",
    description: `with ${finger.taps} and ${finger.typed}, without ${without.taps} and ${without.typed}`,
  });
  // Apart from the tap into the box where the code is pasted.
  expect([finger.taps, finger.typed]).toEqual([5, 1]);
  expect([without.taps, without.typed]).toEqual([12, 5]);
});

test("what a code fills in is said and taken back at once, and its version and day are filled in by a press", {
  tag: "@both",
}, async ({ page, member }) => {
  const code = newCode();
  // The example's own towers: of one path readers of the document disagree.
  await game.publish(code, { createdAt: Date.UTC(2026, 7, 29), gameVersion: "53.1" });
  await openAs(page, member, pages.addForm("2tc"));
  const says = what(page).getByRole("status").first();
  // Nothing has the focus.
  await expect(codeBox(page)).toBeVisible();
  await paste(page, `My code is ${code}!`);
  await expect(codeBox(page)).toHaveValue(code);
  await expect(says).toContainText("From the challenge code: Quad, Quincy.");
  await expect(box(page, "Tower 1")).toHaveValue("");
  await expect(says).toContainText("it looks like Absolute Zero 2-5-0.");
  await page.getByRole("button", { name: "Use Absolute Zero 2-5-0" }).click();
  await expect(says).toContainText("From the challenge code: Quad, Absolute Zero 2-5-0, Quincy.");
  await expect(says).toBeFocused();

  const og = page.getByRole("checkbox", { name: "OG completion?" });
  await expect(page.getByText(/OG box stays empty|Yours would be the OG/)).toBeVisible();
  await og.check();
  await expect(page.locator("input[name=upgrade1]")).toHaveValue("2-5-0");
  await expect(says).toContainText("The challenge was made on 29 Aug 2026, in version 53.1.");
  await page.getByRole("button", { name: "Use 29 Aug 2026 and version 53.1" }).click();
  await expect(page.locator("input[name=date]")).toHaveValue("2026-08-29");
  await expect(page.locator("input[name=version]")).toHaveValue("53.1");
  await expect(page.getByRole("button", { name: /^Use 29/ })).toHaveCount(0);

  // A reload keeps it, and the way back.
  await page.reload();
  await expect(says).toContainText("From the challenge code: Quad, Absolute Zero 2-5-0, Quincy.");
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(says).toContainText("Taken back.");
  for (const name of ["Map", "Tower 1", "Tower 2"]) await expect(box(page, name)).toHaveValue("");
  await expect(codeBox(page)).toHaveValue(code);
  await expect(page.getByRole("button", { name: "Take it back" })).toHaveCount(0);

  // What another code filled in goes with it, and is called by its name while that is not known.
  const [second, unknown] = [newCode(), newCode()];
  await game.publish(second, challengeOf("Logs", { "Ice Monkey": [3, 0, 5], Quincy: [0, 0, 0] }));
  await codeBox(page).fill(second);
  await expect(says).toContainText("From the challenge code: Logs, Absolute Zero 2-5-0, Quincy.");
  await codeBox(page).fill(unknown);
  await expect(says).toContainText(`From the challenge code ${second}: Logs, Absolute Zero 2-5-0, Quincy.`);
});

test("what is typed stays, and what differs from it is said where it stands, in an edit as well", async ({
  page,
  request,
  member,
}) => {
  const code = newCode();
  await game.publish(code, {
    ...challengeOf("Quad", { "Ice Monkey": [3, 0, 5], Quincy: [0, 0, 0] }),
    difficulty: "Easy",
  });
  await openAs(page, member, pages.addForm("2tc", { tower1: "Bloon Crush", map: "Logs" }));
  await codeBox(page).fill(code);
  const part = what(page);
  await expect(part.getByText("Map: the challenge code is for Quad.")).toBeVisible();
  await expect(part.getByText("Tower 1: the challenge does not allow Ninja Monkey.")).toHaveCount(0);
  await expect(part.getByText(/^Tower 1: the challenge does not allow /)).toBeVisible();
  await expect(
    part.getByText("Challenge code: in the challenge the difficulty is Easy, not Hard."),
  ).toBeVisible();
  await expect(part.getByText("Asking the game’s server…")).toHaveCount(0);
  await expect(part.getByText(/^From the challenge code/)).toHaveCount(0);
  await expect(box(page, "Map")).toHaveValue("Logs");
  await expect(box(page, "Tower 1")).toHaveValue("Bloon Crush");
  await expect(box(page, "Tower 2")).toHaveValue("");
  await box(page, "Map").fill("Quad");
  await page.keyboard.press("Tab");
  await expect(part.getByText("Map: the challenge code is for Quad.")).toHaveCount(0);

  const texts = await newTexts(request, "2tc");
  const filekey = await submitAs(member, "2tc", { ...texts, map: "Logs", challenge_code: code });
  await page.goto(pages.editForm("2tc", { filekey }));
  await expect(part.getByText("Map: the challenge code is for Quad.")).toBeVisible();
  await expect(part.getByText(/^From the challenge code/)).toHaveCount(0);
  await expect(box(page, "Map")).toHaveValue("Logs");
});

test("without an answer of the game's server the form says so and is sent by hand", { tag: "@long" }, async ({
  page,
  request,
  member,
  faults,
}) => {
  const [dead, unknown] = [newCode(), newCode()];
  await game.answer(dead, FAULTS["out of order"][0]);
  const texts = await newTexts(request, "2tc");
  await openAs(page, member, pages.addForm("2tc"));
  const says = what(page).getByRole("status").first();
  await codeBox(page).fill(unknown);
  await expect(says).toContainText("There is no challenge with this code.");
  await codeBox(page).fill(dead);
  await expect(says).toContainText(
    "The game’s server could not be asked: it is out of order. Fill in the form by hand; a helper will look.",
  );
  await fillInTexts(page, "2tc", texts);
  await giveLink(page);
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  const { results } = await (await request.get(api.list("2tc", { query: playerOf(texts) }))).json();
  expect(results).toMatchObject([{ challenge_code: dead }]);

  // Whoever has asked too often, or is offline, reads so; where nobody is asked, nothing is said.
  const address = /member\/challenge-code/;
  await page.goto(pages.addForm("2tc"));
  await page.route(address, (route) => route.abort());
  faults.expect(/^console: .*ERR_FAILED/);
  await codeBox(page).fill(newCode());
  await expect(says).toContainText("could not be asked. The site cannot be reached. Check your connection");
  await page.unroute(address);
  const error = "Too many attempts. Please try again in 40 minutes.";
  await page.route(address, (route) => route.fulfill({ status: 429, json: { error } }));
  faults.expect(reportOf(429));
  await codeBox(page).fill(newCode());
  await expect(says).toContainText(`could not be asked. ${error} Fill in the form by hand`);
  await page.unroute(address);
  await page.route(address, (route) =>
    route.fulfill({ json: { outcome: "could-not-ask", why: "off", retryAfter: null, document: null } }),
  );
  const answered = page.waitForResponse(address);
  await codeBox(page).fill(newCode());
  await answered;
  await expect(page.getByText(/game’s server/)).toHaveCount(0);
  await page.unroute(address);

  // Once it is well again, it is asked once more by a press.
  const later = newCode();
  await game.answer(later, FAULTS["out of order"][0]);
  await page.goto(pages.addForm("2tc"));
  await codeBox(page).fill(later);
  await expect(says).toContainText("could not be asked");
  await game.publish(later, challengeOf("Quad", { "Ice Monkey": [3, 0, 5], Quincy: [0, 0, 0] }));
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(says).toContainText("From the challenge code: Quad, Absolute Zero 2-5-0, Quincy.");
});
