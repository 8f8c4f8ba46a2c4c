// Databases that a start must not serve as if nothing were wrong, and media that are missing or cut: what is damaged is said,
// what is not is served, and nothing is made worse.

import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { mediaUrl } from "../../domain/contract/routes.ts";
import { Visitor } from "../../test/node/visitor.ts";
import {
  begin,
  brokenIn,
  type Drill,
  findings,
  isReady,
  openSite,
  type Row,
  read,
  readAll,
  submit,
  submitOne,
  until,
} from "./shared.ts";

/** Damages a table that no start and no public page reads. */
function damagePage(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("pragma wal_checkpoint(truncate)");
  const [size, page] = [
    Number(database.prepare("pragma page_size").get()?.page_size),
    Number(database.prepare("select rootpage from sqlite_schema where name = 'report'").get()?.rootpage),
  ];
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (page - 1) * size, page * size);
  writeFileSync(file, bytes);
}

/** What is done to a database, and what a start says of it. */
const REFUSED: readonly (readonly [string, (file: string) => void, string])[] = [
  ["a file of garbage", (file) => writeFileSync(file, "not a database ".repeat(1_000)), "is damaged"],
  ["a database that was cut off", (file) => truncateSync(file, 5_000), "is damaged"],
  ["an empty file", (file) => writeFileSync(file, ""), "is empty"],
  ["no file, beside media", (file) => rmSync(file), "is missing"],
  [
    "a newer schema",
    (file) => {
      const newer = new DatabaseSync(file);
      newer.exec("insert into d1_migrations (name) values ('9999-of-tomorrow.sql')");
      newer.close();
    },
    "newer version of the site",
  ],
];

export const damage: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const first = await openSite(data);
  const serving = await first.begin();
  await submitOne(first.origin, await first.signIn(), 1);
  await serving.end("SIGTERM");
  first.close();
  const copy = (): string => {
    const folder = newFolder();
    cpSync(data, folder, { recursive: true });
    return folder;
  };
  const rows: Row[] = [];
  for (const [what, damaged, says] of REFUSED) {
    const { wrong, expect } = findings();
    const folder = copy();
    const file = join(folder, "index.sqlite");
    damaged(file);
    const content = () => (existsSync(file) ? readFileSync(file).toString("base64") : null);
    const before = content();
    const site = await openSite(folder);
    const said = await site.begin().then(
      () => "that it serves",
      (error: Error) => error.message,
    );
    site.close();
    expect(said.includes(says) && !/\n\s+at /.test(said), `it says: ${said}`);
    expect(content() === before, "the file is not as it was");
    rows.push({ did: `${what}: the start is refused in a sentence, and the file left alone`, wrong });
  }

  const { wrong, expect } = findings();
  const folder = copy();
  damagePage(join(folder, "index.sqlite"));
  const site = await openSite(folder);
  const damagedSite = await site.begin();
  expect(await until(async () => !(await isReady(site.origin)), 30), "the damage was never noticed");
  for (const path of ["/", "/lcd", "/fetch-lcd"]) {
    const { status } = await new Visitor(site.origin).get(path);
    expect(status === 200, `${path}, of undamaged pages, got ${status}`);
  }
  const written = await new Visitor(site.origin).authorize();
  expect(written.status === 503, `a write got ${written.status}`);
  expect(/damaged/.test(damagedSite.printed()), "the log does not say it");
  const taking = begin(["backup", newFolder()], folder);
  expect(
    (await taking.ended) === 1 && taking.printed().includes("damaged"),
    `a backup of it: ${taking.printed()}`,
  );
  await damagedSite.end();
  site.close();
  rows.push({
    did: "a damaged page: found after the start, whole pages are read, writes get 503, no backup is taken of it",
    wrong,
  });
  return rows;
};

export const media: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const { wrong, expect } = findings();
  const site = await openSite(data);
  const serving = await site.begin();
  const tokens = await site.signIn();
  const keys: string[] = [];
  for (let money = 1; money <= 3; money++) keys.push(await submitOne(site.origin, tokens, money));
  const [missing = "", cut = "", whole = ""] = keys;
  const fileOf = (key: string): string => {
    const [hash = ""] = read<string>(data, `select hash from media where key = '${key}'`);
    return join(data, "media", hash.slice(0, 2), hash);
  };
  const copy = join(newFolder(), "copy");
  copyFileSync(fileOf(cut), copy);
  rmSync(fileOf(missing));
  truncateSync(fileOf(cut), 40);
  const get = (key: string) =>
    fetch(site.origin + mediaUrl(key, null)).then(
      async (response) => [response.status, (await response.arrayBuffer()).byteLength] as const,
      () => "broken off" as const,
    );
  const [ofMissing, ofCut, ofWhole] = [await get(missing), await get(cut), await get(whole)];
  expect(
    ofMissing !== "broken off" && [404, 503].includes(ofMissing[0]),
    `a missing file is answered with ${ofMissing}`,
  );
  // Neither 200 with what is left nor an end that looks like one.
  expect(ofCut === "broken off" || ofCut[0] >= 400, `a cut file is answered with ${ofCut}`);
  expect(ofWhole !== "broken off" && ofWhole[0] === 200, `a whole file is answered with ${ofWhole}`);
  await readAll(site.origin);
  const taking = begin(["backup", newFolder()], data);
  const code = await taking.ended;
  expect(
    code === 0 && /missing|lost|lack/i.test(taking.printed()),
    `a backup (${code}) says: ${taking.printed()}`,
  );
  // Whoever sends the same file again mends it.
  for (const [at, key] of [missing, cut].entries()) {
    const bytes = new File([new Uint8Array(readFileSync(at === 0 ? fileOf(whole) : copy))], "a.png");
    const { status } = await submit(new Visitor(site.origin), tokens, 10 + at, { image: bytes });
    expect(status === 200, `a submission beside ${key.slice(0, 8)} got ${status}`);
  }
  const mended = await get(cut);
  expect(
    mended !== "broken off" && mended[0] === 200,
    `a cut file that was sent again is answered with ${mended}`,
  );
  await serving.end();
  site.close();
  const broken = (await brokenIn(data)).filter((each) => each.includes("missing"));
  expect(broken.length === 1, `besides the missing file: ${broken}`);
  return [
    {
      did: "one picture removed and one cut: said by a backup, others are served, and sending a file again mends it",
      wrong,
    },
  ];
};
