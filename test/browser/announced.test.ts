import type { Page } from "@playwright/test";
import { pages } from "../../domain/contract/routes.ts";
import { listen } from "./announced.ts";
import { chooseOrder, expect, open, test } from "./fixture.ts";

const ask = async (page: Page, question: string): Promise<void> => {
  const field = page.getByRole("main").locator("input[name=q]");
  await field.fill(question);
  await field.press("Enter");
};

const compare = async (page: Page, player: string): Promise<void> => {
  const field = page.getByRole("combobox", { name: "Compare with" });
  await field.fill(player);
  await field.press("Enter");
};

const choose = (label: string, option: string) => async (page: Page) => {
  await page.getByLabel(label, { exact: true }).selectOption(option);
};

const follow = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name }).first().click();

const press = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();

/** On each page what somebody does, and what it then announces. */
const CHANGES: readonly (readonly [
  path: string,
  ...(readonly [act: (page: Page) => Promise<void>, announced: RegExp])[],
])[] = [
  [
    pages.ask("quad"),
    [(page) => ask(page, "ouch"), /^#Ouch: /],
    [(page) => ask(page, "pspke"), /^Cannot say: “pspke”/],
    [(page) => ask(page, "pspke again"), /^Cannot say: /],
  ],
  [
    pages.list("2tc"),
    [press("Next"), /^Results 21 to 40 of 3,000$/],
    [press("Previous"), /^Results 1 to 20 of 3,000$/],
    [(page) => chooseOrder(page, "A–Z"), /^Results 1 to 20 of 3,000, sorted by Tower 1, ascending$/],
    [(page) => page.getByLabel("OG completions only").check(), /^Results 1 to 20 of [\d,]+, sorted by/],
    [
      (page) => page.getByLabel("Search", { exact: true }).fill("quad"),
      /^Results 1 to \d+ of \d+, sorted by/,
    ],
    [(page) => page.getByText("Person Stats").click(), /^Top 10 Leaderboard/],
  ],
  [
    pages.list("2mp"),
    [(page) => page.getByText("Table", { exact: true }).click(), /^Table of beginner maps$/],
    [follow("advanced"), /^Table of advanced maps$/],
  ],
  [
    pages.records(),
    [choose("Challenge", "LCC"), /^Records 1 to \d+ of LCC\.$/],
    [choose("Map", "Quad"), /^Records 1 to \d+ of LCC on Quad\.$/],
  ],
  [
    pages.players(),
    [choose("Ranked by", "OGs of 2TC"), /^Players by OGs of 2TC: 1 to \d+ of \d+\.$/],
    [(page) => page.getByLabel("Name").fill("zzzz"), /^No player's name begins with "zzzz" here\.$/],
  ],
  [pages.player("Ada"), [(page) => compare(page, "Tarek"), /^Compared with Tarek$/]],
  [pages.coverage(), [follow("2TC"), /^What is left in 2TC \|/]],
  [
    pages.challengeCoverage("2tc"),
    [(page) => page.getByLabel("Paragons, too").check(), /^[\d,]+ of [\d,]+ pairs done\.$/],
  ],
  [pages.undone({ seed: 1 }), [follow("Another one"), /: not in this index yet\.$/]],
  [
    pages.maps(),
    [choose("Difficulty", "expert"), /^\d+ of \d+ maps, sorted by: /],
    [choose("Sort by", "Shortest path first"), /^\d+ of \d+ maps, sorted by: Shortest path first$/],
    [follow("Clear filters"), /^\d+ maps, sorted by: Shortest path first$/],
  ],
  [
    pages.balanceChanges(),
    [choose("Tower or hero", "Quincy"), /^Balance Changes of Quincy: \d+ changes?$/],
    [choose("Tower or hero", "All"), /^Balance Changes: \d+ changes?$/],
  ],
];

for (const [path, ...changes] of CHANGES)
  test(`${path} announces what it shows whenever that changes, once each time`, { tag: "@long" }, async ({
    page,
  }) => {
    await open(page, path);
    await page.waitForLoadState("networkidle");
    const reader = await listen(page);
    for (const [act, text] of changes) {
      await act(page);
      await reader.expect(text);
    }
    // A page that is loaded anew announces nothing: the browser reads its title.
    await page.reload();
    await page.waitForLoadState("networkidle");
    await expect(page.locator("body > p[aria-live=polite]")).toHaveText("");
  });
