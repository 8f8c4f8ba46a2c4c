import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Revision } from "../revision.ts";
import { type Comparison, isPage, maskChance } from "./differences.ts";

/** Tags that have no end. */
const VOID = new Set([
  "br",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
  "area",
  "col",
  "embed",
]);

/** The roles that tags have by themselves, of those that somebody with a screen reader goes by. */
const ROLES: Readonly<Record<string, string>> = {
  a: "link",
  button: "button",
  summary: "button",
  dialog: "dialog",
  img: "img",
  table: "table",
  nav: "navigation",
  main: "main",
  header: "banner",
  footer: "contentinfo",
  aside: "complementary",
  h1: "heading 1",
  h2: "heading 2",
  h3: "heading 3",
  h4: "heading 4",
  h5: "heading 5",
  h6: "heading 6",
  th: "header cell",
  ul: "list",
  ol: "list",
  form: "form",
  fieldset: "group",
  search: "search",
  input: "field",
  select: "field",
  textarea: "field",
  option: "option",
  progress: "progressbar",
};
/** What these are called is not what is in them. */
const NOT_NAMED_BY_TEXT = new Set([
  ...["dialog", "table", "navigation", "main", "banner", "contentinfo", "complementary", "list", "form"],
  ...["group", "search", "field", "region"],
]);

const FIELDS = new Set(["form", "input", "select", "option", "textarea", "button"]);
/** The attributes of a field that nobody who fills it in or sends it notices. */
const UNNOTICED = /^(class|style|id|data-.*|aria-.*|for|commandfor|tabindex)$/i;

/** The parts of a page that are made of built files. */
const BUILT = /^<link [^>]*href="\/assets\//;

const TOKEN = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<![^>]*>|<\/?[a-zA-Z][^>]*>|[^<]+/g;

type Attributes = ReadonlyMap<string, string>;

function attributesOf(tag: string): Attributes {
  const found = tag.replace(/^<\w+/, "").matchAll(/([^\s=/>"]+)(?:="([^"]*)")?/g);
  return new Map(Array.from(found, ([, name = "", value = ""]) => [name, value]));
}

interface Open {
  readonly tag: string;
  readonly attributes: Attributes;
  text: string;
}

/**
 * Returns what a page says and lets people do, however it is marked up: its head, its text, its links, the fields of its
 * forms, and its roles with their names. Reads what React writes, where each tag that is not void is closed.
 */
export function contentOf(html: string): string {
  const [head = "", body = ""] = html.split(/(?=<body)/);
  const texts: string[] = [];
  const links: string[] = [];
  const fields: string[] = [];
  const roles: string[] = [];
  const open: Open[] = [];
  const names = namesById(body);
  const close = ({ tag, attributes, text }: Open): void => {
    const role = attributes.get("role") ?? ROLES[tag];
    const labels = attributes.get("aria-labelledby")?.split(" ") ?? [];
    const label =
      attributes.get("aria-label") ?? attributes.get("alt") ?? labels.map((id) => names.get(id)).join(" ");
    if (role) roles.push(`${role} "${label || (NOT_NAMED_BY_TEXT.has(role) ? "" : plain(text))}"`);
  };
  for (const [token] of body.matchAll(TOKEN)) {
    if (/^<(!|script|style)/.test(token)) continue;
    if (!token.startsWith("<")) {
      texts.push(token);
      for (const each of open) each.text += token;
      continue;
    }
    texts.push(" ");
    const tag = /^<\/?(\w+)/.exec(token)?.[1] ?? "";
    if (token.startsWith("</")) {
      const last = open.pop();
      if (last) close(last);
      continue;
    }
    const attributes = attributesOf(token);
    if (attributes.has("href")) links.push(attributes.get("href") ?? "");
    if (FIELDS.has(tag)) fields.push(describedField(tag, attributes));
    const element: Open = { tag, attributes, text: "" };
    if (VOID.has(tag) || token.endsWith("/>")) close(element);
    else open.push(element);
  }
  const heads = Array.from(head.matchAll(/<title>[^<]*|<(?:meta|link)[^>]*>/g), ([tag]) => tag);
  return [
    ["head", heads.filter((tag) => !BUILT.test(tag))],
    ["text", [plain(texts.join(""))]],
    ...Object.entries({ links, fields, roles }),
  ]
    .map(([name, lines]) => `${name}:\n${(lines as string[]).join("\n")}\n`)
    .join("");
}

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function describedField(tag: string, attributes: Attributes): string {
  const noticed = [...attributes].filter(([name]) => !UNNOTICED.test(name)).toSorted();
  return [tag, ...noticed.map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** Returns the texts of the elements that have an id and contain no other element. */
const namesById = (body: string): Map<string, string> =>
  new Map(
    Array.from(body.matchAll(/ id="([^"]+)"[^>]*>([^<]*)</g), ([, id = "", text = ""]) => [id, plain(text)]),
  );

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
