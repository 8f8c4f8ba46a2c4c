import type { ChallengeDocument, Multiplier, TowerOfDocument } from "../challenge-codes/document.ts";
import type { ChallengeDefinition } from "../challenges/define.ts";
import type { ForbiddenSetting, GameSettings } from "../challenges/game-settings.ts";
import type { Catalogue, TowerName } from "../game/catalogue.ts";
import { listed, counted as withCommas } from "../game/counted.ts";
import { dateInWords } from "../game/day-in-words.ts";
import { versionOrder, versionRange } from "../game/versions.ts";
import {
  type Check,
  type CheckedText,
  type CheckFacts,
  type CheckOutcome,
  failure,
  hasAttribute,
  outcomeOf,
  type Run,
} from "./check.ts";

// What the game's server says of a challenge code, beside the completion that gives it. Whatever the document does not say is
// unknown, and so is what it says of ids that the catalogue does not have.

type PlayedTower = CheckedText & { readonly tower: TowerName };
export const isPlayed = (entry: Run["towers"][number]): entry is PlayedTower => entry.tower !== null;

/** The field that has the code. */
const codeField = (run: Run): CheckedText =>
  run.entries("challengeCode")[0] ?? (run.entries("notes")[0] as CheckedText);

/** A check that is unknown without a document. */
const codeCheck = (
  id: string,
  whether: string,
  applies: (game: GameSettings, definition: ChallengeDefinition) => boolean,
  compare: (
    document: ChallengeDocument,
    run: Run & { readonly game: GameSettings },
    facts: CheckFacts,
  ) => CheckOutcome,
): Check => ({
  id: `code-${id}`,
  level: "warn",
  whether,
  applies: (definition) => definition.game !== undefined && applies(definition.game, definition),
  run(run, facts) {
    const { game } = run.definition;
    return facts.code === null || !game ? "unknown" : compare(facts.code, { ...run, game }, facts);
  },
});

/** Whether one setting of the challenge is what the definition's `game` says; a setting that is absent there may be anything. */
const settingCheck = <Name extends keyof GameSettings & keyof ChallengeDocument>(
  id: string,
  name: Name,
  setting: string,
  inWords: (value: string | number) => string = String,
): Check =>
  codeCheck(
    id,
    `the challenge code has the right ${setting}`,
    (game) => game[name] !== undefined,
    (document, run) => {
      const [found, wanted] = [document[name] as string | number | null, run.game[name]];
      if (found === null) return "unknown";
      if (found === wanted) return [];
      return [otherSetting(run, setting, inWords(found), inWords(wanted as string | number))];
    },
  );

const otherSetting = (run: Run, setting: string, found: string, wanted: string) =>
  failure(codeField(run), ["code-other-setting", { setting, found, wanted }]);

const cashInWords = (cash: string | number): string => `$${withCommas(Number(cash))}`;

/** The modes whose names in the game are not their ids with blanks between the words. */
const MODES: Readonly<Record<string, string>> = {
  Clicks: "CHIMPS",
  DoubleMoabHealth: "Double HP MOABs",
};
const modeInWords = (mode: string | number): string =>
  MODES[mode] ?? String(mode).replace(/(?<=[a-z])(?=[A-Z])/g, " ");

const percent = (factor: number): string => `${Math.round(factor * 1000) / 10}%`;

/** The sliders of the challenge editor but those of boss bloons, which these challenges have none of. */
const SLIDERS: readonly (readonly [Multiplier, string])[] = [
  ...([
    ["speed", "bloon speed"],
    ["moabSpeed", "MOAB speed"],
    ["ceramicHealth", "ceramic health"],
  ] as const),
  ...([
    ["moabHealth", "MOAB health"],
    ["regrowRate", "regrow rate"],
  ] as const),
  ["abilityCooldown", "ability cooldown"],
];

const sliders = codeCheck(
  "sliders",
  "all sliders of the challenge code are at 100%",
  ({ sliders }) => sliders !== undefined,
  ({ multipliers, removalCost }, run) => {
    const found = SLIDERS.map(([name, label]) => ({ label, value: multipliers[name] }));
    const failures = found.flatMap(({ label, value }) =>
      value === null || value === 1 ? [] : [otherSetting(run, label, percent(value), "100%")],
    );
    if (removalCost !== null && removalCost !== 1) {
      const cost = removalCost === "not-allowed" ? "not allowed" : percent(removalCost);
      failures.push(otherSetting(run, "cost of removing obstacles", cost, "100%"));
    }
    return outcomeOf(failures, removalCost === null || found.some(({ value }) => value === null));
  },
);

