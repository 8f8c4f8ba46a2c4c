import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind } from "../challenges/fields.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { readVersion, readWhole } from "../game/dates-and-numbers.ts";
import { FIRST_KNOWN_PRICES, hardPrice } from "../game/facts.ts";
import { ageOfVersion, majorVersion, shownVersion, versionOrder } from "../game/versions.ts";
import {
  type Check,
  type CheckedText,
  type CheckFacts,
  failure,
  hasAttribute,
  outcomeOf,
  type Run,
} from "./check.ts";

/** A completion so much cheaper than the best of its map is looked at twice. */
const FAR_UNDER = 0.3;

/** Returns the price on easy difficulty, where deflation is played: 15 percent below medium, to the nearest 5. */
export const easyPrice = (mediumPrice: number): number => Math.round((mediumPrice * 85) / 500) * 5;

/** The difficulty on which a challenge's cash is spent; null if none is counted. */
const spentOn = (definition: ChallengeDefinition): "easy" | "hard" | null =>
  fieldsOfKind(definition, "money").flatMap(([, { spentOn: difficulty }]) => difficulty ?? [])[0] ?? null;

/** The lowest price that any tower has or had on the difficulty on which a challenge's cash is spent. */
function cheapestIn(definition: ChallengeDefinition, { towers }: Catalogue): number {
  const prices = towers.flatMap((each) =>
    each.prices.flatMap(({ tiers, cost }) => (tiers === null ? cost : [])),
  );
  const cheapest = prices.length === 0 ? 0 : Math.min(...prices);
  return spentOn(definition) === "easy" ? easyPrice(cheapest) : hardPrice(cheapest);
}

/** The cash of a completion; null if none can be read. */
function moneyOf(run: Run) {
  const [entry] = run.entries("money");
  const cash = entry && readWhole(entry.text);
  return entry && typeof cash === "number" ? { entry, cash } : null;
}

/** Prices before 38.3 are not known, so it only warns; SPEC section 5 lets a form have any cash from 0. */
const costRange: Check = {
  id: "cost-range",
  level: "warn",
  whether: "the cash buys any tower",
  applies: (definition) => spentOn(definition) !== null,
  run(run) {
    const [money, cheapest] = [moneyOf(run), cheapestIn(run.definition, run.catalogue)];
    if (!money) return "unknown";
    if (money.cash >= cheapest) return [];
    const version = versionOrder(readVersion(run.text("version")) ?? "");
    const [first = 0, last = 0] = [FIRST_KNOWN_PRICES, run.catalogue.newestVersion ?? ""].map(
      (each) => versionOrder(each) ?? 0,
    );
    if (version === null || version < first || version > last) return "unknown";
    return [failure(money.entry, ["cheaper-than-any-tower", { cash: money.cash, cheapest }])];
  },
};

const underRecord: Check = {
  id: "under-record",
  level: "note",
  whether: "it is far under the record",
  applies: (definition) => spentOn(definition) !== null && definition.record?.by === "money",
  run(run, { record }) {
    const money = moneyOf(run);
    if (!money || record === null) return "unknown";
    return money.cash < record * (1 - FAR_UNDER)
      ? [failure(money.entry, ["far-under-record", { cash: money.cash, record }])]
      : [];
  },
};

export const costChecks: readonly Check[] = [costRange, underRecord];

/** Days after the next version came out from which on a version counts as an old one. */
const OLD_AFTER = 60;

/** The version and the date that are filled in; null: none that can be read. */
function timesOf(run: Run) {
  const [version, date] = [run.entries("version")[0] ?? null, run.entries("date")[0] ?? null];
  const read = version && readVersion(version.text);
  return {
    version: version && read !== null ? { ...version, text: read } : null,
    date: date && /^\d{4}-\d{2}-\d{2}$/.test(date.text) ? date : null,
  };
}

/** Whether a version is above the newest one known, by a little or by far, or below the game's first. */
const isAbove = (far: boolean): Check["run"] =>
  function run(of, { newestVersion: newest }) {
    const { version } = timesOf(of);
    if (version === null) return [];
    if (far && (majorVersion(version.text) ?? 1) < 1)
      return [failure(version, ["before-the-first-version", { version: version.text }])];
    if (newest === null) return "unknown";
    const age = ageOfVersion(version.text, newest);
    if (age === "known" || (age === "newer") === far) return [];
    const code = far ? "far-newer-than-known" : "newer-than-known";
    return [failure(version, [code, { version: version.text, newest }])];
  };

export const newerVersion: Check = {
  id: "newer-version",
  level: "note",
  whether: "the version is known here",
  applies: (definition) => hasAttribute(definition, "version"),
  run: isAbove(false),
};

