import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { NotFound } from "../../server/errors.ts";

/** Requests that came over a Node connection. */
export type NodeEnv = { Bindings: HttpBindings & { readonly network?: string } };
export type NodeContext = Context<NodeEnv>;

/**
 * Returns the connection of a request, on which the provider reads and writes. The provider knows one spelling of its
 * addresses, as do the cookies bound to them, so a path that only resembles one ("/%75/…") is refused. Throws NotFound.
 */
export function connectionOf(c: NodeContext): HttpBindings {
  const bindings: Partial<HttpBindings> | undefined = c.env;
  const { incoming, outgoing } = bindings ?? {};
  if (!incoming || !outgoing || incoming.url?.split("?")[0] !== c.req.path)
    throw new NotFound("nothing-here");
  return { incoming, outgoing };
}

/** Whether the client hung up before the form was complete or the answer was read, which is no error of ours. */
export const hasHungUp = (incoming: IncomingMessage | undefined): boolean =>
  incoming !== undefined && (incoming.socket.destroyed || (incoming.destroyed && !incoming.complete));

/** In characters. Longer than any IP address; what a proxy forwards may be anything. */
const LONGEST = 64;

/** The client's address. Behind a proxy, what the nearest one saw. */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers["x-forwarded-for"]?.toString().split(",").at(-1)?.trim() : undefined;
  return forwarded || socket.remoteAddress || "unknown";
}

/** The first six groups of an IPv4 address as written in IPv6, on a socket that accepts both. */
const MAPPED = "0:0:0:0:0:ffff";

/** Two bytes as a group of an IPv6 address. */
const groupOf = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);

/** Removes the port that some proxies add: a client has a new one for each connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/^(\d+(\.\d+){3}):\d+$/, "$1");

/**
 * Returns the client to count by: an IPv4 address as it is, and the first 64 bits of an IPv6 one, since whoever has one
 * address has all of that network. A port does not count.
 */
export const networkOf = (address: string): string => networksOf(address)[0];

/**
 * Returns the networks that a client may have all of, smallest first: only itself for an IPv4 address; for an IPv6 one
 * those of 64, 56 and 48 bits, which providers give to a home, an office or a server.
 */
export function networksOf(text: string): readonly [string, ...string[]] {
  const address = withoutPort(text.slice(0, LONGEST).toLowerCase());
  if (!address.includes(":")) return [address];
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(":") === MAPPED)
    return [
      groups
        .slice(6)
        .map((group) => Number.parseInt(group, 16))
        .flatMap((pair) => [pair >> 8, pair & 255])
        .join("."),
    ];
  const [first, second, third, fourth = ""] = groups;
  const site = `${first}:${second}:${third}`;
  return [
    `${site}:${fourth}::/64`,
    `${site}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`,
    `${site}::/48`,
  ];
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${groupOf(a, b)}:${groupOf(c, d)}`)
    .split("::");
  const [first, last] = [head.split(":"), tail?.split(":") ?? []];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill("0"), ...last].map(
    (group) => group.replace(/^0+(?=.)/, "") || "0",
  );
}