const MODIFIERS = {
  disableMK: "monkey knowledge",
  disablePowers: "powers",
  noContinues: "continues",
  disableSelling: "selling",
  disableDoubleCash: "double cash",
} as const satisfies Record<ForbiddenSetting, string>;

const modifiers = codeCheck(
  "modifiers",
  "the challenge code allows none of what the rules forbid",
  ({ forbids }) => forbids.length > 0,
  (document, run) => {
    const { forbids } = run.game;
    const allowed = forbids.filter((name) => document[name] === false).map((name) => MODIFIERS[name]);
    return outcomeOf(
      allowed.length === 0 ? [] : [failure(codeField(run), ["code-allows", { what: listed(allowed) }])],
      forbids.some((name) => document[name] === null),
    );
  },
);

const camoRegrow = codeCheck(
  "camo-regrow",
  "the bloons of the challenge code are neither all camo nor all regrow",
  ({ sliders }) => sliders !== undefined,
  ({ allCamo, allRegrow }, run) => {
    const on = [...(allCamo ? ["all camo"] : []), ...(allRegrow ? ["all regrow"] : [])];
    return outcomeOf(
      on.length === 0 ? [] : [failure(codeField(run), ["code-switches-on", { what: listed(on) }])],
      allCamo === null || allRegrow === null,
    );
  },
);

const startRound = codeCheck(
  "start-round",
  "the challenge code starts at the right round, with the game's own rounds",
  (game) => game.startRound !== undefined,
  ({ startRound, roundSets }, run) => {
    const wanted = run.game.startRound;
    const isOther = startRound !== null && startRound !== wanted;
    const isCustom = roundSets?.some((set) => set !== "default") === true;
    return outcomeOf(
      [
        ...(isOther ? [otherSetting(run, "start round", String(startRound), String(wanted))] : []),
        ...(isCustom ? [otherSetting(run, "round set", listed(roundSets), "the default")] : []),
      ],
      startRound === null || roundSets === null || roundSets.length === 0,
    );
  },
);

const leastCash = codeCheck(
  "least-cash",
  "the least-cash condition of the challenge code is as the rules ask",
  (game) => game.leastCash !== undefined,
  ({ leastCash }, run) => {
    const { leastCash: wanted } = run.game;
    if (leastCash === null || wanted === undefined) return "unknown";
    const isRight = wanted === "none" ? leastCash === "none" : leastCash !== wanted.not;
    if (isRight) return [];
    return [
      otherSetting(
        run,
        "least-cash condition",
        cashInWords(leastCash),
        wanted === "none" ? "unset" : "a real limit",
      ),
    ];
  },
);

const selectedHero = codeCheck(
  "selected-hero",
  "the challenge code does not allow the selected hero",
  ({ selectedHero }) => selectedHero === "forbidden",
  ({ allowsSelectedHero }, run) => {
    if (allowsSelectedHero === null) return "unknown";
    return allowsSelectedHero
      ? [failure(codeField(run), ["code-allows", { what: "the selected hero" }])]
      : [];
  },
);

/** Whatever the server knows was made in the challenge editor. */
const editor = codeCheck(
  "editor",
  "the game was set up in the challenge editor",
  () => true,
  () => [],
);

const map = codeCheck(
  "map",
  "the challenge code is for this map",
  () => true,
  (document, run, { maps }) => {
    const own = maps.get(run.map)?.gameId ?? null;
    const [entry] = run.definition.fields.map
      ? [{ name: "map", label: run.definition.fields.map.label }]
      : [];
    if (document.map === null || own === null || !entry) return "unknown";
    if (document.map === own) return [];
    const found = [...maps.values()].find(({ gameId }) => gameId === document.map);
    return found ? [failure(entry, ["code-other-map", { map: found.map }])] : "unknown";
  },
);

/** The towers of the document and of the catalogue, each by the game's id. */
export function towersById(document: ChallengeDocument, catalogue: Catalogue) {
  const rows = new Map((document.towers ?? []).map((row) => [row.tower, row]));
  const idByName = new Map(catalogue.rows.map(({ name, gameId }) => [name, gameId]));
  const idOf = ({ tower }: PlayedTower): string | null => idByName.get(tower.type ?? tower.name) ?? null;
  return { rows, idOf };
}

