import { describe, expect, test } from "vitest";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { CHALLENGES } from "../../challenges/index.ts";
import { fieldsOfKind } from "../../derive/fields.ts";
import { identityOf, ogIdentityOf } from "../../derive/identity.ts";
import { presentRow } from "../../derive/row.ts";
import { checkSubmission } from "../../derive/submission.ts";
import { HEROES } from "../../game/heroes.ts";
import { MAPS } from "../../game/maps.ts";
import { findTower } from "../../game/names.ts";
import { TOWER_TYPES } from "../../game/towers.ts";
import { majorVersion, versionOrder } from "../../game/versions.ts";
import type { NewCompletion } from "../data/completions/states.ts";
import { generateSample, type SampleCompletion } from "./generate.ts";
import { PEOPLE } from "./people.ts";
import { PICTURE_COUNT } from "./pictures.ts";
import { availableFrom, dayOf, releaseDay } from "./versions.ts";

const rows = generateSample();
const byChallenge = Map.groupBy(rows, ({ challenge }) => challenge);

function definitionOf(key: string): ChallengeDefinition {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(`no challenge ${key}`);
  return definition;
}

/** What must hold for every row, said once: the ids of those for which it does not. */
function exceptions(holds: (row: SampleCompletion) => boolean): string[] {
  return rows.filter((row) => !holds(row)).map(({ completion }) => completion.id);
}

test("the same rows come out every time", () => {
  expect(generateSample()).toEqual(rows);
});

test("every challenge has its number of rows", () => {
  const counts = Object.fromEntries([...byChallenge].map(([key, each]) => [key, each.length]));
  expect(counts).toEqual({ "2tc": 3000, "2mp": 2000, "2tcc": 400, fttc: 400, ltc: 300, lcc: 520, lcd: 170 });
});

/** With a number for each map: what it is in a database. */
const onMap = (completion: NewCompletion) => ({
  ...completion,
  mapId: MAPS.findIndex(({ name }) => name === completion.map),
});

describe.each([...byChallenge.keys()].map(definitionOf))("$label", (definition) => {
  const own = byChallenge.get(definition.key) ?? [];

  test("would take every row as a submission, exactly as it is", () => {
    for (const { completion } of own) {
      const wire = presentRow(definition, { ...completion, mapId: 0, difficulty: null });
      const texts = Object.fromEntries(
        Object.entries(wire).map(([name, value]) => [name, value?.toString()]),
      );
      const og = completion.og ? "on" : undefined;
      const { submission, problems } = checkSubmission(definition, { ...texts, og });
      expect(problems).toEqual({});
      const { map, towers, upgrades, people, money, completionType, version, date, notes, link } = completion;
      const slots = { map, towers, upgrades, people, money, completionType, version, date, notes, link };
      const row = { ...slots, og: completion.og };
      expect(submission).toEqual(row);
    }
  });

  test("has each identity once, and one original of each OG identity at most", () => {
    const identities = own.map(
      ({ completion }) => identityOf(definition, onMap(completion)) ?? completion.id,
    );
    expect(new Set(identities).size).toBe(own.length);
    const originals = own.flatMap(({ completion }) =>
      completion.og ? ogIdentityOf(definition, onMap(completion)) : [],
    );
    expect(new Set(originals).size).toBe(originals.length);
  });

  test("has originals where it knows them: about one row in six to eight", () => {
    const share = own.filter(({ completion }) => completion.og).length / own.length;
    if (definition.og === null) expect(share).toBe(0);
    else expect(share).toBeGreaterThan(1 / 8.5);
    expect(share).toBeLessThan(1 / 5);
  });

  test("records OG extras of originals alone", () => {
    const extras = own.filter(({ completion: { og, version, date, money, upgrades } }) => {
      const isBare = version === null && date === null && money === null && upgrades.length === 0;
      return definition.og !== null && !og && !isBare;
    });
    expect(extras).toEqual([]);
  });

  test("has no original that came after another run of the same towers", () => {
    const groups = Map.groupBy(
      own,
      ({ completion }) => ogIdentityOf(definition, onMap(completion)) ?? completion.id,
    );
    const late = own.filter(({ completion }) => {
      const group = groups.get(ogIdentityOf(definition, onMap(completion)) ?? completion.id) ?? [];
      const original = group.find((row) => row.completion.og);
      return completion.createdAt.slice(0, 10) < (original?.completion.date ?? "");
    });
    expect(late).toEqual([]);
  });
});

test("no row has a Banana Farm, a paragon or Dan", () => {
  const banned = rows
    .flatMap(({ completion }) => completion.towers)
    .filter((name) => {
      const tower = findTower(name);
      return !tower || tower.type === "Banana Farm" || tower.tier === "555" || tower.name === "Dan";
    });
  expect(banned).toEqual([]);
});

