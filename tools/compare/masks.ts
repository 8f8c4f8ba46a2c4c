import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Revision } from "../revision.ts";
import { contentOf } from "./content.ts";
import { type Comparison, isPage, maskChance } from "./differences.ts";

/**
 * Headers that are not compared: of any answer, those of the connection and of the moment; of a page, also those that
 * follow from bytes which are masked. That a page's ETag stands for it is checked by asking with it.
 */
export const NOT_COMPARED = {
  any: ["date", "connection", "keep-alive", "transfer-encoding", "server-timing", "x-request-id"],
  page: ["etag", "content-length"],
  encoded: ["content-length"],
};

/**
 * Compares two revisions: everything, but for names that a build makes up.
 * @param pages `bytes`: byte for byte; `content`: what they say and let people do, for a change of their markup
 */
export function betweenRevisions(one: Revision, other: Revision, pages: "bytes" | "content"): Comparison {
  const routes = [routePaths(one.folder), routePaths(other.folder)] as const;
  const mask = (text: string, of: 0 | 1): string =>
    maskIds(maskRoutes(maskNames(maskChance(text)), routes[of]));
  return {
    counts: (header, answer) =>
      !(
        NOT_COMPARED.any.includes(header) ||
        (isPage(answer) && NOT_COMPARED.page.includes(header)) ||
        // How well a compressor does is not what an address answers.
        (answer.headers["content-encoding"] !== undefined && NOT_COMPARED.encoded.includes(header))
      ),
    pageHeader: mask,
    page: pages === "bytes" ? mask : (body) => (body.startsWith("<") ? contentOf(body) : ""),
  };
}

/** Masks the names of built files, and the hash that a class has behind the name which its module gives it. */
const maskNames = (text: string): string =>
  text
    .replaceAll(/\/assets\/[\w.-]+\.(\w+)/g, "/assets/*.$1")
    .replaceAll(/ class="[^"]*"/g, (classes) => classes.replaceAll(/_[0-9a-f]{5}(?=[ "])/g, "_*"));

/** Names each route by its path: its id is the name of a file. */
const maskRoutes = (text: string, paths: ReadonlyMap<string, string>): string =>
  text.replaceAll(/(\\?")([\w./-]+)\1/g, (whole, quote, id) => {
    const path = paths.get(id);
    return path === undefined ? whole : `${quote}route ${path}${quote}`;
  });

/** Numbers the ids that React makes from a component's place, in the order in which the page has them. */
function maskIds(text: string): string {
  const ids = new Map<string, number>();
  return text.replaceAll(/_R_[0-9a-z]+_/g, (id) => {
    if (!ids.has(id)) ids.set(id, ids.size + 1);
    return `_R_${ids.get(id)}_`;
  });
}

/** Returns the paths of a build's routes by their ids. */
function routePaths(folder: string): Map<string, string> {
  const assets = join(folder, "build/client/assets");
  const name = readdirSync(assets).find((each) => /^manifest-\w+\.js$/.test(each)) ?? "";
  const script = readFileSync(join(assets, name), "utf8");
  const { routes } = JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
  return new Map(
    Object.values(routes as Readonly<Record<string, { id: string; path?: string }>>)
      // The root's id is an ordinary word, and it is fixed.
      .filter(({ id }) => id !== "root")
      .map(({ id, path = "" }) => [id, `/${path}`]),
  );
}
