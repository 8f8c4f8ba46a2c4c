import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnswerRequest, uncachedRequest } from "../../../server/cache/response-cache.ts";
import type { CachedVersion } from "../../../server/http/head.ts";
import { newFolder } from "../../../test/node/site.ts";
import { readSettings, type Settings } from "../../shared/settings.ts";
import { openDataFolder } from "../open.ts";
import type { NodeDatabase } from "../sqlite.ts";
import { type AnswerThreads, type AnswerThreadsOptions, startAnswerThreads } from "./index.ts";

const PAGES = new URL("../../../test/node/pages-of-threads.ts", import.meta.url).href;

let settings: Settings;
let database: NodeDatabase;
beforeAll(async () => {
  settings = readSettings({ DATA_DIR: newFolder(), SAMPLE_DATA: "off" });
  ({ database } = await openDataFolder(settings, () => undefined));
});
afterAll(() => {
  for (const threads of shared.values()) threads.close();
  database.close();
});

type Make = (url: string, wanted?: Partial<AnswerRequest>, isDownload?: boolean) => Promise<Response>;

/** Threads for all tests that only ask them, by their options: a thread takes a second to start. */
const shared = new Map<string, AnswerThreads>();

const start = (options: AnswerThreadsOptions): AnswerThreads =>
  startAnswerThreads({ settings, pages: PAGES }, options);

const makeBy =
  (threads: AnswerThreads): Make =>
  (url, wanted, ...rest) =>
    threads.make(url, { ...uncachedRequest("one"), ...wanted }, ...rest);

async function withThreads(
  options: AnswerThreadsOptions,
  use: (threads: { readonly make: Make }) => Promise<void>,
): Promise<void> {
  const key = JSON.stringify(options);
  const threads = shared.get(key) ?? start(options);
  shared.set(key, threads);
  await threads.ready;
  await use({ make: makeBy(threads) });
}

/** For tests that end threads. */
async function withOwnThreads(
  options: AnswerThreadsOptions,
  use: (threads: { readonly make: Make }) => Promise<void>,
): Promise<void> {
  const threads = start(options);
  await threads.ready;
  try {
    await use({ make: makeBy(threads) });
  } finally {
    threads.close();
  }
}

const at = (path: string): string => settings.site.origin + path;

test("a thread answers as the site does: pages, the API and unknown addresses", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const page = await make(at("/maps"));
    expect([page.status, await page.text()]).toEqual([200, "/maps"]);
    const list = await make(at("/fetch-2tc"));
    expect(list.headers.get("Content-Type")).toContain("application/json");
    expect(await list.json()).toEqual({ results: [], count: 0, more: false });
    expect((await make(at("/fetch-9tc"))).status).toBe(404);
  });
});

test("a thread sees another connection's write in the next answer", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const answer = async () => (await make(at("/fetch-map-info?map=Quad"))).text();
    expect(await answer()).not.toContain('"qqq"');
    await database.transaction(() =>
      database.sqlite.exec("update map set abbreviation = 'qqq' where name = 'Quad'"),
    );
    expect(await answer()).toContain('"qqq"');
  });
});

test("a long answer is streamed in full, and one that is no longer read is abandoned", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const bytes = new Uint8Array(await (await make(at("/maps?q=long"))).arrayBuffer());
    expect(bytes.length).toBe(3_000_000);
    expect([bytes[0], bytes.at(-1), new Set(bytes).size]).toEqual([1, 30, 30]);
    const left = (await make(at("/maps?q=long"))).body?.getReader();
    await left?.read();
    await left?.cancel();
    expect(await (await make(at("/maps"))).text()).toBe("/maps");
  });
});

test("the pieces of an answer that is made slowly arrive in their order, and all of them", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const bytes = new Uint8Array(await (await make(at("/maps?q=slow"))).arrayBuffer());
    const pieces = Array.from({ length: 30 }, (_, at) => bytes[at * 100_000]);
    expect(pieces).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    expect(bytes.length).toBe(3_000_000);
  });
});

