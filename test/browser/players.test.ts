import { api, pages } from "../../domain/contract/routes.ts";
import { expect, open, test } from "./fixture.ts";

test("two players are compared figure by figure, and a name that nobody has leads to those like it", async ({
  page,
}) => {
  await open(page, pages.player("Ada"));
  await page.getByRole("textbox", { name: "Compare with" }).fill("zoe");
  await page.keyboard.press("Enter");
  await expect(page.getByText('There is no player "zoe".')).toBeVisible();
  await page.getByRole("link", { name: "Zoë" }).first().click();
  await expect(page).toHaveURL(pages.player("Ada", { with: "Zoë" }));
  const figures = page.getByRole("region", { name: "Compared" }).getByRole("row");
  await expect(figures.first()).toHaveText(/Ada.*Zoë/);
  const completions = await figures.filter({ hasText: "Completions" }).getByRole("cell").allTextContents();
  // The maps of one alone are those on one's page and not on the other's.
  const only = page.getByText(/^\d+ maps? with completions of Zoë, none of Ada$/);
  await only.click();
  const maps = await only.locator("..").getByRole("listitem").allTextContents();
  const mapsOf = async (name: string) =>
    (await (await page.request.get(api.player({ name }))).json()).maps.map(({ map }: { map: string }) => map);
  const [ada, zoe] = [await mapsOf("Ada"), await mapsOf("Zoë")];
  expect(maps).toEqual(zoe.filter((map: string) => !ada.includes(map)));
  await page.getByRole("textbox", { name: "Compare with" }).fill("zo");
  await expect(page.locator("datalist option[value=Zoë]")).toHaveCount(1);
  await page.getByRole("link", { name: "Zoë" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Zoë" })).toBeVisible();
  await page.goto(pages.player("Zoë", { with: "ZOË" }));
  await expect(page.getByText("That is Zoë as well.")).toBeVisible();
  await page.goto(pages.player("Zoë", { with: "z".repeat(5_001) }));
  await expect(page.getByText("That is not a player's name.")).toBeVisible();
  // What is said of the other is what their own page says.
  await expect(page.getByText(completions[1] ?? "nothing", { exact: true }).first()).toBeVisible();
});
