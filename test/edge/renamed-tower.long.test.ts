import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../domain/contract/routes.ts";
import { addressesOf } from "../../qa/compare/addresses.ts";
import { differencesOf, isPage } from "../../qa/compare/differences.ts";
import type { Answer } from "../../qa/compare/site.ts";
import { formRequest } from "../../qa/compare/writes.ts";
import { BETWEEN_ENGINES, type Engines, mayDiffer, startEngines } from "./engines.ts";

/** As many addresses as are read before, during and after a rename. */
const MOST = 250;
/** What the search's own help gives as an example. */
const EXAMPLE = /tower(:|%3A)(&quot;|%22|\\*")Absolute[ +]Zero/g;

let engines: Engines;
let addresses: string[];
beforeAll(async () => {
  engines = await startEngines();
  addresses = await addressesOf(engines.node, MOST);
}, 600_000);
afterAll(() => engines.stop());

test.each(["node", "workerd"] as const)(
  "a tower renamed with all its upgrades has the new names everywhere, and once that is undone each address answers as before: %s",
  async (engine) => {
    const site = engines[engine];
    const some = addresses.filter((each) => !mayDiffer(each));
    const answers = async (): Promise<[string, Answer][]> => {
      const found: [string, Answer][] = [];
      for (const address of some) found.push([address, await site.ask(address)]);
      return found;
    };
    const headers = { authorization: `Bearer ${engines.tokens.administrator}` };
    const json = async (path: string) => JSON.parse(String((await site.ask(path, { headers })).body));
    const post = async (path: string, fields: Readonly<Record<string, string>>) => {
      const { status, body } = await site.ask(
        path,
        await formRequest(engines.tokens, "administrator", fields),
      );
      expect(status, String(body)).toBe(200);
    };
    const isRenamed = () =>
      expect
        .poll(
          async () =>
            (await json(api.editableCatalogue())).results.some(
              ({ renaming }: { renaming: boolean }) => renaming,
            ),
          { timeout: 120_000, interval: 500 },
        )
        .toBe(false);
    const countsOf = (tower: string): Promise<number[]> =>
      Promise.all(
        ["2tc", "2tcc", "2mp", "fttc", "ltc"].map(
          async (challenge) => (await json(api.list(challenge, { tower, count: 1 }))).count,
        ),
      );

    const before = await answers();
    const { towers } = await json(api.catalogue());
    const { name: former, names } = towers.find(({ name }: { name: string }) => name === "Ice Monkey");
    const counts = await countsOf(former);
    // More than a request carries out by itself.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(300);
    const upgrades = Object.keys(names).map((tiers) => [tiers, `Polar ${[...tiers].join("x")}`]);
    await post(api.saveTower(), {
      ...{ former, name: "Polar Monkey", upgrades: JSON.stringify(Object.fromEntries(upgrades)) },
    });
    await isRenamed();
    expect(await countsOf("Polar Monkey")).toEqual(counts);
    const formerNames = [former, ...Object.values<string>(names)];
    const pagesWithFormerNames = (await answers()).filter(([, answer]) => {
      const text = String(answer.body).replace(EXAMPLE, "");
      return isPage(answer) && formerNames.some((each) => text.includes(each));
    });
    expect(pagesWithFormerNames.map(([address]) => address)).toEqual([]);
    for (const challenge of ["2tc", "2mp", "fttc"]) {
      const { results } = await json(
        api.list(challenge, { tower: "Polar Monkey", names: "game", count: 100 }),
      );
      expect(JSON.stringify(results)).toContain("Polar");
      for (const each of formerNames) expect(JSON.stringify(results)).not.toContain(`"${each}"`);
    }

    const [change] = (await json(api.changes({ count: 1 }))).results;
    await post(api.undoChange(), { seq: String(change.seq) });
    await isRenamed();
    expect(await countsOf(former)).toEqual(counts);
    const after = await answers();
    expect(
      before.flatMap(([address, answer], at) =>
        differencesOf(address, [answer, after[at]?.[1] ?? answer], BETWEEN_ENGINES),
      ),
    ).toEqual([]);
  },
  1_200_000,
);