test("an answer whose thread exits in the middle of it fails with a time to retry", async () => {
  await withOwnThreads({ count: 1 }, async ({ make }) => {
    const begun = await make(at("/maps?q=broken"));
    expect(begun.status).toBe(200);
    await expect(begun.arrayBuffer()).rejects.toMatchObject({ status: 503, seconds: 2 });
  });
});

test("concurrent requests each get their own answer", async () => {
  await withThreads({ count: 2 }, async ({ make }) => {
    const paths = Array.from({ length: 60 }, (_, at) => `/page-${at}`);
    expect(await Promise.all(paths.map(async (path) => (await make(at(path))).text()))).toEqual(paths);
  });
});

test("requests of one network are handled in order of arrival", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const begun: string[] = [];
    const names = Array.from({ length: 12 }, (_, at) => `name-${at}`);
    const ask = (name: string) =>
      make(at(`/maps?q=busy&name=${name}`), {
        begin: () => {
          begun.push(name);
          return null;
        },
      });
    await Promise.all(names.map(ask));
    expect(begun).toEqual(names);
  });
});

test("the handler is given the tag of the cached answer as of when it begins", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    let cachedVersion: CachedVersion | null = null;
    const all = ["a", "b", "c", "d"].map((name) => make(at(`/maps?q=busy&name=${name}`)));
    const last = make(at("/maps?q=known"), { begin: () => cachedVersion });
    cachedVersion = { tag: "now", fingerprint: null };
    await Promise.all(all);
    expect(await (await last).text()).toBe('"now"');
  });
});

test("an answer to be cached comes with its tag in the wanted encoding, and as 304 if unchanged", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const list = at("/fetch-names");
    const plain = await make(list);
    expect([plain.headers.get("ETag"), plain.headers.get("Content-Encoding")]).toEqual([null, null]);
    const text = await plain.text();
    const packed = await make(list, { encoding: "br" });
    expect(packed.headers.get("Content-Encoding")).toBe("br");
    expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(text);
    const tag = packed.headers.get("ETag")?.slice(1, -1) ?? "";
    const again = await make(list, { encoding: "br", begin: () => ({ tag, fingerprint: null }) });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(
      (await make(list, { encoding: "br", begin: () => ({ tag: "another", fingerprint: null }) })).status,
    ).toBe(200);
    // Short and long answers, and failures, come as they are.
    const as = async (path: string) =>
      (await make(at(path), { encoding: "br" })).headers.get("Content-Encoding");
    expect([await as("/maps"), await as("/maps?q=long"), await as("/fetch-9tc")]).toEqual([null, null, null]);
  });
});

test("requests beyond the queue's limit are refused with a time to retry, and the others are served", async () => {
  await withThreads({ count: 1, mostWaiting: 3 }, async ({ make }) => {
    const asked = await Promise.allSettled(Array.from({ length: 9 }, () => make(at("/maps"))));
    const refused = asked.filter((each) => each.status === "rejected");
    // The thread has two, and three wait.
    expect(refused).toHaveLength(4);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ status: 503, seconds: 2, problem: { code: "too-many-readers" } });
  });
});

/** Asks for answers, one for each name, and notes the names as they begin. The first letter of a name is its network. */
function noting(make: Make) {
  const begun: string[] = [];
  const ask = (name: string, clients = [name.charAt(0)], isDownload = false) =>
    make(
      at(`/maps?q=${isDownload ? "long" : "busy"}&name=${name}`),
      {
        clients,
        begin: () => {
          begun.push(name);
          return null;
        },
      },
      isDownload,
    );
  return { begun, ask };
}

test("networks take turns, so that one with many requests does not delay one with few", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const { begun, ask } = noting(make);
    const names = ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2", "c1"];
    await Promise.all(names.map((name) => ask(name)));
    // The thread has a1 and a2 before the others come.
    expect(begun).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "b2", "a5", "a6"]);
  });
});

