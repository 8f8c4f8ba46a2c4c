import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { nameOfKind } from "../../../../../domain/challenges/fields.ts";
import type { Texts } from "../../../../../domain/submissions/form.ts";
import { keepOwnName, ownName } from "../../../../ui/sign-in/own-name.ts";
import type { SignedInUser } from "../../../../ui/sign-in/state.ts";

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
  texts: Texts,
): void {
  const field = nameOfKind(definition, "person");
  const name = field === null ? "" : (texts[field]?.trim() ?? "");
  if (user === null || name === "") return;
  keepOwnName(user.id, name);
}
