import { expect, test } from "vitest";
import { completionOf } from "../contract/sources.ts";
import { readSources } from "./edge/made-from.ts";
import { pagesWithSources } from "./known-pages.ts";

/** Pages that read two things, one of which may fail. */
const render = pagesWithSources(
  async ({ url }, reads, form) => {
    if (form) return new Response(form.heading);
    await reads.holdsSample();
    await reads.detailsOf(url).catch(() => "failed");
    const status = { "/missing": 404, "/same": 304 }[new URL(url).pathname] ?? 200;
    return new Response(status === 304 ? null : "a page", { status });
  },
  {
    ask: () => Promise.reject(new Error("not asked here")),
    holdsSample: async () => false,
    mediumOf: async () => null,
    async detailsOf(url) {
      if (url.endsWith("?fails")) throw new Error("no disk");
      return null;
    },
  },
);

const sourcesOf = async (path: string) =>
  readSources((await render(new Request(`http://localhost${path}`))).headers);

test("a page names the sources of all that it read, also when it would be the same", async () => {
  expect(await sourcesOf("/2tc")).toEqual(["sample", completionOf("http://localhost/2tc")]);
  expect(await sourcesOf("/same")).toEqual(["sample", completionOf("http://localhost/same")]);
});

test("forms, missing pages and pages with failed reads name none", async () => {
  const form = await render(new Request("http://localhost/u/1"), { heading: "Sign in", links: [] });
  expect([await form.text(), readSources(form.headers)]).toEqual(["Sign in", null]);
  expect(await sourcesOf("/missing")).toBeNull();
  expect(await sourcesOf("/2tc?fails")).toBeNull();
});