/** Whether a document may lack a tower although the game had it by then. `rows`: the towers that it has, by the game's id. */
export function mayLack(
  document: ChallengeDocument,
  rows: ReadonlyMap<string, unknown>,
  catalogue: Catalogue,
): boolean {
  const made = versionOrder(document.gameVersion ?? "");
  return catalogue.rows.some(({ gameId, version }) => {
    if (gameId !== null && rows.has(gameId)) return false;
    const added = versionOrder(version ?? "");
    return made === null || added === null || added <= made;
  });
}

const isSetOfTypes = (entry: CheckedText): boolean => entry.field.kind === "towerset" && entry.field.set;

/** Whether a place still has no tower: what is said of those that are missing could be of that one. */
const hasOpenPlace = ({ towers }: Run): boolean => towers.some(({ tower }) => tower === null);

/** Returns what is wrong with how many of a tower are allowed; null: it is not known. */
function countOf(
  row: TowerOfDocument,
  same: readonly PlayedTower[],
  run: Run & { readonly game: GameSettings },
  maxTowers: ChallengeDocument["maxTowers"],
) {
  const [first] = same;
  if (!first || row.max === null) return null;
  const tower = first.tower.type ?? first.tower.name;
  const used = same.length;
  if (row.max === 0) return [failure(first, ["code-forbids", { tower }])];
  if (isSetOfTypes(first)) return [];
  const isMore = row.max === "any" || row.max > used;
  if (isMore && run.game.towers !== "exactly") return [];
  if (isMore && hasOpenPlace(run)) return null;
  // A limit of all towers together may leave no more of this one.
  if (isMore && (maxTowers === null || (maxTowers !== "none" && maxTowers <= run.towers.length))) return null;
  return row.max === used ? [] : [failure(first, ["code-allows-count", { tower, most: row.max, used }])];
}

const towers = codeCheck(
  "towers",
  "the challenge code allows these towers, as many of each, and no others",
  (_, definition) => hasAttribute(definition, "towers"),
  (document, run) => {
    if (document.towers === null) return "unknown";
    const { rows, idOf } = towersById(document, run.catalogue);
    const played = run.towers.filter(isPlayed);
    const byId = Map.groupBy(played, idOf);
    let isUnknown = hasOpenPlace(run) || byId.has(null);
    const failures = [...byId].flatMap(([id, same]) => {
      const row = rows.get(id ?? "");
      const found = row ? countOf(row, same, run, document.maxTowers) : null;
      if (found === null) isUnknown = true;
      return found ?? [];
    });
    const { towers: rule } = run.game;
    const [first] = played;
    if (rule === "among" || !first) return outcomeOf(failures, isUnknown || !first);
    const others = [...rows.values()].filter(({ tower, max }) => max !== 0 && !byId.has(tower));
    const names = others.map(({ tower, max }) =>
      max === null ? null : (run.catalogue.rows.find(({ gameId }) => gameId === tower)?.name ?? null),
    );
    const known = names.filter((name) => name !== null);
    if (rule === "exactly" && known.length > 0 && !byId.has(null) && !hasOpenPlace(run))
      failures.push(failure(first, ["code-allows-others", { towers: listed(known) }]));
    return outcomeOf(failures, isUnknown || others.length > 0 || mayLack(document, rows, run.catalogue));
  },
);

/** The tiers of a tower by path, and whether these are all that it has, or at least these. */
interface Tiers {
  readonly paths: readonly number[];
  readonly isWhole: boolean;
}

/** Returns a tower's tiers by its upgrades, else by its name; null: neither says. */
export function tiersOf({ tower }: PlayedTower, upgrades: string): Tiers | null {
  const [, ...written] = /^([0-5])-?([0-5])-?([0-5])$/.exec(upgrades) ?? [];
  if (written.length > 0) return { paths: written.map(Number), isWhole: true };
  if (tower.tier === null) return null;
  const own = tower.tier === "base" ? "000" : tower.tier;
  return { paths: [...own].map(Number), isWhole: false };
}

/** Whether a path's highest tier is right; null: it is not known. */
function isRightTier(
  allowed: number | null | undefined,
  used: number,
  isWhole: boolean,
  rule: GameSettings["paths"],
) {
  // Either nothing of the path is allowed, or all of it.
  if (allowed === null || allowed === undefined)
    return rule === "enough" && used === 0 && isWhole ? true : null;
  if (allowed <= used) return allowed === used;
  if (!isWhole) return null;
  return rule === "enough";
}

