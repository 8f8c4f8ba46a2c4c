import axe from "axe-core";
import { pages } from "../../domain/contract/routes.ts";
import { gameServerAt } from "../game-server/control.ts";
import { PNG } from "../one-pixel.ts";
import { expectRegistered, fillInTexts, giveLink, newTexts, openAs, send } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

const files = gameServerAt(process.env.BROWSER_TEST_GAME ?? "", "browser");

test("a picture behind a link is copied for whoever ticks the box, and removed under their account", async ({
  page,
  request,
  baseURL,
}) => {
  await files.answer("CoPiEd1.png", {
    headers: { "Content-Type": "image/png" },
    base64: Buffer.from(PNG).toString("base64"),
  });
  const person = await newPerson(baseURL ?? "");
  const texts = await newTexts(request, "lcc");
  await openAs(page, person, pages.addForm("lcc"));
  await fillInTexts(page, "lcc", texts);
  await giveLink(page, "https://youtu.be/aaaaaaaaaaa");
  const box = page.getByRole("checkbox", { name: "Keep a copy, should the link end" });
  await expect(box).toHaveCount(0);
  await giveLink(page, "https://i.imgur.com/CoPiEd1.png");
  await expect(box).not.toBeChecked();
  await box.check();
  await send(page, "LCC");
  await expectRegistered(page, "LCC");
  await expect(page.getByText(/^A copy of the picture is kept/)).toBeVisible();

  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(pages.account());
  await expect(page.getByText("There is 1 copy now")).toBeVisible();
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole("button", { name: /^Remove the copy/ }).click();
  await expect(page.getByText("There is no copy now.")).toBeVisible();
  await expect(page.getByText("The box in the form is ticked for you.")).toBeVisible();
});
