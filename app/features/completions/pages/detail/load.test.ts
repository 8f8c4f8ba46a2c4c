import { expect, test } from "vitest";
import { renderNotes } from "../../notes.server.ts";
import { confirmationOf, textOfNotes } from "./load.server.ts";

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

test("a second look is at the earlier proof once another was taken over, unless that is undone", () => {
  const change = (seq: number, action: string, before: string, after: string) => ({
    ...{ seq, at: `2026-01-0${seq}T00:00:00Z`, who: "a helper", action, reason: null },
    changes: [{ label: "Link", before, after }],
  });
  const confirmed = { ...change(2, "confirm", "", ""), changes: [] };
  const isEarlier = (...later: readonly ReturnType<typeof change>[]) =>
    confirmationOf([...later, confirmed, change(1, "take-proof", "z", "a")], "2026-01-02T00:00:00Z");
  expect(isEarlier()).toEqual({ seq: 2, day: "2026-01-02", who: "a helper", isOfEarlierProof: false });
  expect(isEarlier(change(3, "take-proof", "a", "b"))).toMatchObject({ isOfEarlierProof: true });
  expect(isEarlier(change(4, "undo", "b", "a"), change(3, "take-proof", "a", "b"))).toMatchObject({
    isOfEarlierProof: false,
  });
  expect(isEarlier(change(4, "undo", "x", "y"), change(3, "take-proof", "a", "b"))).toMatchObject({
    isOfEarlierProof: true,
  });
  expect(confirmationOf([change(3, "take-proof", "a", "b")], null)).toBe(null);
});
