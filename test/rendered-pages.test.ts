import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createPages } from "../platform/pages.ts";
import { readSettings } from "../platform/settings.ts";
import type { RenderedPage, SignInForm } from "../ui/context.ts";

/** npm test builds the pages first. */
const BUILD = pathToFileURL(join(resolve(import.meta.dirname, ".."), "build/server/index.js")).href;

test("a page is rendered again only where its loaders say something else, and a form of the sign-in each time", async () => {
  const rendered = new Map<string, RenderedPage>();
  let holdsSample = false;
  const render = createPages(await import(BUILD), () => ({
    ask: () => Promise.reject(new Error("This page asks nothing.")),
    holdsSample: async () => holdsSample,
    mediumOf: async () => null,
    notesHtml: async () => null,
    timesOf: async () => new Map(),
    rendered,
    site: readSettings({}).site,
    signInOrigin: null,
  }));
  const at = "http://localhost:3000/extracting-game-assets";
  const ask = async (form?: SignInForm) => {
    const page = await render(new Request(at), form);
    return { text: await page.text(), policy: page.headers.get("Content-Security-Policy") };
  };
  const first = await ask();
  expect(first.text).toContain("</html>");
  const [address, page] = [...rendered][0] ?? [];
  if (!address || !page) throw new Error("nothing was kept");
  expect(await ask()).toEqual(first);

  rendered.set(address, { ...page, html: "as it was kept" });
  expect(await ask()).toEqual({ text: "as it was kept", policy: first.policy });
  holdsSample = true;
  const other = (await ask()).text;
  expect(other).toContain("Sample data:");

  const before = new Map(rendered);
  await ask({ heading: "Sign in", links: [] });
  expect(rendered).toEqual(before);
});