test("towers of the water stand on maps with water", () => {
  const dry = new Set(MAPS.filter(({ hasWater }) => hasWater !== 1).map(({ name }) => name));
  const wet = (name: string): boolean =>
    ["Monkey Sub", "Monkey Buccaneer", "Brickell"].includes(findTower(name)?.type ?? name);
  expect(exceptions(({ completion }) => !(dry.has(completion.map) && completion.towers.some(wet)))).toEqual(
    [],
  );
});

test("no version or date is older than the towers, the heroes and the map, or newer than the facts", () => {
  const maps = new Map(MAPS.map((map) => [map.name, map]));
  const old = exceptions(({ completion: { map, towers, version, date, createdAt } }) => {
    const added = [
      ...towers.map((name) => findTower(name)),
      { addedVersion: maps.get(map)?.version ?? null, addedDate: null },
    ];
    return added.every((each) => {
      if (!each) return false;
      const major = version === null ? null : majorVersion(version);
      const isOldEnough = major === null || each.addedVersion === null || major >= Number(each.addedVersion);
      return (
        isOldEnough &&
        (date ?? createdAt) >= (each.addedDate ?? "") &&
        dayOf((date ?? createdAt).slice(0, 10)) >= availableFrom(each)
      );
    });
  });
  expect(old).toEqual([]);
  expect(
    exceptions(
      ({ completion: { version, date, createdAt } }) =>
        (versionOrder(version ?? "1") ?? Infinity) <= 54_000_000 &&
        (date ?? "2022-01-01") >= "2022-01-01" &&
        createdAt >= (date ?? "2022-01-01") &&
        createdAt < "2026-07-01",
    ),
  ).toEqual([]);
});

test("every date lies in the time of its version", () => {
  const wrong = exceptions(({ completion: { version, date } }) => {
    if (version === null || date === null) return version === date;
    const major = majorVersion(version) ?? 0;
    return dayOf(date) >= releaseDay(major) && (major === 54 || dayOf(date) < releaseDay(major + 1));
  });
  expect(wrong).toEqual([]);
});

test("the release days agree with every fact that has both version and day", () => {
  for (const { addedVersion, addedDate } of [...HEROES, ...TOWER_TYPES]) {
    if (addedVersion && addedDate) expect(releaseDay(Number(addedVersion))).toBe(dayOf(addedDate));
  }
});

test("a few of the newest are pending, the others verified by the sample helper", () => {
  const pending = rows.filter(({ completion }) => completion.pending !== null);
  expect(pending.length).toBeGreaterThan(100);
  expect(pending.length).toBeLessThanOrEqual(150);
  expect(
    exceptions(({ completion: { pending, verifiedBy } }) =>
      pending === null ? verifiedBy === "sample-helper" : pending === "sample-member" && verifiedBy === null,
    ),
  ).toEqual([]);
});

test("every row is marked as sample, and all ids and media keys are well formed and unique", () => {
  const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
  const files = rows.flatMap(({ media }) => media);
  expect(
    exceptions(({ completion }) => completion.sample && new RegExp(`^${uuid}$`).test(completion.id)),
  ).toEqual([]);
  expect(
    exceptions(({ completion: { id }, media }) =>
      media.every(({ key }) => key === id || new RegExp(`^${id}/attach/${uuid}$`).test(key)),
    ),
  ).toEqual([]);
  expect(new Set(rows.map(({ completion }) => completion.id)).size).toBe(rows.length);
  expect(new Set(files.map(({ key }) => key)).size).toBe(files.length);
  expect(new Set(files.map(({ file }) => file)).size).toBe(PICTURE_COUNT + 1);
});

test("every row has one proof: a link to nowhere or an uploaded file", () => {
  expect(
    exceptions(({ completion: { id, link }, media }) =>
      link === null
        ? media[0]?.key === id
        : link === `https://example.org/sample/${id}` && media[0]?.key !== id,
    ),
  ).toEqual([]);
});

test("every player is a sample player, and a pair of players is two people", () => {
  expect(PEOPLE.filter((name) => !name.startsWith("Sample player "))).toEqual([]);
  expect(
    exceptions(({ challenge, completion: { people } }) => {
      const wanted = fieldsOfKind(definitionOf(challenge), "person").length;
      return (
        people.length === wanted &&
        new Set(people).size === wanted &&
        people.every((each) => PEOPLE.includes(each))
      );
    }),
  ).toEqual([]);
});

test('a search for "abs zero quad" finds verified 2TCs with notes and attachments, an original among them', () => {
  const found = (byChallenge.get("2tc") ?? []).filter(
    ({ completion: { map, towers } }) => map === "Quad" && towers.includes("Absolute Zero"),
  );
  const whole = found.filter(
    ({ completion: { pending, notes }, media }) => pending === null && notes !== "" && media.length > 1,
  );
  expect(whole.length).toBeGreaterThanOrEqual(3);
  expect(whole.some(({ completion }) => completion.og)).toBe(true);
});
