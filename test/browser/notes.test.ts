import { api, pages } from "../../routes.ts";
import { expect, open, reportOf, test } from "./fixture.ts";
import { findPair, keyOf } from "./sample.ts";

test("a completion's page shows its notes as rendered Markdown", async ({ page, request }) => {
  const row = await findPair(request, "", ({ notes }) => notes.startsWith("| Round |"));
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Notes for ${row.tower1} and ${row.tower2} 2TC on ${row.map}`,
  );
  const cells = row.notes.split("\n")[2]?.split("|").slice(1, -1);
  await expect(page.getByRole("table").locator("tbody tr").first().locator("td")).toHaveText(
    (cells ?? []).map((cell) => cell.trim()),
  );
  await expect(page.locator("main code")).toHaveText(/^ZXMPLE\d$/);
  await expect(page.locator("dl")).toContainText(row.person);
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect(page).toHaveURL("/2tc");
});

test("attachments are shown as videos or pictures by their content type", async ({ page, request }) => {
  const row = await findPair(
    request,
    "",
    (_, types) => types.includes("video/webm") && types.includes("image/png"),
  );
  const { files } = await (await request.get(`/list-attachments?key=${row.filekey}`)).json();
  await open(page, `/2tc/notes?${keyOf(row)}`);
  const shown = page.locator("h2", { hasText: "Attachments" }).locator("~ div").locator("img, video");
  await expect(shown).toHaveCount(files.length);
  for (const [place, key] of files.entries()) {
    const medium = shown.nth(place);
    await expect(medium).toHaveAttribute("src", `/media/${key}`);
    const type = (await request.head(`/media/${key}`)).headers()["content-type"] ?? "";
    expect(await medium.evaluate((element) => element.tagName)).toBe(
      type.startsWith("video") ? "VIDEO" : "IMG",
    );
  }
  const picture = shown.and(page.locator("img")).first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const video = shown.and(page.locator("video")).first();
  await expect.poll(() => video.evaluate((clip) => (clip as HTMLVideoElement).duration)).toBeGreaterThan(0);
  await expect(page.getByText("No attachments")).toHaveCount(0);
});

test("pictures and videos whose files do not arrive are said to be missing", async ({
  page,
  request,
  faults,
}) => {
  const row = await findPair(
    request,
    "",
    (_, types) => types.includes("video/webm") && types.includes("image/png"),
  );
  const { files } = await (await request.get(`/list-attachments?key=${row.filekey}`)).json();
  faults.expect(reportOf(404));
  await page.route(/\/media\//, (route) => route.fulfill({ status: 404, body: "{}" }));
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await page.getByRole("heading", { name: "History" }).scrollIntoViewIfNeeded();
  await expect(page.getByText(/^Attachment \d+ cannot be shown/)).toHaveCount(files.length);
  await expect(page.locator("main").locator("img, video")).toHaveCount(0);
});

test("a completion without notes and attachments says so", { tag: "@once" }, async ({ page, request }) => {
  const row = await findPair(request, "", ({ notes }, types) => notes === "" && types.length === 0);
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await expect(page.getByText("No notes for this completion")).toBeVisible();
  await expect(page.getByText("No attachments")).toBeVisible();
});

test("the notes of a pending completion say that it is pending", { tag: "@once" }, async ({
  page,
  request,
}) => {
  const row = await findPair(request, "pending=1", () => true);
  await open(page, `/2tc/notes?${keyOf(row)}`);
  await expect(page.getByText("(Pending)")).toBeVisible();
});

test("notes of an LTC are found by map, towers and type", { tag: "@once" }, async ({ page, request }) => {
  const { results } = await (await request.get("/fetch-ltc?completiontype=og&count=1&names=game")).json();
  const { map, towerset, completiontype, person } = results[0];
  await open(page, `/ltc/notes?${new URLSearchParams({ map, towerset, completiontype })}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    new RegExp(`^Notes for OG LTC on ${map} with ${JSON.parse(towerset)[0]}`),
  );
  await expect(page.locator("dl")).toContainText(person);
});

for (const [what, query, status, message] of [
  ["without a completion's name", "tower1=Quincy", 400, "Need to specify tower1, tower2, and map"],
  [
    "of a completion that is not there",
    "tower1=Quincy&tower2=Adora&map=nowhere",
    404,
    "Could not find 2TC completion",
  ],
] as const) {
  test(`a request for the notes ${what} says what is wrong`, { tag: "@once" }, async ({ page, faults }) => {
    faults.expect(reportOf(status));
    const answer = await page.goto(`/2tc/notes?${query}`);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole("alert")).toHaveText(`Error retrieving completion notes: ${message}`);
    await expect(page.getByRole("link", { name: "Back to 2TCs" })).toHaveAttribute("href", "/2tc");
  });
}

test("what a completion is leads on: to its map's page, and to what else was done with its towers and by its player", {
  tag: "@once",
}, async ({ page, request }) => {
  const { results } = await (
    await request.get(api.list("2tc", { pending: 0, count: 1, names: "game" }))
  ).json();
  const [{ tower1, map, person, filekey }] = results;
  const notes = pages.notes("2tc", { filekey });
  await open(page, notes);
  const facts = page.locator("dl").first();
  await facts.getByRole("link", { name: map, exact: true }).click();
  await expect(page).toHaveURL(pages.maps({ map }));
  await page.goBack();
  await facts.getByRole("link", { name: tower1, exact: true }).first().click();
  await expect(page).toHaveURL(pages.list("2tc", { towerquery: JSON.stringify([tower1]) }));
  await page.goBack();
  await facts.getByRole("link", { name: person, exact: true }).click();
  await expect(page).toHaveURL(pages.list("2tc", { person }));
});
