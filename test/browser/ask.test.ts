import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { expect, open, test } from "./fixture.ts";

const card = (page: Page, label: string) =>
  page
    .locator("main > ul > li")
    .filter({ has: page.getByRole("heading", { level: 2, name: label, exact: true }) });
const chips = (page: Page) => page.getByRole("list", { name: "Understood" }).getByRole("listitem");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("one question is answered for every challenge: done, not in this index yet, or cannot say", async ({
  page,
}) => {
  await open(page, "/ask?q=abs+zero+quad");
  await expect(heading(page)).toHaveText("Absolute Zero on Quad: done 4 times in 2TC (includes sample data)");
  await expect(page).toHaveTitle(
    "Absolute Zero on Quad: done 4 times in 2TC (includes sample data) | BTD6 Index",
  );
  const done = card(page, "2TC");
  await expect(done).toContainText("Done 4 times");
  await expect(done).toContainText(/by .+ and 3 more · \d\d? \w{3,4} \d{4} · OG · sample/);
  await expect(done.getByText("sample", { exact: true }).first()).toBeVisible();
  const open2mp = card(page, "2MP");
  await expect(open2mp).toContainText("Not in this index yet");
  await expect(open2mp.getByRole("link", { name: "Absolute Zero" })).toHaveAttribute(
    "href",
    "/2mp?tower=Absolute+Zero",
  );
  await expect(card(page, "Not tracked here")).toContainText(
    /LCC does not record towers\. Quad's least cost: \$[\d,]+ by .+ \(\d+\.\d\)\. Anything on Quad: \d+ done/,
  );
  await expect(done.locator("img")).toHaveAttribute("src", /\/media\/.+\?thumbnail$/);
  await expect(page.getByRole("button", { name: "Copy link to this answer" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Everything on Quad" })).toHaveAttribute("href", "/ask?q=Quad");
  await done.getByRole("link", { name: "All 4 in 2TC" }).click();
  await expect(page.getByText("Results 1 to 4 of 4").first()).toBeVisible();
  await page.goBack();
  await done
    .getByRole("link", { name: /2TC on Quad$/ })
    .first()
    .click();
  await expect(heading(page)).toHaveText(/Absolute Zero.* 2TC on Quad$/);
});

test("a pending answer says how long it has been waiting", async ({ page, request }) => {
  const { results } = await (await request.get(api.list("2tc", { pending: 1, count: 100 }))).json();
  const asked = async ({ tower1, tower2, map }: Record<string, string>) => {
    const q = `${tower1} + ${tower2} on ${map}`;
    const { answers } = await (await request.get(api.answer({ q }))).json();
    return answers[0].state === "pending" ? q : null;
  };
  let question: string | null = null;
  for (const row of results) question ??= await asked(row);
  await open(page, pages.ask(question ?? "none waits"));
  await expect(card(page, "2TC")).toContainText(/Pending.*by .+ · pending since \d\d? \w{3,4} \d{4}/s);
  await expect(page).toHaveTitle(/: pending \(2TC\)/);
});

test("each part of a question can be removed by its own link", async ({ page }) => {
  await open(page, "/ask?q=abs+zero+quad");
  await expect(chips(page)).toHaveText([/^Tower: Absolute Zero/, /^Map: Quad/]);
  await page.getByRole("link", { name: "Ask without Absolute Zero" }).click();
  await expect(page).toHaveURL("/ask?q=quad");
  await expect(chips(page)).toHaveText([/^Map: Quad/]);
  await expect(page.locator("main input[name=q]")).toHaveValue("quad");
});

test("a corrected word is reported", async ({ page }) => {
  await open(page, "/ask?q=abzolute+zero+quad");
  await expect(chips(page).first()).toContainText("Tower: Absolute Zero (corrected from abzolute zero)");
});

test("an unknown word is reported, and no verdict is given on a question that was not understood", async ({
  page,
}) => {
  await open(page, "/ask?q=abs+zero+quad+pspke");
  await expect(page.locator("main")).toContainText(
    "“pspke” is not a tower, map or player known here. Did you mean",
  );
  await expect(heading(page)).toHaveText(
    /^Absolute Zero on Quad: \d+ completions \(“pspke” is not known here\)$/,
  );
  await expect(page.getByText("Ignored: pspke")).toBeVisible();
  await expect(page.getByText("Not in this index yet")).toHaveCount(0);
  // What was understood is answered beside it, and marked.
  await expect(card(page, "2TC")).toContainText(/Done 4 times.*without "pspke"/s);
  await expect(card(page, "Not understood")).toContainText(
    'None found without "pspke". Choose what you meant above, or leave it out.',
  );
  await expect(card(page, "Not tracked here")).toContainText("LCC does not record towers.");
  await page.getByRole("link", { name: "Perma-Spike" }).click();
  await expect(heading(page)).toHaveText(/^Absolute Zero \+ Perma-Spike on Quad: /);
});

test("words that are not names give no verdict", async ({ page }) => {
  await open(page, "/ask?q=shiny+money+ravine");
  await expect(page.locator("main")).toContainText("“shiny” is not a tower, map or player");
  await expect(page.getByText("Not in this index yet")).toHaveCount(0);
  await page.getByRole("link", { name: "Ask without shiny" }).click();
  // Wait for the new page: the links of the one before keep its words.
  await expect(page.getByText(/^Ignored: money$/)).toBeVisible();
  await page.getByRole("link", { name: "Ask without money" }).click();
  await expect(heading(page)).toHaveText(/^Ravine: done/);
});

test("a question in people's own words is answered in the heading, with the page that shows it", {
  tag: "@phone",
}, async ({ page }) => {
  for (const [question, said, link, address] of [
    ["who has the most 2tc?", /^Most 2TC completions: .+ \(\d+\)$/, "See the board", "/players?board=2tc"],
    ["how do i submit a run", /^Submit a completion$/, "2MP", "/add-2mp-form"],
    ["what's left on quad", /^What is left: Quad$/, "Show what is left", "/undone?map=Quad"],
    ["cheapest chimps on quad", /^LCC on Quad, least cost: \$[\d,]+ by /, "See the record", /^\/lcc\/notes/],
  ] as const) {
    await open(page, pages.ask(question));
    await expect(heading(page), question).toHaveText(said);
    const leads = page.locator("main").getByRole("link", { name: link, exact: true });
    await expect(leads, question).toHaveAttribute("href", address);
  }
});

test("the site's own words for a challenge ask for it", async ({ page }) => {
  await open(page, "/ask?q=least+cost+quad");
  await expect(chips(page)).toHaveText([/^Challenge: LCC/, /^Map: Quad/]);
});

test("a question about a player has a short heading", { tag: "@phone" }, async ({ page }) => {
  await open(page, "/ask?q=by:Ada");
  await expect(heading(page)).toHaveText(/^Ada: [\d,]+ completions$/);
});

test("a short form of two towers asks which one is meant, with the answer for each", async ({ page }) => {
  await open(page, "/ask?q=tbs+quad");
  await expect(card(page, "2MP")).toContainText(/Which one\?.*The Bloon Solver: .*The Blazing Sun: /s);
  await page.getByRole("link", { name: "The Bloon Solver" }).click();
  await expect(heading(page)).toHaveText(/^The Bloon Solver on Quad: /);
});

test("Submit it opens the form prefilled from the question", async ({ page }) => {
  await open(page, "/ask?q=abs+zero+quad");
  const submit = card(page, "2TCC").getByRole("link", { name: "Submit it as a 2TCC" });
  await expect(submit).toHaveAttribute("href", "/add-2tcc-form?tower1=Absolute+Zero&map=Quad");
  // A visitor who is not signed in is redirected from there.
  const form = page.waitForURL("/add-2tcc-form?tower1=Absolute+Zero&map=Quad", { waitUntil: "commit" });
  await submit.click();
  await form;
});

// A wide window has all answers in sight.
test("a phone shows all challenges at once, each linking to its answer", { tag: "@phone" }, async ({
  page,
}) => {
  await open(page, "/ask?q=abs+zero+quad");
  const strip = page.getByRole("navigation", { name: "Answers" }).getByRole("link");
  await expect(strip).toHaveCount(7);
  for (const each of await strip.all()) {
    const { y = 0, height = 0 } = (await each.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(400);
  }
  await strip.filter({ hasText: "2MP" }).click();
  await expect(card(page, "2MP")).toBeInViewport();
});

test("without a question the page suggests what to ask", async ({ page }) => {
  await open(page, "/ask");
  await expect(heading(page)).toHaveText("Ask the index");
  await page.getByRole("link", { name: "perma-spike quincy" }).click();
  await expect(heading(page)).toHaveText(/^Perma-Spike \+ Quincy: /);
  await page.goBack();
  await expect(page.locator("main input[name=q]")).toHaveValue("");
});

test("the page's form asks a question, and the Back button restores the previous one", async ({ page }) => {
  await open(page, "/ask?q=quad");
  const box = page.locator("main input[name=q]");
  await box.fill("abs zero");
  await box.press("Enter");
  await expect(page).toHaveURL("/ask?q=abs+zero");
  await expect(heading(page)).toHaveText(/^Absolute Zero: done/);
  await page.goBack();
  await expect(heading(page)).toHaveText(/^Quad: done/);
  await expect(box).toHaveValue("quad");
});

test("the next question stays while the one before is answered", async ({ page }) => {
  await open(page, "/ask?q=ouch");
  const field = page.getByRole("search", { name: "Your question" }).getByLabel("Ask the index");
  await page.route("**/ask.data?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await field.fill("quincy on logs");
  await field.press("Enter");
  await field.fill("quad");
  await expect(heading(page)).toContainText("Quincy on Logs");
  await expect(field).toHaveValue("quad");
  await field.press("Enter");
  await expect(heading(page)).toContainText("Quad: done");
  await page.goBack();
  await expect(field).toHaveValue("quincy on logs");
});

test("an answer is in its own link preview, and has one canonical address", async ({ request, baseURL }) => {
  const response = await request.get("/ask?q=abs+zero+quad&from=chat");
  expect(response.status()).toBe(200);
  const html = await response.text();
  expect(html).toContain(
    'property="og:title" content="Absolute Zero on Quad: done 4 times in 2TC (includes sample data)"',
  );
  expect(html).toContain(
    'property="og:description" content="Done: 2TC (4 times). Not in this index yet: LTC, 2MP, 2TCC. Not tracked here: FTTC, LCC, LCD."',
  );
  expect(html).toContain(`rel="canonical" href="${baseURL}/ask?q=abs+zero+quad"`);
});

test("a question that is too long gets a friendly error", async ({ request }) => {
  const response = await request.get(`/ask?q=${"quad+".repeat(100)}`);
  expect(response.status()).toBe(400);
  expect(await response.text()).toContain("Please use fewer words");
});

test("quoted and excluded words are explained as not being plain questions, rather than unknown", async ({
  page,
}) => {
  await open(page, '/ask?q=quad+-quincy+"abs+zero"');
  await expect(chips(page).filter({ hasText: "Without: quincy" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("An answer is only possible without");
  await expect(page.getByRole("main")).not.toContainText("is not a tower");
});

test("what was found shows the marks of its towers", async ({ page }) => {
  await open(page, "/ask?q=abs+zero+quad");
  const line = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: / and .* 2TC on Quad$/ }) });
  await expect(line.last().locator("[data-category] [data-letters]")).toHaveCount(2);
});
