import { api } from "../../domain/contract/routes.ts";
import { newPerson, type Person } from "../../test/browser/people.ts";
import { run } from "../../test/node/processes.ts";
import { type Answer, type Attack, asText, type Fields, type Sent, type Target } from "./target.ts";

interface Row {
  readonly filekey: string;
  readonly texts: Fields;
  readonly owner: Person;
}

type Act = (row: Row, site: Target) => readonly [path: string, fields: Fields, as: Person];

const edit = ({ texts, filekey }: Row, notes: string): Fields => ({
  ...texts,
  edit: "true",
  "edited-filekey": filekey,
  notes,
});
const entries = ({ filekey }: Row): Fields => ({ entries: JSON.stringify([filekey]) });
const verdict = ({ filekey }: Row): Fields => ({
  entries: JSON.stringify([{ filekey, revision: 1, verdict: "verify" }]),
});
const reason = "The proof does not show it.";
const first = { revision: "1" };

/** What changes a completion by its file key. */
const byKey =
  (path: string, who: "owner" | "verifier" | "helper" | "administrator", more: Fields = {}): Act =>
  ({ filekey, owner }, { people }) => [path, { filekey, ...more }, who === "owner" ? owner : people[who]];

const ACTS: Readonly<Record<string, Act>> = {
  "its player edits": (row) => [api.addSubmit("lcc"), edit(row, "of the player"), row.owner],
  "a helper edits": (row, { people }) => [api.addSubmit("lcc"), edit(row, "of the helper"), people.helper],
  "an edit of revision 1": (row, { people }) => [
    api.addSubmit("lcc"),
    { ...edit(row, "of the first"), ...first },
    people.verifier,
  ],
  verify: (row, { people }) => [api.verifyCompletions(), entries(row), people.verifier],
  "verify as seen": (row, { people }) => [api.giveVerdicts(), verdict(row), people.helper],
  reject: byKey(api.rejectCompletion(), "helper", { reason }),
  "its player deletes": (row) => [api.deleteSubmit("lcc"), entries(row), row.owner],
  "a helper deletes": (row, { people }) => [api.deleteSubmit("lcc"), entries(row), people.administrator],
  "its player brings back": byKey(api.bringBack(), "owner"),
  ask: byKey(api.askPlayer(), "verifier", { body: "Which version?" }),
  answer: byKey(api.ownThread(), "owner", { body: "The newest." }),
  claim: byKey(api.claimReview(), "verifier", { take: "1" }),
  "another claims": byKey(api.claimReview(), "helper"),
  confirm: byKey(api.confirm(), "administrator", first),
  doubt: byKey(api.doubt(), "administrator", { ...first, reason }),
  undo: (row, site) => [api.undoChange(), { seq: newest(site, row) }, site.people.administrator],
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

/** Returns the newest entry of the log about a row. */
const newest = ({ rows }: Target, { filekey }: Row): string =>
  String(
    rows("select max(seq) as seq from change where noun = 'completion' and noun_id = ?", filekey)[0]?.seq,
  );

/** Returns a row with all that belongs to it, without what no two rows share. */
const stateOf = ({ rows }: Target, { filekey }: Row): string =>
  asText([
    rows(
      "select notes, pending is null as is_verified, verified_by is null as by_nobody, deleted_at is null as is_here, rejection, revision, confirmed_revision from completion where id = ?",
      filekey,
    ),
    rows("select action from change where noun = 'completion' and noun_id = ? order by seq", filekey),
    ...["message", "question", "report"].map((table) =>
      rows(`select count(*) as rows from ${table} where completion = ?`, filekey),
    ),
  ]);

/**
 * Each pair of acts on one row, sent at once to two processes, must end as one of the two orders does; or one of them is
 * refused because it came too late (409), and the row is as the other left it.
 */
export const races: Attack = async (site, found, progress) => {
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
    return (how: Sent = {}): Promise<Answer> => site.send(path, fields, as, how);
  }
  const act = (row: Row, name: string): Promise<Answer> => prepared(row, name)();
  const outcome = (row: Row, answers: readonly Answer[]): string =>
    `${answers.map((answer) => (answer.status < 300 ? "done" : "refused")).join(" and ")}: ${stateOf(site, row)}`;
  const pairs = Object.entries(BEGINNINGS).flatMap(([name, { before, acts }]) =>
    acts.flatMap((one, at) => acts.slice(at).map((other) => ({ name, before, one, other }))),
  );
  progress.expect(pairs.length);
  await progress.each(
    site.random.shuffle(pairs),
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
      const answers = await Promise.all([first({ to: site.one }), second({ to: site.other })]);
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
