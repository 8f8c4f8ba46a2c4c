import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { rowFields } from "../challenges/fields.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { MAPS } from "../game/maps.ts";
import { personKey, personSortKey } from "../game/name-key.ts";
import { nothingKnown } from "./reading.ts";
import { understand } from "./understand.ts";
import { vocabularyOf } from "./vocabulary.ts";

const challenges = [...CHALLENGES.values()];
const vocabulary = vocabularyOf(
  MAPS.map(({ name, abbreviation, difficulty }, id) => ({
    ...{ id, name, isListed: true, difficulty, otherNames: [abbreviation] },
  })),
  [],
  challenges,
  FACTS,
);
const players = ["Ada", "Zoe2024"].map(
  (name, player) =>
    [personSortKey(name), [{ key: personKey(name), shown: name, player, spellings: [name] }]] as const,
);
const known = { ...nothingKnown(vocabulary), players: new Map(players) };

/** A value for each kind of field that people ask for, and the filter that it is. */
const VALUES: Readonly<Record<string, readonly [string, readonly [string, string]]>> = {
  tower: ["quincy", ["tower", "Quincy"]],
  towerset: ["quincy", ["tower", "Quincy"]],
  map: ["quad", ["map", "Quad"]],
  person: ["ada", ["person", "Ada"]],
  version: ["9", ["version", "9"]],
  date: ["5/2024", ["date", "2024-05"]],
  money: ["8500", ["money", "8500"]],
  completiontype: ["cheapest", ["completiontype", "cheapest"]],
  difficulty: ["expert", ["difficulty", "expert"]],
};

const labelled = challenges.flatMap((definition) =>
  rowFields(definition).flatMap(([, { kind, label, column }]) => {
    const value = VALUES[kind];
    return value
      ? [label, ...(column ? [column] : [])].map((each) => [definition.key, each, value] as const)
      : [];
  }),
);

describe("a label of the site before a value belongs to the value", () => {
  test.each(labelled)("%s: %s", (key, label, [text, filter]) => {
    const own = challenges.filter((each) => each.key === key);
    for (const scope of [own, challenges])
      for (const written of [label, label.toLowerCase(), `${label}:`]) {
        // A colon makes a key of one word, which has rules of its own.
        if (written.endsWith(":") && !label.includes(" ")) continue;
        const { parts } = understand(scope, `${written} ${text}`, vocabulary, known);
        expect(
          parts.map((part) => part.filter),
          written,
        ).toEqual([filter]);
      }
  });
});

describe("the name of a challenge asks for that challenge", () => {
  test.each(challenges.map((each) => [each.name, each] as const))("%s", (name, { key }) => {
    for (const text of [name, name.replace(/ CHIMPS/, ""), name.toLowerCase(), name.replace(/^2/, "two")]) {
      const { parts } = understand(challenges, `${text} quad`, vocabulary, known);
      expect(
        parts.map(({ filter }) => filter?.join("=")),
        text,
      ).toEqual([`challenge=${key}`, "map=Quad"]);
    }
  });
});

/** Returns the filters that a text is read as, and what of it was not understood. */
const readAs = (key: string | null, text: string): string[] => {
  const scope = key === null ? challenges : challenges.filter((each) => each.key === key);
  return understand(scope, text, vocabulary, known).parts.map(({ kind, filter, value }) =>
    filter ? filter.join("=") : `${kind} ${value}`,
  );
};

