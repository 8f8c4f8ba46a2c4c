import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { api } from "../../domain/contract/routes.ts";
import { newPerson, type Person } from "../../test/browser/people.ts";
import { run } from "../../test/node/processes.ts";
import { type Answer, type Attack, each, form, type Sent, type Target } from "./target.ts";

/** A completion and the one who submitted it. */
interface Row {
  readonly filekey: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly owner: Person;
}

type Act = (row: Row, site: Target) => readonly [path: string, fields: Record<string, string>, as: Person];

const edit = (row: Row, notes: string): Record<string, string> => ({
  ...row.texts,
  ...{ edit: "true", "edited-filekey": row.filekey, notes },
});
const entries = ({ filekey }: Row): Record<string, string> => ({ entries: JSON.stringify([filekey]) });
const reason = "The proof does not show it.";

/** Everything that changes one completion. */
const ACTS: Readonly<Record<string, Act>> = {
  "its player edits": (row) => [api.addSubmit("lcc"), edit(row, "of the player"), row.owner],
  "a helper edits": (row, { people }) => [api.addSubmit("lcc"), edit(row, "of the helper"), people.helper],
  "an edit of revision 1": (row, { people }) => [
    api.addSubmit("lcc"),
    { ...edit(row, "of the first"), revision: "1" },
    people.verifier,
  ],
  verify: (row, { people }) => [api.verifyCompletions(), entries(row), people.verifier],
  "verify as seen": (row, { people }) => [
    api.giveVerdicts(),
    { entries: JSON.stringify([{ filekey: row.filekey, revision: 1, verdict: "verify" }]) },
    people.helper,
  ],
  reject: (row, { people }) => [api.rejectCompletion(), { filekey: row.filekey, reason }, people.helper],
  "its player deletes": (row) => [api.deleteSubmit("lcc"), entries(row), row.owner],
  "a helper deletes": (row, { people }) => [api.deleteSubmit("lcc"), entries(row), people.administrator],
  "its player brings back": (row) => [api.bringBack(), { filekey: row.filekey }, row.owner],
  ask: (row, { people }) => [
    api.askPlayer(),
    { filekey: row.filekey, body: "Which version?" },
    people.verifier,
  ],
  answer: (row) => [api.ownThread(), { filekey: row.filekey, body: "The newest." }, row.owner],
  claim: (row, { people }) => [api.claimReview(), { filekey: row.filekey, take: "1" }, people.verifier],
  "another claims": (row, { people }) => [api.claimReview(), { filekey: row.filekey }, people.helper],
  confirm: (row, { people }) => [
    api.confirm(),
    { filekey: row.filekey, revision: "1" },
    people.administrator,
  ],
  doubt: (row, { people }) => [
    api.doubt(),
    { filekey: row.filekey, revision: "1", reason },
    people.administrator,
  ],
  undo: (row, { people, dataDir }) => [
    api.undoChange(),
    { seq: String(newest(dataDir, row)) },
    people.administrator,
  ],
};

/** How a row is before the two meet, and which acts meet there. */
const BEGINNINGS: Readonly<Record<string, { before: readonly string[]; acts: readonly string[] }>> = {
  pending: {
    before: [],
    acts: Object.keys(ACTS).filter((name) => !["its player brings back", "confirm", "doubt"].includes(name)),
  },
  verified: {
    before: ["verify"],
    acts: ["a helper edits", "an edit of revision 1", "a helper deletes", "confirm", "doubt", "undo"],
  },
  withdrawn: { before: ["its player deletes"], acts: ["its player brings back", "undo", "a helper edits"] },
  rejected: { before: ["reject"], acts: ["its player edits", "undo", "its player deletes", "answer"] },
};

