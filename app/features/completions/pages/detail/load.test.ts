import { expect, test } from "vitest";
import { renderNotes } from "../../notes.server.ts";
import { textOfNotes } from "./load.server.ts";

const read = (notes: string) =>
  textOfNotes(renderNotes(notes) ?? "")
    .replace(/\s+/g, " ")
    .trim();

test.each([
  ["Use 0-2-5 Sub on R63-R95", "Use 0-2-5 Sub on R63-R95"],
  ["# Round 40\n\n- **Ice** *first*\n- `1_2_3` | [x]", "Round 40 Ice first 1_2_3 | [x]"],
  ['a [link](https://example.org/a_b) & 2 < 3 > 1 "q"', 'a link & 2 < 3 > 1 "q"'],
  ["| Round | Tower |\n|---|---|\n| 63 | `5-0-2` |", "Round Tower 63 5-0-2"],
  ["~~no~~ yes_or_no 2*3*4 &amp; &lt;b&gt;", "no yes_or_no 234 & <b>"],
  ["", ""],
])("notes %j read as %j in a preview", (notes, text) => {
  expect(read(notes)).toBe(text);
});