const tiers = codeCheck(
  "tiers",
  "the challenge code allows the upgrades of these towers",
  (_, definition) => hasAttribute(definition, "upgrades"),
  (document, run) => {
    if (document.towers === null) return "unknown";
    const { rows, idOf } = towersById(document, run.catalogue);
    const upgrades = run.entries("upgrades");
    const played = run.towers.flatMap((entry, at) =>
      entry.tower === null
        ? []
        : [{ entry: entry as PlayedTower, tiers: tiersOf(entry as PlayedTower, upgrades[at]?.text ?? "") }],
    );
    const ofTypes = played.filter(({ entry }) => entry.tower.kind !== "hero");
    let isUnknown = hasOpenPlace(run);
    const failures = [...Map.groupBy(ofTypes, ({ entry }) => idOf(entry))].flatMap(([id, same]) => {
      const [first] = same;
      const allowed = rows.get(id ?? "")?.tiers;
      const known = same.flatMap(({ tiers }) => tiers ?? []);
      if (!first || !allowed || known.length < same.length) {
        isUnknown = true;
        return [];
      }
      const isWhole = known.every((each) => each.isWhole) && !hasOpenPlace(run);
      const used = [0, 1, 2].map((path) => Math.max(...known.map(({ paths }) => paths[path] ?? 0)));
      const right = used.map((tier, path) => isRightTier(allowed[path], tier, isWhole, run.game.paths));
      if (right.includes(null)) isUnknown = true;
      if (!right.includes(false)) return [];
      const inWords = (paths: readonly (number | null)[]) => paths.map((tier) => tier ?? "?").join("-");
      const tower = first.entry.tower.type ?? first.entry.tower.name;
      return [
        failure(first.entry, ["code-other-tiers", { tower, allowed: inWords(allowed), used: inWords(used) }]),
      ];
    });
    return outcomeOf(failures, isUnknown);
  },
);

/** Whether the challenge was made by the day that the completion states. Anybody can copy a challenge later: a remark. */
const madeBefore: Check = {
  ...codeCheck(
    "made-before",
    "the challenge of the code had been made by the stated date",
    (_, definition) => hasAttribute(definition, "date"),
    ({ createdAt }, run) => {
      const [date] = run.entries("date");
      const made = createdAt?.slice(0, 10);
      if (!date?.text || made === undefined) return "unknown";
      return made > date.text ? [failure(date, ["code-made-later", { day: dateInWords(made) }])] : [];
    },
  ),
  level: "note",
};

const sameVersion: Check = {
  ...codeCheck(
    "version",
    "the challenge of the code was made in the stated version",
    (_, definition) => hasAttribute(definition, "version"),
    ({ gameVersion }, run) => {
      const [version] = run.entries("version");
      const stated = version && versionRange(version.text);
      const made = versionOrder(gameVersion ?? "");
      if (!version || !stated || made === null || gameVersion === null) return "unknown";
      const isSame = made >= stated.from && made <= stated.to;
      return isSame ? [] : [failure(version, ["code-other-version", { version: gameVersion }])];
    },
  ),
  level: "note",
};

/** What a code says of when a completion was made, for helpers alone: it takes nothing from its proof. */
export const CODE_REMARKS: readonly Check[] = [madeBefore, sameVersion];

/** The checks that compare a completion with the document of its challenge code, in the order in which they are shown. */
export const CODE_CHECKS: readonly Check[] = [
  ...[editor, map, towers, tiers, selectedHero],
  settingCheck("difficulty", "difficulty", "difficulty"),
  settingCheck("mode", "mode", "mode", modeInWords),
  settingCheck("cash", "startingCash", "starting cash", cashInWords),
  settingCheck("lives", "lives", "number of lives"),
  startRound,
  settingCheck("end-round", "endRound", "end round"),
  ...[sliders, modifiers, camoRegrow, leastCash],
];

/** Whether a check is told by the document of a challenge code. */
export const isCodeCheck = (id: string): boolean =>
  [...CODE_CHECKS, ...CODE_REMARKS].some((each) => each.id === id);

/** The checks without which a code proves nothing: that it is for this map, and for these towers. */
export const DECISIVE = [map, towers] as const;

/** Whether a completion's code proves it: its map and its towers agree with the document, and nothing differs. */
export function isCheckedByCode(
  outcomes: readonly { readonly check: Pick<Check, "id">; readonly outcome: CheckOutcome }[],
): boolean {
  const ofCode = outcomes.filter(({ check }) => CODE_CHECKS.some(({ id }) => id === check.id));
  const decisive = ofCode.filter(({ check }) => DECISIVE.some(({ id }) => id === check.id));
  return (
    decisive.some(({ check }) => check.id === map.id) &&
    decisive.every(({ outcome }) => outcome !== "unknown") &&
    ofCode.every(({ outcome }) => outcome === "unknown" || outcome.length === 0)
  );
}
