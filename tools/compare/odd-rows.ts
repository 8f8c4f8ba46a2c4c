import { execFileSync } from "node:child_process";
import { api } from "../../domain/contract/routes.ts";
import { FORMS } from "../../test/forms.ts";
import { FORMS as INDEX_FORMS, ODD_INDEX } from "../../test/moving-in/fixture.ts";
import { REPLAYED } from "./site.ts";
import type { Fields, Write } from "./writes.ts";

/**
 * Moves an untidy index into a data folder, by the import of the revision that is built in `built`: unknown towers,
 * respelled maps, what was taken twice, several originals, links without a scheme.
 */
export function importOddRows(built: string, data: string): void {
  const makeFile = INDEX_FORMS["an SQL dump"];
  if (makeFile === undefined) throw new Error("test/moving-in makes no SQL dumps.");
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
