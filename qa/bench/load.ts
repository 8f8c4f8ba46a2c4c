import { connect } from "node:net";

export interface Measured {
  /** Without the requests that follow others (`behind`). */
  readonly requestsPerSecond: number;
  readonly failures: number;
  /** The latencies of these requests, in milliseconds, ascending. */
  readonly latencies: readonly number[];
}

/** Returns the value below which a share of sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const CRLF = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * Returns where the response at the beginning of a buffer ends; -1 while it is incomplete. A response without a length
 * is chunked: what looks like its end may occur within it, which cuts that response short and counts as a failure.
 */
function endOfResponse(buffer: Buffer): number {
  const head = buffer.indexOf(CRLF);
  if (head === -1) return -1;
  const length = /\r\ncontent-length: (\d+)/i.exec(buffer.toString("latin1", 0, head + 2))?.[1];
  if (length === undefined) {
    const last = buffer.indexOf(LAST_CHUNK, head + 2);
    return last === -1 ? -1 : last + LAST_CHUNK.length;
  }
  const end = head + CRLF.length + Number(length);
  return buffer.length >= end ? end : -1;
}

/** Counts the Cache-Status of a response, which a site sends with `TELL_COST`. */
function noteWay(response: Buffer, ways: Map<string, number>): void {
  const head = response.toString("latin1", 0, response.indexOf(CRLF));
  const way = /\r\ncache-status: ([^\r]+)/i.exec(head)?.[1] ?? "";
  ways.set(way, (ways.get(way) ?? 0) + 1);
}

interface Load {
  readonly connections: number;
  readonly milliseconds: number;
  /**
   * The time from one request of a connection to the next, in milliseconds, if its answers come that fast; absent: no
   * pause.
   */
  readonly every?: number;
  /**
   * What a browser requests by itself after an address, before it goes on to the next: load too, but none of the
   * requests that count.
   */
  readonly behind?: ReadonlyMap<string, string>;
  /** Counts answers by their Cache-Status. */
  readonly ways?: Map<string, number>;
}

/**
 * Sends requests to a server on loopback over `connections` keep-alive connections, one at a time on each, for
 * `milliseconds`, and then ends. Uses raw sockets: with a whole HTTP client, the client would be measured.
 */
export async function load(
  port: number,
  pathOf: (index: number) => string,
  { connections, milliseconds, every = 0, behind, ways }: Load,
): Promise<Measured> {
  const until = performance.now() + milliseconds;
  let sent = 0;
  let failures = 0;
  const latencies: number[] = [];

  const connection = (at: number): Promise<void> =>
    new Promise((done, fail) => {
      const socket = connect(port, "127.0.0.1");
      let pieces: Buffer[] = [];
      let sentAt = 0;
      let path = "";
      let isBehind = false;
      // Staggers the connections.
      let due = performance.now() + (every * at) / connections;
      const ask = (address: string): void => {
        sentAt = performance.now();
        if (sentAt >= until) {
          socket.end();
          done();
          return;
        }
        path = address;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\n\r\n`);
      };
      const next = (): void => {
        const follows = isBehind ? undefined : behind?.get(path);
        const wait = due - performance.now();
        if (follows === undefined && wait > 0) {
          setTimeout(next, wait);
          return;
        }
        isBehind = follows !== undefined;
        if (!isBehind) due = performance.now() + every;
        ask(follows ?? pathOf(sent++));
      };
      socket.on("connect", next);
      socket.on("error", fail);
      socket.on("data", (piece: Buffer) => {
        pieces.push(piece);
        const buffer = pieces.length === 1 ? piece : Buffer.concat(pieces);
        pieces = [buffer];
        const end = endOfResponse(buffer);
        if (end === -1) return;
        if (buffer.toString("latin1", 9, 12) !== "200" || end !== buffer.length) failures += 1;
        pieces = [];
        if (!isBehind) {
          latencies.push(performance.now() - sentAt);
          if (ways) noteWay(buffer, ways);
        }
        next();
      });
    });

  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, at) => connection(at)));
  const seconds = (performance.now() - begun) / 1_000;
  return {
    requestsPerSecond: latencies.length / seconds,
    failures,
    latencies: latencies.sort((one, other) => one - other),
  };
}
