import { api } from "../../domain/contract/routes.ts";
import { MAPS } from "../../domain/game/maps.ts";
import { newPerson } from "../../test/browser/people.ts";
import { questionsOf } from "../../test/questions.ts";
import { each } from "./progress.ts";
import { type Answer, type Attack, CONTRACT, type Fields } from "./target.ts";

const [WRITES, ADDRESSES] = [50, 50];

/** After each write, through either process, every address must answer what a process that keeps nothing answers. */
export const kept: Attack = async (site, found, progress) => {
  const { random, findRow } = site;
  const { helper, ada } = site.people;
  const candidates = [
    ...CONTRACT.pages,
    ...CONTRACT.endpoints.filter(({ method, access }) => method === "GET" && access === "public"),
    // Health is of a process, and a description of the API does not change.
  ].filter(({ path }) => !/healthz|openapi|config\.json/.test(path));
  const all = (await Promise.all(candidates.map((address) => questionsOf(address, findRow)))).flat();
  const always = ["/", "/2tc", "/fetch-2tc", "/fetch-totals", "/players", "/records", "/wanted"];
  const addresses = [...new Set([...Array.from({ length: ADDRESSES }, () => random.pick(all)), ...always])];
  const writers = [ada, await newPerson(site.origin), helper];
  const mine: { challenge: string; filekey: string; texts: Record<string, string> }[] = [];
  const row = () => random.pick(mine);
  const map = () => random.pick(MAPS).name;
  const number = (below: number) => random.integer(0, below - 1);
  const send = (path: string, fields: Fields, as = helper): Promise<Answer> =>
    site.send(path, fields, as, { to: random.pick([site.one, site.other]) });
  async function submit(): Promise<null> {
    const challenge = random.pick(["2tc", "ltc", "lcc", "lcd", "2mp", "fttc", "2tcc"]);
    const verify = random.chance(0.5) ? { verify: "on" } : {};
    mine.push({ challenge, ...(await site.submit(random.pick(writers), challenge, verify)) });
    return null;
  }
  function addStart(): Promise<Answer> {
    const title = `A start ${number(1_000)}`;
    return send(api.addChimpsStart(), { map: map(), title, link: "https://example.org/s" });
  }
  const writes: Readonly<Record<string, () => Promise<Answer | null>>> = {
    submit,
    edit: () => {
      const { challenge, filekey, texts } = row();
      const edit = { edit: "true", "edited-filekey": filekey, notes: `Note ${number(1_000)}` };
      return send(api.addSubmit(challenge), { ...texts, ...edit });
    },
    verify: () => send(api.verifyCompletions(), { entries: JSON.stringify([row().filekey]) }),
    reject: () =>
      send(api.rejectCompletion(), { filekey: row().filekey, reason: "The proof does not show it." }),
    delete: () => {
      const { challenge, filekey } = row();
      return send(api.deleteSubmit(challenge), { entries: JSON.stringify([filekey]) });
    },
    undo: async () => {
      const { results } = await site.json(api.changes(), { as: helper });
      return send(api.undoChange(), { seq: String(random.pick<{ seq: number }>(results).seq) });
    },
    "add a start": addStart,
    "delete a start": async () => {
      const { results } = await site.json(api.chimpsStarts(), { to: site.uncached });
      // What was tried before may have left none.
      if (results.length === 0) return addStart();
      return send(api.deleteChimpsStart(), { uuid: random.pick<{ uuid: string }>(results).uuid });
    },
    "add a change": () => {
      const [version, change] = [`4${number(9)}.0`, `costs ${number(900)} less`];
      return send(api.addBalanceChange(), { tower: "Ice Monkey", version, change, nature: "buff" });
    },
    "add a spelling": () => send(api.addSpelling(), { spelling: `zz${number(900)}`, name: map() }),
    "ban a player": () => {
      const { person, person1 } = row().texts;
      const banned = String(number(2));
      return send(api.banPlayer(), { name: person ?? person1 ?? "", banned, reason: "A reason" });
    },
    confirm: () => send(api.confirm(), { filekey: row().filekey, revision: "1" }),
    "add a version": () => {
      const [version, source] = [`6${number(9)}.0`, "https://example.org/v"];
      return send(api.addGameVersion(), { version, releasedOn: "2026-01-02", source });
    },
    wish: async () => {
      const { results } = await site.json(api.undone({ challenge: "2mp", seed: number(1_000) }));
      const towers = String(results[0]?.submit?.[0]?.value);
      return send(api.wish(), { challenge: "2mp", towers, map: "" }, ada);
    },
  };
  for (let at = 0; at < 6; at++) await submit();
  let compared = 0;
  const done = new Map<string, number>();
  progress.expect(WRITES);
  for (let at = 0; at < WRITES && !progress.isOver; at++) {
    const [name, write] = random.pick(Object.entries(writes));
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
    progress.step();
  }
  return `${compared} answers compared, beside ${Array.from(done, ([name, count]) => `${count} ${name}`).join(", ")}`;
};

function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return JSON.stringify([one, other].map((text) => text.slice(Math.max(0, at - 30), at + 60)));
}
