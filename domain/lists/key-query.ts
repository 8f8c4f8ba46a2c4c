import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, rowFields } from "../challenges/fields.ts";
import type { Completion } from "../fields/attributes.ts";
import type { Condition } from "../fields/condition.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { forLog, type Problem, problem } from "../messages/index.ts";
import { joinPair, namesCombination, readFilter } from "./list-query.ts";
import { readParameter } from "./parameters.ts";

/** Parameters that name a completion are missing. The sentence is SPEC's: "Need to specify tower1, tower2, and map". */
export class MissingKeys extends Error {
  override readonly name = "MissingKeys";
  readonly problem: Problem;
  constructor(names: readonly string[]) {
    const missing = problem("need-to-specify", { names });
    super(forLog(missing));
    this.problem = missing;
  }
}

function readKeys(
  definition: ChallengeDefinition,
  parameters: URLSearchParams,
  required: readonly string[],
  optional: readonly string[],
  catalogue: Catalogue,
): readonly Condition[] {
  const filekey = readParameter(parameters, "filekey");
  const missing = required.filter((name) => readParameter(parameters, name) === null);
  if (filekey === null && missing.length > 0) throw new MissingKeys(required);
  const names = filekey === null ? [...required, ...optional] : ["filekey"];
  const conditions = rowFields(definition).flatMap(([name, field]) =>
    names.includes(name) ? (readFilter(parameters, name, field, catalogue) ?? []) : [],
  );
  return joinPair(conditions);
}

/**
 * Reads what names one completion in the address of its pages: the challenge's keys, or its filekey alone.
 * Throws MissingKeys or BadParameter.
 */
export function readKeyQuery(
  definition: ChallengeDefinition,
  parameters: URLSearchParams,
  catalogue: Catalogue,
): readonly Condition[] {
  const optional = definition.optionalKeys ?? [];
  const required = definition.keys.filter((name) => !optional.includes(name));
  return readKeys(definition, parameters, required, optional, catalogue);
}

/** Whether an address names one completion, by its filekey or by all of the challenge's keys. */
export function namesOne(definition: ChallengeDefinition, parameters: URLSearchParams): boolean {
  return readParameter(parameters, "filekey") !== null || namesCombination(definition, parameters);
}

/** Reads what names one original: the fields that its OG identity counts. Other keys may be given and are ignored. */
export function readOgQuery(
  definition: ChallengeDefinition,
  parameters: URLSearchParams,
  catalogue: Catalogue,
): readonly Condition[] {
  return [...readKeys(definition, parameters, ogKeys(definition), [], catalogue), { on: "og", og: true }];
}

/** Returns the names of the fields that identify an original: tower1 and tower2, entity, or map and towerset. */
export function ogKeys(definition: ChallengeDefinition): readonly string[] {
  const parts = definition.og ?? [];
  const towers = [...fieldsOfKind(definition, "tower"), ...fieldsOfKind(definition, "towerset")].map(
    ([name]) => name,
  );
  return definition.keys.filter((name) =>
    towers.includes(name) ? parts.includes("towers") : name === "map" && parts.includes("map"),
  );
}

/**
 * Returns, of completions that differ only in their type, the one whose type the challenge lists first: of the verified
 * ones, if there are any.
 */
export function preferred(
  definition: ChallengeDefinition,
  completions: readonly Completion[],
): Completion | null {
  const choices = fieldsOfKind(definition, "completiontype").flatMap(([, field]) => field.choices);
  const rank = ({ completionType }: Completion): number => choices.indexOf(completionType ?? "");
  const verified = completions.filter(({ pending }) => pending === null);
  const [first = null] = (verified.length > 0 ? verified : completions).toSorted(
    (one, other) => rank(one) - rank(other),
  );
  return first;
}
