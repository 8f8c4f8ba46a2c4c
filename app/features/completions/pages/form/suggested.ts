import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { nameOfKind } from "../../../../../domain/challenges/fields.ts";
import type { Field } from "../../../../../domain/fields/index.ts";
import type { FormTexts } from "../../../../../domain/submissions/form.ts";
import type { DraftValues } from "../../../../ui/forms/draft.ts";
import { keepOwnName, ownName } from "../../../../ui/sign-in/own-name.ts";
import type { SignedInUser } from "../../../../ui/sign-in/state.ts";

/** What the form fills in by itself when a completion is added, by the field's kind, and what it says of that. */
const SUGGESTED_KINDS = {
  person: "Filled in: your name",
  version: "Filled in: the newest version known here",
  date: "Filled in: today",
} as const satisfies Partial<Record<Field["kind"], string>>;

type SuggestedKind = keyof typeof SUGGESTED_KINDS;

/** Returns the day that it is where the browser is, yyyy-mm-dd. */
export function today(now = new Date()): string {
  const parts = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return [now.getFullYear(), ...parts].join("-");
}

/** Returns a form with values in fields that are empty and that nothing was suggested for before. */
export function withSuggested(
  definition: ChallengeDefinition,
  typed: DraftValues,
  values: Readonly<Partial<Record<SuggestedKind, string | null>>>,
): DraftValues {
  const suggested: FormTexts = Object.fromEntries(
    Object.entries(values).flatMap(([kind, value]) => {
      const name = nameOfKind(definition, kind as SuggestedKind);
      const isFree = name !== null && !typed.texts[name] && typed.suggested[name] === undefined;
      return isFree && value ? [[name, value] as const] : [];
    }),
  );
  return {
    ...typed,
    texts: { ...typed.texts, ...suggested },
    suggested: { ...typed.suggested, ...suggested },
  };
}

/** Returns what is said of a field that still has the value that was suggested; null if it has not. */
export function suggestionOf(
  { texts, suggested }: DraftValues,
  name: string,
  { kind }: Field,
): string | null {
  const isSuggested = suggested[name] !== undefined && suggested[name] === texts[name];
  return isSuggested && kind in SUGGESTED_KINDS ? SUGGESTED_KINDS[kind as SuggestedKind] : null;
}

// The player's name in each account's last submission from this browser.

/** Returns the player for a new form: the last one, or else the account's name; null if neither is known. */
export function rememberedPlayer(user: SignedInUser | null): string | null {
  if (user === null) return null;
  const name = ownName(user.id) ?? user.name;
  // For an account without a name the provider may give its e-mail address, which must not be published.
  return name === null || name.includes("@") ? null : name;
}

export function rememberPlayer(
  definition: ChallengeDefinition,
  user: SignedInUser | null,
  texts: FormTexts,
): void {
  const field = nameOfKind(definition, "person");
  const name = field === null ? "" : (texts[field]?.trim() ?? "");
  if (user === null || name === "") return;
  keepOwnName(user.id, name);
}
