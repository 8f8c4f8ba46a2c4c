import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { dayInWords } from "../../domain/game/day-in-words.ts";
import { formFields } from "../../domain/submissions/form.ts";
import {
  chooseFile,
  controlOf,
  definitionOf,
  expectPlayable,
  expectRegistered,
  fillInTexts,
  giveLink,
  linkBox,
  listOf,
  newPlayer,
  newTexts,
  openAs,
  PROOF,
  playerOf,
  proofButton,
  send,
  submitAs,
} from "./completions.ts";
import { expect, reportOf, rowsOf, test } from "./fixture.ts";
import { fillIn } from "./people.ts";

/** Matches a field's description, which begins with its problem. */
const problem = (words: string): RegExp => new RegExp(`^${words}`);

for (const definition of CHALLENGES.values()) {
  const { key, label, og } = definition;
  // A phone has the controls below one another: LTC has the most kinds. 2TC and LTC stand for the others.
  const tag = key === "ltc" ? "@both" : key === "2tc" ? [] : "@long";

  test(`${label}: a member sees what is missing, submits with a link and finds the completion pending`, {
    tag,
  }, async ({ page, request, member }) => {
    const { main, ogExtras } = formFields(definition);
    await openAs(page, member, pages.addForm(key));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      new RegExp(`^Add an? ${label} Completion$`),
    );
    await expect(page.getByRole("checkbox", { name: "Mark as verified?" })).toHaveCount(0);
    const box = page.getByRole("checkbox", { name: "OG completion?" });
    await expect(box).toHaveCount(og ? 1 : 0);
    if (og) await box.check();
    // What the form fills in by itself is not missing.
    for (const [name, field] of [...main, ...ogExtras])
      if (name === "version" || name === "date") {
        await expect(controlOf(page, field)).not.toHaveValue("");
        await controlOf(page, field).fill("");
      }
    await send(page, label);
    await expect(page.getByRole("alert")).toHaveText("Please check the fields marked above.");
    const required = [...main, ...ogExtras].map(([, field]) => field);
    for (const field of required.filter(({ optional, kind }) => !optional && kind !== "completiontype"))
      await expect(controlOf(page, field)).toHaveAccessibleDescription(problem(`${field.label} is missing.`));
    await expect(page.getByRole("button", { name: proofButton(key) })).toHaveAccessibleDescription(
      problem("Please choose a picture or a video."),
    );
    const [first] = required;
    if (first) await expect(controlOf(page, first)).toBeFocused();
    if (og) await box.uncheck();
    for (const [, field] of ogExtras) await expect(controlOf(page, field)).toHaveCount(0);

    const texts = await newTexts(request, key);
    await fillInTexts(page, key, texts);
    await giveLink(page);
    await send(page, label);
    await expectRegistered(page, label);

    await page.getByRole("link", { name: "View", exact: true }).click();
    await expect(page.getByText("(Pending) A helper has yet to verify it.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Link to completion" })).toHaveAttribute("href", PROOF);
    await page.goto(`${listOf(key, texts)}&pending=1`);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page).locator('td[data-label="Map"]')).toHaveText(texts.map ?? "");
    await expect(rowsOf(page)).toContainText(`${texts.person2 ?? texts.person} (Pending)`);
  });
}