function read<Value>(dataDir: string, look: (sqlite: DatabaseSync) => Value): Value {
  const sqlite = new DatabaseSync(join(dataDir, "index.sqlite"), { readOnly: true });
  try {
    return look(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Returns the newest entry of the log about a row. */
const newest = (dataDir: string, { filekey }: Row): number =>
  read(dataDir, (sqlite) =>
    Number(
      sqlite
        .prepare("select max(seq) as seq from change where noun = 'completion' and noun_id = ?")
        .get(filekey)?.seq,
    ),
  );

/** Returns a row with all that belongs to it, without what no two rows share. */
function stateOf({ dataDir }: Target, { filekey }: Row): string {
  return read(dataDir, (sqlite) => {
    const count = (table: string, column: string): unknown =>
      sqlite.prepare(`select count(*) as rows from ${table} where ${column} = ?`).get(filekey)?.rows;
    const row = sqlite
      .prepare(
        "select notes, pending is null as is_verified, verified_by is null as by_nobody, deleted_at is null as is_here, rejection, revision, confirmed_revision from completion where id = ?",
      )
      .get(filekey);
    const log = sqlite
      .prepare("select action from change where noun = 'completion' and noun_id = ? order by seq")
      .all(filekey);
    return JSON.stringify([
      row,
      log.map(({ action }) => action),
      count("message", "completion"),
      count("question", "completion"),
      count("report", "completion"),
    ]);
  });
}

/**
 * Each pair of acts on one row, sent at once to two processes, must end as one of the two orders does; or one of them is
 * told that it came too late (409), and the row is as the other left it.
 */
export const races: Attack = async (site, found) => {
  const owners = await Promise.all(Array.from({ length: 12 }, () => newPerson(site.origin)));
  let made = 0;
  async function newRow(before: readonly string[]): Promise<Row> {
    const owner = owners[made++ % owners.length] as Person;
    const row = { ...(await site.submit(owner, "lcc")), owner };
    for (const name of before) await act(row, name);
    return row;
  }
  function prepared(row: Row, name: string) {
    const [path, fields, as] = (ACTS[name] as Act)(row, site);
    return (to?: Sent["to"]): Promise<Answer> =>
      site.insist(path, { as, ...form(fields), ...(to ? { to } : {}) });
  }
  const act = (row: Row, name: string): Promise<Answer> => prepared(row, name)();
  const isDone = ({ status }: Answer): boolean => status < 300;
  const outcome = (row: Row, answers: readonly Answer[]): string =>
    `${answers.map((answer) => (isDone(answer) ? "done" : "refused")).join(" and ")}: ${stateOf(site, row)}`;
  const pairs = Object.entries(BEGINNINGS).flatMap(([name, { before, acts }]) =>
    acts.flatMap((one, at) => acts.slice(at).map((other) => ({ name, before, one, other }))),
  );
  await each(
    pairs,
    async ({ name, before, one, other }) => {
      const where = `${name}: ${one} + ${other}`;
      const [orders, alone]: [string[], string[]] = [[], []];
      for (const isSwapped of [false, true]) {
        const row = await newRow(before);
        // What a request says is settled before either is sent, as where they meet.
        const both = [prepared(row, one), prepared(row, other)] as const;
        const [first, second] = isSwapped ? [both[1], both[0]] : both;
        const begun = await first();
        alone.push(stateOf(site, row));
        const answers = [begun, await second()];
        orders.push(outcome(row, isSwapped ? answers.reverse() : answers));
      }
      const row = await newRow(before);
      const [first, second] = [prepared(row, one), prepared(row, other)];
      const answers = await Promise.all([first(site.one), second(site.other)]);
      for (const { status, text } of answers)
        if (status === 0 || status >= 500) found(where, `${status}: ${text.slice(0, 100)}`);
      const met = outcome(row, answers);
      const late = answers.findIndex(({ status }) => status === 409);
      const isAlone = late !== -1 && stateOf(site, row) === alone[1 - late];
      if (!orders.includes(met) && !isAlone)
        found(where, `at once: ${met}; one after the other: ${[...new Set(orders)].join(" or ")}`);
    },
    8,
  );
  const { ended, printed } = run("command.ts", ["check"], { DATA_DIR: site.dataDir, SAMPLE_DATA: "off" });
  if ((await ended) !== 0) found("index -- check", printed().slice(-600));
  return `${pairs.length} pairs of ${Object.keys(ACTS).length} acts; index -- check is content`;
};
