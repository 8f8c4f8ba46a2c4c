import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../app/api/repositories.server.ts";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { FINGERPRINT } from "../domain/contract/page-context.ts";
import { api, pages } from "../domain/contract/routes.ts";
import { createPages } from "../platform/shared/pages.ts";
import type { PageReads } from "../site/page-context.ts";
import { readsOfPages } from "../site/reads.ts";
import { type Body, LIMITS, type TestApp, testApp } from "./factories.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, ".."), "build/server/index.js");
const ORIGIN = "http://localhost:3000";

const TOWERS = ["Absolute Zero", "Quincy", "Glaive Lord", "Big Iron", "Dart Monkey", "Ice Monkey"];
const MAPS = ["Quad", "Logs", "#Ouch", "Muddy Puddles"];
const PEOPLE = ["Ada", "Zoë & Co", '<b>"Bob"</b>'];
const settings = {
  site: {
    ...{ shortName: "Index", tagline: "An index.", origin: ORIGIN, mediaOrigin: null },
    ...{ creatorCode: "", playlist: "", links: { video: "", chat: "", source: "" }, uploads: LIMITS },
  },
  signInOrigin: null,
  returnOrigins: [],
};

let app: TestApp;
let build: Parameters<typeof createPages>[0];
let reads: PageReads;
beforeAll(async () => {
  build = await import(pathToFileURL(BUILD).href);
  app = await testApp(await openEngine());
  reads = {
    reads: readsOfPages(app.reads),
    catalogue: openData(app.database).catalogue.current,
    mediumOf: async () => null,
    detailsOf: async () => ({
      challenge: "2tc",
      revision: 1,
      notesHtml: null,
      verifiedAt: null,
      confirmedAt: null,
      code: null,
      playersAgree: false,
      codeCheckedAt: null,
      isSample: false,
      files: [],
      links: [],
      gone: [],
    }),
    today: () => "2026-11-27",
    holdsSample: async () => true,
    isImporting: async () => false,
  };
  for (const { key } of CHALLENGES.values()) for (let at = 0; at < 26; at++) await add(key, at);
});

/** Records a completion unless the same one is there already. */
async function add(challenge: string, at: number): Promise<void> {
  const [tower = "", other = ""] = [TOWERS[at % 6], TOWERS[(at + 1 + (at % 4)) % 6]];
  const towers = challenge === "2mp" ? [tower] : [tower, other];
  const hasTowers = !["lcc", "lcd"].includes(challenge);
  await app
    .add(challenge, {
      ...(hasTowers && { towers, upgrades: towers.map(() => "") }),
      people: challenge === "2tcc" ? ["Ada", "Eve"] : [PEOPLE[at % 3] ?? ""],
      map: MAPS[at % 4] ?? "",
      money: 1_000 + at,
      pending: at % 5 === 0 ? "somebody" : null,
      og: at % 7 === 0,
    })
    .catch(() => undefined);
}

async function addresses(): Promise<string[]> {
  const all: string[] = [
    ...[
      pages.home(),
      pages.maps(),
      pages.changes(),
      pages.newHere(),
      pages.searchHelp(),
      pages.apiGuide(),
      "/nothing-here",
      "/balance-changes",
      "/MAPS",
      "/2tcx",
      "/login",
    ],
    ...[pages.maps({ map: "Quad" }), pages.maps({ map: "Logs" }), pages.maps({ q: "o", sortby: "name" })],
    ...["quad", "abs zero", "nobody knows"].map(pages.ask),
    ...[pages.chimpsStarts({ map: "Quad" }), pages.spellings()],
  ];
  for (const { key, views } of CHALLENGES.values()) {
    const { results } = (await (await app.app.request(api.list(key, { count: 30 }))).json()) as Body;
    all.push(
      ...[{}, { offset: 20 }, { count: 50 }, { sortby: "map" }, { sortby: "map DESC" }, { pending: 1 }].map(
        (query) => pages.list(key, query),
      ),
      ...[{ map: "Quad" }, { query: "quad" }, { query: "quod" }, { difficulty: "expert", og: 0 }].map(
        (query) => pages.list(key, query),
      ),
      ...views.map((view) => pages.list(key, { view })),
      ...results.slice(0, 4).map(({ filekey }) => pages.notes(key, { filekey: String(filekey) })),
      pages.addForm(key),
    );
  }
  return all;
}

test("a page of the same data has the same bytes, tag and policy, before and after writes", async () => {
  const renderers = [createPages(build, settings), createPages(build, settings)];
  const read = async (render: (typeof renderers)[number], address: string) => {
    const response = await render(new Request(ORIGIN + address), reads);
    const fingerprint = response.headers.get(FINGERPRINT);
    return {
      fingerprint,
      status: response.status,
      html: await response.text(),
      tag: response.headers.get("ETag"),
      policy: response.headers.get("Content-Security-Policy"),
    };
  };
  const statusFor = async (address: string, fingerprint: string): Promise<number> => {
    const [render] = renderers;
    const headers = { [FINGERPRINT]: fingerprint };
    return (await render?.(new Request(ORIGIN + address, { headers }), reads))?.status ?? 0;
  };
  const all = await addresses();
  expect(all.length).toBeGreaterThan(100);
  const pagesNow = new Map<string, string>();
  const fingerprints = new Map<string, string>();
  const compare = async () => {
    for (const address of all) {
      const [first, ...others] = await Promise.all(renderers.map((render) => read(render, address)));
      for (const other of others) expect(other, address).toEqual(first);
      pagesNow.set(address, first?.html ?? "");
      const before = fingerprints.get(address) ?? "";
      const now = first?.fingerprint ?? "";
      fingerprints.set(address, now);
      if (first?.status !== 200) continue;
      // What follows from the same is not rendered, and nothing else is taken for it.
      expect([address, await statusFor(address, now)]).toEqual([address, 304]);
      expect([address, await statusFor(address, before)]).toEqual([address, before === now ? 304 : 200]);
    }
  };
  await compare();
  const before = new Map(pagesNow);
  for (const { key } of CHALLENGES.values()) for (let at = 26; at < 30; at++) await add(key, at);
  await compare();
  // Otherwise nothing would have been compared twice.
  expect(all.filter((address) => before.get(address) !== pagesNow.get(address)).length).toBeGreaterThan(20);
}, 240_000);
