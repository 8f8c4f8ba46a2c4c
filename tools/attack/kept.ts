import { api } from "../../domain/contract/routes.ts";
import { MAPS } from "../../domain/game/maps.ts";
import { newPerson } from "../../test/browser/people.ts";
import { questionsOf } from "../../test/questions.ts";
import { type Answer, type Attack, anyOf, CONTRACT, each, form } from "./target.ts";

const WRITES = 50;
const ADDRESSES = 50;

/** After each write, through either process, every address must answer what a process that keeps nothing answers. */
export const kept: Attack = async (site, found) => {
  const { chance, people } = site;
  const { helper, ada } = people;
  const findRow = async (path: string) => JSON.parse((await site.ask(path)).text).results[0] ?? {};
  const askable = [
    ...CONTRACT.pages,
    ...CONTRACT.endpoints.filter(({ method, access }) => method === "GET" && access === "public"),
  ];
  // Health is of a process, and a description of the API does not change.
  const candidates = askable.filter(({ path }) => !/healthz|openapi|config\.json/.test(path));
  const all = (await Promise.all(candidates.map((address) => questionsOf(address, findRow)))).flat();
  const chosen = Array.from({ length: ADDRESSES }, () => anyOf(chance, all));
  const addresses = [
    ...new Set([...chosen, "/", "/2tc", "/fetch-2tc", "/fetch-totals", "/players", "/records", "/wanted"]),
  ];
  const mine: { challenge: string; filekey: string; texts: Record<string, string> }[] = [];
  const writers = [ada, await newPerson(site.origin), helper];
  const row = () => anyOf(chance, mine);
  const starts = async () =>
    JSON.parse((await site.ask("/fetch-chimps-starts", { to: site.uncached })).text).results;
  const map = () => anyOf(chance, MAPS).name;
  const send = (path: string, fields: Record<string, string>, as = helper): Promise<Answer> =>
    site.insist(path, { as, ...form(fields), to: anyOf(chance, [site.one, site.other]) });
  const writes: Readonly<Record<string, () => Promise<Answer | null>>> = {
    submit: async () => {
      const challenge = anyOf(chance, ["2tc", "ltc", "lcc", "lcd", "2mp", "fttc", "2tcc"]);
      const verify = chance(2) === 0 ? { verify: "on" } : {};
      mine.push({ challenge, ...(await site.submit(anyOf(chance, writers), challenge, verify)) });
      return null;
    },
    edit: () =>
      send(api.addSubmit(row().challenge), {
        ...row().texts,
        ...editOf(row()),
        notes: `Note ${chance(1_000)}`,
      }),
    verify: () => send(api.verifyCompletions(), { entries: JSON.stringify([row().filekey]) }),
    reject: () =>
      send(api.rejectCompletion(), { filekey: row().filekey, reason: "The proof does not show it." }),
    delete: () => send(api.deleteSubmit(row().challenge), { entries: JSON.stringify([row().filekey]) }),
    undo: async () => {
      const { text } = await site.ask(api.changes(), { as: helper });
      return send(api.undoChange(), {
        seq: String(anyOf<{ seq: number }>(chance, JSON.parse(text).results).seq),
      });
    },
    "add a start": () =>
      send(api.addChimpsStart(), {
        map: map(),
        title: `A start ${chance(1_000)}`,
        link: "https://example.org/s",
      }),
    "delete a start": async () =>
      send(api.deleteChimpsStart(), { uuid: anyOf<{ uuid: string }>(chance, await starts())?.uuid ?? "" }),
    "add a change": () =>
      send(api.addBalanceChange(), {
        tower: "Ice Monkey",
        version: `4${chance(9)}.0`,
        change: `costs ${chance(900)} less`,
        nature: "buff",
      }),
    "add a spelling": () => send(api.addSpelling(), { spelling: `zz${chance(900)}`, name: map() }),
    "ban a player": () =>
      send(api.banPlayer(), {
        name: row().texts.person ?? row().texts.person1 ?? "",
        banned: String(chance(2)),
        reason: "A reason",
      }),
    confirm: () => send(api.confirm(), { filekey: row().filekey, revision: "1" }),
    "add a version": () =>
      send(api.addGameVersion(), {
        version: `6${chance(9)}.0`,
        releasedOn: "2026-01-02",
        source: "https://example.org/v",
      }),
    wish: async () => {
      const { text } = await site.ask(api.undone({ challenge: "2mp", seed: chance(1_000) }));
      const { submit = [] } = JSON.parse(text).results[0] ?? {};
      return send(api.wish(), { challenge: "2mp", towers: String(submit[0]?.value), map: "" }, ada);
    },
  };
  const editOf = ({ filekey }: { filekey: string }) => ({ edit: "true", "edited-filekey": filekey });
  for (let at = 0; at < 6; at++) await writes.submit?.();
  let compared = 0;
  const done = new Map<string, number>();
  for (let at = 0; at < WRITES; at++) {
    const [name, write] = anyOf(chance, Object.entries(writes));
    const answer = await write();
    if (answer === null || answer.status < 300) done.set(name, (done.get(name) ?? 0) + 1);
    await each(addresses, async (path) => {
      const [fresh, ...both] = await Promise.all(
        [site.uncached, site.one, site.other].map((to) => site.ask(path, { to })),
      );
      for (const [process, { status, text }] of both.entries())
        if (fresh && (status !== fresh.status || text !== fresh.text))
          found(
            path,
            `process ${process + 1} is not up to date after "${name}" (${status}, ${fresh.status}): ${difference(text, fresh.text)}`,
          );
      compared += both.length;
    });
  }
  return `${compared} answers compared, beside ${Array.from(done, ([name, count]) => `${count} ${name}`).join(", ")}`;
};

/** Returns where two texts begin to differ. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return JSON.stringify([
    one.slice(Math.max(0, at - 30), at + 60),
    other.slice(Math.max(0, at - 30), at + 60),
  ]);
}
