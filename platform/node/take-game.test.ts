import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js";
import { afterEach, expect, test } from "vitest";
import { COMMAND_LINE } from "../../app/features/accounts/repository/accounts.server.ts";
import { api } from "../../domain/contract/routes.ts";
import { SAMPLE_FOLDER, sampleTexts } from "../../test/game-export/sample.ts";
import { newFolder, openIndex } from "../../test/moving-out/lived-in.ts";
import { endAll, run } from "../../test/node/processes.ts";

const HELPER = { id: "the-helpers-id", roles: ["Index Helper"] };

afterEach(endAll);

/** Returns an index without Skywarden, and what runs the command on it. */
async function withoutSkywarden() {
  const folder = newFolder();
  const index = await openIndex(folder);
  expect((await index.post(api.deleteTower(), { name: "Skywarden" }, HELPER)).status).toBe(200);
  const towers = async () => {
    const { body } = await index.get(api.catalogue());
    return (body as unknown as { towers: { name: string }[] }).towers.map(({ name }) => name);
  };
  const game = async (...argv: string[]) => {
    const command = run("command.ts", ["game", ...argv], { DATA_DIR: folder, SAMPLE_DATA: "off" });
    return { code: await command.ended, said: command.printed() };
  };
  return { index, folder, towers, game };
}

test("game says what differs in a folder, takes it over as one act, and a second time finds nothing", async () => {
  const { index, towers, game } = await withoutSkywarden();
  const compared = await game(SAMPLE_FOLDER, "--version", "56.3");
  expect(compared).toMatchObject({
    code: 0,
    said: expect.stringContaining("new      tower Skywarden: Magic, $205"),
  });
  expect(await towers()).not.toContain("Skywarden");

  const taken = await game(SAMPLE_FOLDER, "--version", "56.3", "--take");
  expect(taken).toMatchObject({
    code: 0,
    said: expect.stringMatching(/changed \d+ towers, heroes and maps\n$/),
  });
  expect(await towers()).toContain("Skywarden");
  const { body } = await index.getAs(api.changes(), HELPER.id, HELPER.roles);
  const [last] = body.results as unknown as { act: { id: string; size: number } }[];
  expect(last?.act.size).toBeGreaterThan(1);
  const [logged] = index.sqlite
    .prepare("select actor, actor_level from change order by seq desc limit 1")
    .all();
  expect(logged).toMatchObject({ actor: COMMAND_LINE, actor_level: "helper" });

  const again = await game(SAMPLE_FOLDER, "--version", "56.3", "--take");
  expect(again).toMatchObject({ code: 0, said: expect.stringMatching(/^0 new, 0 changed\n/m) });
  const undone = await index.post(api.undoChange(), { act: last?.act.id ?? "" }, HELPER);
  expect(undone.body).toMatchObject({ undone: last?.act.size, left: [] });
  expect(await towers()).not.toContain("Skywarden");
}, 60_000);

test("game reads a ZIP, and refuses what is none, what is cut and what is not there in one sentence", {
  tags: ["long"],
  timeout: 60_000,
}, async () => {
  const { folder, towers, game } = await withoutSkywarden();
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [path, text] of await sampleTexts()) await writer.add(path, new TextReader(text));
  const zip = new Uint8Array(await (await writer.close()).arrayBuffer());
  const [whole, cut] = [join(folder, "game.zip"), join(folder, "cut.zip")];
  writeFileSync(whole, zip);
  writeFileSync(cut, zip.subarray(0, zip.length / 2));
  for (const [argv, sentence] of [
    [[cut, "--version", "56.3", "--take"], "This is not a whole ZIP file."],
    [[join(folder, "none"), "--version", "56.3"], `There is no folder or ZIP ${join(folder, "none")}.`],
    [[whole], "Say which version of the game the export is of: --version 56.3"],
    [[whole, "--version", "x", "--take"], "“x” is not a version of the game."],
    [[whole, "--version", "40.0", "--take"], "The export is of 40.0, and version 56.3 is known here."],
  ] as const)
    expect(await game(...argv)).toEqual({ code: 1, said: `${sentence}\n` });
  expect(await towers()).not.toContain("Skywarden");
  expect((await game(whole, "--version", "56.3", "--take")).code).toBe(0);
  expect(await towers()).toContain("Skywarden");
});
