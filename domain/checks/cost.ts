import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind } from "../challenges/fields.ts";
import { readVersion, readWhole } from "../game/dates-and-numbers.ts";
import { FIRST_KNOWN_PRICES, hardPrice, NEWEST_OF_FACTS } from "../game/facts.ts";
import { TOWER_TYPES } from "../game/towers.ts";
import { versionOrder } from "../game/versions.ts";
import { type Check, failure } from "./check.ts";
import type { Run } from "./run.ts";

/** What the cheapest tower costs on medium difficulty, in all versions whose prices are known. */
const CHEAPEST = Math.min(...TOWER_TYPES.map(({ baseCost }) => baseCost));

const [FIRST = 0, LAST = 0] = [FIRST_KNOWN_PRICES, NEWEST_OF_FACTS].map((each) => versionOrder(each) ?? 0);

/** A completion so much cheaper than the best of its map is looked at twice. */
const FAR_UNDER = 0.3;

/** Returns the price on easy difficulty, where deflation is played: 15 percent below medium, to the nearest 5. */
export const easyPrice = (mediumPrice: number): number => Math.round((mediumPrice * 85) / 500) * 5;

/** The price of the cheapest tower on the difficulty on which a challenge's cash is spent; null if none is counted. */
function cheapestIn(definition: ChallengeDefinition): number | null {
  const [spent] = fieldsOfKind(definition, "money").flatMap(([, { spentOn }]) => spentOn ?? []);
  if (spent === undefined) return null;
  return spent === "easy" ? easyPrice(CHEAPEST) : hardPrice(CHEAPEST);
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
  applies: (definition) => cheapestIn(definition) !== null,
  run(run) {
    const [money, cheapest] = [moneyOf(run), cheapestIn(run.definition) ?? 0];
    if (!money) return "unknown";
    if (money.cash >= cheapest) return [];
    const version = versionOrder(readVersion(run.text("version")) ?? "");
    if (version === null || version < FIRST || version > LAST) return "unknown";
    return [failure(money.entry, ["cheaper-than-any-tower", { cash: money.cash, cheapest }])];
  },
};

const underRecord: Check = {
  id: "under-record",
  level: "note",
  whether: "it is far under the record",
  applies: (definition) => cheapestIn(definition) !== null && definition.record?.by === "money",
  run(run, { record }) {
    const money = moneyOf(run);
    if (!money || record === null) return "unknown";
    return money.cash < record * (1 - FAR_UNDER)
      ? [failure(money.entry, ["far-under-record", { cash: money.cash, record }])]
      : [];
  },
};

export const costChecks: readonly Check[] = [costRange, underRecord];
