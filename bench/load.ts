import { connect } from "node:net";

/** What a load run measured. */
export interface Measured {
  /** Without what was asked behind others. */
  readonly requestsPerSecond: number;
  readonly failures: number;
  /** Of each of these requests, in milliseconds, the shortest first. */
  readonly latencies: readonly number[];
}

/** The value below which a share of all lies, of values in their order. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const CRLF = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * Where the response at the beginning of a buffer ends, or -1 while it is not whole. One without a length comes in chunks:
 * what looks like the end of one may stand within it, which ends the reading of that response early and is a failure.
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

/** What a site that is asked to (`TELL_COST`) says of how it came by an answer. */
function noteWay(response: Buffer, ways: Map<string, number>): void {
  const head = response.toString("latin1", 0, response.indexOf(CRLF));
  const way = /\r\ncache-status: ([^\r]+)/i.exec(head)?.[1] ?? "";
  ways.set(way, (ways.get(way) ?? 0) + 1);
}

interface Load {
  readonly connections: number;
  readonly milliseconds: number;
  /** How often each connection asks, in milliseconds, where it is answered as soon; none: without a pause. */
  readonly every?: number;
  /** What a browser asks by itself behind an address, before it goes on to the next: load, too, but none of the requests that count. */
  readonly behind?: ReadonlyMap<string, string>;
  /** Takes note of how many answers were come by in which way. */
  readonly ways?: Map<string, number>;
}

/**
 * Asks a server on loopback again and again on `connections` keep-alive connections, one request at a time each, for
 * `milliseconds`, and ends by itself. Raw sockets: a whole HTTP client would be what is measured.
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
      let asked = 0;
      let path = "";
      let isBehind = false;
      // They do not all ask at once.
      let due = performance.now() + (every * at) / connections;
      const ask = (address: string): void => {
        asked = performance.now();
        if (asked >= until) {
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
      socket.on("data", (piece) => {
        pieces.push(piece);
        const buffer = pieces.length === 1 ? piece : Buffer.concat(pieces);
        pieces = [buffer];
        const end = endOfResponse(buffer);
        if (end === -1) return;
        if (buffer.toString("latin1", 9, 12) !== "200" || end !== buffer.length) failures += 1;
        pieces = [];
        if (!isBehind) {
          latencies.push(performance.now() - asked);
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
