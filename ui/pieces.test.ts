import { expect, test } from "vitest";
import { PageInPieces } from "./pieces.ts";

const marked = (n: number, html: string): string => `<page-piece n="${n}">${html}</page-piece>`;

test("a piece is rendered once and reused on the next page", () => {
  const known = new Map<string, string>();
  const first = new PageInPieces(known);
  expect([first.note("row 1"), first.note("row 2")]).toEqual([
    { n: 0, isKnown: false },
    { n: 1, isKnown: false },
  ]);
  expect(first.whole(`<p>${marked(0, "<b>one</b>")} and ${marked(1, "<b>two</b>")}</p>`)).toBe(
    "<p><b>one</b> and <b>two</b></p>",
  );
  const next = new PageInPieces(known);
  expect([next.note("row 2").isKnown, next.note("row 3").isKnown]).toEqual([true, false]);
  expect(next.whole(`<p>${marked(0, "")}${marked(1, "<b>three</b>")}</p>`)).toBe(
    "<p><b>two</b><b>three</b></p>",
  );
  expect([...known]).toEqual([
    ["row 1", "<b>one</b>"],
    ["row 2", "<b>two</b>"],
    ["row 3", "<b>three</b>"],
  ]);
});

test("pieces can be nested, whether they are known or not", () => {
  const known = new Map([["inner", "<i>known</i>"]]);
  const page = new PageInPieces(known);
  page.note("outer");
  page.note("inner");
  page.note("other");
  expect(page.whole(marked(0, `<p>${marked(1, "")}${marked(2, "<i>new</i>")}</p>`))).toBe(
    "<p><i>known</i><i>new</i></p>",
  );
  expect(known.get("outer")).toBe("<p><i>known</i><i>new</i></p>");
});

test("a page without pieces is unchanged, and empty, failed or scripted pieces are not kept", () => {
  const known = new Map<string, string>();
  const page = new PageInPieces(known);
  expect(page.whole("<p>1 < 2 &lt;page-piece n=&quot;0&quot;&gt;</p>")).toBe(
    "<p>1 < 2 &lt;page-piece n=&quot;0&quot;&gt;</p>",
  );
  page.note("script");
  page.note("nothing");
  const script = "<p><script>1</script></p>";
  expect(page.whole(marked(0, script) + marked(1, ""))).toBe(script);
  page.note("of a failure");
  expect(page.whole(marked(2, "<p>one</p>"), true)).toBe("<p>one</p>");
  expect(known.size).toBe(0);
});
