import type { TriangleAnswer } from "../../domain/contract/coverage.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { inTriangle, readPair } from "../../domain/lists/triangle.ts";
import { expect, open, test } from "./fixture.ts";

// On a phone the other filters are behind a button.
test("an affordable one with Quincy on an expert map is a few taps from its form", {
  tag: "@both", // a phone has other taps to it
}, async ({ page, isPhone }) => {
  await open(page, "/");
  await page.getByRole("link", { name: "Give me an open one" }).click();
  await expect(page).toHaveURL(/\/undone\?seed=\d{1,3}$/);
  if (isPhone) await page.locator("summary", { hasText: /^Filters$/ }).click();
  await page.getByLabel("Tower", { exact: true }).fill("Quincy");
  await page.getByLabel("Difficulty").selectOption("expert");
  await expect(page).toHaveURL(/tower=Quincy&difficulty=expert&seed=\d/);
  await page.getByLabel("Affordable at the start").check();
  await expect(page).toHaveURL(/affordable=1&seed=\d/);
  await page.getByLabel("Challenge").selectOption("2tc");
  // What was drawn before may have been a 2TC, too; the link is rendered with what is drawn now.
  await expect(page.getByRole("link", { name: "Another one" })).toHaveAttribute("href", /challenge=2tc/);
  await expect(page.getByRole("heading", { level: 2 })).toContainText(/Quincy.* 2TC on /);
  const drawn = await page.getByRole("heading", { level: 2 }).textContent();
  await page.getByRole("link", { name: "Another one" }).click();
  await expect(page.getByRole("heading", { level: 2 })).not.toHaveText(drawn ?? "");
  const heading = await page.getByRole("heading", { level: 2 }).textContent();
  await page.getByRole("link", { name: "Submit this" }).click();
  await expect(page).toHaveURL(/\/add-2tc-form\?tower1=.+&tower2=.+&map=/);
  const given = new URL(page.url()).searchParams;
  expect(heading?.trim()).toBe(
    `${given.get("tower1")} and ${given.get("tower2")} 2TC on ${given.get("map")}`,
  );
});

test("the same address shows the same one", { tag: "@long" }, async ({ page }) => {
  const address = pages.undone({ challenge: "2mp", map: "Quad", seed: 12 });
  await open(page, address);
  const drawn = await page.getByRole("heading", { level: 2 }).textContent();
  await page.reload();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(drawn ?? "");
});

test("where nothing is left, the filter that leaves nothing can be dropped", async ({ page }) => {
  await open(page, pages.undone({ challenge: "lcc", tower: "Quincy", seed: 1 }));
  await page.getByRole("link", { name: "without Tower: Quincy" }).click();
  await expect(page).toHaveURL(/\/undone\?challenge=lcc&seed=\d/);
});

test("lists, maps and answers lead to an open one like theirs", { tag: "@long" }, async ({ page }) => {
  for (const [path, to] of [
    [pages.list("2tc", { tower: "Quincy", map: "Quad" }), "challenge=2tc&tower=Quincy&map=Quad"],
    [pages.list("2tc", { tower: ["Quincy", "Quincy"] }), "challenge=2tc&tower=Quincy&tower=Quincy"],
    [pages.maps({ map: "Quad" }), "challenge=2tc&map=Quad"],
    [pages.ask("quincy quad"), "tower=Quincy&map=Quad"],
  ] as const) {
    await open(page, path);
    await expect(page.getByRole("link", { name: "Give me an open one" }).first()).toHaveAttribute(
      "href",
      `/undone?${to}`,
    );
  }
});

test("home and coverage count the same pairs and towers as possible", { tag: "@long" }, async ({
  page,
  request,
}) => {
  const { results } = await (await request.get(api.shares())).json();
  const byTowers = results.filter(({ of }: { of: string }) => of !== "maps");
  expect(byTowers.length).toBeGreaterThan(1);
  for (const { challenge, possible } of byTowers) {
    const most = `of ${possible.toLocaleString("en-US")}`;
    await open(page, pages.challengeCoverage(challenge));
    await expect(page.getByText(/done at least once/)).toContainText(
      new RegExp(`With paragons, [\\d,]+ ${most}\\.`),
    );
    await open(page, pages.challengeCoverage(challenge, { paragons: 1 }));
    await expect(page.getByText(/done at least once/)).toContainText(most);
    await expect(page.getByText(/With paragons/)).toHaveCount(0);
  }
});

