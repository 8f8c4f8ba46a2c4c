import { expect, test } from "vitest";
import { completionOf } from "../contract/sources.ts";
import { readSources } from "./edge/made-from.ts";
import { knownPages, type PageReads } from "./known-pages.ts";

const NOTHING: PageReads = {
  ask: () => Promise.reject(new Error("not asked here")),
  holdsSample: async () => false,
  mediumOf: async () => null,
  detailsOf: async () => null,
};
const details = (verifiedAt: string, notesHtml: string) => ({
  verifiedAt,
  notesHtml,
  isSample: false,
  files: [],
});

/** Returns pages that show what they read and how often they were rendered. */
function site() {
  const world = { holdsSample: false, verifiedAt: "2024-01-01", notes: "", day: "2026-11-22", fails: false };
  let made = 0;
  const render = knownPages(
    async ({ url }, reads, form) => {
      made += 1;
      if (form) return new Response(form.heading);
      const sample = await reads.holdsSample();
      const details = await reads.detailsOf(url).catch(() => "failed");
      if (new URL(url).pathname === "/missing") return new Response("nothing here", { status: 404 });
      const said = JSON.stringify([made, sample, details]);
      return new Response(said, { headers: { "X-Of": url, ETag: `"${made}"` } });
    },
    {
      ...NOTHING,
      holdsSample: async () => world.holdsSample,
      async detailsOf() {
        if (world.fails) throw new Error("no disk");
        return details(world.verifiedAt, world.notes);
      },
    },
    () => new Date(`${world.day}T12:00:00Z`),
  );
  /** Requests pages as a client that has all pages it was sent before. */
  const had = new Map<string, { readonly tag: string; readonly page: string }>();
  const get = async (path: string): Promise<string> => {
    const last = had.get(path);
    const headers: Record<string, string> = last ? { "If-None-Match": last.tag } : {};
    const answer = await render(new Request(`http://localhost${path}`, { headers }));
    if (last && answer.status === 304) return last.page;
    const page = await answer.text();
    const tag = answer.headers.get("ETag");
    if (tag) had.set(path, { tag, page });
    return page;
  };
  return { world, get, render, made: () => made, forget: () => had.clear() };
}

test("what pages read is bounded by its size, long texts included", async () => {
  const { world, get, made } = site();
  const addresses = Array.from({ length: 100 }, (_, at) => `/2tc?offset=${at}`);
  const timesMade = async (): Promise<number> => {
    const before = made();
    for (const each of [...addresses, ...addresses]) await get(each);
    return made() - before;
  };
  expect(await timesMade()).toBe(100);
  world.notes = "n".repeat(200_000);
  // Of 24 MB, each page takes 400 KB.
  expect(await timesMade()).toBe(200);
});

test("a page is rendered again only when something that it read has changed", async () => {
  const { world, get, made } = site();
  const first = await get("/2tc");
  expect(await get("/2tc")).toBe(first);
  expect(made()).toBe(1);
  for (const change of [{ holdsSample: true }, { verifiedAt: "2025-01-01" }, { notes: "<p>Hi</p>" }]) {
    Object.assign(world, change);
    const before = made();
    const page = await get("/2tc");
    expect(JSON.parse(page)).toEqual([before + 1, world.holdsSample, details(world.verifiedAt, world.notes)]);
    expect(await get("/2tc")).toBe(page);
    expect(made()).toBe(before + 1);
  }
  await get("/2mp");
  expect(made()).toBe(5);
});

test("a client with another page, or none, gets the whole page with its headers", async () => {
  const { get, render, made, forget } = site();
  const ask = (tag: string) =>
    render(new Request("http://localhost/", { headers: { "If-None-Match": tag } }));
  const first = await get("/");
  const other = await ask('"another"');
  expect([other.status, other.headers.get("X-Of")]).toEqual([200, "http://localhost/"]);
  expect(made()).toBe(2);
  forget();
  expect(await get("/")).not.toBe(first);
  expect(made()).toBe(3);
});

test("a page is rendered again on a new day", async () => {
  const { world, get, made } = site();
  const first = await get("/");
  expect(await get("/")).toBe(first);
  world.day = "2026-11-23";
  expect(await get("/")).not.toBe(first);
  expect(made()).toBe(2);
});

test("forms, missing pages and pages with failed reads are rendered every time", async () => {
  const { world, get, render, made } = site();
  const form = { heading: "Sign in", links: [] };
  for (let time = 0; time < 2; time++)
    expect(await (await render(new Request("http://localhost/u/1"), form)).text()).toBe("Sign in");
  for (let time = 0; time < 2; time++) await get("/missing");
  expect(made()).toBe(4);
  world.fails = true;
  expect(await get("/2tc")).toContain("failed");
  world.fails = false;
  expect(await get("/2tc")).not.toContain("failed");
  expect(made()).toBe(6);
  world.fails = true;
  expect(await get("/2tc")).toContain("failed");
});

test("a page names its sources, also in a 304 response", async () => {
  const { render } = site();
  const sourcesOf = (answer: Response) => readSources(answer.headers);
  const first = await render(new Request("http://localhost/2tc"));
  const all = ["sample", completionOf("http://localhost/2tc")];
  expect(sourcesOf(first)).toEqual(all);
  const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
  const same = await render(new Request("http://localhost/2tc", { headers }));
  expect([same.status, sourcesOf(same)]).toEqual([304, all]);
});
