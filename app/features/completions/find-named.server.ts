import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import type { Completion } from "../../../domain/fields/attributes.ts";
import { personKey } from "../../../domain/game/name-key.ts";
import { preferred, readKeyQuery } from "../../../domain/lists/key-query.ts";
import { mayChangeAll } from "../../../domain/submissions/policy.ts";
import type { User } from "../../../server/auth/user.ts";
import { Conflict, NotFound } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/router.server.ts";
import type { StoredCompletion } from "./repository/stored-completion.server.ts";

type Asking = Pick<WriteContext, "data" | "user">;

/** Thrown for an act on one of several claims, any of which its user may mean. */
class SeveralClaims extends Conflict {
  override readonly more: { readonly claims: readonly string[] };
  constructor(definition: ChallengeDefinition, claims: readonly string[]) {
    super("several-claims", { challenge: definition.label });
    this.more = { claims };
  }
}

/** Texts that an entry or a form has besides the keys; empty where it does not have one. */
export type Texts = (name: string) => string;

const NO_TEXTS: Texts = () => "";

/** What keys mean to a user. */
export interface Named<Meant> {
  readonly meant: Meant;
  /** The filekeys of the other claims that a user who may change all of them could mean. */
  readonly others: readonly string[];
}

/** Returns what an answer says of the other claims: nothing if there are none. */
export const claimsOf = (others: readonly string[]): { readonly claims?: readonly string[] } =>
  others.length === 0 ? {} : { claims: others };

/**
 * Returns what completions of one combination mean to a user: their own claim; else the verified one; else the oldest
 * claim. To those who may change all of them the texts beside the keys say which of several claims is meant, and if
 * several are left, the others are named. Null: there is none.
 * @param found verified ones first, then claims by time
 */
export function meantOf(
  definition: ChallengeDefinition,
  found: readonly Completion[],
  user: User,
  texts: Texts = NO_TEXTS,
): Named<Completion> | null {
  const type = preferred(definition, found)?.completionType;
  const named = found.filter(({ completionType }) => completionType === type);
  const people = fieldsOfKind(definition, "person").map(
    ([name, { position }]) => [position, texts(name)] as const,
  );
  const narrowed = (all: readonly Completion[], fits: (each: Completion) => boolean) => {
    const fitting = all.filter(fits);
    return fitting.length > 0 ? fitting : all;
  };
  const seen = mayChangeAll(user)
    ? [
        ({ id }: Completion) => id === texts("filekey"),
        ({ pending }: Completion) => pending !== null && pending === texts("pending"),
      ].reduce(narrowed, named)
    : named;
  const own = seen.find(({ pending }) => pending === user.id);
  const verified = seen.find(({ pending }) => pending === null);
  if (own ?? verified) return { meant: (own ?? verified) as Completion, others: [] };
  if (!mayChangeAll(user)) return seen[0] ? { meant: seen[0], others: [] } : null;
  const [meant, ...others] = [
    (each: Completion) =>
      people.every(([at, text]) => text !== "" && personKey(each.people[at] ?? "") === personKey(text)),
    ({ link }: Completion) => link !== null && link === texts("link"),
  ].reduce(narrowed, seen);
  return meant ? { meant, others: others.map(({ id }) => id) } : null;
}

/** Returns what the keys mean to a user, and the other claims that they could mean. Null: there is none. */
async function findNamed(
  definition: ChallengeDefinition,
  keys: URLSearchParams,
  { data, user }: Asking,
  texts: Texts = NO_TEXTS,
): Promise<Named<Completion> | null> {
  const found = await data.completions.findAll(definition, readKeyQuery(definition, keys));
  return meantOf(definition, found, user, texts);
}

/**
 * Returns the filekey of the one completion that the keys mean to a user who is about to act on it, or null if there is
 * none. Throws Conflict for one of several claims.
 */
export async function findOneNamed(
  definition: ChallengeDefinition,
  keys: URLSearchParams,
  asking: Asking,
  texts: Texts,
): Promise<string | null> {
  const named = await findNamed(definition, keys, asking, texts);
  if (named) checkMeansOne(definition, named.meant.id, named.others);
  return named?.meant.id ?? null;
}

/** Throws Conflict if there are other claims that a user could mean. */
export function checkMeansOne(
  definition: ChallengeDefinition,
  meant: string,
  others: readonly string[],
): void {
  if (others.length > 0) throw new SeveralClaims(definition, [meant, ...others]);
}

/**
 * Returns the completion that the keys name: a live one, or by its filekey a rejected one to its submitter. Throws
 * NotFound.
 */
export async function findToEdit(
  definition: ChallengeDefinition,
  keys: URLSearchParams,
  asking: Asking,
  texts: Texts = NO_TEXTS,
): Promise<Named<StoredCompletion>> {
  const { data, user } = asking;
  const named = await findNamed(definition, keys, asking, texts);
  const stored = await data.completions.findById(named?.meant.id ?? keys.get("filekey") ?? "");
  const isTheirs = stored?.state.rejection !== null && stored?.state.submitted_by === user.id;
  if (!stored || stored.challenge !== definition.key || (stored.state.deleted_at !== null && !isTheirs))
    throw new NotFound("no-such-completion", { challenge: definition.label });
  return { meant: stored, others: named?.others ?? [] };
}
