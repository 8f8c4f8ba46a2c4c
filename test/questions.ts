import type { ChallengeDefinition } from "../domain/challenges/define.ts";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { challengeReads } from "../domain/contract/completions.ts";
import type { Endpoint } from "../domain/contract/define.ts";
import { challengePages, type Page } from "../domain/contract/pages.ts";
import { personCounts } from "../domain/contract/players.ts";
import { api } from "../domain/contract/routes.ts";

/** A row of a list as in the API's answer. */
export type Row = Readonly<Record<string, unknown>>;

/** Valid values for parameters that a row has no value for. */
const VALUES: Readonly<Record<string, string>> = {
  ...{
    query: "sample",
    towerquery: '["Quincy"]',
    towerincludes: "Quincy",
    towercount: "1",
    person: "x",
    sortby: "map",
  },
  ...{ offset: "1", count: "1", limit: "1", og: "1", pending: "1", challenge: "2tc", tower: "Quincy" },
  ...{ version: "40", version_end: "41", map: "Quad", difficulty: "expert" },
  names: "game",
  prefix: "sample",
  of: "/2tc?map=Quad",
  q: "quincy on quad",
  code: "ZABCDEF",
  view: "list",
};

/** Returns a value for a parameter, from the row if it has one. */
function valueFor(name: string, row: Row): string {
  if (name === "key") return String(row.filekey);
  if (name === "name") return String(row.person);
  if (name === "filekeys") return JSON.stringify([row.filekey]);
  return String(row[name] ?? VALUES[name] ?? "1");
}

/** Returns the challenge that an address belongs to, or the first one if it belongs to none. */
function challengeAt(path: string): ChallengeDefinition {
  const all = [...CHALLENGES.values()];
  const own = all.find((definition) =>
    [
      ...Object.values(challengeReads(definition)),
      personCounts(definition),
      ...challengePages(definition),
    ].some((each) => each?.path === path),
  );
  const [first] = all;
  if (!first) throw new Error("there are no challenges");
  return own ?? first;
}

/** Requests a list's address and returns the first row. */
export type FindRow = (path: string) => Promise<Row>;

/** Returns the parameters of an address, and those that it requires. */
function listened(address: Endpoint | Page): { readonly names: string[]; readonly needed: string[] } {
  if ("method" in address) {
    const names = Object.keys(address.parameters);
    return { names, needed: names.filter((name) => address.parameters[name]?.isRequired) };
  }
  const names = [...address.parameters];
  // These identify the completion of a single page; on a list they are filters.
  const needed =
    names.includes("filekey") && !names.includes("view")
      ? [...challengeAt(address.path).keys, "filekey"]
      : [];
  return { names, needed: names.filter((name) => needed.includes(name)) };
}

/**
 * Returns the address with the parameters that it needs, and then with each other parameter in turn.
 * @param findRow finds a row by the address of a list
 * @param only which parameters to try; all by default
 */
export async function questionsOf(
  address: Endpoint | Page,
  findRow: FindRow,
  only: (parameter: string) => boolean = () => true,
): Promise<string[]> {
  const { key, og } = challengeAt(address.path);
  const row = await findRow(api.list(key, { count: 1, pending: 0, ...(og ? { og: 1 } : {}) }));
  const { names, needed } = listened(address);
  const queries = [needed, ...names.filter(only).map((name) => [...new Set([...needed, name])])];
  const questions = queries.map((query) => {
    const search = new URLSearchParams(query.map((name) => [name, valueFor(name, row)]));
    return search.size === 0 ? address.path : `${address.path}?${search}`;
  });
  return [...new Set(questions)];
}
