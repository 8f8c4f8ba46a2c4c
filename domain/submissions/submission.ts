import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, submittedFields } from "../challenges/fields.ts";
import { fillIn, keep, kindOf } from "../fields/index.ts";
import { type Draft, InvalidValue, type WireValue } from "../fields/kind.ts";
import { emptySlots } from "../fields/slots.ts";
import { findTower } from "../game/names.ts";
import type { WireRow } from "../lists/row.ts";
import { about, fault, type Problem, type Problems, problem } from "../messages/index.ts";

/** A form's texts, checked and put in their slots. */
export interface Submission extends Draft {
  readonly og: boolean;
}

const isHero = (tower: string | null | undefined): boolean => findTower(tower ?? "")?.kind === "hero";

/** Returns the hero of a draft whose type excludes heroes, and the fields of its towers and its type; null if none. */
function heroInHeroless(definition: ChallengeDefinition, { towers, completionType }: Draft) {
  const hero = towers.find(isHero);
  const [type] = fieldsOfKind(definition, "completiontype");
  const [set] = fieldsOfKind(definition, "towerset");
  if (!hero || !type || !set || completionType === null || completionType !== type[1].heroless) return null;
  return { hero, type: type[0], name: set[0], label: set[1].label };
}

/** Returns the field of a draft's second hero and the name of the first one's field; null if there is no second. */
function secondHero(definition: ChallengeDefinition, { towers }: Draft) {
  const heroes = fieldsOfKind(definition, "tower").filter(([, { position }]) => isHero(towers[position]));
  const [first, second] = heroes;
  return first && second ? { name: second[0], label: second[1].label, first: first[0] } : null;
}

/** Returns a row's value as its form sends it. */
export const textOf = (value: WireValue | undefined): string => String(value ?? "").trim();

/** The outcome of checking a form's texts. */
export interface CheckedSubmission {
  /** The problems of single fields, by wire name. */
  readonly problems: Problems;
  /** Null if there are problems. */
  readonly submission: Submission | null;
}

/**
 * Checks the texts of a challenge's form, for the page and the server alike. Texts are given by wire name; `og` is "on"
 * for a completion that claims to be an original. Every field is trimmed; a missing optional one keeps its empty slot;
 * OG extras count only for an original and are required there. The page calls this at every key press, so it is plain
 * code rather than a schema, which would have to be sent to the browser.
 * @param recorded the row being edited. Unchanged values are accepted, whatever is required of a new completion today
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
      // A recorded completion that is not an original keeps any extras it has, unshown.
      if (!wasOg) keep(field, recorded?.[name] ?? null, draft);
      continue;
    }
    const text = given[name]?.trim() || (recorded === null ? (kindOf(field).initialText?.(field) ?? "") : "");
    try {
      if (stays(name) && (wasOg || !field.ogExtra)) keep(field, recorded?.[name] ?? null, draft);
      else if (text !== "") fillIn(field, text, draft);
      else if (!field.optional) refuse(name, about({ field: field.label }, fault("missing")));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      refuse(name, about({ field: field.label }, error.fault));
    }
  }
  const hero = heroInHeroless(definition, draft);
  if (hero && !(stays(hero.name) && stays(hero.type)))
    refuse(hero.name, about({ field: hero.label }, fault("hero-in-heroless", { hero: hero.hero })));
  const second = definition.oneHero ? secondHero(definition, draft) : null;
  if (second && !(stays(second.first) && stays(second.name)))
    refuse(second.name, about({ field: second.label }, fault("second-hero")));
  return { problems, submission: Object.keys(problems).length === 0 ? { ...draft, og } : null };
}
