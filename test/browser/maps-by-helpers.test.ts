import sharp from "sharp";
import { api, pages } from "../../domain/contract/routes.ts";
import { chooseFile, openAs } from "./completions.ts";
import { expect, reportOf, test } from "./fixture.ts";

test("a map picture that fails to load is reported, and the gallery shows the plate instead", {
  tag: "@long",
}, async ({ page, helper, picture, faults }) => {
  faults.expect(reportOf(404));
  const map = `Gone ${crypto.randomUUID().slice(0, 8)}`;
  const image = new File([new Uint8Array(picture.buffer)], picture.name, { type: picture.mimeType });
  const form = { ...FACTS, map, abbreviation: map.slice(5), image };
  expect((await helper.visitor.call(api.addMap(), helper.tokens, form)).status).toBe(200);
  await page.route("**/media/maps/**", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(pages.maps({ map }));
  await expect(page.getByText(`The picture of ${map} cannot be shown`)).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
  await page.goto(pages.maps({ q: map }));
  await expect(page.locator("main ul i[data-difficulty]")).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
});

const FACTS = {
  ...{ difficulty: "advanced", version: "52", length: "20.5" },
  ...{ numEntrances: "1", numExits: "2", numObjects: "3" },
};

const newMap = (): { map: string; abbreviation: string } => {
  const id = crypto.randomUUID().slice(0, 8);
  return { map: `Test ${id}`, abbreviation: id };
};

test("a helper adds a map with its picture, edits and renames it, and cannot delete it while it is in use", async ({
  page,
  helper,
  picture,
  faults,
}) => {
  faults.expect(reportOf(409));
  const { map, abbreviation } = newMap();
  await openAs(page, helper, pages.maps());
  await page.getByRole("link", { name: "Add a map" }).click();
  await page.getByRole("button", { name: "Add map" }).click();
  await expect(page.getByText("Name is missing.")).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill(map);
  await page.getByLabel("Abbreviation").fill(abbreviation);
  await page.getByLabel("Difficulty").selectOption("advanced");
  await page.getByLabel("Has water").selectOption("Yes");
  await page.getByLabel("Average path length (RBS)").fill("20.55");
  for (const count of ["entrances", "exits", "removable objects"])
    await page.getByLabel(`Number of ${count}`).fill("2");
  await chooseFile(page, "Picture", picture);
  await page.getByRole("button", { name: "Add map" }).click();
  await expect(page.getByText("Length must be a number with at most one decimal.")).toBeVisible();
  await page.getByLabel("Average path length (RBS)").fill("20.5");
  await page.getByRole("button", { name: "Add map" }).click();
  await expect(page.getByRole("status").filter({ hasText: "map" })).toContainText(
    "Successfully added/edited map.",
  );
  await expect(page.getByLabel("Name")).toHaveValue("");
  // What was said of the saved map is over once the next one is begun.
  const look = page.getByRole("link", { name: `Look at ${map}` });
  await expect(look).toBeVisible();
  await page.getByLabel("Name").fill("Another");
  await expect(look).toBeHidden();
  page.once("dialog", (dialog) => dialog.accept());
  await page.goto(pages.maps({ map }));
  await expect(page.getByRole("img", { name: `Picture of ${map}` })).toBeVisible();
  await expect(page.locator("dl div").filter({ hasText: /^Water/ })).toContainText("Yes");
  const start = { map, title: "Anything", link: "https://example.org" };
  await helper.visitor.call(api.addChimpsStart(), helper.tokens, start);

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByLabel("Has water")).toHaveValue("1");
  await page.getByLabel("Name").fill(`${map} Two`);
  await page.getByRole("button", { name: "Save map" }).click();
  await page.getByRole("link", { name: `Look at ${map} Two` }).click();
  await expect(page.getByRole("img", { name: `Picture of ${map} Two` })).toBeVisible();

  const said: string[] = [];
  page.on("dialog", async (dialog) => {
    said.push(dialog.message());
    await dialog.accept();
  });
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alert")).toContainText(
    `Error deleting map: ${map} Two has 1 CHIMPS start. Move or delete it first.`,
  );
  expect(said).toEqual([`Are you sure you want to delete ${map} Two?`]);
});

