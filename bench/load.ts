import { connect } from "node:net";

/** What a load run measured. */
export interface Measured {
  readonly requestsPerSecond: number;
  readonly failures: number;
}

/** Where the next response in the buffer ends, or -1 while it is not whole; every server here says Content-Length. */
function endOfResponse(buffer: Buffer): number {
  const head = buffer.indexOf("\r\n\r\n");
  if (head === -1) return -1;
  const length = /\r\ncontent-length: (\d+)/i.exec(buffer.toString("latin1", 0, head + 2))?.[1];
  const end = head + 4 + Number(length ?? 0);
  return buffer.length >= end ? end : -1;
}

/**
 * Asks a server on loopback again and again on `connections` keep-alive connections, one request at a time each, for
 * `milliseconds`, and ends by itself. Raw sockets: a whole HTTP client would be what is measured.
 */
export async function load(
  port: number,
  pathOf: (index: number) => string,
  { connections, milliseconds }: { connections: number; milliseconds: number },
): Promise<Measured> {
  const until = performance.now() + milliseconds;
  let sent = 0;
  let answered = 0;
  let failures = 0;

  const connection = (): Promise<void> =>
    new Promise((done, fail) => {
      const socket = connect(port, "127.0.0.1");
      let buffer: Buffer = Buffer.alloc(0);
      const next = (): void => {
        if (performance.now() >= until) {
          socket.end();
          done();
          return;
        }
        socket.write(
          `GET ${pathOf(sent++)} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\n\r\n`,
        );
      };
      socket.on("connect", next);
      socket.on("error", fail);
      socket.on("data", (chunk) => {
        buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
        const end = endOfResponse(buffer);
        if (end === -1) return;
        if (buffer.toString("latin1", 9, 12) !== "200") failures += 1;
        buffer = buffer.subarray(end);
        answered += 1;
        next();
      });
    });

  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  return { requestsPerSecond: (answered / (performance.now() - begun)) * 1_000, failures };
}
