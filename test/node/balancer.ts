import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a reverse proxy that sends requests to several processes of one site, in turn or all to a chosen one. */
export async function startBalancer() {
  const ports: number[] = [];
  const chosen: { port: number | null } = { port: null };
  let turn = 0;
  const server = createServer((asked, answer) => {
    const port = chosen.port ?? ports[turn++ % ports.length] ?? 0;
    const { method, url: path, headers } = asked;
    const passed = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (theirs) => {
      answer.writeHead(theirs.statusCode ?? 502, theirs.headers);
      theirs.pipe(answer);
    });
    passed.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    asked.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** The ports that the processes listen on. */
    ports,
    /** `port` receives all requests from now on; null if they go to the processes in turn. */
    chosen,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
