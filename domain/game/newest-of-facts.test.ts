import { expect, test } from "vitest";
import { NEWEST_OF_FACTS } from "./facts.ts";
import { HEROES } from "./heroes.ts";
import { MAPS } from "./maps.ts";
import { OTHER_CHANGES } from "./other-changes.ts";
import { PRICE_CHANGES } from "./price-changes.ts";
import { TOWER_TYPES } from "./towers.ts";
import { newerOf } from "./versions.ts";

test("no fact is of a newer version than the newest one of the facts", () => {
  const all = [
    ...[...PRICE_CHANGES, ...OTHER_CHANGES].map(({ version }) => version),
    ...MAPS.map(({ version }) => version),
    ...[...TOWER_TYPES, ...HEROES].map(({ addedVersion }) => addedVersion),
  ];
  expect(all.reduce((newest: string, each) => newerOf(newest, each), "1")).toBe(NEWEST_OF_FACTS);
});
