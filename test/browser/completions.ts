import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import type { Field } from "../../domain/fields/index.ts";
import { doubtOf, refusalOf } from "../../domain/fields/tower/kind.ts";
import { refusalInSet } from "../../domain/fields/towerset/kind.ts";
import type { TowerName } from "../../domain/game/catalogue.ts";
import { MAPS } from "../../domain/game/maps.ts";
import { ogKeys } from "../../domain/lists/key-query.ts";
import { proofSlots } from "../../domain/media/proof-slots.ts";
import { emptyTexts, type FormTexts, formFields } from "../../domain/submissions/form.ts";
import { checkSubmission } from "../../domain/submissions/submission.ts";
import { FACTS } from "../catalogue.ts";
import type { Upload } from "./files.ts";
import { accountMenu, type Person } from "./people.ts";

export const PROOF = "https://example.org/proof";

export function definitionOf(key: string): ChallengeDefinition {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(`no challenge ${key}`);
  return definition;
}

const random = (below: number): number => Math.floor(Math.random() * below);

function anyOf<Each>(list: readonly Each[]): Each {
  const one = list[random(list.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
}

/** Returns a unique name. Its letters cannot form a word that the site would refuse. */
export const newPlayer = (): string =>
  `P${Array.from({ length: 10 }, () => anyOf([..."bdgkmprz"])).join("")}`;

const towersFor = (isOffered: (tower: TowerName) => boolean): string =>
  anyOf(FACTS.names.filter(isOffered)).name;

const upgrade = (): string => `${random(6)}-${random(3)}-0`;

/** Returns a value that the field accepts. */
function valueFor(field: Field): string {
  switch (field.kind) {
    case "tower":
      return towersFor((tower) => refusalOf(field, tower) === null && doubtOf(field, tower) === null);
    case "towerset": {
      const chosen = Array.from({ length: 3 }, () =>
        towersFor((tower) => refusalInSet(field, tower) === null),
      );
      return JSON.stringify(field.set ? [...new Set(chosen)] : chosen);
    }
    case "upgradeset":
      return JSON.stringify([upgrade(), null, upgrade()]);
    case "upgrade":
      return upgrade();
    case "map":
      // Journeys look for the sample's records on this one.
      return anyOf(MAPS.filter(({ name }) => name !== "Quad")).name;
    case "person":
      return newPlayer();
    case "completiontype":
      // A heroless one takes no heroes, which may be among the towers.
      return anyOf(field.choices.filter((choice) => choice !== "heroless"));
    case "money":
      return String(random(field.max));
    case "version":
      return `${random(40) + 10}.${random(3)}`;
    case "date":
      return `2025-0${random(9) + 1}-1${random(10)}`;
    default:
      return "";
  }
}

/** Returns a form's texts that nobody has submitted yet; with `og`, of a new original and including the OG extras. */
export async function newTexts(
  request: APIRequestContext,
  key: string,
  { og = false }: { og?: boolean } = {},
): Promise<FormTexts> {
  const definition = definitionOf(key);
  const { main, ogExtras } = formFields(definition);
  for (;;) {
    const filled = [...main, ...(og ? ogExtras : [])].map(([name, field]) => [name, valueFor(field)]);
    const texts = { ...emptyTexts(definition), ...Object.fromEntries(filled) };
    // Towers that fit each by itself may not be there together, as two heroes.
    if (checkSubmission(definition, { ...texts, og: og ? "on" : "" }, FACTS).submission === null) continue;
    const of = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, texts[name]]));
    const taken = [
      ...(definition.identity.length > 0 ? [api.list(key, { ...of(definition.keys), count: 0 })] : []),
      ...(og ? [api.list(key, { ...of(ogKeys(definition)), og: 1, count: 0 })] : []),
    ];
    const counts = await Promise.all(
      taken.map(async (path) => (await (await request.get(path)).json()).count),
    );
    if (counts.every((count) => count === 0)) return texts;
  }
}

/** Returns the player, whose name narrows a list to this completion. */
export const playerOf = (texts: FormTexts): string => texts.person ?? texts.person1 ?? "";

/** Returns the address of the list with only this completion. */
export const listOf = (key: string, texts: FormTexts): string => pages.list(key, { query: playerOf(texts) });

/** Submits as somebody, without a browser, and returns the filekey. */
export async function submitAs(
  { visitor, tokens }: Person,
  key: string,
  texts: FormTexts,
  files: Readonly<Record<"image" | "attachments", Upload>> | null = null,
): Promise<string> {
  const sent = Object.entries(files ?? {}).map(([name, { buffer, mimeType, name: file }]) => [
    name,
    new File([new Uint8Array(buffer)], file, { type: mimeType }),
  ]);
  const proof = files ? Object.fromEntries(sent) : { link: PROOF };
  const { json } = await visitor.call(api.addSubmit(key), tokens, { ...texts, ...proof });
  if (json.inserted !== true) throw new Error(JSON.stringify(json));
  return String(json.filekey);
}

/** Adds a map, so that no other test's claims are on it, and returns its name. */
export async function newMap(helper: Person): Promise<string> {
  const abbreviation = newPlayer();
  const map = `Queue ${abbreviation}`;
  const facts = { difficulty: "expert", length: "30", numEntrances: "1", numExits: "1", numObjects: "0" };
  await helper.visitor.call(api.addMap(), helper.tokens, { ...facts, map, abbreviation });
  return map;
}

