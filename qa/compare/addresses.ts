import { CHALLENGES } from "../../domain/challenges/index.ts";
import { challengeReads } from "../../domain/contract/completions.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { api, MEDIA_PATH, pages, SITE_CARD } from "../../domain/contract/routes.ts";
import { type FindRow, questionsOf, type Row } from "../../test/questions.ts";
import { WAYS } from "../../test/ways-of-asking.ts";
import type { Site } from "./site.ts";

const jsonOf = async (site: Site, path: string): Promise<{ results?: Row[]; files?: string[] }> =>
  JSON.parse(String((await site.ask(path)).body));

const withQuery = (path: string, parameters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(parameters)}`;

/** Returns the address of the data that a browser requests when it turns to a page from another one. */
const dataOf = (page: string): string =>
  page.replace(/^[^?]*/, (path) => `${path === "/" ? "/_" : path}.data`);

/** Invalid requests, one for each kind of refusal. */
const ODD = [
  "/nothing/here",
  "/2TC",
  "/2tc/",
  "/fetch-2tc?count=x",
  "/fetch-2tc?count=-1",
  "/fetch-2tc?offset=99999999",
  "/fetch-2tc?unknown=1",
  "/fetch-2tc?tower=%FF",
  "/fetch-2tc?query=%00",
  `/fetch-2tc?query=${"a".repeat(300)}`,
  `/fetch-2tc?query=${"%C3%A9+".repeat(300)}`,
  "/fetch-nothing",
  "/media/nothing",
  "/media/..%2f..%2fetc",
  "/preview.png",
  "/preview.png?of=//elsewhere.example",
  "/maps?map=Nowhere",
  `/2tc?${"x=1&".repeat(300)}`,
  `/${"a".repeat(9_000)}`,
] as const;

/**
 * Returns addresses of the whole site, the most telling first: invalid requests, each one of the contract by itself
 * and then with each of its parameters, and search texts and pages of single rows, up to the given number.
 */
export async function addressesOf(site: Site, most: number): Promise<string[]> {
  const findRow: FindRow = async (path) => (await jsonOf(site, path)).results?.[0] ?? {};
  const { endpoints, pages: ofPages } = contractOf(CHALLENGES.values());
  const found = new Set<string>([...ODD, SITE_CARD, "/robots.txt", "/sitemap.xml", "/healthz"]);
  const questions: string[][] = [];
  for (const each of endpoints) questions.push(await questionsOf(each, findRow));
  for (const each of ofPages) {
    const ofPage = await questionsOf(each, findRow);
    questions.push(ofPage, ofPage.map(dataOf));
  }
  for (const [first] of questions) if (first !== undefined) found.add(first);
  for (const question of questions.flat()) found.add(question);
  const texts = WAYS.map(([text]) => text);
  const definitions = [...CHALLENGES.values()];
  for (let round = 0; found.size < most && round < texts.length; round += 1) {
    const text = texts[round] ?? "";
    found.add(withQuery("/ask", { q: text }));
    found.add(withQuery(api.answer(), { q: text }));
    for (const definition of definitions) {
      const { key } = definition;
      const { list, csv } = challengeReads(definition);
      const [row] =
        (await jsonOf(site, withQuery(list.path, { offset: String(round * 7), count: "1" }))).results ?? [];
      found.add(withQuery(list.path, { query: text, count: "20" }));
      found.add(withQuery(list.path, { offset: String(round * 50), count: "50", names: "game" }));
      found.add(withQuery(pages.list(key), { query: text }));
      if (csv && round % 20 === 0) found.add(withQuery(csv.path, { query: text }));
      if (!row) continue;
      const key_ = String(row.filekey);
      found.add(
        withQuery(
          pages.notes(key),
          Object.fromEntries([...definition.keys, "filekey"].map((name) => [name, String(row[name] ?? "")])),
        ),
      );
      const files = (await jsonOf(site, withQuery(api.attachments(), { key: key_ }))).files ?? [];
      for (const file of [key_, ...files]) found.add(`${MEDIA_PATH}/${encodeURI(file)}`);
    }
  }
  return [...found].slice(0, most);
}
