import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Answer, Request, Site } from "./site.ts";

/** Two sites that should answer the same. */
export type Pair = readonly [Site, Site];

/** What of an answer is compared. */
export interface Comparison {
  /** Whether a header of an answer counts. */
  readonly counts: (header: string, answer: Answer, address: string) => boolean;
  /** Returns what of a page's body is compared. `of`: the first or the second site. */
  readonly page: (body: string, of: 0 | 1) => string;
  /** Returns what of a page's header is compared. */
  readonly pageHeader: (value: string, of: 0 | 1) => string;
}

export interface Difference {
  readonly address: string;
  /** The status, a header, or the body. */
  readonly of: string;
  /** What each answers at one place where they differ. */
  readonly answers: readonly [unknown, unknown];
}

/** Asks both the same, and returns the differences between their answers. */
export async function differences(
  [one, other]: Pair,
  comparison: Comparison,
  address: string,
  request?: Request,
  number?: number,
): Promise<Difference[]> {
  const answers = await Promise.all([one.ask(address, request, number), other.ask(address, request, number)]);
  return differencesOf(address, answers, comparison);
}

export function differencesOf(
  address: string,
  [one, other]: readonly [Answer, Answer],
  comparison: Comparison,
): Difference[] {
  const [a, b] = [compared(address, one, comparison, 0), compared(address, other, comparison, 1)];
  // Another status has other headers: the body shows what it says.
  const names =
    a.status === b.status ? [...new Set([...Object.keys(a), ...Object.keys(b)])] : ["status", "body"];
  return names
    .filter((name) => a[name] !== b[name])
    .flatMap((name) => mostValuesOf(a[name], b[name]).map((answers) => ({ address, of: name, answers })));
}

function compared(
  address: string,
  answer: Answer,
  { counts, page, pageHeader }: Comparison,
  of: 0 | 1,
): Readonly<Record<string, unknown>> {
  const isOfPage = isPage(answer);
  const headers = Object.entries(answer.headers)
    .filter(([name]) => counts(name, answer, address))
    .map(([name, value]) => [name, isOfPage ? pageHeader(String(value), of) : String(value)]);
  const body = decoded(answer);
  const isText = /^text\/|json|xml|javascript/.test(answer.headers["content-type"] ?? "");
  const text = isText ? body.toString() : body.toString("base64");
  return {
    status: answer.status,
    ...Object.fromEntries(headers),
    body: isOfPage ? page(text, of) : text,
  };
}

/** Whether an answer is a page, or the data of one. */
export const isPage = ({ headers }: Answer): boolean =>
  /^text\/(html|x-script)/.test(headers["content-type"] ?? "");

function decoded({ headers, body }: Answer): Buffer {
  // An answer to HEAD says how its body would be encoded, and has none.
  if (body.length === 0) return body;
  if (headers["content-encoding"] === "br") return brotliDecompressSync(body);
  return headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}

/**
 * Masks what chance decides on every site: into how many scripts a page's data is divided, and so the hashes of the
 * scripts that its policy allows.
 */
export const maskChance = (text: string): string =>
  text
    .replaceAll(BETWEEN, "")
    .replaceAll("<!--/$-->", "")
    .replaceAll(/ 'sha256-[^']+'/g, "");

const BETWEEN = `");</script><!--$--><script>window.__reactRouterContext.streamController.enqueue("`;

/** How much is shown of what two texts have in common around a place where they differ, and of such a place at most. */
const AROUND = 40;
const SHOWN = 400;

/** Returns each place where two texts differ: whole tags of a page, and values of JSON. */
function mostValuesOf(one: unknown, other: unknown): [unknown, unknown][] {
  if (typeof one !== "string" || typeof other !== "string") return [[one, other]];
  const [a, b] = [partsOf(one), partsOf(other)];
  const [inA, inB] = [new Set(a), new Set(b)];
  const places: [string, string][] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [fromI, fromJ] = [i, j];
    while (i < a.length && !inB.has(a[i] ?? "")) i += 1;
    while (j < b.length && !inA.has(b[j] ?? "")) j += 1;
    if (i > fromI || j > fromJ) places.push(trimmed(a.slice(fromI, i).join(""), b.slice(fromJ, j).join("")));
    else if (a[i] === b[j]) {
      i += 1;
      j += 1;
    } else {
      // The same parts in another order, or not as often.
      places.push(trimmed(a.slice(i).join(""), b.slice(j).join("")));
      break;
    }
  }
  return places.length > 0 ? places : [trimmed(one, other)];
}

/** Leaves out the numbers by which a page's data refers to its own parts: one value more changes all of them. */
const partsOf = (text: string): string[] =>
  text.split(/(?=<)|(?<=[,}\n])/).filter((part) => !/^[[{]*(\\?"_\d+\\?":)?-?\d+[\]},]*$/.test(part));

/** Cuts off what two texts have in common at both ends, but for a little. */
function trimmed(one: string, other: string): [string, string] {
  const least = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < least && one[start] === other[start]) start += 1;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const cut = (text: string): string =>
    text.slice(Math.max(0, start - AROUND), text.length - Math.max(0, end - AROUND)).slice(0, SHOWN);
  return [cut(one), cut(other)];
}
