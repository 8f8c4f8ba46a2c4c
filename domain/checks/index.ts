import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, oncePerChallenge } from "../challenges/fields.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { personKey } from "../game/name-key.ts";
import type { Problem } from "../messages/index.ts";
import type { FormTexts } from "../submissions/form.ts";
import {
  type Check,
  type CheckFacts,
  type CheckOutcome,
  failure,
  type Level,
  outcomeOf,
  runOf,
} from "./check.ts";
import { CODE_CHECKS, CODE_REMARKS } from "./code.ts";
import { costChecks, versionChecks } from "./cost-and-version.ts";
import { proofChecks } from "./proof.ts";
import { towerChecks, upgradeChecks } from "./towers.ts";

const samePerson: Check = {
  id: "same-person",
  level: "refuse",
  whether: "the players are different people",
  applies: (definition) => fieldsOfKind(definition, "person").length > 1,
  run(run) {
    const players = run.entries("people");
    const failures = players.flatMap((player, at) => {
      const same = players
        .slice(0, at)
        .find(({ text }) => text !== "" && personKey(text) === personKey(player.text));
      return same ? [failure(player, ["same-player", { other: same.label }], [same.name])] : [];
    });
    return outcomeOf(
      failures,
      players.some(({ text }) => text === ""),
    );
  },
};

/** Everything that the facts of the game tell of a completion, in the order in which it is shown. */
export const CHECKS: readonly Check[] = [
  ...towerChecks,
  samePerson,
  ...costChecks,
  ...upgradeChecks,
  ...versionChecks,
  ...proofChecks,
  ...CODE_CHECKS,
  ...CODE_REMARKS,
];

/** The checks that have anything to look at in a challenge. */
const checksFor = oncePerChallenge(
  (definition): ReadonlySet<Check> => new Set(CHECKS.filter(({ applies }) => applies(definition))),
);

/** Returns what each check of a challenge says of a completion, given the texts of its form. */
export function checked(
  definition: ChallengeDefinition,
  texts: FormTexts,
  og: boolean,
  catalogue: Catalogue,
  facts: CheckFacts,
  checks: readonly Check[] = CHECKS,
): readonly { readonly check: Check; readonly outcome: CheckOutcome }[] {
  const run = runOf(definition, texts, og, catalogue);
  const its = checksFor(definition);
  return checks.filter((check) => its.has(check)).map((check) => ({ check, outcome: check.run(run, facts) }));
}

/** A check that failed. */
export interface Failed {
  readonly id: string;
  readonly level: Level;
  /** The wire names of the fields that it is about; the sentence is shown at the first. */
  readonly at: readonly string[];
  readonly problem: Problem;
}

/** Returns what fails in a form, or in the texts of a recorded completion. */
export const failuresIn = (...of: Parameters<typeof checked>): readonly Failed[] =>
  checked(...of).flatMap(({ check: { id, level }, outcome }) =>
    outcome === "unknown" ? [] : outcome.map((each) => ({ id, level, ...each })),
  );
