import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { FORMS as INDEX_FORMS, ODD_INDEX } from "../../packages/import/test/fixture.ts";
import { encodePng } from "../../server/png.ts";
import { FORMS } from "../../test/forms.ts";
import { REPLAYED, type Request } from "./site.ts";

export type Fields = Readonly<Record<string, string | Blob>>;
export type Writer = "administrator" | "member";
/** Access tokens of those who write. */
export type Tokens = Readonly<Record<Writer, string>>;

/** Makes a write, by somebody or by nobody, and returns the JSON of the answer. */
export type Write = (who: Writer | null, path: string, fields: Fields) => Promise<Record<string, unknown>>;

/** Returns the request that sends a form. */
export async function formRequest(tokens: Tokens, who: Writer | null, fields: Fields): Promise<Request> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    value instanceof Blob ? form.append(name, value, `${name}.file`) : form.append(name, value);
  const encoded = new Response(form);
  const headers = {
    "content-type": encoded.headers.get("Content-Type") ?? "",
    ...(who === null ? {} : { authorization: `Bearer ${tokens[who]}` }),
  };
  return { method: "POST", headers, body: new Uint8Array(await encoded.arrayBuffer()) };
}

const CLIP = join(import.meta.dirname, "../../sample/media/clip.webm");

/** Makes writes of every kind, those that are refused among them, so that two sites can be given the same. */
export async function writeEverything(write: Write): Promise<void> {
  const picture = new Blob([await encodePng({ width: 4, height: 3, data: new Uint8Array(36).fill(80) })]);
  const clip = new Blob([new Uint8Array(readFileSync(CLIP))]);
  for (const challenge of CHALLENGES.keys()) {
    const submit = (who: Writer | null, fields: Fields) =>
      write(who, api.addSubmit(challenge), { ...FORMS[challenge], ...fields });
    await submit(null, { link: "https://example.org/proof" });
    await submit("member", {});
    await submit("member", { image: new Blob(["no picture"]) });
    const { filekey } = await submit("member", { image: picture, attachments: clip });
    await submit("member", { link: "https://example.org/twice" });
    const entries = JSON.stringify([filekey]);
    await write("member", api.verifyCompletions(), { entries });
    const { changes } = await write("administrator", api.verifyCompletions(), { entries });
    await write("administrator", api.undoChange(), { seq: String((changes as number[] | undefined)?.[0]) });
    await write("administrator", api.verifyCompletions(), { entries });
    const edit = { edit: "true", "edited-filekey": String(filekey), link: "https://example.org/edited" };
    await submit("administrator", { ...edit, notes: "**edited**" });
    const { filekey: rejected } = await submit("member", {
      person: "Rejected",
      link: "https://example.org/r",
    });
    await write("administrator", api.rejectCompletion(), { filekey: String(rejected), reason: "because" });
    const { filekey: deleted } = await submit("member", { person: "Deleted", link: "https://example.org/d" });
    await write("administrator", api.deleteSubmit(challenge), { entries: JSON.stringify([deleted]) });
  }
  await write("member", api.changeName(), { name: "Somebody" });
  const map = {
    map: "Frozen Pond",
    abbreviation: "FRP",
    difficulty: "advanced",
    version: "52",
    length: "20.5",
    numEntrances: "1",
    numExits: "2",
    numObjects: "0",
  };
  await write("member", api.addMap(), map);
  await write("administrator", api.addMap(), { ...map, image: picture });
  await write("administrator", api.addMap(), map);
  await write("administrator", api.addMapToo(), { ...map, map: "Another Pond", abbreviation: "ANP" });
  await write("administrator", api.deleteMap(), { map: "Another Pond" });
  await write("administrator", api.addMap(), { ...map, map: "Frozen Lake", oldMap: "Frozen Pond" });
  await write("administrator", api.addChimpsStart(), {
    map: "Quad",
    title: "Start with Quincy",
    link: "https://example.org/start",
  });
  await write("administrator", api.addBalanceChange(), {
    tower: "Ice Monkey",
    version: "99.1",
    change: "000 A longer freeze",
    nature: "buff",
  });
  const { id } = await write("administrator", api.addSpelling(), {
    spelling: "cold one",
    name: "Absolute Zero",
  });
  await write("administrator", api.deleteSpelling(), { id: String(id) });
}

/**
 * Moves an untidy index into a data folder, by the import of the revision that is built in `built`: unknown towers,
 * respelled maps, what was taken twice, several originals, links without a scheme.
 */
export function importOddRows(built: string, data: string): void {
  const makeFile = INDEX_FORMS["an SQL dump"];
  if (makeFile === undefined) throw new Error("packages/import/test makes no SQL dumps.");
  const command = [...REPLAYED, "platform/node/command.ts", "import", makeFile(ODD_INDEX), "--apply"];
  execFileSync(process.execPath, command, {
    cwd: built,
    env: { ...process.env, DATA_DIR: data },
    stdio: "ignore",
  });
}

const NOTES = [
  "| Round | Tower |\n|---|:-:|\n| 40 | **Ice** |\n| 63 | `a|b` <b>no</b> |",
  "# Heading\n\n- one\n  1. two\n     > quoted\n\n```\ncode <i>\n```\n\nhttps://example.org/a_b_c?d=1&e=2",
  "\u202Ebackwards\u202C, e\u0301 and é, 🎈👩‍👩‍👧, \t a tab,  two blanks,\r\nand \\*no\\* emphasis",
  "![picture](https://example.org/x.png) [link](javascript:alert(1)) &amp; &lt;script&gt;",
];
const PEOPLE = [
  "Zoë  Ångström",
  "  blanks around  ",
  "e\u0301lan",
  "élan",
  'O\'Neil "Q"',
  "<b>Bold</b>",
  "桜 🎈",
];
const VERSIONS = ["39.x", "39.", "v40", "44.1", "9999", "1.0.0.0", "", "４０"];
const MAPS = ["quad", "#OUCH", "adoras temple", "Nowhere", "X  Factor", "Quadd"];

/** Makes the writes that people make who do not look: refused ones, several claims to one completion, odd texts. */
export async function writeOddRows(write: Write): Promise<void> {
  const submit = (challenge: string, fields: Fields) =>
    write("member", api.addSubmit(challenge), {
      ...FORMS[challenge],
      link: "https://example.org/odd",
      ...fields,
    });
  const filekeys: unknown[] = [];
  for (const [at, person] of PEOPLE.entries()) {
    const text = { notes: NOTES[at % NOTES.length] ?? "", version: VERSIONS[at % VERSIONS.length] ?? "" };
    // All of them claim the same completion.
    filekeys.push((await submit("2tc", { ...text, person })).filekey);
    filekeys.push((await submit("2mp", { ...text, person, map: MAPS[at % MAPS.length] ?? "" })).filekey);
    await submit("lcc", { ...text, person, money: String(12_000 - at), date: at % 2 ? "2025-02-30" : "" });
    // Originals that wait for a helper.
    await submit("ltc", { person, og: "1", notes: text.notes, version: "44.1" });
  }
  for (const version of VERSIONS) await submit("lcd", { version, money: "1", person: "Ada", map: "Logs" });
  const known = filekeys.filter((each) => typeof each === "string");
  for (const filekey of known.filter((_, at) => at % 3 === 0))
    await write("administrator", api.verifyCompletions(), { entries: JSON.stringify([filekey]) });
  await write("administrator", api.rejectCompletion(), { filekey: String(known[1]), reason: "no  proof" });
}
