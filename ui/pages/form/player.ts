import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { nameOfKind } from "../../../derive/fields.ts";
import type { Texts } from "../../../derive/form.ts";
import { keepOwnName, ownName } from "../../sign-in/own-name.ts";
import type { SignedInUser } from "../../sign-in/state.ts";

// What somebody calls themselves as a player: of the last submission in this browser, by account.

/** The player of a new form: the last one, else the account's name. Anybody may write another. */
export function rememberedPlayer(definition: ChallengeDefinition, user: SignedInUser | null): Texts {
  const field = nameOfKind(definition, "person");
  if (field === null || user === null) return {};
  const name = ownName(user.id) ?? user.name;
  // Where an account has no name, the provider may give its address, which is nobody's to publish.
  return name === null || name.includes("@") ? {} : { [field]: name };
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
