import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { MAPS } from "./maps.ts";
import { compareNames } from "./name-key.ts";

test("names sort by letters regardless of case and accents, and by the value of numbers", () => {
  const names = [
    "#Ouch",
    "adora",
    "Élan",
    "Elan 2",
    "elan 10",
    "Emil",
    "émile",
    "KartsNDarts",
    "Z 007",
    "Zoë",
  ];
  expect(names.toReversed().sort(compareNames)).toEqual(names);
});

const people = new Intl.Collator("en", { numeric: true });

test("the game's maps sort in dictionary order", () => {
  const names = MAPS.map(({ name }) => name);
  expect(names.toSorted(compareNames)).toEqual(names.toSorted(people.compare));
});

test("SQLite's NOCASE, which the index sorts by, puts the game's towers in dictionary order", () => {
  const database = new DatabaseSync(":memory:");
  const rows = database
    .prepare("select value as name from json_each(?) order by value collate nocase")
    .all(JSON.stringify(FACTS.names.map(({ name }) => name)));
  database.close();
  const names = FACTS.names.map(({ name }) => name);
  expect(rows.map(({ name }) => String(name))).toEqual(names.toSorted(people.compare));
});
