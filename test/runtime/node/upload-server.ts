import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { blobFolder } from "../../../platform/node/blob-folder.ts";
import { createHttpServer } from "../../../platform/node/http.ts";
import { receiveForms } from "../../../platform/node/uploads.ts";
import { LIMITS } from "../../factories.ts";

// A server that only takes uploads, in its own process, so that its memory use is that of uploads. Takes a folder as
// its argument and prints its port. GET /peak answers the most memory that it has used so far, in bytes.

const receiveForm = receiveForms(blobFolder(process.argv[2] ?? ""), {
  ...LIMITS,
  fileBytes: LIMITS.totalBytes,
});
const app = new Hono();
app.post("*", async (c) =>
  c.json(
    await receiveForm(c.req.raw, new Set(["attachments"]), {
      id: c.req.header("from") ?? "ada",
      isHelper: c.req.header("from")?.startsWith("helper") ?? false,
    }),
  ),
);
app.get("/peak", (c) =>
  c.text(String(process.resourceUsage().maxRSS * 1024), 200, { "Cache-Control": "no-store" }),
);

const server = createHttpServer({ answer: () => null, pass: async (request) => app.fetch(request) });
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
