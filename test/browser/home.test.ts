import { api } from "../../domain/contract/routes.ts";
import { expect, open, test } from "./fixture.ts";

const HEADING = "High-Level Bloons TD 6 Challenges";

test("the home page says what the index is and how to support it", async ({ page }) => {
  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(HEADING);
  const tagline = await page.locator("meta[name=description]").getAttribute("content");
  await expect(page.locator("main").getByText(tagline ?? "?")).toBeVisible();
  await expect(page.getByText("enter creator code BTD6INDEX in the game")).toBeVisible();
});

// What could cover them depends on the layout.
test("no suggestion below the question is cut off or covered", {
  tag: "@both", // they cover more of a phone
}, async ({ page }) => {
  await open(page, "/");
  await page.locator("main form[role=search] input[name=q]").pressSequentially("glaive");
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await expect(options.filter({ hasText: "Glaive Lord" }).first()).toBeVisible();
  for (const option of await options.all()) await option.click({ trial: true });
});

test("the popular challenges link to their lists", async ({ page }) => {
  await open(page, "/");
  const popular = page.locator("h2", { hasText: "Popular Challenges" }).locator("+ ul > li");
  await expect(popular).toHaveCount(2);
  await expect(popular.nth(0)).toContainText("2 million pops on one tower excluding regrow pops");
  await expect(popular.nth(1)).toContainText("Completing a CHIMPS game with 2 towers");
  await expect(popular.nth(0).getByRole("link").first()).toHaveAttribute("href", "/2mp");
  await popular.nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL("/2tc");
  await expect(page.getByText(/^Results 1 to 20 of /).first()).toBeVisible();
});

test("the latest videos request nothing from their host until somebody wants to watch", async ({
  page,
  faults,
}) => {
  const PLAYER = /^https:\/\/www\.youtube-nocookie\.com\/embed\/videoseries\?list=/;
  await page.route(PLAYER, (route) => route.fulfill({ contentType: "text/html", body: "a player" }));
  await open(page, "/");
  // Up to here, any request to the host would have failed the test.
  expect(faults.surprises()).toEqual([]);
  faults.expect(/^foreign request: https:\/\/www\.youtube-nocookie\.com\/embed\//);
  await page.getByRole("link", { name: "Play the latest videos" }).click();
  await expect(page.locator("iframe")).toHaveAttribute("src", PLAYER);
  await expect(page.frameLocator("iframe").getByText("a player")).toBeVisible();
});

test("Join Us has the three links", async ({ page }) => {
  await open(page, "/");
  const section = page.locator("section", { has: page.getByRole("heading", { name: "Join Us" }) });
  const links = await section.getByRole("link").evaluateAll((all) => all.map((link) => link.textContent));
  expect(links).toEqual(["Video channel", "Chat server", "Source code"]);
});

test("the newest verified completions and originals link to their pages", async ({ page, request }) => {
  for (const [heading, og] of [
    ["Newest Completions", null],
    ["Latest OGs", 1],
  ] as const) {
    const { results } = await (
      await request.get(api.newest({ count: og ? 6 : 8, og, names: "game" }))
    ).json();
    expect(results.length).toBeGreaterThan(0);
    await open(page, "/");
    const section = page.locator("section", { has: page.getByRole("heading", { name: heading }) });
    await expect(section.getByRole("listitem")).toHaveCount(results.length);
    const [newest] = results;
    const first = section.getByRole("listitem").first().getByRole("link");
    await expect(first).toContainText(newest.completion.map);
    await expect(first.locator("time")).toHaveAttribute("datetime", newest.verified);
    // How long ago, or the day where that says more.
    await expect(first.locator("time")).toHaveText(/^(just now|\d+ (min|h|d) ago|\d+ [A-Z][a-z]{2} \d{4})$/);
    await first.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(newest.completion.map);
  }
});

test("each challenge shows how much of it is done", async ({ page, request }) => {
  const { results } = await (await request.get(api.shares())).json();
  await open(page, "/");
  for (const { challenge, done, possible, of, verified } of results) {
    const card = page.locator("li", { has: page.locator(`a[href="/${challenge}"]`) }).last();
    await expect(card).toContainText(
      `${done.toLocaleString("en-US")} of ${possible.toLocaleString("en-US")} ${{ pairs: "pairs with an OG", names: "towers with an OG", maps: "maps" }[of as "maps"]}${verified.toLocaleString("en-US")} verified`,
    );
  }
});
