import { expect, test } from "vitest";
import { hardPrice } from "../../../domain/game/facts.ts";
import { HEROES } from "../../../domain/game/heroes.ts";
import { OTHER_CHANGES } from "../../../domain/game/other-changes.ts";
import { PRICE_CHANGES } from "../../../domain/game/price-changes.ts";
import { TOWER_TYPES } from "../../../domain/game/towers.ts";
import { FACTS } from "../../../test/catalogue.ts";
import { balanceChangeOf, otherBalanceChangeOf } from "./price-change.server.ts";

const NOW = "2026-01-01T00:00:00.000Z";

test("a higher price is a nerf, and the text begins with the path", async () => {
  const snowstorm = { version: "39.0", tower: "Ice Monkey", path: "040", upgrade: "Snowstorm" };
  expect(
    await balanceChangeOf({ ...snowstorm, oldCost: 3000, newCost: 3800, lastWithOld: null }, NOW),
  ).toEqual({
    uuid: expect.any(String),
    version: "39.0",
    tower: "Ice Monkey",
    change: "040 Snowstorm costs $4,105 instead of $3,240 on hard ($3,800 instead of $3,000 on medium)",
    nature: "nerf",
    createdAt: NOW,
  });
});

test("a lower price is a buff, and a base price names the tower", async () => {
  const jones = {
    version: "41.0",
    tower: "Jones",
    path: null,
    upgrade: null,
    oldCost: 750,
    newCost: 700,
    lastWithOld: null,
  };
  expect(await balanceChangeOf(jones, NOW)).toMatchObject({
    change: "Jones costs $755 instead of $810 on hard ($700 instead of $750 on medium)",
    nature: "buff",
  });
});

test("the facts have 292 distinct changes, all of towers and heroes in the catalogue", async () => {
  expect(PRICE_CHANGES).toHaveLength(269);
  expect(OTHER_CHANGES).toHaveLength(23);
  for (const { tower } of OTHER_CHANGES) expect(FACTS.find(tower)?.name).toBe(tower);
  for (const { version, tower, path, upgrade, oldCost, newCost } of PRICE_CHANGES) {
    expect(version).toMatch(/^\d+\.\d+$/);
    expect(FACTS.find(tower)?.name).toBe(tower);
    expect(FACTS.find(tower)?.kind).not.toBe("upgrade");
    expect(path === null).toBe(upgrade === null);
    expect(path ?? "000").toMatch(/^[0-5]{3}$/);
    expect(newCost).not.toBe(oldCost);
  }
  const changes = await Promise.all([
    ...PRICE_CHANGES.map((change) => balanceChangeOf(change, NOW)),
    ...OTHER_CHANGES.map((change) => otherBalanceChangeOf(change, NOW)),
  ]);
  expect(new Set(changes.map(({ uuid }) => uuid)).size).toBe(292);
});

test("the computed price on hard matches the game's facts for every tower and hero", () => {
  for (const { baseCost, hardCost } of [...TOWER_TYPES, ...HEROES])
    expect(hardPrice(baseCost)).toBe(hardCost);
});
