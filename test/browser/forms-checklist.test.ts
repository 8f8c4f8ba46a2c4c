import { truncate, writeFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { api, pages } from "../../domain/contract/routes.ts";
import type { FormTexts } from "../../domain/submissions/form.ts";
import { mp4Of, pictures } from "../videos.ts";
import {
  chooseFile,
  expectPlayable,
  expectRegistered,
  fillInTexts,
  giveLink,
  linkBox,
  newTexts,
  openAs,
  playerOf,
  proofButton,
  send,
  submitAs,
} from "./completions.ts";
import type { Upload } from "./files.ts";
import { expect, test } from "./fixture.ts";
import { accountMenu, newPerson, type Person } from "./people.ts";

/** Cloudflare accepts bodies of up to 100 MB, so wrangler.jsonc leaves room for what else is in a form. */
const MOST_MEGABYTES = process.env.BROWSER_TEST_ENGINE === "workerd" ? 95 : 100;

const VICTORY = proofButton("2tc");
const SETUP = /^Tower set-up Choose/;
const RECORDING = /^Recording Choose/;

const ogBox = (page: Page) => page.getByRole("checkbox", { name: "OG completion?" });
const towerBox = (page: Page, at: 1 | 2) => page.getByRole("combobox", { name: `Tower ${at}`, exact: true });

/** Drops or pastes files, as from the desktop or the clipboard. */
async function transfer(page: Page, event: "drop" | "paste", files: readonly Upload[]): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
  await page.getByRole("region", { name: /^Proof/ }).evaluate(
    (target, { event, sent }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, bytes } of sent)
        transfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
      const options = { bubbles: true, cancelable: true };
      const made =
        event === "drop"
          ? new DragEvent(event, { ...options, dataTransfer: transfer })
          : new ClipboardEvent(event, { ...options, clipboardData: transfer });
      target.dispatchEvent(made);
    },
    { event, sent },
  );
}

/** Returns what the browser stores of forms, with files by name. It takes a moment to be stored. */
const keptFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("keyval-store");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("keyval").objectStore("keyval").getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () =>
            resolve(
              JSON.stringify(reading.result, (_, value) => (value instanceof File ? value.name : value)),
            );
        };
      }),
  );

test("each proof that the rules ask for has a slot, which is kept over a reload, stored, and shown when editing", async ({
  page,
  request,
  member,
  picture,
  clip,
}) => {
  const texts = await newTexts(request, "2tc");
  await openAs(page, member, pages.addForm("2tc"));
  await fillInTexts(page, "2tc", texts);
  await chooseFile(page, VICTORY, picture);
  await chooseFile(page, SETUP, { ...picture, name: "setup.png" });
  await chooseFile(page, RECORDING, clip);
  await chooseFile(page, "Attachments", { ...picture, name: "more.png" });
  await expect.poll(() => keptFiles(page)).toContain("more.png");
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expectPlayable(page.getByRole("img", { name: "victory.png" }));
  await expectPlayable(page.getByRole("img", { name: "setup.png" }));
  await expect(page.getByText("more.png")).toBeVisible();
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  await expect(page.getByRole("status")).toContainText("shown as pending until a helper verifies it");

  const [row] = (await (await request.get(api.list("2tc", { query: playerOf(texts) }))).json()).results;
  const { roles } = await (await request.get(api.attachments(row.filekey))).json();
  expect(roles.map(String).toSorted()).toEqual(["null", "recording", "setup"]);

  await page.goto(pages.editForm("2tc", { filekey: row.filekey }));
  await expect(page.getByText(/^Attachment \d Tower set-up$/)).toBeVisible();
  await expect(page.getByText(/^Keeps attachment \d$/)).toHaveCount(2);
  const at = roles.indexOf("setup") + 1;
  await page.getByRole("checkbox", { name: `Delete attachment ${at}` }).check();
  await expect(page.getByText(/^Keeps attachment \d$/)).toHaveCount(1);
  await chooseFile(page, SETUP, { ...picture, name: "better.png" });
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  const after = await (await request.get(api.attachments(row.filekey))).json();
  expect(after.roles.map(String).toSorted()).toEqual(["null", "recording", "setup"]);
});

