import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { pages } from "../domain/contract/routes.ts";
import { type RunningSite, startSite } from "./node/site.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, ".."), "build/server/index.js");

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({}, await import(pathToFileURL(BUILD).href));
});
afterAll(() => site.stop());

test.each([...CHALLENGES.values()])(
  "$label: an empty list says why it is empty, and no more",
  async ({ key, label }) => {
    const of = async (query: Record<string, string>) =>
      (await (await fetch(site.origin + pages.list(key, query))).text()).replaceAll("<!-- -->", "");
    expect(await of({})).toContain(`There is no ${label} completion yet.`);
    const waiting = await of({ pending: "1" });
    expect(waiting).toContain("All caught up: nothing is pending.");
    expect(waiting).not.toContain("It may still be waiting for you");
    expect(await of({ pending: "1", map: "Quad" })).toContain("Nothing pending matches this.");
  },
);
