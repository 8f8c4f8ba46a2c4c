// Databases that a start must not serve as if nothing were wrong, and media that are missing or cut: what is damaged is said,
// what is not is served, and nothing is made worse.

import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Visitor } from "../../test/node/visitor.ts";
import { begin, brokenIn, type Drill, fileOf, openSite, type Row, read, until } from "./shared.ts";

/** Damages a table that no start and no public page reads. */
function damagePage(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("pragma wal_checkpoint(truncate)");
  const size = Number(database.prepare("pragma page_size").get()?.page_size);
  const { rootpage } =
    database.prepare("select rootpage from sqlite_schema where name = 'report'").get() ?? {};
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (Number(rootpage) - 1) * size, Number(rootpage) * size);
  writeFileSync(file, bytes);
}

function addMigration(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("insert into d1_migrations (name) values ('9999-of-tomorrow.sql')");
  database.close();
}

/** What is done to a database, and what a start says of it. */
const REFUSED: readonly (readonly [string, (file: string) => void, string])[] = [
  ["a file of garbage", (file) => writeFileSync(file, "not a database ".repeat(1_000)), "is damaged"],
  ["a database that was cut off", (file) => truncateSync(file, 5_000), "is damaged"],
  ["an empty file", (file) => writeFileSync(file, ""), "is empty"],
  ["no file, beside media", (file) => rmSync(file), "is missing"],
  ["a newer schema", addMigration, "newer version of the site"],
];

export const damage: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const whole = await openSite(data);
  const serving = await whole.begin();
  await whole.write();
  await serving.end("SIGTERM");
  await whole.end();
  async function damagedCopy(damaged: (file: string) => void) {
    const folder = newFolder();
    cpSync(data, folder, { recursive: true });
    const file = join(folder, "index.sqlite");
    damaged(file);
    return { folder, file, site: await openSite(folder) };
  }
  const rows: Row[] = [];
  for (const [what, damaged, says] of REFUSED) {
    const { file, site } = await damagedCopy(damaged);
    const content = () => (existsSync(file) ? readFileSync(file).toString("base64") : null);
    const before = content();
    const said = await site.begin().then(
      () => "that it serves",
      (error: Error) => error.message,
    );
    await site.end();
    site.expect(said.includes(says) && !/\n\s+at /.test(said), `it says: ${said}`);
    site.expect(content() === before, "the file is not as it was");
    const did = `${what}: the start is refused in a sentence, and the file left alone`;
    rows.push({ did, wrong: site.wrong });
  }

  const { folder, site } = await damagedCopy(damagePage);
  const { expect } = site;
  const damagedSite = await site.begin();
  expect(await until(async () => !(await site.isReady()), 30), "the damage was never noticed");
  await site.readAll();
  const { status } = await new Visitor(site.origin).authorize();
  expect(status === 503, `a write got ${status}`);
  expect(/damaged/.test(damagedSite.printed()), "the log does not say it");
  const taking = begin(["backup", newFolder()], folder);
  const code = await taking.ended;
  expect(code === 1 && taking.printed().includes("damaged"), `a backup of it: ${taking.printed()}`);
  await site.end();
  const did =
    "a damaged page: found after the start, whole pages are read, writes get 503, no backup is taken of it";
  return [...rows, { did, wrong: site.wrong }];
};

export const media: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const site = await openSite(data);
  const { expect } = site;
  await site.begin();
  await site.write(3);
  const [missing = "", cut = "", whole = ""] = site.written;
  const fileOfKey = (key: string): string =>
    fileOf(data, read<string>(data, `select hash from media where key = '${key}'`)[0]);
  const copyOfCut = join(newFolder(), "copy");
  copyFileSync(fileOfKey(cut), copyOfCut);
  rmSync(fileOfKey(missing));
  truncateSync(fileOfKey(cut), 40);
  /** Returns the status, once all of the file arrived; 0 if it broke off. */
  const statusOf = (key: string): Promise<number> => site.statusOfPicture(key).catch(() => 0);
  const [ofMissing, ofCut, ofWhole] = [await statusOf(missing), await statusOf(cut), await statusOf(whole)];
  expect([404, 503].includes(ofMissing), `a missing file is answered with ${ofMissing}`);
  // Neither 200 with what is left nor an end that looks like one.
  expect(ofCut === 0 || ofCut >= 400, `a cut file is answered with ${ofCut}`);
  expect(ofWhole === 200, `a whole file is answered with ${ofWhole}`);
  await site.readAll();
  const taking = begin(["backup", newFolder()], data);
  const isNamed = (await taking.ended) === 0 && /missing|lost|lack/i.test(taking.printed());
  expect(isNamed, `a backup says: ${taking.printed()}`);
  // Sending the same file again mends it.
  for (const file of [fileOfKey(whole), copyOfCut]) {
    const image = new File([new Uint8Array(readFileSync(file))], "a.png");
    const { status } = await site.submit({ image });
    expect(status === 200, `a submission of a known file got ${status}`);
  }
  const mended = await statusOf(cut);
  expect(mended === 200, `a cut file that was sent again is answered with ${mended}`);
  await site.end();
  const broken = (await brokenIn(data)).filter((each) => each.includes("missing"));
  expect(broken.length === 1, `besides the missing file: ${broken}`);
  const did =
    "one picture removed and one cut: said by a backup, others are served, and sending a file again mends it";
  return { did, wrong: site.wrong };
};
