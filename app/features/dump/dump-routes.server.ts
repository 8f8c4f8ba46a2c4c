import type { Context, Hono } from "hono";
import { z } from "zod";
import { dumpRows, dumpSchema, dumps } from "../../../domain/contract/dumps.ts";
import { api } from "../../../domain/contract/routes.ts";
import { DUMP_DAYS } from "../../../domain/submissions/limits.ts";
import { MethodNotAllowed, NotFound } from "../../../server/errors.ts";
import type { Files } from "../../../server/files.ts";
import { isKnown, sendFile } from "../../../server/media/store.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { MANIFEST } from "./lines.server.ts";
import { nameOf } from "./public-dump.server.ts";

export function dumpRoutes(app: Hono, router: Router, deps: Deps): void {
  const { files = null, licence = null } = deps.dumps ?? {};
  router.read(dumps, async () => ({ licence, results: await deps.data.dumps.findAll() }));
  // Created on the first request: few clients ask for it, and otherwise every start would wait for it.
  let schema: Readonly<Record<string, unknown>> | undefined;
  router.read(dumpSchema, () => {
    schema ??= Object.fromEntries(
      Object.entries(dumpRows(deps.challenges.values())).map(([noun, row]) => [
        noun,
        z.toJSONSchema(row, { unrepresentable: "any" }),
      ]),
    );
    return schema;
  });
  const path = api.dumpFile(":day{[0-9][^/]*}", ":file");
  app.get(path, (c) => sendDumpFile(c, files, deps));
  app.all(path, (c) => {
    throw new MethodNotAllowed(c.req.method);
  });
}

/** Sends a file of a dump, which never changes: all of it, a range, or only the headers. */
async function sendDumpFile(c: Context, files: Files | null, { data }: Deps): Promise<Response> {
  const { day = "", file = "" } = c.req.param();
  const dump = (await data.dumps.findAll()).find((each) => each.day === day);
  const listed = dump?.files.find((each) => each.file === file);
  const isManifest = dump !== undefined && file === MANIFEST;
  if (!files || !(listed || isManifest)) throw new NotFound("no-such-dump", { days: DUMP_DAYS });
  const name = nameOf(day, file);
  const size = await files.sizeOf(name);
  if (size === null || (listed && size !== listed.bytes)) throw new NotFound("dump-file-damaged");
  const etag = `"${listed?.sha256 ?? dump?.madeAt}"`;
  const headers = new Headers({
    "Content-Type": isManifest ? "application/json" : "application/gzip",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  if (!isManifest) headers.set("Content-Disposition", `attachment; filename="${day}-${file}"`);
  if (isKnown(c, etag)) return c.newResponse(null, { status: 304, headers });
  const sent = await sendFile(c, headers, size, (range) => files.read(name, range));
  if (!sent) throw new NotFound("dump-file-damaged");
  return sent;
}
