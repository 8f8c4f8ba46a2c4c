import { SITE_CARD } from "../../routes.ts";
import type { Answer, Asked, Engines } from "./engines.ts";

/** The headers to compare. All others depend on the connection or the compression. */
const COMPARED = [
  ...[
    "content-type",
    "content-disposition",
    "content-range",
    "accept-ranges",
    "cache-control",
    "etag",
    "location",
  ],
  ...["content-security-policy", "x-content-type-options", "access-control-allow-origin", "retry-after"],
];

type Seen = Readonly<Record<string, unknown>>;

/** Returns the parts of an answer to compare. */
function seen({ status, headers, body }: Answer): Seen {
  const said = Object.fromEntries(COMPARED.map((name) => [name, headers[name]]));
  if (!isText(headers["content-type"])) return { status, ...said, body: body.toString("base64") };
  if (!headers["content-type"]?.startsWith("text/html")) return { status, ...said, body: String(body) };
  // How many scripts a page's data is split into varies by chance on both engines, and so do their hashes and the ETag.
  const policy = said["content-security-policy"]?.toString().replaceAll(/ 'sha256-[^']+'/g, "");
  const page = String(body).replaceAll(BETWEEN, "").replaceAll("<!--/$-->", "");
  return { status, ...said, etag: null, "content-security-policy": policy, body: page };
}

const BETWEEN = `");</script><!--$--><script>window.__reactRouterContext.streamController.enqueue("`;

const isText = (type = ""): boolean => /^text\/|json|xml|javascript/.test(type);

export interface Difference {
  readonly address: string;
  readonly of: string;
  readonly node: unknown;
  readonly workerd: unknown;
}

function differencesOf(address: string, node: Seen, workerd: Seen): Difference[] {
  const names = Object.keys(node) as (keyof Seen)[];
  return names
    .filter((name) => node[name] !== workerd[name] && !(name === "etag" && isBuilt(address)))
    .map((name) => ({ address, of: name, ...aroundFirst(node[name], workerd[name]) }));
}

/** Whether an address is a built file. Cloudflare serves these and sets their ETags itself. */
const isBuilt = (address: string): boolean => address === SITE_CARD;

/** Returns what two long texts contain around the place where they begin to differ. */
function aroundFirst(node: unknown, workerd: unknown) {
  if (typeof node !== "string" || typeof workerd !== "string") return { node, workerd };
  let place = 0;
  while (place < node.length && node[place] === workerd[place]) place += 1;
  const from = Math.max(0, place - 60);
  return { node: node.slice(from, place + 100), workerd: workerd.slice(from, place + 100) };
}

/** Asks both engines the same and returns the differences between their answers. */
export async function differences(
  { node, workerd }: Pick<Engines, "node" | "workerd">,
  address: string,
  asked?: Asked,
  number?: number,
): Promise<Difference[]> {
  const [one, other] = await Promise.all([
    node.ask(address, asked, number),
    workerd.ask(address, asked, number),
  ]);
  return differencesOf(address, seen(one), seen(other));
}