test("an answer that another network comes to wait for has that network's turn", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const { begun, ask } = noting(make);
    const clients = ["a"];
    const asked = ["a1", "a2", "a3", "a4", "a5"].map((name) => ask(name));
    asked.push(ask("a6", clients));
    clients.push("b");
    await Promise.all(asked);
    expect(begun).toEqual(["a1", "a2", "a3", "a6", "a4", "a5"]);
  });
});

test("when the queue is full, it is the network with most requests whose last one is refused", async () => {
  await withThreads({ count: 1, mostWaiting: 3 }, async ({ make }) => {
    const { begun, ask } = noting(make);
    const many = ["a1", "a2", "a3", "a4", "a5"].map((name) => ask(name));
    const refused = expect(many.pop()).rejects.toMatchObject({ problem: { code: "too-many-readers" } });
    await Promise.all([...many, ask("b1"), refused]);
    expect(begun).toEqual(["a1", "a2", "a3", "b1", "a4"]);
  });
});

test("downloads are begun by turns of their networks, with other answers, and go on a piece at a time", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const { begun, ask } = noting(make);
    const ended: string[] = [];
    const read = async (name: string): Promise<void> => {
      expect((await (await ask(name, undefined, true)).arrayBuffer()).byteLength).toBe(3_000_000);
      ended.push(name);
    };
    const many = Array.from({ length: 12 }, (_, number) => read(`a${number}`));
    const other = read("b1");
    expect(await (await make(at("/page"), { clients: ["c"] })).text()).toBe("/page");
    // However many are asked for, the page came after one of each network, and those that one may begin.
    expect(begun.length).toBeLessThanOrEqual(5);
    await other;
    // Each had every second piece, so at most one of the others' was complete.
    expect(ended.length).toBeLessThanOrEqual(2);
    await Promise.all(many);
  });
});

test("readers of a network that stop reading hold four downloads, and no other network's", async () => {
  await withThreads({ count: 1 }, async ({ make }) => {
    const { begun, ask } = noting(make);
    const idle = Array.from({ length: 7 }, (_, number) => ask(`a${number}`, undefined, true));
    const held = await Promise.all(idle.slice(0, 4));
    expect((await (await ask("b1", undefined, true)).arrayBuffer()).byteLength).toBe(3_000_000);
    expect(begun).toEqual(["a0", "a1", "a2", "a3", "b1"]);
    // One that goes makes room for the next.
    for (const response of held) await response.body?.cancel();
    for (const response of await Promise.all(idle.slice(4))) await response.body?.cancel();
    expect(begun).toHaveLength(8);
  });
});

/** Expects that a page is made again; on a busy machine a new thread may be later than the test's timeout. */
async function expectPage(make: Make): Promise<void> {
  const page = () =>
    make(at("/maps")).then(
      (found) => found.text(),
      () => null,
    );
  await expect.poll(page, { timeout: 30_000 }).toBe("/maps");
}

test("a thread that hangs is terminated, and one that exits is restarted", async () => {
  await withOwnThreads({ count: 1, timeoutMs: 500 }, async ({ make }) => {
    for (const question of ["for ever", "out"])
      await expect(make(at(`/maps?q=${question}`))).rejects.toMatchObject({ status: 503 });
    await expectPage(make);
  });
});

test("when a thread keeps exiting, requests are refused at once until it has rested", {
  tags: ["long"],
}, async () => {
  await withOwnThreads({ count: 1, rest: 1_000 }, async ({ make }) => {
    for (let time = 0; time < 3; time++)
      await expect(make(at("/maps?q=out"))).rejects.toMatchObject({ status: 503 });
    await expect(make(at("/maps"))).rejects.toMatchObject({ status: 503 });
    await expectPage(make);
  });
});

test("repeated timeouts do not disable a thread for good", { tags: ["long"] }, async () => {
  await withOwnThreads({ count: 1, timeoutMs: 300, rest: 3_600_000 }, async ({ make }) => {
    for (let time = 0; time < 4; time++)
      await expect(make(at("/maps?q=for+ever"))).rejects.toMatchObject({ status: 503 });
    await expectPage(make);
  });
});
