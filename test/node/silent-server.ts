import { createServer } from "node:http";

/**
 * A server in its own process, on the given port. It answers until it is told to be silent; from then on it accepts
 * connections and leaves them waiting.
 */
const PORT = Number(process.argv[2]);
let isSilent = false;
let asked = 0;
let tellAt = Number.POSITIVE_INFINITY;

const server = createServer((_, response) => {
  if (isSilent) return;
  response.end("here");
  asked += 1;
  if (asked === tellAt) process.send?.("asked");
});
server.listen(PORT, "127.0.0.1", () => process.send?.("ready"));
process.on("message", (told) => {
  if (told === "be silent") isSilent = true;
  else tellAt = asked + 10;
});
process.on("disconnect", () => process.exit(0));