test(
  "a file with a problem is reported at its slot as soon as it is chosen, with what to do",
  { tag: "@long" },
  async ({ page, member, picture, clip }, info) => {
    await openAs(page, member, pages.addForm("2tc"));
    const box = (type: string) => Buffer.from(`\0\0\0\x18ftyp${type}\0\0\0\0${type}mp42`, "latin1");
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    const jpeg = await sharp(picture.buffer).jpeg().toBuffer();
    const quickTime = Buffer.from("\0\0\0\x14ftypqt  \0\0\0\0qt  ", "latin1");
    for (const [name, mimeType, buffer, said] of [
      ["IMG_1.heic", "image/heic", heic, /HEIC picture.+Most Compatible/],
      // The name that a phone gives it does not matter.
      ["IMG_2.jpg", "image/jpeg", heic, /HEIC picture/],
      ["IMG_3.mov", "video/quicktime", quickTime, /MOV video.+as MP4/],
      ["nothing.png", "image/png", Buffer.alloc(0), /"nothing.png" is empty/],
      [
        "notes.txt",
        "text/plain",
        Buffer.from("hello there, this is no picture"),
        /cannot be used\. Please choose a picture \(JPEG/,
      ],
      ["cut.png", "image/png", picture.buffer.subarray(0, 60), /cannot be opened\. It seems to be damaged/],
      // Browsers show what there is of it.
      [
        "cut.jpg",
        "image/jpeg",
        jpeg.subarray(0, jpeg.length / 2),
        /cannot be opened\. It seems to be damaged/,
      ],
      ["odd.mp4", "video/mp4", box("isom"), /"odd.mp4" cannot be played: there is nothing in it/],
      ["cut.mp4", "video/mp4", mp4Of([pictures("avc1")]).subarray(0, 90), /"cut.mp4" is incomplete/],
      // A phone's "High efficiency".
      [
        "phone.mp4",
        "video/mp4",
        mp4Of([pictures("hvc1")]),
        /"phone.mp4" is H\.265 \(HEVC\).+Most Compatible/,
      ],
      [
        "strange.mp4",
        "video/mp4",
        mp4Of([pictures("avc1")]),
        /This browser cannot play "strange.mp4"\. You can/,
      ],
    ] as const) {
      await chooseFile(page, VICTORY, { name, mimeType, buffer: Buffer.from(buffer) });
      await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible();
      await page.getByRole("button", { name: `Remove ${name}` }).click();
      await expect(page.getByRole("status").filter({ hasText: said })).toHaveCount(0);
    }
    const large = info.outputPath("large.mp4");
    await writeFile(large, box("isom"));
    await truncate(large, 130 * 1024 * 1024);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: RECORDING }).click();
    await (await chooser).setFiles(large);
    await expect(
      page.getByText(`"large.mp4" is too large: the limit for a video is ${MOST_MEGABYTES} MB.`),
    ).toBeVisible();
    await send(page, "2TC");
    await expect(
      page.getByText(`"large.mp4" is too large: the limit for a video is ${MOST_MEGABYTES} MB.`),
    ).toBeVisible();
    await page.getByRole("button", { name: "Remove large.mp4" }).click();
    await chooseFile(page, RECORDING, clip);
    await expectPlayable(page.getByLabel(clip.name, { exact: true }));
  },
);

test("dropped and pasted files go to the free slots", { tag: "@long" }, async ({
  page,
  member,
  picture,
  clip,
}) => {
  await openAs(page, member, pages.addForm("2tc"));
  await expect(page.getByRole("button", { name: VICTORY })).toBeVisible();
  await transfer(page, "drop", [clip, picture, { ...picture, name: "setup.png" }]);
  for (const name of ["victory.png", "setup.png"]) await expectPlayable(page.getByRole("img", { name }));
  await expectPlayable(page.getByLabel(clip.name, { exact: true }));
  for (const button of [VICTORY, SETUP, RECORDING])
    await expect(page.getByRole("button", { name: button })).toHaveCount(0);
  await transfer(page, "paste", [{ ...picture, name: "pasted.png" }]);
  await expect(page.getByText("pasted.png")).toBeVisible();
  await page.getByRole("button", { name: "Remove setup.png" }).click();
  await transfer(page, "paste", [{ ...picture, name: "again.png" }]);
  await expectPlayable(page.getByRole("img", { name: "again.png" }));
});

