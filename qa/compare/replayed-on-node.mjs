import { subscribe } from "node:diagnostics_channel";
import { HEADER, replay } from "./replayed.mjs";

subscribe("http.server.request.start", (message) => {
  const { request } = /** @type {{ request: import("node:http").IncomingMessage }} */ (message);
  replay(request.headers[HEADER]?.toString());
});
