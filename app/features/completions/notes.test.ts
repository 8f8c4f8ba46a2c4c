import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { faultOfNotes, renderNotes } from "./notes.server.ts";

describe("notes as HTML", () => {
  test.each([
    ["**b** and `c`", "<p><strong>b</strong> and <code>c</code></p>\n"],
    ["### a\n#### b\n### c", "<h3>a</h3>\n<h4>b</h4>\n<h3>c</h3>\n"],
    ["### a\n# b\n##### c", "<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n"],
    ["# a\n## b\n### c\n#### d", "<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n<h4>d</h4>\n"],
    ["<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>\n"],
    ["~~no~~", "<p><s>no</s></p>\n"],
    ["[a](https://example.org)", '<p><a href="https://example.org" rel="noopener nofollow ugc">a</a></p>\n'],
    [
      "![a <view>](https://example.org/x.png)",
      '<p><a href="https://example.org/x.png" rel="noopener nofollow ugc">a &lt;view&gt;</a></p>\n',
    ],
    ["![](/x.png)", '<p><a href="/x.png" rel="noopener nofollow ugc">Picture</a></p>\n'],
  ])("%j", (text, html) => {
    expect(renderNotes(text)).toBe(html);
  });

  test("a table is wrapped in a scrollable block", () => {
    expect(renderNotes("| a |\n|---|\n| b |")).toMatch(
      /^<div class="table" tabindex="0"><table>[\s\S]*<\/table><\/div>$/,
    );
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", " JAVASCRIPT:x"])(
    "no link leads to %s",
    (url) => {
      expect(renderNotes(`[a](${url}) ![b](${url}) <${url}>`)).not.toContain("href");
    },
  );

  test("no input becomes a script or img element", () => {
    const parts = fc.constantFrom(
      "<",
      ">",
      '"',
      "'",
      "&",
      "script",
      "img src=x onerror=",
      "](",
      "![",
      "\n",
      "`",
      "|",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (pieces) => {
        const html = renderNotes(pieces.join("")) ?? "";
        expect(html).not.toMatch(/<(script|img)/i);
      }),
    );
  });
});

describe("nesting", () => {
  const list = (depth: number): string => `${"- ".repeat(depth)}a`;
  const quote = (depth: number): string => `${"> ".repeat(depth)}a`;

  test("lists and quotes may be nested 20 deep, and no deeper", () => {
    for (const nest of [list, quote, (depth: number) => `${"1. ".repeat(depth)}a`]) {
      expect(faultOfNotes(nest(20))).toBeNull();
      expect(faultOfNotes(nest(21))).toEqual({ code: "nested-too-deep", values: { most: 20 } });
    }
    expect(faultOfNotes(`${"> - ".repeat(10)}a`)).toBeNull();
    expect(faultOfNotes(`${"> - ".repeat(11)}a`)).not.toBeNull();
  });

  test.each([
    "[![a](/b)](/c)",
    "![![a](/b)](/c)",
    "![[a](/b)](/c)",
    `${"![".repeat(20)}${"](/x)".repeat(20)}`,
  ])("a link or picture within another is refused: %.20s", (text) => {
    expect(faultOfNotes(text)).toMatchObject({ code: "nested-links" });
  });

  test("links and pictures side by side are accepted", () => {
    expect(faultOfNotes("[a](/b) ![c](/d) [e](/f) https://example.org [x [y] z](/g)")).toBeNull();
  });

  test("notes that are nested too deeply are not rendered", () => {
    expect(renderNotes(list(21))).toBeNull();
    expect(renderNotes("[![a](/b)](/c)")).toBeNull();
  });
});

describe("tables", () => {
  const table = (columns: number, rows: number): string =>
    `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|\n".repeat(rows)}`;

  test("may have 30 columns, and 1,000 cells together, left out ones and headings counted", () => {
    expect(faultOfNotes(table(30, 32))).toBeNull();
    expect(faultOfNotes(table(30, 33))).toEqual({
      code: "tables-too-large",
      values: { columns: 30, cells: 1_000 },
    });
    expect(faultOfNotes(table(31, 1))).not.toBeNull();
    expect(faultOfNotes(`${table(10, 49)}\n${table(10, 49)}`)).toBeNull();
    expect(faultOfNotes(`${table(10, 49)}\n${table(10, 50)}`)).not.toBeNull();
  });

  test("that are larger, in notes from elsewhere, are shown as they were written", () => {
    expect(renderNotes(table(70, 4_800))).toBeNull();
  });
});
