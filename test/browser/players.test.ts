import type { PlayerAnswer } from "../../domain/contract/players.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { expect, open, test } from "./fixture.ts";

test("two players are compared figure by figure, and a name that nobody has leads to those like it", async ({
  page,
}) => {
  await open(page, pages.player("Ada"));
  await page.getByRole("combobox", { name: "Compare with" }).fill("zoe");
  await page.keyboard.press("Enter");
  await expect(page.getByText('There is no player "zoe".')).toBeVisible();
  await page.getByRole("link", { name: "Zoë" }).first().click();
  await expect(page).toHaveURL(pages.player("Ada", { with: "Zoë" }));
  const figures = page.getByRole("region", { name: "Compared" }).getByRole("row");
  await expect(figures.first()).toHaveText(/Ada.*Zoë/);
  const completions = await figures.filter({ hasText: "Completions" }).getByRole("cell").allTextContents();
  await page.getByRole("link", { name: "Zoë" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Zoë" })).toBeVisible();
  await page.goto(pages.player("Zoë", { with: "ZOË" }));
  await expect(page.getByText("That is Zoë as well.")).toBeVisible();
  await page.goto(pages.player("Zoë", { with: "z".repeat(5_001) }));
  await expect(page.getByText("That is not a player's name.")).toBeVisible();
  // What is said of the other is what their own page says.
  await expect(page.getByText(completions[1] ?? "nothing", { exact: true }).first()).toBeVisible();
});

test("a comparison names the maps that one has and the other has not, and names are suggested", async ({
  page,
  request,
}) => {
  const mapsOf = async (name: string): Promise<readonly string[]> => {
    const { maps } = (await (await request.get(api.player({ name }))).json()) as PlayerAnswer;
    return maps.map(({ map }) => map);
  };
  const [ada, estela] = [await mapsOf("Ada"), await mapsOf("Estela")];
  await open(page, pages.player("Estela", { with: "Ada" }));
  const only = page.getByText(/^\d+ maps with completions of Ada, none of Estela$/);
  await only.click();
  const names = only.locator("..").getByRole("listitem");
  await expect(names).toHaveText(ada.filter((map) => !estela.includes(map)));
  await page.getByRole("combobox", { name: "Compare with" }).fill("zo");
  await expect(page.locator('datalist option[value="Zoë"]')).toHaveCount(1);
});
