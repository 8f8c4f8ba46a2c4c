import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openData } from "../../app/api/repositories.server.ts";
import { challengeCodeReads } from "../../app/features/challenge-codes/repository.server.ts";
import { compareWithCodes } from "../../app/features/completions/code-checks.server.ts";
import { write } from "../../app/features/completions/repository/effects.server.ts";
import {
  columnsOf,
  completionOf,
  completionStates,
  updateCompletion,
} from "../../app/features/completions/repository/stored-completion.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { mapIdOf } from "../../domain/game/map-ids.ts";
import type { FormTexts } from "../../domain/submissions/form.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { EXAMPLE } from "../game-server/answers.ts";
import { definitionOf, newPlayer, newTexts, openAs, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { newPerson, type Person } from "./people.ts";

test.skip(
  process.env.BROWSER_TEST_ENGINE === "workerd",
  "On Cloudflare's engine a test cannot put rows where only the game's server puts them.",
);

const DOCUMENT = { ...EXAMPLE, gameVersion: "54.3", createdAt: Date.UTC(2026, 4, 3) };

/** Adds a completion with neither version nor date whose code has a document with both, and what else that says. */
async function teach(page: Page, helper: Person, person: string, body: object = {}): Promise<string> {
  const code = `Z${crypto.randomUUID().replaceAll("-", "").slice(0, 6).toUpperCase()}`;
  const texts: FormTexts = { ...(await newTexts(page.request, "lcc")), person, notes: `Code: ${code}` };
  const filekey = await submitAs(helper, "lcc", texts);
  const database = openSqlite(join(process.env.BROWSER_TEST_DATA ?? "", "writing", "index.sqlite"));
  const document = JSON.stringify({ ...DOCUMENT, map: mapIdOf(texts.map ?? ""), ...body, id: code });
  await challengeCodeReads(database).save(code, document, new Date().toISOString(), "");
  const stored = await completionStates(database).findById(filekey);
  if (!stored) throw new Error(`no completion ${filekey}`);
  const { state } = stored;
  const older = { ...completionOf(stored), version: null, date: null };
  const map = { id: state.map_id, name: state.map };
  const after = { ...state, ...columnsOf(definitionOf("lcc"), older, map) };
  const entry = { at: new Date().toISOString(), actor: "system", action: "import" };
  await write(database, [updateCompletion(stored, after, { id: "system", isVerifier: true }, entry)]);
  await compareWithCodes([filekey], { data: openData(database), challenges: CHALLENGES });
  database.close();
  return filekey;
}

/** Opens the page, which lists what these players have. */
async function openWith(page: Page, helper: Person, people: readonly string[]): Promise<void> {
  await openAs(page, helper, pages.codes());
  for (const person of people) await expect(page.getByText(person).first()).toBeVisible();
}

const rowOf = (page: Page, person: string) =>
  page
    .getByRole("listitem")
    .filter({ hasText: person })
    .filter({ has: page.getByRole("link", { name: /LCC on/ }) });

test("a helper takes over what documents say, by a press and several by ticks, and undoes it @both", async ({
  page,
  helper,
}) => {
  const people = [newPlayer(), newPlayer(), newPlayer()] as const;
  const [first, second, third] = people;
  const filekeys = await Promise.all(people.map((person) => teach(page, helper, person)));
  await openWith(page, helper, people);
  const valuesOf = async (at: number) => {
    const { results } = await (
      await page.request.get(api.list("lcc", { filekey: filekeys[at] ?? "" }))
    ).json();
    return [results[0]?.version, results[0]?.date];
  };

  await expect(rowOf(page, first).getByRole("checkbox")).toHaveCount(2);
  await rowOf(page, first).getByRole("button", { name: "Take over Update" }).press("Enter");
  await expect(page.getByRole("status")).toContainText("1 completion has what the document says.");
  await expect(rowOf(page, first).getByRole("checkbox")).toHaveCount(1);
  expect(await valuesOf(0)).toEqual(["54.3", "unknown"]);

  await expect(page.getByRole("button", { name: "Take over 0 selected" })).toBeDisabled();
  await rowOf(page, second)
    .getByRole("checkbox", { name: /^Update: 54\.3/ })
    .press("Space");
  await rowOf(page, third).getByRole("checkbox", { name: /^Date/ }).check();
  await page.getByRole("button", { name: "Take over 2 selected" }).click();
  await expect(page.getByRole("status")).toContainText("2 completions have what the document says.");
  expect([await valuesOf(1), await valuesOf(2)]).toEqual([
    ["54.3", "unknown"],
    ["unknown", "2026-05-03"],
  ]);
  await page.getByRole("button", { name: "Undo all 2" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Undone." }).first()).toBeVisible();
  expect([await valuesOf(1), await valuesOf(2)]).toEqual([
    ["unknown", "unknown"],
    ["unknown", "unknown"],
  ]);
});

test("what differs leads to the form, and an administrator switches asking on and off", {
  tag: "@long",
}, async ({ page, helper }) => {
  const person = newPlayer();
  const filekey = await teach(page, helper, person, { lives: 2 });
  await openWith(page, helper, [person]);
  const row = rowOf(page, person).filter({ hasText: "the number of lives is 2, not 1." });
  await expect(row.getByRole("link", { name: /^Edit/ })).toHaveAttribute(
    "href",
    pages.editForm("lcc", { filekey }),
  );
  await expect(page.getByText("An administrator switches this on and off.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask for old codes" })).toHaveCount(0);

  const administrator = await newPerson(helper.origin, ["Admin"]);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openAs(page, administrator, pages.codes());
  await page.getByRole("button", { name: "Ask for old codes" }).press("Enter");
  await expect(page.getByText(/^On: 60 codes an hour|^On: every code|^On, but/)).toBeVisible();
  await page.getByRole("button", { name: "Stop asking for old codes" }).click();
  await expect(page.getByText("Off: only codes of new completions are asked for.")).toBeVisible();
  await page.goto(pages.changes({ noun: "code-backfill" }));
  await expect(page.getByText("Asking for the codes of old completions").first()).toBeVisible();
});
