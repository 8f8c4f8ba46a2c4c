import { join } from "node:path";
import { write } from "../../app/features/completions/repository/effects.server.ts";
import {
  columnsOf,
  completionOf,
  completionStates,
  updateCompletion,
} from "../../app/features/completions/repository/stored-completion.server.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import type { FormTexts } from "../../domain/submissions/form.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { sqlite } from "../../server/db/database.ts";
import {
  definitionOf,
  expectRegistered,
  giveLink,
  newPlayer,
  newTexts,
  openAs,
  submitAs,
} from "./completions.ts";
import { expect, test } from "./fixture.ts";

test.skip(
  process.env.BROWSER_TEST_ENGINE === "workerd",
  "On Cloudflare's engine a test cannot put rows where only an import puts them.",
);

/** Gives a completion a tower as an import may bring it. */
async function moveIn(filekey: string, tower: string): Promise<void> {
  const database = openSqlite(join(process.env.BROWSER_TEST_DATA ?? "", "writing", "index.sqlite"));
  const stored = await completionStates(database).findById(filekey);
  if (!stored) throw new Error(`no completion ${filekey}`);
  const { state } = stored;
  const moved = { ...completionOf(stored), towers: [tower] };
  const after = {
    ...state,
    ...columnsOf(definitionOf("2mp"), moved, { id: state.map_id, name: state.map }),
  };
  const entry = { at: new Date().toISOString(), actor: "system", action: "import" };
  await write(database, [updateCompletion(stored, after, { id: "system", isVerifier: true }, entry)]);
  database.close();
}

// It is no table on a phone.
test("a helper says what an unknown name of rows means, sees them, and undoes it in Changes", async ({
  page,
  helper,
}) => {
  const tower = `Sky Shreder Zz${crypto.randomUUID().slice(0, 8)}`;
  const filekeys: string[] = [];
  while (filekeys.length < 2) {
    const texts: FormTexts = { ...(await newTexts(page.request, "2mp")), person: newPlayer() };
    // What the name means is not taken on this map.
    const meant = { entity: "Sky Shredder", map: texts.map ?? "", count: 0 };
    const { count } = await (await page.request.get(api.list("2mp", meant))).json();
    if (count === 0) filekeys.push(await submitAs(helper, "2mp", texts));
  }
  for (const filekey of filekeys) await moveIn(filekey, tower);

  await openAs(page, helper, pages.list("2mp", { tower }));
  await expect(page.getByRole("main").getByRole("link", { name: /Unknown name/ })).toHaveCount(2);
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /Unknown name/ })
      .first(),
  ).toBeVisible();
  await page.goto(pages.notes("2mp", { filekey: filekeys[0] ?? "" }));
  await expect(page.getByRole("main").getByRole("link", { name: /Unknown name/ })).toBeVisible();

  await page.goto(pages.unresolved());
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: tower }) });
  await expect(row.getByRole("link", { name: "2MP (2)" })).toHaveAttribute(
    "href",
    pages.list("2mp", { tower }),
  );
  await row.getByRole("button", { name: "Something else" }).press("Enter");
  await row.getByRole("combobox", { name: `What “${tower}” is` }).fill("perma-sp");
  await page.getByRole("option", { name: "Perma-Spike" }).click();
  await expect(row.getByRole("button", { name: "It is Perma-Spike" })).toBeEnabled();
  await row.getByRole("button", { name: `It is Sky Shredder (${tower})` }).press("Enter");
  await expect(row.getByRole("status")).toContainText(`2 completions with “${tower}” have Sky Shredder now.`);
  await expect(row.getByRole("status")).toContainText(`Searches for “${tower}” find Sky Shredder.`);
  const towerOf = async (filekey = ""): Promise<unknown> =>
    (await (await page.request.get(api.list("2mp", { filekey, names: "game" }))).json()).results[0]?.entity;
  expect(await towerOf(filekeys[0])).toBe("Sky Shredder");

  await page.getByRole("main").getByRole("link", { name: "Changes" }).click();
  const together = page.getByRole("listitem").filter({ hasText: `${tower}" of Sky Shredder and 2 more` });
  await together.getByRole("button", { name: "Undo all 3" }).click();
  await expect.poll(() => Promise.all(filekeys.map(towerOf))).toEqual([tower, tower]);
});

test("a helper finds a completion without a proof and gives it one", async ({ page, helper }) => {
  const texts: FormTexts = { ...(await newTexts(page.request, "2mp")), person: newPlayer() };
  const filekey = await submitAs(helper, "2mp", texts);
  const database = openSqlite(join(process.env.BROWSER_TEST_DATA ?? "", "writing", "index.sqlite"));
  await database.atomic([
    sqlite.updateTable("completion").set({ link: null }).where("id", "=", filekey).compile(),
  ]);
  database.close();
  await openAs(page, helper, pages.unresolved());
  const row = page.getByRole("listitem").filter({ hasText: texts.person ?? "" });
  await expect(row).toContainText(`${texts.entity} 2MP on ${texts.map} by ${texts.person} (Pending)`);
  await row.getByRole("link", { name: /^Add proof/ }).click();
  await giveLink(page);
  await page.getByRole("button", { name: "Update 2MP" }).click();
  await expectRegistered(page, "2MP");
  await page.goto(pages.unresolved());
  await expect(page.getByRole("heading", { name: "Without a proof" })).toBeVisible();
  await expect(page.getByText(/^Every completion has its proof|^\d+ completions?$/)).toBeVisible();
  await expect(row).toHaveCount(0);
});
