// A thread that makes answers: the whole site with its own database connection, without sockets, jobs or a sign-in.

import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { openData } from "../../../app/api/repositories.server.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { isCacheable, ResponsesInMemory } from "../../../server/cache/response-cache.ts";
import { countersInMemory } from "../../../server/counters.ts";
import { namesIn } from "../../../server/db/names.ts";
import { Unauthorized } from "../../../server/errors.ts";
import { isEncodable, tagIn } from "../../../server/http/content.ts";
import { inRequest, readOf } from "../../../server/http/head.ts";
import { createSite } from "../../../site/site.ts";
import { createPages } from "../../shared/pages.ts";
import { retentionOf, type Settings } from "../../shared/settings.ts";
import { configOf } from "../../sign-in/config.ts";
import { brotliSync } from "../compress.ts";
import { startLog } from "../log.ts";
import { openMedia } from "../media.ts";
import { databaseFile } from "../open.ts";
import { openSqlite } from "../sqlite.ts";
import type { ThreadReport, ThreadRequest } from "./messages.ts";

/** The data that a thread is started with. */
export interface ThreadData {
  readonly settings: Settings;
  /** Where the module of the built pages is. */
  readonly pages: string;
}

/** An answer of fewer bytes than this comes in one piece; of a longer one, each further piece is made on request. */
const PIECE = 256 * 1024;

startLog();
const { settings, pages: builtPages } = workerData as ThreadData;
const port = parentPort;
if (!port) throw new Error("This is a thread's own program.");

/** Opens the site for public reads: nobody is signed in here, and nothing is written except derived data. */
async function openReads(): Promise<(request: Request) => Promise<Response>> {
  const build = await import(builtPages);
  const database = openSqlite(databaseFile(settings));
  const { site, signIn } = settings;
  const { make } = await createSite({
    challenges: CHALLENGES,
    data: openData(database),
    media: openMedia(settings).store,
    decodePicture: null,
    database,
    site,
    apiNames: settings.apiNames,
    secondLook: settings.secondLook,
    receiveForm: () => Promise.reject(new Error("This thread takes no forms.")),
    pages: createPages(build, {
      site,
      signInOrigin: signIn.mode === "external" ? signIn.issuerOrigin : null,
      // A thread makes no page of the sign-in.
      returnOrigins: [],
    }),
    openSignIn: async () => ({
      signIn: {
        config: configOf(settings),
        check: () => Promise.reject(new Unauthorized()),
        count: async () => {},
        names: namesIn(database, signIn.mode === "embedded" ? "account" : "person"),
      },
      addRoutes: () => undefined,
      jobs: [],
      mail: null,
    }),
    edge: {
      responses: new ResponsesInMemory(0),
      versions: database.currentVersions,
      staleFor: 0,
      compression: null,
    },
    dumps: null,
    dumpLicence: settings.dumpLicence,
    webhooks: [],
    keeping: retentionOf(settings, null),
    fetch,
    hosts: settings.hosts,
    hostHeaders: settings.hostHeaders,
    watchesLinks: settings.watchesLinks,
    counters: countersInMemory(),
    now: () => new Date(),
    say: () => undefined,
  });
  return make;
}

/** The length of a tag in characters of base64: 96 bits. */
const TAG = 16;

/** Bodies that are not completely sent. */
const unfinished = new Map<number, ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>>();

function say(report: ThreadReport): void {
  const bytes = "bytes" in report ? report.bytes : null;
  port?.postMessage(report, bytes ? [bytes.buffer] : []);
}

/** Returns the next piece of a body: at least `PIECE` bytes, unless the body ends before. */
async function nextPiece(
  id: number,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): Promise<{
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly isLast: boolean;
}> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < PIECE) {
    const { done, value } = await reader.read();
    if (done) {
      unfinished.delete(id);
      return { id, bytes: joined(chunks, length), isLast: true };
    }
    chunks.push(value);
    length += value.byteLength;
  }
  unfinished.set(id, reader);
  return { id, bytes: joined(chunks, length), isLast: false };
}

/** Copies chunks into one buffer, which can be transferred; null: they are empty. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> | null {
  if (length === 0) return null;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function make({
  id,
  url,
  cachedVersion,
  encoding,
}: Extract<ThreadRequest, { kind: "make" }>): Promise<void> {
  const response = await reads(readOf(url, cachedVersion));
  const { headers, status } = response;
  const head = { kind: "head", status, headers: [...headers] } as const;
  if (!response.body) return say({ ...head, id, bytes: null, isLast: true });
  const first = await nextPiece(id, response.body.getReader());
  const { bytes, isLast } = first;
  if (encoding === null || !bytes || !isLast || !isCacheable(response)) return say({ ...head, ...first });
  const tag = tagIn(headers) ?? createHash("sha256").update(bytes).digest("base64").slice(0, TAG);
  headers.set("ETag", `"${tag}"`);
  if (tag === cachedVersion?.tag)
    return say({ ...head, status: 304, headers: [...headers], id, bytes: null, isLast: true });
  const isPacked = isEncodable({ body: bytes, contentType: headers.get("Content-Type") ?? "" });
  if (isPacked) headers.set("Content-Encoding", encoding);
  say({ ...head, headers: [...headers], id, bytes: isPacked ? brotliSync(bytes) : bytes, isLast: true });
}

async function obey(order: ThreadRequest): Promise<void> {
  const { kind, id } = order;
  try {
    if (kind === "make") return await inRequest(() => make(order), order.requestId);
    const reader = unfinished.get(id);
    if (!reader) return;
    if (kind === "more") return say({ kind: "piece", ...(await nextPiece(id, reader)) });
    unfinished.delete(id);
    await reader.cancel();
  } catch (error) {
    unfinished.delete(id);
    console.error(kind === "make" ? `GET ${new URL(order.url).pathname}:` : "An answer broke off:", error);
    say({ kind: "failed", id });
  }
}

const reads = await openReads();
port.on("message", (order: ThreadRequest) => void obey(order));
say({ kind: "ready" });
