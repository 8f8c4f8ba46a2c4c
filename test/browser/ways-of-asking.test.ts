import { pages } from "../../routes.ts";
import { WAYS } from "../ways-of-asking.ts";
import { expect, test } from "./fixture.ts";

/** Returns the labels of the page's chips for a text, as in the links that remove them. */
function chipsIn(html: string): string[] {
  const labels = html.matchAll(/aria-label="Remove the filter ([^"]*)"/g);
  return Array.from(labels, ([, label = ""]) => unescaped(label));
}

const unescaped = (html: string): string =>
  html
    .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&quot;/g, '"')
    .replace(/&gt;/g, ">")
    .replace(/&lt;/g, "<")
    .replace(/&amp;/g, "&");

/** Returns the labels of the towers and maps that a way of asking stands for; each has its own chip. */
const namedIn = (filters: string): string[] =>
  Array.from(
    filters.matchAll(/(?:^|&)(tower|map)=([^&]*)/g),
    ([, kind, name]) => `${kind === "map" ? "Map" : "Tower"}: ${name}`,
  );

test("a list's page understands every way of asking as intended", { tag: "@once" }, async ({ request }) => {
  // Two hundred pages.
  test.setTimeout(120_000);
  const otherwise: string[] = [];
  for (const [text, filters] of WAYS) {
    const response = await request.get(pages.list("2tc", { query: text }));
    expect(response.status(), text).toBe(200);
    const shown = chipsIn(await response.text()).filter((chip) => /^(Tower|Map): /.test(chip));
    if (shown.join() !== namedIn(filters).join()) otherwise.push(`${text}: ${shown.join()}`);
  }
  expect(otherwise).toEqual([]);
});