export const farNewerVersion: Check = {
  id: "far-newer-version",
  level: "warn",
  whether: "the version is one that the game can have",
  applies: (definition) => hasAttribute(definition, "version"),
  run: isAbove(true),
};

/** What came out at some time: in a major version, on a day. Null where unknown. */
interface CameOut {
  readonly name: string;
  readonly version: string | null;
  readonly day: string | null;
}

/** Returns the fields of a completion that say a time before something came out; null: that cannot be known. */
function before({ name, version: added, day }: CameOut, run: Run) {
  const { version, date } = timesOf(run);
  const major = added === null ? null : majorVersion(added);
  // What was there from the beginning was there whatever is said.
  if (major === 1) return [];
  const failures = [
    ...(date && day !== null && date.text < day
      ? [failure(date, ["before-it-came-out", { thing: name, day }])]
      : []),
    ...(version && major !== null && (majorVersion(version.text) ?? 0) < major
      ? [
          failure(version, [
            "came-out-later",
            { thing: name, added: String(major), version: shownVersion(version.text) },
          ]),
        ]
      : []),
  ];
  const isKnown = (version && major !== null) || (date && day !== null);
  return failures.length === 0 && !isKnown ? null : failures;
}

/** Some versions and days of the facts are not known, and some are doubtful: it is never refused. */
const existsTower: Check = {
  id: "exists-tower",
  level: "warn",
  whether: "the towers were in the game by then",
  applies: (definition) =>
    hasAttribute(definition, "towers") &&
    (hasAttribute(definition, "version") || hasAttribute(definition, "date")),
  run(run) {
    const named = run.towers.filter(({ text }) => text !== "").map(({ tower }) => tower);
    const byType = new Map(named.map((tower) => [tower?.type ?? tower?.name ?? "", tower]));
    const found = [...byType].map(
      ([name, tower]) => tower && before({ name, version: tower.addedVersion, day: tower.addedDate }, run),
    );
    return outcomeOf(
      found.flatMap((each) => each ?? []),
      found.includes(null),
    );
  },
};

const existsMap: Check = {
  id: "exists-map",
  level: "warn",
  whether: "the map was in the game by then",
  applies: (definition) => hasAttribute(definition, "version") || hasAttribute(definition, "date"),
  run(run, { maps, released }) {
    if (run.map === "") return [];
    const version = maps.get(run.map)?.version ?? null;
    const day = (version === null ? null : dayOf(version, released)) ?? null;
    return before({ name: run.map, version, day }, run) ?? "unknown";
  },
};

/** Returns the day on which a version came out; null: not known. */
const dayOf = (version: string, released: CheckFacts["released"]): string | null =>
  released.get(versionOrder(version) ?? -1) ?? null;

/** Returns the version and the date of a completion that has both. */
function bothTimes(run: Run): { readonly version: CheckedText; readonly date: CheckedText } | null {
  const { version, date } = timesOf(run);
  return version && date && { version, date };
}

const dateVersion: Check = {
  id: "date-version",
  level: "warn",
  whether: "the version was out by then",
  applies: (definition) => hasAttribute(definition, "version") && hasAttribute(definition, "date"),
  run(run, { released }) {
    const times = bothTimes(run);
    const day = times && dayOf(times.version.text, released);
    if (!times || !day) return "unknown";
    const thing = `version ${shownVersion(times.version.text)}`;
    return times.date.text < day ? [failure(times.date, ["before-it-came-out", { thing, day }])] : [];
  },
};

/** Past versions are allowed while the combination is not yet done, which a helper knows best. */
const oldVersion: Check = {
  id: "old-version",
  level: "note",
  whether: "it was an old version by then",
  applies: (definition) => hasAttribute(definition, "version") && hasAttribute(definition, "date"),
  run(run, { released }) {
    const times = bothTimes(run);
    const order = times && versionOrder(times.version.text);
    if (!times || order === null || !released.has(order)) return "unknown";
    const [next] = [...released].filter(([each]) => each > order).toSorted(([one], [other]) => one - other);
    if (!next) return [];
    const [, day] = next;
    const days = (Date.parse(times.date.text) - Date.parse(day)) / 86_400_000;
    const version = shownVersion(times.version.text);
    return days > OLD_AFTER ? [failure(times.version, ["was-a-past-version", { version, day }])] : [];
  },
};

export const versionChecks: readonly Check[] = [
  newerVersion,
  farNewerVersion,
  existsTower,
  existsMap,
  dateVersion,
  oldVersion,
];