test("the first of its kind is the OG, with all the details of an original", { tag: "@long" }, async ({
  page,
  request,
  member,
}) => {
  const texts = await newTexts(request, "2tcc", { og: true });
  await openAs(page, member, pages.addForm("2tcc"));
  await fillInTexts(page, "2tcc", texts, true);
  await expect(page.getByText("No OG yet. Yours would be the OG")).toBeVisible();
  await giveLink(page);
  await send(page, "2TCC");
  await expectRegistered(page, "2TCC");
  await page.goto(listOf("2tcc", texts));
  await rowsOf(page).getByRole("link", { name: "OG", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Additional Info for OG 2TCC");
  const main = page.getByRole("main");
  for (const name of ["tower1", "tower2", "upgrade1", "upgrade2", "version"])
    await expect(main).toContainText(texts[name] ?? "");
  await expect(main).toContainText(dayInWords(texts.date ?? ""));
  await expect(main).toContainText(`$${Number(texts.money).toLocaleString("en-US")}`);
});

test("the focus goes to whatever is missing, be it a group or a file", async ({ page, request, member }) => {
  const texts = await newTexts(request, "fttc");
  await openAs(page, member, pages.addForm("fttc"));
  await fillInTexts(page, "fttc", { ...texts, towerset: "[]" });
  await giveLink(page);
  await send(page, "FTTC");
  await expect(page.getByRole("checkbox", { name: "Dart Monkey" })).toBeFocused();
  await fillInTexts(page, "fttc", texts);
  await page.getByRole("radio", { name: "Upload", exact: true }).check();
  await send(page, "FTTC");
  await expect(page.getByRole("button", { name: proofButton("fttc") })).toBeFocused();
});

test("an upload shows its progress, can be cancelled, and survives a network failure", async ({
  page,
  context,
  request,
  member,
  picture,
  faults,
}) => {
  const texts = await newTexts(request, "2tc");
  await openAs(page, member, pages.addForm("2tc"));
  await fillInTexts(page, "2tc", texts);
  await chooseFile(page, proofButton("2tc"), picture);
  await expect(page.getByRole("img", { name: picture.name })).toBeVisible();

  const network = await context.newCDPSession(page);
  const emulate = (conditions: { offline: boolean; uploadThroughput: number }) =>
    network.send("Network.emulateNetworkConditions", { latency: 0, downloadThroughput: -1, ...conditions });
  // Bytes per second: the picture would take most of a minute, so that a busy machine has time to cancel.
  await emulate({ offline: false, uploadThroughput: 15_000 });
  await send(page, "2TC");
  const progress = page.getByRole("progressbar", { name: "Upload" });
  await expect.poll(async () => Number(await progress.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  expect(Number(await progress.getAttribute("aria-valuenow"))).toBeLessThan(100);
  await expect(page.getByRole("button", { name: "Add 2TC" })).toBeDisabled();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add 2TC" })).toBeEnabled();

  // Go from slow directly to offline: otherwise the browser might still send the rest of the cancelled request.
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  await emulate({ offline: true, uploadThroughput: -1 });
  await send(page, "2TC");
  await expect(page.getByRole("alert")).toHaveText(
    /^Error adding 2TC: The site cannot be reached\. What you typed is kept/,
  );
  await expect(page.getByRole("textbox", { name: "Player" })).toHaveValue(playerOf(texts));
  await emulate({ offline: false, uploadThroughput: -1 });
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  await page.getByRole("link", { name: "View", exact: true }).click();
  await expectPlayable(page.getByRole("img", { name: "Proof" }));
  await expect(page.getByText("No attachments")).toBeVisible();
});

test("a video can be the proof, with a picture attached", { tag: "@long" }, async ({
  page,
  request,
  member,
  picture,
  clip,
}) => {
  await openAs(page, member, pages.addForm("2mp"));
  await fillInTexts(page, "2mp", await newTexts(request, "2mp"));
  await chooseFile(page, proofButton("2mp"), clip);
  await chooseFile(page, "Attachments", picture);
  await send(page, "2MP");
  await expectRegistered(page, "2MP");
  await page.getByRole("link", { name: "View", exact: true }).click();
  await expectPlayable(page.getByLabel("Proof", { exact: true }));
  await page.getByRole("link", { name: "Attachment 1" }).click();
  await expectPlayable(page.getByRole("img", { name: "Attachment 1" }));
});

test("an existing completion is reported while typing, and again by the site", async ({
  page,
  request,
  member,
  helper,
}) => {
  // Not a sample completion: those make way for real ones.
  const texts = await newTexts(request, "2tc");
  const filekey = await submitAs(helper, "2tc", { ...texts, verify: "on" });
  await openAs(page, member, pages.addForm("2tc"));
  const person = newPlayer();
  await fillInTexts(page, "2tc", { ...texts, person });
  const hint = page.getByRole("status").filter({ hasText: "This combination already exists" });
  await expect(hint.getByRole("link", { name: "View it" })).toHaveAttribute(
    "href",
    pages.notes("2tc", { filekey }),
  );
  await giveLink(page);
  await send(page, "2TC");
  await expect(page.getByRole("alert")).toHaveText("2TC already exists");
  const first = page.getByRole("paragraph").filter({ hasText: "This one was first:" });
  await expect(first).toContainText(`by ${playerOf(texts)}`);
  await expect(first.getByRole("link")).toHaveAttribute("href", pages.notes("2tc", { filekey }));
  await expect(page.getByRole("textbox", { name: "Player" })).toHaveValue(person);
  await expect(linkBox(page)).toHaveValue(PROOF);
});

test("what the site refuses is reported at the field in its words, and can be corrected", async ({
  page,
  request,
  member,
  faults,
  baseURL,
}) => {
  const texts = await newTexts(request, "lcc");
  await openAs(page, member, pages.addForm("lcc"));
  await fillInTexts(page, "lcc", { ...texts, money: "178910" });
  await giveLink(page, `${baseURL}/media/of-another`);
  await send(page, "LCC");
  const money = page.getByRole("spinbutton", { name: "Cash Spent" });
  await expect(money).toHaveAccessibleDescription(/178,?909/);
  await expect(money).toHaveAttribute("aria-invalid", "true");
  await money.fill("178909");

  faults.expect(reportOf(400));
  await send(page, "LCC");
  const { host } = new URL(baseURL ?? "");
  await expect(page.getByRole("alert")).toHaveText(
    `Error adding LCC: You cannot reference a media.${host} image from a different completion`,
  );
  await giveLink(page);
  await page.getByRole("textbox", { name: "Notes" }).fill("You **shit**");
  await send(page, "LCC");
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveAccessibleDescription(
    problem("Notes contains a word that is not allowed here."),
  );
  await page.getByRole("textbox", { name: "Notes" }).fill("The code is **ZMYXWVU**.");
  await send(page, "LCC");
  await expectRegistered(page, "LCC");
  await page.getByRole("link", { name: "View", exact: true }).click();
  await expect(page.locator("strong", { hasText: "ZMYXWVU" })).toBeVisible();
});

test("typed text survives a reload, and leaving the form asks first", async ({ page, request, member }) => {
  const texts = await newTexts(request, "2tc", { og: true });
  await openAs(page, member, pages.addForm("2tc"));
  await fillInTexts(page, "2tc", texts, true);
  await giveLink(page);
  const asked: string[] = [];
  let answer = true;
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type() === "beforeunload" ? "beforeunload" : dialog.message());
    await (answer ? dialog.accept() : dialog.dismiss());
  });
  await page.reload();
  const { main, ogExtras } = formFields(definitionOf("2tc"));
  for (const [name, field] of [...main, ...ogExtras])
    await expect(controlOf(page, field)).toHaveValue(texts[name] ?? "");
  await expect(linkBox(page)).toHaveValue(PROOF);
  expect(asked).toEqual(["beforeunload"]);

  const question = "Leave this form? What you filled in is kept in this tab.";
  await page.getByRole("textbox", { name: "Notes" }).fill("Once more");
  answer = false;
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect.poll(() => asked).toEqual(["beforeunload", question]);
  await expect(page).toHaveURL(pages.addForm("2tc"));
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("Once more");
  answer = true;
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect(page).toHaveURL(pages.list("2tc"));
});

test("pressing the button twice submits once", { tag: "@long" }, async ({ page, request, member }) => {
  // Two equal LCCs would both be recorded.
  const texts = await newTexts(request, "lcc");
  await openAs(page, member, pages.addForm("lcc"));
  await fillInTexts(page, "lcc", texts);
  await giveLink(page);
  // Faster than any hand, as if the token were still in flight at the second press.
  await page.getByRole("button", { name: "Add LCC" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectRegistered(page, "LCC");
  const { count } = await (await request.get(api.list("lcc", { person: texts.person }))).json();
  expect(count).toBe(1);
});

test("text typed before somebody else's change never overwrites that change", async ({
  page,
  request,
  member,
  helper,
  faults,
}) => {
  faults.expect(reportOf(409));
  const texts = await newTexts(request, "2tc");
  const filekey = await submitAs(member, "2tc", texts);
  await openAs(page, member, pages.editForm("2tc", { filekey }));
  const notes = page.getByRole("textbox", { name: "Notes" });
  await notes.fill("Mine");
  const edit = { ...texts, notes: "A helper's", link: PROOF, edit: "true", "edited-filekey": filekey };
  await helper.visitor.call(api.addSubmit("2tc"), helper.tokens, edit);

  await send(page, "2TC");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Somebody changed Notes in the meantime.");
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(alert).toContainText("Somebody has changed this completion since you started");
  await expect(notes).toHaveValue("Mine");
  await page.getByRole("button", { name: "Start again from the current version" }).click();
  await expect(notes).toHaveValue("A helper's");
  await expect(alert).toHaveCount(0);
  await notes.fill("Both");
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
});

test("a visitor who opens a form is sent to the login and returns to the form", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await page.goto(pages.addForm("2tc"));
  await fillIn(page, member);
  await expect(page).toHaveURL(pages.addForm("2tc"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add a 2TC Completion");
  await expect(page.getByRole("combobox", { name: "Tower 1" })).toBeVisible();
});

test("the edit form says which parameters are missing", { tag: "@long" }, async ({ page, faults }) => {
  faults.expect(reportOf(400));
  for (const [key, words] of [
    ["2tc", "tower1, tower2, and map"],
    ["2tcc", "tower1, tower2, and map"],
    ["2mp", "entity and map"],
    ["fttc", "map and towerset"],
    ["ltc", "map and towerset"],
    ["lcc", "filekey"],
    ["lcd", "filekey"],
  ] as const) {
    await page.goto(pages.editForm(key));
    await expect(page.getByRole("alert")).toHaveText(`Need to specify ${words}`);
    await expect(page.getByRole("button", { name: /^Update/ })).toHaveCount(0);
  }
});

test("the edit form of a missing completion says so", { tag: "@long" }, async ({ page, member, faults }) => {
  faults.expect(reportOf(404));
  const nothing = { filekey: crypto.randomUUID() };
  await openAs(page, member, pages.editForm("ltc", { map: "#Ouch", towerset: '["Quincy","Quincy"]' }));
  await expect(page.getByRole("alert")).toHaveText("Could not find LTC completion");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit an LTC Completion");
  await expect(page).toHaveTitle("Edit an LTC Completion | BTD6 Index");
  await page.goto(pages.editForm("lcc", nothing));
  await expect(page.getByRole("alert")).toHaveText("Could not find LCC completion");
  await page.goto(pages.editForm("lcd", nothing));
  await expect(page.getByRole("alert")).toHaveText("Could not find LCD completion");
});

test("a hero's upgrades are a level, and what contradicts a tower's name is pointed out at once", async ({
  page,
  member,
}) => {
  await openAs(page, member, pages.addForm("2tc", { tower1: "Quincy", tower2: "Bloon Crush" }));
  // Until the index has answered, the box may be ticked while it is pressed.
  await expect(page.getByText(/No OG yet|The OG is/)).toBeVisible();
  await page.getByRole("checkbox", { name: "OG completion?" }).setChecked(true);
  const ofHero = page.getByRole("textbox", { name: "Tower 1 Upgrades" });
  const ofTower = page.getByRole("textbox", { name: "Tower 2 Upgrades" });
  await expect(ofHero).toHaveAttribute("placeholder", "Level 1 to 20");
  await expect(ofTower).toHaveAttribute("placeholder", "5-2-0");
  await ofHero.fill("0-5-2");
  await ofTower.fill("2-0-5");
  const hero = page.getByText("Quincy is a hero, who has a level from 1 to 20; you wrote 0-5-2.");
  const path = page.getByText("Bloon Crush is 5-0-0; you wrote 2-0-5.");
  await expect(hero).toBeVisible();
  await expect(path).toBeVisible();
  await ofHero.fill("20");
  await ofTower.fill("5-0-2");
  await expect(hero).toHaveCount(0);
  await expect(path).toHaveCount(0);
});
