// A site that is killed with -9 again and again while people write: submissions with pictures, edits, verdicts, deletions,
// and beside them imports and backups, which are killed as well. A client without an answer sends the same again: in the end
// each acknowledged write is there, once, and whole.

import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../domain/contract/routes.ts";
import { type Answered, Visitor } from "../../test/node/visitor.ts";
import { begin, brokenIn, command, type Drill, lostOf, openSite, pictureOf, read, submit } from "./shared.ts";

const [WRITES, WRITERS, KILLS, IMPORTED] = [500, 4, 10, 40];
/** An account may have 50 pending. */
const MOST_PENDING = 40;

/** A completion as the last answer about it left it. */
interface Known {
  money: number;
  readonly hasPicture: boolean;
  isPending: boolean;
  isDeleted: boolean;
  isBusy: boolean;
}

export const kills: Drill = async ({ newFolder, random }) => {
  const [data, backups, other] = [newFolder(), newFolder(), newFolder()];
  const site = await openSite(data);
  const { expect } = site;
  let serving = await site.begin();
  const tokens = await site.signIn();
  const known = new Map<string, Known>();
  const done = { uploads: 0, edits: 0, verdicts: 0, deletions: 0, backups: 0, imports: 0 };
  let [begun, acknowledged, sentAgain, killed, isOver] = [0, 0, 0, 0, false];

  /** Sends it until there is an answer that is none of the balancer's. */
  async function insist(send: (visitor: Visitor) => Promise<Answered>): Promise<Answered> {
    for (let tries = 0; tries < 100; tries++) {
      const answer = await send(new Visitor(site.origin)).catch(() => null);
      if (answer && answer.status !== 502 && answer.status !== 503) return answer;
      sentAgain += 1;
      await pause(200);
    }
    throw new Error("a write was never answered");
  }

  const insistOn = (path: string, entry: unknown): Promise<Answered> =>
    insist((visitor) => visitor.call(path, tokens, { entries: JSON.stringify([entry]) }));

  async function add(number: number): Promise<void> {
    const pending = [...known.values()].filter((each) => each.isPending && !each.isDeleted).length;
    const [hasPicture, isPending] = [random.chance(0.6), random.chance(0.5) && pending < MOST_PENDING];
    const more: Record<string, string | File> = { "submission-id": randomUUID() };
    if (hasPicture) more.image = await pictureOf(number);
    else more.link = `https://example.org/${number}`;
    if (!isPending) more.verify = "on";
    const money = 10_000 + number;
    const answer = await insist((visitor) => submit(visitor, tokens, money, more));
    expect(answer.status === 200, `a submission got ${answer.status}: ${answer.text.slice(0, 120)}`);
    if (answer.status !== 200) return;
    if (hasPicture) done.uploads += 1;
    acknowledged += 1;
    const state = { money, hasPicture, isPending, isDeleted: false, isBusy: false };
    known.set(String(answer.json.filekey), state);
  }

  /** Changes a completion that nobody else is changing. What is sent again may have been done: its answer is then another. */
  async function change(filekey: string, completion: Known, number: number): Promise<void> {
    const [revision] = read<number>(data, `select revision from completion where id = '${filekey}'`);
    if (completion.isPending) {
      const isVerified = random.chance(0.7);
      const entry = { verdict: isVerified ? "verify" : "reject", filekey, revision, reason: "A drill." };
      await insistOn(api.giveVerdicts(), entry);
      Object.assign(completion, isVerified ? { isPending: false } : { isDeleted: true });
      done.verdicts += 1;
    } else if (random.chance(0.7)) {
      const more = { edit: "on", "edited-filekey": filekey, "submission-id": randomUUID(), verify: "on" };
      const proof = completion.hasPicture ? {} : { link: `https://example.org/again-${number}` };
      const { status, text } = await insist((visitor) =>
        submit(visitor, tokens, 15_000 + number, { ...more, ...proof, "edited-map": "Quad" }),
      );
      expect(status === 200, `an edit got ${status}: ${text.slice(0, 120)}`);
      if (status === 200) completion.money = 15_000 + number;
      done.edits += 1;
    } else {
      await insistOn(api.deleteSubmit("lcd"), { filekey });
      completion.isDeleted = true;
      done.deletions += 1;
    }
    acknowledged += 1;
  }

  async function write(): Promise<void> {
    while (begun < WRITES) {
      const number = ++begun;
      const free = [...known].filter(([, { isDeleted, isBusy }]) => !isDeleted && !isBusy);
      if (free.length === 0 || random.chance(0.6)) await add(number);
      else {
        const [filekey, completion] = random.pick(free);
        completion.isBusy = true;
        await change(filekey, completion, number);
        completion.isBusy = false;
      }
    }
  }

  async function readOn(): Promise<void> {
    const paths = ["/lcd", "/fetch-lcd", "/", "/admin/queue"];
    while (!isOver) {
      const answer = await new Visitor(site.origin).get(random.pick(paths)).catch(() => null);
      expect((answer?.status ?? 200) !== 500, `a page got 500: ${answer?.text.slice(0, 120)}`);
      await pause(20);
    }
  }

  async function killSites(): Promise<void> {
    while (killed < KILLS && begun < WRITES) {
      const next = Math.ceil(((killed + random.next()) * WRITES) / KILLS);
      while (begun < next && begun < WRITES) await pause(5);
      await pause(random.integer(0, 60));
      await serving.end();
      killed += 1;
      serving = await site.begin();
    }
  }

  /** Runs commands beside the site, and kills every other one at some point. */
  async function runCommands(): Promise<void> {
    const file = join(other, "lcd.csv");
    const rows = Array.from(
      { length: IMPORTED },
      (_, at) => `Logs,${1_000 + at},Ada,44.1,2025-01-02,https://example.org/i${at}`,
    );
    writeFileSync(file, ["map,money,person,version,date,link", ...rows].join("\n"));
    while (!isOver) {
      const isBackup = random.chance(0.5);
      const running = begin(isBackup ? ["backup", backups] : ["import", file, "--apply"], data);
      if (random.chance(0.5)) {
        await Promise.race([pause(random.integer(300, 4_000)), running.ended]);
        running.child.kill("SIGKILL");
      } else if ((await running.ended) !== 0) {
        const said = running.printed().slice(-300);
        expect(/Another|wait|busy/i.test(said), `a command failed: ${said}`);
      }
      await running.ended;
      done[isBackup ? "backups" : "imports"] += 1;
      await pause(2_000);
    }
    await command(["import", file, "--apply"], data);
    await command(["backup", backups], data);
  }

  const beside = [readOn(), readOn(), runCommands()];
  await Promise.all([killSites(), ...Array.from({ length: WRITERS }, write)]);
  isOver = true;
  await Promise.all(beside);
  await site.end();

  const states = new Map(
    read<string>(
      data,
      "select json_array(id, money, pending is not null, deleted_at is not null) from completion where money >= 10000",
    ).map((row) => {
      const [id, ...state] = JSON.parse(row) as [string, number, number, number];
      return [id, state];
    }),
  );
  const lost = [...known].filter(([id, { money, isPending, isDeleted }]) => {
    const [amount, pending, deleted] = states.get(id) ?? [];
    return amount !== money || deleted !== Number(isDeleted) || (!isDeleted && pending !== Number(isPending));
  });
  expect(states.size === known.size, `${states.size - known.size} completions that nobody was told of`);
  const withPicture = [...known].filter(([, { hasPicture, isDeleted }]) => hasPicture && !isDeleted);
  const lostPictures = lostOf(
    withPicture.map(([id]) => id),
    data,
  );
  const imported = read<number>(data, "select count(*) from completion where money < 10000")[0];
  expect(imported === IMPORTED, `${imported} of ${IMPORTED} imported rows`);
  expect(read(data, "select * from import_under_way").length === 0, "an import is under way forever");
  const verified = await command(["backup", "verify", backups], data);
  expect(!verified.includes("DAMAGED"), "a backup is damaged");
  return {
    did: `${WRITES} writes (${done.uploads} uploads, ${done.edits} edits, ${done.verdicts} verdicts, ${done.deletions} deletions) under load, the site killed ${killed} times with -9; ${done.backups} backups and ${done.imports} imports, every other one killed; ${sentAgain} times somebody sent something again`,
    acknowledged,
    lost: lost.length + lostPictures,
    wrong: [...site.wrong, ...(await brokenIn(data))],
  };
};
