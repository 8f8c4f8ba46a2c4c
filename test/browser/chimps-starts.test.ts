import { pages } from "../../domain/contract/routes.ts";
import { expect, open, reportOf, test } from "./fixture.ts";

test("the maps that have starts link to them", async ({ page }) => {
  await open(page, pages.chimpsStarts());
  await page.getByRole("link", { name: "Logs", exact: true }).click();
  await expect(page).toHaveURL("/chimps-starts?map=Logs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CHIMPS Starts on Logs");
  const start = page.getByRole("link", { name: "Sample: Quincy and one Dart Monkey" });
  await expect(start).toHaveAttribute("rel", /noopener/);
  await expect(start).toHaveAttribute("href", /^https:\/\/example\.org\//);
});

test("the chosen map is in the address, and a map without starts says so", async ({ page }) => {
  await open(page, pages.chimpsStarts());
  await page.getByLabel("Map", { exact: true }).selectOption("Blons");
  await expect(page).toHaveURL("/chimps-starts?map=Blons");
  await expect(page.getByText("No CHIMPS starts found for Blons")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Map", { exact: true })).toHaveValue("");
});

test("a map is found by its abbreviation; an unknown one is answered with 404 and the choice of all", async ({
  page,
  faults,
}) => {
  await open(page, "/chimps-starts?map=ou");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CHIMPS Starts on #Ouch");
  faults.expect(reportOf(404));
  const response = await page.goto("/chimps-starts?map=Atlantis");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("alert")).toHaveText(
    'Error getting CHIMPS starts for Atlantis: There is no map "Atlantis".',
  );
  await page.getByLabel("Map", { exact: true }).selectOption("Logs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CHIMPS Starts on Logs");
});

test("the asset guide links to each of its parts and to the tools' own sites", async ({ page }) => {
  await open(page, pages.assetGuide());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Extracting BTD6 Game Assets");
  const steps = page.getByRole("navigation", { name: "Steps" }).getByRole("link");
  const targets = await steps.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  for (const target of targets) await expect(page.locator(`h2${target}`)).toHaveCount(1);
  for (const [name, address] of [
    ["AssetRipper", "https://github.com/AssetRipper/AssetRipper"],
    ["Unity Hub", "https://unity.com/download"],
    ["FBX Exporter", "https://docs.unity3d.com/Packages/com.unity.formats.fbx@latest"],
  ] as const)
    await expect(page.getByRole("main").getByRole("link", { name, exact: true })).toHaveAttribute(
      "href",
      address,
    );
});
