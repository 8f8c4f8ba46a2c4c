import { api, pages } from "../../domain/contract/routes.ts";
import {
  chooseFile,
  expectRegistered,
  fillInTexts,
  giveLink,
  newTexts,
  openAs,
  playerOf,
  proofButton,
  send,
} from "./completions.ts";
import { expect, test } from "./fixture.ts";

test("a tower that is not listed is submitted as typed, and a slip of one letter is put right", async ({
  page,
  request,
  member,
}) => {
  const texts = await newTexts(request, "2tc");
  await openAs(page, member, pages.addForm("2tc"));
  await fillInTexts(page, "2tc", texts);
  const tower = page.getByRole("combobox", { name: "Tower 2", exact: true });
  await tower.fill("Spirit of the Forrest");
  await tower.press("Tab");
  await expect(tower).toHaveValue("Spirit of the Forest");
  await tower.fill("Tidal Shaper");
  await tower.press("Tab");
  await expect(page.getByText('Tower 2 is not a tower in the game: "Tidal Shaper".')).toBeVisible();
  await page.getByRole("button", { name: "It is not listed: submit it as typed" }).click();
  await expect(page.getByText("“Tidal Shaper” is submitted as typed.")).toBeVisible();
  await expect(tower).not.toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(/is not a tower in the game/)).toHaveCount(0);
  await giveLink(page);
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  const { results } = await (await request.get(api.list("2tc", { query: playerOf(texts) }))).json();
  expect(results).toMatchObject([{ tower2: "Tidal Shaper" }]);
});

test("a set of towers takes one that is not listed", { tag: "@long" }, async ({
  page,
  request,
  member,
  picture,
}) => {
  const texts = await newTexts(request, "fttc");
  await openAs(page, member, pages.addForm("fttc"));
  await fillInTexts(page, "fttc", texts);
  const other = page.getByRole("textbox", { name: "One that is not listed here" });
  await other.fill("Coral Shaper");
  await other.press("Enter");
  await expect(page.getByRole("checkbox", { name: "Coral Shaper" })).toBeChecked();
  await page.getByRole("button", { name: "It is not listed: submit it as typed" }).click();
  await chooseFile(page, proofButton("fttc"), picture);
  await send(page, "FTTC");
  await expectRegistered(page, "FTTC");
  const { results } = await (await request.get(api.list("fttc", { query: playerOf(texts) }))).json();
  expect(JSON.parse(results[0].towerset)).toContain("Coral Shaper");
});
