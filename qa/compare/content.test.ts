import { expect, test } from "vitest";
import { contentOf } from "./content.ts";
import { differencesOf, maskChance } from "./differences.ts";

const page = (body: string, head = ""): string =>
  `<!DOCTYPE html><html><head><title>T</title>${head}</head><body>${body}</body></html>`;

test("a page's content is the same however it is marked up", () => {
  const one = `<div class="a_12345"><h2 id="_R_1_">Maps</h2><a class="b" href="/maps">All <b>maps</b></a></div>`;
  const other = `<section><h2 id="_R_2_">Maps</h2> <a href="/maps"><span>All</span> maps</a></section>`;
  expect(contentOf(page(one))).toBe(contentOf(page(other, '<link rel="stylesheet" href="/assets/a.css"/>')));
});

const form = (field: string): string => page(`<form action="/ask"><label for="q">Ask</label>${field}</form>`);

test.each([
  ["text", page("<p>Two towers</p>"), page("<p>Three towers</p>")],
  ["a link", page('<a href="/2tc">2TC</a>'), page('<a href="/fttc">2TC</a>')],
  ["a field", form('<input id="q" name="q"/>'), form('<input id="q" name="q" maxLength="300"/>')],
  ["a role", page("<h2>Maps</h2>"), page("<h3>Maps</h3>")],
  ["a role's name", page('<nav aria-label="Main"></nav>'), page('<nav aria-label="Other"></nav>')],
  [
    "the name that another element gives",
    page('<b id="n">Main</b>Other<nav aria-labelledby="n"></nav>'),
    page('Main<b id="n">Other</b><nav aria-labelledby="n"></nav>'),
  ],
  ["the head", page("", '<meta name="description" content="a"/>'), page("", "")],
])("%s that changed is a difference", (_, one, other) => {
  expect(contentOf(one)).not.toBe(contentOf(other));
});

const answer = (body: string, type: string) => ({
  status: 200,
  headers: { "content-type": type },
  body: Buffer.from(body),
});
const ALL = { counts: () => true, page: maskChance, pageHeader: maskChance };

test.each([
  ["application/json", '{"a":[1,2],"b":"x"}', '{"a":[1,2],"b":"y"}', ['"b":"x"}', '"b":"y"}']],
  ["text/html", "<p>one</p><p>two</p>", "<p>one</p><p>too</p>", ["<p>two", "<p>too"]],
])("one byte that differs in %s is found, and shown with what is around it", (type, one, other, answers) => {
  expect(differencesOf("/x", [answer(one, type), answer(one, type)], ALL)).toEqual([]);
  expect(differencesOf("/x", [answer(one, type), answer(other, type)], ALL)).toEqual([
    { address: "/x", of: "body", answers },
  ]);
});
