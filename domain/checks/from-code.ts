import type { ChallengeDocument } from "../challenge-codes/document.ts";
import { timeValues } from "../challenge-codes/form-values.ts";
import type { ChallengeDefinition } from "../challenges/define.ts";
import type { Catalogue } from "../game/catalogue.ts";
import type { FormTexts } from "../submissions/form.ts";
import { type CheckOutcome, type Run, runOf } from "./check.ts";
import { DECISIVE, isPlayed, tiersOf, towersById } from "./code.ts";

/** A path's tiers that a tower can have: five of one, two of another, none of the third, or fewer. */
function isPossible(tiers: readonly number[]): boolean {
  const [most = 0, second = 0, third = 0] = tiers.toSorted((one, other) => other - one);
  return most <= 5 && second <= 2 && third === 0;
}

/**
 * Returns the upgrades that follow for each tower that has none written, by its place: a code that allows no more than what
 * is used, of a tower of which there is one, tells what is used. Null: they do not follow.
 */
function upgradesOf(run: Run, document: ChallengeDocument): readonly (string | null)[] {
  const written = run.entries("upgrades");
  const { rows, idOf } = towersById(document, run.catalogue);
  const ids = run.towers.map((entry) => (isPlayed(entry) ? idOf(entry) : null));
  return run.towers.map((entry, at) => {
    const id = ids[at];
    const allowed = rows.get(id ?? "")?.tiers;
    if (written[at] === undefined || written[at].text !== "" || run.definition.game?.paths !== "exactly")
      return null;
    if (!isPlayed(entry) || entry.tower.kind === "hero" || !allowed) return null;
    // Unknown names may stand for the same.
    if (ids.filter((each) => each === id || each === null).length > 1) return null;
    const tiers = allowed.filter((tier) => tier !== null);
    const named = tiersOf(entry, "")?.paths;
    const isNamed = named?.every((tier, path) => tier === 0 || tier === tiers[path]) ?? true;
    return tiers.length === 3 && isPossible(tiers) && isNamed ? tiers.join("-") : null;
  });
}

/** Returns the texts of the fields that upgrades follow for. A field with those of all towers is a list. */
function upgradeTexts(run: Run, document: ChallengeDocument): FormTexts {
  const following = upgradesOf(run, document);
  if (following.every((upgrade) => upgrade === null)) return {};
  const written = run.entries("upgrades");
  const byField = Map.groupBy(
    written.map((entry, at) => ({ entry, upgrade: following[at] ?? null })),
    ({ entry }) => entry.name,
  );
  return Object.fromEntries(
    [...byField].flatMap(([name, all]) => {
      const upgrades = all.map(({ entry, upgrade }) => upgrade ?? (entry.text || null));
      if (all.every(({ upgrade }) => upgrade === null)) return [];
      const isList = all[0]?.entry.field.kind === "upgradeset";
      return [[name, isList ? JSON.stringify(upgrades) : (upgrades[0] ?? "")]];
    }),
  );
}

/**
 * Returns what the document of its code says of a completion that has none of it, by wire name, as texts of its form: the
 * version and the day on which the challenge was made, and upgrades where they follow with certainty. Nothing where the
 * document may be of another completion: its map is not known to be the same, or its towers differ.
 * @param outcomes what the checks of the code came to
 */
export function proposalsOf(
  definition: ChallengeDefinition,
  texts: FormTexts,
  og: boolean,
  catalogue: Catalogue,
  document: ChallengeDocument,
  outcomes: readonly { readonly check: { readonly id: string }; readonly outcome: CheckOutcome }[],
): FormTexts {
  const outcomeOf = (id: string) => outcomes.find(({ check }) => check.id === id)?.outcome;
  const [map, towers] = DECISIVE.map(({ id }) => outcomeOf(id));
  const isOfIt = Array.isArray(map) && map.length === 0 && !(Array.isArray(towers) && towers.length > 0);
  if (!isOfIt) return {};
  const run = runOf(definition, texts, og, catalogue);
  const times = timeValues(definition, document);
  const missing = [...run.entries("version"), ...run.entries("date")].flatMap(({ name, text }) =>
    text === "" && times[name] !== undefined ? [[name, times[name]]] : [],
  );
  return { ...upgradeTexts(run, document), ...Object.fromEntries(missing) };
}