test("a helper adds a picture on the map's page, views it, replaces it, and undoes that", async ({
  page,
  helper,
  picture,
}) => {
  const { map, abbreviation } = newMap();
  await helper.visitor.call(api.addMap(), helper.tokens, { ...FACTS, map, abbreviation, hasWater: "1" });
  await openAs(page, helper, pages.maps({ map }));
  await expect(page.getByRole("button", { name: "Add a picture" })).toBeVisible();
  await page.getByLabel("Picture", { exact: true }).setInputFiles(picture);
  await expect(page.getByText("Successfully added/edited map.")).toBeVisible();
  const shown = page.getByRole("img", { name: `Picture of ${map}` });
  await expect(shown).toBeVisible();
  const width = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth).catch(() => 0);
  await expect.poll(width).toBe(512);
  // Everything else is unchanged.
  await expect(page.locator("dl div").filter({ hasText: /^Water/ })).toContainText("Yes");
  await expect(page.locator("dl div").filter({ hasText: /^Length/ })).toContainText("20.5 RBS");

  await shown.click();
  await expect(page.getByRole("dialog", { name: `Picture of ${map}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const small = await sharp({ create: { width: 64, height: 40, channels: 3, background: "#205080" } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Picture", { exact: true })
    .setInputFiles({ name: "small.png", mimeType: "image/png", buffer: small });
  await expect.poll(width).toBe(64);
  await page.getByRole("status").getByRole("link", { name: "Changes" }).click();
  const change = page.getByRole("listitem").filter({ hasText: `Map ${map}` });
  await change.first().getByRole("button", { name: "Undo" }).click();
  await expect(change.first()).not.toContainText("Undo…");
  await page.goto(pages.maps({ q: map }));
  await expect(page.locator("main ul img")).toHaveCount(1);
});

test("a file that is no picture is refused before sending, and a conflicting change can be retried", {
  tag: "@long",
}, async ({ page, helper, picture, faults }) => {
  faults.expect(reportOf(409));
  const { map, abbreviation } = newMap();
  await helper.visitor.call(api.addMap(), helper.tokens, { ...FACTS, map, abbreviation });
  await openAs(page, helper, pages.maps({ map }));
  const chooser = page.getByLabel("Picture", { exact: true });
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
  await chooser.setInputFiles(text);
  await expect(page.getByRole("alert")).toContainText("notes.txt");

  const edit = { ...FACTS, map, abbreviation, oldMap: map, length: "31.5" };
  expect((await helper.visitor.call(api.addMap(), helper.tokens, edit)).status).toBe(200);
  await chooser.setInputFiles(picture);
  await expect(page.getByRole("alert")).toContainText("Error adding map:");
  await expect(page.locator("dl div").filter({ hasText: /^Length/ })).toContainText("31.5 RBS");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("img", { name: `Picture of ${map}` })).toBeVisible();
  await expect(page.locator("dl div").filter({ hasText: /^Length/ })).toContainText("31.5 RBS");
});

test("an unused map can be deleted, and restored by an undo", { tag: "@long" }, async ({
  page,
  helper,
  faults,
}) => {
  const { map, abbreviation } = newMap();
  await helper.visitor.call(api.addMap(), helper.tokens, { ...FACTS, map, abbreviation });
  await openAs(page, helper, pages.maps({ map }));
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("status").filter({ hasText: "map" })).toContainText(
    "Successfully deleted map.",
  );
  await expect(page.getByRole("listitem").filter({ hasText: map })).toHaveCount(0);
  await page.getByRole("link", { name: "Changes", exact: true }).click();
  // The entry of its creation, further down, says so as well.
  const change = page.getByRole("listitem").filter({ hasText: `Map ${map} (deleted)` });
  await expect(change).toHaveCount(2);
  await change.first().getByRole("button", { name: "Undo" }).click();
  await page
    .getByRole("link", { name: `Map ${map}`, exact: true })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(map);
  expect(faults.surprises()).toEqual([]);
});

test("what the server refuses is reported at its field, and nothing typed is lost", { tag: "@long" }, async ({
  page,
  helper,
  faults,
}) => {
  faults.expect(reportOf(400));
  const { map } = newMap();
  await openAs(page, helper, pages.addMap());
  await page.getByLabel("Name").fill(map);
  await page.getByLabel("Abbreviation").fill("qd");
  await page.getByLabel("Difficulty").selectOption("expert");
  for (const label of [
    "Average path length (RBS)",
    "Number of entrances",
    "Number of exits",
    "Number of removable objects",
  ])
    await page.getByLabel(label).fill("1");
  await page.getByRole("button", { name: "Add map" }).click();
  await expect(page.getByText("Error adding map: Another map has this abbreviation.")).toBeVisible();
  await expect(page.getByLabel("Abbreviation")).toHaveAccessibleDescription(
    "Another map has this abbreviation.",
  );
  await expect(page.getByLabel("Name")).toHaveValue(map);
});

test("members see neither the form nor the buttons", { tag: "@long" }, async ({ page, member }) => {
  await openAs(page, member, pages.maps({ map: "Quad" }));
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add a picture" })).toHaveCount(0);
  await page.goto(pages.addMap({ map: "Quad" }));
  await expect(page.getByRole("alert")).toHaveText("You are not authorized to view this page.");
  await expect(page.getByLabel("Name")).toHaveCount(0);
});
