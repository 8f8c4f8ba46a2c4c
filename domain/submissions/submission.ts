import type { ChallengeDefinition } from "../challenges/define.ts";
import { submittedFields } from "../challenges/fields.ts";
import { NOTHING_KNOWN } from "../checks/check.ts";
import { CHECKS, failuresIn } from "../checks/index.ts";
import { emptyAttributes } from "../fields/attributes.ts";
import { type Field, fillIn, keep, kindOf, tidiedFor } from "../fields/index.ts";
import { type Draft, InvalidValue, type WireValue } from "../fields/kind.ts";
import type { Catalogue } from "../game/catalogue.ts";
import type { WireRow } from "../lists/row.ts";
import { about, fault, type Problem, type Problems, problem } from "../messages/index.ts";

/** A form's texts, checked and put in their attributes. */
export interface Submission extends Draft {
  readonly og: boolean;
}

/** The checks that refuse what no version of the game allows. */
const REFUSING = CHECKS.filter(({ level }) => level === "refuse");

/** Whether a submitted text is a row's value. Both are compared as the field's kind reads them. */
export const isSameText = (field: Field, text: string | undefined, value: WireValue | undefined): boolean =>
  tidiedFor(field, text ?? "") === tidiedFor(field, String(value ?? ""));

/** The outcome of checking a form's texts. */
export interface CheckedSubmission {
  /** The problems of single fields, by wire name. */
  readonly problems: Problems;
  /** Null if there are problems. */
  readonly submission: Submission | null;
}

/**
 * Checks the texts of a challenge's form, for the page and the server alike. Texts are given by wire name; `og` is "on"
 * for a completion that claims to be an original. Every text is tidied by its kind; a missing optional one keeps its empty attribute;
 * OG extras count only for an original and are required there. The page calls this at every key press, so it is plain
 * code rather than a schema, which would have to be sent to the browser.
 * @param recorded the row being edited. Unchanged values are accepted, whatever is required of a new completion today
 */
export function checkSubmission(
  definition: ChallengeDefinition,
  given: Readonly<Record<string, string | undefined>>,
  catalogue: Catalogue,
  recorded: WireRow | null = null,
): CheckedSubmission {
  const problems: Record<string, Problem> = {};
  const refuse = (name: string, found: Problem): void => {
    problems[name] ??= found;
  };
  const og = given.og === "on";
  if (og && !definition.og) refuse("og", problem("no-originals", { challenge: definition.label }));
  const wasOg = recorded?.og === true;
  const stays = (name: string, field: Field): boolean =>
    recorded !== null && isSameText(field, given[name], recorded[name]);
  const draft: Draft = { map: "", ...emptyAttributes() };
  for (const [name, field] of submittedFields(definition)) {
    if (field.ogExtra && !og) {
      // A recorded completion that is not an original keeps any extras it has, unshown.
      if (!wasOg) keep(field, recorded?.[name] ?? null, draft);
      continue;
    }
    const text =
      tidiedFor(field, given[name] ?? "") ||
      (recorded === null ? (kindOf(field).initialText?.(field) ?? "") : "");
    try {
      if (stays(name, field) && (wasOg || !field.ogExtra)) keep(field, recorded?.[name] ?? null, draft);
      else if (text !== "") fillIn(field, text, draft, catalogue);
      else if (!field.optional) refuse(name, about({ field: field.label }, fault("missing")));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      refuse(name, about({ field: field.label }, error.fault));
    }
  }
  // A value that is wrong by itself is not compared with others.
  const sound = submittedFields(definition).filter(([name]) => !problems[name]);
  const texts = Object.fromEntries(sound.map(([name]) => [name, given[name] ?? ""]));
  const isTouched = (at: readonly string[]): boolean =>
    sound.some(([name, field]) => at.includes(name) && !stays(name, field));
  for (const { at, problem: found } of failuresIn(definition, texts, og, catalogue, NOTHING_KNOWN, REFUSING))
    if (isTouched(at)) refuse(at[0] ?? "", found);
  return { problems, submission: Object.keys(problems).length === 0 ? { ...draft, og } : null };
}