describe("what people write beside names", () => {
  test.each([
    // A minus, as keyboards, phones and other programs write it.
    ...["-", "‐", "‑", "‒", "–", "—", "―", "−", "﹣", "－"].map(
      (sign) => [null, `quincy ${sign}quad`, ["tower=Quincy", "text quad"]] as const,
    ),
    [null, "quincy – quad", ["tower=Quincy", "map=Quad"]],
    // Amounts with a bound, which are no map Underground.
    ...(
      [
        ...[["under 100000", "<100000"] as const, ["below $90,000", "<90000"] as const],
        ...[["at most 100,000", "<=100000"] as const, ["less than 100.000", "<100000"] as const],
        ...[["more than 100000", ">100000"] as const, ["at least 100'000", ">=100000"] as const],
      ] as const
    ).map(([text, bound]) => ["lcc", `quad ${text}`, ["map=Quad", `money=${bound}`]] as const),
    // Numbers of towers, beside a challenge that counts them.
    [null, "ltc 2 towers quad", ["challenge=ltc", "towercount=2", "map=Quad"]],
    [null, "fttc 3 types", ["challenge=fttc", "towercount=3"]],
    ["ltc", "2 towers quad", ["towercount=2", "map=Quad"]],
    [null, "2 towers quad", ["challenge=2tc", "map=Quad"]],
    // Versions from one on, and from one to another.
    ...(
      [
        ...[["44+", ">=44"] as const, ["v44+", ">=44"] as const, ["update 44.1+", ">=44.1"] as const],
        ...[["44-46", "44..46"] as const, ["44–46.2", "44..46.2"] as const],
        ...[["44.1-46", "44.1..46"] as const, ["version v44-v46", "44..46"] as const],
      ] as const
    ).map(([text, range]) => ["lcc", `quad ${text}`, ["map=Quad", `version=${range}`]] as const),
    [null, "44+ quad", ["version=>=44", "map=Quad"]],
    // A bound before a figure of any kind, with a sign or in words, with or without a label.
    ...(
      [
        ...[[">=44", "version=>=44"] as const, ["≥ 44", "version=>=44"] as const],
        ...[["> 44.1", "version=>44.1"] as const, ["<v44", "version=<44"] as const],
        ...[["update <= 44", "version=<=44"] as const, ["version under 44", "version=<44"] as const],
        ...[["at least 44.1", "version=>=44.1"] as const, ["under 44", "version=<44"] as const],
        ...[["<100000", "money=<100000"] as const, [">$9,000", "money=>9000"] as const],
        ...[["cash spent < 8500", "money=<8500"] as const, ["over 2024", "money=>2024"] as const],
        ...[[">=2024-05", "since=2024-05"] as const, [">2024-12", "since=2025-01"] as const],
        ...[["<2024", "before=2024"] as const, ["<=31.12.2024", "before=2025-01-01"] as const],
        ["date > 2024", "since=2025"] as const,
      ] as const
    ).flatMap(([text, bound]) =>
      [null, "lcc"].map((key) => [key, `quad ${text}`, ["map=Quad", bound]] as const),
    ),
    [null, "less than 12 towers", ["unknown less", "unknown than", "version=12", "words towers"]],
    // No cash is recorded in a list of 2TCs.
    ["2tc", "quad under 100000", ["map=Quad", "words under 100000"]],
    // A challenge code, in any letter case; a list looks for the word.
    [null, "ZXMPLE5 quad", ["code=ZXMPLE5", "map=Quad"]],
    [null, "zxmple5", ["code=ZXMPLE5"]],
    [null, "zoe2024", ["person=Zoe2024"]],
    [null, "zealous", ["unknown zealous"]],
    ["2tc", "ZXMPLE5", ["unknown ZXMPLE5"]],
    // What connects stays silent beside words in quotes and keys, and is looked for alone.
    [null, 'by "Ada"', ["person=Ada"]],
    ["lcc", 'quad by "Ada"', ["map=Quad", "text Ada"]],
    ["lcc", 'by "Ada"', ["text Ada"]],
    ["lcc", "with map:quad", ["map=Quad"]],
    ["lcc", "by", ["unknown by"]],
    ["lcc", "44 + quad", ["version=44", "map=Quad"]],
    ["lcc", "44 46", ["version=44", "version=46"]],
    ["lcc", "version:44+", ["version=>=44"]],
    // A thing's own name in quotes is that one, in a question; a list is searched for the words.
    [null, '"absolute zero" quad', ["tower=Absolute Zero", "map=Quad"]],
    [null, '"Quad"', ["map=Quad"]],
    [null, '"Ada"', ["person=Ada"]],
    [null, '"abs zero" -"quad"', ["text abs zero", "text -quad"]],
    ["2tc", '"absolute zero"', ["text absolute zero"]],
    // The mode, and the labels of a list's boxes.
    [null, "2tc chimps quad", ["challenge=2tc", "map=Quad"]],
    ["2tc", "og only quad", ["og=1", "map=Quad"]],
    ["2tc", "OG completions only quad", ["og=1", "map=Quad"]],
    ["2tc", "pending completions only quad", ["pending=1", "map=Quad"]],
    ["2tc", "completions on quad", ["map=Quad"]],
    // Days of other notations and languages, and what is no day.
    ["lcc", "31.12.24", ["date=2024-12-31"]],
    ["lcc", "1.5.24", ["date=2024-05-01"]],
    ["lcc", "44.1.2", ["version=44.1.2"]],
    ...["mai", "März", "dezember", "février", "agosto", "dicembre"].map(
      (month, at) =>
        ["lcc", `${month} 2024`, [`date=2024-${["05", "03", "12", "02", "08", "12"][at]}`]] as const,
    ),
    ...["2024-02-30", "2024-13-01", "2024-05-32"].map((text) => ["lcc", text, [`unknown ${text}`]] as const),
  ] as const)("%s: %s", (key, text, expected) => expect(readAs(key, text)).toEqual(expected));
});
