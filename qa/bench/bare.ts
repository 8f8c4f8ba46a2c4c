import { createServer } from "node:http";

/**
 * A bare node:http server that sends the bytes it was given, with their headers: what the site is compared with. It
 * runs in a process of its own, and gets the bytes as messages from the parent.
 */
interface Bytes {
  readonly headers: readonly string[];
  readonly body: string;
}

let headers: string[] = [];
let body = Buffer.alloc(0);

process.on("message", (bytes: Bytes) => {
  headers = [...bytes.headers];
  body = Buffer.from(bytes.body, "base64");
  process.send?.("ready");
});

const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit(0));