test("pasting text into the notes ignores the picture that comes with it", { tag: "@long" }, async ({
  page,
  member,
  picture,
}) => {
  await openAs(page, member, pages.addForm("2tc"));
  const bytes = [...picture.buffer];
  const isLeft = await page.getByRole("textbox", { name: "Notes" }).evaluate((notes, bytes) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "a line of a table");
    clipboardData.items.add(new File([new Uint8Array(bytes)], "table.png", { type: "image/png" }));
    return notes.dispatchEvent(
      new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }),
    );
  }, bytes);
  expect(isLeft).toBe(true);
  await expect(page.getByRole("button", { name: VICTORY })).toBeVisible();
});

test("the OG box is ticked for a first completion, with the reason, until the member changes it", async ({
  page,
  request,
  member,
  secondMember,
  helper,
}) => {
  const texts = await newTexts(request, "2tc", { og: true });
  await openAs(page, member, pages.addForm("2tc", { tower1: texts.tower1, tower2: texts.tower2 }));
  await expect(page.getByText("No OG yet. Yours would be the OG")).toBeVisible();
  await expect(ogBox(page)).toBeChecked();
  await expect(page.getByRole("textbox", { name: "Tower 1 Upgrades" })).toBeVisible();
  // Nothing was typed, so leaving the page asks nothing.
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect(page).toHaveURL(pages.list("2tc"));

  await page.goto(pages.addForm("2tc", texts));
  await expect(page.getByText("Not in this index yet. Yours would be the first.")).toBeVisible();
  await expect(ogBox(page)).toBeChecked();
  await ogBox(page).uncheck();
  await page.getByRole("button", { name: "Clear Map" }).click();
  await page.getByRole("combobox", { name: "Map" }).fill(texts.map ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Not in this index yet. Yours would be the first.")).toBeVisible();
  await expect(ogBox(page)).not.toBeChecked();

  // First claimed, then done, and with an original.
  const filekey = await submitAs(secondMember, "2tc", { ...texts, og: "on" });
  const again = pages.addForm("2tc", { ...texts, person: "" });
  page.once("dialog", (dialog) => dialog.accept());
  await page.goto(again);
  await expect(page.getByText(`Pending, by ${playerOf(texts)}`)).toBeVisible();
  await helper.visitor.call(api.verifyCompletions(), helper.tokens, { entries: JSON.stringify([filekey]) });
  await page.goto(pages.addForm("2tc", { ...texts, person: "Zoe" }));
  await expect(page.getByText(`Done, by ${playerOf(texts)}`)).toBeVisible();
  await expect(page.getByText(/^The OG is .+ so the OG box stays empty\.$/)).toBeVisible();
  await expect(ogBox(page)).not.toBeChecked();
  await ogBox(page).check();
  await expect(
    page.getByText(/^The OG is .+ Only the first one can be the OG: untick the box\.$/),
  ).toBeVisible();
});

test("the form knows a member's own claim: it links to it, and leaves the OG box empty", {
  tag: "@long",
}, async ({ page, request, member }) => {
  const texts = await newTexts(request, "2tc", { og: true });
  const filekey = await submitAs(member, "2tc", { ...texts, og: "on" });
  await openAs(page, member, pages.addForm("2tc", texts));
  await expect(page.getByText("Pending: your own submission")).toBeVisible();
  await expect(page.getByRole("link", { name: "View or edit it" })).toHaveAttribute(
    "href",
    pages.notes("2tc", { filekey }),
  );
  await expect(
    page.getByText("You have already submitted an OG of this, and it is pending, so the box stays empty."),
  ).toBeVisible();
  await expect(ogBox(page)).not.toBeChecked();
});

/** Fills in a new original and sends it before the index has answered whether there is one. */
async function sendAnOriginal(page: Page, request: APIRequestContext, member: Person): Promise<FormTexts> {
  const texts = await newTexts(request, "2tc", { og: true });
  await openAs(page, member, pages.addForm("2tc", { tower1: texts.tower1, tower2: texts.tower2 }));
  const { map = "", person = "" } = texts;
  await page.getByRole("combobox", { name: "Map" }).fill(map);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Player" }).fill(person);
  await giveLink(page);
  await expect(ogBox(page)).not.toBeChecked();
  await send(page, "2TC");
  await expect(page.getByRole("button", { name: "Looking for an OG…" })).toBeDisabled();
  return texts;
}

test("a form sent before it is known to be the first of its kind waits, and becomes the OG", async ({
  page,
  request,
  member,
}) => {
  const answer = Promise.withResolvers<void>();
  await page.route(/fetch-2tc\?.*og=1/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const texts = await sendAnOriginal(page, request, member);
  answer.resolve();
  await expect(ogBox(page)).toBeChecked();
  // The OG extras are required now, and nothing was sent.
  await expect(page.getByText("Tower 1 Upgrades is missing.")).toBeVisible();
  const [count, sent] = await Promise.all([
    request.get(api.list("2tc", { query: playerOf(texts), count: 0 })).then((response) => response.json()),
    page.getByText("Successfully registered").count(),
  ]);
  expect([count.count, sent]).toEqual([0, 0]);
});

test("when the index cannot tell whether there is an OG, the member decides and a second press submits", {
  tag: "@long",
}, async ({ page, request, member, faults }) => {
  faults.expect(/ERR_FAILED/);
  await page.route(/fetch-2tc\?.*og=1/, (route) => route.abort());
  const texts = await newTexts(request, "2tc", { og: true });
  await openAs(page, member, pages.addForm("2tc", texts));
  await giveLink(page);
  await send(page, "2TC");
  await expect(ogBox(page)).toHaveAccessibleDescription(/do not know whether this has an OG/);
  await expect(ogBox(page)).toBeFocused();
  await expect(ogBox(page)).not.toBeChecked();
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  const [row] = (await (await request.get(api.list("2tc", { query: playerOf(texts) }))).json()).results;
  expect(row.og).toBe(false);
});

test("the form says nothing about an unknown name, or when the lookup fails", { tag: "@long" }, async ({
  page,
  member,
  faults,
}) => {
  const given = { tower1: "Absolute Zero", tower2: "Quincy", map: "Nowhere at all" };
  await openAs(page, member, pages.addForm("2tc", given));
  await expect(page.getByRole("status").filter({ hasText: /\bOG\b/ })).toBeVisible();
  await expect(page.getByText(/Not in this index yet/)).toHaveCount(0);
  faults.expect(/ERR_FAILED/);
  await page.route(`**${api.list("2tc")}?*`, (route) => route.abort());
  await page.goto(pages.addForm("2tc", { ...given, map: "Quad" }));
  const asked = page.waitForEvent("requestfailed");
  await expect(page.getByRole("combobox", { name: "Map" })).toHaveValue("Quad");
  await asked;
  await expect(page.getByText(/Not in this index yet|Done, by|The OG is|No OG/)).toHaveCount(0);
});

// On a phone the box goes to the top of the window.
test("no dropdown opens by itself, and an open one does not cover its field's error", {
  tag: "@both", // on a phone there is least room for it
}, async ({ page, member }) => {
  await openAs(page, member, pages.addForm("2tc"));
  await send(page, "2TC");
  await expect(towerBox(page, 1)).toBeFocused();
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await towerBox(page, 1).click();
  const list = page.getByRole("listbox", { name: "Tower 1" });
  const error = page.getByText("Tower 1 is missing.");
  await expect(list).toBeVisible();
  const [below, said] = [await list.boundingBox(), await error.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((said?.y ?? 0) + (said?.height ?? 0));
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  // By keys alone: short forms, the marked choice, and the next box.
  await page.keyboard.type("az");
  await page.keyboard.press("Enter");
  await expect(towerBox(page, 1)).toHaveValue("Absolute Zero");
  await towerBox(page, 2).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(towerBox(page, 2)).toHaveAttribute("aria-activedescendant", /.+/);
  await page.keyboard.type("quincy");
  await page.keyboard.press("Tab");
  await expect(towerBox(page, 2)).toHaveValue("Quincy");
  await expect(page.getByRole("combobox", { name: "Map" })).toBeFocused();
});

// A phone has the button in a bar that stays in sight.
test("missing parts are listed by the button, the code has a field, and the player is remembered", async ({
  page,
  request,
  member,
}) => {
  const texts = await newTexts(request, "2tc");
  await openAs(page, member, pages.addForm("2tc"));
  await expect(page.getByText(/^Missing: Tower 1, Tower 2, Map, .*Victory screen$/)).toBeVisible();
  await fillInTexts(page, "2tc", texts);
  await giveLink(page);
  await expect(
    page.getByText("The rules also ask for: Tower set-up, Recording, Challenge code"),
  ).toBeVisible();
  // The code counts in the notes, too.
  const notes = page.getByRole("textbox", { name: "Notes" });
  const last = page.getByRole("region", { name: /^Notes/ });
  await notes.fill("Challenge code: ZABCDEF");
  await expect(page.getByText(/^The rules also ask for: Tower set-up, Recording$/)).toBeVisible();
  await expect(last.getByText("(nothing missing)")).toHaveCount(1);
  await notes.fill("");
  await expect(last.getByText("(nothing missing)")).toHaveCount(0);
  const code = page.getByRole("textbox", { name: "Challenge code" });
  await code.fill("zmyx");
  const warning = page.getByText(/does not look like a challenge code/);
  await expect(warning).toBeVisible();
  await code.fill("zmyxwvu");
  await expect(code).toHaveValue("ZMYXWVU");
  await expect(warning).toHaveCount(0);
  await notes.fill("Went well.");
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  const [row] = (await (await request.get(api.list("2tc", { query: playerOf(texts) }))).json()).results;
  expect(row).toMatchObject({ notes: "Went well.", challenge_code: "ZMYXWVU" });
  await page.getByRole("link", { name: "Add another 2TC" }).click();
  await expect(page.getByRole("textbox", { name: "Player" })).toHaveValue(playerOf(texts));
  await expect(linkBox(page)).toHaveCount(0);
});

test("a form without a combination shows the map's record and whether the typed amount beats it", async ({
  page,
  request,
  member,
}) => {
  const [best] = (
    await (await request.get(api.list("lcc", { map: "Quad", pending: 0, sortby: "money", count: 1 }))).json()
  ).results;
  await openAs(page, member, pages.addForm("lcc", { map: "Quad" }));
  const says = page.getByRole("status").filter({ hasText: "The record of this map is" });
  await expect(says).toContainText(`$${best.money.toLocaleString("en-US")} by ${best.person}`);
  // Anything beats a sample, which nobody played.
  await expect(says).toContainText("That is only a sample, not a real run.");
  await page.route(/fetch-answer/, (route) => route.fulfill({ json: { answers: [] } }));
  await page.goto(pages.addForm("lcc", { map: "Quad", money: String(best.money - 1) }));
  await expect(says).toContainText("Yours would be the new record.");
  const spent = page.getByRole("spinbutton", { name: "Cash Spent" });
  await spent.fill(String(best.money));
  await expect(says).toContainText("Yours would tie it.");
  await spent.fill(String(best.money + 1));
  await expect(says).toContainText("Yours would not beat it");
});

test("an optional section is ticked once it is filled in, or once nothing else is missing", {
  tag: "@long",
}, async ({ page, request, member }) => {
  const texts = await newTexts(request, "lcc");
  await openAs(page, member, pages.addForm("lcc", { ...texts, person: "" }));
  const last = page.getByRole("region", { name: /^Notes/ });
  const done = last.getByText("(nothing missing)");
  await expect(last).toBeVisible();
  await expect(done).toHaveCount(0);
  await page.getByRole("textbox", { name: "Notes" }).fill("Went well.");
  await expect(done).toHaveCount(1);
  await page.getByRole("textbox", { name: "Notes" }).fill("");
  await expect(done).toHaveCount(0);
  await page.getByRole("textbox", { name: "Player" }).fill("Zoe");
  await giveLink(page);
  await expect(done).toHaveCount(1);
});

test("while a form is being sent nothing in it changes, and when that is cancelled it works as before", {
  tag: "@long",
}, async ({ page, context, request, member, picture }) => {
  const texts = await newTexts(request, "lcc");
  await openAs(page, member, pages.addForm("lcc"));
  await fillInTexts(page, "lcc", texts);
  await chooseFile(page, proofButton("lcc"), picture);
  await expectPlayable(page.getByRole("img", { name: picture.name }));
  const network = await context.newCDPSession(page);
  const speed = (uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  const player = page.getByRole("textbox", { name: "Player" });
  const notes = page.getByRole("textbox", { name: "Notes" });
  const height = async () => (await page.locator("main form").boundingBox())?.height;
  const before = await height();
  // Bytes per second: the picture would take most of a minute.
  await speed(15_000);
  await player.press("Enter");
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  const remove = page.getByRole("button", { name: `Remove ${picture.name}` });
  for (const control of [player, notes, remove, page.getByRole("combobox", { name: "Map" })])
    await expect(control).toBeDisabled();
  expect(Math.abs(((await height()) ?? 0) - (before ?? 0))).toBeLessThan(16);
  for (const event of ["drop", "paste"] as const)
    await transfer(page, event, [{ ...picture, name: "late.png" }]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(player).toBeFocused();
  await expect(page.getByText("late.png")).toHaveCount(0);
  await notes.fill("Corrected.");
  await speed(-1);
  await send(page, "LCC");
  await expectRegistered(page, "LCC");
  const { results } = await (await request.get(api.list("lcc", { query: playerOf(texts) }))).json();
  expect(results.map((row: { notes: string }) => row.notes)).toEqual(["Corrected."]);
});

test("signing out removes from the browser what was filled in, with the files, the player's name and the sign-in hint", async ({
  page,
  baseURL,
  picture,
}) => {
  // A new person, because their session ends in this test.
  await openAs(page, await newPerson(baseURL ?? ""), pages.addForm("lcc"));
  await page.getByRole("textbox", { name: "Player" }).fill("Zoe");
  await chooseFile(page, proofButton("lcc"), picture);
  await page.evaluate(() => localStorage.setItem("player of-anybody", "Zoe"));
  const remembered = () =>
    page.evaluate(() =>
      [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) =>
        /^(form|player) |^signed-in-/.test(key),
      ),
    );
  await expect.poll(() => keptFiles(page)).toContain(picture.name);
  expect(await remembered()).toHaveLength(4);
  page.on("dialog", (dialog) => dialog.accept());
  await accountMenu(page).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(remembered).toEqual([]);
  await expect(page.locator("html")).not.toHaveAttribute("data-signed-in");
  expect(await keptFiles(page)).toBe("[]");
});

test("files of a form that was abandoned long ago are deleted when a form is opened", {
  tag: "@long",
}, async ({ page, member }) => {
  await openAs(page, member, pages.addForm("lcc"));
  await expect(page.getByRole("textbox", { name: "Player" })).toBeVisible();
  await expect.poll(() => keptFiles(page)).toBe("[]");
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("keyval-store");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction("keyval", "readwrite");
          const kept = { files: { image: new File(["x"], "old.png"), slots: {}, attachments: [] }, at: 0 };
          writing.objectStore("keyval").put(kept, "form files of a closed tab");
          writing.oncomplete = () => resolve();
          writing.onerror = () => reject(writing.error);
        };
      }),
  );
  expect(await keptFiles(page)).toContain("old.png");
  await page.reload();
  await expect.poll(() => keptFiles(page)).toBe("[]");
});
