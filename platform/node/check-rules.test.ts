import { expect, test } from "vitest";
import { openData } from "../../app/api/repositories.server.ts";
import { CHECKS } from "../../domain/checks/index.ts";
import { insertMediaEntries } from "../../server/db/media.ts";
import { newFolder, openIndex } from "../../test/moving-out/lived-in.ts";
import { runCheckRules } from "./check-rules.ts";

test("check-rules counts what is fine, what fails and what cannot be known, names the rows, and changes nothing", async () => {
  const site = await openIndex(newFolder());
  const found = async (asked: Parameters<typeof runCheckRules>[1] = {}) =>
    JSON.parse(await runCheckRules(site, { ...asked, json: true }));
  const of = async (id: string) =>
    (await found()).checks.find((each: { readonly id: string }) => each.id === id);

  const odd = await site.add("ltc", {
    ...{ map: "Quad", towers: ["Base Dart", "Quincy", "Quincy"], upgrades: ["5-5-0", null, null] },
    completionType: "og",
  });
  await site.add("ltc", { map: "Logs", towers: ["Base Dart"], upgrades: ["top"], completionType: "og" });
  const pair = { towers: ["Adora", "Base Dart"], link: null, map: "Logs" };
  const shown = await site.add("2tc", { ...pair, notes: "ZMYXWVU" });
  await site.database.atomic([
    insertMediaEntries([
      {
        key: shown.id,
        hash: "a".repeat(64),
        contentType: "image/png",
        bytes: 1,
        completion: shown.id,
        createdAt: "2026-01-01T00:00:00.000Z",
      },
    ]),
  ]);
  // The best on its map is compared with the second, all others with the best.
  for (const money of [1000, 650, 2000]) await site.add("lcc", { map: "Quad", money, version: "54.0" });
  await site.add("lcc", { map: "Logs", money: 100, version: "20.0", pending: "somebody" });
  const before = JSON.stringify(await site.getAs("/fetch-changes", "somebody"));

  expect(await of("one-hero")).toMatchObject({
    ...{ level: "refuse", fine: 2, fails: 1, unknown: 0 },
    failing: [
      { challenge: "ltc", filekey: odd.id, says: expect.stringContaining("Quincy cannot be used twice") },
    ],
  });
  const exception = {
    completion: odd.id,
    revision: 1,
    check_id: "one-hero",
    at: "2026-01-01",
    by: "somebody",
  };
  await openData(site.database).exceptions.add({ ...exception, reason: "Two of them were seen." });
  expect(await of("one-hero")).toMatchObject({
    ...{ fails: 0, excepted: 1, failing: [{ filekey: odd.id, excepted: "Two of them were seen." }] },
  });
  expect(await runCheckRules(site, { only: "one-hero" })).toContain(
    "2 fine, 0 fail, 1 excepted, 0 cannot be known\n" +
      `  ltc ${odd.id}: Towers: the game allows only one hero, so Quincy cannot be used twice. Excepted: Two of them were seen.`,
  );
  await openData(site.database).exceptions.add({ ...exception, reason: "" });
  expect(await of("upgrade-shape")).toMatchObject({ fails: 1, unknown: 1, failing: [{ filekey: odd.id }] });
  expect(await of("full-recording")).toMatchObject({ fails: 1, failing: [{ filekey: shown.id }] });
  expect(await of("code-in-notes")).toMatchObject({ fine: 1, fails: 0 });
  expect(await of("under-record")).toMatchObject({
    ...{ fine: 2, fails: 1, unknown: 1 },
    failing: [{ says: "Cash Spent: $650 is more than 30% below the record of this map, $1,000." }],
  });
  expect(await of("cost-range")).toMatchObject({ fine: 3, fails: 0, unknown: 1 });

  const all = await found();
  expect(all.looked).toBe(7);
  expect(all.checks.map(({ id }: { readonly id: string }) => id)).toEqual(CHECKS.map(({ id }) => id));
  expect(await found({ challenge: "2tc", only: "water" })).toMatchObject({
    ...{ looked: 1, checks: [{ id: "water", fine: 1 }] },
  });
  expect(await runCheckRules(site, { only: "one-hero" })).toContain(
    "one-hero: whether there is only one hero (not allowed)\n  2 fine, 1 fails, 0 cannot be known\n" +
      `  ltc ${odd.id}: `,
  );
  await expect(runCheckRules(site, { challenge: "9tc" })).rejects.toThrow('There is no challenge "9tc".');
  await expect(runCheckRules(site, { only: "rain" })).rejects.toThrow('There is no check "rain".');
  expect(JSON.stringify(await site.getAs("/fetch-changes", "somebody"))).toBe(before);
});

test("check-rules lists fifty of the rows that fail and counts the others", async () => {
  const site = await openIndex(newFolder());
  for (let at = 0; at < 60; at += 1) await site.add("lcd", { map: "Quad", money: 100 + at, version: "54.0" });
  const said = await runCheckRules(site, { only: "cost-range" });
  expect(said).toContain("0 fine, 60 fail, 0 cannot be known");
  expect(said.match(/^ {2}lcd /gm)).toHaveLength(50);
  expect(said).toMatch(/\n {2}and 10 more$/);
});
