import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { acceptDialogs, openAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { open } from "./people.ts";

const unique = (): string => crypto.randomUUID().slice(0, 8);

async function choose(page: Page, label: string, typed: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).fill(typed);
  await page.getByRole("option", { name, exact: true }).click();
}

test("a helper adds CHIMPS starts and deletes one", { tag: "@long" }, async ({ page, helper }) => {
  const [first, second] = [`Start ${unique()}`, `Start "${unique()}", commas & <b>markup</b>`];
  await openAs(page, helper, pages.chimpsStarts());
  await page.getByRole("link", { name: "Add a CHIMPS start" }).click();
  await page.getByRole("button", { name: "Add CHIMPS start" }).click();
  for (const problem of ["Map is missing.", "Title is missing.", "Link is missing."])
    await expect(page.getByText(problem)).toBeVisible();
  await choose(page, "Map", "fv", "Flooded Valley");
  for (const title of [first, second]) {
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Link").fill("https://youtu.be/aqz-KE-bpKQ");
    await page.getByRole("button", { name: "Add CHIMPS start" }).click();
    await expect(page.getByRole("status").filter({ hasText: "start" })).toContainText(
      "Successfully added CHIMPS start.",
    );
    await expect(page.getByLabel("Title")).toHaveValue("");
  }
  await page.getByRole("link", { name: "See those on Flooded Valley" }).click();
  await expect(page.getByRole("link", { name: first, exact: true })).toBeVisible();
  const said = acceptDialogs(page);
  await page.getByRole("button", { name: `Delete ${second}` }).click();
  await expect(page.getByText(`Successfully deleted "${second}"`)).toBeVisible();
  expect(said).toEqual([`Are you sure you want to delete "${second}"?`]);
  await expect(page.getByRole("link", { name: second, exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: first, exact: true })).toBeVisible();
});

test("a video is requested only when somebody wants to watch it", { tag: "@long" }, async ({
  page,
  helper,
  faults,
}) => {
  const title = `Video ${unique()}`;
  const start = { map: "Sanctuary", title, link: "https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=90" };
  await helper.visitor.call(api.addChimpsStart(), helper.tokens, start);
  const PLAYER = "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=90";
  await page.route(PLAYER, (route) => route.fulfill({ contentType: "text/html", body: "a player" }));
  // Wait for hydration: before that, a click leads to the host itself.
  await open(page, pages.chimpsStarts({ map: "Sanctuary" }));
  // Up to here, any request to the host would have failed the test.
  expect(faults.surprises()).toEqual([]);
  faults.expect(/^foreign request: https:\/\/www\.youtube-nocookie\.com\/embed\//);
  await page
    .getByRole("link")
    .filter({ hasText: `Watch it here: ${title}` })
    .click();
  await expect(page.frameLocator("iframe").getByText("a player")).toBeVisible();
});

test("a helper adds balance changes for a new version, and deletes one", async ({ page, helper }) => {
  const [first, second] = [`000 ${unique()}`, `001 ${unique()}`];
  await openAs(page, helper, pages.balanceChanges());
  await page.getByRole("link", { name: "Add a balance change" }).click();
  await page.getByRole("button", { name: "Add balance change" }).click();
  for (const problem of ["Tower is missing.", "Version is missing.", "Change is missing."])
    await expect(page.getByText(problem)).toBeVisible();
  await choose(page, "Tower or hero", "geral", "Geraldo");
  // Two ways of writing one version.
  for (const [version, change] of [
    ["99", first],
    ["99.0", second],
  ] as const) {
    await page.getByRole("combobox", { name: "Version" }).fill(version);
    await page.getByRole("textbox", { name: "Change" }).fill(change);
    await page.getByLabel("Nature").selectOption("bugfix");
    await page.getByRole("button", { name: "Add balance change" }).click();
    await expect(page.getByText("Successfully added balance change.")).toBeVisible();
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: `Bugfix${change}` })
        .last(),
    ).toBeVisible();
  }
  const said = acceptDialogs(page);
  await page.goto(pages.balanceChanges({ tower: "Geraldo", version: "99" }));
  await expect(page.getByRole("heading", { name: /^Version/ })).toHaveText(["Version 99.0"]);
  await page.getByRole("button", { name: `Delete: Geraldo, ${second}` }).click();
  await expect(page.getByText("Successfully deleted balance change.")).toBeVisible();
  expect(said.at(-1)).toBe("Are you sure you want to delete this balance change of Geraldo in 99.0?");
  await expect(page.getByText(second)).toHaveCount(0);
  await expect(page.getByText(first)).toBeVisible();
});

test("members see neither the forms nor the buttons", { tag: "@long" }, async ({ page, member }) => {
  for (const path of [pages.addChimpsStart(), pages.modifyBalanceChanges()]) {
    await openAs(page, member, path);
    await expect(page.getByRole("alert")).toHaveText("You are not authorized to view this page.");
    await expect(page.locator("main form")).toHaveCount(0);
  }
  for (const path of [pages.chimpsStarts({ map: "Logs" }), pages.balanceChanges({ tower: "Ezili" })]) {
    await page.goto(path);
    await expect(page.locator("main").getByRole("listitem").first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
  }
});