test("home says how much is left of each challenge, and leads there", async ({ page, request }) => {
  const { results } = await (await request.get(api.shares())).json();
  await open(page, "/");
  for (const { challenge, done, possible, of } of results) {
    const left = page.locator("li", { has: page.locator(`a[href="/${challenge}"]`) }).getByRole("link", {
      name: `${(possible - done).toLocaleString("en-US")} ${of === "maps" ? "" : "OGs "}left`,
    });
    if (possible > done)
      await expect(left.last()).toHaveAttribute(
        "href",
        of === "maps" ? pages.coverage() : pages.challengeCoverage(challenge),
      );
  }
  await page
    .getByRole("link", { name: "What is left", exact: true })
    .filter({ visible: true })
    .last()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What is left");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("an empty cell of a map leads to its form", async ({ page, request }) => {
    const { columns, results } = await (await request.get(api.coverage())).json();
    const at = columns.findIndex(
      ({ completiontype }: { completiontype: string }) => completiontype === "heroless",
    );
    const { map } = results.find(({ records }: { records: unknown[] }) => records[at] === null);
    await page.goto(pages.coverage());
    await page.getByRole("link", { name: `open LTC Heroless on ${map}` }).click();
    await expect(page).toHaveURL(pages.addForm("ltc", { map, completiontype: "heroless" }));
  });

  test("types lead to names, names to maps, and an open map to the form", async ({ page }) => {
    await page.goto(pages.challengeCoverage("2tc"));
    await page.getByRole("link", { name: "of Ice Monkey and Dart Monkey" }).click();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(/Ice Monkey × *Dart Monkey/);
    await page.getByRole("link", { name: "maps with Absolute Zero and Crossbow Master" }).click();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(/^\d+ of \d+ maps$/);
    const done = page.locator("li[data-state=done] a, li[data-state=og] a");
    await expect(done.first()).toHaveAttribute("href", /^\/2tc\/notes\?/);
    await page.locator("li[data-state=open] a").first().click();
    await expect(page).toHaveURL(/\/add-2tc-form\?tower1=Absolute\+Zero&tower2=Crossbow\+Master&map=/);
  });

  test("a player's own share is shown", async ({ page, request }) => {
    const { results } = await (await request.get(api.list("2tc", { count: 1, pending: 0 }))).json();
    await page.goto(pages.challengeCoverage("2tc"));
    await page.getByLabel("Done by").fill(results[0].person);
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText(`pairs done at least once by ${results[0].person}`)).toBeVisible();
  });
});

test("every pair is a dot in one picture, which says what it is and leads to its maps", async ({
  page,
  request,
}) => {
  const { names, cells } = (await (await request.get(api.challengeCoverage("2tc"))).json()) as TriangleAnswer;
  const bytes = [...atob(cells)].map((sign) => readPair(sign.charCodeAt(0)));
  const amounts = bytes.map(({ maps }) => maps ?? 0);
  const most = amounts.indexOf(amounts.reduce((one, other) => Math.max(one, other)));
  const row = names.findIndex((_, at) => inTriangle(at + 1, 0) > most);
  const [one = "", other = ""] = [names[row], names[most - inTriangle(row, 0)]];
  await open(page, "/coverage/2tc");
  await page.getByText("Every pair in one picture").click();
  const picture = page.getByRole("img", { name: `All ${names.length} names` });
  await picture.waitFor();
  await page.getByRole("button", { name: "Larger" }).click();
  // Where it is larger than its box, it is scrolled by keys, too.
  const box = page.getByRole("region", { name: "Every pair" });
  await box.focus();
  await page.keyboard.press("End");
  await expect.poll(() => box.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press("Home");
  await expect.poll(() => box.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  const { width = 0 } = (await picture.boundingBox()) ?? {};
  const dot = width / names.length;
  const position = { x: (names.indexOf(other) + 0.5) * dot, y: (row + 0.5) * dot };
  await picture.hover({ position });
  await expect(page.getByText(`${one} and ${other}: ${amounts[most]} maps`)).toBeVisible();
  // It has another colour than a pair that nobody did.
  const colours = await picture.evaluate(
    (canvas: HTMLCanvasElement, at) => {
      const drawn = canvas.getContext("2d");
      return at.map(([y, x]) => String(drawn?.getImageData(x ?? 0, y ?? 0, 1, 1).data));
    },
    [
      [row, names.indexOf(other)],
      [names.indexOf(other), row],
      [0, 0],
    ],
  );
  expect(colours[1]).toBe(colours[0]);
  expect(colours[2]).not.toBe(colours[0]);
  await picture.click({ position });
  await expect(
    page.getByRole("heading", { name: new RegExp(`${amounts[most]} of \\d+ maps`) }),
  ).toBeVisible();
});
