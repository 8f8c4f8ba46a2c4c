import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { submittedFields } from "../challenges/fields.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { emptyAttributes } from "../fields/attributes.ts";
import { type Field, fillIn, tidiedFor } from "../fields/index.ts";
import { readBounded, tidied } from "../fields/kind.ts";
import { type NounField, nounKindOf } from "../nouns/define.ts";
import { BALANCE_FIELDS, MAP_FIELDS, SPELLING_FIELDS, START_FIELDS } from "../nouns/fields.ts";

type AnyKind = Field["kind"] | NounField["kind"];

/** What a text of several words becomes, where people write freely. */
const FREE = "\u200b\u00a0Zoe\u0308 \u3000 \u00a0B\u2060ob \r\n\u0007the\u2028 2nd\ufeff ";
const AS_LINE = "Zoë Bob the 2nd";
const AS_LINES = "\u200b\u00a0Zoë \u3000 \u00a0B\u2060ob \nthe\n 2nd";

/** A right value of each kind that people do not write freely. */
const RIGHT: Partial<Record<AnyKind, string>> = {
  ...{
    tower: "Absolute Zero",
    towertype: "Ninja Monkey",
    money: "650",
    whole: "3",
    decimal: "9.4",
    fact: "1",
  },
  ...{ version: "44.1", date: "2024-05-01" },
};

/** What each kind makes of what people type around and in a value. */
const READ: Readonly<
  Record<AnyKind, "line" | "lines" | "as written" | "list" | "right" | "choice" | "code" | null>
> = {
  ...{ person: "line", line: "line", cost: "line", upgrade: "line", map: "line", nameable: "line" },
  ...{ notes: "lines", remark: "lines", link: "as written", towerset: "list", upgradeset: "list" },
  ...{ code: "code", tower: "right", towertype: "right", money: "right", whole: "right", decimal: "right" },
  ...{ fact: "right", version: "right", date: "right", choice: "choice", completiontype: "choice" },
  // No form sends these.
  ...{ filekey: null, flag: null, difficulty: null },
};

/** Returns the values that reading a text gives a challenge's field. */
function read(field: Field, text: string): unknown {
  const draft = { map: "", ...emptyAttributes() };
  if (field.kind === "upgradeset") draft.towers = ["Dart Monkey", "Druid"];
  fillIn(field, tidiedFor(field, text), draft, FACTS);
  return draft;
}

function readOfNoun(field: NounField, text: string): unknown {
  const kind = nounKindOf(field);
  return readBounded<NounField, unknown>(kind, tidied<NounField>(kind, text, field), field, FACTS);
}

const fields = [
  ...Array.from(CHALLENGES.values(), (definition) =>
    submittedFields(definition).map(([name, field]) => ({
      ...{ name: `${definition.key} ${name}`, field, read: (text: string) => read(field, text) },
      tidied: (text: string) => tidiedFor(field, text),
    })),
  ).flat(),
  ...Object.entries({
    map: MAP_FIELDS,
    start: START_FIELDS,
    balance: BALANCE_FIELDS,
    spelling: SPELLING_FIELDS,
  })
    .flatMap(([noun, all]) => Object.entries<NounField>(all).map(([name, field]) => ({ noun, name, field })))
    .map(({ noun, name, field }) => ({
      ...{ name: `${noun} ${name}`, field, read: (text: string) => readOfNoun(field, text) },
      tidied: (text: string) => tidied<NounField>(nounKindOf(field), text, field),
    })),
];

describe.each(fields)("$name", ({ field, read: readField, tidied: tidiedField }) => {
  const how = READ[field.kind];
  const choice = "choices" in field ? String(field.choices[0]) : "";
  const clean = { right: RIGHT[field.kind] ?? "", choice, line: AS_LINE, lines: AS_LINES }[String(how)];

  test("is read after it is brought into the shape of its kind", () => {
    if (how === "line" || how === "lines") expect(tidiedField(FREE)).toBe(clean);
    else if (how === "as written") {
      const link = "https://example.org/Zoe\u0308?a=1";
      // What is not seen comes along when something is copied, and would lead elsewhere.
      expect(tidiedField(`\n ${link}\u00a0\u200e`)).toBe(link);
      expect(tidiedField(link.replace("=", "=\u200e"))).toBe(link);
    } else if (how === "list") {
      const isTowers = field.kind === "towerset";
      const right = isTowers ? ["Ninja Monkey", "Dart Monkey"] : [AS_LINE, null];
      const given = isTowers ? ["\u200bNinja\u00a0 Monkey", "Dart Monkey\n"] : [FREE, " "];
      expect(readField(tidiedField(` ${JSON.stringify(given)}`))).toEqual(readField(JSON.stringify(right)));
    } else if (how === "code") {
      expect(readField(tidiedField(` zmy\u00a0xwvu\n`))).toEqual(readField("ZMYXWVU"));
    } else {
      expect(how).not.toBeNull();
      expect(readField(tidiedField(`\u00a0\u200b${clean}\r\n\u2060 `))).toEqual(readField(String(clean)));
    }
  });

  test("is not brought into shape where it is far too long", () => {
    const long = ` ${"e\u0301\u00a0 ".repeat(30_000)}`;
    expect(tidiedField(long) === long).toBe(true);
  });
});