/** The browser state of people who have signed in. Going through the provider for each page would take a second. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>();

/** Opens a page as somebody who is signed in. */
export async function openAs(page: Page, person: Person, path: string): Promise<void> {
  const context = page.context();
  const known = sessions.get(person.id);
  if (known) await context.setStorageState(known);
  else {
    await context.addCookies(person.visitor.cookies());
    // This page asks the provider on its own.
    await page.goto(pages.mySubmissions());
    await expect(accountMenu(page)).toBeVisible();
    sessions.set(person.id, await context.storageState());
  }
  await page.goto(path);
  await expect(accountMenu(page)).toBeVisible();
}

/** Finds the control of a field in the form, which also shows the field's problem. */
export function controlOf(page: Page, field: Field): Locator {
  const { kind, label } = field;
  if (kind === "towerset")
    return field.set
      ? page.getByRole("group", { name: label })
      : page.getByRole("textbox", { name: "Number of towers" });
  const roles = {
    tower: "combobox",
    map: "combobox",
    completiontype: "combobox",
    money: "spinbutton",
  } as const;
  const role = kind in roles ? roles[kind as keyof typeof roles] : "textbox";
  return page.getByRole(role, { name: label, exact: true });
}

/** Chooses a name as people do, by typing it. */
async function choose(page: Page, box: Locator, name: string): Promise<void> {
  // A click opens the list. Filling in the value that is already there would not.
  await box.click();
  await box.fill(name);
  await page.getByRole("option", { name, exact: true }).click();
  await expect(box).toHaveValue(name);
}

async function fillInField(page: Page, name: string, field: Field, texts: FormTexts): Promise<void> {
  const text = texts[name] ?? "";
  const control = controlOf(page, field);
  if (field.kind === "tower" || field.kind === "map") return choose(page, control, text);
  if (field.kind === "completiontype") return void (await control.selectOption(text));
  if (field.kind === "upgradeset") {
    for (const [at, each] of (JSON.parse(text) as (string | null)[]).entries())
      await page.getByRole("textbox", { name: `Upgrades ${at + 1}` }).fill(each ?? "");
    return;
  }
  if (field.kind !== "towerset") return control.fill(text);
  const towers: string[] = JSON.parse(text);
  if (field.set) {
    for (const tower of towers) await control.getByRole("checkbox", { name: tower, exact: true }).check();
    return;
  }
  await control.fill(String(towers.length));
  for (const [at, tower] of towers.entries())
    await choose(page, page.getByRole("combobox", { name: `Tower ${at + 1}`, exact: true }), tower);
}

/** Fills in a form except for the proof. */
export async function fillInTexts(page: Page, key: string, texts: FormTexts, og = false): Promise<void> {
  const { main, ogExtras } = formFields(definitionOf(key));
  for (const [name, field] of main) await fillInField(page, name, field, texts);
  const box = page.getByRole("checkbox", { name: "OG completion?" });
  if ((await box.count()) === 0) return;
  // The form ticks the box itself once it knows about originals; what a person chooses after that stays.
  if (ogKeys(definitionOf(key)).every((name) => texts[name] !== "[]"))
    await expect(page.getByRole("status").filter({ hasText: /\bOG\b/ })).toBeVisible();
  await box.setChecked(!og);
  await box.setChecked(og);
  if (!og) return;
  for (const [name, field] of ogExtras) await fillInField(page, name, field, texts);
}

export const linkBox = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Link to a picture or a video" });

/** Enters a link as the proof. */
export async function giveLink(page: Page, link = PROOF): Promise<void> {
  const kind = page.getByRole("radio", { name: "Link", exact: true });
  // What the index has of the combination may arrive and move the page under the click.
  await expect(() => kind.check({ timeout: 2_000 })).toPass();
  await linkBox(page).fill(link);
}

/** Matches the button of a form that takes the file of the proof itself. */
export const proofButton = (key: string): RegExp =>
  new RegExp(`^${proofSlots(definitionOf(key))[0]?.label} Choose`);

/** Chooses a file by a button of the form. */
export async function chooseFile(page: Page, button: string | RegExp, upload: Upload): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles({ ...upload });
}

export const send = (page: Page, label: string): Promise<void> =>
  page.getByRole("button", { name: new RegExp(`^(Add|Update) ${label}$`) }).click();

/** Expects the message of success (SPEC section 8). */
export const expectRegistered = (page: Page, label: string): Promise<void> =>
  expect(page.getByRole("status").filter({ hasText: "Successfully" })).toContainText(
    `Successfully registered ${label}`,
  );

/** Expects the browser to have decoded a picture or a video. */
export const expectPlayable = (medium: Locator): Promise<void> =>
  expect
    .poll(() =>
      medium.evaluate((element) =>
        element instanceof HTMLVideoElement ? element.videoWidth : (element as HTMLImageElement).naturalWidth,
      ),
    )
    .toBeGreaterThan(0);

/** Accepts every dialog and returns a list that collects their messages. */
export function acceptDialogs(page: Page): string[] {
  const said: string[] = [];
  page.on("dialog", async (dialog) => {
    said.push(dialog.message());
    await dialog.accept();
  });
  return said;
}
