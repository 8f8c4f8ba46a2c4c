import type { ChallengeDefinition } from "../challenges/define.ts";
import { fillIn, keep } from "../fields/index.ts";
import { type Draft, InvalidValue, type WireValue } from "../fields/kind.ts";
import { emptySlots } from "../fields/slots.ts";
import { findTower } from "../game/names.ts";
import { about, fault, type Problem, type Problems, problem } from "../messages/index.ts";
import { fieldsOfKind, submittedFields } from "./fields.ts";
import type { WireRow } from "./row.ts";

/** A form's texts, checked and put into their slots. */
export interface Submission extends Draft {
  readonly og: boolean;
}

/** The field of the second hero that a draft names, and the first one's name; null: there is no second. */
function secondHero(definition: ChallengeDefinition, { towers }: Draft) {
  const heroes = fieldsOfKind(definition, "tower").filter(
    ([, { position }]) => findTower(towers[position] ?? "")?.kind === "hero",
  );
  const [first, second] = heroes;
  return first && second ? { name: second[0], label: second[1].label, first: first[0] } : null;
}

/** A value of a row as its form sends it. */
export const textOf = (value: WireValue | undefined): string => String(value ?? "").trim();

/** What came of a form's texts. */
export interface CheckedSubmission {
  /** What is wrong with single fields, by their wire names. */
  readonly problems: Problems;
  /** Null where something is wrong. */
  readonly submission: Submission | null;
}

/**
 * Checks the texts of a challenge's form, the same for the page and for the server: by wire name, `og` being "on" for a
 * completion that claims to be an original. Every field is trimmed; a missing optional one keeps its empty slot; OG
 * extras count only for an original and are required there. The page has it for each key that is pressed: so it is plain
 * code and no schema, which would have to reach the browser.
 * @param recorded the row that is edited: what stays as it is stays, whatever is asked of a new completion today
 */
export function checkSubmission(
  definition: ChallengeDefinition,
  given: Readonly<Record<string, string | undefined>>,
  recorded: WireRow | null = null,
): CheckedSubmission {
  const problems: Record<string, Problem> = {};
  const refuse = (name: string, found: Problem): void => {
    problems[name] ??= found;
  };
  const og = given.og === "on";
  if (og && !definition.og) refuse("og", problem("no-originals", { challenge: definition.label }));
  const wasOg = recorded?.og === true;
  const stays = (name: string): boolean =>
    recorded !== null && (given[name]?.trim() ?? "") === textOf(recorded[name]);
  const draft: Draft = { map: "", ...emptySlots() };
  for (const [name, field] of submittedFields(definition)) {
    if (field.ogExtra && !og) {
      // An original that came second keeps its extras, unshown.
      if (!wasOg) keep(field, recorded?.[name] ?? null, draft);
      continue;
    }
    const text = given[name]?.trim() ?? "";
    try {
      if (stays(name) && (wasOg || !field.ogExtra)) keep(field, recorded?.[name] ?? null, draft);
      else if (text !== "") fillIn(field, text, draft);
      else if (!field.optional) refuse(name, about({ field: field.label }, fault("missing")));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      refuse(name, about({ field: field.label }, error.fault));
    }
  }
  const second = definition.oneHero ? secondHero(definition, draft) : null;
  if (second && !(stays(second.first) && stays(second.name)))
    refuse(second.name, about({ field: second.label }, fault("second-hero")));
  return { problems, submission: Object.keys(problems).length === 0 ? { ...draft, og } : null };
}
