import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { NotFound } from "../../server/errors.ts";

/** Requests that came over a Node connection. */
export type NodeEnv = { Bindings: HttpBindings };
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

/** The client to count by: an IP address, or the network of an IPv6 one. Behind a proxy, what the nearest one saw. */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers["x-forwarded-for"]?.toString().split(",").at(-1)?.trim() : undefined;
  return networkOf(forwarded || socket.remoteAddress || "unknown");
}

/** The first six groups of an IPv4 address as written in IPv6, on a socket that accepts both. */
const MAPPED = "0:0:0:0:0:ffff";

/** Two bytes as a group of an IPv6 address. */
const groupOf = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);

/** Removes the port that some proxies add: a client has a new one for each connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/^(\d+(\.\d+){3}):\d+$/, "$1");

/**
 * Returns an IPv4 address as it is, and the first 64 bits of an IPv6 one: whoever has one address has all of that
 * network. A port does not count.
 */
export function networkOf(text: string): string {
  const address = withoutPort(text.slice(0, LONGEST).toLowerCase());
  if (!address.includes(":")) return address;
  const [head = "", tail] = address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${groupOf(a, b)}:${groupOf(c, d)}`)
    .split("::");
  const [first, last] = [head.split(":"), tail?.split(":") ?? []];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last].map(
    (group) => group.replace(/^0+(?=.)/, "") || "0",
  );
  if (groups.slice(0, 6).join(":") === MAPPED)
    return groups
      .slice(6)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((pair) => [pair >> 8, pair & 255])
      .join(".");
  return `${groups.slice(0, 4).join(":")}::/64`;
}
