import { api } from "../../routes.ts";
import { expect, open, test } from "./fixture.ts";

const HEADING = "High-Level Bloons TD 6 Challenges";

test("the home page says what the index is and whom to support", async ({ page }) => {
  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(HEADING);
  const tagline = await page.locator("meta[name=description]").getAttribute("content");
  await expect(page.locator("main").getByText(tagline ?? "?")).toBeVisible();
  await expect(page.getByText("enter creator code BTD6INDEX in the game")).toBeVisible();
});

test("the popular challenges lead to their lists", async ({ page }) => {
  await open(page, "/");
  const popular = page.locator("h2", { hasText: "Popular Challenges" }).locator("+ ul > li");
  await expect(popular).toHaveCount(2);
  await expect(popular.nth(0)).toContainText("2 million pops on one tower excluding regrow pops");
  await expect(popular.nth(1)).toContainText("Completing a CHIMPS game with 2 towers");
  await expect(popular.nth(0).getByRole("link")).toHaveAttribute("href", "/2mp");
  await popular.nth(1).getByRole("link").click();
  await expect(page).toHaveURL("/2tc");
  await expect(page.getByText(/^Results 1 to 20 of /).first()).toBeVisible();
});

test("the latest videos ask nothing of their host before somebody wants to watch", async ({
  page,
  faults,
}) => {
  const PLAYER = /^https:\/\/www\.youtube-nocookie\.com\/embed\/videoseries\?list=/;
  await page.route(PLAYER, (route) => route.fulfill({ contentType: "text/html", body: "a player" }));
  await open(page, "/");
  // Until here any request to the host would have failed the test.
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

test("the newest verified completions lead to their pages, and the totals to nothing that is made up", async ({
  page,
  request,
}) => {
  const { results } = await (await request.get(api.newest({ count: 8 }))).json();
  await open(page, "/");
  const newest = page.locator("section", { has: page.getByRole("heading", { name: "Newest Completions" }) });
  await expect(newest.getByRole("listitem")).toHaveCount(results.length);
  expect(results.length).toBeGreaterThan(0);
  const first = newest.getByRole("listitem").first();
  await expect(first).toContainText(`verified ${results[0].verified.slice(0, 10)}`);
  const heading = (await first.getByRole("link").textContent()) ?? "?";
  expect(heading).toContain(results[0].completion.map);
  await first.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
});

test("each challenge says how many of it are verified @once", async ({ page, request }) => {
  const { count } = await (await request.get(api.list("2tcc", { pending: 0, count: 0 }))).json();
  await open(page, "/");
  const card = page.locator("li", { has: page.getByRole("link", { name: /^2TCC/ }) }).first();
  await expect(card).toContainText(`${count.toLocaleString("en-US")} verified`);
});
